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
#include "reach.hpp"
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

// The key of a state, without what `reach` says can no longer matter.
inline Key make_key(const Rules& rules, const State& state, const Reach& reach, Hasher hasher) {
    const int attack = attack_of(state.enemy);
    const auto locked = rules.tavern_jesters > 0 ? std::min(int{state.locked_shield}, attack) : 0;
    const auto byte = [](auto number, int place) { return static_cast<std::uint64_t>(number) << (8 * place); };
    const std::uint64_t head = byte(state.turn, 0) | byte(state.suffering, 1) | byte(state.castle_size, 2) |
                               byte(state.damage & 0xFFFF, 3) | byte(std::min(int{state.shield}, attack), 5) |
                               byte(locked, 6) |
                               byte(unsigned{state.cancelled} | flags_that_matter(rules, state) << 1 |
                                        unsigned{state.flips} << 5 | unsigned{reach.bounded} << 7,
                                    7);
    hasher.add(head, state.hands[0]);
    if (rules.players > 1) {
        hasher.add(state.hands[1], state.hands[2]);
    }
    if (rules.players > 3) {
        hasher.add(state.hands[3], 3);
    }
    // What is drawn later: the top of the Tavern, all of it unless the reach is bounded.
    const unsigned size = reach.bounded ? static_cast<unsigned>(reach.draws) : unsigned{state.tavern.size};
    if (!reach.bounded) {
        hasher.add(state.in_play, state.discard);
        hasher.add(state.heals, size);
    }
    std::array<std::uint64_t, Tavern::CAPACITY / 8> words;
    const unsigned head_place = state.tavern.head;
    const unsigned straight = std::min(size, Tavern::CAPACITY - head_place);
    auto* bytes = reinterpret_cast<unsigned char*>(words.data());
    const unsigned padded = (size + 15) / 16 * 16;
    std::memset(bytes + size, 0xFF, padded - size);
    std::memcpy(bytes, state.tavern.cards.data() + head_place, straight);
    std::memcpy(bytes + straight, state.tavern.cards.data(), size - straight);
    for (std::size_t place = 0; place < padded / 8; place += 2) {
        hasher.add(words[place], words[place + 1]);
    }
    return hasher.key();
}

}  // namespace regicide
