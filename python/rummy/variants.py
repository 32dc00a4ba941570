"""The rule-sets, in the order of RULES.md section 2.

>>> list(VARIANTS)[:4]
['manipulation', 'machiavelli', 'shanghai', 'guadalupe']
>>> variant("machiavelli", unfinished_move="draw3").settings
{'unfinished_move': 'draw3'}
>>> variant("machiavelli", unfinished_move="never")
Traceback (most recent call last):
    ...
ValueError: unfinished_move of machiavelli cannot be 'never'; its values: reset, draw3
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rummy.checks import quote
from rummy.variant import Choice, Deck, Variant

if TYPE_CHECKING:
    from collections.abc import Mapping

# What cards left in a hand count (RULES.md section 6): A, 2 to 9, T, J Q K, joker.
_ONE_A_CARD: Final = (1,) * 14
_PENALTIES: Final = (15, *[5] * 8, 10, *[10] * 3, 1)
_FACE_ACE_ONE: Final = (1, *range(2, 10), 10, *[10] * 3, 25)
_FACE_ACE_ELEVEN: Final = (11, *range(2, 10), 10, *[10] * 3, 30)

_TWO_PACKS: Final = (Deck(2, 0),) * 4
_CAROUSEL_DECKS: Final = (Deck(1, 1), Deck(2, 2), Deck(2, 2), Deck(2, 2))

_UNFINISHED_MOVE: Final = ("unfinished_move", ("reset", "draw3"))
_MUST_MELD: Final = ("must_meld", ("remind", "trust"))

_MANIPULATION: Final = Variant(
    id="manipulation",
    name="Manipulation",
    decks=_TWO_PACKS,
    packets=(1,) * 7,
    ace="high",
    draws_a_turn=None,
    must_meld="remind",
    worth=_PENALTIES,
    match="total",
    play_to=200,
    choices=(_MUST_MELD, ("play_to", (200, 300))),
)

_MACHIAVELLI: Final = Variant(
    id="machiavelli",
    name="Machiavelli",
    decks=_TWO_PACKS,
    packets=(1,) * 13,
    ace="either",
    worth=_ONE_A_CARD,
    choices=(_UNFINISHED_MOVE,),
)

_SHANGHAI: Final = Variant(
    id="shanghai",
    name="Shanghai",
    decks=_TWO_PACKS,
    packets=(3, 3, 3, 1),
    ace="low",
    draws_a_turn=None,
    must_meld="remind",
    worth=_ONE_A_CARD,
    match="open",
    choices=(_MUST_MELD,),
)

_GUADALUPE: Final = Variant(
    id="guadalupe",
    name="Guadalupe",
    decks=_TWO_PACKS,
    packets=(1,) * 5,
    ace="either",
    draw_cards=2,
    draws_after_play=1,
    worth=_ONE_A_CARD,
    choices=(_UNFINISHED_MOVE,),
)

_CAROUSEL: Final = Variant(
    id="carousel",
    name="Carousel",
    decks=_CAROUSEL_DECKS,
    packets=(1,) * 10,
    ace="either",
    joker_law="movable",
    draws_a_turn=3,
    draws_first=True,
    knock="after_play",
    knock_count=5,
    stock_out="last_turns",
    worth=_FACE_ACE_ONE,
    score="differences",
    out_bonus=25,
    undercut_bonus=10,
    match="total",
    play_to=150,
    match_bonus=100,
    deal_bonus=25,
    game_bonus="all",
    choices=(("knock", ("after_play", "after_turn")), ("game_bonus", ("all", "others"))),
)

_VATIKAN: Final = Variant(
    id="vatikan",
    name="Vatikan",
    decks=(Deck(2, 2),) * 4,
    packets=(1,) * 13,
    ace="either",
    joker_law="neighbour",
    opening_run=3,
    worth=_ONE_A_CARD,
    score="none",
)

_TAHITI: Final = Variant(
    id="tahiti",
    name="Tahiti",
    decks=(Deck(2, 4),) * 4,
    packets=(1,) * 5,
    loose_cards=4,
    ace="either",
    joker_law="locked",
    jokers_a_meld=1,
    worth=_FACE_ACE_ELEVEN,
    choices=(_UNFINISHED_MOVE,),
)

_MANIPULATION_JOKERS: Final = Variant(
    id="manipulation-jokers",
    name="Manipulation with jokers",
    decks=_CAROUSEL_DECKS,
    packets=(1,) * 10,
    ace="either",
    joker_law="movable",
    draws_a_turn=3,
    draws_first=True,
    knock="after_turn",
    knock_count=5,
    stock_out="last_turns",
    worth=_FACE_ACE_ONE,
    score="differences",
    out_bonus=25,
    undercut_bonus=10,
    match="total",
    play_to=150,
    match_bonus=100,
    deal_bonus=25,
    game_bonus="others",
    choices=(("knock", ("after_turn", "after_play")), ("game_bonus", ("others", "all"))),
)

VARIANTS: Final[Mapping[str, Variant]] = MappingProxyType(
    {
        v.id: v
        for v in (
            _MANIPULATION,
            _MACHIAVELLI,
            _SHANGHAI,
            _GUADALUPE,
            _CAROUSEL,
            _VATIKAN,
            _TAHITI,
            _MANIPULATION_JOKERS,
        )
    }
)
"""Every rule-set by its id, each with its default options."""


def variant(variant_id: str, **options: Choice) -> Variant:
    """The rule-set of this id with options chosen.

    Args:
        variant_id: A key of `VARIANTS`.
        **options: Values for the options of the rule-set (`Variant.options`).

    Raises:
        ValueError: An unknown rule-set, option or value; the message names the choices.
    """
    if not isinstance(variant_id, str) or variant_id not in VARIANTS:
        raise ValueError(f"there is no rule-set {quote(variant_id)}; the rule-sets: {', '.join(VARIANTS)}")
    return VARIANTS[variant_id].with_options(**options)
