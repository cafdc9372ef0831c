"""Every legal action of a state with its verdict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from regicide_solver.actions import Action, Play, Yield
from regicide_solver.analysis.interchangeable import class_key
from regicide_solver.analysis.shared_search import Question, SharedSearch
from regicide_solver.cards import quoted
from regicide_solver.deals import Deal
from regicide_solver.engine import legal_actions, outcome, successor
from regicide_solver.errors import IllegalActionError
from regicide_solver.search import Limits, ProgressCallback, Stats, StopCallback, Verdict, start_of
from regicide_solver.search.evaluation import evaluate
from regicide_solver.search.weights import weights_for
from regicide_solver.state import NO_CARD, State

__all__ = ["Analysis", "Choice", "analyse", "count_turns", "decide_choices", "open_choices", "verdict_of"]

_PLACES = {Verdict.WINNABLE: 0, Verdict.UNDECIDED: 1, Verdict.UNWINNABLE: 2}
_AFTER_A_WIN = 1e9  # above every evaluation


@dataclass(frozen=True)
class Choice:
    """One thing to do: an action, with those that are the same to whoever wants to win.

    Parameters
    ----------
    actions : tuple of Action
        The interchangeable actions, in the order of `legal_actions`.
    verdict : Verdict
        Whether the game can be won after it.
    line : tuple of Action or None
        A line that wins and begins with one of the actions; None unless winnable.
    progress : bool
        Whether it changes anything. A solo yield at attack 0 need not; it is worth what the state is worth.

    Examples
    --------
    >>> Choice((Play("10C"),), Verdict.WINNABLE, (Play("10C"),)).turns
    1
    """

    actions: tuple[Action, ...]
    verdict: Verdict
    line: tuple[Action, ...] | None = None
    progress: bool = True

    @property
    def action(self) -> Action:
        """The action that the line begins with; where there is no line, the first."""
        return self.line[0] if self.line else self.actions[0]

    @property
    def turns(self) -> int | None:
        """The plays and yields of the line, None unless winnable."""
        return None if self.line is None else count_turns(self.line)


@dataclass(frozen=True)
class Analysis:
    """A state with the verdicts of all its actions.

    Parameters
    ----------
    state : State
        The state.
    verdict : Verdict
        Its own verdict, which follows from those of its actions.
    choices : tuple of Choice
        Every legal action, the best first: winnable ones by the turns of their lines, then undecided ones, then
        unwinnable ones. Empty when the game is over.
    stopped_by : str or None
        The limit that left actions undecided: `nodes`, `seconds`, `memory` or `interrupt`.
    stats : Stats
        The counters, of all actions together.
    limits : Limits
        What the analysis was allowed.
    """

    state: State
    verdict: Verdict
    choices: tuple[Choice, ...]
    stopped_by: str | None = None
    stats: Stats = field(default_factory=Stats)
    limits: Limits = field(default_factory=Limits)

    @property
    def line(self) -> tuple[Action, ...] | None:
        """A line that wins, the one of the best choice; None unless winnable."""
        if not self.choices:
            return () if self.verdict is Verdict.WINNABLE else None
        return self.choices[0].line

    def with_verdict(self, verdict: Verdict) -> tuple[Action, ...]:
        """List the actions with a verdict, the best first.

        Examples
        --------
        >>> analysis = analyse(State(["5C 5S"], "KD", damage=30))
        >>> print(*analysis.with_verdict(Verdict.WINNABLE), sep=", ")
        play 5C, play 5C+5S
        """
        return tuple(action for choice in self.choices if choice.verdict is verdict for action in choice.actions)

    def verdict_of(self, action: Action) -> Verdict:
        """Give the verdict of one action.

        Raises
        ------
        IllegalActionError
            When the action is not legal in the state.

        Examples
        --------
        >>> str(analyse(State(["5C 5S"], "KD", damage=30)).verdict_of(Play("5S")))
        'unwinnable'
        """
        for choice in self.choices:
            if action in choice.actions:
                return choice.verdict
        raise IllegalActionError(f"illegal action {quoted(str(action))}: it is not among those of the state")


def analyse(
    game: Deal | State,
    limits: Limits | None = None,
    engine: str = "auto",
    progress: ProgressCallback | None = None,
    stop: StopCallback | None = None,
) -> Analysis:
    """Give every legal action of a state its verdict, with a winning line for each that can be won.

    Parameters
    ----------
    game : Deal or State
        A deal, of which the first state is meant, or any possible state.
    limits : Limits, optional
        What may be spent on all actions together; by default `Limits()`. In each round every action that is still
        undecided gets the same effort, and the next round is longer.
    engine : {"auto", "kernel", "python"}
        Which engine searches. The verdicts are the same; lines and counters are not.
    progress : callable, optional
        Called with a `Progress` about ten times a second.
    stop : callable, optional
        Polled; when it answers True, the analysis ends with what is known.

    Returns
    -------
    Analysis
        The choices, the best first.

    Raises
    ------
    ImpossiblePositionError
        When the state is one that no game can hold.
    RegicideError
        When an argument is unknown, or the engine is not there.

    Examples
    --------
    >>> analysis = analyse(State(["5C 5S"], "KD", damage=30))
    >>> for choice in analysis.choices:
    ...     print(choice.verdict, choice.turns, *choice.actions, sep="; ")
    winnable; 1; play 5C; play 5C+5S
    unwinnable; None; play 5S
    """
    state = start_of(game)
    allowed = Limits() if limits is None else limits
    search = SharedSearch(state, allowed, engine, progress, stop)
    return decide_choices(search, state)


def decide_choices(
    search: SharedSearch,
    state: State,
    known: Mapping[Action, Question] | None = None,
    nodes: int | None = None,
) -> Analysis:
    """Analyse a state within a search that may have other work before and after.

    Parameters
    ----------
    search : SharedSearch
        The search; the state has to be one of its game.
    state : State
        The state.
    known : mapping of Action to Question, optional
        What is known of the states after some of the actions.
    nodes : int, optional
        The most nodes, beside the limits of the search.
    """
    choices = open_choices(state)
    for actions, question in choices.items():
        for action in actions:
            told = None if known is None else known.get(action)
            if told is not None and question is not None and question.is_open:
                question.state, question.verdict, question.line = told.state, told.verdict, told.line
    search.decide([question for question in choices.values() if question is not None], nodes=nodes)
    return _summary(state, choices, search)


def open_choices(state: State) -> dict[tuple[Action, ...], Question | None]:
    """Group the legal actions, with the question that each group asks, the most promising first.

    The question of actions that change nothing is None.
    """
    weights = weights_for(state)[0]
    groups: dict[bytes, list[Action]] = {}
    after: dict[bytes, State] = {}
    idle: list[Action] = []
    for action in legal_actions(state):
        child = successor(state, action)
        if child.key == state.key:
            idle.append(action)
            continue
        key = class_key(child)
        groups.setdefault(key, []).append(action)
        after.setdefault(key, child)

    def promise(key: bytes) -> float:
        child = after[key]
        return _AFTER_A_WIN if child.enemy_index == NO_CARD else evaluate(child, weights)

    choices: dict[tuple[Action, ...], Question | None] = {}
    for key in sorted(groups, key=promise, reverse=True):
        choices[tuple(groups[key])] = Question(after[key])
    if idle:
        choices[tuple(idle)] = None
    return choices


def verdict_of(verdicts: Iterable[Verdict]) -> Verdict:
    """Give the verdict of a state that goes on from those of all its actions.

    Examples
    --------
    >>> str(verdict_of([Verdict.UNWINNABLE, Verdict.UNDECIDED]))
    'undecided'
    """
    told = set(verdicts)
    for verdict in (Verdict.WINNABLE, Verdict.UNDECIDED):
        if verdict in told:
            return verdict
    return Verdict.UNWINNABLE


def count_turns(line: Iterable[Action]) -> int:
    """Count the plays and yields of a line."""
    return sum(isinstance(action, Play | Yield) for action in line)


def _summary(
    state: State, asked: Mapping[tuple[Action, ...], Question | None], search: SharedSearch
) -> Analysis:  # fmt: skip
    choices = []
    for actions, question in asked.items():
        if question is not None and question.line is not None:
            first = next(action for action in actions if successor(state, action) == question.state)
            choices.append(Choice(actions, question.verdict, (first, *question.line)))
        elif question is not None:
            choices.append(Choice(actions, question.verdict))
    choices.sort(key=_place)
    ended = outcome(state)
    if ended is not None:
        verdict = Verdict.WINNABLE if ended == "won" else Verdict.UNWINNABLE
    else:
        verdict = verdict_of(choice.verdict for choice in choices)
    for actions, question in asked.items():
        if question is None:
            best = choices[0].line if choices else None
            choices.append(Choice(actions, verdict, None if best is None else (actions[0], *best), progress=False))
    choices.sort(key=_place)
    undecided = any(choice.verdict is Verdict.UNDECIDED for choice in choices)
    return Analysis(
        state, verdict, tuple(choices), search.stopped_by if undecided else None, search.stats(), search.limits
    )  # fmt: skip


def _place(choice: Choice) -> tuple[int, int]:
    """Say how far up a choice stands; the order in which they were asked decides between equals."""
    return _PLACES[choice.verdict], choice.turns or 0
