"""Cards, their notation and the packs they come from (RULES.md section 1).

A card is one byte towards the core: a natural card ``(rank - 1) * 4 + suit``, a joker that stands for a card
64 more than that card, a joker without a name 116. So the order of the bytes is the card order of RULES.md
section 1: by rank, then by suit, jokers last.

>>> parse_cards("10d, 7S ♥A *")
Traceback (most recent call last):
    ...
rummy.cards.NotationError: '♥A' is not a card: write a rank (A 2 3 4 5 6 7 8 9 T J Q K), then a suit (c d h s)
>>> hand = parse_cards("10d, 7S A♥ *")
>>> str(hand)
'Td 7s Ah *'
>>> hand[0] < hand[1], hand[1].rank, hand[1].suit
(False, 7, 's')
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NoReturn, Self, SupportsIndex, TypeAlias, overload

from rummy.checks import quote

RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhs"
JOKER_BIT: Final = 64
"""Set in the byte of every joker."""
UNNAMED: Final = 52
"""The name of a joker that has none."""
UNNAMED_JOKER: Final = JOKER_BIT | UNNAMED

_SYMBOLS: Final = str.maketrans({"♣": "c", "♦": "d", "♥": "h", "♠": "s", "\ufe0f": None})
_BETWEEN: Final = re.compile(r"[\s,]+")
NO_LIST: Final = (bytes, bytearray, dict, set, frozenset)
"""What can be looped over, but is no list: cards and melds have an order, and there may be two of a kind."""


class NotationError(ValueError):
    """Text that is not a card, a list of cards or a table; ``piece`` is the part that cannot be read."""

    def __init__(self, piece: str, message: str) -> None:
        super().__init__(piece, message)
        self.piece = piece

    def __str__(self) -> str:
        return str(self.args[1])


class Card:
    """One card. Equal cards are the same object, so a card has no copy number.

    Attributes:
        id: The byte of the card.
        rank: 1 for an ace up to 13 for a king; of a named joker the rank it stands for; 0 without a name.
        suit: One of ``c d h s``; of a named joker the suit it stands for; empty without a name.
        is_joker: Whether it is a joker, named or not.
        name: The natural card a joker stands for; None for a natural card and for a joker without a name.

    >>> Card("10♠"), Card("*7s").name, Card("*").name
    (Card('Ts'), Card('7s'), None)
    """

    __slots__ = ("_text", "id", "is_joker", "name", "rank", "suit")

    id: int
    rank: int
    suit: str
    is_joker: bool
    name: Card | None
    _text: str

    def __new__(cls, card: str | Card) -> Card:
        """The card written in ``card``; a card is given back as it is."""
        if isinstance(card, str):
            return _parse_card(card)
        if isinstance(card, Card):
            return card
        raise TypeError(f"a card is text such as '7s' or a Card, not {quote(card)}")

    @staticmethod
    def from_id(card_id: int) -> Card:
        """The card of one byte.

        >>> Card.from_id(0)
        Card('Ac')

        Raises:
            ValueError: The byte of no card.
        """
        try:
            return _BY_ID[card_id]
        except (KeyError, TypeError):
            raise ValueError(f"{quote(card_id)} is the byte of no card") from None

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a card does not change: {name} of {self}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a card does not change: {name} of {self}")

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Card({self._text!r})"

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (self._text,)

    def __hash__(self) -> int:
        return self.id

    def __eq__(self, other: object) -> bool:
        return self is other

    def __lt__(self, other: Card) -> bool:
        return self.id < other.id if isinstance(other, Card) else NotImplemented

    def __le__(self, other: Card) -> bool:
        return self.id <= other.id if isinstance(other, Card) else NotImplemented

    def __gt__(self, other: Card) -> bool:
        return self.id > other.id if isinstance(other, Card) else NotImplemented

    def __ge__(self, other: Card) -> bool:
        return self.id >= other.id if isinstance(other, Card) else NotImplemented


def _make_cards() -> dict[int, Card]:
    cards: dict[int, Card] = {}

    def make(card_id: int, text: str, rank: int, suit: str, name: Card | None) -> None:
        card = object.__new__(Card)
        values = (card_id, rank, suit, card_id >= JOKER_BIT, name, text)
        for attribute, value in zip(("id", "rank", "suit", "is_joker", "name", "_text"), values, strict=True):
            object.__setattr__(card, attribute, value)
        cards[card_id] = card

    for card_id in range(52):
        rank, suit = divmod(card_id, 4)
        make(card_id, RANKS[rank] + SUITS[suit], rank + 1, SUITS[suit], None)
    for card_id in range(52):
        named = cards[card_id]
        make(JOKER_BIT | card_id, f"*{named}", named.rank, named.suit, named)
    make(UNNAMED_JOKER, "*", 0, "", None)
    return cards


_BY_ID: Final = _make_cards()
_BY_TEXT: Final = {str(card): card for card in _BY_ID.values()}
_ID_BY_TEXT: Final = {text: card.id for text, card in _BY_TEXT.items()}
_card_of = _BY_ID.__getitem__


def _parse_card(text: str) -> Card:
    plain = text.strip().translate(_SYMBOLS)
    star = "*" if plain.startswith("*") else ""
    rank, suit = plain[len(star) : -1].upper(), plain[-1:].lower()
    card = _BY_TEXT.get(plain) or _BY_TEXT.get(star + ("T" if rank == "10" else rank) + suit)
    if card is None:
        raise NotationError(
            text, f"{text!r} is not a card: write a rank ({' '.join(RANKS)}), then a suit ({' '.join(SUITS)})"
        )
    return card


class Cards(tuple[Card, ...]):
    """Some cards in the order given: a tuple of `Card` that knows its bytes and writes itself strictly.

    Attributes:
        ids: The bytes of the cards, in the same order.

    >>> cards = Cards("9s 7s 8s")
    >>> cards, str(cards[1:]), cards.sorted()
    (Cards('9s 7s 8s'), '7s 8s', Cards('7s 8s 9s'))
    """

    ids: bytes

    def __new__(cls, cards: CardsLike = ()) -> Self:
        """Cards from text, from cards or from pieces of text with one card each."""
        if isinstance(cards, str):
            # Strict text, the rule, is looked up whole; anything else is read piece by piece.
            try:
                return cls.from_ids(bytes([_ID_BY_TEXT[piece] for piece in cards.split()]))
            except KeyError:
                pass
            cards = [_parse_card(piece) for piece in _BETWEEN.split(cards.strip(", \t\r\n")) if piece]
        elif isinstance(cards, Card):
            cards = (cards,)
        elif isinstance(cards, NO_LIST) or not isinstance(cards, Iterable):
            raise TypeError(f"cards are text such as '7s 8s', or a list of them, not {quote(cards)}")
        self = super().__new__(cls, map(Card, cards))
        self.ids = bytes([card.id for card in self])
        return self

    @classmethod
    def from_ids(cls, ids: bytes) -> Self:
        """The cards of these bytes.

        >>> Cards.from_ids(bytes([27, 31, 116]))
        Cards('7s 8s *')

        Raises:
            ValueError: One of them is the byte of no card.
        """
        try:
            self = tuple.__new__(cls, map(_card_of, ids))
        except KeyError as error:
            raise ValueError(f"{error} is the byte of no card") from None
        except TypeError:
            raise TypeError(f"the bytes of cards are needed, not {quote(ids)}") from None
        self.ids = ids
        return self

    def sorted(self) -> Cards:
        """The same cards in card order."""
        return Cards.from_ids(bytes(sorted(self.ids)))

    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Card: ...
    @overload
    def __getitem__(self, index: slice, /) -> Cards: ...
    def __getitem__(self, index: SupportsIndex | slice, /) -> Card | Cards:
        if isinstance(index, slice):
            return Cards.from_ids(self.ids[index])
        return super().__getitem__(index)

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Cards({str(self)!r})"

    def __reduce__(self) -> tuple[object, tuple[bytes]]:
        return Cards.from_ids, (self.ids,)


CardsLike: TypeAlias = str | Card | Iterable[Card | str]
"""What a function that asks for cards takes: text, a card, or several."""

NO_CARDS: Final = Cards()


def parse_cards(text: CardsLike) -> Cards:
    """Read cards leniently: any letter case, ``10`` for ``T``, suit symbols, spaces or commas between.

    Args:
        text: Text, or cards that are read already.

    Raises:
        NotationError: A piece of the text is not a card; the message names it.

    >>> str(parse_cards("10d,*7S, k♥ *"))
    'Td *7s Kh *'
    """
    return text if isinstance(text, Cards) else Cards(text)


def count_pack(packs: int, jokers: int) -> int:
    """The number of cards in ``packs`` packs of 52 with ``jokers`` jokers."""
    return 52 * packs + jokers


def pack_ids(packs: int, jokers: int) -> bytes:
    """The bytes of ``packs`` packs of 52 with ``jokers`` jokers, in card order.

    >>> len(pack_ids(2, 4)), Cards.from_ids(pack_ids(1, 1)[-3:])
    (108, Cards('Kh Ks *'))
    """
    return bytes(card for card in range(52) for _ in range(packs)) + bytes([UNNAMED_JOKER]) * jokers


def subtract(cards: bytes, taken: bytes) -> bytes | None:
    """The bytes of ``cards`` without one copy of each of ``taken``, in order; None if one is missing.

    >>> left = subtract(pack_ids(2, 0), pack_ids(1, 0))
    >>> left == pack_ids(1, 0), subtract(pack_ids(1, 0), bytes([1, 1]))
    (True, None)
    """
    left = bytearray(cards)
    try:
        for card in taken:
            left.remove(card)
    except ValueError:
        return None
    return bytes(left)
