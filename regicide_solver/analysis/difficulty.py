"""How narrow the way to the win is: for people who make puzzles or compare deals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod

from regicide_solver.actions import Action
from regicide_solver.analysis.analyse import open_choices
from regicide_solver.analysis.shared_search import Question, SharedSearch
from regicide_solver.cards import quoted
from regicide_solver.deals import Deal
from regicide_solver.engine import successor
from regicide_solver.errors import RegicideError
from regicide_solver.search import Limits, ProgressCallback, Stats, StopCallback, Verdict, start_of
from regicide_solver.state import State

__all__ = ["Decision", "Difficulty", "difficulty"]


@dataclass(frozen=True)
class Decision:
    """One decision on a winning line. Interchangeable actions are one choice; what changes nothing is none.

    Parameters
    ----------
    state : State
        The state in which it is taken.
    action : Action
        What the line does.
    choices : int
        How many choices there are.
    winning, losing : int
        How many of them are proved to keep the win, and to give it away; the rest is undecided.
    """

    state: State
    action: Action
    choices: int
    winning: int
    losing: int

    @property
    def is_only_move(self) -> bool:
        """Whether it is proved that all choices but one lose, where there are several."""
        return self.choices > 1 and self.losing == self.choices - 1

    @property
    def share(self) -> tuple[Fraction, Fraction]:
        """The share of winning choices: its bounds, which are equal when all are decided."""
        return Fraction(self.winning, self.choices), Fraction(self.choices - self.losing, self.choices)


@dataclass(frozen=True)
class Difficulty:
    """How hard it is to win.

    Parameters
    ----------
    verdict : Verdict
        Whether the game can be won; everything else is about games that can.
    nodes : int
        The nodes that it took to decide that.
    lines : tuple of tuple of Action
        The winning lines that were looked at.
    decisions : tuple of Decision
        Their decisions with more than one choice, line by line; what two lines have in common stands here once.
    stopped_by : str or None
        The limit that left something undecided.
    stats : Stats
        The counters, of everything together.
    limits : Limits
        What was allowed.
    """

    verdict: Verdict
    nodes: int
    lines: tuple[tuple[Action, ...], ...] = ()
    decisions: tuple[Decision, ...] = ()
    stopped_by: str | None = None
    stats: Stats = field(default_factory=Stats)
    limits: Limits = field(default_factory=Limits)

    @property
    def only_moves(self) -> int:
        """How many decisions have a single winning choice, all others being proved to lose."""
        return sum(decision.is_only_move for decision in self.decisions)

    @property
    def winning_share(self) -> tuple[Fraction, Fraction] | None:
        """The mean share of winning choices over the decisions, as bounds; None without decisions."""
        if not self.decisions:
            return None
        low, high = zip(*(decision.share for decision in self.decisions), strict=True)
        return Fraction(sum(low), len(low)), Fraction(sum(high), len(high))

    @property
    def random_share(self) -> tuple[Fraction, Fraction] | None:
        """The product of the shares, as bounds: the chance to keep the win at each of the decisions by lot.

        It is None unless the game can be won.
        """
        if self.verdict is not Verdict.WINNABLE:
            return None
        low, high = zip(*(decision.share for decision in self.decisions), strict=True) if self.decisions else ((), ())
        return prod(low, start=Fraction(1)), prod(high, start=Fraction(1))


def difficulty(
    game: Deal | State,
    limits: Limits | None = None,
    lines: int = 1,
    engine: str = "auto",
    progress: ProgressCallback | None = None,
    stop: StopCallback | None = None,
) -> Difficulty:
    """Measure how narrow the way to the win is along winning lines.

    The first line is the one that the search finds. Every further line leaves those before it at the first decision
    where another choice is known to win as well.

    Parameters
    ----------
    game : Deal or State
        A deal, or any possible state.
    limits : Limits, optional
        What may be spent on everything together; by default `Limits()`.
    lines : int
        How many winning lines to look at, where there are so many.
    engine : {"auto", "kernel", "python"}
        Which engine searches. Another engine finds other lines.
    progress : callable, optional
        Called with a `Progress` about ten times a second.
    stop : callable, optional
        Polled; when it answers True, the answer is what is known.

    Raises
    ------
    ImpossiblePositionError
        When the state is one that no game can hold.
    RegicideError
        When an argument is unknown, or the engine is not there.

    Examples
    --------
    >>> answer = difficulty(State(["8C 5C 3S"], "KD", damage=20, shield=17))
    >>> [(str(decision.action), decision.winning, decision.choices) for decision in answer.decisions]
    [('play 8C', 3, 3), ('discard 3S', 1, 3)]
    >>> answer.only_moves, str(answer.winning_share[0])
    (1, '2/3')
    """
    if type(lines) is not int or lines < 1:
        raise RegicideError(f"lines: {quoted(lines)}; expected a whole number, at least 1")
    start = start_of(game)
    allowed = Limits() if limits is None else limits
    search = SharedSearch(start, allowed, engine, progress, stop)
    whole = Question(start)
    search.decide([whole])
    nodes = search.budget.spent
    seen: dict[bytes, _Asked] = {}
    found: list[tuple[Action, ...]] = []
    line = whole.line
    while line is not None:
        found.append(line)
        questions = [question for asked in _ask_along(start, line, seen) for question in asked.choices.values()]
        # Late decisions are the easy ones, and what they prove the early ones pass over.
        search.decide(questions[::-1])
        line = _other_line(seen, found) if len(found) < lines else None
    decisions = tuple(asked.decision() for asked in seen.values() if len(asked.choices) > 1)
    undecided = whole.is_open or any(decision.winning + decision.losing < decision.choices for decision in decisions)
    return Difficulty(
        verdict=whole.verdict,
        nodes=nodes,
        lines=tuple(found),
        decisions=decisions,
        stopped_by=search.stopped_by if undecided else None,
        stats=search.stats(),
        limits=allowed,
    )


@dataclass
class _Asked:
    """A decision whose choices are being decided, and the way that led to it."""

    state: State
    way: tuple[Action, ...]
    action: Action
    choices: dict[tuple[Action, ...], Question]

    def decision(self) -> Decision:
        verdicts = [question.verdict for question in self.choices.values()]
        return Decision(
            self.state,
            self.action,
            len(verdicts),
            verdicts.count(Verdict.WINNABLE),
            verdicts.count(Verdict.UNWINNABLE),
        )


def _ask_along(start: State, line: tuple[Action, ...], seen: dict[bytes, _Asked]) -> Iterator[_Asked]:
    """Ask about all choices along a winning line, of which one each is known, where they were not asked before."""
    state = start
    for place, action in enumerate(line):
        after = successor(state, action)
        if state.key not in seen and after.key != state.key:
            groups = open_choices(state)
            choices = {actions: question for actions, question in groups.items() if question is not None}
            taken = next(question for actions, question in choices.items() if action in actions)
            taken.state = after
            taken.win(line[place + 1 :])
            seen[state.key] = _Asked(state, line[:place], action, choices)
            yield seen[state.key]
        state = after


def _other_line(seen: dict[bytes, _Asked], found: list[tuple[Action, ...]]) -> tuple[Action, ...] | None:
    """Find a winning line that is none of those before."""
    for asked in seen.values():
        for actions, question in asked.choices.items():
            if question.line is None:
                continue
            first = next(action for action in actions if successor(asked.state, action) == question.state)
            line = (*asked.way, first, *question.line)
            if line not in found:
                return line
    return None
