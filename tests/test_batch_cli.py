"""``rummy solve --batch``: a line for each line, errors in their places, codes, streams and interrupts."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
import support
from rummy.cli import main
from test_cases import load

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

RUMMY = [sys.executable, "-m", "rummy"]
GOOD = {"table": "5s 6s 7s", "hand": "8s 2c"}
MOVE = {
    "kind": "move",
    "card": "8s",
    "from": None,
    "to": 1,
    "becomes": "8s",
    "new": False,
    "text": "8s from the hand to meld 1",
}
ANSWER = {
    "cards": ["8s"],
    "table": "5s 6s 7s 8s",
    "split": 0,
    "changed": [0],
    "points": 1,
    "exact": True,
    "moves": [MOVE],
}
NOTHING = {
    "cards": [],
    "table": "5s 6s 7s",
    "split": 0,
    "changed": [],
    "points": 0,
    "exact": True,
    "moves": [],
}


class Batch:
    """Runs ``solve --batch`` on lines, in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self._capsys = capsys
        self._file = folder / "positions.jsonl"

    def __call__(self, *lines: object, code: int = 0, rules: str = "shanghai", words: str = "") -> list[Any]:
        texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        self._file.write_text("".join(text + "\n" for text in texts), encoding="utf-8")
        return self.of(self._file, code, rules, words)

    def of(self, file: Path, code: int = 0, rules: str = "shanghai", words: str = "") -> list[Any]:
        assert main(["solve", rules, "--batch", str(file), *words.split()]) == code
        told = self._capsys.readouterr()
        assert told.err == ""
        return [json.loads(line) for line in told.out.splitlines()]


@pytest.fixture
def batch(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Batch:
    return Batch(capsys, tmp_path)


def test_each_line_has_its_line(batch: Batch) -> None:
    assert batch(GOOD, {**GOOD, "id": "x"}, {**GOOD, "id": None}) == [
        ANSWER,
        {"id": "x", **ANSWER},
        {"id": None, **ANSWER},
    ]
    assert batch(GOOD, {"id": [1, {"a": 2}], "table": " 7s 6S 5s", "hand": "2c"}, code=1) == [
        ANSWER,
        {"id": [1, {"a": 2}], **NOTHING},
    ]


def test_the_same_as_solve(batch: Batch, capsys: pytest.CaptureFixture[str]) -> None:
    cases = [case for case in load("least") if case["rules"] == "vatikan"]
    assert cases
    expected = []
    for case in cases:
        words = ["--table", case["table"], "--hand", case["hand"], "--json"]
        main(["solve", "vatikan", *words, *([] if case["opened"] else ["--not-opened"])])
        expected.append(json.loads(capsys.readouterr().out))
    code = int(any(answer["cards"] == [] for answer in expected))
    for words in ("", "--workers 1", "--workers 3 --json"):
        assert batch(*cases, code=code, rules="vatikan", words=words) == expected


def test_words_that_go_with_it(batch: Batch) -> None:
    hand = {"table": "", "hand": "9h Th Jh Qh 2c 2d 2h", "opened": True, "rules": "ignored"}
    (answer,) = batch(hand, rules="manipulation", words="--objective points --set play_to=300")
    assert answer["points"] == 50


def test_bad_lines_stay_in_their_places(batch: Batch) -> None:
    bad = {
        "": "the line is no JSON",
        "{": "the line is no JSON",
        "[" * 100_000: "the line is no JSON",
        "7": "no JSON object",
        '["", "8s"]': "no JSON object",
        '{"hand": "8s"}': 'there is no "table"',
        '{"table": ""}': 'there is no "hand"',
        '{"table": null, "hand": "8s"}': '"table" is text, not null',
        '{"table": "", "hand": ["8s"]}': '"hand" is text, not ["8s"]',
        '{"table": "", "hand": "8s", "opened": 1}': '"opened" is true or false, not 1',
        '{"table": "", "hand": "8q"}': "'8q' is not a card",
        '{"table": "|", "hand": "8s"}': "a meld without cards",
        '{"table": "", "hand": "\\ud800"}': "is not a card",
    }
    answers = batch(*[line for text in bad for line in (GOOD, text)], code=1)
    assert answers[::2] == [ANSWER] * len(bad)
    for place, (answer, told) in enumerate(zip(answers[1::2], bad.values(), strict=True)):
        assert told in answer.pop("error")
        assert answer == {"faults": [], "line": 2 * place + 2}


def test_impossible_positions_tell_their_faults(batch: Batch) -> None:
    (answer,) = batch({"table": "5s 6s", "hand": "8s 8s 8s", "id": 7}, code=1)
    codes = [fault["code"] for fault in answer["faults"]]
    assert codes == ["position/bad-meld", "position/too-many-copies"]
    assert all(set(fault) == {"code", "message", "melds", "cards", "mend"} for fault in answer["faults"])
    assert (answer["id"], answer["line"], list(answer)) == (7, 1, ["id", "error", "faults", "line"])


def test_bytes_that_are_no_text(batch: Batch, tmp_path: Path) -> None:
    file = tmp_path / "bytes.jsonl"
    good = json.dumps(GOOD).encode()
    file.write_bytes(b"\xef\xbb\xbf" + good + b"\r\n\xff\xfe\n" + good)
    first, second, third = batch.of(file, code=1)
    assert first == third == ANSWER
    assert second["line"] == 2


def test_no_lines(batch: Batch) -> None:
    assert batch() == []
    assert run("solve", "shanghai", "--batch", "-").stdout == ""


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--batch nowhere.jsonl", "nowhere.jsonl: No such file or directory"),
        ("--batch - --hand 8s", "leave out the flags"),
        ("--table= --batch -", "leave out the flags"),
        ("--batch - --not-opened", "leave out the flags"),
        ("--batch - --workers 0", "at least 1, not 0"),
        ("--table= --hand=8s --workers 2", "--workers is for --batch"),
        ("--batch", "expected one argument"),
        ("--batch - --set play_to=200", "no option 'play_to'"),
    ],
)
def test_wrong_use(words: str, told: str) -> None:
    done = run("solve", "shanghai", *words.split())
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert told in done.stderr


# ---- as a process


def run(*words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*RUMMY, *words], input=text, capture_output=True, text=True, timeout=50, check=False
    )


def started(*words: str, **settings: Any) -> AbstractContextManager[subprocess.Popen[str]]:
    return support.started(*RUMMY, "solve", "shanghai", "--batch", *words, **settings)


def test_standard_input_and_codes() -> None:
    line = json.dumps(GOOD)
    done = run("solve", "shanghai", "--batch", "-", text=line)
    assert (done.returncode, done.stderr, json.loads(done.stdout)) == (0, "", ANSWER)
    assert run("solve", "shanghai", "--batch", "-", text=f"{line}\nx\n").returncode == 1


def test_answers_come_before_the_input_ends() -> None:
    with started("-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(3):
            process.stdin.write(json.dumps({**GOOD, "id": number}) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
        assert process.wait(timeout=30) == 0


def test_an_interrupt_keeps_what_was_done() -> None:
    with started("-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(GOOD) + "\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline()) == ANSWER
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(timeout=30) == 130
        assert process.stderr is not None
        assert process.stderr.read() == "\n"


def test_an_interrupt_among_many_leaves_whole_lines(tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    file.write_text("".join(json.dumps({**GOOD, "id": number}) + "\n" for number in range(300_000)))
    out = tmp_path / "out.jsonl"
    with out.open("w") as sink, started(str(file), stdout=sink) as process:
        while out.stat().st_size == 0:
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(timeout=30) == 130
    lines = out.read_text().splitlines(keepends=True)
    assert 0 < len(lines) < 300_000
    assert all(line.endswith("}\n") for line in lines)
    assert [json.loads(line)["id"] for line in lines] == list(range(len(lines)))


def test_a_reader_that_leaves_early(tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    file.write_text((json.dumps(GOOD) + "\n") * 20_000)
    with started(str(file)) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline()) == ANSWER
        process.stdout.close()
        assert process.wait(timeout=30) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_the_memory_does_not_grow_with_the_stream() -> None:
    resource = pytest.importorskip("resource")
    program = (
        "import resource, sys\nfrom rummy.cli import main\n"
        "code = main(['solve', 'shanghai', '--batch', '-'])\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)\n"
    )
    assert resource is not None
    peaks = []
    for count in (2_000, 40_000):
        text = (json.dumps({**GOOD, "comment": "x" * 500}) + "\n") * count
        done = subprocess.run(
            [sys.executable, "-c", program],
            input=text,
            capture_output=True,
            text=True,
            timeout=50,
            check=True,
        )
        assert done.stdout.count("\n") == count
        peaks.append(int(done.stderr))
    # The longer input alone has 20 million bytes; where memory is counted in bytes the bound is looser still.
    assert peaks[1] - peaks[0] < 8_000


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_progress_is_told_on_a_terminal_and_wiped(tmp_path: Path) -> None:
    import pty

    file, out = tmp_path / "many.jsonl", tmp_path / "out.jsonl"
    file.write_text((json.dumps(GOOD) + "\n") * 20_000)
    leader, follower = pty.openpty()
    with out.open("w") as sink, started(str(file), stdout=sink, stderr=follower) as process:
        os.close(follower)
        told = b""
        while True:
            try:
                piece = os.read(leader, 1024)
            except OSError:
                break
            if not piece:
                break
            told += piece
        assert process.wait(timeout=30) == 0
    os.close(leader)
    assert b" lines" in told
    assert told.endswith(b"\r\x1b[K")
    assert out.read_text().count("\n") == 20_000
