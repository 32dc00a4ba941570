"""The steps of a play in words that need no numbers: which cards come to which meld, and from where.

>>> from rummy.moves import find_moves
>>> from rummy.table import parse_table
>>> from rummy.terminal.style import Style
>>> before, after = parse_table("5s 6s 7s | 8c 8d 8h 8s"), parse_table("8c 8d 8h | 5s 6s 7s 8s 9s")
>>> tell_steps(before, find_moves(before, after), Style(is_coloured=False))
['  to 5s 6s 7s: 8s from 8c 8d 8h 8s, 9s from the hand']
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from rummy.cards import Cards
from rummy.moves import apply_moves

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rummy.moves import Move
    from rummy.table import Table
    from rummy.terminal.style import Style

_Step = tuple["Move", tuple[Cards, ...]]
"""A move with the groups as they lie before it."""


def tell_steps(before: Table, moves: Sequence[Move], style: Style) -> list[str]:
    """A line for each meld that something comes to.

    Args:
        before: The table before.
        moves: What turns it into the table after.
        style: How to write.
    """
    steps = zip(moves, [before.melds, *apply_moves(before, moves)], strict=False)
    return [_tell_meld(list(group), style) for _, group in groupby(steps, lambda step: step[0].target)]


def _tell_meld(steps: Sequence[_Step], style: Style) -> str:
    first, groups = steps[0]
    goal = "a new meld" if first.is_new else style.cards(groups[first.target - 1])
    sources = groupby(steps, lambda step: (step[0].source, step[0].is_move))
    parts = [_tell_source(list(group), style) for _, group in sources]
    where = "to" if any(move.is_move for move, _ in steps) else "in"
    return f"  {where} {goal}: {', '.join(parts)}"


def _tell_source(steps: Sequence[_Step], style: Style) -> str:
    first, groups = steps[0]
    moves = [move for move, _ in steps]
    if not first.is_move:
        return ", ".join(f"{style.card(move.card)} becomes {style.card(move.becomes)}" for move in moves)
    cards = _tell_cards(moves, style)
    if first.source is None:
        return f"{cards} from the hand"
    return f"{cards} (loose)" if first.is_loose else f"{cards} from {style.cards(groups[first.source - 1])}"


def _tell_cards(moves: Iterable[Move], style: Style) -> str:
    """The cards, each joker that gets another name with both."""
    is_named_anew = any(move.card.name and move.card is not move.becomes for move in moves)
    if not is_named_anew:
        return style.cards(move.becomes for move in moves)
    return ", ".join(
        style.card(move.card)
        if move.card is move.becomes
        else f"{style.card(move.card)} as {style.card(move.becomes)}"
        for move in moves
    )
