"""The easy player: what a beginner sees, and the beginner's habit of collecting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rummy.actions import Action, Draw, Lay
from rummy.cards import Cards, subtract
from rummy.players.base import find_knock, other_actions, own
from rummy.search import best_play, check_play
from rummy.table import Table

if TYPE_CHECKING:
    from rummy.chance import Chance
    from rummy.play import Play
    from rummy.variant import Variant
    from rummy.view import View

NODES: Final = 1000
"""The bound on each look at a part of the table."""
FEW: Final = 4
"""A hand of so few cards is always taken for a threat; of larger ones, half of what was dealt is."""
FULL: Final = 20
"""Where one may draw on and on, it does so up to this many cards."""


class Easy:
    """Lays down what can be seen without thinking the table through, and likes to go out at once.

    It looks for melds in its own hand, then at one meld of the table at a time. It never combines two melds,
    and it takes one apart only where one must play if able, so that every play counts.

    As in other rummy games it collects: it draws until it can go out, until another hand is small, or, where
    one may draw on in a turn, until its own is full. It knocks as soon as it may.

    >>> from rummy.chance import Chance
    >>> from rummy.deal import Deal
    >>> from rummy.variants import variant
    >>> hands = ["7s 8s 9s 2c Kd", "3c 3d"]
    >>> deal = Deal.from_cards(variant("machiavelli"), hands=hands, table="2d 2h 2s", stock="4h")
    >>> Easy().act(deal.view(0), Chance(b"", 0))
    Lay(table=parse_table('7s 8s 9s | 2c 2d 2h 2s'))
    """

    def act(self, view: View, chance: Chance) -> Action:  # noqa: ARG002 - nothing is left to chance
        """What it sees, unless it would rather wait."""
        hand, _ = own(view)
        play = find_easy_play(view) if Lay in view.actions else None
        knock = find_knock(view, play)
        if knock is not None:
            return knock
        if play is None or (len(play.cards) < len(hand) and _would_wait(view)):
            return other_actions(view)[0]
        return Lay(play.table)


def _would_wait(view: View) -> bool:
    """Whether it would rather draw than lay down a part of its hand."""
    hand, _ = own(view)
    v = view.variant
    if Draw not in view.actions:
        return False
    if v.draws_a_turn is None:
        return len(hand) < FULL
    smallest = min(size for seat, size in enumerate(view.hand_sizes) if seat != view.seat)
    return smallest > max(FEW, v.hand_size // 2)


def find_easy_play(view: View) -> Play | None:
    """All that is seen in the hand, in the loose cards and in each meld by itself; None if that is nothing.

    What a look finds is laid down before the next one, so one look at each is enough: a meld to which nothing
    can be added takes nothing of a smaller hand either.
    """
    hand, has_opened = own(view)
    v = view.variant
    look = _Look(v, hand.ids)
    # The condition on a first play is on hand cards alone; with it met, everything is allowed (D8).
    if not look.at((), has_opened) and v.opening_run and not has_opened:
        return None
    look.at(tuple(group for group in view.table.ids if len(group) == 1))
    for group in view.table.ids:
        if len(group) > 1:
            look.at((group,))
    if len(look.hand) == len(hand):
        return None
    return check_play(v, view.table, Table.from_ids(tuple(look.laid)), hand, has_opened)


class _Look:
    """A player that looks at one part of the table after the other.

    Attributes:
        hand: What is left of the hand.
        laid: The groups it has looked at, as they shall lie.
    """

    def __init__(self, v: Variant, hand: bytes) -> None:
        self.hand = hand
        self.laid: list[bytes] = []
        self._variant = v
        self._most_split = int(v.must_meld != "no")

    def at(self, part: tuple[bytes, ...], has_opened: bool = True) -> bool:
        """Put down what goes with this part of the table, and say whether that is anything."""
        play = None
        if self.hand:
            hand = Cards.from_ids(self.hand)
            play = best_play(self._variant, Table.from_ids(part), hand, opened=has_opened, nodes=NODES)
        if play is None or play.split > self._most_split:
            self.laid += part
            return False
        self.hand = subtract(self.hand, play.core.cards) or b""
        self.laid += play.table.ids
        return True
