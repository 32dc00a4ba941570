"""The game in the terminal: its language, its moves, what it shows, whole deals, leaving and going on."""

from __future__ import annotations

import io
import json
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
import rummy
from rummy import Card, Cards, Deal, Draft, IllegalAction
from rummy.events import Dealt, Drew, GaveUp, Laid, Passed
from rummy.record import Recorder, load_record, replay
from rummy.terminal.describe import describe
from rummy.terminal.editing import edit
from rummy.terminal.game import Game, name_seats
from rummy.terminal.keeping import DraftKeeper
from rummy.terminal.language import LanguageError, Move, Say, Split, parse_line
from rummy.terminal.render import find_fresh, render_hand, render_table
from rummy.terminal.screen import Screen, wrap
from rummy.terminal.style import Style, count_columns
from rummy.terminal.telling import Teller
from rummy.terminal.turn import Quit, Seat
from support import EVERY
from typist import type_play

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from rummy import Variant
    from rummy.terminal.language import Command

PLAIN = Style(is_coloured=False)
COLOURED = Style(is_coloured=True)


def cards(text: str) -> Cards:
    return Cards(text)


# ---- the language


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


# ---- what is shown


def test_cards_are_coloured_by_suit_and_keep_their_letters() -> None:
    painted = [COLOURED.card(Card(f"7{suit}")) for suit in "cdhs"]
    assert len({text.replace(f"7{suit}", "") for text, suit in zip(painted, "cdhs", strict=True)}) == 4
    assert COLOURED.cards(cards("7s *7s *")).count("\x1b[0m") == 3
    assert count_columns(COLOURED.cards(cards("7s *7s *"))) == len("7s *7s *")
    assert PLAIN.cards(cards("7s *7s *")) == "7s *7s *"


@pytest.mark.parametrize(
    ("variable", "value", "terminal", "coloured"),
    [
        ("NO_COLOR", "", True, True),
        ("NO_COLOR", "1", True, False),
        ("TERM", "dumb", True, False),
        ("NO_COLOR", "", False, False),
    ],
)
def test_when_there_is_colour(
    variable: str, value: str, terminal: bool, coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv(variable, value)
    stream = io.StringIO()
    monkeypatch.setattr(stream, "isatty", lambda: terminal)
    assert Style.of(stream).is_coloured is coloured


def test_many_melds_share_the_width() -> None:
    table = rummy.Table(["7c 7d 7h"] * 20)
    for style in (PLAIN, COLOURED):
        lines = render_table(table, style, width=60)
        assert len(lines) == 7
        assert max(map(count_columns, lines)) <= 60
    assert len(render_table(table, PLAIN, width=10)) == 20


def test_marks() -> None:
    lines = render_table(rummy.parse_table("7c 7d | 8c 8d 8h | 9c 9d 9h"), PLAIN, broken=[0], fresh=[0, 2])
    assert lines == ["! 1  7c 7d", "  2  8c 8d 8h", "+ 3  9c 9d 9h"]
    twice = rummy.parse_table("7c 7d 7h | 7c 7d 7h")
    assert find_fresh(twice, rummy.parse_table("7c 7d 7h")) == [1]


def test_the_hand() -> None:
    hand = cards("8s 7s 7c *")
    assert render_hand(hand, PLAIN, False, cards("")) == "7c 7s 8s *"
    assert render_hand(hand, PLAIN, True, cards("8s Kd")) == "7c  7s 8s  *   new: 8s"
    assert render_hand(cards(""), PLAIN, True, cards("8s")) == "(empty)"


def test_wide_lines_are_cut_between_words() -> None:
    line = f"  Computer puts down {COLOURED.cards(cards('7s 8s 9s'))}: new."
    parts = wrap(line, 24)
    assert len(parts) == 2
    assert [count_columns(part) <= 24 for part in parts] == [True, True]
    assert " ".join(part.strip() for part in parts) == line.strip()
    assert wrap("7s" * 20, 10) == ["7s" * 20], "one word stays whole"


def test_events_in_words() -> None:
    before = rummy.parse_table("5s 6s 7s | 8c 8d 8h 8s")
    teller = Teller(["You", "Computer 1", "Computer 2"], PLAIN, before)
    dealt = Dealt(1, 0, (None,) * 3, (7, 7, 7), before, None, 80)
    lines = teller.tell(
        [
            dealt,
            Drew(0, cards("9s")),
            Drew(0, cards("Kd")),
            Laid(0, cards("9s"), rummy.parse_table("8c 8d 8h | 5s 6s 7s 8s 9s")),
            Drew(1, None, 1),
            Drew(1, None, 2),
            Passed(1),
            GaveUp(2),
            Drew(2, None, 1),
            Laid(0, cards("8s"), rummy.parse_table("8c 8d 8h 8s | 5s 6s 7s 8s 9s")),
        ]
    )
    assert lines == [
        "Computer 1 deals; you begin.",
        "You draw 9s Kd.",
        "You put down 9s: 5s 6s 7s | 8c 8d 8h 8s become 8c 8d 8h | 5s 6s 7s 8s 9s.",
        "Computer 1 draws 3 cards.",
        "Computer 1 passes.",
        "Computer 2 gives up an unfinished move.",
        "Computer 2 draws a card.",
        "You put down 8s: 8c 8d 8h becomes 8c 8d 8h 8s.",
    ]


def test_names() -> None:
    assert name_seats(2) == ["You", "Computer"]
    assert name_seats(2, person=None) == ["Computer 1", "Computer 2"]


def test_every_rule_set_is_told() -> None:
    told = {v.id: dict(describe(v)) for v in rummy.VARIANTS.values()}
    assert told["manipulation"]["a turn"] == "draw until you play; you are reminded when you could play"
    assert told["manipulation"]["cards left"] == "A 15, T J Q K 10, 2 3 4 5 6 7 8 9 5"
    assert told["manipulation"]["a match"] == "deals until somebody has 200"
    assert told["carousel"]["cards"].startswith(
        "2 players 1 pack and 1 joker; 3 players 2 packs and 2 jokers"
    )
    assert told["vatikan"]["first play"] == "needs 3 natural hand cards of one suit in sequence"
    assert told["tahiti"]["deal"] == "5 cards each, and 4 loose on the table"
    assert "costs 3 cards" in dict(describe(rummy.variant("machiavelli", unfinished_move="draw3")))["a turn"]


# ---- turns


class AtTable:
    """A player in a set-up position, whose lines are obeyed and whose screen is read."""

    def __init__(self, v: Variant, hands: list[str], table: str = "", stock: str = "") -> None:
        self.match = rummy.Match(v, len(hands), seed=1)
        self.match.deal = Deal.from_cards(v, hands=hands, table=table, stock=stock)
        self.out = io.StringIO()
        recorder = Recorder(self.match, io.StringIO(), "")
        self.seat = Seat(recorder, Screen(self.out, PLAIN), name_seats(len(hands)), 0)

    def __call__(self, line: str) -> str:
        start = self.out.tell()
        self.seat.obey(line)
        return self.out.getvalue()[start:]


REMINDED = ("manipulation", ["8s Kd", "2c 3d"], "5s 6s 7s", "4h 9c Jh Qh")


def at_table(variant: str, hands: list[str], table: str, stock: str, **options: str) -> AtTable:
    return AtTable(rummy.variant(variant, **options), hands, table, stock)


def test_a_reminder_and_how_to_insist() -> None:
    player = at_table(*REMINDED)
    told = player("draw")
    assert "8s can go down with meld 1 (5s 6s 7s)." in told
    assert "To draw all the same, write draw!" in told
    assert player.match.deal.stock_size == 4
    assert "You draw 4h." in player("draw!")
    assert "write draw!" in player("draw; 8s > 1; done"), "the rest of the line waits"
    assert (player.match.deal.seat, str(player.match.deal.table)) == (0, "5s 6s 7s")


def test_no_reminder_where_players_are_trusted() -> None:
    assert "You draw 4h." in at_table(*REMINDED, must_meld="trust")("draw")


def test_a_play() -> None:
    player = at_table(*REMINDED)
    told = player("8s > 1")
    assert "+ 1  5s 6s 7s 8s" in told
    assert "8s can go down like this: done plays it." in told
    assert "Hand  Kd" in told
    assert "You put down 8s: 5s 6s 7s becomes 5s 6s 7s 8s." in player("done")
    assert "your turn is over" in player("done")


def test_what_is_still_wrong_is_shown() -> None:
    player = at_table(*REMINDED)
    told = player("1 7s > new; 8s > 2")
    assert "! 1  5s 6s" in told
    assert "meld 1: 5s 6s is too short" in told
    assert "meld 2: 7s 8s is too short" in told
    refused = player("done")
    assert refused.startswith("That cannot be played:\n")
    assert "meld 2: 7s 8s is too short" in refused
    assert player.match.deal.draft().can_undo, "the move is still there"
    assert "finish or reset your move first" in player("draw!")
    assert "Hand  8s Kd" in player("reset")


def test_wrong_lines_change_nothing() -> None:
    player = at_table(*REMINDED)
    player("8s > 1")
    deal = player.match.deal
    before = (deal.draft().to_json(), deal.view(None).to_json(), len(deal.events))
    for line in (
        "nonsense",
        "9s > 1",
        "8s > 7",
        "1 5s > hand",
        "Kd > 1; 9c",
        "redo",
        "give up",
        "draw",
        "pass",
    ):
        assert player(line).strip(), line
        assert (deal.draft().to_json(), deal.view(None).to_json(), len(deal.events)) == before, line


def test_hints() -> None:
    player = at_table("machiavelli", ["9s Kd", "2c"], "5s 6s 7s | 8c 8d 8h 8s", "4h 9c")
    told = player("hint")
    melds = "melds 1 (5s 6s 7s) and 2 (8c 8d 8h 8s)"
    assert " ".join(told.split()) == f"9s can go down with {melds}; a meld must be taken apart."
    whole = player("hint!")
    assert "Put down 9s, so that the table is:" in whole
    assert "+ 2  5s 6s 7s 8s 9s" in whole
    player("2 8s > 1")
    assert "of the table before your move" in " ".join(player("hint").split())
    nothing = at_table("machiavelli", ["Kd 2d", "2c"], "5s 6s 7s", "4h 9c")
    assert nothing("hint") == "No card can be played.\n"
    alone = at_table("machiavelli", ["Kd Kc Kh", "2c"], "5s 6s 7s", "4h 9c")
    assert alone("hint") == "Kc can go down in a new meld.\n"


def test_a_move_that_cannot_be_reset() -> None:
    player = at_table("machiavelli", ["9s Kd", "2c 3d"], "5s 6s 7s", "4h 9c Jh Qh", unfinished_move="draw3")
    assert "there is nothing to give up" in player("give up")
    assert "end your move with done or give up" in player("Kd > 1")
    assert "this move cannot be reset" in player("reset")
    assert "end your move with done or give up" in player("undo"), "the first change decides"
    assert "finish or give up your move first" in player("draw")
    told = player("give up")
    assert "You give up an unfinished move." in told
    assert "You draw 4h 9c Jh." in told
    assert player.match.deal.seat == 1


def test_the_other_words() -> None:
    player = at_table("manipulation", ["8s 2s Kd", "2c 3d"], "5s 6s 7s", "4h")
    assert "7s 8s 9s         put hand cards down" in player("?")
    assert "Totals (to 200): You 0, Computer 0" in player("score")
    assert "a turn: draw until you play" in player("rules")
    assert "Hand  Kd  2s 8s" in player("sort")
    assert "Hand  2s 8s Kd" in player("sort")
    assert "stock 1, Computer 2 cards" in player("table")
    with pytest.raises(Quit):
        player("quit")


def test_an_empty_stock() -> None:
    player = at_table("guadalupe", ["8s 2s Kd", "2c 3d"], "5h 6h 7h", "4h 9c")
    assert "You may draw 2 or play." in player("")
    assert "You draw 4h 9c." in player("draw")
    player = at_table("guadalupe", ["8s 2s Kd", "2c 3d"], "5h 6h 7h", "")
    assert "You may play or pass." in player("")
    assert "draw is not open now" in player("draw")
    assert "You pass." in player("pass")


# ---- whole games


class Typist:
    """Reads the game as a good player does, and types lines; after ``most`` lines it leaves."""

    def __init__(self, recorder: Recorder, most: int | None = None, deals: int = 1) -> None:
        self._recorder = recorder
        self._left = most
        self._deals = deals
        self.typed = 0

    def __call__(self, prompt: str, /) -> str:
        if self._left is not None:
            if self._left == 0:
                raise EOFError
            self._left -= 1
        self.typed += 1
        deal = self._recorder.match.deal
        if deal.seat is None:
            if deal.number + 1 < self._deals:
                return ""
            return "stop" if "stop" in prompt else "quit"
        view = deal.view(0)
        assert view.hand is not None
        play = rummy.best_play(view.variant, view.table, view.hand)
        # Some moves are made step by step, and some draws are insisted on.
        if play is None or (view.turn + view.step) % 7 == 6:
            return "draw!" if rummy.Draw in deal.actions() else "pass!"
        draft = deal.draft(0)
        if draft.table.same_melds(play.table):
            return "done"
        lines = type_play(draft, play.table)
        return lines[0] if view.turn % 3 == 0 else "; ".join([*lines, "done"])


@contextmanager
def game_in(
    path: Path, v: Variant, players: int, most: int | None, deals: int = 1
) -> Iterator[tuple[Game, io.StringIO, Typist]]:
    """A game in a file: a new one, or the one that is there."""
    out = io.StringIO()
    kinds = ["greedy", "random", "greedy"][: players - 1]

    def game(recorder: Recorder) -> tuple[Game, io.StringIO, Typist]:
        typist = Typist(recorder, most, deals)
        screen = Screen(out, PLAIN)
        return Game(recorder, kinds, screen, typist, DraftKeeper(path), "resume command"), out, typist

    if path.exists():
        with Recorder.reopen(path) as recorder:
            yield game(recorder)
    else:
        with path.open("x") as file:
            yield game(Recorder.begin(rummy.Match(v, players, seed=3), file))


@pytest.mark.parametrize("v", EVERY, ids=lambda v: v.id)
@pytest.mark.parametrize("players", [2, 4])
def test_a_whole_deal_is_typed(v: Variant, players: int, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with game_in(path, v, players, None) as (game, out, _):
        game.play()
    text = out.getvalue()
    assert "The deal is over" in text
    assert not list(tmp_path.glob("*.draft"))
    match = replay(load_record(path), unfinished=v.match == "total")
    assert match.deal.result is not None
    if v.match == "total":
        assert text.endswith("To go on:\n  resume command\n")
    else:
        assert match.result is not None
        assert "win" in text or "draw between" in text


def test_a_match_goes_on_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with game_in(path, rummy.variant("manipulation"), 3, None, deals=100) as (game, out, _):
        game.play()
    match = replay(load_record(path))
    assert match.result is not None
    assert match.deal.number > 1
    assert f"\nDeal {match.deal.number + 1}\n" in out.getvalue()
    assert f"The match is over after {match.deal.number + 1} deals.\n" in out.getvalue()
    with game_in(path, match.variant, 3, None) as (again, told, typist):
        again.play()
    assert "The match is over" in told.getvalue()
    assert typist.typed == 0, "a match that is over is shown, not played"


@pytest.mark.parametrize("v", EVERY, ids=lambda v: v.id)
def test_a_game_that_is_left_goes_on_exactly(v: Variant, tmp_path: Path) -> None:
    straight, broken = tmp_path / "straight.jsonl", tmp_path / "broken.jsonl"
    with game_in(straight, v, 2, None, deals=2) as (game, _, _):
        game.play()
    for _ in range(1000):
        with game_in(broken, v, 2, 1, deals=2) as (game, out, typist):
            game.play()
        if typist.typed == 0 or "quit" in out.getvalue() or broken.read_text() == straight.read_text():
            break
        assert straight.read_text().startswith(broken.read_text())
    assert broken.read_text() == straight.read_text()


def test_an_interrupt_tells_how_to_go_on(tmp_path: Path) -> None:
    out = io.StringIO()

    def interrupt(_: str) -> str:
        raise KeyboardInterrupt

    match = rummy.Match(rummy.variant("machiavelli"), seed=3)
    recorder = Recorder.begin(match, io.StringIO())
    game = Game(recorder, ["greedy"], Screen(out, PLAIN), interrupt, DraftKeeper(tmp_path / "x"), "resume")
    with pytest.raises(KeyboardInterrupt):
        game.play()
    assert out.getvalue().endswith("To go on:\n  resume\n")


def test_the_unfinished_move_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    v = rummy.variant("machiavelli", unfinished_move="draw3")
    deal = Deal(v, 2, seed=3)
    other = Deal(v, 2, seed=4)
    deal.draft().put(deal.draft().hand[0])
    keeper = DraftKeeper(path)
    seat = deal.seat
    assert seat is not None
    keeper.keep(deal, seat)
    again = Deal(v, 2, seed=3)
    keeper.restore(again)
    assert again.draft() == deal.draft()
    assert again.draft().is_binding
    keeper.restore(other)
    assert not other.draft().can_undo, "a draft of another deal is left alone"
    keeper.keep(deal, 1 - seat)
    assert not list(tmp_path.iterdir())
    keeper.restore(again)
    (tmp_path / "game.jsonl.draft").write_text(json.dumps({"steps": []}))
    keeper.restore(Deal(v, 2, seed=3))


def test_other_hands_are_never_shown(tmp_path: Path) -> None:
    """What is written to the screen is the same whatever the others hold, until they show it."""
    v = rummy.variant("machiavelli")

    def first_screen(swap: Callable[[list[str]], list[str]]) -> str:
        hands = swap(["3h 4d 6c 8s Td", "2c 5d 9h", "Kc Js 7d"])
        match = rummy.Match(v, 3, seed=1)
        match.deal = Deal.from_cards(v, hands=hands, stock="2d 2h")
        out = io.StringIO()
        recorder = Recorder(match, io.StringIO(), "")
        lines = iter(["hint", "draw"])

        def read(_: str) -> str:
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        Game(recorder, ["greedy"] * 2, Screen(out, PLAIN), read, DraftKeeper(tmp_path / "x"), "").play()
        return out.getvalue()

    assert first_screen(lambda hands: hands) == first_screen(lambda hands: [hands[0], hands[2], hands[1]])
