"""How the cards of a deal come to their places, and whether places that were set up can be."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from rummy import _core
from rummy.cards import NO_CARDS
from rummy.faults import Fault, make_fault, make_faults
from rummy.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rummy.variant import Variant

T = TypeVar("T")


def deal_out(v: Variant, deck: bytes, players: int, dealer: int) -> tuple[list[bytes], Table, bytes]:
    """Deal the hands, round by round from the dealer's left, then the loose cards, and leave the stock.

    Returns:
        The hands, each in card order, the table and the stock. A loose joker has no name (D9).
    """
    hands = [b""] * players
    top = 0
    for packet in v.packets:
        for place in range(1, players + 1):
            hands[(dealer + place) % players] += deck[top : top + packet]
            top += packet
    stock = top + v.loose_cards
    loose = Table.from_ids(tuple(bytes([card]) for card in deck[top:stock]))
    return [bytes(sorted(hand)) for hand in hands], loose, deck[stock:]


def find_faults(rules: _core.Rules, hands: Sequence[bytes], table: Table, stock: bytes) -> tuple[Fault, ...]:
    """What is impossible about cards in these places while a deal runs."""
    faults = make_faults(_core.check_position(rules, table.ids, b"".join(hands) + stock), table)
    if all(hands):
        return faults
    return (*faults, make_fault("position/empty-hand", (), NO_CARDS, table))


def verify_seat(seat: int, players: int, name: str) -> None:
    """Raise ``ValueError`` for a seat that does not exist; ``name`` says which is meant."""
    if not 0 <= seat < players:
        raise ValueError(f"{name} is a seat from 0 to {players - 1}, not {seat}")


def for_each_seat(values: Sequence[T], players: int, name: str) -> tuple[T, ...]:
    """The values as a tuple; ``ValueError`` unless there is one for each seat."""
    if len(values) != players:
        raise ValueError(f"{name} needs one value for each of {players} seats, not {len(values)}")
    return tuple(values)
