"""The levels: what each sees, what it holds back, and that each is as strong as it should be."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest
import rummy
from rummy import Deal, Draw, Knock, Lay, Pass
from rummy.chance import Chance
from rummy.players import make_player
from rummy.players.easy import FULL, find_easy_play
from rummy.players.normal import choose_objective
from rummy.players.odds import chance_of_lowest, find_unseen
from rummy.scoring import count_hand
from support import EVERY, EVERY_OPTION, name_of

if TYPE_CHECKING:
    from rummy import Action, Variant

MACHIAVELLI = rummy.variant("machiavelli")
CAROUSEL = rummy.variant("carousel")


def ask(kind: str, deal: Deal) -> Action:
    assert deal.seat is not None
    return make_player(kind).act(deal.view(deal.seat), Chance(b"key", deal.turn, deal.step))


# ---- easy


@pytest.mark.parametrize(
    ("table", "hand", "seen"),
    [
        ("", "7s 8s 9s Kd", "7s 8s 9s"),
        ("5s 6s 7s", "8s Kd", "8s"),
        ("5s 6s 7s | 2c 2d 2h", "2s 8s 9c 9d 9h Kd", "2s 8s 9c 9d 9h"),
        ("5s 6s 7s 8s", "8c 8d Kd", None),
        ("5s 6s 7s | 8c 8d 8h 8s", "9s Kd", None),
        ("5s 6s 7s", "2c Kd", None),
    ],
    ids=["a meld", "a card to lay off", "both", "a meld to take apart", "two melds together", "nothing"],
)
def test_easy_sees_one_meld_at_a_time(table: str, hand: str, seen: str | None) -> None:
    deal = Deal.from_cards(MACHIAVELLI, hands=[hand, "2c"], table=table, stock="4h")
    play = find_easy_play(deal.view(0))
    assert (None if play is None else str(play.cards)) == seen
    assert ask("easy", deal) == (Draw(insist=True) if play is None else Lay(play.table))
    best = rummy.best_play(MACHIAVELLI, table, hand)
    assert (best is None) == (table == "5s 6s 7s" and seen is None)


def test_easy_takes_one_meld_apart_where_it_must_play_if_able() -> None:
    v = rummy.variant("manipulation")
    hands = ["8c 8d Kd", "2c"]
    deal = Deal.from_cards(v, hands=hands, table="5s 6s 7s 8s | Tc Jc Qc", stock="4h")
    play = find_easy_play(deal.view(0))
    assert play is not None
    assert (str(play.cards), play.split, play.changed) == ("8c 8d", 1, (0,))


@pytest.mark.parametrize("v", EVERY, ids=lambda v: v.id)
def test_easy_never_combines_melds(v: Variant) -> None:
    played = 0
    for seed in range(8):
        deal = Deal(v, 2, seed=seed)
        while deal.seat is not None:
            play = find_easy_play(deal.view(deal.seat)) if Lay in deal.actions() else None
            if play is not None:
                assert play.split == 0 or v.must_meld != "no"
                melds = [sum(len(meld) > 1 for meld in table) for table in (deal.table, play.table)]
                assert melds[0] <= melds[1], "melds are added to, never joined"
                played += 1
            deal.apply(ask("greedy", deal))
    assert played > 20


def test_the_first_play_of_easy_where_it_needs_a_run() -> None:
    v = rummy.variant("vatikan")
    table, stock = "9c 9d 9h | Ts Js Qs", "4h"
    deal = Deal.from_cards(v, hands=["5s 6s 7s 9s Ks 2d *", "2c"], table=table, stock=stock)
    play = find_easy_play(deal.view(0))
    assert play is not None
    assert str(play.cards) == "9s Ks 5s 6s 7s *".replace("9s Ks 5s 6s 7s", "5s 6s 7s 9s Ks")
    without = Deal.from_cards(v, hands=["5s 6s 9s Ks 2d", "2c"], table=table, stock=stock)
    assert find_easy_play(without.view(0)) is None
    opened = Deal.from_cards(
        v, hands=["5s 6s 9s Ks 2d", "2c"], table=table, stock=stock, opened=[True, False]
    )
    laid = find_easy_play(opened.view(0))
    assert laid is not None
    assert str(laid.cards) == "9s Ks"


def test_easy_sees_loose_cards_and_locked_melds() -> None:
    v = rummy.variant("tahiti")
    hands = ["8s 3d 3h 9h Kd", "2c"]
    deal = Deal.from_cards(v, hands=hands, table="6s *7s 5s | 3s | Jh | Th", stock="4h")
    play = find_easy_play(deal.view(0))
    assert play is not None
    assert str(play.cards) == "3d 3h 8s 9h"
    assert play.table.same_melds(rummy.parse_table("3d 3h 3s | 9h Th Jh | 5s 6s *7s 8s"))


def test_easy_collects_until_it_can_go_out_or_another_hand_is_small() -> None:
    def action(mine: str, other: str, stock: str = "4h 5h") -> Action:
        return ask("easy", Deal.from_cards(MACHIAVELLI, hands=[mine, other], table="5s 6s 7s", stock=stock))

    small, large = "2c 2d 4c 4d 6c 6d", "2c 2d 4c 4d 6c 6d Tc"
    assert action("8s Kd", large) == Draw(insist=True)
    assert action("8s Kd", small) == Lay("5s 6s 7s 8s")
    assert action("8s 9s", large) == Lay("5s 6s 7s 8s 9s")
    assert action("8s Kd", large, stock="") == Lay("5s 6s 7s 8s")


def test_easy_draws_on_until_its_hand_is_full() -> None:
    v = rummy.variant("manipulation")
    deal = Deal(v, 2, seed=3)
    seat = deal.seat
    assert seat is not None
    while deal.seat == seat:
        view = deal.view(seat)
        action = ask("easy", deal)
        play = find_easy_play(view)
        assert view.hand is not None
        if isinstance(action, Draw):
            assert play is None or (len(view.hand) < FULL and len(play.cards) < len(view.hand))
        else:
            assert play is not None
            assert len(view.hand) >= FULL or len(play.cards) == len(view.hand)
        deal.apply(action)


def test_easy_knocks_as_soon_as_it_may() -> None:
    deal = Deal.from_cards(CAROUSEL, hands=["7s 8s 9s 2c 3d", "2h 4c 4d 6c 6d 8c Tc"], stock="5h 6h")
    deal.apply(Draw())
    action = ask("easy", deal)
    assert action == Draw(insist=True), "the card drawn is too much"
    low = Deal.from_cards(CAROUSEL, hands=["7s 8s 9s 2c Ad", "2h 4c 4d 6c 6d 8c Tc"], stock="2d 6h")
    low.apply(Draw())
    assert ask("easy", low) == Knock("7s 8s 9s")


# ---- normal


@pytest.mark.parametrize("v", EVERY_OPTION, ids=name_of)
def test_normal_plays_the_most_with_the_least_disturbance(v: Variant) -> None:
    played = 0
    for seed in (3, 4):
        deal = Deal(v, 3, seed=seed)
        while deal.seat is not None:
            view, action = deal.view(deal.seat), ask("normal", deal)
            assert view.hand is not None
            opened = view.has_opened[deal.seat]
            if isinstance(action, Lay | Knock) and action.table is not None:
                objective = choose_objective(v)
                best = rummy.best_play(v, deal.table, view.hand, objective=objective, opened=opened)
                play = rummy.check_play(v, deal.table, action.table, view.hand, opened)
                assert best is not None
                assert (play.cards, play.split, len(play.changed)) == (
                    best.cards,
                    best.split,
                    len(best.changed),
                )
                played += 1
            elif Lay in view.actions:
                assert not rummy.can_play(v, deal.table, view.hand, opened=opened), "it holds nothing back"
            deal.apply(action)
    assert played > 10


def test_normal_weighs_points_where_they_decide_who_wins() -> None:
    points = {v.id for v in EVERY if choose_objective(v) == "points"}
    assert points == {"carousel", "manipulation-jokers"}


def test_normal_knocks_only_if_it_probably_has_the_least() -> None:
    def action(*others: str) -> Action:
        deal = Deal.from_cards(CAROUSEL, hands=["7s 8s 9s 2c 3d", *others], stock="7h 8h", table="7c 7d *7s")
        deal.apply(Draw())
        return ask("normal", deal)

    out = "7s 8s 9s | 7c 7d 7h *7s"
    assert isinstance(action("Kd"), Knock)
    knocked = action("Kd Qd", "Kc Qc")
    assert isinstance(knocked, Knock)
    assert knocked.table is not None
    laid = action("Kd", "Kc", "Kh")
    assert isinstance(laid, Lay)
    assert laid.table == knocked.table
    assert rummy.check_play(CAROUSEL, "7c 7d *7s", out, "7s 8s 9s 7h 2c 3d")


def test_normal_knocks_without_a_play_at_the_end_of_its_turn() -> None:
    v = rummy.variant("carousel", knock="after_turn")

    def action(*others: str) -> Action:
        deal = Deal.from_cards(v, hands=["Ad", *others], stock="2c 2d")
        deal.apply(Draw())
        deal.apply(Draw())
        return ask("normal", deal)

    assert action("Kd Kh") == Knock()
    assert action("Kd", "Kc", "Kh") == Pass(insist=True)


# ---- what the cards seen tell


@pytest.mark.parametrize("v", EVERY, ids=lambda v: v.id)
def test_the_unseen_cards_are_the_other_hands_and_the_stock(v: Variant) -> None:
    deal = Deal(v, 3, seed=5)
    for _ in range(60):
        if deal.seat is None:
            break
        for seat in range(3):
            others = [hand.ids for owner, hand in enumerate(deal.hands) if owner != seat]
            assert find_unseen(deal.view(seat)) == bytes(sorted(b"".join([*others, deal.stock.ids])))
        deal.apply(ask("greedy", deal))


def test_a_view_of_more_than_the_deck_has_no_odds() -> None:
    deal = Deal.from_cards(CAROUSEL, hands=["7s 7s", "Kd"], stock="7h")
    with pytest.raises(ValueError, match="more than the deck holds"):
        find_unseen(deal.view(0))


@pytest.mark.parametrize("count", [1, 3, 5])
def test_the_chance_of_the_lowest_count_is_that_of_all_hands_there_could_be(count: int) -> None:
    deal = Deal.from_cards(CAROUSEL, hands=["Ad", "Kd 2c", "Kh"], stock="7h")
    view = deal.view(0)
    unseen = find_unseen(view)
    expected = 1.0
    for size in (2, 1):
        hands = [count_hand(CAROUSEL, bytes(hand)) for hand in combinations(unseen, size)]
        expected *= sum(total > count for total in hands) / len(hands)
    assert chance_of_lowest(view, count) == pytest.approx(expected)


# ---- how strong they are; docs/opponents.md has the measurements


def share(v: Variant, first: str, second: str, decks: int) -> float:
    value = rummy.tournament(v, [first, second], decks, seed=8).standings[0].share.value
    assert value is not None
    return value


@pytest.mark.parametrize("v", EVERY, ids=lambda v: v.id)
def test_the_levels_are_in_order(v: Variant) -> None:
    assert share(v, "easy", "random", 15) > 0.65
    assert share(v, "easy", "greedy", 15) < 0.65
    assert share(v, "normal", "greedy", 15) > 0.3


@pytest.mark.long
@pytest.mark.parametrize("v", EVERY, ids=lambda v: v.id)
def test_the_levels_are_as_strong_as_they_should_be(v: Variant) -> None:
    assert share(v, "easy", "random", 300) >= 0.8
    assert share(v, "easy", "greedy", 300) < 0.5
    results = rummy.tournament(v, ["normal", "greedy"], 300, seed=8)
    high = results.standings[0].share.high
    assert high is not None
    assert high >= 0.5
