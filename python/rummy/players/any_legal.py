"""The random player: any legal action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rummy.actions import Action, Lay
from rummy.cards import Cards
from rummy.players.base import find_knock, other_actions, own
from rummy.search import best_play

if TYPE_CHECKING:
    import random

    from rummy.chance import Chance
    from rummy.play import Play
    from rummy.view import View

TRIES: Final = 3
"""How often a random part of the hand is tried before the whole hand is."""


class AnyLegal:
    """Does any legal action: each kind that is possible, and each playable set of cards, can come up."""

    def act(self, view: View, chance: Chance) -> Action:
        """One of the kinds open and possible, each as likely; a play as `find_any_play` finds it."""
        own(view)
        choices = other_actions(view)
        play = find_any_play(view, chance.random) if Lay in view.actions else None
        if play is not None:
            choices.append(Lay(play.table))
        for knock in dict.fromkeys((find_knock(view, None), find_knock(view, play))):
            if knock is not None:
                choices.append(knock)
        return chance.random.choice(choices)


def find_any_play(view: View, rng: random.Random) -> Play | None:
    """Some play, or None if there is none.

    The most is played of a random part of the hand. A playable set of cards is all played when it is the
    part, so every one of them can come up, and none needs to be counted.
    """
    hand, has_opened = own(view)
    for attempt in range(TRIES + 1):
        part = hand if attempt == TRIES else Cards(card for card in hand if rng.getrandbits(1))
        play = best_play(view.variant, view.table, part, opened=has_opened, least_disturbance=False)
        if play is not None:
            return play
    return None
