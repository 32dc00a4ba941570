"""Every command: the shape of its JSON, its words, its exit code, and one clear line for wrong use."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
import rummy
from rummy.cli import main
from rummy.cli.simulating import Progressing
from rummy.pace import Progress
from rummy.record import Recorder
from support import started

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

TABLE = "5s 6s 7s | 8c 8d 8h 8s"
MOVES = [
    {
        "kind": "move",
        "card": "8s",
        "from": 2,
        "to": 1,
        "becomes": "8s",
        "new": False,
        "text": "8s from meld 2 to meld 1",
    },
    {
        "kind": "move",
        "card": "9s",
        "from": None,
        "to": 1,
        "becomes": "9s",
        "new": False,
        "text": "9s from the hand to meld 1",
    },
]
RUMMY = [sys.executable, "-m", "rummy"]


class Shell:
    """Runs commands in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: str, code: int = 0) -> str:
        assert main(words) == code
        told = self._capsys.readouterr()
        assert told.err == ""
        return told.out

    def json(self, *words: str, code: int = 0) -> Any:
        text = self(*words, "--json", code=code)
        assert text.count("\n") == 1, "JSON stands on one line"
        return json.loads(text)

    def wrong(self, *words: str) -> str:
        """The one line that says what is wrong."""
        assert run_main(words) == 2
        told = self._capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith("rummy")
        assert told.err.count("\n") == 1
        return told.err


def run_main(words: Sequence[str]) -> object:
    try:
        return main(words)
    except SystemExit as stop:
        return stop.code


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capsys)


def position(hand: str, table: str = TABLE, variant: str = "machiavelli") -> tuple[str, ...]:
    return variant, "--table", table, "--hand", hand


# ---- rules


def test_rules(shell: Shell) -> None:
    everything = shell.json("rules")
    assert list(everything) == list(rummy.VARIANTS)
    one = shell.json("rules", "shanghai", "--set", "must_meld=trust")
    assert one == rummy.variant("shanghai", must_meld="trust").to_json()
    assert everything["shanghai"]["options"] == {"must_meld": ["remind", "trust"]}
    assert everything["carousel"]["decks"]["2"] == {"packs": 1, "jokers": 1}
    text = shell("rules")
    assert all(f"{v.id}: {v.name}" in text for v in rummy.VARIANTS.values())
    assert "--set must_meld  trust (one of remind, trust)" in shell(
        "rules", "shanghai", "--set", "must-meld=trust"
    )


# ---- solve, hint, plays, check


def test_solve(shell: Shell) -> None:
    assert shell.json("solve", *position("9s Kd")) == {
        "cards": ["9s"],
        "table": "8c 8d 8h | 5s 6s 7s 8s 9s",
        "split": 1,
        "changed": [0, 1],
        "points": 1,
        "exact": True,
        "moves": MOVES,
    }
    text = shell("solve", *position("9s Kd"))
    steps = ["moves      2", "   1. 8s from meld 2 to meld 1", "   2. 9s from the hand to meld 1"]
    assert text.splitlines()[-3:] == steps
    assert "puts down  9s" in text
    assert "1 (5s 6s 7s), 2 (8c 8d 8h 8s)" in text


def test_the_steps_of_a_play_with_jokers(shell: Shell) -> None:
    text = shell("solve", *position("7s 9s Kd", "5s 6s *7s", "carousel"))
    assert text.splitlines()[-4:] == [
        "moves      2",
        "   1. 7s from the hand to meld 1",
        "      *7s in meld 1 becomes *8s",
        "   2. 9s from the hand to meld 1",
    ]


def test_solve_for_points(shell: Shell) -> None:
    hand = position("9h Th Jh Qh 2c 2d 2h", "", "manipulation")
    both = shell.json("solve", *hand, "--objective", "points")
    assert both["points"] == 5 * 4 + 10 * 3
    assert shell.json("solve", *hand)["cards"] == both["cards"]


def test_solve_without_a_play(shell: Shell) -> None:
    answer = shell.json("solve", *position("2c", "8h 8d 8c"), code=1)
    assert answer == {
        "cards": [],
        "table": "8c 8d 8h",
        "split": 0,
        "changed": [],
        "points": 0,
        "exact": True,
        "moves": [],
    }
    assert shell("solve", *position("2c"), code=1) == "no card can be played\n"


def test_hint(shell: Shell) -> None:
    answer = shell.json("hint", *position("9s Kd"))
    assert answer == {
        "card": "9s",
        "cards": ["9s"],
        "table": "8c 8d 8h | 5s 6s 7s 8s 9s",
        "changed": [0, 1],
        "rearranges": True,
        "split": 1,
        "moves": MOVES,
    }
    told = shell("hint", *position("9s Kd"))
    assert "rearranges  yes" in told
    assert "from meld" not in told, "a hint does not give the play away"
    assert "changes     no meld" in shell("hint", *position("Kc Kd Ks"))
    assert shell.json("hint", *position("2c"), code=1) is None
    assert shell("hint", *position("2c"), code=1) == "no card can be played\n"


def test_plays(shell: Shell) -> None:
    hand = position("8s 9s 9s Kd", "5s 6s 7s")
    assert shell.json("plays", *hand) == {"plays": [["8s"], ["8s", "9s"]]}
    assert shell("plays", *hand) == "8s\n8s 9s\n"
    assert shell.json("plays", *position("2c"), code=1) == {"plays": []}
    assert shell("plays", *position("2c"), code=1) == "no card can be played\n"


def test_check(shell: Shell) -> None:
    words = ("check", "shanghai", "--before", "5s 6s 7s", "--hand", "8s 2c", "--after")
    assert shell.json(*words, "8s 7s 6s 5s") == {
        "legal": True,
        "cards": ["8s"],
        "table": "5s 6s 7s 8s",
        "faults": [],
    }
    assert shell(*words, "5s 6s 7s 8s").startswith("legal\n")


def test_check_tells_every_fault(shell: Shell) -> None:
    words = ("check", "shanghai", "--before", "5s 6s 7s", "--after", "6s 7s | 2c 3c", "--hand", "2c")
    answer = shell.json(*words, code=1)
    assert (answer["legal"], answer["cards"], answer["table"]) == (False, [], "6s 7s | 2c 3c")
    codes = [fault["code"] for fault in answer["faults"]]
    assert codes == ["meld/too-short", "meld/too-short", "play/card-lost", "play/card-not-in-hand"]
    assert all(set(fault) == {"code", "message", "melds", "cards", "mend"} for fault in answer["faults"])
    text = shell(*words, code=1)
    assert text.startswith("illegal\n")
    assert all(code in text for code in codes)
    assert answer["faults"][0]["mend"] == "5s or 8s would complete it: 5s lay on the table before"
    assert text.splitlines()[2].split() == answer["faults"][0]["mend"].split()


def test_check_of_an_impossible_position(shell: Shell) -> None:
    words = ("check", "shanghai", "--before", "", "--after", "5s 5s 5s", "--hand", "5s 5s 5s")
    assert [fault["code"] for fault in shell.json(*words, code=1)["faults"]] == ["position/too-many-copies"]


def test_the_first_play_of_vatikan(shell: Shell) -> None:
    words = ("check", "vatikan", "--before", "5s 6s 7s", "--after", "5s 6s 7s 8s", "--hand", "8s Kd")
    assert shell.json(*words)["legal"] is True
    faults = shell.json(*words, "--not-opened", code=1)["faults"]
    assert [fault["code"] for fault in faults] == ["play/not-opened"]


# ---- simulate


def test_simulate(shell: Shell) -> None:
    words = ("simulate", "machiavelli", "--players", "greedy,random,greedy", "--games", "6", "--seed", "3")
    answer = shell.json(*words)
    assert set(answer) == {
        "games",
        "deals",
        "turns",
        "seconds",
        "games_per_second",
        "turns_per_second",
        "wins",
        "draws",
        "points",
    }
    assert answer["games"] == answer["deals"] == 6
    assert list(answer["wins"]) == list(answer["points"]) == ["0", "1", "2"]
    assert sum(answer["wins"].values()) + answer["draws"] == 6
    again = shell.json(*words, "--workers", "2")
    timed = ("seconds", "games_per_second", "turns_per_second")
    assert {k: v for k, v in again.items() if k not in timed} == {
        k: v for k, v in answer.items() if k not in timed
    }
    assert "1 random" in shell(*words)


def test_deals_of_an_open_ended_game(shell: Shell) -> None:
    words = ("simulate", "shanghai", "--games", "2")
    assert shell.json(*words)["deals"] == 20
    assert shell.json(*words, "--deals-per-game", "3")["deals"] == 6


def test_rows_of_deals(shell: Shell, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    words = ("simulate", "guadalupe", "--players", "greedy,greedy,greedy", "--games", "40", "--json", "--out")
    files = {ending: tmp_path / f"deals.{ending}" for ending in ("csv", "jsonl", "parquet")}
    for file in files.values():
        shell(*words, str(file))
    rows = [json.loads(line) for line in files["jsonl"].read_text().splitlines()]
    assert len(rows) == 40
    assert list(rows[0]) == ["game", "deal", "dealer", "turns", "reason", "winners", "points"]
    with files["csv"].open(newline="") as file:
        for row, told in zip(rows, csv.DictReader(file), strict=True):
            assert told == {
                name: " ".join(map(str, value)) if isinstance(value, list) else str(value)
                for name, value in row.items()
            }
    assert pq.read_table(files["parquet"]).to_pylist() == rows


def test_parquet_without_its_package(shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    told = shell.wrong("simulate", "guadalupe", "--out", str(tmp_path / "deals.parquet"))
    assert "pip install 'manipulation-rummy[parquet]'" in told


def test_wrong_use_leaves_no_file(shell: Shell, tmp_path: Path) -> None:
    for words in (
        "machiavelli --deals-per-game=3",
        "machiavelli --players=greedy",
        "machiavelli --players=greedy,clever",
    ):
        for ending in ("csv", "parquet", "jsonl"):
            shell.wrong("simulate", *words.split(), "--out", str(tmp_path / f"deals.{ending}"))
    assert list(tmp_path.iterdir()) == []


def test_results_are_not_lost_where_a_folder_lies(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "deals.csv").mkdir()
    assert "Is a directory" in shell.wrong("simulate", "guadalupe", "--out", str(tmp_path / "deals.csv"))
    assert list(tmp_path.iterdir()) == [tmp_path / "deals.csv"]


def test_progress_on_a_terminal_and_elsewhere() -> None:
    class Out(io.StringIO):
        def __init__(self, is_terminal: bool) -> None:
            super().__init__()
            self.is_terminal = is_terminal

        def isatty(self) -> bool:
            return self.is_terminal

    far = Progress(done=500, games=2000, here=500, seconds=5)
    for is_terminal, told in (
        (True, "\r500 of 2,000 games (25%), 100 a second, 0:15 left\x1b[K"),
        (False, ""),
    ):
        out = Out(is_terminal)
        tell = Progressing(out)
        tell._told -= 1
        tell(far)
        tell(far)
        assert out.getvalue() == told
        tell._told -= 60
        tell(far)
        tell.wipe()
        end = "500 of 2,000 games (25%), 100 a second, 0:15 left"
        assert out.getvalue() == (f"{told}\r{end}\x1b[K\r\x1b[K" if is_terminal else f"{end}\n")


# ---- replay


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a game of two deals between computers."""
    path = tmp_path / "game.jsonl"
    match = rummy.Match(rummy.variant("shanghai"), players=3, seed=5)
    greedy = rummy.make_player("greedy")
    with path.open("w") as out:
        recorder = Recorder.begin(match, out, ["greedy"] * 3)
        for deal in range(2):
            if deal:
                recorder.next_deal()
            while (seat := match.deal.seat) is not None:
                recorder.apply(greedy.act(match.deal.view(seat), rummy.chance.Chance(b"", 0)))
        recorder.stop()
    return path


def test_replay(shell: Shell, record: Path) -> None:
    answer = shell.json("replay", str(record))
    assert answer["verified"] is True
    assert (answer["variant"], answer["options"], answer["players"]) == (
        "shanghai",
        {"must_meld": "remind"},
        3,
    )
    assert answer["deals"] == answer["events"]["dealt"] == answer["events"]["ended"] == 2
    assert answer["result"]["totals"] == answer["totals"]
    text = shell("replay", str(record))
    assert "Player 2 (greedy) puts down" in text
    assert "The match is over after 2 deals." in text
    assert text.splitlines()[-1].startswith("verified  ")


def test_replay_of_a_record_that_was_edited(shell: Shell, record: Path) -> None:
    lines = record.read_text().splitlines(keepends=True)
    record.write_text("".join([*lines[:4], lines[4].replace('"seat":', '"seat": '), *lines[5:]]))
    assert shell.json("replay", str(record))["verified"], "spaces are no change"
    record.write_text("".join([*lines[:4], lines[4].replace('"seat":0', '"seat":1'), *lines[5:]]))
    changed = next(number for number, line in enumerate(lines, 1) if '"seat":' in line)
    del lines[changed - 1]
    record.write_text("".join(lines))
    answer = shell.json("replay", str(record), code=1)
    assert (answer["verified"], answer["line"], answer["code"]) == (False, changed, "record/edited")
    assert f"line {changed}:" in shell("replay", str(record), code=1)


def test_replay_of_a_record_that_was_cut(shell: Shell, record: Path) -> None:
    lines = record.read_text().splitlines(keepends=True)
    record.write_text("".join(lines[:-2]))
    assert shell.json("replay", str(record), code=1)["code"] == "record/truncated"
    unfinished = shell.json("replay", str(record), "--unfinished")
    assert (unfinished["verified"], unfinished["result"]) == (True, None)
    record.write_text("".join(lines)[:-10])
    assert shell.json("replay", str(record), "--unfinished", code=1)["line"] == len(lines)


# ---- wrong use


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("", "required: COMMAND"),
        ("shuffle", "invalid choice: 'shuffle'"),
        ("rules whist", "there is no rule-set 'whist'; the rule-sets: manipulation, machiavelli"),
        ("rules --set play_to=200", "name it"),
        ("solve machiavelli --table= ", "required: --hand"),
        ("solve machiavelli --table=5s --hand=8q", "'8q' is not a card"),
        ("solve machiavelli --table=5s,,|x --hand=8s", "'x' is not a card"),
        ("solve machiavelli --table=5s|| --hand=8s", "has a meld without cards"),
        ("solve machiavelli --table=5s --hand=8s", "meld 1 (5s) lies on the table but is no meld"),
        ("solve machiavelli --table= --hand=8s,8s,8s", "more copies of 8s than the packs hold"),
        ("solve machiavelli --table= --hand=*", "this game has no jokers: *"),
        ("hint machiavelli --table= --hand=*", "this game has no jokers: *"),
        ("plays machiavelli --table= --hand=*", "this game has no jokers: *"),
        ("solve machiavelli --table= --hand=8s --objective=wins", "invalid choice: 'wins'"),
        ("solve machiavelli --table= --hand=8s --set=play_to=200", "machiavelli has no option 'play_to'"),
        ("solve manipulation --table= --hand=8s --set=play_to=250", "its values: 200, 300"),
        ("solve manipulation --table= --hand=8s --set=play_to", "'play_to' is not NAME=VALUE"),
        ("solve manipulation --tab= --hand=8s", "required: --table"),
        ("simulate machiavelli --players=greedy", "played by 2 to 5 players, not by 1"),
        ("simulate machiavelli --players=greedy,clever", "there is no player 'clever'; the players: random"),
        ("simulate machiavelli --games=0", "at least 1, not 0"),
        ("simulate machiavelli --games=ten", "'ten' is not a whole number"),
        ("simulate machiavelli --deals-per-game=3", "ends by itself"),
        ("simulate machiavelli --out=deals.xls", "end it with .parquet, .csv, .jsonl"),
        ("simulate machiavelli --out=nowhere/deals.csv", "nowhere/deals.csv: No such file or directory"),
        ("simulate machiavelli --resume", "name them with --out or --seats"),
        ("simulate machiavelli --all-columns", "--all-columns says what --out FILE holds"),
        ("simulate machiavelli --workers=2 --cluster=x", "give one of them"),
        ("simulate machiavelli --patience=-1", "'-1' is not a number of seconds"),
        ("report nowhere.csv", "nowhere.csv: No such file or directory"),
        ("report nowhere.xls", "'nowhere.xls' names no format of results"),
        ("simulate carousel --deals-per-game=3", "ends by itself"),
        ("replay nowhere.jsonl", "nowhere.jsonl: No such file or directory"),
        ("play whist", "there is no rule-set 'whist'"),
        ("play --players=6", "played by 2 to 5 players, not by 6"),
        ("play --players=1", "at least 2, not 1"),
        ("play --opponents=clever", "there is no player 'clever'; the players: random, easy"),
        ("play --opponents=easy,normal --players=2", "2 kinds for 1 opponent: give one for all, or one each"),
        ("play --opponents=easy,normal --names=Ada", "1 name for 2 opponents: give one each"),
        ("play --names=Ada,", "a name cannot be empty"),
        ("play --names=Ada,ada", "the name 'ada' is there twice"),
        ("play --names=you", "the name 'you' is what you are called"),
        ("play --names=A\x1b[31m", "the name 'A\\x1b[31m' has characters that cannot be shown"),
        ("play --names=Bartholomew-Alexander", "is too long: 20 characters at most"),
        ("play --names=a,b,c,d,e", "5 opponents are too many: at most 4 can play"),
        ("play machiavelli --resume=x", "leave out the rule-set"),
        ("play --resume=x", "needs a terminal"),
        ("play --pace=-1", "'-1' is not a number of seconds, 0 or more"),
        ("play --pace=nan", "'nan' is not a number of seconds"),
    ],
)
def test_wrong_use(shell: Shell, words: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert told in shell.wrong(*words.split())


def test_a_mistake_of_the_program_is_not_called_wrong_use(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise rummy.IllegalAction("action/deal-over")

    monkeypatch.setattr("rummy.cli.simulating.simulate", refuse)
    with pytest.raises(rummy.IllegalAction):
        main(["simulate", "machiavelli"])


# ---- as a process


def run(*words: str, **settings: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*RUMMY, *words],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=50,
        check=False,
        **settings,
    )


def test_the_module_runs() -> None:
    done = run("solve", *position("9s Kd"), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["cards"] == ["9s"]
    assert run("solve", *position("2c")).returncode == 1
    assert run("solve").returncode == 2
    assert "usage: rummy" in run("--help").stdout


def test_a_reader_that_leaves_early() -> None:
    command = " ".join([*RUMMY, "rules"])
    done = subprocess.run(
        f"set -o pipefail; {{ {command}; {command}; }} | head -n 1",
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout == "manipulation: Manipulation\n"


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupt_ends_quietly(workers: str) -> None:
    words = ["simulate", "machiavelli", "--games", "1000000", "--workers", workers]
    with started(*RUMMY, *words) as process:
        time.sleep(4)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, "", "\n")
