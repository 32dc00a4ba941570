"""What a finished deal is worth to each agent; the rewards of a deal add up to nothing.

>>> from rummy.scoring import DealResult
>>> from rummy.variants import variant
>>> over = DealResult("out", (0,), (0, 30, 10))
>>> rewards_of(variant("manipulation"), over, "points"), rewards_of(variant("manipulation"), over, "win")
((20.0, -25.0, 5.0), (1.0, -0.5, -0.5))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias, cast

from rummy.checks import quote

if TYPE_CHECKING:
    from rummy.scoring import DealResult
    from rummy.variant import Variant

Reward: TypeAlias = Literal["win", "points"]
"""What the reward is made of."""
REWARDS: Final = ("win", "points")
ILLEGAL: Final = {"win": -1.0, "points": -100.0}
"""What an illegal action costs the agent that does it."""


def verify_reward(v: Variant, reward: str | None) -> Reward:
    """What the reward is made of; None: points where a match adds them up, otherwise the deal won.

    Raises:
        ValueError: It is none of `REWARDS`, or the rule-set has no points.
    """
    if reward is None:
        return "win" if v.match == "deal" else "points"
    if reward not in REWARDS:
        raise ValueError(f"reward cannot be {quote(reward)}; its values: {', '.join(REWARDS)}")
    if reward == "points" and v.score == "none":
        raise ValueError(f"{v.id} has no points: its reward is 'win'")
    return cast("Reward", reward)


def rewards_of(v: Variant, result: DealResult, reward: Reward) -> tuple[float, ...]:
    """The reward of each seat.

    ``win``: the winners share 1 and the others -1; 0 for all if all win. ``points``: what a seat has scored
    more, or been penalised less, than the others on average.
    """
    seats = range(len(result.points))
    if reward == "points":
        sign = 1 if v.is_high_best else -1
        total, others = sum(result.points), len(result.points) - 1
        return tuple(sign * (points - (total - points) / others) for points in result.points)
    winners, losers = len(result.winners), len(result.points) - len(result.winners)
    if not losers:
        return (0.0,) * len(result.points)
    return tuple(1 / winners if seat in result.winners else -1 / losers for seat in seats)
