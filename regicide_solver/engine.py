"""The rules of play, step by step: which actions are legal, and what each of them does.

This is the specification that every other implementation is compared with, written to be read beside a rulebook.
The steps of a turn: 1 play a card or yield; 2 activate the suit power; 3 deal damage and see whether the enemy is
defeated; 4 suffer damage.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations, islice

from regicide_solver.actions import Action, Discard, Flip, Play, Yield, make_discard, make_play
from regicide_solver.cards import (
    JESTER_INDEX,
    JESTER_UNIT,
    RANK_MASKS,
    SUIT_MASKS,
    VALUES,
    CardSet,
    Rank,
    Suit,
    mask_contains,
    mask_count,
    mask_indices,
    mask_of,
    mask_value,
    quoted,
)
from regicide_solver.errors import IllegalActionError
from regicide_solver.rules import Rules
from regicide_solver.shuffle import heal_order
from regicide_solver.state import ATTACKS, HEALTHS, NO_CARD, Fields, State, attack_left, freeze, thaw

__all__ = ["apply", "apply_line", "legal_actions", "outcome"]

_YIELD = Yield()
_FLIP = Flip()
_JESTER, _SECOND_JESTER = bytes((JESTER_INDEX,)), bytes((JESTER_INDEX + 1,))  # the places in an order of a heal
_SETS_MASK = sum(RANK_MASKS[rank] for rank in range(Rank.TWO, Rank.JACK))
_ACES_MASK = RANK_MASKS[Rank.ACE]
_HEARTS, _DIAMONDS, _SPADES, _CLUBS = (1 << suit for suit in (Suit.HEARTS, Suit.DIAMONDS, Suit.SPADES, Suit.CLUBS))


# --- which actions are legal ------------------------------------------------------------------------------------


def legal_actions(state: State) -> tuple[Action, ...]:
    """List the legal actions of a state.

    Returns
    -------
    tuple of Action
        In a fixed order: plays, or payments, with fewer cards first and then in card order, a Jester's seats
        ascending; the yield; the flip. Empty when the game is over. The two Jesters are the same card, so that an
        action stands here once.

    Examples
    --------
    >>> state = State(["2C 2D *", "3C", "4C"], "JH", "JD")
    >>> [str(action) for action in legal_actions(state)]
    ['play 2C', 'play 2D', 'play *>1', 'play *>2', 'play *>3', 'play 2C+2D', 'yield']
    """
    if state.enemy_index == NO_CARD:
        return ()
    rules = state.rules
    hand = state.hand_masks[state.turn]
    actions: tuple[Action, ...]
    if state.phase == "suffer":
        actions = payments(hand, state.attack, rules.overpay)
    else:
        actions = plays(hand, rules.companions, rules.combo_limit, _jester_seats(state))
        if _may_yield(state):
            actions = (*actions, _YIELD)
    return (*actions, _FLIP) if state.flips > 0 else actions


def minimal_actions(state: State) -> tuple[Action, ...]:
    """List the legal actions without the payments that have a card to spare; payments in the order they are found."""
    if state.phase == "play":
        return legal_actions(state)
    found = minimal_payments(state.hand_masks[state.turn], state.attack)
    return (*found, _FLIP) if state.flips > 0 else found


@lru_cache(maxsize=1 << 13)
def minimal_payments(hand: int, attack: int) -> tuple[Discard, ...]:
    """Find the payments without a card to spare: without its smallest card each is short.

    Each is built from its most valuable card down, so that the card that covers the attack is the smallest.
    """
    cards = sorted(mask_indices(hand & (JESTER_UNIT - 1)), reverse=True)
    found: list[Discard] = []

    def choose(place: int, mask: int, missing: int) -> None:
        for number in range(place, len(cards)):
            index = cards[number]
            if VALUES[index] >= missing:
                found.append(make_discard(mask + (1 << index)))
            else:
                choose(number + 1, mask + (1 << index), missing - VALUES[index])

    choose(0, 0, attack)
    return tuple(found)


@lru_cache(maxsize=1 << 15)
def plays(hand: int, companions: bool, combo_limit: int | None, jester_seats: tuple[int, ...]) -> tuple[Play, ...]:
    """Step 1: what a hand may play, in the order of `legal_actions`.

    Parameters
    ----------
    hand : int
        The hand's mask.
    companions, combo_limit
        The options of these names.
    jester_seats : tuple of int
        The seats that a Jester may name, ascending.
    """
    suited = [1 << index for index in mask_indices(hand & (JESTER_UNIT - 1))]
    sets = _same_rank_sets(hand, combo_limit)
    pairs = sets.get(2, [])
    if companions:
        aces = [ace for ace in suited if ace & _ACES_MASK]
        others = [card for card in suited if not card & _ACES_MASK]
        with_ace = [*combinations(aces, 2), *((ace, other) for ace in aces for other in others)]
        pairs = sorted([*pairs, *(first | second for first, second in with_ace)], key=_card_order)
    found = [make_play(card) for card in suited]
    if hand >= JESTER_UNIT:
        found += [make_play(JESTER_UNIT, seat) for seat in jester_seats]
    found += [make_play(mask) for mask in (*pairs, *sets.get(3, ()), *sets.get(4, ()))]
    return tuple(found)


def _same_rank_sets(hand: int, combo_limit: int | None) -> dict[int, list[int]]:
    """Find the sets of two to four cards of one rank, by their size, each size in card order."""
    sets: dict[int, list[int]] = {}
    for rank in range(Rank.TWO, Rank.JACK):
        cards = [1 << index for index in mask_indices(hand & RANK_MASKS[rank])]
        for size in range(2, len(cards) + 1):
            if combo_limit is None or size * rank <= combo_limit:
                sets.setdefault(size, []).extend(sum(chosen) for chosen in combinations(cards, size))
    return sets


def _card_order(mask: int) -> tuple[int, ...]:
    return tuple(mask_indices(mask))


@lru_cache(maxsize=1 << 11)
def payments(hand: int, attack: int, overpay: str) -> tuple[Discard, ...]:
    """Step 4: the payments that a hand may make for an attack, in the order of `legal_actions`.

    Parameters
    ----------
    hand : int
        The hand's mask.
    attack : int
        What has to be paid, at least 1.
    overpay : {"any", "until_covered", "minimal"}
        The option of this name.
    """
    cards = tuple(mask_indices(hand))
    found: dict[int, None] = {}  # the two Jesters are one card: what differs only in which one is found once
    for size in range(1, len(cards) + 1):
        for chosen in combinations(cards, size):
            total = sum([VALUES[index] for index in chosen])
            if total >= attack and total - _spare_value(chosen, overpay) < attack:
                found[mask_of(chosen)] = None
    return tuple(map(make_discard, found))


def _spare_value(chosen: Iterable[int], overpay: str) -> int:
    """The value that a payment must not do without: taking it away has to leave the attack uncovered."""
    if overpay == "any":
        return 1 << 16  # no payment covers the attack without this much
    values = [VALUES[index] for index in chosen]
    return max(values) if overpay == "until_covered" else min(values)


def _jester_seats(state: Fields) -> tuple[int, ...]:
    return _other_seats(state.players, -1 if state.rules.jester_self else state.turn)


@lru_cache(maxsize=32)
def _other_seats(players: int, left_out: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(players) if seat != left_out)


def _may_yield(state: Fields) -> bool:
    yielded = state.yielded
    if state.players == 1:
        solo_yield = state.rules.solo_yield
        return solo_yield == "always" or (solo_yield == "not_twice" and not yielded[0])
    turn = state.turn
    for seat, flag in enumerate(yielded):
        if not flag and seat != turn:
            return True
    return False


def outcome(state: State) -> str | None:
    """Tell how the game stands.

    Returns
    -------
    str or None
        ``"won"`` when the last royal is defeated, ``"lost"`` when there is no legal action, otherwise None.

    Examples
    --------
    >>> outcome(State(["2C", ""], "JH", phase="suffer", in_play="3C", damage=6))
    'lost'
    """
    if state.enemy_index == NO_CARD:
        return "won"
    if state.flips > 0:
        return None
    hand = state.hand_masks[state.turn]
    if state.phase == "suffer":
        return None if mask_value(hand) >= state.attack else "lost"
    if _may_yield(state) or plays(hand, False, 0, _jester_seats(state)):
        return None
    return "lost"


def why_illegal(state: Fields, action: Action) -> str | None:
    """Say why an action is not legal; None for a legal one."""
    if state.enemy_index == NO_CARD:
        return "the game is won"
    hand = state.hand_masks[state.turn]
    match action:
        case Play():
            if state.phase == "suffer":
                return f"{_seat(state)} is in step 4 and has to pay {attack_left(state)}"
            if not mask_contains(hand, action.mask):
                return _not_in_hand(state)
            if action.next_seat is not None:
                return None if action.next_seat in _jester_seats(state) else "a Jester cannot name that seat"
            return why_no_play(action.mask, state.rules)
        case Discard():
            if state.phase != "suffer":
                return f"{_seat(state)} is in step 1 and has nothing to pay"
            if not mask_contains(hand, action.mask):
                return _not_in_hand(state)
            return _why_no_payment(action.mask, attack_left(state), state.rules.overpay)
        case Yield():
            if state.phase == "suffer":
                return f"{_seat(state)} is in step 4 and has to pay {attack_left(state)}"
            return None if _may_yield(state) else f"{_seat(state)} may not yield"
        case Flip():
            return None if state.flips > 0 else "no flip is left"
    raise TypeError(f"not an action: {action!r}")


def _seat(state: Fields) -> str:
    return f"seat {state.turn + 1}"


def _not_in_hand(state: Fields) -> str:
    return f"the hand of {_seat(state)} is {CardSet.from_mask(state.hand_masks[state.turn]) or 'empty'}"


def _why_no_payment(mask: int, attack: int, overpay: str) -> str | None:
    total = mask_value(mask)
    if total < attack:
        return f"it pays {total} of {attack}"
    if overpay != "any" and total - _spare_value(mask_indices(mask), overpay) >= attack:
        return f"it pays more than the rules allow (overpay {overpay})"
    return None


def why_no_play(mask: int, rules: Rules) -> str | None:
    """Say why cards are never one play under these rules; None when they are."""
    count = mask_count(mask)
    if count == 1:
        return None
    if mask >= JESTER_UNIT:
        return "a Jester is played alone"
    if count == 2 and mask & _ACES_MASK:
        return None if rules.companions else "these rules have no companions"
    if not any(mask & RANK_MASKS[rank] == mask for rank in range(Rank.TWO, Rank.JACK)):
        return "together go cards of one rank from 2 to 10, or an Ace and one other card"
    total = mask_value(mask)
    if rules.combo_limit is not None and total > rules.combo_limit:
        return f"a set may total {rules.combo_limit}, not {total}"
    return None


# --- what an action does ----------------------------------------------------------------------------------------


def apply(state: State, action: Action) -> State:
    """Make the state after an action.

    Raises
    ------
    IllegalActionError
        When the action is not legal, with the reason.

    Examples
    --------
    >>> state = State(["8C", "3C"], "JH", "JD", damage=4, tavern="9S")
    >>> after = apply(state, Play("8C"))
    >>> after.enemy, after.tavern, after.turn
    (Card('JD'), (Card('JH'), Card('9S')), 0)
    """
    reason = why_illegal(state, action)
    if reason is not None:
        raise IllegalActionError(_refusal(action, reason))
    return successor(state, action)


def _refusal(action: Action, reason: str) -> str:
    return f"illegal action {quoted(str(action))}: {reason}"


def apply_line(state: State, line: tuple[Action, ...] | list[Action]) -> State:
    """Make the state after a sequence of actions.

    Raises
    ------
    IllegalActionError
        At the first action that is not legal, with its number.

    Examples
    --------
    >>> state = State(["10S 2C", "3C"], "JH", "JD")
    >>> apply_line(state, [Play("10S"), Yield()]).turn
    0
    """
    after = thaw(state)
    for number, action in enumerate(line, 1):
        reason = why_illegal(after, action)
        if reason is not None:
            raise IllegalActionError(f"action {number} of the line: {_refusal(action, reason)}")
        _advance(after, action)
    return freeze(after)


def successor(state: State, action: Action) -> State:
    """Make the state after an action that is known to be legal."""
    after = thaw(state)
    _advance(after, action)
    return freeze(after)


def _advance(state: Fields, action: Action) -> None:
    """Change a state into the one after an action that is known to be legal."""
    if isinstance(action, Play):
        if action.next_seat is None:
            _play_cards(state, action.mask)
        else:
            _play_jester(state, action.next_seat)
    elif isinstance(action, Discard):
        _pay(state, action.mask)
    elif isinstance(action, Yield):
        _yield_turn(state)
    else:
        _flip_jester(state)


def _play_cards(state: Fields, mask: int) -> None:
    # Step 1: the cards leave the hand and stay in play until the enemy falls.
    _leave_hand(state, mask)
    state.in_play_mask += mask
    _clear_flags_after_play(state)
    # Step 2, the red powers: heal first, then draw. The black ones are in `strike`.
    enemy = state.enemy_index
    powers = active_powers(mask, enemy, state.cancelled)
    if powers & _HEARTS:
        if state.discard_mask:
            _heal(state, mask_value(mask))
        state.heals += 1
    if powers & _DIAMONDS:
        _draw(state, mask_value(mask))
    # Step 3: damage, and the shield that counts from step 4 on.
    dealt, shielded, locked = strike(mask, powers, state.rules.retro_spades)
    state.damage += dealt
    if state.damage >= HEALTHS[enemy]:
        _defeat(state, exactly=state.damage == HEALTHS[enemy])
        return
    state.shield += shielded
    state.locked_shield += locked
    _end_attack(state)


@lru_cache(maxsize=1 << 14)
def active_powers(mask: int, enemy: int, cancelled: bool) -> int:
    """Step 2: the suits whose power a play activates, as bits; each once, the enemy's own not while it is immune."""
    powers = 0
    for suit in range(4):
        if mask & SUIT_MASKS[suit] and (cancelled or enemy % 4 != suit):
            powers |= 1 << suit
    return powers


def strike(mask: int, powers: int, retro_spades: str) -> tuple[int, int, int]:
    """Steps 2 and 3, the black powers: what a play deals, shields, and could shield if a Jester frees it."""
    value = mask_value(mask)
    dealt = 2 * value if powers & _CLUBS else value
    if powers & _SPADES:
        return dealt, value, 0
    spades = mask & SUIT_MASKS[Suit.SPADES]
    if not spades or retro_spades == "none":
        return dealt, 0, 0
    return dealt, 0, value if retro_spades == "play" else mask_value(spades)


def _leave_hand(state: Fields, mask: int) -> None:
    hands = list(state.hand_masks)
    hands[state.turn] -= mask
    state.hand_masks = tuple(hands)


def _heal(state: Fields, count: int) -> None:
    """Hearts: count cards of the discard pile off in the game's order and put them beneath the Tavern."""
    rules, discard = state.rules, state.discard_mask
    order = heal_order(state.seed, state.heals, rules.ones, rules.tavern_jesters[state.players - 1])
    # With one Jester in the pile the first one's place counts, with two both.
    places = discard | discard >> 1 & JESTER_UNIT
    healed = bytes(islice((index for index in order if places >> index & 1), count))
    healed = healed.replace(_SECOND_JESTER, _JESTER)
    state.tavern_indices += healed
    state.discard_mask -= mask_of(healed)


def _draw(state: Fields, count: int) -> None:
    """Diamonds: draw one card a seat in turn; a full hand is passed over, an empty Tavern ends it."""
    hands, seat, players, tavern = list(state.hand_masks), state.turn, state.players, state.tavern_indices
    limit = state.rules.hand_limits[players - 1]
    room = [max(0, limit - mask_count(hand)) for hand in hands]
    count = min(count, len(tavern), sum(room))
    for index in tavern[:count]:
        while room[seat] == 0:
            seat = (seat + 1) % players
        hands[seat] += 1 << index
        room[seat] -= 1
        seat = (seat + 1) % players
    state.hand_masks = tuple(hands)
    state.tavern_indices = tavern[count:]


def _defeat(state: Fields, exactly: bool) -> None:
    """Step 3: the fallen royal and the fight's cards go, the next royal comes; the killing seat begins a new turn."""
    enemy, exact_kill = state.enemy_index, state.rules.exact_kill
    state.discard_mask += state.in_play_mask
    if exactly and exact_kill == "top":
        state.tavern_indices = bytes((enemy,)) + state.tavern_indices
    elif exactly and exact_kill == "bottom":
        state.tavern_indices += bytes((enemy,))
    else:
        state.discard_mask += 1 << enemy
    castle = state.castle_indices
    state.enemy_index = castle[0] if castle else NO_CARD
    state.castle_indices = castle[1:]
    state.in_play_mask = state.damage = state.shield = state.locked_shield = 0
    state.cancelled = False


def _end_attack(state: Fields) -> None:
    """Step 4 follows, unless the shield holds the whole attack."""
    if ATTACKS[state.enemy_index] > state.shield:
        state.phase = "suffer"
    else:
        _pass_turn(state)


def _pass_turn(state: Fields) -> None:
    state.turn = (state.turn + 1) % state.players


def _clear_flags_after_play(state: Fields) -> None:
    """A play, a kill or a Jester clears the acting seat's flag, or ends the whole streak."""
    if True in state.yielded:
        if state.rules.yield_record == "streak":
            state.yielded = (False,) * state.players
        else:
            _set_flag(state, False)


def _set_flag(state: Fields, flag: bool) -> None:
    yielded, turn = state.yielded, state.turn
    state.yielded = (*yielded[:turn], flag, *yielded[turn + 1 :])


def _play_jester(state: Fields, next_seat: int) -> None:
    """The Jester: immunity ends, earlier spades are freed, steps 3 and 4 are skipped, the named seat goes next."""
    _leave_hand(state, JESTER_UNIT)
    state.in_play_mask += JESTER_UNIT
    _clear_flags_after_play(state)
    state.cancelled = True
    state.shield += state.locked_shield
    state.locked_shield = 0
    state.turn = next_seat


def _yield_turn(state: Fields) -> None:
    """Step 1, the yield: straight to step 4."""
    _set_flag(state, True)
    _end_attack(state)


def _pay(state: Fields, mask: int) -> None:
    """Step 4: the payment goes to the discard pile, and the next seat begins its turn."""
    _leave_hand(state, mask)
    state.discard_mask += mask
    state.phase = "play"
    _pass_turn(state)


def _flip_jester(state: Fields) -> None:
    """Solo: the hand goes to the discard pile and is refilled from the Tavern, which is no drawing."""
    limit = state.rules.hand_limits[state.players - 1]
    tavern = state.tavern_indices
    state.discard_mask += state.hand_masks[0]
    state.hand_masks = (mask_of(tavern[:limit]),)
    state.tavern_indices = tavern[limit:]
    state.flips -= 1
