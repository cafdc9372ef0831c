// 128-bit keys of states, for the memo table of one search.
//
// Two lanes of multiply-and-fold mixing with their own constants. Within a search the rules, the heal seed and the order
// of the Castle are fixed, so that they need not be hashed. Another salt gives independent keys.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#ifdef _MSC_VER
#include <intrin.h>
#endif

#include "packed.hpp"
#include "rules.hpp"
#include "shuffle.hpp"
#include "state.hpp"

namespace regicide {

struct Key {
    std::uint64_t first;
    std::uint64_t second;

    friend bool operator==(const Key&, const Key&) = default;
};

// What was added to a hash so far.
struct Digest {
    std::uint64_t first;
    std::uint64_t second;
};

class Hasher {
public:
    explicit Hasher(std::uint64_t salt) {
        Generator generator(salt);
        for (std::uint64_t& word : secrets_) {
            word = generator.word() | 1;
        }
        nothing_.first = generator.word();
        nothing_.second = generator.word();
    }

    Digest nothing() const { return nothing_; }

    void add(Digest& digest, std::uint64_t one, std::uint64_t two) const {
        digest.first = fold(digest.first ^ one ^ secrets_[0], two ^ secrets_[1]) + one;
        digest.second = fold(digest.second ^ two ^ secrets_[2], one ^ secrets_[3]) + two;
    }

    // The key of what was added. The word (0, 0) marks a free place of the table, so no key is that.
    Key key(const Digest& digest) const {
        const auto [first, second] = digest;
        Key made{fold(first ^ secrets_[4], second ^ secrets_[5]), fold(second ^ secrets_[6], first ^ secrets_[7])};
        made.second += (made.first | made.second) == 0 ? 1U : 0U;
        return made;
    }

private:
    // The two halves of a 128-bit product, folded.
    static std::uint64_t fold(std::uint64_t one, std::uint64_t two) {
#ifdef _MSC_VER
        return (one * two) ^ __umulh(one, two);
#else
        __extension__ using Wide = unsigned __int128;
        const Wide product = static_cast<Wide>(one) * two;
        return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
#endif
    }

    std::array<std::uint64_t, 8> secrets_;
    Digest nothing_;
};

// The first bytes of a word in memory, 1 to 8 of them, and 0xFF, which is no card, for the others.
inline std::uint64_t filled_up(std::uint64_t word, unsigned count) {
    static constexpr std::array<std::uint8_t, 16> FILLING{0,    0,    0,    0,    0,    0,    0,    0,
                                                          0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};
    std::uint64_t filling;
    std::memcpy(&filling, FILLING.data() + 8 - count, sizeof filling);
    return word | filling;
}

// So many of the Tavern's cards from a place on, in their order.
inline void add_cards(const Hasher& hasher, Digest& digest, const Tavern& tavern, unsigned first, unsigned count) {
    const unsigned end = first + count;
    unsigned place = first;
    for (; place + 16 <= end; place += 16) {
        hasher.add(digest, tavern.word(place), tavern.word(place + 8));
    }
    if (place + 8 < end) {
        hasher.add(digest, tavern.word(place), filled_up(tavern.word(place + 8), end - place - 8));
    } else if (place < end) {
        hasher.add(digest, filled_up(tavern.word(place), end - place), ~std::uint64_t{0});
    }
}

// What a state shares with all those that can be lost for the same reasons: the hands, the fight but for the damage, and
// so many cards from the top of the Tavern.
inline void add_outline(const Hasher& hasher, Digest& digest, const Rules& rules, const State& state, unsigned top,
                        bool bounded) {
    const int attack = attack_of(state.enemy);
    const auto locked = rules.tavern_jesters > 0 ? std::min(int{state.locked_shield}, attack) : 0;
    const auto byte = [](auto number, int place) { return static_cast<std::uint64_t>(number) << (8 * place); };
    const std::uint64_t head = byte(state.turn, 0) | byte(state.suffering, 1) | byte(state.castle_size, 2) |
                               byte(top, 3) | byte(std::min(int{state.shield}, attack), 5) | byte(locked, 6) |
                               byte(unsigned{state.cancelled} | flags_that_matter(rules, state) << 1 |
                                        unsigned{state.flips} << 5 | unsigned{bounded} << 7,
                                    7);
    hasher.add(digest, head, state.hands[0]);
    if (rules.players > 1) {
        hasher.add(digest, state.hands[1], state.hands[2]);
    }
    if (rules.players > 3) {
        hasher.add(digest, state.hands[3], 3);
    }
    add_cards(hasher, digest, state.tavern, 0, top);
}

// Everything else: what has been dealt to the enemy, the other piles, and the rest of the Tavern.
inline void add_details(const Hasher& hasher, Digest& digest, const State& state, unsigned top) {
    const unsigned rest = state.tavern.size - top;
    hasher.add(digest, state.in_play, state.discard);
    hasher.add(digest, state.heals, std::uint64_t{state.damage} << 32 | rest);
    add_cards(hasher, digest, state.tavern, top, rest);
}

}  // namespace regicide
