"""How deals and matches ended, in lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.events import Knocked
from rummy.scoring import count_hand
from rummy.terminal.describe import count_of
from rummy.terminal.render import join_words
from rummy.terminal.telling import YOU

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rummy.deal import Deal
    from rummy.match import Match
    from rummy.scoring import DealResult
    from rummy.terminal.style import Style


def render_deal_result(match: Match, names: Sequence[str], style: Style) -> list[str]:
    """How the deal ended: why, what each hand holds and counts, who won."""
    deal = match.deal
    result = deal.result
    if result is None:
        return []
    lines = [style.bold(f"The deal is over, {_say_why(deal, result, names)}.")]
    width = max(map(len, names))
    for seat, (name, hand) in enumerate(zip(names, deal.hands, strict=True)):
        lines.append(f"  {name:<{width}}{_say_points(match, seat)}  {style.cards(hand)}".rstrip())
    if match.variant.is_high_best:
        lines.append(_explain_differences(deal, result, names))
    if match.variant.match == "deal":
        lines.append(style.bold(_who_won(result.winners, names, "deal")))
        return lines
    if any(match.bonuses):
        lines.append(f"Bonuses: {_list_points(names, match.bonuses)}")
    return [*lines, render_totals(match, names)]


def _say_why(deal: Deal, result: DealResult, names: Sequence[str]) -> str:
    if result.reason == "stock-out":
        return "the stock is used up and so are the last turns"
    if result.reason == "blocked":
        return "blocked: the stock is empty and everybody passed"
    if result.reason == "out":
        return _says(names[result.winners[0]], "are", "is") + " out"
    knocker = next(event.seat for event in reversed(deal.events) if isinstance(event, Knocked))
    knocks = _says(names[knocker], "knock", "knocks")
    if result.reason == "knock":
        return f"{knocks} and {'win' if names[knocker] == YOU else 'wins'}"
    winners = [names[seat] for seat in result.winners]
    undercut = "undercut" if len(winners) > 1 or YOU in winners else "undercuts"
    return f"{knocks}, but {_join_names(winners)} {undercut}"


def _say_points(match: Match, seat: int) -> str:
    v, result = match.variant, match.deal.result
    if result is None or v.score == "none":
        return ""
    points = count_of(result.points[seat], "point")
    if not v.is_high_best:
        return f"  {points}"
    return f"  count {count_hand(v, match.deal.hands[seat].ids):>3}  {points}"


def _explain_differences(deal: Deal, result: DealResult, names: Sequence[str]) -> str:
    """How the points of the winners come about."""
    v = deal.variant
    counts = [count_hand(v, hand.ids) for hand in deal.hands]
    terms = [str(count - min(counts)) for count in counts if count > min(counts)]
    bonus = {"out": (v.out_bonus, "being out"), "undercut": (v.undercut_bonus, "the undercut")}.get(
        result.reason
    )
    if bonus is not None:
        terms.append(f"{bonus[0]} for {bonus[1]}")
    who = [names[seat] for seat in result.winners]
    each = " each" if len(who) > 1 else ""
    score = "score" if len(who) > 1 or YOU in who else "scores"
    text = f"{_join_names(who)} {score}{each} what the others have more: {' + '.join(terms) or '0'}."
    return text[0].upper() + text[1:]


def render_totals(match: Match, names: Sequence[str]) -> str:
    """The totals on one line."""
    until = f" (to {match.variant.play_to})" if match.variant.play_to else ""
    return f"Totals{until}: {_list_points(names, match.totals)}"


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
    return f"The {what} is a draw between {_join_names(who)}."


def _list_points(names: Sequence[str], points: Sequence[int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in zip(names, points, strict=True))


def _join_names(names: Sequence[str]) -> str:
    return join_words(["you" if name == YOU else name for name in names])


def _says(name: str, verb: str, other_verb: str) -> str:
    return f"you {verb}" if name == YOU else f"{name} {other_verb}"
