"""Work that is done here or in a pool, its results in the order of the tasks.

>>> list(in_order(None, abs, [-3, 1, -2], ahead=2))
[3, 1, 2]
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, TypeVar

from rummy.checks import MOST_WORKERS, quote, verify_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

Task = TypeVar("Task")
Done = TypeVar("Done")


def workshop(executor: Executor | None, workers: int) -> AbstractContextManager[Executor | None]:
    """Where to work: the executor that was given, as many processes, or here (None).

    Raises:
        TypeError: It is no executor, or the number is none.
        ValueError: There are no workers, or more than `MOST_WORKERS`.
    """
    workers = verify_whole(workers, "the number of workers", most=MOST_WORKERS)
    if executor is not None and not isinstance(executor, Executor):
        raise TypeError(f"an executor of concurrent.futures is needed, not {quote(executor)}")
    if workers < 1:
        raise ValueError(f"at least one worker plays, not {workers}")
    if executor is not None or workers == 1:
        return nullcontext(executor)
    return ProcessPoolExecutor(workers)


def in_order(
    pool: Executor | None, work: Callable[[Task], Done], tasks: Iterable[Task], ahead: int
) -> Generator[Done, None, None]:
    """The result of each task, in order; closed early, it leaves out the tasks that were not begun.

    Args:
        pool: Where to work; None: here.
        work: Does a task.
        tasks: The tasks.
        ahead: How many tasks may wait for a worker or for their turn; this bounds the memory.
    """
    if pool is None:
        yield from map(work, tasks)
        return
    waiting: deque[Future[Done]] = deque()
    try:
        for task in tasks:
            waiting.append(pool.submit(work, task))
            if len(waiting) >= ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
