"""The golden playthroughs are replayed and compared: every event, every seat's view."""

from __future__ import annotations

import json

import golden
import pytest


@pytest.mark.parametrize("name", golden.PLAYTHROUGHS)
def test_golden(name: str) -> None:
    text = (golden.FOLDER / f"{name}.jsonl").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    again = golden.replay(name, [line["action"] for line in lines[1:]])
    for number, (written, line) in enumerate(zip(lines, again, strict=True), start=1):
        assert line == written, f"line {number} of {name}"
    assert lines[-1]["events"][-1]["event"] == "ended"


def test_golden_covers_what_can_happen() -> None:
    kinds = set()
    for name in golden.PLAYTHROUGHS:
        for line in (golden.FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            data = json.loads(line)
            kinds |= {event["event"] for event in data["events"]}
            kinds |= {"reminder"} & set(data)
    assert kinds == {"dealt", "drew", "laid", "passed", "knocked", "gave-up", "ended", "reminder"}


def test_golden_ends_in_every_way() -> None:
    reasons = set()
    for name in golden.PLAYTHROUGHS:
        *_, last = (golden.FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        reasons.add(json.loads(last)["events"][-1]["reason"])
    assert reasons == {"out", "knock", "undercut", "stock-out", "blocked"}
