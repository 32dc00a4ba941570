"""What a computer player is: something that turns a view into an action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from rummy.actions import Action, Draw, GiveUp, Knock, Lay, Pass
from rummy.cards import subtract
from rummy.scoring import count_hand

if TYPE_CHECKING:
    from rummy.cards import Cards
    from rummy.chance import Chance
    from rummy.play import Play
    from rummy.view import View


_OTHERS: Final[tuple[Action, ...]] = (Draw(insist=True), Pass(insist=True), GiveUp())


class Player(Protocol):
    """A computer player. It is given what its seat may know and nothing else, and it keeps nothing."""

    def act(self, view: View, chance: Chance) -> Action:
        """Choose an action that is open to the seat to act.

        Args:
            view: What the seat may know.
            chance: Random numbers for this action alone; whoever asks for none gets none made.
        """
        ...


def own(view: View) -> tuple[Cards, bool]:
    """The hand of the seat whose view it is, and whether it has made a first play.

    Raises:
        ValueError: It is a spectator's view.
    """
    if view.hand is None or view.seat is None:
        raise ValueError("a spectator does not act")
    return view.hand, view.has_opened[view.seat]


def other_actions(view: View) -> list[Action]:
    """The actions other than a play. A computer player insists, for it has looked for a play itself."""
    kinds = view.actions
    return [action for action in _OTHERS if type(action) in kinds]


def find_knock(view: View, play: Play | None) -> Knock | None:
    """The knock that this play makes possible, or that is possible without one (None); None if there is none.

    A play that empties the hand needs no knock: it goes out.
    """
    if view.variant.knock == "no":
        return None
    hand, _ = own(view)
    kinds = view.actions
    if Knock not in kinds:
        return None
    if play is None:
        left = hand.ids if view.can_knock_alone else None
    else:
        left = subtract(hand.ids, play.core.cards) if Lay in kinds else None
    if not left or count_hand(view.variant, left) > view.variant.knock_count:
        return None
    return Knock(None if play is None else play.table)
