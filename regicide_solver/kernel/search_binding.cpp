// The search, as regicide_solver/search/kernel_search.py calls it.
#include "search_binding.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "position.hpp"
#include "search_pass.hpp"

namespace nb = nanobind;

namespace regicide {
namespace {

SearchWeights weights_of(const std::vector<float>& numbers) {
    require(numbers.size() == WEIGHT_COUNT, "weights: expected one for each feature");
    SearchWeights weights;
    std::memcpy(&weights, numbers.data(), sizeof weights);
    return weights;
}

// How a pass ended; how many nodes have been spent in all; why the search has to stop, if it has to.
using PassFields = std::tuple<std::string, std::uint64_t, std::optional<std::string>>;

// The passes over one position: the tables stay, one for minimal payments and one for everything.
class Search {
public:
    Search(const Position& position, const std::vector<float>& weights, bool reduced, std::uint64_t salt,
           std::uint64_t nodes, std::uint64_t memory, std::uint64_t spent)
        : searcher_(position.game, position.state, weights_of(weights), reduced, salt), budget_{nodes, memory, spent} {}

    PassFields run(std::uint64_t nodes, bool complete, float noise, std::uint64_t noise_seed, const nb::callable& watch) {
        const Pass plan{nodes, complete, noise, noise_seed};
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
            end = searcher_.run(plan, tables_[complete ? 1 : 0], budget_, ask);
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
        static constexpr std::array ENDS{"won", "exhausted", "nodes", "stopped"};
        return {ENDS[static_cast<std::size_t>(end)], budget_.spent,
                reason.empty() ? std::nullopt : std::optional(reason)};
    }

    void restart(const Position& position) { searcher_.restart(position.state); }

    std::vector<ActionFields> line() const {
        std::vector<ActionFields> listed;
        for (const Action& action : searcher_.line()) {
            listed.push_back(fields_of(action));
        }
        return listed;
    }

    std::size_t largest_table_bytes() const { return budget_.largest_table_bytes; }

private:
    static constexpr std::chrono::milliseconds ASKING_INTERVAL{20};

    Searcher searcher_;
    Budget budget_;
    std::array<MemoTable, 2> tables_;
    std::chrono::steady_clock::time_point asked_{};  // long ago: the first pass asks at once
};

}  // namespace

void bind_search(nb::module_& module) {
    nb::class_<Search>(module, "Search")
        .def(nb::init<const Position&, const std::vector<float>&, bool, std::uint64_t, std::uint64_t, std::uint64_t,
                      std::uint64_t>(),
             nb::kw_only(), nb::arg("position"), nb::arg("weights"), nb::arg("reduced"), nb::arg("salt"),
             nb::arg("nodes"), nb::arg("memory"), nb::arg("spent"))
        .def("run", &Search::run, nb::kw_only(), nb::arg("nodes"), nb::arg("complete"), nb::arg("noise"),
             nb::arg("noise_seed"), nb::arg("watch"))
        .def("restart", &Search::restart, nb::arg("position"))
        .def("line", &Search::line)
        .def("largest_table_bytes", &Search::largest_table_bytes);
}

}  // namespace regicide
