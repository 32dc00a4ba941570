"""What integer programs have in common: of each card those on the table, or more, lie in melds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from peers.questions import ACES

if TYPE_CHECKING:
    from collections.abc import Callable

    from peers.protocol import Melds
    from peers.questions import Question

    Bounds = list[tuple[int, int]]
    Position = tuple[str, Bounds]
    """The rule for the ace, and for each card the bounds of its row."""
    Answer = list[tuple[tuple[int, ...], int]]
    """Melds, and how often each of them is laid."""

M = TypeVar("M")


class Program(Generic[M]):
    """A peer with one model for each rule for the ace, whose bounds are changed for each position.

    Args:
        make: Makes the model of a rule.
    """

    def __init__(self, make: Callable[[str], M]) -> None:
        self.models = {ace: make(ace) for ace in ACES}

    def takes(self, ace: str) -> bool:
        """Every rule."""
        return ace in self.models

    def prepare(self, question: Question) -> Position:
        bounds = [(lying, lying + held) for lying, held in zip(question.lying, question.held, strict=True)]
        return question.ace, bounds

    def melds(self, answer: Answer) -> Melds:
        return [meld for meld, copies in answer for _ in range(copies)]
