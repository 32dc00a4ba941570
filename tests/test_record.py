from __future__ import annotations

import io
import json
import pickle
import random
from typing import TYPE_CHECKING, Any

import pytest
import rummy
from rummy import Draw, Match, Recorder, RecordError, load_record, read_record, replay, replay_steps
from rummy.record import digest_line
from rummy.terminal.computers import Computers
from support import EVERY_OPTION, choose, name_of

if TYPE_CHECKING:
    from pathlib import Path

MACHIAVELLI = rummy.variant("machiavelli")


def play(recorder: Recorder, rng: random.Random, actions: int = 100_000) -> None:
    """Go on with a match for a number of actions, to its end if it comes."""
    match = recorder.match
    while match.result is None and actions > 0:
        if match.deal.seat is None:
            if match.variant.match == "open" and match.deal.number == 2:
                recorder.stop()
            else:
                recorder.next_deal()
            continue
        recorder.apply(choose(match.deal, rng))
        actions -= 1


def record_of(v: rummy.Variant, seed: int = 5, actions: int = 100_000) -> tuple[Match, str]:
    out = io.StringIO()
    match = Match(v, players=2, seed=seed)
    play(Recorder.begin(match, out, names=["Ann", "Bö"]), random.Random(seed), actions)
    return match, out.getvalue()


def lines_of(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def rechained(lines: list[dict[str, Any]]) -> str:
    """A record of these lines with digests that fit."""
    digest, text = "", ""
    for line in lines:
        line.pop("digest", None)
        digest = digest_line(digest, line)
        text += json.dumps({**line, "digest": digest}) + "\n"
    return text


@pytest.mark.parametrize("v", EVERY_OPTION, ids=name_of)
def test_a_record_replays_exactly(v: rummy.Variant) -> None:
    match, text = record_of(v)
    assert match.result is not None
    record = read_record(lines_of(text))
    assert record.is_ended
    assert record.header["names"] == ["Ann", "Bö"]
    again = replay(record)
    assert (again.result, again.totals) == (match.result, match.totals)
    assert again.deal.events == match.deal.events
    steps = list(replay_steps(record))
    assert [step.line for step in steps] == list(range(2, len(record.lines) + 1))
    out = io.StringIO()
    copied = Recorder.begin(Match(v, players=2, seed=5), out, names=["Ann", "Bö"])
    for step in steps:
        if step.action is not None:
            if isinstance(step.action, rummy.GiveUp):
                draft = copied.match.deal.draft()
                draft.put(draft.hand[0])
            copied.apply(step.action, step.seat)
        elif step.events and copied.match.deal.seat is None:
            copied.next_deal()
        elif not step.events and copied.match.result is None:
            copied.stop()
    assert out.getvalue() == text


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("v", [v for v in EVERY_OPTION if v.joker_law != "none"], ids=name_of)
def test_computers_play_a_match_that_replays(v: rummy.Variant, players: int) -> None:
    out = io.StringIO()
    match = Match(v, players=players, seed=players)
    kinds = ["greedy", "random", "greedy", "greedy", "random"][:players]
    recorder, computers = Recorder.begin(match, out, kinds), Computers(dict(enumerate(kinds)))
    while match.result is None:
        if match.deal.seat is None:
            recorder.next_deal()
        computers.act(match, recorder)
    record = read_record(lines_of(out.getvalue()))
    again = replay(record)
    assert (again.result, again.deal.events) == (match.result, match.deal.events)
    assert again.deals_won == match.deals_won
    edited = [json.loads(line) for line in lines_of(out.getvalue())]
    edited[-1]["end"]["totals"][0] += 1
    with pytest.raises(RecordError, match="the match stands at"):
        replay(read_record(lines_of(rechained(edited))))


def test_a_record_holds_no_draft_and_no_reminder() -> None:
    out = io.StringIO()
    recorder = Recorder.begin(Match(rummy.variant("manipulation"), seed=3), out)
    deal = recorder.match.deal
    for _ in range(50):
        deal.draft().put(deal.draft().hand[0])
        deal.draft().reset()
        before = out.getvalue()
        try:
            recorder.apply(Draw())
        except rummy.Reminder:
            break
    assert out.getvalue() == before
    recorder.apply(Draw(insist=True))
    assert '"insist":true' in out.getvalue()
    assert "draft" not in out.getvalue()


def test_what_is_refused_is_not_written() -> None:
    out = io.StringIO()
    recorder = Recorder.begin(Match(MACHIAVELLI, seed=3), out)
    before = out.getvalue()
    for action in (rummy.Pass(), rummy.Lay("7s 8s"), rummy.Knock()):
        with pytest.raises(ValueError, match=r"not open|too short"):
            recorder.apply(action)
    for ask in (recorder.next_deal, recorder.stop):
        with pytest.raises(rummy.IllegalAction):
            ask()
    assert out.getvalue() == before


def test_a_record_begins_with_the_match() -> None:
    match = Match(MACHIAVELLI, seed=3)
    match.deal.apply(Draw())
    with pytest.raises(ValueError, match="begins with the match"):
        Recorder.begin(match, io.StringIO())


@pytest.mark.parametrize("v", EVERY_OPTION, ids=name_of)
def test_going_on_with_a_record_makes_the_same_record(v: rummy.Variant, tmp_path: Path) -> None:
    _, whole = record_of(v)
    for actions in (0, 1, 7, 40):
        rng = random.Random(5)
        path = tmp_path / f"{actions}.rummy.jsonl"
        with path.open("w", encoding="utf-8", newline="\n") as file:
            play(Recorder.begin(Match(v, players=2, seed=5), file, names=["Ann", "Bö"]), rng, actions)
        if actions == 7:
            with path.open("a", encoding="utf-8") as file:
                file.write('{"seat":0,"action":{"act')
        with Recorder.reopen(path) as recorder:
            play(recorder, rng)
        assert path.read_text(encoding="utf-8") == whole


def test_going_on_in_memory() -> None:
    _, whole = record_of(MACHIAVELLI)
    _, part = record_of(MACHIAVELLI, actions=9)
    out = io.StringIO(part)
    out.seek(0, io.SEEK_END)
    recorder = Recorder.resume(read_record(lines_of(part)), out)
    rng = random.Random(5)
    record_rng = Match(MACHIAVELLI, players=2, seed=5)
    for _ in range(9):
        record_rng.deal.apply(choose(record_rng.deal, rng))
    play(recorder, rng)
    assert out.getvalue() == whole


def test_an_end_that_was_not_written_is_written() -> None:
    _, whole = record_of(MACHIAVELLI)
    part = "".join(lines_of(whole)[:-1])
    out = io.StringIO()
    Recorder.resume(read_record(lines_of(part)), out)
    assert part + out.getvalue() == whole
    Recorder.resume(read_record(lines_of(whole)), out)
    assert part + out.getvalue() == whole


def test_every_edited_line_is_told_by_its_number() -> None:
    _, text = record_of(MACHIAVELLI)
    lines = lines_of(text)
    for number, line in enumerate(lines, start=1):
        data = json.loads(line)
        data["note"] = "x"
        edited = [*lines[: number - 1], json.dumps(data) + "\n", *lines[number:]]
        with pytest.raises(RecordError, match=f"^line {number}: ") as error:
            read_record(edited)
        assert (error.value.line, error.value.code) == (number, "record/edited")
        assert str(pickle.loads(pickle.dumps(error.value))) == str(error.value)


def test_lines_left_out_moved_or_doubled_are_told() -> None:
    _, text = record_of(MACHIAVELLI)
    lines = lines_of(text)
    for changed, number in (
        ([*lines[:4], *lines[5:]], 5),
        ([*lines[:4], lines[5], lines[4], *lines[6:]], 5),
        ([*lines[:4], lines[3], *lines[4:]], 5),
        (lines[1:], 1),
        ([lines[0], *lines[2:]], 2),
    ):
        with pytest.raises(RecordError) as error:
            read_record(changed)
        assert (error.value.line, error.value.code) == (number, "record/edited")


def test_a_record_that_is_cut_is_told() -> None:
    _, text = record_of(MACHIAVELLI)
    lines = lines_of(text)
    for end in (1, 2, 10, len(lines) - 1):
        record = read_record(lines[:end])
        assert not record.is_ended
        with pytest.raises(RecordError) as error:
            replay(record)
        assert (error.value.line, error.value.code) == (end + 1, "record/truncated")
    for cut in (1, len(lines[0]) - 1, len(lines[0]) + 5, len(text) - 1, len(text) - 20):
        with pytest.raises(RecordError, match="cut in the middle") as error:
            read_record(lines_of(text[:cut]))
        assert error.value.code == "record/truncated"
        assert error.value.line == text[:cut].count("\n") + 1
    with pytest.raises(RecordError, match="the record is empty"):
        read_record([])


def test_a_partial_line_may_be_left_out() -> None:
    _, text = record_of(MACHIAVELLI)
    record = read_record(lines_of(text[:-9]), drop_partial=True)
    assert len(record.lines) == len(lines_of(text)) - 1
    assert replay(record, unfinished=True).result is not None


@pytest.mark.parametrize("text", ["{}\n", "[1]\n", "hello\n", '{"record":"rummy","format":99}\n', "\n"])
def test_what_is_no_record(text: str, tmp_path: Path) -> None:
    path = tmp_path / "no.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RecordError) as error:
        load_record(path)
    assert error.value.line == 1
    assert error.value.code in ("record/unreadable", "record/edited")
    with pytest.raises(RecordError), Recorder.reopen(path):
        pass
    assert path.read_text(encoding="utf-8") == text


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    path = tmp_path / "no.jsonl"
    path.write_bytes(b"\xff\xfe\x00\n")
    with pytest.raises(RecordError, match="not text"):
        load_record(path)


def test_a_record_with_fitting_digests_is_still_verified_event_by_event() -> None:
    _, text = record_of(MACHIAVELLI)

    def fake(number: int, **change: Any) -> str:
        lines = [json.loads(line) for line in lines_of(text)]
        lines[number - 1].update(change)
        return rechained(lines)

    drew = {"event": "drew", "seat": 0, "cards": "As", "count": 1}
    last = len(lines_of(text))
    for number, change, message in (
        (1, {"variant": "chess"}, "the game cannot be set up: there is no rule-set 'chess'"),
        (1, {"players": 7}, "not by 7"),
        (1, {"options": {"colour": "red"}}, "no option 'colour'"),
        (2, {"events": []}, "1 events happened, but 0 are written"),
        (3, {"events": [drew]}, "event 0 was"),
        (3, {"action": {"action": "pass"}}, "this cannot have happened: pass is not open"),
        (3, {"action": {"action": "fly"}}, "an action is an object"),
        (3, {"seat": 9}, "it is the turn of seat"),
        (3, {"events": 5}, "this cannot have happened"),
        (last, {"end": {"winners": [0, 1]}}, "the match stands at"),
    ):
        with pytest.raises(RecordError, match=message) as error:
            replay(read_record(lines_of(fake(number, **change))))
        assert (error.value.line, error.value.code) == (number, "record/wrong")
    with pytest.raises(RecordError, match="line 2: event 0 was"):
        replay(read_record(lines_of(fake(1, seed=6))))


def test_nothing_follows_the_end() -> None:
    _, text = record_of(MACHIAVELLI)
    lines = [json.loads(line) for line in lines_of(text)]
    for more in (
        {"stop": True},
        {"deal": 1, "events": []},
        {"seat": 0, "action": {"action": "draw"}, "events": []},
    ):
        with pytest.raises(RecordError) as error:
            replay(read_record(lines_of(rechained([*lines, more]))), unfinished=True)
        assert error.value.line == len(lines) + 1
