"""How deals and matches ended, in lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.terminal.describe import count_of
from rummy.terminal.render import join_words
from rummy.terminal.telling import YOU

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rummy.match import Match
    from rummy.terminal.style import Style


def render_deal_result(match: Match, names: Sequence[str], style: Style) -> list[str]:
    """How the deal ended: why, what each hand holds and counts, who won."""
    deal = match.deal
    result = deal.result
    if result is None:
        return []
    why = "blocked: the stock is empty and everybody passed"
    if result.reason == "out":
        name = names[result.winners[0]]
        why = "you are out" if name == YOU else f"{name} is out"
    lines = [style.bold(f"The deal is over, {why}.")]
    width = max(map(len, names))
    for name, hand, points in zip(names, deal.hands, result.points, strict=True):
        counted = f"  {count_of(points, 'point')}" if match.variant.score != "none" else ""
        lines.append(f"  {name:<{width}}{counted}  {style.cards(hand)}".rstrip())
    if match.variant.match == "deal":
        lines.append(style.bold(_who_won(result.winners, names, "deal")))
    else:
        lines.append(render_totals(match, names))
    return lines


def render_totals(match: Match, names: Sequence[str]) -> str:
    """The totals on one line."""
    totals = [f"{name} {total}" for name, total in zip(names, match.totals, strict=True)]
    until = f" (to {match.variant.play_to})" if match.variant.play_to else ""
    return f"Totals{until}: {', '.join(totals)}"


def render_match_result(match: Match, names: Sequence[str], style: Style) -> list[str]:
    """Who won a match of several deals; nothing for a single deal, which has said so."""
    result = match.result
    if result is None or match.variant.match == "deal":
        return []
    return [
        style.bold(f"The match is over after {count_of(result.deals, 'deal')}."),
        style.bold(_who_won(result.winners, names, "match")),
    ]


def _who_won(winners: Sequence[int], names: Sequence[str], what: str) -> str:
    who = [names[seat] for seat in winners]
    if len(who) == 1:
        return f"{who[0]} {'win' if who[0] == YOU else 'wins'} the {what}."
    return f"The {what} is a draw between {join_words(['you' if name == YOU else name for name in who])}."
