"""A play as steps: the fewest moves of single cards that turn the table before into the table after.

Melds are numbered as people number them, from 1, as they lie in the table before; new melds have the numbers
that follow, in the order in which they are started. A meld that is emptied keeps its number to the end, so
that no number changes its meaning on the way. A loose card is numbered like a meld.

>>> from rummy.table import parse_table
>>> moves = find_moves(parse_table("5s 6s 7s | 8c 8d 8h 8s"), parse_table("8c 8d 8h | 5s 6s 7s 8s 9s"))
>>> print(*moves, sep="; ")
8s from meld 2 to meld 1; 9s from the hand to meld 1
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummy import _core
from rummy.cards import Card, Cards

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rummy.table import Table


@dataclass(frozen=True, slots=True)
class Move:
    """One card that goes to another place, or a joker that gets another name where it lies.

    Attributes:
        card: The card as it lies before; a joker of the hand has no name.
        source: The number of the meld it leaves, from 1; None: the hand.
        target: The number of the meld it comes to; that of ``source`` for a joker named anew in its place.
        becomes: The card as it lies after: another than ``card`` only for a joker.
        is_new: Whether it starts the meld.
        is_loose: Whether it lay loose.

    >>> print(Move(Card("*7s"), 1, 1, Card("*8s")))
    *7s in meld 1 becomes *8s
    """

    card: Card
    source: int | None
    target: int
    becomes: Card
    is_new: bool = False
    is_loose: bool = False

    @property
    def is_move(self) -> bool:
        """Whether a card changes its place; a joker named anew in its place is shown, but is no move."""
        return self.source != self.target

    def to_json(self) -> dict[str, object]:
        """The move as JSON values: the melds by number from 1, ``from`` None for the hand."""
        return {
            "kind": "move" if self.is_move else "name",
            "card": str(self.card),
            "from": self.source,
            "to": self.target,
            "becomes": str(self.becomes),
            "new": self.is_new,
            "text": str(self),
        }

    def __str__(self) -> str:
        if not self.is_move:
            return f"{self.card} in meld {self.target} becomes {self.becomes}"
        named = "" if self.becomes is self.card else f" as {self.becomes}"
        goal = f"a new meld ({self.target})" if self.is_new else f"meld {self.target}"
        return f"{self.card}{self._origin()} to {goal}{named}"

    def _origin(self) -> str:
        if self.source is None:
            return " from the hand"
        return f", loose at {self.source}," if self.is_loose else f" from meld {self.source}"


def find_moves(before: Table, after: Table) -> tuple[Move, ...]:
    """The fewest moves from one table to another, in the order in which they are to be made.

    Every card that stays in its place stays; every other one moves once, and what the table before lacks
    comes from the hand. So the moves are fewest when the most cards stay: the new melds take the places of
    the old ones by the best assignment. Among equally good ones a meld that is there unchanged keeps its
    place; then the most melds stay whole, the most jokers keep their names, the most melds keep their first
    card, and melds with lower numbers stay.

    All cards that come to one meld follow one another, and so do melds that exchange cards. Where it can be,
    a meld gives its cards away before others come to it.

    Raises:
        ValueError: A card of the table before is not on the table after.
    """
    found = _core.find_moves(before.ids, after.ids)
    if found is None:
        raise ValueError(f"{str(after)!r} lacks cards of {str(before)!r}: no play leads there")
    moves = []
    melds = len(before)
    for card, source, target, becomes in found:
        move = Move(
            Card.from_id(card),
            None if source is None else source + 1,
            target + 1,
            Card.from_id(becomes),
            is_new=target == melds,
            is_loose=source is not None and source < len(before) and len(before.ids[source]) == 1,
        )
        melds += move.is_new
        moves.append(move)
    return tuple(moves)


def apply_moves(before: Table, moves: Iterable[Move]) -> Iterator[tuple[Cards, ...]]:
    """The groups as they lie after each move, by number; those that are emptied keep their places.

    >>> from rummy.table import parse_table
    >>> before, after = parse_table("5s 6s 7s | 8c 8d 8h 8s"), parse_table("8c 8d 8h | 5s 6s 7s 8s 9s")
    >>> for groups in apply_moves(before, find_moves(before, after)):
    ...     print(" | ".join(map(str, groups)))
    5s 6s 7s 8s | 8c 8d 8h
    5s 6s 7s 8s 9s | 8c 8d 8h
    """
    groups = list(before.melds)
    for move in moves:
        if move.source is not None:
            left = list(groups[move.source - 1])
            left.remove(move.card)
            groups[move.source - 1] = Cards(left)
        if move.is_new:
            groups.append(Cards())
        grown = Cards([*groups[move.target - 1], move.becomes])
        groups[move.target - 1] = Cards.from_ids(_core.arrange(grown.ids))
        yield tuple(groups)
