"""Counts of what many deals came to, in memory that does not grow with their number; parts add up.

>>> from rummy.players import make_player
>>> from rummy.playing import play_game
>>> from rummy.variants import variant
>>> players = [make_player("greedy"), make_player("random")]
>>> parts = [Counts(["greedy", "random"]) for part in range(2)]
>>> for game in range(6):
...     parts[game % 2].add(play_game(variant("machiavelli"), players, seed=1, game=game))
>>> parts[0].merge(parts[1])
>>> parts[0].deals, sum(parts[0].wins) + parts[0].draws
(6, 6)
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, Self, get_args

from rummy.events import Reason
from rummy.playing import SeatCount
from rummy.rows import place_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence, Sized

    from rummy.playing import DealRow, GameRow

REASONS: Final = {
    "out": "a hand was emptied",
    "knock": "a knock that won",
    "undercut": "a knock that was undercut",
    "stock-out": "the last turns were over",
    "blocked": "everybody passed",
}
assert set(REASONS) == set(get_args(Reason))


class Counts:
    """Counts of games, deals and seats. Those of the same games are equal, in whatever order they came.

    Args:
        players: The name of each seat's player.

    Attributes:
        players: The name of each seat's player.
        games: The games counted; 0 where only deals were.
        wins: For each player, the games won alone.
        draws: The games that nobody won alone.
        totals: For each player, the points of all games, bonuses too.
        deals: The deals counted.
        turns: Their turns.
        reasons: How many deals ended for each reason.
        lengths: How many deals had so many turns.
        points: For each player, how many deals brought it so many points.
        played: For each player and place in the order of play, the deals played there.
        won: Those of them won alone.
        shared: Those of them won with others.
        counted: The deals in which it was counted what each seat did.
        counts: For each player the sums of that.
    """

    __slots__ = (
        "counted",
        "counts",
        "deals",
        "draws",
        "games",
        "lengths",
        "played",
        "players",
        "points",
        "reasons",
        "shared",
        "totals",
        "turns",
        "wins",
        "won",
    )

    def __init__(self, players: Iterable[str]) -> None:
        self.players = tuple(players)
        seats = range(len(self.players))
        self.games = self.draws = self.deals = self.turns = self.counted = 0
        self.wins = [0 for _ in seats]
        self.totals = [0 for _ in seats]
        self.reasons: Counter[str] = Counter()
        self.lengths: Counter[int] = Counter()
        self.points: list[Counter[int]] = [Counter() for _ in seats]
        self.played = [[0 for _ in seats] for _ in seats]
        self.won = [[0 for _ in seats] for _ in seats]
        self.shared = [[0 for _ in seats] for _ in seats]
        self.counts = [SeatCount(0, 0, 0, 0, 0) for _ in seats]

    def add(self, game: GameRow) -> None:
        """Count a game with its deals."""
        self.games += 1
        self.totals = [total + more for total, more in zip(self.totals, game.totals, strict=True)]
        if len(game.winners) == 1:
            self.wins[game.winners[0]] += 1
        else:
            self.draws += 1
        for number, deal in enumerate(game.deals):
            self.add_deal(deal, None if game.counts is None else game.counts[number])

    def add_deal(self, deal: DealRow, counts: Sequence[SeatCount] | None = None) -> None:
        """Count a deal."""
        players = len(self.players)
        self.deals += 1
        self.turns += deal.turns
        self.reasons[deal.reason] += 1
        self.lengths[deal.turns] += 1
        for seat, points in enumerate(deal.points):
            place = place_of(deal, seat, players)
            self.points[seat][points] += 1
            self.played[seat][place] += 1
            if seat in deal.winners:
                (self.won if len(deal.winners) == 1 else self.shared)[seat][place] += 1
        if counts is not None:
            self.counted += 1
            self.counts = list(map(_add_counts, self.counts, counts))

    def merge(self, other: Counts) -> None:
        """Count what another one of the same players has counted."""
        if other.players != self.players:
            raise ValueError(f"these are other players: {', '.join(other.players)}")
        for name in ("games", "draws", "deals", "turns", "counted"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.wins = _add(self.wins, other.wins)
        self.totals = _add(self.totals, other.totals)
        self.reasons.update(other.reasons)
        self.lengths.update(other.lengths)
        for mine, theirs in zip(self.points, other.points, strict=True):
            mine.update(theirs)
        self.played = list(map(_add, self.played, other.played))
        self.won = list(map(_add, self.won, other.won))
        self.shared = list(map(_add, self.shared, other.shared))
        self.counts = list(map(_add_counts, self.counts, other.counts))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Counts):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in Counts.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        counted = f"{self.games} games with {self.deals} deals"
        return f"<{type(self).__name__} of {counted} of {', '.join(self.players)}>"

    # ---- as JSON

    def to_json(self) -> dict[str, object]:
        """The counts as JSON values."""
        return {
            "players": list(self.players),
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "totals": self.totals,
            "deals": self.deals,
            "turns": self.turns,
            "reasons": dict(sorted(self.reasons.items())),
            "lengths": _sorted(self.lengths),
            "points": [_sorted(points) for points in self.points],
            "played": self.played,
            "won": self.won,
            "shared": self.shared,
            "counted": self.counted,
            "counts": [count._asdict() for count in self.counts],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read them from JSON values.

        Raises:
            ValueError: The values are no summary, or contradict each other.
        """
        try:
            self = cls(_texts(data["players"]))
            _read(self, data)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ValueError(f"this is no summary of deals: {type(error).__name__} {error}") from None
        if not _adds_up(self):
            raise ValueError("the numbers of this summary do not add up")
        return self


def _add(first: Iterable[int], second: Iterable[int]) -> list[int]:
    return [one + other for one, other in zip(first, second, strict=True)]


def _add_counts(first: SeatCount, second: SeatCount) -> SeatCount:
    return SeatCount(*_add(first, second))


def _sorted(counts: Counter[int]) -> dict[str, int]:
    return {str(value): counts[value] for value in sorted(counts)}


def _read(self: Counts, data: Mapping[str, Any]) -> None:
    seats = len(self.players)
    for name in ("games", "draws", "deals", "turns", "counted"):
        setattr(self, name, _count(data[name]))
    self.wins = _counts_of(data["wins"], seats)
    self.totals = [_whole(total) for total in data["totals"]]
    self.reasons = Counter({reason: _count(count) for reason, count in data["reasons"].items()})
    self.lengths = _histogram(data["lengths"])
    self.points = [_histogram(points) for points in data["points"]]
    self.played, self.won, self.shared = (
        [_counts_of(each, seats) for each in data[name]] for name in ("played", "won", "shared")
    )
    self.counts = [
        SeatCount(*(_count(each[field]) for field in SeatCount._fields)) for each in data["counts"]
    ]


def _adds_up(self: Counts) -> bool:
    lists: tuple[Sized, ...] = (self.totals, self.points, self.played, self.won, self.shared, self.counts)
    histograms: list[Counter[int]] = [self.lengths, *self.points]
    return (
        all(len(each) == len(self.players) for each in lists)
        and set(self.reasons) <= set(REASONS)
        and self.reasons.total() == self.deals
        and all(counts.total() == self.deals for counts in histograms)
        and all(sum(played) == self.deals for played in self.played)
        and sum(self.wins) + self.draws == self.games
        and sum(turns * count for turns, count in self.lengths.items()) == self.turns
        and self.counted <= self.deals
    )


def _texts(values: Any) -> list[str]:
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise TypeError(f"{values!r} is no list of texts")
    return values


def _histogram(data: Mapping[str, Any]) -> Counter[int]:
    return Counter({int(value): _count(count) for value, count in data.items()})


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(f"{value!r} is not a whole number")
    return value


def _count(value: Any) -> int:
    if _whole(value) < 0:
        raise TypeError(f"{value!r} is not a count")
    return int(value)


def _counts_of(values: Any, number: int) -> list[int]:
    counts = [_count(value) for value in values]
    if len(counts) != number:
        raise TypeError(f"{counts} is not a count for each seat")
    return counts
