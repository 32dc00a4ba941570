"""How the terminal shows the steps of a computer's play: drawn in place, or in lines."""

from __future__ import annotations

import io
import random
import re
from typing import TYPE_CHECKING

import pytest
import rummy
import strategies
from rummy.events import Dealt, Drew, Laid
from rummy.terminal.animation import LONG, Animator, tell_all
from rummy.terminal.screen import Screen
from rummy.terminal.steps import tell_steps
from rummy.terminal.style import Style, count_columns
from rummy.terminal.telling import Teller

if TYPE_CHECKING:
    from collections.abc import Callable

PLAIN = Style(is_coloured=False)
BEFORE = "5s 6s 7s | 8c 8d 8h 8s"
AFTER = "8c 8d 8h | 5s 6s 7s 8s 9s"


def laid(before: str, after: str) -> Laid:
    return Laid(1, rummy.Cards("9s"), rummy.parse_table(after), rummy.parse_table(before))


def steps(before: str, after: str) -> list[str]:
    event = laid(before, after)
    assert event.before is not None
    return tell_steps(event.before, event.moves(), PLAIN)


class Glass(io.StringIO):
    """A terminal that shows what is written to it; as high as need be, so nothing scrolls out."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = [""]
        self.row = 0

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        for piece in re.findall(r"\x1b\[\d*[A-Za-z]|\r|\n|[^\x1b\r\n]+", text):
            if piece.endswith("A") and piece.startswith("\x1b"):
                self.row -= int(piece[2:-1])
                assert self.row >= 0
            elif piece == "\x1b[K":
                pass  # nothing is written over but from the left, see below
            elif piece == "\x1b[J":
                self.lines[self.row :] = [""]
            elif piece == "\n":
                self.row += 1
                self.lines += [""] * (self.row + 1 - len(self.lines))
            elif not piece.startswith(("\x1b", "\r")):
                self.lines[self.row] = piece
        return len(text)

    @property
    def shown(self) -> str:
        return "\n".join(self.lines)


class Watcher:
    """Looks at the terminal at every pause, and presses Enter at the last of ``most``."""

    def __init__(self, glass: Glass, most: int | None = None) -> None:
        self._glass = glass
        self._left = most
        self.seen: list[str] = []
        self.waited: list[float] = []

    def __call__(self, seconds: float, /) -> bool:
        if seconds == 0:
            return self._left == 0
        self.seen.append(self._glass.shown)
        self.waited.append(seconds)
        if self._left == len(self.seen):
            self._glass.write("\n")  # what the terminal itself answers to Enter
            return True
        return False


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Glass, Watcher]]:
    monkeypatch.setenv("TERM", "xterm")

    def show(
        event: Laid, most: int | None = None, size: tuple[int, int] = (80, 24), pace: float = 1
    ) -> tuple[Glass, Watcher]:
        monkeypatch.setenv("COLUMNS", str(size[0]))
        monkeypatch.setenv("LINES", str(size[1]))
        glass = Glass()
        glass.write("told before\n")
        watcher = Watcher(glass, most)
        Animator(Screen(glass, PLAIN), pace, watcher).show(event)
        return glass, watcher

    return show


# ---- in lines


def test_steps_need_no_numbers() -> None:
    assert steps(BEFORE, AFTER) == ["  to 5s 6s 7s: 8s from 8c 8d 8h 8s, 9s from the hand"]
    assert steps("3s 4s 5s 6s 7s 8s", "3s 4s 5s | 6s 7s 8s 9s") == [
        "  to a new meld: 6s 7s 8s from 3s 4s 5s 6s 7s 8s, 9s from the hand"
    ]
    assert steps("5s 6s *7s | 2c 2d 2h", "5s 6s 7s *8s | 2c 2d 2h 2s") == [
        "  to 5s 6s *7s: 7s from the hand, *7s becomes *8s",
        "  to 2c 2d 2h: 2s from the hand",
    ]
    assert steps("6s | Kd | *", "Kd | 6s 7s *8s") == ["  to 6s: 7s from the hand, *8s (loose)"]
    assert steps("5c 5d *5h | Kc Kd Kh", "5c 5d *5s | 5h 6h 7h | Kc Kd Kh") == [
        "  to a new meld: 5h 6h 7h from the hand",
        "  in 5c 5d *5h: *5h becomes *5s",
    ]
    assert steps("4s 5s 6s *7s", "4s 5s 6s | 7s 8s *9s") == [
        "  to a new meld: *7s as *9s from 4s 5s 6s *7s, 7s 8s from the hand"
    ]


def test_lines_without_a_terminal() -> None:
    out = io.StringIO()
    Animator(Screen(out, PLAIN), 5).show(laid(BEFORE, AFTER))
    assert out.getvalue() == "  to 5s 6s 7s: 8s from 8c 8d 8h 8s, 9s from the hand\n"


def test_lines_where_they_are_asked_for(watch: Callable[..., tuple[Glass, Watcher]]) -> None:
    glass, watcher = watch(laid(BEFORE, AFTER), pace=0)
    assert watcher.seen == []
    assert "8s from 8c 8d 8h 8s" in glass.shown


def test_lines_on_a_dumb_terminal(
    watch: Callable[..., tuple[Glass, Watcher]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    glass, watcher = watch(laid(BEFORE, AFTER))
    assert watcher.seen == []
    assert "8s from 8c 8d 8h 8s" in glass.shown


def test_nothing_is_added_where_hand_cards_alone_come_down(
    watch: Callable[..., tuple[Glass, Watcher]],
) -> None:
    for pace in (0, 1):
        glass, watcher = watch(laid("5s 6s 7s", "5s 6s 7s 8s | Kc Kd Kh"), pace=pace)
        assert watcher.seen == []
        assert glass.shown == "told before\n"
    glass, _ = watch(Laid(1, rummy.Cards("8s"), rummy.parse_table("5s 6s 7s 8s")))
    assert glass.shown == "told before\n", "an event that does not know the table before"


# ---- drawn in place


def test_each_step_is_drawn_over_the_one_before(watch: Callable[..., tuple[Glass, Watcher]]) -> None:
    glass, watcher = watch(laid(BEFORE, AFTER))
    assert watcher.seen == [
        "told before\n  2 steps (Enter skips)\n  1  5s 6s 7s\n  2  8c 8d 8h 8s\n",
        "told before\n  1/2  8s from meld 2 to meld 1\n+ 1  5s 6s 7s 8s\n  2  8c 8d 8h\n",
        "told before\n  2/2  9s from the hand to meld 1\n+ 1  5s 6s 7s 8s 9s\n  2  8c 8d 8h\n",
    ]
    assert glass.shown == "told before\n", "what is over is taken away"
    assert watcher.waited == [1, 1, 1]


def test_enter_skips_the_rest(watch: Callable[..., tuple[Glass, Watcher]]) -> None:
    glass, watcher = watch(laid(BEFORE, AFTER), most=2)
    assert len(watcher.seen) == 2
    assert glass.shown == "told before\n"


def test_a_line_typed_ahead_is_answered_without_pictures(
    watch: Callable[..., tuple[Glass, Watcher]],
) -> None:
    glass, watcher = watch(laid(BEFORE, AFTER), most=0)
    assert watcher.seen == []
    assert "8s from 8c 8d 8h 8s" in glass.shown


def test_a_long_play_is_shown_faster_and_fits(watch: Callable[..., tuple[Glass, Watcher]]) -> None:
    event = long_play()
    count = len(event.moves())
    assert count > LONG
    for size in ((80, 24), (80, 8), (52, 6)):
        _, watcher = watch(event, size=size)
        assert len(watcher.seen) == count + 1
        assert sum(watcher.waited) <= LONG
        for shown in watcher.seen:
            block = shown.removeprefix("told before\n").splitlines()
            assert len(block) < size[1], "the line of the cursor is there as well"
            assert max(map(count_columns, block)) <= size[0]
    glass, watcher = watch(event, size=(20, 6))
    assert watcher.seen == []
    assert " from " in glass.shown


def long_play() -> Laid:
    """A play that rebuilds a large table."""
    for seed in range(1000):
        rng = random.Random(seed)
        position = strategies.random_position(rng, "machiavelli", 14, 6, 0)
        play = rummy.best_play(
            rummy.variant("machiavelli"), position.table, position.hand, least_disturbance=False
        )
        if play is not None and len(play.moves()) > LONG:
            return Laid(1, play.cards, play.table, play.before)
    raise AssertionError


def test_events_are_told_around_their_plays() -> None:
    out = io.StringIO()
    screen = Screen(out, PLAIN)
    table = rummy.parse_table(BEFORE)
    teller = Teller(["You", "Computer 1", "Computer 2"], PLAIN, table)
    events = [Drew(1, None, 1), Drew(1, None, 1), laid(BEFORE, AFTER), Drew(2, None, 1)]
    tell_all(events, teller, screen, Animator(screen))
    assert out.getvalue().splitlines()[0] == "Computer 1 draws 2 cards."
    assert out.getvalue().splitlines()[-2:] == [
        "  to 5s 6s 7s: 8s from 8c 8d 8h 8s, 9s from the hand",
        "Computer 2 draws a card.",
    ]
    out.truncate(0)
    begun = Dealt(0, 1, (None, None), (3, 3), table, None, 1)
    tell_all([begun, laid(BEFORE, AFTER)], Teller(["You", "Computer"], PLAIN), screen, None)
    assert "from the hand" not in out.getvalue()
