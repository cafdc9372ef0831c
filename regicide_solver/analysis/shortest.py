"""The fewest turns in which a game can be won, or bounds on them."""

from __future__ import annotations

from dataclasses import dataclass, field

from regicide_solver.actions import Action, Discard, Flip
from regicide_solver.analysis.analyse import count_turns
from regicide_solver.analysis.shared_search import Question, SharedSearch
from regicide_solver.analysis.turn_bound import MORE_THAN_ANY_GAME, fewest_turns
from regicide_solver.deals import Deal
from regicide_solver.engine import apply_line, legal_actions, outcome, successor
from regicide_solver.search import Limits, ProgressCallback, Stats, StopCallback, Verdict, start_of
from regicide_solver.search.evaluation import evaluate
from regicide_solver.search.passes import Budget
from regicide_solver.search.reductions import is_hopeless, reduced_key
from regicide_solver.search.weights import weights_for
from regicide_solver.state import NO_CARD, State

__all__ = ["ShortestWin", "shortest_win"]

_TABLE_ENTRY = 200  # bytes of an entry of the table, its key and its number included; an estimate from above
_WATCH_INTERVAL = 128
#: What the end of a line may cost before the search for a shorter one goes on elsewhere.
_TAIL_NODES = 2_000


@dataclass(frozen=True)
class ShortestWin:
    """What is known of the fewest turns (plays and yields) in which a game can be won.

    Parameters
    ----------
    verdict : Verdict
        Whether it can be won.
    at_least : int or None
        No line wins in fewer turns; None when the game is unwinnable.
    line : tuple of Action or None
        The shortest line that was found.
    stopped_by : str or None
        The limit that left it open.
    stats : Stats
        The counters.
    limits : Limits
        What was allowed.
    """

    verdict: Verdict
    at_least: int | None
    line: tuple[Action, ...] | None = None
    stopped_by: str | None = None
    stats: Stats = field(default_factory=Stats)
    limits: Limits = field(default_factory=Limits)

    @property
    def at_most(self) -> int | None:
        """The turns of the line; None without one."""
        return None if self.line is None else count_turns(self.line)

    @property
    def turns(self) -> int | None:
        """The fewest turns, where they are proved; otherwise None."""
        return self.at_most if self.at_most == self.at_least else None


def shortest_win(
    game: Deal | State,
    limits: Limits | None = None,
    engine: str = "auto",
    progress: ProgressCallback | None = None,
    stop: StopCallback | None = None,
) -> ShortestWin:
    """Find a win in as few turns as possible, or bounds on their number.

    First a line is found, then its end is shortened, action by action from the last; then the numbers of turns are
    refuted one by one from below. Small positions are decided exactly; for a whole deal expect bounds.

    Parameters
    ----------
    game : Deal or State
        A deal, or any possible state.
    limits : Limits, optional
        What may be spent; by default `Limits()`.
    engine : {"auto", "kernel", "python"}
        Which engine finds the first line. Turns are counted in Python.
    progress : callable, optional
        Called with a `Progress` about ten times a second.
    stop : callable, optional
        Polled; when it answers True, the answer is what is known.

    Returns
    -------
    ShortestWin
        A line with `at_least` equal to `at_most` where the fewest turns are proved.

    Raises
    ------
    ImpossiblePositionError
        When the state is one that no game can hold.
    RegicideError
        When an argument is unknown, or the engine is not there.

    Examples
    --------
    >>> best = shortest_win(State(["8C 5C 3S"], "KD", damage=20, shield=17))
    >>> best.turns, [str(action) for action in best.line]
    (2, ['play 8C', 'discard 3S', 'play 5C'])
    """
    start = start_of(game)
    allowed = Limits() if limits is None else limits
    search = SharedSearch(start, allowed, engine, progress, stop)
    whole = Question(start)
    at_least = fewest_turns(start)
    if at_least < MORE_THAN_ANY_GAME:
        search.decide([whole])
    else:
        whole.lose()
    if whole.verdict is Verdict.UNWINNABLE:
        return ShortestWin(whole.verdict, None, stats=search.stats(), limits=allowed)
    line = whole.line
    if line is not None:
        turns = _TurnSearch(start, search.budget)
        line = _shorten(turns, start, line)
        while at_least < count_turns(line):
            found = turns.find(start, at_least)
            if found is not None:
                line = found
            elif search.stopped_by is not None:
                break
            else:
                at_least += 1
    if line is not None and outcome(apply_line(start, line)) != "won":
        raise RuntimeError(f"the search found a line that does not win: {'; '.join(map(str, line))}")
    known = line is not None and count_turns(line) == at_least
    return ShortestWin(
        verdict=whole.verdict,
        at_least=at_least,
        line=line,
        stopped_by=None if known else search.stopped_by,
        stats=search.stats(),
        limits=allowed,
    )


def _shorten(turns: _TurnSearch, start: State, line: tuple[Action, ...]) -> tuple[Action, ...]:
    """Look for shorter ends of a line, from the last action to the first, until that costs too much."""
    states = [start]
    for action in line:
        states.append(successor(states[-1], action))
    for place in range(len(line) - 1, -1, -1):
        tail = line[place:]
        while True:
            found = turns.find(states[place], count_turns(tail) - 1, _TAIL_NODES)
            if found is None:
                break
            tail = found
        line = (*line[:place], *tail)
        if not turns.finished:
            break
    return line


class _TurnSearch:
    """A search for lines of bounded length; what it refutes it remembers from call to call."""

    def __init__(self, root: State, budget: Budget) -> None:
        self.finished = True
        self._budget = budget
        self._weights = weights_for(root)[0]
        # The most turns that were refuted, by state.
        self._refuted: dict[bytes, int] = {}
        self._enough = 0

    def find(self, state: State, turns: int, nodes: int | None = None) -> tuple[Action, ...] | None:
        """Find a line that wins within so many turns; without one, `finished` tells whether there is none."""
        budget = self._budget
        self._enough = budget.nodes if nodes is None else min(budget.nodes, budget.spent + nodes)
        self.finished = True
        line: list[Action] = []
        if self._wins(state, reduced_key(state), turns, line):
            return tuple(reversed(line))
        return None

    def _wins(self, state: State, key: bytes, turns: int, line: list[Action]) -> bool:
        """Whether a state is won within so many turns; the line is filled from its end."""
        if not self._may_go_on():
            return False
        self._budget.spent += 1
        children = []
        for order, action in enumerate(legal_actions(state)):
            left = turns if isinstance(action, Discard | Flip) else turns - 1
            child = successor(state, action)
            if left < 0 or fewest_turns(child) > left:
                continue
            if child.enemy_index == NO_CARD:
                line.append(action)
                return True
            child_key = reduced_key(child)
            if child_key == key or self._refuted.get(child_key, -1) >= left:
                continue
            if outcome(child) == "lost" or is_hopeless(child):
                continue
            children.append((-evaluate(child, self._weights), order, action, child, child_key, left))
        children.sort(key=lambda entry: entry[:2])
        for _, _, action, child, child_key, left in children:
            if self._refuted.get(child_key, -1) >= left:
                continue
            if self._wins(child, child_key, left, line):
                line.append(action)
                return True
            if not self.finished:
                return False
        return self._refute(key, turns)

    def _may_go_on(self) -> bool:
        budget = self._budget
        if budget.spent >= self._enough:
            if budget.spent >= budget.nodes:
                budget.stopped_by = "nodes"
            self.finished = False
        elif budget.spent % _WATCH_INTERVAL == 0:
            budget.stopped_by = budget.watch(budget.spent, 0)
            self.finished = budget.stopped_by is None
        return self.finished

    def _refute(self, key: bytes, turns: int) -> bool:
        self._refuted[key] = max(turns, self._refuted.get(key, -1))
        size = _TABLE_ENTRY * len(self._refuted)
        self._budget.largest_table = max(self._budget.largest_table, size)
        if size > self._budget.memory:
            self._budget.stopped_by, self.finished = "memory", False
        return False
