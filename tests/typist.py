"""Turns a play into the lines a person would type for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.terminal.editing import edit
from rummy.terminal.language import parse_line

if TYPE_CHECKING:
    from rummy import Card, Cards, Draft, Table


def type_play(draft: Draft, after: Table) -> list[str]:
    """Commands that turn a draft into the table: each new meld grows on the largest part of it."""
    typed: list[str] = []
    lying = list(draft.table)
    made = [meld for meld in after if not _remove(lying, meld)]
    settled = [meld for meld in draft.table if meld not in lying]
    for meld in made:
        for card in meld:
            base = _find_base(draft, meld, settled)
            if base is None or card not in draft.table[base]:
                source = _find_source(draft, card, base, settled)
                origin = "" if source is None else f"{source + 1} "
                command = f"{origin}{card} > {'new' if base is None else base + 1}"
                draft = edit(draft, parse_line(command))
                typed.append(command)
        settled.append(meld)
    assert draft.table.same_melds(after)
    return typed


def _remove(melds: list[Cards], meld: Cards) -> bool:
    if meld in melds:
        melds.remove(meld)
        return True
    return False


def _open_groups(draft: Draft, settled: list[Cards]) -> list[tuple[int, Cards]]:
    """The groups that are not yet as they shall be, with their places."""
    left = list(settled)
    return [(place, group) for place, group in enumerate(draft.table) if not _remove(left, group)]


def _find_base(draft: Draft, meld: Cards, settled: list[Cards]) -> int | None:
    parts = [(len(group), place) for place, group in _open_groups(draft, settled) if set(group) <= set(meld)]
    return max(parts)[1] if parts else None


def _find_source(draft: Draft, card: Card, base: int | None, settled: list[Cards]) -> int | None:
    groups = _open_groups(draft, settled)
    return next((place for place, group in groups if place != base and card in group), None)
