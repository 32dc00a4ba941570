"""The package ``rummikub-solver``, made for the tile game, without jokers.

Tiles are numbered 1 to 13 and a run never goes on from 13 to 1. That is the ace low; with the two as number 1
and the ace as 13 it is the ace high. It has no ace that is both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from peers.questions import CARDS, RANKS

if TYPE_CHECKING:
    from peers.protocol import Melds
    from peers.questions import Question


class Rummikub:
    """The package as it comes."""

    name = "rummikub-solver"
    how = "`RuleSet(jokers=0).solve(state)`, its default backend (HiGHS in SciPy)"
    packages: tuple[str, ...] = ("rummikub-solver", "cvxpy", "scipy")
    backend: str | None = None

    def __init__(self) -> None:
        from rummikub_solver import MILPSolver, RuleSet, SolverMode

        solver = None if self.backend is None else MILPSolver(self.backend)
        self._rules = RuleSet(jokers=0, solver_backend=solver)
        self._mode = SolverMode.TILE_COUNT

    def takes(self, ace: str) -> bool:
        """Not an ace at both ends."""
        return ace != "either"

    def prepare(self, question: Question) -> tuple[Any, int]:
        shift = 1 if question.ace == "high" else 0
        tiles = self._rules.tiles
        state = self._rules.new_game()
        state.initial = False
        for card in range(CARDS):
            rank, suit = divmod(card, 4)
            tile = tiles[RANKS * suit + (rank - shift) % RANKS]
            state.add_table(*[tile] * question.lying[card])
            state.add_rack(*[tile] * question.held[card])
        return state, shift

    def ask(self, position: tuple[Any, int]) -> tuple[Any, int]:
        state, shift = position
        return self._rules.solve(state, self._mode), shift

    def melds(self, answer: tuple[Any, int]) -> Melds | None:
        solution, shift = answer
        return solution and [[card_of(int(tile), shift) for tile in tiles] for tiles in solution.sets]


class RummikubGlpk(Rummikub):
    """The fastest of its backends that a wheel brings."""

    name = "rummikub-solver, GLPK"
    how = "the same with its backend `GLPK_MI`"
    packages = ("rummikub-solver", "cvxpy", "cvxopt")
    backend = "GLPK_MI"


def card_of(tile: int, shift: int) -> int:
    """The byte of the card that a tile stands for."""
    suit, number = divmod(tile - 1, RANKS)
    return 4 * ((number + shift) % RANKS) + suit
