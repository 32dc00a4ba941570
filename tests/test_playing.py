"""Players that do what they should not: who it was is told, and the deal can go on."""

from __future__ import annotations

import io
import pickle
from typing import TYPE_CHECKING, Any

import pytest
import rummy
from rummy import Deal, Draw, GiveUp, IllegalAction, IllegalPlay, Knock, Lay, Pass, PlayerError
from rummy.chance import Chance, chance_key
from rummy.cli import main
from rummy.players import make_player, name_player
from rummy.playing import let_act, play_deal
from rummy.record import Recorder, load_record, replay
from rummy.terminal.game import Game
from rummy.terminal.keeping import DraftKeeper
from rummy.terminal.screen import Screen
from rummy.terminal.seating import seat_opponents
from rummy.terminal.style import Style
from support import EVERY_OPTION, name_of

if TYPE_CHECKING:
    from pathlib import Path

    from rummy import Action, View

MACHIAVELLI = rummy.variant("machiavelli")
KEYS = [b"first", b"second", b"third"]


class Wrong:
    """Plays as greedy does until a turn of the deal, then answers wrongly."""

    name = "wrong"

    def __init__(self, answer: Any, turn: int = 4) -> None:
        self._answer = answer
        self._turn = turn

    def act(self, view: View, chance: Chance) -> Action:
        if view.turn < self._turn:
            return make_player("greedy").act(view, chance)
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer  # type: ignore[no-any-return]


class UnspeakableError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("even this")


class LikeALay(Lay):
    pass


def lay_without_a_table() -> Lay:
    return object.__new__(Lay)


WRONG: dict[str, tuple[Any, str, type[Exception]]] = {
    "raises": (ZeroDivisionError("by zero"), "failed: ZeroDivisionError: by zero", ZeroDivisionError),
    "raises what the referee does": (
        IllegalAction("action/deal-over"),
        "failed: IllegalAction: the",
        IllegalAction,
    ),
    "raises without a word": (KeyError(), "failed: KeyError", KeyError),
    "raises what cannot be told": (UnspeakableError(), "failed: UnspeakableError", UnspeakableError),
    "nothing": (None, "answered None, which is refused: an action is Draw()", IllegalAction),
    "a text": ("draw", "answered 'draw', which is refused: an action is Draw()", IllegalAction),
    "a kind": (Draw, "which is refused: an action is Draw()", IllegalAction),
    "like an action": (LikeALay("7s 8s 9s"), "which is refused: an action is Draw()", IllegalAction),
    "half an action": (lay_without_a_table(), "which is refused: ", AttributeError),
    "not open": (
        Pass(insist=True),
        "answered Pass(insist=True), which is refused: pass is not open now; open",
        IllegalAction,
    ),
    "nothing to give up": (
        GiveUp(),
        "answered GiveUp(), which is refused: give-up is not open",
        IllegalAction,
    ),
    "no knock here": (
        Knock(),
        "answered Knock(table=None), which is refused: knock is not open",
        IllegalAction,
    ),
    "an illegal play": (Lay("2c 3d 4h"), "which is refused: ", IllegalPlay),
}


def snapshot(deal: Deal) -> tuple[object, ...]:
    return deal.hands, deal.table, deal.stock, deal.seat, deal.turn, deal.step, list(deal.events)


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_answer_is_told_and_the_deal_goes_on(case: str) -> None:
    answer, told, cause = WRONG[case]
    deal = Deal(MACHIAVELLI, 2, seed=7)
    greedy, wrong = make_player("greedy"), Wrong(answer)
    with pytest.raises(PlayerError) as caught:
        play_deal(deal, [wrong, wrong], KEYS)
    error = caught.value
    before = snapshot(deal)
    assert (error.player, error.seat, error.turn, error.step) == ("wrong", deal.seat, 4, 0)
    assert str(error).startswith(f"the player wrong (seat {deal.seat}, turn 4) ")
    assert told in str(error)
    assert type(error.__cause__) is cause
    assert error.deal is deal
    with pytest.raises(PlayerError):
        play_deal(deal, [wrong, wrong], KEYS)
    assert snapshot(deal) == before
    play_deal(deal, [greedy, greedy], KEYS)
    straight = Deal(MACHIAVELLI, 2, seed=7)
    play_deal(straight, [greedy, greedy], KEYS)
    assert snapshot(deal) == snapshot(straight)
    assert deal.result == straight.result


def test_a_player_that_does_not_insist_is_told_to() -> None:
    v = rummy.variant("manipulation")
    deal = Deal.from_cards(v, hands=["7s 8s 9s Kd", "2c"], stock="4h")
    with pytest.raises(PlayerError, match="you can play: 7s goes down; insist") as caught:
        play_deal(deal, [Wrong(Draw(), turn=0)] * 2, KEYS)
    assert isinstance(caught.value.__cause__, rummy.Reminder)


def test_a_knock_with_too_high_a_count() -> None:
    deal = Deal.from_cards(rummy.variant("carousel"), hands=["7s 8s 9s Kd", "2c"], stock="4h 5h")
    deal.apply(Draw())
    with pytest.raises(PlayerError, match="a knock needs a count of 5 or less, and yours is 14"):
        let_act(deal, Wrong(Knock("7s 8s 9s"), turn=0), b"key")


def test_an_impossible_position_is_no_fault_of_a_player() -> None:
    deal = Deal.from_cards(MACHIAVELLI, hands=["7s 7s 7s", "2c"], stock="4h")
    with pytest.raises(rummy.IllegalPosition):
        let_act(deal, Wrong(Draw(insist=True), turn=0), b"key")


def test_what_goes_wrong_after_the_action_is_no_refusal() -> None:
    deal = Deal(MACHIAVELLI, 2, seed=7)

    def apply(action: Action) -> tuple[rummy.Event, ...]:
        deal.apply(action)
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="the disk is full"):
        let_act(deal, make_player("greedy"), b"key", apply)


def test_nobody_acts_in_a_deal_that_is_over() -> None:
    deal = Deal(MACHIAVELLI, 2, seed=7)
    play_deal(deal, [make_player("greedy")] * 2, KEYS)
    with pytest.raises(ValueError, match="nobody is to act"):
        let_act(deal, make_player("greedy"), b"key")


def test_the_error_goes_from_process_to_process() -> None:
    deal = Deal(MACHIAVELLI, 2, seed=7)
    with pytest.raises(PlayerError) as caught:
        play_deal(deal, [Wrong(None)] * 2, KEYS)
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is PlayerError
    assert str(again) == str(caught.value)
    assert snapshot(again.deal) == snapshot(deal)
    again.deal.apply(Draw(insist=True))
    assert again.turn == 4
    play_deal(again.deal, [make_player("greedy")] * 2, KEYS)
    assert again.deal.result is not None


@pytest.mark.parametrize("workers", [1, 2])
def test_a_simulation_tells_the_game_and_the_deal(workers: int) -> None:
    v = rummy.variant("shanghai")
    players: list[Any] = ["greedy", Wrong("draw", turn=30)]
    with pytest.raises(
        PlayerError, match=r"the player wrong \(seat 1, turn 3\d, deal \d of game \d+\)"
    ) as caught:
        rummy.simulate(v, players, games=200, seed=3, deals=5, workers=workers)
    error = caught.value
    again = rummy.Match(v, 2, seed=3, game=error.game or 0)
    key = [[chance_key(3, error.game or 0, number, seat) for seat in range(2)] for number in range(5)]
    for number in range(error.deal.number):
        play_deal(again.deal, [make_player("greedy")] * 2, key[number])
        again.next_deal()
    with pytest.raises(PlayerError) as found:
        play_deal(again.deal, [make_player("greedy"), Wrong("draw", turn=30)], key[error.deal.number])
    assert snapshot(found.value.deal) == snapshot(error.deal)


def test_players_are_named() -> None:
    class Mine:
        def act(self, view: View, chance: Chance) -> Action:
            raise NotImplementedError

    assert name_player(Mine()) == "Mine"
    assert name_player(Wrong(None)) == "wrong"
    assert [name_player(make_player(kind)) for kind in rummy.PLAYERS] == list(rummy.PLAYERS)


def test_each_action_is_timed() -> None:
    deal = Deal(MACHIAVELLI, 2, seed=7)
    seen: list[tuple[int | None, float]] = []

    class Slow:
        def act(self, view: View, chance: Chance) -> Action:
            for _ in range(20_000):
                pass
            return make_player("greedy").act(view, chance)

    def watch(view: View, seconds: float) -> None:
        seen.append((view.seat, seconds))

    play_deal(deal, [make_player("greedy"), Slow()], KEYS, watch)
    # Everything but a deal that begins or ends is one event of an action in this rule-set.
    assert len(seen) == len(deal.events) - 2
    assert min(seconds for _, seconds in seen) >= 0
    slow, fast = ([seconds for seat, seconds in seen if seat == which] for which in (1, 0))
    assert sum(slow) / len(slow) > sum(fast) / len(fast)


class Longest:
    """Makes a deal as long as it can: draws while it may, then passes, and plays only where it must."""

    def act(self, view: View, chance: Chance) -> Action:
        if Draw in view.actions:
            return Draw(insist=True)
        return Pass(insist=True) if Pass in view.actions else make_player("random").act(view, chance)


@pytest.mark.parametrize("v", EVERY_OPTION, ids=name_of)
@pytest.mark.parametrize("kind", ["longest", "random"])
def test_no_turn_goes_on_for_ever(v: rummy.Variant, kind: str) -> None:
    """Each action ends the turn or takes from the stock, so a turn has at most one more than it held."""
    player = Longest() if kind == "longest" else make_player("random")
    for players in (2, 5):
        deal = Deal(v, players, seed=11)
        actions = 0
        while deal.seat is not None:
            stock, turn = deal.stock_size, deal.turn
            let_act(deal, player, b"key")
            actions += 1
            assert deal.seat is None or deal.turn > turn or deal.stock_size < stock
            # Each card is drawn once and put down once; passes are fewer than that, player for player.
            assert actions < 2 * v.deck(players).size * players


# ---- at the terminal and on the command line


def play_at_terminal(path: Path, player: Wrong, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr("rummy.terminal.computers.make_player", lambda _: player)
    out = io.StringIO()

    def draw(_: str) -> str:
        return "draw"

    def run(recorder: Recorder) -> None:
        screen = Screen(out, Style(is_coloured=False))
        Game(recorder, seat_opponents("greedy", None), screen, draw, DraftKeeper(path), "how to go on").play()

    if not path.exists():
        with path.open("x") as file:
            Recorder.begin(rummy.Match(MACHIAVELLI, seed=3), file, ["person", "greedy"])
    with Recorder.reopen(path) as recorder, pytest.raises(PlayerError):
        run(recorder)
    return out.getvalue()


def test_a_game_at_the_terminal_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    told = play_at_terminal(path, Wrong(Pass()), monkeypatch)
    assert "\nComputer answered Pass(insist=False), which is refused: pass is not open now" in told
    assert told.endswith(
        "The game is kept. To go on:\n  how to go on\n"
        "With --opponents KIND after it, others play on in their place.\n"
    )
    deal = replay(load_record(path), unfinished=True).deal
    assert (deal.turn, deal.seat) == (4, 1)
    written = path.read_text()
    play_at_terminal(path, Wrong(Pass(), turn=9), monkeypatch)
    assert path.read_text().startswith(written)
    assert replay(load_record(path), unfinished=True).deal.turn == 10


def test_the_command_line_says_it_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rummy.cli.simulating.make_player", lambda _: Wrong(ValueError("on\nthe\nway")))
    assert main(["simulate", "machiavelli"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("rummy: the player wrong (seat ")
    assert told.err.endswith("of game 0) failed: ValueError: on the way\n")
