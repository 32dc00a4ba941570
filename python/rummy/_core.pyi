"""
Melds, legality and exact search for manipulation rummy.

A card is one byte: `(rank - 1) * 4 + suit` for a natural card, 64 more for a joker that stands
for that card, 116 for a joker without a name. A meld or a hand is `bytes`, a table a sequence
of `bytes`.
"""

from _typeshed import Incomplete, SupportsGetItem
from typing import Any, SupportsIndex, final

@final
class Play:
    """
    A legal play.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs__(self, /) -> tuple[bytes, list[bytes], int, list[int], int, bool]:
        """
        Everything needed to build the play again.
        """
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, cards: bytes, table: Any, split: SupportsIndex, changed: SupportsGetItem[int, SupportsIndex], points: SupportsIndex, exact: bool) -> Play:
        """
        A play with these figures, as it was written; nothing is judged.

        Raises `ValueError` for a byte that is no card.
        """
    @property
    def cards(self, /) -> bytes:
        """
        The hand cards put down, in card order, jokers unnamed.
        """
    @property
    def changed(self, /) -> list[int]:
        """
        Positions in the table before of the melds that are not there unchanged.
        """
    @property
    def exact(self, /) -> bool:
        """
        Whether the play is proven to be what was asked for.
        """
    @property
    def points(self, /) -> int:
        """
        What the cards put down count in the hand.
        """
    @property
    def split(self, /) -> int:
        """
        How many melds of the table before are split.
        """
    @property
    def table(self, /) -> list[bytes]:
        """
        The table after, every joker in a meld named.
        """

@final
class PlaysIterator:
    """
    An iterator of the playable multisets of hand cards, each as bytes in card order.
    """
    def __iter__(self, /) -> PlaysIterator: ...
    def __next__(self, /) -> bytes: ...

@final
class Rules:
    """
    What melds and search read of a rule-set. Every field is given: there are no defaults.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, *, packs: SupportsIndex, jokers: SupportsIndex, ace: str, joker_law: str, jokers_a_meld: SupportsIndex, loose: bool, opening_run: SupportsIndex, worth: bytes) -> Rules:
        """
        Raises `ValueError` for an unknown ace or joker law, or if `worth` is not 14 bytes.
        """
    def __reduce__(self, /) -> "tuple[object, tuple[()]]":
        """
        Everything needed to build the rules again.
        """
    def __repr__(self, /) -> str: ...
    @property
    def ace(self, /) -> str:
        """
        Where an ace stands in a run: low, high or either.
        """
    @property
    def joker_law(self, /) -> str:
        """
        When a joker on the table may get another name: none, movable, neighbour or locked.
        """
    @property
    def jokers(self, /) -> int:
        """
        Jokers in the whole pack.
        """
    @property
    def jokers_a_meld(self, /) -> int:
        """
        The most jokers in one meld.
        """

def arrange(meld: bytes) -> bytes:
    """
    The order of strict text: a run in sequence, anything else in card order.
    """

def best_play(rules: Rules, table: "list[bytes] | tuple[bytes, ...]", hand: bytes, points: bool, opened: bool, least_disturbance: bool, nodes: SupportsIndex | None) -> Play | None:
    """
    A best play by the number of cards or by points, or `None`.

    Raises `Refused` if the position cannot occur.
    """

def can_play(rules: Rules, table: "list[bytes] | tuple[bytes, ...]", hand: bytes, opened: bool) -> bool:
    """
    Whether there is any play. Raises `Refused` if the position cannot occur.
    """

def check_melds(rules: Rules, melds: "list[bytes] | tuple[bytes, ...]") -> list[tuple[str, list[int], bytes]]:
    """
    The faults of each group by itself.
    """

def check_play(rules: Rules, before: "list[bytes] | tuple[bytes, ...]", after: "list[bytes] | tuple[bytes, ...]", hand: bytes, opened: bool) -> Play:
    """
    The play that turns one table into another; raises `Refused` with every reason against it.
    """

def check_position(rules: Rules, table: "list[bytes] | tuple[bytes, ...]", hand: bytes) -> list[tuple[str, list[int], bytes]]:
    """
    Every reason why this table and hand cannot occur.
    """

def count_partitions(rules: Rules, cards: bytes) -> int:
    """
    The number of different tables that hold exactly these cards in valid melds.

    Raises `Refused` for more copies than there can be.
    """

def find_play(rules: Rules, table: "list[bytes] | tuple[bytes, ...]", cards: bytes, opened: bool) -> Play | None:
    """
    A play that puts down exactly these hand cards, or `None`. Raises `Refused` if the position cannot occur.
    """

def hint(rules: Rules, table: "list[bytes] | tuple[bytes, ...]", hand: bytes, opened: bool) -> Play | None:
    """
    A play that is easy to see, or `None`. Raises `Refused` if the position cannot occur.
    """

def partition(rules: Rules, cards: bytes) -> list[bytes] | None:
    """
    All the cards in valid melds, or `None`. Raises `Refused` for more copies than there can be.
    """

def plays(rules: Rules, table: "list[bytes] | tuple[bytes, ...]", hand: bytes, opened: bool) -> PlaysIterator:
    """
    The playable multisets of hand cards, each once, in a fixed order.

    Raises `Refused` if the position cannot occur.
    """

class Refused(ValueError): ...
