"""The rules of play, step by step: which actions are legal, and what each of them does.

This is the specification that every other implementation is compared with, written to be read beside a rulebook.
The steps of a turn: 1 play a card or yield; 2 activate the suit power; 3 deal damage and see whether the enemy is
defeated; 4 suffer damage.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

from regicide_solver.actions import Action, Discard, Flip, Play, Yield, make_discard, make_play
from regicide_solver.cards import (
    JESTER_INDEX,
    JESTER_UNIT,
    RANK_MASKS,
    SUIT_MASKS,
    VALUES,
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
from regicide_solver.state import ATTACKS, HEALTHS, NO_CARD, State, make_state, replace_fields

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


def _jester_seats(state: State) -> tuple[int, ...]:
    return _other_seats(state.players, -1 if state.rules.jester_self else state.turn)


@lru_cache(maxsize=32)
def _other_seats(players: int, left_out: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(players) if seat != left_out)


def _may_yield(state: State) -> bool:
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


def why_illegal(state: State, action: Action) -> str | None:
    """Say why an action is not legal; None for a legal one."""
    if state.enemy_index == NO_CARD:
        return "the game is won"
    hand = state.hand_masks[state.turn]
    match action:
        case Play():
            if state.phase == "suffer":
                return f"{_seat(state)} is in step 4 and has to pay {state.attack}"
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
            return _why_no_payment(action.mask, state.attack, state.rules.overpay)
        case Yield():
            if state.phase == "suffer":
                return f"{_seat(state)} is in step 4 and has to pay {state.attack}"
            return None if _may_yield(state) else f"{_seat(state)} may not yield"
        case Flip():
            return None if state.flips > 0 else "no flip is left"
    raise TypeError(f"not an action: {action!r}")


def _seat(state: State) -> str:
    return f"seat {state.turn + 1}"


def _not_in_hand(state: State) -> str:
    return f"the hand of {_seat(state)} is {state.hand or 'empty'}"


def _why_no_payment(mask: int, attack: int, overpay: str) -> str | None:
    total = mask_value(mask)
    if total < attack:
        return f"it pays {total} of {attack}"
    if total - _spare_value(mask_indices(mask), overpay) >= attack:
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
        raise IllegalActionError(f"illegal action {quoted(str(action))}: {reason}")
    return successor(state, action)


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
    for number, action in enumerate(line, 1):
        try:
            state = apply(state, action)
        except IllegalActionError as error:
            raise IllegalActionError(f"action {number} of the line: {error}") from None
    return state


def successor(state: State, action: Action) -> State:
    """Make the state after an action that is known to be legal."""
    if isinstance(action, Play):
        if action.next_seat is None:
            return _play_cards(state, action.mask)
        return _play_jester(state, action.next_seat)
    if isinstance(action, Discard):
        return _pay(state, action.mask)
    if isinstance(action, Yield):
        return _yield_turn(state)
    return _flip_jester(state)


def _play_cards(state: State, mask: int) -> State:
    rules, turn, players, enemy = state.rules, state.turn, state.players, state.enemy_index
    # Step 1: the cards leave the hand and stay in play until the enemy falls.
    hands = list(state.hand_masks)
    hands[turn] -= mask
    in_play = state.in_play_mask + mask
    yielded = _flags_after_play(state)
    # Step 2, the red powers: heal first, then draw. The black ones are in `strike`.
    value = mask_value(mask)
    powers = active_powers(mask, enemy, state.cancelled)
    tavern, discard, heals = state.tavern_indices, state.discard_mask, state.heals
    if powers & _HEARTS:
        if discard:
            order = heal_order(state.seed, heals, rules.ones, rules.tavern_jesters[players - 1])
            tavern, discard = _heal(tavern, discard, value, order)
        heals += 1
    if powers & _DIAMONDS:
        tavern = _draw(hands, tavern, value, turn, rules.hand_limits[players - 1])
    # Step 3: damage, and the shield that counts from step 4 on.
    dealt, shielded, locked = strike(mask, powers, rules.retro_spades)
    damage = state.damage + dealt
    if damage >= HEALTHS[enemy]:
        tavern, discard = _defeat(enemy, damage == HEALTHS[enemy], rules.exact_kill, tavern, discard + in_play)
        castle = state.castle_indices
        next_enemy = castle[0] if castle else NO_CARD
        # The killing seat skips step 4 and begins a new turn against the next enemy.
        return make_state(
            rules, players, turn, "play", next_enemy, castle[1:], 0, 0, 0, False, 0, tuple(hands), tavern, discard,
            yielded, state.flips, state.seed, heals,
        )  # fmt: skip
    # Step 4 follows, unless the shield holds the whole attack.
    shield = state.shield + shielded
    phase = "suffer"
    if ATTACKS[enemy] <= shield:
        phase, turn = "play", (turn + 1) % players
    return make_state(
        rules, players, turn, phase, enemy, state.castle_indices, damage, shield, state.locked_shield + locked,
        state.cancelled, in_play, tuple(hands), tavern, discard, yielded, state.flips, state.seed, heals,
    )  # fmt: skip


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


def _heal(tavern: bytes, discard: int, count: int, order: tuple[int, ...]) -> tuple[bytes, int]:
    """Hearts: count cards of the discard pile off in the given order and put them beneath the Tavern."""
    # With one Jester in the pile the first one's place counts, with two both.
    places = discard | discard >> 1 & JESTER_UNIT
    healed = bytes([index for index in order if places >> index & 1][:count]).replace(_SECOND_JESTER, _JESTER)
    return tavern + healed, discard - mask_of(healed)


def _draw(hands: list[int], tavern: bytes, count: int, seat: int, limit: int) -> bytes:
    """Diamonds: draw one card a seat in turn; a full hand is passed over, an empty Tavern ends it."""
    players = len(hands)
    room = [max(0, limit - mask_count(hand)) for hand in hands]
    count = min(count, len(tavern), sum(room))
    for index in tavern[:count]:
        while room[seat] == 0:
            seat = (seat + 1) % players
        hands[seat] += 1 << index
        room[seat] -= 1
        seat = (seat + 1) % players
    return tavern[count:]


def _defeat(enemy: int, exactly: bool, exact_kill: str, tavern: bytes, discard: int) -> tuple[bytes, int]:
    """Step 3: where the fallen royal goes. The fight's cards are in the discard pile already."""
    if exactly and exact_kill == "top":
        return bytes((enemy,)) + tavern, discard
    if exactly and exact_kill == "bottom":
        return tavern + bytes((enemy,)), discard
    return tavern, discard + (1 << enemy)


def _flags_after_play(state: State) -> tuple[bool, ...]:
    yielded = state.yielded
    if True not in yielded:
        return yielded
    if state.rules.yield_record == "streak":
        return (False,) * state.players
    return _with_flag(yielded, state.turn, False)


def _with_flag(yielded: tuple[bool, ...], seat: int, flag: bool) -> tuple[bool, ...]:
    return (*yielded[:seat], flag, *yielded[seat + 1 :])


def _play_jester(state: State, next_seat: int) -> State:
    """The Jester: immunity ends, earlier spades are freed, steps 3 and 4 are skipped, the named seat goes next."""
    hands = list(state.hand_masks)
    hands[state.turn] -= JESTER_UNIT
    return replace_fields(
        state,
        turn=next_seat,
        cancelled=True,
        shield=state.shield + state.locked_shield,
        locked_shield=0,
        in_play_mask=state.in_play_mask + JESTER_UNIT,
        hand_masks=tuple(hands),
        yielded=_flags_after_play(state),
    )


def _yield_turn(state: State) -> State:
    """Step 1, the yield: straight to step 4."""
    yielded = _with_flag(state.yielded, state.turn, True)
    if ATTACKS[state.enemy_index] <= state.shield:
        return replace_fields(state, turn=(state.turn + 1) % state.players, yielded=yielded)
    return replace_fields(state, phase="suffer", yielded=yielded)


def _pay(state: State, mask: int) -> State:
    """Step 4: the payment goes to the discard pile, and the next seat begins its turn."""
    hands = list(state.hand_masks)
    hands[state.turn] -= mask
    return make_state(
        state.rules, state.players, (state.turn + 1) % state.players, "play", state.enemy_index, state.castle_indices,
        state.damage, state.shield, state.locked_shield, state.cancelled, state.in_play_mask, tuple(hands),
        state.tavern_indices, state.discard_mask + mask, state.yielded, state.flips, state.seed, state.heals,
    )  # fmt: skip


def _flip_jester(state: State) -> State:
    """Solo: the hand goes to the discard pile and is refilled from the Tavern, which is no drawing."""
    limit = state.rules.hand_limits[state.players - 1]
    refill = state.tavern_indices[:limit]
    return replace_fields(
        state,
        hand_masks=(mask_of(refill),),
        tavern_indices=state.tavern_indices[limit:],
        discard_mask=state.discard_mask + state.hand_masks[0],
        flips=state.flips - 1,
    )
