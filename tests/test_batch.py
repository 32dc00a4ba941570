"""Many positions at once: the same answers as one by one, in order, and errors only where they belong."""

from __future__ import annotations

import os
import random
import re
import signal
import sys
import threading
import time
from collections import namedtuple
from typing import TYPE_CHECKING, Any

import pytest
import rummy
from rummy.batch import AHEAD, best_plays
from support import EVERY, name_of, started
from test_cases import load

if TYPE_CHECKING:
    from collections.abc import Iterator

SHANGHAI = rummy.variant("shanghai")
TAHITI = rummy.variant("tahiti")
EASY = ("5s 6s 7s", "8s 2c")
# A position whose search takes about ten milliseconds: it is overtaken by those after it.
HARD = ("", "* * * * Ac 3c 5c 7c 9c Jc Kc 2d 4d 6d 8d Td Qd Ah 3h 5h")


def positions_of(v: rummy.Variant, most: int) -> list[tuple[str, str, bool]]:
    """Positions with right answers of one rule-set."""
    cases = [case for file in ("plays", "positions_play", "positions_jokers") for case in load(file)]
    mine = [case for case in cases if case["rules"] == v.id]
    return [(case["table"], case["hand"], case.get("opened", True)) for case in mine[:most]]


def shown(play: rummy.Play | None) -> object:
    return None if play is None else play.to_json()


@pytest.mark.parametrize("v", EVERY, ids=name_of)
def test_the_same_as_one_by_one_with_any_number_of_workers(v: rummy.Variant) -> None:
    positions = positions_of(v, 60)
    assert positions
    how: Any
    for how in ({}, {"objective": "points"}, {"least_disturbance": False}, {"nodes": 5}):
        alone = [shown(rummy.best_play(v, table, hand, opened=o, **how)) for table, hand, o in positions]
        for workers in (1, 2, 5):
            answers = best_plays(v, positions, workers=workers, **how)
            assert [shown(answer.play) for answer in answers] == alone


def test_what_was_asked_before_changes_no_answer() -> None:
    """A bound left over from another search once decided between plays that are equally good."""
    cases = [case for case in load("plays") + load("least") if case["rules"] == TAHITI.id]
    positions = [(case["table"], case["hand"]) for case in cases]
    first = [shown(rummy.best_play(TAHITI, *position)) for position in positions]
    for seed in range(5):
        order = random.Random(seed).sample(range(len(positions)), len(positions))
        answers = best_plays(TAHITI, [positions[place] for place in order], workers=2)
        assert [shown(answer.play) for answer in answers] == [first[place] for place in order]


def test_quick_answers_wait_for_slow_ones() -> None:
    positions = [HARD, *[("", f"{rank}c {rank}d {rank}h") for rank in "A23456789TJQK"]] * 5
    answers = list(best_plays(TAHITI, positions, workers=3))
    for place, answer in enumerate(answers):
        if place % 14:
            assert answer.play is not None
            assert str(answer.play.cards) == positions[place][1]
        else:
            assert shown(answer.play) == shown(answers[0].play)


def test_what_a_position_may_be() -> None:
    Named = namedtuple("Named", ["table", "hand"])

    class Thing:
        table = rummy.parse_table(EASY[0])
        hand = rummy.parse_cards(EASY[1])
        opened = False

    positions: list[Any] = [EASY, (*EASY, True), Named(*EASY), Thing(), (["5s 6s 7s"], ["8s", "2c"])]
    answers = [answer.play for answer in best_plays(SHANGHAI, positions)]
    assert answers == [rummy.best_play(SHANGHAI, *EASY)] * len(positions)


def test_opened_is_heeded() -> None:
    v = rummy.variant("vatikan")
    cards = ("5s 6s 7s", "8s Kd")
    plays = [answer.play for answer in best_plays(v, [(*cards, True), (*cards, False)])]
    assert [play is None for play in plays] == [False, True]


def test_an_error_stays_in_its_place() -> None:
    bad: list[Any] = [
        ("5s 6s", "7s"),
        ("", "8s 8s 8s"),
        ("", "8q"),
        ("5s ||", "8s"),
        (5, "8s"),
        ("", None),
        ("5s 6s 7s",),
        ("5s 6s 7s", "8s", "yes"),
        None,
        "5s",
        object(),
    ]
    mixed: list[Any] = [position for each in bad for position in (EASY, each)]
    answers = list(best_plays(SHANGHAI, mixed, workers=2))
    assert [answer.error is None for answer in answers] == [True, False] * len(bad)
    assert all(answer.play == rummy.best_play(SHANGHAI, *EASY) for answer in answers[::2])
    errors = [answer.error for answer in answers[1::2]]
    assert [type(error) for error in errors] == [
        *[rummy.IllegalPosition] * 2,
        *[rummy.NotationError] * 2,
        *[TypeError] * 7,
    ]
    assert isinstance(errors[0], rummy.IllegalPosition)
    assert [fault.code for fault in errors[0].faults] == ["position/bad-meld"]
    assert "opened is True or False, not 'yes'" in str(errors[7])
    for answer in answers[1::2]:
        with pytest.raises((ValueError, TypeError)) as raised:
            _ = answer.play
        assert raised.value is answer.error


def test_errors_are_as_of_one_position() -> None:
    for table, hand in [("5s 6s", "7s"), ("", "*"), ("x", "7s")]:
        (answer,) = best_plays(SHANGHAI, [(table, hand)])
        with pytest.raises(type(answer.error), match=re.escape(str(answer.error))):  # type: ignore[arg-type]
            rummy.best_play(SHANGHAI, table, hand)


def test_an_error_of_the_iterable_comes_after_what_it_gave() -> None:
    def give() -> Iterator[tuple[str, str]]:
        yield EASY
        yield EASY
        raise OSError("the disk is gone")

    answers = best_plays(SHANGHAI, give())
    assert next(answers).play == next(answers).play
    with pytest.raises(OSError, match="the disk is gone"):
        next(answers)


def test_wrong_words_are_told_at_once() -> None:
    with pytest.raises(ValueError, match="objective cannot be 'wins'; its values: cards, points"):
        best_plays(SHANGHAI, [], objective="wins")  # type: ignore[arg-type]
    for workers in (0, -1):
        with pytest.raises(ValueError, match="workers must be at least 1"):
            best_plays(SHANGHAI, [], workers=workers)
    with pytest.raises(ValueError, match="nodes must be at least 0"):
        best_plays(SHANGHAI, [], nodes=-1)
    with pytest.raises(TypeError, match="v must be a Variant"):
        best_plays("shanghai", [])  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        best_plays(SHANGHAI, 5)  # type: ignore[arg-type]


def test_nothing_asked() -> None:
    assert list(best_plays(SHANGHAI, [])) == []
    assert list(best_plays(SHANGHAI, iter(()), workers=2)) == []


def test_an_endless_stream_is_read_only_so_far_ahead() -> None:
    read = 0

    def give() -> Iterator[tuple[rummy.Table, rummy.Cards]]:
        nonlocal read
        parsed = rummy.parse_table(EASY[0]), rummy.parse_cards(EASY[1])
        while True:
            read += 1
            yield parsed

    answers = best_plays(SHANGHAI, give(), least_disturbance=False, workers=2)
    for taken in range(1, 20_000):
        assert next(answers).play is not None
        assert read - taken <= AHEAD
    answers.close()  # type: ignore[attr-defined]


def test_slow_positions_are_read_only_so_far_ahead() -> None:
    read = 0

    def give() -> Iterator[tuple[str, str]]:
        nonlocal read
        while True:
            read += 1
            yield HARD if read == 1 else EASY

    assert next(best_plays(TAHITI, give(), workers=1)).error is None
    assert read <= AHEAD


def test_leaving_early_leaves_the_rest_undone() -> None:
    answers = best_plays(TAHITI, [HARD] * 500, workers=2)
    assert next(answers).play is not None
    began = time.process_time()
    del answers
    time.sleep(0.3)
    assert time.process_time() - began < 0.25, "what nobody waits for is not searched"


def test_other_threads_go_on() -> None:
    """The interpreter is free while the workers search."""
    counted, stop = 0, threading.Event()

    def count() -> None:
        nonlocal counted
        while not stop.is_set():
            counted += 1
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    try:
        list(best_plays(TAHITI, [HARD] * 20, workers=1))
        before = counted
        list(best_plays(TAHITI, [HARD] * 20, workers=1))
        assert counted > before
    finally:
        stop.set()
        thread.join()


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="interrupts are sent as POSIX sends them")
def test_an_interrupt_ends_a_wait() -> None:
    program = (
        "import rummy\n"
        "v = rummy.variant('tahiti')\n"
        "print('ready', flush=True)\n"
        f"for answer in rummy.best_plays(v, [{HARD!r}] * 1_000_000, workers=1): answer.play\n"
    )
    with started(sys.executable, "-c", program) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        began = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        _, told = process.communicate(timeout=30)
        assert time.monotonic() - began < 5
    assert "KeyboardInterrupt" in told
    assert "panicked" not in told
