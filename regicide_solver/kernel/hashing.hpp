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

class Hasher {
public:
    explicit Hasher(std::uint64_t salt) {
        Generator generator(salt);
        for (std::uint64_t& word : secrets_) {
            word = generator.word() | 1;
        }
        first_ = generator.word();
        second_ = generator.word();
    }

    void add(std::uint64_t one, std::uint64_t two) {
        first_ = fold(first_ ^ one ^ secrets_[0], two ^ secrets_[1]) + one;
        second_ = fold(second_ ^ two ^ secrets_[2], one ^ secrets_[3]) + two;
    }

    // The key of what was added. The word (0, 0) marks a free place of the table, so no key is that.
    Key key() const {
        Key made{fold(first_ ^ secrets_[4], second_ ^ secrets_[5]), fold(second_ ^ secrets_[6], first_ ^ secrets_[7])};
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
    std::uint64_t first_;
    std::uint64_t second_;
};

// The Tavern's cards from a place on, in their order, as words: 0xFF fills the last ones up.
inline void add_cards(Hasher& hasher, const Tavern& tavern, unsigned first, unsigned count) {
    std::array<std::uint64_t, Tavern::CAPACITY / 8> words;
    const unsigned begin = (tavern.head + first) % Tavern::CAPACITY;
    const unsigned straight = std::min(count, Tavern::CAPACITY - begin);
    auto* bytes = reinterpret_cast<unsigned char*>(words.data());
    const unsigned padded = (count + 15) / 16 * 16;
    std::memset(bytes + count, 0xFF, padded - count);
    std::memcpy(bytes, tavern.cards.data() + begin, straight);
    std::memcpy(bytes + straight, tavern.cards.data(), count - straight);
    for (std::size_t place = 0; place < padded / 8; place += 2) {
        hasher.add(words[place], words[place + 1]);
    }
}

// What a state shares with all those that can be lost for the same reasons: the hands, the fight but for the damage, and
// so many cards from the top of the Tavern.
inline void add_outline(Hasher& hasher, const Rules& rules, const State& state, unsigned top, bool bounded) {
    const int attack = attack_of(state.enemy);
    const auto locked = rules.tavern_jesters > 0 ? std::min(int{state.locked_shield}, attack) : 0;
    const auto byte = [](auto number, int place) { return static_cast<std::uint64_t>(number) << (8 * place); };
    const std::uint64_t head = byte(state.turn, 0) | byte(state.suffering, 1) | byte(state.castle_size, 2) |
                               byte(top, 3) | byte(std::min(int{state.shield}, attack), 5) | byte(locked, 6) |
                               byte(unsigned{state.cancelled} | flags_that_matter(rules, state) << 1 |
                                        unsigned{state.flips} << 5 | unsigned{bounded} << 7,
                                    7);
    hasher.add(head, state.hands[0]);
    if (rules.players > 1) {
        hasher.add(state.hands[1], state.hands[2]);
    }
    if (rules.players > 3) {
        hasher.add(state.hands[3], 3);
    }
    add_cards(hasher, state.tavern, 0, top);
}

// Everything else: what has been dealt to the enemy, the other piles, and the rest of the Tavern.
inline void add_details(Hasher& hasher, const State& state, unsigned top) {
    const unsigned rest = state.tavern.size - top;
    hasher.add(state.in_play, state.discard);
    hasher.add(state.heals, std::uint64_t{state.damage} << 32 | rest);
    add_cards(hasher, state.tavern, top, rest);
}

}  // namespace regicide
