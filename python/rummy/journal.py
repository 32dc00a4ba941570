"""What a simulation has done so far, kept in a file as it is done, so that the run can go on later.

The file begins with a line of JSON that tells what the games follow from and which files they are for. Each
chunk of games, in whatever order they were finished, is a line of JSON and the bytes it adds to those
files.
A last chunk that was not written to its end, as after a crash, is left out and played again.
"""

from __future__ import annotations

import json
import zlib
from array import array
from bisect import bisect_left
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from io import SEEK_END, FileIO
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple

from rummy.rows import Run
from rummy.sheets import Sheet, join, verify_place
from rummy.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

ENDING: Final = ".part"
"""What the journal's name adds to that of the first file of results."""
FORMAT: Final = 1
DISTRIBUTION: Final = "manipulation-rummy"


class ResultsError(ValueError):
    """A file of results or of unfinished work that cannot be read, or is of something else.

    Args:
        path: The file.
        reason: What is wrong with it.
        line: The line where, from 1; for Parquet and Arrow the row; None for the file as a whole.
    """

    def __init__(self, path: Path, reason: str, line: int | None = None) -> None:
        super().__init__(path, reason, line)
        self.path = path
        self.reason = reason
        self.line = line

    def __str__(self) -> str:
        where = "" if self.line is None else f", line {self.line}"
        return f"{self.path}{where}: {self.reason}"


class Chunk(NamedTuple):
    """Some games that were played.

    Attributes:
        first: The number of the first game.
        games: How many games.
        summary: What they came to.
        parts: Their bytes for each file.
    """

    first: int
    games: int
    summary: Summary
    parts: tuple[bytes, ...]


class Journal:
    """The chunks that were finished.

    Besides the summary, the memory grows by a few numbers for each chunk, some seconds of work.

    Args:
        path: The file.
        run: What the games follow from.
        sheets: The files that they are for.

    Attributes:
        path: The file.
        summary: What all the chunks came to.
        seconds: How long the run took so far, earlier sittings counted.
        games: The games that are done.
    """

    def __init__(self, path: Path, run: Run, sheets: Sequence[Sheet]) -> None:
        self.path = path
        self.summary = Summary(run.players)
        self.seconds = 0.0
        self.games = 0
        self._run = run
        self._sheets = tuple(sheets)
        self._file: FileIO | None = None
        # For each chunk, by its first game: that, its games, where its bytes are, how many for each file.
        self._firsts, self._games, self._starts = array("q"), array("q"), array("q")
        self._sizes = [array("q") for _ in sheets]

    # ---- opened, read, closed

    @contextmanager
    def opened(self, is_resumed: bool) -> Iterator[Journal]:
        """Begin a journal, or go on with one; it is closed when the context ends.

        One that was begun here goes if it then holds nothing.

        Args:
            is_resumed: Whether to go on with one that is there. Where none is, the run begins.

        Raises:
            ResultsError: One is there and may not be overwritten, or it is of another run, or broken.
            OSError: It cannot be written or read.
        """
        for sheet in self._sheets:
            verify_place(sheet, self._run)
        begins = not self.path.exists() or not self.path.stat().st_size
        if not begins and not is_resumed:
            raise ResultsError(
                self.path,
                "an unfinished run is kept there: go on with it (--resume, or resume=True), or delete it",
            )
        if begins and is_resumed:
            self._verify_not_finished()
        # Opened to append: of two who begin at once none empties the other's file before it is locked.
        with FileIO(self.path, "a") as file:
            self._lock(file)
            self._file = file
            try:
                if begins:
                    self._write(_dump(self._header()))
                else:
                    with self.path.open("rb") as written:
                        self._verify_same(read_header(self.path, written))
                    file.truncate(self.read())
                yield self
            finally:
                self._file = None
                if begins and not self.games:
                    self.path.unlink(missing_ok=True)

    def read(self) -> int:
        """Read the chunks that are there, and tell where the last whole one ends.

        Raises:
            ResultsError: It is no journal, or broken.
        """
        with self.path.open("rb") as file:
            read_header(self.path, file)
            end = file.tell()
            line = 2
            while (text := file.readline()).endswith(b"\n"):
                start = file.tell()
                try:
                    record = json.loads(text)
                    summary = Summary.from_json(record["summary"])
                    first, games, check = map(int, (record["first"], record["games"], record["crc"]))
                    sizes = list(map(int, record["bytes"]))
                    seconds = float(record["seconds"])
                except (ValueError, KeyError, TypeError) as error:
                    raise ResultsError(
                        self.path, f"the line of a chunk cannot be read: {error}", line
                    ) from None
                parts = file.read(sum(sizes) + 1)
                if len(parts) < sum(sizes) + 1:
                    break
                if zlib.crc32(parts[:-1]) != check or len(sizes) != len(self._sheets):
                    raise ResultsError(
                        self.path, "the bytes of a chunk are not those that were written", line
                    )
                if not 0 <= first < first + games <= self._run.games or summary.games != games:
                    raise ResultsError(self.path, "a chunk holds other games than the run has", line)
                self.seconds = seconds
                self._note(first, summary, start, sizes)
                line += 1 + parts.count(b"\n")
                end = file.tell()
        return end

    def _verify_not_finished(self) -> None:
        there = [sheet.path for sheet in self._sheets if sheet.path.exists()]
        if there:
            raise ResultsError(
                there[0],
                f"it is there, and no {self.path.name}: the run is finished, or this is another file, "
                "which would be overwritten without --resume",
            )

    def _lock(self, file: FileIO) -> None:
        try:
            fcntl = import_module("fcntl")
        except ImportError:  # there is none on Windows
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ResultsError(self.path, "another run is writing it") from None

    def _header(self) -> dict[str, object]:
        return {
            "rummy": "run",
            "format": FORMAT,
            "version": _version(),
            "run": self._run.to_json(),
            "files": [[sheet.path.name, sheet.form, sheet.layout] for sheet in self._sheets],
        }

    def _verify_same(self, header: Mapping[str, Any]) -> None:
        mine = json.loads(_dump(self._header()))
        pairs = [(name, header.get(name), mine[name]) for name in ("version", "files")]
        pairs += [(name, header["run"].get(name), value) for name, value in mine["run"].items()]
        for name, begun, asked in pairs:
            if begun != asked:
                raise ResultsError(
                    self.path,
                    f"this run was begun with {name} {_say(begun)}, not {_say(asked)}: ask for the same, "
                    "or delete the file",
                )

    # ---- chunks

    def keep(self, chunk: Chunk, seconds: float) -> None:
        """Write a chunk down; one that is there already changes nothing.

        Args:
            chunk: The chunk.
            seconds: How long this sitting took so far and the earlier ones.

        Raises:
            OSError: It cannot be written, such as on a full disk; what was written before stays.
        """
        if self._place(chunk.first, chunk.games) is None:
            return
        self.seconds = seconds
        sizes = [len(part) for part in chunk.parts]
        parts = b"".join(chunk.parts)
        record = {
            "first": chunk.first,
            "games": chunk.games,
            "seconds": round(seconds, 3),
            "bytes": sizes,
            "crc": zlib.crc32(parts),
            "summary": chunk.summary.to_json(),
        }
        end = self._write(_dump(record) + parts + b"\n")
        self._note(chunk.first, chunk.summary, end - len(parts) - 1, sizes)

    def gaps(self) -> Iterator[range]:
        """The games that are not done, in order."""
        reached = 0
        for first, games in zip(self._firsts, self._games, strict=True):
            if first > reached:
                yield range(reached, first)
            reached = first + games
        if reached < self._run.games:
            yield range(reached, self._run.games)

    def finish(self) -> None:
        """Write the files from the chunks that are there, in the order of the games.

        If those are all games, the journal goes.

        Raises:
            OSError: A file cannot be written; then the journal stays.
        """
        for number, sheet in enumerate(self._sheets):
            join(sheet, self._run, self._parts(number), self.summary)
        if self.games == self._run.games:
            self.path.unlink()

    def _place(self, first: int, games: int) -> int | None:
        """Where a chunk belongs among the others; None if its games are there."""
        place = bisect_left(self._firsts, first)
        after = place < len(self._firsts) and self._firsts[place] < first + games
        before = place and self._firsts[place - 1] + self._games[place - 1] > first
        return None if after or before else place

    def _note(self, first: int, summary: Summary, start: int, sizes: Sequence[int]) -> None:
        place = self._place(first, summary.games)
        if place is None:
            return
        self._firsts.insert(place, first)
        self._games.insert(place, summary.games)
        self._starts.insert(place, start)
        for numbers, size in zip(self._sizes, sizes, strict=True):
            numbers.insert(place, size)
        self.games += summary.games
        self.summary.merge(summary)

    def _parts(self, sheet: int) -> Iterator[bytes]:
        with self.path.open("rb") as file:
            for number, start in enumerate(self._starts):
                file.seek(start + sum(sizes[number] for sizes in self._sizes[:sheet]))
                yield file.read(self._sizes[sheet][number])

    def _write(self, data: bytes) -> int:
        """Add to the file, all or nothing, and tell where it then ends."""
        file = self._file
        assert file is not None
        before = file.seek(0, SEEK_END)
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[file.write(rest) :]
        except OSError as error:
            with suppress(OSError):
                file.truncate(before)
            raise type(error)(error.errno, error.strerror, str(self.path)) from error
        return before + len(data)


def read_header(path: Path, file: IO[bytes]) -> dict[str, Any]:
    """The first line of a journal.

    Raises:
        ResultsError: It is none.
    """
    try:
        header = json.loads(file.readline())
        if header["rummy"] != "run" or not isinstance(header["run"], dict):
            raise ValueError("other values")
    except (ValueError, KeyError, TypeError):
        raise ResultsError(path, "this is not the unfinished run of a simulation") from None
    if header.get("format") != FORMAT:
        raise ResultsError(
            path, f"it has format {_say(header.get('format'))}, and this version reads {FORMAT}"
        )
    return dict(header)


def read_journal(path: Path) -> tuple[Run, Summary]:
    """What an unfinished run has come to so far.

    Raises:
        ResultsError: The file is no journal, or broken.
    """
    with path.open("rb") as file:
        header = read_header(path, file)
        try:
            run = Run.from_json(header["run"])
        except ValueError as error:
            raise ResultsError(path, str(error), 1) from None
        journal = Journal(path, run, [Sheet(path, form, layout) for _, form, layout in header["files"]])
    journal.read()
    return run, journal.summary


def _dump(line: Mapping[str, object]) -> bytes:
    return json.dumps(line, separators=(",", ":")).encode() + b"\n"


def _say(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _version() -> str | None:
    """The version of the package: another one may play otherwise."""
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return None
