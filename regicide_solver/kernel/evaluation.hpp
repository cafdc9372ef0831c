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
    float immune;
    float acting_hand;
    float top_diamonds;
    float jesters;
    float healable;
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

private:
    static constexpr std::size_t BYTES = JESTER_INDEX / 8;

    // What all hands together say.
    struct Hands {
        float scores = 0;
        int values = 0;
        int poorest = 1 << 20;
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

        float score(const Evaluation& evaluation, int discard_count, int discard_value) const {
            const SearchWeights& weights = evaluation.weights_;
            return scores + weights.poorest_hand * static_cast<float>(poorest) +
                   weights.discard_value * static_cast<float>(discard_value) -
                   // Cards are conserved: what is in no hand and not in the discard pile is in the Tavern.
                   weights.tavern_value * static_cast<float>(values + discard_value) +
                   weights.immune * static_cast<float>(immune) + weights.acting_hand * static_cast<float>(acting) +
                   weights.jesters * static_cast<float>(jesters) +
                   weights.healable * static_cast<float>(std::min(hearts, discard_count));
        }
    };

public:
    float hand_score(Mask hand) const {
        float score = weights_.hand_cards * static_cast<float>(jesters_of(hand));
        for (std::size_t byte = 0; byte < BYTES; ++byte) {
            score += hand_scores_[byte][hand >> (8 * byte) & 0xFF];
        }
        return score;
    }

    // The score of a state that is not won.
    float score(const State& state) const {
        Hands hands;
        for (std::size_t seat = 0; seat < static_cast<std::size_t>(players_); ++seat) {
            hands.add(*this, state, state.hands[seat], seat == state.turn);
        }
        return rest(state) + hands.score(*this, mask_count(state.discard), mask_value(state.discard));
    }

    // The scores of the states after payments: only the hand, the discard pile and the turn change.
    class AfterPayment {
    public:
        AfterPayment(const Evaluation& evaluation, const State& state)
            : evaluation_(evaluation),
              state_(state),
              base_(evaluation.rest(state)),
              discard_count_(mask_count(state.discard)),
              discard_value_(mask_value(state.discard)),
              alone_(evaluation.players_ == 1) {
            const auto next = static_cast<std::size_t>((state.turn + 1) % evaluation.players_);
            for (std::size_t seat = 0; seat < static_cast<std::size_t>(evaluation.players_); ++seat) {
                if (seat != state.turn) {
                    others_.add(evaluation, state, state.hands[seat], seat == next);
                }
            }
        }

        float score(Mask payment) const {
            Hands hands = others_;
            hands.add(evaluation_, state_, state_.hand() - payment, alone_);
            return base_ + hands.score(evaluation_, discard_count_ + mask_count(payment),
                                       discard_value_ + mask_value(payment));
        }

    private:
        const Evaluation& evaluation_;
        const State& state_;
        float base_;
        int discard_count_;
        int discard_value_;
        bool alone_;
        Hands others_;
    };

private:
    static constexpr int TOP_OF_TAVERN = 8;

    // All but what the hands and the discard pile say.
    float rest(const State& state) const {
        const int attack = attack_of(state.enemy);
        const int shield = std::min(int{state.shield}, attack);
        int top = 0;
        int top_diamonds = 0;
        for (int place = std::min(TOP_OF_TAVERN, int{state.tavern.size}); place-- > 0;) {
            const int index = state.tavern[place];
            top += card_value(index);
            top_diamonds += index % 4 == DIAMONDS ? card_value(index) : 0;
        }
        const int standing = standing_[state.castle_size] + health_of(state.enemy);
        return weights_.damage * static_cast<float>(state.damage - standing) -
               weights_.enemies_defeated * static_cast<float>(state.enemies_left()) +
               // A royal is worth half its health.
               weights_.tavern_value * static_cast<float>(total_ - standing / 2 - mask_value(state.in_play)) +
               weights_.tavern_cards * static_cast<float>(state.tavern.size) +
               weights_.tavern_top * static_cast<float>(top) +
               weights_.top_diamonds * static_cast<float>(top_diamonds) +
               weights_.shield * static_cast<float>(shield) +
               weights_.attack * static_cast<float>(attack - shield) + weights_.flips * static_cast<float>(state.flips);
    }

    SearchWeights weights_;
    int players_;
    int total_;  // the value of all cards of the game
    std::array<std::array<float, 256>, BYTES> hand_scores_;
    std::array<int, MOST_ROYALS> standing_{};  // health in the Castle, by its size
};

}  // namespace regicide
