"""The turns of the carousel family: draws, knocks, the end of the stock (RULES.md sections 4 and 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import rummy
from deals import deal_of, kinds, refused, state
from rummy import Deal, Draw, GiveUp, IllegalAction, Knock, Lay, Pass
from rummy.events import Drew, Ended, Knocked, Laid, Passed

if TYPE_CHECKING:
    from rummy import Variant

AFTER_PLAY = rummy.variant("carousel")
AFTER_TURN = rummy.variant("carousel", knock="after_turn")
FAMILY = [
    rummy.variant(name, knock=knock)
    for name in ("carousel", "manipulation-jokers")
    for knock in ("after_play", "after_turn")
]
ENDLESS = "2h 4h 6h 8h Th Qh 3d 5d 7d"
RUN = "7s 8s 9s"


@pytest.fixture(params=FAMILY, ids=lambda v: f"{v.id} {v.knock}")
def v(request: pytest.FixtureRequest) -> Variant:
    chosen: Variant = request.param
    return chosen


def drawn(v: Variant, hands: list[str], draws: int, stock: str = ENDLESS, table: str = "") -> Deal:
    """A deal whose first seat has drawn so often."""
    deal = deal_of(v, hands, table, stock)
    for _ in range(draws):
        deal.apply(Draw())
    return deal


def wrong(deal: Deal, action: rummy.Action) -> list[str]:
    """The faults with which a play or a knock with it is refused; nothing changes."""
    before = state(deal)
    with pytest.raises(rummy.IllegalPlay) as error:
        deal.apply(action)
    assert not deal.can(action)
    assert state(deal) == before
    return [fault.code for fault in error.value.faults]


# Draw one, play or draw a second, play or draw a third.


def test_the_packs_depend_on_the_players(v: Variant) -> None:
    sizes = {2: 53 - 20, 3: 106 - 30, 4: 106 - 40, 5: 106 - 50}
    assert {players: Deal(v, players=players, seed=1).stock_size for players in sizes} == sizes
    twice = Deal.from_cards(v, hands=["7s 7s", "2c"])
    assert [fault.code for fault in twice.faults()] == ["position/too-many-copies"]
    assert [fault.code for fault in Deal.from_cards(v, hands=["* *", "2c"]).faults()] == [
        "position/too-many-jokers"
    ]
    assert Deal.from_cards(v, hands=["7s 7s * *", "2c", "2c"]).faults() == ()


def test_a_turn_begins_with_a_draw(v: Variant) -> None:
    deal = drawn(v, [f"{RUN} Kd Qc", "2c 3c"], 0)
    assert kinds(deal) == ["draw"]
    assert refused(deal, Lay(RUN)) == "action/kind-not-open"
    assert refused(deal, Knock(RUN)) == "action/kind-not-open"
    assert refused(deal, Knock()) == "action/kind-not-open"
    assert refused(deal, Pass()) == "action/kind-not-open"
    assert deal.apply(Draw()) == (Drew(0, rummy.parse_cards("2h")),)
    assert (deal.seat, deal.view(1).drawn, deal.step) == (0, 1, 1)
    assert kinds(deal) == ["draw", "lay", "knock"]


def test_a_play_ends_the_turn_after_one_or_two_draws(v: Variant) -> None:
    for draws in (1, 2):
        deal = drawn(v, [f"{RUN} Kd Qc", "2c 3c"], draws)
        assert kinds(deal) == ["draw", "lay", "knock"]
        assert refused(deal, Pass()) == "action/kind-not-open"
        assert deal.apply(Lay(RUN)) == (Laid(0, rummy.parse_cards(RUN), rummy.parse_table(RUN)),)
        assert (deal.seat, deal.view(1).drawn, kinds(deal)) == (1, 0, ["draw"])


def test_the_third_draw_ends_the_turn_under_after_play() -> None:
    for hand in (f"{RUN} Kd", "Ac Ad"):
        deal = drawn(AFTER_PLAY, [hand, "2c 3c"], 3, "2h 3h 4h 5h")
        assert (deal.seat, deal.view(1).drawn, kinds(deal)) == (1, 0, ["draw"])


def test_the_turn_stays_open_after_the_third_draw_under_after_turn() -> None:
    for hand in (f"{RUN} Kd", "Ac Ad"):
        deal = drawn(AFTER_TURN, [hand, "2c 3c"], 3, "2h Ah 4h 5h")
        assert (deal.seat, deal.view(1).drawn) == (0, 3)
        assert kinds(deal) == ["knock", "pass"]
        assert refused(deal, Draw()) == "action/kind-not-open"
        assert refused(deal, Lay(RUN)) == "action/kind-not-open"
        assert refused(deal, Knock(RUN)) == "action/knock-with-play"
        assert deal.apply(Pass()) == (Passed(0),)
        assert (deal.seat, kinds(deal)) == (1, ["draw"])


def test_d4_a_turn_is_passed_when_the_stock_runs_out(v: Variant) -> None:
    for draws in (1, 2):
        deal = drawn(v, ["Kd Qc", "2c 3c"], draws, "2h 4h"[: 3 * draws - 1])
        assert kinds(deal) == ["lay", "knock", "pass"]
        assert refused(deal, Draw()) == "action/kind-not-open"
        assert deal.view(1).turns_left is None
        assert deal.apply(Pass()) == (Passed(0),)
        assert (deal.seat, deal.view(1).turns_left) == (1, 2)


def test_actions_are_the_same_whatever_the_hand(v: Variant) -> None:
    hands = ["Ac Ad", "Kc Kd Ks Qd", f"{RUN} Ac", "* 5s 6s"]
    for draws in range(4):
        seen = {tuple(kinds(drawn(v, [hand, "2c 3c"], draws))) for hand in hands}
        assert len(seen) == 1
        views = {drawn(v, [hand, "2c 3c"], draws).view(0).can_knock_alone for hand in hands}
        assert len(views) == 1


# Knocks.


def test_a_knock_with_a_play_needs_a_low_count(v: Variant) -> None:
    deal = drawn(v, [f"{RUN} 3s", "Kc 3c"], 1)
    assert deal.can(Knock(RUN)), "the count after the play is 2 + 3"
    laid, knocked, ended = deal.apply(Knock(RUN))
    assert laid == Laid(0, rummy.parse_cards(RUN), rummy.parse_table(RUN))
    assert knocked == Knocked(0)
    assert isinstance(ended, Ended)
    assert deal.result == rummy.DealResult("knock", (0,), (8, 0))
    assert str(deal.table) == RUN
    high = drawn(v, [f"{RUN} 4d", "Kc 3c"], 1)
    assert refused(high, Knock(RUN)) == "action/count-too-high"
    with pytest.raises(IllegalAction, match="a knock needs a count of 5 or less, and yours is 6"):
        high.apply(Knock(RUN))
    assert high.can(Lay(RUN))


def test_a_knock_after_the_second_draw(v: Variant) -> None:
    deal = drawn(v, [f"{RUN} Kd", "Kc 3c"], 2, "Kh Ks 2h 5h")
    deal.apply(Knock(f"{RUN} | Kd Kh Ks") if deal.can(Knock(f"{RUN} | Kd Kh Ks")) else Lay(RUN))
    assert deal.result == rummy.DealResult("out", (0,), (13 + 25, 0))


def test_a_knock_is_judged_like_a_play(v: Variant) -> None:
    deal = drawn(v, [f"{RUN} 2d", "Kc 3c"], 1)
    assert wrong(deal, Knock("7s 8s")) == ["meld/too-short"]
    assert wrong(deal, Knock(f"{RUN} Ts")) == ["play/card-not-in-hand"]
    assert wrong(deal, Knock("")) == ["play/nothing-added"]


def test_a_knock_that_empties_the_hand_is_going_out(v: Variant) -> None:
    for action in (Lay("2d 2h 2s"), Knock("2d 2h 2s")):
        deal = drawn(v, ["2d 2s", "Kc 3c"], 1)
        laid, ended = deal.apply(action)
        assert isinstance(laid, Laid)
        assert isinstance(ended, Ended)
        assert deal.result == rummy.DealResult("out", (0,), (13 + 25, 0))


def test_no_knock_without_a_play_under_after_play() -> None:
    for draws, stock in ((1, ENDLESS), (2, ENDLESS), (1, "2h"), (2, "2h 2s")):
        deal = drawn(AFTER_PLAY, ["Ac", "2c 3c"], draws, stock)
        assert refused(deal, Knock()) == "action/knock-without-play"
        with pytest.raises(IllegalAction, match="you cannot knock without a play in this game"):
            deal.apply(Knock())
        assert not deal.view(0).can_knock_alone


def test_a_knock_without_a_play_comes_at_the_end_of_the_turn() -> None:
    for draws in (1, 2):
        deal = drawn(AFTER_TURN, ["Ac", "2c 3c"], draws, "2h As 4h 5h")
        assert refused(deal, Knock()) == "action/knock-without-play"
        with pytest.raises(
            IllegalAction, match="you cannot knock without a play before the end of your turn"
        ):
            deal.apply(Knock())
        assert not deal.view(0).can_knock_alone
    deal = drawn(AFTER_TURN, ["Ac", "2c Kc"], 3, "2h As Ah 5h")
    assert deal.view(0).can_knock_alone
    assert not deal.view(1).can_knock_alone
    knocked, ended = deal.apply(Knock())
    assert knocked == Knocked(0)
    assert isinstance(ended, Ended)
    assert deal.result == rummy.DealResult("knock", (0,), (7, 0)), "1 + 2 + 1 + 1 against 2 + 10"
    high = drawn(AFTER_TURN, ["Ac", "2c Kc"], 3, "2h As 2d 5h")
    assert refused(high, Knock()) == "action/count-too-high"


def test_d4_the_end_of_the_turn_comes_sooner_without_stock() -> None:
    for stock in ("2h", "2h As"):
        deal = drawn(AFTER_TURN, ["Ac", "2c Kc"], len(stock.split()), stock)
        assert deal.view(0).can_knock_alone
        deal.apply(Knock())
        assert deal.result is not None
        assert deal.result.reason == "knock"


def test_a_changed_draft_keeps_from_drawing_and_passing() -> None:
    deal = drawn(AFTER_TURN, ["Ac Kd", "2c 3c"], 1)
    deal.draft().put("Kd")
    assert kinds(deal) == ["lay", "knock"]
    assert refused(deal, Draw()) == "action/draft-changed"
    deal.draft().reset()
    deal.apply(Draw())
    deal.apply(Draw())
    deal.draft().put("Kd")
    assert kinds(deal) == ["knock"]
    assert refused(deal, Pass()) == "action/draft-changed"
    assert refused(deal, GiveUp()) == "action/kind-not-open"


# The end of the stock.


def test_last_turns_end_with_the_player_who_drew_the_last_card(v: Variant) -> None:
    deal = deal_of(v, ["Kd Qc Kh", "2c 3c 7c", "9d 9h Jc"], stock="2h 4h", table="5s 6s 7s")
    deal.apply(Draw())
    deal.apply(Draw())
    deal.apply(Pass())
    order = []
    while deal.seat is not None:
        order.append(deal.seat)
        assert kinds(deal) == ["lay", "pass"]
        assert deal.view(None).turns_left == 4 - len(order)
        assert refused(deal, Draw()) == "action/kind-not-open"
        assert refused(deal, Knock()) == "action/kind-not-open"
        deal.apply(Pass())
    assert order == [1, 2, 0]
    # 10 + 10 + 10 + 2 + 4, 2 + 3 + 7 and 9 + 9 + 10.
    assert deal.result == rummy.DealResult("stock-out", (1,), (0, 24 + 16, 0))


def test_the_third_card_may_be_the_last(v: Variant) -> None:
    deal = drawn(v, ["Kd Qc", "2c 3c"], 3, "2h 4h 6h")
    if deal.seat == 0:
        assert kinds(deal) == ["knock", "pass"]
        deal.apply(Pass())
    assert (deal.seat, kinds(deal), deal.view(0).turns_left) == (1, ["lay", "pass"], 2)


def test_a_play_with_the_last_card_leads_to_last_turns(v: Variant) -> None:
    deal = drawn(v, [f"{RUN} Kd Qd", "2c 3c 9c"], 1, "2h")
    deal.apply(Lay(RUN))
    assert (deal.seat, deal.view(0).turns_left) == (1, 2)
    deal.apply(Pass())
    assert deal.seat == 0
    deal.apply(Pass())
    assert deal.result == rummy.DealResult("stock-out", (1,), (0, 22 - 14))


def test_no_last_turns_after_a_knock_or_going_out_with_the_last_card(v: Variant) -> None:
    knock = drawn(v, [f"{RUN} Ad", "2c 3c"], 1, "2h")
    knock.apply(Knock(RUN))
    assert knock.result == rummy.DealResult("knock", (0,), (2, 0))
    out = drawn(v, ["2d 2s", "3c 4c"], 1, "2h")
    out.apply(Lay("2d 2h 2s"))
    assert out.result == rummy.DealResult("out", (0,), (7 + 25, 0))


def test_plays_in_the_last_turns(v: Variant) -> None:
    deal = drawn(v, ["Kd Qc", f"{RUN} 3c"], 1, "2h")
    deal.apply(Pass())
    assert refused(deal, Knock(RUN)) == "action/kind-not-open"
    deal.apply(Lay(RUN))
    assert (deal.seat, deal.view(0).turns_left) == (0, 1)
    deal.apply(Pass())
    assert deal.result == rummy.DealResult("stock-out", (1,), (0, 22 - 3))


def test_d19_going_out_in_the_last_turns_scores_as_out(v: Variant) -> None:
    deal = drawn(v, ["Kd Qc", RUN], 1, "2h")
    deal.apply(Pass())
    laid, ended = deal.apply(Lay(RUN))
    assert isinstance(laid, Laid)
    assert isinstance(ended, Ended)
    assert deal.result == rummy.DealResult("out", (1,), (0, 22 + 25))


def test_d19_all_who_tie_win(v: Variant) -> None:
    deal = deal_of(v, ["Kd Qc", "2c 3c", "5h"], stock="")
    assert deal.view(0).turns_left == 3, "set up without stock, a deal begins with the last turns"
    for _ in range(3):
        deal.apply(Pass())
    assert deal.result == rummy.DealResult("stock-out", (1, 2), (0, 15, 15))


# Jokers in a deal.


def test_a_joker_is_named_when_it_is_put_down(v: Variant) -> None:
    deal = drawn(v, ["5s 6s * Kd", "2c 3c"], 1)
    assert wrong(deal, Lay("5s 6s *")) == ["joker/unnamed"]
    laid = deal.apply(Lay("5s 6s *7s"))[0]
    assert laid == Laid(0, rummy.parse_cards("5s 6s *"), rummy.parse_table("5s 6s *7s"))
    assert str(deal.hands[0]) == "2h Kd"


def test_a_joker_that_can_be_one_card_is_named_by_itself(v: Variant) -> None:
    deal = drawn(v, ["5s 7s * Kd", "2c 3c"], 1)
    deal.apply(Lay("5s 7s *"))
    assert str(deal.table) == "5s *6s 7s"


def test_a_joker_that_is_named_by_itself_stands_in_its_place() -> None:
    play = rummy.check_play(AFTER_PLAY, "", "5s 7s *", "5s 7s *")
    assert str(play.table) == "5s *6s 7s"


def test_a_freed_joker_moves_on(v: Variant) -> None:
    deal = drawn(v, ["6s Kd Kc 9d", "2c 3c"], 1, table="5s *6s 7s")
    assert wrong(deal, Lay("5s *6s 7s | Kc Kd *Kh")) == ["play/card-not-in-hand"]
    assert wrong(deal, Lay("5s 6s 7s | Kc Kd")) == ["meld/too-short", "play/card-lost"]
    deal.apply(Lay("5s 6s 7s | Kc Kd *Kh"))
    assert str(deal.hands[0]) == "2h 9d"
