"""How many positions a second `best_plays` answers, by the number of workers.

``python benches/batch.py`` asks the positions of ``positions_play.jsonl`` with parsed objects, one by one
with `best_play` and all at once, and reads every table out. Each piece of them counts with the fastest of its
rounds; the ways take turns, so that a busy machine spoils none more than another.
"""

from __future__ import annotations

import argparse
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

import rummy
from positions import load

if TYPE_CHECKING:
    from collections.abc import Callable

FILE = "positions_play"
ROUNDS = 40
PIECE = 100
"""Positions timed in one go: short enough to find a while in which the cores do nothing else."""
Piece = tuple[rummy.Variant, list[tuple[rummy.Table, rummy.Cards]]]


def one_by_one(piece: Piece, least_disturbance: bool) -> None:
    v, positions = piece
    for table, hand in positions:
        play = rummy.best_play(v, table, hand, least_disturbance=least_disturbance)
        _ = play and play.table


def at_once(piece: Piece, least_disturbance: bool, workers: int) -> None:
    v, positions = piece
    for answer in rummy.best_plays(v, positions, least_disturbance=least_disturbance, workers=workers):
        _ = answer.play and answer.play.table


def fastest(ways: list[Callable[[Piece], None]], pieces: list[Piece], rounds: int) -> list[float]:
    """Seconds of each way for all pieces, each of them the fastest of its rounds."""
    totals = [0.0] * len(ways)
    for piece in pieces:
        best = [float("inf")] * len(ways)
        for _ in range(rounds):
            for place, way in enumerate(ways):
                start = perf_counter()
                way(piece)
                best[place] = min(best[place], perf_counter() - start)
        totals = [total + seconds for total, seconds in zip(totals, best, strict=True)]
    return totals


def load_pieces() -> list[Piece]:
    """The positions, by rule-set and cut into pieces."""
    groups: dict[rummy.Variant, list[tuple[rummy.Table, rummy.Cards]]] = {}
    for ready in load(FILE):
        groups.setdefault(ready.v, []).append((ready.table, ready.hand))
    return [
        (v, positions[first : first + PIECE])
        for v, positions in groups.items()
        for first in range(0, len(positions), PIECE)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="Positions a second of best_plays.")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="default: %(default)s")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2], help="default: 1 2")
    arguments = parser.parse_args()
    pieces = load_pieces()
    count = sum(len(positions) for _, positions in pieces)
    print(f"| positions a second | one by one | {' | '.join(f'workers: {n}' for n in arguments.workers)} |")
    print(f"| --- | {' | '.join(['---:'] * (1 + len(arguments.workers)))} |")
    for least in (False, True):
        ways: list[Callable[[Piece], None]] = [partial(one_by_one, least_disturbance=least)]
        ways += [partial(at_once, least_disturbance=least, workers=n) for n in arguments.workers]
        rates = [count / seconds for seconds in fastest(ways, pieces, arguments.rounds)]
        name = "least disturbance" if least else "any best play"
        print(f"| {name} | {' | '.join(f'{rate:,.0f}' for rate in rates)} |")


if __name__ == "__main__":
    main()
