"""Tournaments: every deck in every seating, the same whoever works, and what they tell."""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest
import rummy
from rummy.cli import main
from rummy.cli.tournaments import Progress
from rummy.players import make_player
from rummy.tournament import AHEAD, BLOCK, DeckRow, Results, Tally, play_deck
from support import EVERY, started

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from rummy import Action, Player, View
    from rummy.chance import Chance
    from rummy.playing import GameRow

MACHIAVELLI = rummy.variant("machiavelli")
CAROUSEL = rummy.variant("carousel")
GUADALUPE = rummy.variant("guadalupe")


@pytest.mark.parametrize("v", EVERY, ids=lambda v: v.id)
def test_results_add_up(v: rummy.Variant) -> None:
    results = rummy.tournament(v, ["greedy", "random", "normal"], deals=5, seed=2)
    assert (results.decks, results.seatings, results.deals) == (5, 6, 30)
    assert results.decided + results.draws == 30
    assert sum(results.reasons.values()) == 30
    assert sum(standing.won for standing in results.standings) == results.decided
    assert sum(standing.share.value or 0 for standing in results.standings) == pytest.approx(1)
    assert [pair.players for pair in results.pairs] == [
        ("greedy", "random"),
        ("greedy", "normal"),
        ("random", "normal"),
    ]
    won = {standing.player: standing.won for standing in results.standings}
    for pair in results.pairs:
        first, second = (won[name] for name in pair.players)
        assert pair.won == (first, second)
        assert pair.share.value == pytest.approx(first / (first + second))
    for standing in results.standings:
        assert standing.moves == standing.times.count > 0
        assert standing.seats == 1
    assert (v.score == "none") == all(standing.points.value == 0 for standing in results.standings)


def test_a_deck_is_that_of_a_simulation_in_every_seating() -> None:
    rows: list[GameRow] = []
    expected = [0, 0]
    for seating in permutations(["greedy", "normal"]):
        rummy.simulate(GUADALUPE, seating, games=8, seed=4, sink=rows.append)
        for row in rows:
            if len(row.winners) == 1:
                expected[seating[row.winners[0]] == "normal"] += 1
        rows.clear()
    results = rummy.tournament(GUADALUPE, ["greedy", "normal"], deals=8, seed=4)
    assert [standing.won for standing in results.standings] == expected


class Watched:
    """Notes who sits where with which first hand."""

    def __init__(self, name: str, seen: list[tuple[str, int | None, str]], kind: str = "greedy") -> None:
        self.name = name
        self.seen = seen
        self._player = make_player(kind)

    def act(self, view: View, chance: Chance) -> Action:
        if view.turn < view.players and view.step == 0:
            self.seen.append((self.name, view.seat, str(view.history[0].to_json()["hands"])))
        return self._player.act(view, chance)


def test_every_seating_meets_the_same_cards() -> None:
    seen: list[tuple[str, int | None, str]] = []
    players: list[str | Player] = [Watched(name, seen) for name in "abc"]
    rummy.tournament(MACHIAVELLI, players, deals=1, seed=5)
    assert len(seen) == 18
    for seat in range(3):
        hands = {hands for _, place, hands in seen if place == seat}
        assert len(hands) == 1
        assert sorted(name for name, place, _ in seen if place == seat) == sorted("aabbcc")
    deals = {tuple(seen[place : place + 3]) for place in range(0, 18, 3)}
    assert len(deals) == 6


def test_one_player_may_sit_in_several_seats() -> None:
    results = rummy.tournament(CAROUSEL, ["greedy", "random", "greedy"], deals=4, seed=1)
    assert (results.seatings, results.deals) == (3, 12)
    assert [(standing.player, standing.seats) for standing in results.standings] == [
        ("greedy", 2),
        ("random", 1),
    ]
    assert results.pairs == ()
    mine = make_player("greedy")
    assert rummy.tournament(CAROUSEL, [mine, "random", mine], deals=4, seed=1).standings == results.standings
    other = rummy.tournament(CAROUSEL, [mine, make_player("greedy")], deals=2, seed=1)
    assert [standing.player for standing in other.standings] == ["greedy", "greedy 2"]


def test_points_are_means_of_deals() -> None:
    results = rummy.tournament(CAROUSEL, ["greedy", "random", "greedy"], deals=4, seed=1)
    total = [0, 0]
    for deck in range(4):
        row = play_deck(
            CAROUSEL,
            [make_player("greedy"), make_player("random")],
            [(0, 0, 1), (0, 1, 0), (1, 0, 0)],
            1,
            deck,
        )
        total = [points + more for points, more in zip(total, row.points, strict=True)]
    assert [standing.points.value for standing in results.standings] == pytest.approx(
        [total[0] / 24, total[1] / 12]
    )


def test_a_move_is_a_choice_between_kinds() -> None:
    """The first draw of a turn of carousel is no choice."""
    asked: list[tuple[int | None, int]] = []

    class Counting:
        def act(self, view: View, chance: Chance) -> Action:
            asked.append((view.seat, len(view.actions)))
            return make_player("greedy").act(view, chance)

    player = Counting()
    results = rummy.tournament(CAROUSEL, [player, "random"], deals=2, seed=1)
    assert 0 < results.standings[0].moves == sum(kinds > 1 for _, kinds in asked) < len(asked)


def test_the_same_whoever_works() -> None:
    def run(**how: Any) -> Results:
        return rummy.tournament(GUADALUPE, ["normal", "random"], seed=9, **how)

    alone = run(deals=40)
    assert run(deals=40, workers=2) == alone
    with ThreadPoolExecutor(3) as pool:
        assert run(deals=40, executor=pool) == alone
    assert run(deals=41) != alone


def test_it_stops_as_soon_as_it_is_sure() -> None:
    def run(**how: Any) -> Results:
        return rummy.tournament(GUADALUPE, ["greedy", "random"], seed=9, **how)

    sure = run(deals=1000, within=6)
    assert sure.decks == BLOCK
    assert all(standing.share.margin <= 0.06 for standing in sure.standings)
    assert run(deals=1000, within=6, workers=2) == sure
    assert run(deals=BLOCK) == sure
    later = rummy.tournament(MACHIAVELLI, ["greedy", "random"], deals=1000, seed=9, within=6)
    assert later.decks > BLOCK
    assert later.decks % BLOCK == 0
    before = rummy.tournament(MACHIAVELLI, ["greedy", "random"], deals=later.decks - BLOCK, seed=9)
    assert max(standing.share.margin for standing in before.standings) > 0.06
    assert run(deals=20, within=0.001).decks == 20


def test_each_deck_is_told() -> None:
    told: list[int] = []
    tallies: list[Tally] = []

    def tell(tally: Tally) -> None:
        told.append(tally.decks)
        tallies.append(tally)

    results = rummy.tournament(GUADALUPE, ["greedy", "random"], deals=3, seed=9, tell=tell)
    assert told == [1, 2, 3]
    assert tallies[-1].results() == results


def test_a_wrong_player_is_told_with_its_deck() -> None:
    class Wrong:
        def act(self, view: View, chance: Chance) -> Action:  # noqa: ARG002 - it fails at once
            raise KeyError

    with pytest.raises(
        rummy.PlayerError, match=r"player Wrong \(seat \d, turn \d, deal 0 of game 0\) failed"
    ):
        rummy.tournament(GUADALUPE, ["greedy", Wrong()], deals=3, seed=9)


def count_rows() -> int:
    return sum(type(each) is DeckRow for each in gc.get_objects())


def test_the_memory_does_not_grow_with_the_decks() -> None:
    before = count_rows()
    alive: list[int] = []

    def tell(tally: Tally) -> None:
        if tally.decks % 20 == 0:
            alive.append(count_rows())

    with ThreadPoolExecutor(1) as pool:
        rummy.tournament(GUADALUPE, ["greedy", "random"], 3 * AHEAD, seed=1, tell=tell, executor=pool)
    assert max(alive) - before <= AHEAD + 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: rummy.tournament(MACHIAVELLI, ["greedy"], 1, 1), "not by 1"),
        (lambda: rummy.tournament(MACHIAVELLI, ["greedy", "random"] * 3, 1, 1), "not by 6"),
        (lambda: rummy.tournament(MACHIAVELLI, ["greedy", "clever"], 1, 1), "there is no player 'clever'"),
        (lambda: rummy.tournament(MACHIAVELLI, ["greedy", "greedy"], 1, 1), "two different players"),
        (lambda: rummy.tournament(MACHIAVELLI, ["greedy", "random"], 0, 1), "decks must be at least 1"),
        (lambda: rummy.tournament(MACHIAVELLI, ["greedy", "random"], 1, 1, workers=0), "at least one worker"),
        (lambda: rummy.tournament(MACHIAVELLI, ["greedy", "random"], 1, 1, within=0), "above 0 points"),
        (lambda: rummy.tournament(MACHIAVELLI, ["greedy", "random"], 1, 1, within=float("nan")), "above 0"),
    ],
)
def test_wrong_use_is_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: rummy.tournament("machiavelli", ["greedy", "random"], 1, 1), "must be a Variant"),  # type: ignore[arg-type]
        (lambda: rummy.tournament(MACHIAVELLI, "greedy,random", 1, 1), "the players must be a list"),
        (lambda: rummy.tournament(MACHIAVELLI, ["greedy", 3], 1, 1), "a player is a name"),  # type: ignore[list-item]
        (lambda: rummy.tournament(MACHIAVELLI, ["greedy", "random"], 1, 1, within="4"), "number of points"),  # type: ignore[arg-type]
        (lambda: rummy.tournament(MACHIAVELLI, ["greedy", "random"], 1, 1, tell=3), "tell is called"),  # type: ignore[arg-type]
        (lambda: rummy.tournament(MACHIAVELLI, ["greedy", "random"], 1, 1, executor=3), "an executor"),  # type: ignore[arg-type]
    ],
)
def test_arguments_of_a_wrong_type(call: Callable[[], object], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call()


# ---- on the command line

WORDS = ("tournament", "guadalupe", "--players", "greedy,random", "--seed", "3")


def without_times(data: Any) -> Any:
    """JSON values without those that measure time."""
    if isinstance(data, dict):
        return {key: without_times(value) for key, value in data.items() if key not in ("time", "seconds")}
    return [without_times(value) for value in data] if isinstance(data, list) else data


def test_the_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "results.json"
    assert main([*WORDS, "--deals", "6", "--json", "--out", str(out)]) == 0
    data = json.loads(capsys.readouterr().out)
    assert json.loads(out.read_text()) == data
    assert list(data) == [
        "variant",
        "options",
        "seed",
        "decks",
        "seatings",
        "deals",
        "turns",
        "decided",
        "draws",
        "reasons",
        "standings",
        "pairs",
        "seconds",
        "within",
        "complete",
    ]
    assert (data["decks"], data["within"], data["complete"], data["pairs"]) == (6, None, True, [])
    standing = data["standings"][0]
    assert list(standing) == ["player", "seats", "won", "share", "points", "moves", "time"]
    assert list(standing["share"]) == ["value", "low", "high"]
    assert list(standing["time"]) == ["mean", "median", "p95", "max"]
    assert main([*WORDS, "--deals", "6", "--json", "--workers", "2"]) == 0
    assert without_times(json.loads(capsys.readouterr().out)) == without_times(data)


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tournament", "vatikan", "--players", "greedy,random,normal", "--deals", "2", "--within", "1"]
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "decks    2 of seed 0, each in 6 seatings"
    assert lines[4] == "within   1 points: not reached, for which more --deals are needed"
    assert lines[6].split("  ")[0] == "player"
    assert "points" not in lines[6], "vatikan has none"
    assert [line.split()[0] for line in lines[7:10]] == ["greedy", "random", "normal"]
    assert lines[11].startswith("between")
    assert lines[12].startswith("greedy and random")
    assert main([*WORDS, "--deals", "500", "--within", "5"]) == 0
    told = capsys.readouterr().out
    assert "decks    50 of seed 3" in told
    assert "\nwithin   5 points\n" in told
    assert "points a deal" in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("", "required: --players"),
        ("--players=greedy", "played by 2 to 5 players, not by 1"),
        ("--players=greedy,clever", "there is no player 'clever'; the players: random"),
        ("--players=greedy,greedy", "needs two different players"),
        ("--players=greedy,random --deals=0", "at least 1, not 0"),
        ("--players=greedy,random --within=0", "'0' is not a number of points above 0"),
        ("--players=greedy,random --within=inf", "'inf' is not a number of points"),
        ("--players=greedy,random --set=knock=no", "guadalupe has no option 'knock'"),
        ("--players=greedy,random --out=nowhere/x.json", "nowhere/x.json: No such file or directory"),
    ],
)
def test_wrong_use_on_the_command_line(words: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(["tournament", "guadalupe", *words.split()])
    except SystemExit as ended:
        code = int(str(ended.code))
    assert code == 2
    text = capsys.readouterr()
    assert told in text.err
    assert text.out == ""
    assert text.err.count("\n") == 1


def test_the_file_is_kept_until_there_are_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "results.json"
    out.write_text("before")
    words = ["tournament", "guadalupe", "--players", "greedy,clever", "--out", str(out)]
    assert main(words) == 2
    assert out.read_text() == "before"
    capsys.readouterr()


def test_progress_is_told_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []

    class Terminal:
        def isatty(self) -> bool:
            return True

        def write(self, text: str) -> None:
            written.append(text)

        def flush(self) -> None:
            pass

    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr("rummy.cli.tournaments.PAUSE", 0)
    with Progress(3) as progress:
        rummy.tournament(GUADALUPE, ["greedy", "random"], deals=3, seed=9, tell=progress.tell)
    assert written[1].startswith("\r2 of 3 decks: greedy ")
    assert written[-1] == "\r\x1b[K"


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupt_tells_what_is_done(workers: str, tmp_path: Path) -> None:
    out = tmp_path / "results.json"
    words = [*WORDS, "--deals", "1000000", "--workers", workers, "--out", str(out), "--json"]
    with started(sys.executable, "-m", "rummy", *words) as process:
        time.sleep(4)
        os.killpg(process.pid, signal.SIGINT)
        told, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, "\n")
    data = json.loads(told)
    assert data["complete"] is False
    assert data == json.loads(out.read_text())
    assert data["deals"] == 2 * data["decks"] > 0
    again = rummy.tournament(GUADALUPE, ["greedy", "random"], data["decks"], seed=3)
    assert [standing.won for standing in again.standings] == [each["won"] for each in data["standings"]]
