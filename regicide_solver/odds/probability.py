"""The odds of a game under the best play: the front door."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from time import monotonic
from typing import Any

from regicide_solver.actions import Action
from regicide_solver.cards import quoted
from regicide_solver.deals import Deal
from regicide_solver.engine import legal_actions
from regicide_solver.errors import ImpossiblePositionError, RegicideError
from regicide_solver.odds.bounds import BoundsSearch, Node
from regicide_solver.odds.heals import HealsModel
from regicide_solver.odds.tavern import TavernModel
from regicide_solver.search import Limits, StopCallback, start_of
from regicide_solver.search.weights import weights_for
from regicide_solver.state import State

__all__ = ["HIDDEN", "ActionOdds", "Odds", "OddsProgress", "OddsProgressCallback", "win_probability"]

#: What may be hidden: the results of later heals, or these and the Tavern's order.
HIDDEN = ("heals", "tavern")

_PROGRESS_INTERVAL = 0.1  # seconds


@dataclass(frozen=True)
class ActionOdds:
    """The odds of one legal action, with the best play after it.

    Parameters
    ----------
    action : Action
        The action.
    lower, upper : Fraction
        Bounds on its odds; equal where they are exact. They are as tight as the search for the best action made
        them.
    """

    action: Action
    lower: Fraction
    upper: Fraction


@dataclass(frozen=True)
class Odds:
    """The probability of a win under the best play.

    Parameters
    ----------
    lower, upper : Fraction
        Bounds on it; equal when it is exact.
    hidden : str
        What was hidden, as in `HIDDEN`.
    actions : tuple of ActionOdds
        Every legal action, the best first: by the lower bound, then the upper, then in the order of `legal_actions`.
    stopped_by : str or None
        The limit that came before the bounds met: `nodes`, `seconds`, `memory` or `interrupt`.
    nodes : int
        The moments that were expanded: states in which the players decide, and cards that chance picks.
    seconds : float
        Wall-clock time.
    limits : Limits
        What the search was allowed.

    Examples
    --------
    >>> Odds(Fraction(1, 4), Fraction(1, 2)).probability is None
    True
    """

    lower: Fraction
    upper: Fraction
    hidden: str = "heals"
    actions: tuple[ActionOdds, ...] = ()
    stopped_by: str | None = None
    nodes: int = 0
    seconds: float = 0.0
    limits: Limits = field(default_factory=Limits)

    @property
    def exact(self) -> bool:
        """Whether the bounds meet."""
        return self.lower == self.upper

    @property
    def probability(self) -> Fraction | None:
        """The probability, or None while only bounds are known."""
        return self.lower if self.exact else None

    @property
    def best(self) -> Action | None:
        """The first of the best actions, proved to be one when the odds are exact; None when the game is over."""
        return self.actions[0].action if self.actions else None


@dataclass(frozen=True)
class OddsProgress:
    """A word from a search that is under way.

    Parameters
    ----------
    nodes : int
        Nodes so far.
    seconds : float
        Time so far.
    lower, upper : Fraction
        The bounds so far.
    """

    nodes: int
    seconds: float
    lower: Fraction
    upper: Fraction


OddsProgressCallback = Callable[[OddsProgress], None]


def win_probability(
    game: Deal | State,
    hidden: str = "heals",
    limits: Limits | None = None,
    parts: Sequence[int] | None = None,
    progress: OddsProgressCallback | None = None,
    stop: StopCallback | None = None,
) -> Odds:
    """Compute the probability of a win under the best play, when shuffles are real.

    Parameters
    ----------
    game : Deal or State
        Where to begin. Its heal seed does not matter.
    hidden : {"heals", "tavern"}
        ``heals``: every card lies open, only the results of later heals are hidden until they are made; then they are
        known, cards and order. Each ordered choice of cards from the discard pile is equally likely.
        ``tavern``: a solo game whose Tavern's order is hidden, too. Which cards lie where is known only as far as
        `parts` says; a royal that is killed exactly lies on known ground; of a heal the cards are seen, not their
        order.
    limits : Limits, optional
        What may be spent; by default `Limits()`. `Limits.nodes` counts the moments that are expanded.
    parts : sequence of int, optional
        For ``tavern``: the sizes of the parts of the Tavern from the top, such that the cards of each part are known
        and their order is not. ``(1, 1, 20)`` means two known cards on top of twenty unknown ones. By default the
        whole Tavern is one part.
    progress : callable, optional
        Called with an `OddsProgress` about ten times a second.
    stop : callable, optional
        Polled; when it answers True, the search ends with the bounds so far.

    Returns
    -------
    Odds
        Rational bounds, which are equal unless a limit came first.

    Raises
    ------
    ImpossiblePositionError
        When the state is one that no game can hold.
    RegicideError
        When an argument is unknown or out of range, or the game is no solo game where that is required.

    Examples
    --------
    KS has 12 health left and strikes at nothing. 2H brings back two of three cards, 3D draws them; 7 health are left
    then, and only 8C, which counts double, does that much. It is among the two in two of three cases.

    >>> odds = win_probability(State(["2H 3D"], "KS", damage=28, shield=20, discard="8C 2S 3S"))
    >>> odds.probability, str(odds.best)
    (Fraction(2, 3), 'play 2H')
    """
    root_state = start_of(game)
    allowed = Limits() if limits is None else limits
    if hidden not in HIDDEN:
        raise RegicideError(f"hidden: {quoted(hidden)} is unknown; expected {' or '.join(HIDDEN)}")
    problems = root_state.problems()
    if problems:
        raise ImpossiblePositionError("impossible position", problems)
    model: Any
    if hidden == "heals":
        if parts is not None:
            raise RegicideError("parts: the Tavern lies open here; expected hidden='tavern' with it")
        model = HealsModel()
        start: Any = model.start(root_state)
    else:
        sizes = _checked_parts(root_state, parts)
        model = TavernModel()
        start = model.start(root_state, sizes)
    started = monotonic()
    told = 0.0

    def watch(root: Node, nodes: int) -> str | None:
        nonlocal told
        seconds = monotonic() - started
        if progress is not None and seconds - told >= _PROGRESS_INTERVAL:
            told = seconds
            progress(OddsProgress(nodes, seconds, Fraction(root.lower), Fraction(root.upper)))
        if stop is not None and stop():
            return "interrupt"
        return "seconds" if seconds >= allowed.seconds else None

    search = BoundsSearch(model, weights_for(root_state)[0], allowed.nodes, allowed.memory, watch)
    root = search.node(start)
    after = [(action, search.node(model.after(start, action))) for action in legal_actions(root_state)]
    stopped_by = search.run(root)
    rated = [ActionOdds(action, Fraction(node.lower), Fraction(min(node.upper, root.upper))) for action, node in after]
    return Odds(
        lower=Fraction(root.lower),
        upper=Fraction(root.upper),
        hidden=hidden,
        actions=tuple(sorted(rated, key=lambda odds: (-odds.lower, -odds.upper))),
        stopped_by=stopped_by,
        nodes=search.nodes,
        seconds=monotonic() - started,
        limits=allowed,
    )


def _checked_parts(state: State, parts: Sequence[int] | None) -> tuple[int, ...]:
    if state.players != 1:
        raise RegicideError(f"hidden: 'tavern' is for solo games, not for {state.players} players")
    cards = len(state.tavern_indices)
    if parts is None:
        return (cards,) if cards else ()
    if not all(type(size) is int and size > 0 for size in parts) or sum(parts) != cards:
        raise RegicideError(
            f"parts: {quoted(tuple(parts))}; expected sizes above 0 that add up to the Tavern's {cards}"
        )
    return tuple(parts)
