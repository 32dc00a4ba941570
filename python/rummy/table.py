"""The table: melds in the order in which they lie (RULES.md section 1).

>>> table = parse_table("9s 7s 8s | kd KC k♥")
>>> str(table), len(table), table[0]
('7s 8s 9s | Kc Kd Kh', 2, Cards('7s 8s 9s'))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Self, TypeAlias, overload

from rummy import _core
from rummy.cards import NO_LIST, Cards, CardsLike, NotationError, parse_cards
from rummy.checks import quote, verify_kind


class Table(Sequence[Cards]):
    """An immutable list of groups of cards, each in the order of strict text. The groups may be broken melds.

    Two tables are equal if they hold the same groups in the same places; `same_melds` ignores the places.

    Attributes:
        ids: The bytes of each group.
    """

    __slots__ = ("_melds", "ids")

    ids: tuple[bytes, ...]
    _melds: tuple[Cards, ...] | None

    def __init__(self, melds: Iterable[CardsLike] = ()) -> None:
        if isinstance(melds, NO_LIST) or not isinstance(melds, Iterable):
            raise TypeError(
                f"a table is text such as '5s 6s 7s | 8c 8d 8h', or a list of melds, not {quote(melds)}"
            )
        cards = [parse_cards(meld) for meld in melds]
        if not all(cards):
            raise NotationError("", "a meld on the table has no cards")
        self.ids = tuple(_core.arrange(meld.ids) for meld in cards)
        self._melds = None

    @classmethod
    def from_ids(cls, ids: tuple[bytes, ...]) -> Self:
        """The table of these groups of bytes, each arranged as strict text is."""
        self = cls.__new__(cls)
        self.ids = ids
        self._melds = None
        return self

    @property
    def melds(self) -> tuple[Cards, ...]:
        """The groups of cards."""
        if self._melds is None:
            self._melds = tuple(map(Cards.from_ids, self.ids))
        return self._melds

    @property
    def cards(self) -> Cards:
        """All cards, group after group."""
        return Cards.from_ids(b"".join(self.ids))

    def same_melds(self, other: Table) -> bool:
        """Whether both tables hold the same groups, wherever they lie."""
        ids = verify_kind(other, Table, "what is compared with a table").ids
        return self.ids == ids or sorted(self.ids) == sorted(ids)

    @overload
    def __getitem__(self, index: int) -> Cards: ...
    @overload
    def __getitem__(self, index: slice) -> Table: ...
    def __getitem__(self, index: int | slice) -> Cards | Table:
        if isinstance(index, slice):
            return Table.from_ids(self.ids[index])
        return self.melds[index]

    def __len__(self) -> int:
        return len(self.ids)

    def __eq__(self, other: object) -> bool:
        return self.ids == other.ids if isinstance(other, Table) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.ids)

    def __str__(self) -> str:
        return " | ".join(map(str, self.melds))

    def __repr__(self) -> str:
        return f"parse_table({str(self)!r})"

    def __reduce__(self) -> tuple[object, tuple[tuple[bytes, ...]]]:
        return Table.from_ids, (self.ids,)


TableLike: TypeAlias = str | Table | Iterable[CardsLike]
"""What a function that asks for a table takes: text, a table, or melds."""

EMPTY_TABLE: Final = Table()


def parse_table(text: TableLike) -> Table:
    """Read a table leniently: melds separated by ``|``, each as `parse_cards` reads it; no text is no meld.

    Args:
        text: Text, a table, or melds that are read already.

    Raises:
        NotationError: A piece of the text is not a card, or there is nothing between two bars.
    """
    if isinstance(text, Table):
        return text
    if not isinstance(text, str):
        return Table(text)
    if not text.strip():
        return EMPTY_TABLE
    melds = [Cards(piece) for piece in text.split("|")]
    if not all(melds):
        raise NotationError(text, f"{text!r} has a meld without cards: write one | between two melds")
    return Table(melds)
