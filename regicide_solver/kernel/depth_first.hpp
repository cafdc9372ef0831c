// One pass of the search: depth-first, iterative, memoised, ordered by an evaluation; see search/depth_first.py.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "refutations.hpp"

namespace regicide {

struct DepthFirstPlan {
    std::uint64_t nodes;  // the most of this pass
    bool complete;        // all legal actions; otherwise only minimal payments
    Score noise;          // the spread of what is added to each score
    std::uint64_t noise_seed;
    int width;  // how many children of a state are tried, the best ones that no proof refutes; 0 for all
};

class DepthFirst {
public:
    // Search below a root once. States that are searched to the end without a win stay in the table, so that a later pass
    // over the same actions goes on where this one left off. Where children were left out nothing is proved, and a state is
    // passed over for the rest of this pass only. `watch` gives the reason to stop, or none.
    template <typename Watch>
    PassEnd run(Explorer& explorer, const State& root, const DepthFirstPlan& plan, Refutations& refuted, Budget& budget,
                Watch&& watch) {
        const std::uint64_t limit = std::min(budget.nodes, budget.spent + plan.nodes);
        frames_.clear();
        children_.clear();
        cleared_.clear();
        narrowed_.clear();
        generator_ = Generator(plan.noise_seed);
        root_ = {root, explorer.look(root), {}};
        if (root_.visit.worthless || refuted.find(explorer, root, root_.visit)) {
            return PassEnd::exhausted;
        }
        const Made* made = &root_;
        while (true) {
            if (const auto end = budget.over(limit, watch)) {
                return *end;
            }
            budget.charge(made->state.enemies_left());
            enter(*made);
            expand(explorer, frames_.back(), plan, refuted);
            look_ahead(explorer, frames_.back(), refuted);
            // Go to the best child that is left, here or further up.
            while (true) {
                Frame& frame = frames_.back();
                if (!frame.has_next) {
                    if (!remember(explorer, frame, refuted, budget)) {
                        budget.stopped_by = StopReason::memory;
                        return PassEnd::stopped;
                    }
                    const bool narrowed = frame.narrowed;
                    const auto grounds = static_cast<Grounds>(frame.grounds | frame.made->state.grounds);
                    made = frame.made;
                    cleared_.resize(frame.first_cleared);
                    frames_.pop_back();
                    if (frames_.empty()) {
                        return narrowed ? PassEnd::narrowed : PassEnd::exhausted;
                    }
                    if (narrowed) {
                        frames_.back().narrowed = true;
                    } else {
                        refute(explorer, made->action, grounds);
                    }
                    continue;
                }
                made = frame.next;
                const Made& child = *made;
                look_ahead(explorer, frame, refuted);
                if (pays_more(frame, child.action)) {  // what was lost since it was made may say so
                    continue;
                }
                if (child.state.won()) {
                    keep_line(child.action);
                    return PassEnd::won;
                }
                if (child.visit.worthless) {
                    refute(explorer, child.action, buried_in(child.state, child.visit.reach) | child.state.grounds);
                    continue;
                }
                // A yield that changes nothing (solo, attack 0) is the only cycle in the game: no progress.
                if (child.action.kind == Kind::yield && child.visit.key == frame.made->visit.key) {
                    continue;
                }
                if (const std::optional<Grounds> grounds = refuted.find(explorer, child.state, child.visit)) {
                    refute(explorer, child.action, *grounds | child.state.grounds);
                } else if (plan.width == 0) {
                    break;
                } else if (frame.opened == plan.width) {
                    leave_out_others(frame);
                } else if (narrowed_.find(child.visit.key) != nullptr) {
                    frame.narrowed = true;
                } else {
                    ++frame.opened;
                    break;
                }
            }
        }
    }

    // The line of the pass that won.
    const std::vector<Action>& line() const { return line_; }

private:
    // A child that waits. Its rank is made of the score, the order of generation counted down, and small parts of the action:
    // comparing two ranks tells which child is tried first.
    struct Child {
        std::int64_t rank;
        Mask mask;

        Child(Score score, std::size_t order, const Action& action)
            : rank(static_cast<std::int64_t>(static_cast<std::uint64_t>(score) << 32 |
                                             static_cast<std::uint64_t>(0xFFFF - order) << 16 |
                                             static_cast<std::uint64_t>(action.kind) << 8 | action.next_seat)),
              mask(action.mask) {}

        Action action() const {
            return {mask, static_cast<Kind>(rank >> 8 & 0xFF), static_cast<std::uint8_t>(rank & 0xFF)};
        }
    };

    // A state that an action has led to.
    struct Made {
        State state;
        Explorer::Visit visit;
        Action action;
    };

    using Pair = std::array<Made, 2>;

    struct Frame {
        const Made* made;           // its state
        Made* next;                 // the child that is tried next, if there is one
        Made* spare;                // where the one after it will be made
        std::size_t first_child;    // its children that wait are the last ones from here on
        std::size_t first_cleared;  // payments without which nothing is gained: see `pays_more`
        bool has_next = false;
        bool narrowed = false;      // children were left out here or below: no proof
        Grounds grounds = 0;        // of all proofs below so far
        int opened = 0;             // children that were gone on from, in a pass of limited width
    };

    // Go on from a state that was made.
    void enter(const Made& made) {
        if (frames_.size() == pairs_.size()) {
            pairs_.push_back(std::make_unique<Pair>());
        }
        Pair& pair = *pairs_[frames_.size()];
        frames_.push_back({&made, &pair[0], &pair[1], children_.size(), cleared_.size()});
    }

    // Make the best child that waits. It is tried after the one that was made before it, and by then what the table says of
    // it is no longer far away; where none is left, the frame's own place in the table is needed soon.
    void look_ahead(Explorer& explorer, Frame& frame, const Refutations& refuted) {
        const Made& parent = *frame.made;
        std::swap(frame.next, frame.spare);
        Made& child = *frame.next;
        frame.has_next = false;
        while (!frame.has_next && children_.size() > frame.first_child) {
            child.action = children_.back().action();
            children_.pop_back();
            frame.has_next = !pays_more(frame, child.action);
        }
        if (!frame.has_next) {
            refuted.prefetch(explorer, parent.visit);
            return;
        }
        child.state = parent.state;
        explorer.advance(child.state, child.action);
        if (!child.state.won()) {
            child.visit = explorer.look(child.state, parent.state, parent.visit);
            refuted.prefetch(explorer, child.visit);
        }
    }

    // Enter a frame that is done: as a proof, or as searched in part. False when there is no room.
    bool remember(const Explorer& explorer, const Frame& frame, Refutations& refuted, Budget& budget) {
        if (frame.narrowed) {
            if (!budget.make_room(narrowed_)) {
                return false;
            }
            narrowed_.insert(frame.made->visit.key);
            return true;
        }
        if (!refuted.make_room(budget)) {
            return false;
        }
        refuted.insert(explorer, frame.made->state, frame.made->visit, frame.grounds);
        return true;
    }

    // The frame, which is the last one, has opened as many children as it may, and there are more.
    void leave_out_others(Frame& frame) {
        frame.narrowed = true;
        frame.has_next = false;
        children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(frame.first_child), children_.end());
    }

    // The state after an action of the last frame is lost: its grounds are the frame's too.
    void refute(const Explorer& explorer, const Action& action, int grounds) {
        frames_.back().grounds |= static_cast<Grounds>(grounds);
        if (explorer.reduced() && action.kind == Kind::discard && (grounds & (BURIED | CROWDED)) == 0) {
            cleared_.push_back(action.mask);
        }
    }

    // Whether a payment holds one whose state is lost though the hands never were too full and nothing buried was drawn:
    // with fewer cards in the hand it is lost as well.
    bool pays_more(const Frame& frame, const Action& action) const {
        if (action.kind != Kind::discard) {
            return false;
        }
        for (std::size_t place = frame.first_cleared; place < cleared_.size(); ++place) {
            const Mask mask = cleared_[place];
            if ((mask & ~action.mask & SUITED_MASK) == 0 && jesters_of(mask) <= jesters_of(action.mask)) {
                return true;
            }
        }
        return false;
    }

    void expand(Explorer& explorer, Frame& frame, const DepthFirstPlan& plan, const Refutations& refuted) {
        const std::size_t first = frame.first_child;
        const auto* known = refuted.exact(explorer);
        const Made& made = *frame.made;
        explorer.children(made.state, made.visit, plan.complete, known, [&](Score score, const Action& action, std::uint8_t) {
            const bool lost = score == Explorer::LOST;
            if (plan.noise > 0) {
                score += static_cast<Score>(static_cast<std::uint64_t>(plan.noise) * (generator_.word() >> 40) >> 24);
            }
            if (!lost) {
                children_.emplace_back(score, children_.size() - first, action);
            }
        });
        frame.grounds |= explorer.grounds_of_lost();
        // Nearly all of them will be tried, and most are few: the best one comes last.
        std::ranges::sort(std::span(children_).subspan(first), {}, &Child::rank);
    }

    void keep_line(const Action& last) {
        line_.clear();
        for (std::size_t place = 1; place < frames_.size(); ++place) {
            line_.push_back(frames_[place].made->action);
        }
        line_.push_back(last);
    }

    Generator generator_{0};
    std::vector<Frame> frames_;
    Made root_;
    std::vector<std::unique_ptr<Pair>> pairs_;  // for each frame two children: one is tried while the next one is made
    std::vector<Child> children_;
    std::vector<Mask> cleared_;
    MemoTable<KeyEntry> narrowed_;  // searched in this pass, but not to the end
    std::vector<Action> line_;
};

}  // namespace regicide
