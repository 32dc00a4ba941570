"""How long the easy plays take through Python on one core, in one run, as Markdown.

    python benches/easy.py [--runs N]

Any best play, the one that disturbs the table least, and the hint are asked of the same positions one after
the other, so that their ratios are those of one machine in one state; each counts with the fastest of its
runs. Then the playable sets of cards of hands of 13 are listed and counted. Answers are asserted by
`positions.load` and by the tests.
"""

from __future__ import annotations

import argparse
import gc
import json
from statistics import mean, median
from time import perf_counter
from typing import TYPE_CHECKING

import jokers
import rummy
from positions import load, read_case

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

RUNS = 5
HAND = 13
ASKED = ("any best play", "least disturbance", "hint")

Position = tuple[rummy.Variant, rummy.Table, rummy.Cards, bool]


def ask(position: Position) -> list[Callable[[], object]]:
    v, table, hand, opened = position
    return [
        lambda: rummy.best_play(v, table, hand, opened=opened, least_disturbance=False),
        lambda: rummy.best_play(v, table, hand, opened=opened),
        lambda: rummy.hint(v, table, hand, opened=opened),
    ]


def micros(question: Callable[[], object], runs: int) -> float:
    least = float("inf")
    for _ in range(runs):
        start = perf_counter()
        question()
        least = min(least, perf_counter() - start)
    return least * 1e6


def row(name: str, times: Sequence[float], plain: Sequence[float]) -> str:
    ordered = sorted(times)
    p95 = ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)]
    ratio = mean(times) / mean(plain)
    figures = f"{median(times):.1f} | {mean(times):.1f} | {p95:.1f} | {ordered[-1]:,.1f} | {ratio:.1f}"
    return f"| {name} | {len(times)} | {figures} |"


def report(name: str, positions: Sequence[Position], runs: int) -> None:
    times: list[list[float]] = [[], [], []]
    for position in positions:
        for each, question in zip(times, ask(position), strict=True):
            each.append(micros(question, runs))
    for asked, each in zip(ASKED, times, strict=True):
        print(row(f"{name}: {asked}", each, times[0]), flush=True)


def stored(variant_id: str) -> list[Position]:
    return [(*read_case(line), line["opened"]) for line in jokers.load(variant_id)]


def report_plays() -> None:
    print(f"\n| hands of {HAND}, `positions` | positions | plays | listed a second | counted a second |")
    print("| --- | ---: | ---: | ---: | ---: |")
    ready = [one for one in load("positions") if len(one.hand) == HAND]
    for variant_id in dict.fromkeys(one.v.id for one in ready):
        number, listing, counting = 0, 0.0, 0.0
        some = [one for one in ready if one.v.id == variant_id]
        for one in some:
            start = perf_counter()
            found = sum(1 for _ in rummy.plays(one.v, one.table, one.hand))
            listing += perf_counter() - start
            start = perf_counter()
            count = rummy.count_plays(one.v, one.table, one.hand)
            counting += perf_counter() - start
            assert count == found, json.dumps([str(one.table), str(one.hand)])
            number += found
        rates = f"{number / listing:,.0f} | {number / counting:,.0f}"
        print(f"| {variant_id} | {len(some)} | {number:,} | {rates} |")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=RUNS, help="runs of each question (default: %(default)s)")
    runs = parser.parse_args().runs
    gc.collect()
    gc.disable()
    print("| microseconds | positions | median | mean | p95 | max | mean, times any best play |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in ("positions_play", "positions", "positions_jokers"):
        report(f"`{name}`", [(one.v, one.table, one.hand, True) for one in load(name)], runs)
    for path in sorted(jokers.FOLDER.glob("*.jsonl")):
        report(f"{path.stem}, reached", stored(path.stem), runs)
    report_plays()


if __name__ == "__main__":
    main()
