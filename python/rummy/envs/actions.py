"""The actions of the environment by number, which of them are legal, and what an action of a deal comes to.

A play is several actions: the cards it puts down, one by one, then `LAY`, or `KNOCK`. The table is nobody's
to lay out: it is one that the play disturbs least.

>>> [action_name(action) for action in (0, 26, JOKER, LAY, DRAW, PASS, KNOCK)]
['Ac', '7h', '*', 'lay', 'draw', 'pass', 'knock']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from rummy.actions import Draw, IllegalAction, Knock, Lay, Pass
from rummy.cards import JOKER_BIT, UNNAMED_JOKER, Card, Cards, subtract
from rummy.checks import quote
from rummy.players.base import own
from rummy.scoring import count_hand
from rummy.search import can_play, check_play, find_playable

if TYPE_CHECKING:
    import numpy.typing as npt

    from rummy.actions import Action
    from rummy.view import View

JOKER: Final = 52
"""Choose a joker; below it, each card by its number: rank after rank from the ace, suits c d h s."""
LAY: Final = 53
"""Play the chosen cards."""
DRAW: Final = 54
"""Draw, although a play may exist."""
PASS: Final = 55
"""End the turn without a play."""
KNOCK: Final = 56
"""Knock: with the play of the chosen cards, or without one if none are chosen."""
ACTIONS: Final = 57
"""How many actions there are."""

_NAMES: Final = ("*", "lay", "draw", "pass", "knock")


def action_name(action: int) -> str:
    """An action in a word: a card, or what is done.

    Raises:
        ValueError: There is no such action.
    """
    if not 0 <= action < ACTIONS:
        raise ValueError(f"an action is a number from 0 to {ACTIONS - 1}, not {quote(action)}")
    return str(Card.from_id(action)) if action < JOKER else _NAMES[action - JOKER]


def slots_of(cards: bytes) -> list[int]:
    """The numbers under which cards of a hand are counted and chosen: their own, a joker's `JOKER`."""
    return [JOKER if card & JOKER_BIT else card for card in cards]


def card_of(action: int) -> int:
    """The byte of the hand card that an action chooses."""
    return UNNAMED_JOKER if action == JOKER else action


def legal_actions(view: View, chosen: Cards) -> npt.NDArray[np.int8]:
    """Which actions are legal, one number 0 or 1 for each; all 0 for a seat that is not to act.

    A card may be chosen exactly if some legal play puts down the chosen cards and this one, so there is
    always a way on to a play; until it is made, no card can be taken back, and drawing and passing are
    closed. The chosen cards may be laid exactly if they are a play by themselves. Takes a few searches.

    Args:
        view: What the seat may know.
        chosen: The cards it has chosen so far.
    """
    mask = np.zeros(ACTIONS, np.int8)
    kinds = view.actions
    if not kinds:
        return mask
    v = view.variant
    hand, has_opened = own(view)
    if Lay in kinds:
        playable = find_playable(v, view.table, hand, has_opened, chosen)
        mask[slots_of(playable.ids)] = 1
    if not chosen:
        mask[DRAW] = Draw in kinds
        mask[PASS] = Pass in kinds
        mask[KNOCK] = view.can_knock_alone and count_hand(v, hand.ids) <= v.knock_count
    elif can_play(v, view.table, chosen, has_opened, chosen):
        mask[LAY] = 1
        left = subtract(hand.ids, chosen.ids) or b""
        mask[KNOCK] = Knock in kinds and count_hand(v, left) <= v.knock_count
    return mask


def steps_of(view: View, action: Action) -> list[int]:
    """The actions of the environment that come to an action of the deal, the cards in card order.

    Of a play only the cards count: it may lead to another table than the one given.

    >>> from rummy.deal import Deal
    >>> from rummy.variants import variant
    >>> deal = Deal.from_cards(variant("machiavelli"), hands=["7s 8s 9s Kd", "2c"], stock="4h")
    >>> [action_name(step) for step in steps_of(deal.view(0), Lay("7s 8s 9s"))]
    ['7s', '8s', '9s', 'lay']

    Raises:
        IllegalAction: A give-up: there are no drafts here to give up.
        IllegalPlay: The play is illegal.
        TypeError: It is no action.
    """
    if isinstance(action, Draw):
        return [DRAW]
    if isinstance(action, Pass):
        return [PASS]
    if isinstance(action, Knock) and action.table is None:
        return [KNOCK]
    if isinstance(action, Lay | Knock) and action.table is not None:
        hand, has_opened = own(view)
        play = check_play(view.variant, view.table, action.table, hand, has_opened)
        return [*slots_of(play.cards.ids), LAY if isinstance(action, Lay) else KNOCK]
    raise IllegalAction("action/nothing-to-give-up")
