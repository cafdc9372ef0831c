"""The result of `solve` as JSON, both ways."""

from __future__ import annotations

from dataclasses import dataclass

import regicide_solver
from regicide_solver.actions import Action, Flip, Play, Yield
from regicide_solver.cli.inputs import Game, check_options, complete_fields
from regicide_solver.cli.options import DEFAULT_PLAYERS, GameOptions
from regicide_solver.cli.searching import search_fields
from regicide_solver.deals import Deal
from regicide_solver.errors import NotationError
from regicide_solver.notation import parse_action
from regicide_solver.rules import Rules
from regicide_solver.search import Solution, Verdict
from regicide_solver.shuffle import SCHEME
from regicide_solver.state import State
from regicide_solver.strict_json import ObjectReader

__all__ = ["Result", "game_fields", "is_result", "read_result", "result_fields"]

_FIELDS = (
    "version", "seed", "scheme", "rules", "players", "first", "verdict", "line", "turns", "flips_used",
    "flips_proved", "stopped_by", "limits", "stats", "deal", "position",
)  # fmt: skip
_LARGEST_SEED = 2**64 - 1
_LONGEST_LINE = 10_000  # actions; a game has fewer than a few hundred that get anywhere


def game_fields(game: Game) -> dict[str, object]:
    """Write the fields that name a game: the seed and the rules, and the deal or position that is not a seed's.

    Examples
    --------
    >>> game_fields(Game(Deal.from_seed(42), "seed 42", from_seed=True))
    {'seed': 42, 'scheme': 1, 'rules': 'official', 'players': 2, 'first': 1}
    """
    source = game.source
    fields: dict[str, object] = {
        "seed": source.seed,
        "scheme": SCHEME,
        "rules": game.rules.to_json(),
        "players": game.players,
        "first": game.first,
    }
    if not game.from_seed:
        fields["deal" if isinstance(source, Deal) else "position"] = source.to_json()
    return fields


def result_fields(game: Game, solution: Solution) -> dict[str, object]:
    """Write a result of `solve`."""
    named = game_fields(game)
    told: dict[str, object] = {name: named.pop(name) for name in ("deal", "position") if name in named}
    return {
        "version": regicide_solver.__version__,
        **named,
        "verdict": str(solution.verdict),
        "line": None if solution.line is None else [str(action) for action in solution.line],
        "turns": solution.turns,
        "flips_used": solution.flips_used,
        "flips_proved": solution.flips_proved,
        **search_fields(solution.stopped_by, solution.limits, solution.stats),
        **told,
    }


@dataclass(frozen=True)
class Result:
    """A result of `solve` as it was read: a game and what is claimed of it.

    Parameters
    ----------
    game : Game
        The deal or the position.
    verdict : str or None
        The verdict that it claims; None where it claims none.
    line : tuple of Action or None
        The line that it gives.
    counts : dict of str to int
        The claimed `turns` and `flips_used`, as far as they are given.
    """

    game: Game
    verdict: str | None
    line: tuple[Action, ...] | None
    counts: dict[str, int]

    def false_count(self) -> str | None:
        """Say which count the line does not bear out, if any."""
        line = self.line or ()
        counted = {
            "turns": sum(isinstance(action, Play | Yield) for action in line),
            "flips_used": sum(isinstance(action, Flip) for action in line),
        }
        for name, claimed in self.counts.items():
            if claimed != counted[name]:
                return f"{name} is {counted[name]}, not {claimed}"
        return None


def is_result(value: object) -> bool:
    """Whether a JSON value is meant as a result of `solve` rather than as a deal or a position."""
    return isinstance(value, dict) and ("verdict" in value or "line" in value)


def read_result(value: object, where: str, options: GameOptions) -> Result:
    """Read a result of `solve`; `version`, `limits` and `stats` are taken as they are.

    Parameters
    ----------
    value : object
        As `load_json` gives it. It names its game by seed, scheme, rules, players and first, or by a deal or a
        position.
    where : str
        Its place, for messages.
    options : GameOptions
        Fills in what the result does not say of its game, and may not contradict the rest.

    Raises
    ------
    NotationError
        When it cannot be read, or its seed scheme is not known.
    """
    reader = ObjectReader(value, where, _FIELDS)
    scheme = reader.optional("scheme", SCHEME)
    if type(scheme) is not int or scheme != SCHEME:
        reader.fail("scheme", scheme, f"the seed scheme {SCHEME}, the only one there is")
    game = _read_game(reader, where, options)
    check_options(game, options)
    line = None
    if reader.optional("line", None) is not None:
        texts = reader.items("line")
        if len(texts) > _LONGEST_LINE:
            reader.fail("line", f"{len(texts)} actions", f"at most {_LONGEST_LINE}")
        line = tuple(
            reader.reading(f"line, action {number}", parse_action, text) for number, text in enumerate(texts, 1)
        )
    verdict = reader.word("verdict", "", tuple(map(str, Verdict))) if "verdict" in reader else None
    counts = {
        name: reader.number(name, None, 0, _LONGEST_LINE)
        for name in ("turns", "flips_used")
        if reader.optional(name, None) is not None
    }
    return Result(game, verdict, line, counts)


def _read_game(reader: ObjectReader, where: str, options: GameOptions) -> Game:
    if "deal" in reader and "position" in reader:
        raise NotationError(f"{where}: both a deal and a position; expected one or the other")
    source: Deal | State
    if "deal" in reader:
        source = reader.reading("deal", Deal.from_json, complete_fields(reader.required("deal"), options))
    elif "position" in reader:
        source = reader.reading("position", State.from_json, complete_fields(reader.required("position"), options))
    else:
        source = _deal_seed(reader, options)
        return Game(source, f"seed {source.seed}", from_seed=True)
    game = Game(source, where)
    for name, own in game_fields(game).items():
        told = reader.optional(name, own)
        if name == "rules":
            told = reader.reading("rules", Rules.from_json, told).to_json()
        if told != own:
            reader.fail(name, told, f"{own}, as its {'deal' if 'deal' in reader else 'position'} has it")
    return game


def _deal_seed(reader: ObjectReader, options: GameOptions) -> Deal:
    if "seed" not in reader:
        raise NotationError(f"{reader.where}: it has no seed, deal or position; expected a result of solve")
    told_rules = options.rules or Rules()
    rules = reader.reading("rules", Rules.from_json, reader.optional("rules", told_rules.to_json()))
    players = reader.number("players", options.players or DEFAULT_PLAYERS, 1, 4)
    first = reader.number("first", options.first or 1, 1, 4)
    seed = reader.number("seed", None, 0, _LARGEST_SEED)
    return reader.reading("seed", lambda number: Deal.from_seed(number, players, rules, first), seed)
