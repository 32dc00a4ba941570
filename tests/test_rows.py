"""Rows of deals and seats: what they say is what happened, in every format, and dataframes read them."""

from __future__ import annotations

import csv
import json
import re
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import rummy
from rummy import Deal, simulate
from rummy.chance import chance_key
from rummy.events import Ended, Laid
from rummy.playing import count_seats, play_deal
from rummy.rows import DEALS, SEATS, WHOLE_DEALS, Run
from rummy.sheets import GROUP
from support import EVERY, EVERY_OPTION, name_of

V = rummy.variant("carousel")
PLAYERS = ["greedy", "random", "greedy"]


@pytest.fixture(scope="module")
def results() -> rummy.Results:
    return simulate(V, PLAYERS, games=12, seed=3, keep=True)


@pytest.mark.parametrize("v", EVERY_OPTION, ids=name_of)
@pytest.mark.parametrize("players", [2, 3])
def test_counts_are_what_happened(v: rummy.Variant, players: int) -> None:
    seats = [rummy.make_player("random" if seat else "greedy") for seat in range(players)]
    deal = Deal(v, players, seed=11)
    play_deal(deal, seats, [chance_key(11, 0, 0, seat) for seat in range(players)])
    counts = count_seats(deal)
    laid = [event for event in deal.events if isinstance(event, Laid)]
    for seat, count in enumerate(counts):
        own = [event for event in laid if event.seat == seat]
        assert count.plays == len(own)
        assert count.cards_played == sum(len(event.cards) for event in own)
        assert count.cards_left == len(deal.hands[seat])
        splits = [rummy.check_play(v, event.before or "", event.table, event.cards).split for event in own]
        assert [event.split for event in own] == splits
        assert count.rearrangements == sum(splits)
    assert sum(count.turns for count in counts) == deal.turn + 1
    first = (deal.dealer + 1) % players
    in_order = [counts[(first + place) % players].turns for place in range(players)]
    assert in_order == sorted(in_order, reverse=True)
    assert in_order[0] - in_order[-1] <= 1
    last = deal.events[-1]
    assert isinstance(last, Ended)
    assert [count.cards_left for count in counts] == [len(hand) for hand in last.hands]


def test_turns_of_a_seat_are_those_it_played() -> None:
    played = [0, 0, 0]

    class Counted:
        def act(self, view: rummy.View, chance: rummy.chance.Chance) -> rummy.Action:
            assert view.seat is not None
            if view.step == 0:
                played[view.seat] += 1
            return rummy.make_player("greedy").act(view, chance)

    deal = Deal(V, 3, seed=2)
    play_deal(deal, [Counted()] * 3, [b""] * 3)
    assert [count.turns for count in count_seats(deal)] == played


def test_rows_of_deals_and_seats_say_the_same(results: rummy.Results) -> None:
    deals, seats = list(results.deal_rows), list(results.seat_rows)
    assert len(results.deal_rows) == len(deals) == results.deals
    assert len(results.seat_rows) == len(seats) == results.deals * 3
    assert tuple(deals[0]) == WHOLE_DEALS.names
    assert tuple(seats[0]) == SEATS.names
    for number, deal in enumerate(deals):
        own = seats[3 * number : 3 * number + 3]
        assert {(row["game"], row["deal"], row["turns"]) for row in own} == {
            (deal["game"], deal["deal"], deal["turns"])
        }
        assert [row["seat"] for row in own] == [0, 1, 2]
        assert tuple(row["player"] for row in own) == deal["players"] == tuple(PLAYERS)
        assert [row["place"] for row in own].index(0) == (deal["dealer"] + 1) % 3
        assert [row["won"] for row in own] == [int(deal["winners"] == (seat,)) for seat in range(3)]
        for name in ("points", "own_turns", "plays", "cards_played", "cards_left", "rearrangements"):
            assert tuple(row[name] for row in own) == deal[name]
    assert (deals[0]["variant"], deals[0]["options"], deals[0]["seed"], deals[0]["seats"]) == (
        "carousel",
        "knock=after_play game_bonus=all",
        3,
        3,
    )


@pytest.mark.parametrize("v", EVERY, ids=lambda v: v.id)
def test_counting_changes_no_game(v: rummy.Variant) -> None:
    deals = 2 if v.match == "open" else None
    rows: list[Any] = []
    plain = simulate(v, ["greedy", "random"], 2, 4, deals, sink=rows.append)
    kept = simulate(v, ["greedy", "random"], 2, 4, deals, keep=True)
    assert kept.rows is not None
    assert [row._replace(counts=None) for row in kept.rows] == rows
    assert (kept.summary.counted, plain.summary.counted) == (kept.deals, 0)


def test_dataframes_read_rows_without_a_file(results: rummy.Results) -> None:
    for rows, layout in ((results.deal_rows, WHOLE_DEALS), (results.seat_rows, SEATS)):
        table = pa.table(rows)
        assert tuple(table.column_names) == layout.names
        reader = pa.RecordBatchReader.from_stream(rows)
        assert reader.read_all() == table
        assert table.to_pylist() == [
            {name: list(value) if isinstance(value, tuple) else value for name, value in row.items()}
            for row in rows
        ]
        assert Run.from_json(json.loads(table.schema.metadata[b"rummy"])) == results.run


@pytest.mark.parametrize("name", ["deal_rows", "seat_rows"])
def test_every_format_says_the_same(results: rummy.Results, tmp_path: Path, name: str) -> None:
    rows = getattr(results, name)
    layout = WHOLE_DEALS if name == "deal_rows" else SEATS
    paths = {ending: tmp_path / f"rows.{ending}" for ending in ("csv", "jsonl", "parquet", "arrow")}
    for path in paths.values():
        rows.save(path)
    plain = [json.loads(line) for line in paths["jsonl"].read_text().splitlines()]
    assert plain == pa.table(rows).to_pylist()
    assert pq.read_table(paths["parquet"]) == pa.table(rows)
    with pa.memory_map(str(paths["arrow"])) as source:
        assert pa.ipc.open_file(source).read_all() == pa.table(rows)
    with paths["csv"].open(newline="") as file:
        told = list(csv.DictReader(file))
    assert tuple(told[0]) == layout.names
    for row, cells in zip(plain, told, strict=True):
        assert cells == {
            column: " ".join(map(str, value)) if isinstance(value, list) else str(value)
            for column, value in row.items()
        }


def test_files_of_simulate_are_those_of_the_rows(results: rummy.Results, tmp_path: Path) -> None:
    for ending in ("csv", "jsonl", "parquet", "arrow"):
        out, seats = tmp_path / f"out.{ending}", tmp_path / f"seats.{ending}"
        simulate(V, PLAYERS, 12, 3, out=out, seats=seats, all_columns=True, chunk=5)
        for path, rows in ((out, results.deal_rows), (seats, results.seat_rows)):
            rows.save(tmp_path / f"rows.{ending}")
            assert path.read_bytes() == (tmp_path / f"rows.{ending}").read_bytes(), path.name


def test_groups_do_not_depend_on_chunks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert GROUP == 65_536
    monkeypatch.setattr("rummy.sheets.GROUP", 10)
    files = []
    for chunk in (1, 4, 100):
        out = tmp_path / f"deals-{chunk}.parquet"
        simulate(V, ["greedy"] * 2, 12, 3, out=out, chunk=chunk)
        meta = pq.read_metadata(out)
        sizes = [meta.row_group(group).num_rows for group in range(meta.num_row_groups)]
        assert set(sizes[:-1]) == {10}
        files.append(out.read_bytes())
    assert files[0] == files[1] == files[2]


class Spaced:
    name = "my own player"

    def act(self, view: rummy.View, chance: rummy.chance.Chance) -> rummy.Action:
        return rummy.make_player("greedy").act(view, chance)


def test_names_with_spaces_stay_apart_in_csv(tmp_path: Path) -> None:
    out = tmp_path / "deals.csv"
    simulate(V, ["greedy", Spaced()], 1, 3, out=out, all_columns=True)
    assert rummy.read_results(out).summary.players == ("greedy", "my_own_player")


@pytest.mark.parametrize(
    ("how", "told"),
    [
        (
            {"out": "deals.xls"},
            "'deals.xls' names no format: end it with .parquet, .csv, .jsonl, .arrow, .json",
        ),
        ({"out": "deals"}, "'deals' names no format"),
        ({"seats": "seats.json"}, "'seats.json' holds a summary, not rows"),
        ({"out": "rows.csv", "seats": "./rows.csv"}, "need a file each"),
    ],
)
def test_files_that_cannot_be(
    how: dict[str, str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=told):
        simulate(V, ["greedy"] * 2, 1, 3, **how)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_seeds_that_arrow_cannot_hold(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="beyond 64 bits"):
        simulate(V, ["greedy"] * 2, 1, 2**63, out=tmp_path / "deals.parquet", all_columns=True)
    simulate(V, ["greedy"] * 2, 1, 2**63, out=tmp_path / "deals.parquet")
    simulate(V, ["greedy"] * 2, 1, 2**63, out=tmp_path / "deals.csv", all_columns=True)
    assert rummy.read_results(tmp_path / "deals.csv").facts[-1] == ("seed", str(2**63))


def test_rows_that_were_not_kept() -> None:
    with pytest.raises(ValueError, match=r"simulate\(\.\.\., keep=True\) keeps them"):
        _ = simulate(V, ["greedy"] * 2, 1, 3).seat_rows


def test_without_pyarrow(results: rummy.Results, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    results.seat_rows.save(tmp_path / "seats.csv")
    for ask in (results.seat_rows.to_arrow, lambda: results.seat_rows.save(tmp_path / "seats.arrow")):
        with pytest.raises(ValueError, match="pip install 'manipulation-rummy\\[parquet\\]'"):
            ask()


def test_the_columns_are_told_in_the_docs() -> None:
    text = (Path(__file__).parent.parent / "docs" / "simulation.md").read_text(encoding="utf-8")
    told = re.findall(
        r"^\| `(\w+)` \| (integer|text|list of integers|list of texts) \| (.*) \|$", text, re.MULTILINE
    )
    kinds = {"int": "integer", "text": "text", "ints": "list of integers", "texts": "list of texts"}
    columns = (*WHOLE_DEALS.columns, *SEATS.columns)
    assert told == [(column.name, kinds[column.kind], column.about) for column in columns]


def test_the_columns_of_deals_stay() -> None:
    assert DEALS.names == ("game", "deal", "dealer", "turns", "reason", "winners", "points")
    assert WHOLE_DEALS.names[:7] == DEALS.names
