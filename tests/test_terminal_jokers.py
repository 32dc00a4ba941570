"""Jokers, loose cards and knocks in the terminal."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
import rummy
from rummy import Match
from rummy.terminal.scores import render_deal_result, render_match_result
from test_scoring import KINGS, end_with
from test_terminal import PLAIN, at_table

if TYPE_CHECKING:
    from collections.abc import Sequence

STOCK = "2h 4d 6h 8h Td Qh"


def words(text: str) -> str:
    """The text without its line ends."""
    return " ".join(text.split())


def test_a_joker_is_named_when_several_cards_fit() -> None:
    player = at_table("vatikan", ["5s 6s 7s * Kd", "2c"], "8c 8d 8h", STOCK)
    told = player("* > 1; 5s 6s 7s")
    assert "! " not in told
    assert "The joker of meld 1 is then *8s." in told, "one card fits, so it is taken"
    asked = player("undo; 5s 6s 7s; 1 * > 2")
    assert (
        "the joker in meld 2 (5s 6s 7s *) could stand for several cards: say which of 4s 8s (name 2 4s)"
        in (words(asked))
    )
    assert "That cannot be played:" in player("done")
    named = player("name 2 8s")
    assert "+ 2  5s 6s 7s *8s" in named
    assert "done plays it." in named
    assert "You put down 5s 6s 7s *: new: 5s 6s 7s *8s." in words(player("done"))


def test_a_joker_put_down_with_its_name() -> None:
    player = at_table("carousel", ["5s 6s * Kd", "2c"], "", STOCK)
    player("draw")
    assert "+ 1  5s 6s *7s" in player("5s 6s *7s")
    assert "+ 1  *4s 5s 6s" in player("name 1 4s")
    assert "there is no joker in 5s 6s" in player("1 * > hand; name 1 4s")
    assert "say which joker" not in player("undo; done")


def test_a_freed_joker_is_offered() -> None:
    player = at_table("carousel", ["6s Kc Kd 2c", "3c"], "5s *6s 7s", STOCK)
    assert "is free" not in player("draw")
    told = player("6s > 1")
    assert "*6s in meld 1 is free: to give it another name, write name 1 and the card." in words(told)
    assert "is free" not in player("1 * > new; Kc Kd > 2; name 2 Kh")
    assert "You put down 6s Kc Kd" in player("done")
    assert str(player.match.deal.table) == "5s 6s 7s | Kc Kd *Kh"


def test_a_name_that_may_not_change() -> None:
    player = at_table("carousel", ["8s Kd", "3c"], "5s *6s 7s", STOCK)
    player("draw")
    told = player("name 1 8s; 8s > 1")
    assert "! 1" in told
    assert "may not get another name" in player("reset; 8s > 1; split 1 7s; name 1 4s")


def test_locked_melds_and_loose_cards_are_marked() -> None:
    player = at_table("tahiti", ["6s 8s Kc 2d", "3c"], "5s *6s 7s | Kd | Kh | *", STOCK)
    told = player("")
    assert "  1  5s *6s 7s (locked)\n" in told
    assert "  2  Kd (loose)\n" in told
    assert "  4  * (loose)\n" in told
    assert "+ 1  5s *6s 7s 8s (locked)\n" in player("8s > 1")
    free = player("6s")
    assert "+ 1  5s *6s 7s 8s\n" in free
    assert "*6s in meld 1 is free" in free
    gathered = player("1 * > 2; 3 Kh > 2; 4 6s > 1; name 2 Kc; undo; name 2 Ks")
    assert "! " not in gathered
    assert "Kd Kh *Ks" in gathered
    assert "  3  * (loose)\n" in gathered
    player("done")
    assert str(player.match.deal.table) == "5s 6s 7s 8s | Kd Kh *Ks | *"


def test_draws_are_counted_and_knocks_offered_after_a_play() -> None:
    player = at_table("carousel", ["7s 8s 9s Ad Kd", "3c 9d"], "", STOCK)
    told = player("")
    assert "You may draw card 1 of 3." in told
    assert "count 35" in told
    told = player("draw")
    assert "You may draw card 2 of 3 or play." in told
    assert "you cannot knock without a play in this game" in player("knock")
    low = player("7s 8s 9s")
    assert "7s 8s 9s can go down like this: done plays it." in words(low), "13 are left: no knock"
    assert "a knock needs a count of 5 or less, and yours is 13" in player("knock")
    player("undo")
    player = at_table("carousel", ["7s 8s 9s Ad", "3c 9d"], "", STOCK)
    player("draw")
    told = player("7s 8s 9s")
    assert "done plays it, knock plays it and ends the deal." in words(told)
    told = player("knock")
    assert told == "You put down 7s 8s 9s: new: 7s 8s 9s.\nYou knock.\n"
    assert player.match.deal.result == rummy.DealResult("knock", (0,), (9, 0))


def test_a_knock_at_the_end_of_a_turn() -> None:
    player = at_table("manipulation-jokers", ["Ac", "3c 9d"], "", "Ah As 2d 4d")
    assert "You may draw card 3 of 3 or play." in player("draw; draw")
    assert "You may knock or pass." in player("draw")
    assert "You knock." in player("knock")
    high = at_table("manipulation-jokers", ["Kc", "3c 9d"], "", "Ah As 2d 4d")
    assert "You may pass." in high("draw; draw; draw")
    assert "a knock needs a count of 5 or less" in high("knock")
    assert "You pass." in high("pass")


def test_the_last_turn_is_told() -> None:
    player = at_table("carousel", ["Kc Kd", "3c 9d"], "", "")
    told = player("")
    assert "stock 0: your last turn" in told
    assert "You may play or pass." in told


@pytest.mark.parametrize(
    ("hands", "knocks", "told"),
    [
        (
            ["2c", "Kd 9d", "3h"],
            0,
            ["The deal is over, you knock and win.", "You score what the others have more: 17 + 1."],
        ),
        (
            ["5c", "4d", "3h Ah"],
            0,
            [
                "The deal is over, you knock, but Computer 1 and Computer 2 undercut.",
                "Computer 1 and Computer 2 score each what the others have more: 1 + 10 for the undercut.",
            ],
        ),
        (
            ["3c", "4d", "3h"],
            2,
            [
                "The deal is over, Computer 2 knocks, but you undercut.",
                "You score what the others have more: 1 + 10 for the undercut.",
            ],
        ),
        (
            ["", "4d", "*"],
            None,
            [
                "The deal is over, you are out.",
                "Computer 2  count  25  0 points",
                "You score what the others have more: 4 + 25 + 25 for being out.",
            ],
        ),
        (
            ["4c", "4d", "4h"],
            None,
            [
                "The deal is over, the stock is used up and so are the last turns.",
                "You, Computer 1 and Computer 2 score each what the others have more: 0.",
            ],
        ),
    ],
)
def test_a_score_is_explained(hands: Sequence[str], knocks: int | None, told: list[str]) -> None:
    match = Match(rummy.variant("carousel"), players=3, seed=7)
    end_with(match, hands, knocks)
    lines = render_deal_result(match, ["You", "Computer 1", "Computer 2"], PLAIN)
    for line in told:
        assert any(line in each for each in lines), (line, lines)


def test_the_bonuses_of_a_match_are_told() -> None:
    match = Match(rummy.variant("carousel"), players=2, seed=7)
    names = ["You", "Computer"]
    for number in range(2):
        assert render_match_result(match, names, PLAIN) == []
        end_with(match, ["", KINGS])
        if number == 0:
            assert render_deal_result(match, names, PLAIN)[-1] == "Totals (to 150): You 125, Computer 0"
            match.next_deal()
    lines = render_deal_result(match, names, PLAIN)
    assert lines[-2:] == ["Bonuses: You 150, Computer 0", "Totals (to 150): You 400, Computer 0"]
    assert render_match_result(match, names, PLAIN)[-1] == "You win the match."


def test_a_demonstration_shows_the_loose_cards() -> None:
    from rummy.terminal.screen import Screen
    from rummy.terminal.story import play_demo

    out = io.StringIO()
    play_demo(Match(rummy.variant("tahiti"), 2, seed=1), ["greedy"] * 2, ["Ada", "Bo"], Screen(out, PLAIN))
    assert "On the table lie " in out.getvalue()
