"""The positions, and the melds that an integer program needs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from positions import CASES, read_case

if TYPE_CHECKING:
    import rummy

FILES = ("positions_play", "positions")
ACES = ("low", "high", "either")
RANKS = 13
CARDS = 52
LONGEST = 5
"""Of a run: a longer one is made of two."""


@dataclass(frozen=True)
class Question:
    """A position with the number of cards that can be put down.

    Attributes:
        v: The rule-set.
        table: The table.
        hand: The hand.
        lying: How many copies of each card lie on the table, by the byte of the card.
        held: How many are in the hand.
        most_cards: The right answer.
    """

    v: rummy.Variant
    table: rummy.Table
    hand: rummy.Cards
    lying: tuple[int, ...]
    held: tuple[int, ...]
    most_cards: int

    @property
    def ace(self) -> str:
        """Where in a run an ace may stand."""
        return self.v.ace

    def __str__(self) -> str:
        return f"{self.v.id}, table {str(self.table)!r}, hand {str(self.hand)!r}"


def load(name: str) -> list[Question]:
    """The positions of one file, in its order."""
    questions = []
    for line in (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        v, table, hand = read_case(case)
        questions.append(
            Question(v, table, hand, count(table.cards.ids), count(hand.ids), case["most_cards"])
        )
    return questions


def count(cards: bytes) -> tuple[int, ...]:
    """How many copies there are of each natural card."""
    return tuple(cards.count(card) for card in range(CARDS))


def melds(ace: str) -> list[tuple[int, ...]]:
    """Every set, and every run of up to five cards: 185 melds, 197 where the ace is low and high."""
    sets = [
        tuple(4 * rank + suit for suit in suits)
        for rank in range(RANKS)
        for size in (3, 4)
        for suits in combinations(range(4), size)
    ]
    first, end = (1 if ace == "high" else 0), (RANKS if ace == "low" else RANKS + 1)
    runs = [
        tuple(4 * (place % RANKS) + suit for place in range(start, start + size))
        for suit in range(4)
        for size in range(3, LONGEST + 1)
        for start in range(first, end - size + 1)
    ]
    return sets + runs
