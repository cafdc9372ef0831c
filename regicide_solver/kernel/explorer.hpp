// What every way to search has in common: which states are worth expanding, and their children with scores.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "engine.hpp"
#include "evaluation.hpp"
#include "hashing.hpp"
#include "memo_table.hpp"
#include "payments.hpp"
#include "reach.hpp"

namespace regicide {

enum class PassEnd : std::uint8_t { won, exhausted, narrowed, nodes, stopped, full };
enum class StopReason : std::uint8_t { none, nodes, memory, watch };

// What may be spent by all passes together, and what was spent.
struct Budget {
    std::uint64_t nodes;  // the most
    std::size_t memory;   // the most bytes of all tables together
    std::uint64_t spent = 0;
    std::size_t bytes = 0;
    std::size_t largest_bytes = 0;
    int fewest_enemies = MOST_ROYALS;
    StopReason stopped_by = StopReason::none;

    // Whether a pass that may go on to `limit` is over, and how.
    template <typename Watch>
    std::optional<PassEnd> over(std::uint64_t limit, Watch& watch) {
        if (spent >= limit) {
            stopped_by = spent >= nodes ? StopReason::nodes : StopReason::none;
            return PassEnd::nodes;
        }
        if (spent % WATCH_INTERVAL == 0) {
            stopped_by = watch(*this);
            if (stopped_by != StopReason::none) {
                return PassEnd::stopped;
            }
        }
        return std::nullopt;
    }

    void charge(int enemies_left) {
        ++spent;
        fewest_enemies = std::min(fewest_enemies, enemies_left);
    }

    // Make room for one more key; false when the memory does not allow it.
    template <typename Table>
    bool make_room(Table& table) {
        if (!table.full()) {
            return true;
        }
        const std::size_t before = table.bytes();
        if (bytes - before + table.bytes_to_grow() > memory) {
            return false;
        }
        table.grow();
        bytes += table.bytes() - before;
        largest_bytes = std::max(largest_bytes, bytes + before);
        return true;
    }

    // Charge what something has grown by, or give back what it has shrunk by.
    void account(std::size_t before, std::size_t after) {
        bytes = bytes - before + after;
        largest_bytes = std::max(largest_bytes, bytes);
    }

    // Asked once in so many nodes whether to go on; far less than 100 ms apart.
    static constexpr std::uint64_t WATCH_INTERVAL = 1 << 12;
};

// Whether the cards that can be drawn, or were looked at, are among the buried ones too.
inline Grounds buried_in(const State& state, const Reach& reach) {
    return reach.draws > state.tavern.on_top() ? BURIED : Grounds{0};
}

class Explorer {
public:
    struct Visit {
        bool worthless;
        Reach reach;
        unsigned top;  // how many cards of the Tavern a proof may look at and still stand for others
        Key top_key;   // of these
        Key key;       // of the outline, or of the state itself where nothing is reduced
        Score piles;   // what the evaluation says of the Castle, the Tavern and the flips
    };

    // Below every score of an evaluation.
    static constexpr Score LOST = std::numeric_limits<Score>::min();

    Explorer(const Game& game, const State& root, const SearchWeights& weights, bool reduced, std::uint64_t salt)
        : game_(game),
          evaluation_(weights, root, game.rules()),
          finder_(game.rules()),
          hasher_(salt),
          reduced_(reduced) {}

    bool reduced() const { return reduced_; }

    void advance(State& state, const Action& action) {
        state.grounds = 0;
        regicide::advance(game_, state, action);
    }

    // See whether a state that is not won is worth expanding, as far as that shows without a table.
    Visit look(const State& state) const {
        Visit visit = judge(state);
        if (!visit.worthless) {
            visit.top_key = cards_key(hasher_, TOP, state.tavern, 0, visit.top);
            visit.piles = evaluation_.piles(state);
            set_key(visit, state);
        }
        return visit;
    }

    // The same, of a state that one action has led to.
    Visit look(const State& state, const State& before, const Visit& seen) const {
        Visit visit = judge(state);
        if (!visit.worthless) {
            // What is drawn moves the head, what comes to the bottom the size, and a royal on top has fallen. A flip with an
            // empty Tavern moves nothing.
            const bool same = state.tavern.head == before.tavern.head && state.tavern.size == before.tavern.size &&
                              state.castle_size == before.castle_size && state.flips == before.flips;
            visit.piles = same ? seen.piles : evaluation_.piles(state);
            visit.top_key = same && visit.top == seen.top ? seen.top_key
                                                          : cards_key(hasher_, TOP, state.tavern, 0, visit.top);
            set_key(visit, state);
        }
        return visit;
    }

    // The key of a state, without what `reach` says can no longer matter.
    Key exact_key(const State& state, const Visit& visit) const {
        if (!reduced_) {
            return visit.key;
        }
        Key key = visit.key;
        key += visit.reach.bounded ? hasher_.term(PILES, state.damage, 0) : details_key(hasher_, state, visit.top);
        return key;
    }

    // Go through the actions of a state that goes on, each with the score of the state after it and the size that the
    // Castle has there. The score is LOST where the state after is seen to be so already: there is no need to make it then.
    // `refuted` may be a table of states that are known to be lost: payments that lead to one are LOST then.
    template <typename Emit>
    void children(const State& state, const Visit& visit, bool complete, const MemoTable<KeyEntry>* refuted, Emit&& emit) {
        const Rules& rules = game_.rules();
        grounds_of_lost_ = 0;
        if (!state.suffering) {
            const Evaluation::After after(evaluation_, state, visit.piles);
            legal_actions(rules, state, actions_);
            for (const Action& action : actions_) {
                if (is_quiet(state, action)) {
                    const bool lost = state.flips == 0 && !after.can_pay(strike_);
                    emit(lost ? LOST : after.play(action.mask, strike_), action, state.castle_size);
                } else {
                    const Score score = score_after(state, action);
                    emit(score, action, scratch_.castle_size);
                }
            }
            return;
        }
        scratch_ = state;
        regicide::pay(scratch_, 0, rules);
        Mask& left = scratch_.hands[state.turn];
        const auto emit_payment = [&](const Evaluation::After& after, Mask mask, bool known) {
            left = state.hand() - mask;
            const bool lost = known || (state.flips == 0 && !may_play_or_yield(rules, scratch_));
            emit(lost ? LOST : after.payment(mask), Action{mask, Kind::discard, NO_SEAT}, state.castle_size);
        };
        if (refuted == nullptr) {
            const Evaluation::After after(evaluation_, state, visit.piles);
            for_payments(state, visit.reach, complete, [&](Mask mask) { emit_payment(after, mask, false); });
        } else {
            // Most are known already where payments are many. The states after differ from this one in the hand and the head
            // word alone; by the second round, what the table says of them is no longer far away.
            const std::uint64_t head = head_word(rules, scratch_, visit.top, false);
            Key same = visit.top_key;
            same += details_key(hasher_, scratch_, visit.top);
            paid_.clear();
            for_payments(state, visit.reach, complete, [&](Mask mask) {
                left = state.hand() - mask;
                Key key = hands_key(hasher_, rules, scratch_.hands, head);
                key += same;
                refuted->prefetch(key);
                paid_.push_back({mask, key});
            });
            const Evaluation::After after(evaluation_, state, visit.piles);
            for (const Paid& paid : paid_) {
                emit_payment(after, paid.mask, refuted->find(paid.key) != nullptr);
            }
        }
        if (state.flips > 0) {
            const Action flip{0, Kind::flip, NO_SEAT};
            emit(score_after(state, flip), flip, state.castle_size);
        }
    }

    // What the children rest on, together, that `children` saw to be lost last time.
    Grounds grounds_of_lost() const { return grounds_of_lost_; }

private:
    // What can be said of a state without keys.
    Visit judge(const State& state) const {
        Visit visit{outcome(game_.rules(), state) == Outcome::lost, {}, state.tavern.size, {}, {}, {}};
        if (!visit.worthless && reduced_) {
            visit.reach = finder_.find(state, visit.worthless);
            visit.top = static_cast<unsigned>(visit.reach.bounded ? visit.reach.draws : state.tavern.on_top());
        }
        return visit;
    }

    void set_key(Visit& visit, const State& state) const {
        const Rules& rules = game_.rules();
        visit.key = visit.top_key;
        visit.key += hands_key(hasher_, rules, state.hands, head_word(rules, state, visit.top, visit.reach.bounded));
        if (!reduced_) {
            visit.key += details_key(hasher_, state, visit.top);
        }
    }

    // Go through the payments that are worth a try.
    template <typename Emit>
    void for_payments(const State& state, const Reach& reach, bool complete, Emit&& emit) {
        // Where nobody draws again, cards that are kept never hurt: a payment with a card to spare is no better.
        if (!complete || (reach.bounded && reach.draws == 0)) {
            minimal_payments(state.hand(), attack_left(state), emit);
        } else {
            payments_.find(state.hand(), attack_left(state), game_.rules().overpay);
            for (std::size_t place = 0; place < payments_.size(); ++place) {
                emit(payments_[place]);
            }
        }
    }

    // Whether an action is a yield, or a play without a red power that leaves the enemy standing; `strike_` is what it does
    // then.
    bool is_quiet(const State& state, const Action& action) {
        bool quiet = action.kind == Kind::yield;
        strike_ = {};
        if (action.kind == Kind::play && action.next_seat == NO_SEAT) {
            const unsigned powers = active_powers(action.mask, state.enemy, state.cancelled);
            strike_ = strike(action.mask, powers, game_.rules().retro_spades);
            quiet = (powers & (1U << HEARTS | 1U << DIAMONDS)) == 0 &&
                    state.damage + strike_.dealt < health_of(state.enemy);
        }
        return quiet;
    }

    Score score_after(const State& state, const Action& action) {
        scratch_ = state;
        advance(scratch_, action);
        switch (outcome(game_.rules(), scratch_)) {
            case Outcome::won:
                return WINNING_SCORE;
            case Outcome::lost:
                grounds_of_lost_ |= scratch_.grounds;
                return LOST;
            case Outcome::open:
                break;
        }
        return evaluation_.score(scratch_);
    }

    struct Paid {
        Mask mask;
        Key key;  // of the state after
    };

    static constexpr Score WINNING_SCORE = 1 << 30;

    Game game_;
    Evaluation evaluation_;
    ReachFinder finder_;
    Hasher hasher_;
    bool reduced_;
    ActionList actions_;
    Payments payments_;
    std::vector<Paid> paid_;
    State scratch_{};
    Grounds grounds_of_lost_ = 0;
    Strike strike_{};
};

}  // namespace regicide
