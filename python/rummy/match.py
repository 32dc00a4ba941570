"""A series of deals with running totals (RULES.md section 6).

>>> from rummy.variants import variant
>>> match = Match(variant("shanghai"), players=3, seed=7)
>>> match.deal.number, match.totals, match.result
(0, (0, 0, 0), None)
>>> match.next_deal()
Traceback (most recent call last):
    ...
rummy.actions.IllegalAction: the deal is not over
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummy.actions import IllegalAction
from rummy.deal import Deal

if TYPE_CHECKING:
    from rummy.variant import Variant


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match ended.

    Attributes:
        winners: The seats that won; several for a draw.
        totals: The points of each seat.
        deals: How many deals were played.
    """

    winners: tuple[int, ...]
    totals: tuple[int, ...]
    deals: int

    @property
    def is_draw(self) -> bool:
        """Whether nobody won alone."""
        return len(self.winners) != 1

    def to_json(self) -> dict[str, object]:
        """The result as JSON values."""
        return {"winners": list(self.winners), "totals": list(self.totals), "deals": self.deals}


class Match:
    """The authority over a series of deals; a single-deal rule-set makes a match of one.

    Args:
        v: The rule-set.
        players: The number of players.
        seed: Where the decks and the first dealer come from.
        game: The number of the game in a series.

    Attributes:
        variant: The rule-set.
        players: The number of players.
        seed: The seed; never shown to a player.
        game: The number of the game in a series.
        deal: The deal that is played, or was played last.
    """

    __slots__ = ("_before", "_is_stopped", "deal", "game", "players", "seed", "variant")

    def __init__(self, v: Variant, players: int = 2, *, seed: int, game: int = 0) -> None:
        self.variant = v
        self.players = players
        self.seed = seed
        self.game = game
        self.deal = Deal(v, players, seed=seed, game=game)
        self._before = (0,) * players
        self._is_stopped = False

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat from all deals that are over."""
        result = self.deal.result
        if result is None:
            return self._before
        return tuple(total + points for total, points in zip(self._before, result.points, strict=True))

    @property
    def result(self) -> MatchResult | None:
        """How the match ended; None while it goes on."""
        deal_result = self.deal.result
        if deal_result is None:
            return None
        totals = self.totals
        winners = deal_result.winners
        if self.variant.match != "deal":
            lowest = min(totals)
            winners = tuple(seat for seat, total in enumerate(totals) if total == lowest)
        if self.variant.match == "open" and not self._is_stopped:
            return None
        if self.variant.match == "total" and (max(totals) < (self.variant.play_to or 0) or len(winners) > 1):
            return None
        return MatchResult(winners, totals, self.deal.number + 1)

    def next_deal(self) -> Deal:
        """Begin the next deal; the deal moves one seat to the left (D7).

        Raises:
            IllegalAction: The deal is not over, or the match is.
        """
        self._verify_between()
        totals = self.totals
        self.deal = Deal(
            self.variant,
            self.players,
            seed=self.seed,
            game=self.game,
            number=self.deal.number + 1,
            totals=totals,
        )
        self._before = totals
        return self.deal

    def stop(self) -> MatchResult:
        """End a match that has no end of its own, after a deal.

        Raises:
            IllegalAction: The match ends by itself or is over, or the deal is not over.
        """
        if self.variant.match != "open":
            raise IllegalAction("match/not-open-ended", variant=self.variant.id)
        self._verify_between()
        self._is_stopped = True
        result = self.result
        assert result is not None
        return result

    def _verify_between(self) -> None:
        if self.deal.result is None:
            raise IllegalAction("match/deal-running")
        if self.result is not None:
            raise IllegalAction("match/over")

    def __repr__(self) -> str:
        return f"<Match of {self.variant.id}: deal {self.deal.number}, totals {self.totals}>"
