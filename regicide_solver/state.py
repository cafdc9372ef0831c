"""The state of a game: everything that its future depends on, and nothing else.

A `State` is immutable, hashable and equal by value. It stores cards packed (see `regicide_solver.cards`): hands,
the discard pile and the cards in play as masks, the Tavern and the Castle as the bytes of their cards' indices, the
top first. The properties without `_mask`, `_masks`, `_index` or `_indices` in their names give them as cards.

The rules are in `regicide_solver.engine`; the rule methods here only call it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import attrgetter
from struct import Struct
from typing import TYPE_CHECKING, Any

from regicide_solver.cards import CARDS, JESTER_INDEX, Card, CardSet, CardsLike, Rank, card_set, parse_card, quoted
from regicide_solver.errors import NotationError
from regicide_solver.rules import Rules, rules_from
from regicide_solver.shuffle import check_seed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from regicide_solver.actions import Action

__all__ = ["ATTACKS", "HEALTHS", "LARGEST_COUNT", "LARGEST_NUMBER", "NO_CARD", "State"]

#: No enemy, as a card index.
NO_CARD = -1
#: Attack and health of a royal by its card index (0 for other cards, and for no enemy).
ATTACKS = (0,) * (4 * Rank.JACK) + (10,) * 4 + (15,) * 4 + (20,) * 4 + (0, 0)
HEALTHS = (0,) * (4 * Rank.JACK) + (20,) * 4 + (30,) * 4 + (40,) * 4 + (0, 0)

#: Damage and shields stay below this, and the number of heals: more than any game can reach.
LARGEST_NUMBER = 9_999
LARGEST_COUNT = 1_000_000

_MOST_SEATS = 9  # of a state that is not refused at once; `problems` knows that four is the most
_LARGEST_PILE = 58

_FIELDS = (
    "rules",
    "players",
    "turn",
    "phase",
    "enemy_index",
    "castle_indices",
    "damage",
    "shield",
    "locked_shield",
    "cancelled",
    "in_play_mask",
    "hand_masks",
    "tavern_indices",
    "discard_mask",
    "yielded",
    "flips",
    "seed",
    "heals",
)


class Fields:
    """The fields of a state while they are filled in, or while actions change them one after the other.

    Then the object becomes a `State`, which nothing changes: see `freeze`.
    """

    __slots__ = _FIELDS

    rules: Rules
    players: int
    turn: int
    phase: str
    enemy_index: int
    castle_indices: bytes
    damage: int
    shield: int
    locked_shield: int
    cancelled: bool
    in_play_mask: int
    hand_masks: tuple[int, ...]
    tavern_indices: bytes
    discard_mask: int
    yielded: tuple[bool, ...]
    flips: int
    seed: int
    heals: int


class State(Fields):
    """One moment of a game at which a seat has to decide, or which is won.

    The constructor takes any position, possible or not; `problems` tells what is wrong with it. Positions from
    outside are read by `parse` and `from_json`, which refuse impossible ones.

    Parameters
    ----------
    hands : iterable of (str or iterable of Card)
        One hand a seat.
    enemy : str, Card or None
        The royal that is face up; None when the game is won.
    castle : str or iterable of Card
        The royals still face down, the next one first.
    rules : Rules or str or mapping
        Rules, a preset's name, or the JSON form of rules.
    turn : int
        The seat that acts, from 0.
    phase : {"play", "suffer"}
        Step 1, or step 4 with something to pay.
    damage, shield, locked_shield : int
        What was done to this enemy; `locked_shield` is what a Jester would free.
    cancelled : bool
        Whether a Jester cancelled this enemy's immunity.
    in_play : str or iterable of Card
        The cards played against this enemy, which reach the discard pile when it falls.
    tavern : str or iterable of Card
        The top card first.
    discard : str or iterable of Card
        The discard pile.
    yielded : iterable of bool, optional
        One flag a seat, by default all false; see the option `yield_record`.
    flips : int
        Set-aside Jesters left (solo).
    seed, heals : int
        The heal seed, and how many hearts powers were resolved so far.

    Raises
    ------
    NotationError
        When an argument is not of its kind.
    RulesError
        When the rules cannot be read.

    Examples
    --------
    >>> state = State(hands=["7S 5D", "2C 10H"], enemy="JC", castle="JD", tavern="9H 8H")
    >>> [str(action) for action in state.legal_actions()]
    ['play 5D', 'play 7S', 'yield']
    >>> after = state.apply(state.legal_actions()[1])
    >>> after.phase, after.attack, str(after.hands[0])
    ('suffer', 3, '5D')
    """

    __slots__ = ()

    def __init__(
        self,
        hands: Iterable[CardsLike],
        enemy: str | Card | None,
        castle: CardsLike = (),
        *,
        rules: Rules | str | Mapping[str, object] = "official",
        turn: int = 0,
        phase: str = "play",
        damage: int = 0,
        shield: int = 0,
        locked_shield: int = 0,
        cancelled: bool = False,
        in_play: CardsLike = (),
        tavern: CardsLike = (),
        discard: CardsLike = (),
        yielded: Iterable[bool] | None = None,
        flips: int = 0,
        seed: int = 0,
        heals: int = 0,
    ) -> None:
        if isinstance(hands, str):
            raise NotationError("hands: expected one text or list of cards for each seat, not one text")
        masks = tuple(card_set(hand).mask for hand in hands)
        if len(masks) > _MOST_SEATS:
            raise NotationError(f"hands: {len(masks)} hands; expected 1 to 4")
        if phase not in ("play", "suffer"):
            raise NotationError(f"phase: {quoted(phase)}; expected play or suffer")
        flags = (False,) * len(masks) if yielded is None else tuple(yielded)
        if not all(type(flag) is bool for flag in (*flags, cancelled)):
            raise NotationError("yielded, cancelled: expected true or false")
        enemy_card = parse_card(enemy) if isinstance(enemy, str) else enemy
        values: dict[str, Any] = {
            "rules": rules_from(rules),
            "players": len(masks),
            "turn": _number("turn", turn, _MOST_SEATS),
            "phase": phase,
            "enemy_index": NO_CARD if enemy_card is None else enemy_card.index,
            "castle_indices": _indices(castle),
            "damage": _number("damage", damage, LARGEST_NUMBER),
            "shield": _number("shield", shield, LARGEST_NUMBER),
            "locked_shield": _number("locked_shield", locked_shield, LARGEST_NUMBER),
            "cancelled": cancelled,
            "in_play_mask": card_set(in_play).mask,
            "hand_masks": masks,
            "tavern_indices": _indices(tavern),
            "discard_mask": card_set(discard).mask,
            "yielded": flags,
            "flips": _number("flips", flips, _MOST_SEATS),
            "seed": check_seed(seed),
            "heals": _number("heals", heals, LARGEST_COUNT),
        }
        for name in _FIELDS:
            object.__setattr__(self, name, values[name])

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a state cannot be changed (attribute {name}); apply an action to get the next one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a state cannot be changed (attribute {name})")

    def __reduce__(self) -> tuple[object, ...]:
        return make_state, _get_fields(self)

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, memo: object) -> State:
        return self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self is other or bool(_get_fields(self) == _get_fields(other))

    def __hash__(self) -> int:
        return hash(_get_fields(self))

    def __repr__(self) -> str:
        return f"State.parse({str(self)!r})"

    def __str__(self) -> str:
        from regicide_solver.positions import state_to_line

        return state_to_line(self)

    @property
    def enemy(self) -> Card | None:
        """The royal that is face up, or None when the game is won."""
        return None if self.enemy_index == NO_CARD else CARDS[self.enemy_index]

    @property
    def castle(self) -> tuple[Card, ...]:
        """The royals still face down, the next one first."""
        return tuple(CARDS[index] for index in self.castle_indices)

    @property
    def hands(self) -> tuple[CardSet, ...]:
        """The hands, seat by seat."""
        return tuple(CardSet.from_mask(mask) for mask in self.hand_masks)

    @property
    def hand(self) -> CardSet:
        """The hand of the seat that acts."""
        return CardSet.from_mask(self.hand_masks[self.turn])

    @property
    def tavern(self) -> tuple[Card, ...]:
        """The Tavern, the top card first."""
        return tuple(CARDS[index] for index in self.tavern_indices)

    @property
    def discard(self) -> CardSet:
        """The discard pile."""
        return CardSet.from_mask(self.discard_mask)

    @property
    def in_play(self) -> CardSet:
        """The cards played against this enemy."""
        return CardSet.from_mask(self.in_play_mask)

    @property
    def attack(self) -> int:
        """What is left of the enemy's attack behind the shield, never negative; 0 without an enemy."""
        return attack_left(self)

    @property
    def health(self) -> int:
        """The health that the enemy has left; 0 without an enemy."""
        return max(0, HEALTHS[self.enemy_index] - self.damage)

    @property
    def key(self) -> bytes:
        """A packed form of the state, for memo tables and graph nodes.

        States have equal keys when they are equal, and when they differ only in what can no longer matter: a shield
        above the attack, a locked shield that nothing can free, the yield flag of the seat that is about to
        overwrite it, yield flags that no rule reads.

        Examples
        --------
        >>> one, two = (State(["2C", "3C"], "JH", "JD", shield=shield) for shield in (10, 13))
        >>> one == two, one.key == two.key
        (False, True)
        """
        return state_key(self)

    def problems(self) -> tuple[str, ...]:
        """List every defect that makes the position impossible; empty for a possible one.

        Examples
        --------
        >>> State(["2C", "2C 3C"], "4H").problems()
        ('the enemy 4H is not a royal', '2C stands twice')
        """
        from regicide_solver.problems import find_problems

        return find_problems(self)

    def legal_actions(self) -> tuple[Action, ...]:
        """List the legal actions; see `regicide_solver.engine.legal_actions`."""
        from regicide_solver import engine

        return engine.legal_actions(self)

    def apply(self, action: Action) -> State:
        """Make the state after an action; see `regicide_solver.engine.apply`."""
        from regicide_solver import engine

        return engine.apply(self, action)

    def outcome(self) -> str | None:
        """Tell ``"won"``, ``"lost"``, or None while the game goes on; see `regicide_solver.engine.outcome`."""
        from regicide_solver import engine

        return engine.outcome(self)

    @classmethod
    def parse(cls, line: str) -> State:
        """Read a position from its one-line form; see `regicide_solver.positions.parse_state`."""
        from regicide_solver.positions import parse_state

        return parse_state(line)

    @classmethod
    def from_json(cls, value: object) -> State:
        """Read a position from its JSON form; see `regicide_solver.positions.state_from_json`."""
        from regicide_solver.positions import state_from_json

        return state_from_json(value)

    def to_json(self) -> dict[str, object]:
        """Write the position in its JSON form; see `regicide_solver.positions.state_to_json`."""
        from regicide_solver.positions import state_to_json

        return state_to_json(self)


_get_fields = attrgetter(*_FIELDS)


def make_state(
    rules: Rules,
    players: int,
    turn: int,
    phase: str,
    enemy_index: int,
    castle_indices: bytes,
    damage: int,
    shield: int,
    locked_shield: int,
    cancelled: bool,
    in_play_mask: int,
    hand_masks: tuple[int, ...],
    tavern_indices: bytes,
    discard_mask: int,
    yielded: tuple[bool, ...],
    flips: int,
    seed: int,
    heals: int,
) -> State:
    """Make a state of packed fields that are known to be good."""
    fields = Fields()
    fields.rules = rules
    fields.players = players
    fields.turn = turn
    fields.phase = phase
    fields.enemy_index = enemy_index
    fields.castle_indices = castle_indices
    fields.damage = damage
    fields.shield = shield
    fields.locked_shield = locked_shield
    fields.cancelled = cancelled
    fields.in_play_mask = in_play_mask
    fields.hand_masks = hand_masks
    fields.tavern_indices = tavern_indices
    fields.discard_mask = discard_mask
    fields.yielded = yielded
    fields.flips = flips
    fields.seed = seed
    fields.heals = heals
    return freeze(fields)


def freeze(fields: Any) -> State:
    """Make fields that are known to be good a state: the same object, not a copy."""
    fields.__class__ = State
    state: State = fields
    return state


def thaw(state: State) -> Fields:
    """Copy the fields of a state, to change them."""
    fields = Fields()
    fields.rules = state.rules
    fields.players = state.players
    fields.turn = state.turn
    fields.phase = state.phase
    fields.enemy_index = state.enemy_index
    fields.castle_indices = state.castle_indices
    fields.damage = state.damage
    fields.shield = state.shield
    fields.locked_shield = state.locked_shield
    fields.cancelled = state.cancelled
    fields.in_play_mask = state.in_play_mask
    fields.hand_masks = state.hand_masks
    fields.tavern_indices = state.tavern_indices
    fields.discard_mask = state.discard_mask
    fields.yielded = state.yielded
    fields.flips = state.flips
    fields.seed = state.seed
    fields.heals = state.heals
    return fields


def attack_left(state: Fields) -> int:
    """Give what is left of the enemy's attack; see `State.attack`."""
    return max(0, ATTACKS[state.enemy_index] - state.shield)


def replace_fields(state: State, **fields: Any) -> State:
    """Make a state that differs in some packed fields, which are known to be good."""
    unknown = [name for name in fields if name not in _FIELDS]
    if unknown:
        raise TypeError(f"a state has no fields {', '.join(unknown)}")
    changed = thaw(state)
    for name, value in fields.items():
        setattr(changed, name, value)
    return freeze(changed)


@lru_cache(maxsize=256)
def _rules_code(rules: Rules) -> bytes:
    """Pack rules into bytes, equal for equal rules and for no others."""
    words = repr(rules.options()).encode("ascii")
    return len(words).to_bytes(2, "little") + words


# turn, phase, enemy, damage, shield, locked shield, cancelled, yield flags, flips, seed, heals, in play, discard
_KEY_HEAD = Struct("<B?bHHH?BBQIQQ")
_KEY_HANDS = tuple(Struct(f"<{players}Q") for players in range(_MOST_SEATS + 1))


def state_key(state: State) -> bytes:
    """Pack a state into its key; see `State.key`."""
    return _rules_code(state.rules) + packed_state(state)


def packed_state(state: State) -> bytes:
    """Pack a state without its rules, for tables that hold one game's states only.

    The layout is fixed, since the kernel writes the same bytes: all numbers little-endian; the head as `_KEY_HEAD`
    says; a byte with the number of hands, the hands' masks; a byte with the Castle's size, the Castle, the Tavern.
    """
    enemy = state.enemy_index
    attack = ATTACKS[enemy]
    players = state.players
    rules = state.rules
    suffering = state.phase == "suffer"
    flags = 0
    if players > 1:
        for seat, flag in enumerate(state.yielded):
            # whoever is about to act overwrites the own flag, and only the others' are read before that
            if flag and (suffering or seat != state.turn):
                flags |= 1 << seat
    elif rules.solo_yield == "not_twice" and True in state.yielded:
        flags = 1
    locked = min(state.locked_shield, attack) if _has_jesters(rules, players) else 0
    castle = state.castle_indices
    return b"".join(
        (
            _KEY_HEAD.pack(
                state.turn,
                suffering,
                enemy,
                state.damage,
                min(state.shield, attack),
                locked,
                state.cancelled,
                flags,
                state.flips,
                state.seed,
                state.heals,
                state.in_play_mask,
                state.discard_mask,
            ),
            bytes((players,)),
            _KEY_HANDS[players].pack(*state.hand_masks),
            bytes((len(castle),)),
            castle,
            state.tavern_indices,
        )
    )


def _has_jesters(rules: Rules, players: int) -> bool:
    return 1 <= players <= len(rules.tavern_jesters) and rules.tavern_jesters[players - 1] > 0


def _indices(cards: CardsLike) -> bytes:
    """Pack an ordered pile."""
    if isinstance(cards, str):
        cards = [parse_card(part) for part in cards.replace(",", " ").split()]
    pile = list(cards)
    for card in pile:
        if not isinstance(card, Card):
            raise NotationError(f"not a card: {quoted(card)}; expected a Card")
    indices = bytes([card.index for card in pile])
    if len(indices) > _LARGEST_PILE:
        raise NotationError(f"a pile of {len(indices)} cards; expected at most {_LARGEST_PILE}")
    return indices


def _number(name: str, value: int, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise NotationError(f"{name}: {quoted(value)}; expected a whole number from 0 to {most}")
    return value


assert len(ATTACKS) == len(HEALTHS) == JESTER_INDEX + 2
