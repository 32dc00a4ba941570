"""How deals and matches end: RULES.md section 6, as plain sums."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .cards import Cards
    from .rules import Rules

KNOCK_AT = 5
OUT_BONUS = 25
UNDERCUT_BONUS = 10
CAROUSEL_MATCH = 150
MATCH_BONUS = 100
DEAL_BONUS = 25


class Outcome(NamedTuple):
    """Points by seat, None where there is no score. No winner: a draw, or the rules name none."""

    winners: tuple[int, ...]
    points: tuple[int, ...] | None


def count_hand(rules: Rules, hand: Cards) -> int:
    """Worth of the cards left in a hand; in the carousel family the player's count."""
    return sum(map(rules.worth_of, hand))


def counts_of(rules: Rules, hands: Sequence[Cards]) -> tuple[int, ...]:
    return tuple(count_hand(rules, hand) for hand in hands)


def is_carousel(rules: Rules) -> bool:
    return "knock" in rules.options


def score_out(rules: Rules, hands: Sequence[Cards], seat: int) -> Outcome:
    """A player put down the last card of the hand."""
    assert not hands[seat]
    counts = counts_of(rules, hands)
    if is_carousel(rules):  # *Out*: all the others' counts + 25
        return Outcome((seat,), _alone({seat: sum(counts) + OUT_BONUS}, len(hands)))
    return Outcome((seat,), None if rules.id == "vatikan" else counts)


def score_blocked(rules: Rules, hands: Sequence[Cards]) -> Outcome:
    """The stock is empty and all passed; not in the carousel family."""
    assert not is_carousel(rules)
    counts = counts_of(rules, hands)
    if rules.id in ("manipulation", "shanghai"):  # everyone scores the cards left; no winner is named
        return Outcome((), counts)
    # Fewest cards wins, in tahiti fewest points; a tie for fewest is a draw.
    held = counts if rules.id == "tahiti" else tuple(len(hand) for hand in hands)
    lowest = _with_lowest(held)
    winners = lowest if len(lowest) == 1 else ()
    return Outcome(winners, None if rules.id == "vatikan" else counts)


def may_knock(rules: Rules, hand: Cards) -> bool:
    """A count of 5 or less, from the cards left after the play."""
    return is_carousel(rules) and count_hand(rules, hand) <= KNOCK_AT


def score_knock(rules: Rules, hands: Sequence[Cards], knocker: int) -> Outcome:
    """The knocker alone has the lowest count and wins, or every other player with it does (undercut)."""
    counts = counts_of(rules, hands)
    low = min(counts)
    differences = sum(count - low for count in counts)
    if _with_lowest(counts) == (knocker,):
        return Outcome((knocker,), _alone({knocker: differences}, len(hands)))
    winners = tuple(seat for seat in _with_lowest(counts) if seat != knocker)
    return Outcome(winners, _alone(dict.fromkeys(winners, differences + UNDERCUT_BONUS), len(hands)))


def score_stock_out(rules: Rules, hands: Sequence[Cards]) -> Outcome:
    """After the last turns of a carousel deal: all who tie for the lowest count win (D19)."""
    counts = counts_of(rules, hands)
    winners = _with_lowest(counts)
    differences = sum(count - min(counts) for count in counts)
    return Outcome(winners, _alone(dict.fromkeys(winners, differences), len(hands)))


def manipulation_match(totals: Sequence[int], play_to: int) -> int | None:
    """The winner, or None if another deal is played: nobody is at play_to, or the lowest is shared."""
    lowest = _with_lowest(totals)
    return lowest[0] if max(totals) >= play_to and len(lowest) == 1 else None


def shanghai_match(totals: Sequence[int]) -> tuple[int, ...]:
    """The winner when the caller stops; nobody if the lowest total is shared (a draw)."""
    lowest = _with_lowest(totals)
    return lowest if len(lowest) == 1 else ()


def carousel_match(totals: Sequence[int], deals_won: Sequence[int], game_bonus: str) -> Outcome | None:
    """After a deal: None if the match goes on, else the final totals (D20); a tie for the top is a draw."""
    if max(totals) < CAROUSEL_MATCH:
        return None
    final = []
    for total, won in zip(totals, deals_won, strict=True):
        reached = total >= CAROUSEL_MATCH
        bonus = MATCH_BONUS if reached else 0
        if game_bonus == "all" or not reached:
            bonus += DEAL_BONUS * won
        final.append(total + bonus)
    highest = tuple(seat for seat, total in enumerate(final) if total == max(final))
    return Outcome(highest if len(highest) == 1 else (), tuple(final))


def _with_lowest(numbers: Sequence[int]) -> tuple[int, ...]:
    return tuple(seat for seat, number in enumerate(numbers) if number == min(numbers))


def _alone(scores: dict[int, int], players: int) -> tuple[int, ...]:
    return tuple(scores.get(seat, 0) for seat in range(players))
