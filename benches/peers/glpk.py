"""An integer program on GLPK, called directly: one model, whose bounds are changed for each position.

The columns are the melds, the rows the cards: of each card at least those on the table and at most those of
table and hand lie in melds. Of the ways tried on ``positions_play.jsonl`` (simplex from the basis of the
position before, from a standard and from an advanced basis, primal and dual; a small model made anew for each
position; columns fixed where cards are missing; every branching and backtracking rule; every kind of cut;
preprocessing at the root, everywhere and not at all; heuristics) the fastest is GLPK's own presolver with
branching on the most fractional column and backtracking to the best local bound. `GlpkWarm` is what one
would write first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from peers.program import Program
from peers.questions import CARDS, melds

if TYPE_CHECKING:
    from peers.program import Answer, Bounds, Position


class Model:
    """The integer program of one rule for the ace."""

    def __init__(self, glpk: Any, ace: str) -> None:
        self._glpk = glpk
        self.melds = melds(ace)
        self.problem = glpk.glp_create_prob()
        glpk.glp_set_obj_dir(self.problem, glpk.GLP_MAX)
        glpk.glp_add_rows(self.problem, CARDS)
        glpk.glp_add_cols(self.problem, len(self.melds))
        cells = [(card, column) for column, meld in enumerate(self.melds, 1) for card in meld]
        rows, columns = glpk.intArray(len(cells) + 1), glpk.intArray(len(cells) + 1)
        ones = glpk.doubleArray(len(cells) + 1)
        for place, (card, column) in enumerate(cells, 1):
            rows[place], columns[place], ones[place] = card + 1, column, 1.0
        glpk.glp_load_matrix(self.problem, len(cells), rows, columns, ones)
        for column, meld in enumerate(self.melds, 1):
            glpk.glp_set_col_kind(self.problem, column, glpk.GLP_IV)
            glpk.glp_set_col_bnds(self.problem, column, glpk.GLP_LO, 0, 0)
            glpk.glp_set_obj_coef(self.problem, column, len(meld))
        for row in range(1, CARDS + 1):
            glpk.glp_set_row_bnds(self.problem, row, glpk.GLP_FX, 0, 0)
        self._bounds = [(0, 0)] * CARDS

    def bound(self, bounds: Bounds) -> None:
        """Set the bounds that differ from those of the position before."""
        glpk, problem, old = self._glpk, self.problem, self._bounds
        for row, bound in enumerate(bounds):
            if old[row] != bound:
                least, most = bound
                kind = glpk.GLP_FX if least == most else glpk.GLP_DB
                glpk.glp_set_row_bnds(problem, row + 1, kind, least, most)
        self._bounds = bounds

    def read(self) -> Answer:
        """The melds of the solution."""
        value, problem, laid = self._glpk.glp_mip_col_val, self.problem, []
        left = round(self._glpk.glp_mip_obj_val(problem))
        for column, meld in enumerate(self.melds, 1):
            if left == 0:
                break
            copies = round(value(problem, column))
            if copies:
                laid.append((meld, copies))
                left -= copies * len(meld)
        return laid


class Glpk(Program[Model]):
    """The fastest way found to ask GLPK."""

    name = "GLPK, direct"
    how = "one model, bounds changed, `glp_intopt` with its presolver, MFV and BLB"
    packages: tuple[str, ...] = ("swiglpk",)

    def __init__(self) -> None:
        import swiglpk

        self._glpk: Any = swiglpk
        swiglpk.glp_term_out(swiglpk.GLP_OFF)
        super().__init__(lambda ace: Model(swiglpk, ace))
        self._control = swiglpk.glp_iocp()
        swiglpk.glp_init_iocp(self._control)
        self._control.msg_lev = swiglpk.GLP_MSG_OFF
        self.set_up()

    def set_up(self) -> None:
        """Choose how to search."""
        self._control.presolve = self._glpk.GLP_ON
        self._control.br_tech = self._glpk.GLP_BR_MFV
        self._control.bt_tech = self._glpk.GLP_BT_BLB

    def ask(self, position: Position) -> Answer:
        ace, bounds = position
        model = self.models[ace]
        model.bound(bounds)
        self.solve(model.problem)
        return model.read()

    def solve(self, problem: Any) -> None:
        """Solve a model whose bounds are set."""
        if self._glpk.glp_intopt(problem, self._control):
            raise ArithmeticError("GLPK finds no answer")


class GlpkWarm(Glpk):
    """Dual simplex from the basis of the position before, then branch and bound with GLPK's defaults."""

    name = "GLPK, direct, first try"
    how = "one model, bounds changed, dual simplex from the last basis, `glp_intopt` as it comes"

    def set_up(self) -> None:
        self._simplex = self._glpk.glp_smcp()
        self._glpk.glp_init_smcp(self._simplex)
        self._simplex.msg_lev = self._glpk.GLP_MSG_OFF
        self._simplex.meth = self._glpk.GLP_DUALP

    def solve(self, problem: Any) -> None:
        if self._glpk.glp_simplex(problem, self._simplex):
            self._glpk.glp_std_basis(problem)
            self._glpk.glp_simplex(problem, self._simplex)
        super().solve(problem)
