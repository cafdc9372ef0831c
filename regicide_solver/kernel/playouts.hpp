// Playouts: whole games at random or by a scoring policy, as regicide_solver/playouts.py describes them.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>

#include "engine.hpp"
#include "features.hpp"
#include "stop.hpp"

namespace regicide {

// Keeps the playouts' random numbers apart from the deal's and the heals', should they have the same seed.
inline constexpr std::uint64_t PLAYOUT_SALT = 0x706C61796F757473;  // "playouts" in ASCII

// Playout number `index` of a seed has a generator of its own, seeded with that word of one common generator, so that it
// does not matter who plays it and when.
constexpr Generator playout_generator(std::uint64_t seed, std::uint64_t index) {
    return Generator(mix(mix(seed ^ PLAYOUT_SALT) + (index + 1) * INCREMENT));
}

struct PlayoutTotals {
    std::uint64_t wins = 0;
    std::uint64_t turns = 0;
    std::uint64_t actions = 0;
    std::uint64_t flips = 0;
    std::array<std::uint64_t, MOST_ROYALS + 1> enemies_defeated{};

    void add(const PlayoutTotals& other) {
        wins += other.wins;
        turns += other.turns;
        actions += other.actions;
        flips += other.flips;
        for (std::size_t place = 0; place < enemies_defeated.size(); ++place) {
            enemies_defeated[place] += other.enemies_defeated[place];
        }
    }
};

// Deal anew what the seat that acts cannot see: the heals to come, the Castle's order within each rank (the ranks from
// the bottom up), and the other hands with the Tavern.
inline void reshuffle_hidden(Game& game, State& state, Generator& generator) {
    game.reseed(generator.word());
    const auto castle = std::span(state.castle).first(state.castle_size);
    for (std::size_t begin = 0; begin < castle.size();) {
        std::size_t end = begin;
        while (end < castle.size() && castle[end] / 4 == castle[begin] / 4) {
            ++end;
        }
        generator.shuffle(castle.subspan(begin, end - begin));
        begin = end;
    }
    Deck hidden{};
    const auto players = static_cast<std::size_t>(game.rules().players);
    std::array<int, MOST_PLAYERS> sizes{};
    for (std::size_t seat = 0; seat < players; ++seat) {
        if (seat == state.turn) {
            continue;
        }
        sizes[seat] = mask_count(state.hands[seat]);
        for (Mask cards = state.hands[seat] & SUITED_MASK; cards != 0; cards &= cards - 1) {
            hidden.cards[hidden.size++] = static_cast<std::uint8_t>(lowest_index(cards));
        }
        for (int jester = 0; jester < jesters_of(state.hands[seat]); ++jester) {
            hidden.cards[hidden.size++] = JESTER_INDEX;
        }
        state.hands[seat] = 0;
        state.hand_values[seat] = 0;
    }
    for (int place = 0; place < state.tavern.size; ++place) {
        hidden.cards[hidden.size++] = static_cast<std::uint8_t>(state.tavern[place]);
    }
    generator.shuffle(hidden.span());
    state.tavern = {};
    std::size_t place = 0;
    for (std::size_t seat = 0; seat < players; ++seat) {
        for (; sizes[seat] > 0; --sizes[seat]) {
            take(state, seat, hidden.cards[place++]);
        }
    }
    while (place < hidden.size) {
        state.tavern.push_bottom(hidden.cards[place++]);
    }
}

// Plays games from one state; one for each thread.
class Player {
public:
    Player(const Game& game, const State& start, const std::optional<Weights>& weights, bool reshuffle)
        : game_(game), start_(start), weights_(weights), reshuffle_(reshuffle) {}

    void play(Generator generator) {
        State state = start_;
        if (reshuffle_) {
            reshuffle_hidden(game_, state, generator);
        }
        Action action;
        while (weights_ ? choose_best(state, action) : choose_at_random(state, generator, action)) {
            ++totals_.actions;
            totals_.turns += action.kind == Kind::play || action.kind == Kind::yield ? 1U : 0U;
            totals_.flips += action.kind == Kind::flip ? 1U : 0U;
            advance(game_, state, action);
        }
        totals_.wins += state.won() ? 1U : 0U;
        ++totals_.enemies_defeated[static_cast<std::size_t>(start_.enemies_left() - state.enemies_left())];
    }

    const PlayoutTotals& totals() const { return totals_; }

private:
    // A solo yield at attack 0 changes nothing. A playout leaves it out, so that every game comes to an end.
    static bool is_idle(const Rules& rules, const State& state, const Action& action) {
        return action.kind == Kind::yield && rules.solo_yield == SoloYield::always && rules.players == 1 &&
               attack_left(state) == 0;
    }

    // The legal actions but for the idle one.
    std::span<const Action> choices(const State& state) {
        legal_actions(game_.rules(), state, actions_);
        const auto idle = std::ranges::find_if(
            actions_, [&](const Action& action) { return is_idle(game_.rules(), state, action); });
        if (idle != actions_.end()) {
            actions_.erase(static_cast<std::size_t>(idle - actions_.begin()));
        }
        return actions_.span();
    }

    bool choose_at_random(const State& state, Generator& generator, Action& chosen) {
        if (state.suffering) {
            return choose_payment_at_random(state, generator, chosen);
        }
        const auto legal = choices(state);
        if (legal.empty()) {
            return false;
        }
        chosen = legal[static_cast<std::size_t>(generator.below(static_cast<int>(legal.size())))];
        return true;
    }

    // As from the list of legal actions, of which only the chosen one is made.
    bool choose_payment_at_random(const State& state, Generator& generator, Action& chosen) {
        payments_.find(state.hand(), attack_left(state), game_.rules().overpay);
        const std::size_t count = payments_.size() + (state.flips > 0 ? 1 : 0);
        if (count == 0) {
            return false;
        }
        const auto place = static_cast<std::size_t>(generator.below(static_cast<int>(count)));
        chosen = place < payments_.size() ? Action{payments_[place], Kind::discard, NO_SEAT}
                                          : Action{0, Kind::flip, NO_SEAT};
        return true;
    }

    // The action with the highest score; of equals the first.
    bool choose_best(const State& state, Action& chosen) {
        bool found = false;
        double best = 0;
        for (const Action& action : choices(state)) {
            const State after = successor(game_, state, action);
            const double reached = score(*weights_, features_of(game_.rules(), after, state.turn));
            if (!found || reached > best) {
                found = true;
                best = reached;
                chosen = action;
            }
        }
        return found;
    }

    Game game_;
    State start_;
    std::optional<Weights> weights_;
    bool reshuffle_;
    PlayoutTotals totals_;
    ActionList actions_;
    Payments payments_;
};

// Hands the playouts 0 to count - 1 out to threads, some at a time.
class PlayoutCounter {
public:
    explicit PlayoutCounter(std::uint64_t count) : count_(count) {}

    // Let a player play until all playouts are taken or a stop is asked for.
    void serve(Player& player, std::uint64_t seed, const Stop& stop) {
        constexpr std::uint64_t BLOCK = 64;
        for (std::uint64_t begin = next_.fetch_add(BLOCK); begin < count_; begin = next_.fetch_add(BLOCK)) {
            for (std::uint64_t index = begin; index < std::min(begin + BLOCK, count_); ++index) {
                if (stop) {
                    return;
                }
                player.play(playout_generator(seed, index));
            }
        }
    }

private:
    std::uint64_t count_;
    std::atomic<std::uint64_t> next_ = 0;
};

}  // namespace regicide
