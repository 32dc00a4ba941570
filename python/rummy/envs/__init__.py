"""Deals as PettingZoo environments, to learn in (docs/envs.md).

>>> from rummy.envs import env
>>> deal = env("machiavelli")
>>> deal.reset(seed=7)
>>> observation, reward, is_over, is_cut, info = deal.last()
>>> observation["observation"].shape, observation["action_mask"].shape
((1029,), (57,))

The environments are registered with PettingZoo too:

>>> import pettingzoo
>>> str(pettingzoo.make("aec", "rummy/tahiti-v0", players=4))
'tahiti_v0'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

try:
    import gymnasium  # noqa: F401
    import numpy as np  # noqa: F401
    import pettingzoo
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(
        "rummy.envs needs PettingZoo 1.27 or newer: pip install 'manipulation-rummy[envs]'"
    ) from error

from rummy.envs.actions import (
    ACTIONS,
    DRAW,
    JOKER,
    KNOCK,
    LAY,
    PASS,
    action_name,
    legal_actions,
    steps_of,
)
from rummy.envs.agents import PlayerAgent, RandomAgent
from rummy.envs.deal_env import DealEnv
from rummy.envs.names import NAMES, read_id
from rummy.envs.observation import LAYOUT, SHAPES, SIZE, observe
from rummy.envs.rewards import ILLEGAL, rewards_of

if TYPE_CHECKING:
    from pettingzoo import AECEnv


def env(id: str, *, illegal_reward: float | None = None, **options: Any) -> AECEnv[str, Any, Any]:  # noqa: A002
    """The environment of a rule-set, in the guard layers of PettingZoo.

    An action outside the action space, or a call in the wrong order, is an `AssertionError`; an illegal
    action ends the deal, and costs the agent that did it ``illegal_reward``.

    Args:
        id: The rule-set, with or without a version: ``machiavelli``, ``machiavelli_v0``.
        illegal_reward: None: -1, where the reward is made of points -100.
        **options: See `DealEnv`.

    Raises:
        TypeError: An argument of the wrong type.
        ValueError: An unknown rule-set, version, option or value; the message names the choices.
    """
    raw = DealEnv(id, **options)
    cost = ILLEGAL[raw.reward] if illegal_reward is None else float(illegal_reward)
    guarded = wrappers.TerminateIllegalWrapper(raw, illegal_reward=cost)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


def raw_env(id: str, **options: Any) -> DealEnv:  # noqa: A002
    """The environment without the guard layers: an illegal action is a `ValueError` and changes nothing.

    Args:
        id: The rule-set, with or without a version.
        **options: See `DealEnv`.

    Raises:
        TypeError: An argument of the wrong type.
        ValueError: An unknown rule-set, version, option or value; the message names the choices.
    """
    return DealEnv(id, **options)


def _register() -> None:
    """Make the environments known to ``pettingzoo.make``."""
    for name in NAMES:
        spec = pettingzoo.EnvSpec(f"rummy/{name}")
        if spec.id not in pettingzoo.aec_registry:
            pettingzoo.register("aec", spec.id, "rummy.envs:env", kwargs={"id": name})


_register()

__all__ = [
    "ACTIONS",
    "DRAW",
    "ILLEGAL",
    "JOKER",
    "KNOCK",
    "LAY",
    "LAYOUT",
    "NAMES",
    "PASS",
    "SHAPES",
    "SIZE",
    "DealEnv",
    "PlayerAgent",
    "RandomAgent",
    "action_name",
    "env",
    "legal_actions",
    "observe",
    "raw_env",
    "read_id",
    "rewards_of",
    "steps_of",
]
