"""Measures every peer and ours, prints the tables, and keeps them.

    python -m peers [--peer NAME] [--file NAME] [--rounds N] [--dry]

The process stays on one core where the system allows it. Ctrl-C ends it with the tables of what was measured;
nothing is kept then.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from typing import TYPE_CHECKING, Any

from peers import report
from peers.machine import ROOT, load_average, processor, use_one_core, versions
from peers.questions import ACES, FILES, load

if TYPE_CHECKING:
    from collections.abc import Callable

    from peers.protocol import Peer

ROUNDS = 5
MARKDOWN = ROOT / "docs" / "peers.md"
DATA = ROOT / "benches" / "results" / "peers.json"
INTERRUPTED = 130


def make_peers() -> list[Peer]:
    """Ours, then the peers, those that are hard to beat first."""
    from peers.cpsat import CpSat
    from peers.glpk import Glpk, GlpkWarm
    from peers.italian import Machiavelli
    from peers.ours import Ours
    from peers.rummikub import Rummikub, RummikubGlpk

    return [Ours(), Glpk(), GlpkWarm(), RummikubGlpk(), CpSat(), Rummikub(), Machiavelli()]


def measure_all(peers: list[Peer], files: list[str], rounds: int) -> tuple[report.Results, bool]:
    """Everything; whether it was interrupted."""
    from peers.measure import measure

    results: report.Results = {}
    try:
        for file in files:
            questions = load(file)
            results[file] = {}
            for peer in peers:
                results[file][peer.name] = measure(peer, questions, rounds, progress_of(peer, file))
    except KeyboardInterrupt:
        return results, True
    finally:
        sys.stderr.write("\n")
    return results, False


def progress_of(peer: Peer, file: str) -> Callable[[int, int], None]:
    """Tells now and then on standard error how far a peer is."""
    told = 0.0

    def tell(done: int, of: int) -> None:
        nonlocal told
        if done == of or time.monotonic() - told > 1:
            told = time.monotonic()
            sys.stderr.write(f"\r\x1b[K{file}, {peer.name}: {done} of {of}")
            sys.stderr.flush()

    return tell


def describe(peers: list[Peer], is_pinned: bool, rounds: int, loads: tuple[str, str], minutes: float) -> str:
    """Under which conditions it was measured."""
    packages = sorted({package for peer in peers for package in peer.packages})
    told = ", ".join(f"{name} {number}" for name, number in versions(packages).items())
    core = "one core" if is_pinned else "one thread (this system cannot keep a process on one core)"
    lines = [
        f"{processor()}, {platform.system()}, {core}; Python {platform.python_version()}; {told}.",
        f"Times in microseconds, each position the fastest of {rounds} rounds, each call another position",
        f"than the one before. The run took {minutes:.0f} minutes; load average {loads[0]} before and",
        f"{loads[1]} after it.",
        "",
        "| | how it is asked | rules for the ace |",
        "| --- | --- | --- |",
    ]
    for peer in peers:
        aces = ", ".join(ace for ace in ACES if peer.takes(ace))
        lines.append(f"| {peer.name} | {peer.how} | {aces} |")
    return "\n".join(lines)


def compose(results: report.Results, peers: list[Peer], conditions: str) -> tuple[str, list[report.Row]]:
    """The page, and its rows."""
    questions = {file: load(file) for file in results}
    whole = {file: series for file, series in results.items() if report.OURS in series}
    rows = report.make_rows(whole, questions, peers)
    parts = [
        "# Peers",
        "Written by `make bench-peers`; what it means stands in [performance.md](performance.md).",
        conditions,
        "## Goals",
        report.goals_table(report.goals_of(rows)),
    ]
    for file in whole:
        for ace in (report.EVERY, *ACES):
            group = [row for row in rows if (row.file, row.ace) == (file, ace)]
            if group:
                parts += [f"## `{file}.jsonl`, ace {ace}".replace("ace every ace", "every ace")]
                parts += [report.table_of(group)]
    wrong = report.wrong_answers(results, questions)
    parts += ["## Answers that differ", "\n".join(wrong) if wrong else "None: every answer is right."]
    return "\n\n".join(parts) + "\n", rows


def keep(page: str, rows: list[report.Row], about: dict[str, Any]) -> None:
    """Write the page and the data."""
    DATA.parent.mkdir(exist_ok=True)
    MARKDOWN.write_text(page, encoding="utf-8")
    data = {**about, "rows": [row.to_json() for row in rows]}
    DATA.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def main() -> int:
    is_pinned = use_one_core()
    peers = make_peers()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = [peer.name for peer in peers]
    parser.add_argument("--peer", action="append", choices=names, help="only this one, and ours")
    parser.add_argument("--file", action="append", choices=FILES, help="only this file")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="default: %(default)s")
    parser.add_argument("--dry", action="store_true", help="keep nothing")
    arguments = parser.parse_args()
    if arguments.peer:
        peers = [peer for peer in peers if peer.name in {report.OURS, *arguments.peer}]
    before, began = load_average(), time.monotonic()
    results, is_interrupted = measure_all(peers, arguments.file or list(FILES), arguments.rounds)
    minutes = (time.monotonic() - began) / 60
    conditions = describe(peers, is_pinned, arguments.rounds, (before, load_average()), minutes)
    page, rows = compose(results, peers, conditions)
    print(page)
    if is_interrupted:
        return INTERRUPTED
    if not (arguments.dry or arguments.peer or arguments.file):
        packages = {package for peer in peers for package in peer.packages}
        about = {"processor": processor(), "python": platform.python_version(), "rounds": arguments.rounds}
        keep(page, rows, {**about, "versions": versions(sorted(packages))})
    return 0


if __name__ == "__main__":
    sys.exit(main())
