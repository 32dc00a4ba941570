r"""What happened, in words: who drew, what was put down, and which melds became which.

>>> from rummy.cards import Cards
>>> from rummy.events import Drew, Laid
>>> from rummy.table import parse_table
>>> from rummy.terminal.style import Style
>>> teller = Teller(["You", "Computer"], Style(is_coloured=False), parse_table("5s 6s 7s | 8c 8d 8h 8s"))
>>> laid = Laid(1, Cards("9s"), parse_table("8c 8d 8h | 5s 6s 7s 8s 9s"))
>>> print("\n".join(teller.tell([Drew(1, None, 1), laid])))
Computer draws a card.
Computer puts down 9s: 5s 6s 7s | 8c 8d 8h 8s become 8c 8d 8h | 5s 6s 7s 8s 9s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rummy.cards import Cards
from rummy.events import Dealt, Drew, Ended, Event, GaveUp, Knocked, Laid
from rummy.table import EMPTY_TABLE, Table
from rummy.terminal.describe import count_of
from rummy.terminal.render import find_fresh

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rummy.terminal.style import Style

YOU: Final = "You"
"""The name of a player who is spoken to."""
QUOTED: Final = 3
"""Up to so many melds that were rearranged together are quoted; more are counted."""


class Teller:
    """Tells events in the order in which they happened.

    Args:
        names: The name of each seat.
        style: How to write.
        table: The table before the first event that is told.
    """

    def __init__(self, names: Sequence[str], style: Style, table: Table = EMPTY_TABLE) -> None:
        self._names = names
        self._style = style
        self._table = table

    def tell(self, events: Iterable[Event]) -> list[str]:
        """Lines for some events; draws of one seat in a row are told together."""
        lines = []
        for event in _join_draws(events):
            line = self._tell_one(event)
            if line:
                lines.append(line)
            if isinstance(event, Dealt | Laid):
                self._table = event.table
        return lines

    def _tell_one(self, event: Event) -> str:
        if isinstance(event, Dealt):
            begins = self._says(event.seat, "begin", is_first=False)
            loose = _join_melds((meld for meld in event.table if len(meld) == 1), self._style)
            on_table = f" On the table lie {loose}." if loose else ""
            return f"{self._says(event.dealer, 'deal')}; {begins}.{on_table}"
        if isinstance(event, Ended):
            return ""
        if isinstance(event, Drew):
            cards = event.cards
            what = count_of(event.count, "card") if cards is None else self._style.cards(cards)
            return f"{self._says(event.seat, 'draw')} {'a card' if what == '1 card' else what}."
        if isinstance(event, Laid):
            changes = "; ".join(describe_change(self._table, event.table, self._style))
            return f"{self._says(event.seat, 'put')} down {self._style.cards(event.cards)}: {changes}."
        if isinstance(event, Knocked):
            return f"{self._says(event.seat, 'knock')}."
        if isinstance(event, GaveUp):
            return f"{self._says(event.seat, 'give')} up an unfinished move."
        return f"{self._says(event.seat, 'pass')}."

    def _says(self, seat: int, verb: str, is_first: bool = True) -> str:
        name = self._names[seat]
        if name == YOU:
            return f"{name if is_first else name.lower()} {verb}"
        return f"{name} {verb}{'es' if verb.endswith('s') else 's'}"


def _join_draws(events: Iterable[Event]) -> list[Event]:
    joined: list[Event] = []
    for event in events:
        last = joined[-1] if joined else None
        if isinstance(event, Drew) and isinstance(last, Drew) and event.seat == last.seat:
            cards = None if event.cards is None or last.cards is None else Cards((*last.cards, *event.cards))
            joined[-1] = Drew(event.seat, cards, last.count + event.count)
        else:
            joined.append(event)
    return joined


def describe_change(before: Table, after: Table, style: Style) -> list[str]:
    """Which melds became which, in groups of melds that share cards.

        >>> from rummy.terminal.style import Style
    >>> plain = Style(is_coloured=False)
        >>> describe_change(Table(["5s 6s 7s"]), Table(["5s 6s 7s 8s", "Kc Kd Kh"]), plain)
        ['5s 6s 7s becomes 5s 6s 7s 8s', 'new: Kc Kd Kh']
    """
    texts = []
    gone_melds = [before[place] for place in find_fresh(before, after)]
    new_melds = [after[place] for place in find_fresh(after, before)]
    for gone, made in _group(gone_melds, new_melds):
        new = _join_melds(made, style)
        if not gone:
            texts.append(f"new: {new}")
        elif len(gone) > QUOTED:
            texts.append(f"{len(gone)} melds become {new}")
        else:
            texts.append(f"{_join_melds(gone, style)} {'becomes' if len(gone) == 1 else 'become'} {new}")
    return texts


def _join_melds(melds: Iterable[Cards], style: Style) -> str:
    return " | ".join(style.cards(meld) for meld in melds)


def _group(gone: list[Cards], made: list[Cards]) -> list[tuple[list[Cards], list[Cards]]]:
    """Melds that are gone with the new melds that could hold their cards."""
    groups: list[tuple[list[Cards], list[Cards]]] = []
    for meld in made:
        sources = [old for old in gone if set(old) & set(meld)]
        group = (sources, [meld])
        for other in [other for other in groups if any(old in other[0] for old in sources)]:
            groups.remove(other)
            group = ([*other[0], *(old for old in group[0] if old not in other[0])], [*other[1], *group[1]])
        groups.append(group)
    return [(sorted(sources, key=gone.index), results) for sources, results in groups]
