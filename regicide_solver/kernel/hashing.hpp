// 128-bit keys of states, for the memo table of one search.
//
// A key is a sum of products, each of two words and with secrets of its own, in two lanes: no product waits for another, and
// what changes can be exchanged. Within a search the rules, the heal seed, the order of the Castle and the cards of the game
// are fixed, so that neither the Castle nor the discard pile, which holds what is nowhere else, need be hashed. Another salt
// gives independent keys.
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

// The key (0, 0) marks a free place of a table. That a state has it is as unlikely as that two states have the same one.
struct Key {
    std::uint64_t first;
    std::uint64_t second;

    Key& operator+=(const Key& other) {
        first += other.first;
        second += other.second;
        return *this;
    }

    friend bool operator==(const Key&, const Key&) = default;
};

// The first terms of the sum that stand for the hands, the piles, and the top and the rest of the Tavern.
inline constexpr std::size_t HANDS = 0;
inline constexpr std::size_t PILES = HANDS + 3;
inline constexpr std::size_t TOP = PILES + 1;
inline constexpr std::size_t TAVERN_TERMS = Tavern::CAPACITY / 16;
inline constexpr std::size_t REST = TOP + TAVERN_TERMS;
inline constexpr std::size_t TERMS = REST + TAVERN_TERMS;

class Hasher {
public:
    explicit Hasher(std::uint64_t salt) {
        Generator generator(salt);
        for (auto& secrets : secrets_) {
            for (std::uint64_t& word : secrets) {
                word = generator.word();
            }
        }
    }

    Key term(std::size_t number, std::uint64_t one, std::uint64_t two) const {
        const auto& secrets = secrets_[number];
        return {fold(one ^ secrets[0], two ^ secrets[1]), fold(one ^ secrets[2], two ^ secrets[3])};
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

    std::array<std::array<std::uint64_t, 4>, TERMS> secrets_;
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
inline Key cards_key(const Hasher& hasher, std::size_t term, const Tavern& tavern, unsigned first, unsigned count) {
    Key key{};
    const unsigned end = first + count;
    unsigned place = first;
    for (; place + 16 <= end; place += 16) {
        key += hasher.term(term++, tavern.word(place), tavern.word(place + 8));
    }
    if (place + 8 < end) {
        key += hasher.term(term, tavern.word(place), filled_up(tavern.word(place + 8), end - place - 8));
    } else if (place < end) {
        key += hasher.term(term, filled_up(tavern.word(place), end - place), ~std::uint64_t{0});
    }
    return key;
}

// What a state says beside the cards and the details.
inline std::uint64_t head_word(const Rules& rules, const State& state, unsigned top, bool bounded) {
    const int attack = attack_of(state.enemy);
    const auto locked = rules.tavern_jesters > 0 ? std::min(int{state.locked_shield}, attack) : 0;
    const auto byte = [](auto number, int place) { return static_cast<std::uint64_t>(number) << (8 * place); };
    return byte(state.turn, 0) | byte(state.suffering, 1) | byte(state.castle_size, 2) | byte(top, 3) |
           byte(std::min(int{state.shield}, attack), 5) | byte(locked, 6) |
           byte(unsigned{state.cancelled} | flags_that_matter(rules, state) << 1 | unsigned{state.flips} << 5 |
                    unsigned{bounded} << 7,
                7);
}

// The hands, with the head word.
inline Key hands_key(const Hasher& hasher, const Rules& rules, const std::array<Mask, MOST_PLAYERS>& hands,
                     std::uint64_t head) {
    Key key = hasher.term(HANDS, head, hands[0]);
    if (rules.players > 1) {
        key += hasher.term(HANDS + 1, hands[1], hands[2]);
    }
    if (rules.players > 3) {
        key += hasher.term(HANDS + 2, hands[3], 0);
    }
    return key;
}

// Everything else: what has been dealt to the enemy, the cards in play, the heals, and the rest of the Tavern.
inline Key details_key(const Hasher& hasher, const State& state, unsigned top) {
    const unsigned rest = state.tavern.size - top;
    Key key = hasher.term(PILES, state.in_play, std::uint64_t{state.heals} << 32 | std::uint64_t{state.damage} << 8 | rest);
    key += cards_key(hasher, REST, state.tavern, top, rest);
    return key;
}

}  // namespace regicide
