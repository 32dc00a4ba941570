"""A real cluster of separate processes, one of them killed in the middle of the work."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
import rummy
import rummy.cli
from rummy import WorkersLost, simulate
from support import started
from workers import Mortal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

distributed = pytest.importorskip(
    "distributed", reason="the cluster is Dask's: pip install 'manipulation-rummy[cluster]'"
)
pytestmark = pytest.mark.timeout(150)

V = rummy.variant("guadalupe")
PLAYERS = ["greedy", "random"]


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Cluster:
    """A scheduler and workers, each a process of its own, as they would be on several machines."""

    def __init__(self, folder: Path) -> None:
        self.address = f"tcp://127.0.0.1:{free_port()}"
        self._folder = folder
        port = self.address.rsplit(":", 1)[1]
        self._scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", port)
        self._workers: list[subprocess.Popen[bytes]] = []

    def add_workers(self, number: int) -> None:
        for _ in range(number):
            self._workers.append(self._start("worker", self.address, "--nthreads", "1", "--no-nanny"))

    def kill_worker(self) -> None:
        worker = self._workers.pop()
        worker.kill()
        worker.wait()

    def kill(self) -> None:
        for process in (*self._workers, self._scheduler):
            process.kill()
            process.wait()
        self._workers.clear()

    def _start(self, what: str, *words: str) -> subprocess.Popen[bytes]:
        module = f"distributed.cli.dask_{what}"
        tests = os.path.dirname(__file__)  # noqa: PTH120
        with (self._folder / "log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", module, *words, "--no-dashboard"],
                stdout=log,
                stderr=log,
                cwd=self._folder,
                env={**os.environ, "PYTHONPATH": tests},
            )


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    yield cluster
    cluster.kill()


@pytest.fixture(scope="module")
def client(cluster: Cluster) -> Iterator[Any]:
    cluster.add_workers(2)
    with distributed.Client(cluster.address, timeout=60, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
        yield client


def test_a_worker_that_is_killed_in_the_middle_changes_nothing(
    cluster: Cluster, client: Any, tmp_path: Path
) -> None:
    games, done = 120, []

    def tell(progress: rummy.pace.Progress) -> None:
        done.append(progress.done)
        if progress.done >= 24 and len(client.nthreads()) == 2 and not killed:
            killed.append(progress.done)
            cluster.kill_worker()

    killed: list[int] = []
    out, seats = tmp_path / "deals.parquet", tmp_path / "seats.csv"
    results = simulate(
        V, PLAYERS, games, 5, executor=client.get_executor(), chunk=6, out=out, seats=seats, tell=tell
    )
    assert killed
    assert 0 < killed[0] < games
    assert len(client.nthreads()) == 1
    alone = simulate(V, PLAYERS, games, 5, out=tmp_path / "alone.parquet", seats=tmp_path / "alone.csv")
    assert results == alone
    assert out.read_bytes() == (tmp_path / "alone.parquet").read_bytes()
    assert seats.read_bytes() == (tmp_path / "alone.csv").read_bytes()
    assert done[-1] == games


def test_games_that_kill_every_worker_are_given_up_and_the_others_kept(
    cluster: Cluster, client: Any, tmp_path: Path
) -> None:
    out = tmp_path / "deals.csv"
    with pytest.raises(WorkersLost):
        simulate(
            V,
            [Mortal(None), "random"],
            12,
            5,
            executor=client.get_executor(),
            chunk=4,
            out=out,
            patience=2,
        )
    assert not client.nthreads()
    cluster.add_workers(1)
    client.wait_for_workers(1, timeout=60)
    # Their class is sent by its name, and the worker finds it in a module.
    results = simulate(V, [Mortal(tmp_path), "random"], 12, 5, executor=client.get_executor(), out=out)
    assert results == simulate(V, PLAYERS, 12, 5)


def test_the_command_line_on_a_cluster(cluster: Cluster, client: Any, tmp_path: Path) -> None:
    assert client.nthreads()
    out = tmp_path / "deals.csv"
    words = [
        "simulate",
        V.id,
        "--players",
        "greedy,random",
        "--games",
        "1000000",
        "--seed",
        "5",
        "--chunk",
        "20",
    ]
    words += ["--cluster", cluster.address, "--out", str(out), "--patience", "1"]
    with started(sys.executable, "-m", "rummy", *words) as process:
        part = tmp_path / "deals.csv.part"
        deadline = time.monotonic() + 60
        while not (part.exists() and part.stat().st_size > 4000) and time.monotonic() < deadline:
            time.sleep(0.1)
        cluster.kill_worker()
        told, err = process.communicate(timeout=60)
    done = rummy.read_results(part).summary.games
    assert (process.returncode, told) == (2, "")
    assert err == (
        f"rummy: the cluster has had no worker for 1 seconds; {done:,} of 1,000,000 games are kept in "
        f"{part}: the same command with --resume goes on\n"
    )
    asked = iter([False, True])
    simulate(V, PLAYERS, 1_000_000, 5, chunk=1, out=out, resume=True, stop=lambda: next(asked))
    simulate(V, PLAYERS, done + 1, 5, out=tmp_path / "alone.csv")
    assert out.read_bytes() == (tmp_path / "alone.csv").read_bytes()


def test_a_cluster_that_is_not_there(tmp_path: Path) -> None:
    address = f"tcp://127.0.0.1:{free_port()}"
    words = ["simulate", V.id, "--cluster", address, "--out", str(tmp_path / "deals.csv")]
    hurry = "import rummy.cli.simulating; rummy.cli.simulating.CONNECTING = 1"
    script = f"import sys; from rummy.cli import main; {hurry}; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", script, *words], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"rummy: no cluster answers at {address} (")
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_without_dask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert rummy.cli.main(["simulate", V.id, "--cluster", "tcp://127.0.0.1:1"]) == 2
    assert "pip install 'manipulation-rummy[cluster]'" in capsys.readouterr().err
