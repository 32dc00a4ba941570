"""What the game in the terminal shows, and how it obeys in a turn."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
import rummy
from rummy import Card, Cards, Deal
from rummy.events import Dealt, Drew, GaveUp, Laid, Passed
from rummy.record import Recorder
from rummy.terminal.describe import describe
from rummy.terminal.render import find_fresh, render_hand, render_table
from rummy.terminal.screen import Screen, wrap
from rummy.terminal.seating import name_seats
from rummy.terminal.style import Style, count_columns
from rummy.terminal.telling import Teller
from rummy.terminal.turn import Quit, Seat

if TYPE_CHECKING:
    from rummy import Variant

PLAIN = Style(is_coloured=False)
COLOURED = Style(is_coloured=True)


def cards(text: str) -> Cards:
    return Cards(text)


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
        "2 players 1 pack and 1 joker; 3 to 5 players 2 packs and 2 jokers"
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
    assert "meld 1 (5s 6s) is too short" in told
    assert "meld 2 (7s 8s) is too short" in told
    refused = player("done")
    assert refused.startswith("That cannot be played:\n")
    assert "meld 2 (7s 8s) is too short" in refused
    assert "    it makes one meld with meld 1 (5s 6s): 5s 6s 7s 8s\n" in refused
    assert "it makes one meld" not in told, "nobody asked yet"
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
