"""The eight rule-sets, transcribed from the tables of RULES.md sections 2, 5 and 6."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .cards import JOKER, RANKS, is_joker

if TYPE_CHECKING:
    from collections.abc import Mapping


def _worths(joker: int, ace: int, ten: int, court: int, pips: int | None) -> dict[str, int]:
    """Worth of each rank and of a joker; `pips` None: 2 to 9 count their face value."""
    worth = {JOKER: joker, "A": ace, "T": ten, "J": court, "Q": court, "K": court}
    for rank in "23456789":
        worth[rank] = int(rank) if pips is None else pips
    return worth


ONE_A_CARD = _worths(1, 1, 1, 1, 1)
# Section 6: ace 15, T J Q K 10, else 5 (the rule-set has no jokers).
MANIPULATION = _worths(0, 15, 10, 10, 5)
# Section 6: joker 30, ace 11, J Q K 10, else face value.
TAHITI = _worths(30, 11, 10, 10, None)
# Section 6, carousel family: joker 25, J Q K 10, ace 1, else face value.
CAROUSEL = _worths(25, 1, 10, 10, None)


@dataclass(frozen=True)
class Rules:
    id: str
    ace: str  # "high", "low" or "either": where an ace may stand in a run (section 2)
    deal: int  # cards dealt to each player
    packs: int = 2  # of the larger pack the rule-set has
    jokers: int = 0
    joker_law: str = "none"  # "none", "movable", "neighbour" or "locked" (section 5)
    jokers_a_meld: int = 13  # tahiti: at most one, always (section 5)
    loose: int = 0  # single cards dealt face up (tahiti, section 4)
    opening_run: int = 0  # vatikan's first play (section 4)
    worth: Mapping[str, int] = field(default_factory=lambda: ONE_A_CARD, hash=False)
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)  # default first

    def worth_of(self, card: str) -> int:
        """What one card counts when left in the hand (section 6; vatikan: one a card)."""
        return self.worth[JOKER if is_joker(card) else card[0]]


def _carousel(name: str, knock: tuple[str, str], game_bonus: tuple[str, str]) -> Rules:
    return Rules(
        name,
        ace="either",
        deal=10,
        jokers=2,
        joker_law="movable",
        worth=CAROUSEL,
        options={"knock": knock, "game_bonus": game_bonus},
    )


_UNFINISHED = {"unfinished_move": ("reset", "draw3")}
_MUST_MELD = {"must_meld": ("remind", "trust")}

RULES: dict[str, Rules] = {
    rules.id: rules
    for rules in (
        Rules(
            "manipulation",
            ace="high",
            deal=7,
            worth=MANIPULATION,
            options=_MUST_MELD | {"play_to": ("200", "300")},
        ),
        Rules("machiavelli", ace="either", deal=13, options=_UNFINISHED),
        Rules("shanghai", ace="low", deal=10, options=_MUST_MELD),
        Rules("guadalupe", ace="either", deal=5, options=_UNFINISHED),
        _carousel("carousel", ("after_play", "after_turn"), ("all", "others")),
        Rules("vatikan", ace="either", deal=13, jokers=2, joker_law="neighbour", opening_run=3),
        Rules(
            "tahiti",
            ace="either",
            deal=5,
            jokers=4,
            joker_law="locked",
            jokers_a_meld=1,
            loose=4,
            worth=TAHITI,
            options=_UNFINISHED,
        ),
        _carousel("manipulation-jokers", ("after_turn", "after_play"), ("others", "all")),
    )
}

# The orders in which the cards of a run may follow one another (sections 2 and 3). None of them wraps: K-A-2
# is never a run.
LOW_LINE = RANKS
HIGH_LINE = RANKS[1:] + RANKS[0]
LINES = {"low": (LOW_LINE,), "high": (HIGH_LINE,), "either": (LOW_LINE, HIGH_LINE)}
