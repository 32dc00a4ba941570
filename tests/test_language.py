"""The small language of the terminal, and its moves on a draft."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import rummy
from rummy import Cards, Draft, IllegalAction
from rummy.terminal.editing import edit
from rummy.terminal.language import LanguageError, Move, Name, Say, Split, parse_line

if TYPE_CHECKING:
    from rummy.terminal.language import Command


def cards(text: str) -> Cards:
    return Cards(text)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("7s 8s 9s", Move(cards("7s 8s 9s"), None, "new")),
        ("7S,8♠ 10s", Move(cards("7s 8s Ts"), None, "new")),
        ("put 7s on 2", Move(cards("7s"), None, 2)),
        ("7s > 2", Move(cards("7s"), None, 2)),
        ("7s>2", Move(cards("7s"), None, 2)),
        ("lay 7s onto 2", Move(cards("7s"), None, 2)),
        ("2 7s > 3", Move(cards("7s"), 2, 3)),
        ("2 7s", Move(cards("7s"), 2, "new")),
        ("move 7s 8s from 2 to 3", Move(cards("7s 8s"), 2, 3)),
        ("7s from 2 > new", Move(cards("7s"), 2, "new")),
        ("2 > 3", Move(None, 2, 3)),
        ("2 > hand", Move(None, 2, "hand")),
        ("take 7s from 2", Move(cards("7s"), 2, "hand")),
        ("2 7s > hand", Move(cards("7s"), 2, "hand")),
        ("join 2 3", Move(None, 3, 2)),
        ("join 2 and 3", Move(None, 3, 2)),
        ("split 2 7s", Split(2, cards("7s"))),
        ("split 2 after 7s", Split(2, cards("7s"))),
        ("cut 2 at 3", Split(2, 3)),
        ("name 2 7s", Name(2, cards("7s"), cards("*"))),
        ("name 2 as *7s", Name(2, cards("*7s"), cards("*"))),
        ("NAME 2 *6s > 7s", Name(2, cards("7s"), cards("*6s"))),
        ("name 2 *", Name(2, cards("*"), cards("*"))),
        ("knock", Say("knock")),
        ("k", Say("knock")),
        ("*7s > 2", Move(cards("*7s"), None, 2)),
        ("*", Move(cards("*"), None, "new")),
        ("2 *7s > 3", Move(cards("*7s"), 2, 3)),
        ("", Say("table")),
        ("   ", Say("table")),
        ("?", Say("help")),
        ("done", Say("done")),
        ("DRAW", Say("draw")),
        ("d", Say("draw")),
        ("draw!", Say("draw", insist=True)),
        ("pass !", Say("pass", insist=True)),
        ("hint!", Say("hint", insist=True)),
        ("give up", Say("give up")),
        ("giveup", Say("give up")),
        ("give-up", Say("give up")),
        ("g", Say("give up")),
        ("u", Say("undo")),
        ("red", Say("redo")),
        ("exit", Say("quit")),
    ],
)
def test_one_command(line: str, command: Command) -> None:
    assert parse_line(line) == (command,)


def test_several_commands() -> None:
    assert parse_line("2 8s > 1; 9s > 1; done;") == (
        Move(cards("8s"), 2, 1),
        Move(cards("9s"), None, 1),
        Say("done"),
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("shuffle", "'shuffle' is neither cards nor a command"),
        ("re", "'re' could be redo or reset"),
        ("undo!", "undo knows no !"),
        ("7x", "'7x' is not a card"),
        ("7s 8q", "'8q' is not a card"),
        ("7s > ", "one place follows '>'"),
        ("7s > 2 3", "one place follows '>'"),
        ("7s > king", "'king' is no meld"),
        ("7s from", "one meld follows 'from'"),
        ("7s from x", "'x' is no meld"),
        ("take 7s", "say from which meld 7s comes back"),
        ("put", "name at least one card"),
        ("> 2", "neither cards nor a command"),
        ("2", "say which cards of meld 2"),
        ("split 2", "a split needs a meld and the card"),
        ("split x 7s", "'x' is no meld"),
        ("name 7s", "a name needs the meld of the joker"),
        ("name x 7s", "'x' is no meld"),
        ("name 2 7x", "'7x' is not a card"),
        ("knock!", "knock knows no !"),
        ("join 2", "a join needs two melds"),
        ("7s!", "'!' is not a card"),
        ("done now", "'done now' is neither"),
    ],
)
def test_lines_that_cannot_be_read(line: str, told: str) -> None:
    with pytest.raises(LanguageError) as error:
        parse_line(line)
    assert told in str(error.value)


# ---- moves on a draft


def draft_of(table: str, hand: str) -> Draft:
    return Draft(rummy.variant("machiavelli"), table, hand)


@pytest.mark.parametrize(
    ("line", "table", "hand"),
    [
        ("9s > 1", "5s 6s 7s 9s | 8c 8d 8h 8s", "Kd"),
        ("2 8s > 1; 9s > 1", "5s 6s 7s 8s 9s | 8c 8d 8h", "Kd"),
        ("1 > 2", "5s 6s 7s 8c 8d 8h 8s", "9s Kd"),
        ("join 1 2", "5s 6s 7s 8c 8d 8h 8s", "9s Kd"),
        ("split 1 5s", "5s | 8c 8d 8h 8s | 6s 7s", "9s Kd"),
        ("split 2 2", "5s 6s 7s | 8c 8d | 8h 8s", "9s Kd"),
        ("9s Kd; 3 > hand", "5s 6s 7s | 8c 8d 8h 8s", "9s Kd"),
        ("9s Kd; take 9s from 3", "5s 6s 7s | 8c 8d 8h 8s | Kd", "9s"),
        ("9s; undo; Kd; undo; redo", "5s 6s 7s | 8c 8d 8h 8s | Kd", "9s"),
        ("9s; Kd; reset", "5s 6s 7s | 8c 8d 8h 8s", "9s Kd"),
    ],
)
def test_moves(line: str, table: str, hand: str) -> None:
    draft = edit(draft_of("5s 6s 7s | 8c 8d 8h 8s", "9s Kd"), parse_line(line))
    assert (str(draft.table), str(draft.hand)) == (table, hand)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("9s > 3", "there is no meld 3: the table has 2"),
        ("9s > 0", "there is no meld 0"),
        ("5h", "5h cannot be put down: the hand holds 9s Kd"),
        ("7s > 2", "to move cards of a meld, name it first: 1 7s > new"),
        ("1 8c > 2", "8c cannot be taken: the meld holds 5s 6s 7s"),
        ("1 7s > hand", "7s lay on the table before this turn"),
        ("1 > 1", "a meld cannot be joined to itself"),
        ("split 1 8s", "meld 1 has no 8s: it is 5s 6s 7s"),
        ("split 1 3", "cannot be split after 3"),
        ("undo", "nothing to undo"),
        ("9s; Kd > 9", "there is no meld 9"),
    ],
)
def test_moves_that_are_refused_change_nothing(line: str, told: str) -> None:
    draft = draft_of("5s 6s 7s | 8c 8d 8h 8s", "9s Kd")
    before = draft.to_json()
    with pytest.raises((LanguageError, IllegalAction)) as error:
        edit(draft, parse_line(line))
    assert told in str(error.value)
    assert draft.to_json() == before
