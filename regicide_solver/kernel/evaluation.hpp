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
    static constexpr int MORE_THAN_ANY_HAND = 10'000;

    // What all hands together say.
    struct Hands {
        Score scores = 0;
        int values = 0;
        int poorest = MORE_THAN_ANY_HAND;
        int hearts = 0;
        int immune = 0;
        int acting = 0;
        int jesters = 0;

        void add(const Evaluation& evaluation, const State& state, Mask hand, bool acts) {
            const int value = mask_value(hand);
            scores += evaluation.hand_score(hand);
            values += value;
            poorest = std::min(poorest, value);
            hearts += mask_value(hand & SUIT_MASKS[HEARTS]);
            immune += state.cancelled ? 0 : mask_value(hand & SUIT_MASKS[static_cast<std::size_t>(state.enemy % 4)]);
            acting += acts ? value : 0;
            jesters += jesters_of(hand);
        }

        // Take cards out again, which are few.
        void remove(const Evaluation& evaluation, Mask gone, int value, Mask immune_suit) {
            values -= value;
            jesters -= jesters_of(gone);
            scores -= evaluation.weights_.hand_cards * jesters_of(gone);
            for (Mask left = gone & SUITED_MASK; left != 0; left &= left - 1) {
                const auto index = static_cast<std::size_t>(lowest_index(left));
                scores -= evaluation.card_scores_[index];
            }
            if ((gone & SUIT_MASKS[HEARTS]) != 0) {
                hearts -= mask_value(gone & SUIT_MASKS[HEARTS]);
            }
            if ((gone & immune_suit) != 0) {
                immune -= mask_value(gone & immune_suit);
            }
        }

        Score score(const Evaluation& evaluation, int discard_count, int discard_value) const {
            const SearchWeights& weights = evaluation.weights_;
            return scores + weights.poorest_hand * poorest + weights.discard_value * discard_value -
                   // Cards are conserved: what is in no hand, not in the discard pile and not in play is in the Tavern.
                   weights.tavern_value * (values + discard_value) + weights.immune * immune +
                   weights.acting_hand * acting + weights.jesters * jesters +
                   weights.healable * std::min(hearts, discard_count);
        }
    };

public:
    Evaluation(const SearchWeights& weights, const State& root, const Rules& rules)
        : weights_(weights), players_(static_cast<std::size_t>(rules.players)) {
        const std::array<Score, 4> suits{weights.clubs, weights.diamonds, weights.hearts, weights.spades};
        for (std::size_t byte = 0; byte < BYTES; ++byte) {
            std::array<Score, 256>& scores = hand_scores_[byte];
            scores[0] = 0;
            for (std::size_t bit = 0; bit < 8; ++bit) {
                const int value = card_value(static_cast<int>(8 * byte + bit));
                const Score score = weights.hand_cards + (weights.hand_value + suits[bit % 4]) * value;
                card_scores_[8 * byte + bit] = score;
                const std::size_t half = std::size_t{1} << bit;
                for (std::size_t bits = 0; bits < half; ++bits) {
                    scores[half + bits] = scores[bits] + score;
                }
            }
        }
        total_ = attack_of(root.enemy) + mask_value(root.discard) + mask_value(root.in_play);
        for (std::size_t seat = 0; seat < players_; ++seat) {
            total_ += mask_value(root.hands[seat]);
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
        Hands hands;
        for (std::size_t seat = 0; seat < players_; ++seat) {
            hands.add(*this, state, state.hands[seat], seat == state.turn);
        }
        return piles(state) + fight(state.enemy, state.damage, state.shield, mask_value(state.in_play)) +
               hands.score(*this, mask_count(state.discard), mask_value(state.discard));
    }

    // The scores of the states after an action that moves few cards, without making them.
    class After {
    public:
        After(const Evaluation& evaluation, const State& state)
            : evaluation_(evaluation),
              state_(state),
              piles_(evaluation.piles(state)),
              own_value_(mask_value(state.hand())),
              discard_count_(mask_count(state.discard)),
              discard_value_(mask_value(state.discard)),
              in_play_value_(mask_value(state.in_play)),
              immune_suit_(state.cancelled ? 0 : SUIT_MASKS[static_cast<std::size_t>(state.enemy % 4)]) {
            const std::size_t next = (state.turn + std::size_t{1}) % evaluation.players_;
            for (std::size_t seat = 0; seat < evaluation.players_; ++seat) {
                if (seat != state.turn) {
                    hands_.add(evaluation, state, state.hands[seat], false);
                }
            }
            poorest_other_ = hands_.poorest;
            next_value_ = evaluation.players_ > 1 ? mask_value(state.hands[next]) : 0;
            hands_.add(evaluation, state, state.hand(), false);
            fight_ = evaluation.fight(state.enemy, state.damage, state.shield, in_play_value_);
        }

        // Step 4: the hand, the discard pile and the turn change.
        Score payment(Mask mask) const {
            const int value = mask_value(mask);
            return piles_ + fight_ +
                   hands_after(mask, value, true)
                       .score(evaluation_, discard_count_ + mask_count(mask), discard_value_ + value);
        }

        // Step 1, no red power, no kill: the hand, the fight and perhaps the turn change.
        Score play(Mask mask, const Strike& done) const {
            const int value = mask_value(mask);
            const int shield = state_.shield + done.shielded;
            return piles_ +
                   evaluation_.fight(state_.enemy, state_.damage + done.dealt, shield, in_play_value_ + value) +
                   hands_after(mask, value, shield >= attack_of(state_.enemy))
                       .score(evaluation_, discard_count_, discard_value_);
        }

    private:
        Hands hands_after(Mask gone, int value, bool passes) const {
            Hands hands = hands_;
            hands.remove(evaluation_, gone, value, immune_suit_);
            hands.poorest = std::min(poorest_other_, own_value_ - value);
            hands.acting = passes && evaluation_.players_ > 1 ? next_value_ : own_value_ - value;
            return hands;
        }

        const Evaluation& evaluation_;
        const State& state_;
        Score piles_;
        Score fight_ = 0;
        int own_value_;
        int poorest_other_ = 0;
        int discard_count_;
        int discard_value_;
        int in_play_value_;
        int next_value_ = 0;
        Mask immune_suit_;
        Hands hands_;
    };

private:
    Score hand_score(Mask hand) const {
        Score score = weights_.hand_cards * jesters_of(hand);
        for (std::size_t byte = 0; byte < BYTES; ++byte) {
            score += hand_scores_[byte][hand >> (8 * byte) & 0xFF];
        }
        return score;
    }

    // What the Castle, the Tavern and the flips say.
    Score piles(const State& state) const {
        int top = 0;
        int top_diamonds = 0;
        for (int place = std::min(TOP_OF_TAVERN, int{state.tavern.size}); place-- > 0;) {
            const int index = state.tavern[place];
            const int value = card_value(index);
            top += value;
            top_diamonds += index % 4 == DIAMONDS ? value : 0;
        }
        const int standing = standing_[state.castle_size] + health_of(state.enemy);
        // A royal is worth half its health.
        return weights_.tavern_value * (total_ - standing / 2) - weights_.damage * standing -
               weights_.enemies_defeated * state.enemies_left() + weights_.tavern_cards * state.tavern.size +
               weights_.tavern_top * top + weights_.top_diamonds * top_diamonds + weights_.flips * state.flips;
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
    std::array<std::array<Score, 256>, BYTES> hand_scores_;
    std::array<Score, JESTER_INDEX> card_scores_;  // of each suited card in a hand
    std::array<int, MOST_ROYALS> standing_{};  // health in the Castle, by its size
};

}  // namespace regicide
