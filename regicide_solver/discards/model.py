"""The payment problem as a CP-SAT model: one yes-or-no variable for each card, and a few for plays worth keeping.

The model is solved by one worker with a fixed seed, and the objective has no ties, so that the answer is the same on
every machine. OR-tools is imported here, when the first model is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from regicide_solver.cards import JESTER_INDEX, JESTER_UNIT, mask_holds, mask_indices
from regicide_solver.discards.objectives import Term
from regicide_solver.discards.problem import PaymentProblem

__all__ = ["PaymentModel"]

#: Up to this many cards the model is solved as it stands; presolve and linear relaxation cost more than they save.
_SMALL_HAND = 14
#: Objectives are packed into one as long as their range stays below this (CP-SAT works on 64-bit numbers).
_LARGEST_RANGE = 1 << 52
#: So many cards' places in card order fit into one packed objective.
_TIE_BITS = 40


@dataclass(frozen=True)
class _Linear:
    """A sum over variables, `coefficients` by variable number, with bounds on its value."""

    coefficients: tuple[tuple[int, int], ...]
    constant: int = 0

    @property
    def least(self) -> int:
        return self.constant + sum(min(0, factor) for _, factor in self.coefficients)

    @property
    def most(self) -> int:
        return self.constant + sum(max(0, factor) for _, factor in self.coefficients)

    def scaled(self, factor: int) -> _Linear:
        return _Linear(tuple((number, factor * own) for number, own in self.coefficients), factor * self.constant)

    def plus(self, other: _Linear) -> _Linear:
        sums = dict(self.coefficients)
        for number, factor in other.coefficients:
            sums[number] = sums.get(number, 0) + factor
        return _Linear(tuple(sums.items()), self.constant + other.constant)


class PaymentModel:
    """The legal payments of a problem in the order of its objective.

    Payments equal on all levels stand in the order of the legal actions: fewer cards first, then card order.

    Parameters
    ----------
    problem : PaymentProblem
        What has to be paid.
    """

    def __init__(self, problem: PaymentProblem) -> None:
        self.problem = problem
        self._watched = {
            name: [self._kept_cards(seat, mask) for seat, mask in problem.watched_plays(name)]
            for name in ("exact", "sets", "companions")
            if any(term.name == name for level in problem.levels for _, term in level.terms)
        }
        # Variables are numbered: the items, the plays of each watched name, and whether an exact kill is left.
        self._first_play: dict[str, int] = {}
        self._variables = len(problem.items)
        for name, listed in self._watched.items():
            self._first_play[name] = self._variables
            self._variables += len(listed)
        self._exact_variable = self._variables
        self._variables += "exact" in self._watched
        self._levels = tuple(self._level(number) for number in range(len(problem.levels)))

    def payments(self) -> Iterator[tuple[int, ...]]:
        """Yield the legal payments as items, the best first."""
        model, variables = self._build()
        parts = [_expression(part, variables) for part in self._packed_objectives]
        paid = variables[: len(self.problem.items)]
        while self._solve_in_order(model, parts):
            chosen = tuple(item for item, one in enumerate(paid) if self._solver.boolean_value(one))
            yield chosen
            others = set(range(len(paid))).difference(chosen)
            model.add_bool_or([~paid[item] for item in chosen] + [paid[item] for item in others])

    def equal_payments(self, costs: Sequence[int], limit: int) -> tuple[list[tuple[int, ...]], bool]:
        """List payments that have these costs on all levels, at most so many, and tell whether these are all."""
        model, variables = self._build()
        for linear, cost in zip(self._levels, costs, strict=True):
            model.add(_expression(linear, variables) == cost)
        collector = _make_collector(variables[: len(self.problem.items)], limit)
        self._solver.parameters.enumerate_all_solutions = True
        self._solver.solve(model, collector)
        self._solver.parameters.enumerate_all_solutions = False
        return collector.found[:limit], len(collector.found) <= limit

    def _solve_in_order(self, model: Any, parts: list[Any]) -> bool:
        """Minimise the parts of the objective, each among the optima of those before; False without a solution."""
        solver, fixed = self._solver, model
        for number, part in enumerate(parts):
            fixed.minimize(part)
            status = solver.status_name(solver.solve(fixed))
            if status == "INFEASIBLE":
                return False
            if status != "OPTIMAL":
                raise RuntimeError(f"the payment model ended without an answer: {status}")
            if number + 1 < len(parts):
                fixed = model.clone() if number == 0 else fixed
                fixed.add(part == solver.value(part))
        return True

    @cached_property
    def _solver(self) -> Any:
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 0
        if len(self.problem.items) <= _SMALL_HAND:
            solver.parameters.cp_model_presolve = False
            solver.parameters.linearization_level = 0
        return solver

    # --- the objective ------------------------------------------------------------------------------------------

    @property
    def _packed_objectives(self) -> tuple[_Linear, ...]:
        """All levels and the order of legal actions, packed into as few sums as fit into the solver's numbers."""
        items = range(len(self.problem.items))
        order = [_Linear(tuple((item, 1) for item in items))]
        for start in range(0, len(items), _TIE_BITS):
            block = items[start : start + _TIE_BITS]
            order.append(_Linear(tuple((item, -(1 << (block[-1] - item))) for item in block)))
        packed: list[_Linear] = []
        for part in (*self._levels, *order):
            width = part.most - part.least + 1
            if packed and (packed[-1].most - packed[-1].least + 1) * width < _LARGEST_RANGE:
                packed[-1] = packed[-1].scaled(width).plus(part)
            else:
                packed.append(part)
        return tuple(packed)

    def _level(self, number: int) -> _Linear:
        total = _Linear(())
        for weight, term in self.problem.levels[number].terms:
            total = total.plus(self._term(term).scaled(weight))
        return total

    def _term(self, term: Term) -> _Linear:
        problem = self.problem
        value = tuple(enumerate(problem.values))
        match term.name:
            case "waste":
                return _Linear(value, -problem.attack)
            case "value":
                return _Linear(value)
            case "cards":
                return _Linear(tuple((item, 1) for item in range(len(problem.items))))
            case "keep":
                wanted = term.keep_mask
                return _Linear(
                    tuple((item, 1) for item, (index, _) in enumerate(problem.items) if mask_holds(wanted, index))
                )
            case "exact":
                return _Linear(((self._exact_variable, -1),), 1)
        first, count = self._first_play[term.name], len(self._watched[term.name])
        return _Linear(tuple((first + play, -1) for play in range(count)), count)

    def _kept_cards(self, seat: int, mask: int) -> tuple[int, ...]:
        return tuple(self.problem.items.index((index, seat)) for index in mask_indices(mask))

    # --- the constraints ----------------------------------------------------------------------------------------

    def _build(self) -> tuple[Any, list[Any]]:
        from ortools.sat.python import cp_model

        model = cp_model.CpModel()
        variables = [model.new_bool_var("") for _ in range(self._variables)]
        paid = variables[: len(self.problem.items)]
        self._add_payment_rules(model, paid)
        self._add_kept_plays(model, variables, paid)
        return model, variables

    def _add_payment_rules(self, model: Any, paid: list[Any]) -> None:
        problem = self.problem
        total = _expression(_Linear(tuple(enumerate(problem.values))), paid)
        model.add(total >= problem.attack)
        self._add_wishes(model, paid)
        for one, other in problem.twin_jesters:
            model.add_implication(paid[other], paid[one])
        if problem.rules.overpay == "minimal":
            # Each card that goes is needed.
            for item, value in enumerate(problem.values):
                model.add(total <= problem.attack - 1 + value).only_enforce_if(paid[item])
        elif problem.rules.overpay == "until_covered":
            # The largest card that goes is needed: where no card over a value goes, less than this value is too much.
            larger: list[Any] = []
            for value in sorted(set(problem.values), reverse=True):
                model.add(total <= problem.attack - 1 + value).only_enforce_if([~one for one in larger])
                larger += [paid[item] for item, own in enumerate(problem.values) if own == value]

    def _add_wishes(self, model: Any, paid: list[Any]) -> None:
        problem = self.problem
        jesters = []
        for item, (index, _) in enumerate(problem.items):
            if index == JESTER_INDEX:
                jesters.append(paid[item])
            elif mask_holds(problem.must_keep, index):
                model.add(paid[item] == 0)
            elif mask_holds(problem.must_pay, index):
                model.add(paid[item] == 1)
        if jesters:
            least, kept = problem.must_pay // JESTER_UNIT, problem.must_keep // JESTER_UNIT
            model.add_linear_constraint(sum(jesters), least, len(jesters) - kept)

    def _add_kept_plays(self, model: Any, variables: list[Any], paid: list[Any]) -> None:
        """Tie each watched play's variable to its cards, both ways, so that a payment has one solution only."""
        for name, listed in self._watched.items():
            for play, cards in enumerate(listed, self._first_play[name]):
                model.add_bool_or([variables[play], *(paid[item] for item in cards)])
                for item in cards:
                    model.add_implication(variables[play], ~paid[item])
        if "exact" in self._watched:
            left = variables[self._exact_variable]
            first = self._first_play["exact"]
            kills = variables[first : first + len(self._watched["exact"])]
            model.add_bool_or([~left, *kills])
            for kill in kills:
                model.add_implication(kill, left)


def _expression(linear: _Linear, variables: list[Any]) -> Any:
    from ortools.sat.python import cp_model

    numbers = [variables[number] for number, _ in linear.coefficients]
    factors = [factor for _, factor in linear.coefficients]
    return cp_model.LinearExpr.weighted_sum(numbers, factors) + linear.constant


def _make_collector(paid: list[Any], limit: int) -> Any:
    """Make a callback that notes payments and stops the solver at the first one beyond the limit."""
    from ortools.sat.python import cp_model

    class Collector(cp_model.CpSolverSolutionCallback):
        def __init__(self) -> None:
            super().__init__()
            self.found: list[tuple[int, ...]] = []

        def on_solution_callback(self) -> None:
            self.found.append(tuple(item for item, one in enumerate(paid) if self.boolean_value(one)))
            if len(self.found) > limit:
                self.stop_search()

    return Collector()
