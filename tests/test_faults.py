"""Every code has a message and an example; the message quotes the cards."""

from __future__ import annotations

import pickle

import pytest
import rummy
from rummy.faults import MESSAGES, make_faults

RUN = "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"
APART = "5s 5c 5d | 6d *6s 6h | 7s 7c 7d"

PLAYS = [
    ("meld/too-short", "shanghai", "", "7s 8s", "7s 8s", "7s 8s"),
    ("meld/too-long", "machiavelli", RUN, f"{RUN} As", "As", RUN),
    ("meld/suit-twice", "machiavelli", "", "Kh Kd Ks Ks", "Kh Kd Ks Ks", "this has Ks Ks"),
    ("meld/card-twice", "machiavelli", "", "5s 6s 6s 7s", "5s 6s 6s 7s", "this has 6s 6s"),
    ("meld/not-a-meld", "machiavelli", "", "5s 6s 8s", "5s 6s 8s", "5s 6s 8s"),
    ("meld/ace-not-here", "manipulation", "", "As 2s 3s", "As 2s 3s", "As cannot"),
    ("meld/ace-not-here", "shanghai", "", "Qs Ks As", "Qs Ks As", "As cannot"),
    ("meld/ace-not-here", "machiavelli", "", "Ks As 2s", "Ks As 2s", "As cannot"),
    ("meld/too-many-jokers", "tahiti", "", "7s *8s *9s", "7s * *", "*8s *9s"),
    ("meld/only-jokers", "carousel", "", "* *", "* *", "* *"),
    ("joker/unnamed", "carousel", "", "5s 6s *", "5s 6s *", "which of 4s 7s"),
    ("joker/renamed", "carousel", "5s *6s 7s", "7s *8s 9s | 5s 5c 5d", "9s 5c 5d", "*6s"),
    (
        "joker/left-its-neighbour",
        "vatikan",
        "5s *6s 7s",
        APART,
        "5c 5d 6d 6h 7c 7d",
        "*6s",
    ),
    ("joker/locked-meld", "tahiti", "4s 5s *6s 7s", "4s 4c 4d | 5s *6s 7s", "4c 4d", "*6s"),
    ("play/card-lost", "machiavelli", "5s 6s 7s 8s", "6s 7s 8s", "9s", "5s lay on the table"),
    (
        "play/card-not-in-hand",
        "machiavelli",
        "5s 6s 7s",
        "5s 6s 7s 8s",
        "9s",
        "8s in meld 1",
    ),
    ("play/nothing-added", "machiavelli", "5s 6s 7s", "5s 6s 7s", "9s", "at least one card"),
    ("play/not-opened", "vatikan", "5s 6s 7s", "5s 6s 7s 8s", "8s 2c", "this one lays 8s"),
]

POSITIONS = [
    ("position/too-many-copies", "machiavelli", "7c 7d 7h | 7c 7d 7h", "7c", "copies of 7c"),
    ("position/too-many-jokers", "machiavelli", "", "*", "jokers"),
    ("position/bad-meld", "machiavelli", "7c 7d", "7h", "meld 1 (7c 7d) lies on the table"),
    ("position/named-in-hand", "carousel", "", "*7s", "*7s has a name"),
    ("position/unnamed-on-table", "carousel", "7c 7d *", "2h", "meld 1 (7c 7d *) lies"),
]


@pytest.mark.parametrize(("code", "variant_id", "before", "after", "hand", "quoted"), PLAYS)
def test_plays(code: str, variant_id: str, before: str, after: str, hand: str, quoted: str) -> None:
    v = rummy.variant(variant_id)
    with pytest.raises(rummy.IllegalPlay) as error:
        rummy.check_play(v, before, after, hand, opened=code != "play/not-opened")
    assert not isinstance(error.value, rummy.IllegalPosition)
    fault = next(fault for fault in error.value.faults if fault.code == code)
    assert quoted in fault.message
    assert fault.message in str(error.value)
    assert {"code", "message", "melds", "cards", "mend"} == set(fault.to_json())


@pytest.mark.parametrize(("code", "variant_id", "table", "hand", "quoted"), POSITIONS)
def test_positions(code: str, variant_id: str, table: str, hand: str, quoted: str) -> None:
    v = rummy.variant(variant_id)
    for ask in (rummy.best_play, rummy.hint, rummy.can_play, rummy.plays):
        with pytest.raises(rummy.IllegalPosition) as error:
            ask(v, table, hand)
        fault = next(fault for fault in error.value.faults if fault.code == code)
        assert quoted in fault.message
    with pytest.raises(rummy.IllegalPosition):
        rummy.check_play(v, table, table, hand)


def test_an_empty_hand_is_a_fault_of_a_set_up_deal() -> None:
    deal = rummy.Deal.from_cards(rummy.variant("machiavelli"), hands=["7s", ""])
    assert [fault.code for fault in deal.faults()] == ["position/empty-hand"]


def test_every_code_has_an_example() -> None:
    shown = {row[0] for row in (*PLAYS, *POSITIONS)} | {"position/empty-hand"}
    assert shown == set(MESSAGES)


def test_the_rest_of_the_table_is_judged_too() -> None:
    v = rummy.variant("machiavelli")
    with pytest.raises(rummy.IllegalPlay) as error:
        rummy.check_play(v, "5s 6s 7s", "5s 6s | 7s 8s | 2c 3d 4h", "8s 2c 3d")
    codes = [(fault.code, fault.melds) for fault in error.value.faults]
    assert codes == [
        ("meld/too-short", (0,)),
        ("meld/too-short", (1,)),
        ("meld/not-a-meld", (2,)),
        ("play/card-not-in-hand", (2,)),
    ]


def test_faults_pickle() -> None:
    faults = make_faults([("meld/too-short", [0], b"\x18")], ["7c"])
    for kind in (rummy.IllegalPlay, rummy.IllegalPosition):
        copied = pickle.loads(pickle.dumps(kind(faults)))
        assert type(copied) is kind
        assert copied.faults == faults
