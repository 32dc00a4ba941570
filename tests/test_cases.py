"""The package against the positions with right answers in ``data/cases``, made by independent programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import rummy

CASES = Path(__file__).parent / "data" / "cases"


def load(name: str) -> list[dict[str, Any]]:
    lines = (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def cases_by_rules(*names: str) -> list[tuple[str, str]]:
    """Each file with each of the rule-sets in it."""
    return [(name, rules) for name in names for rules in rummy.VARIANTS if of(name, rules)]


def of(name: str, rules: str) -> list[dict[str, Any]]:
    return [case for case in load(name) if case["rules"] == rules]


def most_cards(case: dict[str, Any]) -> int:
    """The cards of the best play, which the judge and the other searches bear out."""
    v, opened = rummy.variant(case["rules"]), case.get("opened", True)
    table, hand = rummy.parse_table(case["table"]), rummy.parse_cards(case["hand"])
    play = rummy.best_play(v, table, hand, opened=opened)
    assert rummy.can_play(v, table, hand, opened) == (play is not None), case
    if play is None:
        return 0
    assert play.exact
    assert rummy.check_play(v, table, play.table, hand, opened).cards == play.cards, case
    quick = rummy.best_play(v, table, hand, opened=opened, least_disturbance=False)
    assert quick is not None
    assert len(quick.cards) == len(play.cards), case
    return len(play.cards)


@pytest.mark.parametrize(("name", "rules"), cases_by_rules("positions", "positions_play", "positions_jokers"))
def test_most_cards(name: str, rules: str) -> None:
    for case in of(name, rules):
        assert most_cards(case) == case["most_cards"], case


@pytest.mark.parametrize(("name", "rules"), cases_by_rules("plays"))
def test_every_play(name: str, rules: str) -> None:
    v = rummy.variant(rules)
    for case in of(name, rules):
        table, hand, opened = case["table"], case["hand"], case["opened"]
        right = sorted(rummy.parse_cards(cards).sorted() for cards in case["plays"])
        found = list(rummy.plays(v, table, hand, opened))
        assert sorted(play.cards for play in found) == right, case
        for play in found:
            assert rummy.check_play(v, table, play.table, hand, opened).cards == play.cards, case
        assert most_cards(case) == max(map(len, right), default=0), case
        assert (rummy.hint(v, table, hand, opened) is not None) == bool(right), case


@pytest.mark.parametrize("case", load("reports"), ids=lambda case: case["id"])
def test_reports(case: dict[str, Any]) -> None:
    """Faults that people reported of other programs."""
    v, table, hand, opened = rummy.variant(case["rules"]), case["table"], case["hand"], case["opened"]
    if "after" not in case:
        assert most_cards(case) == case["most_cards"]
    elif case["legal"]:
        assert rummy.check_play(v, table, case["after"], hand, opened).cards
    else:
        with pytest.raises(rummy.IllegalPlay) as refused:
            rummy.check_play(v, table, case["after"], hand, opened)
        assert case["fault"] in [fault.code for fault in refused.value.faults]


@pytest.mark.parametrize(("name", "rules"), cases_by_rules("least"))
def test_least_disturbance(name: str, rules: str) -> None:
    v = rummy.variant(rules)
    for case in of(name, rules):
        table, hand, opened = case["table"], case["hand"], case["opened"]
        assert most_cards(case) == case["best"]["cards"], case
        best, easy = rummy.best_play(v, table, hand, opened=opened), rummy.hint(v, table, hand, opened)
        assert best is not None
        assert easy is not None
        assert figures_of(best) == case["best"], case
        assert figures_of(easy.play) == case["hint"], case


def figures_of(play: rummy.Play) -> dict[str, int]:
    return {"cards": len(play.cards), "split": play.split, "changed": len(play.changed)}
