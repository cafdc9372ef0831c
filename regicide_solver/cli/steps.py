"""A line as the steps of a game: what each action did, in numbers and in words.

Whatever can be read off the states before and after is read off them; the rules are asked for the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from regicide_solver.actions import Action, Discard, Flip, Play, Yield
from regicide_solver.cards import CardSet, Suit, mask_count
from regicide_solver.engine import active_powers, apply, strike
from regicide_solver.errors import IllegalActionError
from regicide_solver.state import State

__all__ = ["Step", "Turn", "play_line", "turns_of"]


@dataclass(frozen=True)
class Step:
    """One action of a line.

    Parameters
    ----------
    before, after : State
        The states around it.
    action : Action
        What was done.
    """

    before: State
    action: Action
    after: State

    @cached_property
    def dealt(self) -> int:
        """The damage that a play deals."""
        if not isinstance(self.action, Play):
            return 0
        state = self.before
        powers = active_powers(self.action.mask, state.enemy_index, state.cancelled)
        return strike(self.action.mask, powers, state.rules.retro_spades)[0]

    @property
    def kills(self) -> bool:
        """Whether the enemy falls."""
        return self.dealt > 0 and self.dealt >= self.before.health

    @property
    def kills_exactly(self) -> bool:
        """Whether it falls to exactly the health it had left."""
        return self.dealt > 0 and self.dealt == self.before.health

    @property
    def damage_text(self) -> str:
        """Say what a play did to the enemy; empty for other actions."""
        if not isinstance(self.action, Play):
            return ""
        if self.action.next_seat is not None:
            return "" if self.before.cancelled else "no immunity"
        if self.kills:
            return f"{self.dealt}, {'exact kill' if self.kills_exactly else 'kill'}"
        return f"{self.dealt}, {self.after.health} left"

    @property
    def payment_text(self) -> str:
        """Say what a payment is worth, and the attack where that is less; empty for other actions."""
        if not isinstance(self.action, Discard):
            return ""
        paid, attack = self.action.cards.value, self.before.attack
        return f"{paid}/{attack}" if paid > attack else f"{paid}"

    def power_texts(self) -> list[str]:
        """Say what else the action did, a few words each.

        Examples
        --------
        >>> state = State(["10S 2C", "3C"], "JH", "JD")
        >>> [step.power_texts() for step in play_line(state, [Play("10S"), Yield()])]
        [['shield 10'], ['attack 0']]
        """
        match self.action:
            case Play():
                return self._jester_texts() if self.action.next_seat is not None else self._suit_texts(self.action)
            case Discard():
                return []
            case Yield():
                return ["attack 0"] if self.after.phase == "play" else []
            case Flip():
                thrown, refilled = mask_count(self.before.hand_masks[0]), mask_count(self.after.hand_masks[0])
                return [f"throws {thrown}, takes {refilled}"]

    def _jester_texts(self) -> list[str]:
        freed = self.after.shield - self.before.shield
        return [*([f"shield {freed}"] if freed else []), f"seat {self.after.turn + 1} next"]

    def _suit_texts(self, action: Play) -> list[str]:
        before, after = self.before, self.after
        texts = []
        powers = active_powers(action.mask, before.enemy_index, before.cancelled)
        if powers >> Suit.HEARTS & 1:
            texts.append(f"heals {min(action.cards.value, mask_count(before.discard_mask))}")
        if powers >> Suit.DIAMONDS & 1:
            texts.append(f"draws {sum(map(len, self.drawn()))}")
        if not self.kills and after.shield > before.shield:
            texts.append(f"shield {after.shield - before.shield}")
        return texts

    def drawn(self) -> list[CardSet]:
        """The cards that each seat got."""
        masks = list(self.before.hand_masks)
        if isinstance(self.action, Play | Discard):
            masks[self.before.turn] -= self.action.mask
        elif isinstance(self.action, Flip):
            masks[0] = 0
        return [CardSet.from_mask(new - old) for new, old in zip(self.after.hand_masks, masks, strict=True)]


@dataclass(frozen=True)
class Turn:
    """One turn: a play or a yield, the payment for it, the flips before either.

    Parameters
    ----------
    number : int
        Its place among the turns that `Solution.turns` counts, from 1; 0 for the end of a turn that was under way.
    steps : tuple of Step
        Its actions.
    """

    number: int
    steps: tuple[Step, ...]

    @property
    def before(self) -> State:
        """The state that it begins in."""
        return self.steps[0].before

    @property
    def after(self) -> State:
        """The state that it ends in."""
        return self.steps[-1].after


def play_line(state: State, line: Iterable[Action]) -> list[Step]:
    """Play a line through the rules.

    Raises
    ------
    IllegalActionError
        At the first action that is not legal, with its number.

    Examples
    --------
    >>> [step.kills for step in play_line(State(["10C"], "KD", damage=20), [Play("10C")])]
    [True]
    """
    steps = []
    for number, action in enumerate(line, 1):
        try:
            after = apply(state, action)
        except IllegalActionError as error:
            raise IllegalActionError(f"action {number} of the line: {error}") from None
        steps.append(Step(state, action, after))
        state = after
    return steps


def turns_of(steps: Iterable[Step]) -> list[Turn]:
    """Cut the steps of a line into turns; it may begin and end in the middle of one.

    Examples
    --------
    >>> state = State(["10S 2C", "3C"], "JH", "JD")
    >>> [len(turn.steps) for turn in turns_of(play_line(state, [Play("10S"), Yield()]))]
    [1, 1]
    """
    turns: list[list[Step]] = []
    for step in steps:
        flipped_before_play = bool(turns) and isinstance(turns[-1][-1].action, Flip)
        if not turns or (step.before.phase == "play" and not flipped_before_play):
            turns.append([])
        turns[-1].append(step)
    first = 0 if turns and turns[0][0].before.phase == "suffer" else 1
    return [Turn(number, tuple(of_turn)) for number, of_turn in enumerate(turns, first)]
