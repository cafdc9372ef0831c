"""Where a played game was lost: the verdict before every decision, and the action that cost the win."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from regicide_solver.actions import Action
from regicide_solver.analysis.analyse import Analysis, decide_choices
from regicide_solver.analysis.shared_search import Question, SharedSearch
from regicide_solver.deals import Deal
from regicide_solver.engine import apply_line, successor
from regicide_solver.notation import parse_line
from regicide_solver.search import Limits, ProgressCallback, Stats, StopCallback, Verdict, start_of
from regicide_solver.state import State

__all__ = ["Review", "ReviewedAction", "review"]


@dataclass(frozen=True)
class ReviewedAction:
    """One decision of a played game.

    Parameters
    ----------
    number : int
        Its place in the line, from 1.
    state : State
        The state in which it was taken.
    action : Action
        What was done.
    before, after : Verdict
        Whether the game could be won before it, and after it.
    """

    number: int
    state: State
    action: Action
    before: Verdict
    after: Verdict

    @property
    def is_mistake(self) -> bool:
        """Whether it is proved to have cost the win."""
        return self.before is Verdict.WINNABLE and self.after is Verdict.UNWINNABLE

    @property
    def may_be_mistake(self) -> bool:
        """Whether it may have cost the win, as far as that was decided."""
        return self.before is not Verdict.UNWINNABLE and self.after is not Verdict.WINNABLE


@dataclass(frozen=True)
class Review:
    """A played game with the verdict before every decision.

    Parameters
    ----------
    start, end : State
        The states before the first and after the last action.
    verdict : Verdict
        Whether the game could be won at its start.
    actions : tuple of ReviewedAction
        The line, action by action.
    mistake : ReviewedAction or None
        The action that is proved to have cost the win. A game has at most one: what cannot be won any more cannot be
        lost again.
    alternatives : Analysis or None
        All actions in the state of the mistake, those that would have kept the win first.
    stopped_by : str or None
        The limit that left something undecided.
    stats : Stats
        The counters.
    limits : Limits
        What the review was allowed.
    """

    start: State
    end: State
    verdict: Verdict
    actions: tuple[ReviewedAction, ...]
    mistake: ReviewedAction | None = None
    alternatives: Analysis | None = None
    stopped_by: str | None = None
    stats: Stats = field(default_factory=Stats)
    limits: Limits = field(default_factory=Limits)

    @property
    def suspects(self) -> tuple[ReviewedAction, ...]:
        """The actions among which the mistake is, or may be: one when it is proved, none when the win was kept."""
        return tuple(action for action in self.actions if action.may_be_mistake)

    @property
    def end_verdict(self) -> Verdict:
        """Whether the game can be won after the last action."""
        return self.actions[-1].after if self.actions else self.verdict

    @property
    def would_have_kept(self) -> tuple[Action, ...]:
        """The actions that would have kept the win in place of the mistake, the best first."""
        return () if self.alternatives is None else self.alternatives.with_verdict(Verdict.WINNABLE)


def review(
    game: Deal | State,
    line: str | Iterable[Action],
    limits: Limits | None = None,
    engine: str = "auto",
    progress: ProgressCallback | None = None,
    stop: StopCallback | None = None,
) -> Review:
    """Go through a played game and find the action that lost it.

    A state that can be won proves that all before it could, and one that cannot proves the same of all after it; so
    the search goes through the states from the last to the first, in rounds, and leaves out what is known.

    Parameters
    ----------
    game : Deal or State
        Where the game began.
    line : str or iterable of Action
        What was played, as `regicide_solver.parse_line` reads it; the game need not be over.
    limits : Limits, optional
        What may be spent on the whole review; by default `Limits()`.
    engine : {"auto", "kernel", "python"}
        Which engine searches.
    progress : callable, optional
        Called with a `Progress` about ten times a second.
    stop : callable, optional
        Polled; when it answers True, the review ends with what is known.

    Returns
    -------
    Review
        The verdicts, and the mistake with what would have been better.

    Raises
    ------
    IllegalActionError
        When the rules do not allow an action of the line, with its number.
    NotationError
        When a text is not a line of actions.
    ImpossiblePositionError
        When the game begins in a position that no game can hold.
    RegicideError
        When an argument is unknown, or the engine is not there.

    Examples
    --------
    >>> found = review(State(["5C 5S"], "KD", damage=30), "play 5S")
    >>> found.mistake.number, str(found.mistake.action), [str(action) for action in found.would_have_kept]
    (1, 'play 5S', ['play 5C', 'play 5C+5S'])
    """
    start = start_of(game)
    played = parse_line(line) if isinstance(line, str) else tuple(line)
    allowed = Limits() if limits is None else limits
    search = SharedSearch(start, allowed, engine, progress, stop)
    apply_line(start, played)  # an illegal action is told with its number
    states = [start]
    for action in played:
        states.append(successor(states[-1], action))
    questions = [Question(state) for state in states]
    _decide(search, questions, played)
    verdicts = [question.verdict for question in questions]
    actions = tuple(
        ReviewedAction(number, states[number - 1], action, verdicts[number - 1], verdicts[number])
        for number, action in enumerate(played, 1)
    )
    mistake = next((action for action in actions if action.is_mistake), None)
    alternatives = None if mistake is None else _find_alternatives(search, mistake, questions)
    undecided = Verdict.UNDECIDED in verdicts or (alternatives is not None and alternatives.stopped_by is not None)
    return Review(
        start=start,
        end=states[-1],
        verdict=verdicts[0],
        actions=actions,
        mistake=mistake,
        alternatives=alternatives,
        stopped_by=search.stopped_by if undecided else None,
        stats=search.stats(),
        limits=allowed,
    )


def _decide(search: SharedSearch, questions: list[Question], played: tuple[Action, ...]) -> None:
    """Decide the states of a line, from the last to the first."""
    places = {id(question): place for place, question in enumerate(questions)}

    def infer(question: Question) -> bool:
        place = places[id(question)]
        if question.verdict is Verdict.UNWINNABLE:
            for later in questions[place + 1 :]:
                later.lose()
            return False
        line = question.line or ()
        for before in range(place - 1, -1, -1):
            if not questions[before].is_open:
                break
            line = (played[before], *line)
            questions[before].win(line)
        return False

    search.decide(list(reversed(questions)), infer)


def _find_alternatives(search: SharedSearch, mistake: ReviewedAction, questions: list[Question]) -> Analysis:
    """Analyse the state of the mistake; what was played and the line that wins are known already."""
    here, after = questions[mistake.number - 1], questions[mistake.number]
    known = {mistake.action: after}
    if here.line:
        child = successor(mistake.state, here.line[0])
        known[here.line[0]] = Question(child, Verdict.WINNABLE, here.line[1:])
    return decide_choices(search, mistake.state, known)
