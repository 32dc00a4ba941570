"""What many deals came to, in memory that does not grow with their number; summaries of parts add up.

>>> from rummy.players import make_player
>>> from rummy.playing import play_game
>>> from rummy.variants import variant
>>> players = [make_player("greedy"), make_player("random")]
>>> parts = [Summary(["greedy", "random"]) for part in range(2)]
>>> for game in range(6):
...     parts[game % 2].add(play_game(variant("machiavelli"), players, seed=1, game=game))
>>> parts[0].merge(parts[1])
>>> parts[0].deals, sum(parts[0].wins) + parts[0].draws
(6, 6)
>>> print(parts[0].tables()[0])  # doctest: +ELLIPSIS
Games
player ... won ... share of games  points a game
...
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, NamedTuple, get_args

from rummy.charts import Chart, Series
from rummy.events import Reason
from rummy.measures import wilson
from rummy.playing import SeatCount
from rummy.rows import place_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rummy.playing import DealRow, GameRow

BINS: Final = 40
"""The most bins of a histogram."""
PLACES: Final = ("begins", "second", "third", "fourth", "fifth")
REASONS: Final = {
    "out": "a hand was emptied",
    "knock": "a knock that won",
    "undercut": "a knock that was undercut",
    "stock-out": "the last turns were over",
    "blocked": "everybody passed",
}
assert set(REASONS) == set(get_args(Reason))


class Listing(NamedTuple):
    """A table of a summary.

    Attributes:
        title: What it shows.
        columns: The names of its columns.
        rows: Its rows, as texts.
        note: What one must know to read it.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    def __str__(self) -> str:
        table = [self.columns, *self.rows]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = [
            "  ".join(
                text.ljust(width) if place == 0 else text.rjust(width)
                for place, (text, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in table
        ]
        return "\n".join([self.title, *lines, *([self.note] if self.note else [])])


class Summary:
    """Counts of games, deals and seats. Summaries of the same games are equal, in whatever order they came.

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

    def merge(self, other: Summary) -> None:
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
        if not isinstance(other, Summary):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Summary of {self.games} games with {self.deals} deals of {', '.join(self.players)}>"

    # ---- as JSON

    def to_json(self) -> dict[str, object]:
        """The summary as JSON values."""
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
    def from_json(cls, data: Mapping[str, Any]) -> Summary:
        """Read a summary from JSON values.

        Raises:
            ValueError: The values are no summary, or contradict each other.
        """
        try:
            return _read(cls, data)
        except (KeyError, TypeError, AttributeError, IndexError) as error:
            raise ValueError(f"this is no summary of deals: {type(error).__name__} {error}") from None

    # ---- to be looked at

    def tables(self) -> tuple[Listing, ...]:
        """What was counted, as tables of texts."""
        tables = [self._games()] if self.games else []
        tables += [self._deals(), self._places(), self._lengths(), self._reasons()]
        if self.counted:
            tables.append(self._counts())
        return tuple(tables)

    def charts(self) -> tuple[Chart, ...]:
        """What was counted, as pictures: wins by player and place, length of deals, points."""
        return self._wins_chart(), self._lengths_chart(), self._points_chart()

    def chart(self, name: str) -> Chart:
        """One of the pictures by its name.

        Raises:
            ValueError: There is none of that name; the message names them.
        """
        charts = {chart.name: chart for chart in self.charts()}
        if name not in charts:
            raise ValueError(f"there is no picture {name!r}; the pictures: {', '.join(charts)}")
        return charts[name]

    def _names(self) -> list[str]:
        """The players, told apart by their seats where several have one name."""
        return [
            f"{name} (seat {seat})" if self.players.count(name) > 1 else name
            for seat, name in enumerate(self.players)
        ]

    def _games(self) -> Listing:
        rows = [
            (name, f"{won:,}", _share(won, self.games), _mean(total, self.games))
            for name, won, total in zip(self._names(), self.wins, self.totals, strict=True)
        ]
        rows.append(("nobody alone", f"{self.draws:,}", _share(self.draws, self.games), ""))
        return Listing("Games", ("player", "won", "share of games", "points a game"), tuple(rows), _NOTE)

    def _deals(self) -> Listing:
        rows = []
        for seat, name in enumerate(self._names()):
            won, shared = sum(self.won[seat]), sum(self.shared[seat])
            points = self.points[seat]
            total = sum(value * count for value, count in points.items())
            spread = _deviation(points)
            rows.append(
                (
                    name,
                    f"{won:,}",
                    _share(won, self.deals),
                    f"{shared:,}",
                    _mean(total, self.deals),
                    str(quantile(points, 0.5)),
                    f"{spread:.2f}",
                )
            )
        columns = (
            "player",
            "won alone",
            "share of deals",
            "shared",
            "points a deal",
            "median",
            "standard deviation",
        )
        return Listing(f"Deals ({self.deals:,})", columns, tuple(rows), _NOTE)

    def _places(self) -> Listing:
        rows = tuple(
            (
                name,
                *(
                    _share(won, played)
                    for won, played in zip(self.won[seat], self.played[seat], strict=True)
                ),
            )
            for seat, name in enumerate(self._names())
        )
        return Listing(
            "Deals won alone, by place in the order of play",
            ("player", *PLACES[: len(self.players)]),
            rows,
            _NOTE,
        )

    def _lengths(self) -> Listing:
        marks = [quantile(self.lengths, part) for part in (0, 0.05, 0.5, 0.95, 1)]
        columns = ("deals", "mean", "shortest", "5% up to", "median", "95% up to", "longest")
        row = (f"{self.deals:,}", _mean(self.turns, self.deals), *map(str, marks))
        return Listing("Length of deals, in turns of all seats", columns, (row,))

    def _reasons(self) -> Listing:
        rows = tuple(
            (f"{reason}: {REASONS[reason]}", f"{count:,}", _share(count, self.deals))
            for reason, count in sorted(self.reasons.items(), key=lambda item: (-item[1], item[0]))
        )
        return Listing("How deals ended", ("reason", "deals", "share of deals"), rows, _NOTE)

    def _counts(self) -> Listing:
        rows = tuple(
            (name, *(_mean(total, self.counted) for total in count))
            for name, count in zip(self._names(), self.counts, strict=True)
        )
        columns = ("player", *(field.replace("_", " ") for field in SeatCount._fields))
        note = "Rearrangements are the melds that a player's plays split."
        return Listing("What each player did, a deal", columns, rows, note)

    def _wins_chart(self) -> Chart:
        series = []
        for place in range(len(self.players)):
            values, errors = [], []
            for seat in range(len(self.players)):
                won, played = self.won[seat][place], self.played[seat][place]
                share = won / played if played else 0.0
                low, high = wilson(share, played) if played else (0.0, 0.0)
                values.append(100 * share)
                errors.append((100 * max(0.0, share - low), 100 * max(0.0, high - share)))
            series.append(Series(PLACES[place], tuple(values), tuple(errors)))
        title = "Deals won alone, by player and place in the order of play"
        return Chart("wins", title, "player", "share of deals", "bars", tuple(self._names()), tuple(series), " %")

    def _lengths_chart(self) -> Chart:
        edges, (series,) = _bin([("deals", self.lengths)])
        title = "Length of deals"
        return Chart("lengths", title, "turns of all seats", "share of deals", "steps", edges, (series,), " %")

    def _points_chart(self) -> Chart:
        edges, series = _bin(list(zip(self._names(), self.points, strict=True)))
        title = "Points of each player in a deal"
        return Chart("points", title, "points", "share of deals", "steps", edges, series, " %")


_NOTE: Final = "Shares with their 95 % intervals (Wilson)."


def quantile(counts: Mapping[int, int], part: float) -> int:
    """The least value up to which so large a part of the counts lies; 0 where there are none.

    >>> quantile({3: 5, 4: 4, 9: 1}, 0.5), quantile({3: 5, 4: 4, 9: 1}, 0.95)
    (3, 9)
    """
    values = sorted(counts)
    needed = part * sum(counts.values())
    for value, reached in zip(values, accumulate(counts[value] for value in values), strict=True):
        if reached >= needed:
            return value
    return 0


def _bin(named: Sequence[tuple[str, Mapping[int, int]]]) -> tuple[tuple[int, ...], tuple[Series, ...]]:
    """Histograms with the same bins, each a whole number of values wide: their edges, and shares in per cent."""
    values = [value for _, counts in named for value in counts] or [0]
    low, high = min(values), max(values)
    width = -(-(high - low + 1) // BINS)
    bins = -(-(high - low + 1) // width)
    series = []
    for label, counts in named:
        heights = [0] * bins
        for value, count in counts.items():
            heights[(value - low) // width] += count
        total = sum(heights) or 1
        series.append(Series(label, tuple(100 * height / total for height in heights)))
    return tuple(low + width * number for number in range(bins + 1)), tuple(series)


def _share(part: int, whole: int) -> str:
    if not whole:
        return "-"
    low, high = wilson(part / whole, whole)
    return f"{part / whole:.1%} ({low:.1%} to {high:.1%})"


def _mean(total: int, count: int) -> str:
    return f"{total / count:.2f}" if count else "-"


def _deviation(counts: Mapping[int, int]) -> float:
    """The standard deviation of a sample; 0 where it has less than two values."""
    number = sum(counts.values())
    if number < 2:
        return 0.0
    total = sum(value * count for value, count in counts.items())
    squares = sum(value * value * count for value, count in counts.items())
    return math.sqrt(max(0, number * squares - total * total) / (number * (number - 1)))


def _add(first: Iterable[int], second: Iterable[int]) -> list[int]:
    return [one + other for one, other in zip(first, second, strict=True)]


def _add_counts(first: SeatCount, second: SeatCount) -> SeatCount:
    return SeatCount(*_add(first, second))


def _sorted(counts: Counter[int]) -> dict[str, int]:
    return {str(value): counts[value] for value in sorted(counts)}


def _read(cls: type[Summary], data: Mapping[str, Any]) -> Summary:
    if not isinstance(data, Mapping) or not all(isinstance(name, str) for name in data["players"]):
        raise TypeError("players are texts")
    self = cls(data["players"])
    seats = len(self.players)
    for name in ("games", "draws", "deals", "turns", "counted"):
        setattr(self, name, _count(data[name]))
    self.wins = _counts_of(data["wins"], seats)
    self.totals = [_whole(total) for total in data["totals"]]
    self.reasons = Counter({reason: _count(count) for reason, count in data["reasons"].items()})
    self.lengths = Counter({int(turns): _count(count) for turns, count in data["lengths"].items()})
    self.points = [Counter({int(p): _count(count) for p, count in each.items()}) for each in data["points"]]
    for name in ("played", "won", "shared"):
        setattr(self, name, [_counts_of(each, seats) for each in data[name]])
    self.counts = [
        SeatCount(*(_count(each[field]) for field in SeatCount._fields)) for each in data["counts"]
    ]
    lists = (self.totals, self.points, self.played, self.won, self.shared, self.counts)
    adds_up = (
        all(len(each) == seats for each in lists)
        and set(self.reasons) <= set(REASONS)
        and sum(self.wins) + self.draws == self.games
        and sum(turns * count for turns, count in self.lengths.items()) == self.turns
        and all(counts.total() == self.deals for counts in (self.reasons, self.lengths, *self.points))
        and all(sum(played) == self.deals for played in self.played)
    )
    if not adds_up:
        raise ValueError("the numbers of this summary do not add up")
    return self


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
