"""What a player is told of jokers: which are free, what they will be, which melds are locked or cards loose.

>>> from rummy.draft import Draft
>>> from rummy.terminal.style import Style
>>> from rummy.variants import variant
>>> draft = Draft(variant("tahiti"), "5s *6s 7s | Kd", "6s 8s")
>>> note_melds(draft)
{0: 'locked', 1: 'loose'}
>>> draft.put("6s")
>>> note_melds(draft), tell_freed(draft, Style(is_coloured=False))
({1: 'loose'}, ['  *6s in meld 1 is free: to give it another name, write name 1 and the card.'])
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rummy.cards import Cards
    from rummy.draft import Draft
    from rummy.table import Table
    from rummy.terminal.style import Style


def note_melds(draft: Draft) -> dict[int, str]:
    """What is said of melds where they lie: that a joker locks them, or that they are loose cards."""
    alone = draft.variant.loose_cards > 0
    loose = {place: "loose" for place, meld in enumerate(draft.table) if alone and _is_loose(draft, meld)}
    return dict.fromkeys(draft.locked, "locked") | loose


def _is_loose(draft: Draft, meld: Cards) -> bool:
    return len(meld) == 1 and meld in draft.before.melds


def tell_freed(draft: Draft, style: Style) -> list[str]:
    """The jokers that may have another name, with the words that give it."""
    lines = []
    waiting = list(draft.freed)
    for place, meld in enumerate(draft.table):
        for joker in [card for card in meld if card in waiting]:
            waiting.remove(joker)
            which = f" {joker}" if sum(card.is_joker for card in meld) > 1 else ""
            lines.append(
                f"  {style.card(joker)} in meld {place + 1} is free: to give it another name, "
                f"write name {place + 1}{which} and the card."
            )
    return lines


def tell_named(draft: Draft, after: Table, style: Style) -> list[str]:
    """What the jokers will be that are named by themselves when the play is made.

    Args:
        draft: A draft that can be played.
        after: The table that it leads to.
        style: How to write.
    """
    lines = []
    for place, (meld, named) in enumerate(zip(draft.table, after, strict=True)):
        new = [card for card in named if card not in meld]
        if new:
            lines.append(f"  The joker of meld {place + 1} is then {style.cards(new)}.")
    return lines
