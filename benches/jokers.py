"""How long `best_play` takes in the rule-sets with jokers, through Python on one core.

``python benches/jokers.py``, like the last part of ``report.py``, prints for each of them the median, the
95th and 99th percentile and the maximum in milliseconds for

- the positions that games really reach (`collect.py`), whose stored answers are verified on the way,
- `WORST` random positions with 75 cards in melds on the table and 20 in the hand, every joker among them,
- the same within a budget of nodes, with how many plays are then not proven and how many cards they lack.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from typing import TYPE_CHECKING, Any, NamedTuple

import rummy
from collect import FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rummy import Cards, Play, Table, Variant

WORST = 2000
TABLE_CARDS = 75
HAND_CARDS = 20
NODES = 500
REPEATS = 3
"""How often a position that games reach is timed; the shortest time counts."""
RANKS = "A23456789TJQK"
SUITS = "cdhs"


class Position(NamedTuple):
    """A table and a hand, parsed."""

    table: Table
    hand: Cards
    opened: bool = True


class Figures(NamedTuple):
    """Times in milliseconds."""

    median: float
    p95: float
    p99: float
    most: float

    @classmethod
    def of(cls, times: Sequence[float]) -> Figures:
        """The figures of times in seconds."""
        ordered = sorted(1000 * each for each in times)
        p95, p99 = (ordered[min(len(ordered) - 1, len(ordered) * part // 100)] for part in (95, 99))
        return cls(statistics.median(ordered), p95, p99, ordered[-1])

    def __str__(self) -> str:
        return " | ".join(f"{each:.3f}" for each in self)


def load(variant_id: str) -> list[dict[str, Any]]:
    """The stored positions of a rule-set."""
    text = (FOLDER / f"{variant_id}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def random_table(rng: random.Random) -> list[list[str]] | None:
    """Melds of `TABLE_CARDS` natural cards of two packs; None if no further meld fits."""
    left = {rank + suit: 2 for rank in RANKS for suit in SUITS}
    melds: list[list[str]] = []
    missing = TABLE_CARDS
    for _ in range(TABLE_CARDS * 40):
        if rng.random() < 0.5:
            rank, suits = rng.choice(RANKS), rng.sample(SUITS, rng.choice([3, 4]))
            meld = [rank + suit for suit in suits]
        else:
            size, suit = rng.choice([3, 3, 4, 5]), rng.choice(SUITS)
            start = rng.randrange(len(RANKS) - size + 2)
            meld = [(RANKS * 2)[start + step] + suit for step in range(size)]
        rest = missing - len(meld)
        if all(left[card] for card in meld) and (rest == 0 or rest >= 3):
            for card in meld:
                left[card] -= 1
            melds.append(meld)
            missing = rest
            if not missing:
                return melds
    return None


def worst_position(v: Variant, number: int) -> Position:
    """One of the random positions with every joker in the hand."""
    rng = random.Random(f"worst {number}")
    melds = None
    while melds is None:
        melds = random_table(rng)
    lying = [card for meld in melds for card in meld]
    rest = [rank + suit for rank in RANKS for suit in SUITS for _ in range(2)]
    for card in lying:
        rest.remove(card)
    jokers = max(deck.jokers for deck in v.decks)
    hand = [*rng.sample(rest, HAND_CARDS - jokers), *["*"] * jokers]
    return Position(rummy.parse_table(" | ".join(map(" ".join, melds))), rummy.parse_cards(hand))


def time_one(v: Variant, position: Position, repeats: int = 1, **how: Any) -> tuple[float, Play | None]:
    """The shortest time of some searches of one position, and what they find."""
    shortest = float("inf")
    for _ in range(repeats):
        began = time.perf_counter()
        play = rummy.best_play(v, position.table, position.hand, opened=position.opened, **how)
        shortest = min(shortest, time.perf_counter() - began)
    return shortest, play


def measure_reached(v: Variant, least_disturbance: bool) -> Figures:
    """The positions that games reach; every answer is as stored and proven."""
    times = []
    for case in load(v.id):
        position = Position(
            rummy.parse_table(case["table"]), rummy.parse_cards(case["hand"]), bool(case["opened"])
        )
        seconds, play = time_one(v, position, REPEATS, least_disturbance=least_disturbance)
        assert (0 if play is None else len(play.cards)) == case["most_cards"], case
        assert play is None or play.exact, case
        times.append(seconds)
    return Figures.of(times)


class Budgeted(NamedTuple):
    """The random positions, solved whole and within a budget of nodes; nothing found is not proven either."""

    whole: Figures
    budget: Figures
    unproven: int
    lacking: int
    cards: int


def measure_worst(v: Variant, numbers: Iterable[int]) -> Budgeted:
    """The random positions; what is found within the budget is never better than the best."""
    whole, budget, unproven, lacking, cards = [], [], 0, 0, 0
    for number in numbers:
        position = worst_position(v, number)
        seconds, best = time_one(v, position, least_disturbance=False)
        assert best is not None
        assert best.exact
        whole.append(seconds)
        seconds, found = time_one(v, position, least_disturbance=False, nodes=NODES)
        budget.append(seconds)
        count = 0 if found is None else len(found.cards)
        is_proven = found is not None and found.exact
        assert count == len(best.cards) if is_proven else count <= len(best.cards)
        unproven += not is_proven
        lacking += len(best.cards) - count
        cards += len(best.cards)
    return Budgeted(Figures.of(whole), Figures.of(budget), unproven, lacking, cards)


def report(worst: int) -> None:
    """Print the figures as a table in Markdown."""
    print("\n### Rule-sets with jokers, in milliseconds\n")
    print("| `best_play` | median | p95 | p99 | max |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for v in rummy.VARIANTS.values():
        if v.joker_law == "none":
            continue
        print(f"| {v.id}, reached | {measure_reached(v, least_disturbance=False)} |")
        print(f"| {v.id}, reached, least disturbance | {measure_reached(v, least_disturbance=True)} |")
        if worst:
            result = measure_worst(v, range(worst))
            lacking = f"{result.unproven} not proven, {result.lacking} of {result.cards} cards lacking"
            print(f"| {v.id}, worst | {result.whole} |")
            print(f"| {v.id}, worst, {NODES} nodes ({lacking}) | {result.budget} |")
        sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--worst", type=int, default=WORST, help="how many random positions (default: %(default)s)"
    )
    report(parser.parse_args().worst)


if __name__ == "__main__":
    main()
