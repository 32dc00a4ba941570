"""Many games between computer players: simulate."""

from __future__ import annotations

import logging
import signal
import sys
import time
from contextlib import ExitStack, contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from rummy.cli.arguments import (
    add_command,
    add_rule_set,
    chosen_variant,
    count_from,
    print_fields,
    print_json,
    read_seconds,
)
from rummy.crew import PATIENCE, WorkersLost
from rummy.journal import ENDING
from rummy.players import PLAYERS, make_player
from rummy.playing import PlayerError
from rummy.sheets import FORMS
from rummy.simulate import Results, simulate

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from rummy.cli.arguments import Commands
    from rummy.pace import Progress
    from rummy.variant import Variant

DEALS_PER_GAME: Final = 10
"""After how many deals a game of an open-ended rule-set stops."""
CONNECTING: Final = 10
"""Seconds in which a cluster must answer."""
REDRAW: Final = 0.2
"""Seconds between two drawings of the progress on a terminal."""
LINE: Final = 30.0
"""Seconds between two lines of progress where lines cannot be written over."""
INTERRUPTED: Final = 130


def add_simulate_command(commands: Commands) -> None:
    """Add the commands of this family."""
    parser = add_command(commands, "simulate", run_simulate, "let computer players play many games")
    add_rule_set(parser)
    parser.add_argument(
        "--players",
        metavar="KIND,KIND",
        default="greedy,greedy",
        help=f"the players, two to five of: {', '.join(PLAYERS)} (default: greedy,greedy)",
    )
    parser.add_argument("--games", metavar="N", type=count_from(1), default=100, help="default: 100")
    parser.add_argument(
        "--seed", metavar="S", type=int, default=0, help="equal seeds give equal games (default: 0)"
    )
    parser.add_argument(
        "--deals-per-game",
        metavar="N",
        type=count_from(1),
        help=f"for a rule-set without an end of its own (default: {DEALS_PER_GAME})",
    )
    parser.add_argument("--workers", metavar="W", type=count_from(1), help="processes (default: all cores)")
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help="play on a Dask cluster, such as tcp://head:8786"
    )
    parser.add_argument(
        "--patience",
        metavar="SECONDS",
        type=read_seconds,
        default=PATIENCE,
        help=f"how long a cluster may be without any worker (default: {PATIENCE:g})",
    )
    parser.add_argument(
        "--chunk",
        metavar="N",
        type=count_from(1),
        help="games that a worker plays at a time (default: as many as take some seconds)",
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="write one row for each deal; the ending says how: "
        f"{', '.join('.' + form for form in FORMS)} (.json: only the summary)",
    )
    parser.add_argument("--seats", metavar="FILE", help="write one row for each seat of each deal")
    parser.add_argument(
        "--all-columns", action="store_true", help="let the rows of deals tell all that is known of them"
    )
    parser.add_argument(
        "--resume", action="store_true", help=f"go on with a run that was stopped, from FILE{ENDING}"
    )


def run_simulate(arguments: Namespace) -> int:
    """Play the games and tell how they ended."""
    v = chosen_variant(arguments)
    kinds = [kind.strip() for kind in arguments.players.split(",")]
    players = [make_player(kind) for kind in kinds]
    v.deck(len(players))
    if arguments.resume and arguments.out is None and arguments.seats is None:
        raise ValueError("--resume goes on from the files of a run: name them with --out or --seats")
    if arguments.all_columns and arguments.out is None:
        raise ValueError("--all-columns says what --out FILE holds: name it")
    if arguments.cluster is not None and arguments.workers is not None:
        raise ValueError("--workers are processes here, and a --cluster has its own: give one of them")
    stop = Stop()
    progress = Progressing(sys.stderr)
    files = [path for path in (arguments.out, arguments.seats) if path is not None]
    try:
        with ExitStack() as stack:
            stack.callback(progress.wipe)
            executor = None
            if arguments.cluster is not None:
                executor = stack.enter_context(connected(arguments.cluster))
            if files:
                stack.enter_context(stop.heard())
            results = simulate(
                v,
                players=players,
                games=arguments.games,
                seed=arguments.seed,
                deals=_deals_of(v, arguments.deals_per_game),
                executor=executor,
                workers=1 if executor is not None else arguments.workers,
                out=arguments.out,
                seats=arguments.seats,
                all_columns=arguments.all_columns,
                resume=arguments.resume,
                chunk=arguments.chunk,
                patience=arguments.patience,
                tell=progress,
                stop=stop,
            )
    except (OSError, WorkersLost, PlayerError, KeyboardInterrupt) as error:
        if files and progress.done:
            _tell_kept(error, progress, f"{files[0]}{ENDING}")
            return INTERRUPTED if isinstance(error, KeyboardInterrupt) else 2
        raise
    if results.games < arguments.games:
        print(
            f"rummy: stopped: {results.games:,} of {arguments.games:,} games are in {' and '.join(files)}; "
            "the same command with --resume goes on",
            file=sys.stderr,
        )
        return INTERRUPTED
    if arguments.json:
        print_json(results.to_json())
    else:
        _print_results(results, kinds)
    return 0


class Stop:
    """Whether the run is to be stopped: an interrupt asks for it, a second one ends it at once."""

    def __init__(self) -> None:
        self._is_asked = False

    def __call__(self) -> bool:
        """Whether it was asked for."""
        return self._is_asked

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Hear interrupts while the context lasts."""
        try:
            before = signal.signal(signal.SIGINT, self._hear)
        except ValueError:  # only the main thread hears them
            yield
            return
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _hear(self, *_: object) -> None:
        if self._is_asked:
            raise KeyboardInterrupt
        self._is_asked = True
        if sys.stderr.isatty():
            sys.stderr.write("\r\x1b[Kfinishing the games under way; Ctrl-C again stops at once\n")


class Progressing:
    """Tells how far a run has come: on a terminal in one line, elsewhere in a line now and then.

    Args:
        out: Where it is told.

    Attributes:
        done: The games that are done.
        games: All games.
    """

    def __init__(self, out: Any) -> None:
        self._out = out
        self._is_terminal = out.isatty()
        self._told = time.monotonic()
        self._is_drawn = False
        self.done = self.games = 0

    def __call__(self, progress: Progress) -> None:
        """Take note of how far the run has come."""
        self.done, self.games = progress.done, progress.games
        now = time.monotonic()
        if now - self._told < (REDRAW if self._is_terminal else LINE):
            return
        self._told = now
        text = tell_progress(progress)
        if self._is_terminal:
            self._out.write(f"\r{text}\x1b[K")
            self._is_drawn = True
        else:
            self._out.write(f"{text}\n")
        self._out.flush()

    def wipe(self) -> None:
        """Take the line away."""
        if self._is_drawn:
            self._out.write("\r\x1b[K")
            self._out.flush()
            self._is_drawn = False


def tell_progress(progress: Progress) -> str:
    """How far a run has come, in one line.

    >>> from rummy.pace import Progress
    >>> tell_progress(Progress(done=1500, games=10_000, here=1000, seconds=20))
    '1,500 of 10,000 games (15%), 50 a second, 2:50 left'
    """
    told = f"{progress.done:,} of {progress.games:,} games ({progress.done * 100 // progress.games}%)"
    left = progress.left
    if left is None:
        return told
    minutes, seconds = divmod(round(left), 60)
    hours, minutes = divmod(minutes, 60)
    clock = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    rate = f"{progress.rate:,.0f}" if progress.rate >= 10 else f"{progress.rate:.2g}"
    return f"{told}, {rate} a second, {clock} left"


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """The executor of a Dask cluster.

    Raises:
        ValueError: Dask is not installed, or nothing answers there.
    """
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise ValueError("a cluster needs Dask: pip install 'manipulation-rummy[cluster]'") from None
    # What becomes of the cluster is told in words of our own.
    for name in ("distributed", "concurrent.futures"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        client = distributed.Client(address, timeout=CONNECTING, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ValueError(
            f"no cluster answers at {address} ({type(error).__name__}): start a scheduler there, or mend the "
            "address"
        ) from None
    try:
        yield client.get_executor()
    finally:
        client.close(timeout=CONNECTING)


def _tell_kept(error: BaseException, progress: Progressing, journal: str) -> None:
    reason = "stopped" if isinstance(error, KeyboardInterrupt) else _one_line(error)
    print(
        f"rummy: {reason}; {progress.done:,} of {progress.games:,} games are kept in {journal}: "
        "the same command with --resume goes on",
        file=sys.stderr,
    )


def _one_line(error: BaseException) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return " ".join(str(error).split())


def _deals_of(v: Variant, asked: int | None) -> int | None:
    return DEALS_PER_GAME if asked is None and v.match == "open" else asked


def _print_results(results: Results, kinds: list[str]) -> None:
    fields = [
        ("games", f"{results.games} with {results.deals} deals and {results.turns} turns"),
        ("time", f"{results.seconds:.2f} s, {results.turns_per_second:,.0f} turns a second"),
    ]
    for seat, kind in enumerate(kinds):
        share = results.wins[seat] / results.games
        points = results.points[seat] / results.games
        fields.append(
            (f"{seat} {kind}", f"{results.wins[seat]} won ({share:.1%}), {points:.2f} points a game")
        )
    fields.append(("draws", str(results.draws)))
    print_fields(fields)
