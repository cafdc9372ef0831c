"""Cards, hands, piles, enemies and turns for people, drawn with rich.

Suit signs and colours where the output can show them: letters where its encoding has no signs, and no colours where
it is no terminal or ``NO_COLOR`` is set.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from itertools import groupby

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from regicide_solver.actions import Discard, Play
from regicide_solver.cards import JESTER, Card, Suit
from regicide_solver.cli.inputs import Game
from regicide_solver.cli.steps import Step, Turn, play_line, turns_of
from regicide_solver.deals import Deal
from regicide_solver.search import Solution, Verdict
from regicide_solver.state import State

__all__ = ["Drawing"]

_SIGNS = "♣♦♥♠"
_RED_STYLE, _BLACK_STYLE, _JESTER_STYLE = "red", "bold", "bold magenta"
_QUIET_STYLE = "dim"
_HEADING_STYLE = "bold"
_GOOD_STYLE, _BAD_STYLE, _OPEN_STYLE = "bold green", "bold red", "bold yellow"
_FULL_WIDTH = 80  # columns of a terminal on which a turn has a row to itself
_POWERS_WIDTH = len("draws 15, shield 15")
_VERDICT_STYLES = {"winnable": _GOOD_STYLE, "unwinnable": _BAD_STYLE, "undecided": _OPEN_STYLE}


class Drawing:
    """Standard output as a place to draw on."""

    def __init__(self) -> None:
        self.console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False)
        self.signs = _can_write(_SIGNS, self.console.encoding)

    def print(self, *parts: str | Text | Table) -> None:
        """Print lines or tables, one below the other."""
        with self.console.capture() as captured:
            for part in parts:
                self.console.print(part)
        # rich fills tables up with spaces, which nobody wants in a file
        click.echo("\n".join(line.rstrip() for line in captured.get().split("\n")), nl=False, color=True)

    def heading(self, text: str) -> None:
        """Print a heading."""
        self.print(Text(text, style=_HEADING_STYLE))

    def table(self, rows: Iterable[tuple[str, str]]) -> Table:
        """Draw names and what they stand for, in two columns."""
        table = _fields_table()
        for row in rows:
            table.add_row(*map(Text, row))
        return table

    def card(self, card: Card) -> Text:
        """Draw one card."""
        if card is JESTER:
            return Text(card.text, style=_JESTER_STYLE)
        red = card.suit in (Suit.HEARTS, Suit.DIAMONDS)
        return Text(card.sign if self.signs else card.text, style=_RED_STYLE if red else _BLACK_STYLE)

    def cards(self, cards: Iterable[Card], none: str = "-", between: str = " ") -> Text:
        """Draw some cards in their order."""
        drawn = Text(between).join([self.card(card) for card in cards])
        return drawn if drawn.plain else Text(none, style=_QUIET_STYLE)

    def pile(self, cards: Sequence[Card], note: str = "") -> Text:
        """Draw a pile: how many, then the cards."""
        head = Text(f"{len(cards)}{note}")
        return head if not cards else Text.assemble(head, ": ", self.cards(cards))

    def enemy(self, state: State) -> Text:
        """Draw the enemy with what is left of its health and its attack."""
        if state.enemy is None:
            return Text("none left", style=_GOOD_STYLE)
        notes = [f"health {state.health}", f"attack {state.attack}"]
        if state.shield:
            notes.append(f"shield {state.shield}")
        if state.cancelled:
            notes.append("immunity cancelled")
        return Text.assemble(self.card(state.enemy), "  ", ", ".join(notes))

    def verdict(self, word: str) -> Text:
        """Draw a verdict."""
        return Text(word, style=_VERDICT_STYLES[word])

    def position(self, state: State) -> Table:
        """Draw a whole state: enemy, hands, piles."""
        table = _fields_table()
        table.add_row("Enemy", self.enemy(state))
        if state.in_play:
            table.add_row("In play", self.cards(state.in_play))
        for seat, hand in enumerate(state.hands):
            acts = state.enemy is not None and state.players > 1 and seat == state.turn
            flag = " (yielded)" if state.yielded[seat] and state.players > 1 else ""
            label = "Hand" if state.players == 1 else f"Hand {seat + 1}"
            table.add_row(f"{label} <" if acts else label, Text.assemble(self.cards(hand, "empty"), flag))
        table.add_row("Tavern", self.pile(state.tavern))
        table.add_row("Discard", self.pile(state.discard))
        table.add_row("Castle", self.pile(state.castle))
        if state.flips:
            table.add_row("Flips", str(state.flips))
        return table

    def deal(self, deal: Deal) -> Table:
        """Draw a deal."""
        table = _fields_table()
        for number, hand in enumerate(deal.hands, 1):
            begins = deal.players > 1 and number == deal.first
            label = "Hand" if deal.players == 1 else f"Hand {number}"
            table.add_row(f"{label} <" if begins else label, self.cards(hand))
        table.add_row("Tavern", self.pile(deal.tavern))
        table.add_row("Castle", self.pile(deal.castle))
        if deal.players == 1:
            table.add_row("Flips", str(deal.flips))
        if deal.aside:
            table.add_row("Aside", self.cards(deal.aside))
        return table

    def action(self, step: Step) -> Text:
        """Draw an action without its effects, its cards as cards."""
        action = step.action
        if isinstance(action, Play | Discard):
            verb = "play " if isinstance(action, Play) else "discard "
            return Text.assemble(verb, self.cards(action.cards, between="+"))
        return Text(str(action))

    def short_turns(self, turns: Sequence[Turn]) -> Iterable[Text | Table]:
        """Draw turns one a row, fight by fight: what was played, what that did, what was paid."""
        rows = [self._turn_cells(turn) for turn in turns]
        # One width for a column in all fights, so that the eye can run down the page.
        widths = [max(cell.cell_len for cell in column) for column in zip(*rows, strict=True)]
        for _, fight in groupby(zip(turns, rows, strict=True), lambda pair: pair[0].before.enemy_index):
            of_fight = list(fight)
            table = Table.grid(padding=(0, 2, 0, 0))
            for width in widths[:-2]:
                table.add_column(width=width, no_wrap=True)
            powers_width = min(widths[-2], _POWERS_WIDTH) if self.console.width >= _FULL_WIDTH else None
            table.add_column(min_width=powers_width, overflow="fold")
            table.add_column(overflow="fold")
            for _, row in of_fight:
                table.add_row(*row)
            yield from (Text(), self.enemy(of_fight[0][0].before), table)

    def _turn_cells(self, turn: Turn) -> tuple[Text, ...]:
        """Draw one turn: its number and seat, the play, its damage, its powers, the payment."""
        seat = f"  seat {turn.before.turn + 1}" if turn.before.players > 1 else ""
        played: list[Text] = []
        damage, powers, paid = "", [], Text()
        for step in turn.steps:
            if isinstance(step.action, Discard):
                paid = Text.assemble("pays ", self.cards(step.action.cards), f" ({step.payment_text})")
                continue
            played.append(self.cards(step.action.cards) if isinstance(step.action, Play) else self.action(step))
            damage = step.damage_text
            powers += step.power_texts()
        return (
            Text(f"{turn.number:4}{seat}", style=_QUIET_STYLE),
            Text(", ").join(played),
            Text(damage),
            Text(", ".join(powers)),
            paid,
        )

    def full_turn(self, turn: Turn) -> Iterable[Text | Table]:
        """Draw a turn at length: the position it begins in, then its actions."""
        state = turn.before
        of_seat = f", seat {state.turn + 1}" if state.players > 1 else ""
        begins = "Turn under way" if turn.number == 0 else f"Turn {turn.number}"
        yield Text(f"\n{begins}{of_seat}", style=_HEADING_STYLE)
        yield self.position(state)
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column()
        for step in turn.steps:
            words = [Text(f"damage {step.damage_text}" if step.dealt else step.damage_text)] if step.damage_text else []
            words += [Text(f"pays {step.payment_text}")] if step.payment_text else []
            words += [Text(text) for text in step.power_texts()]
            for seat, cards in enumerate(step.drawn(), 1):
                who = f"seat {seat} " if state.players > 1 else ""
                words += [Text.assemble(f"{who}gets ", self.cards(cards))] if cards else []
            table.add_row(Text.assemble("> ", self.action(step)), Text(", ").join(words))
        yield table

    def result_row(self, game: Game, solution: Solution) -> Text:
        """Draw a result of `solve` in one row."""
        stats = solution.stats
        notes = _notes(game, solution)
        counted = f"{stats.nodes:,} nodes, {stats.seconds:.2f} s"
        name, verdict = Text(f"{game.name:<12} "), self.verdict(str(solution.verdict))
        verdict.align("left", len("unwinnable") + 1)
        return Text.assemble(name, verdict, ", ".join([*notes, counted]))

    def result(self, game: Game, solution: Solution) -> Iterable[Text | Table]:
        """Draw a result of `solve` at length: the verdict, the line turn by turn, counters and limits."""
        line, stats, limits = solution.line, solution.stats, solution.limits
        notes = _notes(game, solution)
        yield Text(describe_game(game), style=_HEADING_STYLE)
        yield Text(", ").join([self.verdict(str(solution.verdict)), *map(Text, notes)])
        if line:
            yield from self.short_turns(turns_of(play_line(game.state, line)))
        yield Text()
        table = _fields_table()
        table.add_row("Search", f"{stats.nodes:,} nodes in {stats.seconds:.2f} s, engine {stats.engine}")
        for stage in stats.stages:
            table.add_row("", f"{stage.name}: {stage.nodes:,} nodes in {stage.runs} run{'s' if stage.runs > 1 else ''}")
        if solution.verdict is Verdict.UNWINNABLE and stats.reductions:
            table.add_row("Proof", f"all lines searched; rests on {', '.join(stats.reductions)}")
        allowed = f"{limits.nodes:,} nodes, {limits.seconds:g} s, {_size_text(limits.memory)} of memory"
        table.add_row("Limits", allowed)
        yield table


def describe_game(game: Game) -> str:
    """Name a game in one line.

    Examples
    --------
    >>> describe_game(Game(Deal.from_seed(42), "seed 42", from_seed=True))
    'seed 42, 2 players, rules official'
    """
    players = f"{game.players} player{'s' if game.players > 1 else ''}"
    first = f", seat {game.first} begins" if game.first != 1 else ""
    return f"{game.name}, {players}{first}, rules {game.rules}"


def _notes(game: Game, solution: Solution) -> list[str]:
    """Tell what belongs to a verdict: turns, flips, what stopped the search."""
    turns = [f"{solution.turns} turn{'' if solution.turns == 1 else 's'}"] if solution.turns is not None else []
    stopped = [f"stopped by {solution.stopped_by}"] if solution.stopped_by is not None else []
    return [*turns, *_flip_notes(game, solution), *stopped]


def _flip_notes(game: Game, solution: Solution) -> list[str]:
    """Tell the flips of a solo win, with its medal where the rules give one."""
    if solution.flips_used is None or game.players > 1 or game.rules.solo_flips == 0:
        return []
    proved = "" if solution.flips_proved else ", not proved to be the fewest"
    # Only the official rules name medals, for a whole game with its Jesters set aside.
    has_medal = isinstance(game.source, Deal) and game.rules.solo_flips == 2 and game.rules.solo_flips_from == "aside"
    medal = f" ({solution.medal})" if has_medal else ""
    return [f"{solution.flips_used} flip{'' if solution.flips_used == 1 else 's'}{medal}{proved}"]


def _size_text(size: int) -> str:
    """Write a number of bytes with the largest unit that divides it."""
    for unit, letter in ((1 << 40, "T"), (1 << 30, "G"), (1 << 20, "M"), (1 << 10, "K")):
        if size % unit == 0:
            return f"{size // unit}{letter}"
    return f"{size} bytes"


def _fields_table() -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style=_QUIET_STYLE, no_wrap=True, min_width=8)
    table.add_column()
    return table


def _can_write(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
