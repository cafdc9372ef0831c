// The order in which actions are tried: a linear evaluation of the state after each; see search/evaluation.py.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "cards.hpp"
#include "rules.hpp"
#include "state.hpp"

namespace regicide {

// What each feature is worth, per unit, in the order of `Weights` in search/evaluation.py.
struct SearchWeights {
    float damage;
    float enemies_defeated;
    float hand_value;
    float hand_cards;
    float clubs;
    float diamonds;
    float hearts;
    float spades;
    float poorest_hand;
    float tavern_value;
    float tavern_cards;
    float tavern_top;
    float discard_value;
    float shield;
    float attack;
    float flips;
};

inline constexpr std::size_t WEIGHT_COUNT = sizeof(SearchWeights) / sizeof(float);

class Evaluation {
public:
    Evaluation(const SearchWeights& weights, const State& root, const Rules& rules) : weights_(weights), players_(rules.players) {
        const std::array<float, 4> suits{weights.clubs, weights.diamonds, weights.hearts, weights.spades};
        for (std::size_t byte = 0; byte < BYTES; ++byte) {
            for (unsigned bits = 0; bits < 256; ++bits) {
                float score = 0;
                for (unsigned bit = 0; bit < 8; ++bit) {
                    const int index = static_cast<int>(8 * byte + bit);
                    if (bits >> bit & 1 && index < JESTER_INDEX) {
                        score += weights.hand_cards + (weights.hand_value + suits[bit % 4]) *
                                                          static_cast<float>(card_value(index));
                    }
                }
                hand_scores_[byte][bits] = score;
            }
        }
        total_ = attack_of(root.enemy) + mask_value(root.discard) + mask_value(root.in_play);
        for (std::size_t seat = 0; seat < static_cast<std::size_t>(players_); ++seat) {
            total_ += mask_value(root.hands[seat]);
        }
        for (int place = 0; place < root.tavern.size; ++place) {
            total_ += card_value(root.tavern[place]);
        }
        int health = 0;
        for (int place = 0; place <= root.castle_size; ++place) {
            standing_[static_cast<std::size_t>(place)] = health;
            if (place < root.castle_size) {
                health += health_of(root.castle[static_cast<std::size_t>(place)]);
                total_ += attack_of(root.castle[static_cast<std::size_t>(place)]);
            }
        }
    }

    float hand_score(Mask hand) const {
        float score = weights_.hand_cards * static_cast<float>(jesters_of(hand));
        for (std::size_t byte = 0; byte < BYTES; ++byte) {
            score += hand_scores_[byte][hand >> (8 * byte) & 0xFF];
        }
        return score;
    }

    // The score of a state that is not won.
    float score(const State& state) const {
        float score = 0;
        int poorest = 1 << 20;
        int values = 0;
        for (std::size_t seat = 0; seat < static_cast<std::size_t>(players_); ++seat) {
            const int value = mask_value(state.hands[seat]);
            score += hand_score(state.hands[seat]);
            poorest = std::min(poorest, value);
            values += value;
        }
        return score + rest(state, values) + weights_.poorest_hand * static_cast<float>(poorest) +
               weights_.discard_value * static_cast<float>(mask_value(state.discard));
    }

    // The scores of the states after payments: only the hand and the discard pile change.
    class AfterPayment {
    public:
        AfterPayment(const Evaluation& evaluation, const State& state)
            : evaluation_(evaluation),
              hand_(state.hand()),
              hand_value_(mask_value(state.hand())),
              base_(evaluation.weights_.discard_value * static_cast<float>(mask_value(state.discard))) {
            int values = hand_value_;
            for (std::size_t seat = 0; seat < static_cast<std::size_t>(evaluation.players_); ++seat) {
                if (seat != state.turn) {
                    base_ += evaluation.hand_score(state.hands[seat]);
                    const int value = mask_value(state.hands[seat]);
                    poorest_other_ = std::min(poorest_other_, value);
                    values += value;
                }
            }
            base_ += evaluation.rest(state, values);
        }

        float score(Mask payment) const {
            const int paid = mask_value(payment);
            const SearchWeights& weights = evaluation_.weights_;
            return base_ + evaluation_.hand_score(hand_ - payment) +
                   weights.poorest_hand * static_cast<float>(std::min(poorest_other_, hand_value_ - paid)) +
                   weights.discard_value * static_cast<float>(paid);
        }

    private:
        const Evaluation& evaluation_;
        Mask hand_;
        int hand_value_;
        float base_;
        int poorest_other_ = 1 << 20;
    };

private:
    static constexpr std::size_t BYTES = JESTER_INDEX / 8;
    static constexpr int TOP_OF_TAVERN = 8;

    // All but the hands and the discard pile.
    float rest(const State& state, int hand_values) const {
        const int attack = attack_of(state.enemy);
        const int shield = std::min(int{state.shield}, attack);
        int top = 0;
        for (int place = std::min(TOP_OF_TAVERN, int{state.tavern.size}); place-- > 0;) {
            top += card_value(state.tavern[place]);
        }
        const int standing = standing_[state.castle_size] + health_of(state.enemy);
        // Cards are conserved, and a royal is worth half its health: what is not elsewhere is in the Tavern.
        const int tavern = total_ - standing / 2 - hand_values - mask_value(state.discard) - mask_value(state.in_play);
        return weights_.damage * static_cast<float>(state.damage - standing) -
               weights_.enemies_defeated * static_cast<float>(state.enemies_left()) +
               weights_.tavern_value * static_cast<float>(tavern) +
               weights_.tavern_cards * static_cast<float>(state.tavern.size) +
               weights_.tavern_top * static_cast<float>(top) + weights_.shield * static_cast<float>(shield) +
               weights_.attack * static_cast<float>(attack - shield) + weights_.flips * static_cast<float>(state.flips);
    }

    SearchWeights weights_;
    int players_;
    int total_;  // the value of all cards of the game
    std::array<std::array<float, 256>, BYTES> hand_scores_;
    std::array<int, MOST_ROYALS> standing_{};  // health in the Castle, by its size
};

}  // namespace regicide
