"""What a step of the environments costs on one core, as Markdown.

    python benches/masks.py [--deals N] [--runs N]

Random and greedy agents play deals of every rule-set for two. At every step the mask and the numbers of the
observation are made several times over, and the fastest counts. To lay is the step itself, which looks for
the table that is disturbed least, and is done once. Steps a second are those of a whole loop with random
agents, observation, choice and step, by the time of the processor. Every mask is held to another search,
which asks of each card by itself.
"""

from __future__ import annotations

import argparse
import gc
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING

import numpy as np
import rummy
from rummy.cards import Cards
from rummy.envs import LAY, DealEnv, PlayerAgent, RandomAgent, legal_actions, observe, raw_env
from rummy.envs.actions import card_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from rummy import View

DEALS = 20
RUNS = 3


def micros(question: Callable[[], object], runs: int) -> float:
    least = float("inf")
    for _ in range(runs):
        start = perf_counter()
        question()
        least = min(least, perf_counter() - start)
    return least * 1e6


def is_over(deal: DealEnv) -> bool:
    return any(deal.terminations.values())


def check(view: View, chosen: Cards) -> None:
    """The cards of the mask are those of which a play is found that holds them."""
    mask = legal_actions(view, chosen)
    assert view.hand is not None
    assert view.seat is not None
    for action in range(LAY):
        more = (*chosen.ids, card_of(action))
        able = rummy.Lay in view.actions and all(
            more.count(card) <= view.hand.ids.count(card) for card in more
        )
        if able:
            opened = view.has_opened[view.seat]
            able = rummy.can_play(view.variant, view.table, view.hand, opened, Cards.from_ids(bytes(more)))
        assert mask[action] == able, (view, chosen, action)


class Times:
    """What was measured, in microseconds."""

    def __init__(self) -> None:
        self.masks: list[float] = []
        self.numbers: list[float] = []
        self.lays: list[float] = []


def measure(rules: str, agent: RandomAgent | PlayerAgent, deals: int, runs: int) -> Times:
    times, deal = Times(), raw_env(rules)
    deal.reset(seed=1)
    for _ in range(deals):
        deal.reset()
        while not is_over(deal):
            view, chosen = deal.view(deal.agent_selection), deal.chosen(deal.agent_selection)
            check(view, chosen)
            times.masks.append(micros(lambda: legal_actions(view, chosen), runs))  # noqa: B023 - asked at once
            times.numbers.append(micros(lambda: observe(view, chosen), runs))  # noqa: B023
            action = agent.act(deal)
            took = micros(lambda: deal.step(action), 1)  # noqa: B023
            if chosen and action >= LAY:
                times.lays.append(took)
    return times


def rate(rules: str, deals: int) -> float:
    """Steps a second of a loop as one would write it."""
    deal, rng, steps = raw_env(rules), np.random.default_rng(1), 0
    deal.reset(seed=2)
    began = process_time()
    for _ in range(deals):
        deal.reset()
        while not is_over(deal):
            seen = deal.observe(deal.agent_selection)
            deal.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            steps += 1
    return steps / (process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--runs", type=int, default=RUNS)
    chosen = parser.parse_args()
    gc.disable()
    columns = [
        "rule-set",
        "steps",
        "mask, random: median µs",
        "99 %",
        "max",
        "mask, greedy: median",
        "99 %",
        "max",
    ]
    columns += ["numbers: median", "to lay: median", "99 %", "max", "steps a second"]
    print(f"| {' | '.join(columns)} |\n| --- |{' ---: |' * (len(columns) - 1)}")
    for rules in rummy.VARIANTS:
        agents = RandomAgent(1), PlayerAgent("greedy")
        by_random, by_greedy = (measure(rules, agent, chosen.deals, chosen.runs) for agent in agents)
        steps = len(by_random.masks) + len(by_greedy.masks)
        figures = [*spread(by_random.masks), *spread(by_greedy.masks), median(by_random.numbers)]
        figures += [*spread(by_random.lays + by_greedy.lays), rate(rules, chosen.deals)]
        print(f"| `{rules}` | {steps:,} | {' | '.join(f'{figure:,.0f}' for figure in figures)} |", flush=True)


def spread(times: list[float]) -> tuple[float, float, float]:
    ordered = sorted(times)
    return median(ordered), ordered[len(ordered) * 99 // 100], ordered[-1]


if __name__ == "__main__":
    main()
