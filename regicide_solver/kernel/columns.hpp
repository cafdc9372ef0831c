// Column search: the states that wait stand in columns, one for each enemy, the best one first; sweeps from the first enemy
// to the last expand a few of each. After Vadlamudi, Gaurav, Aine and Chakrabarti, "Anytime Column Search" (2012).
//
// A depth-first pass stays for long below a choice that was wrong early. The columns go on from many states at a time,
// compare only states that face the same enemy, and find the narrow wins. See search/columns.py.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "memory.hpp"
#include "refutations.hpp"

namespace regicide {

class Columns {
public:
    // Go on with the sweeps, over minimal payments only. States that the table holds are passed over. `full` says that
    // there is no room to go on.
    template <typename Watch>
    PassEnd run(Explorer& explorer, const State& root, std::uint64_t nodes, const Refutations& refuted, Budget& budget,
                Watch&& watch) {
        const std::uint64_t limit = std::min(budget.nodes, budget.spent + nodes);
        if (const auto end = budget.over(limit, watch)) {
            return *end;
        }
        if (expanded_.empty()) {
            const Explorer::Visit visit = explorer.look(root);
            if (visit.worthless || refuted.find(explorer, root, visit)) {
                return PassEnd::exhausted;
            }
            if (!remember(explorer.exact_key(root, visit), budget)) {
                return PassEnd::full;
            }
            budget.charge(root.enemies_left());
            expand(explorer, {root, NO_PARENT, {}}, visit);
        }
        bool waiting = true;
        while (waiting) {
            waiting = false;
            for (std::size_t column = columns_.size(); column-- > 0;) {
                for (int taken = 0; taken < WIDTH && !columns_[column].empty();) {
                    waiting = true;
                    if (const auto end = budget.over(limit, watch)) {
                        return *end;
                    }
                    const Waiting best = take(columns_[column]);
                    const Action action = best.action();
                    State state = expanded_[best.parent].state;
                    explorer.advance(state, action);
                    if (state.won()) {
                        keep_line(best);
                        return PassEnd::won;
                    }
                    const Explorer::Visit visit = explorer.look(state);
                    if (visit.worthless) {
                        continue;
                    }
                    // Both tables are asked nearly always: let them come at the same time.
                    refuted.prefetch(explorer, visit);
                    const Key key = explorer.exact_key(state, visit);
                    seen_.prefetch(key);
                    if (refuted.find(explorer, state, visit) || seen_.find(key) != nullptr) {
                        continue;
                    }
                    if (!remember(key, budget)) {
                        return PassEnd::full;
                    }
                    budget.charge(state.enemies_left());
                    expand(explorer, {state, best.parent, action}, visit);
                    ++taken;
                }
            }
        }
        return PassEnd::exhausted;
    }

    // Forget everything and give the memory back.
    void clear(Budget& budget) {
        budget.account(bytes_ + seen_.bytes(), 0);
        *this = Columns();
    }

    // The line of the sweep that won.
    const std::vector<Action>& line() const { return line_; }

private:
    static constexpr int WIDTH = 16;                      // how many states a sweep expands in a column
    static constexpr std::size_t MOST_EXPANDED = 2'000'000;  // with what waits below them, 700 MB or so
    static constexpr std::uint32_t NO_PARENT = ~std::uint32_t{0};

    struct Expanded {
        State state;
        std::uint32_t parent;
        Action action;  // the one that led here
    };

    // Small, as most of the time goes into keeping the heap in order. The rank is made of the score and of the order of
    // generation, counted down.
    struct Waiting {
        std::int64_t rank;
        Mask mask;
        std::uint32_t parent;
        Kind kind;
        std::uint8_t next_seat;

        Waiting(Score score, std::uint32_t order, std::uint32_t parent_place, const Action& action)
            : rank(static_cast<std::int64_t>(static_cast<std::uint64_t>(score) << 32 | ~order)),
              mask(action.mask),
              parent(parent_place),
              kind(action.kind),
              next_seat(action.next_seat) {}

        Action action() const { return {mask, kind, next_seat}; }
    };

    // Take the best of a column, and have the state nearby from which the one after it is made.
    Waiting take(std::vector<Waiting>& column) {
        std::ranges::pop_heap(column, {}, &Waiting::rank);
        const Waiting best = column.back();
        column.pop_back();
        if (!column.empty()) {
            const State& next = expanded_[column.front().parent].state;
            prefetch(&next.hands);
            prefetch(&next.tavern.cards);
            prefetch(&next.tavern.size);
        }
        return best;
    }

    void expand(Explorer& explorer, const Expanded& node, const Explorer::Visit& visit) {
        const auto parent = static_cast<std::uint32_t>(expanded_.size());
        expanded_.push_back(node);
        explorer.children(node.state, visit, false, nullptr, [&](Score score, const Action& action, std::uint8_t castle_size) {
            if (score != Explorer::LOST) {
                std::vector<Waiting>& column = columns_[castle_size];
                column.emplace_back(score, order_++, parent, action);
                std::ranges::push_heap(column, {}, &Waiting::rank);
            }
        });
    }

    // Enter a state that is about to be expanded; false when there is no room for it.
    bool remember(const Key& key, Budget& budget) {
        std::size_t bytes = expanded_.capacity() * sizeof(Expanded);
        for (const std::vector<Waiting>& column : columns_) {
            bytes += column.capacity() * sizeof(Waiting);
        }
        budget.account(bytes_, bytes);
        bytes_ = bytes;
        // A vector doubles where it is full, and the old one stays until the new one is filled.
        if (expanded_.size() >= MOST_EXPANDED || budget.bytes + 2 * bytes > budget.memory || !budget.make_room(seen_)) {
            return false;
        }
        seen_.insert(key);
        return true;
    }

    void keep_line(const Waiting& last) {
        line_.assign(1, last.action());
        for (std::uint32_t place = last.parent; expanded_[place].parent != NO_PARENT; place = expanded_[place].parent) {
            line_.push_back(expanded_[place].action);
        }
        std::reverse(line_.begin(), line_.end());
    }

    std::array<std::vector<Waiting>, MOST_ROYALS> columns_;  // by the size of the Castle
    std::vector<Expanded> expanded_;
    MemoTable<KeyEntry> seen_;
    std::size_t bytes_ = 0;
    std::uint32_t order_ = 0;
    std::vector<Action> line_;
};

}  // namespace regicide
