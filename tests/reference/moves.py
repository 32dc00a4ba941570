"""The fewest moves from one table to another, twice: by every assignment, and by trying every move."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import count

from .cards import Table, in_card_order, parse_table, plain

State = tuple[tuple[str, ...], ...]


def fewest_moves(before: str | Table, after: str | Table) -> int:
    """By every way in which the groups after can take the places of the groups before, each place once."""
    old, new = _nameless(before), _nameless(after)
    share = [[sum((Counter(was) & Counter(now)).values()) for was in old] for now in new]

    @cache
    def most_that_stay(place: int, taken: int) -> int:
        if place == len(new):
            return 0
        free = [home for home in range(len(old)) if not taken & 1 << home and share[place][home]]
        ways = [share[place][home] + most_that_stay(place + 1, taken | 1 << home) for home in free]
        return max([most_that_stay(place + 1, taken), *ways])

    return sum(map(len, new)) - most_that_stay(0, 0)


def fewest_moves_by_trying(before: str | Table, after: str | Table, most: int) -> int | None:
    """By every move of every card; None if it takes more than ``most``. For tiny tables only."""
    goal = _state(_nameless(after))
    old = _nameless(before)
    hand = tuple((Counter(sum(goal, ())) - Counter(sum(old, ()))).elements())
    layer = {(_state(old), in_card_order(hand))}
    for moves in count():
        if (goal, ()) in layer:
            return moves
        if moves == most:
            return None
        layer = {after for layout in layer for after in _neighbours(*layout)}
    raise AssertionError


def _neighbours(groups: State, hand: tuple[str, ...]) -> set[tuple[State, tuple[str, ...]]]:
    """The layouts that one card's move leads to; a group without cards is none."""
    found = set()
    places: list[int | None] = [*range(len(groups)), None]
    for source in places:
        cards = hand if source is None else groups[source]
        for card in set(cards):
            left = list(cards)
            left.remove(card)
            for target in places:
                if target == source is not None:
                    continue
                laid = [list(group) for group in groups]
                if source is not None:
                    laid[source] = left
                if target is None:
                    laid.append([card])
                else:
                    laid[target].append(card)
                found.add((_state(laid), hand if source is not None else tuple(left)))
    return found


def _state(groups: list[tuple[str, ...]] | list[list[str]]) -> State:
    return tuple(sorted(in_card_order(list(group)) for group in groups if group))


def _nameless(table: str | Table) -> list[tuple[str, ...]]:
    """A joker is the same card under any name."""
    return [tuple(map(plain, group)) for group in parse_table(table)]
