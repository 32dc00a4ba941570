"""Processes that work for a command, and stop at once when it is interrupted."""

from __future__ import annotations

import multiprocessing
import os
import signal
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future

Done = TypeVar("Done")


@contextmanager
def worker_processes(workers: int) -> Iterator[Executor | None]:
    """So many processes, or None for one: then this process does the work."""
    if workers == 1:
        yield None
        return
    with ProcessPoolExecutor(workers, initializer=_Worker.heed_interrupts) as processes:
        try:
            yield _Interruptible(processes)
        except KeyboardInterrupt:
            # A terminal sends Ctrl-C to all of them, but others may have interrupted this process alone.
            for child in multiprocessing.active_children():
                if child.pid is not None:
                    os.kill(child.pid, signal.SIGINT)
            raise


class _Interruptible(Executor):
    """Hands work on, so that it ends early when its process is interrupted."""

    def __init__(self, processes: ProcessPoolExecutor) -> None:
        self._processes = processes

    def submit(self, work: Callable[..., Done], /, *task: Any, **named: Any) -> Future[Done]:
        """Hand on a task."""
        return self._processes.submit(_Worker.do, work, *task, **named)


class _Worker:
    """This process, where it is one of the workers.

    An interrupt ends the task it is at, and those that come after, as failed. Between tasks it must not be
    raised: the process would die in the middle of its talk with the other one.
    """

    is_working = False
    is_stopped = False

    @classmethod
    def heed_interrupts(cls) -> None:
        """Take interrupts as told above."""
        signal.signal(signal.SIGINT, cls._stop)

    @classmethod
    def do(cls, work: Callable[..., Done], *task: Any, **named: Any) -> Done:
        """Do a task."""
        try:
            cls.is_working = True
            if cls.is_stopped:
                raise KeyboardInterrupt
            return work(*task, **named)
        finally:
            cls.is_working = False

    @classmethod
    def _stop(cls, *_: object) -> None:
        cls.is_stopped = True
        if cls.is_working:
            raise KeyboardInterrupt
