// The packed form of a state: byte for byte what regicide_solver.state.packed_state writes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "game.hpp"
#include "state.hpp"

namespace regicide {

// Head, number of hands, hands, size of the Castle, Castle, Tavern.
inline constexpr std::size_t LONGEST_PACKED = 40 + 1 + 8 * MOST_PLAYERS + 1 + (MOST_ROYALS - 1) + MOST_CARDS;

struct Packed {
    std::array<std::uint8_t, LONGEST_PACKED> bytes;
    std::size_t size;

    std::span<const std::uint8_t> span() const { return std::span(bytes).first(size); }
};

// The yield flags that a rule can still read.
inline unsigned flags_that_matter(const Rules& rules, const State& state) {
    if (rules.players == 1) {
        return rules.solo_yield == SoloYield::not_twice ? unsigned{state.yielded} : 0U;
    }
    // whoever is about to act overwrites the own flag, and only the others' are read before that
    return state.suffering ? unsigned{state.yielded} : state.yielded & ~(1U << state.turn);
}

inline void packed_state(const Game& game, const State& state, Packed& packed) {
    const Rules& rules = game.rules();
    std::size_t end = 0;
    const auto write = [&packed, &end](std::uint64_t number, int bytes) {
        for (int place = 0; place < bytes; ++place) {
            packed.bytes[end++] = static_cast<std::uint8_t>(number >> (8 * place));
        }
    };
    const int attack = attack_of(state.enemy);
    const int locked = rules.tavern_jesters > 0 ? std::min(int{state.locked_shield}, attack) : 0;
    write(state.turn, 1);
    write(state.suffering, 1);
    write(static_cast<std::uint8_t>(state.enemy), 1);
    write(state.damage, 2);
    write(static_cast<std::uint64_t>(std::min(int{state.shield}, attack)), 2);
    write(static_cast<std::uint64_t>(locked), 2);
    write(state.cancelled, 1);
    write(flags_that_matter(rules, state), 1);
    write(state.flips, 1);
    write(game.seed(), 8);
    write(state.heals, 4);
    write(state.in_play, 8);
    write(state.discard, 8);
    write(static_cast<std::uint64_t>(rules.players), 1);
    for (int seat = 0; seat < rules.players; ++seat) {
        write(state.hands[static_cast<std::size_t>(seat)], 8);
    }
    write(state.castle_size, 1);
    for (std::size_t place = state.castle_size; place-- > 0;) {
        write(state.castle[place], 1);
    }
    for (int place = 0; place < state.tavern.size; ++place) {
        write(static_cast<std::uint64_t>(state.tavern[place]), 1);
    }
    packed.size = end;
}

}  // namespace regicide
