"""Perft: the number of action sequences of a given length.

The usual check that two engines, or two versions of one, play the same game: one wrong action anywhere changes the
count.
"""

from __future__ import annotations

from regicide_solver import kernel
from regicide_solver.cards import quoted
from regicide_solver.engine import legal_actions, successor
from regicide_solver.errors import RegicideError
from regicide_solver.state import State

__all__ = ["perft", "perft_split"]


def perft(state: State, depth: int, engine: str = "auto") -> int:
    """Count the sequences of exactly `depth` legal actions from a state.

    Parameters
    ----------
    state : State
        Where the sequences begin.
    depth : int
        Their length. The empty sequence is one; a game that is over earlier adds nothing.
    engine : {"auto", "kernel", "python"}
        Who counts; `auto` is the kernel where there is one.

    Raises
    ------
    RegicideError
        When `depth` is no count, or there is no such engine.
    ImpossiblePositionError
        When the kernel counts and the position is impossible.

    Examples
    --------
    >>> state = State(["2C 2D", "3C"], "JH", "JD")
    >>> [perft(state, depth) for depth in range(4)]
    [1, 4, 0, 0]
    """
    _check_depth(depth)
    return kernel.perft(state, depth) if kernel.choose_engine(engine) == "kernel" else _count(state, depth)


def perft_split(state: State, depth: int, engine: str = "auto") -> dict[str, int]:
    """Count as `perft` does, separately for each first action.

    Parameters
    ----------
    state, depth, engine
        As for `perft`; `depth` is at least 1.

    Returns
    -------
    dict of str to int
        The count behind each legal action's notation, in the order of the actions.

    Raises
    ------
    RegicideError, ImpossiblePositionError
        As for `perft`.

    Examples
    --------
    >>> perft_split(State(["2C 2D", "3C"], "JH", "JD"), 1)
    {'play 2C': 1, 'play 2D': 1, 'play 2C+2D': 1, 'yield': 1}
    """
    _check_depth(depth, least=1)
    return {str(action): perft(successor(state, action), depth - 1, engine) for action in legal_actions(state)}


def _check_depth(depth: object, least: int = 0) -> None:
    if type(depth) is not int or depth < least:
        raise RegicideError(f"depth: {quoted(depth)}; expected a whole number from {least}")


def _count(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    unfinished = [(state, depth)]  # not recursive: depth has no bound
    while unfinished:
        parent, left = unfinished.pop()
        actions = legal_actions(parent)
        if left == 1:
            total += len(actions)
        else:
            unfinished += [(successor(parent, action), left - 1) for action in actions]
    return total
