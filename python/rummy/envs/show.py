"""A view as text.

>>> from rummy.cards import Cards
>>> from rummy.deal import Deal
>>> from rummy.variants import variant
>>> deal = Deal.from_cards(variant("machiavelli"), hands=["7s 8s Kd", "2c 3c"], table="4s 5s 6s", stock="9h")
>>> print(show(deal.view(0), Cards("7s")))
machiavelli: player_0 to act, stock 1, hands 3 2
  1  4s 5s 6s
hand    7s 8s Kd
chosen  7s
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rummy.terminal.render import render_table
from rummy.terminal.style import Style

if TYPE_CHECKING:
    from rummy.cards import Cards
    from rummy.view import View

_PLAIN: Final = Style(is_coloured=False)


def show(view: View, chosen: Cards) -> str:
    """What a view shows, and the cards chosen for the play that is being built."""
    result = view.result
    if result is None:
        state = f"player_{view.to_act} to act, stock {view.stock_size}"
    else:
        winners = ", ".join(f"player_{seat}" for seat in result.winners)
        state = f"over ({result.reason}), won by {winners}, points {' '.join(map(str, result.points))}"
    sizes = " ".join(map(str, view.hand_sizes))
    lines = [f"{view.variant.id}: {state}, hands {sizes}", *render_table(view.table, _PLAIN)]
    if view.hand is not None:
        lines.append(f"hand    {view.hand}")
    if chosen:
        lines.append(f"chosen  {chosen}")
    return "\n".join(lines)
