"""The searches and the judge through Python: ``pytest benches --benchmark-only``.

One round asks each position of a group once, so a figure is the time of the whole group.
"""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import TYPE_CHECKING

import pytest
import rummy
from positions import FILES, Ready, load

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_benchmark.fixture import BenchmarkFixture

GROUPS: dict[str, list[Ready]] = {}
for file in FILES:
    for one in load(file):
        hand = "" if one.hand_cards is None else f"+{one.hand_cards}"
        GROUPS.setdefault(f"{file} {one.v.id} {one.table_cards}{hand}", []).append(one)


def best_play(ready: Ready) -> object:
    return rummy.best_play(ready.v, ready.table, ready.hand, least_disturbance=False)


def can_play(ready: Ready) -> object:
    return rummy.can_play(ready.v, ready.table, ready.hand)


def plays(ready: Ready) -> object:
    """The first fifty; a large hand has millions."""
    return deque(zip(range(50), rummy.plays(ready.v, ready.table, ready.hand), strict=False), maxlen=0)


def check_play(ready: Ready) -> object:
    return ready.best and rummy.check_play(ready.v, ready.table, ready.best.table, ready.hand)


def ask_all(ask: Callable[[Ready], object], group: list[Ready]) -> None:
    for ready in group:
        ask(ready)


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("ask", [best_play, can_play, plays, check_play])
def test_speed(benchmark: BenchmarkFixture, ask: Callable[[Ready], object], group: str) -> None:
    benchmark.group = ask.__name__
    benchmark.extra_info["positions"] = len(GROUPS[group])
    benchmark.pedantic(partial(ask_all, ask, GROUPS[group]), rounds=5, warmup_rounds=1)
