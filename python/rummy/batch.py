"""The best plays of many positions, on all cores and in order.

>>> from rummy.variants import variant
>>> positions = [("5s 6s 7s", "8s 2c"), ("5s 6s", "7s"), ("", "2c 3d")]
>>> for answer in best_plays(variant("shanghai"), positions):
...     print(answer.error or answer.play)
<Play of 8s to '5s 6s 7s 8s'>
meld 1 (5s 6s) lies on the table but is no meld
None
"""

from __future__ import annotations

import os
from collections import deque
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeAlias

from rummy import _core
from rummy.cards import Cards, CardsLike, parse_cards
from rummy.checks import MOST_WORKERS, quote, verify_flag, verify_whole
from rummy.faults import raise_faults
from rummy.play import Play
from rummy.search import Objective, verify_nodes, verify_objective
from rummy.table import Table, TableLike, parse_table
from rummy.variant import Variant, verify_variant

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

AHEAD: Final = 1024
"""Positions that may be searched or wait for their turn to be answered; this bounds the memory."""


class HasPosition(Protocol):
    """An object with a table and a hand; it may also tell by ``opened`` whether a first play was made."""

    @property
    def table(self) -> TableLike:
        """The table."""

    @property
    def hand(self) -> CardsLike:
        """The hand."""


PositionLike: TypeAlias = tuple[TableLike, CardsLike] | tuple[TableLike, CardsLike, bool] | HasPosition
"""A position to answer: table and hand, then whether the player has made a first play (if left out: yes)."""


class Answer:
    """What was found for one position: a best play, that there is none, or what is wrong with the position.

    Attributes:
        error: What `best_play` would raise: `IllegalPosition` with its ``faults``, `NotationError`, or
            `TypeError` for what is no position. None if the question could be answered.

    >>> from rummy.variants import variant
    >>> answer, = best_plays(variant("shanghai"), [("5s 6s", "7s")])
    >>> answer.error.faults[0].code
    'position/bad-meld'
    >>> answer.play
    Traceback (most recent call last):
        ...
    rummy.faults.IllegalPosition: meld 1 (5s 6s) lies on the table but is no meld
    """

    __slots__ = ("_play", "error")

    def __init__(self, play: Play | None = None, error: ValueError | TypeError | None = None) -> None:
        self._play = play
        self.error = error

    @property
    def play(self) -> Play | None:
        """The best play, or None if nothing can be played.

        Raises:
            ValueError: The error, so that one that is overlooked is not taken for a hand without a play.
            TypeError: The same.
        """
        if self.error is not None:
            raise self.error
        return self._play

    def __repr__(self) -> str:
        return f"<Answer: {self._play if self.error is None else self.error!r}>"


class Waiting(NamedTuple):
    """An answer that a worker is to find, and the table it is asked for."""

    pending: _core.Pending
    table: Table


def best_plays(
    v: Variant,
    positions: Iterable[PositionLike],
    objective: Objective = "cards",
    least_disturbance: bool = True,
    nodes: int | None = None,
    workers: int | None = None,
) -> Iterator[Answer]:
    """What `best_play` finds for each of many positions, in their order, searched on several cores.

    The answers are the same whatever the number of workers. They come while positions are still read, and at
    most `AHEAD` positions are read before the first of them is answered, so a stream may be endless. A
    position that cannot be answered has its error in its place and disturbs no other. An error that the
    iterable itself raises comes after the answers to what it gave before.

    Args:
        v: The rule-set.
        positions: Tables and hands, or objects that have them; parsed ones are faster than text.
        objective: As in `best_play`.
        least_disturbance: As in `best_play`.
        nodes: As in `best_play`, for each position.
        workers: How many threads search; None: as many as this process has cores. The interpreter is not held
            by them, so the thread that asks works on beside them.

    Raises:
        TypeError: An argument of the wrong type.
        ValueError: An objective that there is not, fewer workers than one, or more than `MOST_WORKERS`.
    """
    verify_objective(objective)
    rules = verify_variant(v).rules
    cores = _count_cores() if workers is None else verify_whole(workers, "workers", 1, MOST_WORKERS)
    least = verify_flag(least_disturbance, "least_disturbance")
    batch = _core.Batch(cores, rules, objective == "points", least, verify_nodes(nodes))
    return _in_order(_begin(batch, rules, position) for position in positions)


def _in_order(begun: Iterator[Waiting | Answer]) -> Iterator[Answer]:
    waiting: deque[Waiting | Answer] = deque()
    failure = None
    while True:
        try:
            waiting.append(next(begun))
        except StopIteration:
            break
        except Exception as error:
            failure = error
            break
        while waiting and (len(waiting) >= AHEAD or _is_done(waiting[0])):
            yield _finish(waiting.popleft())
    while waiting:
        yield _finish(waiting.popleft())
    if failure is not None:
        raise failure


def _begin(batch: _core.Batch, rules: _core.Rules, position: PositionLike) -> Waiting | Answer:
    """Let a worker search, or say at once what is wrong."""
    try:
        table, hand, opened = _parts_of(position)
        try:
            return Waiting(batch.begin(table.ids, hand.ids, opened), table)
        except _core.Refused as refused:
            raise_faults(refused.args[0], table, rules)
    except (ValueError, TypeError) as error:
        return Answer(error=error.with_traceback(None))


def _is_done(answer: Waiting | Answer) -> bool:
    return isinstance(answer, Answer) or answer.pending.is_done()


def _finish(answer: Waiting | Answer) -> Answer:
    if isinstance(answer, Answer):
        return answer
    play = answer.pending.wait()
    return Answer(play=None if play is None else Play(play, answer.table))


def _parts_of(position: PositionLike) -> tuple[Table, Cards, bool]:
    """The parts of a position.

    Raises:
        TypeError: It is none.
        NotationError: Its text cannot be read.
    """
    table: TableLike
    hand: CardsLike
    opened: object = True
    if isinstance(position, tuple):
        if len(position) not in (2, 3):
            raise TypeError(f"a position is a table and a hand, and opened if need be, not {quote(position)}")
        table, hand, *rest = position
        if rest:
            (opened,) = rest
    else:
        try:
            table, hand = position.table, position.hand
        except AttributeError:
            raise TypeError(
                f"a position is a tuple or has a table and a hand, not {quote(position)}"
            ) from None
        opened = getattr(position, "opened", True)
    if not isinstance(opened, bool):
        raise TypeError(f"opened is True or False, not {quote(opened)}")
    return parse_table(table), parse_cards(hand), opened


def _count_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
