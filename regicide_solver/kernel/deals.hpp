// A seed to the first state of a game, as regicide_solver/deals.py deals it (seed scheme 1).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "game.hpp"
#include "state.hpp"

namespace regicide {

// Deal the game's own seed; `first` is the seat that begins, from 0.
inline State deal(const Game& game, int first) {
    const Rules& rules = game.rules();
    Generator generator(game.seed());
    std::array<std::uint8_t, MOST_ROYALS> castle{};
    for (std::size_t place = 0; place < castle.size(); ++place) {
        castle[place] = static_cast<std::uint8_t>(4 * JACK + static_cast<int>(place));
    }
    for (std::size_t begin = 0; begin < castle.size(); begin += 4) {
        generator.shuffle(std::span(castle).subspan(begin, 4));
    }
    Deck tavern{};
    const Deck deck = deck_indices(rules.ones, rules.tavern_jesters);
    for (const std::uint8_t index : deck.span()) {
        if (index < 4 * JACK || index >= JESTER_INDEX) {
            tavern.cards[tavern.size++] = std::min(index, std::uint8_t{JESTER_INDEX});
        }
    }
    generator.shuffle(tavern.span());

    State state{};
    state.enemy = static_cast<std::int8_t>(castle[0]);
    state.castle_size = MOST_ROYALS - 1;
    std::reverse_copy(castle.begin() + 1, castle.end(), state.castle.begin());
    state.turn = static_cast<std::uint8_t>(first);
    state.flips = static_cast<std::uint8_t>(rules.flips);
    const int aside = rules.solo_flips_from == SoloFlipsFrom::tavern ? rules.flips : 0;
    int to_deal = rules.players * rules.hand_limit;
    std::size_t seat = 0;
    for (const std::uint8_t index : tavern.span().subspan(static_cast<std::size_t>(aside))) {
        if (to_deal > 0) {
            --to_deal;
            take(state, seat, index);
            seat = seat + 1 == static_cast<std::size_t>(rules.players) ? 0 : seat + 1;
        } else {
            state.tavern.push_bottom(index);
        }
    }
    return state;
}

}  // namespace regicide
