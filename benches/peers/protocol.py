"""What every peer does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peers.questions import Question

Melds: TypeAlias = "Sequence[Sequence[int]]"
"""A whole table, each card by its byte."""


class Peer(Protocol):
    """A means to find a play of the most cards.

    Only `ask` is timed: it begins with the position as the peer itself likes it best, and ends when the whole
    table after the play lies there in whatever form the peer gives it.

    Attributes:
        name: What it is called in the tables.
        how: How it is asked, in a few words.
        packages: The distributions whose versions are told.
    """

    name: str
    how: str
    packages: tuple[str, ...]

    def takes(self, ace: str) -> bool:
        """Whether it knows this rule for the ace."""

    def prepare(self, question: Question) -> Any:
        """The position in its own form."""

    def ask(self, position: Any) -> Any:
        """The answer in its own form; raises whatever it raises if there is none."""

    def melds(self, answer: Any) -> Melds | None:
        """The table after, or None if the peer says that nothing can be played."""
