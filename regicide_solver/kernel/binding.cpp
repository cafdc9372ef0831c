// The module regicide_solver._kernel. Its only caller is regicide_solver/kernel/__init__.py.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "deals.hpp"
#include "engine.hpp"
#include "interruptible.hpp"
#include "packed.hpp"
#include "perft.hpp"
#include "playouts.hpp"
#include "position.hpp"
#include "search_binding.hpp"

namespace nb = nanobind;

namespace {

using namespace regicide;

template <typename Word>
Word word_of(int number, Word last) {
    require(number >= 0 && number <= static_cast<int>(last), "rules: there is no such word");
    return static_cast<Word>(number);
}

Rules make_rules(int players, int hand_limit, int tavern_jesters, int flips, int combo_limit, bool companions, bool ones,
                 bool jester_self, int solo_flips_from, int overpay, int solo_yield, int yield_record, int retro_spades,
                 int exact_kill) {
    require(players >= 1 && players <= MOST_PLAYERS, "rules: expected 1 to 4 players");
    require(hand_limit >= 1 && hand_limit <= LARGEST_HAND, "rules: expected a hand limit from 1 to 10");
    require(tavern_jesters >= 0 && tavern_jesters <= 2, "rules: expected 0 to 2 Jesters");
    require(flips >= 0 && flips <= 2, "rules: expected 0 to 2 flips");
    return {.players = players,
            .hand_limit = hand_limit,
            .tavern_jesters = tavern_jesters,
            .flips = flips,
            .combo_limit = combo_limit < 0 ? NO_COMBO_LIMIT : combo_limit,
            .companions = companions,
            .ones = ones,
            .jester_self = jester_self,
            .solo_flips_from = word_of(solo_flips_from, SoloFlipsFrom::tavern),
            .overpay = word_of(overpay, Overpay::minimal),
            .solo_yield = word_of(solo_yield, SoloYield::not_twice),
            .yield_record = word_of(yield_record, YieldRecord::streak),
            .retro_spades = word_of(retro_spades, RetroSpades::none),
            .exact_kill = word_of(exact_kill, ExactKill::discard)};
}

std::vector<ActionFields> list_actions(const Position& position) {
    ActionList actions;
    legal_actions(position.game.rules(), position.state, actions);
    std::vector<ActionFields> listed;
    std::ranges::transform(actions, std::back_inserter(listed),
                           [](const Action& action) { return fields_of(action); });
    return listed;
}

Position apply_action(Position& position, const ActionFields& fields) {
    const Action action = legal_action(position, fields);
    const State after = successor(position.game, position.state, action);
    return {Game(position.game.rules(), position.game.seed()), after};
}

nb::bytes pack_position(const Position& position) {
    Packed packed;
    packed_state(position.game, position.state, packed);
    return nb::bytes(packed.bytes.data(), packed.size);
}

std::uint64_t count_sequences(const Position& position, std::uint32_t depth) {
    std::uint64_t total = 0;
    run_interruptibly(1, [&](int, const Stop& stop) {
        Game game = position.game;
        total = perft(game, position.state, depth, stop);
    });
    return total;
}

// Wins, turns, actions, flips, and how many games defeated how many enemies.
using PlayoutFields = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::vector<std::uint64_t>>;

PlayoutFields run_playouts(const Position& position, std::uint64_t count, std::uint64_t seed,
                           const std::vector<double>& weights, bool reshuffle, int threads) {
    require(weights.empty() || weights.size() == FEATURES, "weights: expected one for each feature");
    require(threads >= 1, "threads: expected at least one");
    std::optional<Weights> policy;
    if (!weights.empty()) {
        std::ranges::copy(weights, policy.emplace().begin());
    }
    std::vector<Player> players;
    players.reserve(static_cast<std::size_t>(threads));
    for (int number = 0; number < threads; ++number) {
        players.emplace_back(position.game, position.state, policy, reshuffle);
    }
    PlayoutCounter counter(count);
    run_interruptibly(threads, [&](int number, const Stop& stop) {
        counter.serve(players[static_cast<std::size_t>(number)], seed, stop);
    });
    PlayoutTotals totals;
    for (const Player& player : players) {
        totals.add(player.totals());
    }
    const auto defeated = totals.enemies_defeated.begin();
    return {totals.wins, totals.turns, totals.actions, totals.flips,
            std::vector<std::uint64_t>(defeated, defeated + position.state.enemies_left() + 1)};
}

}  // namespace

NB_MODULE(_kernel, module) {
    nb::class_<Rules>(module, "Rules");
    module.def("make_rules", make_rules, nb::kw_only(), nb::arg("players"), nb::arg("hand_limit"),
               nb::arg("tavern_jesters"), nb::arg("flips"), nb::arg("combo_limit"), nb::arg("companions"),
               nb::arg("ones"), nb::arg("jester_self"), nb::arg("solo_flips_from"), nb::arg("overpay"),
               nb::arg("solo_yield"), nb::arg("yield_record"), nb::arg("retro_spades"), nb::arg("exact_kill"));

    nb::class_<Position>(module, "Position")
        .def("fields", [](const Position& position) { return fields_of(position); })
        .def("seed", [](const Position& position) { return position.game.seed(); })
        .def("legal_actions", list_actions)
        .def("successor", apply_action)
        .def("outcome",
             [](const Position& position) {
                 return static_cast<int>(outcome(position.game.rules(), position.state));
             })
        .def("packed_state", pack_position)
        .def("perft", count_sequences)
        .def("playouts", run_playouts);
    module.def("make_position", make_position);
    module.def("deal", [](const Rules& rules, std::uint64_t seed, int first) {
        require(first >= 0 && first < rules.players, "first: there is no such seat");
        const Game game(rules, seed);
        return Position{game, deal(game, first)};
    });
    bind_search(module);
}
