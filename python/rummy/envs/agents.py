"""Computer players as agents of the environment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rummy.cards import subtract
from rummy.chance import Chance, chance_key
from rummy.envs.actions import LAY, card_of, steps_of
from rummy.players import make_player

if TYPE_CHECKING:
    from pettingzoo import AECEnv

    from rummy.envs.deal_env import DealEnv
    from rummy.players import Player


class RandomAgent:
    """Does any legal action, each as likely.

    Args:
        seed: Where its choices come from.
    """

    def __init__(self, seed: int = 0) -> None:
        self._random = np.random.default_rng(seed)

    def act(self, env: AECEnv[str, Any, Any]) -> int:
        """An action for the agent to act."""
        observation = env.observe(env.agent_selection)
        assert observation is not None
        return int(self._random.choice(np.flatnonzero(observation["action_mask"])))


class PlayerAgent:
    """Acts as a computer player would: one action of the player is one or more of the environment.

    Only the cards of a play are chosen here: the table it leads to may be another than the player's.

    Args:
        player: A name of `rummy.PLAYERS`, or a player of your own.
        seed: Where the player's chance comes from.

    >>> from rummy.envs import env
    >>> deal = env("machiavelli", players=3)
    >>> deal.reset(seed=5)
    >>> greedy = PlayerAgent("greedy")
    >>> for agent in deal.agent_iter():
    ...     _, reward, is_over, is_cut, info = deal.last(observe=False)
    ...     deal.step(None if is_over or is_cut else greedy.act(deal))
    >>> info["reason"], info["winners"]
    ('out', (1,))
    """

    def __init__(self, player: str | Player, seed: int = 0) -> None:
        self._player = make_player(player) if isinstance(player, str) else player
        self._seed = seed
        self._plan: list[int] = []

    def act(self, env: AECEnv[str, Any, Any]) -> int:
        """An action for the agent to act.

        Raises:
            IllegalPlay: The player lays down what it may not.
        """
        deal: DealEnv = env.unwrapped  # type: ignore[assignment]
        agent = deal.agent_selection
        chosen = deal.chosen(agent)
        if not chosen:
            view = deal.view(agent)
            assert view.seat is not None
            key = chance_key(self._seed, deal.episode, view.number, view.seat)
            self._plan = steps_of(view, self._player.act(view, Chance(key, view.turn, view.step)))
        left = subtract(bytes(map(card_of, self._plan[:-1])), chosen.ids)
        if left is None:
            # Somebody else has begun this play, and with other cards.
            legal = np.flatnonzero(deal.observe(agent)["action_mask"])
            return LAY if LAY in legal else int(legal[0])
        return self._plan[len(chosen)] if left else self._plan[-1]
