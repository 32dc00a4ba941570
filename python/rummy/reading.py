"""Files of results read back into a summary; a broken or foreign one is refused with the line and the reason.

The memory needed does not grow with the file.
"""

from __future__ import annotations

import csv
import json
from contextlib import closing, contextmanager
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rummy.counting import REASONS
from rummy.journal import ENDING, ResultsError, read_journal
from rummy.playing import DealRow, SeatCount
from rummy.rows import DEALS, LAYOUTS, SEATS, WHOLE_DEALS, Run
from rummy.sheets import FORMAT, FORMS, WITH_ARROW, import_arrow
from rummy.summary import Summary
from rummy.variant import FEWEST_PLAYERS, MOST_PLAYERS

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping

    from rummy.rows import Layout

    Numbered = tuple[int, Mapping[str, Any]]
    Lines = Generator[Numbered, None, None]

SAME: Final = ("variant", "options", "seed")
"""Columns that are the same in all rows of a run."""
_KINDS: Final = {column.name: column.kind for layout in LAYOUTS.values() for column in layout.columns}


class Source(NamedTuple):
    """A file of results that was read.

    Attributes:
        path: The file.
        summary: What its deals came to.
        facts: What is known of where they come from, names and values.
    """

    path: Path
    summary: Summary
    facts: tuple[tuple[str, str], ...]


def read_results(path: str | os.PathLike[str]) -> Source:
    """Read a file of `simulate`: rows of deals or of seats, a summary, or the journal of an unfinished run.

    Raises:
        ResultsError: It is broken, or none of these.
        ValueError: Its ending names no format, or one whose package is not installed.
        OSError: It cannot be read.
    """
    target = Path(path)
    form = target.suffix[1:].lower()
    if target.suffix == ENDING:
        run, summary = read_journal(target)
        source = Source(target, summary, (*_facts_of(run), ("unfinished", _tell_done(run, summary))))
    elif form == "json":
        source = _read_summary(target)
    elif form in FORMS:
        source = _read_rows(target, form)
    else:
        endings = ", ".join(f".{known}" for known in FORMS)
        raise ValueError(
            f"{target.name!r} names no format of results: {endings}, or {ENDING} of an unfinished run"
        )
    if not source.summary.deals:
        raise ResultsError(target, "there are no deals in it")
    return source


# ---- a summary


def _read_summary(path: Path) -> Source:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["rummy"] != "summary":
            raise ValueError(f"it holds {data['rummy']!r}")
    except (ValueError, KeyError, TypeError) as error:
        raise ResultsError(path, f"this is not the summary of a simulation: {error}") from None
    if data.get("format") != FORMAT:
        raise ResultsError(path, f"it has format {data.get('format')!r}, and this version reads {FORMAT}")
    try:
        run, summary = Run.from_json(data["run"]), Summary.from_json(data["summary"])
    except (ValueError, KeyError) as error:
        raise ResultsError(path, str(error)) from None
    if summary.players != run.players:
        raise ResultsError(path, "its summary is of other players than its run")
    facts = _facts_of(run)
    if summary.games < run.games:
        facts += (("unfinished", _tell_done(run, summary)),)
    return Source(path, summary, facts)


def _facts_of(run: Run) -> tuple[tuple[str, str], ...]:
    options = " ".join(f"{name}={value}" for name, value in run.variant.settings.items())
    facts = [("variant", run.variant.id), ("options", options), ("seed", str(run.seed))]
    return tuple(fact for fact in facts if fact[1])


def _tell_done(run: Run, summary: Summary) -> str:
    return f"{summary.games:,} of {run.games:,} games are done"


# ---- rows


def _read_rows(path: Path, form: str) -> Source:
    read: Callable[[Path], Lines]
    read = _read_arrow if form in WITH_ARROW else _read_csv if form == "csv" else _read_jsonl
    with closing(read(path)) as rows:
        first = next(rows, None)
        if first is None:
            raise ResultsError(path, "there are no rows in it")
        layout = _layout_of(path, first[1])
        reader = _Reader(path, layout, first)
        reader.count(rows)
    assert reader.summary is not None
    run = _arrow_run(path, form)
    if run is None:
        facts = tuple(
            (name, "several" if len(values) > 1 else str(next(iter(values))))
            for name, values in reader.same.items()
            if values and values != {""}
        )
        return Source(path, reader.summary, facts)
    if len(run.players) == len(reader.summary.players):
        reader.summary.players = run.players
    return Source(path, reader.summary, _facts_of(run))


def _layout_of(path: Path, row: Mapping[str, Any]) -> Layout:
    for layout in (WHOLE_DEALS, DEALS, SEATS):
        if set(layout.names) <= set(row):
            return layout
    missing = [name for name in DEALS.names if name not in row]
    raise ResultsError(path, f"these are not rows of deals or seats: there is no column {', '.join(missing)}")


class _Reader:
    """Counts rows."""

    def __init__(self, path: Path, layout: Layout, first: Numbered) -> None:
        self._path = path
        self._layout = layout
        self._first = first
        self._names: tuple[str, ...] | None = None
        self.summary: Summary | None = None
        self.same: dict[str, set[object]] = {name: set() for name in SAME if name in layout.names}

    def count(self, rows: Iterable[Numbered]) -> None:
        numbered = self._checked(_chain(self._first, rows))
        if self._layout is SEATS:
            for (game, deal), group in groupby(numbered, lambda pair: (pair[1]["game"], pair[1]["deal"])):
                self._count_seats(game, deal, list(group))
        else:
            for line, row in numbered:
                self._count_deal(line, row)

    def _checked(self, rows: Iterable[Numbered]) -> Iterator[Numbered]:
        names = self._layout.names
        for line, row in rows:
            for name in names:
                if not _IS_RIGHT[_KINDS_OF[self._layout.name][name]](row.get(name)):
                    self._refuse(line, f"{name} cannot be {row.get(name)!r}")
            for name, values in self.same.items():
                if len(values) < 2:
                    values.add(row[name])
            if row["reason"] not in REASONS:
                self._refuse(
                    line, f"a deal does not end by {row['reason']!r}; the reasons: {', '.join(REASONS)}"
                )
            yield line, row

    def _count_deal(self, line: int, row: Mapping[str, Any]) -> None:
        deal = DealRow(*(_fixed(row[name]) for name in DEALS.names))
        counts = None
        if self._layout is WHOLE_DEALS:
            columns = [row[name] for name in _COUNTS]
            if any(len(column) != len(deal.points) for column in columns):
                self._refuse(line, f"there must be a number for each of {len(deal.points)} seats")
            counts = [SeatCount(*values) for values in zip(*columns, strict=True)]
        players = row["players"] if self._layout is WHOLE_DEALS else None
        self._add(line, deal, counts, players)

    def _count_seats(self, game: int, number: int, group: list[Numbered]) -> None:
        line, first = group[0]
        seats = first["seats"]
        if [row["seat"] for _, row in group] != list(range(seats)):
            self._refuse(
                line, f"deal {number} of game {game} must have a row for each of its {seats} seats, in order"
            )
        rows = [row for _, row in group]
        dealer = (-first["place"] - 1) % seats
        points = tuple(row["points"] for row in rows)
        deal = DealRow(game, number, dealer, first["turns"], first["reason"], tuple(first["winners"]), points)
        counts = [SeatCount(*(row[name] for name in _COUNTS)) for row in rows]
        self._add(line, deal, counts, [row["player"] for row in rows])

    def _add(
        self, line: int, deal: DealRow, counts: list[SeatCount] | None, players: list[str] | None
    ) -> None:
        seats = len(deal.points)
        if not FEWEST_PLAYERS <= seats <= MOST_PLAYERS:
            self._refuse(line, f"a deal has {FEWEST_PLAYERS} to {MOST_PLAYERS} seats, not {seats}")
        if not 0 <= deal.dealer < seats or not all(0 <= seat < seats for seat in deal.winners):
            self._refuse(line, f"the dealer and the winners are seats from 0 to {seats - 1}")
        if not deal.winners:
            self._refuse(line, "a deal has a winner")
        if deal.turns < 1 or deal.game < 0 or deal.deal < 0:
            self._refuse(line, "a deal has at least one turn, and games and deals are numbered from 0")
        names = tuple(players) if players is not None else tuple(f"seat {seat}" for seat in range(seats))
        if self.summary is None:
            self.summary = Summary(names)
        elif names != self.summary.players:
            self._refuse(
                line, f"from here on others play: {', '.join(names)}, not {', '.join(self.summary.players)}"
            )
        self.summary.add_deal(deal, counts)

    def _refuse(self, line: int, reason: str) -> None:
        raise ResultsError(self._path, reason, line)


_COUNTS: Final = ("own_turns", "plays", "cards_played", "cards_left", "rearrangements")
_KINDS_OF: Final = {
    layout.name: {column.name: column.kind for column in layout.columns} for layout in LAYOUTS.values()
}


def _is_int(value: object) -> bool:
    return type(value) is int


def _is_list(value: object, kind: type) -> bool:
    return isinstance(value, list | tuple) and all(type(item) is kind for item in value)


_IS_RIGHT: Final[Mapping[str, Callable[[object], bool]]] = {
    "int": _is_int,
    "text": lambda value: isinstance(value, str),
    "ints": lambda value: _is_list(value, int),
    "texts": lambda value: _is_list(value, str),
}


def _fixed(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _chain(first: Numbered, rest: Iterable[Numbered]) -> Iterator[Numbered]:
    yield first
    yield from rest


# ---- each format: its rows with their lines


@contextmanager
def _text_of(path: Path) -> Iterator[Any]:
    try:
        with path.open(encoding="utf-8", newline="") as file:
            yield file
    except UnicodeDecodeError as error:
        raise ResultsError(path, f"the file is not text: {error.reason}") from None


def _read_csv(path: Path) -> Lines:
    with _text_of(path) as file:
        reader = csv.reader(_whole_lines(path, file), strict=True)
        try:
            names = next(reader, [])
            kinds = _kinds_of(names)
            for cells in reader:
                line = reader.line_num
                if len(cells) != len(names):
                    raise ResultsError(
                        path, f"there are {len(cells)} columns, and the first line names {len(names)}", line
                    )
                row = {}
                for name, kind, cell in zip(names, kinds, cells, strict=True):
                    try:
                        row[name] = _PARSERS[kind](cell)
                    except ValueError:
                        raise ResultsError(path, f"{name} cannot be {cell!r}", line) from None
                yield line, row
        except csv.Error as error:
            raise ResultsError(path, f"this is no CSV: {error}", reader.line_num) from None


def _whole_lines(path: Path, lines: Iterable[str]) -> Iterator[str]:
    """Lines that are all ended: a number in one that is cut could be read as another."""
    for number, line in enumerate(lines, start=1):
        if not line.endswith(("\n", "\r")):
            raise ResultsError(
                path, "the line has no end: the file was cut, or needs a last line break", number
            )
        yield line


def _kinds_of(names: list[str]) -> list[str]:
    """The kinds of the columns: those of seats hold a number where those of deals hold a list."""
    kinds = _KINDS_OF[(SEATS if "seat" in names else WHOLE_DEALS).name]
    return [kinds.get(name, "text") for name in names]


_PARSERS: Final[Mapping[str, Callable[[str], object]]] = {
    "int": int,
    "text": str,
    "ints": lambda cell: [int(item) for item in cell.split()],
    "texts": str.split,
}


def _read_jsonl(path: Path) -> Lines:
    with _text_of(path) as file:
        for line, text in enumerate(file, start=1):
            try:
                row = json.loads(text)
            except ValueError as error:
                raise ResultsError(path, f"this line is no JSON: {error}", line) from None
            if not isinstance(row, dict):
                raise ResultsError(path, "a row is a JSON object with the columns as names", line)
            yield line, row


def _read_arrow(path: Path) -> Lines:
    line = 0
    with path.open("rb") as file:
        for batch in _batches(path, file):
            for row in batch.to_pylist():
                line += 1
                yield line, row


def _batches(path: Path, file: Any) -> Iterator[Any]:
    pa, pq = import_arrow()
    try:
        if path.suffix.lower() == ".parquet":
            yield from pq.ParquetFile(file, page_checksum_verification=True).iter_batches()
        else:
            reader = pa.ipc.open_file(file)
            yield from map(reader.get_batch, range(reader.num_record_batches))
    except (pa.ArrowException, OSError) as error:
        raise ResultsError(path, f"this is no whole {path.suffix[1:].title()} file: {error}") from None


def _arrow_run(path: Path, form: str) -> Run | None:
    """What the metadata of a file tells about its run; None where it tells nothing."""
    if form not in WITH_ARROW:
        return None
    pa, pq = import_arrow()
    with path.open("rb") as file:
        schema = pq.read_schema(file) if form == "parquet" else pa.ipc.open_file(file).schema
    told = (schema.metadata or {}).get(b"rummy")
    try:
        return None if told is None else Run.from_json(json.loads(told))
    except ValueError:
        return None
