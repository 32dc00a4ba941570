"""One page of HTML about a simulation, with nothing to load from elsewhere."""

from __future__ import annotations

import base64
from html import escape
from typing import TYPE_CHECKING, Final

from rummy.variant import FEWEST_PLAYERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rummy.charts import Chart
    from rummy.reading import Source
    from rummy.summary import Listing

STYLE: Final = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff;
  margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .8rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: 0; }
dt { color: #555; }
dd { margin: 0; overflow-wrap: anywhere; }
figure { margin: 0 0 2rem; }
figure img { display: block; width: 100%; height: auto; }
figcaption { color: #444; font-size: .9rem; }
.wide { overflow-x: auto; margin: 0 0 1.8rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding-bottom: .3rem; }
th, td { padding: .25rem 1rem .25rem 0; text-align: right; vertical-align: top;
  border-bottom: 1px solid #ddd; }
th, td span { white-space: nowrap; }
th:first-child { text-align: left; }
tbody th { font-weight: 400; }
.note { color: #444; font-size: .9rem; margin: .3rem 0 0; }
@media print { figure, .wide { break-inside: avoid; } }
"""
CAPTIONS: Final = {
    "wins": "Of the deals that a player began (or played second, third ...), those it won alone. The "
    "lines show 95% intervals.",
    "lengths": "How many turns deals took, turns of all seats counted.",
    "points": "What a deal brought each player, without bonuses of the game. A line that rises early belongs "
    "to a player with few points.",
}


def render_page(source: Source) -> str:
    """The page.

    Raises:
        ValueError: matplotlib, which draws the pictures, is not installed.
    """
    return "\n".join(_render(source)) + "\n"


def _render(source: Source) -> Iterator[str]:
    summary = source.summary
    facts = dict(source.facts)
    rules = facts.pop("variant", None)
    between = " against " if len(summary.players) == FEWEST_PLAYERS else ", "
    title = between.join(summary.players) + (f" in {rules}" if rules else "")
    yield "<!DOCTYPE html>"
    yield '<html lang="en">'
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(title)}: {summary.deals:,} deals</title>"
    yield f"<style>{STYLE}</style>"
    yield "</head>"
    yield "<body>"
    yield "<main>"
    yield f"<h1>{escape(title)}</h1>"
    yield "<dl>"
    told = {"deals": f"{summary.deals:,}", "turns": f"{summary.turns:,}"}
    if summary.games:
        told = {"games": f"{summary.games:,}", **told}
    for name, value in {**told, **facts, "file": source.path.name}.items():
        yield f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>"
    yield "</dl>"
    yield '<section aria-labelledby="pictures"><h2 id="pictures">Pictures</h2>'
    for chart in summary.charts():
        yield from _render_chart(chart)
    yield "</section>"
    yield '<section aria-labelledby="tables"><h2 id="tables">Tables</h2>'
    for listing in summary.tables():
        yield from _render_table(listing)
    yield "</section>"
    yield "</main>"
    yield "</body>"
    yield "</html>"


def _render_chart(chart: Chart) -> Iterator[str]:
    picture = base64.b64encode(chart.draw("svg")).decode("ascii")
    yield "<figure>"
    yield f'<img src="data:image/svg+xml;base64,{picture}" alt="{escape(chart.describe())}">'
    yield f"<figcaption>{escape(CAPTIONS[chart.name])}</figcaption>"
    yield "</figure>"


def _render_table(listing: Listing) -> Iterator[str]:
    yield '<div class="wide" tabindex="0" role="group" aria-label="' + escape(listing.title) + '">'
    yield "<table>"
    yield f"<caption>{escape(listing.title)}</caption>"
    yield f"<thead><tr>{_cells(listing.columns, 'col')}</tr></thead>"
    yield "<tbody>"
    for first, *rest in listing.rows:
        cells = "".join(f"<td>{_breakable(text)}</td>" for text in rest)
        yield f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>'
    yield "</tbody>"
    yield "</table>"
    if listing.note:
        yield f'<p class="note">{escape(listing.note)}</p>'
    yield "</div>"


def _breakable(text: str) -> str:
    """A number with its interval, which may stand on a line of its own."""
    number, bracket, interval = text.partition(" (")
    return f"<span>{escape(number)}</span>" + (f" <span>({escape(interval)}</span>" if bracket else "")


def _cells(texts: Iterable[str], scope: str) -> str:
    return "".join(f'<th scope="{scope}">{escape(text)}</th>' for text in texts)
