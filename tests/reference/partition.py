"""Every way to lay cards out in melds: a plain exact cover.

The search always covers the smallest natural card that is left (every meld has a natural card, D18), with
every meld that can be made around it. Two melds around equal cards are taken in one order only, so each table
comes up once.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from .cards import JOKER, NATURALS, ORDER, Cards, Table, face, is_joker, parse_cards
from .melds import shapes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .rules import Rules


class Pool(NamedTuple):
    """Cards still to be laid out."""

    counts: tuple[int, ...]  # of each natural card, in card order
    fixed: Cards  # names of the jokers that must keep their name, sorted
    free: int  # jokers that may take any name

    def first(self) -> int | None:
        return next((place for place, count in enumerate(self.counts) if count), None)


def pool_of(cards: Cards) -> Pool:
    """Named jokers keep their names, unnamed ones take any."""
    naturals = [card for card in cards if not is_joker(card)]
    counts = tuple(naturals.count(card) for card in NATURALS)
    return Pool(
        counts,
        tuple(sorted(face(card) for card in cards if is_joker(card) and card != JOKER)),
        cards.count(JOKER),
    )


@cache
def _shapes_around(ace: str, card: str) -> tuple[Cards, ...]:
    return tuple(shape for shape in shapes(ace) if card in shape)


class Cover:
    """The tables that pools of cards can be laid out in, under one rule-set."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._hopeless: set[tuple[Pool, Cards]] = set()
        self._around: dict[Pool, tuple[tuple[Cards, Pool], ...]] = {}
        self._counts: dict[tuple[Pool, Cards], int] = {}

    def tables(self, pool: Pool, least: Cards = ()) -> Iterator[Table]:
        """Each table once. `least`: the meld laid around an equal card just before; none smaller follows."""
        first = pool.first()
        if first is None:
            if not pool.fixed and not pool.free:
                yield ()
            return
        if (pool, least) in self._hopeless:
            return
        hope = False
        for meld, rest in self.first_melds(pool):
            if meld >= least:
                for table in self.tables(rest, meld if rest.first() == first else ()):
                    hope = True
                    yield (meld, *table)
        if not hope:
            self._hopeless.add((pool, least))

    def count(self, pool: Pool, least: Cards = ()) -> int:
        """How many tables `tables` yields."""
        first = pool.first()
        if first is None:
            return int(not pool.fixed and not pool.free)
        if (pool, least) not in self._counts:
            self._counts[pool, least] = sum(
                self.count(rest, meld if rest.first() == first else ())
                for meld, rest in self.first_melds(pool)
                if meld >= least
            )
        return self._counts[pool, least]

    def first_melds(self, pool: Pool) -> tuple[tuple[Cards, Pool], ...]:
        """The melds that hold the smallest natural card left, each with what it leaves."""
        if pool not in self._around:
            self._around[pool] = tuple((meld, _without(pool, meld)) for meld in self._lay_around_first(pool))
        return self._around[pool]

    def _lay_around_first(self, pool: Pool) -> Iterator[Cards]:
        first = pool.first()
        assert first is not None
        card = NATURALS[first]
        for shape in _shapes_around(self.rules.ace, card):
            missing = sum(not pool.counts[ORDER[name]] and name not in pool.fixed for name in shape)
            if missing <= pool.free:
                yield from self._fillings(shape, card, pool, self.rules.jokers_a_meld)

    def _fillings(self, shape: Cards, must: str, pool: Pool, jokers: int) -> Iterator[Cards]:
        """Fill each place of a shape with the natural card or a joker; that of `must` with the natural."""
        if not shape:
            yield ()
            return
        name, later = shape[0], shape[1:]
        if pool.counts[ORDER[name]]:
            for rest in self._fillings(later, must, pool, jokers):
                yield (name, *rest)
        if name != must and jokers and (name in pool.fixed or pool.free):
            joker = JOKER + name
            for rest in self._fillings(later, must, _without(pool, (joker,)), jokers - 1):
                yield (joker, *rest)


def _without(pool: Pool, meld: Cards) -> Pool:
    """A joker named n is one that must keep that name, as long as there is one; which, is no matter."""
    counts, fixed, free = list(pool.counts), list(pool.fixed), pool.free
    for card in meld:
        if not is_joker(card):
            counts[ORDER[card]] -= 1
        elif face(card) in fixed:
            fixed.remove(face(card))
        else:
            free -= 1
    return Pool(tuple(counts), tuple(fixed), free)


def partitions(rules: Rules, cards: str | Cards) -> set[Table]:
    """The distinct tables of exactly these cards; melds in strict order, sorted. Jokers come unnamed."""
    pool = pool_of(parse_cards(cards))
    return {tuple(sorted(table)) for table in Cover(rules).tables(pool)}


def count_partitions(rules: Rules, cards: str | Cards) -> int:
    return Cover(rules).count(pool_of(parse_cards(cards)))


def can_partition(rules: Rules, cards: str | Cards) -> bool:
    return next(Cover(rules).tables(pool_of(parse_cards(cards))), None) is not None
