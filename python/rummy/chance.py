"""Everything random: decks, the first dealer, and a computer player's chance.

Each is a function of a seed and of places in a series alone, so the order of work changes nothing.
"""

from __future__ import annotations

import random
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING

from rummy.cards import pack_ids

if TYPE_CHECKING:
    from rummy.variant import Deck


def derive_key(purpose: str, *parts: int | str) -> bytes:
    """A key that depends on every part and tells nothing about them.

    >>> derive_key("deck", 7, 0, 1) == derive_key("deck", 7, 0, 1), derive_key("deck", 7, 1, 0).hex()
    (True, 'f54dfb44d0b838e528dcc021acfb0663')
    """
    return blake2b(repr((purpose, *parts)).encode(), digest_size=16).digest()


def seeded(key: bytes) -> random.Random:
    """A generator that starts from a key."""
    return random.Random(int.from_bytes(key, "big"))


def shuffle_deck(deck: Deck, seed: int, game: int, number: int) -> bytes:
    """The deck of one deal, in the order in which it is dealt and drawn.

    Args:
        deck: The packs.
        seed: The seed of the series of games.
        game: The number of the game in the series.
        number: The number of the deal in the game.
    """
    cards = bytearray(pack_ids(deck.packs, deck.jokers))
    seeded(derive_key("deck", seed, game, number, deck.packs, deck.jokers)).shuffle(cards)
    return bytes(cards)


def first_dealer(players: int, seed: int, game: int) -> int:
    """The seat that deals the first deal of a game (D7)."""
    return seeded(derive_key("dealer", seed, game)).randrange(players)


class Chance:
    """The chance of a computer player for one action, made when it is first asked for.

    Args:
        key: A key for the game, the deal and the seat.
        turn: The number of the turn in the deal.
        step: The number of the action in the turn.
    """

    def __init__(self, key: bytes, turn: int, step: int = 0) -> None:
        self._parts = (key, turn, step)

    @cached_property
    def random(self) -> random.Random:
        """A generator of random numbers; the same one at every use."""
        key, turn, step = self._parts
        return seeded(derive_key("chance", key.hex(), turn, step))


def chance_key(seed: int, game: int, number: int, seat: int) -> bytes:
    """The key of a seat's `Chance` in one deal."""
    return derive_key("seat", seed, game, number, seat)
