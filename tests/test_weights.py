"""Plays that are best by own values, every play's table, and the number of plays, against the reference."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
import reference as ref
import rummy
import strategies
from reference import RULES

if TYPE_CHECKING:
    from strategies import Position

POSITIONS = 40


def found_by_reference(position: Position) -> dict[ref.Cards, ref.Found]:
    return ref.all_plays(RULES[position.rules], position.table, position.hand, position.opened)


def texts(cards: rummy.Cards) -> ref.Cards:
    return tuple(map(str, cards))


def harm(play: rummy.Play) -> tuple[int, int]:
    return play.split, len(play.changed)


def some_positions(rules: str) -> list[Position]:
    found = []
    for seed in range(POSITIONS):
        rng = random.Random(seed)
        found.append(strategies.random_position(rng, rules, rng.randint(1, 3), rng.randint(1, 5)))
    return found


@pytest.mark.parametrize("rules", RULES)
def test_each_play_disturbs_the_table_least(rules: str) -> None:
    v, some = rummy.variant(rules), 0
    for position in some_positions(rules):
        right = found_by_reference(position)
        asked = (v, position.table, position.hand, position.opened)
        assert rummy.count_plays(*asked) == len(right), position
        for play in rummy.plays(*asked):
            least = right[texts(play.cards)]
            assert harm(play) == (least.split, least.changed), (position, play)
            some += 1
    assert some


@pytest.mark.parametrize("rules", RULES)
def test_own_weights(rules: str) -> None:
    v, below_zero = rummy.variant(rules), 0
    for seed, position in enumerate(some_positions(rules)):
        rng = random.Random(seed)
        lowest = rng.choice([-9, -3, 1])
        weights = {card: rng.randint(lowest, 3 if lowest > -9 else -1) for card in set(position.hand.split())}

        def worth(cards: ref.Cards, weights: dict[str, int] = weights) -> int:
            return sum(weights[card] for card in cards)

        right = found_by_reference(position)
        best = min(
            right.values(), key=lambda play: (-worth(play.cards), play.split, play.changed), default=None
        )
        play = rummy.best_play(v, position.table, position.hand, opened=position.opened, weights=weights)
        assert (play is None) == (best is None), position
        top = rummy.top_plays(v, position.table, position.hand, 4, opened=position.opened, weights=weights)
        worths = sorted((worth(cards) for cards in right), reverse=True)
        assert [worth(texts(play.cards)) for play in top] == worths[:4], (position, weights)
        assert len({play.cards for play in top}) == len(top)
        if play is None or best is None:
            continue
        below_zero += worth(best.cards) < 0
        assert (worth(texts(play.cards)), *harm(play)) == (worth(best.cards), best.split, best.changed), (
            position,
            weights,
        )
        rummy.check_play(v, position.table, play.table, position.hand, position.opened)
    assert below_zero


def test_cards_without_a_weight_count_as_the_objective_has_it() -> None:
    v = rummy.variant("manipulation")
    table, hand = "5s 6s 7s | 9c 9d 9h", "8s Ks Kc Kd"
    points = rummy.top_plays(v, table, hand, 2, "points", weights={"8s": 50})
    assert [str(play.cards) for play in points] == ["8s Kc Kd Ks", "8s"]
    kept = rummy.best_play(v, table, hand, weights={rummy.Card("Ks"): -5})
    assert kept is not None
    assert str(kept.cards) == "8s"


@pytest.mark.parametrize(
    ("weights", "told"),
    [
        ([1, 2], "whole numbers by card"),
        ({"8s": 1.5}, "the weight of 8s must be a whole number"),
        ({"8s": True}, "the weight of 8s must be a whole number"),
        ({"8s": 10_001}, "the weight of 8s must be at most 10000"),
        ({"8s": 9_000, "9s": -9_000}, "may come to 10000 at most"),
        ({"8x": 1}, "8x"),
        ({"*7s": 1}, "a joker in the hand has no name"),
    ],
)
def test_bad_weights_are_refused(weights: dict[str, int], told: str) -> None:
    with pytest.raises((TypeError, ValueError), match=told.replace("*", r"\*")):
        rummy.best_play(rummy.variant("shanghai"), "5s 6s 7s", "8s 9s", weights=weights)


def test_the_number_of_plays_to_list_is_checked() -> None:
    with pytest.raises(ValueError, match="k must be at least 1"):
        rummy.top_plays(rummy.variant("shanghai"), "5s 6s 7s", "8s", 0)


def test_many_plays_are_counted_at_once() -> None:
    hand = "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd"
    v = rummy.variant("shanghai")
    count = rummy.count_plays(v, "", hand)
    first = [play.cards for play, _ in zip(rummy.plays(v, "", hand), range(1000), strict=False)]
    assert len(set(first)) == 1000
    # Two suits that never meet: the plays of one, and none, times those of the other.
    one = rummy.count_plays(v, "", hand[: len(hand) // 2])
    assert count == (one + 1) ** 2 - 1
