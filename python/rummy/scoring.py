"""The points of a finished deal, and the bonuses of a finished match (RULES.md section 6).

>>> from rummy.cards import Cards
>>> from rummy.variants import variant
>>> hands = [b"", Cards("As Kd 7c").ids]
>>> score_deal(variant("manipulation"), hands, out=0)
DealResult(reason='out', winners=(0,), points=(0, 30))
>>> score_deal(variant("carousel"), [Cards("Ac").ids, Cards("2c 3c").ids], knocker=0)
DealResult(reason='knock', winners=(0,), points=(4, 0))
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
        winners: The seats that won. Several share a deal that is a draw; where the winner scores the
            differences, each of several has won it.
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


def score_deal(
    v: Variant, hands: Sequence[bytes], out: int | None = None, knocker: int | None = None
) -> DealResult:
    """Score a deal that has ended.

    Args:
        v: The rule-set.
        hands: The cards left.
        out: The seat that emptied its hand, if any.
        knocker: The seat that knocked, if any. With neither the stock is used up: the deal is blocked, or the
            last turns are over.
    """
    counts = [count_hand(v, hand) for hand in hands]
    # A hand that is not empty counts at least one, so the seat that is out has the lowest count alone.
    lowest = min(counts)
    winners = tuple(seat for seat, count in enumerate(counts) if count == lowest)
    reason = _find_reason(v, winners, out, knocker)
    if reason == "undercut":
        winners = tuple(seat for seat in winners if seat != knocker)
    if v.score == "differences":
        won = (
            sum(counts)
            - lowest * len(counts)
            + {"out": v.out_bonus, "undercut": v.undercut_bonus}.get(reason, 0)
        )
        points = tuple(won if seat in winners else 0 for seat in range(len(counts)))
    else:
        points = tuple(counts) if v.score == "left" else (0,) * len(counts)
    return DealResult(reason, winners, points)


def _find_reason(v: Variant, lowest: tuple[int, ...], out: int | None, knocker: int | None) -> Reason:
    if out is not None:
        return "out"
    if knocker is not None:
        return "knock" if lowest == (knocker,) else "undercut"
    return "blocked" if v.stock_out == "blocked" else "stock-out"


def score_match(v: Variant, totals: Sequence[int], deals_won: Sequence[int]) -> tuple[int, ...]:
    """The bonus of each seat when a match ends (D20).

    Args:
        v: The rule-set.
        totals: The points of each seat from all deals.
        deals_won: The deals each seat has won, alone or with others.

    >>> from rummy.variants import variant
    >>> score_match(variant("carousel"), [160, 90], [2, 3])
    (150, 75)
    >>> score_match(variant("manipulation-jokers"), [160, 90], [2, 3])
    (100, 75)
    """
    bonuses = []
    for total, won in zip(totals, deals_won, strict=True):
        is_there = v.play_to is not None and total >= v.play_to
        has_deal_bonus = v.game_bonus == "all" or not is_there
        bonuses.append(v.match_bonus * is_there + v.deal_bonus * won * has_deal_bonus)
    return tuple(bonuses)


def find_best(v: Variant, totals: Sequence[int]) -> tuple[int, ...]:
    """The seats with the best total."""
    best = max(totals) if v.is_high_best else min(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == best)
