"""Simulated deals written to a file, one row a deal, as they are played.

>>> import io
>>> from rummy.simulate import simulate
>>> from rummy.variants import variant
>>> out = io.StringIO()
>>> write = csv_writer(out)
>>> results = simulate(variant("guadalupe"), ["greedy", "greedy"], games=2, seed=1, sink=write)
>>> out.getvalue().splitlines()[0]
'game,deal,dealer,turns,reason,winners,points'
"""

from __future__ import annotations

import csv
import json
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO, TypeAlias

from rummy.playing import DealRow, GameRow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Sink: TypeAlias = Callable[[GameRow], object]

ENDINGS: Final = (".parquet", ".csv", ".jsonl")
"""The endings of file names, each for its format."""
BATCH: Final = 4096
"""Deals that wait to be written as one row group of a Parquet file."""


@contextmanager
def open_sink(path: str | Path) -> Iterator[Sink]:
    """Write games to a file whose ending names the format; the file is closed when the context ends.

    Winners and points are lists; in CSV their items are separated by spaces.

    Raises:
        ValueError: An ending that names no format, or Parquet without the package that writes it.
        OSError: The file cannot be written.
    """
    target = Path(path)
    if target.suffix == ".parquet":
        with _parquet_sink(target) as sink:
            yield sink
        return
    if target.suffix not in ENDINGS:
        raise ValueError(f"{target.name!r} names no format: end it with {', '.join(ENDINGS)}")
    with target.open("w", encoding="utf-8", newline="") as file:
        yield csv_writer(file) if target.suffix == ".csv" else jsonl_writer(file)


def csv_writer(file: TextIO) -> Sink:
    """Write games to an open file as CSV, with a line of names first."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(DealRow._fields)

    def write(game: GameRow) -> None:
        for deal in game.deals:
            writer.writerow(
                " ".join(map(str, value)) if isinstance(value, tuple) else value for value in deal
            )

    return write


def jsonl_writer(file: TextIO) -> Sink:
    """Write games to an open file as JSON lines."""

    def write(game: GameRow) -> None:
        for deal in game.deals:
            file.write(json.dumps(deal._asdict(), separators=(",", ":")) + "\n")

    return write


@contextmanager
def _parquet_sink(target: Path) -> Iterator[Sink]:
    pa, pq = _import_arrow()
    names = {"reason": pa.string(), "winners": pa.list_(pa.int32()), "points": pa.list_(pa.int32())}
    schema = pa.schema([(name, names.get(name, pa.int32())) for name in DealRow._fields])
    waiting: list[dict[str, object]] = []
    # Opened here, so that a file that cannot be written says so in Python's words.
    with target.open("wb") as file, pq.ParquetWriter(file, schema) as writer:

        def flush() -> None:
            writer.write_table(pa.Table.from_pylist(waiting, schema=schema))
            waiting.clear()

        def write(game: GameRow) -> None:
            waiting.extend(deal._asdict() for deal in game.deals)
            if len(waiting) >= BATCH:
                flush()

        try:
            yield write
        finally:
            flush()


def _import_arrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise ValueError(
            "Parquet needs pyarrow: pip install 'manipulation-rummy[parquet]', or write .csv or .jsonl"
        ) from None
