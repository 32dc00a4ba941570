"""The player that thinks, and the core's players: the referee's games, and nothing hidden is read."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
import rummy
from rummy import Deal, Lay, _core
from rummy.cards import Cards
from rummy.chance import Chance
from rummy.players import make_player
from rummy.players.greedy import Greedy
from rummy.players.hard import Hard
from rummy.players.patient import Patient
from rummy.playing import play_deal, play_game
from rummy.playouts import find_styles, play_in_core
from support import EVERY, EVERY_OPTION, name_of

if TYPE_CHECKING:
    from rummy import Action, Event

THOUGHT = 1500
"""Nodes that are enough for a few worlds."""


def ask(deal: Deal, key: bytes = b"key") -> Action:
    assert deal.seat is not None
    return Hard(THOUGHT).act(deal.view(deal.seat), Chance(key, deal.turn, deal.step))


def events_of(events: list[Event]) -> list[tuple[object, ...]]:
    told: list[tuple[object, ...]] = []
    for event in events:
        if isinstance(event, rummy.events.Drew):
            assert event.cards is not None
            told.append(("drew", event.seat, event.cards.ids))
        elif isinstance(event, rummy.events.Laid):
            told.append(("laid", event.seat, event.cards.ids, list(event.table.ids)))
        elif isinstance(event, rummy.events.Passed | rummy.events.Knocked):
            told.append((str(event.to_json()["event"]), event.seat))
    return told


@pytest.mark.parametrize("v", EVERY_OPTION, ids=name_of)
def test_the_core_plays_the_same_deals(v: rummy.Variant) -> None:
    kinds: list[Greedy | Patient] = [Greedy(), Patient()]
    for game in range(40):
        players = 2 + game % 4
        seated = [kinds[(game + seat) % (1 + game % 3 % 2)] for seat in range(players)]
        deal = Deal(v, players, seed=11, game=game)
        reason, winners, points, turns, events = _core.play_out(
            v.rules,
            v.flow,
            [hand.ids for hand in deal.hands],
            deal.table.ids,
            deal.stock.ids,
            deal.seat or 0,
            [player.style for player in seated],
            "events",
        )
        play_deal(deal, seated, [b""] * players)
        assert deal.result is not None
        assert events == events_of(deal.events)
        assert (reason, tuple(winners), tuple(points)) == (
            deal.result.reason,
            deal.result.winners,
            deal.result.points,
        )
        assert turns == deal.turn + 1


@pytest.mark.parametrize("v", EVERY_OPTION, ids=name_of)
def test_games_in_the_core_are_the_same(v: rummy.Variant) -> None:
    deals = 3 if v.match == "open" else None
    for players in (["greedy", "patient"], ["patient", "greedy", "greedy"]):
        seated = [make_player(kind) for kind in players]
        styles = find_styles(seated)
        assert styles is not None
        for game in range(3):
            assert play_in_core(v, styles, 4, game, deals, True) == play_game(v, seated, 4, game, deals, True)


def test_a_player_made_from_one_of_the_core_is_not_taken_for_it() -> None:
    class Other(Greedy):
        pass

    assert find_styles([Greedy(), Other()]) is None
    assert find_styles([Greedy(), make_player("random")]) is None


@pytest.mark.parametrize("v", EVERY, ids=lambda v: v.id)
def test_what_is_hidden_makes_no_difference(v: rummy.Variant) -> None:
    """The hidden cards change places; what was seen is the same, so the action is."""
    rng = random.Random(v.id)
    for game in range(4):
        deal = Deal(v, 3, seed=5, game=game)
        assert deal.seat is not None
        mine = deal.seat
        hidden = [card for seat, hand in enumerate(deal.hands) if seat != mine for card in hand]
        hidden += deal.stock
        hands = list(deal.hands)
        rng.shuffle(hidden)
        for seat in range(3):
            if seat != mine:
                size = len(hands[seat])
                hands[seat], hidden = Cards(hidden[:size]), hidden[size:]
        other = Deal.from_cards(v, hands=hands, table=deal.table, stock=hidden, seat=mine, dealer=deal.dealer)
        assert other.faults() == ()
        assert ask(other) == ask(deal)


def test_the_same_key_is_the_same_action() -> None:
    deal = Deal(rummy.variant("carousel"), 2, seed=9)
    kinds = set()
    while deal.seat is not None:
        action = ask(deal)
        assert ask(deal) == action
        kinds.add(action.kind)
        deal.apply(action)
    assert kinds >= {"draw", "lay"}


def test_out_at_once() -> None:
    for v in EVERY:
        deal = Deal.from_cards(v, hands=["7s 8s 9s Ts", "2c 5d Kh"], stock="4h 8c")
        if v.draws_first:
            deal = Deal.from_cards(v, hands=["7s 8s 9s", "2c 5d Kh"], stock="Ts 4h 8c")
            deal.apply(rummy.Draw())
        assert ask(deal) == Lay("7s 8s 9s Ts")


def test_patient_waits_for_the_whole_hand() -> None:
    v = rummy.variant("machiavelli")
    patient = make_player("patient")
    rest = {"stock": "4h", "table": "5c 6c 7c"}
    deal = Deal.from_cards(v, hands=["7s 8s 9s Kd", "2c"], **rest)  # type: ignore[arg-type]
    assert patient.act(deal.view(0), Chance(b"", 0)) == rummy.Draw(insist=True)
    deal = Deal.from_cards(v, hands=["7s 8s 9s 8c", "2c"], **rest)  # type: ignore[arg-type]
    assert patient.act(deal.view(0), Chance(b"", 0)) == Lay("5c 6c 7c 8c | 7s 8s 9s")
    deal = Deal.from_cards(v, hands=["7s 8s 9s Kd", "2c"])
    assert patient.act(deal.view(0), Chance(b"", 0)) == Lay("7s 8s 9s")


def test_an_impossible_position_is_refused() -> None:
    v = rummy.variant("machiavelli")
    deal = Deal.from_cards(v, hands=["7s 7s 7s", "2c"], stock="4h")
    with pytest.raises(ValueError, match="cannot occur"):
        ask(deal)
    with pytest.raises(ValueError, match="at least 1, not 0"):
        Hard(0)


def test_the_core_refuses_what_is_no_deal() -> None:
    v = rummy.variant("machiavelli")
    style = Greedy.style
    good = ([b"\x01", b"\x02"], [], b"", 0, [style, style], "nothing")
    assert _core.play_out(v.rules, v.flow, *good)[0] == "blocked"
    for place, bad in [
        (0, [b"\x01", b""]),
        (0, [b"\x01"] * 3),
        (3, 2),
        (4, [style]),
        (1, [b"\x01\x02"]),
        (5, "all"),
    ]:
        parts = list(good)
        parts[place] = bad
        with pytest.raises(ValueError):  # noqa: PT011 - the core tells no more
            _core.play_out(v.rules, v.flow, *parts)  # type: ignore[arg-type]


@pytest.mark.long
@pytest.mark.parametrize("v", EVERY, ids=lambda v: v.id)
def test_the_core_plays_thousands_of_deals_the_same(v: rummy.Variant) -> None:
    greedy = Greedy()
    for game in range(3000):
        deal = Deal(v, 2 + game % 4, seed=3, game=game)
        players = deal.players
        told = _core.play_out(
            v.rules,
            v.flow,
            [hand.ids for hand in deal.hands],
            deal.table.ids,
            deal.stock.ids,
            deal.seat or 0,
            [greedy.style] * players,
            "events",
        )
        play_deal(deal, [greedy] * players, [b""] * players)
        assert told[4] == events_of(deal.events)
