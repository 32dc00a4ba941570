"""Ten threads on the same parsed objects find what one thread finds."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
import rummy

CASES = Path(__file__).parent / "data" / "cases"
THREADS = 10

Asked = tuple[rummy.Variant, rummy.Table, rummy.Cards, bool]


def some(name: str, step: int) -> list[Asked]:
    """Every so many positions of a file, parsed."""
    lines = (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()[::step]
    cases: list[dict[str, Any]] = [json.loads(line) for line in lines]
    variants = {name: rummy.variant(name) for name in rummy.VARIANTS}
    return [
        (
            variants[case["rules"]],
            rummy.parse_table(case["table"]),
            rummy.parse_cards(case["hand"]),
            case.get("opened", True),
        )
        for case in cases
    ]


def answers(asked: Asked) -> tuple[object, ...]:
    """All that a position is asked."""
    v, table, hand, opened = asked
    best = rummy.best_play(v, table, hand, opened=opened)
    return (
        best,
        best and rummy.check_play(v, table, best.table, hand, opened),
        best and best.moves(),
        rummy.best_play(v, table, hand, objective="points", opened=opened, least_disturbance=False),
        rummy.best_play(v, table, hand, opened=opened, nodes=30),
        rummy.hint(v, table, hand, opened),
        rummy.can_play(v, table, hand, opened),
        rummy.find_playable(v, table, hand, opened, hand[:1]),
        [play.cards for play in islice(rummy.plays(v, table, hand, opened), 10)],
        rummy.count_plays(v, table, hand, opened) if len(hand) < 8 else None,
        rummy.partition(v, hand),
        rummy.count_partitions(v, hand),
        str(table),
        str(hand),
    )


@pytest.mark.parametrize(
    ("name", "step"), [("plays", 12), ("positions", 48), ("positions_play", 80), ("positions_jokers", 6)]
)
def test_threads_find_what_one_thread_finds(name: str, step: int) -> None:
    shared = some(name, step)
    alone = [answers(asked) for asked in some(name, step)]
    together = Barrier(THREADS)

    def ask(thread: int) -> list[tuple[object, ...]]:
        together.wait()
        # Each begins elsewhere, so that they are not all in the same question.
        start = thread * len(shared) // THREADS
        found = [answers(asked) for asked in shared[start:] + shared[:start]]
        return found[len(shared) - start :] + found[: len(shared) - start]

    with ThreadPoolExecutor(THREADS) as pool:
        for found in pool.map(ask, range(THREADS)):
            assert found == alone
