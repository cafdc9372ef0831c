// What a search has proved: states that were searched to the end without a win, each with what its proof rests on.
//
// A proof says more than that one state is lost. Where it never drew a buried card, the discard pile, the cards in play,
// the heals and the buried cards did not matter; where no enemy fell in it either, it holds for less damage too. So an
// entry stands for all states of one outline that are lost for the same reasons. Argued in docs/reductions.md.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "explorer.hpp"
#include "memo_table.hpp"

namespace regicide {

// All proofs of one outline.
struct OutlineEntry {
    Key key;
    std::uint8_t unkilled;  // lost with any damage below this, and no enemy falls before the end
    bool crowded;           // a proof passed over a full hand
    std::array<std::uint8_t, 5> damages;  // bit d: lost with damage d

    bool lost(unsigned damage) const { return (damages[damage / 8] >> damage % 8 & 1) != 0; }
    void lose(unsigned damage) { damages[damage / 8] = static_cast<std::uint8_t>(damages[damage / 8] | 1U << damage % 8); }
};

static_assert(sizeof(OutlineEntry) == 24);

class Refutations {
public:
    // What the proof rests on that a state is lost, if there is one.
    std::optional<Grounds> find(const Explorer& explorer, const State& state, const Explorer::Visit& visit) const {
        if (explorer.reduced()) {
            const OutlineEntry* entry = outlines_.find(visit.key);
            if (entry != nullptr) {
                const bool unkilled = state.damage < entry->unkilled;
                if (unkilled || entry->lost(state.damage)) {
                    return static_cast<Grounds>((unkilled ? 0 : KILLED) | (entry->crowded ? CROWDED : 0) |
                                                buried_in(state, visit.reach));
                }
            }
            if (states_.size() == 0 || visit.reach.bounded) {
                return std::nullopt;
            }
        }
        return states_.find(explorer.exact_key(state, visit)) != nullptr ? std::optional(EVERYTHING) : std::nullopt;
    }

    // The exact keys of the states that are known to be lost, where all of them are found by those.
    const MemoTable<KeyEntry>* exact(const Explorer& explorer) const { return explorer.reduced() ? nullptr : &states_; }

    // Have what `find` will look at first brought near.
    void prefetch(const Explorer& explorer, const Explorer::Visit& visit) const {
        if (explorer.reduced()) {
            outlines_.prefetch(visit.key);
        } else {
            states_.prefetch(visit.key);
        }
    }

    // Enter a proof. There has to be room: see `make_room`.
    void insert(const Explorer& explorer, const State& state, const Explorer::Visit& visit, Grounds grounds) {
        if (!explorer.reduced() || (!visit.reach.bounded && (grounds & BURIED) != 0)) {
            states_.insert(explorer.exact_key(state, visit));
            return;
        }
        OutlineEntry& entry = outlines_.insert(visit.key);
        if ((grounds & KILLED) != 0) {
            entry.lose(state.damage);
        } else {
            entry.unkilled = std::max(entry.unkilled, static_cast<std::uint8_t>(state.damage + 1));
        }
        entry.crowded = entry.crowded || (grounds & CROWDED) != 0;
    }

    bool make_room(Budget& budget) { return budget.make_room(outlines_) && budget.make_room(states_); }

private:
    MemoTable<OutlineEntry> outlines_;
    MemoTable<KeyEntry> states_;
};

}  // namespace regicide
