"""How many games a chunk has, and how far a simulation has come.

>>> pace = Pace([range(0, 100)], slots=2)
>>> tasks = pace.tasks()
>>> next(tasks), next(tasks)
(range(0, 4), range(4, 8))
>>> pace.note(range(0, 4), seconds=1)
>>> next(tasks)
range(8, 16)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

SECONDS: Final = 2.0
"""What a chunk is meant to take: long against what it costs to hand it over, short for whoever waits."""
FIRST: Final = 4
"""Games of the first chunks, before it is known how long a game takes."""
GROWTH: Final = 4
"""By how much a chunk may be larger than the largest that was finished."""
LAST: Final = 2
"""Near the end chunks get smaller, so that there are so many left for each worker."""


class Progress(NamedTuple):
    """How far a simulation has come.

    Attributes:
        done: The games that are done, earlier sittings counted.
        games: All games.
        here: The games done in this sitting.
        seconds: How long this sitting took so far.
    """

    done: int
    games: int
    here: int
    seconds: float

    @property
    def rate(self) -> float:
        """Games a second in this sitting."""
        return self.here / self.seconds if self.seconds else 0.0

    @property
    def left(self) -> float | None:
        """The seconds that are left at this rate; None before it is known."""
        return (self.games - self.done) / self.rate if self.rate else None


class Pace:
    """Cuts games into chunks of about `SECONDS`. What a game comes to does not depend on how they are cut.

    Args:
        gaps: The games to be played, in order.
        slots: How many chunks can be played at a time; None if it is not known.
        chunk: The games of each chunk; None: as many as the time allows.
    """

    def __init__(self, gaps: Iterable[range], slots: int | None, chunk: int | None = None) -> None:
        self._gaps = list(gaps)
        self._left = sum(map(len, self._gaps))
        self._chunk = chunk
        self._largest = 0
        self.slots = slots
        self.seconds_a_game: float | None = None

    @property
    def seconds_left(self) -> float:
        """What the games that were not begun will take one worker; 0 before that is known."""
        return self._left * (self.seconds_a_game or 0.0)

    def tasks(self, is_stopped: Callable[[], bool] = lambda: False) -> Iterator[range]:
        """The chunks, each cut when it is asked for.

        Args:
            is_stopped: Whether no more games are to be begun.
        """
        for gap in self._gaps:
            first = gap.start
            while first < gap.stop:
                if is_stopped():
                    return
                games = min(self._size(), gap.stop - first)
                self._left -= games
                yield range(first, first + games)
                first += games

    def note(self, chunk: range, seconds: float) -> None:
        """Learn how long a chunk took."""
        self._largest = max(self._largest, len(chunk))
        each = seconds / len(chunk)
        # The average leans to what was measured last, for a worker may be slower than another.
        known = self.seconds_a_game
        self.seconds_a_game = each if known is None else known + (each - known) / 4

    def _size(self) -> int:
        if self._chunk is not None:
            return self._chunk
        if self.seconds_a_game is None:
            return FIRST
        size = SECONDS / max(self.seconds_a_game, 1e-9)
        share = self._left / (LAST * (self.slots or 1))
        return max(1, int(min(size, GROWTH * self._largest, max(share, 1))))
