"""One fight as one CP-SAT model: plays and payments turn by turn, to a horizon that no way through it exceeds.

The variables of a turn say who acts, what is played or that the seat yields, whether the enemy falls, whether a
payment is due, and which cards are paid. What diamonds and flips draw is added by `fights.draws`. OR-tools is
imported here, when a model is made. The constraints are written out one by one in ``docs/fights.md``.
"""

from __future__ import annotations

from typing import Any

from regicide_solver.actions import Action, Discard, Flip, Play, Yield
from regicide_solver.cards import CARDS, JESTER, JESTER_INDEX
from regicide_solver.fights.table import Option, Table

__all__ = ["FightModel"]

#: More than all damage, or all shields, of one fight.
_LARGEST_SUM = 20_000


class FightModel:
    """The variables and constraints of one fight.

    Parameters
    ----------
    table : Table
        The fight.
    horizon : int
        How many plays and yields there may be.
    """

    def __init__(self, table: Table, horizon: int) -> None:
        from ortools.sat.python import cp_model

        self.table = table
        self.model = cp_model.CpModel()
        self.seats = range(table.players)
        #: Turns; where a payment is owed at first, turn 0 is that payment alone.
        self.turns = range(horizon + table.owed)
        self.one = self.model.new_constant(1)
        self.zero = self.model.new_constant(0)
        self.jesters = [number for number, item in enumerate(table.items) if item.index == JESTER_INDEX]
        self._make_variables()
        self._add_turns()
        self._add_damage()
        self._add_shields()
        self._add_payments()
        self._add_yields()
        self._add_cards()

    # Sums are never made with ``+=``: it changes the expression that earlier constraints hold on to.

    # --- variables ----------------------------------------------------------------------------------------------

    def _bool(self) -> Any:
        return self.model.new_bool_var("")

    def _make_variables(self) -> None:
        table, turns, seats = self.table, self.turns, self.seats
        #: Whether a turn takes place, the enemy falls in it, a payment follows, it is a Jester's.
        self.active = [self._bool() for _ in range(len(turns) + 1)]
        self.kills = [self._bool() for _ in turns]
        self.owes = [self._bool() for _ in turns]
        self.is_jester = [self._bool() if self.jesters else self.zero for _ in turns]
        #: Who acts: a literal for each turn and seat, fixed where no Jester can change the order.
        self.acts = [[self._seat_literal(turn, seat) for seat in seats] for turn in turns]
        self.yields = [[self._yield_literal(turn, seat) for seat in seats] for turn in turns]
        #: The plays of each turn: a literal for each option of the seats that may act.
        self.plays: list[list[tuple[Option, Any]]] = [
            [(option, self._bool()) for option in table.options if self._may_act(turn, option.seat)] for turn in turns
        ]
        #: The Jesters of each turn: seat, item, named seat, literal.
        self.jester_plays: list[list[tuple[int, int, int, Any]]] = [
            [
                (seat, number, named, self._bool())
                for number in self.jesters
                for seat in seats
                if table.items[number].seat in (seat, None) and not self._is_owed(turn)
                for named in seats
                if named != seat or table.state.rules.jester_self
            ]
            for turn in turns
        ]
        #: The cards that are paid: a literal for each turn, and each seat and item that may pay it.
        self.pays: list[dict[tuple[int, int], Any]] = [
            {
                (seat, number): self._bool()
                for number, item in enumerate(table.items)
                for seat in seats
                if item.seat in (seat, None) and self._may_act(turn, seat, paying=True)
            }
            for turn in turns
        ]

    def _is_owed(self, turn: int) -> bool:
        return turn == 0 and self.table.owed

    def _fixed_seat(self, turn: int) -> int | None:
        """The seat of a turn, where it does not depend on Jesters."""
        if self.jesters and turn > self.table.owed:
            return None
        return (self.table.state.turn + turn) % self.table.players

    def _may_act(self, turn: int, seat: int, paying: bool = False) -> bool:
        if self._is_owed(turn) and not paying:
            return False
        return self._fixed_seat(turn) in (seat, None)

    def _seat_literal(self, turn: int, seat: int) -> Any:
        fixed = self._fixed_seat(turn)
        if fixed is None:
            return self._bool()
        return self.active[turn] if fixed == seat else self.zero

    def _yield_literal(self, turn: int, seat: int) -> Any:
        never = self.table.players == 1 and self.table.state.rules.solo_yield == "never"
        return self.zero if never or not self._may_act(turn, seat) else self._bool()

    # --- turns and seats ----------------------------------------------------------------------------------------

    def _add_turns(self) -> None:
        model, active = self.model, self.active
        model.add(active[0] == 1)
        model.add(active[-1] == 0)
        for turn in self.turns:
            model.add(active[turn + 1] + self.kills[turn] == active[turn])
            if self._fixed_seat(turn) is None:
                model.add(sum(self.acts[turn]) == active[turn])
            for seat in self.seats:
                if not self._is_owed(turn):
                    made = [literal for option, literal in self.plays[turn] if option.seat == seat]
                    made += [literal for own, _, _, literal in self.jester_plays[turn] if own == seat]
                    model.add(sum(made) + self.yields[turn][seat] == self.acts[turn][seat])
            if self.jesters:
                model.add(sum(literal for *_, literal in self.jester_plays[turn]) == self.is_jester[turn])
        if self.jesters:
            self._add_seat_order()

    def _add_seat_order(self) -> None:
        """The next seat follows, unless a Jester names one."""
        model = self.model
        for turn in self.turns[1:]:
            follows = self.active[turn]
            for seat in self.seats:
                following = self.acts[turn][(seat + 1) % self.table.players]
                before = self.acts[turn - 1][seat]
                model.add_bool_or([~before, self.is_jester[turn - 1], ~follows, following])
            for _, _, named, literal in self.jester_plays[turn - 1]:
                model.add_implication(literal, self.acts[turn][named])

    # --- damage and shields -------------------------------------------------------------------------------------

    def _add_damage(self) -> None:
        model, health = self.model, self.table.health
        self.dealt: Any = 0
        for turn in self.turns:
            dealt = [option.dealt * literal for option, literal in self.plays[turn]]
            self.dealt = self._running_sum(self.dealt, dealt)
            model.add(self.dealt >= health).only_enforce_if(self.kills[turn])
            model.add(self.dealt <= health - 1).only_enforce_if(self.active[turn + 1])
        model.add(self.dealt >= health)  # follows from the above; it lets the solver see a hopeless fight at once

    def _running_sum(self, before: Any, terms: list[Any]) -> Any:
        """Add a turn's terms to a sum, as a variable of its own: a long horizon would make long sums of it."""
        if not terms:
            return before
        after = self.model.new_int_var(0, _LARGEST_SUM, "")
        self.model.add(after == before + sum(terms))
        return after

    def _add_shields(self) -> None:
        """Sum the shields up, and say from which turn on the immunity is cancelled."""
        model, state = self.model, self.table.state
        ever: Any = self.zero  # whether a Jester was played in an earlier turn
        shield: Any = state.shield
        locked: Any = state.locked_shield
        most_locked = state.locked_shield + sum(option.locked for option in self.table.options)
        self.due = []
        for turn in self.turns:
            for option, literal in self.plays[turn]:
                if option.cancelled is not None:
                    model.add_implication(literal, ever if option.cancelled else ~ever)
            shielded = [option.shielded * literal for option, literal in self.plays[turn] if option.shielded]
            shield = self._running_sum(shield, shielded)
            if not self.jesters:
                self.due.append(self.table.attack - shield)
                continue
            locked = self._running_sum(
                locked, [option.locked * literal for option, literal in self.plays[turn] if option.locked]
            )
            since = self._bool()
            model.add_max_equality(since, [ever, self.is_jester[turn]])
            ever = since
            freed = model.new_int_var(0, most_locked, "")
            model.add(freed == locked).only_enforce_if(ever)
            model.add(freed == 0).only_enforce_if(~ever)
            self.due.append(self.table.attack - shield - freed)

    # --- payments -----------------------------------------------------------------------------------------------

    def _add_payments(self) -> None:
        model, items = self.model, self.table.items
        self.paid: Any = 0
        for turn in self.turns:
            owes, due, pays = self.owes[turn], self.due[turn], self.pays[turn]
            survives = self.active[turn + 1]
            model.add_implication(owes, survives)
            model.add_implication(owes, ~self.is_jester[turn])
            model.add(due >= 1).only_enforce_if(owes)
            model.add(due <= 0).only_enforce_if([survives, ~self.is_jester[turn], ~owes])
            total = sum(items[number].value * literal for (_, number), literal in pays.items())
            model.add(total >= due).only_enforce_if(owes)
            for (seat, _), literal in pays.items():
                model.add_implication(literal, owes)
                model.add_implication(literal, self.acts[turn][seat])
            self._add_overpay(turn, total)
            self.paid = self.paid + total

    def _add_overpay(self, turn: int, total: Any) -> None:
        model, due, pays, items = self.model, self.due[turn], self.pays[turn], self.table.items
        overpay = self.table.state.rules.overpay
        if overpay == "minimal":
            for (_, number), literal in pays.items():
                model.add(total - items[number].value <= due - 1).only_enforce_if(literal)
        elif overpay == "until_covered":
            larger: list[Any] = []
            for value in sorted({item.value for item in items}, reverse=True):
                absent = [~literal for literal in larger]
                model.add(total - value <= due - 1).only_enforce_if([self.owes[turn], *absent])
                larger += [literal for (_, number), literal in pays.items() if items[number].value == value]

    # --- yields -------------------------------------------------------------------------------------------------

    def _add_yields(self) -> None:
        """Keep the yield flags, and say who may yield."""
        model, rules = self.model, self.table.state.rules
        flags = [self.one if flag else self.zero for flag in self.table.state.yielded]
        solo = self.table.players == 1
        if solo and rules.solo_yield == "never":
            return
        for turn in self.turns:
            if self._is_owed(turn):
                continue
            for seat in self.seats:
                yields = self.yields[turn][seat]
                if not solo:
                    model.add_bool_or([~yields, *(~flag for other, flag in enumerate(flags) if other != seat)])
                elif rules.solo_yield == "not_twice":
                    model.add_implication(yields, ~flags[seat])
                else:
                    # A yield that owes nothing leads to the same state again.
                    model.add_implication(yields, self.owes[turn])
            flags = [self._flag_after(turn, seat, flags[seat]) for seat in self.seats]

    def _flag_after(self, turn: int, seat: int, flag: Any) -> Any:
        model, acts, yields = self.model, self.acts[turn][seat], self.yields[turn][seat]
        if acts is self.zero and self.table.state.rules.yield_record == "seat":
            return flag
        after = self._bool()
        model.add_implication(yields, after)
        model.add_bool_or([~acts, yields, ~after])
        if self.table.state.rules.yield_record == "seat":
            model.add_bool_or([acts, ~flag, after])
            model.add_bool_or([acts, flag, ~after])
            return after
        others = [self.yields[turn][other] for other in self.seats if other != seat]
        for other in others:
            model.add_bool_or([~other, ~flag, after])
            model.add_bool_or([~other, flag, ~after])
        model.add_bool_or([yields, *others, ~after])  # a play clears every flag
        return after

    # --- cards --------------------------------------------------------------------------------------------------

    def _add_cards(self) -> None:
        """Each card is used once at the most."""
        uses: list[list[Any]] = [[] for _ in self.table.items]
        for turn in self.turns:
            for option, literal in self.plays[turn]:
                for number in option.items:
                    uses[number].append(literal)
            for _, number, _, literal in self.jester_plays[turn]:
                uses[number].append(literal)
            for (_, number), literal in self.pays[turn].items():
                uses[number].append(literal)
        self.uses = uses
        #: Whether a card is in a hand at the end; `fights.draws` says so of the Tavern's.
        self.kept: list[Any] = [self._bool() for _ in self.table.items]
        for number, literals in enumerate(uses):
            self.model.add(sum(literals) + self.kept[number] <= 1)

    # --- the objective and the answer ---------------------------------------------------------------------------

    def cost(self, measure: str) -> Any:
        """A measure as an expression to be made as small as possible."""
        items = self.table.items
        match measure:
            case "paid":
                return self.paid
            case "turns":
                return sum(self.active) - int(self.table.owed)
            case "left":
                return -sum(item.value * literal for item, literal in zip(items, self.kept, strict=True))
        exact = self._bool()
        self.model.add(self.dealt <= self.table.health).only_enforce_if(exact)
        return -exact

    def actions(self, value: Any, flips: dict[tuple[int, str], list[Any]]) -> tuple[Action, ...]:
        """Read the plan off a solution; `value` gives a literal's value, `flips` the literals before each step."""
        actions: list[Action] = []
        for turn in self.turns:
            if not value(self.active[turn]):
                break
            actions += [Flip() for literal in flips.get((turn, "play"), ()) if value(literal)]
            actions += self._move(turn, value)
            actions += [Flip() for literal in flips.get((turn, "suffer"), ()) if value(literal)]
            paid = [number for (_, number), literal in self.pays[turn].items() if value(literal)]
            if paid:
                actions.append(Discard([CARDS[self.table.items[number].index] for number in paid]))
        return tuple(actions)

    def _move(self, turn: int, value: Any) -> list[Action]:
        for option, literal in self.plays[turn]:
            if value(literal):
                return [Play([CARDS[self.table.items[number].index] for number in option.items])]
        for _, _, named, literal in self.jester_plays[turn]:
            if value(literal):
                return [Play([JESTER], next_seat=named)]
        return [Yield()] if any(value(literal) for literal in self.yields[turn]) else []
