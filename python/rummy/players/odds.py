"""What the cards seen tell about the cards that are not.

>>> from rummy.deal import Deal
>>> from rummy.variants import variant
>>> deal = Deal.from_cards(variant("carousel"), hands=["Ac 2c", "3d", "Kh Ks"], stock="4s")
>>> len(find_unseen(deal.view(0)))
104
>>> round(chance_of_lowest(deal.view(0), 3), 3), round(chance_of_lowest(deal.view(0), 5), 3)
(0.778, 0.604)
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from rummy.cards import pack_ids, subtract
from rummy.jokers import as_held
from rummy.players.base import own
from rummy.scoring import count_hand

if TYPE_CHECKING:
    from rummy.view import View


def find_unseen(view: View) -> bytes:
    """The cards in the other hands and in the stock, together, jokers without names.

    Raises:
        ValueError: It is a spectator's view, or the cards seen are not of the deck.
    """
    hand, _ = own(view)
    deck = view.variant.deck(view.players)
    unseen = subtract(pack_ids(deck.packs, deck.jokers), as_held(view.table.cards.ids) + hand.ids)
    if unseen is None:
        raise ValueError("the cards seen are more than the deck holds")
    return unseen


def chance_of_lowest(view: View, count: int) -> float:
    """How likely every other hand counts more than ``count``, if the unseen cards lie anywhere alike.

    The hands are taken one by one, as if each were drawn from all unseen cards.

    Cost: with n cards in the other hands, at most n times the unseen cards times ``count`` additions.
    """
    unseen = find_unseen(view)
    low = [worth for card in unseen if (worth := count_hand(view.variant, bytes([card]))) <= count]
    chance = 1.0
    for seat, size in enumerate(view.hand_sizes):
        if seat != view.seat:
            chance *= 1 - _count_low_hands(low, size, count) / comb(len(unseen), size)
    return chance


def _count_low_hands(worths: list[int], size: int, most: int) -> int:
    """How many choices of ``size`` of these cards, each of its own, come to ``most`` or less."""
    if size > most:
        # A card counts at least one.
        return 0
    ways = [[0] * (most + 1) for _ in range(size + 1)]
    ways[0][0] = 1
    for worth in worths:
        for taken in range(size, 0, -1):
            for total in range(most, worth - 1, -1):
                ways[taken][total] += ways[taken - 1][total - worth]
    return sum(ways[size])
