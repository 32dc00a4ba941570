"""The environments: what is seen, what it is worth, and where deals come from."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import rummy
from rummy import Draw, Lay, Pass
from rummy.cards import NO_CARDS, Cards
from rummy.envs import (
    DRAW,
    ILLEGAL,
    JOKER,
    LAY,
    LAYOUT,
    SHAPES,
    SIZE,
    RandomAgent,
    action_name,
    env,
    legal_actions,
    observe,
    raw_env,
    rewards_of,
)
from rummy.scoring import DealResult
from support import EVERY, deal_of, permute_hidden

if TYPE_CHECKING:
    from rummy import Deal, Variant


# ---- what is seen


def part(numbers: np.ndarray[Any, Any], name: str) -> list[int]:
    return [int(number) for number in numbers[LAYOUT[name]]]


def counts(cards: Cards) -> list[int]:
    """By kind, the joker last."""
    held = Counter(str(card) if not card.is_joker else "*" for card in cards)
    return [held[action_name(kind)] for kind in range(JOKER + 1)]


def test_the_layout_covers_the_observation() -> None:
    slices = list(LAYOUT.values())
    assert slices[0].start == 0
    assert all(one.stop == other.start for one, other in pairwise(slices))
    assert slices[-1].stop == SIZE
    # 13 ranks with four sets of three and one of four; by suit 12 runs of three, 11 of four, ... one of 13.
    assert len(SHAPES) == 13 * 5 + 4 * (sum(range(3, 13)) + 1)


@pytest.mark.parametrize("v", EVERY, ids=lambda v: v.id)
def test_an_observation_is_the_view_in_numbers(v: Variant) -> None:
    agent_of_chance, jokers = RandomAgent(8), 0
    for seed in range(3):
        deal = raw_env(v.id, players=4, totals=[7, 0, -3, 12])
        deal.reset(seed=seed)
        while not deal.terminations[deal.agent_selection]:
            deal.step(agent_of_chance.act(deal))
            for seat, agent in enumerate(deal.possible_agents):
                view = deal.view(agent)
                seen = deal.observe(agent)
                assert deal.observation_space(agent).contains(seen)
                numbers = seen["observation"]
                around = [(seat + place) % 4 for place in range(4)]
                assert part(numbers, "hand") == counts(deal_of(deal).hands[seat])
                assert part(numbers, "chosen") == counts(deal.chosen(agent))
                melds = [meld for meld in view.table if len(meld) > 1]
                loose = Cards(meld[0] for meld in view.table if len(meld) == 1)
                on_table = Counter(str(card) for meld in melds for card in meld)
                faces = [action_name(kind) for kind in range(JOKER)]
                assert part(numbers, "loose") == counts(loose)
                assert part(numbers, "table") == [on_table[face] for face in faces]
                assert part(numbers, "table_jokers") == [on_table["*" + face] for face in faces]
                jokers += sum(part(numbers, "table_jokers"))
                assert melds_of(numbers) == sorted(
                    (sorted(str(card.name or card) for card in meld), any(card.is_joker for card in meld))
                    for meld in melds
                )
                assert part(numbers, "hand_sizes") == [*(view.hand_sizes[other] for other in around), 0]
                assert part(numbers, "has_opened") == [*(view.has_opened[other] for other in around), 0]
                assert part(numbers, "totals") == [*((7, 0, -3, 12)[other] for other in around), 0]
                assert part(numbers, "to_act") == [*(other == view.to_act for other in around), 0]
                assert part(numbers, "dealer") == [*(other == view.dealer for other in around), 0]
                assert part(numbers, "stock_size") == [deal_of(deal).stock_size]
                assert part(numbers, "drawn") == [view.drawn]
                assert part(numbers, "turns_left") == [view.turns_left or 0]
    assert (jokers > 0) == (v.joker_law != "none")


def melds_of(numbers: np.ndarray[Any, Any]) -> list[tuple[list[str], bool]]:
    """The melds of an observation, each with whether it holds a joker."""
    melds = []
    shapes = list(SHAPES)
    of_all, of_jokers = part(numbers, "melds"), part(numbers, "joker_melds")
    for shape in np.flatnonzero(numbers[LAYOUT["melds"]]):
        cards = sorted(str(card) for card in Cards.from_ids(shapes[shape]))
        with_joker = of_jokers[shape]
        melds += [(cards, True)] * with_joker + [(cards, False)] * (of_all[shape] - with_joker)
    return sorted(melds)


def do_again(deal: Deal, event: Any) -> None:
    """Do what led to an event of another deal; the draw after a play comes by itself."""
    kind = event.to_json()["event"]
    if kind == "laid":
        deal.apply(Lay(event.table))
    elif kind == "passed":
        deal.apply(Pass(insist=True))
    elif kind == "drew" and deal.seat == event.seat and Draw in deal.actions():
        deal.apply(Draw(insist=True))


@pytest.mark.parametrize("v", EVERY, ids=lambda v: v.id)
def test_an_observation_hides_what_the_seat_may_not_know(v: Variant) -> None:
    """Other cards where the seat has not looked give the same numbers and the same mask."""
    rng, changed = random.Random(6), 0
    deal, agent = raw_env(v.id, players=3), RandomAgent(2)
    deal.reset(seed=21)
    for _ in range(30):
        deal.step(agent.act(deal))
    engine = deal_of(deal)
    assert engine.seat is not None
    for seat in range(3):
        other, places = permute_hidden(engine.events, v, seat, rng)
        for event in engine.events[1:]:
            do_again(other, event)
        changed += places
        views = engine.view(seat), other.view(seat)
        numbers, masks = ([of(view, NO_CARDS).tolist() for view in views] for of in (observe, legal_actions))
        assert numbers[0] == numbers[1]
        assert masks[0] == masks[1]
    assert changed > 100


def test_what_is_chosen_is_private(caplog: pytest.LogCaptureFixture) -> None:
    deal, agent = env("machiavelli", players=3), RandomAgent(0)
    deal.reset(seed=4)
    while deal.agent_selection == "player_0" or not deal.unwrapped.chosen(deal.agent_selection):
        deal.step(agent.act(deal))
    mover = deal.agent_selection
    assert sum(part(deal.observe(mover)["observation"], "chosen")) == 1
    others = [other for other in deal.possible_agents if other != mover]
    for other in others:
        seen = deal.observe(other)
        assert not seen["action_mask"].any()
        assert not any(part(seen["observation"], "chosen"))
    # An illegal action ends the deal; then PettingZoo turns to the first agent, which has chosen nothing.
    deal.step(DRAW)
    assert "Illegal move made" in caplog.text
    assert deal.agent_selection == "player_0"
    for other in others:
        seen = deal.observe(other)
        assert not seen["action_mask"].any()
        assert not any(part(seen["observation"], "chosen"))
        assert "chosen" not in str(deal.unwrapped.view(other).to_json())


def test_text_shows_the_view_of_the_agent_to_act() -> None:
    deal, agent = env("tahiti", players=3, render_mode="ansi"), RandomAgent(1)
    deal.reset(seed=9)
    while not deal.unwrapped.chosen(deal.agent_selection):
        deal.step(agent.act(deal))
    text, view = deal.render(), deal.unwrapped.view(deal.agent_selection)
    assert isinstance(text, str)
    assert f"hand    {view.hand}" in text.splitlines()
    assert f"chosen  {deal.unwrapped.chosen(deal.agent_selection)}" in text.splitlines()
    while not deal.terminations[deal.agent_selection]:
        deal.step(agent.act(deal))
    text = deal.render()
    assert isinstance(text, str)
    assert text.startswith("tahiti: over (")
    assert "hand " not in text


# ---- what it is worth


def test_rewards() -> None:
    """What the winners get the others lose."""
    penalties = DealResult("out", (1,), (30, 0, 6))
    manipulation, carousel = rummy.variant("manipulation"), rummy.variant("carousel")
    assert rewards_of(manipulation, penalties, "points") == (-27.0, 18.0, 9.0)
    assert rewards_of(manipulation, penalties, "win") == (-0.5, 1.0, -0.5)
    # Points are won here, and several may have won them.
    assert rewards_of(carousel, DealResult("undercut", (0, 2), (15, 0, 15)), "points") == (7.5, -15.0, 7.5)
    assert rewards_of(carousel, DealResult("undercut", (0, 2), (15, 0, 15)), "win") == (0.5, -1.0, 0.5)
    assert rewards_of(manipulation, DealResult("blocked", (0, 1), (5, 5)), "win") == (0.0, 0.0)
    assert rewards_of(manipulation, DealResult("blocked", (0, 1), (5, 5)), "points") == (0.0, 0.0)


def test_what_the_reward_is_made_of() -> None:
    made_of = {v.id: raw_env(v.id).reward for v in EVERY}
    assert {name for name, reward in made_of.items() if reward == "points"} == {
        "manipulation",
        "shanghai",
        "carousel",
        "manipulation-jokers",
    }
    assert raw_env("manipulation", reward="win").reward == "win"
    assert raw_env("tahiti", reward="points").reward == "points"


@pytest.mark.parametrize(("name", "cost"), [("machiavelli", -1.0), ("shanghai", -100.0)])
def test_an_illegal_action_costs(name: str, cost: float, caplog: pytest.LogCaptureFixture) -> None:
    for options, right in (({}, cost), ({"illegal_reward": -7}, -7.0)):
        deal = env(name, **options)
        deal.reset(seed=1)
        mover = deal.agent_selection
        deal.step(LAY)
        assert deal.rewards[mover] == right
        assert all(deal.terminations.values())
        for _ in range(2):
            deal.step(None)
        assert deal.agents == []
    assert ILLEGAL == {"win": -1.0, "points": -100.0}
    assert "Illegal move made" in caplog.text


def test_a_long_deal_is_cut() -> None:
    deal, agent = env("vatikan", players=3, max_cycles=2), RandomAgent(1)
    deal.reset(seed=5)
    turns = Counter[str]()
    for mover in deal.agent_iter():
        _, reward, is_over, is_cut, _ = deal.last()
        turns[mover] += not is_cut and deal.unwrapped.chosen(mover) == NO_CARDS
        assert not is_over
        assert reward == 0
        deal.step(None if is_cut else agent.act(deal))
    assert turns == dict.fromkeys(deal.possible_agents, 2)


# ---- seeds, copies, options


def first_hands(deal: Any) -> list[str]:
    return [str(deal.unwrapped.view(agent).hand) for agent in deal.possible_agents]


def test_a_seed_is_a_series_of_deals() -> None:
    one, other = env("shanghai"), env("shanghai")
    series: list[list[list[str]]] = [[], []]
    for deal, hands in zip((one, other), series, strict=True):
        for seed in (3, None, None):
            deal.reset(seed=seed)
            hands.append(first_hands(deal))
    assert series[0] == series[1]
    assert series[0][0] != series[0][1] != series[0][2] != series[0][0]
    one.reset(seed=3)
    assert (first_hands(one), one.unwrapped.episode) == (series[0][0], 0)
    # The deals are those of a series of games with this seed.
    for game, hands in enumerate(series[0]):
        dealt = rummy.Deal(rummy.variant("shanghai"), 2, seed=3, game=game)
        assert hands == [str(dealt.view(seat).hand) for seat in range(2)]
    # Without a seed it is by chance.
    one, other = env("shanghai"), env("shanghai")
    one.reset()
    other.reset()
    assert first_hands(one) != first_hands(other)


def test_a_copy_goes_on_alike() -> None:
    deal, agent = env("tahiti"), RandomAgent(3)
    deal.reset(seed=2)
    for _ in range(20):
        deal.step(agent.act(deal))
    for copied in (copy.deepcopy(deal), pickle.loads(pickle.dumps(deal))):
        again, alike = copy.deepcopy(agent), copy.deepcopy(deal)
        for _ in range(15):
            action = again.act(alike)
            alike.step(action)
            copied.step(action)
        assert alike.unwrapped.view("player_0").to_json() == copied.unwrapped.view("player_0").to_json()


def test_dealer_and_totals() -> None:
    deal = env("carousel", players=3, dealer=1, totals=[10, 20, 30])
    deal.reset(seed=1)
    assert deal.agent_selection == "player_2"
    assert deal.unwrapped.view("player_0").totals == (10, 20, 30)
    deal.reset(options={"dealer": 2, "totals": (0, 0, 5), "other": "means nothing"})
    assert deal.agent_selection == "player_0"
    assert deal.unwrapped.view("player_0").totals == (0, 0, 5)
    deal.reset()
    assert (deal.agent_selection, deal.unwrapped.view("player_0").totals) == ("player_2", (10, 20, 30))
