r"""Colour, where a terminal shows it: four colours for the suits, always with their letters.

>>> from rummy.cards import Cards
>>> Style(is_coloured=False).cards(Cards("7s *7s *"))
'7s *7s *'
>>> Style(is_coloured=True).card(Cards("7h")[0])
'\x1b[31m7h\x1b[0m'
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rummy.cards import Card

_SUITS: Final = {"c": "32", "d": "34", "h": "31", "s": "1", "": "35"}
"""Clubs green, diamonds blue, hearts red, spades bold; a joker without a name magenta."""
_BOLD: Final = "1"
_DIM: Final = "2"
_WARNING: Final = "33"


_PAINT: Final = re.compile(r"\x1b\[\d+m")


def count_columns(text: str) -> int:
    """How wide a text is on a terminal: without what paints it."""
    return len(_PAINT.sub("", text))


@dataclass(frozen=True, slots=True)
class Style:
    """Writes cards and words, with colour or without.

    Attributes:
        is_coloured: Whether the terminal shows colour.
    """

    is_coloured: bool

    @classmethod
    def of(cls, stream: TextIO) -> Style:
        """Colour if the stream is a terminal that shows it and ``NO_COLOR`` is not set."""
        is_plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
        return cls(stream.isatty() and not is_plain)

    def card(self, card: Card) -> str:
        """A card in the colour of its suit; a named joker has the colour of what it stands for."""
        return self._paint(str(card), _SUITS[card.suit])

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards with spaces between."""
        return " ".join(map(self.card, cards))

    def bold(self, text: str) -> str:
        """A heading."""
        return self._paint(text, _BOLD)

    def dim(self, text: str) -> str:
        """What matters less."""
        return self._paint(text, _DIM)

    def warning(self, text: str) -> str:
        """What is wrong."""
        return self._paint(text, _WARNING)

    def _paint(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.is_coloured else text
