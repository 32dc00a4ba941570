"""A view as numbers, in one layout for every rule-set and every number of players.

>>> from rummy.cards import Cards
>>> from rummy.deal import Deal
>>> from rummy.variants import variant
>>> deal = Deal.from_cards(variant("machiavelli"), hands=["7s 8s Kd", "2c 3c"], table="4s 5s 6s", stock="9h")
>>> numbers = observe(deal.view(0), Cards("7s"))
>>> numbers.shape, int(numbers[LAYOUT["hand"]].sum()), numbers[LAYOUT["hand_sizes"]].tolist()
((1029,), 3, [3, 2, 0, 0, 0])
"""

from __future__ import annotations

from itertools import accumulate
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import numpy as np

from rummy.cards import JOKER_BIT, UNNAMED
from rummy.envs.actions import slots_of
from rummy.variant import MOST_PLAYERS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt

    from rummy.cards import Cards
    from rummy.view import View

KINDS: Final = 53
"""Kinds of card: the natural ones by number, the joker last."""
MOST_COUNT: Final = 112
"""No count is larger: a deck has at most so many cards."""
MOST_TOTAL: Final = 30_000
"""Totals lie between this and its negative."""


def _make_shapes() -> dict[bytes, int]:
    """Every meld by the sorted numbers of what its cards are or stand for."""
    sets = [[0, 1, 2, 3], *([suit for suit in range(4) if suit != left] for left in range(4))]
    melds = [bytes(rank * 4 + suit for suit in suits) for rank in range(13) for suits in sets]
    # A run of thirteen is one meld, wherever its ace lies.
    melds += [
        bytes(sorted(place % 13 * 4 + suit for place in range(start, end)))
        for suit in range(4)
        for start in range(12)
        for end in range(start + 3, min(start + 13, 14) + 1)
    ]
    return {meld: shape for shape, meld in enumerate(dict.fromkeys(melds))}


SHAPES: Final[Mapping[bytes, int]] = MappingProxyType(_make_shapes())
"""The number of each meld, by the bytes of what its cards are or stand for, in card order."""

_PARTS: Final = {
    "hand": KINDS,
    "chosen": KINDS,
    "table": UNNAMED,
    "table_jokers": UNNAMED,
    "loose": KINDS,
    "melds": len(SHAPES),
    "joker_melds": len(SHAPES),
    "hand_sizes": MOST_PLAYERS,
    "has_opened": MOST_PLAYERS,
    "totals": MOST_PLAYERS,
    "to_act": MOST_PLAYERS,
    "dealer": MOST_PLAYERS,
    "stock_size": 1,
    "drawn": 1,
    "turns_left": 1,
}
_ENDS: Final = dict(zip(_PARTS, accumulate(_PARTS.values()), strict=True))

LAYOUT: Final[Mapping[str, slice]] = MappingProxyType(
    {name: slice(_ENDS[name] - size, _ENDS[name]) for name, size in _PARTS.items()}
)
"""Where each part of an observation lies."""
SIZE: Final = sum(_PARTS.values())
"""How many numbers an observation has."""

_FACES: Final = bytes(card & ~JOKER_BIT for card in range(256))
"""What a card of the table is or stands for."""
_STARTS: Final = {name: part.start for name, part in LAYOUT.items()}


def bounds() -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    """The least and the largest number at each place of an observation."""
    low, high = np.zeros(SIZE, np.int16), np.full(SIZE, MOST_COUNT, np.int16)
    low[LAYOUT["totals"]], high[LAYOUT["totals"]] = -MOST_TOTAL, MOST_TOTAL
    for name in ("has_opened", "to_act", "dealer"):
        high[LAYOUT[name]] = 1
    return low, high


def observe(view: View, chosen: Cards) -> npt.NDArray[np.int16]:
    """The numbers of a view; seats are counted from the viewer's, clockwise.

    Args:
        view: What the seat may know.
        chosen: The cards it has chosen so far.
    """
    places = _places("hand", view.hand.ids if view.hand is not None else b"")
    places += _places("chosen", chosen.ids)
    for group in view.table.ids:
        places += _places_of_group(group)
    numbers = np.bincount(places, minlength=SIZE).astype(np.int16)
    by_seat: tuple[Sequence[int], ...] = (
        view.hand_sizes,
        view.has_opened,
        view.totals,
        [seat == view.to_act for seat in range(view.players)],
        [seat == view.dealer for seat in range(view.players)],
    )
    last = [number for values in by_seat for number in _from_seat(values, view.seat or 0)]
    last += (view.stock_size, view.drawn, view.turns_left or 0)
    numbers[LAYOUT["hand_sizes"].start :] = last
    return numbers


def _from_seat(values: Sequence[int], own: int) -> list[int]:
    """What is known by seat, clockwise from the own one, with zeros for seats that are not there."""
    return [*values[own:], *values[:own], *(0,) * (MOST_PLAYERS - len(values))]


def _places(part: str, cards: bytes) -> list[int]:
    """Where cards of a hand, or loose ones, are counted in a part."""
    start = _STARTS[part]
    return [start + slot for slot in slots_of(cards)]


def _places_of_group(group: bytes) -> list[int]:
    """Where a group of the table is counted: a loose card by itself, a meld by its shape and its cards."""
    if len(group) == 1:
        return _places("loose", group)
    table, jokers = _STARTS["table"], _STARTS["table_jokers"] - JOKER_BIT
    places = [card + (jokers if card & JOKER_BIT else table) for card in group]
    shape = SHAPES[bytes(sorted(group.translate(_FACES)))]
    places.append(_STARTS["melds"] + shape)
    if max(group) & JOKER_BIT:
        places.append(_STARTS["joker_melds"] + shape)
    return places
