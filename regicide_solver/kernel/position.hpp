// A state with its game, as Python hands them over: nothing that comes in is trusted to fit.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "engine.hpp"
#include "packed.hpp"

namespace regicide {

struct Position {
    Game game;
    State state;
};

// turn, suffering, enemy, castle, damage, shield, locked shield, cancelled, in play, hands, Tavern, discard pile, yield
// flags as bits, flips, heals: the packed fields of a Python State in their order, without rules, players and seed.
using Fields = std::tuple<int, bool, int, nanobind::bytes, int, int, int, bool, Mask, std::vector<Mask>, nanobind::bytes,
                          Mask, unsigned, int, std::uint32_t>;

inline void require(bool holds, const char* what) {
    if (!holds) {
        throw nanobind::value_error(what);
    }
}

inline bool is_royal(int index) {
    return index >= 4 * JACK && index < JESTER_INDEX;
}

inline bool is_card(int index) {
    return index >= 0 && index <= JESTER_INDEX;
}

inline std::vector<int> indices_of(const nanobind::bytes& pile) {
    const auto* bytes = static_cast<const std::uint8_t*>(pile.data());
    return {bytes, bytes + pile.size()};
}

// The engine relies on what is checked here; `State.problems` in Python has checked more, and says it better.
inline Position make_position(const Rules& rules, std::uint64_t seed, const Fields& fields) {
    const auto& [turn, suffering, enemy, castle, damage, shield, locked_shield, cancelled, in_play, hands, tavern,
                 discard, yielded, flips, heals] = fields;
    constexpr int LARGEST_NUMBER = 9999;
    const auto is_number = [](int value) { return value >= 0 && value <= LARGEST_NUMBER; };
    const std::vector<int> royals = indices_of(castle);
    const std::vector<int> pile = indices_of(tavern);
    require(turn >= 0 && turn < rules.players, "turn: there is no such seat");
    require(hands.size() == static_cast<std::size_t>(rules.players), "hands: expected one for each seat");
    require(enemy == NO_CARD || is_royal(enemy), "enemy: expected a royal");
    require(royals.size() < MOST_ROYALS && std::ranges::all_of(royals, is_royal), "castle: expected at most 11 royals");
    require(pile.size() <= MOST_CARDS && std::ranges::all_of(pile, is_card), "tavern: expected at most 58 cards");
    require(is_number(damage) && is_number(shield) && is_number(locked_shield), "a number of the fight is too large");
    require(enemy == NO_CARD || damage < health_of(enemy), "damage: it already kills the enemy");
    require(!suffering || attack_of(enemy) > shield, "phase: suffer with nothing to pay");
    require(yielded < 1U << rules.players, "yielded: expected one flag for each seat");
    require(flips >= 0 && (flips == 0 || rules.players == 1), "flips: they are for solo games");
    require(flips <= 2, "flips: expected at most 2");
    Mask seen = 0;
    const auto see = [&seen](Mask mask) {
        require((seen & mask & SUITED_MASK) == 0 && jesters_of(seen) + jesters_of(mask) <= 2, "a card stands twice");
        seen += mask;
    };
    if (enemy != NO_CARD) {
        see(card_unit(enemy));
    }
    for (const auto* cards : {&royals, &pile}) {
        for (const int index : *cards) {
            see(card_unit(index));
        }
    }
    for (const Mask mask : hands) {
        require(mask_count(mask) <= rules.hand_limit, "hands: a hand is over the limit");
        see(mask);
    }
    see(in_play);
    see(discard);
    require(jesters_of(seen) <= rules.tavern_jesters, "there are too many Jesters");

    State state{};
    state.turn = static_cast<std::uint8_t>(turn);
    state.suffering = suffering;
    state.enemy = static_cast<std::int8_t>(enemy);
    state.castle_size = static_cast<std::uint8_t>(royals.size());
    std::ranges::transform(royals.rbegin(), royals.rend(), state.castle.begin(),
                           [](int index) { return static_cast<std::uint8_t>(index); });
    state.damage = static_cast<std::uint16_t>(damage);
    state.shield = static_cast<std::uint16_t>(shield);
    state.locked_shield = static_cast<std::uint16_t>(locked_shield);
    state.cancelled = cancelled;
    state.in_play = in_play;
    std::ranges::copy(hands, state.hands.begin());
    for (const int index : pile) {
        state.tavern.push_bottom(index);
    }
    state.discard = discard;
    state.yielded = static_cast<std::uint8_t>(yielded);
    state.flips = static_cast<std::uint8_t>(flips);
    state.heals = heals;
    reckon_values(state);
    return {Game(rules, seed), state};
}

inline Fields fields_of(const Position& position) {
    const State& state = position.state;
    std::vector<std::uint8_t> castle(state.castle.begin(), state.castle.begin() + state.castle_size);
    std::ranges::reverse(castle);
    std::vector<std::uint8_t> tavern;
    for (int place = 0; place < state.tavern.size; ++place) {
        tavern.push_back(static_cast<std::uint8_t>(state.tavern[place]));
    }
    return {state.turn,
            state.suffering,
            state.enemy,
            nanobind::bytes(castle.data(), castle.size()),
            state.damage,
            state.shield,
            state.locked_shield,
            state.cancelled,
            state.in_play,
            std::vector<Mask>(state.hands.begin(), state.hands.begin() + position.game.rules().players),
            nanobind::bytes(tavern.data(), tavern.size()),
            state.discard,
            state.yielded,
            state.flips,
            state.heals};
}

// An action in the form in which it crosses over: kind, mask, seat (or -1).
using ActionFields = std::tuple<int, Mask, int>;

inline ActionFields fields_of(const Action& action) {
    return {static_cast<int>(action.kind), action.mask, action.next_seat == NO_SEAT ? -1 : action.next_seat};
}

// Take an action over; the engine only takes legal ones.
inline Action legal_action(const Position& position, const ActionFields& fields) {
    ActionList actions;
    legal_actions(position.game.rules(), position.state, actions);
    const auto found = std::ranges::find_if(
        actions, [&fields](const Action& action) { return fields_of(action) == fields; });
    require(found != actions.end(), "the action is not legal");
    return *found;
}

}  // namespace regicide
