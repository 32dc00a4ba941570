"""Players and executors for tests of simulations, in a module that other processes can read."""

from __future__ import annotations

import os
import signal
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from rummy import make_player

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from rummy import Action, View
    from rummy.chance import Chance


class Mortal:
    """Plays as greedy does, and in other processes than the first kills its own: once, or always.

    Args:
        grave: A file that is made by the first death; None: it dies every time.
    """

    name = "greedy"

    def __init__(self, grave: Path | None) -> None:
        self._grave = grave
        self._home = os.getpid()
        self._greedy = make_player("greedy")

    def act(self, view: View, chance: Chance) -> Action:
        if os.getpid() != self._home and (self._grave is None or not self._grave.exists()):
            if self._grave is not None:
                self._grave.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return self._greedy.act(view, chance)


class Uneven(ThreadPoolExecutor):
    """Keeps every third task waiting, so that tasks are finished in another order than they are given."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        self._given = 0

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self._given += 1
        pause = 0.05 if self._given % 3 == 1 else 0.0

        def late() -> Any:
            time.sleep(pause)
            return work(*args, **kwargs)

        return super().submit(late)
