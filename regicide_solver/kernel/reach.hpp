// Which cards can still come into a hand, and bounds that follow: reductions of the search.
//
// Every claim here is argued in docs/reductions.md and tested against the search without reductions.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "cards.hpp"
#include "rules.hpp"
#include "state.hpp"

namespace regicide {

// The cards in hands and those that can still be drawn.
struct Reach {
    bool bounded = false;  // at most `draws` cards are drawn from here to the end, all off the present Tavern
    int draws = 0;
};

// The least total value that it takes to defeat an enemy, in plays and payments together, whatever the cards.
//
// least(health, attack) over plays of any value up to the largest one: a play of v deals v, or 2v with clubs, and takes v
// off the attack with spades, both at once at best; unless it kills, what is left of the attack is paid.
class FightCosts {
public:
    static constexpr int LARGEST_PLAY = 40;

    FightCosts() {
        for (int largest = 1; largest <= LARGEST_PLAY; ++largest) {
            for (unsigned powers = 0; powers < 4; ++powers) {
                Table& table = tables_[static_cast<std::size_t>(largest)][powers];
                for (int health = 0; health <= LARGEST_HEALTH; ++health) {
                    for (int attack = 0; attack <= LARGEST_ATTACK; ++attack) {
                        at(table, health, attack) = static_cast<std::uint8_t>(least(table, largest, powers, health, attack));
                    }
                }
            }
        }
    }

    int cost(int largest, bool clubs, bool spades, int health, int attack) const {
        const Table& table = tables_[static_cast<std::size_t>(std::clamp(largest, 1, LARGEST_PLAY))]
                                    [(clubs ? 1U : 0U) | (spades ? 2U : 0U)];
        return table[static_cast<std::size_t>(health)][static_cast<std::size_t>(attack)];
    }

private:
    static constexpr int LARGEST_HEALTH = 40;
    static constexpr int LARGEST_ATTACK = 20;
    using Table = std::array<std::array<std::uint8_t, LARGEST_ATTACK + 1>, LARGEST_HEALTH + 1>;

    static std::uint8_t& at(Table& table, int health, int attack) {
        return table[static_cast<std::size_t>(health)][static_cast<std::size_t>(attack)];
    }

    static int least(Table& table, int largest, unsigned powers, int health, int attack) {
        if (health <= 0) {
            return 0;
        }
        int best = 255;
        for (int value = 1; value <= largest; ++value) {
            const int left = health - (powers & 1 ? 2 * value : value);
            if (left <= 0) {
                best = std::min(best, value);
                break;
            }
            const int blow = std::max(0, powers & 2 ? attack - value : attack);
            best = std::min(best, value + blow + at(table, left, blow));
        }
        return best;
    }

    std::array<std::array<Table, 4>, LARGEST_PLAY + 1> tables_{};
};

class ReachFinder {
public:
    explicit ReachFinder(const Rules& rules) : rules_(rules) {}

    // Look at a state that is not won. `lost` is set when the cards within reach cannot win.
    Reach find(const State& state, bool& lost) const {
        lost = false;
        if (state.flips > 0) {
            return {};  // a flip may refill a hand at any time
        }
        Mask hands = 0;
        for (std::size_t seat = 0; seat < static_cast<std::size_t>(rules_.players); ++seat) {
            hands += state.hands[seat];
        }
        // This fight: no royal falls before it ends, and a diamond royal lets nobody draw unless a Jester is about.
        Mask cards = hands;
        const bool sealed = state.enemy % 4 == DIAMONDS && !state.cancelled && hands < JESTER_UNIT;
        int draws = 0;
        const bool fight_bounded = sealed || close(state, cards, draws);
        if (fight_bounded && fight_cost(state, cards, state.enemy, true) > mask_value(cards)) {
            lost = true;
            return {false, draws};
        }
        if (sealed) {
            // What was said of this fight says nothing of the next one.
            cards = hands;
            draws = 0;
            if (!close(state, cards, draws)) {
                return {};
            }
        } else if (!fight_bounded) {
            return {};
        }
        // The whole game: royals that are killed exactly may be drawn too, where anything is drawn at all.
        if (draws > 0 || (cards & SUIT_MASKS[DIAMONDS]) != 0) {
            cards |= royals_to_come(state);
            if (!close(state, cards, draws)) {
                return {};
            }
        }
        int cost = fight_cost(state, cards, state.enemy, true);
        for (std::size_t place = 0; place < state.castle_size; ++place) {
            cost += fight_cost(state, cards, state.castle[place], false);
        }
        lost = cost > mask_value(cards);
        return {true, draws};
    }

private:
    // Add what the cards' own diamonds can draw off the Tavern, until nothing is added; false where that may be all of it.
    bool close(const State& state, Mask& cards, int& draws) const {
        while (true) {
            const int most = most_draws(cards);
            if (most <= draws) {
                return true;
            }
            if (most > state.tavern.size) {
                return false;
            }
            for (int place = draws; place < most; ++place) {
                cards += card_unit(state.tavern[place]);
            }
            draws = most;
        }
    }

    // The most cards that diamonds among these can draw, every card played once.
    int most_draws(Mask cards) const {
        const Mask diamonds = cards & SUIT_MASKS[DIAMONDS];
        if (diamonds == 0) {
            return 0;
        }
        int most = mask_value(diamonds);
        if (rules_.companions) {
            const Mask aces = cards & rank_mask(ACE);
            most += std::popcount(aces & ~SUIT_MASKS[DIAMONDS]);
            if ((aces & SUIT_MASKS[DIAMONDS]) != 0) {
                most += largest_value(cards & ~SUIT_MASKS[DIAMONDS] & SUITED_MASK);
            }
        }
        for (int rank = TWO; rank < JACK && 2 * rank <= rules_.combo_limit; ++rank) {
            const Mask same = cards & rank_mask(rank);
            if ((same & SUIT_MASKS[DIAMONDS]) != 0) {
                const int mates = std::min(std::popcount(same), rules_.combo_limit / rank) - 1;
                most += mates * rank;
            }
        }
        return most;
    }

    static int largest_value(Mask cards) {
        return cards == 0 ? 0 : card_value(static_cast<int>(std::bit_width(cards)) - 1);
    }

    // The royals that may still be put on top of the Tavern; the last one's fall ends the game.
    Mask royals_to_come(const State& state) const {
        if (rules_.exact_kill != ExactKill::top || state.castle_size == 0) {
            return 0;
        }
        Mask royals = card_unit(state.enemy);
        for (std::size_t place = 1; place < state.castle_size; ++place) {
            royals |= card_unit(state.castle[place]);
        }
        return royals;
    }

    int fight_cost(const State& state, Mask cards, int enemy, bool now) const {
        const bool freed = cards >= JESTER_UNIT || (now && state.cancelled);
        const bool clubs = (cards & SUIT_MASKS[CLUBS]) != 0 && (freed || enemy % 4 != CLUBS);
        const bool spades = (cards & SUIT_MASKS[SPADES]) != 0 && (freed || enemy % 4 != SPADES);
        int health = health_of(enemy);
        int attack = attack_of(enemy);
        int due = 0;
        if (now) {
            health -= state.damage;
            attack = std::max(0, attack - state.shield - (cards >= JESTER_UNIT ? int{state.locked_shield} : 0));
            due = state.suffering ? attack : 0;
        }
        return due + COSTS.cost(largest_play(cards), clubs, spades, health, attack);
    }

    // The largest value of one play.
    int largest_play(Mask cards) const {
        const Mask suited = cards & SUITED_MASK;
        int largest = largest_value(suited);
        if (rules_.companions && (suited & rank_mask(ACE)) != 0) {
            ++largest;
        }
        for (int rank = TWO; rank < JACK && 2 * rank <= rules_.combo_limit; ++rank) {
            const int count = std::min(std::popcount(suited & rank_mask(rank)), rules_.combo_limit / rank);
            largest = std::max(largest, count * rank);
        }
        return largest;
    }

    static inline const FightCosts COSTS;
    Rules rules_;
};

}  // namespace regicide
