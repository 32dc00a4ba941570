"""Learns to play against agents that act at random: a small policy gradient in numpy.

    pip install 'manipulation-rummy[envs,plots]'
    python examples/learn.py --curve curve.svg

The policy is a network with one hidden layer over the hand, the chosen cards, the table, the sizes of hands
and stock, and the mask. It plays deals against one random agent, first in one seat, then in the other; after
every batch of deals each action is made likelier by what the deal was worth (REINFORCE). Now and then it
plays deals that it never learns from, the same ones each time. The same seed gives the same curve.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from rummy.envs import ACTIONS, LAYOUT, PlayerAgent, RandomAgent, raw_env

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rummy.envs import DealEnv

SCALES = {"hand": 2, "chosen": 2, "table": 2, "table_jokers": 2, "hand_sizes": 10, "stock_size": 50}
"""The parts of an observation that the policy sees, and what they are divided by."""
INPUTS = sum(LAYOUT[name].stop - LAYOUT[name].start for name in SCALES) + ACTIONS
HIDDEN = 64
BATCH = 20
"""Deals between two steps of learning."""
RATE = 0.01
"""The length of the first steps; they grow shorter to the end."""
ENTROPY = 0.01
"""What it is worth to stay undecided: less is decided too early."""
ILLEGAL = -1e9

Weights = dict[str, Any]


@dataclass
class Point:
    """One point of the learning curve: mean rewards of deals that nothing is learnt from, and their error."""

    deals: int
    against_random: float
    error_random: float
    against_greedy: float
    error_greedy: float


def see(observation: dict[str, Any]) -> tuple[Any, Any]:
    """What the policy sees of an observation, and the mask."""
    numbers, mask = observation["observation"], observation["action_mask"]
    parts = [numbers[LAYOUT[name]] / scale for name, scale in SCALES.items()]
    return np.concatenate([*parts, mask]), mask


class Policy:
    """Chances of the legal actions, and how they are improved."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.weights: Weights = {
            "in": rng.normal(0, INPUTS**-0.5, (INPUTS, HIDDEN)),
            "hidden": np.zeros(HIDDEN),
            "out": np.zeros((HIDDEN, ACTIONS)),
            "bias": np.zeros(ACTIONS),
        }
        self._means: Weights = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self._squares: Weights = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self._steps = 0

    def chances(self, inputs: Any, masks: Any) -> tuple[Any, Any]:
        """The chance of each action, and the hidden layer."""
        hidden = np.tanh(inputs @ self.weights["in"] + self.weights["hidden"])
        scores = hidden @ self.weights["out"] + self.weights["bias"]
        scores = np.where(masks, scores, ILLEGAL)
        powers = np.exp(scores - scores.max(-1, keepdims=True))
        return powers / powers.sum(-1, keepdims=True), hidden

    def learn(self, inputs: Any, masks: Any, actions: Any, worth: Any, rate: float) -> None:
        """One step: actions become likelier by what they were worth."""
        chances, hidden = self.chances(inputs, masks)
        logs = np.log(np.maximum(chances, 1e-12))
        undecided = -(chances * logs).sum(-1, keepdims=True)
        by_score = (np.eye(ACTIONS)[actions] - chances) * worth[:, None]
        by_score -= ENTROPY * chances * (logs + undecided)
        by_score /= len(actions)
        by_hidden = by_score @ self.weights["out"].T * (1 - hidden**2)
        self._climb(
            {
                "in": inputs.T @ by_hidden,
                "hidden": by_hidden.sum(0),
                "out": hidden.T @ by_score,
                "bias": by_score.sum(0),
            },
            rate,
        )

    def _climb(self, gradients: Weights, rate: float) -> None:
        """Adam."""
        self._steps += 1
        for name, gradient in gradients.items():
            self._means[name] += 0.1 * (gradient - self._means[name])
            self._squares[name] += 0.001 * (gradient**2 - self._squares[name])
            mean = self._means[name] / (1 - 0.9**self._steps)
            square = self._squares[name] / (1 - 0.999**self._steps)
            self.weights[name] += rate * mean / (np.sqrt(square) + 1e-8)


class Learner:
    """Acts by the policy, and remembers what it saw and did."""

    def __init__(self, policy: Policy, rng: np.random.Generator) -> None:
        self.policy = policy
        self.memory: list[tuple[Any, Any, int]] = []
        self._rng = rng

    def act(self, deal: DealEnv) -> int:
        """An action, by its chance."""
        seen, mask = see(deal.observe(deal.agent_selection))
        chances, _ = self.policy.chances(seen, mask)
        action = int(self._rng.choice(ACTIONS, p=chances))
        self.memory.append((seen, mask, action))
        return action


def play(deal: DealEnv, learner: Learner, other: RandomAgent | PlayerAgent, seat: int) -> float:
    """One deal with the learner in a seat; gives its reward."""
    deal.reset()
    own = deal.possible_agents[seat]
    while not any(deal.terminations.values()):
        agent = learner if deal.agent_selection == own else other
        deal.step(agent.act(deal))
    return float(deal.rewards[own])


def examine(rules: str, policy: Policy, seed: int, deals: int, opponent: str) -> tuple[float, float]:
    """The mean reward of deals that nothing is learnt from, each played from both seats, and its error."""
    rewards = []
    for seat in range(2):
        deal = raw_env(rules, reward="win")
        deal.reset(seed=seed)
        learner = Learner(policy, np.random.default_rng(seed))
        other = RandomAgent(seed) if opponent == "random" else PlayerAgent(opponent, seed)
        rewards += [play(deal, learner, other, seat) for _ in range(deals // 2)]
    return float(np.mean(rewards)), float(np.std(rewards) / len(rewards) ** 0.5)


def learn(rules: str, seed: int, deals: int, every: int, examined: int) -> Iterator[Point]:
    """Learn, and give a point of the curve before and after every so many deals."""
    rng = np.random.default_rng(seed)
    policy, other = Policy(rng), RandomAgent(seed)
    learner = Learner(policy, rng)
    deal = raw_env(rules, reward="win")
    deal.reset(seed=seed)
    batch: list[tuple[int, float]] = []
    for done in range(deals + 1):
        if done % every == 0:
            scores = [examine(rules, policy, seed + 1, examined, kind) for kind in ("random", "greedy")]
            yield Point(done, *scores[0], *scores[1])
        before = len(learner.memory)
        reward = play(deal, learner, other, done % 2)
        batch.append((len(learner.memory) - before, reward))
        if len(batch) == BATCH:
            lengths, rewards = map(np.array, zip(*batch, strict=True))
            worth = (rewards - rewards.mean()) / (rewards.std() + 1e-3)
            inputs, masks, actions = map(np.array, zip(*learner.memory, strict=True))
            rate = RATE * (1 - done / (deals + 1))
            policy.learn(inputs, masks, actions, np.repeat(worth, lengths), rate)
            learner.memory.clear()
            batch.clear()


def draw(points: list[Point], rules: str, path: Path) -> None:
    """The curve as a picture."""
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams.update({"svg.hashsalt": "rummy", "svg.fonttype": "none"})
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    deals = [point.deals for point in points]
    for opponent, colour in (("random", "tab:blue"), ("greedy", "tab:orange")):
        means = np.array([getattr(point, f"against_{opponent}") for point in points])
        errors = np.array([getattr(point, f"error_{opponent}") for point in points])
        axes.plot(deals, means, "o-", color=colour, label=f"against {opponent}")
        axes.fill_between(deals, means - 2 * errors, means + 2 * errors, color=colour, alpha=0.2, linewidth=0)
    axes.axhline(0, color="grey", linewidth=1)
    axes.set(xlabel="deals learnt from", ylabel="mean reward (1 won, -1 lost)", ylim=(-1, 1))
    axes.set_title(f"Learning {rules} against a random agent")
    axes.legend(loc="lower right")
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rules", default="carousel", help="the rule-set (default: %(default)s)")
    parser.add_argument("--deals", type=int, default=2000, help="deals to learn from (default: %(default)s)")
    parser.add_argument(
        "--every", type=int, default=200, help="deals between two points (default: %(default)s)"
    )
    parser.add_argument("--examined", type=int, default=400, help="deals of a point (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the seed (default: %(default)s)")
    parser.add_argument("--curve", type=Path, help="where to draw the curve, .svg or .png; needs matplotlib")
    parser.add_argument("--json", action="store_true", help="points as JSON lines")
    chosen = parser.parse_args()
    points = []
    for point in learn(chosen.rules, chosen.seed, chosen.deals, chosen.every, chosen.examined):
        points.append(point)
        if chosen.json:
            print(json.dumps(asdict(point)), flush=True)
        else:
            random = f"{point.against_random:+.2f} ± {point.error_random:.2f}"
            greedy = f"{point.against_greedy:+.2f} ± {point.error_greedy:.2f}"
            print(f"{point.deals:6} deals: {random} against random, {greedy} against greedy", flush=True)
    if chosen.curve is not None:
        draw(points, chosen.rules, chosen.curve)


if __name__ == "__main__":
    main()
