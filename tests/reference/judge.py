"""Is a turn's finished table legal? RULES.md sections 3 to 5, judged by trying every assignment."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import permutations, product
from typing import NamedTuple

from .cards import (
    JOKER,
    RANKS,
    SUITS,
    Cards,
    Table,
    face,
    in_card_order,
    is_joker,
    parse_hand,
    parse_table,
    plain,
)
from .melds import beside, is_meld, meld_faults, named
from .rules import LINES, Rules


class Verdict(NamedTuple):
    legal: bool
    faults: frozenset[str]
    played: Cards  # the hand cards put down, jokers unnamed, in card order
    table: Table  # the table after, with the jokers named that name themselves


class OldJoker(NamedTuple):
    name: str
    meld: Cards
    beside: frozenset[str]


class Slot(NamedTuple):
    name: str
    meld: Cards


def split_loose(rules: Rules, table: Table) -> tuple[list[Cards], list[str]]:
    """The melds, and the loose single cards if the rule-set has them (tahiti, section 4)."""
    melds = [group for group in table if not _is_loose(rules, group)]
    return melds, [group[0] for group in table if _is_loose(rules, group)]


def _is_loose(rules: Rules, group: Cards) -> bool:
    # D9: a loose joker stays unnamed, so a named joker by itself is no loose card.
    return bool(rules.loose) and len(group) == 1 and (group[0] == JOKER or not is_joker(group[0]))


def all_cards(table: Table) -> Counter[str]:
    return Counter(plain(card) for group in table for card in group)


def position_faults(rules: Rules, table: Table, hand: Cards) -> frozenset[str]:
    """What is impossible about a position. Without players the larger pack counts."""
    faults = set()
    held = all_cards(table) + Counter(hand)
    if held[JOKER] > rules.jokers:
        faults.add("position/too-many-jokers")
    if any(count > rules.packs for card, count in held.items() if card != JOKER):
        faults.add("position/too-many-copies")
    melds, _ = split_loose(rules, table)
    if not all(is_meld(rules, meld) for meld in melds):
        faults.add("position/bad-meld")
    return frozenset(faults)


def judge(
    rules: Rules, before: str | Table, after: str | Table, hand: str | Cards, opened: bool = True
) -> Verdict:
    """Only the finished table is judged (section 3)."""
    before, hand = parse_table(before), parse_hand(hand)
    after = tuple(named(rules, group) if len(group) > 1 else group for group in parse_table(after))
    faults = set(position_faults(rules, before, hand))
    faults |= _group_faults(rules, before, after)
    old, new = all_cards(before), all_cards(after)
    played = new - old
    if old - new:  # a card on the table stays on the table
        faults.add("play/card-lost")
    if played - Counter(hand):
        faults.add("play/card-not-in-hand")
    if not played:  # at least one card of the player's own hand has been added
        faults.add("play/nothing-added")
    if not opened and not may_open(rules, played):
        faults.add("play/not-opened")
    faults |= joker_faults(rules, before, after, played)
    return Verdict(not faults, frozenset(faults), in_card_order(list(played.elements())), after)


def _group_faults(rules: Rules, before: Table, after: Table) -> set[str]:
    faults: set[str] = set()
    melds, loose = split_loose(rules, after)
    for meld in melds:
        faults |= meld_faults(rules, meld)
    # An unused loose card stays loose; no other card may lie alone (section 4).
    if Counter(loose) - Counter(split_loose(rules, before)[1]):
        faults.add("meld/too-short")
    return faults


def may_open(rules: Rules, played: Counter[str]) -> bool:
    """Vatikan's first play: three natural hand cards of one suit in sequence, laid anywhere (D8)."""
    size = rules.opening_run
    return not size or any(
        all(rank + suit in played for rank in line[start : start + size])
        for suit in SUITS
        for line in LINES[rules.ace]
        for start in range(len(RANKS) - size + 1)
    )


@lru_cache(maxsize=1000)
def old_jokers(table: Table) -> tuple[OldJoker, ...]:
    """The named jokers of a table. Loose ones have no name and no law (D9)."""
    return tuple(
        OldJoker(face(card), meld, beside(meld, card))
        for meld in table
        for card in meld
        if is_joker(card) and card != JOKER
    )


def joker_faults(rules: Rules, before: Table, after: Table, played: Counter[str]) -> frozenset[str]:
    """D13: legal if some assignment of the old jokers to jokers on the new table is."""
    old = old_jokers(before)
    if not old:
        return frozenset()
    slots = [Slot(face(card), meld) for meld in after for card in meld if is_joker(card) and card != JOKER]
    if len(slots) < len(old):
        return frozenset()  # a joker is lost or unnamed: a fault found elsewhere
    naturals = Counter(card for group in after for card in group if not is_joker(card))
    laid = Counter({card: count for card, count in played.items() if card != JOKER})
    pairings = [list(zip(old, chosen, strict=True)) for chosen in permutations(slots, len(old))]
    if any(_LAWS[rules.joker_law](pairing, naturals, laid) for pairing in pairings):
        return frozenset()
    names = _names_locked if rules.joker_law == "locked" else _movable
    if not any(names(pairing, naturals, laid) for pairing in pairings):
        return frozenset({"joker/renamed"})
    return frozenset({"joker/locked-meld" if rules.joker_law == "locked" else "joker/left-its-neighbour"})


Pairing = list[tuple[OldJoker, Slot]]


def _movable(pairing: Pairing, naturals: Counter[str], _laid: Counter[str]) -> bool:
    """Carousel: each joker keeps its name, or a natural card of that name is on the finished table.

    D15: one card frees every joker of the name. D14: a freed joker may take its old name again.
    """
    return all(slot.name == joker.name or joker.name in naturals for joker, slot in pairing)


def _neighbour(pairing: Pairing, naturals: Counter[str], _laid: Counter[str]) -> bool:
    """Vatikan: freed the same way, or the same card in a meld with a card that was beside it (D12)."""
    return all(
        joker.name in naturals
        or (slot.name == joker.name and not joker.beside.isdisjoint(map(face, slot.meld)))
        for joker, slot in pairing
    )


def _locked(pairing: Pairing, _naturals: Counter[str], laid: Counter[str]) -> bool:
    """Tahiti: each joker is freed by a hand card of its own, or its meld is locked.

    D16: the freeing card may be laid anywhere. A locked meld is still there, whole, and has grown by natural
    hand cards only.
    """
    for freed in product((False, True), repeat=len(pairing)):
        freeing: Counter[str] = Counter()
        added: Counter[str] = Counter()
        for (joker, slot), is_freed in zip(pairing, freed, strict=True):
            if is_freed:
                freeing[joker.name] += 1
            elif set(joker.meld) <= set(slot.meld):
                added += Counter(slot.meld) - Counter(joker.meld)
            else:
                break  # the meld is not there, whole
        else:
            if freeing <= laid and added <= laid:
                return True
    return False


def _names_locked(pairing: Pairing, _naturals: Counter[str], laid: Counter[str]) -> bool:
    """Tahiti's names alone: every joker with a new name has a freeing card of its own."""
    return Counter(joker.name for joker, slot in pairing if slot.name != joker.name) <= laid


def _none(pairing: Pairing, _naturals: Counter[str], _laid: Counter[str]) -> bool:
    return not pairing


_LAWS = {"none": _none, "movable": _movable, "neighbour": _neighbour, "locked": _locked}
