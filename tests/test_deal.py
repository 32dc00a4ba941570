"""The turns of each rule-set, D1 to D7, drafts, reminders, blocked deals, and every action refused."""

from __future__ import annotations

import json
import pickle
from typing import TYPE_CHECKING

import pytest
import rummy
from deals import deal_of, kinds, refused, state
from rummy import Deal, Draw, GiveUp, IllegalAction, Knock, Lay, Pass, Reminder
from rummy.events import Dealt, Drew, Ended, GaveUp, Knocked, Laid, Passed
from support import EVERY, set_up

if TYPE_CHECKING:
    from collections.abc import Callable

MANIPULATION = rummy.variant("manipulation")
MACHIAVELLI = rummy.variant("machiavelli")
SHANGHAI = rummy.variant("shanghai")
GUADALUPE = rummy.variant("guadalupe")
RUN = "7s 8s 9s"
BLOCKED = [v for v in EVERY if v.stock_out == "blocked"]


# The cards and the dealer.


def test_the_same_seed_deals_the_same() -> None:
    for v in EVERY:
        assert Deal(v, players=3, seed=7).events == Deal(v, players=3, seed=7).events
        assert Deal(v, players=3, seed=7).hands != Deal(v, players=3, seed=8).hands
        assert Deal(v, players=3, seed=7, number=1).hands != Deal(v, players=3, seed=7).hands
        assert Deal(v, players=3, seed=7, game=1).hands != Deal(v, players=3, seed=7).hands


def test_the_deck_depends_on_the_packs_not_on_the_game_or_the_players() -> None:
    decks: dict[rummy.variant.Deck, set[tuple[rummy.Card, ...]]] = {}
    for v in EVERY:
        for players in (2, 5):
            dealt = Deal(v, players=players, seed=7, dealer=0).events[0]
            assert isinstance(dealt, Dealt)
            deck: list[rummy.Card] = []
            hands = [list(hand or ()) for hand in dealt.hands]
            assert sorted(card for hand in hands for card in hand) == sorted(
                set_up(dealt, v).hands[0] + tuple(card for hand in hands[1:] for card in hand)
            )
            deck += dealt.stock or ()
            # The end of the stock is the end of the deck whatever was dealt.
            decks.setdefault(v.deck(players), set()).add(tuple(deck[-20:]))
    assert len(decks) == 4
    assert all(len(ends) == 1 for ends in decks.values())


def test_d7_the_dealer_and_who_begins() -> None:
    dealers = {Deal(MACHIAVELLI, players=4, seed=seed).dealer for seed in range(60)}
    assert dealers == {0, 1, 2, 3}
    deal = Deal(MACHIAVELLI, players=4, seed=7, dealer=3)
    assert (deal.dealer, deal.seat) == (3, 0)
    first = Deal(MACHIAVELLI, players=4, seed=7)
    second = Deal(MACHIAVELLI, players=4, seed=7, number=1)
    assert second.dealer == (first.dealer + 1) % 4
    assert first.seat == (first.dealer + 1) % 4


def test_cards_are_dealt_in_packets_from_the_left_of_the_dealer() -> None:
    from rummy.dealing import deal_out

    deck = bytes(range(52)) * 2
    hands, _, stock = deal_out(SHANGHAI, deck, 2, 0)
    # Seat 1 gets 0-2, seat 0 gets 3-5, and so on; the last round is one card each.
    assert list(hands[1]) == [0, 1, 2, 6, 7, 8, 12, 13, 14, 18]
    assert list(hands[0]) == [3, 4, 5, 9, 10, 11, 15, 16, 17, 19]
    assert stock == deck[20:]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Deal(MACHIAVELLI, players=1, seed=1), "not by 1"),
        (lambda: Deal(MACHIAVELLI, players=6, seed=1), "not by 6"),
        (lambda: Deal(MACHIAVELLI, players=2, seed=1, dealer=2), "the dealer is a seat from 0 to 1, not 2"),
        (lambda: Deal.from_cards(MACHIAVELLI, hands=["7s"]), "not by 1"),
        (lambda: Deal.from_cards(MACHIAVELLI, hands=["7s", "8s"], seat=2), "the seat to act is a seat from"),
        (lambda: Deal.from_cards(MACHIAVELLI, hands=["7s", "8s"], dealer=-1), "the dealer is a seat from"),
        (lambda: Deal.from_cards(MACHIAVELLI, hands=["7s", "8s"], opened=[True]), "opened needs one value"),
        (
            lambda: Deal.from_cards(MACHIAVELLI, hands=["7s", "8s"], totals=[1, 2, 3]),
            "totals needs one value",
        ),
        (lambda: Deal.from_cards(MACHIAVELLI, hands=["7s", "8q"]), "'8q' is not a card"),
        (lambda: Deal(MACHIAVELLI, players=2, seed=1).view(2), "the viewer is a seat from 0 to 1, not 2"),
    ],
)
def test_impossible_deals_are_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


def test_an_impossible_position_says_everything_and_is_not_played() -> None:
    deal = Deal.from_cards(MACHIAVELLI, hands=["7s 7s", "*"], table="5s 6s", stock="7s 2c 2c")
    codes = [fault.code for fault in deal.faults()]
    assert set(codes) == {"position/bad-meld", "position/too-many-copies", "position/too-many-jokers"}
    before = state(deal)
    for action in (Draw(), Lay("5s 6s 7s")):
        with pytest.raises(rummy.IllegalPosition) as error:
            deal.apply(action)
        assert error.value.faults == deal.faults()
        assert not deal.can(action)
    assert state(deal) == before


def test_cards_that_lie_nowhere_are_out_of_the_game() -> None:
    assert deal_of(MACHIAVELLI, ["7s", "8s"]).stock_size == 0


# Machiavelli: play, or draw one; either ends the turn.


def test_machiavelli_turns() -> None:
    deal = deal_of(MACHIAVELLI, ["7s 8s 9s Kd", "2c"], stock="4h 5h")
    assert kinds(deal) == ["draw", "lay"]
    assert deal.apply(Draw()) == (Drew(0, rummy.parse_cards("4h")),)
    assert (deal.seat, deal.turn, deal.step) == (1, 1, 0)
    assert deal.apply(Draw()) == (Drew(1, rummy.parse_cards("5h")),)
    assert kinds(deal) == ["lay", "pass"]
    assert deal.apply(Lay(RUN)) == (Laid(0, rummy.parse_cards(RUN), rummy.parse_table(RUN)),)
    assert str(deal.hands[0]) == "4h Kd"
    assert refused(deal, Draw()) == "action/kind-not-open"


def test_a_play_is_judged_with_every_reason() -> None:
    deal = deal_of(MACHIAVELLI, ["7s 8s Kd", "2c"], table="4s 5s 6s", stock="4h")
    before = state(deal)
    with pytest.raises(rummy.IllegalPlay) as error:
        deal.apply(Lay("5s 6s 7s | Kd Kh"))
    assert {fault.code for fault in error.value.faults} == {
        "meld/too-short",
        "play/card-lost",
        "play/card-not-in-hand",
    }
    assert state(deal) == before
    assert not deal.can(Lay("4s 5s 6s"))
    assert deal.can(Lay("4s 5s 6s 7s 8s"))


def test_going_out_ends_the_deal_at_once() -> None:
    deal = deal_of(MACHIAVELLI, ["7s 8s 9s", "2c 3c"], stock="4h")
    laid, ended = deal.apply(Lay(RUN))
    assert isinstance(laid, Laid)
    hands = (rummy.parse_cards(""), rummy.parse_cards("2c 3c"))
    assert ended == Ended("out", (0,), (0, 2), hands)
    assert deal.seat is None
    assert deal.actions() == ()
    assert deal.result == rummy.DealResult("out", (0,), (0, 2))
    for action in (Draw(), Lay(RUN), Pass(), Knock(), GiveUp()):
        assert refused(deal, action) == "action/deal-over"
        assert refused(deal, action, seat=0) == "action/deal-over"
    with pytest.raises(IllegalAction):
        deal.draft()
    for seat in (0, 1, None):
        assert deal.view(seat).hands == hands


def test_k_a_2_and_fourteen_cards() -> None:
    thirteen = "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"
    deal = deal_of(MACHIAVELLI, ["As 2h", "2c"], table=thirteen, stock="4h")
    with pytest.raises(rummy.IllegalPlay) as error:
        deal.apply(Lay(f"{thirteen} As"))
    assert [fault.code for fault in error.value.faults] == ["meld/too-long"]
    assert deal.can(Lay("As 2s 3s 4s 5s 6s 7s | 8s 9s Ts Js Qs Ks As"))


# Guadalupe: play and draw one, or draw two.


def test_guadalupe_draws_two_or_what_is_left() -> None:
    deal = deal_of(GUADALUPE, ["7s 8s", "2c 4d"], stock="4h 5h 6h")
    assert deal.apply(Draw()) == (Drew(0, rummy.parse_cards("4h 5h")),)
    assert deal.seat == 1
    # D3: with one card left "two" means that one.
    assert deal.apply(Draw()) == (Drew(1, rummy.parse_cards("6h")),)
    assert deal.seat == 0
    assert kinds(deal) == ["lay", "pass"]


def test_guadalupe_a_play_is_followed_by_one_card() -> None:
    deal = deal_of(GUADALUPE, ["7s 8s 9s Kd", "2c 2d 2h 4d"], stock="4h")
    assert deal.apply(Lay(RUN))[1:] == (Drew(0, rummy.parse_cards("4h")),)
    assert (deal.seat, str(deal.hands[0])) == (1, "4h Kd")
    # D3: after a play with no stock nothing is drawn.
    assert len(deal.apply(Lay(f"{RUN} | 2c 2d 2h"))) == 1
    assert deal.seat == 0


def test_guadalupe_going_out_draws_nothing() -> None:
    deal = deal_of(GUADALUPE, ["7s 8s 9s", "2c"], stock="4h")
    laid, ended = deal.apply(Lay(RUN))
    assert (type(laid), type(ended), deal.stock_size) == (Laid, Ended, 1)


# Manipulation and Shanghai: draw until you play.


@pytest.mark.parametrize("v", [MANIPULATION, SHANGHAI], ids=lambda v: v.id)
def test_draw_as_often_as_you_like(v: rummy.Variant) -> None:
    deal = deal_of(v, ["7s 8s Kd", "2c"], stock="4h 5h 9s 6h")
    for drawn in range(3):
        assert (deal.seat, deal.step, deal.view(1).drawn) == (0, drawn, drawn)
        deal.apply(Draw())
    assert deal.view(0).hand == rummy.parse_cards("4h 5h 7s 8s 9s Kd")
    deal.apply(Lay(RUN))
    assert (deal.seat, deal.view(0).drawn, deal.turn) == (1, 0, 1)
    deal.apply(Draw())
    assert kinds(deal) == ["lay", "pass"]
    deal.apply(Pass())
    assert deal.seat == 0


@pytest.mark.parametrize("v", [MANIPULATION, SHANGHAI], ids=lambda v: v.id)
def test_reminder_of_a_play(v: rummy.Variant) -> None:
    deal = deal_of(v, ["7s Kd", "2c"], table="8s 9s Ts", stock="4h")
    before = state(deal)
    for action in (Draw(), Draw()):
        for ask in (deal.verify, deal.apply):
            with pytest.raises(Reminder, match="you can play: 7s goes down") as error:
                ask(action)
            assert error.value.code == "action/play-exists"
            assert (error.value.hint.card, error.value.hint.changed) == (rummy.Card("7s"), (0,))
        assert not deal.can(action)
    assert state(deal) == before
    assert deal.can(Draw(insist=True))
    deal.apply(Draw(insist=True))
    with pytest.raises(Reminder):
        deal.apply(Pass())
    assert deal.apply(Pass(insist=True)) == (Passed(0),)
    # Seat 1 has no play, so it is not reminded, and insisting does no harm.
    assert deal.can(Pass())
    assert deal.can(Pass(insist=True))


def test_d2_the_reminder_finds_deep_plays() -> None:
    table = "3c 4c 5c 6c | 7c 7d 7h | 3d 4d 5d 6d | 3h 4h 5h 6h"
    deal = deal_of(MANIPULATION, ["6s Kd", "2c"], table=table, stock="9s")
    with pytest.raises(Reminder) as error:
        deal.apply(Draw())
    assert error.value.hint.rearranges is False or error.value.hint.play.split > 0
    assert deal.can(Lay(error.value.hint.play.table))


def test_trust_reminds_nobody() -> None:
    deal = deal_of(MANIPULATION.with_options(must_meld="trust"), ["7s Kd", "2c"], "8s 9s Ts", "4h 5h")
    assert deal.apply(Draw()) == (Drew(0, rummy.parse_cards("4h")),)
    assert deal.apply(Draw(insist=True)) == (Drew(0, rummy.parse_cards("5h")),)
    assert deal.apply(Pass()) == (Passed(0),)


@pytest.mark.parametrize("v", [MACHIAVELLI, GUADALUPE], ids=lambda v: v.id)
def test_nobody_must_play_elsewhere(v: rummy.Variant) -> None:
    deal = deal_of(v, ["7s Kd", "2c"], table="8s 9s Ts", stock="4h")
    assert deal.can(Draw())


# Passing and blocked deals.


@pytest.mark.parametrize("v", BLOCKED, ids=lambda v: v.id)
def test_blocked_when_every_player_passes_in_a_row(v: rummy.Variant) -> None:
    deal = deal_of(v, ["7s Kd", "7s 8s Qh", "4c"], table="4s 5s 6s", opened=[True] * 3)
    deal.apply(Pass(insist=True))
    deal.apply(Lay("4s 5s 6s 7s"))
    deal.apply(Pass())
    deal.apply(Pass(insist=True))
    assert deal.seat == 1
    passed, ended = deal.apply(Pass(insist=True))
    assert passed == Passed(1)
    assert isinstance(ended, Ended)
    assert ended.reason == "blocked"
    assert ended.winners == (2,)
    points = {"manipulation": (15, 15, 5), "tahiti": (17, 18, 4), "vatikan": (0, 0, 0)}
    assert ended.points == points.get(v.id, (2, 2, 1))


def test_a_tie_for_fewest_is_a_draw() -> None:
    deal = deal_of(MACHIAVELLI, ["7s Kd", "3s Qh", "4c 4d 4c"])
    for _ in range(3):
        deal.apply(Pass())
    assert deal.result == rummy.DealResult("blocked", (0, 1), (2, 2, 3))
    assert deal.result.is_draw


@pytest.mark.parametrize("v", EVERY, ids=lambda v: v.id)
def test_no_pass_while_there_is_stock(v: rummy.Variant) -> None:
    deal = deal_of(v, ["7s Kd", "2c"], stock="4h")
    assert refused(deal, Pass()) == "action/kind-not-open"
    assert refused(deal, Pass(insist=True)) == "action/kind-not-open"


# What is refused.


@pytest.mark.parametrize("v", EVERY, ids=lambda v: v.id)
def test_out_of_turn_and_of_the_wrong_kind(v: rummy.Variant) -> None:
    deal = deal_of(v, ["7s Kd", "2c"], stock="4h")
    for action in (Draw(), Lay(RUN), Pass(), GiveUp()):
        assert refused(deal, action, seat=1) == "action/not-your-turn"
    assert refused(deal, Knock()) == "action/kind-not-open"
    assert refused(deal, Knock(RUN)) == "action/kind-not-open"
    with pytest.raises(IllegalAction, match="knock is not open now; open: draw"):
        deal.apply(Knock())
    with pytest.raises(IllegalAction, match="it is the turn of seat 0, not of seat 1"):
        deal.apply(Draw(), seat=1)
    with pytest.raises(IllegalAction, match=r"an action is Draw.*, not 'draw'"):
        deal.apply("draw")  # type: ignore[arg-type]


def test_what_is_refused_can_be_sent_between_processes() -> None:
    deal = deal_of(MACHIAVELLI, ["7s Kd", "2c"], stock="4h")
    for action, seat in ((Pass(), 0), (Draw(), 1), (Knock(), 0)):
        with pytest.raises(IllegalAction) as error:
            deal.apply(action, seat)
        copied = pickle.loads(pickle.dumps(error.value))
        assert (type(copied), copied.code, str(copied)) == (
            IllegalAction,
            error.value.code,
            str(error.value),
        )


def test_actions_tell_nothing_of_the_hand() -> None:
    for v in EVERY:
        rich = deal_of(v, ["7s Kd", "2c"], table="8s 9s Ts", stock="4h")
        poor = deal_of(v, ["3s 4d", "2c"], table="8s 9s Ts", stock="4h")
        assert rich.actions() == poor.actions()


@pytest.mark.parametrize(
    ("action", "data"),
    [
        (Draw(), {"action": "draw"}),
        (Draw(insist=True), {"action": "draw", "insist": True}),
        (Pass(), {"action": "pass"}),
        (Pass(insist=True), {"action": "pass", "insist": True}),
        (Lay(RUN), {"action": "lay", "table": RUN}),
        (Knock(), {"action": "knock"}),
        (Knock(RUN), {"action": "knock", "table": RUN}),
        (GiveUp(), {"action": "give-up"}),
    ],
)
def test_actions_are_json(action: rummy.Action, data: dict[str, object]) -> None:
    assert action.to_json() == data
    assert rummy.action_from_json(json.loads(json.dumps(data))) == action


@pytest.mark.parametrize(
    "data",
    [
        None,
        "draw",
        {},
        {"action": "fold"},
        {"action": "draw", "insist": 1},
        {"action": "draw", "table": RUN},
        {"action": "lay"},
        {"action": "lay", "table": None},
        {"action": "lay", "table": "7z"},
        {"action": "give-up", "insist": True},
    ],
)
def test_bad_json_is_no_action(data: object) -> None:
    with pytest.raises(ValueError, match=r"action|cannot have|needs|not a card"):
        rummy.action_from_json(data)


def test_events_are_json() -> None:
    cards = rummy.parse_cards
    events: list[rummy.Event] = [
        Dealt(0, 1, (cards("7s"), cards("8s")), (1, 1), rummy.parse_table(RUN), cards("2c 3c"), 2),
        Drew(0, cards("7s 8s")),
        Laid(0, cards("7s"), rummy.parse_table(RUN)),
        Passed(1),
        Knocked(1),
        GaveUp(1),
        Ended("out", (0,), (0, 3), (cards(""), cards("2c 3c 4c"))),
    ]
    for event in events:
        for seat in (0, 1, None):
            seen = event.seen_by(seat)
            assert rummy.event_from_json(json.loads(json.dumps(seen.to_json()))) == seen
        assert rummy.event_from_json(json.loads(json.dumps(event.to_json()))) == event
    with pytest.raises(ValueError, match="an event is an object whose 'event' is one of dealt"):
        rummy.event_from_json({"event": "exploded"})
    with pytest.raises(ValueError, match="lacks or spoils 'seat'"):
        rummy.event_from_json({"event": "passed"})
