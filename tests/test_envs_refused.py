"""The environments: what is refused, and in which words."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest
import rummy
from rummy.envs import DRAW, PASS, RandomAgent, action_name, env, raw_env, steps_of

if TYPE_CHECKING:
    from collections.abc import Callable

WRONG: list[tuple[Callable[[], object], type[Exception], str]] = [
    (
        lambda: env("rummy"),
        ValueError,
        "there is no environment 'rummy'; the environments: manipulation_v0,",
    ),
    (
        lambda: env("machiavelli_v9"),
        ValueError,
        "there is no version 9 of machiavelli; the current one is m",
    ),
    (lambda: env(7), ValueError, "there is no environment 7"),  # type: ignore[arg-type]
    (
        lambda: env("machiavelli", knock="no"),
        ValueError,
        "machiavelli_v0 has no option 'knock'; its options: unfinished_move, players, dealer, ",
    ),
    (lambda: env("machiavelli", unfinished_move="x"), ValueError, "its values: reset, draw3"),
    (lambda: env("machiavelli", players=6), ValueError, "is played by 2 to 5 players, not by 6"),
    (lambda: env("machiavelli", players="2"), TypeError, "the number of players must be a whole number"),
    (lambda: env("machiavelli", dealer=2), ValueError, "the dealer is a seat from 0 to 1, not 2"),
    (lambda: env("machiavelli", totals=[1]), ValueError, "totals needs one value for each of 2 seats, not 1"),
    (lambda: env("machiavelli", totals=[1, 40_000]), ValueError, "totals must be at most 30000, not 40000"),
    (lambda: env("machiavelli", reward="x"), ValueError, "reward cannot be 'x'; its values: win, points"),
    (lambda: env("vatikan", reward="points"), ValueError, "vatikan has no points: its reward is 'win'"),
    (lambda: env("vatikan", max_cycles=0), ValueError, "max_cycles must be at least 1, not 0"),
    (
        lambda: env("vatikan", render_mode="x"),
        ValueError,
        "cannot be 'x'; its values: ansi, human",
    ),
    (lambda: raw_env("vatikan").observe("player_0"), ValueError, "there is no deal yet: reset"),
    (lambda: raw_env("vatikan").step(DRAW), ValueError, "there is no deal yet: reset"),
    (lambda: raw_env("vatikan").action_space("player_2"), ValueError, "the agents: player_0, player_1"),
    (lambda: env("vatikan").step(DRAW), AssertionError, "reset"),
    (lambda: raw_env("vatikan").reset(seed="x"), TypeError, "the seed must be a whole number"),  # type: ignore[arg-type]
    (lambda: raw_env("vatikan").reset(options={"dealer": 5}), ValueError, "the dealer is a seat from 0 to 1"),
    (lambda: action_name(57), ValueError, "an action is a number from 0 to 56, not 57"),
]


@pytest.mark.parametrize(("ask", "error", "words"), WRONG, ids=range(len(WRONG)))
def test_wrong_use(ask: Callable[[], object], error: type[Exception], words: str) -> None:
    with pytest.raises(error) as told:
        ask()
    assert words in str(told.value)


def test_wrong_actions() -> None:
    deal = raw_env("machiavelli")
    deal.reset(seed=1)
    for action, error, words in (
        (57, ValueError, "an action of player_"),
        (-1, ValueError, "must be at least 0"),
        (None, TypeError, "must be a whole number, not None"),
        (1.5, TypeError, "must be a whole number"),
        (PASS, ValueError, "action 55 (pass) of player_0 is illegal now; legal: 4 (2c), 5 (2d), "),
    ):
        with pytest.raises(error) as told:
            deal.step(action)
        assert words in str(told.value)
    deal.step(np.int64(DRAW))
    guarded = env("machiavelli")
    guarded.reset(seed=1)
    for action in (57, None):
        with pytest.raises(AssertionError, match="action is not in action space"):
            guarded.step(action)
    with pytest.raises(rummy.IllegalAction, match="nothing to give up"):
        steps_of(deal.view(deal.agent_selection), rummy.GiveUp())


def test_after_the_end(caplog: pytest.LogCaptureFixture) -> None:
    for deal in (env("carousel"), raw_env("carousel")):
        agent = RandomAgent(1)
        deal.reset(seed=1)
        while not deal.terminations[deal.agent_selection]:
            deal.step(agent.act(deal))
        with pytest.raises(ValueError, match="when an agent is dead, the only valid action is None"):
            deal.unwrapped.step(DRAW)
        for _ in range(2):
            deal.step(None)
        with pytest.raises(ValueError, match="the deal is over: reset the environment"):
            deal.unwrapped.step(DRAW)
    guarded = env("carousel", max_cycles=1)
    guarded.reset(seed=1)
    while guarded.agents:
        guarded.step(None if guarded.truncations[guarded.agent_selection] else RandomAgent(1).act(guarded))
    guarded.step(DRAW)
    assert "step() called after all agents are terminated or truncated" in caplog.text


def test_without_pettingzoo() -> None:
    """The package does without; the environments say what to install."""
    code = """
import sys
sys.modules["pettingzoo"] = None
import rummy
assert not {"numpy", "gymnasium", "rummy.envs"} & set(sys.modules)
try:
    rummy.envs
except ImportError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=50, check=True
    )
    assert (
        done.stdout == "rummy.envs needs PettingZoo 1.27 or newer: pip install 'manipulation-rummy[envs]'\n"
    )


def test_it_is_there_when_asked_for() -> None:
    assert rummy.envs.env is env  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="module 'rummy' has no attribute 'env'"):
        rummy.env  # type: ignore[attr-defined] # noqa: B018
