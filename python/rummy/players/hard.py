"""The hard player: it thinks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rummy import _core
from rummy.actions import Action, Knock, Lay
from rummy.checks import verify_whole
from rummy.events import Dealt, Drew, Ended, GaveUp, Laid, Passed
from rummy.players.base import other_actions, own
from rummy.table import Table

if TYPE_CHECKING:
    from rummy.chance import Chance
    from rummy.view import View

NODES: Final = 100_000
"""States that the searches in thought may look at, for one action."""

_HOLDS_AT_FIRST: Final = 0.3
_GROWTH: Final = 1.3
"""The odds that a seat holds back before its first turn; each turn without a play multiplies them so."""
_HOLDS_AFTER_PLAY: Final = 0.05
"""How likely a seat still holds back that has made a play and was not out."""


class Hard:
    """Weighs a few plays, a knock and holding back by playing the deal on from each of them in thought.

    The cards it cannot see are dealt at random, so that they fit what the others did; docs/opponents.md says
    how it works and how strong it is. One action takes as long as ``nodes`` states take.

    Args:
        nodes: States that the searches in thought may look at, for one action.

    >>> from rummy.chance import Chance
    >>> from rummy.deal import Deal
    >>> from rummy.variants import variant
    >>> deal = Deal.from_cards(variant("machiavelli"), hands=["7s 8s 9s", "2c"], stock="4h")
    >>> Hard().act(deal.view(0), Chance(b"", 0))
    Lay(table=parse_table('7s 8s 9s'))
    """

    def __init__(self, nodes: int = NODES) -> None:
        self._nodes = verify_whole(nodes, "the number of nodes", 1)

    def act(self, view: View, chance: Chance) -> Action:
        """The action that wins most in thought; to hold back if none is clearly better."""
        hand, _ = own(view)
        v, seat = view.variant, view.seat
        assert seat is not None
        past = _read_history(view)
        kind, play = _core.think(
            v.rules_for(view.players),
            v.flow,
            view.table.ids,
            hand.ids,
            list(view.hand_sizes),
            view.stock_size,
            seat,
            view.draws,
            past.passes,
            list(view.has_opened),
            view.turns_left,
            past.others,
            chance.random.getrandbits(64),
            self._nodes,
        )
        table = None if play is None else Table.from_ids(tuple(play.table))
        if kind == "knock":
            return Knock(table)
        return other_actions(view)[0] if table is None else Lay(table)


class _Past(NamedTuple):
    """What the history tells.

    Attributes:
        passes: How many seats have passed in a row.
        others: For each seat: how likely it holds back, the table when it last could have played (None: it
            could not yet), and how many cards it has drawn since.
    """

    passes: int
    others: list[tuple[float, tuple[bytes, ...] | list[bytes] | None, int]]


class _Seat:
    """What is known of a seat."""

    def __init__(self) -> None:
        self.has_played = False
        self.idle_turns = 0
        self.table: Table | None = None
        self.newer = 0

    def could_play(self, table: Table) -> None:
        """Take note that it could have played, or played all it wished."""
        self.table, self.newer = table, 0

    @property
    def holds(self) -> float:
        """How likely it holds back."""
        if self.has_played:
            return _HOLDS_AFTER_PLAY
        odds = _HOLDS_AT_FIRST * _GROWTH**self.idle_turns
        return odds / (1 + odds)


def _read_history(view: View) -> _Past:
    """What the others did, and what they did not do."""
    seats = [_Seat() for _ in range(view.players)]
    table = Table()
    passes, actor = 0, None
    for event in view.history:
        if isinstance(event, Dealt):
            table = event.table
            continue
        if isinstance(event, Ended):
            break
        seat, is_first = seats[event.seat], actor != event.seat
        actor = event.seat
        passes = passes + 1 if isinstance(event, Passed | GaveUp) else 0
        seat.idle_turns += is_first
        if isinstance(event, Laid):
            table = event.table
            seat.has_played = True
        if not (isinstance(event, Drew) and is_first and view.variant.draws_first):
            seat.could_play(table)
        if isinstance(event, Drew):
            seat.newer += event.count
    others: list[tuple[float, list[bytes] | tuple[bytes, ...] | None, int]] = [
        (seat.holds, None if seat.table is None else seat.table.ids, seat.newer) for seat in seats
    ]
    return _Past(passes, others)
