"""The typed faces: what they take and give. What is found is held to the shared positions elsewhere."""

from __future__ import annotations

from itertools import islice

import pytest
import rummy
from rummy.play import Play

V = rummy.variant("machiavelli")
BEFORE = "5s 6s 7s | 8c 8d 8h"
HAND = "8s 9s 9h 2c"


def test_text_or_objects() -> None:
    table, hand = rummy.parse_table(BEFORE), rummy.parse_cards(HAND)
    assert rummy.best_play(V, table, hand) == rummy.best_play(V, BEFORE, HAND)
    assert rummy.best_play(V, list(table), list(hand)) == rummy.best_play(V, BEFORE, HAND.split())


@pytest.mark.parametrize("objective", ["cards", "points"])
@pytest.mark.parametrize("least", [True, False])
def test_best_play_is_a_play(objective: str, least: bool) -> None:
    play = rummy.best_play(V, BEFORE, HAND, objective=objective, least_disturbance=least)  # type: ignore[arg-type]
    assert play is not None
    assert play.cards == rummy.parse_cards("8s 9s")
    assert play.exact
    assert (play.split, play.points) == (0, 2)
    judged = rummy.check_play(V, BEFORE, play.table, HAND)
    assert (judged, judged.cards, judged.changed) == (play, play.cards, play.changed)
    assert hash(judged) == hash(play)
    assert play.to_json() == {
        "cards": ["8s", "9s"],
        "table": str(play.table),
        "split": 0,
        "changed": list(play.changed),
        "points": 2,
        "exact": True,
    }


def test_no_play() -> None:
    assert rummy.best_play(V, BEFORE, "2c") is None
    assert rummy.hint(V, BEFORE, "2c") is None
    assert not rummy.can_play(V, BEFORE, "2c")
    assert list(rummy.plays(V, BEFORE, "2c")) == []
    assert rummy.best_play(V, "", "") is None


def test_unknown_objective() -> None:
    with pytest.raises(ValueError, match="objective cannot be 'fun'; its values: cards, points"):
        rummy.best_play(V, BEFORE, HAND, objective="fun")  # type: ignore[arg-type]


def test_hint_is_a_play_of_one_named_card() -> None:
    found = rummy.hint(V, BEFORE, HAND)
    assert found is not None
    assert found.card in found.play.cards
    assert rummy.check_play(V, BEFORE, found.play.table, HAND).cards == found.play.cards
    assert found.changed == found.play.changed
    assert found.rearranges == (found.play.split > 0)
    assert found == rummy.hint(V, BEFORE, HAND)
    assert set(found.to_json()) == {"card", "cards", "table", "changed", "rearranges", "split"}
    assert rummy.can_play(V, BEFORE, HAND)


def test_each_playable_multiset_once() -> None:
    found = list(rummy.plays(V, BEFORE, HAND))
    assert sorted(str(play.cards) for play in found) == ["8s", "8s 9s"]
    for play in found:
        assert rummy.check_play(V, BEFORE, play.table, HAND).cards == play.cards


def test_plays_come_as_they_are_asked_for() -> None:
    hand = " ".join(f"{rank}{suit}" for rank in "23456789" for suit in "cdh")
    first = list(islice(rummy.plays(V, "", hand), 3))
    assert len(first) == 3
    assert all(isinstance(play, Play) for play in first)


def test_the_first_play_may_have_a_condition() -> None:
    vatikan = rummy.variant("vatikan")
    table, hand = "9s 9h 9d", "2c 3c 4c 9c"
    assert rummy.check_play(vatikan, table, "9s 9h 9d 9c", hand)
    with pytest.raises(rummy.IllegalPlay):
        rummy.check_play(vatikan, table, "9s 9h 9d 9c", hand, opened=False)


def test_partitions() -> None:
    nine = "7c 7d 7h 8c 8d 8h 9c 9d 9h"
    table = rummy.partition(V, nine)
    assert table is not None
    assert table.cards.sorted() == rummy.parse_cards(nine).sorted()
    assert rummy.count_partitions(V, nine) == 2
    assert rummy.partition(V, "7c 7d") is None
    assert rummy.count_partitions(V, "7c 7d") == 0
    assert rummy.partition(V, "") == rummy.parse_table("")
    for ask in (rummy.partition, rummy.count_partitions):
        with pytest.raises(rummy.IllegalPosition, match="copies of 7c"):
            ask(V, "7c 7c 7c")


def test_bad_text_is_named() -> None:
    with pytest.raises(rummy.NotationError, match="'8z'"):
        rummy.best_play(V, BEFORE, "8z")
