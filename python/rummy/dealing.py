"""How the cards of a deal come to their places, and whether places that were set up can be."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from rummy import _core
from rummy.cards import NO_CARDS
from rummy.faults import Fault, make_fault, make_faults
from rummy.variants import VARIANTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rummy.table import Table
    from rummy.variant import Variant

T = TypeVar("T")


def deal_out(v: Variant, deck: bytes, players: int, dealer: int) -> tuple[list[bytes], bytes]:
    """Deal the hands, round by round from the dealer's left, and leave the stock.

    Returns:
        The hands, each in card order, and the stock.
    """
    hands = [b""] * players
    top = 0
    for packet in v.packets:
        for place in range(1, players + 1):
            hands[(dealer + place) % players] += deck[top : top + packet]
            top += packet
    return [bytes(sorted(hand)) for hand in hands], deck[top:]


def find_faults(rules: _core.Rules, hands: Sequence[bytes], table: Table, stock: bytes) -> tuple[Fault, ...]:
    """What is impossible about cards in these places while a deal runs."""
    faults = make_faults(_core.check_position(rules, table.ids, b"".join(hands) + stock), table)
    if all(hands):
        return faults
    return (*faults, make_fault("position/empty-hand", (), NO_CARDS, table))


def verify_playable(v: Variant) -> None:
    """Raise ``ValueError`` for a rule-set whose deals cannot be played."""
    if v.joker_law != "none":
        without = ", ".join(other.id for other in VARIANTS.values() if other.joker_law == "none")
        raise ValueError(
            f"{v.id} is played with jokers; this version deals only rule-sets without jokers: {without}"
        )


def verify_seat(seat: int, players: int, name: str) -> None:
    """Raise ``ValueError`` for a seat that does not exist; ``name`` says which is meant."""
    if not 0 <= seat < players:
        raise ValueError(f"{name} is a seat from 0 to {players - 1}, not {seat}")


def for_each_seat(values: Sequence[T], players: int, name: str) -> tuple[T, ...]:
    """The values as a tuple; ``ValueError`` unless there is one for each seat."""
    if len(values) != players:
        raise ValueError(f"{name} needs one value for each of {players} seats, not {len(values)}")
    return tuple(values)
