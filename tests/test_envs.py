"""The environments: conformance, whole deals, and what is legal against what the engine allows."""

from __future__ import annotations

import functools
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pettingzoo
import pytest
import rummy
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.test.render_test import render_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from rummy import Draw, Knock, Lay, Pass
from rummy.cards import Cards, subtract
from rummy.chance import Chance
from rummy.envs import (
    ACTIONS,
    DRAW,
    JOKER,
    KNOCK,
    LAY,
    NAMES,
    PASS,
    DealEnv,
    PlayerAgent,
    RandomAgent,
    action_name,
    env,
    raw_env,
    rewards_of,
    steps_of,
)
from support import EVERY, EVERY_OPTION, deal_of, name_of

if TYPE_CHECKING:
    from rummy import Variant

LONG = pytest.mark.timeout(3000)

# PettingZoo's tests know by name which of its own environments have an observation with a mask beside it.
with_mask = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
)


def play_out(deal: DealEnv, *agents: RandomAgent | PlayerAgent, most: int = 5000) -> dict[str, float]:
    """Let agents play one deal; gives the reward of each."""
    for _ in range(most):
        if all(map(deal._is_dead, deal.agents)):
            return dict(deal.rewards)
        deal.step(agents[deal._seats[deal.agent_selection] % len(agents)].act(deal))
    raise AssertionError("the deal does not end")


# ---- conformance


@with_mask
@pytest.mark.parametrize("v", EVERY, ids=lambda v: v.id)
def test_conformance(v: Variant) -> None:
    for players in (2, 3, 5):
        api_test(env(v.id, players=players), num_cycles=100)
        api_test(raw_env(v.id, players=players), num_cycles=100)
        seed_test(functools.partial(env, v.id, players=players), num_cycles=100)


@pytest.mark.parametrize("v", EVERY, ids=lambda v: v.id)
def test_conformance_in_parallel(v: Variant) -> None:
    """By the adapter of PettingZoo for environments in which agents act in turn."""
    parallel_api_test(turn_based_aec_to_parallel(env(v.id, players=3)), num_cycles=100)


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(functools.partial(env, "carousel"))
    assert "player_0 to act, stock" in capsys.readouterr().out


def test_the_names_have_versions() -> None:
    assert NAMES[:2] == ("manipulation_v0", "machiavelli_v0")
    for name in NAMES:
        made = pettingzoo.make("aec", f"rummy/{name}", players=3)
        assert str(made) == str(raw_env(name)) == name
        assert made.unwrapped.variant == rummy.variant(name.removesuffix("_v0"))
    latest = pettingzoo.make("aec", "rummy/machiavelli", max_cycles=3, unfinished_move="draw3")
    assert latest.unwrapped.max_cycles == 3
    assert latest.unwrapped.variant.unfinished_move == "draw3"


# ---- whole deals


@pytest.mark.parametrize("v", EVERY_OPTION, ids=name_of)
def test_whole_deals(v: Variant) -> None:
    """Random agents and players end deals of every rule-set; the rewards add up to nothing."""
    for players in (2, 4):
        deal = raw_env(v.id, players=players, **v.settings)
        assert deal.variant == v
        for seed, agents in enumerate(
            [(RandomAgent(3),), (PlayerAgent("greedy"),), (PlayerAgent("random", 5), PlayerAgent("greedy"))]
        ):
            deal.reset(seed=seed)
            rewards = play_out(deal, *agents)
            result = deal_of(deal).result
            assert result is not None
            assert sum(rewards.values()) == pytest.approx(0)
            assert tuple(rewards.values()) == rewards_of(v, result, deal.reward)
            assert all(deal.terminations.values())
            info = {"reason": result.reason, "winners": result.winners, "points": result.points}
            assert deal.infos == dict.fromkeys(deal.possible_agents, info)


def test_a_player_does_as_an_agent_what_it_does_in_a_deal() -> None:
    """The same cards go down, on a table that is disturbed least."""
    for v in EVERY:
        deal, greedy = raw_env(v.id), PlayerAgent("greedy")
        deal.reset(seed=11)
        for _ in range(60):
            agent = deal.agent_selection
            if deal.terminations[agent]:
                break
            view = deal.view(agent)
            action = rummy.make_player("greedy").act(view, Chance(b"", 0))
            steps = steps_of(view, action)
            for step in steps:
                assert greedy.act(deal) == step
                deal.step(step)
            if isinstance(action, Lay):
                laid = next(event for event in deal_of(deal).events[::-1] if hasattr(event, "before"))
                right = rummy.check_play(v, view.table, action.table, view.hand or "")
                assert laid.cards == right.cards
                least = rummy.top_plays(v, view.table, right.cards, 1)[0]
                assert laid.table == least.table


def test_an_agent_ends_the_play_that_another_has_begun() -> None:
    deal = raw_env("machiavelli")
    deal.reset(seed=2)
    mover, random_agent = deal.agent_selection, RandomAgent(1)
    while not deal.chosen(mover):
        deal.step(random_agent.act(deal))
        mover = deal.agent_selection
    for _ in range(20):
        if deal.agent_selection != mover or not deal.chosen(mover):
            return
        deal.step(PlayerAgent("greedy").act(deal))
    raise AssertionError("the play does not end")


# ---- what is legal, and what the engine allows

MOST_CARDS = 10
MOST_TABLE = 45
"""The plays of larger hands and tables take long to list, so there each card is looked for by itself."""


def legal_by_the_engine(deal: DealEnv) -> list[int]:
    """The legal actions by every play there is, and by trying each action of the deal."""
    engine, agent = deal_of(deal), deal.agent_selection
    v, chosen = deal.variant, deal.chosen(agent)
    seat = deal._seats[agent]
    table, hand, opened = engine.table, engine.hands[seat], engine.view(seat).has_opened[seat]
    legal: list[int] = []
    if Lay in engine.actions():
        if len(hand) <= MOST_CARDS and len(table.cards) <= MOST_TABLE:
            every = {play.cards.ids for play in rummy.plays(v, table, hand, opened)}
            further = {card for ids in every for card in subtract(ids, chosen.ids) or b""}
            is_play = chosen.ids in every
        else:
            left = subtract(hand.ids, chosen.ids) or b""
            more = {card: Cards.from_ids(chosen.ids + bytes([card])) for card in left}
            further = {card for card, cards in more.items() if rummy.can_play(v, table, hand, opened, cards)}
            most = rummy.best_play(v, table, chosen, opened=opened, least_disturbance=False)
            is_play = most is not None and most.cards == chosen
        legal += [min(card, JOKER) for card in further]
        if is_play:
            laid = rummy.best_play(v, table, chosen, opened=opened)
            assert laid is not None
            assert laid.cards == chosen
            assert engine.can(Lay(laid.table))
            legal += [LAY, *[KNOCK] * engine.can(Knock(laid.table))]
    if not chosen:
        tried = {DRAW: Draw(insist=True), PASS: Pass(insist=True), KNOCK: Knock()}
        legal += [number for number, action in tried.items() if engine.can(action)]
    return sorted(legal)


def state_of(deal: DealEnv) -> tuple[Any, ...]:
    engine = deal_of(deal)
    return engine.hands, engine.table, engine.stock, engine.seat, len(engine.events), deal._chosen


def steps_agree(v: Variant, seed: int, steps: int) -> Counter[str]:
    """Random steps, deal after deal; gives how often each kind of action was done."""
    rng, done = random.Random(seed), Counter[str]()
    for episode in range(steps):
        deal = raw_env(v.id, players=rng.randint(2, 5), **v.settings)
        deal.reset(seed=seed + episode)
        while not deal.terminations[deal.agent_selection]:
            mask = deal.observe(deal.agent_selection)["action_mask"]
            legal = np.flatnonzero(mask).tolist()
            assert legal == legal_by_the_engine(deal), (v.id, seed, episode, state_of(deal))
            if rng.random() < 0.05:
                before = state_of(deal)
                with pytest.raises(ValueError, match="is illegal now; legal: "):
                    deal.step(rng.choice([number for number in range(ACTIONS) if not mask[number]]))
                assert state_of(deal) == before
            action = rng.choice(legal)
            deal.step(action)
            done[action_name(action) if action > JOKER else "*" if action == JOKER else "card"] += 1
            if done.total() >= steps:
                return done
    raise AssertionError("no steps were done")


@pytest.mark.parametrize("v", EVERY, ids=lambda v: v.id)
def test_mask_and_engine_agree(v: Variant) -> None:
    done = steps_agree(v, 1, 400)
    assert min(done[kind] for kind in ("card", "lay", "draw")) > 20


@LONG
@pytest.mark.long
@pytest.mark.parametrize("v", EVERY, ids=lambda v: v.id)
def test_mask_and_engine_agree_for_100000_steps(v: Variant) -> None:
    done = steps_agree(v, 1_000_000, 12_500)
    assert done.total() == 12_500
    assert min(done[kind] for kind in ("card", "lay", "draw")) > 1000
    assert (done["knock"] > 0) == (v.knock != "no")
    assert (done["*"] > 0) == (v.joker_law != "none")


def test_drawing_is_insisted_on() -> None:
    """A reminder is for people; and once a card is chosen there is a play to be made."""
    deal = raw_env("manipulation", must_meld="remind")
    deal.reset(seed=1)
    agent = deal.agent_selection
    while not deal.observe(agent)["action_mask"][:LAY].any():
        deal.step(DRAW)
    mask = deal.observe(agent)["action_mask"]
    assert mask[DRAW]
    assert not mask[LAY]
    deal.step(int(np.flatnonzero(mask)[0]))
    mask = deal.observe(agent)["action_mask"]
    assert not mask[[DRAW, PASS]].any()


def test_a_game_that_begins_with_a_draw() -> None:
    deal = raw_env("carousel")
    deal.reset(seed=1)
    assert np.flatnonzero(deal.observe(deal.agent_selection)["action_mask"]).tolist() == [DRAW]
