"""Workers that are lost: their work is done again, within bounds, and what was done is kept."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
import rummy
import rummy.crew
from rummy import WorkersLost, simulate
from rummy.crew import TRIES, Crew
from workers import Mortal

if TYPE_CHECKING:
    from pathlib import Path

V = rummy.variant("guadalupe")


@pytest.fixture(autouse=True)
def processes_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let processes be started after the first chunk, however fast it is played."""
    monkeypatch.setattr(sys.modules["rummy.simulate"], "ALONE", 0)


def test_a_process_that_dies_changes_nothing(tmp_path: Path) -> None:
    grave = tmp_path / "grave"
    results = simulate(V, [Mortal(grave), "greedy"], 40, 1, workers=2, chunk=4)
    assert grave.exists()
    assert results == simulate(V, ["greedy", "greedy"], 40, 1)


def test_games_that_always_kill_are_given_up_and_the_others_kept(tmp_path: Path) -> None:
    out = tmp_path / "deals.csv"
    with pytest.raises(WorkersLost, match=rf"lost {TRIES} times at range\("):
        simulate(V, [Mortal(None), "greedy"], 40, 1, workers=2, chunk=4, out=out)
    # The first chunk is played here, where nobody dies.
    assert rummy.read_results(f"{out}.part").summary.games == 4
    assert not out.exists()
    done: list[int] = []
    healthy = simulate(
        V, [Mortal(None), "greedy"], 40, 1, out=out, resume=True, tell=lambda p: done.append(p.done)
    )
    assert done[0] == 4
    assert healthy == simulate(V, ["greedy", "greedy"], 40, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["deals.csv"]


def test_an_executor_of_others_that_is_broken_is_not_mended() -> None:
    with (
        ProcessPoolExecutor(2) as pool,
        pytest.raises(WorkersLost, match="all workers of the executor are lost"),
    ):
        simulate(V, [Mortal(None), "greedy"], 40, 1, executor=pool, chunk=4)


def test_an_executor_that_is_shut_down() -> None:
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(WorkersLost, match="takes no more work: cannot schedule"):
        simulate(V, ["greedy", "greedy"], 4, 1, executor=pool)


def fail(task: int) -> int:
    raise ZeroDivisionError(task)


def test_an_error_of_the_work_is_raised_and_not_tried_again() -> None:
    with Crew(None, 2) as crew, pytest.raises(ZeroDivisionError):
        list(crew.finish(fail, iter([1, 2, 3])))


class Tired:
    """Fails in a process of its own, not here."""

    name = "tired"
    home = os.getpid()

    def act(self, view: rummy.View, chance: rummy.chance.Chance) -> rummy.Action:
        if os.getpid() != self.home:
            raise RuntimeError("too tired")
        return rummy.make_player("greedy").act(view, chance)


def test_a_player_that_fails_elsewhere_is_told_with_its_game(tmp_path: Path) -> None:
    out = tmp_path / "deals.csv"
    with pytest.raises(
        rummy.PlayerError, match=r"the player tired .* of game \d+\) failed: RuntimeError: too"
    ):
        simulate(V, ["greedy", Tired()], 40, 1, workers=2, chunk=4, out=out)
    assert rummy.read_results(f"{out}.part").summary.games == 4


@pytest.mark.parametrize(("patience", "told"), [(-1, "0 seconds or more, not -1"), (float("nan"), "not nan")])
def test_patience(patience: float, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Crew(None, 1, patience)


class Cluster(ThreadPoolExecutor):
    """Like the executor of a cluster whose workers are gone: tasks wait for ever."""

    def __init__(self, is_there: bool) -> None:
        super().__init__(1)
        self._client = self
        self._is_there = is_there

    def nthreads(self) -> dict[str, int]:
        if not self._is_there:
            raise OSError("no route to the scheduler")
        return {}

    def submit(self, *_: object, **__: object) -> rummy.crew.Future:  # type: ignore[override, type-arg]
        return rummy.crew.Future()


@pytest.mark.parametrize(
    ("is_there", "told"), [(True, "has had no worker for 0.1"), (False, "has not answered")]
)
def test_a_cluster_without_workers_is_given_up(
    monkeypatch: pytest.MonkeyPatch, is_there: bool, told: str
) -> None:
    monkeypatch.setattr("rummy.crew.TICK", 0.1)
    pool = Cluster(True)
    pool._is_there = is_there
    crew = Crew(pool, 1, patience=0.1)
    crew._slots = 1
    with pytest.raises(WorkersLost, match=told):
        list(crew.finish(abs, iter([1])))
