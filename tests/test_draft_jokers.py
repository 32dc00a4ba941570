"""Drafts with jokers: naming, what is free, what is locked (RULES.md section 5)."""

from __future__ import annotations

import json
import random
from functools import partial
from typing import TYPE_CHECKING

import pytest
import rummy
from hypothesis import given
from hypothesis import strategies as st
from rummy import Deal, Draft, IllegalAction, Knock, Lay
from support import EVERY
from test_draft import codes, shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from rummy import Variant

CAROUSEL = rummy.variant("carousel")
VATIKAN = rummy.variant("vatikan")
TAHITI = rummy.variant("tahiti")
WITH_JOKERS = [v for v in EVERY if v.joker_law != "none"]


@pytest.mark.parametrize("v", WITH_JOKERS, ids=lambda v: v.id)
def test_one_name_that_fits_is_taken(v: Variant) -> None:
    draft = Draft(v, "", "5s 7s * Kd")
    draft.start("5s 7s *")
    assert (draft.faults(), draft.choices) == ((), {})
    assert draft.done() == Lay("5s *6s 7s")
    assert shown(draft)[1] == "Kd"


@pytest.mark.parametrize("v", WITH_JOKERS, ids=lambda v: v.id)
def test_several_names_are_asked_meld_by_meld(v: Variant) -> None:
    draft = Draft(v, "", "5s 6s * Kc Kd *")
    draft.start("5s 6s *")
    draft.start("* Kc Kd")
    assert codes(draft) == [("joker/unnamed", (0,)), ("joker/unnamed", (1,))]
    assert draft.choices == {0: rummy.parse_cards("4s 7s"), 1: rummy.parse_cards("Kh Ks")}
    assert [fault.cards for fault in draft.faults()] == list(draft.choices.values())
    with pytest.raises(rummy.IllegalPlay, match=r"say which of 4s 7s.*; the joker in meld 2 \(Kc Kd"):
        draft.done()
    draft.name("7s", 0)
    assert draft.choices == {1: rummy.parse_cards("Kh Ks")}
    draft.name("*Ks", 1)
    assert draft.done() == Lay("5s 6s *7s | Kc Kd *Ks")
    draft.undo()
    draft.undo()
    assert shown(draft)[0] == "5s 6s * | Kc Kd *"


def test_two_jokers_in_one_meld() -> None:
    draft = Draft(CAROUSEL, "", "5s 6s * *")
    draft.start("5s 6s * *")
    assert draft.choices == {0: rummy.parse_cards("3s 4s 7s 8s")}
    draft.name("7s", 0)
    assert shown(draft)[0] == "5s 6s *7s *"
    draft.name("8s", 0)
    with pytest.raises(
        IllegalAction, match=r"say which joker of 5s 6s \*7s \*8s you mean: \*7s \*8s"
    ) as error:
        draft.name("4s", 0)
    assert error.value.code == "draft/which-joker"
    draft.name("4s", 0, joker="*8s")
    assert draft.done() == Lay("*4s 5s 6s *7s")
    draft.name("*", 0, joker="*4s")
    assert shown(draft)[0] == "5s 6s *7s *"


BAD: list[tuple[str, Callable[[Draft], object]]] = [
    ("draft/no-joker", lambda draft: draft.name("7s", 1)),
    ("draft/no-such-joker", lambda draft: draft.name("7s", 0, joker="*8s")),
    ("draft/no-joker", lambda draft: draft.name("7s", 1, joker="*6s")),
    ("draft/not-a-name", lambda draft: draft.name("7s 8s", 0)),
    ("draft/not-a-name", lambda draft: draft.name("7s", 0, joker="5s")),
    ("draft/not-a-name", lambda draft: draft.name("7s", 0, joker="*6s *6s")),
    ("draft/no-cards", lambda draft: draft.name("", 0)),
    ("draft/no-such-meld", lambda draft: draft.name("7s", 2)),
    ("draft/card-of-the-table", lambda draft: draft.take("*", 0)),
    ("draft/card-of-the-table", lambda draft: draft.take("*6s", 0)),
    ("draft/card-not-in-meld", lambda draft: draft.move("*", 1)),
    ("draft/card-not-in-meld", lambda draft: draft.move("*7s", 0)),
    ("draft/card-not-in-hand", lambda draft: draft.put("*")),
    ("draft/card-not-in-hand", lambda draft: draft.put("*7s")),
]


@pytest.mark.parametrize(("code", "edit"), BAD)
def test_a_bad_edit_is_refused_and_changes_nothing(code: str, edit: Callable[[Draft], object]) -> None:
    draft = Draft(CAROUSEL, "5s *6s 7s | 8c 8d 8h", "6s 7s Kd")
    before = draft.to_json()
    with pytest.raises(IllegalAction) as error:
        edit(draft)
    assert error.value.code == code
    assert draft.to_json() == before


def test_a_joker_of_the_hand_goes_back_without_its_name() -> None:
    draft = Draft(CAROUSEL, "", "5s 6s *")
    draft.start("5s 6s *7s")
    draft.take("*", 0)
    assert shown(draft) == ("5s 6s", "*")
    draft.put("*", 0)
    draft.name("4s", 0)
    draft.take("*4s", 0)
    assert shown(draft) == ("5s 6s", "*")


def test_the_star_means_the_only_joker_of_a_meld() -> None:
    draft = Draft(CAROUSEL, "5s *6s 7s | 8c 8d 8h", "6s")
    draft.move("*", 0, to=1)
    assert shown(draft)[0] == "5s 7s | *6s 8c 8d 8h"
    draft.put("6s", 0)
    draft.name("8s", 1)
    assert draft.done() == Lay("5s 6s 7s | 8c 8d 8h *8s")


# What is free.


@pytest.mark.parametrize("v", [CAROUSEL, VATIKAN], ids=lambda v: v.id)
def test_d15_one_natural_card_frees_every_joker_of_its_name(v: Variant) -> None:
    draft = Draft(v, "5s *6s 7s | *6s 6c 6d", "6s Kd")
    assert draft.freed == ()
    draft.put("6s", 0)
    assert draft.freed == rummy.parse_cards("*6s *6s")
    draft.name("6h", 1)
    assert draft.freed == rummy.parse_cards("*6s *6s"), "by the names they had"
    assert [code for code, _ in codes(draft)] == ["meld/card-twice"]
    draft.move("*", 0)
    draft.undo()
    draft.take("6s", 0)
    assert draft.freed == ()


@pytest.mark.parametrize("v", WITH_JOKERS, ids=lambda v: v.id)
def test_where_the_freeing_card_may_come_from(v: Variant) -> None:
    on_table = Draft(v, "5s *6s 7s | 6c 6d 6s", "Kd 6s")
    from_hand_alone = v.joker_law == "locked"
    assert on_table.freed == (() if from_hand_alone else rummy.parse_cards("*6s"))
    on_table.put("6s", 0)
    assert on_table.freed == rummy.parse_cards("*6s")


def test_d16_each_card_frees_one_joker() -> None:
    table = "5s *6s 7s | 6c 6d *6s | 9s Ts Js"
    draft = Draft(TAHITI, table, "6s 6s 8s Qs")
    assert draft.locked == (0, 1)
    draft.put("6s", 2)
    assert draft.freed == rummy.parse_cards("*6s")
    draft.name("8s", 0)
    assert draft.locked == (1,), "the other one is free"
    draft.put("6s", 1)
    assert draft.freed == rummy.parse_cards("*6s *6s")
    assert draft.locked == ()


def test_locked_melds_may_be_added_to() -> None:
    draft = Draft(TAHITI, "5s *6s 7s | Kd | *", "8s 4s 9c")
    assert draft.locked == (0,)
    draft.put("8s", 0)
    draft.put("4s", 0)
    assert draft.locked == (0,)
    assert draft.faults() == ()
    draft.move("5s", 0)
    assert draft.locked == (0,), "it is still to be put right"
    assert "joker/locked-meld" in [code for code, _ in codes(draft)] or len(codes(draft)) > 0


def test_nothing_is_locked_elsewhere() -> None:
    for v in (CAROUSEL, VATIKAN):
        assert Draft(v, "5s *6s 7s", "8s").locked == ()


def test_the_judge_decides_about_a_name() -> None:
    draft = Draft(CAROUSEL, "5s *6s 7s", "4s 8s 9s 6s")
    draft.put("4s 8s 9s", 0)
    draft.split(0, 2)
    draft.name("Ts", 1)
    assert "joker/renamed" in [code for code, _ in codes(draft)]
    draft.put("6s", 0)
    assert draft.faults() == ()
    assert draft.done() == Lay("4s 5s 6s | 7s 8s 9s *Ts")


# A draft in a deal.


def test_a_knock_from_a_draft() -> None:
    v = rummy.variant("carousel", knock="after_turn")
    deal = Deal.from_cards(v, hands=["5s 6s * 2d", "Kc"], stock="Ad 3h 4h 5h")
    deal.apply(rummy.Draw())
    draft = deal.draft()
    assert draft.knock() == Knock()
    draft.start("5s 6s *")
    with pytest.raises(rummy.IllegalPlay):
        draft.knock()
    draft.name("7s", 0)
    assert draft.knock() == Knock("5s 6s *7s")
    deal.apply(draft.knock())
    assert deal.result == rummy.DealResult("knock", (0,), (7, 0))
    with pytest.raises(IllegalAction, match="over"):
        draft.knock()


def test_a_kept_draft_keeps_its_names() -> None:
    draft = Draft(TAHITI, "5s *6s 7s | Kd | *", "8s 4s * *")
    draft.put("*8s", 0)
    draft.start("*")
    copied = Draft.from_json(TAHITI, json.loads(json.dumps(draft.to_json())))
    assert copied == draft
    assert shown(copied) == ("5s *6s 7s *8s | Kd | * | *", "4s 8s")


def scramble(draft: Draft, rng: random.Random, edits: int) -> None:
    names = [*rummy.parse_cards("4s 6s 8s Kh *")]
    for _ in range(edits):
        meld, other = rng.randrange(len(draft.table) + 1), rng.randrange(len(draft.table) + 1)
        on_table = rng.choice([*draft.table.cards, rummy.Card("*")])
        in_hand = rng.choice([*draft.hand, rummy.Card("*"), rummy.Card("*8s")])
        tries: list[Callable[[], None]] = [
            partial(draft.put, in_hand, meld),
            partial(draft.take, on_table, meld),
            partial(draft.move, on_table, meld, other),
            partial(draft.move, on_table, meld),
            partial(draft.name, rng.choice(names), meld),
            partial(draft.name, rng.choice(names), meld, on_table),
            draft.undo,
            draft.redo,
        ]
        before = draft.to_json()
        try:
            rng.choice(tries)()
        except IllegalAction:
            assert draft.to_json() == before


@given(st.integers(0, 10_000), st.sampled_from(WITH_JOKERS))
def test_no_edit_loses_a_card_and_what_is_played_is_legal(seed: int, v: Variant) -> None:
    rng = random.Random(seed)
    table, hand = "5s *6s 7s | Kc Kd Ks", "6s 8s Kh *"
    draft = Draft(v, table, hand)
    scramble(draft, rng, 25)
    assert sum(map(len, draft.table)) + len(draft.hand) == 10
    assert {card for card in draft.hand if card.is_joker} <= {rummy.Card("*")}
    assert set(draft.locked) <= set(range(len(draft.table)))
    assert set(draft.freed) <= {rummy.Card("*6s")}
    if not draft.faults():
        play = rummy.check_play(v, table, draft.done().table, hand)
        assert play.cards == draft.cards
        renamed = rummy.Card("*6s") not in play.table.cards
        assert not renamed or draft.freed
    while draft.can_undo:
        draft.undo()
    assert shown(draft) == (table, hand)
