"""The kernel at work below one state: the passes of the schedule, made in C++."""

from __future__ import annotations

from collections.abc import Sequence

from regicide_solver import kernel
from regicide_solver.actions import Action
from regicide_solver.search.passes import Budget, Pass, PassEnd
from regicide_solver.search.weights import Weights, weights_for
from regicide_solver.state import State

__all__ = ["KERNEL_REDUCTIONS", "KernelSearcher"]

#: The kernel's reductions; see ``docs/reductions.md``.
KERNEL_REDUCTIONS = (
    "reach-key",
    "fight-bound",
    "game-bound",
    "no-draw-minimal",
    "outline-key",
    "less-damage",
    "spare-payment",
)


class KernelSearcher:
    """The kernel at work below one state.

    Parameters
    ----------
    root : State
        Where to begin: a state in which the game goes on, known to be possible.
    budget : Budget
        What all passes together may spend.
    weights : sequence of Weights, optional
        The evaluations; by default those for this kind of game.
    reduced : bool
        Whether to use the reductions.
    salt : int
        Where the keys' hash comes from; another salt gives independent keys.
    """

    engine = "kernel"

    def __init__(
        self,
        root: State,
        budget: Budget,
        weights: Sequence[Weights] | None = None,
        *,
        reduced: bool = True,
        salt: int = 0,
    ) -> None:
        self._search = kernel.load().Search(
            position=kernel.make_position(root),
            weights=[list(order) for order in (weights_for(root) if weights is None else weights)],
            reduced=reduced,
            salt=salt,
            nodes=budget.nodes,
            memory=budget.memory,
            spent=budget.spent,
        )
        self.reductions: tuple[str, ...] = KERNEL_REDUCTIONS if reduced else ()

    def restart(self, root: State) -> None:
        """Go on below another state of the same game; what was proved of its states stays known.

        Keys hold neither the rules nor the heal seed, and of the Castle only its size: the new root has to be a state
        that play reaches from the first one.
        """
        self._search.restart(kernel.make_position(root))

    def line(self) -> tuple[Action, ...]:
        """Give the line of the pass that won."""
        return tuple([kernel.action_from_kernel(*fields) for fields in self._search.line()])

    def run(self, plan: Pass, budget: Budget) -> PassEnd:
        """Make a pass and charge the budget; see `regicide_solver.search.passes.Searcher`."""
        if plan.columns:
            ended = self._search.run_columns(order=plan.order, nodes=plan.nodes, watch=budget.watch)
        else:
            ended = self._search.run_depth_first(
                order=plan.order,
                nodes=plan.nodes,
                complete=plan.complete,
                noise=plan.noise,
                noise_seed=plan.noise_seed,
                width=plan.width,
                watch=budget.watch,
            )
        end, budget.spent, budget.stopped_by = ended
        budget.largest_table = max(budget.largest_table, self._search.largest_bytes())
        return PassEnd(end)
