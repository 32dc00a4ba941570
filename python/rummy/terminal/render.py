r"""Tables, hands and faults as lines of text.

>>> from rummy.table import parse_table
>>> from rummy.terminal.style import Style
>>> plain = Style(is_coloured=False)
>>> print("\n".join(render_table(parse_table("7s 8s 9s | Kc Kd Kh"), plain)))
  1  7s 8s 9s
  2  Kc Kd Kh
"""

from __future__ import annotations

from collections import Counter
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rummy.cards import SUITS, Cards

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from rummy.cards import Card
    from rummy.faults import Fault
    from rummy.table import Table
    from rummy.terminal.style import Style

WIDTH: Final = 80
ONE_COLUMN: Final = 8
"""Up to so many melds lie below each other; more share the width."""
_GAP: Final = 4
NO_NOTES: Final[Mapping[int, str]] = MappingProxyType({})
"""Nothing is said of any meld."""


def render_table(
    table: Table,
    style: Style,
    width: int = WIDTH,
    broken: Collection[int] = (),
    fresh: Collection[int] = (),
    notes: Mapping[int, str] = NO_NOTES,
) -> list[str]:
    """The melds, numbered from 1; in columns if there are many.

    Args:
        table: The table.
        style: How to write.
        width: The width of the terminal.
        broken: Places of melds that are marked as not valid, with ``!``.
        fresh: Places of melds that are marked as new or changed, with ``+``.
        notes: What is said of the melds at some places.
    """
    if not table:
        return [style.dim("  (no melds)")]
    marks = dict.fromkeys(fresh, "+") | dict.fromkeys(broken, "!")
    entries = [
        Entry(place, meld, marks.get(place, " "), notes.get(place, "")) for place, meld in enumerate(table)
    ]
    widest = max(entry.width for entry in entries)
    return join_entries(entries, count_entry_columns(len(entries), widest, width), widest, style)


class Entry:
    """A numbered meld as it is shown.

    Args:
        place: Its place.
        meld: Its cards.
        mark: A mark of one column before its number.
        note: What is said of it.

    Attributes:
        width: How wide it is without its colours.
    """

    def __init__(self, place: int, meld: Cards, mark: str = " ", note: str = "") -> None:
        self._number = f"{mark}{place + 1:>2}  "
        self._meld = meld
        self._is_marked = mark != " "
        self._note = f" ({note})" if note else ""
        self.width = len(self._number) + len(str(meld)) + len(self._note)

    def text(self, style: Style) -> str:
        """The entry as it is shown."""
        number = style.warning(self._number) if self._is_marked else style.dim(self._number)
        return number + style.cards(self._meld) + (style.dim(self._note) if self._note else "")


def count_entry_columns(count: int, widest: int, width: int) -> int:
    """In how many columns so many entries are shown on so wide a terminal."""
    return max(1, (width + _GAP) // (widest + _GAP)) if count > ONE_COLUMN else 1


def join_entries(entries: Sequence[Entry], columns: int, widest: int, style: Style) -> list[str]:
    """Entries as lines, below each other in columns."""
    rows = -(-len(entries) // columns)
    return [_join_row(entries[row::rows], widest, style) for row in range(rows)]


def _join_row(entries: Sequence[Entry], widest: int, style: Style) -> str:
    padded = [entry.text(style) + " " * (widest - entry.width + _GAP) for entry in entries[:-1]]
    return "".join(padded) + entries[-1].text(style)


def find_fresh(table: Table, known: Table) -> list[int]:
    """The places of the melds that do not lie on a table that is known already.

    >>> from rummy.table import parse_table
    >>> find_fresh(parse_table("5s 6s 7s 8s | Kc Kd Kh"), parse_table("Kc Kd Kh | 5s 6s 7s"))
    [0]
    """
    there = Counter(known.ids)
    fresh = []
    for place, meld in enumerate(table.ids):
        there[meld] -= 1
        if there[meld] < 0:
            fresh.append(place)
    return fresh


def sort_hand(hand: Cards, by_suit: bool) -> list[Cards]:
    """The hand as groups that are shown apart: by suit, or all in card order."""
    if not by_suit:
        return [hand.sorted()]
    groups = [Cards(card for card in hand.sorted() if card.suit == suit) for suit in (*SUITS, "")]
    return [group for group in groups if group]


def render_hand(hand: Cards, style: Style, by_suit: bool, fresh: Cards) -> str:
    """The hand on one line.

    Args:
        hand: The cards.
        style: How to write.
        by_suit: Whether to sort by suit first.
        fresh: Cards that were drawn just now; they are named once more.
    """
    if not hand:
        return style.dim("(empty)")
    text = "  ".join(style.cards(group) for group in sort_hand(hand, by_suit))
    drawn = Cards(card for card in fresh if card in hand)
    return f"{text}   {style.dim('new:')} {style.cards(drawn)}" if drawn else text


def broken_melds(faults: Iterable[Fault]) -> set[int]:
    """The places of the melds that faults name."""
    return {place for fault in faults for place in fault.melds}


def render_faults(faults: Iterable[Fault], style: Style, with_mends: bool = False) -> list[str]:
    """Each fault on its line.

    Args:
        faults: The faults.
        style: How to write.
        with_mends: Whether to say below a fault which one change would mend it, if one does.
    """
    lines = []
    for fault in faults:
        how = f" (name {fault.melds[0] + 1} {fault.cards[0]})" if fault.code == "joker/unnamed" else ""
        lines.append(style.warning(f"  {fault.message}{how}"))
        if with_mends and not how and fault.mend is not None:
            lines.append(f"    {fault.mend}")
    return lines


def join_words(words: Sequence[str], last: str = "and") -> str:
    """A list as one says it.

    >>> join_words(["draw", "pass", "play"], "or"), join_words(["draw"])
    ('draw, pass or play', 'draw')
    """
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def quote_melds(places: Iterable[int], table: Sequence[Iterable[Card]], style: Style) -> str:
    """Melds by number with their cards."""
    quoted = [f"{place + 1} ({style.cards(table[place])})" for place in places]
    return f"{'meld' if len(quoted) == 1 else 'melds'} {join_words(quoted)}"
