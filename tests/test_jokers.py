"""Jokers, first plays and loose cards in deals of vatikan and tahiti, and bad input with jokers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import rummy
from deals import deal_of, kinds, refused, state
from rummy import Deal, Draw, GiveUp, Knock, Lay, Pass
from rummy.events import Dealt, Drew, Laid
from support import EVERY, all_cards, whole_deck
from test_carousel import wrong

if TYPE_CHECKING:
    from rummy import Variant

CAROUSEL = rummy.variant("carousel")
VATIKAN = rummy.variant("vatikan")
TAHITI = rummy.variant("tahiti")
WITH_JOKERS = [v for v in EVERY if v.joker_law != "none"]


def after_a_draw(deal: Deal) -> Deal:
    """The deal at a moment at which a play is open."""
    if Lay not in deal.actions():
        deal.apply(Draw())
    return deal


# Vatikan: play or draw one; the first play.


def test_vatikan_play_or_draw_one() -> None:
    deal = deal_of(VATIKAN, ["7s 8s 9s Kd", "2c"], stock="4h 5h")
    assert kinds(deal) == ["draw", "lay"]
    deal.apply(Draw())
    assert (deal.seat, refused(deal, Knock())) == (1, "action/kind-not-open")
    deal.apply(Draw())
    assert kinds(deal) == ["lay", "pass"]
    deal.apply(Lay("7s 8s 9s"))
    assert deal.seat == 1


def test_d8_a_first_play_needs_three_natural_cards_in_sequence() -> None:
    deal = deal_of(VATIKAN, ["7s 8s 9s Kc Kd Kh *", "2c 3c"], table="4s 5s 6s", stock="4h")
    assert deal.view(1).has_opened == (False, False)
    assert wrong(deal, Lay("4s 5s 6s | Kc Kd Kh")) == ["play/not-opened"]
    assert wrong(deal, Lay("4s 5s 6s 7s 8s *9s")) == ["play/not-opened"]
    deal.apply(Lay("4s 5s 6s 7s | 8s 9s *Ts | Kc Kd Kh"))
    assert deal.view(1).has_opened == (True, False), "the three need not end up in one meld"
    assert deal.result == rummy.DealResult("out", (0,), (0, 0))


def test_each_player_has_a_first_play() -> None:
    deal = deal_of(VATIKAN, ["7s 8s 9s Kd 2d", "Ts 3c", "4c"], stock="4h")
    deal.apply(Lay("7s 8s 9s"))
    assert wrong(deal, Lay("7s 8s 9s Ts")) == ["play/not-opened"]
    deal.apply(Draw())
    deal.apply(Pass())
    assert deal.view(2).has_opened == (True, False, False)
    known = deal_of(VATIKAN, ["Ts 3c", "4c"], table="7s 8s 9s", opened=[True, False])
    known.apply(Lay("7s 8s 9s Ts"))


def test_vatikan_is_won_without_points() -> None:
    out = deal_of(VATIKAN, ["7s 8s 9s", "Kc Kd *"])
    out.apply(Lay("7s 8s 9s"))
    assert out.result == rummy.DealResult("out", (0,), (0, 0))
    blocked = deal_of(VATIKAN, ["2c 3d 5h", "Kc *", "Kd Kh"])
    for _ in range(3):
        blocked.apply(Pass())
    assert blocked.result == rummy.DealResult("blocked", (1, 2), (0, 0, 0))
    assert blocked.result.is_draw


def test_a_joker_stays_by_its_neighbour() -> None:
    deal = deal_of(VATIKAN, ["5c 5d 6d 6h 7c 7d", "2c"], table="5s *6s 7s", opened=[True, True])
    assert wrong(deal, Lay("5s 5c 5d | 6d *6s 6h | 7s 7c 7d")) == ["joker/left-its-neighbour"]
    deal.apply(Lay("5s *6s 7s | 5d 6d 7d"))
    assert str(deal.hands[0]) == "5c 6h 7c"


# Tahiti: loose cards, locked melds, points.


@pytest.mark.parametrize("players", [2, 3, 5])
def test_four_cards_are_dealt_loose(players: int) -> None:
    jokers = 0
    for seed in range(60):
        deal = Deal(TAHITI, players=players, seed=seed)
        assert [len(group) for group in deal.table] == [1] * 4
        assert deal.stock_size == 108 - 5 * players - 4
        assert all_cards(deal) == whole_deck(deal)
        assert all(card.name is None for card in deal.table.cards)
        jokers += deal.table.cards.count(rummy.Card("*"))
        dealt = deal.view(None).history[0]
        assert isinstance(dealt, Dealt)
        assert dealt.table == deal.table
    assert jokers > 0, "a loose joker has no name"


def test_the_loose_cards_are_dealt_after_the_hands() -> None:
    from rummy.dealing import deal_out

    hands, table, stock = deal_out(TAHITI, bytes(range(30)), 2, 0)
    assert [len(hand) for hand in hands] == [5, 5]
    assert (table.ids, stock) == ((b"\x0a", b"\x0b", b"\x0c", b"\x0d"), bytes(range(14, 30)))


def test_loose_cards_are_used_or_stay() -> None:
    deal = deal_of(TAHITI, ["Kc Kd 2d", "3c 4c"], table="Kh | 9s | 5d | *", stock="2h 6h")
    assert kinds(deal) == ["draw", "lay"]
    assert wrong(deal, Lay("Kc Kd Kh | 5d | *")) == ["play/card-lost"]
    assert wrong(deal, Lay("Kc Kd Kh *Ks 9s | 5d")) != []
    deal.apply(Lay("Kc Kd Kh | 9s | 5d | *"))
    assert str(deal.table) == "Kc Kd Kh | 9s | 5d | *"
    assert wrong(deal, Lay("Kc Kd Kh | 9s | 5d | * | 3c")) == ["meld/too-short"]
    deal.apply(Draw())
    assert wrong(deal, Lay("Kc Kd | Kh | 9s | 5d | * | 2d")) != [], "used once, it is no loose card"


def test_d9_a_loose_joker_is_named_when_a_play_uses_it() -> None:
    deal = deal_of(TAHITI, ["Kc Kd 2d", "3c 4c"], table="Kh | *", stock="2h 6h")
    assert wrong(deal, Lay("Kc Kd * | Kh")) == ["joker/unnamed"]
    deal.apply(Lay("Kc Kd *Ks | Kh"))
    assert str(deal.table) == "Kc Kd *Ks | Kh"


def test_a_joker_locks_its_meld() -> None:
    deal = deal_of(TAHITI, ["4s 6s 9d 9c Kd 2c", "3c"], table="5s *6s 7s | 9h", stock="2h 6h")
    assert wrong(deal, Lay("5s *6s 7s | 9c 9d | 9h")) == ["meld/too-short"]
    assert wrong(deal, Lay("4s 5s *6s | 7s | 9h")) != []
    deal.apply(Lay("4s 5s *6s 7s | 9h"))
    deal.apply(Draw())
    deal.apply(Lay("4s 5s 6s 7s | 9c 9d *9s | 9h"))
    assert str(deal.hands[0]) == "2c Kd"


def test_one_joker_a_meld() -> None:
    deal = deal_of(TAHITI, ["5s 6s * * 2c", "3c"], stock="2h 6h")
    assert wrong(deal, Lay("*4s 5s 6s *7s")) == ["meld/too-many-jokers"]


def test_tahiti_counts_points() -> None:
    out = deal_of(TAHITI, ["7s 8s 9s", "* As", "Td 2c"])
    out.apply(Lay("7s 8s 9s"))
    assert out.result == rummy.DealResult("out", (0,), (0, 41, 12))
    blocked = deal_of(TAHITI, ["2c 3d 5h", "Kc", "*"])
    for _ in range(3):
        blocked.apply(Pass())
    assert blocked.result == rummy.DealResult("blocked", (0, 1), (10, 10, 30))
    assert blocked.result.is_draw, "fewest points, not fewest cards"


def test_an_unfinished_move_may_cost_three_cards() -> None:
    v = rummy.variant("tahiti", unfinished_move="draw3")
    deal = deal_of(v, ["4s *", "3c"], table="5s 6s 7s | Kd", stock="2h 6h 9d Td")
    draft = deal.draft()
    draft.put("*4s", 0)
    draft.name("8s", 0)
    draft.undo()
    draft.undo()
    assert kinds(deal) == ["lay", "give-up"]
    _, drew = deal.apply(GiveUp())
    assert drew == Drew(0, rummy.parse_cards("2h 6h 9d"))
    assert (deal.seat, str(deal.hands[0])) == (1, "2h 4s 6h 9d *")


# Records of what is laid.


def test_what_is_laid_names_jokers_on_the_table_alone() -> None:
    deal = deal_of(CAROUSEL, ["5s 6s * Kd", "2c 3c"], stock="4h 6h")
    deal.apply(Draw())
    (laid,) = deal.apply(Lay("5s 6s *7s"))
    assert isinstance(laid, Laid)
    assert laid.to_json() == {"event": "laid", "seat": 0, "cards": "5s 6s *", "table": "5s 6s *7s"}
    assert rummy.event_from_json(laid.to_json()) == laid


# Bad input: each a clear error, and nothing half done.


def impossible(v: Variant, hands: list[str], table: str = "", stock: str = "2h 4h") -> list[str]:
    """The faults of a position; no action goes through and nothing changes."""
    deal = Deal.from_cards(v, hands=hands, table=table, stock=stock)
    before = state(deal)
    for action in (Draw(), Lay("7s 8s 9s"), Knock("7s 8s 9s"), Pass()):
        with pytest.raises(rummy.IllegalPosition) as error:
            deal.apply(action)
        assert error.value.faults == deal.faults()
        assert all(fault.message for fault in deal.faults())
    assert state(deal) == before
    return [fault.code for fault in deal.faults()]


@pytest.mark.parametrize("v", EVERY, ids=lambda v: v.id)
def test_more_jokers_than_there_are(v: Variant) -> None:
    jokers = v.deck(2).jokers
    hand = " ".join(["*"] * (jokers + 1))
    assert impossible(v, [hand, "2c"]) == ["position/too-many-jokers"]
    assert impossible(v, ["2c", "3c"], stock=f"{hand} 4h") == ["position/too-many-jokers"]
    if jokers:
        assert Deal.from_cards(v, hands=[hand[2:], "2c"]).faults() == ()


def test_a_joker_in_the_hand_and_on_the_table_are_counted_together() -> None:
    assert impossible(CAROUSEL, ["*", "2c"], table="5s *6s 7s") == ["position/too-many-jokers"]


@pytest.mark.parametrize("v", WITH_JOKERS, ids=lambda v: v.id)
@pytest.mark.parametrize("name", ["*x", "*7x", "**", "*1s", "*7s8s"])
def test_a_joker_named_as_nothing(v: Variant, name: str) -> None:
    deal = after_a_draw(Deal(v, players=2, seed=1))
    draft, before = deal.draft(), state(deal)
    for make in (lambda: Lay(f"5s 6s {name}"), lambda: rummy.check_play(v, "", f"5s 6s {name}", "5s 6s *")):
        with pytest.raises(rummy.NotationError, match="is not a card: write a rank"):
            make()
    with pytest.raises(rummy.NotationError):
        draft.put(name)
    assert state(deal) == before


@pytest.mark.parametrize("v", WITH_JOKERS, ids=lambda v: v.id)
def test_a_joker_with_a_name_in_a_hand(v: Variant) -> None:
    assert impossible(v, ["*7s 2d", "3c"]) == ["position/named-in-hand"]
    assert impossible(v, ["2d", "3c"], stock="*7s") == ["position/named-in-hand"]
    with pytest.raises(rummy.IllegalPosition, match="a joker in a hand has none"):
        rummy.best_play(v, "", "*7s 8s 9s")


@pytest.mark.parametrize("v", WITH_JOKERS, ids=lambda v: v.id)
def test_a_joker_without_a_name_on_the_table(v: Variant) -> None:
    assert impossible(v, ["2d", "3c"], table="5s * 7s") == ["position/unnamed-on-table"]
    alone = Deal.from_cards(v, hands=["2d", "3c"], table="*", stock="2h")
    assert [fault.code for fault in alone.faults()] == (
        [] if v.loose_cards else ["position/bad-meld", "position/unnamed-on-table"]
    )


@pytest.mark.parametrize("v", WITH_JOKERS, ids=lambda v: v.id)
def test_one_natural_card_is_needed(v: Variant) -> None:
    table = "*6s *7s *8s"
    codes = set(impossible(v, ["2d", "3c"], table=table))
    assert "position/bad-meld" in codes


def test_two_jokers_in_a_tahiti_meld() -> None:
    assert impossible(TAHITI, ["2d", "3c"], table="5s *6s *7s") == ["position/bad-meld"]
    assert impossible(TAHITI, ["2d", "3c"], table="*6s") == ["position/bad-meld"]


@pytest.mark.parametrize("v", WITH_JOKERS, ids=lambda v: v.id)
def test_a_copy_too_many(v: Variant) -> None:
    cards = " ".join(["7s"] * (v.deck(2).packs + 1))
    assert impossible(v, [cards, "2c"]) == ["position/too-many-copies"]
    if v.deck(2).packs == 2:
        # D11: a joker may have a name whose copies lie there already.
        assert Deal.from_cards(v, hands=["7s 2c", "3c"], table="5s 6s 7s | 8s 9s *7s").faults() == ()


@pytest.mark.parametrize("v", WITH_JOKERS, ids=lambda v: v.id)
@pytest.mark.parametrize("meld", ["5s *5s 6s", "5s *6s 8s", "5s *6s", "5c 5d *5d", "Ks *As 2s"])
def test_a_broken_meld(v: Variant, meld: str) -> None:
    assert impossible(v, ["2d", "3c"], table=meld) == ["position/bad-meld"]
