// The state of a game, as in regicide_solver/state.py, without what is the same all game long (rules, heal seed).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "cards.hpp"

namespace regicide {

// The Tavern, the top card at place 0: a ring, so that neither drawing nor a royal on top moves the other cards.
struct Tavern {
    static constexpr unsigned CAPACITY = 64;  // a power of two above MOST_CARDS

    std::array<std::uint8_t, CAPACITY> cards;
    std::uint8_t head;
    std::uint8_t size;
    std::uint8_t buried;  // how many of the lowest cards came there since the search began; rules never ask

    int operator[](int place) const { return cards[(head + static_cast<unsigned>(place)) % CAPACITY]; }

    // Eight places of the ring as the bytes of one word, from a place on; beyond the last card they hold anything.
    std::uint64_t word(unsigned place) const {
        const unsigned begin = (head + place) % CAPACITY;
        std::uint64_t word;
        if (begin <= CAPACITY - sizeof word) {
            std::memcpy(&word, cards.data() + begin, sizeof word);
        } else {
            std::array<std::uint8_t, sizeof word> bytes;
            for (unsigned byte = 0; byte < bytes.size(); ++byte) {
                bytes[byte] = cards[(begin + byte) % CAPACITY];
            }
            std::memcpy(&word, bytes.data(), sizeof word);
        }
        return word;
    }

    void drop_top(int count) {
        head = static_cast<std::uint8_t>((head + static_cast<unsigned>(count)) % CAPACITY);
        size = static_cast<std::uint8_t>(size - count);
        buried = std::min(buried, size);
    }

    int on_top() const { return size - buried; }

    void push_top(int index) {
        head = static_cast<std::uint8_t>((head + CAPACITY - 1) % CAPACITY);
        cards[head] = static_cast<std::uint8_t>(index);
        ++size;
    }

    void push_bottom(int index) {
        cards[(head + unsigned{size}) % CAPACITY] = static_cast<std::uint8_t>(index);
        ++size;
    }

    void bury(int index) {
        push_bottom(index);
        ++buried;
    }
};

// What the proof that a state is lost may rest on beyond the hands, the fight and the top of the Tavern, as bits; see
// refutations.hpp.
using Grounds = std::uint8_t;

inline constexpr Grounds BURIED = 1;   // a draw got to buried cards, or to the end of the Tavern
inline constexpr Grounds CROWDED = 2;  // a draw passed over a full hand
inline constexpr Grounds KILLED = 4;   // an enemy fell
inline constexpr Grounds EVERYTHING = BURIED | CROWDED | KILLED;

struct State {
    std::array<Mask, MOST_PLAYERS> hands;
    Mask in_play;
    Mask discard;
    std::array<std::uint8_t, MOST_PLAYERS> hand_values;  // what the sets of cards above are worth, kept up to date
    std::uint16_t in_play_value;
    std::uint16_t discard_value;
    std::uint32_t heals;
    std::uint16_t damage;
    std::uint16_t shield;
    std::uint16_t locked_shield;
    std::uint8_t turn;
    std::int8_t enemy;
    bool suffering;  // step 4 with something to pay, otherwise step 1
    bool cancelled;
    std::uint8_t yielded;  // bit i: the flag of seat i
    std::uint8_t flips;
    std::uint8_t castle_size;
    Grounds grounds;  // gathered by every action that is made; rules never ask
    std::array<std::uint8_t, MOST_ROYALS - 1> castle;  // the next royal last, where it is taken from
    Tavern tavern;

    Mask hand() const { return hands[turn]; }
    int hand_value() const { return hand_values[turn]; }
    bool won() const { return enemy == NO_CARD; }
    int enemies_left() const { return won() ? 0 : castle_size + 1; }
};

static_assert(std::is_trivially_copyable_v<State> && sizeof(State) <= 152);

// A card comes into a hand.
inline void take(State& state, std::size_t seat, int index) {
    state.hands[seat] += card_unit(index);
    state.hand_values[seat] = static_cast<std::uint8_t>(state.hand_values[seat] + card_value(index));
}

// Reckon the values of the sets of cards that were put into a state.
inline void reckon_values(State& state) {
    std::ranges::transform(state.hands, state.hand_values.begin(),
                           [](Mask hand) { return static_cast<std::uint8_t>(mask_value(hand)); });
    state.in_play_value = static_cast<std::uint16_t>(mask_value(state.in_play));
    state.discard_value = static_cast<std::uint16_t>(mask_value(state.discard));
}

// What royals attack with, which is what they are worth in a hand; NO_CARD stands first, with 0.
inline constexpr std::array<std::uint8_t, JESTER_INDEX + 1> ATTACKS = [] {
    std::array<std::uint8_t, JESTER_INDEX + 1> attacks{};
    for (int royal = 4 * JACK; royal < JESTER_INDEX; ++royal) {
        attacks[static_cast<std::size_t>(royal) + 1] = static_cast<std::uint8_t>(card_value(royal));
    }
    return attacks;
}();

// The attack and the health of a royal; 0 without an enemy.
constexpr int attack_of(int enemy) {
    return ATTACKS[static_cast<std::size_t>(enemy - NO_CARD)];
}

constexpr int health_of(int enemy) {
    return 2 * attack_of(enemy);
}

// What is left of the enemy's attack behind the shield.
constexpr int attack_left(const State& state) {
    return std::max(0, attack_of(state.enemy) - state.shield);
}

}  // namespace regicide
