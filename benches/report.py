"""Measures every position with a right answer through Python and prints the figures as Markdown.

    python benches/report.py [--runs N] [--file NAME] [--worst N]

Each position counts with the fastest of its runs, on one core, with parsed objects and without garbage
collection. Runs of one position follow one another, in a few rounds over all positions; one line tells how
long it takes when every run asks another position than the run before, which the processor cannot foresee.
Every answer is asserted before anything is measured.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

import jokers
import rummy
from positions import FILES, Ready, best_play, can_play, check_play, load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

ROUNDS = 3
RUNS = 20


def fastest(ask: Callable[[Ready], object], positions: list[Ready], rounds: int, runs: int) -> list[float]:
    """Microseconds of the fastest run of each position.

    Args:
        ask: The question.
        positions: The positions.
        rounds: How often all positions are gone through; a while in which the machine is slow spoils none.
        runs: How often a position is asked each time it is its turn.
    """
    best = [float("inf")] * len(positions)
    for _ in range(rounds):
        for place, ready in enumerate(positions):
            for _ in range(runs):
                start = perf_counter()
                ask(ready)
                best[place] = min(best[place], perf_counter() - start)
    return [seconds * 1e6 for seconds in best]


def figures(micros: Iterable[float]) -> str:
    """How many, median, 95th of a hundred, most."""
    times = sorted(micros)
    p95 = times[min(len(times) - 1, len(times) * 95 // 100)]
    return f"{len(times)} | {median(times):.1f} | {p95:.1f} | {times[-1]:.1f}"


def report(name: str, positions: list[Ready], runs: int) -> None:
    """The best play by rule-set and size, then every question over the whole file."""
    times = list(zip(positions, fastest(best_play, positions, ROUNDS, runs), strict=True))
    hands = sorted({ready.hand_cards for ready in positions if ready.hand_cards is not None})
    print(f"\n### `{name}.jsonl`\n")
    print(
        "| `best_play` | table cards | positions | median | p95 | max |",
        *(f"hand {hand} |" for hand in hands),
    )
    print("| --- | ---: | ---: | ---: | ---: | ---: |" + " ---: |" * len(hands))
    for group in dict.fromkeys((ready.v.id, ready.table_cards) for ready in positions):
        inside = [(ready, time) for ready, time in times if (ready.v.id, ready.table_cards) == group]
        medians = (median(time for ready, time in inside if ready.hand_cards == hand) for hand in hands)
        print(
            f"| {group[0]} | {group[1]} | {figures(time for _, time in inside)} |",
            *(f"{m:.1f} |" for m in medians),
        )
    print("\n| whole file | positions | median | p95 | max |\n| --- | ---: | ---: | ---: | ---: |")
    print(f"| `best_play` | {figures(time for _, time in times)} |")
    print(f"| `best_play`, each time another position | {figures(fastest(best_play, positions, runs, 1))} |")
    for ask in (can_play, check_play):
        asked = positions if ask is can_play else [ready for ready in positions if ready.best]
        print(f"| `{ask.__name__}` | {figures(fastest(ask, asked, ROUNDS, runs))} |")


def report_turns(seconds: float = 1.0) -> None:
    """Greedy against greedy, games enough for so many seconds."""
    v, games, results = rummy.variant("machiavelli"), 8, None
    while results is None or results.seconds < seconds:
        games *= 2
        results = rummy.simulate(v, players=["greedy", "greedy"], games=games, seed=1, workers=1)
    print("\n### Turns\n")
    print(
        f"machiavelli, two greedy players, one worker: {results.turns} turns in {results.seconds:.2f} s, "
        f"{results.turns_per_second:,.0f} turns a second"
    )


def machine() -> str:
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.is_file():
        lines = [line.partition(":") for line in info.read_text(encoding="utf-8").splitlines()]
        model = next((value.strip() for key, _, value in lines if key.strip() == "model name"), model)
    return f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--runs", type=int, default=RUNS, help="runs of a position in each round (default: %(default)s)"
    )
    parser.add_argument("--file", choices=FILES, help="measure this file only")
    parser.add_argument(
        "--worst",
        type=int,
        default=jokers.WORST,
        help="random positions with jokers of each rule-set (default: %(default)s)",
    )
    options = parser.parse_args()
    print(f"{machine()}; microseconds; each position the fastest of {ROUNDS} times {options.runs} runs")
    files = {name: load(name) for name in ([options.file] if options.file else FILES)}
    gc.collect()
    gc.disable()
    for name, positions in files.items():
        report(name, positions, options.runs)
    if not options.file:
        jokers.report(options.worst)
    gc.enable()
    report_turns()


if __name__ == "__main__":
    main()
