"""The golden playthroughs are replayed and compared: every event, every seat's view."""

from __future__ import annotations

import json

import golden
import pytest


@pytest.mark.parametrize("variant_id", golden.PLAYTHROUGHS)
def test_golden(variant_id: str) -> None:
    text = (golden.FOLDER / f"{variant_id}.jsonl").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    again = golden.replay(variant_id, [line["action"] for line in lines[1:]])
    for number, (written, line) in enumerate(zip(lines, again, strict=True), start=1):
        assert line == written, f"line {number} of {variant_id}"
    assert lines[-1]["events"][-1]["event"] == "ended"


def test_golden_covers_what_can_happen() -> None:
    kinds = set()
    for variant_id in golden.PLAYTHROUGHS:
        for line in (golden.FOLDER / f"{variant_id}.jsonl").read_text(encoding="utf-8").splitlines():
            data = json.loads(line)
            kinds |= {event["event"] for event in data["events"]}
            kinds |= {"reminder"} & set(data)
    assert kinds == {"dealt", "drew", "laid", "passed", "gave-up", "ended", "reminder"}
