"""Whether the seat to act may do an action at this moment (RULES.md sections 4 and 6).

>>> from rummy.table import parse_table
>>> from rummy.turn import open_kinds
>>> from rummy.variants import variant
>>> v = variant("carousel")
>>> kinds = open_kinds(v, 1, 9, is_bound=False)
>>> moment = Moment(v, v.rules, parse_table("5s 6s 7s"), Cards("8s 9d").ids, True, 1, 9, kinds, False)
>>> verify_action(moment, Knock("5s 6s 7s 8s"))
Traceback (most recent call last):
    ...
rummy.actions.IllegalAction: a knock needs a count of 5 or less, and yours is 9
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rummy.actions import KINDS, Action, ActionKind, Draw, IllegalAction, Knock, Lay, Pass, Reminder
from rummy.cards import Cards, subtract
from rummy.checks import quote
from rummy.scoring import count_hand
from rummy.search import hint, judge
from rummy.turn import can_knock_alone, refuse_kind

if TYPE_CHECKING:
    from rummy import _core
    from rummy.play import Play
    from rummy.table import Table
    from rummy.variant import Variant


class Moment(NamedTuple):
    """What decides about an action.

    Attributes:
        variant: The rule-set.
        rules: The core's part of it, with the deck that is played with.
        table: The table.
        hand: The hand of the seat to act.
        has_opened: Whether that seat has made a first play.
        draws: How often it has drawn in this turn.
        stock_size: Cards left in the stock.
        kinds: The kinds of action open to it.
        is_bound: Whether a changed draft must be finished first.
    """

    variant: Variant
    rules: _core.Rules
    table: Table
    hand: bytes
    has_opened: bool
    draws: int
    stock_size: int
    kinds: tuple[ActionKind, ...]
    is_bound: bool


def verify_action(moment: Moment, action: Action) -> Play | None:
    """The play that an action makes, or None if it makes none.

    Raises:
        IllegalAction: It is none, or it is not open now; ``code`` says why.
        IllegalPlay: The play is illegal; ``faults`` holds every reason.
        Reminder: A play exists, and the draw or pass was not insisted on.
    """
    if type(action) not in moment.kinds:
        if type(action) not in KINDS.values():
            raise IllegalAction("action/not-an-action", given=quote(action))
        refuse_kind(moment.variant, type(action), moment.kinds, moment.is_bound)
    if isinstance(action, Lay):
        return _judge(moment, action.table)
    if isinstance(action, Knock):
        return _verify_knock(moment, action.table)
    if moment.variant.must_meld == "remind" and isinstance(action, Draw | Pass) and not action.insist:
        _remind(moment)
    return None


def cards_left(hand: bytes, play: Play | None) -> bytes:
    """The cards that a play leaves in the hand."""
    return hand if play is None else subtract(hand, play.core.cards) or b""


def _judge(moment: Moment, after: Table) -> Play:
    return judge(moment.rules, moment.table, after, moment.hand, moment.has_opened)


def _remind(moment: Moment) -> None:
    """Answer a draw or pass while a play exists, however deep (D2)."""
    easy = hint(moment.variant, moment.table, Cards.from_ids(moment.hand), moment.has_opened)
    if easy is not None:
        raise Reminder(easy)


def _verify_knock(moment: Moment, after: Table | None) -> Play | None:
    """A knock comes with a play, or without one at the end of a turn; the count then left decides."""
    v = moment.variant
    if after is None:
        if not can_knock_alone(v, moment.draws, moment.stock_size):
            when = "before the end of your turn" if v.knock == "after_turn" else "in this game"
            raise IllegalAction("action/knock-without-play", when=when)
        play = None
    else:
        if Lay not in moment.kinds:
            raise IllegalAction("action/knock-with-play")
        play = _judge(moment, after)
    count = count_hand(v, cards_left(moment.hand, play))
    if count > v.knock_count:
        raise IllegalAction("action/count-too-high", most=v.knock_count, count=count)
    return play
