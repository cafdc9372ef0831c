// The rules of play, step by step, with the names of regicide_solver/engine.py, which is the specification.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "actions.hpp"
#include "cards.hpp"
#include "game.hpp"
#include "payments.hpp"
#include "rules.hpp"
#include "state.hpp"

namespace regicide {

enum class Outcome : std::uint8_t { open, won, lost };

// --- which actions are legal ----------------------------------------------------------------------------------------

// The seats that a Jester may name, as bits.
inline unsigned jester_seats(const Rules& rules, const State& state) {
    const unsigned all = (1U << rules.players) - 1;
    return rules.jester_self ? all : all & ~(1U << state.turn);
}

inline bool may_yield(const Rules& rules, const State& state) {
    if (rules.players == 1) {
        return rules.solo_yield == SoloYield::always ||
               (rules.solo_yield == SoloYield::not_twice && state.yielded == 0);
    }
    const unsigned others = ((1U << rules.players) - 1) & ~(1U << state.turn);
    return (others & ~unsigned{state.yielded}) != 0;
}

// The sets of one size among the cards of one rank, in card order.
inline void push_sets(Mask cards, int size, ActionList& found) {
    for (Mask first = cards; first != 0; first &= first - 1) {
        for (Mask second = first & (first - 1); second != 0; second &= second - 1) {
            const Mask pair = lowest_card(first) | lowest_card(second);
            if (size == 2) {
                found.push(pair, Kind::play);
                continue;
            }
            for (Mask third = second & (second - 1); third != 0; third &= third - 1) {
                found.push(pair | lowest_card(third), Kind::play);
            }
        }
    }
}

// Step 1: what a hand may play: single cards, a Jester's seats, pairs with those of an Ace, threes, fours.
inline void plays(Mask hand, const Rules& rules, unsigned seats, ActionList& found) {
    const Mask suited = hand & SUITED_MASK;
    for (Mask cards = suited; cards != 0; cards &= cards - 1) {
        found.push(lowest_card(cards), Kind::play);
    }
    if (hand >= JESTER_UNIT) {
        for (int seat = 0; seat < rules.players; ++seat) {
            if (seats >> seat & 1) {
                found.push(JESTER_UNIT, Kind::play, static_cast<std::uint8_t>(seat));
            }
        }
    }
    if (rules.companions) {
        for (Mask aces = suited & rank_mask(ACE); aces != 0; aces &= aces - 1) {
            const Mask ace = lowest_card(aces);
            for (Mask others = suited & ~(ace | (ace - 1)); others != 0; others &= others - 1) {
                found.push(ace | lowest_card(others), Kind::play);
            }
        }
    }
    std::array<Mask, JACK> by_rank;  // the ranks that hold at least two cards
    std::array<int, JACK> ranks;
    std::size_t count = 0;
    int largest = 0;
    for (int rank = TWO; rank < JACK; ++rank) {
        const Mask cards = suited & rank_mask(rank);
        if ((cards & (cards - 1)) != 0) {
            by_rank[count] = cards;
            ranks[count++] = rank;
            largest = std::max(largest, std::popcount(cards));
        }
    }
    for (int size = 2; size <= largest; ++size) {
        for (std::size_t place = 0; place < count; ++place) {
            if (size * ranks[place] > rules.combo_limit || std::popcount(by_rank[place]) < size) {
                continue;
            }
            if (size == 4) {
                found.push(by_rank[place], Kind::play);
            } else {
                push_sets(by_rank[place], size, found);
            }
        }
    }
}

// The legal actions in the order of engine.py: plays or payments, the yield, the flip. Empty when the game is over.
inline void legal_actions(const Rules& rules, const State& state, ActionList& found) {
    found.clear();
    if (state.won()) {
        return;
    }
    if (state.suffering) {
        Payments payments;
        payments.find(state.hand(), attack_left(state), rules.overpay);
        for (std::size_t place = 0; place < payments.size(); ++place) {
            found.push(payments[place], Kind::discard);
        }
    } else {
        plays(state.hand(), rules, jester_seats(rules, state), found);
        if (may_yield(rules, state)) {
            found.push(0, Kind::yield);
        }
    }
    if (state.flips > 0) {
        found.push(0, Kind::flip);
    }
}

// Step 1: whether the acting seat has anything to do but flip.
inline bool may_play_or_yield(const Rules& rules, const State& state) {
    const Mask hand = state.hand();
    return (hand & SUITED_MASK) != 0 || (hand >= JESTER_UNIT && jester_seats(rules, state) != 0) ||
           may_yield(rules, state);
}

inline Outcome outcome(const Rules& rules, const State& state) {
    if (state.won()) {
        return Outcome::won;
    }
    if (state.flips > 0) {
        return Outcome::open;
    }
    const bool open = state.suffering ? state.hand_value() >= attack_left(state) : may_play_or_yield(rules, state);
    return open ? Outcome::open : Outcome::lost;
}

// --- what an action does --------------------------------------------------------------------------------------------

// Step 2: the suits whose power a play activates, as bits; each once, the enemy's own not while it is immune.
inline unsigned active_powers(Mask mask, int enemy, bool cancelled) {
    const unsigned immune = cancelled ? 0U : 1U << (enemy & 3);
    return suits_of(mask) & ~immune;
}

struct Strike {
    int value;  // of the cards
    int dealt;
    int shielded;
    int locked;
};

// Steps 2 and 3, the black powers: what a play deals, shields, and could shield if a Jester frees it.
inline Strike strike(Mask mask, unsigned powers, RetroSpades retro_spades) {
    const int value = mask_value(mask);
    const int dealt = value << (powers >> CLUBS & 1);
    const Mask spades = mask & SUIT_MASKS[SPADES];
    const bool shields = (powers >> SPADES & 1) != 0;
    int locked = 0;
    if (spades != 0 && !shields && retro_spades != RetroSpades::none) {
        locked = retro_spades == RetroSpades::play ? value : mask_value(spades);
    }
    return {value, dealt, shields ? value : 0, locked};
}

// Hearts: count cards of the discard pile off in the given order and put them beneath the Tavern.
inline void heal(State& state, int count, const Deck& order) {
    // A bit for each card, the second Jester too; with one Jester in the pile only the first one's place counts.
    const Mask pile = state.discard + (jesters_of(state.discard) == 2 ? JESTER_UNIT : 0);
    const auto most = static_cast<std::size_t>(std::min(count, mask_count(state.discard)));
    std::array<std::uint8_t, MOST_CARDS> healed;
    std::size_t size = 0;
    for (std::size_t place = 0; size < most && place < order.size; ++place) {
        healed[size] = order.cards[place];  // overwritten unless it is counted: no branch to mispredict
        size += pile >> healed[size] & 1;
    }
    for (const std::uint8_t card : std::span(healed).first(size)) {
        const int index = std::min(int{card}, JESTER_INDEX);
        state.discard -= card_unit(index);
        state.discard_value = static_cast<std::uint16_t>(state.discard_value - card_value(index));
        state.tavern.bury(index);
    }
}

// Cards of a given value leave the acting seat's hand.
inline void give_up(State& state, Mask mask, int value) {
    state.hands[state.turn] -= mask;
    state.hand_values[state.turn] = static_cast<std::uint8_t>(state.hand_value() - value);
}

// Cards of a given value come to the discard pile.
inline void put_aside(State& state, Mask mask, int value) {
    state.discard += mask;
    state.discard_value = static_cast<std::uint16_t>(state.discard_value + value);
}

// Diamonds: draw one card a seat in turn; a full hand is passed over, an empty Tavern ends it.
inline void draw(State& state, int count, const Rules& rules) {
    std::array<int, MOST_PLAYERS> room{};
    int room_in_all = 0;
    for (int seat = 0; seat < rules.players; ++seat) {
        const auto place = static_cast<std::size_t>(seat);
        room[place] = std::max(0, rules.hand_limit - mask_count(state.hands[place]));
        room_in_all += room[place];
    }
    if (std::min(count, room_in_all) > state.tavern.on_top()) {
        state.grounds |= BURIED;
    }
    count = std::min(count, int{state.tavern.size});
    if (count > room_in_all) {
        state.grounds |= CROWDED;
        count = room_in_all;
    }
    std::size_t seat = state.turn;
    const auto players = static_cast<std::size_t>(rules.players);
    for (int drawn = 0; drawn < count; ++drawn) {
        while (room[seat] == 0) {
            state.grounds |= CROWDED;
            seat = seat + 1 == players ? 0 : seat + 1;
        }
        take(state, seat, state.tavern[drawn]);
        --room[seat];
        seat = seat + 1 == players ? 0 : seat + 1;
    }
    state.tavern.drop_top(count);
}

inline void pass_turn(State& state, const Rules& rules) {
    state.turn = state.turn + 1 == rules.players ? std::uint8_t{0} : static_cast<std::uint8_t>(state.turn + 1);
}

// A play, a kill or a Jester clears the acting seat's flag, or ends the whole streak.
inline void clear_flags_after_play(State& state, const Rules& rules) {
    state.yielded = rules.yield_record == YieldRecord::streak
                        ? std::uint8_t{0}
                        : static_cast<std::uint8_t>(state.yielded & ~(1U << state.turn));
}

// Step 1: the cards leave the hand and stay in play until the enemy falls.
inline void put_in_play(State& state, Mask mask, int value, const Rules& rules) {
    give_up(state, mask, value);
    state.in_play += mask;
    state.in_play_value = static_cast<std::uint16_t>(state.in_play_value + value);
    clear_flags_after_play(state, rules);
}

// Step 3: the fallen royal and the fight's cards go, the next royal comes; the killing seat begins a new turn.
inline void defeat(State& state, bool exactly, ExactKill exact_kill) {
    put_aside(state, state.in_play, state.in_play_value);
    state.in_play = 0;
    state.in_play_value = 0;
    if (exactly && exact_kill == ExactKill::top) {
        state.tavern.push_top(state.enemy);
    } else if (exactly && exact_kill == ExactKill::bottom) {
        state.tavern.bury(state.enemy);
    } else {
        put_aside(state, card_unit(state.enemy), attack_of(state.enemy));
    }
    state.grounds |= KILLED;
    state.enemy = NO_CARD;
    if (state.castle_size > 0) {
        state.enemy = static_cast<std::int8_t>(state.castle[--state.castle_size]);
    }
    state.damage = state.shield = state.locked_shield = 0;
    state.cancelled = state.suffering = false;
}

inline void play_cards(Game& game, State& state, Mask mask) {
    const Rules& rules = game.rules();
    const unsigned powers = active_powers(mask, state.enemy, state.cancelled);
    const Strike done = strike(mask, powers, rules.retro_spades);
    put_in_play(state, mask, done.value, rules);
    // Step 2, the red powers: heal first, then draw. The black ones are in `strike`.
    if (powers >> HEARTS & 1) {
        if (state.discard != 0) {
            heal(state, done.value, game.heal_order(state.heals));
        }
        ++state.heals;
    }
    if (powers >> DIAMONDS & 1) {
        draw(state, done.value, rules);
    }
    // Step 3: damage, and the shield that counts from step 4 on.
    const int damage = state.damage + done.dealt;
    const int health = health_of(state.enemy);
    if (damage >= health) {
        defeat(state, damage == health, rules.exact_kill);
        return;
    }
    state.damage = static_cast<std::uint16_t>(damage);
    state.shield = static_cast<std::uint16_t>(state.shield + done.shielded);
    state.locked_shield = static_cast<std::uint16_t>(state.locked_shield + done.locked);
    // Step 4 follows, unless the shield holds the whole attack.
    if (attack_left(state) > 0) {
        state.suffering = true;
    } else {
        pass_turn(state, rules);
    }
}

// The Jester: immunity ends, earlier spades are freed, steps 3 and 4 are skipped, the named seat goes next.
inline void play_jester(State& state, std::uint8_t next_seat, const Rules& rules) {
    put_in_play(state, JESTER_UNIT, card_value(JESTER_INDEX), rules);
    state.cancelled = true;
    state.shield = static_cast<std::uint16_t>(state.shield + state.locked_shield);
    state.locked_shield = 0;
    state.turn = next_seat;
}

// Step 1, the yield: straight to step 4.
inline void yield_turn(State& state, const Rules& rules) {
    state.yielded = static_cast<std::uint8_t>(state.yielded | 1U << state.turn);
    if (attack_left(state) > 0) {
        state.suffering = true;
    } else {
        pass_turn(state, rules);
    }
}

// Step 4: the payment goes to the discard pile, and the next seat begins its turn.
inline void pay(State& state, Mask mask, const Rules& rules) {
    const int value = mask_value(mask);
    give_up(state, mask, value);
    put_aside(state, mask, value);
    state.suffering = false;
    pass_turn(state, rules);
}

// Solo: the hand goes to the discard pile and is refilled from the Tavern, which is no drawing.
inline void flip_jester(State& state, const Rules& rules) {
    if (rules.hand_limit > state.tavern.on_top()) {
        state.grounds |= BURIED;
    }
    const int refill = std::min(rules.hand_limit, int{state.tavern.size});
    const Mask hand = state.hand();
    const int value = state.hand_value();
    give_up(state, hand, value);
    put_aside(state, hand, value);
    for (int place = 0; place < refill; ++place) {
        take(state, state.turn, state.tavern[place]);
    }
    state.tavern.drop_top(refill);
    --state.flips;
}

// Turn a state into the one after an action that is known to be legal.
inline void advance(Game& game, State& state, const Action& action) {
    switch (action.kind) {
        case Kind::play:
            if (action.next_seat == NO_SEAT) {
                play_cards(game, state, action.mask);
            } else {
                play_jester(state, action.next_seat, game.rules());
            }
            break;
        case Kind::discard:
            pay(state, action.mask, game.rules());
            break;
        case Kind::yield:
            yield_turn(state, game.rules());
            break;
        case Kind::flip:
            flip_jester(state, game.rules());
            break;
    }
}

// The state after an action that is known to be legal.
inline State successor(Game& game, const State& state, const Action& action) {
    State after = state;
    advance(game, after, action);
    return after;
}

}  // namespace regicide
