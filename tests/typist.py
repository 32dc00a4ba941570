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
            for command in _bring(draft, card, _find_base(draft, meld, settled), settled):
                draft = edit(draft, parse_line(command))
                typed.append(command)
        settled.append(meld)
    assert draft.table.same_melds(after)
    return typed


def _bring(draft: Draft, card: Card, base: int | None, settled: list[Cards]) -> list[str]:
    """Commands that bring a card to its meld; a joker of another name is named anew on the way."""
    if base is not None and card in draft.table[base]:
        return []
    source = _find_source(draft, card, base, settled)
    target = "new" if base is None else base + 1
    if source is not None:
        return [f"{source + 1} {card} > {target}"]
    if not card.is_joker or any(held.is_joker for held in draft.hand):
        return [f"{card} > {target}"]
    place, joker = next(
        (place, other)
        for place, group in _open_groups(draft, settled)
        for other in group
        if other.is_joker and place != base
    )
    return [f"name {place + 1} {joker} {card}", f"{place + 1} {card} > {target}"]


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
