"""What many deals came to, as tables and pictures; summaries of parts add up.

>>> from rummy.simulate import simulate
>>> from rummy.variants import variant
>>> summary = simulate(variant("guadalupe"), ["greedy", "random"], games=10, seed=1).summary
>>> print(summary.tables()[0])  # doctest: +ELLIPSIS
Games
player ... won ... share of games  points a game
...
>>> [chart.name for chart in summary.charts()]
['wins', 'lengths', 'points']
"""

from __future__ import annotations

import math
from itertools import accumulate
from typing import TYPE_CHECKING, Final, NamedTuple

from rummy.charts import Chart, Series
from rummy.counting import REASONS, Counts
from rummy.measures import wilson
from rummy.playing import SeatCount

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

BINS: Final = 40
"""The most bins of a histogram."""
PLACES: Final = ("begins", "second", "third", "fourth", "fifth")
_NOTE: Final = "Shares with their 95% intervals (Wilson)."


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


class Summary(Counts):
    """Counts of games, deals and seats that can be looked at.

    Args:
        players: The name of each seat's player.
    """

    __slots__ = ()

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
            "deviation",
        )
        note = f"{_NOTE} The deviation is the standard deviation of the points of a deal."
        return Listing(f"Deals ({self.deals:,})", columns, tuple(rows), note)

    def _places(self) -> Listing:
        rows = tuple(
            (
                name,
                *(_share(won, played) for won, played in zip(self.won[seat], self.played[seat], strict=True)),
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
        return Chart(
            "wins", title, "player", "share of deals", "bars", tuple(self._names()), tuple(series), "%"
        )

    def _lengths_chart(self) -> Chart:
        edges, (series,) = _bin([("deals", self.lengths)])
        title = "Length of deals"
        return Chart("lengths", title, "turns of all seats", "share of deals", "steps", edges, (series,), "%")

    def _points_chart(self) -> Chart:
        edges, series = _bin(list(zip(self._names(), self.points, strict=True)))
        # Added up from the left: where most deals bring nothing, bars would show that and nothing else.
        series = tuple(Series(label, tuple(accumulate(values))) for label, values, _ in series)
        title = "Points of each player in a deal: in what share of deals it had so many or fewer"
        return Chart(
            "points", title, "points, up to", "share of deals", "steps", edges, series, "%", is_filled=False
        )


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
    """Histograms with the same bins, each some whole values wide: their edges, and shares in per cent."""
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
