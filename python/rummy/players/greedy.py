"""The greedy player: the most cards, every time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.actions import Action, Lay
from rummy.players.base import other_actions, own
from rummy.search import best_play

if TYPE_CHECKING:
    from rummy.chance import Chance
    from rummy.view import View


class Greedy:
    """Puts down as many cards as it can, otherwise draws or passes.

    >>> from rummy.chance import Chance
    >>> from rummy.deal import Deal
    >>> from rummy.variants import variant
    >>> deal = Deal.from_cards(variant("machiavelli"), hands=["7s 8s 9s Kd", "2c"], stock="4h")
    >>> Greedy().act(deal.view(0), Chance(b"", 0))
    Lay(table=parse_table('7s 8s 9s'))
    """

    def act(self, view: View, chance: Chance) -> Action:  # noqa: ARG002 - nothing is left to chance
        """The best play, if one is open."""
        hand, has_opened = own(view)
        if Lay in view.actions:
            play = best_play(view.variant, view.table, hand, opened=has_opened, least_disturbance=False)
            if play is not None:
                return Lay(play.table)
        return other_actions(view)[0]
