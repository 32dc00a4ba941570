"""Work given to workers that may be lost: results as they are finished, and lost work done again.

The workers are those of any `concurrent.futures.Executor`, or processes of our own, which are started anew
when one of them dies.

>>> with Crew(None, 2) as crew:
...     sorted(crew.finish(abs, iter([-3, 1, -2])))
[(-3, 3), (-2, 2), (1, 1)]
"""

from __future__ import annotations

import signal
import time
from collections import deque
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self, TypeVar

from rummy.checks import MOST_WORKERS, quote, verify_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

Task = TypeVar("Task")
Done = TypeVar("Done")

TICK: Final = 1.0
"""Seconds after which a crew that finishes nothing is looked after."""
TRIES: Final = 4
"""How often a task is begun whose worker is lost."""
AHEAD: Final = 64
"""Tasks that are given to an executor that does not say how many workers it has."""
PATIENCE: Final = 60.0
"""Seconds that a cluster may be without any worker."""


class WorkersLost(RuntimeError):  # noqa: N818 - it says what happened
    """The workers are lost, and nobody can go on with the work. What was finished before is not."""


class _Given(NamedTuple):
    """A task that a worker has."""

    task: Any
    tries: int
    pool: Executor


class Crew:
    """Workers.

    Args:
        executor: Whose workers to take; None: start processes.
        workers: How many processes.
        patience: Seconds that a cluster may be without any worker before the work is given up.

    Raises:
        TypeError: It is no executor.
        ValueError: A number of workers that is too small or too large.
    """

    def __init__(self, executor: Executor | None, workers: int, patience: float = PATIENCE) -> None:
        if executor is not None and not isinstance(executor, Executor):
            raise TypeError(f"an executor of concurrent.futures is needed, not {quote(executor)}")
        self._workers = verify_whole(workers, "the number of workers", most=MOST_WORKERS)
        if self._workers < 1:
            raise ValueError(f"at least one worker plays, not {self._workers}")
        self._executor = executor
        if isinstance(patience, bool) or not isinstance(patience, int | float):
            raise TypeError(f"the patience must be a number of seconds, not {quote(patience)}")
        if not patience >= 0:
            raise ValueError(f"the patience must be 0 seconds or more, not {quote(patience)}")
        self._patience = patience
        self._pool: Executor | None = executor
        self._alone_since: float | None = None
        self._answers = True
        self._slots: int | None = None

    def __enter__(self) -> Self:
        if self._executor is None:
            self._pool = self._start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        pool, self._pool = self._pool, self._executor
        if isinstance(pool, ProcessPoolExecutor) and pool is not self._executor:
            _end(pool, is_waited_for=kind is None)

    @property
    def is_own(self) -> bool:
        """Whether the workers would be processes that are started here."""
        return self._executor is None

    @property
    def slots(self) -> int | None:
        """How many tasks can be done at a time, as far as the executor tells."""
        if self._slots is None:
            self._slots = self._workers if self._executor is None else count_slots(self._executor)
        return self._slots

    def finish(
        self,
        work: Callable[[Task], Done],
        tasks: Iterator[Task],
        has_room: Callable[[], bool] = lambda: True,
        tell: Callable[[], object] = lambda: None,
    ) -> Generator[tuple[Task, Done], None, None]:
        """Each task with its result, in the order in which they are finished.

        Args:
            work: Does a task; the same one may be done several times.
            tasks: The tasks; the next one is asked for when a worker will soon need it.
            has_room: Whether another task may be asked for; it must be so when none is under way.
            tell: Called about every `TICK` while nothing is finished.

        Raises:
            WorkersLost: A task was lost `TRIES` times, or the executor has no workers any more.
        """
        given: dict[Future[Done], _Given] = {}
        again: deque[tuple[Task, int]] = deque()
        try:
            while True:
                while len(given) < self._ahead() and (again or has_room()):
                    if again:
                        task, tries = again.popleft()
                    elif (found := next(tasks, None)) is not None:
                        task, tries = found, 0
                    else:
                        break
                    self._give(work, task, tries, given, again)
                if not given and not again:
                    return
                done, _ = wait(given, TICK, FIRST_COMPLETED)
                if not done:
                    self._look()
                    tell()
                    continue
                for future in done:
                    had = given.pop(future)
                    try:
                        result = future.result()
                    except (Exception, CancelledError) as error:
                        if not _is_loss(error, had.pool):
                            raise
                        self._try_again(had, error, again)
                    else:
                        self._alone_since = None
                        yield had.task, result
        finally:
            # A cluster that does not answer takes no word from us about its tasks.
            if self._answers:
                for future in given:
                    future.cancel()

    def _ahead(self) -> int:
        slots = self.slots
        if slots is None:
            return AHEAD
        # One task more than workers for processes beside us; on a cluster, with its ways, one more for each.
        return slots + 1 if self._executor is None else max(2, 2 * slots)

    def _give(
        self,
        work: Callable[[Task], Done],
        task: Task,
        tries: int,
        given: dict[Future[Done], _Given],
        again: deque[tuple[Task, int]],
    ) -> None:
        pool = self._pool
        assert pool is not None
        try:
            # The number of the try makes a repeated task another one for executors that know tasks again.
            future = pool.submit(_do, work, task, tries)
        except BrokenExecutor as error:
            again.appendleft((task, tries))
            self._renew(pool, error)
        except RuntimeError as error:
            if isinstance(pool, ProcessPoolExecutor):
                raise
            raise WorkersLost(f"the executor takes no more work: {error}") from error
        else:
            given[future] = _Given(task, tries, pool)

    def _try_again(self, had: _Given, error: BaseException, again: deque[tuple[Any, int]]) -> None:
        if had.tries + 1 >= TRIES:
            raise WorkersLost(
                f"workers were lost {TRIES} times at {quote(had.task)}; it may be too much for their memory: "
                f"{_tell(error)}"
            ) from error
        again.append((had.task, had.tries + 1))
        if isinstance(error, BrokenExecutor):
            self._renew(had.pool, error)

    def _renew(self, pool: Executor, error: BaseException) -> None:
        """Start new processes in the place of a pool that is broken; others' cannot be started by us."""
        if pool is not self._pool:
            return
        if pool is self._executor:
            raise WorkersLost(f"all workers of the executor are lost: {_tell(error)}") from error
        assert isinstance(pool, ProcessPoolExecutor)
        _end(pool, is_waited_for=False)
        self._pool = self._start()

    def _start(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._workers, initializer=_ignore_interrupts)

    def _look(self) -> None:
        """Ask a cluster whether it has workers, for it would wait for the next one for ever."""
        if self._executor is None:
            return
        asked = time.monotonic()
        try:
            self._slots, self._answers, what = count_slots(self._executor), True, "had no worker"
        except Exception as error:
            # Whatever a client raises that has lost its scheduler.
            self._slots, self._answers, what = 0, False, f"not answered ({type(error).__name__})"
        if self._slots != 0:
            self._alone_since = None
            return
        if self._alone_since is None:
            self._alone_since = asked
        if time.monotonic() - self._alone_since >= self._patience:
            raise WorkersLost(f"the cluster has {what} for {self._patience:g} seconds")


def count_slots(executor: Executor) -> int | None:
    """How many tasks an executor does at a time; None if it does not tell."""
    client = getattr(executor, "_client", None)
    if client is not None and hasattr(client, "nthreads"):
        # A Dask cluster, whose workers come and go.
        return int(sum(client.nthreads().values()))
    most = getattr(executor, "_max_workers", None)
    return most if isinstance(most, int) else None


def _do(work: Callable[[Task], Done], task: Task, tries: int) -> Done:  # noqa: ARG001 - see Crew._give
    return work(task)


def _is_loss(error: BaseException, pool: Executor) -> bool:
    """Whether an error says that a worker was lost, and not that the work went wrong.

    Apart from those of the standard library, these are the errors of the package that the executor is of.
    """
    if isinstance(error, BrokenExecutor | CancelledError):
        return True
    package = type(pool).__module__.partition(".")[0]
    return package != "concurrent" and type(error).__module__.partition(".")[0] == package


def _tell(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".rstrip(": ")


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that was started; it ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _end(pool: ProcessPoolExecutor, is_waited_for: bool) -> None:
    """End a pool; at once means that its processes are ended in the middle of their work."""
    processes = dict(getattr(pool, "_processes", None) or {})
    pool.shutdown(wait=is_waited_for, cancel_futures=True)
    if not is_waited_for:
        for process in processes.values():
            process.terminate()
        for process in processes.values():
            process.join()
