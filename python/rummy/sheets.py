"""Files of results: rows are turned into bytes where the games are played, and joined in order at the end.

The same games make the same file, byte for byte, whatever the workers and the chunks (Parquet and Arrow: with
the same version of pyarrow).

>>> from rummy.rows import DEALS
>>> parse_sheet("deals.csv", DEALS).form
'csv'
>>> parse_sheet("deals.xls", DEALS)
Traceback (most recent call last):
    ...
ValueError: 'deals.xls' names no format: end it with .parquet, .csv, .jsonl, .arrow, .json
"""

from __future__ import annotations

import csv
import io
import json
import os
import stat
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from rummy.rows import LAYOUTS, SEATS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rummy.playing import GameRow
    from rummy.rows import Kind, Layout, Row, Run
    from rummy.summary import Summary

FORMS: Final = ("parquet", "csv", "jsonl", "arrow", "json")
"""The endings of file names, each for its format; json is the summary alone, without rows."""
WITH_ARROW: Final = ("parquet", "arrow")
GROUP: Final = 1 << 16
"""Rows of one row group of a Parquet file, or one batch of an Arrow file."""
AT_ONCE: Final = 256
"""Games whose rows are turned into bytes at once where they are kept, and batches that are joined at once."""
FORMAT: Final = 1
"""The version of the files that the package reads itself."""
MOST_SEED: Final = 1 << 63


@dataclass(frozen=True, slots=True)
class Sheet:
    """A file to be written.

    Attributes:
        path: Where.
        form: How: one of `FORMS`.
        layout: The name of its table.
    """

    path: Path
    form: str
    layout: str

    @property
    def columns(self) -> Layout:
        """Its table."""
        return LAYOUTS[self.layout]

    @property
    def is_counted(self) -> bool:
        """Whether it tells what each seat did."""
        return self.form == "json" or self.columns.is_counted


def parse_sheet(path: str | os.PathLike[str], layout: Layout) -> Sheet:
    """The file that a path names by its ending.

    Raises:
        ValueError: An ending that names no format, or one whose package is not installed.
        OSError: The folder is not there, or no file can be made in it.
    """
    target = Path(path)
    form = target.suffix[1:].lower()
    if form not in FORMS:
        raise ValueError(
            f"{target.name!r} names no format: end it with {', '.join('.' + end for end in FORMS)}"
        )
    if form in WITH_ARROW:
        import_arrow()
    if form == "json" and layout is SEATS:
        raise ValueError(
            f"{target.name!r} holds a summary, not rows: seats go to .parquet, .csv, .jsonl, .arrow"
        )
    return Sheet(target, form, layout.name)


def verify_place(sheet: Sheet, run: Run) -> None:
    """Make sure that a file can be made where it is to be, and that it can hold the seed.

    Raises:
        ValueError: The seed is too large for the file.
        OSError: No file can be made there.
    """
    if sheet.form in WITH_ARROW and sheet.columns.is_counted and not -MOST_SEED <= run.seed < MOST_SEED:
        raise ValueError(f"a seed beyond 64 bits has no place in {sheet.path.name!r}: write .csv or .jsonl")
    folder = sheet.path.parent
    if not folder.is_dir():
        raise FileNotFoundError(2, "No such file or directory", str(sheet.path))
    if sheet.path.is_dir():
        raise IsADirectoryError(21, "Is a directory", str(sheet.path))
    if not os.access(folder, os.W_OK):
        raise PermissionError(13, "Permission denied", str(sheet.path))


# ---- bytes of some games, made by whoever plays them


def encode(sheet: Sheet, run: Run, games: Sequence[GameRow]) -> bytes:
    """The rows of some games as a part of a file."""
    if sheet.form == "json":
        return b""
    rows = chain.from_iterable(sheet.columns.rows(run, game) for game in games)
    if sheet.form in WITH_ARROW:
        return _encode_arrow(sheet.columns, rows)
    write = _encode_csv if sheet.form == "csv" else _encode_jsonl
    return write(sheet.columns, rows).encode()


def _encode_csv(layout: Layout, rows: Iterable[Row]) -> str:
    out = io.StringIO()
    names = [place for place, column in enumerate(layout.columns) if column.kind == "texts"]
    writer = csv.writer(out, lineterminator="\n")
    for row in rows:
        cells = [" ".join(map(str, value)) if isinstance(value, tuple) else value for value in row]
        for place in names:
            # The names of a list are told apart by the spaces between them.
            cells[place] = " ".join("_".join(str(name).split()) for name in row[place])  # type: ignore[union-attr]
        writer.writerow(cells)
    return out.getvalue()


def _encode_jsonl(layout: Layout, rows: Iterable[Row]) -> str:
    names = layout.names
    return "".join(
        json.dumps(dict(zip(names, row, strict=True)), separators=(",", ":")) + "\n" for row in rows
    )


def _encode_arrow(layout: Layout, rows: Iterable[Row]) -> bytes:
    pa, _ = import_arrow()
    sink = pa.BufferOutputStream()
    table = to_arrow(layout, rows)
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue())


def to_arrow(layout: Layout, rows: Iterable[Row], run: Run | None = None) -> Any:
    """Rows as a pyarrow table.

    Raises:
        ValueError: pyarrow is not installed.
    """
    pa, _ = import_arrow()
    schema = _schema(layout, run)
    columns = list(zip(*rows, strict=True)) or [()] * len(layout.columns)
    arrays = [pa.array(column, field.type) for column, field in zip(columns, schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)


def _schema(layout: Layout, run: Run | None) -> Any:
    pa, _ = import_arrow()
    types: dict[Kind, Any] = {
        "int": pa.int32(),
        "text": pa.string(),
        "ints": pa.list_(pa.int32()),
        "texts": pa.list_(pa.string()),
    }
    wide = {"game", "seed"}
    fields = [
        (column.name, pa.int64() if column.name in wide else types[column.kind]) for column in layout.columns
    ]
    return pa.schema(fields, metadata=None if run is None else {"rummy": json.dumps(run.to_json())})


# ---- whole files


def join(sheet: Sheet, run: Run, parts: Iterable[bytes], summary: Summary | None = None) -> None:
    """Write a file from its parts, in the order of the games.

    Whoever looks finds the file as it was before or whole: it is written beside its place first.

    Raises:
        OSError: It cannot be written; nothing is left of it.
    """
    with _replacing(sheet.path) as file:
        if sheet.form == "json":
            assert summary is not None
            data = {"rummy": "summary", "format": FORMAT, "run": run.to_json(), "summary": summary.to_json()}
            file.write(json.dumps(data, indent=1).encode() + b"\n")
        elif sheet.form in WITH_ARROW:
            _join_arrow(sheet, run, parts, file)
        else:
            if sheet.form == "csv":
                file.write((",".join(sheet.columns.names) + "\n").encode())
            for part in parts:
                file.write(part)


def _join_arrow(sheet: Sheet, run: Run, parts: Iterable[bytes], file: IO[bytes]) -> None:
    pa, pq = import_arrow()
    schema = _schema(sheet.columns, run)
    batches = (batch for part in parts for batch in pa.ipc.open_stream(part))
    if sheet.form == "parquet":
        with pq.ParquetWriter(file, schema, write_page_checksum=True) as writer:
            for table in _regroup(pa, schema, batches):
                writer.write_table(table, row_group_size=GROUP)
    else:
        with pa.ipc.new_file(file, schema) as writer:
            for table in _regroup(pa, schema, batches):
                writer.write_table(table)


def _regroup(pa: Any, schema: Any, batches: Iterable[Any]) -> Iterator[Any]:
    """Tables of `GROUP` rows each, the last one shorter."""
    waiting: list[Any] = []
    rows = 0
    for batch in batches:
        waiting.append(batch.cast(schema))
        rows += batch.num_rows
        if len(waiting) >= AT_ONCE:
            # Many small batches take more memory than their rows.
            waiting = pa.Table.from_batches(waiting, schema).combine_chunks().to_batches()
        if rows >= GROUP:
            table = pa.Table.from_batches(waiting, schema)
            whole = rows - rows % GROUP
            for first in range(0, whole, GROUP):
                yield table.slice(first, GROUP).combine_chunks()
            waiting = table.slice(whole).to_batches()
            rows -= whole
    if rows:
        yield pa.Table.from_batches(waiting, schema).combine_chunks()


@contextmanager
def _replacing(path: Path) -> Iterator[IO[bytes]]:
    """An open file that takes the place of another when it is whole; a device or a pipe is written to."""
    target = path.resolve()
    if target.exists() and not stat.S_ISREG(target.stat().st_mode):
        with _named(path), target.open("wb") as file:
            yield file
        return
    beside = target.with_name(f"{target.name}.new")
    try:
        with _named(path):
            with beside.open("wb") as file:
                yield file
            beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Let an error of the system name the file that was asked for."""
    try:
        yield
    except OSError as error:
        # pyarrow has errors of its own for the disk, with the number but without the file.
        number = error.errno or 0
        raise type(error)(number, os.strerror(number) if number else str(error), str(path)) from error


def import_arrow() -> tuple[Any, Any]:
    """Pyarrow and its Parquet module.

    Raises:
        ValueError: pyarrow is not installed.
    """
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise ValueError(
            "Parquet and Arrow need pyarrow: pip install 'manipulation-rummy[parquet]'; "
            ".csv and .jsonl need nothing"
        ) from None


# ---- rows that are kept


class Rows:
    """The rows of a simulation that was asked to keep them, one for each deal or each seat.

    Dataframe libraries read them through the Arrow C stream interface without copying:
    ``polars.DataFrame(rows)``, ``pyarrow.table(rows)``, ``duckdb.sql("from rows")``.

    Args:
        run: What the games follow from.
        layout: The table.
        games: The games.
    """

    def __init__(self, run: Run, layout: Layout, games: Sequence[GameRow]) -> None:
        self._run = run
        self._layout = layout
        self._games = games

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return self._layout.names

    def __len__(self) -> int:
        deals = sum(len(game.deals) for game in self._games)
        return deals * len(self._run.players) if self._layout is SEATS else deals

    def __iter__(self) -> Iterator[dict[str, Any]]:
        names = self.columns
        return (dict(zip(names, row, strict=True)) for row in self._rows())

    def to_arrow(self) -> Any:
        """The rows as a pyarrow table, whose metadata tells what the games follow from.

        Raises:
            ValueError: pyarrow is not installed.
        """
        return to_arrow(self._layout, self._rows(), self._run)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the rows to a file; the ending says how: .parquet, .csv, .jsonl or .arrow.

        Raises:
            ValueError: Another ending, or the package for it is not installed.
            OSError: The file cannot be written.
        """
        sheet = parse_sheet(path, self._layout)
        if sheet.form == "json":
            raise ValueError(f"{sheet.path.name!r} holds a summary, not rows")
        verify_place(sheet, self._run)
        parts = (
            encode(sheet, self._run, self._games[first : first + AT_ONCE])
            for first in range(0, len(self._games), AT_ONCE)
        )
        join(sheet, self._run, parts)

    def _rows(self) -> Iterator[Row]:
        return chain.from_iterable(self._layout.rows(self._run, game) for game in self._games)

    def __repr__(self) -> str:
        return f"<Rows: {len(self):,} {self._layout.name} of {self._run.variant.id}>"
