"""The normal player: the most cards or points, with as little disturbance as that takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rummy.actions import Action, Lay
from rummy.cards import subtract
from rummy.players.base import find_knock, other_actions, own
from rummy.players.odds import chance_of_lowest
from rummy.scoring import count_hand
from rummy.search import best_play

if TYPE_CHECKING:
    from rummy.chance import Chance
    from rummy.play import Play
    from rummy.search import Objective
    from rummy.variant import Variant
    from rummy.view import View

NODES: Final = 100_000
"""The bound on the search for a play; almost every search ends far within it."""
LIKELY: Final = 0.5
"""It knocks if its count is the lowest with at least this chance."""


class Normal:
    """Puts down the most it can and holds nothing back; knocks if its count is probably the lowest.

    >>> from rummy.chance import Chance
    >>> from rummy.deal import Deal
    >>> from rummy.variants import variant
    >>> deal = Deal.from_cards(variant("machiavelli"), hands=["7s 8s 9s Kd", "2c"], stock="4h")
    >>> Normal().act(deal.view(0), Chance(b"", 0))
    Lay(table=parse_table('7s 8s 9s'))
    """

    def act(self, view: View, chance: Chance) -> Action:  # noqa: ARG002 - nothing is left to chance
        """The best play, if one is open, with a knock where that is wise."""
        hand, has_opened = own(view)
        v = view.variant
        play = None
        if Lay in view.actions:
            play = best_play(
                v, view.table, hand, objective=choose_objective(v), opened=has_opened, nodes=NODES
            )
        knock = find_knock(view, play)
        if knock is not None and chance_of_lowest(view, _count_left(view, play)) >= LIKELY:
            return knock
        return other_actions(view)[0] if play is None else Lay(play.table)


def choose_objective(v: Variant) -> Objective:
    """Points where the points left decide who wins; elsewhere whoever is out has won, and cards count.

    >>> from rummy.variants import variant
    >>> [choose_objective(variant(name)) for name in ("carousel", "manipulation")]
    ['points', 'cards']
    """
    return "points" if v.score == "differences" else "cards"


def _count_left(view: View, play: Play | None) -> int:
    hand, _ = own(view)
    left = hand.ids if play is None else subtract(hand.ids, play.core.cards) or b""
    return count_hand(view.variant, left)
