"""The positions that games reach, with which the search is timed: their stored answers are right."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import rummy

FOLDER = Path(__file__).parent / "data" / "bench"


@pytest.mark.parametrize(
    "v", [v for v in rummy.VARIANTS.values() if v.joker_law != "none"], ids=lambda v: v.id
)
def test_the_answers_are_proven(v: rummy.Variant) -> None:
    lines = (FOLDER / f"{v.id}.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 500
    for line in lines:
        case = json.loads(line)
        assert case["rules"] == v.id
        play = rummy.best_play(v, case["table"], case["hand"], opened=case["opened"])
        assert case["most_cards"] == (0 if play is None else len(play.cards)), case
        assert play is None or play.exact
