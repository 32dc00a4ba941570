"""Random deals: at every moment the cards are conserved, the table is legal, views hide what they must."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest
import rummy
from rummy import _core
from support import (
    EVERY,
    EVERY_OPTION,
    all_cards,
    apply_again,
    choose,
    name_of,
    permute_hidden,
    set_up,
    view_shows_only_what_it_may,
    whole_deck,
)

if TYPE_CHECKING:
    from rummy import Deal, Variant

MOST_ACTIONS = 3000


def check_moment(deal: Deal) -> None:
    assert all_cards(deal) == whole_deck(deal)
    assert _core.check_melds(deal.variant.rules, deal.table.ids) == []
    assert all(list(hand.ids) == sorted(hand.ids) for hand in deal.hands)
    if deal.seat is not None:
        assert all(deal.hands)
        for seat in (*range(deal.players), None):
            view_shows_only_what_it_may(deal, deal.view(seat))


def check_hidden(deal: Deal, actions: list[rummy.Action], rng: random.Random) -> int:
    """Change round what one seat has not seen: its view stays the same to the byte."""
    seat = rng.choice([*range(deal.players), None])
    same = set_up(deal.events[0], deal.variant)
    other, moved = permute_hidden(deal.events, deal.variant, seat, rng)
    for action in actions:
        apply_again(same, action)
        apply_again(other, action)
    texts = {json.dumps(each.view(seat).to_json()) for each in (same, other)}
    assert len(texts) == 1
    # A deal from a seed tells no more than one that was set up: only its place in the match may differ.
    assert json.dumps(deal.view(seat).to_json()) in texts
    return moved


def play_and_check(v: Variant, number: int) -> int:
    rng = random.Random(f"{name_of(v)} {number}")
    deal = rummy.Deal(v, players=rng.randint(2, 5), seed=number)
    moments = {rng.randrange(60) for _ in range(2)}
    actions: list[rummy.Action] = []
    moved = 0
    while deal.seat is not None:
        assert len(actions) < MOST_ACTIONS, "the deal does not end"
        if len(actions) in moments:
            moved += check_hidden(deal, actions, rng)
        action = choose(deal, rng)
        deal.apply(action)
        actions.append(action)
        check_moment(deal)
    result = deal.result
    assert result is not None
    assert (result.reason == "out") == (not all(deal.hands))
    assert deal.view(None).hands == deal.hands
    return moved


def check_deals(v: Variant, numbers: range) -> None:
    moved = sum(play_and_check(v, number) for number in numbers)
    assert moved > len(numbers), "the hidden cards were hardly ever changed round"


@pytest.mark.timeout(300)
@pytest.mark.parametrize("v", EVERY_OPTION, ids=name_of)
def test_random_deals(v: Variant) -> None:
    check_deals(v, range(300 // len([other for other in EVERY_OPTION if other.id == v.id]) + 1))


@pytest.mark.long
@pytest.mark.timeout(0)
@pytest.mark.parametrize("v", EVERY, ids=name_of)
def test_many_random_deals(v: Variant) -> None:
    check_deals(v, range(10_000))
