"""Records that were cut, edited or forged: an error that names the line."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import pytest
import rummy
from rummy.chance import Chance
from rummy.record import digest_line

if TYPE_CHECKING:
    from collections.abc import Callable


def recorded() -> list[str]:
    """The lines of a whole game."""
    out = io.StringIO()
    recorder = rummy.Recorder.begin(rummy.Match(rummy.variant("guadalupe"), seed=3), out)
    player = rummy.make_player("greedy")
    while recorder.match.result is None:
        deal = recorder.match.deal
        recorder.apply(player.act(deal.view(deal.seat), Chance(b"", deal.turn, deal.step)))
    return out.getvalue().splitlines(keepends=True)


LINES = recorded()
LAID = next(number for number, line in enumerate(LINES) if '"lay"' in line)


def replay(lines: list[str]) -> object:
    return rummy.replay(rummy.read_record(lines))


def test_a_whole_record_replays() -> None:
    assert rummy.replay(rummy.read_record(LINES)).result is not None


@pytest.mark.parametrize("kept", [0, 1, 2, len(LINES) // 2, len(LINES) - 1])
def test_a_record_that_stops_too_early(kept: int) -> None:
    with pytest.raises(rummy.RecordError) as error:
        replay(LINES[:kept])
    assert (error.value.code, error.value.line) == ("record/truncated", kept + 1)
    assert f"line {kept + 1}: " in str(error.value)


@pytest.mark.parametrize("number", [0, 1, LAID, len(LINES) - 1])
def test_a_record_cut_in_a_line(number: int) -> None:
    for text in (LINES[number][:-1], LINES[number][: len(LINES[number]) // 2]):
        with pytest.raises(rummy.RecordError) as error:
            replay([*LINES[:number], text])
        assert (error.value.code, error.value.line) == ("record/truncated", number + 1)


@pytest.mark.parametrize(
    ("edit", "code", "line"),
    [
        (lambda lines: [lines[0].replace('"seed":3', '"seed":4'), *lines[1:]], "record/edited", 1),
        (lambda lines: [*lines[:LAID], *lines[LAID + 1 :]], "record/edited", LAID + 1),
        (lambda lines: [*lines[:LAID], lines[LAID], *lines[LAID:]], "record/edited", LAID + 2),
        (lambda lines: [*lines[:1], *lines[2:3], *lines[1:2], *lines[3:]], "record/edited", 2),
        (lambda lines: [*lines[:LAID], "not JSON\n", *lines[LAID + 1 :]], "record/unreadable", LAID + 1),
        (lambda lines: ["[]\n", *lines[1:]], "record/unreadable", 1),
        (lambda lines: lines[1:], "record/edited", 1),
    ],
)
def test_an_edited_record(edit: Callable[[list[str]], list[str]], code: str, line: int) -> None:
    with pytest.raises(rummy.RecordError) as error:
        replay(edit(LINES))
    assert (error.value.code, error.value.line) == (code, line)


def sealed(lines: list[dict[str, Any]]) -> list[str]:
    """Lines with digests that are right, as a forger would write them."""
    digest, written = "", []
    for line in lines:
        digest = digest_line(digest, line)
        written.append(json.dumps({**line, "digest": digest}) + "\n")
    return written


def unsealed() -> list[dict[str, Any]]:
    return [{key: value for key, value in json.loads(line).items() if key != "digest"} for line in LINES]


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda lines: lines[0].update(variant="poker"), 1),
        (lambda lines: lines[0].update(players=9), 1),
        (lambda lines: lines[0].update(seed=4), 2),
        (lambda lines: lines[LAID].update(seat=1 - lines[LAID]["seat"]), LAID + 1),
        (lambda lines: lines[LAID]["action"].update(table="7s 8s 9s"), LAID + 1),
        (lambda lines: lines[LAID]["action"].update(table="7z"), LAID + 1),
        (lambda lines: lines[LAID].update(events=[]), LAID + 1),
        (lambda lines: lines[LAID].pop("events"), LAID + 1),
        (lambda lines: lines[-1]["end"].update(winners=[]), len(LINES)),
    ],
)
def test_a_record_of_what_cannot_have_happened(
    change: Callable[[list[dict[str, Any]]], object], line: int
) -> None:
    lines = unsealed()
    change(lines)
    with pytest.raises(rummy.RecordError) as error:
        replay(sealed(lines))
    assert (error.value.code, error.value.line) == ("record/wrong", line)
