// What a scoring policy looks at: the features of regicide_solver/playouts.py, in its order.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "engine.hpp"

namespace regicide {

inline constexpr std::size_t FEATURES = 21;

using Features = std::array<int, FEATURES>;
using Weights = std::array<double, FEATURES>;

// The features of the state after an action; `actor` is the seat that acted.
inline Features features_of(const Rules& rules, const State& state, std::size_t actor) {
    const Mask own = state.hands[actor];
    const auto own_suit = [own](int suit) { return mask_value(own & SUIT_MASKS[static_cast<std::size_t>(suit)]); };
    int cards = 0;
    int value = 0;
    int poorest = state.hand_values[0];
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(rules.players); ++seat) {
        const int of_hand = state.hand_values[seat];
        cards += mask_count(state.hands[seat]);
        value += of_hand;
        poorest = std::min(poorest, of_hand);
    }
    const int attack = attack_of(state.enemy);
    return {state.enemies_left(),
            health_of(state.enemy) - state.damage,
            attack_left(state),
            std::min(int{state.shield}, attack),
            state.cancelled ? 1 : 0,
            mask_count(own),
            state.hand_values[actor],
            own_suit(CLUBS),
            own_suit(DIAMONDS),
            own_suit(HEARTS),
            own_suit(SPADES),
            jesters_of(own),
            cards,
            value,
            poorest,
            state.tavern.size,
            mask_count(state.discard),
            state.discard_value,
            state.suffering ? 1 : 0,
            state.flips,
            outcome(rules, state) == Outcome::lost ? 1 : 0};
}

// Summed up in the order of the features, so that both engines round alike.
inline double score(const Weights& weights, const Features& features) {
    double sum = 0;
    for (std::size_t place = 0; place < FEATURES; ++place) {
        sum += weights[place] * features[place];
    }
    return sum;
}

}  // namespace regicide
