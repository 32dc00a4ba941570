"""CP-SAT of OR-Tools with one worker: one model, whose domains are changed for each position.

A model made anew for each position is slower, and so is its presolve, which costs more than it saves here; it
is off, and so are probing and the search for symmetries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from peers.program import Program
from peers.questions import CARDS, melds

if TYPE_CHECKING:
    from peers.program import Answer, Bounds, Position

COPIES = 2


class Model:
    """The model of one rule for the ace."""

    def __init__(self, cp_model: Any, ace: str) -> None:
        self.melds = melds(ace)
        self.model = cp_model.CpModel()
        columns = [self.model.new_int_var(0, COPIES, "") for _ in self.melds]
        pairs = list(zip(columns, self.melds, strict=True))
        rows = [
            self.model.add_linear_constraint(sum(column for column, meld in pairs if card in meld), 0, COPIES)
            for card in range(CARDS)
        ]
        self.model.maximize(sum(len(meld) * column for column, meld in pairs))
        proto = self.model.Proto()
        self._rows = [proto.constraints[row.index].linear for row in rows]
        self._columns = [proto.variables[column.index] for column in columns]
        self._bounds = [(0, COPIES)] * CARDS
        self._copies = [COPIES] * len(columns)

    def bound(self, bounds: Bounds) -> None:
        """Set the domains that differ from those of the position before."""
        old, copies = self._bounds, self._copies
        for card, bound in enumerate(bounds):
            if old[card] != bound:
                self._rows[card].domain[:] = bound
        for column, meld in enumerate(self.melds):
            most = min([bounds[card][1] for card in meld])
            if most != copies[column]:
                copies[column] = most
                self._columns[column].domain[:] = (0, most)
        self._bounds = bounds


class CpSat(Program[Model]):
    """The fastest way found to ask it."""

    name = "CP-SAT"
    how = "one model, domains changed, one worker, no presolve, no symmetries"
    packages: tuple[str, ...] = ("ortools",)

    def __init__(self) -> None:
        from ortools.sat.python import cp_model

        super().__init__(lambda ace: Model(cp_model, ace))
        self._solver: Any = cp_model.CpSolver()
        self._best = cp_model.OPTIMAL
        parameters = self._solver.parameters
        parameters.num_workers = 1
        parameters.cp_model_presolve = False
        parameters.cp_model_probing_level = 0
        parameters.symmetry_level = 0

    def ask(self, position: Position) -> Answer:
        ace, bounds = position
        model = self.models[ace]
        model.bound(bounds)
        if self._solver.solve(model.model) != self._best:
            raise ArithmeticError("CP-SAT finds no answer")
        solution = self._solver.ResponseProto().solution
        return [(meld, copies) for meld, copies in zip(model.melds, solution, strict=True) if copies]
