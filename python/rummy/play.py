"""A play, and a hint: what a search or the referee answers.

>>> from rummy.search import hint
>>> from rummy.variants import variant
>>> found = hint(variant("shanghai"), "5s 6s 7s", "8s 2c")
>>> found.card, str(found.play.table), found.rearranges
(Card('8s'), '5s 6s 7s 8s', False)
"""

from __future__ import annotations

from typing import NamedTuple

from rummy import _core
from rummy.cards import Card, Cards
from rummy.moves import Move, find_moves
from rummy.table import Table


class Wanted(NamedTuple):
    """A play that is known to exist: the hand cards it puts down, and what else its search needs."""

    cards: bytes
    rules: _core.Rules
    opened: bool

    def find(self, before: Table) -> _core.Play:
        """The play with these cards that disturbs the table least."""
        play = _core.find_play(self.rules, before.ids, self.cards, self.opened)
        if play is None:
            raise AssertionError(f"no play of {Cards.from_ids(self.cards)} to {before}")
        return play


class Play:
    """A legal play: what is put down, and the table after.

    Attributes:
        before: The table before.
    """

    __slots__ = ("_cards", "_core", "_table", "before")

    def __init__(self, core: _core.Play | Wanted, before: Table) -> None:
        self._core = core
        self.before = before
        self._cards: Cards | None = None
        self._table: Table | None = None

    @property
    def core(self) -> _core.Play:
        """The play as the core gives it; the search is done when it is first asked for."""
        if isinstance(self._core, Wanted):
            self._core = self._core.find(self.before)
        return self._core

    @property
    def cards(self) -> Cards:
        """The hand cards put down, in card order."""
        if self._cards is None:
            self._cards = Cards.from_ids(self._core.cards)
        return self._cards

    @property
    def table(self) -> Table:
        """The table after the play."""
        if self._table is None:
            self._table = Table.from_ids(tuple(self.core.table))
        return self._table

    @property
    def split(self) -> int:
        """The number of melds split (RULES.md section 8)."""
        return self.core.split

    @property
    def changed(self) -> tuple[int, ...]:
        """Positions in the table before of the melds that are not there unchanged, loose cards counted."""
        return tuple(self.core.changed)

    @property
    def points(self) -> int:
        """What the cards put down would count if left in the hand."""
        return self.core.points

    @property
    def exact(self) -> bool:
        """Whether the play is proven to be the best."""
        return self.core.exact

    def moves(self) -> tuple[Move, ...]:
        """The fewest moves of single cards that turn the table before into the table after, in order.

        Melds are numbered from 1 as they lie before, new ones on from there; an emptied meld keeps its number
        to the end (`find_moves`). A joker named anew in its place is shown, but is no move.

        >>> from rummy.search import check_play
        >>> from rummy.variants import variant
        >>> before, after = "4s 5s 6s *7s | 8c 8d 8h 8s", "4s 5s 6s | 7s 8s *9s | 8c 8d 8h"
        >>> for move in check_play(variant("carousel"), before, after, "7s").moves():
        ...     print(move)
        8s from meld 2 to a new meld (3)
        *7s from meld 1 to meld 3 as *9s
        7s from the hand to meld 3
        """
        return find_moves(self.before, self.table)

    def to_json(self) -> dict[str, object]:
        """The play as JSON values."""
        return {
            "cards": [str(card) for card in self.cards],
            "table": str(self.table),
            "split": self.split,
            "changed": list(self.changed),
            "points": self.points,
            "exact": self.exact,
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Play):
            return NotImplemented
        return self.core == other.core and self.before == other.before

    def __hash__(self) -> int:
        return hash((self._core.cards, self.before))

    def __reduce__(self) -> tuple[type[Play], tuple[_core.Play, Table]]:
        return Play, (self.core, self.before)

    def __repr__(self) -> str:
        return f"<Play of {self.cards} to {str(self.table)!r}>"


class Hint:
    """An easy play, shown by one card (RULES.md section 8).

    Attributes:
        card: A hand card that the play puts down.
        play: The play.
    """

    __slots__ = ("card", "play")

    def __init__(self, play: Play) -> None:
        self.card: Card = play.cards[0]
        self.play = play

    @property
    def changed(self) -> tuple[int, ...]:
        """Positions of the melds the play would change."""
        return self.play.changed

    @property
    def rearranges(self) -> bool:
        """Whether any meld is split."""
        return self.play.split > 0

    def to_json(self) -> dict[str, object]:
        """The hint as JSON values."""
        return {
            "card": str(self.card),
            "cards": [str(card) for card in self.play.cards],
            "table": str(self.play.table),
            "changed": list(self.changed),
            "rearranges": self.rearranges,
            "split": self.play.split,
        }

    def __eq__(self, other: object) -> bool:
        return self.play == other.play if isinstance(other, Hint) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.play)

    def __repr__(self) -> str:
        return f"<Hint: {self.card} of {self.play.cards}, melds {list(self.changed)}>"
