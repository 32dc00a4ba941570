"""The searches and the judge through Python: ``pytest benches --benchmark-only``.

One round asks each position of a group once, so a figure is the time of the whole group.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest
from positions import FILES, Ready, best_play, can_play, check_play, load, moves, plays

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_benchmark.fixture import BenchmarkFixture

GROUPS: dict[str, list[Ready]] = {}
for file in FILES:
    for one in load(file):
        hand = "" if one.hand_cards is None else f"+{one.hand_cards}"
        GROUPS.setdefault(f"{file} {one.v.id} {one.table_cards}{hand}", []).append(one)


def ask_all(ask: Callable[[Ready], object], group: list[Ready]) -> None:
    for ready in group:
        ask(ready)


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("ask", [best_play, can_play, plays, check_play, moves])
def test_speed(benchmark: BenchmarkFixture, ask: Callable[[Ready], object], group: str) -> None:
    benchmark.group = ask.__name__
    benchmark.extra_info["positions"] = len(GROUPS[group])
    benchmark.pedantic(partial(ask_all, ask, GROUPS[group]), rounds=5, warmup_rounds=1)
