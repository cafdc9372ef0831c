// Perft: the number of action sequences of a given length, the usual check that two engines play the same game.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "engine.hpp"
#include "stop.hpp"

namespace regicide {

// A state that is over before `depth` actions counts nothing. What is counted after a stop is worthless.
inline std::uint64_t perft(Game& game, const State& state, std::uint32_t depth, const Stop& stop) {
    if (depth == 0) {
        return 1;
    }
    std::uint64_t total = 0;
    ActionList actions;
    std::vector<std::pair<State, std::uint32_t>> open{{state, depth}};  // not recursive: depth has no bound
    while (!open.empty() && !stop) {
        const auto [parent, left] = open.back();
        open.pop_back();
        legal_actions(game.rules(), parent, actions);
        if (left == 1) {
            total += actions.size();
            continue;
        }
        for (const Action& action : actions) {
            open.emplace_back(successor(game, parent, action), left - 1);
        }
    }
    return total;
}

}  // namespace regicide
