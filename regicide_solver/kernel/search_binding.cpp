// The search, as regicide_solver/search/kernel_search.py calls it.
#include "search_binding.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "columns.hpp"
#include "depth_first.hpp"
#include "position.hpp"

namespace nb = nanobind;

namespace regicide {
namespace {

SearchWeights weights_of(const std::vector<Score>& numbers) {
    require(numbers.size() == WEIGHT_COUNT, "weights: expected one for each feature");
    SearchWeights weights;
    constexpr Score LARGEST_WEIGHT = 100'000;  // so that no score overflows
    require(std::ranges::all_of(numbers, [](Score weight) { return std::abs(weight) <= LARGEST_WEIGHT; }),
            "weights: out of range");
    std::memcpy(&weights, numbers.data(), sizeof weights);
    return weights;
}

// How a pass ended; how many nodes have been spent in all; why the search has to stop, if it has to.
using PassFields = std::tuple<std::string, std::uint64_t, std::optional<std::string>>;

// The passes over one position: the tables stay, one for minimal payments and one for everything.
class Search {
public:
    Search(const Position& position, const std::vector<std::vector<Score>>& weights, bool reduced, std::uint64_t salt,
           std::uint64_t nodes, std::uint64_t memory, std::uint64_t spent)
        : root_(position.state), budget_{nodes, memory, spent}, columns_(weights.size()) {
        require(!weights.empty(), "weights: expected at least one set");
        for (const std::vector<Score>& numbers : weights) {
            explorers_.emplace_back(position.game, position.state, weights_of(numbers), reduced, salt);
        }
    }

    PassFields run_depth_first(std::size_t order, std::uint64_t nodes, bool complete, Score noise, std::uint64_t noise_seed,
                               int width, const nb::callable& watch) {
        return run(watch, [&](const auto& ask) {
            require(noise >= 0 && noise <= LARGEST_NOISE, "noise: out of range");
            require(width >= 0, "width: out of range");
            const DepthFirstPlan plan{nodes, complete, noise, noise_seed, width};
            const PassEnd end = depth_first_.run(explorers_.at(order), root_, plan, tables_[complete ? 1 : 0], budget_, ask);
            line_ = depth_first_.line();
            return end;
        });
    }

    PassFields run_columns(std::size_t order, std::uint64_t nodes, const nb::callable& watch) {
        return run(watch, [&](const auto& ask) {
            Columns& columns = columns_.at(order);
            const PassEnd end = columns.run(explorers_.at(order), root_, nodes, tables_[0], budget_, ask);
            line_ = columns.line();
            if (end == PassEnd::full) {
                columns.clear(budget_);
            }
            return end;
        });
    }

    // Go on below another state of the same game, one that play reaches from the first root. The tables are kept: keys
    // tell apart all states after the first root.
    void restart(const Position& position) {
        root_ = position.state;
        for (Columns& columns : columns_) {
            columns.clear(budget_);
        }
    }

    std::vector<ActionFields> line() const {
        std::vector<ActionFields> listed;
        for (const Action& action : line_) {
            listed.push_back(fields_of(action));
        }
        return listed;
    }

    std::size_t largest_bytes() const { return budget_.largest_bytes; }

private:
    static constexpr Score LARGEST_NOISE = 1 << 28;
    static constexpr std::chrono::milliseconds ASKING_INTERVAL{20};

    template <typename Work>
    PassFields run(const nb::callable& watch, Work&& work) {
        std::string reason;
        const auto ask = [&](const Budget& budget) {
            const auto now = std::chrono::steady_clock::now();
            if (now - asked_ < ASKING_INTERVAL) {
                return StopReason::none;
            }
            asked_ = now;
            const nb::gil_scoped_acquire acquired;
            const nb::object answer = watch(budget.spent, budget.fewest_enemies);
            if (answer.is_none()) {
                return StopReason::none;
            }
            reason = nb::cast<std::string>(answer);
            return StopReason::watch;
        };
        PassEnd end{};
        {
            const nb::gil_scoped_release released;
            end = work(ask);
        }
        switch (budget_.stopped_by) {
            case StopReason::nodes:
                reason = "nodes";
                break;
            case StopReason::memory:
                reason = "memory";
                break;
            case StopReason::watch:
            case StopReason::none:
                break;
        }
        static constexpr std::array ENDS{"won", "exhausted", "narrowed", "nodes", "stopped", "full"};
        return {ENDS[static_cast<std::size_t>(end)], budget_.spent,
                reason.empty() ? std::nullopt : std::optional(reason)};
    }

    State root_;
    Budget budget_;
    std::vector<Explorer> explorers_;  // one for each set of weights
    std::vector<Columns> columns_;
    DepthFirst depth_first_;
    std::array<Refutations, 2> tables_;  // for minimal payments, and for everything
    std::vector<Action> line_;
    std::chrono::steady_clock::time_point asked_{};  // long ago: the first pass asks at once
};

}  // namespace

void bind_search(nb::module_& module) {
    nb::class_<Search>(module, "Search")
        .def(nb::init<const Position&, const std::vector<std::vector<Score>>&, bool, std::uint64_t, std::uint64_t, std::uint64_t,
                      std::uint64_t>(),
             nb::kw_only(), nb::arg("position"), nb::arg("weights"), nb::arg("reduced"), nb::arg("salt"),
             nb::arg("nodes"), nb::arg("memory"), nb::arg("spent"))
        .def("run_depth_first", &Search::run_depth_first, nb::kw_only(), nb::arg("order"), nb::arg("nodes"), nb::arg("complete"), nb::arg("noise"),
             nb::arg("noise_seed"), nb::arg("width"), nb::arg("watch"))
        .def("restart", &Search::restart, nb::arg("position"))
        .def("run_columns", &Search::run_columns, nb::kw_only(), nb::arg("order"), nb::arg("nodes"), nb::arg("watch"))
        .def("line", &Search::line)
        .def("largest_bytes", &Search::largest_bytes);
}

}  // namespace regicide
