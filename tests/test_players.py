from __future__ import annotations

import gc
import random
import types
from collections import Counter
from typing import TYPE_CHECKING

import pytest
import rummy
from rummy import Deal, Draw, GiveUp, Knock, Lay, Pass, View
from rummy.chance import Chance, chance_key, first_dealer, shuffle_deck
from rummy.players import PLAYERS, make_player
from rummy.players.hard import Hard
from rummy.variant import Deck
from support import EVERY, EVERY_OPTION, choose, name_of

if TYPE_CHECKING:
    from rummy import Action

MACHIAVELLI = rummy.variant("machiavelli")


def ask(kind: str, deal: Deal, key: bytes = b"key") -> Action:
    assert deal.seat is not None
    # What the player that thinks makes of its budget is the same for any budget.
    player = Hard(1) if kind == "hard" else make_player(kind)
    return player.act(deal.view(deal.seat), Chance(key, deal.turn, deal.step))


@pytest.mark.parametrize("kind", PLAYERS)
@pytest.mark.parametrize("v", EVERY_OPTION, ids=name_of)
def test_players_only_do_what_they_may(kind: str, v: rummy.Variant) -> None:
    for seed in range(1 if kind == "hard" else 5):
        deal = Deal(v, players=3, seed=seed)
        for number in range(2000):
            if deal.seat is None:
                break
            action = ask(kind, deal, str(number).encode())
            assert ask(kind, deal, str(number).encode()) == action
            deal.apply(action)
        assert deal.result is not None


@pytest.mark.parametrize("v", EVERY_OPTION, ids=name_of)
def test_greedy_plays_the_most_cards(v: rummy.Variant) -> None:
    deal = Deal(v, players=2, seed=3)
    while deal.seat is not None:
        view, action = deal.view(deal.seat), ask("greedy", deal)
        hand, opened = deal.hands[deal.seat], view.has_opened[deal.seat]
        best = rummy.best_play(v, deal.table, hand, opened=opened) if Lay in view.actions else None
        if best is None:
            assert isinstance(action, Draw | Pass | Knock)
            assert not isinstance(action, Draw | Pass) or action.insist
        else:
            assert isinstance(action, Lay | Knock)
            assert action.table is not None
            play = rummy.check_play(v, deal.table, action.table, hand, opened)
            assert len(play.cards) == len(best.cards)
        deal.apply(action)


@pytest.mark.parametrize("knock", ["after_play", "after_turn"])
def test_greedy_knocks_whenever_it_can(knock: str) -> None:
    v = rummy.variant("carousel", knock=knock)
    done = Counter[type]()
    for seed in range(40):
        deal = Deal(v, players=2, seed=seed)
        while deal.seat is not None:
            action = ask("greedy", deal)
            if not isinstance(action, Knock):
                bare = Knock(action.table) if isinstance(action, Lay) else Knock()
                is_out = isinstance(action, Lay) and len(deal.hands[deal.seat]) == len(
                    rummy.check_play(v, deal.table, action.table, deal.hands[deal.seat]).cards
                )
                assert is_out or not deal.can(bare)
            done[type(action)] += 1
            deal.apply(action)
    assert done[Knock] > 3


def test_random_can_do_everything_there_is_to_do() -> None:
    deal = Deal.from_cards(MACHIAVELLI, hands=["7s 8s Kc Kd Kh Ks", "2c"], table="4s 5s 6s", stock="4h")
    every = {str(play.cards) for play in rummy.plays(MACHIAVELLI, deal.table, deal.hands[0])}
    assert len(every) > 10
    done: Counter[str] = Counter()
    for number in range(3000):
        action = ask("random", deal, str(number).encode())
        if isinstance(action, Lay):
            done[str(rummy.check_play(MACHIAVELLI, deal.table, action.table, deal.hands[0]).cards)] += 1
        else:
            assert action == Draw(insist=True)
            done["draw"] += 1
    assert set(done) == every | {"draw"}


def test_random_can_knock_and_not_knock() -> None:
    v = rummy.variant("carousel", knock="after_turn")
    deal = Deal.from_cards(v, hands=["7s 8s 9s 2c Ad", "3c"], stock="2h 4h 5h 6h 7h")
    deal.apply(Draw())
    done = {ask("random", deal, str(number).encode()) for number in range(300)}
    table = rummy.parse_table("7s 8s 9s")
    assert done == {Draw(insist=True), Lay(table), Knock(table)}
    for _ in range(2):
        deal.apply(Draw())
    assert {ask("random", deal, str(number).encode()) for number in range(20)} == {Pass(insist=True)}
    low = Deal.from_cards(v, hands=["Ad", "2c"], stock="Ah Ac")
    low.apply(Draw())
    low.apply(Draw())
    assert {ask("random", low, str(number).encode()) for number in range(50)} == {
        Pass(insist=True),
        Knock(),
        Lay("Ac Ad Ah"),
    }


def test_a_player_with_a_changed_draft_ends_its_turn() -> None:
    draw3 = MACHIAVELLI.with_options(unfinished_move="draw3")
    deal = Deal.from_cards(draw3, hands=["9s Kc", "2c"], table="4s 5s 6s", stock="4h")
    deal.draft().put("9s", 0)
    for kind in PLAYERS:
        assert ask(kind, deal) == GiveUp()


@pytest.mark.parametrize("kind", PLAYERS)
def test_a_spectator_does_not_act(kind: str) -> None:
    deal = Deal(MACHIAVELLI, players=2, seed=3)
    with pytest.raises(ValueError, match="a spectator does not act"):
        make_player(kind).act(deal.view(None), Chance(b"", 0))


def test_unknown_players_are_named() -> None:
    with pytest.raises(ValueError, match="there is no player 'clever'; the players: random, easy, normal"):
        make_player("clever")


def reachable(view: View) -> list[object]:
    """Everything that can be reached from a view, code and rule-sets left out."""
    seen: dict[int, object] = {}
    waiting: list[object] = [view]
    while waiting:
        each = waiting.pop()
        is_code = isinstance(each, type | types.ModuleType | types.FunctionType | rummy.Variant | rummy.Card)
        if id(each) in seen or is_code:
            continue
        seen[id(each)] = each
        waiting += gc.get_referents(each)
    return list(seen.values())


@pytest.mark.parametrize("v", EVERY, ids=lambda v: v.id)
def test_nothing_hidden_can_be_reached_from_a_view(v: rummy.Variant) -> None:
    deal = Deal(v, players=3, seed=4)
    rng = random.Random(4)
    for _ in range(25):
        if deal.seat is None:
            break
        for seat in (0, 1, 2, None):
            hidden = {hand.ids for owner, hand in enumerate(deal.hands) if owner != seat}
            # A hand of one or two cards can be told from the same bytes lying on the table by nobody.
            hidden = {ids for ids in hidden if len(ids) > 2} | {deal.stock.ids}
            own = deal.hands[seat].ids if seat is not None else b""
            for each in reachable(deal.view(seat)):
                assert not isinstance(each, Deal | rummy.Draft | rummy.Match | random.Random)
                if isinstance(each, bytes | bytearray | str) and len(each) > 2 and each != own:
                    assert each not in hidden
        deal.apply(choose(deal, rng))


def test_chance_is_a_function_of_its_places() -> None:
    def draw(seed: int, game: int, number: int, seat: int, turn: int, step: int = 0) -> float:
        return Chance(chance_key(seed, game, number, seat), turn, step).random.random()

    places = [
        (1, 0, 0, 0, 0),
        (2, 0, 0, 0, 0),
        (1, 1, 0, 0, 0),
        (1, 0, 1, 0, 0),
        (1, 0, 0, 1, 0),
        (1, 0, 0, 0, 1),
    ]
    assert len({draw(*place) for place in places}) == len(places)
    assert draw(1, 0, 0, 0, 0) == draw(1, 0, 0, 0, 0) != draw(1, 0, 0, 0, 0, 1)
    chance = Chance(b"", 0)
    assert chance.random is chance.random


def test_decks_stay_the_same_from_version_to_version() -> None:
    deck = rummy.Cards.from_ids(shuffle_deck(Deck(2, 0), 7, 0, 0))
    assert str(deck[:8]) == "4c 7d 7s 9s Kd 6d Jd Kh"
    assert [first_dealer(3, 7, game) for game in range(6)] == [2, 1, 1, 0, 2, 1]


def test_the_global_generator_is_left_alone() -> None:
    random.seed(1)
    before = random.getstate()
    rummy.simulate(MACHIAVELLI, ["random", "greedy"], games=2, seed=1)
    assert random.getstate() == before
