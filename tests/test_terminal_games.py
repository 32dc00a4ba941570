"""Whole games in the terminal: typed to their end, left, resumed, interrupted."""

from __future__ import annotations

import io
import json
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
import rummy
from rummy import Deal
from rummy.record import Recorder, load_record, replay
from rummy.terminal.game import Game
from rummy.terminal.keeping import DraftKeeper
from rummy.terminal.screen import Screen
from rummy.terminal.seating import Opponents, name_defaults, seat_opponents
from rummy.terminal.style import Style
from support import EVERY
from typist import type_play

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from rummy import Variant

PLAIN = Style(is_coloured=False)


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
        kinds, opened = deal.actions(), view.has_opened[0]
        play = (
            rummy.best_play(view.variant, view.table, view.hand, opened=opened)
            if rummy.Lay in kinds
            else None
        )
        # Some moves are made step by step, and some draws are insisted on.
        if play is None or (view.turn + view.step) % 7 == 6:
            others = {
                "draw!": rummy.Draw(insist=True),
                "knock": rummy.Knock(),
                "pass!": rummy.Pass(insist=True),
            }
            return next(word for word, action in others.items() if deal.can(action))
        draft = deal.draft(0)
        end = "knock" if deal.can(rummy.Knock(play.table)) else "done"
        if draft.table.same_melds(play.table):
            return end
        lines = type_play(draft, play.table)
        return lines[0] if view.turn % 3 == 0 else "; ".join([*lines, end])


@contextmanager
def game_in(
    path: Path, v: Variant, players: int, most: int | None, deals: int = 1
) -> Iterator[tuple[Game, io.StringIO, Typist]]:
    """A game in a file: a new one, or the one that is there."""
    out = io.StringIO()
    kinds = ["normal", "easy", "random"][: players - 1]

    def game(recorder: Recorder) -> tuple[Game, io.StringIO, Typist]:
        typist = Typist(recorder, most, deals)
        screen = Screen(out, PLAIN)
        opponents = Opponents(tuple(kinds), name_defaults(len(kinds)))
        return Game(recorder, opponents, screen, typist, DraftKeeper(path), "resume command"), out, typist

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
    if v.match == "total" and match.result is None:
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
    keeper = DraftKeeper(tmp_path / "x")
    game = Game(recorder, seat_opponents("greedy", None), Screen(out, PLAIN), interrupt, keeper, "resume")
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

        opponents = seat_opponents("greedy", "Ada,Bo")
        Game(recorder, opponents, Screen(out, PLAIN), read, DraftKeeper(tmp_path / "x"), "").play()
        return out.getvalue()

    assert first_screen(lambda hands: hands) == first_screen(lambda hands: [hands[0], hands[2], hands[1]])
