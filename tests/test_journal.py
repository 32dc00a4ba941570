"""Runs that stop and go on: the end is the same, nothing that was done is lost, and nothing is mixed up."""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import time
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest
import rummy
from rummy import ResultsError, simulate
from rummy.cli import main
from rummy.journal import Chunk, Journal
from rummy.rows import DEALS, Run
from rummy.sheets import encode, parse_sheet
from support import started

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

V = rummy.variant("guadalupe")
PLAYERS = ["greedy", "random"]
GAMES = 30
ENDINGS = ("csv", "jsonl", "parquet", "arrow")


def play(folder: Path, name: str = "deals.csv", games: int = GAMES, **how: Any) -> rummy.Results:
    how = {"seed": 5, "chunk": 4, "seats": folder / "seats.jsonl", **how}
    return simulate(V, PLAYERS, games, out=folder / name, **how)


def stopped(folder: Path, chunks: int, name: str = "deals.csv", **how: Any) -> rummy.Results:
    asked = count()
    return play(folder, name, stop=lambda: next(asked) >= chunks, **how)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def whole(tmp_path: Path) -> dict[str, bytes]:
    """The files of a run that was not stopped."""
    folder = tmp_path / "whole"
    folder.mkdir()
    play(folder)
    return contents(folder)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "run"
    folder.mkdir()
    return folder


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_run_that_goes_on_ends_as_one_that_was_not_stopped(
    tmp_path: Path, folder: Path, ending: str
) -> None:
    name = f"deals.{ending}"
    alone = play(tmp_path, name, all_columns=True)
    first = stopped(folder, 3, name, all_columns=True)
    assert first.games == 12
    assert set(contents(folder)) == {name, f"{name}.part", "seats.jsonl"}
    # What was done can be read at once, and the journal stays for the rest.
    assert rummy.read_results(folder / name).summary.deals == 12
    assert len((folder / "seats.jsonl").read_text().splitlines()) == 24
    second = stopped(folder, 2, name, all_columns=True, resume=True, chunk=5)
    assert second.games == 22
    third = play(folder, name, all_columns=True, resume=True, workers=2)
    assert third == alone
    assert third.seconds > second.seconds > first.seconds
    for file in (name, "seats.jsonl"):
        assert (folder / file).read_bytes() == (tmp_path / file).read_bytes()
    assert set(contents(folder)) == {name, "seats.jsonl"}


def test_the_summary_alone_goes_on_too(tmp_path: Path) -> None:
    out = tmp_path / "run.json"
    asked = count()
    simulate(V, PLAYERS, GAMES, 5, chunk=4, out=out, stop=lambda: next(asked) >= 3)
    half = rummy.read_results(out)
    assert half.summary.games == 12
    assert ("unfinished", "12 of 30 games are done") in half.facts
    simulate(V, PLAYERS, GAMES, 5, out=out, resume=True)
    source = rummy.read_results(out)
    assert source.summary.counted == source.summary.games == GAMES
    rows = simulate(V, PLAYERS, GAMES, 5, keep=True).seat_rows
    for seat, counts in enumerate(source.summary.counts):
        for field, total in counts._asdict().items():
            name = "own_turns" if field == "turns" else field
            assert total == sum(row[name] for row in rows if row["seat"] == seat)


def test_a_last_chunk_that_was_cut_is_played_again(folder: Path, whole: dict[str, bytes]) -> None:
    stopped(folder, 4)
    part = folder / "deals.csv.part"
    journal = part.read_bytes()
    start = journal.rindex(b'{"first":12,')
    for cut in (start + 1, start + 100, journal.index(b"\n", start) + 1, len(journal) - 1):
        part.write_bytes(journal[:cut])
        told: list[int] = []
        stopped(folder, 0, resume=True, tell=lambda progress, told=told: told.append(progress.done))  # type: ignore[misc]
        assert told == [12]
        assert part.read_bytes() == journal[:start]
    play(folder, resume=True)
    assert contents(folder) == whole


def test_a_repeated_chunk_changes_nothing(folder: Path, whole: dict[str, bytes]) -> None:
    stopped(folder, 4)
    part = folder / "deals.csv.part"
    journal = part.read_bytes()
    second, third = journal.index(b'{"first":4,'), journal.index(b'{"first":8,')
    part.write_bytes(journal + journal[second:third])
    assert play(folder, resume=True).games == GAMES
    assert contents(folder) == whole


def test_chunks_in_any_order_are_joined_in_that_of_the_games(folder: Path, whole: dict[str, bytes]) -> None:
    run = Run(V, tuple(PLAYERS), GAMES, seed=5)
    out = folder / "deals.csv"
    sheets = [parse_sheet(out, DEALS)]
    rows = simulate(V, PLAYERS, GAMES, 5, keep=True).rows
    assert rows is not None
    with Journal(folder / "deals.csv.part", run, sheets).opened(False) as journal:
        for first in (20, 0, 20, 10, 0):
            games = rows[first : first + 10]
            summary = rummy.Summary(PLAYERS)
            for game in games:
                summary.add(game)
            if first == 10:
                assert list(journal.gaps()) == [range(10, 20)]
            journal.keep(Chunk(first, 10, summary, (encode(sheets[0], run, games),)), seconds=1)
        assert list(journal.gaps()) == []
        journal.finish()
    assert out.read_bytes() == whole["deals.csv"]


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ({"seed": 6}, "begun with seed 5, not 6"),
        ({"games": 40}, "begun with games 30, not 40"),
        (
            {"all_columns": True},
            'begun with files [["deals.csv", "csv", "deals"], ["seats.jsonl", "jsonl", "seats"',
        ),
        ({"seats": None}, "begun with files"),
    ],
)
def test_a_run_with_other_words_is_refused(folder: Path, how: dict[str, Any], told: str) -> None:
    stopped(folder, 2)
    before = contents(folder)
    with pytest.raises(ResultsError) as error:
        play(folder, **{"resume": True, **how})
    assert told in str(error.value)
    assert "ask for the same, or delete the file" in str(error.value)
    assert contents(folder) == before


def test_a_run_of_others_is_refused(folder: Path) -> None:
    stopped(folder, 2)
    out, seats = folder / "deals.csv", folder / "seats.jsonl"
    with pytest.raises(
        ResultsError, match=r'begun with players \["greedy", "random"\], not \["random", "greedy"\]'
    ):
        simulate(V, PLAYERS[::-1], GAMES, 5, out=out, seats=seats, resume=True)
    v = rummy.variant("guadalupe", unfinished_move="draw3")
    with pytest.raises(ResultsError, match=r'begun with options {"unfinished_move": "reset"}, not'):
        simulate(v, PLAYERS, GAMES, 5, out=out, seats=seats, resume=True)


def test_an_unfinished_run_is_not_overwritten_and_a_finished_one_not_resumed(folder: Path) -> None:
    stopped(folder, 2)
    before = contents(folder)
    with pytest.raises(ResultsError, match="an unfinished run is kept there"):
        play(folder)
    assert contents(folder) == before
    play(folder, resume=True)
    before = contents(folder)
    with pytest.raises(ResultsError, match="the run is finished, or this is another file"):
        play(folder, resume=True)
    assert contents(folder) == before


def test_resume_begins_where_nothing_is(folder: Path, whole: dict[str, bytes]) -> None:
    play(folder, resume=True)
    assert contents(folder) == whole


def edited(journal: bytes, what: str) -> bytes:
    lines = journal.split(b"\n")
    if what == "flipped":
        return journal.replace(b",out,", b",owt,", 1)
    if what == "no chunk":
        return journal.replace(b'{"first"', b'["first"', 1)
    if what == "beyond":
        return journal.replace(b'"first":8', b'"first":28', 1)
    if what == "other format":
        return journal.replace(b'"format":1', b'"format":99', 1)
    if what == "no sum":
        return journal.replace(b'"turns":', b'"turns":1', 1)
    assert what == "no header"
    return b"\n".join(lines[1:])


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("flipped", ", line 2: the bytes of a chunk are not those that were written"),
        ("no chunk", ", line 2: the line of a chunk cannot be read"),
        ("beyond", "a chunk holds other games than the run has"),
        ("other format", "it has format 99, and this version reads 1"),
        ("no sum", ", line 2: the line of a chunk cannot be read: the numbers of this summary do not add up"),
        ("no header", "this is not the unfinished run of a simulation"),
    ],
)
def test_a_broken_journal_is_refused_and_left_alone(folder: Path, what: str, told: str) -> None:
    stopped(folder, 4)
    part = folder / "deals.csv.part"
    part.write_bytes(edited(part.read_bytes(), what))
    before = contents(folder)
    for ask in (lambda: play(folder, resume=True), lambda: rummy.read_results(part)):
        with pytest.raises(ResultsError) as error:
            ask()
        assert str(error.value).startswith(str(part))
        assert told in str(error.value)
    assert contents(folder) == before


def test_two_runs_do_not_write_the_same_files(folder: Path) -> None:
    def also(_: object) -> None:
        with pytest.raises(ResultsError, match="another run is writing it"):
            play(folder, resume=True)

    stopped(folder, 2)
    play(folder, resume=True, tell=also)


def test_keeping_rows_and_sinks_do_not_go_with_resuming(folder: Path) -> None:
    for how in ({"keep": True}, {"sink": print}, {"out": None, "seats": None}):
        with pytest.raises(ValueError, match="a run is resumed from its files"):
            simulate(V, PLAYERS, 2, 5, **{"out": folder / "deals.csv", "resume": True, **how})  # type: ignore[arg-type]
    assert contents(folder) == {}


# ---- a full disk


@pytest.fixture
def small_files() -> Iterator[None]:
    """Let the system refuse to write more than some bytes to a file, as a full disk does."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    heard = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (6000, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    signal.signal(signal.SIGXFSZ, heard)


def test_a_disk_that_is_full_keeps_what_was_written(
    folder: Path,
    whole: dict[str, bytes],
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> None:
    request.getfixturevalue("small_files")
    part = folder / "deals.csv.part"
    words = [
        "simulate",
        V.id,
        "--players",
        ",".join(PLAYERS),
        "--games",
        str(GAMES),
        "--seed",
        "5",
        "--chunk",
        "4",
    ]
    words += ["--out", str(folder / "deals.csv"), "--seats", str(folder / "seats.jsonl"), "--workers", "1"]
    assert main(words) == 2
    told = capsys.readouterr()
    done = rummy.read_results(part).summary.games
    assert done in (4, 8, 12)
    assert told.err == (
        f"rummy: {part}: File too large; {done} of {GAMES} games are kept in {part}: "
        "the same command with --resume goes on\n"
    )
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert main([*words, "--resume"]) == 0
    assert contents(folder) == whole


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")  # noqa: PTH110
@pytest.mark.parametrize("ending", ["csv", "parquet", "json"])
def test_a_file_that_cannot_be_joined(folder: Path, ending: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = folder / f"deals.{ending}"
    out.symlink_to("/dev/full")
    assert main(["simulate", V.id, "--games", "9", "--out", str(out)]) == 2
    assert capsys.readouterr().err == (
        f"rummy: {out}: No space left on device; 9 of 9 games are kept in {out}.part: "
        "the same command with --resume goes on\n"
    )
    out.unlink()
    assert main(["simulate", V.id, "--games", "9", "--out", str(out), "--resume"]) == 0
    assert rummy.read_results(out).summary.deals == 9
    assert set(contents(folder)) == {out.name}


# ---- interrupts, as a process


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupt_keeps_what_is_done(folder: Path, workers: str) -> None:
    out = folder / "deals.csv"
    words = ["simulate", V.id, "--games", "1000000", "--seed", "5", "--workers", workers, "--chunk", "20"]
    words += ["--out", str(out)]
    with started(sys.executable, "-m", "rummy", *words) as process:
        part = folder / "deals.csv.part"
        deadline = time.monotonic() + 40
        while not (part.exists() and part.stat().st_size > 10_000) and time.monotonic() < deadline:
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)
        told, err = process.communicate(timeout=30)
    assert (process.returncode, told) == (130, "")
    assert err.startswith("rummy: stopped: ")
    assert err.endswith(f" of 1,000,000 games are in {out}; the same command with --resume goes on\n")
    done = int(err.split()[2].replace(",", ""))
    assert done >= 20
    assert done % 20 == 0
    alone = folder / "alone.csv"
    simulate(V, ["greedy"] * 2, done, 5, out=alone)
    assert out.read_bytes() == alone.read_bytes()
    header = json.loads(part.read_bytes().split(b"\n", 1)[0])
    assert header["run"]["games"] == 1_000_000


def test_a_run_that_is_killed_goes_on(folder: Path, tmp_path: Path) -> None:
    out, part = folder / "deals.jsonl", folder / "deals.jsonl.part"
    words = ["simulate", V.id, "--games", "1000000", "--seed", "5", "--chunk", "20", "--out", str(out)]
    with started(sys.executable, "-m", "rummy", *words, "--workers", "1") as process:
        deadline = time.monotonic() + 40
        while not (part.exists() and part.stat().st_size > 10_000) and time.monotonic() < deadline:
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=30)
    assert not out.exists()
    done = rummy.read_results(part).summary.games
    assert done >= 20
    asked = count()
    simulate(V, ["greedy"] * 2, 1_000_000, 5, chunk=20, out=out, resume=True, stop=lambda: next(asked) >= 1)
    alone = tmp_path / "alone.jsonl"
    simulate(V, ["greedy"] * 2, done + 20, 5, out=alone)
    assert out.read_bytes() == alone.read_bytes()
