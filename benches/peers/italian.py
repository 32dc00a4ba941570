"""The package ``machiavelli``, a solver for that game: an integer program made anew for each position.

Its runs may begin or end with an ace, and it has no other rule for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from peers.questions import CARDS

if TYPE_CHECKING:
    from peers.protocol import Melds
    from peers.questions import Question

NAMES = [rank + suit for rank in "123456789tjqk" for suit in "cdhs"]
PLACES = {name: card for card, name in enumerate(NAMES)}


class Machiavelli:
    """The solver without its printing."""

    name = "machiavelli"
    how = "`Solver(quiet=True).solve(table + hand, hand)`"
    packages: tuple[str, ...] = ("machiavelli", "cvxpy", "numpy")

    def __init__(self) -> None:
        from machiavelli import Solver

        self._solver: Any = Solver(quiet=True, pretty=False, color=False, emoji=False)

    def takes(self, ace: str) -> bool:
        """Only an ace at both ends."""
        return ace == "either"

    def prepare(self, question: Question) -> tuple[list[str], list[str]]:
        table = [NAMES[card] for card in range(CARDS) for _ in range(question.lying[card])]
        hand = [NAMES[card] for card in range(CARDS) for _ in range(question.held[card])]
        return table + hand, hand

    def ask(self, position: tuple[list[str], list[str]]) -> Any:
        cards, hand = position
        return self._solver.solve(cards, hand)

    def melds(self, answer: Any) -> Melds | None:
        return [[PLACES[name] for name in meld] for meld in answer] if answer else None
