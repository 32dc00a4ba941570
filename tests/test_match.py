from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import rummy
from rummy import Deal, IllegalAction, Lay, Match, Pass
from rummy.scoring import score_deal
from support import EVERY, apply_again, play_on

if TYPE_CHECKING:
    from collections.abc import Sequence

MANIPULATION = rummy.variant("manipulation")
MACHIAVELLI = rummy.variant("machiavelli")
SHANGHAI = rummy.variant("shanghai")
GUADALUPE = rummy.variant("guadalupe")


def end_with(match: Match, left: Sequence[str]) -> None:
    """End the deal that is played with these cards left: an empty hand goes out, otherwise it is blocked."""
    deal = match.deal
    out = next((seat for seat, hand in enumerate(left) if not hand), None)
    hands = ["7s 8s 9s" if seat == out else hand for seat, hand in enumerate(left)]
    match.deal = Deal.from_cards(
        match.variant,
        hands=hands,
        seat=0 if out is None else out,
        dealer=deal.dealer,
        number=deal.number,
        totals=match.totals,
    )
    if out is not None:
        match.deal.apply(Lay("7s 8s 9s"))
    else:
        for _ in left:
            match.deal.apply(Pass(insist=True))


@pytest.mark.parametrize(
    ("variant_id", "hand", "points"),
    [
        ("manipulation", "As Ac", 30),
        ("manipulation", "Ts Jc Qd Kh", 40),
        ("manipulation", "2c 9d 5h", 15),
        ("shanghai", "As Kd 2c", 3),
        ("machiavelli", "As Kd 2c", 3),
        ("guadalupe", "As Kd 2c 9c", 4),
        ("tahiti", "* As Ts Kd 7c 2c", 30 + 11 + 10 + 10 + 7 + 2),
        ("vatikan", "* As Ts", 0),
    ],
)
def test_points_of_a_finished_deal(variant_id: str, hand: str, points: int) -> None:
    hands = [rummy.parse_cards(hand).ids, b""]
    result = score_deal(rummy.variant(variant_id), hands, out=1)
    assert result == rummy.DealResult("out", (1,), (points, 0))
    assert not result.is_draw


def test_a_blocked_deal_goes_to_the_lowest_count() -> None:
    hands = [rummy.parse_cards(hand).ids for hand in ("As Ks", "2c 3c 4c", "5d 6d 7d")]
    for variant_id, winners, points in (
        ("machiavelli", (0,), (2, 3, 3)),
        ("manipulation", (1, 2), (25, 15, 15)),
        ("tahiti", (1,), (21, 9, 18)),
        ("vatikan", (0,), (0, 0, 0)),
    ):
        result = score_deal(rummy.variant(variant_id), hands, out=None)
        assert result == rummy.DealResult("blocked", winners, points)
        assert result.to_json() == {"reason": "blocked", "winners": list(winners), "points": list(points)}


@pytest.mark.parametrize("v", [MACHIAVELLI, GUADALUPE], ids=lambda v: v.id)
def test_a_single_deal_is_the_match(v: rummy.Variant) -> None:
    match = Match(v, players=3, seed=7)
    assert match.result is None
    end_with(match, ["2c 3c", "", "4c"])
    assert match.result == rummy.MatchResult((1,), (2, 0, 1), 1)
    for ask in (match.next_deal, match.stop):
        with pytest.raises(IllegalAction) as error:
            ask()
        assert error.value.code == ("match/over" if ask == match.next_deal else "match/not-open-ended")
    drawn = Match(v, players=2, seed=7)
    end_with(drawn, ["2c", "4d"])
    assert drawn.result is not None
    assert drawn.result.is_draw


@pytest.mark.parametrize("play_to", [200, 300])
def test_manipulation_ends_at_or_past_the_total(play_to: int) -> None:
    match = Match(MANIPULATION.with_options(play_to=play_to), players=2, seed=7)
    aces_kings = "As Ac Ad Ah Ks Kc Kd Kh"
    for number in range(1, play_to // 100 + 1):
        assert match.result is None
        end_with(match, ["", aces_kings])
        assert match.totals == (0, 100 * number)
        if number < play_to // 100:
            match.next_deal()
    assert match.result == rummy.MatchResult((0,), (0, play_to), play_to // 100)
    assert match.result.to_json() == {"winners": [0], "totals": [0, play_to], "deals": play_to // 100}
    with pytest.raises(IllegalAction, match="the match is over"):
        match.next_deal()


def test_a_shared_lowest_total_is_played_on() -> None:
    match = Match(MANIPULATION, players=3, seed=7)
    hundred = "As Ac Ad Ah Ks Kc Kd Kh"
    end_with(match, ["2c", "2d", hundred])
    match.next_deal()
    end_with(match, ["3c", "3d", hundred])
    assert match.totals == (10, 10, 200)
    assert match.result is None
    match.next_deal()
    end_with(match, ["4c", "4d", "4h"])
    assert match.result is None
    match.next_deal()
    end_with(match, ["", "4d", "4h"])
    assert match.result == rummy.MatchResult((0,), (15, 20, 210), 4)


def test_shanghai_goes_on_until_it_is_stopped() -> None:
    match = Match(SHANGHAI, players=2, seed=7)
    with pytest.raises(IllegalAction) as error:
        match.stop()
    assert error.value.code == "match/deal-running"
    for _ in range(5):
        end_with(match, ["", "2c 3c 4d"])
        assert match.result is None
        match.next_deal()
    end_with(match, ["2c 3c", ""])
    result = match.stop()
    assert result == match.result == rummy.MatchResult((0,), (2, 15), 6)
    for ask in (match.next_deal, match.stop):
        with pytest.raises(IllegalAction) as error:
            ask()
        assert error.value.code == "match/over"


def test_a_tie_when_stopped_is_a_draw() -> None:
    match = Match(SHANGHAI, players=2, seed=7)
    end_with(match, ["2c 3c", "4d 5d"])
    assert match.stop().is_draw


def test_d7_the_deal_moves_to_the_left() -> None:
    match = Match(SHANGHAI, players=3, seed=7)
    dealers = []
    for _ in range(4):
        dealers.append(match.deal.dealer)
        assert match.deal.view(None).number == len(dealers) - 1
        end_with(match, ["", "2c", "3c"])
        match.next_deal()
    assert dealers == [(dealers[0] + place) % 3 for place in range(4)]
    assert match.deal.view(0).totals == match.totals == (0, 4, 4)


def test_no_next_deal_while_one_is_played() -> None:
    match = Match(MANIPULATION, players=2, seed=7)
    deal = match.deal
    with pytest.raises(IllegalAction, match="the deal is not over"):
        match.next_deal()
    assert match.deal is deal


def test_not_open_ended() -> None:
    with pytest.raises(IllegalAction, match="manipulation ends by itself"):
        Match(MANIPULATION, players=2, seed=7).stop()


@pytest.mark.parametrize("v", EVERY, ids=lambda v: v.id)
def test_whole_matches_end_and_repeat(v: rummy.Variant) -> None:
    import random

    match, again = Match(v, players=3, seed=11), Match(v, players=3, seed=11)
    for _ in range(60):
        for action in play_on(match.deal, random.Random(match.deal.number)):
            apply_again(again.deal, action)
        assert again.totals == match.totals
        if v.match == "open" and match.deal.number == 3:
            match.stop()
        if match.result is not None:
            break
        match.next_deal()
        assert again.next_deal().hands == match.deal.hands
    assert match.result is not None
    assert match.result.totals == match.totals
    if v.match != "deal":
        best = max(match.totals) if v.is_high_best else min(match.totals)
        assert match.result.winners == (match.totals.index(best),)


def test_players_are_counted() -> None:
    with pytest.raises(ValueError, match="not by 9"):
        Match(MANIPULATION, players=9, seed=7)
