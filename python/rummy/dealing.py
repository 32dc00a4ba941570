"""How the cards of a deal come to their places, and whether places that were set up can be."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from rummy import _core
from rummy.cards import NO_CARDS
from rummy.checks import quote, verify_list, verify_whole
from rummy.faults import Fault, make_fault, make_faults
from rummy.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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
    faults = make_faults(_core.check_position(rules, table.ids, b"".join(hands) + stock), table, rules)
    if all(hands):
        return faults
    return (*faults, make_fault("position/empty-hand", (), NO_CARDS, table))


def verify_seat(seat: int, players: int, name: str) -> int:
    """A seat that exists.

    Args:
        seat: The seat.
        players: The number of players.
        name: What is meant by it.

    Raises:
        TypeError: It is no whole number.
        ValueError: There is no such seat.
    """
    number = verify_whole(seat, name)
    if not 0 <= number < players:
        raise ValueError(f"{name} is a seat from 0 to {players - 1}, not {quote(number)}")
    return number


def for_each_seat(
    values: Sequence[T], players: int, name: str, verify: Callable[[T, str], T]
) -> tuple[T, ...]:
    """The values as a tuple.

    Args:
        values: The values.
        players: The number of players.
        name: What the values are.
        verify: What each of them must pass.

    Raises:
        TypeError: It is no list of such values.
        ValueError: There is not one for each seat.
    """
    values = verify_list(values, name)
    if len(values) != players:
        raise ValueError(f"{name} needs one value for each of {players} seats, not {len(values)}")
    return tuple(verify(value, f"each of {name}") for value in values)
