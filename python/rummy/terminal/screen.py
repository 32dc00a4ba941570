"""Where the game is shown and where lines are read."""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Protocol, TextIO

from rummy.terminal.render import WIDTH
from rummy.terminal.style import Style, count_columns

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

PROMPT: Final = "> "
HEIGHT: Final = 24
"""The lines of a usual terminal."""
INDENT: Final = " " * 4
"""Set before what is left of a line that was too wide."""


class Read(Protocol):
    """Reads one line that a person types."""

    def __call__(self, prompt: str, /) -> str:
        """Show the prompt and give the line.

        Raises:
            EOFError: There is no further line.
        """
        ...


class Screen:
    """Writes lines to a stream.

    Args:
        out: The stream; None: standard output.
        style: How to write; None: as the stream allows.
    """

    def __init__(self, out: TextIO | None = None, style: Style | None = None) -> None:
        self._out = sys.stdout if out is None else out
        self.style = Style.of(self._out) if style is None else style

    @property
    def can_redraw(self) -> bool:
        """Whether it is a terminal on which lines can be written over."""
        return self._out.isatty() and os.environ.get("TERM") != "dumb"

    @property
    def height(self) -> int:
        """The height of the terminal, or a usual one."""
        return shutil.get_terminal_size((WIDTH, HEIGHT)).lines

    @property
    def width(self) -> int:
        """The width of the terminal, or a usual one."""
        return shutil.get_terminal_size((WIDTH, HEIGHT)).columns

    def say(self, *lines: str) -> None:
        """Write lines."""
        self.say_all(lines)

    def say_command(self, command: str) -> None:
        """Write a command that may be copied: on one line, however wide the terminal is."""
        self._out.write(f"  {command}\n")
        self._out.flush()

    def draw_over(self, lines: Sequence[str], count: int) -> None:
        """Write lines that are no wider than the terminal in place of the last ``count`` lines."""
        up = f"\x1b[{count}A" if count else ""
        self._out.write(up + "\r" + "".join(f"{line}\x1b[K\n" for line in lines) + "\x1b[J")
        self._out.flush()

    def say_all(self, lines: Iterable[str]) -> None:
        """Write lines, those that are too wide as several, and bring them out at once."""
        width = self.width
        for line in lines:
            for part in wrap(line, width):
                self._out.write(f"{part}\n")
        self._out.flush()


def wrap(line: str, width: int) -> list[str]:
    """A line, or the lines it is cut into between words; further ones are set in.

    >>> wrap("Computer draws a card.", 14)
    ['Computer draws', '    a card.']
    """
    if count_columns(line) <= width:
        return [line]
    words = line.lstrip(" ").split(" ")
    parts = [line[: len(line) - len(line.lstrip(" "))] + words[0]]
    for word in words[1:]:
        if count_columns(parts[-1]) + 1 + count_columns(word) <= width:
            parts[-1] += f" {word}"
        else:
            parts.append(f"{INDENT}{word}")
    return parts


def read_typed(prompt: str) -> str:
    """Read a line from standard input, with the keys that edit a line where the system has them."""
    with suppress(ImportError):
        import readline  # noqa: F401 - importing it is what makes input() use it
    return input(prompt)
