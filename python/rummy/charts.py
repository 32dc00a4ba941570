"""Pictures of numbers: what they show is plain data, and matplotlib draws them when they are asked for.

>>> won = Series("won", (7, 3))
>>> chart = Chart("wins", "Deals won", "player", "deals", "bars", ("greedy", "random"), (won,))
>>> chart.describe()
'Deals won. Bars of deals by player. won: greedy 7, random 3.'
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ENDINGS: Final = (".png", ".svg")
"""The endings of the names of picture files."""
SIZE: Final = (7.2, 3.8)
"""Inches of a picture."""
DOTS: Final = 144
"""Dots an inch of a PNG."""
COLOURS: Final = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9")
"""Told apart by colour-blind people too (the palette of M. Okabe and K. Ito)."""
DASHES: Final = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)))
MOST_TEXTS: Final = 12
"""The most bars that have their number written above them."""
TOLD: Final = 8
"""The most values of a series that the words for a picture list."""


class Series(NamedTuple):
    """One row of values.

    Attributes:
        label: What they are.
        values: A value for each tick.
        errors: For each value how far its interval reaches down and up, if it has one.
    """

    label: str
    values: tuple[float, ...]
    errors: tuple[tuple[float, float], ...] | None = None


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture.

    Attributes:
        name: A short name, for files.
        title: What it shows.
        x: The name of the axis to the right.
        y: The name of the axis upward.
        kind: Bars beside each other, or steps: a histogram in outlines.
        ticks: A text for each value, or for steps where each bin begins, and where the last one ends.
        series: The rows of values.
        unit: What stands behind a number upward, such as a per cent sign.
        is_filled: Whether steps are filled down to zero.
    """

    name: str
    title: str
    x: str
    y: str
    kind: Literal["bars", "steps"]
    ticks: tuple[str, ...] | tuple[int, ...]
    series: tuple[Series, ...]
    unit: str = ""
    is_filled: bool = True

    def figure(self) -> Any:
        """The picture as a matplotlib figure, which notebooks show.

        Raises:
            ValueError: matplotlib is not installed.
        """
        figure_module, _ = _import_matplotlib()
        figure = figure_module.Figure(figsize=SIZE, layout="constrained")
        axes = figure.subplots()
        if self.kind == "bars":
            self._draw_bars(axes)
        else:
            self._draw_steps(axes)
        axes.set_title(self.title, loc="left", fontsize=11)
        axes.set_xlabel(self.x)
        axes.set_ylabel(self.y)
        axes.set_ylim(bottom=0)
        if self.unit:
            axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}{self.unit}")
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="y", color="#dddddd", linewidth=0.8)
        axes.set_axisbelow(True)
        if len(self.series) > 1:
            axes.legend(frameon=False, fontsize=9, loc="upper left", bbox_to_anchor=(1, 1))
        return figure

    def save(self, path: str | Path) -> None:
        """Write the picture to a file, whose ending says how: .png or .svg.

        The same values make the same file with the same version of matplotlib.

        Raises:
            ValueError: Another ending, or matplotlib is not installed.
            OSError: The file cannot be written.
        """
        target = Path(path)
        if target.suffix.lower() not in ENDINGS:
            raise ValueError(f"{target.name!r} names no picture: end it with {' or '.join(ENDINGS)}")
        # Drawn before the file is opened, so that what cannot be drawn leaves none.
        drawn = self.draw(target.suffix.lower()[1:])
        target.write_bytes(drawn)

    def draw(self, form: str) -> bytes:
        """The picture as the bytes of a file, ``png`` or ``svg``.

        Raises:
            ValueError: matplotlib is not installed.
        """
        _, rc_context = _import_matplotlib()
        out = io.BytesIO()
        # Identifiers that would be random otherwise come from this salt.
        with rc_context({"svg.hashsalt": "rummy", "font.family": "sans-serif"}):
            figure = self.figure()
            metadata = {"Date": None, "Title": self.title} if form == "svg" else {"Title": self.title}
            figure.savefig(out, format=form, dpi=DOTS, metadata=metadata)
        return out.getvalue()

    def describe(self) -> str:
        """What the picture shows, in words, for whoever cannot see it."""
        shape = "Bars" if self.kind == "bars" else "A histogram" if self.is_filled else "Rising steps"
        told = (f"{series.label}: {', '.join(self._tell(series))}." for series in self.series)
        return " ".join([f"{self.title}.", f"{shape} of {self.y} by {self.x}.", *told])

    def _tell(self, series: Series) -> Iterator[str]:
        values = list(zip(self.ticks, series.values, strict=False))
        if len(values) <= TOLD:
            yield from (f"{tick} {value:.4g}{self.unit}" for tick, value in values)
            return
        if self.is_filled:
            filled = [tick for tick, value in values if value]
            peak = max(values, key=lambda pair: pair[1])
            yield f"from {filled[0] if filled else 0} to {filled[-1] if filled else 0}"
            yield f"most at {peak[0]} with {peak[1]:.4g}{self.unit}"
        else:
            for part in (0, len(values) // 4, len(values) // 2, len(values) - 1):
                yield f"{values[part][1]:.4g}{self.unit} at {values[part][0]}"

    def _draw_bars(self, axes: Any) -> None:
        width = 0.8 / len(self.series)
        for number, series in enumerate(self.series):
            left = [tick - 0.4 + width * (number + 0.5) for tick in range(len(self.ticks))]
            errors = None if series.errors is None else list(zip(*series.errors, strict=True))
            bars = axes.bar(
                left,
                series.values,
                width * 0.94,
                yerr=errors,
                label=series.label,
                color=COLOURS[number % len(COLOURS)],
                error_kw={"elinewidth": 1.2, "capsize": 3, "ecolor": "#333333"},
            )
            if len(self.series) * len(self.ticks) <= MOST_TEXTS:
                texts = [f"{value:.1f}{self.unit}" for value in series.values]
                axes.bar_label(bars, texts, padding=3, fontsize=8)
        axes.margins(y=0.12)
        # What stands in brackets goes below, so that long names leave room for each other.
        axes.set_xticks(range(len(self.ticks)), [str(tick).replace(" (", "\n(") for tick in self.ticks])

    def _draw_steps(self, axes: Any) -> None:
        for number, series in enumerate(self.series):
            colour = COLOURS[number % len(COLOURS)]
            axes.stairs(
                series.values,
                self.ticks,
                label=series.label,
                color=colour,
                linewidth=1.8,
                linestyle=DASHES[number % len(DASHES)],
                baseline=0 if self.is_filled else None,
            )
            if self.is_filled:
                axes.stairs(series.values, self.ticks, color=colour, fill=True, alpha=0.12)
        axes.margins(x=0.01)


def _import_matplotlib() -> tuple[Any, Any]:
    try:
        return import_module("matplotlib.figure"), import_module("matplotlib").rc_context
    except ImportError:
        raise ValueError("pictures need matplotlib: pip install 'manipulation-rummy[plots]'") from None
