"""The one change that mends a refused play, if there is one, in words.

The judge itself finds it: single changes are tried in a fixed order, the easiest first, until the reason is
gone and no other has come. Nothing is tried unless somebody asks.

>>> from rummy.cards import Cards
>>> from rummy.variants import variant
>>> judged = Judged(variant("machiavelli").rules, (), (Cards("7s 8s").ids,), Cards("7s 8s 9s Kd").ids)
>>> mend = find_mend(judged, ("meld/too-short", (0,), b""))
>>> mend.text, [str(Cards.from_ids(meld)) for meld in mend.after]
('6s or 9s would complete it: 9s is in your hand', ['7s 8s 9s'])
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from rummy import _core
from rummy.cards import JOKER_BIT, UNNAMED_JOKER
from rummy.workbench import (
    SHORTEST,
    Groups,
    Judged,
    Reason,
    Workbench,
    as_joker,
    held,
    is_joker,
    text_of,
    without,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

MOST_TRIALS: Final = 1000
"""Changes that are tried for one reason. Each costs the judge some microseconds."""


class Mend(NamedTuple):
    """One change after which a reason does not hold any more.

    Attributes:
        text: The change in words.
        after: The table that it leads to.
    """

    text: str
    after: Groups


Trials: TypeAlias = "Iterator[Mend]"


def find_mend(judged: Judged, reason: Reason) -> Mend | None:
    """A single change that takes a reason away and brings no other, or None.

    The first one that makes the play legal is taken, otherwise the first one.

    Args:
        judged: The play that was refused.
        reason: One of the reasons of the core against it.
    """
    code = reason[0]
    if code not in _TRIALS:
        return None
    bench = Workbench(judged, reason)
    found: Mend | None = None
    for mend in islice(_TRIALS[code](bench, reason), MOST_TRIALS):
        left = bench.count_left(mend.after)
        if left is not None and (found is None or left == 0):
            found = Mend(mend.text, tuple(group for group in mend.after if group))
            if left == 0:
                break
    return found


# ---- one group


def _complete_short(bench: Workbench, reason: Reason) -> Trials:
    place = reason[1][0]
    is_alone = len(bench.groups[place]) == 1
    yield from _join(bench, place, [other for other in bench.others(place) if bench.is_broken(other)])
    yield from _fill(bench, place, "complete it")
    yield from _join(bench, place, bench.others(place))
    if is_alone:
        yield from _take_off(bench, place)


def _mend_shape(bench: Workbench, reason: Reason) -> Trials:
    place = reason[1][0]
    yield from _fill(bench, place, "make it a meld")
    yield from _rename(bench, place)
    yield from _cut(bench, place)
    if len(bench.groups[place]) > SHORTEST:
        yield from _take_off(bench, place)


def _mend_jokers(bench: Workbench, reason: Reason) -> Trials:
    place = reason[1][0]
    group = bench.groups[place]
    jokers = [card for card in sorted(set(group)) if is_joker(card)]
    yield from _lay_instead(bench, place, jokers)
    yield from _take_off(bench, place, jokers)


def _add_natural(bench: Workbench, reason: Reason) -> Trials:
    place = reason[1][0]
    yield from _fill(bench, place, "complete it")
    yield from _join(bench, place, bench.others(place))
    yield from _take_off(bench, place)


def _fill(bench: Workbench, place: int, purpose: str) -> Trials:
    """The card that a group lacks: from the hand, as a joker, or from another group."""
    fitting = bench.fitting(place)
    if not fitting:
        return
    lacks = f"{_either(fitting)} would {purpose}"
    for card in fitting:
        if card in bench.lost:
            yield Mend(f"{lacks}: {text_of([card])} lay on the table before", bench.put(card, place))
    for card in fitting:
        if card in bench.left:
            yield Mend(f"{lacks}: {text_of([card])} is in your hand", bench.put(card, place))
    broken = [other for other in bench.others(place) if bench.is_broken(other)]
    yield from _fetch(bench, place, lacks, broken)
    for card in fitting:
        if UNNAMED_JOKER in bench.left:
            text = f"{lacks}: your joker can stand for {text_of([card])}"
            yield Mend(text, bench.put(as_joker(card), place))
    yield from _fetch(bench, place, lacks, [other for other in bench.others(place) if other not in broken])


def _fetch(bench: Workbench, place: int, lacks: str, others: Iterable[int]) -> Trials:
    for other in others:
        for card in bench.fitting(place):
            for lying in (card, as_joker(card)):
                if lying in bench.groups[other]:
                    text = f"{lacks}: {text_of([lying])} can come from {_quote(bench, other)}"
                    yield Mend(text, bench.move(lying, other, place))


def _join(bench: Workbench, place: int, others: Iterable[int]) -> Trials:
    for other in others:
        joined = _core.arrange(bench.named(bench.groups[place] + bench.groups[other]))
        text = f"it makes one meld with {_quote(bench, other)}: {text_of(joined)}"
        yield Mend(text, bench.join(place, other))


def _rename(bench: Workbench, place: int) -> Trials:
    for joker in sorted({card for card in bench.groups[place] if is_joker(card) and card != UNNAMED_JOKER}):
        for name in bench.naming(place, joker):
            text = f"the joker {text_of([joker])} would fit as {text_of([name])}"
            yield Mend(text, bench.replace(joker, place, as_joker(name)))


def _cut(bench: Workbench, place: int) -> Trials:
    """Two melds that lie as one: cut in sequence, nearest to the middle, or taken apart in any way."""
    group = _core.arrange(bench.groups[place])
    for at in sorted(range(SHORTEST, len(group) - SHORTEST + 1), key=lambda at: abs(2 * at - len(group))):
        yield _cut_into(bench, place, [group[:at], group[at:]])
    if len(group) >= 2 * SHORTEST and not any(map(is_joker, group)) and max(Counter(group).values()) <= 2:
        parts = _core.partition(bench.judged.rules, group)
        if parts is not None and len(parts) == 2:
            yield _cut_into(bench, place, parts)


def _cut_into(bench: Workbench, place: int, parts: list[bytes]) -> Mend:
    text = f"cut it in two: {' | '.join(map(text_of, parts))}"
    return Mend(text, bench.cut(place, parts))


def _take_off(bench: Workbench, place: int, cards: Iterable[int] | None = None) -> Trials:
    """A card that lies wrong goes to another group, back where it lay loose, into the hand, or away."""
    group = bench.groups[place]
    is_alone = len(group) == 1
    taken = sorted(set(group), key=lambda card: (not is_joker(card), card)) if cards is None else list(cards)
    for card in taken:
        what = "it" if is_alone else text_of([card])
        for other in bench.others(place):
            yield Mend(f"{what} fits {_quote(bench, other)}", bench.move(card, place, other))
    for card in taken:
        what, rest = text_of([card]), without(group, card)
        if bytes([card]) in bench.judged.before and rest:
            yield Mend(f"leave {what} loose", bench.cut(place, [rest, bytes([card])]))
    for card in taken:
        what = "it" if is_alone else text_of([card])
        why = f"without {what} it is a meld: " if bench.is_meld(without(group, card)) else ""
        if bench.laid[held(card)]:
            yield Mend(f"{why}take {what} back into your hand", bench.take(card, place))
        if bench.foreign[held(card)]:
            yield Mend(f"{why}take {what} away", bench.take(card, place))


def _lay_instead(bench: Workbench, place: int, jokers: Iterable[int]) -> Trials:
    """A natural card of the hand in the place of a joker."""
    for joker in jokers:
        for card in bench.left:
            if not is_joker(card):
                text = f"lay {text_of([card])} of your hand instead of the joker {text_of([joker])}"
                yield Mend(text, bench.replace(joker, place, card))


# ---- jokers


def _choose_name(bench: Workbench, reason: Reason) -> Trials:
    _, (place, *_), names = reason
    named = [(name, bench.replace(UNNAMED_JOKER, place, as_joker(name))) for name in names]
    good = [(name, after) for name, after in named if bench.count_left(after) is not None]
    if good:
        yield Mend(f"name it {_either(name for name, _ in good)}", good[0][1])


def _give_name_back(bench: Workbench, reason: Reason) -> Trials:
    _, melds, (name, *_) = reason
    for place in melds:
        for joker in sorted({card for card in bench.groups[place] if is_joker(card) and card != name}):
            old = text_of([held_name(name)])
            text = f"give the joker {text_of([joker])} in {_quote(bench, place)} its old name {old}"
            yield Mend(text, bench.replace(joker, place, name))
    yield from _free(bench, name)


def _bring_near(bench: Workbench, reason: Reason) -> Trials:
    _, melds, (joker, *_) = reason
    melds = [place for place in melds if joker in bench.groups[place]]
    yield from _free(bench, joker)
    yield from _move_home(bench, melds, joker)
    for place in melds:
        for other in bench.others(place):
            for card in sorted(set(bench.groups[other])):
                text = f"{text_of([card])} can come to it from {_quote(bench, other)}"
                yield Mend(text, bench.move(card, other, place))


def _unlock(bench: Workbench, reason: Reason) -> Trials:
    _, melds, home = reason
    joker = next(card for card in home if is_joker(card))
    melds = [place for place in melds if joker in bench.groups[place]]
    yield from _free(bench, joker)
    for place in melds:
        group = bench.groups[place]
        for other in bench.others(place):
            for card in home:
                if card not in group and card in bench.groups[other]:
                    text = f"put {text_of([card])} of {_quote(bench, other)} back on {_quote(bench, place)}"
                    yield Mend(text, bench.move(card, other, place))
        yield from _take_off(bench, place, sorted(Counter(group) - Counter(home)))
    yield from _move_home(bench, melds, joker)


def _free(bench: Workbench, joker: int) -> Trials:
    """The natural card of the hand that frees a joker, wherever it fits."""
    card = held_name(joker)
    if card in bench.left:
        for place in range(len(bench.groups)):
            text = f"{text_of([card])} of your hand would free the joker, and fits {_quote(bench, place)}"
            yield Mend(text, bench.put(card, place))


def _move_home(bench: Workbench, melds: Iterable[int], joker: int) -> Trials:
    for place in melds:
        for other in bench.others(place):
            text = f"move {text_of([joker])} from {_quote(bench, place)} to {_quote(bench, other)}"
            yield Mend(text, bench.move(joker, place, other))


# ---- the cards


def _put_back(bench: Workbench, reason: Reason) -> Trials:
    lost = reason[2]
    before = bench.judged.before
    for group in before:
        if sorted(map(held, group)) == sorted(lost):
            how = "as a meld of its own" if len(group) > 1 else "where it lay loose"
            yield Mend(f"put {text_of(group)} back {how}", bench.add(group))
    if len(lost) == 1:
        names = lost if not is_joker(lost[0]) else bytes(sorted(set(filter(is_joker, b"".join(before)))))
        for place in range(len(bench.groups)):
            for card in names:
                text = f"put {text_of([card])} back on {_quote(bench, place)}"
                yield Mend(text, bench.put(card, place))
    elif not any(map(is_joker, lost)):
        yield Mend(f"put {text_of(lost)} back as a meld of its own", bench.add(_core.arrange(lost)))


def _take_away(bench: Workbench, reason: Reason) -> Trials:
    foreign = reason[2]
    for place, group in enumerate(bench.groups):
        if len(foreign) == 1:
            for card in sorted(card for card in set(group) if held(card) == foreign[0]):
                yield from _lay_own(bench, place, card)
    for place, group in enumerate(bench.groups):
        if len(foreign) == 1:
            for card in sorted(card for card in set(group) if held(card) == foreign[0]):
                yield Mend(f"take {text_of([card])} off {_quote(bench, place)}", bench.take(card, place))
        if not Counter(map(held, group)) - Counter(foreign):
            yield Mend(f"take {_quote(bench, place)} away", bench.remove(place))


def _lay_own(bench: Workbench, place: int, card: int) -> Trials:
    """A card of the hand in the place of one that it does not hold: a joker, the card itself, or another."""
    if not is_joker(card) and UNNAMED_JOKER in bench.left:
        text = f"your joker can stand for {text_of([card])} in {_quote(bench, place)}"
        yield Mend(text, bench.replace(card, place, as_joker(card)))
    if is_joker(card) and held_name(card) in bench.left:
        own = held_name(card)
        text = f"lay {text_of([own])} of your hand instead of {text_of([card])} in {_quote(bench, place)}"
        yield Mend(text, bench.replace(card, place, own))
    instead = f"instead of {text_of([card])} in {_quote(bench, place)}"
    for own in sorted(bench.lost):
        yield Mend(f"{text_of([own])} of the table belongs {instead}", bench.replace(card, place, own))
    for own in bench.left:
        yield Mend(f"{text_of([own])} of your hand would fit {instead}", bench.replace(card, place, own))


def _add_card(bench: Workbench, reason: Reason) -> Trials:  # noqa: ARG001 - it names no card
    for place in range(len(bench.groups)):
        fitting = bench.fitting(place)
        for card in bench.left:
            if card in fitting:
                text = f"{text_of([card])} of your hand fits {_quote(bench, place)}"
                yield Mend(text, bench.put(card, place))
    if UNNAMED_JOKER in bench.left:
        for place in range(len(bench.groups)):
            for card in bench.fitting(place):
                text = f"your joker fits {_quote(bench, place)} as {text_of([card])}"
                yield Mend(text, bench.put(as_joker(card), place))
    yield from _start_meld(bench)


def _open(bench: Workbench, reason: Reason) -> Trials:
    for place, group in enumerate(bench.groups):
        for joker in sorted({card for card in group if is_joker(card) and held_name(card) in bench.left}):
            yield from _lay_instead(bench, place, [joker])
    yield from _add_card(bench, reason)


def _start_meld(bench: Workbench) -> Trials:
    """A meld of cards that are left in the hand: on an empty table the easiest play is one."""
    judged = bench.judged
    left = bytes((Counter(judged.hand) - bench.laid).elements())
    play = _core.hint(judged.rules, (), left, judged.opened)
    if play is not None and len(play.table) == 1:
        (meld,) = play.table
        yield Mend(f"{text_of(play.cards)} of your hand make a meld: {text_of(meld)}", bench.add(meld))


def held_name(joker: int) -> int:
    """The natural card that a joker stands for."""
    return joker & ~JOKER_BIT


def _quote(bench: Workbench, place: int) -> str:
    """A group as people number it, from 1, with its cards."""
    return f"meld {place + 1} ({text_of(bench.groups[place])})"


def _either(cards: Iterable[int]) -> str:
    names = [text_of([card]) for card in cards]
    return f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else "".join(names)


_TRIALS: Final[dict[str, Callable[[Workbench, Reason], Trials]]] = {
    "meld/too-short": _complete_short,
    "meld/too-long": _mend_shape,
    "meld/suit-twice": _mend_shape,
    "meld/card-twice": _mend_shape,
    "meld/not-a-meld": _mend_shape,
    "meld/ace-not-here": _mend_shape,
    "meld/too-many-jokers": _mend_jokers,
    "meld/only-jokers": _add_natural,
    "joker/unnamed": _choose_name,
    "joker/renamed": _give_name_back,
    "joker/left-its-neighbour": _bring_near,
    "joker/locked-meld": _unlock,
    "play/card-lost": _put_back,
    "play/card-not-in-hand": _take_away,
    "play/nothing-added": _add_card,
    "play/not-opened": _open,
}
