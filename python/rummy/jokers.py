"""What a draft says of its jokers on the way: which are free, which lock their melds (RULES.md section 5).

It only shows where a play stands; whether the finished play is legal is judged by the core alone.

>>> from rummy.cards import Cards
>>> from rummy.table import parse_table
>>> from rummy.variants import variant
>>> before, after = parse_table("5s *6s 7s").ids, parse_table("5s *6s 7s | 6s").ids
>>> [str(Cards.from_ids(find_freed(variant(name), before, after, Cards("6s").ids)))
...     for name in ("carousel", "tahiti")]
['*6s', '*6s']
>>> find_locked(variant("tahiti"), before, before, b""), find_locked(variant("carousel"), before, before, b"")
((0,), ())
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rummy.cards import JOKER_BIT, UNNAMED, UNNAMED_JOKER, subtract

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rummy.variant import Variant


def as_held(cards: bytes) -> bytes:
    """The cards as a hand holds them: jokers without a name."""
    return bytes([UNNAMED_JOKER if card & JOKER_BIT else card for card in cards])


def jokers_in(cards: bytes) -> bytes:
    """The jokers among some cards."""
    return bytes([card for card in cards if card & JOKER_BIT])


def find_freed(v: Variant, before: Sequence[bytes], after: Sequence[bytes], put_down: bytes) -> bytes:
    """The jokers of the table before that may have another name as things lie, each by its old name.

    Args:
        v: The rule-set.
        before: The table before the play.
        after: The table as it lies on the draft.
        put_down: The hand cards that lie on it.
    """
    named = Counter(card & ~JOKER_BIT for card in jokers_in(b"".join(before)) if card != UNNAMED_JOKER)
    if v.joker_law == "locked":
        # D16: each card put down frees one joker of its name.
        free = {name: min(count, put_down.count(name)) for name, count in named.items()}
    else:
        # D15: one natural card, wherever it came from, frees every joker of its name.
        natural = set(b"".join(after))
        free = {name: count * (name in natural) for name, count in named.items()}
    return bytes(sorted(name | JOKER_BIT for name, count in free.items() for _ in range(count)))


def find_locked(
    v: Variant, before: Sequence[bytes], after: Sequence[bytes], put_down: bytes
) -> tuple[int, ...]:
    """The places on the draft of the melds that a joker locks.

    Of two melds whose jokers have the same name when one of them is free, the one that is changed most is
    taken to be free. The arguments are those of `find_freed`.
    """
    if v.joker_law != "locked":
        return ()
    old = [(jokers_in(meld), meld) for meld in before if len(meld) > 1]
    kept = Counter(joker for jokers, _ in old for joker in jokers)
    kept.subtract(find_freed(v, before, after, put_down))
    places: list[int] = []
    for is_whole in (True, False):
        for place, meld in enumerate(after):
            joker = next(iter(jokers_in(meld)), UNNAMED | JOKER_BIT)
            was_there = any(joker in jokers and subtract(meld, cards) is not None for jokers, cards in old)
            if kept[joker] > 0 and was_there == is_whole and place not in places:
                kept[joker] -= 1
                places.append(place)
    return tuple(sorted(places))


def pick_joker(meld: bytes, joker: int) -> int | None:
    """The joker of a meld that is meant: without a name, the unnamed one or else the only one.

    Args:
        meld: The meld.
        joker: A joker with its name, or `UNNAMED_JOKER` for whichever there is.
    """
    jokers = set(jokers_in(meld))
    if joker in jokers:
        return joker
    return next(iter(jokers)) if joker == UNNAMED_JOKER and len(jokers) == 1 else None
