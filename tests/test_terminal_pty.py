"""The game as a process at a terminal, and what it does without one."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
import rummy
from rummy.record import Recorder, load_record, replay
from support import heed_interrupts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

RUMMY = [sys.executable, "-m", "rummy"]
AGAINST = ("--opponents", "greedy")
"""Where opponents are named, none are asked for."""


class Terminal:
    """A process with a terminal of its own."""

    def __init__(self, home: Path, *words: str, **variables: str) -> None:
        self._mine, theirs = pty.openpty()
        environment = {"PATH": os.environ["PATH"], "TERM": "xterm", "HOME": str(home), "COLUMNS": "100"}
        self._process = subprocess.Popen(
            [*RUMMY, *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment | variables,
            start_new_session=True,
            preexec_fn=heed_interrupts,
        )
        os.close(theirs)
        self.text = ""

    def wait_for(self, text: str) -> str:
        """What was written up to the first time ``text`` is."""
        until = time.monotonic() + 30
        while text not in self.text:
            assert time.monotonic() < until, f"{text!r} is not in {self.text!r}"
            if select.select([self._mine], [], [], 0.1)[0]:
                try:
                    self.text += os.read(self._mine, 65536).decode()
                except OSError:  # the process has ended
                    assert text in self.text, f"{text!r} is not in {self.text!r}"
        told, _, self.text = self.text.partition(text)
        return told

    def type(self, text: str) -> None:
        os.write(self._mine, text.encode())

    def interrupt(self) -> None:
        """Send what Ctrl-C sends; again if it came just before the program began to wait for a key."""
        for _ in range(5):
            os.kill(self._process.pid, signal.SIGINT)
            if select.select([self._mine], [], [], 3)[0]:
                return

    def end(self) -> int:
        """The exit code, once the process has ended."""
        code = self._process.wait(timeout=30)
        os.close(self._mine)
        return code

    def stop(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
            os.close(self._mine)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Starts the program with a home folder of its own."""
    started: list[Terminal] = []

    def start_one(*words: str, **variables: str) -> Terminal:
        started.append(Terminal(tmp_path, *words, **variables))
        return started[-1]

    yield start_one
    for terminal in started:
        terminal.stop()


def record_in(home: Path) -> Path:
    (record,) = (home / ".local" / "state" / "rummy").glob("*.rummy.jsonl")
    return record


def test_a_game_is_played_left_and_resumed(tmp_path: Path, start: Callable[..., Terminal]) -> None:
    terminal = start("play", "machiavelli", "--seed", "5", "--pace", "0", *AGAINST)
    greeting = terminal.wait_for("\r\n> ")
    assert "Machiavelli, deal 1" in greeting
    assert "\x1b[31m" in greeting, "hearts are red"
    terminal.type("nonsense\n")
    assert "neither cards nor a command" in terminal.wait_for("\r\n> ")
    terminal.type("draw\n")
    assert "You draw " in terminal.wait_for("\r\n> ")
    hand = replay(load_record(record_in(tmp_path)), unfinished=True).deal.hands[0]
    terminal.type(f"{hand[0]}\n")
    assert "is too short" in terminal.wait_for("\r\n> ")
    terminal.type("\x04")
    told = terminal.wait_for(str(record_in(tmp_path)))
    assert "To go on:" in told
    assert terminal.end() == 0

    again = start("play", "--resume", str(record_in(tmp_path)), "--pace", "0")
    assert "is too short" in again.wait_for("\r\n> "), "the unfinished move is there"
    again.type("undo\nquit\n")
    again.wait_for("To go on:")
    assert again.end() == 0
    straight = rummy.Deal(rummy.variant("machiavelli"), 2, seed=5)
    resumed = replay(load_record(record_in(tmp_path)), unfinished=True).deal
    assert resumed.events[0] == straight.events[0]


def test_no_colour_where_none_is_wanted(start: Callable[..., Terminal]) -> None:
    terminal = start("play", "shanghai", "--seed", "2", *AGAINST, NO_COLOR="1")
    greeting = terminal.wait_for("\r\n> ")
    assert not re.search(r"\x1b\[\d+m", greeting)
    terminal.type("\x04")
    terminal.wait_for("To go on:")
    assert terminal.end() == 0


def test_ctrl_c_leaves_and_says_how_to_go_on(tmp_path: Path, start: Callable[..., Terminal]) -> None:
    terminal = start("play", "--seed", "2", "--record", str(tmp_path / "mine.jsonl"), *AGAINST)
    terminal.wait_for("\r\n> ")
    terminal.interrupt()
    terminal.wait_for("mine.jsonl")
    assert terminal.end() == 130
    assert not replay(load_record(tmp_path / "mine.jsonl"), unfinished=True).deal.result


def test_a_record_is_not_written_over(tmp_path: Path, start: Callable[..., Terminal]) -> None:
    (tmp_path / "mine.jsonl").write_text("mine\n")
    terminal = start("play", "--record", str(tmp_path / "mine.jsonl"), *AGAINST)
    terminal.wait_for("File exists")
    assert terminal.end() == 2
    assert (tmp_path / "mine.jsonl").read_text() == "mine\n"


def test_a_broken_record_is_not_resumed(tmp_path: Path, start: Callable[..., Terminal]) -> None:
    (tmp_path / "mine.jsonl").write_text("mine\n")
    terminal = start("play", "--resume", str(tmp_path / "mine.jsonl"))
    terminal.wait_for("line 1: this is not a line of a record")
    assert terminal.end() == 2


# In this deal the computer begins, with a play that takes a loose joker.
ITS_PLAY = ("play", "tahiti", "--seed", "39", *AGAINST, "--pace")
UP = re.compile(r"\x1b\[\d+A")
"""What moves the cursor up, to draw over what is there."""


def test_the_steps_of_a_play_are_drawn_in_place(start: Callable[..., Terminal]) -> None:
    terminal = start(*ITS_PLAY, "0.01")
    told = terminal.wait_for("\r\n> ")
    assert "1/4  *, loose at 3, to meld 2 as *8c" in told
    assert "4/4  5h from the hand to" in told
    assert len(UP.findall(told)) == 5
    assert told.count("You may") == 1
    terminal.type("\x04")
    terminal.wait_for("To go on:")
    assert terminal.end() == 0


def test_enter_skips_the_steps_and_a_command_waits(start: Callable[..., Terminal]) -> None:
    for typed, answer in (("\n", ""), ("draw\n", "You draw")):
        terminal = start(*ITS_PLAY, "20")
        terminal.wait_for("(Enter skips)")
        terminal.type(typed)
        told = terminal.wait_for("\r\n> ")
        assert "/4" not in told
        assert told.count("You may") == 1
        if answer:
            assert answer in terminal.wait_for("\r\n> ")
        terminal.type("\x04")
        terminal.wait_for("To go on:")
        assert terminal.end() == 0


def test_ctrl_c_leaves_while_steps_are_drawn(start: Callable[..., Terminal]) -> None:
    terminal = start(*ITS_PLAY, "20")
    terminal.wait_for("(Enter skips)")
    terminal.interrupt()
    terminal.wait_for("To go on:")
    assert terminal.end() == 130


def test_the_steps_of_a_play_as_lines(start: Callable[..., Terminal]) -> None:
    terminal = start(*ITS_PLAY, "0", NO_COLOR="1")
    told = terminal.wait_for("\r\n> ")
    assert "\r\n  to 8s: *8c (loose), 8h from the hand\r\n" in told
    assert "Enter skips" not in told
    assert not UP.findall(told)
    terminal.type("\x04")
    terminal.wait_for("To go on:")
    assert terminal.end() == 0


# ---- who plays


def test_who_plays_is_asked_and_kept(tmp_path: Path, start: Callable[..., Terminal]) -> None:
    terminal = start("play", "machiavelli", "--seed", "5", "--pace", "0")
    terminal.wait_for("How many opponents, 1 to 4? [1] ")
    terminal.type("5\n")
    assert "'5' is not a number from 1 to 4" in terminal.wait_for("How many opponents, 1 to 4? [1] ")
    terminal.type("2\n")
    assert "random, easy, normal" in terminal.wait_for("? (One for all, or one each.) [normal] ")
    terminal.type("easy, clever\n")
    assert "there is no player 'clever'" in terminal.wait_for("[normal] ")
    terminal.type("easy,normal\n")
    terminal.wait_for("Their names? [Computer 1, Computer 2] ")
    terminal.type("Ada,ADA\n")
    assert "the name 'ADA' is there twice" in terminal.wait_for("[Computer 1, Computer 2] ")
    terminal.type("Ada, Zoë\n")
    greeting = terminal.wait_for("\r\n> ")
    assert "You play against Ada (easy) and Zoë (normal)." in greeting
    assert "Ada 13 cards, Zoë 13 cards" in greeting
    assert "Computer" not in greeting
    terminal.type("draw\n")
    terminal.wait_for("\r\n> ")
    terminal.type("\x04")
    terminal.wait_for("To go on:")
    assert terminal.end() == 0

    record = record_in(tmp_path)
    assert load_record(record).header["names"] == ["You", "Ada", "Zoë"]
    assert load_record(record).header["kinds"] == ["person", "easy", "normal"]
    again = start("play", "--resume", str(record), "--pace", "0")
    assert "You play against Ada (easy) and Zoë (normal)." in again.wait_for("\r\n> ")
    again.type("\x04")
    again.wait_for("To go on:")
    assert again.end() == 0
    other = start("play", "--resume", str(record), "--opponents", "greedy", "--pace", "0")
    assert "You play against Ada (greedy) and Zoë (greedy)." in other.wait_for("\r\n> ")
    other.type("draw\n")
    assert re.search(r"Ada (draws|puts down)", other.wait_for("\r\n> "))
    other.type("\x04")
    other.wait_for("To go on:")
    assert other.end() == 0


def test_enter_takes_what_is_usual(start: Callable[..., Terminal]) -> None:
    terminal = start("play", "machiavelli", "--seed", "5")
    for question in ("[1] ", "[normal] ", "Its name? [Computer] "):
        terminal.wait_for(question)
        terminal.type("\n")
    assert "You play against Computer (normal)." in terminal.wait_for("\r\n> ")
    terminal.type("\x04")
    terminal.wait_for("To go on:")
    assert terminal.end() == 0


@pytest.mark.parametrize("flags", [("--players", "3"), ("--names", "Ada,Bo"), ("--opponents", "easy,easy")])
def test_what_is_said_by_a_flag_is_not_asked(start: Callable[..., Terminal], flags: tuple[str, str]) -> None:
    terminal = start("play", "machiavelli", "--seed", "5", *flags)
    greeting = terminal.wait_for("\r\n> ")
    assert "How many" not in greeting
    assert re.search(r"You play against \S+( 1)? \((easy|normal)\) and \S+( 2)? \((easy|normal)\)", greeting)
    terminal.type("\x04")
    terminal.wait_for("To go on:")
    assert terminal.end() == 0


def test_whoever_leaves_at_a_question_has_begun_no_game(
    tmp_path: Path, start: Callable[..., Terminal]
) -> None:
    terminal = start("play", "machiavelli")
    terminal.wait_for("[1] ")
    terminal.type("\n")
    terminal.wait_for("[normal] ")
    terminal.type("\x04")
    terminal.wait_for("No game was begun.")
    assert terminal.end() == 0
    terminal = start("play", "machiavelli")
    terminal.wait_for("[1] ")
    terminal.interrupt()
    assert terminal.end() == 130
    assert not list(tmp_path.rglob("*.jsonl"))


def test_a_record_of_others_is_not_resumed(tmp_path: Path, start: Callable[..., Terminal]) -> None:
    path = tmp_path / "mine.jsonl"
    with path.open("w") as out:
        Recorder.begin(rummy.Match(rummy.variant("machiavelli"), seed=1), out, ["Ann", "Bo"])
    terminal = start("play", "--resume", str(path))
    terminal.wait_for("this is no game of a person against computers: Ann, Bo")
    assert terminal.end() == 2


def test_a_record_from_before_names_is_resumed(tmp_path: Path, start: Callable[..., Terminal]) -> None:
    path = tmp_path / "mine.jsonl"
    with path.open("w") as out:
        Recorder.begin(rummy.Match(rummy.variant("machiavelli"), seed=1), out, ["person", "greedy"])
    terminal = start("play", "--resume", str(path))
    assert "You play against Computer (greedy)." in terminal.wait_for("\r\n> ")
    terminal.type("\x04")
    terminal.wait_for("To go on:")
    assert terminal.end() == 0


def run_without_terminal(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*RUMMY, "play", *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )


@pytest.mark.parametrize("variant", rummy.VARIANTS)
def test_without_a_terminal_computers_play_one_deal(variant: str, tmp_path: Path) -> None:
    words = (variant, "--players", "3", "--seed", "9")
    done = run_without_terminal(*words, "--record", str(tmp_path / "game.jsonl"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert "Computer 3 puts down" in done.stdout
    assert "The deal is over" in done.stdout
    assert re.search(r"^  to .*: .* from (the hand|\w\w )", done.stdout, re.MULTILINE), "the steps of a play"
    assert run_without_terminal(*words).stdout == done.stdout, "the seed decides"
    match = replay(load_record(tmp_path / "game.jsonl"), unfinished=True)
    assert match.deal.result is not None
    assert str(match.deal.table[0]) in done.stdout


def test_the_default_game_without_a_terminal() -> None:
    done = run_without_terminal()
    assert done.returncode == 0
    assert "Manipulation, deal 1" in done.stdout


def test_levels_and_names_without_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    words = ("guadalupe", "--opponents", "easy,greedy", "--names", "Ada,Bo", "--record", str(path))
    done = run_without_terminal(*words)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("3 computers play (normal, easy, greedy, seed 1).\n")
    assert "Ada puts down" in done.stdout
    assert "Computer puts down" in done.stdout
    header = load_record(path).header
    assert (header["names"], header["kinds"]) == (["Computer", "Ada", "Bo"], ["normal", "easy", "greedy"])
