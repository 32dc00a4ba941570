"""Which players win more: tournament."""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rummy.cli.arguments import (
    add_command,
    add_rule_set,
    chosen_variant,
    count_from,
    print_fields,
    print_json,
)
from rummy.cli.workers import worker_processes
from rummy.players import PLAYERS, make_player
from rummy.tournament import BLOCK, Results, Tally, tournament

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from rummy.cli.arguments import Commands
    from rummy.measures import Estimate
    from rummy.variant import Variant

DECKS: Final = 100
"""How many decks are played if that is not said."""
MOST_DECKS: Final = 10_000
"""The most decks that are played until the intervals are short enough, if that is not said."""
PAUSE: Final = 0.2
"""Seconds between two reports of progress."""


def add_tournament_command(commands: Commands) -> None:
    """Add the commands of this family."""
    about = "let players play the same decks in every seating, and tell how sure the result is"
    parser = add_command(commands, "tournament", run_tournament, about)
    add_rule_set(parser)
    parser.add_argument(
        "--players",
        metavar="KIND,KIND",
        required=True,
        help=f"the players, two to five of: {', '.join(PLAYERS)}",
    )
    parser.add_argument(
        "--deals",
        metavar="N",
        type=count_from(1),
        help=f"how many decks are dealt, each once in every seating (default: {DECKS}; with --within, the "
        f"most: {MOST_DECKS})",
    )
    parser.add_argument(
        "--seed", metavar="S", type=int, default=0, help="equal seeds give equal decks (default: 0)"
    )
    parser.add_argument(
        "--within",
        metavar="POINTS",
        type=_read_points,
        help="stop as soon as each player's share of the deals decided is known to so many points (of a "
        f"hundred) either way, asked after every {BLOCK} decks",
    )
    parser.add_argument(
        "--workers", metavar="W", type=count_from(1), default=1, help="processes (default: 1)"
    )
    parser.add_argument("--out", metavar="FILE", type=Path, help="write the results as JSON to a file too")


def run_tournament(arguments: Namespace) -> int:
    """Play the decks and tell what they came to; after Ctrl-C, those that were played."""
    v = chosen_variant(arguments)
    kinds = [kind.strip() for kind in arguments.players.split(",")]
    for kind in kinds:
        make_player(kind)
    most = arguments.deals or (DECKS if arguments.within is None else MOST_DECKS)
    if arguments.out is not None:
        # Whether it can be written to is asked before the work is done; what is in it stays until then.
        arguments.out.open("a", encoding="utf-8").close()
    progress = Progress(most)
    try:
        with worker_processes(arguments.workers) as executor, progress:
            results = tournament(
                v,
                kinds,
                most,
                arguments.seed,
                within=arguments.within,
                executor=executor,
                tell=progress.tell,
            )
    except KeyboardInterrupt:
        if progress.results is not None:
            _report(arguments, v, progress.results, is_complete=False)
        raise
    _report(arguments, v, results, is_complete=True)
    return 0


class Progress:
    """Keeps what the decks so far came to, and tells it on standard error where that is a terminal.

    Attributes:
        results: What the decks so far came to; None before the first.
    """

    def __init__(self, most: int) -> None:
        self.results: Results | None = None
        self._most = most
        self._is_on = sys.stderr.isatty()
        self._next = time.monotonic() + PAUSE

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_on:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def tell(self, tally: Tally) -> None:
        """Take note of a deck."""
        # An interrupt may come while the next deck is counted, so these are kept, not the tally.
        self.results = tally.results()
        if self._is_on and time.monotonic() >= self._next:
            self._next = time.monotonic() + PAUSE
            shares = ", ".join(
                f"{standing.player} {_percent(standing.share)}" for standing in self.results.standings
            )
            sys.stderr.write(f"\r{tally.decks} of {self._most} decks: {shares}\x1b[K")
            sys.stderr.flush()


def _report(arguments: Namespace, v: Variant, results: Results, is_complete: bool) -> None:
    data = results.to_json() | {"within": arguments.within, "complete": is_complete}
    if arguments.out is not None:
        arguments.out.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    if arguments.json:
        print_json(data)
        return
    decks = f"{results.decks} of seed {results.seed}, each in {results.seatings} seatings"
    ends = ", ".join(f"{reason} {count}" for reason, count in results.reasons.items())
    fields = [
        ("decks", decks if is_complete else f"{decks}; interrupted"),
        ("deals", f"{results.deals} with {results.turns} turns, {results.seconds:.1f} s"),
        ("ends", ends),
        ("decided", f"{results.decided} won by one player alone, {results.draws} not"),
    ]
    if arguments.within is not None and is_complete:
        fields.append(("within", _tell_bound(results, arguments.within)))
    print_fields(fields)
    print()
    _print_columns(_standing_rows(results, has_points=v.score != "none"))
    if results.pairs:
        print()
        _print_columns(_pair_rows(results))


def _tell_bound(results: Results, within: float) -> str:
    is_met = all(standing.share.margin * 100 <= within for standing in results.standings)
    return f"{within:g} points{'' if is_met else ': not reached, for which more --deals are needed'}"


def _standing_rows(results: Results, has_points: bool) -> list[list[str]]:
    rows = [["player", "won", "of those decided"]]
    rows[0] += ["points a deal"] * has_points + ["moves", "mean", "median", "95 %", "longest"]
    for each in results.standings:
        times = (each.times.mean, each.times.quantile(0.5), each.times.quantile(0.95), each.times.longest)
        row = [each.player, str(each.won), _percent(each.share)]
        row += [_number(each.points)] * has_points
        rows.append([*row, str(each.moves), *map(_duration, times)])
    return rows


def _pair_rows(results: Results) -> list[list[str]]:
    rows = [["between", "won", "of those one of them won"]]
    rows += [
        [" and ".join(pair.players), " to ".join(map(str, pair.won)), _percent(pair.share)]
        for pair in results.pairs
    ]
    return rows


def _print_columns(rows: Sequence[Sequence[str]]) -> None:
    """Print rows, the cells of each column below each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())


def _percent(share: Estimate) -> str:
    if share.value is None:
        return "-"
    text = f"{share.value:.1%}"
    if share.low is None or share.high is None:
        return text
    return f"{text} ({share.low * 100:.1f} to {share.high * 100:.1f})"


def _number(estimate: Estimate) -> str:
    text = "-" if estimate.value is None else f"{estimate.value:.2f}"
    if estimate.low is None or estimate.high is None:
        return text
    return f"{text} ({estimate.low:.2f} to {estimate.high:.2f})"


def _duration(seconds: float) -> str:
    """A time with its unit.

    >>> [_duration(seconds) for seconds in (0.000042, 0.00123, 0.25, 12.0)]
    ['0.042 ms', '1.23 ms', '250 ms', '12 s']
    """
    if seconds >= 1:
        return f"{seconds:.3g} s"
    milliseconds = seconds * 1000
    return f"{milliseconds:.3f} ms" if milliseconds < 1 else f"{milliseconds:.3g} ms"


def _read_points(text: str) -> float:
    """Read a number above 0."""
    try:
        points = float(text)
    except ValueError:
        points = math.nan
    if not 0 < points < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of points above 0")
    return points
