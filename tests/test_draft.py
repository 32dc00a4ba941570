from __future__ import annotations

import json
import pickle
import random
from functools import partial
from typing import TYPE_CHECKING

import pytest
import rummy
from hypothesis import given
from hypothesis import strategies as st
from rummy import Draft, IllegalAction

if TYPE_CHECKING:
    from collections.abc import Callable

V = rummy.variant("machiavelli")
DRAW3 = rummy.variant("machiavelli", unfinished_move="draw3")
TABLE = "5s 6s 7s | 8c 8d 8h 8s"
HAND = "9s Td Td Kd"


def new(v: rummy.Variant = V) -> Draft:
    return Draft(v, TABLE, HAND)


def shown(draft: Draft) -> tuple[str, str]:
    return str(draft.table), str(draft.hand)


def codes(draft: Draft, meld: int | None = None) -> list[tuple[str, tuple[int, ...]]]:
    return [(fault.code, fault.melds) for fault in draft.faults(meld)]


def test_a_new_draft_is_the_table() -> None:
    draft = new()
    assert shown(draft) == (TABLE, HAND)
    assert not draft.is_changed
    assert not draft.is_binding
    assert not draft.can_undo
    assert not draft.can_redo
    assert draft.cards == ()
    assert codes(draft) == [("play/nothing-added", ())]


def test_put_and_take() -> None:
    draft = new()
    draft.put("9s", 0)
    assert shown(draft) == ("5s 6s 7s 9s | 8c 8d 8h 8s", "Td Td Kd")
    assert draft.cards == rummy.parse_cards("9s")
    draft.put("Kd")
    draft.start("Td Td")
    assert shown(draft) == ("5s 6s 7s 9s | 8c 8d 8h 8s | Kd | Td Td", "")
    draft.take("Td", 3)
    draft.take("Kd", 2)
    assert shown(draft) == ("5s 6s 7s 9s | 8c 8d 8h 8s | Td", "Td Kd")
    assert draft.cards == rummy.parse_cards("9s Td")


def test_move_to_a_meld_and_to_a_new_one() -> None:
    draft = new()
    draft.move("8s", 1, to=0)
    assert shown(draft)[0] == "5s 6s 7s 8s | 8c 8d 8h"
    draft.move("5s 6s", 0)
    assert shown(draft)[0] == "7s 8s | 8c 8d 8h | 5s 6s"
    draft.move("7s 8s", 0, to=2)
    assert shown(draft)[0] == "8c 8d 8h | 5s 6s 7s 8s"
    draft.put("9s", 1)
    assert draft.faults() == ()
    assert draft.done() == rummy.Lay("8c 8d 8h | 5s 6s 7s 8s 9s")


def test_split_and_join() -> None:
    draft = Draft(V, "5s 6s 7s 8s 9s Ts | 8c 8d 8h", "2c")
    draft.split(0, 3)
    assert shown(draft)[0] == "5s 6s 7s | 8c 8d 8h | 8s 9s Ts"
    draft.join(2, 0)
    assert shown(draft)[0] == "8c 8d 8h | 5s 6s 7s 8s 9s Ts"
    assert not draft.is_changed
    draft.join(0, 1)
    assert len(draft.table) == 1


def test_undo_and_redo_step_by_step() -> None:
    draft = new()
    states = [shown(draft)]
    edits: list[Callable[[], None]] = [
        partial(draft.put, "9s", 0),
        partial(draft.move, "8s", 1, to=0),
        partial(draft.split, 0, 2),
        partial(draft.join, 0, 2),
        partial(draft.take, "9s", 0),
        draft.reset,
    ]
    for edit in edits:
        edit()
        states.append(shown(draft))
    assert states[0] == states[-1]
    for state in reversed(states[:-1]):
        draft.undo()
        assert shown(draft) == state
    for state in states[1:]:
        assert draft.can_redo
        draft.redo()
        assert shown(draft) == state
    draft.undo()
    draft.undo()
    draft.put("Kd", 1)
    assert not draft.can_redo


def test_what_is_still_wrong_meld_by_meld() -> None:
    draft = new()
    draft.put("Kd", 0)
    draft.move("8c 8d", 1)
    assert codes(draft) == [
        ("meld/too-short", (1,)),
        ("meld/too-short", (2,)),
        ("meld/not-a-meld", (0,)),
    ]
    assert codes(draft, 1) == [("meld/too-short", (1,))]
    assert codes(draft, 0) == [("meld/not-a-meld", (0,))]
    with pytest.raises(rummy.IllegalPlay) as error:
        draft.done()
    assert error.value.faults == draft.faults()


def test_the_first_play_counts_what_the_hand_gave() -> None:
    draft = Draft(rummy.variant("vatikan"), "9s 9h 9d", "2c 3c 4c 9c", opened=False)
    draft.put("9c", 0)
    assert [code for code, _ in codes(draft)] == ["play/not-opened"]
    draft.put("2c 3c 4c")
    assert draft.faults() == ()


def test_faults_of_an_impossible_position() -> None:
    with pytest.raises(rummy.IllegalPosition):
        Draft(V, "5s 6s", "7s").faults()


BAD: list[tuple[str, Callable[[Draft], object]]] = [
    ("draft/card-not-in-hand", lambda draft: draft.put("2c", 0)),
    ("draft/card-not-in-hand", lambda draft: draft.put("9s 9s", 0)),
    ("draft/card-not-in-hand", lambda draft: draft.start("Kd Kd")),
    ("draft/no-such-meld", lambda draft: draft.put("9s", 2)),
    ("draft/no-such-meld", lambda draft: draft.put("9s", -1)),
    ("draft/no-such-meld", lambda draft: draft.take("5s", 2)),
    ("draft/no-such-meld", lambda draft: draft.move("5s", 0, to=7)),
    ("draft/no-such-meld", lambda draft: draft.split(9, 1)),
    ("draft/no-such-meld", lambda draft: draft.join(0, 5)),
    ("draft/no-such-meld", lambda draft: draft.join(5, 0)),
    ("draft/no-such-meld", lambda draft: draft.faults(4)),
    ("draft/no-cards", lambda draft: draft.put("", 0)),
    ("draft/no-cards", lambda draft: draft.move([], 0)),
    ("draft/card-not-in-meld", lambda draft: draft.move("8c", 0)),
    ("draft/card-not-in-meld", lambda draft: draft.move("5s 5s", 0)),
    ("draft/card-not-in-meld", lambda draft: draft.take("9s", 0)),
    ("draft/card-of-the-table", lambda draft: draft.take("5s", 0)),
    ("draft/same-meld", lambda draft: draft.move("5s", 0, to=0)),
    ("draft/same-meld", lambda draft: draft.join(1, 1)),
    ("draft/bad-split", lambda draft: draft.split(0, 0)),
    ("draft/bad-split", lambda draft: draft.split(0, 3)),
    ("draft/nothing-to-undo", lambda draft: draft.undo()),
    ("draft/nothing-to-redo", lambda draft: draft.redo()),
    ("draft/reset-instead", lambda draft: draft.give_up()),
]


@pytest.mark.parametrize(("code", "edit"), BAD)
def test_a_bad_edit_is_refused_and_changes_nothing(code: str, edit: Callable[[Draft], object]) -> None:
    draft = new()
    before = draft.to_json()
    with pytest.raises(IllegalAction) as error:
        edit(draft)
    assert error.value.code == code
    assert draft.to_json() == before


def test_messages_quote_the_cards() -> None:
    draft = new()
    with pytest.raises(IllegalAction, match="2c cannot be put down: the hand holds 9s Td Td Kd"):
        draft.put("2c", 0)
    with pytest.raises(IllegalAction, match="5s lay on the table before this turn"):
        draft.take("5s", 0)
    with pytest.raises(IllegalAction, match="there is no meld 7; the draft has 2"):
        draft.move("5s", 0, to=7)


def test_a_table_card_equal_to_a_hand_card_may_be_taken_once() -> None:
    draft = Draft(V, "5s 6s 7s", "7s 8s")
    draft.put("7s", 0)
    draft.move("7s", 0)
    draft.take("7s", 0)
    assert shown(draft) == ("5s 6s | 7s", "7s 8s")
    with pytest.raises(IllegalAction, match="lay on the table"):
        draft.take("7s", 1)


def test_reset_where_a_move_may_be_reset() -> None:
    draft = new()
    draft.reset()
    assert not draft.can_undo
    draft.put("9s", 0)
    assert draft.is_binding
    draft.reset()
    assert shown(draft) == (TABLE, HAND)
    assert not draft.is_binding
    draft.undo()
    assert draft.cards == rummy.parse_cards("9s")
    with pytest.raises(IllegalAction, match="this move may be reset"):
        draft.give_up()


def test_d5_the_first_change_decides() -> None:
    draft = new(DRAW3)
    draft.reset()
    with pytest.raises(IllegalAction, match="the table is as it was"):
        draft.give_up()
    draft.put("9s", 0)
    with pytest.raises(IllegalAction) as error:
        draft.reset()
    assert error.value.code == "draft/no-reset"
    draft.undo()
    assert not draft.is_changed
    assert draft.is_binding
    draft.redo()
    draft.undo()
    with pytest.raises(IllegalAction):
        draft.reset()
    assert draft.give_up() == rummy.GiveUp()


def test_an_edit_that_leaves_the_same_melds_is_no_change() -> None:
    draft = Draft(DRAW3, "4c 5c 6c 7c | 4c 5c 6c", "Kd")
    draft.move("7c", 0, to=1)
    assert not draft.is_changed
    assert not draft.is_binding


def test_a_closed_draft_allows_nothing() -> None:
    draft = new()
    draft.put("9s", 0)
    draft.close()
    assert draft.is_closed
    for edit in (
        lambda: draft.put("Kd"),
        lambda: draft.take("9s", 0),
        lambda: draft.move("5s", 0),
        draft.undo,
        draft.redo,
        draft.reset,
        draft.done,
        draft.give_up,
    ):
        with pytest.raises(IllegalAction) as error:
            edit()
        assert error.value.code == "draft/closed"


def scramble(draft: Draft, rng: random.Random, edits: int) -> None:
    """Try edits at random, good and bad."""
    for _ in range(edits):
        melds = len(draft.table)
        meld, other, at = rng.randrange(melds + 1), rng.randrange(melds + 1), rng.randrange(5)
        on_table = rng.choice([*draft.table.cards, rummy.Card("7c")])
        in_hand = rng.choice([*draft.hand, rummy.Card("7c")])
        tries: list[Callable[[], None]] = [
            partial(draft.put, in_hand, meld),
            partial(draft.start, in_hand),
            partial(draft.take, on_table, meld),
            partial(draft.move, on_table, meld, other),
            partial(draft.move, on_table, meld),
            partial(draft.split, meld, at),
            partial(draft.join, meld, other),
            draft.undo,
            draft.redo,
        ]
        before = draft.to_json()
        try:
            rng.choice(tries)()
        except IllegalAction:
            assert draft.to_json() == before


@given(st.integers(0, 10_000), st.sampled_from([V, DRAW3]))
def test_no_edit_loses_a_card_and_every_edit_can_be_undone(seed: int, v: rummy.Variant) -> None:
    rng = random.Random(seed)
    draft = Draft(v, TABLE, HAND)
    scramble(draft, rng, 25)
    everything = rummy.parse_cards(f"{TABLE.replace('|', '')} {HAND}").sorted()
    assert rummy.Cards([*draft.table.cards, *draft.hand]).sorted() == everything
    assert draft.before == rummy.parse_table(TABLE)
    assert all(draft.table)
    copied = Draft.from_json(v, json.loads(json.dumps(draft.to_json())))
    assert copied == draft
    assert pickle.loads(pickle.dumps(draft)) == draft
    assert (copied.is_binding, copied.can_undo, copied.can_redo) == (
        draft.is_binding,
        draft.can_undo,
        draft.can_redo,
    )
    while draft.can_undo:
        draft.undo()
    assert shown(draft) == (TABLE, HAND)
    assert draft != copied or not copied.can_undo


@pytest.mark.parametrize(
    "change",
    [
        {"seat": "0"},
        {"at": 7},
        {"at": True},
        {"touched": None},
        {"steps": []},
        {"steps": [{"table": TABLE}]},
        {"steps": [{"table": TABLE, "hand": HAND}, {"table": TABLE, "hand": "Kd"}], "at": 1},
        {"steps": [{"table": TABLE, "hand": HAND}, {"table": "5s 6s", "hand": f"7s {HAND}"}], "at": 1},
        {"steps": [{"table": "5z", "hand": HAND}]},
    ],
)
def test_a_spoilt_draft_is_refused(change: dict[str, object]) -> None:
    data = new().to_json()
    assert Draft.from_json(V, data) == new()
    with pytest.raises(ValueError, match=r"draft|card"):
        Draft.from_json(V, {**data, **change})
    for key in data:
        with pytest.raises(ValueError, match=key):
            Draft.from_json(V, {name: value for name, value in data.items() if name != key})


def test_a_copy_is_edited_apart() -> None:
    draft = Draft(rummy.variant("machiavelli", unfinished_move="draw3"), "5s 6s 7s", "8s Kd")
    draft.put("8s", 0)
    copy = draft.copy()
    assert copy == draft
    copy.undo()
    copy.start("Kd")
    assert (str(draft.table), str(draft.hand), draft.can_redo) == ("5s 6s 7s 8s", "Kd", False)
    assert (str(copy.table), copy.is_binding) == ("5s 6s 7s | Kd", True)
    draft.close()
    assert draft.copy().is_closed
