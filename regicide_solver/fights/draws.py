"""What diamonds and flips draw from a known Tavern, as constraints on a `FightModel`.

A card of the Tavern may be used by the seat that drew it, after it was drawn. How many cards are drawn, and by whom,
follows from the plays and the sizes of the hands, so that nothing here is left to choose.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from regicide_solver.fights.model import FightModel

__all__ = ["Flips", "add_seat_draws", "add_solo_draws"]

#: The literals of flips before the play, and before the payment, of a turn.
Flips = dict[tuple[int, str], list[Any]]


def _when_drawn(fight: FightModel, number: int, seat: int, turn: int) -> tuple[list[Any], list[Any]]:
    """List the literals of plays, and of payments, by which a seat uses a card in a turn."""
    played = [literal for option, literal in fight.plays[turn] if option.seat == seat and number in option.items]
    played += [literal for own, item, _, literal in fight.jester_plays[turn] if own == seat and item == number]
    paid = fight.pays[turn].get((seat, number))
    return played, [] if paid is None else [paid]


def _drawn_by_diamonds(fight: FightModel, turn: int) -> Any:
    return sum(option.drawn * literal for option, literal in fight.plays[turn] if option.drawn)


def _played_cards(fight: FightModel, turn: int, seat: int) -> Any:
    plays = sum(len(option.items) * literal for option, literal in fight.plays[turn] if option.seat == seat)
    return plays + sum(literal for own, _, _, literal in fight.jester_plays[turn] if own == seat)


def _paid_cards(fight: FightModel, turn: int, seat: int) -> Any:
    return sum(literal for (own, _), literal in fight.pays[turn].items() if own == seat)


def _held_cards(fight: FightModel, seat: int) -> int:
    return sum(item.seat == seat for item in fight.table.items)


def _new_bool(fight: FightModel) -> Any:
    return fight.model.new_bool_var("")


# --- two to four seats: one card a seat in turn, full hands passed over ------------------------------------------


def add_seat_draws(fight: FightModel) -> Flips:
    """Add the draws of a game with several seats."""
    if fight.table.drawable:
        _SeatDraws(fight)
    return {}


class _SeatDraws:
    """Says for each card of the Tavern which seat draws it in which turn, if any."""

    def __init__(self, fight: FightModel) -> None:
        self.fight = fight
        self.model = fight.model
        self.items = fight.table.drawable
        #: at[item][turn][seat]: the seat draws the card in the turn; has: it did so by the end of it
        self.at = {item: [[_new_bool(fight) for _ in fight.seats] for _ in fight.turns] for item in self.items}
        self.has = {item: self._running(self.at[item]) for item in self.items}
        self.gone = self._cards_gone()
        for item in self.items:
            self._add_uses(item)
        for turn in fight.turns:
            self._add_numbers(turn)
        self._add_seats_in_turn()

    def _running(self, at: list[list[Any]]) -> list[list[Any]]:
        """Sum a card's draws up, turn by turn."""
        before: list[Any] = [self.fight.zero for _ in self.fight.seats]
        has: list[list[Any]] = []
        for now in at:
            after = [_new_bool(self.fight) for _ in self.fight.seats]
            for seat in self.fight.seats:
                self.model.add(after[seat] == before[seat] + now[seat])
            self.model.add_at_most_one(after)
            has.append(after)
            before = after
        return has

    def _cards_gone(self) -> list[list[Any]]:
        """How many cards have left each hand when a turn's draws begin: its plays are gone, its payment is not."""
        fight, most = self.fight, len(self.fight.table.items)
        gone: list[list[Any]] = []
        total: list[Any] = [0 for _ in fight.seats]
        for turn in fight.turns:
            at_draw = [self.model.new_int_var(0, most, "") for _ in fight.seats]
            for seat in fight.seats:
                self.model.add(at_draw[seat] == total[seat] + _played_cards(fight, turn, seat))
            gone.append(at_draw)
            total = [at_draw[seat] + _paid_cards(fight, turn, seat) for seat in fight.seats]
        return gone

    def _add_uses(self, item: int) -> None:
        """A card is played in a later turn than it was drawn in, or paid in the same one."""
        model, has = self.model, self.has[item]
        for turn in self.fight.turns:
            for seat in self.fight.seats:
                played, paid = _when_drawn(self.fight, item, seat, turn)
                for literal in played:
                    model.add_implication(literal, has[turn - 1][seat] if turn else self.fight.zero)
                for literal in paid:
                    model.add_implication(literal, has[turn][seat])
        model.add_bool_or([~self.fight.kept[item], *has[-1]])

    def _add_numbers(self, turn: int) -> None:
        """Draw in the Tavern's order, and as many as the value says, unless the Tavern or the room ends."""
        model, fight, items = self.model, self.fight, self.items
        for item in items[1:]:
            model.add(sum(self.has[item][turn]) <= sum(self.has[item - 1][turn]))
        count = sum(literal for item in items for literal in self.at[item][turn])
        value = _drawn_by_diamonds(fight, turn)
        model.add(count <= value)
        enough, full = _new_bool(fight), _new_bool(fight)
        model.add(count >= value).only_enforce_if(enough)
        for seat in fight.seats:
            drawn = sum(self.has[item][turn][seat] for item in items)
            size = _held_cards(fight, seat) + drawn - self.gone[turn][seat]
            model.add(size >= fight.table.hand_limit).only_enforce_if(full)
        model.add_bool_or([enough, full, *self.has[items[-1]][turn]])

    def _add_seats_in_turn(self) -> None:
        """Draw one card a seat in turn, from the acting seat on, and pass full hands over."""
        model, fight, items, players = self.model, self.fight, self.items, self.fight.table.players
        drawn: list[Any] = [_held_cards(fight, seat) for seat in fight.seats]
        for item in items:
            full = [_new_bool(fight) for _ in fight.seats]  # whether a hand is full just before this card is drawn
            for turn in fight.turns:
                now = self.at[item][turn]
                here = _new_bool(fight)
                model.add(here == sum(now))
                before = self.at[item - 1][turn] if item > items[0] else []
                for seat in fight.seats:
                    size = drawn[seat] - self.gone[turn][seat]
                    model.add(size >= fight.table.hand_limit).only_enforce_if([here, full[seat]])
                    model.add(size <= fight.table.hand_limit - 1).only_enforce_if([here, ~full[seat]])
                    model.add_implication(now[seat], ~full[seat])
                    # Between the seat that drew last and this one all hands are full.
                    for last, literal in enumerate(before):
                        for other in _between(last + 1, seat, players):
                            model.add_bool_or([~now[seat], ~literal, full[other]])
                    # The first card of a draw goes to the acting seat, or the first after it with room.
                    for acting in fight.seats:
                        for other in _between(acting, seat, players):
                            model.add_bool_or([~now[seat], *before, ~fight.acts[turn][acting], full[other]])
            drawn = [drawn[seat] + self.has[item][-1][seat] for seat in fight.seats]


def _between(first: int, seat: int, players: int) -> list[int]:
    """The seats from one on to before another, round the table."""
    return [(first + step) % players for step in range((seat - first) % players)]


# --- one seat: diamonds and flips --------------------------------------------------------------------------------


def add_solo_draws(fight: FightModel) -> Flips:
    """Add the draws and the flips of a solo game."""
    return _SoloDraws(fight).flips


class _SoloDraws:
    """Goes through the events of a solo fight in their order: flips, the play, its draw, flips, the payment."""

    def __init__(self, fight: FightModel) -> None:
        self.fight = fight
        self.model = fight.model
        self.items = fight.table.drawable
        self.limit = fight.table.hand_limit
        self.flips: Flips = {}
        self.flipped: list[Any] = []
        #: Whether each card is in the hand, apart from its use, and whether each card of the Tavern has been drawn.
        self.alive: list[Any] = [fight.zero if item.seat is None else fight.one for item in fight.table.items]
        self.drawn: dict[int, Any] = dict.fromkeys(self.items, fight.zero)
        self.size: Any = self._size(_held_cards(fight, 0))
        for turn in fight.turns:
            if not fight._is_owed(turn):  # noqa: SLF001 (the same model)
                self._add_flips(turn, "play", fight.active[turn])
                self._use(turn, 0)
                self.size = self._size(self.size - _played_cards(fight, turn, 0))
                self._add_diamonds(turn)
            self._add_flips(turn, "suffer", fight.owes[turn])
            self._use(turn, 1)
            self.size = self._size(self.size - _paid_cards(fight, turn, 0))
        self.model.add(sum(self.flipped) <= fight.table.state.flips)
        for number in range(len(fight.table.items)):
            self.model.add_implication(fight.kept[number], self.alive[number])

    def _size(self, expression: Any) -> Any:
        size = self.model.new_int_var(0, self.limit, "")
        self.model.add(size == expression)
        return size

    def _use(self, turn: int, kind: int) -> None:
        for number, alive in enumerate(self.alive):
            for literal in _when_drawn(self.fight, number, 0, turn)[kind]:
                self.model.add_implication(literal, alive)

    def _add_flips(self, turn: int, step: str, allowed: Any) -> None:
        literals: list[Any] = []
        for _ in range(self.fight.table.state.flips):
            flip = _new_bool(self.fight)
            self.model.add_implication(flip, literals[-1] if literals else allowed)
            literals.append(flip)
            self._flip(flip)
        self.flips[turn, step] = literals
        self.flipped += literals

    def _flip(self, flip: Any) -> None:
        """The hand goes, and is refilled to the limit as far as the Tavern reaches."""
        model = self.model
        drawn = self._draw(lambda new: model.add_implication(new, flip))
        count = sum(drawn.values())
        if self.items:
            model.add(count >= self.limit).only_enforce_if([flip, ~self.drawn[self.items[-1]]])
        model.add(count <= self.limit)
        size = model.new_int_var(0, self.limit, "")
        model.add(size == count).only_enforce_if(flip)
        model.add(size == self.size).only_enforce_if(~flip)
        self.size = size
        self._renew(drawn, flip)

    def _add_diamonds(self, turn: int) -> None:
        model, value = self.model, _drawn_by_diamonds(self.fight, turn)
        if not self.items or isinstance(value, int):
            return
        drawn = self._draw(lambda _: None)
        count = sum(drawn.values())
        enough, full = _new_bool(self.fight), _new_bool(self.fight)
        model.add(count <= value)
        model.add(count >= value).only_enforce_if(enough)
        model.add(self.size + count >= self.limit).only_enforce_if(full)
        model.add_bool_or([enough, full, self.drawn[self.items[-1]]])
        self.size = self._size(self.size + count)
        self._renew(drawn, None)

    def _draw(self, restrict: Callable[[Any], object]) -> dict[int, Any]:
        """Draw some cards off the top: for each card of the Tavern, whether it is drawn now."""
        model = self.model
        new: dict[int, Any] = {}
        for item in self.items:
            new[item] = _new_bool(self.fight)
            restrict(new[item])
            after = _new_bool(self.fight)
            model.add(after == self.drawn[item] + new[item])
            if item > self.items[0]:
                model.add_implication(after, self.drawn[item - 1])
            self.drawn[item] = after
        return new

    def _renew(self, drawn: dict[int, Any], flip: Any | None) -> None:
        """Say which cards are in the hand after an event; only where they are, they can be used."""
        for number, before in enumerate(self.alive):
            new = drawn.get(number)
            if flip is None and new is None:
                continue
            after = _new_bool(self.fight)
            sources = [before] if new is None else [before, new]
            self.model.add_bool_or([~after, *sources])
            if flip is not None:
                self.model.add_bool_or([~after, ~flip, *([] if new is None else [new])])
            self.alive[number] = after
