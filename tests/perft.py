"""Counts of melds and of partitions, for both languages to agree on: ``data/perft``.

`count_by_sweep` counts the tables of some cards in a second way, apart from the package and from the exact
cover of the reference: rank by rank, with every open run known by where it began. Run as a program, this file
writes the tables anew, which takes some minutes::

    python tests/perft.py
"""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import combinations, combinations_with_replacement, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import reference as ref
from reference.cards import RANKS, SUITS
from strategies import random_pool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PERFT = Path(__file__).parent / "data" / "perft"
RULES_OF = {"low": "shanghai", "high": "manipulation", "either": "machiavelli"}
"""A rule-set without jokers for each law of the ace."""

HIGH_ACE = 14
"""The place above the king; an ace below the two has place 1."""

Runs = tuple[int, ...]
"""The open runs of one suit by the place where each began, sorted."""
State = tuple[tuple[Runs, int], ...]
"""For each suit its open runs and the aces kept for above the king."""


def load(name: str) -> Any:
    return json.loads((PERFT / f"{name}.json").read_text(encoding="utf-8"))


# The second way to count.

SET_SHAPES = [shape for size in (3, 4) for shape in combinations(range(4), size)]


def count_by_sweep(ace: str, cards: ref.Cards) -> int:
    """How many tables these natural cards make, with the ace low, high or either."""
    held = Counter(cards)
    ranks = [[held[rank + suit] for suit in SUITS] for rank in RANKS]
    # If every rank is held in all suits alike, states that differ by a change of suits count as one.
    alike = all(len(set(rank)) == 1 for rank in ranks)

    def pack(suits: Iterator[tuple[Runs, int]]) -> State:
        return tuple(sorted(suits) if alike else suits)

    states = Counter[State]()
    for taken, ways in set_ways(ranks[0]).items():
        left = [have - use for have, use in zip(ranks[0], taken, strict=True)]
        lows = {"low": [left], "high": [[0] * 4], "either": product(*(range(most + 1) for most in left))}[ace]
        for low in lows:
            states[pack(((1,) * few, most - few) for few, most in zip(low, left, strict=True))] += ways
    for place in range(2, HIGH_ACE):
        states = _after_rank(states, place, ranks[place - 1], ace, pack)
    return sum(number * _ways_to_end(state, ace) for state, number in states.items())


def set_ways(held: list[int]) -> Counter[tuple[int, ...]]:
    """For each number of cards of each suit that sets can take, in how many ways they can."""
    ways = Counter[tuple[int, ...]]()
    for size in range(sum(held) // 3 + 1):
        for sets in combinations_with_replacement(SET_SHAPES, size):
            taken = tuple(sum(suit in shape for shape in sets) for suit in range(4))
            if all(use <= have for use, have in zip(taken, held, strict=True)):
                ways[taken] += 1
    return ways


def _after_rank(
    states: Counter[State], place: int, held: list[int], ace: str, pack: Callable[[Any], State]
) -> Counter[State]:
    later = Counter[State]()
    uses = set_ways(held)
    options: dict[tuple[Runs, int], Counter[Runs]] = {}
    for state, number in states.items():
        for taken, ways in uses.items():
            suits = []
            for (runs, high), have, use in zip(state, held, taken, strict=True):
                key = runs, have - use
                if key not in options:
                    options[key] = Counter(runs_after(*key, place, ace))
                suits.append([((after, high), times) for after, times in options[key].items()])
            for choice in product(*suits):
                times = number * ways
                for _, more in choice:
                    times *= more
                later[pack(suit for suit, _ in choice)] += times
    return later


def _ways_to_end(state: State, ace: str) -> int:
    ways = 1
    for runs, high in state:
        ways *= sum(1 for _ in runs_after(runs, high, HIGH_ACE, ace))
    return ways


def runs_after(runs: Runs, cards: int, place: int, ace: str) -> Iterator[Runs]:
    """Each way to put exactly so many cards of one suit on its runs: on open ones, the rest on new ones."""
    open_runs = sorted(Counter(runs).items())
    for going in product(*(range(number + 1) for _, number in open_runs)):
        new = cards - sum(going)
        if new < 0:
            continue
        split = [(start, goes, number - goes) for (start, number), goes in zip(open_runs, going, strict=True)]
        if any(stops and place - start < 3 for start, _, stops in split):
            continue
        if place == HIGH_ACE and (
            new or any(goes and not takes_high_ace(start, ace) for start, goes, _ in split)
        ):
            continue
        yield _renamed([start for start, goes, _ in split for _ in range(goes)] + [place] * new, place, ace)


def takes_high_ace(start: int, ace: str) -> bool:
    """D1: not with an ace below the two; and the run of thirteen is counted with its ace low."""
    return start <= HIGH_ACE - 2 and not (ace == "either" and start in (1, 2))


def _renamed(starts: list[int], place: int, ace: str) -> Runs:
    """Runs of three cards and more are told apart, but where they began no longer matters: 0, -1, -2 ..."""
    names: dict[int, int] = {}
    for start in sorted(starts):
        is_long = start <= 0 or (place - start >= 2 and not (ace == "either" and start in (1, 2)))
        names.setdefault(start, -sum(name <= 0 for name in names.values()) if is_long else start)
    return tuple(sorted(names[start] for start in starts))


# The tables.


def block(ranks: str, suits: str, packs: int) -> ref.Cards:
    return tuple(rank + suit for rank in ranks for suit in suits for _ in range(packs))


def card_sets() -> Iterator[tuple[str, ref.Cards]]:
    """Sets of cards worth counting, with a name each."""
    for ranks in ("A23", "567", "QKA", "A234", "TJQKA", "A2345", "A234567", "A23456789", RANKS):
        yield f"{ranks}, all suits", block(ranks, SUITS, 1)
    for ranks in ("A23", "567", "QKA", "A234", "TJQKA", "A2345"):
        yield f"{ranks}, all suits, two packs", block(ranks, SUITS, 2)
    for suits in ("s", "cs", "cds"):
        yield f"all ranks, {suits}", block(RANKS, suits, 1)
        yield f"all ranks, {suits}, two packs", block(RANKS, suits, 2)
    yield "two packs", block(RANKS, SUITS, 2)
    for seed in range(36):
        rules = list(RULES_OF.values())[seed % 3]
        pool = random_pool(random.Random(seed), rules, melds=2 + seed // 2, spare=seed % 7 == 6)
        yield f"random {seed}", ref.in_card_order(pool)


REFERENCE_CARDS = 24
"""The most cards that the slow reference counts."""
LONG_CARDS = 75
"""From so many cards on counting is for the long tests."""
HUGE = "two packs"
"""The cards that take too long to count for any test where the ace is high or low."""


def count_ways(cards: ref.Cards) -> dict[str, int]:
    ways = {ace: count_by_sweep(ace, cards) for ace in RULES_OF}
    if len(cards) <= REFERENCE_CARDS:
        for ace, rules in RULES_OF.items():
            if ref.count_partitions(ref.RULES[rules], cards) != ways[ace]:
                raise RuntimeError(f"the two ways to count disagree on {' '.join(cards)}")
    return ways


def partition_rows() -> Iterator[dict[str, object]]:
    """`cost` says in which tests a row is counted again: the quick ones, the long ones or none."""
    for name, cards in card_sets():
        row = {
            "name": name,
            "cards": " ".join(cards),
            "ways": count_ways(cards),
            "checked": ["sweep", "reference"] if len(cards) <= REFERENCE_CARDS else ["sweep"],
            "cost": "long" if len(cards) >= LONG_CARDS else "quick",
        }
        if name == HUGE:
            either = row["ways"].pop("either")
            yield row
            row = row | {"name": f"{name}, ace either", "ways": {"either": either}, "cost": "none"}
        yield row


def meld_rows() -> Iterator[dict[str, object]]:
    for ace in RULES_OF:
        melds = ref.shapes(ace)
        sets = sum(meld[0][0] == meld[1][0] for meld in melds)
        yield {
            "ace": ace,
            "sets": sets,
            "runs": len(melds) - sets,
            "melds": len(melds),
            "melds_of_two_packs_copies_apart": sum(2 ** len(meld) for meld in melds),
        }


def write(name: str, rows: Iterator[dict[str, object]]) -> None:
    lines = ",\n".join(json.dumps(row) for row in rows)
    (PERFT / f"{name}.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    write("melds", meld_rows())
    write("partitions", partition_rows())
