"""Positions as JSON and as one line of text, both ways.

JSON is the form for programs; it may be typed in with the plays of the fight (``plays``, from which damage, shields
and the cancelled immunity follow) or with those figures themselves. The line is the form for people, like chess's
FEN; its fields are in ``docs/notation.md``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from regicide_solver.cards import CARDS, JESTER_UNIT, SUITED_MASK, Card, parse_card, quoted
from regicide_solver.engine import active_powers, outcome, strike, why_no_play
from regicide_solver.errors import ImpossiblePositionError, NotationError, RegicideError
from regicide_solver.rules import Rules
from regicide_solver.shuffle import parse_seed
from regicide_solver.state import HEALTHS, LARGEST_COUNT, LARGEST_NUMBER, NO_CARD, State, make_state
from regicide_solver.strict_json import ObjectReader, pile_mask

__all__ = ["parse_state", "state_from_json", "state_to_json", "state_to_line"]

_TOLD = ("in_play", "damage", "shield", "locked_shield", "cancelled")
_DERIVED = ("health", "attack", "outcome")
_FIELDS = (
    "rules", "players", "turn", "phase", "enemy", "castle", "plays", *_TOLD, "hands", "tavern", "discard", "yielded",
    "flips", "seed", "heals", *_DERIVED,
)  # fmt: skip
_LINE_FIELDS = (
    "rules", "turn", "phase", "enemy", "castle", "damage", "shield", "locked", "cancelled", "in play", "hands",
    "tavern", "discard", "yielded", "flips", "seed", "heals",
)  # fmt: skip
_LONGEST_LINE = 10_000


class _Fight(NamedTuple):
    """What the plays against the enemy add up to."""

    in_play: int = 0
    damage: int = 0
    shield: int = 0
    locked_shield: int = 0
    cancelled: bool = False


def state_from_json(value: object) -> State:
    """Read a position from its JSON form.

    Parameters
    ----------
    value : object
        As `load_json` gives it. The derived fields `health`, `attack` and `outcome` may stand there when they agree.

    Raises
    ------
    NotationError
        When a field is missing, unknown or of the wrong type.
    RulesError
        When the rules cannot be read or are not for this number of players.
    ImpossiblePositionError
        When no game can hold the position; it names every defect.

    Examples
    --------
    >>> state = state_from_json({"players": 2, "enemy": "JH", "plays": [["AS", "7C"]], "hands": [["2C"], ["3C"]]})
    >>> state.damage, state.shield
    (16, 8)
    """
    reader = ObjectReader(value, "position", _FIELDS)
    rules = reader.reading("rules", Rules.from_json, reader.optional("rules", "official"))
    players = reader.number("players", None, 1, 4)
    reader.reading("players", rules.check_players, players)
    problems: list[str] = []
    enemy_text = reader.required("enemy")
    enemy = NO_CARD if enemy_text is None else reader.reading("enemy", parse_card, enemy_text).index
    if "plays" in reader:
        fight = _fight_of_plays(reader, enemy, rules, problems)
    else:
        fight = _Fight(
            pile_mask(reader.cards("in_play"), "in_play", problems),
            reader.number("damage", 0, 0, LARGEST_NUMBER),
            reader.number("shield", 0, 0, LARGEST_NUMBER),
            reader.number("locked_shield", 0, 0, LARGEST_NUMBER),
            reader.boolean("cancelled", False),
        )
    hands = tuple(
        pile_mask(reader.card_list(hand, "hands"), f"hand {seat}", problems)
        for seat, hand in enumerate(reader.items("hands", None), 1)
    )
    if len(hands) != players:
        problems.append(f"{len(hands)} hands for {players} players")
    flags = reader.items("yielded", (False,) * len(hands))
    if not all(type(flag) is bool for flag in flags):
        reader.fail("yielded", flags, "one true or false for each seat")
    state = make_state(
        rules,
        len(hands),
        reader.number("turn", 1, 1, LARGEST_NUMBER) - 1,
        reader.word("phase", "play", ("play", "suffer")),
        enemy,
        _pack(reader.cards("castle")),
        fight.damage,
        fight.shield,
        fight.locked_shield,
        fight.cancelled,
        fight.in_play,
        hands,
        _pack(reader.cards("tavern")),
        pile_mask(reader.cards("discard"), "discard", problems),
        tuple(flag is True for flag in flags),
        reader.number("flips", 0, 0, LARGEST_NUMBER),
        reader.number("seed", 0, 0, 2**64 - 1),
        reader.number("heals", 0, 0, LARGEST_COUNT),
    )
    _refuse_problems(state, problems)
    _check_derived(reader, state)
    return state


def _fight_of_plays(reader: ObjectReader, enemy: int, rules: Rules, problems: list[str]) -> _Fight:
    """Add the plays of the fight up, oldest first."""
    for name in _TOLD:
        if name in reader:
            raise NotationError(f"position: both plays and {name}; expected one or the other")
    plays = [reader.card_list(play, "plays") for play in reader.items("plays")]
    pile_mask((card for play in plays for card in play), "plays", problems)
    fight = _Fight()
    for number, cards in enumerate(plays, 1):
        mask = pile_mask(cards, f"play {number}", [])
        reason = "it has no cards" if mask == 0 else why_no_play(mask, rules)
        if reason is not None:
            problems.append(f"play {number} is not possible: {reason}")
        elif mask & SUITED_MASK & fight.in_play == 0:
            fight = _after_play(fight, enemy, mask, rules)
        if enemy != NO_CARD and 0 < HEALTHS[enemy] <= fight.damage and number < len(plays):
            problems.append(f"play {number} already kills {CARDS[enemy]}")
            break
    return fight


def _after_play(fight: _Fight, enemy: int, mask: int, rules: Rules) -> _Fight:
    if mask == JESTER_UNIT:
        if fight.in_play >= 2 * JESTER_UNIT:
            return fight
        freed = fight.shield + fight.locked_shield
        return _Fight(fight.in_play + mask, fight.damage, freed, 0, cancelled=True)
    dealt, shielded, locked = strike(mask, active_powers(mask, enemy, fight.cancelled), rules.retro_spades)
    return _Fight(
        fight.in_play + mask,
        fight.damage + dealt,
        fight.shield + shielded,
        fight.locked_shield + locked,
        fight.cancelled,
    )


def _refuse_problems(state: State, problems: list[str]) -> None:
    found = tuple(dict.fromkeys([*problems, *state.problems()]))
    if found:
        raise ImpossiblePositionError("impossible position", found)


def _check_derived(reader: ObjectReader, state: State) -> None:
    derived = {"health": state.health, "attack": state.attack, "outcome": outcome(state)}
    for name, value in derived.items():
        if name in reader:
            told = reader.required(name)
            if told != value or type(told) is not type(value):
                reader.fail(name, told, f"{value if value is not None else 'null'}, as the position has it, or nothing")


def state_to_json(state: State) -> dict[str, object]:
    """Write a position in its JSON form, with the derived `health`, `attack` and `outcome`.

    Examples
    --------
    >>> state_to_json(State(["2C", "3C"], "JH"))["hands"]
    [['2C'], ['3C']]
    """
    return {
        "rules": state.rules.to_json(),
        "players": state.players,
        "turn": state.turn + 1,
        "phase": state.phase,
        "enemy": None if state.enemy is None else state.enemy.text,
        "castle": _texts(state.castle),
        "in_play": _texts(state.in_play),
        "damage": state.damage,
        "shield": state.shield,
        "locked_shield": state.locked_shield,
        "cancelled": state.cancelled,
        "hands": [_texts(hand) for hand in state.hands],
        "tavern": _texts(state.tavern),
        "discard": _texts(state.discard),
        "yielded": list(state.yielded),
        "flips": state.flips,
        "seed": state.seed,
        "heals": state.heals,
        "health": state.health,
        "attack": state.attack,
        "outcome": outcome(state),
    }


def state_to_line(state: State) -> str:
    """Write a position as one line of text.

    Examples
    --------
    >>> print(state_to_line(State(["2C 3D", "3C"], "JH", "JD", damage=7, in_play="7C", tavern="9H 8H")))
    official 1 play JH JD 7 0 0 no 7C 2C,3D/3C 9H,8H - -- 0 0 0
    """
    return " ".join(
        (
            str(state.rules),
            str(state.turn + 1),
            state.phase,
            "-" if state.enemy is None else state.enemy.text,
            _joined(state.castle),
            str(state.damage),
            str(state.shield),
            str(state.locked_shield),
            "yes" if state.cancelled else "no",
            _joined(state.in_play),
            "/".join(_joined(hand) for hand in state.hands),
            _joined(state.tavern),
            _joined(state.discard),
            "".join("y" if flag else "-" for flag in state.yielded),
            str(state.flips),
            str(state.seed),
            str(state.heals),
        )
    )


def parse_state(line: str) -> State:
    """Read a position from its one-line form.

    Raises
    ------
    NotationError
        When the line cannot be read.
    RulesError
        When its rules cannot be read.
    ImpossiblePositionError
        When no game can hold the position; it names every defect.

    Examples
    --------
    >>> line = "official 1 play JH JD 7 0 0 no 7C 2C,3D/3C 9H,8H - -- 0 0 0"
    >>> str(parse_state(line)) == line
    True
    """
    if not isinstance(line, str) or len(line) > _LONGEST_LINE:
        raise NotationError(f"not a position; expected a line of at most {_LONGEST_LINE} characters")
    parts = line.split()
    if len(parts) != len(_LINE_FIELDS):
        raise NotationError(
            f"not a position: {len(parts)} fields; expected {len(_LINE_FIELDS)}: {', '.join(_LINE_FIELDS)}"
        )
    field = dict(zip(_LINE_FIELDS, parts, strict=True))
    problems: list[str] = []
    hands = tuple(_set_of(text, f"hand {seat}", problems) for seat, text in enumerate(field["hands"].split("/"), 1))
    if set(field["yielded"]) - {"y", "-"}:
        raise NotationError(f"position, yielded: {quoted(field['yielded'])}; expected y or - for each seat")
    state = make_state(
        Rules.parse(field["rules"]),
        len(hands),
        _small_number(field, "turn") - 1,
        _word(field, "phase", ("play", "suffer")),
        _enemy_of(field["enemy"]),
        _pack(_cards_of(field["castle"], "castle")),
        _small_number(field, "damage"),
        _small_number(field, "shield"),
        _small_number(field, "locked"),
        _word(field, "cancelled", ("yes", "no")) == "yes",
        _set_of(field["in play"], "in play", problems),
        hands,
        _pack(_cards_of(field["tavern"], "tavern")),
        _set_of(field["discard"], "discard", problems),
        tuple(flag == "y" for flag in field["yielded"]),
        _small_number(field, "flips"),
        parse_seed(field["seed"]),
        _number(field, "heals", LARGEST_COUNT),
    )
    _refuse_problems(state, problems)
    return state


def _small_number(field: dict[str, str], name: str) -> int:
    return _number(field, name, LARGEST_NUMBER)


def _number(field: dict[str, str], name: str, most: int) -> int:
    text = field[name]
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most)) and int(text) <= most):
        raise NotationError(f"position, {name}: {quoted(text)}; expected a whole number from 0 to {most}")
    return int(text)


def _word(field: dict[str, str], name: str, words: tuple[str, ...]) -> str:
    if field[name] not in words:
        raise NotationError(f"position, {name}: {quoted(field[name])}; expected {' or '.join(words)}")
    return field[name]


def _enemy_of(text: str) -> int:
    if text == "-":
        return NO_CARD
    try:
        return parse_card(text).index
    except NotationError as error:
        raise NotationError(f"position, enemy: {error}") from None


def _cards_of(text: str, name: str) -> list[Card]:
    try:
        return [] if text == "-" else [parse_card(part) for part in text.split(",")]
    except RegicideError as error:
        raise NotationError(f"position, {name}: {error}") from None


def _set_of(text: str, name: str, problems: list[str]) -> int:
    return pile_mask(_cards_of(text, name), name, problems)


def _pack(cards: Iterable[Card]) -> bytes:
    return bytes(card.index for card in cards)


def _texts(cards: Iterable[Card]) -> list[str]:
    return [card.text for card in cards]


def _joined(cards: Iterable[Card]) -> str:
    return ",".join(card.text for card in cards) or "-"
