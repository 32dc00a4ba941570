"""A finished table on which single changes are tried, each put before the judge (RULES.md sections 3 to 5).

>>> from rummy.variants import variant
>>> ids = lambda table: tuple(Cards(meld).ids for meld in table.split("|"))
>>> before, after = ids("8c 8d 8h 8s"), ids("8c 8d 8h 8s | 6s 7s")
>>> judged = Judged(variant("machiavelli").rules, before, after, Cards("6s 7s").ids)
>>> bench = Workbench(judged, ("meld/too-short", (1,), b""))
>>> str(Cards.from_ids(bench.fitting(1))), bench.count_left(bench.move(Cards("8s").ids[0], 0, 1))
('5s 8s', 0)
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from rummy import _core
from rummy.cards import JOKER_BIT, UNNAMED, UNNAMED_JOKER, Cards

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Reason: TypeAlias = "tuple[str, Sequence[int], bytes]"
"""A fault as the core gives it: code, melds, cards."""
Groups: TypeAlias = tuple[bytes, ...]
"""A table; a group that a change empties keeps its place, without cards."""

SHORTEST: Final = 3
"""Cards of the shortest meld."""
NATURALS: Final = range(UNNAMED)
JOKER_CODES: Final = ("joker/renamed", "joker/left-its-neighbour", "joker/locked-meld")
"""Reasons against where a joker of the table has gone."""
CARD_CODES: Final = ("play/card-lost", "play/card-not-in-hand")
"""Reasons against single cards."""


class Judged(NamedTuple):
    """A play as it was put before the judge.

    Attributes:
        rules: The core's rules.
        before: The bytes of each group of the table before.
        after: The bytes of each group of the finished table.
        hand: The bytes of the hand.
        opened: Whether the player has made a first play.
    """

    rules: _core.Rules
    before: Groups
    after: Groups
    hand: bytes
    opened: bool = True


class Workbench:
    """The finished table, the cards that can be moved, and whether a change takes one reason away.

    Args:
        judged: The play.
        reason: The reason to take away.

    Attributes:
        judged: The play.
        groups: The finished table.
        left: The cards left in the hand, in card order, each once.
        laid: The hand cards that lie on the table.
        foreign: The cards on the table that came from nowhere.
        lost: The cards of the table before that are not there.
    """

    def __init__(self, judged: Judged, reason: Reason) -> None:
        self.judged = judged
        self.groups = judged.after
        self._fitting: dict[bytes, bytes] = {}
        for place, group in enumerate(judged.after):
            self.groups = self._with({place: self.named(group)})
        added = _count_held(judged.after) - _count_held(judged.before)
        hand = Counter(judged.hand)
        self.left = sorted(hand - added)
        self.laid = added & hand
        self.foreign = added - hand
        self.lost = set(_count_held(judged.before) - _count_held(judged.after))
        everything = range(len(self.groups))
        self._reason = _keys_of(reason, everything)
        self._reasons = Counter(
            key for told in self._refuse(self.groups) for key in _keys_of(told, everything)
        )

    def count_left(self, groups: Groups) -> int | None:
        """How many reasons hold of a changed table; None if this one does, or one that did not.

        A group that has cards which it had not before must be a meld, so that nothing is built on a ruin.
        """
        there = [place for place, group in enumerate(groups) if group]
        reasons = self._refuse(tuple(groups[place] for place in there))
        keys = Counter(key for told in reasons for key in _keys_of(told, there))
        if not keys <= self._reasons or any(key in keys for key in self._reason):
            return None
        grown = [place for place in there if Counter(groups[place]) - Counter(self._group(place))]
        broken = {key[1] for key in keys if _is_of_group(key[0])}
        return None if any((place,) in broken for place in grown) else keys.total()

    def is_meld(self, group: bytes) -> bool:
        """Whether a group is a meld."""
        return len(group) >= SHORTEST and not _core.check_melds(self.judged.rules, (group,))

    def _group(self, place: int) -> bytes:
        return self.groups[place] if place < len(self.groups) else b""

    def is_broken(self, place: int) -> bool:
        """Whether a group is no meld."""
        return any(place in key[1] for key in self._reasons if _is_of_group(key[0]))

    def others(self, place: int) -> Iterator[int]:
        """The places of the other groups."""
        return (other for other in range(len(self.groups)) if other != place)

    def fitting(self, place: int) -> bytes:
        """The natural cards of which one makes a group a meld, in card order."""
        group = self.groups[place]
        if group not in self._fitting:
            self._fitting[group] = self._completing([group + bytes([card]) for card in NATURALS])
        return self._fitting[group]

    def naming(self, place: int, joker: int) -> bytes:
        """The names under which a joker of a group makes it a meld."""
        return self._names(without(self.groups[place], joker))

    # ---- changes: each gives the table that it leads to

    def put(self, card: int, place: int) -> Groups:
        """A card more on a group."""
        return self._with({place: self.groups[place] + bytes([card])})

    def take(self, card: int, place: int) -> Groups:
        """A card less."""
        return self._with({place: without(self.groups[place], card)})

    def move(self, card: int, place: int, to: int) -> Groups:
        """A card of one group on another."""
        return self._with(
            {place: without(self.groups[place], card), to: self.groups[to] + bytes([card])},
        )

    def replace(self, card: int, place: int, by: int) -> Groups:
        """Another card in the place of one."""
        return self._with({place: without(self.groups[place], card) + bytes([by])})

    def join(self, place: int, other: int) -> Groups:
        """Two groups as one."""
        return self._with({place: self.groups[place] + self.groups[other], other: b""})

    def cut(self, place: int, parts: Sequence[bytes]) -> Groups:
        """A group in parts."""
        return (*self._with({place: parts[0]}), *parts[1:])

    def add(self, group: bytes) -> Groups:
        """A group more."""
        return (*self.groups, group)

    def remove(self, place: int) -> Groups:
        """A group less."""
        return self._with({place: b""})

    def named(self, group: bytes) -> bytes:
        """The group as the judge sees it: a joker that only one name fits has it."""
        if UNNAMED_JOKER not in group:
            return group
        rest = without(group, UNNAMED_JOKER)
        names = self._names(rest)
        return rest + bytes([as_joker(names[0])]) if len(names) == 1 else group

    def _names(self, rest: bytes) -> bytes:
        """The names with which one joker more makes a group a meld."""
        return self._completing([rest + bytes([as_joker(card)]) for card in NATURALS])

    def _completing(self, grown: list[bytes]) -> bytes:
        """The natural cards whose groups are melds, of one group for each natural card."""
        bad = {melds[0] for _, melds, _ in _core.check_melds(self.judged.rules, grown)}
        return bytes(card for card in NATURALS if card not in bad)

    def _with(self, changed: dict[int, bytes]) -> Groups:
        return tuple(changed.get(place, group) for place, group in enumerate(self.groups))

    def _refuse(self, groups: Groups) -> list[Reason]:
        judged = self.judged
        try:
            _core.check_play(judged.rules, judged.before, groups, judged.hand, judged.opened)
        except _core.Refused as refused:
            reasons: list[Reason] = refused.args[0]
            return reasons
        return []


def without(group: bytes, card: int) -> bytes:
    """A group without one copy of a card."""
    place = group.index(card)
    return group[:place] + group[place + 1 :]


def as_joker(card: int) -> int:
    """A joker that stands for a card."""
    return card | JOKER_BIT


def is_joker(card: int) -> bool:
    """Whether it is a joker, named or not."""
    return card & JOKER_BIT != 0


def held(card: int) -> int:
    """The card as a hand holds it: a joker without its name."""
    return UNNAMED_JOKER if card & JOKER_BIT else card


def text_of(cards: Iterable[int]) -> str:
    """Cards as text."""
    return str(Cards.from_ids(bytes(cards)))


def _count_held(groups: Groups) -> Counter[int]:
    return Counter(map(held, b"".join(groups)))


def _is_of_group(code: str) -> bool:
    return code.startswith("meld/") or code == "joker/unnamed"


def _keys_of(reason: Reason, places: Sequence[int]) -> list[tuple[str, tuple[int, ...]]]:
    """What a reason is told by before and after a change: its group, its joker, or each of its cards.

    Args:
        reason: The reason.
        places: For each group judged its place before the change.
    """
    code, melds, cards = reason
    if code in JOKER_CODES:
        return [(code, (*cards,))]
    if code in CARD_CODES:
        return [(code, (card,)) for card in cards]
    if code.startswith("play/"):
        return [(code, ())]
    return [(code, tuple(places[meld] for meld in melds))]
