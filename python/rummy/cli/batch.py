"""Many positions from a file: solve --batch."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rummy.batch import best_plays
from rummy.cards import parse_cards
from rummy.cli.arguments import chosen_variant, count_from, solve_json
from rummy.faults import IllegalPosition
from rummy.table import EMPTY_TABLE, Table, parse_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from io import BufferedReader

    from rummy.batch import Answer
    from rummy.cards import Cards
    from rummy.cli.arguments import Parser

BLOCK: Final = 1 << 16
"""The most bytes read at a time."""
PAUSE: Final = 0.2
"""Seconds between two reports of progress."""
ABOUT: Final = (
    "answer each line of FILE (- for standard input), such as "
    '{"table": "5s 6s 7s", "hand": "8s 2c", "opened": true, "id": 1}, opened and id if need be, '
    "with a line of JSON as --json prints it, with that id, in order and as soon as it is found; a line that "
    'cannot be answered gives {"error", "faults", "line"}. Ends with 0 if every line has a play, 1 if '
    "some have none or an error, 2 for wrong use"
)


def add_batch(parser: Parser, replaced: Sequence[argparse.Action]) -> None:
    """Let a command take positions from a file in place of words that are required otherwise."""

    class Batch(argparse.Action):
        def __call__(
            self, _parser: object, namespace: argparse.Namespace, values: object, _word: object = None
        ) -> None:
            setattr(namespace, self.dest, values)
            for action in replaced:
                action.required = False

    parser.add_argument("--batch", metavar="FILE", action=Batch, help=ABOUT)
    parser.add_argument(
        "--workers",
        metavar="W",
        type=count_from(1),
        help="how many threads search for --batch (default: as many as there are cores)",
    )


def run_batch(arguments: argparse.Namespace) -> int:
    """Answer every line."""
    if arguments.table is not None or arguments.hand is not None or not arguments.opened:
        raise ValueError("with --batch each line says its table, hand and opened: leave out the flags")
    v = chosen_variant(arguments)
    have_play = True
    with _open(arguments.batch) as source, Progress() as progress:
        for lines in read_lines(source):
            answers = best_plays(v, lines, objective=arguments.objective, workers=arguments.workers)
            for line, answer in zip(lines, answers, strict=True):
                # In one piece, so that an interrupt leaves no half line.
                sys.stdout.write(json.dumps(line.to_json(answer)) + "\n")
                have_play = have_play and answer.error is None and answer.play is not None
                progress.tell(line.number)
            sys.stdout.flush()
    return int(not have_play)


class Line:
    """A line of the file as a position; what is wrong with it is raised when its table is asked for.

    Attributes:
        number: Which line it is, from 1.

    >>> line = Line(3, b'{"table": "", "hand": "8s"}')
    >>> line.table, line.hand, line.opened
    (parse_table(''), Cards('8s'), True)
    >>> Line(4, b'{"table": "", "hand": 8}').table
    Traceback (most recent call last):
        ...
    ValueError: "hand" is text, not 8
    """

    __slots__ = ("_ids", "_text", "hand", "number", "opened", "table_read")

    hand: Cards
    opened: bool

    def __init__(self, number: int, text: bytes) -> None:
        self.number = number
        self._text = text
        self._ids: dict[str, object] = {}
        self.table_read: Table = EMPTY_TABLE

    @property
    def table(self) -> Table:
        """The table; reading it reads the line."""
        data = self._parse()
        self._ids = {"id": data["id"]} if "id" in data else {}
        for name in ("table", "hand"):
            if name not in data:
                raise ValueError(f'there is no "{name}" in the line')
            if not isinstance(data[name], str):
                raise ValueError(f'"{name}" is text, not {json.dumps(data[name])}')
        opened = data.get("opened", True)
        if not isinstance(opened, bool):
            raise ValueError(f'"opened" is true or false, not {json.dumps(opened)}')
        self.table_read, self.hand, self.opened = (
            parse_table(data["table"]),
            parse_cards(data["hand"]),
            opened,
        )
        return self.table_read

    def _parse(self) -> dict[str, Any]:
        try:
            data = json.loads(self._text)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"the line is no JSON: {error}") from None
        if not isinstance(data, dict):
            raise ValueError('the line is no JSON object with "table" and "hand"')
        return data

    def to_json(self, answer: Answer) -> dict[str, object]:
        """The line of output."""
        error = answer.error
        if error is None:
            return {**self._ids, **solve_json(answer.play, self.table_read)}
        faults = error.faults if isinstance(error, IllegalPosition) else ()
        told = [fault.to_json() for fault in faults]
        return {**self._ids, "error": str(error), "faults": told, "line": self.number}


def read_lines(source: BufferedReader) -> Iterator[list[Line]]:
    """The lines, as many at a time as can be read without waiting for more: who asks may wait for answers."""
    number, rest = 0, b""
    while block := source.read1(BLOCK):
        *texts, rest = (rest + block).split(b"\n")
        yield [Line(number + place, text) for place, text in enumerate(texts, start=1)]
        number += len(texts)
    if rest:
        yield [Line(number + 1, rest)]


class Progress:
    """Tells on a terminal's standard error how many lines are answered, unless the answers go there too."""

    def __init__(self) -> None:
        self._is_on = sys.stderr.isatty() and not sys.stdout.isatty()
        self._next = time.monotonic() + PAUSE

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_on:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def tell(self, lines: int) -> None:
        """Take note of how many are answered."""
        if self._is_on and time.monotonic() >= self._next:
            self._next = time.monotonic() + PAUSE
            sys.stderr.write(f"\r{lines} lines")
            sys.stderr.flush()


def _open(name: str) -> BufferedReader:
    return open(sys.stdin.fileno(), "rb", closefd=False) if name == "-" else Path(name).open("rb")
