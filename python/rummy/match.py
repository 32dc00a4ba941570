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
from rummy.checks import verify_whole
from rummy.deal import Deal
from rummy.scoring import find_best, score_match

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rummy.scoring import DealResult
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

    __slots__ = ("_before", "_is_stopped", "_won_before", "deal", "game", "players", "seed", "variant")

    def __init__(self, v: Variant, players: int = 2, *, seed: int, game: int = 0) -> None:
        self.deal = Deal(v, players, seed=seed, game=game)
        self.variant = v
        self.players = self.deal.players
        self.seed = verify_whole(seed, "the seed")
        self.game = verify_whole(game, "the number of the game")
        self._before = self._won_before = (0,) * self.players
        self._is_stopped = False

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat from all deals that are over, and its bonus when the match is."""
        return add_points(self._points, self.bonuses)

    @property
    def deals_won(self) -> tuple[int, ...]:
        """How many of the deals that are over each seat has won, alone or with others."""
        result = self.deal.result
        winners = () if result is None else result.winners
        return tuple(won + (seat in winners) for seat, won in enumerate(self._won_before))

    @property
    def bonuses(self) -> tuple[int, ...]:
        """What each seat is given when the match ends; nothing before (D20)."""
        points = self._points
        if self.deal.result is None or not is_match_over(self.variant, points, self._is_stopped):
            return (0,) * self.players
        return score_match(self.variant, points, self.deals_won)

    @property
    def result(self) -> MatchResult | None:
        """How the match ended; None while it goes on."""
        over = self.deal.result
        if over is None:
            return None
        dealt = self.deal.number + 1
        return find_result(self.variant, self._points, self.deals_won, over, dealt, self._is_stopped)

    @property
    def _points(self) -> tuple[int, ...]:
        result = self.deal.result
        return self._before if result is None else add_points(self._before, result.points)

    def next_deal(self) -> Deal:
        """Begin the next deal; the deal moves one seat to the left (D7).

        Raises:
            IllegalAction: The deal is not over, or the match is.
        """
        self._verify_between()
        totals, won = self.totals, self.deals_won
        self.deal = Deal(
            self.variant,
            self.players,
            seed=self.seed,
            game=self.game,
            number=self.deal.number + 1,
            totals=totals,
        )
        self._before, self._won_before = totals, won
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


def is_match_over(v: Variant, points: Sequence[int], is_stopped: bool) -> bool:
    """Whether the deal that has ended is the last one.

    Args:
        v: The rule-set.
        points: The points of each seat from all deals.
        is_stopped: Whether a match that has no end of its own was stopped.
    """
    if v.match == "deal":
        return True
    if v.match == "open":
        return is_stopped
    # A shared lowest total is played on; a shared highest one is a draw.
    is_shared = not v.is_high_best and len(find_best(v, points)) > 1
    return max(points) >= (v.play_to or 0) and not is_shared


def find_result(
    v: Variant,
    points: Sequence[int],
    deals_won: Sequence[int],
    last: DealResult,
    deals: int,
    is_stopped: bool,
) -> MatchResult | None:
    """How a match ended, or None if it goes on.

    Args:
        v: The rule-set.
        points: The points of each seat from all deals.
        deals_won: The deals each seat has won, alone or with others.
        last: How the last deal ended.
        deals: How many deals were played.
        is_stopped: Whether a match that has no end of its own was stopped.
    """
    if not is_match_over(v, points, is_stopped):
        return None
    totals = add_points(points, score_match(v, points, deals_won))
    return MatchResult(last.winners if v.match == "deal" else find_best(v, totals), totals, deals)


def add_points(points: Sequence[int], more: Sequence[int]) -> tuple[int, ...]:
    """The points of each seat with more of them.

    >>> add_points((4, 0), (1, 2))
    (5, 2)
    """
    return tuple(map(sum, zip(points, more, strict=True)))
