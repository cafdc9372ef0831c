"""The door to the kernel: the same rules in C++20, proved equal to `regicide_solver.engine` by tests.

The C++ sources stand beside this file. They are compiled into the module ``regicide_solver._kernel``, which an
installation without a C++20 compiler does not have; `available` tells. States and actions cross over here, packed, and
nowhere else.
"""

from __future__ import annotations

import importlib
from functools import lru_cache
from typing import Any

from regicide_solver.actions import Action, Discard, Flip, Play, Yield, make_discard, make_play
from regicide_solver.cards import quoted
from regicide_solver.errors import IllegalActionError, ImpossiblePositionError, RegicideError
from regicide_solver.rules import Rules, option_values, rules_from
from regicide_solver.shuffle import check_seed
from regicide_solver.state import State, make_state

__all__ = [
    "KernelState",
    "apply",
    "available",
    "choose_engine",
    "deal_state",
    "from_kernel",
    "legal_actions",
    "load",
    "outcome",
    "packed_state",
    "perft",
    "to_kernel",
]

#: A position inside the kernel: opaque, made by `to_kernel`.
KernelState = Any

_MODULE = "regicide_solver._kernel"
_ENGINES = ("auto", "kernel", "python")
_OUTCOMES = (None, "won", "lost")
_NO_LIMIT = -1
_NO_SEAT = -1
_PLAY, _DISCARD, _YIELD, _FLIP = range(4)
_LARGEST_DEPTH = 2**32 - 1


@lru_cache(maxsize=1)
def _find_module() -> tuple[Any, str]:
    try:
        return importlib.import_module(_MODULE), ""
    except ImportError as error:
        return None, str(error)


def available() -> bool:
    """Tell whether this installation has the kernel.

    Examples
    --------
    >>> available() in (True, False)
    True
    """
    return _find_module()[0] is not None


def load() -> Any:
    """Give the compiled module.

    Raises
    ------
    RegicideError
        When this installation has none.
    """
    module, reason = _find_module()
    if module is None:
        raise RegicideError(
            f"the kernel is not there ({reason}); install the package where a C++20 compiler is, "
            "or choose the engine python"
        )
    return module


def choose_engine(engine: str) -> str:
    """Decide which engine runs: ``"kernel"`` or ``"python"``.

    Parameters
    ----------
    engine : {"auto", "kernel", "python"}
        `auto` takes the kernel where there is one.

    Raises
    ------
    RegicideError
        When there is no such engine, or it is `kernel` and this installation has none.

    Examples
    --------
    >>> choose_engine("python")
    'python'
    """
    if engine not in _ENGINES:
        raise RegicideError(f"engine: {quoted(engine)}; expected {', '.join(_ENGINES)}")
    if engine == "kernel":
        load()
    return engine if engine != "auto" else "kernel" if available() else "python"


@lru_cache(maxsize=256)
def kernel_rules(rules: Rules, players: int) -> Any:
    """Compile rules for one number of players."""
    rules.check_players(players)
    return load().make_rules(
        players=players,
        hand_limit=rules.hand_limits[players - 1],
        tavern_jesters=rules.tavern_jesters[players - 1],
        flips=rules.solo_flips if players == 1 else 0,
        combo_limit=_NO_LIMIT if rules.combo_limit is None else rules.combo_limit,
        companions=rules.companions,
        ones=rules.ones,
        jester_self=rules.jester_self,
        **{
            # the kernel's enumerators stand in the order of the option's words
            name: option_values(name).split(", ").index(getattr(rules, name))
            for name in (
                "solo_flips_from",
                "overpay",
                "solo_yield",
                "yield_record",
                "retro_spades",
                "exact_kill",
            )
        },
    )


def to_kernel(state: State) -> KernelState:
    """Take a state over into the kernel.

    Parameters
    ----------
    state : State
        A possible position.

    Returns
    -------
    KernelState
        The same position; `from_kernel` gives it back.

    Raises
    ------
    RegicideError
        When this installation has no kernel.
    ImpossiblePositionError
        When no game can hold the position; it names every defect.
    """
    problems = state.problems()
    if problems:
        raise ImpossiblePositionError("impossible position", problems)
    return make_position(state)


def make_position(state: State) -> KernelState:
    """Take a state over that is known to be possible; see `to_kernel`."""
    fields = (
        state.turn,
        state.phase == "suffer",
        state.enemy_index,
        state.castle_indices,
        state.damage,
        state.shield,
        state.locked_shield,
        state.cancelled,
        state.in_play_mask,
        list(state.hand_masks),
        state.tavern_indices,
        state.discard_mask,
        sum(1 << seat for seat, flag in enumerate(state.yielded) if flag),
        state.flips,
        state.heals,
    )
    return load().make_position(kernel_rules(state.rules, state.players), state.seed, fields)


def from_kernel(position: KernelState, rules: Rules) -> State:
    """Take a position back from the kernel.

    Parameters
    ----------
    position : KernelState
        As the kernel gives it.
    rules : Rules
        The rules under which it was made; the kernel keeps no more of them than it needs.
    """
    (
        turn, suffering, enemy, castle, damage, shield, locked_shield, cancelled, in_play, hands, tavern, discard,
        yielded, flips, heals,
    ) = position.fields()  # fmt: skip
    players = len(hands)
    return make_state(
        rules, players, turn, "suffer" if suffering else "play", enemy, castle, damage, shield, locked_shield,
        cancelled, in_play, tuple(hands), tavern, discard, tuple(bool(yielded >> seat & 1) for seat in range(players)),
        flips, position.seed(), heals,
    )  # fmt: skip


def action_to_kernel(action: Action) -> tuple[int, int, int]:
    """Pack an action: its kind, its cards' mask, the seat that a Jester names."""
    match action:
        case Play():
            return _PLAY, action.mask, _NO_SEAT if action.next_seat is None else action.next_seat
        case Discard():
            return _DISCARD, action.mask, _NO_SEAT
        case Yield():
            return _YIELD, 0, _NO_SEAT
        case Flip():
            return _FLIP, 0, _NO_SEAT


@lru_cache(maxsize=1 << 14)  # most actions of a line were met in other lines
def action_from_kernel(kind: int, mask: int, next_seat: int) -> Action:
    """Make the action of its packed form."""
    if kind == _PLAY:
        return make_play(mask, None if next_seat == _NO_SEAT else next_seat)
    if kind == _DISCARD:
        return make_discard(mask)
    return Yield() if kind == _YIELD else Flip()


def legal_actions(state: State) -> tuple[Action, ...]:
    """List the legal actions as `regicide_solver.engine.legal_actions` does, in the same order.

    Raises
    ------
    RegicideError
        As for `to_kernel`.
    """
    return tuple(action_from_kernel(*fields) for fields in to_kernel(state).legal_actions())


def apply(state: State, action: Action) -> State:
    """Make the state after an action as `regicide_solver.engine.apply` does.

    Raises
    ------
    IllegalActionError
        When the action is not legal.
    RegicideError
        As for `to_kernel`.
    """
    position = to_kernel(state)
    try:
        after = position.successor(action_to_kernel(action))
    except ValueError as error:
        raise IllegalActionError(f"illegal action {quoted(str(action))}: {error}") from None
    return from_kernel(after, state.rules)


def outcome(state: State) -> str | None:
    """Tell how the game stands as `regicide_solver.engine.outcome` does.

    Raises
    ------
    RegicideError
        As for `to_kernel`.
    """
    return _OUTCOMES[to_kernel(state).outcome()]


def packed_state(state: State) -> bytes:
    """Pack a state as `regicide_solver.state.packed_state` does.

    Raises
    ------
    RegicideError
        As for `to_kernel`.
    """
    packed: bytes = to_kernel(state).packed_state()
    return packed


def deal_state(seed: int, players: int = 2, rules: Rules | str = "official", first: int = 1) -> State:
    """Deal a game from a seed and give its first state, as `regicide_solver.deals.Deal` does.

    Parameters
    ----------
    seed : int
        0 <= seed < 2**64.
    players : int
        The number of seats.
    rules : Rules or str
        Rules or their text.
    first : int
        The seat that begins, counted from 1.

    Raises
    ------
    RegicideError
        When there is no kernel, no such seed or no such seat, or the rules are not for this many players.
    """
    game_rules = rules_from(rules)
    compiled = kernel_rules(game_rules, players)
    if type(first) is not int or not 1 <= first <= players:
        raise RegicideError(f"first: there is no seat {quoted(first)}; expected 1 to {players}")
    return from_kernel(load().deal(compiled, check_seed(seed), first - 1), game_rules)


def perft(state: State, depth: int) -> int:
    """Count the sequences of exactly `depth` actions; see `regicide_solver.perft.perft`.

    Raises
    ------
    RegicideError
        When `depth` is no count, or as for `to_kernel`.
    """
    if type(depth) is not int or not 0 <= depth <= _LARGEST_DEPTH:
        raise RegicideError(f"depth: {quoted(depth)}; expected a whole number from 0 to {_LARGEST_DEPTH}")
    count: int = to_kernel(state).perft(depth)
    return count
