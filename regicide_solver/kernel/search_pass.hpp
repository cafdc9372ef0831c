// One pass of the search: depth-first, iterative, memoised, ordered by an evaluation; see search/depth_first.py.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine.hpp"
#include "evaluation.hpp"
#include "hashing.hpp"
#include "memo_table.hpp"
#include "reach.hpp"

namespace regicide {

enum class PassEnd : std::uint8_t { won, exhausted, nodes, stopped };
enum class StopReason : std::uint8_t { none, nodes, memory, watch };

// What may be spent by all passes together, and what was spent.
struct Budget {
    std::uint64_t nodes;   // the most
    std::size_t memory;    // the most bytes of all memo tables together
    std::uint64_t spent = 0;
    std::size_t table_bytes = 0;
    std::size_t largest_table_bytes = 0;
    int fewest_enemies = MOST_ROYALS + 1;
    StopReason stopped_by = StopReason::none;
};

struct Pass {
    std::uint64_t nodes;  // the most of this pass
    bool complete;        // all legal actions; otherwise only minimal payments
    float noise;          // the spread of what is added to each score
    std::uint64_t noise_seed;
};

// Asked once in so many nodes whether to go on; far less than 100 ms apart.
inline constexpr std::uint64_t WATCH_INTERVAL = 1 << 12;

class Searcher {
public:
    Searcher(const Game& game, const State& root, const SearchWeights& weights, bool reduced, std::uint64_t salt)
        : game_(game),
          root_(root),
          evaluation_(weights, root, game.rules()),
          finder_(game.rules()),
          hasher_(salt),
          reduced_(reduced) {}

    // Search below the root once. States that are searched to the end without a win stay in the table, so that a later
    // pass over the same actions goes on where this one left off. `watch` gives the reason to stop, or none.
    template <typename Watch>
    PassEnd run(const Pass& plan, MemoTable& table, Budget& budget, Watch&& watch) {
        const std::uint64_t limit = std::min(budget.nodes, budget.spent + plan.nodes);
        frames_.clear();
        children_.clear();
        generator_ = Generator(plan.noise_seed);
        State state = root_;
        Action action{};
        Visit visit = look(state, table);
        if (visit.worthless) {
            return PassEnd::exhausted;
        }
        while (true) {
            if (budget.spent >= limit) {
                budget.stopped_by = budget.spent >= budget.nodes ? StopReason::nodes : StopReason::none;
                return PassEnd::nodes;
            }
            if (budget.spent % WATCH_INTERVAL == 0) {
                budget.stopped_by = watch(budget);
                if (budget.stopped_by != StopReason::none) {
                    return PassEnd::stopped;
                }
            }
            ++budget.spent;
            budget.fewest_enemies = std::min(budget.fewest_enemies, state.enemies_left());
            frames_.push_back({state, visit.key, action, children_.size()});
            expand(frames_.back(), visit.reach, plan);
            // Go to the best child that is left, here or further up.
            while (true) {
                Frame& frame = frames_.back();
                if (children_.size() == frame.first_child) {
                    if (!remember(frame.key, table, budget)) {
                        return PassEnd::stopped;
                    }
                    frames_.pop_back();
                    if (frames_.empty()) {
                        return PassEnd::exhausted;
                    }
                    continue;
                }
                const auto begin = children_.begin() + static_cast<std::ptrdiff_t>(frame.first_child);
                std::pop_heap(begin, children_.end(), after);
                const Child child = children_.back();
                children_.pop_back();
                state = frame.state;
                action = child.action;
                advance(game_, state, action);
                if (state.won()) {
                    keep_line(action);
                    return PassEnd::won;
                }
                visit = look(state, table);
                // A yield that changes nothing (solo, attack 0) is the only cycle in the game: no progress.
                if (!visit.worthless && !(visit.key == frame.key)) {
                    break;
                }
            }
        }
    }

    // Go on below another state of the same game, one that play reaches from the first root. The tables may be kept: keys
    // tell apart all states after the first root.
    void restart(const State& root) { root_ = root; }

    // The line of the pass that won.
    const std::vector<Action>& line() const { return line_; }

private:
    struct Child {
        float score;
        std::uint32_t order;
        Action action;
    };

    struct Frame {
        State state;
        Key key;
        Action action;  // the one that led here
        std::size_t first_child;
    };

    struct Visit {
        bool worthless;
        Reach reach;
        Key key;
    };

    // The heap's order: whether `one` is tried after `two`.
    static bool after(const Child& one, const Child& two) {
        return one.score != two.score ? one.score < two.score : one.order > two.order;
    }

    // See whether a state that is not won is worth expanding.
    Visit look(const State& state, const MemoTable& table) const {
        Visit visit{outcome(game_.rules(), state) == Outcome::lost, {}, {}};
        if (visit.worthless) {
            return visit;
        }
        if (reduced_) {
            visit.reach = finder_.find(state, visit.worthless);
            if (visit.worthless) {
                return visit;
            }
        }
        visit.key = make_key(game_.rules(), state, visit.reach, hasher_);
        visit.worthless = table.holds(visit.key);
        return visit;
    }

    void expand(const Frame& frame, const Reach& reach, const Pass& plan) {
        const State& state = frame.state;
        const Rules& rules = game_.rules();
        if (state.suffering) {
            // Where nobody draws again, cards that are kept never hurt: a payment with a card to spare is no better.
            const bool minimal = !plan.complete || (reach.bounded && reach.draws == 0);
            payments_.find(state.hand(), attack_left(state), minimal ? Overpay::minimal : rules.overpay);
            const Evaluation::AfterPayment evaluate(evaluation_, state);
            for (std::size_t place = 0; place < payments_.size(); ++place) {
                const Mask mask = payments_[place];
                push(evaluate.score(mask), {mask, Kind::discard, NO_SEAT}, frame.first_child, plan);
            }
            if (state.flips > 0) {
                push_applied(state, {0, Kind::flip, NO_SEAT}, frame.first_child, plan);
            }
        } else {
            legal_actions(rules, state, actions_);
            for (const Action& action : actions_) {
                push_applied(state, action, frame.first_child, plan);
            }
        }
        std::make_heap(children_.begin() + static_cast<std::ptrdiff_t>(frame.first_child), children_.end(), after);
    }

    void push_applied(const State& state, const Action& action, std::size_t first, const Pass& plan) {
        scratch_ = state;
        advance(game_, scratch_, action);
        const float score = scratch_.won() ? WINNING_SCORE : evaluation_.score(scratch_);
        push(score, action, first, plan);
    }

    void push(float score, const Action& action, std::size_t first, const Pass& plan) {
        if (plan.noise > 0) {
            score += plan.noise * static_cast<float>(generator_.word() >> 40) * (1.0F / (1 << 24));
        }
        children_.push_back({score, static_cast<std::uint32_t>(children_.size() - first), action});
    }

    bool remember(const Key& key, MemoTable& table, Budget& budget) const {
        if (table.full()) {
            const std::size_t before = table.bytes();
            if (budget.table_bytes - before + table.bytes_to_grow() > budget.memory) {
                budget.stopped_by = StopReason::memory;
                return false;
            }
            table.grow();
            budget.table_bytes += table.bytes() - before;
            budget.largest_table_bytes = std::max(budget.largest_table_bytes, budget.table_bytes + before);
        }
        table.insert(key);
        return true;
    }

    void keep_line(const Action& last) {
        line_.clear();
        for (std::size_t place = 1; place < frames_.size(); ++place) {
            line_.push_back(frames_[place].action);
        }
        line_.push_back(last);
    }

    static constexpr float WINNING_SCORE = 1e30F;

    Game game_;
    State root_;
    Evaluation evaluation_;
    ReachFinder finder_;
    Hasher hasher_;
    bool reduced_;
    Generator generator_{0};
    std::vector<Frame> frames_;
    std::vector<Child> children_;
    std::vector<Action> line_;
    ActionList actions_;
    Payments payments_;
    State scratch_{};
};

}  // namespace regicide
