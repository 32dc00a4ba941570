"""Who plays at a terminal: what may be chosen, what is asked, and what records tell."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pytest
import rummy
from rummy.cli import main
from rummy.record import Recorder, load_record
from rummy.terminal.screen import Screen
from rummy.terminal.seating import (
    LONGEST_NAME,
    Opponents,
    ask_opponents,
    recorded_names,
    recorded_opponents,
    seat_opponents,
)
from rummy.terminal.style import Style

if TYPE_CHECKING:
    from pathlib import Path

MACHIAVELLI = rummy.variant("machiavelli")


@pytest.mark.parametrize(
    ("kinds", "names", "players", "expected"),
    [
        (None, None, None, Opponents(("normal",), ("Computer",))),
        (None, None, 3, Opponents(("normal", "normal"), ("Computer 1", "Computer 2"))),
        ("easy", None, None, Opponents(("easy",), ("Computer",))),
        ("easy", None, 5, Opponents(("easy",) * 4, tuple(f"Computer {n}" for n in range(1, 5)))),
        (" easy , greedy", None, None, Opponents(("easy", "greedy"), ("Computer 1", "Computer 2"))),
        (None, "Ada, Bo ,Cy", None, Opponents(("normal",) * 3, ("Ada", "Bo", "Cy"))),
        ("random", "Ada,Bo", 3, Opponents(("random", "random"), ("Ada", "Bo"))),
        ("easy,normal", "Ada,Bo", 3, Opponents(("easy", "normal"), ("Ada", "Bo"))),
        (None, "Élodie de la Tour 🂡", None, Opponents(("normal",), ("Élodie de la Tour 🂡",))),
    ],
)
def test_what_is_left_open_is_usual(
    kinds: str | None, names: str | None, players: int | None, expected: Opponents
) -> None:
    assert seat_opponents(kinds, names, players) == expected


@pytest.mark.parametrize(
    ("kinds", "names", "players", "message"),
    [
        ("clever", None, None, "there is no player 'clever'; the players: random, easy, normal"),
        ("", None, None, "there is no player ''"),
        ("easy,", None, None, "there is no player ''"),
        ("person", None, None, "there is no player 'person'"),
        ("easy,easy", None, 2, "2 kinds for 1 opponent: give one for all, or one each"),
        ("easy,easy", None, 4, "2 kinds for 3 opponents"),
        ("easy,easy", "Ada", None, "1 name for 2 opponents: give one each"),
        (None, "Ada,Bo", 2, "2 names for 1 opponent: give one each"),
        (None, "Ada", 3, "1 name for 2 opponents"),
        (None, "a,b,c,d,e", None, "5 opponents are too many: at most 4 can play"),
        (None, "", None, "a name cannot be empty"),
        (None, "Ada, ", None, "a name cannot be empty"),
        (None, "a" * (LONGEST_NAME + 1), None, "is too long: 20 characters at most"),
        (None, "Ada,Bo,ADA", None, "the name 'ADA' is there twice"),
        (None, "STRASSE,straße", None, "the name 'straße' is there twice"),
        (None, "yoU", None, "the name 'yoU' is what you are called"),
        (None, "A\x07da", None, r"the name 'A\\x07da' has characters that cannot be shown"),
        (None, "A\nda", None, "characters that cannot be shown"),
        (None, "A\x1b[2Jda", None, "characters that cannot be shown"),
        (None, "\u202eadA", None, "characters that cannot be shown"),
        (None, "Ada\ud800", None, "characters that cannot be shown"),
    ],
)
def test_what_cannot_be_is_refused(
    kinds: str | None, names: str | None, players: int | None, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        seat_opponents(kinds, names, players)


def ask(*lines: str) -> tuple[Opponents, str]:
    out = io.StringIO()
    answers = iter(lines)

    def read(prompt: str) -> str:
        out.write(prompt)
        return next(answers)

    return ask_opponents(read, Screen(out, Style(is_coloured=False))), out.getvalue()


def test_enter_takes_what_is_usual() -> None:
    chosen, told = ask("", " ", "")
    assert chosen == Opponents(("normal",), ("Computer",))
    assert "one each" not in told
    assert ask("4", "", "")[0] == seat_opponents(None, None, 5)


def test_wrong_answers_are_asked_again() -> None:
    chosen, told = ask("0", "five", "2", "clever", "easy,easy,easy", "easy,random", "Ada", "Ada,", "Ada,Bo")
    assert chosen == Opponents(("easy", "random"), ("Ada", "Bo"))
    assert told.count("How many") == 3
    assert told.count("Which level") == 3
    assert told.count("Their names") == 3
    assert "'five' is not a number from 1 to 4" in told


def header(names: object = None, kinds: object = None) -> dict[str, Any]:
    given = {"names": names, "kinds": kinds}
    return {"players": 2} | {name: value for name, value in given.items() if value is not None}


@pytest.mark.parametrize(
    ("line", "names", "opponents"),
    [
        (header(), ["Player 1", "Player 2"], None),
        (header([]), ["Player 1", "Player 2"], None),
        (header(["Ann", "Bo"]), ["Player 1 (Ann)", "Player 2 (Bo)"], None),
        (header(["Ann"]), ["Player 1", "Player 2"], None),
        (header("ab"), ["Player 1", "Player 2"], None),
        (
            header(["person", "greedy"]),
            ["Player 1 (person)", "Player 2 (greedy)"],
            Opponents(("greedy",), ("Computer",)),
        ),
        (
            header(["You", "Ada"], ["person", "easy"]),
            ["Player 1 (person)", "Ada (easy)"],
            Opponents(("easy",), ("Ada",)),
        ),
        (
            header(["You", "A\x1b[2J"], ["person", "easy"]),
            ["Player 1 (person)", "Player 2 (easy)"],
            Opponents(("easy",), ("Computer",)),
        ),
        (
            header(["Ada"], ["person", "easy"]),
            ["Player 1 (person)", "Player 2 (easy)"],
            Opponents(("easy",), ("Computer",)),
        ),
        (header(["Ada", "Bo"], ["normal", "easy"]), ["Ada (normal)", "Bo (easy)"], None),
        (header(["You", "Bo"], ["person", "clever"]), ["Player 1 (person)", "Bo (clever)"], None),
    ],
)
def test_what_a_record_tells(line: dict[str, Any], names: list[str], opponents: Opponents | None) -> None:
    assert recorded_names(line) == names
    if opponents is None:
        with pytest.raises(ValueError, match="no game of a person against computers"):
            recorded_opponents(line)
    else:
        assert recorded_opponents(line) == opponents


def test_a_record_keeps_names_and_kinds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.jsonl"
    with path.open("w") as out:
        match = rummy.Match(MACHIAVELLI, seed=1)
        Recorder.begin(match, out, ["You", "Zoë"], ["person", "easy"])
    told = load_record(path).header
    assert (told["names"], told["kinds"]) == (["You", "Zoë"], ["person", "easy"])
    assert main(["replay", str(path), "--unfinished"]) == 0
    assert "Zoë (easy)" in capsys.readouterr().out
    plain = io.StringIO()
    Recorder.begin(rummy.Match(MACHIAVELLI, seed=1), plain, ["Ann", "Bo"])
    assert '"kinds"' not in plain.getvalue()
    with pytest.raises(TypeError, match="each kind must be a str"):
        Recorder.begin(rummy.Match(MACHIAVELLI, seed=1), io.StringIO(), ["Ann"], [3])  # type: ignore[list-item]
