"""A computer's play, shown step by step: drawn in place with pauses at a terminal, in lines anywhere else."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from rummy.cards import NO_CARDS
from rummy.events import Laid
from rummy.moves import apply_moves
from rummy.terminal.describe import count_of
from rummy.terminal.render import Entry, count_entry_columns, join_entries
from rummy.terminal.steps import tell_steps
from rummy.terminal.style import count_columns

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rummy.cards import Cards
    from rummy.events import Event
    from rummy.moves import Move
    from rummy.table import Table
    from rummy.terminal.screen import Screen
    from rummy.terminal.telling import Teller

PACE: Final = 0.6
"""Seconds between two steps, where nothing else is chosen."""
LONG: Final = 20
"""A play of more steps is shown faster, so that it takes no longer than one of so many."""


class Pause(Protocol):
    """Waits between two steps."""

    def __call__(self, seconds: float, /) -> bool:
        """Wait, and say whether the rest shall be skipped: the person pressed Enter."""
        ...


class Animator:
    """Shows the plays of others.

    Args:
        screen: Where they are shown.
        pace: Seconds between two steps; 0: plain lines.
        pause: How to wait; None: at the keyboard.
    """

    def __init__(self, screen: Screen, pace: float = 0, pause: Pause | None = None) -> None:
        self._screen = screen
        self._pace = pace
        self._pause = wait_for_enter if pause is None else pause

    def show(self, laid: Laid) -> None:
        """Show how a play that was told came about, unless hand cards alone came down."""
        before = laid.before
        if before is None:
            return
        moves = laid.moves()
        if all(move.source is None for move in moves):
            return
        frames = self._find_frames(before, moves) if self._pace > 0 and self._screen.can_redraw else None
        # Nobody waits for pictures who has typed ahead.
        if frames is None or self._pause(0):
            self._screen.say_all(tell_steps(before, moves, self._screen.style))
        else:
            self._animate(frames)

    def _animate(self, frames: Sequence[Sequence[str]]) -> None:
        """Draw each frame over the one before, and take the last one away."""
        seconds = self._pace * min(1, LONG / len(frames))
        drawn = 0
        for frame in frames:
            self._screen.draw_over(frame, drawn)
            drawn = len(frame)
            if self._pause(seconds):
                # The Enter that skips the rest has moved the cursor one line down.
                drawn += 1
                break
        self._screen.draw_over((), drawn)

    def _find_frames(self, before: Table, moves: Sequence[Move]) -> list[list[str]] | None:
        """What is drawn before the first move and after each; None if the terminal is too small for it.

        All melds that change are drawn if there is room, otherwise those of the step alone.
        """
        scenes = _set_scenes(before, moves)
        changing = sorted({number for scene in scenes for number in scene.numbers})
        for whole in (True, False):
            frames = self._draw([scene._replace(numbers=changing) for scene in scenes] if whole else scenes)
            is_low = max(map(len, frames)) < self._screen.height
            widest = max(count_columns(line) for frame in frames for line in frame)
            if is_low and widest <= self._screen.width:
                return frames
        return None

    def _draw(self, scenes: Sequence[_Scene]) -> list[list[str]]:
        style = self._screen.style
        shown = [scene.entries() for scene in scenes]
        widest = max((entry.width for entries in shown for entry in entries), default=0)
        columns = count_entry_columns(max(map(len, shown)), widest, self._screen.width)
        return [
            [f"  {style.bold(scene.title)}", *join_entries(entries, columns, widest, style)]
            for scene, entries in zip(scenes, shown, strict=True)
        ]


def tell_all(events: Iterable[Event], teller: Teller, screen: Screen, animator: Animator | None) -> None:
    """Tell events, and show each play when it is told.

    Args:
        events: What happened.
        teller: Puts it into words.
        screen: Where it is told.
        animator: Shows the plays; None: they are told only.
    """
    waiting: list[Event] = []
    for event in events:
        waiting.append(event)
        if animator is not None and isinstance(event, Laid):
            screen.say_all(teller.tell(waiting))
            animator.show(event)
            waiting.clear()
    screen.say_all(teller.tell(waiting))


class _Scene(NamedTuple):
    """The groups at one moment of a play.

    Attributes:
        title: What has just happened.
        groups: All groups, those that are not yet there as well.
        numbers: The numbers of those that are shown.
        target: The number of the one to which something has just come; 0 for none.
    """

    title: str
    groups: Sequence[Cards]
    numbers: Sequence[int]
    target: int

    def entries(self) -> list[Entry]:
        """The groups that are shown."""
        return [
            Entry(number - 1, self.groups[number - 1], "+" if number == self.target else " ")
            for number in self.numbers
        ]


def _set_scenes(before: Table, moves: Sequence[Move]) -> list[_Scene]:
    size = len(before) + sum(move.is_new for move in moves)
    count = len(moves)
    first = sorted({number for number in (moves[0].source, moves[0].target) if number is not None})
    scenes = [_Scene(f"{count_of(count, 'step')} (Enter skips)", _fill(before.melds, size), first, 0)]
    for place, (move, groups) in enumerate(zip(moves, apply_moves(before, moves), strict=True), start=1):
        numbers = sorted({move.target if move.source is None else move.source, move.target})
        scenes.append(_Scene(f"{place}/{count}  {move}", _fill(groups, size), numbers, move.target))
    return scenes


def _fill(groups: Sequence[Cards], size: int) -> list[Cards]:
    return [*groups, *[NO_CARDS] * (size - len(groups))]


def wait_for_enter(seconds: float) -> bool:
    """Wait, and say whether Enter was pressed meanwhile, or a line was typed ahead.

    An empty line is used up; any other is left for the prompt that follows.
    """
    try:
        import fcntl
        import select
        import termios
    except ImportError:  # a system without them
        time.sleep(seconds)
        return False
    keyboard = sys.stdin.fileno()
    if not select.select([keyboard], [], [], seconds)[0]:
        return False
    waiting = int.from_bytes(fcntl.ioctl(keyboard, termios.FIONREAD, bytes(4)), sys.byteorder)
    if waiting == 1:
        os.read(keyboard, 1)
    return True
