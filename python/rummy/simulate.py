"""Many games between computer players, the same whatever the number of workers and the order of work.

What a game comes to is a function of the seed and its number alone. So games are played in chunks of any
size, by whoever is free, and a chunk that is lost is played again.

>>> from rummy.variants import variant
>>> results = simulate(variant("machiavelli"), players=["greedy", "random"], games=4, seed=1)
>>> results.games, results.deals, sum(results.wins) + results.draws
(4, 4, 4)
"""

from __future__ import annotations

import os
import pickle
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rummy.checks import quote, verify_flag, verify_list, verify_whole
from rummy.crew import PATIENCE, Crew
from rummy.journal import ENDING, Chunk, Journal
from rummy.pace import Pace, Progress
from rummy.players import name_player
from rummy.playing import GameRow, play_game, seat_player
from rummy.playouts import find_styles, play_in_core
from rummy.rows import DEALS, SEATS, WHOLE_DEALS, Run
from rummy.sheets import Rows, Sheet, encode, parse_sheet
from rummy.summary import Summary
from rummy.variant import Variant, verify_variant

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor

    from rummy.players import Player

ALONE: Final = 0.25
"""Seconds of games that are played here before processes are started; short runs need none."""
WAITING: Final = 4
"""Chunks for each worker that may wait for their turn to be told in order; this bounds the memory."""


@dataclass(frozen=True, slots=True)
class Results:
    """What many games came to. Players are counted in the order in which they were given.

    Attributes:
        games: How many games were played; fewer than were asked for if the run was stopped.
        deals: How many deals.
        turns: How many turns.
        wins: For each player, the games won alone.
        draws: The games that nobody won alone.
        points: For each player, the points of all games.
        seconds: How long it took, with earlier sittings of a run that was resumed; it does not count when
            results are compared.
        summary: Counts by deal, player and place, with tables and pictures.
        run: What the games follow from.
        rows: The games themselves, if they were kept.
    """

    games: int
    deals: int
    turns: int
    wins: tuple[int, ...]
    draws: int
    points: tuple[int, ...]
    seconds: float = field(compare=False)
    summary: Summary = field(repr=False)
    run: Run = field(compare=False, repr=False)
    rows: tuple[GameRow, ...] | None = field(default=None, compare=False, repr=False)

    @property
    def games_per_second(self) -> float:
        """Games played in a second."""
        return self.games / self.seconds

    @property
    def turns_per_second(self) -> float:
        """Turns played in a second."""
        return self.turns / self.seconds

    @property
    def deal_rows(self) -> Rows:
        """One row for each deal, for dataframes and files.

        Raises:
            ValueError: The rows were not kept.
        """
        return Rows(self.run, WHOLE_DEALS, self._kept())

    @property
    def seat_rows(self) -> Rows:
        """One row for each seat of each deal, for dataframes and files.

        Raises:
            ValueError: The rows were not kept.
        """
        return Rows(self.run, SEATS, self._kept())

    def _kept(self) -> tuple[GameRow, ...]:
        if self.rows is None:
            raise ValueError("the rows were not kept: simulate(..., keep=True) keeps them")
        return self.rows

    def to_json(self) -> dict[str, object]:
        """The results as JSON values."""
        return {
            "games": self.games,
            "deals": self.deals,
            "turns": self.turns,
            "seconds": self.seconds,
            "games_per_second": self.games_per_second,
            "turns_per_second": self.turns_per_second,
            "wins": {str(player): wins for player, wins in enumerate(self.wins)},
            "draws": self.draws,
            "points": {str(player): points for player, points in enumerate(self.points)},
        }


def simulate(
    v: Variant,
    players: Sequence[str | Player],
    games: int,
    seed: int,
    deals: int | None = None,
    executor: Executor | None = None,
    workers: int | None = 1,
    sink: Callable[[GameRow], object] | None = None,
    *,
    out: str | os.PathLike[str] | None = None,
    seats: str | os.PathLike[str] | None = None,
    all_columns: bool = False,
    resume: bool = False,
    keep: bool = False,
    chunk: int | None = None,
    patience: float = PATIENCE,
    tell: Callable[[Progress], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Results:
    """Play many games and count how they end.

    The deck of each deal is a function of seed, game, deal and packs alone, so other players meet the same
    cards. The memory needed does not grow with the number of games, unless their rows are kept.

    By default the games are played in this process: players of your own then need not be sent anywhere and
    may remember what they saw, and a script that calls this needs no ``if __name__ == "__main__"``.

    What is written to files is kept in a journal beside them (the first file's name and ``.part``) as it is
    done, and put in order at the end. A run that was stopped, by Ctrl-C, an error or a loss of power, goes on
    with ``resume``.

    Args:
        v: The rule-set.
        players: The player of each seat: names, or your own players, which processes can pickle.
        games: How many games.
        seed: The seed of the series.
        deals: After how many deals a game of an open-ended rule-set stops; other rule-sets end by themselves.
        executor: Where to play; None: here, or in ``workers`` processes.
        workers: How many processes to start if there is no executor; None: one for each core.
        sink: Called with each game in order, such as to write it down.
        out: A file for one row a deal; its ending says how (.parquet, .csv, .jsonl, .arrow), or for the
            summary alone (.json).
        seats: A file for one row a seat of a deal.
        all_columns: Whether the rows of deals tell everything that is known of them.
        resume: Go on with the run whose journal is there; where there is none, begin.
        keep: Keep the rows in memory: `Results.deal_rows` and `Results.seat_rows`.
        chunk: The games that a worker plays at a time; None: as many as take some seconds. It changes nothing
            about the results.
        patience: Seconds that a cluster may be without any worker before the run is given up.
        tell: Called as chunks are finished, with how far the run has come.
        stop: Asked again and again; once it says True no more games are begun, and those under way are
            finished.

    Raises:
        TypeError: An argument of the wrong type.
        ValueError: Unknown players or a wrong number of them, of games, of deals or of workers; a file that
            cannot be made so, or (`ResultsError`) one whose run is another or cannot be resumed.
        OSError: A file cannot be written; what was done before stays in the journal.
        PlayerError: A player failed, or its answer was refused; the message names the game and the deal.
        WorkersLost: The workers are lost; what was done before stays in the journal.
    """
    seated = tuple(map(seat_player, verify_list(players, "the players")))
    games, seed = verify_whole(games, "the number of games"), verify_whole(seed, "the seed")
    deals = None if deals is None else verify_whole(deals, "the number of deals")
    _verify(verify_variant(v), len(seated), games, deals)
    workers = count_cores() if workers is None else workers
    crew = Crew(executor, workers, patience)
    chunk = None if chunk is None else verify_whole(chunk, "the games of a chunk", 1)
    for name, call in {"sink": sink, "tell": tell, "stop": stop}.items():
        if call is not None and not callable(call):
            raise TypeError(f"{name} is called, and {quote(call)} cannot be")
    run = Run(v, tuple(map(name_player, seated)), games, seed, deals)
    sheets = _sheets(out, seats, verify_flag(all_columns, "all_columns"))
    is_resumed, is_kept = verify_flag(resume, "resume"), verify_flag(keep, "keep")
    if is_resumed and (not sheets or is_kept or sink is not None):
        raise ValueError("a run is resumed from its files: give out or seats, and neither keep nor sink")
    is_counted = is_kept or any(sheet.is_counted for sheet in sheets)
    play = partial(_play_chunk, v, seated, run, deals, is_counted, is_kept or sink is not None, sheets)
    if executor is None and workers > 1:
        _verify_pickled(play)
    with ExitStack() as stack:
        journal = None
        if sheets:
            path = sheets[0].path
            journal = stack.enter_context(
                Journal(path.with_name(path.name + ENDING), run, sheets).opened(is_resumed)
            )
        sitting = _Sitting(run, journal, sink, is_kept, tell)
        sitting.play(play, crew, chunk, stop or (lambda: False))
        if journal is not None:
            journal.finish()
    return sitting.results()


class _Played(NamedTuple):
    """A chunk as a worker sends it back, reduced to what is asked for.

    Attributes:
        summary: What the games came to.
        games: The games, if somebody wants them.
        parts: Their bytes for each file.
        seconds: How long it took.
    """

    summary: Summary
    games: tuple[GameRow, ...]
    parts: tuple[bytes, ...]
    seconds: float


def _play_chunk(
    v: Variant,
    players: tuple[Player, ...],
    run: Run,
    deals: int | None,
    is_counted: bool,
    is_wanted: bool,
    sheets: tuple[Sheet, ...],
    chunk: range,
) -> _Played:
    """Play a chunk wherever there is a worker."""
    began = time.perf_counter()
    summary = Summary(run.players)
    games = []
    styles = find_styles(players)
    for number in chunk:
        if styles is not None:
            game = play_in_core(v, styles, run.seed, number, deals, is_counted)
        else:
            game = play_game(v, players, run.seed, number, deals, is_counted)
        summary.add(game)
        if is_wanted or sheets:
            games.append(game)
    parts = tuple(encode(sheet, run, games) for sheet in sheets)
    return _Played(summary, tuple(games) if is_wanted else (), parts, time.perf_counter() - began)


class _Sitting:
    """Counts chunks as they come, keeps them, and tells the games in order."""

    def __init__(
        self,
        run: Run,
        journal: Journal | None,
        sink: Callable[[GameRow], object] | None,
        is_kept: bool,
        tell: Callable[[Progress], object] | None,
    ) -> None:
        self._run = run
        self._journal = journal
        self._sink = sink
        self._tell = tell
        self._summary = Summary(run.players) if journal is None else journal.summary
        self._here = 0
        self._before = 0.0 if journal is None else journal.seconds
        self._done_before = 0 if journal is None else journal.games
        self._began = time.perf_counter()
        self._rows: list[GameRow] | None = [] if is_kept else None
        # Chunks that were finished before an earlier one, by their first game.
        self._early: dict[int, tuple[GameRow, ...]] = {}
        self._next = 0

    def play(
        self,
        play: Callable[[range], _Played],
        crew: Crew,
        chunk: int | None,
        is_stopped: Callable[[], bool],
    ) -> None:
        """Play the games that are not done."""
        gaps = [range(self._run.games)] if self._journal is None else self._journal.gaps()
        pace = Pace(gaps, crew.slots, chunk)
        tasks = pace.tasks(is_stopped)
        self._report()
        if crew.is_own:
            for task in tasks:
                self._take(task, play(task), pace)
                is_known = time.perf_counter() - self._began >= ALONE
                if crew.slots != 1 and is_known and pace.seconds_left > 2 * ALONE:
                    break
            else:
                return
        with crew, closing(crew.finish(play, tasks, self._has_room(pace), self._report)) as finished:
            for task, played in finished:
                pace.slots = crew.slots
                self._take(task, played, pace)

    def _has_room(self, pace: Pace) -> Callable[[], bool]:
        return lambda: len(self._early) < WAITING * (pace.slots or 1)

    def _take(self, task: range, played: _Played, pace: Pace) -> None:
        pace.note(task, played.seconds)
        if self._journal is None:
            self._summary.merge(played.summary)
        else:
            seconds = self._before + time.perf_counter() - self._began
            self._journal.keep(Chunk(task.start, len(task), played.summary, played.parts), seconds)
        self._here += len(task)
        if self._sink is not None or self._rows is not None:
            self._early[task.start] = played.games
            self._hand_out()
        self._report()

    def _hand_out(self) -> None:
        while (games := self._early.pop(self._next, None)) is not None:
            self._next += len(games)
            if self._rows is not None:
                self._rows.extend(games)
            if self._sink is not None:
                for game in games:
                    self._sink(game)

    def _report(self) -> None:
        if self._tell is not None:
            seconds = time.perf_counter() - self._began
            self._tell(Progress(self._done_before + self._here, self._run.games, self._here, seconds))

    def results(self) -> Results:
        summary = self._summary
        seconds = self._before + time.perf_counter() - self._began
        return Results(
            summary.games,
            summary.deals,
            summary.turns,
            tuple(summary.wins),
            summary.draws,
            tuple(summary.totals),
            seconds,
            summary,
            self._run,
            None if self._rows is None else tuple(self._rows),
        )


def count_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _sheets(out: Any, seats: Any, all_columns: bool) -> tuple[Sheet, ...]:
    sheets = []
    for path, layout in ((out, WHOLE_DEALS if all_columns else DEALS), (seats, SEATS)):
        if path is not None:
            if not isinstance(path, str | os.PathLike):
                raise TypeError(f"a file is named by a text or a path, not by {quote(path)}")
            sheets.append(parse_sheet(path, layout))
    if len({Path(sheet.path).resolve() for sheet in sheets}) < len(sheets):
        raise ValueError(f"deals and seats need a file each, not both {sheets[0].path}")
    return tuple(sheets)


def _verify_pickled(play: object) -> None:
    try:
        pickle.dumps(play)
    except Exception as error:
        raise ValueError(
            f"these players cannot be sent to other processes ({error}): give workers=1, or define them "
            "in a module"
        ) from error


def _verify(v: Variant, players: int, games: int, deals: int | None) -> None:
    v.deck(players)
    if games < 1:
        raise ValueError(f"at least one game is played, not {games}")
    if v.match == "open" and deals is None:
        raise ValueError(f"{v.id} is open-ended: say after how many deals a game stops")
    if v.match != "open" and deals is not None:
        raise ValueError(f"a game of {v.id} ends by itself, not after {deals} deals")
    if deals is not None and deals < 1:
        raise ValueError(f"a game has at least one deal, not {deals}")
