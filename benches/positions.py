"""The positions with right answers, parsed and ready to be measured; every answer is asserted first."""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rummy

if TYPE_CHECKING:
    from rummy.play import Play

CASES = Path(__file__).parent.parent / "tests" / "data" / "cases"
FILES = ("positions", "positions_play", "positions_jokers")


STEP = 15
"""Positions from play are sorted into these steps of table cards, which the random ones have on purpose."""


@dataclass(frozen=True)
class Ready:
    """One position as the searches take it, and its best play.

    Attributes:
        v: The rule-set.
        table: The table.
        hand: The hand.
        best: A play of the most cards.
        table_cards: The number of cards on the table, rounded up to a step.
        hand_cards: The number of cards in the hand, or None where positions are not sorted by it.
    """

    v: rummy.Variant
    table: rummy.Table
    hand: rummy.Cards
    best: Play | None
    table_cards: int
    hand_cards: int | None


def read_case(case: dict[str, Any]) -> tuple[rummy.Variant, rummy.Table, rummy.Cards]:
    """The rule-set, the table and the hand of a case."""
    table, hand = rummy.parse_table(case["table"]), rummy.parse_cards(case["hand"])
    return rummy.variant(case["rules"]), table, hand


def make_ready(case: dict[str, Any]) -> Ready:
    v, table, hand = read_case(case)
    best = rummy.best_play(v, table, hand)
    assert (0 if best is None else len(best.cards)) == case["most_cards"], case
    assert best is None or rummy.check_play(v, table, best.table, hand).cards == best.cards, case
    assert rummy.can_play(v, table, hand) == (best is not None), case
    assert best is None or apply_all(best) == sorted(meld.sorted() for meld in best.table), case
    cards = case.get("table_cards", -(-len(table.cards) // STEP) * STEP)
    return Ready(v, table, hand, best, cards, case.get("hand_cards"))


def apply_all(play: Play) -> list[rummy.Cards]:
    """The melds that the moves of a play lead to."""
    *_, groups = rummy.apply_moves(play.before, play.moves())
    return sorted(group.sorted() for group in groups if group)


def load(name: str) -> list[Ready]:
    """The positions of one file by rule-set and size."""
    lines = (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    ready = [make_ready(json.loads(line)) for line in lines]
    order = list(rummy.VARIANTS)
    return sorted(ready, key=lambda one: (order.index(one.v.id), one.table_cards, one.hand_cards or 0))


# What is asked of each.


def best_play(ready: Ready) -> object:
    return rummy.best_play(ready.v, ready.table, ready.hand, least_disturbance=False)


def can_play(ready: Ready) -> object:
    return rummy.can_play(ready.v, ready.table, ready.hand)


def plays(ready: Ready) -> object:
    """The first fifty; a large hand has millions."""
    return deque(zip(range(50), rummy.plays(ready.v, ready.table, ready.hand), strict=False), maxlen=0)


def moves(ready: Ready) -> object:
    """Of the best play that disturbs the least."""
    return ready.best and ready.best.moves()


def check_play(ready: Ready) -> object:
    return ready.best and rummy.check_play(ready.v, ready.table, ready.best.table, ready.hand)
