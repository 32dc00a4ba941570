"""One deal as a PettingZoo environment in which agents act in turn."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from rummy.actions import Action, Draw, Knock, Lay, Pass
from rummy.cards import NO_CARDS, Cards
from rummy.checks import quote, verify_whole
from rummy.deal import Deal
from rummy.dealing import for_each_seat, verify_seat
from rummy.envs.actions import ACTIONS, DRAW, LAY, PASS, action_name, card_of, legal_actions
from rummy.envs.names import name_of, read_id
from rummy.envs.observation import MOST_TOTAL, bounds, observe
from rummy.envs.rewards import rewards_of, verify_reward
from rummy.envs.show import show
from rummy.play import Play, Wanted
from rummy.variants import variant

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from rummy.variant import Choice, Variant
    from rummy.view import View

MODES: Final = ("ansi", "human")


class DealEnv(AECEnv[str, dict[str, Any], Any]):
    """A deal of manipulation rummy, without the guard layers of `env`.

    Args:
        id: The rule-set, with or without a version: ``machiavelli``, ``machiavelli_v0``.
        players: The number of agents, ``player_0`` and so on, in the order of their seats.
        dealer: The seat that deals; None: drawn from the seed.
        totals: The points of each seat from deals before, to be seen; None: none.
        reward: What the reward is made of (`rewards_of`): ``win`` or ``points``; None: ``points`` where a
            match adds them up, otherwise ``win``.
        max_cycles: The deal is truncated when every seat has had so many turns; None: never. Every deal ends
            by itself all the same, for the stock is used up and cards put down never come back.
        render_mode: ``ansi``: `render` gives text; ``human``: it is printed after each step.
        **options: Options of the rule-set (`Variant.options`).

    Attributes:
        variant: The rule-set.
        episode: The number of the deal since the last seed, from 0.

    Raises:
        TypeError: An argument of the wrong type.
        ValueError: An unknown rule-set, version, option or value; the message names the choices.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo sets it for an environment too
        "render_modes": list(MODES),
        "name": "rummy",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        id: str,  # noqa: A002 - the name is part of the interface
        *,
        players: int = 2,
        dealer: int | None = None,
        totals: Sequence[int] | None = None,
        reward: str | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Choice,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.variant = _read_variant(id, options)
        self.variant.deck(players)
        self.metadata = {**type(self).metadata, "name": name_of(self.variant)}
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._dealer = self._verify_dealer(dealer)
        self._totals = self._verify_totals(totals)
        self.reward = verify_reward(self.variant, reward)
        self.max_cycles = None if max_cycles is None else verify_whole(max_cycles, "max_cycles", 1)
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"render_mode cannot be {quote(render_mode)}; its values: {', '.join(MODES)}")
        self.render_mode = render_mode
        low, high = bounds()
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.int16),
                    "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self.agents = []
        self.episode = -1
        self._seed: int | None = None
        self._deal: Deal | None = None
        self._chosen = NO_CARDS
        self._mask: npt.NDArray[np.int8] | None = None

    # ---- what PettingZoo asks for

    def observation_space(self, agent: str) -> spaces.Space[dict[str, Any]]:
        """The space of an agent's observations; the same for all."""
        return self.observation_spaces[self._verify_agent(agent)]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions; the same for all."""
        return self.action_spaces[self._verify_agent(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew.

        Args:
            seed: Where the cards and the first dealer come from. None: the next deal of the same seed, and at
                first a seed by chance.
            options: ``dealer`` and ``totals``, for this deal alone; other keys mean nothing here.
        """
        options = options or {}
        dealer = self._verify_dealer(options.get("dealer", self._dealer))
        totals = self._verify_totals(options.get("totals", self._totals))
        if seed is not None:
            self._seed, self.episode = verify_whole(seed, "the seed"), 0
        elif self._seed is None:
            self._seed, self.episode = secrets.randbits(64), 0
        else:
            self.episode += 1
        deal = Deal(
            self.variant,
            len(self.possible_agents),
            seed=self._seed,
            dealer=dealer,
            game=self.episode,
            totals=totals,
        )
        self._deal, self._chosen, self._mask = deal, NO_CARDS, None
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None  # type: ignore[assignment]
        assert deal.seat is not None
        self.agent_selection = self.possible_agents[deal.seat]

    def step(self, action: Any) -> None:
        """Do an action for the agent to act.

        Raises:
            TypeError: It is no whole number.
            ValueError: It is illegal, or there is no deal; the message says what would be right, and nothing
                has changed.
        """
        deal = self._running()
        agent = self.agent_selection
        if not self.agents:
            raise ValueError("the deal is over: reset the environment to deal anew")
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = self._verify_action(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._mask = None
        if number < LAY:
            self._chosen = Cards.from_ids(bytes(sorted((*self._chosen.ids, card_of(number)))))
        else:
            deal.apply(self._action_of(number, deal))
            self._chosen = NO_CARDS
            self._after(deal)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know: ``observation`` (`observe`) and ``action_mask`` (`legal_actions`)."""
        view, chosen = self.view(agent), self.chosen(agent)
        if agent != self.agent_selection or not self.agents or self._is_dead(agent):
            mask = np.zeros(ACTIONS, np.int8)
        else:
            mask = self._legal().copy()
        return {"observation": observe(view, chosen), "action_mask": mask}

    def render(self) -> str | None:
        """What the agent to act may know, and what it has chosen; as text, or printed."""
        if self.render_mode is None:
            gymnasium.logger.warn(f"render() shows nothing without a render_mode: {' or '.join(MODES)}")
            return None
        deal = self._running()
        is_over = deal.seat is None
        text = show(deal.view(None) if is_over else self.view(self.agent_selection), self._chosen)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """There is nothing to release."""

    # ---- what agents may ask besides

    def view(self, agent: str) -> View:
        """What an agent may know, as the players of the package see it."""
        return self._running().view(self._seats[self._verify_agent(agent)])

    def chosen(self, agent: str) -> Cards:
        """The cards that an agent has chosen for the play it is building, in card order."""
        # Not `agent_selection`: a guard layer moves it on while the play is still another agent's.
        seat = self._running().seat
        return self._chosen if self._seats[self._verify_agent(agent)] == seat else NO_CARDS

    # ---- how it goes on

    def _action_of(self, number: int, deal: Deal) -> Action:
        if number == DRAW:
            return Draw(insist=True)
        if number == PASS:
            return Pass(insist=True)
        if not self._chosen:
            return Knock()
        seat = self._seats[self.agent_selection]
        wanted = Wanted(self._chosen.ids, self.variant.rules, deal.view(seat).has_opened[seat])
        table = Play(wanted, deal.table).table
        return Lay(table) if number == LAY else Knock(table)

    def _after(self, deal: Deal) -> None:
        """Go on to the next agent, or end."""
        result = deal.result
        if result is not None:
            rewards = rewards_of(self.variant, result, self.reward)
            self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            ended = {"reason": result.reason, "winners": result.winners, "points": result.points}
            self.infos = {agent: dict(ended) for agent in self.agents}
            return
        assert deal.seat is not None
        self.agent_selection = self.possible_agents[deal.seat]
        if self.max_cycles is not None and deal.turn >= self.max_cycles * deal.players:
            self.truncations = dict.fromkeys(self.agents, True)

    def _legal(self) -> npt.NDArray[np.int8]:
        if self._mask is None:
            self._mask = legal_actions(self.view(self.agent_selection), self._chosen)
        return self._mask

    def _is_dead(self, agent: str) -> bool:
        return self.terminations.get(agent, True) or self.truncations.get(agent, True)

    # ---- what is wrong

    def _running(self) -> Deal:
        if self._deal is None:
            raise ValueError("there is no deal yet: reset the environment first")
        return self._deal

    def _verify_action(self, action: object) -> int:
        agent = self.agent_selection
        number = verify_whole(action, f"an action of {agent}", 0, ACTIONS - 1)
        legal = self._legal()
        if not legal[number]:
            names = ", ".join(f"{each} ({action_name(int(each))})" for each in np.flatnonzero(legal))
            raise ValueError(
                f"action {number} ({action_name(number)}) of {agent} is illegal now; legal: {names}"
            )
        return number

    def _verify_agent(self, agent: str) -> str:
        if agent not in self._seats:
            names = ", ".join(self.possible_agents)
            raise ValueError(f"there is no agent {quote(agent)}; the agents: {names}")
        return agent

    def _verify_dealer(self, dealer: int | None) -> int | None:
        return None if dealer is None else verify_seat(dealer, len(self.possible_agents), "the dealer")

    def _verify_totals(self, totals: Sequence[int] | None) -> tuple[int, ...] | None:
        if totals is None:
            return None
        return for_each_seat(totals, len(self.possible_agents), "totals", _verify_total)


def _verify_total(total: int, name: str) -> int:
    return verify_whole(total, name, -MOST_TOTAL, MOST_TOTAL)


def _read_variant(env_id: str, options: dict[str, Choice]) -> Variant:
    """The rule-set of an id; an unknown option is told beside those of every environment."""
    v = variant(read_id(env_id))
    unknown = [name for name in options if name not in v.options]
    if unknown:
        known = ", ".join((*v.options, *OPTIONS))
        raise ValueError(f"{name_of(v)} has no option {unknown[0]!r}; its options: {known}")
    return v.with_options(**options)


OPTIONS: Final = ("players", "dealer", "totals", "reward", "max_cycles", "render_mode")
"""The options of every environment."""
