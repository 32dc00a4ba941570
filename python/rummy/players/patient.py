"""The patient player: it keeps everything until all of it can go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rummy import _core
from rummy.actions import Action, Lay
from rummy.play import Play
from rummy.players.base import find_knock, other_actions, own
from rummy.search import best_play

if TYPE_CHECKING:
    from rummy.cards import Cards
    from rummy.chance import Chance
    from rummy.view import View

NODES: Final = 5000
"""The bound on each of its searches, which may be for fifty cards."""


class Patient:
    """Puts down nothing until its whole hand can go; once the stock is empty, as much as it can.

    It is a yardstick: what holding back alone is worth.

    >>> from rummy.chance import Chance
    >>> from rummy.deal import Deal
    >>> from rummy.variants import variant
    >>> deal = Deal.from_cards(variant("machiavelli"), hands=["7s 8s 9s Kd", "2c"], stock="4h")
    >>> Patient().act(deal.view(0), Chance(b"", 0))
    Draw(insist=True)
    """

    style: Final = _core.Style(points=False, hold=(0, 0), nodes=NODES)
    """The same player in the core."""

    def act(self, view: View, chance: Chance) -> Action:  # noqa: ARG002 - nothing is left to chance
        """The play of the whole hand, if there is one, and a knock as soon as the count allows it."""
        hand, has_opened = own(view)
        play = self._find_play(view, hand, has_opened) if Lay in view.actions else None
        knock = find_knock(view, play)
        if knock is not None:
            return knock
        return other_actions(view)[0] if play is None else Lay(play.table)

    def _find_play(self, view: View, hand: Cards, has_opened: bool) -> Play | None:
        v = view.variant
        if not view.stock_size:
            return best_play(v, view.table, hand, opened=has_opened, least_disturbance=False, nodes=NODES)
        found = _core.find_whole(v.rules, view.table.ids, hand.ids, has_opened, NODES)
        return None if found is None else Play(found, view.table)
