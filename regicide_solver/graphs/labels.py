"""How states and what lies between them are named and coloured for people, in drawings and in DOT."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from regicide_solver.state import HEALTHS, State

__all__ = ["FILL_COLOURS", "edge_label", "state_label"]

#: Fill colours by verdict: greens where a line wins, oranges where none does (told apart also by colour-blind people).
FILL_COLOURS: Mapping[str, str] = {
    "won": "#009e73",
    "winnable": "#b5e3d3",
    "undecided": "#e4e4e4",
    "unwinnable": "#f6d0b1",
    "lost": "#e8853a",
}

_CARDS_IN_A_ROW = 4
_MOST_ACTIONS_SHOWN = 3


def state_label(state: State) -> str:
    """Name a state in two to four short rows: the enemy and its health left, who does what, with which hand.

    Examples
    --------
    >>> print(state_label(State(["7S 5D", "2C"], "JC", phase="suffer", in_play="3S 8D", damage=11, shield=3)))
    J♣ 9/20
    seat 1 pays 7
    5♦ 7♠
    """
    if state.enemy is None:
        return "won"
    does = f"pays {state.attack}" if state.phase == "suffer" else "plays"
    hand = [card.sign for card in state.hand] or ["(no cards)"]
    rows = [" ".join(hand[first : first + _CARDS_IN_A_ROW]) for first in range(0, len(hand), _CARDS_IN_A_ROW)]
    health = f"{state.enemy.sign} {state.health}/{HEALTHS[state.enemy.index]}"
    return "\n".join((health, f"seat {state.turn + 1} {does}", *rows))


def edge_label(edges: Iterable[Mapping[str, Any]]) -> str:
    """Name what lies between two nodes: the actions, at most three of them, or the figures of a fight.

    Examples
    --------
    >>> edge_label([{"lines": 12, "fewest_turns": 2, "most_turns": 4}])
    '12 lines, 2-4 turns'
    """
    rows = []
    for edge in edges:
        if "action" in edge:
            rows.append(str(edge["action"]))
        else:
            fewest, most = edge["fewest_turns"], edge["most_turns"]
            turns = f"{fewest}" if fewest == most else f"{fewest}-{most}"
            rows.append(f"{_counted(edge['lines'], 'line')}, {turns} turn{'' if turns == '1' else 's'}")
    if len(rows) > _MOST_ACTIONS_SHOWN:
        hidden = len(rows) - _MOST_ACTIONS_SHOWN + 1
        rows[_MOST_ACTIONS_SHOWN - 1 :] = [f"or {hidden} others"]
    return "\n".join(rows)


def _counted(count: int, word: str) -> str:
    text = f"{count:,}" if count < 10**9 else f"about 10^{len(str(count)) - 1}"
    return f"{text} {word}{'' if count == 1 else 's'}"
