// The order in which actions are tried: a linear evaluation of the state after each; see search/evaluation.py.
//
// Weights are whole thousandths, so that sums are exact and both engines, and every way to a sum, agree to the last digit.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "cards.hpp"
#include "engine.hpp"
#include "rules.hpp"
#include "state.hpp"

namespace regicide {

using Score = std::int32_t;

// What each feature is worth, per unit, in the order of `Weights` in search/weights.py.
struct SearchWeights {
    Score damage;
    Score enemies_defeated;
    Score hand_value;
    Score hand_cards;
    Score clubs;
    Score diamonds;
    Score hearts;
    Score spades;
    Score poorest_hand;
    Score tavern_value;
    Score tavern_cards;
    Score tavern_top;
    Score discard_value;
    Score shield;
    Score attack;
    Score flips;
    Score immune;
    Score acting_hand;
    Score top_diamonds;
    Score jesters;
    Score healable;
};

inline constexpr std::size_t WEIGHT_COUNT = sizeof(SearchWeights) / sizeof(Score);

class Evaluation {
    static constexpr std::size_t BYTES = JESTER_INDEX / 8;
    static constexpr int TOP_OF_TAVERN = 8;

    // What a set of cards says where it is in hands, in one word, so that one addition adds up all of it: the score of the
    // cards in the upper half, the value of each suit in a byte of the lower one (a whole suit is worth 101).
    using Sums = std::uint64_t;

    static Score score_in(Sums sums) { return static_cast<Score>(sums >> 32); }
    // Of one hand's cards, worth 160 at the most: the four bytes added up in the uppermost one.
    static int value_in(Sums sums) { return static_cast<int>((sums & 0xFFFF'FFFF) * 0x0101'0101 >> 24 & 0xFF); }
    static int suit_in(Sums sums, int suit) { return static_cast<int>(sums >> (8 * suit) & 0xFF); }

public:
    Evaluation(const SearchWeights& weights, const State& root, const Rules& rules)
        : weights_(weights), players_(static_cast<std::size_t>(rules.players)) {
        const std::array<Score, 4> suits{weights.clubs, weights.diamonds, weights.hearts, weights.spades};
        for (std::size_t index = 0; index < JESTER_INDEX; ++index) {
            const std::size_t suit = index % 4;
            const int value = card_value(static_cast<int>(index));
            // Cards are conserved: what is in no hand, not in the discard pile and not in play is in the Tavern.
            const Score score = weights.hand_cards + (weights.hand_value + suits[suit] - weights.tavern_value) * value;
            card_sums_[index] = static_cast<Sums>(score) << 32 | static_cast<Sums>(value) << (8 * suit);
            top_scores_[index] = (weights.tavern_top + (suit == DIAMONDS ? weights.top_diamonds : 0)) * value;
        }
        card_sums_[JESTER_INDEX] = static_cast<Sums>(weights.hand_cards + weights.jesters) << 32;
        for (std::size_t byte = 0; byte < BYTES; ++byte) {
            for (std::size_t bit = 0; bit < 8; ++bit) {
                const std::size_t half = std::size_t{1} << bit;
                for (std::size_t bits = 0; bits < half; ++bits) {
                    byte_sums_[byte][half + bits] = byte_sums_[byte][bits] + card_sums_[8 * byte + bit];
                }
            }
        }
        total_ = attack_of(root.enemy) + root.discard_value + root.in_play_value;
        for (std::size_t seat = 0; seat < players_; ++seat) {
            total_ += root.hand_values[seat];
        }
        for (int place = 0; place < root.tavern.size; ++place) {
            total_ += card_value(root.tavern[place]);
        }
        int health = 0;
        for (std::size_t place = 0; place <= root.castle_size; ++place) {
            standing_[place] = health;
            if (place < root.castle_size) {
                health += health_of(root.castle[place]);
                total_ += attack_of(root.castle[place]);
            }
        }
    }

    // The score of a state that is not won.
    Score score(const State& state) const {
        int poorest = state.hand_value();
        Mask hands = 0;
        for (std::size_t seat = 0; seat < players_; ++seat) {
            hands += state.hands[seat];
            poorest = std::min(poorest, int{state.hand_values[seat]});
        }
        return piles(state) + fight(state.enemy, state.damage, state.shield, state.in_play_value) +
               hands_and_discard(state, sums_of(hands), poorest, state.hand_value(), mask_count(state.discard),
                                 state.discard_value);
    }

    // What the Castle, the Tavern and the flips say.
    Score piles(const State& state) const {
        Score top = 0;
        for (int place = std::min(TOP_OF_TAVERN, int{state.tavern.size}); place-- > 0;) {
            top += top_scores_[static_cast<std::size_t>(state.tavern[place])];
        }
        const int standing = standing_[state.castle_size] + health_of(state.enemy);
        // A royal is worth half its health.
        return weights_.tavern_value * (total_ - standing / 2) - weights_.damage * standing -
               weights_.enemies_defeated * state.enemies_left() + weights_.tavern_cards * state.tavern.size + top +
               weights_.flips * state.flips;
    }

    // The scores of the states after an action that moves few cards, without making them.
    class After {
    public:
        // `piles` is what the evaluation says of those of the state.
        After(const Evaluation& evaluation, const State& state, Score piles)
            : evaluation_(evaluation),
              state_(state),
              piles_(piles),
              own_value_(state.hand_value()),
              discard_count_(mask_count(state.discard)),
              discard_value_(state.discard_value),
              in_play_value_(state.in_play_value) {
            Mask hands = state.hand();
            std::size_t seat = state.turn;
            for (std::size_t others = evaluation.players_ - 1; others > 0; --others) {
                seat = (seat == 0 ? evaluation.players_ : seat) - 1;
                hands += state.hands[seat];
                next_value_ = state.hand_values[seat];  // the next seat comes last
                poorest_other_ = std::min(poorest_other_, next_value_);
            }
            sums_ = evaluation.sums_of(hands);
            fight_ = evaluation.fight(state.enemy, state.damage, state.shield, in_play_value_);
        }

        // Step 4: the hand, the discard pile and the turn change.
        Score payment(Mask mask) const {
            const Sums gone = evaluation_.sums_of_few(mask);
            const int value = value_in(gone);
            return piles_ + fight_ +
                   hands_and_discard(gone, value, true, discard_count_ + mask_count(mask), discard_value_ + value);
        }

        // Step 1, as in `play`: whether what is left of the hand can pay in step 4, if it comes to that.
        bool can_pay(const Strike& done) const {
            return own_value_ - done.value >= attack_of(state_.enemy) - state_.shield - done.shielded;
        }

        // Step 1, no red power, no kill: the hand, the fight and perhaps the turn change. A yield is a play of no card.
        Score play(Mask mask, const Strike& done) const {
            const int shield = state_.shield + done.shielded;
            return piles_ +
                   evaluation_.fight(state_.enemy, state_.damage + done.dealt, shield, in_play_value_ + done.value) +
                   hands_and_discard(evaluation_.sums_of_few(mask), done.value, shield >= attack_of(state_.enemy),
                                     discard_count_, discard_value_);
        }

    private:
        // With the cards `gone` from the own hand.
        Score hands_and_discard(Sums gone, int value, bool passes, int discard_count, int discard_value) const {
            const int own_value = own_value_ - value;
            return evaluation_.hands_and_discard(state_, sums_ - gone, std::min(poorest_other_, own_value),
                                                 passes && evaluation_.players_ > 1 ? next_value_ : own_value,
                                                 discard_count, discard_value);
        }

        static constexpr int MORE_THAN_ANY_HAND = 10'000;

        const Evaluation& evaluation_;
        const State& state_;
        Score piles_;
        Score fight_;
        int own_value_;
        int poorest_other_ = MORE_THAN_ANY_HAND;
        int discard_count_;
        int discard_value_;
        int in_play_value_;
        int next_value_ = 0;
        Sums sums_;
    };

private:
    // Of the cards of one hand, or of all hands together.
    Sums sums_of(Mask cards) const {
        Sums sums = static_cast<Sums>(jesters_of(cards)) * card_sums_[JESTER_INDEX];
        for (std::size_t byte = 0; byte < BYTES; ++byte) {
            sums += byte_sums_[byte][cards >> (8 * byte) & 0xFF];
        }
        return sums;
    }

    // The same, faster where the cards are few.
    Sums sums_of_few(Mask cards) const {
        Sums sums = static_cast<Sums>(jesters_of(cards)) * card_sums_[JESTER_INDEX];
        for (Mask left = cards & SUITED_MASK; left != 0; left &= left - 1) {
            sums += card_sums_[static_cast<std::size_t>(lowest_index(left))];
        }
        return sums;
    }

    // What the hands and the discard pile say, `sums` being those of all hands; of the state only the fight is asked.
    Score hands_and_discard(const State& state, Sums sums, int poorest, int acting, int discard_count,
                            int discard_value) const {
        return score_in(sums) + weights_.poorest_hand * poorest + weights_.acting_hand * acting +
               weights_.immune * (state.cancelled ? 0 : suit_in(sums, state.enemy % 4)) +
               weights_.healable * std::min(suit_in(sums, HEARTS), discard_count) +
               (weights_.discard_value - weights_.tavern_value) * discard_value;
    }

    Score fight(int enemy, int damage, int shield, int in_play_value) const {
        const int attack = attack_of(enemy);
        const int held = std::min(shield, attack);
        return weights_.damage * damage + weights_.shield * held + weights_.attack * (attack - held) -
               weights_.tavern_value * in_play_value;
    }

    SearchWeights weights_;
    std::size_t players_;
    int total_;  // the value of all cards of the game
    std::array<std::array<Sums, 256>, BYTES> byte_sums_{};  // of every set of eight neighbours in card order
    std::array<Sums, JESTER_INDEX + 1> card_sums_;
    std::array<Score, JESTER_INDEX + 1> top_scores_{};  // of a card at the top of the Tavern
    std::array<int, MOST_ROYALS> standing_{};  // health in the Castle, by its size
};

}  // namespace regicide
