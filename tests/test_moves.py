"""The fewest moves of a play: as few as the reference finds, never a card lost, each told in words."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from itertools import groupby, islice

import pytest
import reference as ref
import rummy
import strategies
from hypothesis import given, settings
from reference import RULES
from rummy import Move, apply_moves, find_moves
from rummy.cards import subtract
from rummy.events import Laid, event_from_json
from rummy.jokers import as_held
from support import EVERY, choose
from test_cases import load

MELDS_COMPARED = 11
"""The reference tries every assignment of tables with up to so many melds."""


def moves(before: str, after: str) -> list[str]:
    """The moves as text."""
    return list(map(str, find_moves(rummy.parse_table(before), rummy.parse_table(after))))


def make(before: rummy.Table, hand: rummy.Cards, steps: tuple[Move, ...]) -> tuple[list[rummy.Cards], bytes]:
    """Make the moves one by one, by the letter, and give the groups and the hand after them."""
    groups = {number: Counter(meld) for number, meld in enumerate(before, start=1)}
    held = hand.ids
    everything = sorted(as_held(before.cards.ids + held))
    for step, shown in zip(steps, apply_moves(before, steps), strict=True):
        assert step.card is step.becomes or (step.card.is_joker and step.becomes.is_joker)
        assert step.is_new == (step.target not in groups)
        if step.is_new:
            assert step.target == len(groups) + 1
            groups[step.target] = Counter()
        if step.source is None:
            left = subtract(held, bytes([step.card.id]))
            assert left is not None, f"{step.card} is not in the hand"
            held = left
        else:
            assert groups[step.source][step.card], f"{step.card} is not in meld {step.source}"
            groups[step.source][step.card] -= 1
            loose = step.source <= len(before) and len(before[step.source - 1]) == 1
            assert step.is_loose == loose
        groups[step.target][step.becomes] += 1
        lying = [rummy.Cards(group.elements()) for group in groups.values()]
        assert sorted(as_held(b"".join(group.ids for group in lying) + held)) == everything, "no card is lost"
        assert [group.sorted() for group in shown] == [group.sorted() for group in lying]
    return [rummy.Cards(group.elements()) for group in groups.values()], held


def moves_are_right(play: rummy.Play, hand: rummy.Cards) -> bool:
    """Hold the moves of a play to everything that must be true of them; whether they were compared."""
    before, after, steps = play.before, play.table, play.moves()
    groups, held = make(before, hand, steps)
    lying = sorted(group.sorted() for group in groups if group)
    assert lying == sorted(meld.sorted() for meld in after)
    assert held == subtract(hand.ids, play.cards.ids)
    touched = {number for step in steps for number in (step.source, step.target)}
    kept = [place for place, meld in enumerate(before) if place not in play.changed and len(meld) > 1]
    assert not touched & {place + 1 for place in kept}, "an unchanged meld is left alone"
    moved = [step for step in steps if step.is_move]
    targets = [target for target, _ in groupby(steps, lambda step: step.target)]
    assert len(targets) == len(set(targets)), "the cards that come to a meld follow one another"
    assert steps == play.moves()
    if max(len(before), len(after)) > MELDS_COMPARED:
        return False
    assert len(moved) == ref.fewest_moves(str(before), str(after)), (before, after)
    return True


# ---- against the reference


@pytest.mark.parametrize("name", ["positions", "positions_play", "positions_jokers", "least"])
def test_the_shared_positions(name: str) -> None:
    compared = 0
    for case in load(name):
        table, hand = rummy.parse_table(case["table"]), rummy.parse_cards(case["hand"])
        for least in (True, False):
            v, opened = rummy.variant(case["rules"]), case.get("opened", True)
            play = rummy.best_play(v, table, hand, opened=opened, least_disturbance=least)
            compared += play is not None and moves_are_right(play, hand.sorted())
    assert compared > 20


def test_every_play_of_the_small_positions() -> None:
    compared = 0
    for case in load("plays"):
        v, hand = rummy.variant(case["rules"]), rummy.parse_cards(case["hand"])
        for play in islice(rummy.plays(v, case["table"], hand, case["opened"]), 10):
            compared += moves_are_right(play, hand.sorted())
    assert compared > 500


def random_play(rules: str, seed: int, melds: int = 6) -> tuple[rummy.Play, rummy.Cards] | None:
    rng = random.Random(seed)
    position = strategies.random_position(rng, rules, rng.randint(0, melds), 5, rng.randint(0, 4))
    return legal_play(strategies.random_proposal(rng, position, ""))


def legal_play(proposal: strategies.Proposal) -> tuple[rummy.Play, rummy.Cards] | None:
    v, hand = rummy.variant(proposal.rules), rummy.parse_cards(proposal.hand)
    try:
        play = rummy.check_play(v, proposal.before, proposal.after, hand, proposal.opened)
    except rummy.IllegalPlay:
        return None
    return play, hand


@pytest.mark.parametrize("rules", RULES)
def test_random_plays(rules: str) -> None:
    found = [random_play(rules, seed) for seed in range(150)]
    assert sum(moves_are_right(*one) for one in found if one is not None) > 40


@settings(max_examples=100, deadline=None)
@given(strategies.proposals(max_melds=8))
def test_proposals(proposal: strategies.Proposal) -> None:
    found = legal_play(proposal)
    if found is not None:
        moves_are_right(*found)


def test_no_way_of_moving_cards_is_shorter() -> None:
    """The assignments are the whole truth: every move of every card is tried on tiny tables."""
    tried = 0
    for rules in RULES:
        for seed in range(40):
            found = random_play(rules, seed, melds=2)
            if found is None or len(found[0].table.cards) > 9:
                continue
            before, after = str(found[0].before), str(found[0].table)
            fewest = ref.fewest_moves(before, after)
            if fewest <= 3:
                assert ref.fewest_moves_by_trying(before, after, 3) == fewest, (before, after)
                tried += 1
    assert tried > 20


# ---- what a person would expect


def test_a_meld_grows() -> None:
    assert moves("5s 6s 7s", "4s 5s 6s 7s 8s 9s") == [
        "8s from the hand to meld 1",
        "9s from the hand to meld 1",
        "4s from the hand to meld 1",
    ]


def test_new_melds_are_numbered_on() -> None:
    assert moves("5s 6s 7s", "Kc Kd Kh | 5s 6s 7s | 2c 2d 2h") == [
        "Kc from the hand to a new meld (2)",
        "Kd from the hand to meld 2",
        "Kh from the hand to meld 2",
        "2c from the hand to a new meld (3)",
        "2d from the hand to meld 3",
        "2h from the hand to meld 3",
    ]


def test_an_emptied_meld_keeps_its_number() -> None:
    told = moves(
        "7c 7d 7h | 4c 5c 6c | 5d 6d 4d | 6h 5h 4h", "4c 5c 6c 7c | 4d 5d 6d 7d | 4h 5h 6h 7h | Kc Kd Kh"
    )
    assert told == [
        "7c from meld 1 to meld 2",
        "7d from meld 1 to meld 3",
        "7h from meld 1 to meld 4",
        "Kc from the hand to a new meld (5)",
        "Kd from the hand to meld 5",
        "Kh from the hand to meld 5",
    ]
    before, after = rummy.parse_table("5s 6s 7s | 5c 5d 5h"), rummy.parse_table("5s 6s 7s 8s | 5c 5d 5h")
    assert len(list(apply_moves(before, find_moves(before, after)))[-1]) == 2


def test_an_unchanged_meld_stays_although_another_would_do() -> None:
    # The set of four keeps three cards with either set; it is the equal one that stays.
    assert moves("7c 7d 7h 7s | 7c 7d 7h", "7c 7d 7h | 7c 7d 7h | 7s 8s 9s") == [
        "7s from meld 1 to a new meld (3)",
        "8s from the hand to meld 3",
        "9s from the hand to meld 3",
    ]


def test_equal_cards_are_interchangeable() -> None:
    assert moves("5s 6s 7s | 5s 5d 5h 5c", "5s 6s 7s 8s | 5s 5d 5h 5c") == ["8s from the hand to meld 1"]


def test_a_joker_under_another_name_is_the_same_card() -> None:
    before, after = "5c 6c *7c | Kc Kd *Kh", "5c 6c 7c | *Jh Qh Kh | Kc Kd *Ks"
    told = moves(before, after)
    assert [step for step in told if "becomes" in step] == ["*Kh in meld 2 becomes *Ks"]
    assert told[:2] == ["7c from the hand to meld 1", "*7c from meld 1 to a new meld (3) as *Jh"]
    assert len(told) == 5


def test_a_joker_keeps_its_name_where_that_costs_nothing() -> None:
    # Either joker of the run may be the one that goes.
    told = moves("5c *6c *7c 8c", "*7c 8c 9c | 5c 6c 7c | Kc Kd *Ks")
    assert not any("becomes" in step for step in told)
    assert "*6c from meld 1 to a new meld (3) as *Ks" in told


def test_loose_cards() -> None:
    before, after = rummy.parse_table("6s | 9d | *"), rummy.parse_table("9d | 5s 6s 7s | Kc Kd *Kh")
    assert list(map(str, find_moves(before, after))) == [
        "7s from the hand to meld 1",
        "5s from the hand to meld 1",
        "Kc from the hand to meld 3",
        "Kd from the hand to meld 3",
        "* in meld 3 becomes *Kh",
    ]
    hand = rummy.parse_cards("5s 7s Kc Kd 2c")
    assert moves_are_right(rummy.check_play(rummy.variant("tahiti"), before, after, hand), hand)
    assert moves("6s | 7s | 3s 4s 5s", "3s 4s 5s 6s 7s 8s") == [
        "6s, loose at 1, to meld 3",
        "7s, loose at 2, to meld 3",
        "8s from the hand to meld 3",
    ]


def test_a_lost_card_is_said() -> None:
    with pytest.raises(ValueError, match="lacks cards of '5s 6s 7s'"):
        moves("5s 6s 7s", "5s 6s 8s")


# ---- as objects


def test_a_move_as_json() -> None:
    taken, named = find_moves(rummy.parse_table("5s 6s *7s"), rummy.parse_table("5s 6s 7s *8s"))
    assert taken.to_json() == {
        "kind": "move",
        "card": "7s",
        "from": None,
        "to": 1,
        "becomes": "7s",
        "new": False,
        "text": "7s from the hand to meld 1",
    }
    assert named.to_json() == {
        "kind": "name",
        "card": "*7s",
        "from": 1,
        "to": 1,
        "becomes": "*8s",
        "new": False,
        "text": "*7s in meld 1 becomes *8s",
    }
    assert (taken.is_move, named.is_move) == (True, False)


def test_plays_know_the_table_before() -> None:
    v, table, hand = rummy.variant("machiavelli"), "5s 6s 7s | 8c 8d 8h 8s", "9s Kd"
    before = rummy.parse_table(table)
    best, hint = rummy.best_play(v, table, hand), rummy.hint(v, table, hand)
    assert best is not None
    assert hint is not None
    (one,) = rummy.plays(v, table, hand)
    judged = rummy.check_play(v, table, best.table, hand)
    for play in (best, hint.play, one, judged):
        assert play.before == before
        assert len(play.moves()) == 2
        for same in (pickle.loads(pickle.dumps(play)), copy.deepcopy(play)):
            assert (same, hash(same), same.moves()) == (play, hash(play), play.moves())
    assert pickle.loads(pickle.dumps(best.moves())) == best.moves()
    assert best == judged


def test_equal_plays_have_equal_moves() -> None:
    """Two tables that differ in their order alone: the same figures, other moves."""
    v, after, hand = rummy.variant("machiavelli"), "3c 4c 5c | 6c 7c 8c | 9d 9h 9s", "9d 9h 9s"
    one = rummy.check_play(v, "3c 4c 5c 6c 7c 8c", "3c 4c 5c | 6c 7c 8c | 9d 9h 9s", hand)
    same = rummy.check_play(v, "3c 4c 5c 6c 7c 8c", after, hand)
    other = rummy.check_play(v, "3c 4c 5c | 6c 7c 8c", "3c 4c 5c | 6c 7c 8c | 9d 9h 9s", hand)
    assert one == same
    assert one != other


@pytest.mark.parametrize("v", EVERY, ids=lambda v: v.id)
def test_events_of_a_deal(v: rummy.Variant) -> None:
    deal = rummy.Deal(v, 3, seed=11)
    rng = random.Random(11)
    laid = 0
    while deal.seat is not None and laid < 12:
        before, hand = deal.table, deal.hands[deal.seat]
        for event in deal.apply(choose(deal, rng)):
            if isinstance(event, Laid):
                play = rummy.check_play(v, before, event.table, hand)
                assert (event.before, event.moves()) == (before, play.moves())
                moves_are_right(play, hand)
                read = event_from_json(event.to_json())
                assert isinstance(read, Laid)
                assert (read, read.before, hash(read)) == (event, None, hash(event))
                with pytest.raises(ValueError, match="does not know the table before"):
                    read.moves()
                laid += 1
    assert laid


def test_the_log_of_a_seat_knows_the_tables() -> None:
    deal = rummy.Deal.from_cards(
        rummy.variant("machiavelli"), hands=["8s Kd", "2c 3d"], table="5s 6s 7s", stock="4h"
    )
    deal.apply(rummy.Lay("5s 6s 7s 8s"))
    for seat in (0, 1, None):
        seen = deal.view(seat).history[-1]
        assert isinstance(seen, Laid)
        assert list(map(str, seen.moves())) == ["8s from the hand to meld 1"]
