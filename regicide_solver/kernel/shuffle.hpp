// Seed scheme 1, as in regicide_solver/shuffle.py: the generator, the shuffle, and the order of a heal.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include "cards.hpp"

namespace regicide {

inline constexpr std::uint64_t INCREMENT = 0x9E3779B97F4A7C15;

constexpr std::uint64_t mix(std::uint64_t word) {
    word ^= word >> 30;
    word *= 0xBF58476D1CE4E5B9;
    word ^= word >> 27;
    word *= 0x94D049BB133111EB;
    return word ^ word >> 31;
}

// SplitMix64.
class Generator {
public:
    constexpr explicit Generator(std::uint64_t seed) : state_(seed) {}

    constexpr std::uint64_t word() {
        state_ += INCREMENT;
        return mix(state_);
    }

    // A number from 0 to bound - 1, every one equally likely: words below 2^64 mod bound are drawn again.
    constexpr int below(int bound) {
        const auto divisor = static_cast<std::uint64_t>(bound);
        std::uint64_t drawn = word();
        // Only a word below the bound can be below 2^64 mod bound, which is a division saved nearly always.
        while (drawn < divisor && drawn < (~divisor + 1) % divisor) {
            drawn = word();
        }
        return static_cast<int>(drawn % divisor);
    }

    // Fisher and Yates, from the last place down.
    constexpr void shuffle(std::span<std::uint8_t> cards) {
        for (std::size_t place = cards.size(); place-- > 1;) {
            const auto other = static_cast<std::size_t>(below(static_cast<int>(place) + 1));
            std::swap(cards[place], cards[other]);
        }
    }

private:
    std::uint64_t state_;
};

// An ordered pile of up to a whole deck; the two Jesters are 56 and 57 here.
struct Deck {
    std::array<std::uint8_t, MOST_CARDS> cards;
    std::uint8_t size;

    std::span<std::uint8_t> span() & { return std::span(cards).first(size); }
    std::span<const std::uint8_t> span() const& { return std::span(cards).first(size); }
    std::span<const std::uint8_t> span() && = delete;  // it would outlive the deck
};

// The full deck in card order: royals included, Jesters last.
inline Deck deck_indices(bool ones, int jesters) {
    Deck deck{};
    for (int index = 0; index < JESTER_INDEX + jesters; ++index) {
        if (ones || index / 4 != 1) {
            deck.cards[deck.size++] = static_cast<std::uint8_t>(index);
        }
    }
    return deck;
}

// The order in which the hearts power number `heals` of a game (from 0) counts the discard pile off.
inline Deck heal_order(std::uint64_t seed, std::uint64_t heals, bool ones, int jesters) {
    Deck deck = deck_indices(ones, jesters);
    Generator(mix(seed ^ mix(heals + 1))).shuffle(deck.span());
    return deck;
}

}  // namespace regicide
