"""The greedy player: the most cards, every time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rummy import _core
from rummy.actions import Action, Lay
from rummy.players.base import find_knock, other_actions, own
from rummy.search import best_play

if TYPE_CHECKING:
    from rummy.chance import Chance
    from rummy.view import View


class Greedy:
    """Puts down as many cards as it can, otherwise draws or passes; knocks whenever it can.

    It plays as soon as it has a play, and does not weigh whether another count could be lower than its own.

    >>> from rummy.chance import Chance
    >>> from rummy.deal import Deal
    >>> from rummy.variants import variant
    >>> deal = Deal.from_cards(variant("machiavelli"), hands=["7s 8s 9s Kd", "2c"], stock="4h")
    >>> Greedy().act(deal.view(0), Chance(b"", 0))
    Lay(table=parse_table('7s 8s 9s'))
    """

    style: Final = _core.Style(points=False, hold=None, nodes=None)
    """The same player in the core."""

    def act(self, view: View, chance: Chance) -> Action:  # noqa: ARG002 - nothing is left to chance
        """The best play, if one is open, and a knock as soon as the count allows it."""
        hand, has_opened = own(view)
        play = None
        if Lay in view.actions:
            play = best_play(view.variant, view.table, hand, opened=has_opened, least_disturbance=False)
        knock = find_knock(view, play)
        if knock is not None:
            return knock
        return other_actions(view)[0] if play is None else Lay(play.table)
