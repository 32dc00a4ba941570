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
    parse_cards,
    parse_table,
    plain,
)
from .melds import beside, meld_faults, named
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
    name: str  # empty for a joker of which nothing is known: not named yet, or lost
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
    held = all_cards(table) + Counter(map(plain, hand))
    if held[JOKER] > rules.jokers:
        faults.add("position/too-many-jokers")
    if any(count > rules.packs for card, count in held.items() if card != JOKER):
        faults.add("position/too-many-copies")
    melds, _ = split_loose(rules, table)
    if any(JOKER in meld for meld in melds):
        faults.add("position/unnamed-on-table")
    if not all(_could_be_meld(rules, meld) for meld in melds):
        faults.add("position/bad-meld")
    if any(is_joker(card) and card != JOKER for card in hand):
        faults.add("position/named-in-hand")
    return frozenset(faults)


def _could_be_meld(rules: Rules, meld: Cards) -> bool:
    """As the jokers may yet be named; that a game has no jokers is a fault by itself."""
    told = {"joker/unnamed"} | (set() if rules.jokers else {"meld/too-many-jokers"})
    return meld_faults(rules, meld) <= told


def judge(
    rules: Rules, before: str | Table, after: str | Table, hand: str | Cards, opened: bool = True
) -> Verdict:
    """Only the finished table is judged (section 3)."""
    before, hand = parse_table(before), in_card_order(parse_cards(hand))
    after = tuple(named(rules, group) if len(group) > 1 else group for group in parse_table(after))
    impossible = position_faults(rules, before, hand)
    if impossible:  # nothing more can be said of a play
        return Verdict(False, impossible, (), after)
    faults = _group_faults(rules, before, after)
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
    faults |= joker_faults(rules, before, after)
    return Verdict(not faults, frozenset(faults), in_card_order(list(played.elements())), after)


def _group_faults(rules: Rules, before: Table, after: Table) -> set[str]:
    faults: set[str] = set()
    melds, loose = split_loose(rules, after)
    for meld in melds:
        faults |= meld_faults(rules, meld)
    # An unused loose card stays loose; no other card may lie alone (section 4).
    for card in Counter(loose) - Counter(split_loose(rules, before)[1]):
        faults |= meld_faults(rules, (card,))
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


def joker_faults(rules: Rules, before: Table, after: Table) -> frozenset[str]:
    """D13: legal if some assignment of the old jokers to jokers on the new table is.

    Otherwise the assignments count that lose the fewest names. If they lose one, it was renamed; and if in
    all of them a joker that kept its name lies wrong, that is a reason too.
    """
    old, slots = old_jokers(before), new_jokers(rules, before, after)
    if not old:
        return frozenset()
    naturals = Counter(card for group in after for card in group if not is_joker(card))
    laid = naturals - Counter(card for group in before for card in group if not is_joker(card))
    frees, pairings = _freed(rules, old, naturals, laid), list(permutations(slots, len(old)))
    place, ways = _PLACES[rules.joker_law], []
    for freed in frees:
        for chosen in pairings:
            bound = [
                pair
                for pair, is_free in zip(zip(old, chosen, strict=True), freed, strict=True)
                if not is_free
            ]
            renamed = sum(slot.name not in (joker.name, "") for joker, slot in bound)
            is_placed = place([(joker, slot) for joker, slot in bound if slot.name == joker.name], laid)
            if not renamed and is_placed:
                return frozenset()
            ways.append((renamed, is_placed))
    fewest = min(renamed for renamed, _ in ways)
    faults = {"joker/renamed"} if fewest else set()
    if (fewest, True) not in ways:
        faults.add("joker/locked-meld" if rules.joker_law == "locked" else "joker/left-its-neighbour")
    return frozenset(faults)


def new_jokers(rules: Rules, before: Table, after: Table) -> list[Slot]:
    """The jokers after: a lost one and one without a name could still be any of the old ones."""
    slots = [Slot(face(card), meld) for meld in after for card in meld if is_joker(card)]
    loose = split_loose(rules, before)[1].count(JOKER)
    still_loose = min(loose, split_loose(rules, after)[1].count(JOKER))
    for _ in range(still_loose):  # D9: under no law
        slots.remove(Slot("", (JOKER,)))
    missing = all_cards(before)[JOKER] - all_cards(after)[JOKER]
    return slots + [Slot("", ())] * max(missing, 0)


Pair = tuple[OldJoker, Slot]


def _freed(
    rules: Rules, old: tuple[OldJoker, ...], naturals: Counter[str], laid: Counter[str]
) -> list[tuple[bool, ...]]:
    """The ways in which the old jokers can be free.

    Carousel and vatikan: a natural card of the name on the finished table frees every joker of it (D15).
    Tahiti: each is freed by a hand card of its own, laid anywhere (D16).
    """
    if rules.joker_law != "locked":
        return [tuple(joker.name in naturals for joker in old)]
    return [
        freed
        for freed in product((False, True), repeat=len(old))
        if Counter(joker.name for joker, is_freed in zip(old, freed, strict=True) if is_freed) <= laid
    ]


def _anywhere(_pairs: list[Pair], _laid: Counter[str]) -> bool:
    """Carousel: any meld will do."""
    return True


def _beside(pairs: list[Pair], _laid: Counter[str]) -> bool:
    """Vatikan: in a meld with a card that was beside it (D12)."""
    return all(not joker.beside.isdisjoint(map(face, slot.meld)) for joker, slot in pairs)


def _whole(pairs: list[Pair], laid: Counter[str]) -> bool:
    """Tahiti: a locked meld is still there, whole, and has grown by natural hand cards only."""
    added: Counter[str] = Counter()
    for joker, slot in pairs:
        if not set(joker.meld) <= set(slot.meld):
            return False
        added += Counter(slot.meld) - Counter(joker.meld)
    return added <= laid


# Where the jokers that kept their names may lie; a freed one may have any name, its old one too (D14).
_PLACES = {"none": _anywhere, "movable": _anywhere, "neighbour": _beside, "locked": _whole}
