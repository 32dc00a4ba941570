"""Why a table or a play is refused, in words: one message for each code of the core.

>>> fault = make_fault("meld/too-short", (0,), Cards("7s 8s"), ["7s 8s"])
>>> fault.code, fault.message
('meld/too-short', '7s 8s is too short: a meld has at least three cards')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NoReturn, TypeAlias

from rummy.cards import Cards

Reason: TypeAlias = tuple[str, Sequence[int], bytes]
"""A fault as the core gives it: code, melds, cards."""

MESSAGES: Final = {
    "meld/too-short": "{meld} is too short: a meld has at least three cards",
    "meld/too-long": "{meld} is too long: a run has an ace at one end only, so split it into two runs",
    "meld/suit-twice": "{meld} is no set: a set has every suit once at most, and {cards} share a suit",
    "meld/card-twice": "{meld} is no run: {cards} cannot stand in one run",
    "meld/not-a-meld": "{meld} is neither a set (one rank) nor a run (one suit in sequence)",
    "meld/ace-not-here": "{meld} is no run in this game: {cards} cannot stand there",
    "meld/too-many-jokers": "{meld} has too many jokers: {cards}",
    "meld/only-jokers": "{meld} has only jokers: a meld has at least one natural card",
    "joker/unnamed": "the joker in {meld} could stand for several cards: say which of {cards}",
    "joker/renamed": "{cards} may not get another name: the card it stands for did not take its place",
    "joker/left-its-neighbour": "{cards} must stay in a meld with a card that was beside it",
    "joker/locked-meld": "the meld of {cards} is locked: put hand cards on it, but leave it whole",
    "play/card-lost": "{cards} lay on the table and must stay there",
    "play/card-not-in-hand": "{cards} came neither from the table nor from the hand",
    "play/nothing-added": "a play puts down at least one card of the hand",
    "play/not-opened": "the first play needs three natural hand cards of one suit in sequence, not {cards}",
    "position/too-many-copies": "there are more copies of {cards} than the packs hold",
    "position/too-many-jokers": "there are more jokers than the packs hold: {cards}",
    "position/bad-meld": "{meld} lies on the table but is no meld",
    "position/named-in-hand": "{cards} has a name: a joker in a hand has none",
    "position/unnamed-on-table": "{meld} lies on the table with a joker that has no name",
    "position/empty-hand": "a hand has no cards: the deal would be over",
}
"""The message of each code, for ``str.format``: the cards concerned and the first meld concerned."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason why a table or a play is refused.

    Attributes:
        code: The stable code, such as ``meld/too-short``.
        message: The reason in words; it quotes the cards.
        melds: Positions in the table judged of the melds concerned.
        cards: The cards concerned; for ``joker/unnamed`` the cards the joker could stand for.
    """

    code: str
    message: str
    melds: tuple[int, ...]
    cards: Cards

    def to_json(self) -> dict[str, object]:
        """The fault as JSON values."""
        return {
            "code": self.code,
            "message": self.message,
            "melds": list(self.melds),
            "cards": [str(card) for card in self.cards],
        }


class IllegalPlay(ValueError):  # noqa: N818 - the name is part of the interface
    """A play is illegal; ``faults`` holds every reason."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "; ".join(fault.message for fault in self.faults)


class IllegalPosition(IllegalPlay):
    """A table with a hand cannot occur, so no play from it is legal; ``faults`` holds every reason."""


def make_fault(code: str, melds: Sequence[int], cards: Cards, table: Sequence[object]) -> Fault:
    """The fault with its message.

    Args:
        code: A key of `MESSAGES`.
        melds: Positions in ``table``.
        cards: The cards concerned.
        table: The melds judged; their ``str`` is quoted.
    """
    meld = str(table[melds[0]]) if melds and melds[0] < len(table) else "a meld"
    return Fault(code, MESSAGES[code].format(cards=cards, meld=meld), tuple(melds), cards)


def make_faults(reasons: Iterable[Reason], table: Sequence[object]) -> tuple[Fault, ...]:
    """The faults for the reasons the core gives."""
    return tuple(make_fault(code, melds, Cards.from_ids(cards), table) for code, melds, cards in reasons)


def raise_faults(reasons: Iterable[Reason], table: Sequence[object]) -> NoReturn:
    """Raise what the core refused.

    Raises:
        IllegalPosition: If the position cannot occur.
        IllegalPlay: If the play is illegal.
    """
    faults = make_faults(reasons, table)
    is_position = any(fault.code.startswith("position/") for fault in faults)
    raise (IllegalPosition if is_position else IllegalPlay)(faults) from None
