"""Where the game is shown and where lines are read."""

from __future__ import annotations

import shutil
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Protocol, TextIO

from rummy.terminal.render import WIDTH
from rummy.terminal.style import Style

if TYPE_CHECKING:
    from collections.abc import Iterable

PROMPT: Final = "> "


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
    def width(self) -> int:
        """The width of the terminal, or a usual one."""
        return shutil.get_terminal_size((WIDTH, 24)).columns

    def say(self, *lines: str) -> None:
        """Write lines."""
        self.say_all(lines)

    def say_all(self, lines: Iterable[str]) -> None:
        """Write lines and bring them out at once."""
        for line in lines:
            self._out.write(f"{line}\n")
        self._out.flush()


def read_typed(prompt: str) -> str:
    """Read a line from standard input, with the keys that edit a line where the system has them."""
    with suppress(ImportError):
        import readline  # noqa: F401 - importing it is what makes input() use it
    return input(prompt)
