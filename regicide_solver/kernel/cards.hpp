// Cards and sets of cards: the same masks as regicide_solver/cards.py.
//
// A card is its index in card order. A set of cards is a mask: one bit for each suited card, and above them the number
// of Jesters as a two-bit count, so that masks of disjoint sets add up with + and part with -. Nothing here knows the
// rules of play.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace regicide {

using Mask = std::uint64_t;

inline constexpr int JESTER_INDEX = 56;
inline constexpr Mask JESTER_UNIT = Mask{1} << JESTER_INDEX;
inline constexpr Mask SUITED_MASK = JESTER_UNIT - 1;

// No enemy, as a card index.
inline constexpr int NO_CARD = -1;

// Suits and ranks, in card order.
inline constexpr int CLUBS = 0;
inline constexpr int DIAMONDS = 1;
inline constexpr int HEARTS = 2;
inline constexpr int SPADES = 3;
inline constexpr int ACE = 0;
inline constexpr int TWO = 2;
inline constexpr int JACK = 11;
inline constexpr int RANKS = 14;

// The most cards that any rules put into a game: 56 suited ones and two Jesters.
inline constexpr int MOST_CARDS = JESTER_INDEX + 2;
inline constexpr int MOST_ROYALS = 12;
inline constexpr int MOST_PLAYERS = 4;
inline constexpr int LARGEST_HAND = 10;

// What the cards of each rank are worth, played or paid.
inline constexpr std::array<int, RANKS> RANK_VALUES{1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 15, 20};

inline constexpr std::array<Mask, 4> SUIT_MASKS = [] {
    std::array<Mask, 4> masks{};
    for (int index = 0; index < JESTER_INDEX; ++index) {
        masks[static_cast<std::size_t>(index % 4)] |= Mask{1} << index;
    }
    return masks;
}();

// The suits among the cards of a mask, as bits.
constexpr unsigned suits_of(Mask mask) {
    Mask suits = mask & SUITED_MASK;
    suits |= suits >> 32;
    suits |= suits >> 16;
    suits |= suits >> 8;
    suits |= suits >> 4;
    return static_cast<unsigned>(suits & 0b1111);
}

constexpr Mask rank_mask(int rank) {
    return Mask{0b1111} << (4 * rank);
}

// The cards whose value has a given binary digit: five population counts add up any set.
inline constexpr std::array<Mask, 5> VALUE_DIGIT_MASKS = [] {
    std::array<Mask, 5> masks{};
    for (std::size_t digit = 0; digit < masks.size(); ++digit) {
        for (int rank = 0; rank < RANKS; ++rank) {
            if (RANK_VALUES[static_cast<std::size_t>(rank)] >> digit & 1) {
                masks[digit] |= rank_mask(rank);
            }
        }
    }
    return masks;
}();

constexpr Mask card_unit(int index) {
    return Mask{1} << index;
}

constexpr int card_value(int index) {
    return index >= JESTER_INDEX ? 0 : RANK_VALUES[static_cast<std::size_t>(index / 4)];
}

constexpr int jesters_of(Mask mask) {
    return static_cast<int>(mask >> JESTER_INDEX);
}

constexpr int mask_count(Mask mask) {
    return std::popcount(mask & SUITED_MASK) + jesters_of(mask);
}

constexpr int mask_value(Mask mask) {
    int value = 0;
    for (std::size_t digit = 0; digit < VALUE_DIGIT_MASKS.size(); ++digit) {
        value += std::popcount(mask & VALUE_DIGIT_MASKS[digit]) << digit;
    }
    return value;
}

// The index of the lowest suited card of a mask that has one.
constexpr int lowest_index(Mask mask) {
    return std::countr_zero(mask);
}

constexpr Mask lowest_card(Mask mask) {
    return mask & (~mask + 1);
}

}  // namespace regicide
