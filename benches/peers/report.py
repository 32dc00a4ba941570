"""The tables, as Markdown and as data."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

from peers.questions import ACES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from peers.measure import Series
    from peers.protocol import Peer
    from peers.questions import Question

OURS = "rummy"
GLPK = "GLPK, direct"
PACKAGES = ("rummikub-solver", "rummikub-solver, GLPK", "machiavelli")
EVERY = "every ace"
MOST_QUOTED = 10

Results = dict[str, dict[str, "Series"]]
"""By file, then by peer."""


@dataclass(frozen=True)
class Figures:
    """Times in microseconds."""

    count: int
    median: float
    mean: float
    p95: float
    most: float

    @classmethod
    def of(cls, micros: Iterable[float]) -> Figures:
        """The figures of some times, of which there is one at least."""
        times = sorted(micros)
        p95 = times[min(len(times) - 1, len(times) * 95 // 100)]
        return cls(len(times), median(times), fmean(times), p95, times[-1])


@dataclass(frozen=True)
class Row:
    """One peer on the positions of one file with one rule for the ace, and ours on the very same ones."""

    file: str
    ace: str
    peer: str
    figures: Figures
    ours: Figures
    wrong: int

    @property
    def ratios(self) -> tuple[float, float, float]:
        """How many times as long as ours: median, mean, maximum."""
        mine, its = self.ours, self.figures
        return its.median / mine.median, its.mean / mine.mean, its.most / mine.most

    def to_json(self) -> dict[str, Any]:
        ratios = dict(zip(("median", "mean", "max"), self.ratios, strict=True))
        times = {"median": self.figures.median, "mean": self.figures.mean, "p95": self.figures.p95}
        return {
            "file": self.file,
            "ace": self.ace,
            "peer": self.peer,
            "positions": self.figures.count,
            "microseconds": {**times, "max": self.figures.most},
            "answers_that_differ": self.wrong,
            "times_ours": ratios,
        }


def make_rows(results: Results, questions: dict[str, list[Question]], peers: Sequence[Peer]) -> list[Row]:
    """Every row that there are positions for."""
    rows = []
    for file, by_peer in results.items():
        mine = by_peer[OURS]
        for ace in (EVERY, *ACES):
            aces = ACES if ace == EVERY else (ace,)
            group = {place for place, question in enumerate(questions[file]) if question.ace in aces}
            for peer in peers:
                if peer.name not in by_peer or not all(map(peer.takes, aces)):
                    continue
                its = by_peer[peer.name]
                places = group & its.micros.keys() & mine.micros.keys()
                if places:
                    rows.append(
                        Row(
                            file,
                            ace,
                            peer.name,
                            Figures.of(its.micros[place] for place in places),
                            Figures.of(mine.micros[place] for place in places),
                            len(places & its.wrong.keys()),
                        )
                    )
    return rows


def table_of(rows: Iterable[Row]) -> str:
    """The rows of one file with one rule for the ace."""
    lines = [
        "| | positions | median | mean | p95 | max | answers that differ | times ours: median | mean | max |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for row in rows:
        times = (row.figures.median, row.figures.mean, row.figures.p95, row.figures.most)
        ratios = ["1", "1", "1"] if row.peer == OURS else [f"{ratio:,.1f}" for ratio in row.ratios]
        cells = [
            row.peer,
            str(row.figures.count),
            *(f"{time:,.1f}" for time in times),
            str(row.wrong),
            *ratios,
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


@dataclass(frozen=True)
class Goal:
    """Something that was aimed at, and what came out; both are ratios."""

    about: str
    aim: float
    reached: float
    is_most: bool = False

    @property
    def is_met(self) -> bool:
        """Whether it is reached."""
        return self.reached <= self.aim if self.is_most else self.reached >= self.aim


def goals_of(rows: Sequence[Row]) -> list[Goal]:
    """What the project aims at, as far as it was measured."""
    by = {(row.file, row.ace, row.peer): row for row in rows}
    goals = []

    def aim(file: str, ace: str, names: Sequence[str], aims: Sequence[tuple[str, float]]) -> None:
        found = [row for name in names if (row := by.get((file, ace, name)))]
        if found:
            # The one that is the hardest to beat.
            row = min(found, key=lambda row: row.ratios[0])
            ratios = dict(zip(("median", "mean", "slowest position"), row.ratios, strict=True))
            for what, factor in aims:
                goals.append(Goal(f"`{file}.jsonl`, {ace}: {row.peer}, {what}", factor, ratios[what]))

    aim("positions_play", EVERY, [GLPK], [("median", 100), ("mean", 30)])
    aim("positions", "low", [GLPK], [("median", 30), ("mean", 15), ("slowest position", 8)])
    for file in ("positions_play", "positions"):
        aim(file, "low", PACKAGES, [("median", 1000)])
    for file in ("positions_play", "positions"):
        low = by.get((file, "low", OURS))
        for ace in ("high", "either"):
            other = by.get((file, ace, OURS))
            if low and other:
                about = f"`{file}.jsonl`: ours with the ace {ace}, mean in times of the ace low, at most"
                goals.append(Goal(about, 2, other.figures.mean / low.figures.mean, is_most=True))
    return goals


def goals_table(goals: Iterable[Goal]) -> str:
    """The goals with what came out."""
    lines = ["| goal | aimed at | came out | |", "| --- | ---: | ---: | --- |"]
    for goal in goals:
        verdict = "met" if goal.is_met else "not met"
        lines.append(f"| {goal.about} | {goal.aim:,g} | {goal.reached:,.1f} | {verdict} |")
    return "\n".join(lines)


def wrong_answers(results: Results, questions: dict[str, list[Question]]) -> list[str]:
    """Each peer's answers that differ, the first few with their positions."""
    lines = []
    for file, by_peer in results.items():
        for name, series in by_peer.items():
            for place, fault in list(series.wrong.items())[:MOST_QUOTED]:
                lines.append(f"- {name}, `{file}.jsonl` line {place + 1}: {fault} ({questions[file][place]})")
            if len(series.wrong) > MOST_QUOTED:
                lines.append(f"- {name}, `{file}.jsonl`: {len(series.wrong) - MOST_QUOTED} more")
    return lines
