"""The points of a finished deal (RULES.md section 6).

>>> from rummy.cards import Cards
>>> from rummy.variants import variant
>>> hands = [b"", Cards("As Kd 7c").ids]
>>> score_deal(variant("manipulation"), hands, out=0)
DealResult(reason='out', winners=(0,), points=(0, 30))
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummy.cards import JOKER_BIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rummy.events import Reason
    from rummy.variant import Variant


@dataclass(frozen=True, slots=True)
class DealResult:
    """How a deal ended.

    Attributes:
        reason: Why it ended.
        winners: The seats with the lowest count; of several, none has won alone: the deal is a draw.
        points: The points of each seat.
    """

    reason: Reason
    winners: tuple[int, ...]
    points: tuple[int, ...]

    @property
    def is_draw(self) -> bool:
        """Whether nobody won alone."""
        return len(self.winners) != 1

    def to_json(self) -> dict[str, object]:
        """The result as JSON values."""
        return {"reason": self.reason, "winners": list(self.winners), "points": list(self.points)}


def count_hand(v: Variant, hand: bytes) -> int:
    """What the cards of a hand count."""
    worth = v.worth
    return sum([worth[-1] if card & JOKER_BIT else worth[card >> 2] for card in hand])


def score_deal(v: Variant, hands: Sequence[bytes], out: int | None) -> DealResult:
    """Score a deal that has ended.

    Args:
        v: The rule-set.
        hands: The cards left.
        out: The seat that emptied its hand; None for a blocked deal.
    """
    counts = [count_hand(v, hand) for hand in hands]
    # A hand that is not empty counts at least one, so the seat that is out has the lowest count alone.
    lowest = min(counts)
    winners = tuple(seat for seat, count in enumerate(counts) if count == lowest)
    points = tuple(counts) if v.score == "left" else (0,) * len(counts)
    return DealResult("blocked" if out is None else "out", winners, points)
