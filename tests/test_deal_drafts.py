"""Drafts in a deal: what they keep from, who sees them, and an unfinished move that costs three cards."""

from __future__ import annotations

import json
import pickle

import pytest
import rummy
from deals import deal_of, kinds, refused
from rummy import Deal, Draw, GiveUp, IllegalAction, Lay, Pass
from rummy.events import Drew, Ended, GaveUp, Laid
from support import EVERY

MANIPULATION = rummy.variant("manipulation")
MACHIAVELLI = rummy.variant("machiavelli")
GUADALUPE = rummy.variant("guadalupe")
RUN = "7s 8s 9s"


# Drafts.


def test_a_changed_draft_keeps_from_drawing_and_passing() -> None:
    for stock, action in (("4h", Draw()), ("", Pass())):
        deal = deal_of(MACHIAVELLI, ["7s Kd", "2c"], table="8s 9s Ts", stock=stock)
        draft = deal.draft()
        draft.put("7s", 0)
        assert kinds(deal) == ["lay"]
        assert refused(deal, action) == "action/draft-changed"
        with pytest.raises(IllegalAction, match="finish or reset your move first"):
            deal.apply(action)
        draft.move("7s", 0)
        draft.take("7s", 1)
        assert not draft.is_changed
        deal.apply(action)
        assert draft.is_closed


def test_the_draft_is_the_same_until_the_next_action() -> None:
    deal = deal_of(MANIPULATION, ["7s Kd", "2c 3c"], stock="8s 9s")
    draft = deal.draft()
    assert deal.draft() is draft
    assert deal.draft(0) is draft
    deal.apply(Draw())
    assert draft.is_closed
    assert deal.draft().hand == rummy.parse_cards("7s 8s Kd")
    with pytest.raises(IllegalAction) as error:
        deal.draft(1)
    assert error.value.code == "action/not-your-turn"


def test_a_finished_draft_is_a_play() -> None:
    deal = deal_of(MACHIAVELLI, ["7s Kd", "2c"], table="8s 9s Ts", stock="4h")
    draft = deal.draft()
    draft.put("7s", 0)
    (laid,) = deal.apply(draft.done())
    assert laid == Laid(0, rummy.parse_cards("7s"), rummy.parse_table("7s 8s 9s Ts"))
    with pytest.raises(IllegalAction) as error:
        draft.undo()
    assert error.value.code == "draft/closed"


def test_a_play_needs_no_draft() -> None:
    deal = deal_of(MACHIAVELLI, ["7s Kd", "2c"], table="8s 9s Ts", stock="4h")
    deal.draft().put("Kd", 0)
    deal.apply(Lay("7s 8s 9s Ts"))
    assert deal.seat == 1


def test_nobody_else_sees_the_draft() -> None:
    deal = deal_of(MACHIAVELLI, ["7s Kd", "2c"], table="8s 9s Ts", stock="4h")
    before = [json.dumps(deal.view(seat).to_json()) for seat in (1, None)]
    deal.draft().put("7s", 0)
    assert [json.dumps(deal.view(seat).to_json()) for seat in (1, None)] == before
    assert [kind.kind for kind in deal.view(0).actions] == ["lay"]
    assert not deal.view(1)._is_bound


def test_a_view_is_a_snapshot() -> None:
    deal = deal_of(MACHIAVELLI, ["7s 8s 9s Kd", "2c 3d"], stock="4h 5h", totals=[3, 4], number=2)
    view = deal.view(0)
    before = json.dumps(view.to_json())
    deal.apply(Draw())
    deal.apply(Draw())
    deal.apply(Lay(RUN))
    assert json.dumps(view.to_json()) == before
    copied = pickle.loads(pickle.dumps(view))
    assert json.dumps(copied.to_json()) == before
    assert view.to_json(history=False) == {
        "variant": "machiavelli",
        "options": {"unfinished_move": "reset"},
        "seat": 0,
        "to_act": 0,
        "dealer": 1,
        "number": 2,
        "turn": 0,
        "step": 0,
        "hands": ["7s 8s 9s Kd", None],
        "hand_sizes": [4, 2],
        "table": "",
        "stock_size": 2,
        "drawn": 0,
        "turns_left": None,
        "has_opened": [False, False],
        "totals": [3, 4],
        "actions": ["draw", "lay"],
        "result": None,
    }
    assert [event.to_json()["event"] for event in deal.view(1).history] == ["dealt", "drew", "drew", "laid"]


def test_a_draft_kept_elsewhere_comes_back() -> None:
    def make() -> Deal:
        return deal_of(MACHIAVELLI, ["7s Kd", "2c"], table="8s 9s Ts", stock="4h")

    deal = make()
    deal.draft().put("7s", 0)
    kept = json.loads(json.dumps(deal.draft().to_json()))
    again = make()
    again.restore_draft(rummy.Draft.from_json(MACHIAVELLI, kept))
    assert again.draft() == deal.draft()
    again.restore_draft(again.draft())
    assert not again.draft().is_closed
    assert kinds(again) == ["lay"]
    other = make()
    other.apply(Draw())
    with pytest.raises(IllegalAction) as error:
        other.restore_draft(rummy.Draft.from_json(MACHIAVELLI, kept))
    assert error.value.code == "action/not-your-turn"
    other.apply(Draw() if other.can(Draw()) else Pass())
    with pytest.raises(IllegalAction) as error:
        other.restore_draft(rummy.Draft.from_json(MACHIAVELLI, kept))
    assert error.value.code == "draft/of-another-turn"


# An unfinished move that costs three cards.


@pytest.fixture(params=[MACHIAVELLI, GUADALUPE], ids=lambda v: v.id)
def draw3(request: pytest.FixtureRequest) -> rummy.Variant:
    v: rummy.Variant = request.param
    return v.with_options(unfinished_move="draw3")


def test_giving_up_draws_three_and_ends_the_turn(draw3: rummy.Variant) -> None:
    deal = deal_of(draw3, ["7s Kd", "2c"], table="8s 9s Ts", stock="4h 5h 6h 9d")
    assert kinds(deal) == ["draw", "lay"]
    assert refused(deal, GiveUp()) == "action/nothing-to-give-up"
    draft = deal.draft()
    draft.put("Kd", 0)
    assert kinds(deal) == ["lay", "give-up"]
    assert refused(deal, Draw()) == "action/draft-changed"
    with pytest.raises(IllegalAction, match="finish or give up your move first"):
        deal.apply(Draw())
    assert deal.apply(draft.give_up()) == (GaveUp(0), Drew(0, rummy.parse_cards("4h 5h 6h")))
    assert (deal.seat, str(deal.hands[0]), str(deal.table)) == (1, "4h 5h 6h 7s Kd", "8s 9s Ts")
    deal.draft().put("2c", 0)
    # What is left of the stock is drawn.
    assert deal.apply(GiveUp()) == (GaveUp(1), Drew(1, rummy.parse_cards("9d")))
    assert (deal.seat, deal.stock_size) == (0, 0)


def test_d5_a_draft_that_was_changed_stays_so(draw3: rummy.Variant) -> None:
    deal = deal_of(draw3, ["7s Kd", "2c"], table="8s 9s Ts", stock="4h 5h 6h 9d")
    draft = deal.draft()
    draft.put("7s", 0)
    draft.undo()
    assert not draft.is_changed
    assert kinds(deal) == ["lay", "give-up"]
    assert refused(deal, Draw()) == "action/draft-changed"
    draft.redo()
    deal.apply(draft.done())
    assert deal.seat == 1


def test_d6_a_give_up_without_stock_is_a_pass(draw3: rummy.Variant) -> None:
    deal = deal_of(draw3, ["7s Kd", "2c"], table="8s 9s Ts")
    deal.apply(Pass())
    deal.draft().put("2c", 0)
    gave_up, ended = deal.apply(GiveUp())
    assert gave_up == GaveUp(1)
    assert isinstance(ended, Ended)
    assert ended.reason == "blocked"


def test_no_giving_up_elsewhere() -> None:
    for v in EVERY:
        deal = deal_of(v, ["7s Kd", "2c"], table="8s 9s Ts", stock="4h")
        deal.draft().put("7s", 0)
        assert refused(deal, GiveUp()) == "action/kind-not-open"
