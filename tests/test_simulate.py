from __future__ import annotations

import gc
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest
import rummy
import rummy.pace
from rummy import Results, make_player, simulate
from rummy.players.base import other_actions
from rummy.playing import GameRow, play_game
from rummy.scoring import score_match
from support import EVERY
from workers import Uneven

if TYPE_CHECKING:
    from collections.abc import Callable

    from rummy import Action, Player, View
    from rummy.chance import Chance

MACHIAVELLI = rummy.variant("machiavelli")
SHANGHAI = rummy.variant("shanghai")


@pytest.mark.parametrize("v", EVERY, ids=lambda v: v.id)
def test_results_add_up(v: rummy.Variant) -> None:
    rows: list[GameRow] = []
    deals = 3 if v.match == "open" else None
    results = simulate(v, ["greedy", "random", "greedy"], games=6, seed=2, deals=deals, sink=rows.append)
    assert [row.game for row in rows] == list(range(6))
    assert results.games == 6 == sum(results.wins) + results.draws
    assert results.deals == sum(len(row.deals) for row in rows)
    assert results.turns == sum(deal.turns for row in rows for deal in row.deals)
    for row in rows:
        points = tuple(map(sum, zip(*(deal.points for deal in row.deals), strict=True)))
        won = [sum(seat in deal.winners for deal in row.deals) for seat in range(3)]
        bonuses = score_match(v, points, won)
        assert row.totals == tuple(map(sum, zip(points, bonuses, strict=True)))
        assert [deal.deal for deal in row.deals] == list(range(len(row.deals)))
        assert deals is None or len(row.deals) == deals
    assert results.points == tuple(map(sum, zip(*(row.totals for row in rows), strict=True)))
    data = results.to_json()
    assert list(data) == [
        "games",
        "deals",
        "turns",
        "seconds",
        "games_per_second",
        "turns_per_second",
        "wins",
        "draws",
        "points",
    ]
    assert data["wins"] == {str(player): wins for player, wins in enumerate(results.wins)}
    assert results.turns_per_second == results.turns / results.seconds


def test_the_same_whoever_works_and_however_the_games_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    # `rummy.simulate` is the function; the module is found by its full name.
    monkeypatch.setattr(sys.modules["rummy.simulate"], "ALONE", 0)

    def run(**how: Any) -> tuple[Results, rummy.Summary, list[GameRow]]:
        rows: list[GameRow] = []
        results = simulate(MACHIAVELLI, ["greedy", "random"], games=41, seed=9, sink=rows.append, **how)
        return results, results.summary, rows

    alone = run()
    assert run(workers=2) == alone
    assert run(workers=16, chunk=1) == alone
    assert run(chunk=7) == alone
    assert run(chunk=1000) == alone
    with Uneven(3) as pool:
        assert run(executor=pool, chunk=4) == alone
    assert simulate(MACHIAVELLI, ["greedy", "random"], games=41, seed=10) != alone[0]


def test_a_game_is_the_same_alone_and_in_a_series() -> None:
    rows: list[GameRow] = []
    simulate(MACHIAVELLI, ["greedy", "random"], games=5, seed=9, sink=rows.append)
    players = [make_player("greedy"), make_player("random")]
    assert play_game(MACHIAVELLI, players, seed=9, game=3) == rows[3]


def test_the_first_dealer_moves_about() -> None:
    rows: list[GameRow] = []
    simulate(MACHIAVELLI, ["greedy", "greedy"], games=40, seed=9, sink=rows.append)
    assert {row.deals[0].dealer for row in rows} == {0, 1}


class Idle:
    """Never plays."""

    def act(self, view: View, chance: Chance) -> Action:  # noqa: ARG002 - nothing is left to chance
        return other_actions(view)[0]


def test_other_players_meet_the_same_cards() -> None:
    def first_hands(kinds: list[str | Player]) -> list[rummy.Cards | None]:
        hands: list[rummy.Cards | None] = []

        class Watcher:
            def __init__(self, player: Player) -> None:
                self.player = player

            def act(self, view: View, chance: Chance) -> Action:
                if view.turn < 2:
                    hands.append(view.hand)
                return self.player.act(view, chance)

        players = [Watcher(make_player(kind) if isinstance(kind, str) else kind) for kind in kinds]
        simulate(MACHIAVELLI, players, games=10, seed=9)
        return hands

    assert first_hands(["greedy", "greedy"]) == first_hands([Idle(), Idle()])


def test_players_of_your_own() -> None:
    results = simulate(MACHIAVELLI, ["greedy", Idle()], games=3, seed=1)
    assert results.wins[1] == 0
    assert results.points[1] > results.points[0]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: simulate(MACHIAVELLI, ["greedy"], 1, 1), "not by 1"),
        (lambda: simulate(MACHIAVELLI, ["greedy"] * 6, 1, 1), "not by 6"),
        (lambda: simulate(MACHIAVELLI, ["greedy", "clever"], 1, 1), "there is no player 'clever'"),
        (lambda: simulate(MACHIAVELLI, ["greedy"] * 2, 0, 1), "at least one game is played, not 0"),
        (lambda: simulate(MACHIAVELLI, ["greedy"] * 2, 1, 1, workers=0), "at least one worker plays, not 0"),
        (lambda: simulate(MACHIAVELLI, ["greedy"] * 2, 1, 1, deals=3), "ends by itself, not after 3 deals"),
        (lambda: simulate(SHANGHAI, ["greedy"] * 2, 1, 1), "shanghai is open-ended"),
        (lambda: simulate(SHANGHAI, ["greedy"] * 2, 1, 1, deals=0), "at least one deal, not 0"),
    ],
)
def test_wrong_use_is_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def count_rows() -> int:
    return sum(type(each) is GameRow for each in gc.get_objects())


def test_the_memory_does_not_grow_with_the_games() -> None:
    alive: list[int] = []

    def sink(row: GameRow) -> None:
        if row.game % 16 == 0:
            alive.append(count_rows())

    before = count_rows()
    simulate(MACHIAVELLI, ["greedy", "greedy"], games=64, seed=1, sink=sink, chunk=8)
    assert max(alive) - before <= 16
    # Two workers with two chunks each, and at most four chunks for each that wait for their turn.
    with Uneven(2) as pool:
        simulate(MACHIAVELLI, ["greedy", "greedy"], games=240, seed=1, sink=sink, executor=pool, chunk=4)
    assert max(alive) - before <= (2 * 2 + 2 * 4) * 4


def test_no_rows_come_back_that_nobody_asked_for() -> None:
    sent: list[object] = []

    class Watched(ThreadPoolExecutor):
        def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Any:
            future = super().submit(work, *args, **kwargs)
            future.add_done_callback(lambda done: sent.append(done.result()))
            return future

    with Watched(2) as pool:
        simulate(MACHIAVELLI, ["greedy", "greedy"], games=8, seed=1, executor=pool, chunk=4)
    assert [(played.games, played.parts) for played in sent] == [((), ())] * 2  # type: ignore[attr-defined]


def test_a_run_that_is_stopped_has_whole_chunks() -> None:
    asked = count()
    results = simulate(MACHIAVELLI, ["greedy"] * 2, 1000, 1, chunk=3, stop=lambda: next(asked) >= 4)
    assert results.games == 12
    assert results == simulate(MACHIAVELLI, ["greedy"] * 2, 12, 1)


def test_progress_is_told() -> None:
    told: list[rummy.pace.Progress] = []
    simulate(MACHIAVELLI, ["greedy"] * 2, 10, 1, chunk=4, tell=told.append)
    assert [(each.done, each.games, each.here) for each in told] == [
        (0, 10, 0),
        (4, 10, 4),
        (8, 10, 8),
        (10, 10, 10),
    ]
    assert told[0].left is None
    assert told[1].left == pytest.approx(6 / told[1].rate)


def test_chunks_take_seconds_and_get_smaller_near_the_end() -> None:
    pace = rummy.pace.Pace([range(10_000)], slots=4)
    sizes = []
    for task in pace.tasks():
        sizes.append(len(task))
        pace.note(task, seconds=len(task) / 100)
    assert sum(sizes) == 10_000
    assert sizes[:4] == [4, 16, 64, 200]
    assert max(sizes) == 200
    assert sizes[-1] == 1
    assert sizes == sorted(sizes[:10]) + sorted(sizes[10:], reverse=True)


class Unpicklable:
    def __init__(self) -> None:
        self.act = lambda view, chance: make_player("greedy").act(view, chance)


def test_players_that_cannot_be_sent_are_refused_before_a_game() -> None:
    with pytest.raises(ValueError, match="cannot be sent to other processes"):
        simulate(MACHIAVELLI, ["greedy", Unpicklable()], games=1, seed=1, workers=2)
    assert simulate(MACHIAVELLI, ["greedy", Unpicklable()], games=1, seed=1).games == 1
