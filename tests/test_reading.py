"""Results read back, and files that are broken, foreign or not there."""

from __future__ import annotations

import json
import sys
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import rummy
from rummy import ResultsError, Summary, read_results, simulate
from rummy.charts import Chart, Series
from rummy.cli import main
from rummy.report import render_page
from rummy.rows import SEATS
from rummy.summary import quantile

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

V = rummy.variant("carousel")
PLAYERS = ["greedy", "random", "greedy"]
ENDINGS = ("csv", "jsonl", "parquet", "arrow")
OF_GAMES = ("games", "wins", "draws", "totals")


@pytest.fixture(scope="module")
def results() -> rummy.Results:
    return simulate(V, PLAYERS, games=12, seed=3, keep=True)


def of_deals(summary: Summary) -> dict[str, object]:
    return {name: value for name, value in summary.to_json().items() if name not in OF_GAMES}


@pytest.mark.parametrize("ending", ENDINGS)
def test_rows_read_back_are_the_summary(results: rummy.Results, ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"rows.{ending}"
    for rows in (results.deal_rows, results.seat_rows):
        rows.save(path)
        source = read_results(path)
        assert of_deals(source.summary) == of_deals(results.summary)
        assert source.facts == (
            ("variant", "carousel"),
            ("options", "knock=after_play game_bonus=all"),
            ("seed", "3"),
        )
    simulate(V, PLAYERS, games=12, seed=3, out=path)
    plain = read_results(path).summary
    named = ending in ("parquet", "arrow")
    assert plain.players == (tuple(PLAYERS) if named else ("seat 0", "seat 1", "seat 2"))
    assert plain.counted == 0
    assert (plain.won, plain.points, plain.lengths) == (
        results.summary.won,
        results.summary.points,
        results.summary.lengths,
    )


def test_a_summary_read_back(results: rummy.Results, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    simulate(V, PLAYERS, games=12, seed=3, out=path)
    assert read_results(path).summary == results.summary
    assert Summary.from_json(json.loads(json.dumps(results.summary.to_json()))) == results.summary


ROW: dict[str, Any] = {
    "game": 0,
    "deal": 0,
    "dealer": 1,
    "turns": 9,
    "reason": "out",
    "winners": [0],
    "points": [0, 3],
}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"turns": "nine"}, "turns cannot be 'nine'"),
        ({"turns": 9.5}, "turns cannot be 9.5"),
        ({"turns": True}, "turns cannot be True"),
        ({"turns": None}, "turns cannot be None"),
        ({"turns": 0}, "at least one turn"),
        ({"reason": "bored"}, "a deal does not end by 'bored'; the reasons: out, knock"),
        ({"winners": []}, "a deal has a winner"),
        ({"winners": [2]}, "the dealer and the winners are seats from 0 to 1"),
        ({"winners": ["0"]}, "winners cannot be"),
        ({"dealer": -1}, "the dealer and the winners are seats from 0 to 1"),
        ({"points": [1]}, "a deal has 2 to 5 seats, not 1"),
        ({"points": [0, 3, 5]}, "from here on others play: seat 0, seat 1, seat 2, not seat 0, seat 1"),
        ({"points": "0 3"}, "points cannot be '0 3'"),
    ],
)
def test_broken_rows(change: dict[str, Any], told: str, tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in (ROW, ROW, {**ROW, **change}, ROW)))
    with pytest.raises(ResultsError) as error:
        read_results(path)
    assert error.value.line == 3
    assert str(error.value).startswith(f"{path}, line 3: ")
    assert told in str(error.value)


SEAT_HEAD = ",".join(SEATS.names)
SEAT_ROW = "0,0,greedy,0,1,0,5,3,9,0,2,9,out,0,carousel,,3,2"
HEAD = "game,deal,dealer,turns,reason,winners,points"


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("deals.csv", "", "there are no rows in it"),
        ("deals.csv", HEAD + "\n", "there are no rows in it"),
        ("deals.csv", "a,b\n1,2\n", "there is no column game, deal, dealer, turns, reason, winners, points"),
        ("deals.csv", f"{HEAD}\n0,0,1,9,out,0\n", "line 2: there are 6 columns, and the first line names 7"),
        ("deals.csv", f"{HEAD}\n0,0,1,9,out,0,0 3\n0,0,1,x,out,0,0 3\n", "line 3: turns cannot be 'x'"),
        ("deals.csv", f'{HEAD}\n0,0,1,9,out,0,"0 3\n', "line 2: this is no CSV"),
        ("deals.csv", f"{HEAD}\n0,0,1,9,out,0,0 1", "line 2: the line has no end: the file was cut"),
        ("deals.jsonl", "", "there are no rows in it"),
        ("deals.jsonl", "[1]\n", "line 1: a row is a JSON object"),
        ("deals.jsonl", '{"game":0,\n', "line 1: this line is no JSON"),
        ("deals.json", "{}", "this is not the summary of a simulation"),
        ("deals.json", "x", "this is not the summary of a simulation"),
        ("deals.json", '{"rummy":"summary","format":7}', "it has format 7, and this version reads 1"),
        ("deals.json", '{"rummy":"summary","format":1,"run":{},"summary":{}}', "what the games follow from"),
        ("deals.csv.part", "x\n", "this is not the unfinished run of a simulation"),
        ("deals.parquet", "x", "this is no whole Parquet file"),
        ("deals.arrow", "x", "this is no whole Arrow file"),
        (
            "seats.csv",
            f"{SEAT_HEAD}\n0,{SEAT_ROW}\n1,{SEAT_ROW}\n",
            "line 2: deal 0 of game 0 must have a row for each of its 2 seats",
        ),
    ],
)
def test_broken_and_foreign_files(name: str, text: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(ResultsError) as error:
        read_results(path)
    assert str(error.value).startswith(str(path))
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_files_that_are_no_text_or_cut(results: rummy.Results, tmp_path: Path) -> None:
    for name in ("deals.csv", "deals.jsonl", "deals.json", "deals.csv.part"):
        (tmp_path / name).write_bytes(b"\xff\xfe\x00" * 20)
        with pytest.raises(ResultsError):
            read_results(tmp_path / name)
    for ending in ("parquet", "arrow"):
        path = tmp_path / f"rows.{ending}"
        results.seat_rows.save(path)
        whole = path.read_bytes()
        for cut in (len(whole) // 2, len(whole) - 1):
            path.write_bytes(whole[:cut])
            with pytest.raises(ResultsError, match="this is no whole"):
                read_results(path)
    path = tmp_path / "rows.parquet"
    results.seat_rows.save(path)
    path.write_bytes(path.read_bytes()[:40] + bytes(60) + path.read_bytes()[100:])
    with pytest.raises(ResultsError, match="this is no whole Parquet file"):
        read_results(path)


def test_foreign_parquet(tmp_path: Path) -> None:
    path = tmp_path / "other.parquet"
    pq.write_table(pa.table({"a": [1]}), path)
    with pytest.raises(ResultsError, match="there is no column game"):
        read_results(path)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_results(tmp_path / "none.csv")
    with pytest.raises(ValueError, match="names no format of results"):
        read_results(tmp_path / "none.xls")


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.update(deals=data["deals"] + 1),
        lambda data: data.update(wins=[-1, 6, 7]),
        lambda data: data["points"].pop(),
        lambda data: data.update(players="greedy"),
        lambda data: data["lengths"].update(x=1),
        lambda data: data["counts"][0].pop("plays"),
        lambda data: data.update(reasons={"bored": data["deals"]}),
        lambda data: data.pop("won"),
    ],
)
def test_a_summary_that_does_not_add_up(
    change: Callable[[dict[str, Any]], object], results: rummy.Results
) -> None:
    data = json.loads(json.dumps(results.summary.to_json()))
    change(data)
    with pytest.raises(ValueError, match="summary"):
        Summary.from_json(data)


def test_summaries_of_other_players_do_not_add_up(results: rummy.Results) -> None:
    with pytest.raises(ValueError, match="these are other players: greedy, greedy"):
        results.summary.merge(Summary(["greedy", "greedy"]))


# ---- looked at


def test_tables(results: rummy.Results) -> None:
    tables = {listing.title: listing for listing in results.summary.tables()}
    deals = tables[f"Deals ({results.deals})"]
    assert [row[0] for row in deals.rows] == ["greedy (seat 0)", "random", "greedy (seat 2)"]
    assert [int(row[1]) for row in deals.rows] == [sum(won) for won in results.summary.won]
    assert [row[4] for row in deals.rows] == [
        f"{sum(points * count for points, count in each.items()) / results.deals:.2f}"
        for each in results.summary.points
    ]
    lengths = sorted(row.turns for game in results.rows or () for row in game.deals)
    (row,) = tables["Length of deals, in turns of all seats"].rows
    assert row[2] == str(lengths[0])
    assert row[4] == str(lengths[(len(lengths) - 1) // 2])
    assert row[6] == str(lengths[-1])
    assert "What each player did, a deal" in tables


@pytest.mark.parametrize(("part", "value"), [(0, 1), (0.25, 1), (0.26, 2), (0.75, 2), (0.76, 9), (1, 9)])
def test_quantiles(part: float, value: int) -> None:
    assert quantile({9: 1, 1: 1, 2: 2}, part) == value


def test_charts_show_what_was_counted(results: rummy.Results) -> None:
    summary = results.summary
    wins = summary.chart("wins")
    for place, series in enumerate(wins.series):
        for seat, value in enumerate(series.values):
            assert value == pytest.approx(100 * summary.won[seat][place] / summary.played[seat][place])
    lengths = summary.chart("lengths")
    edges = lengths.ticks
    for left, right, value in zip(edges, edges[1:], lengths.series[0].values, strict=False):
        inside = sum(count for turns, count in summary.lengths.items() if left <= turns < right)  # type: ignore[operator]
        assert value == pytest.approx(100 * inside / summary.deals)
    for series in summary.chart("points").series:
        assert list(series.values) == sorted(series.values)
        assert series.values[-1] == pytest.approx(100)
    with pytest.raises(ValueError, match="there is no picture 'speed'; the pictures: wins, lengths, points"):
        summary.chart("speed")


def test_pictures_are_files(results: rummy.Results, tmp_path: Path) -> None:
    for chart in results.summary.charts():
        for ending, start in (("png", b"\x89PNG\r\n\x1a\n"), ("svg", b"<?xml")):
            path = tmp_path / f"{chart.name}.{ending}"
            chart.save(path)
            first = path.read_bytes()
            assert first.startswith(start)
            chart.save(path)
            assert path.read_bytes() == first
    with pytest.raises(ValueError, match=r"'wins.gif' names no picture: end it with .png or .svg"):
        results.summary.chart("wins").save(tmp_path / "wins.gif")


def test_a_long_histogram_is_told_in_short() -> None:
    chart = Chart("x", "Many", "x", "y", "steps", tuple(range(31)), (Series("s", (0.0, *(1.0,) * 28, 3.0)),))
    assert chart.describe() == "Many. A histogram of y by x. s: from 1 to 29, most at 29 with 3."


class Page(HTMLParser):
    """What a page holds."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def test_the_page_stands_alone_and_is_for_everybody(results: rummy.Results, tmp_path: Path) -> None:
    path = tmp_path / "<deals> & seats.csv"
    results.seat_rows.save(path)
    text = render_page(read_results(path))
    page = Page(text)
    assert page.open == []
    assert page.all("html") == [{"lang": "en"}]
    assert len(page.all("title")) == len(page.all("h1")) == 1
    assert "&lt;deals&gt; &amp; seats.csv" in text
    assert "http" not in text.replace("http://www.w3.org/", "")
    assert page.all("link") == page.all("script") == []
    pictures = page.all("img")
    assert [str(picture["src"]).split(",")[0] for picture in pictures] == ["data:image/svg+xml;base64"] * 3
    for picture, chart in zip(pictures, read_results(path).summary.charts(), strict=True):
        assert picture["alt"] == chart.describe()
    assert len(page.all("figcaption")) == 3
    assert len(page.all("caption")) == len(page.all("table")) == len(read_results(path).summary.tables())
    assert {cell["scope"] for cell in page.all("th")} == {"col", "row"}


def test_report(results: rummy.Results, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "seats.parquet"
    results.seat_rows.save(path)
    assert main(["report", str(path)]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert told.out.endswith(f"page  {tmp_path / 'seats.html'}\n")
    assert str(results.summary.tables()[1]) in told.out
    assert main(["report", str(path), "--out", str(tmp_path / "page.html"), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["page"] == str(tmp_path / "page.html")
    assert data["turns"] == results.turns
    assert (tmp_path / "page.html").read_text() == (tmp_path / "seats.html").read_text()


def test_report_of_an_unfinished_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "deals.csv"
    chunks = iter([False, True])
    simulate(V, PLAYERS, 20, 3, chunk=4, out=out, stop=lambda: next(chunks))
    assert main(["report", f"{out}.part"]) == 0
    assert "page" in capsys.readouterr().out
    assert "4 of 20 games are done" in (tmp_path / "deals.csv.html").read_text()


def wrong(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(words) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("rummy: ")
    assert told.err.count("\n") == 1
    return told.err


def test_report_of_what_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "deals.csv"
    path.write_text("a,b\n1,2\n")
    assert "there is no column game" in wrong(["report", str(path)], capsys)
    assert "No such file" in wrong(["report", str(tmp_path / "none.csv")], capsys)
    path.write_text(f"{HEAD}\n0,0,1,9,out,0,0 3\n")
    assert "end 'page.txt' with .html" in wrong(["report", str(path), "--out", "page.txt"], capsys)
    assert "No such file" in wrong(
        ["report", str(path), "--out", str(tmp_path / "none" / "page.html")], capsys
    )
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert "pip install 'manipulation-rummy[plots]'" in wrong(["report", str(path)], capsys)
    assert [each.name for each in tmp_path.iterdir()] == ["deals.csv"]
