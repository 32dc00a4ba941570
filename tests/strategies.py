"""Positions and finished tables to test with: seeded generators, and hypothesis strategies over them.

`random_position` lays a table that partitions by construction and deals a hand that has to do with it.
`random_proposal` adds a finished table: mostly valid melds, often a legal play, often spoilt by one of the
mistakes of `mistakes.py`. Whether it is legal is for a referee to say: a mistake may happen to make another
legal play. The same seed always makes the same thing.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from hypothesis import strategies as st
from mistakes import MISTAKES, Draft, spoil
from reference import (
    JOKER,
    NATURALS,
    RULES,
    Rules,
    face,
    is_joker,
    is_meld,
    joker_choices,
    shapes,
    table_text,
)
from reference.cards import RANKS, SUITS, Cards
from reference.partition import Cover, Pool, pool_of
from reference.plays import keep_or_free

if TYPE_CHECKING:
    from collections.abc import Sequence

LAYOUT_STEPS = 200
ATTEMPTS = 20


@dataclass(frozen=True)
class Position:
    """A table and a hand as text; no fault of position in it."""

    rules: str
    table: str
    hand: str
    opened: bool


@dataclass(frozen=True)
class Proposal:
    """A position and a finished table for it; `mistake` is empty or the one that was made on purpose."""

    rules: str
    before: str
    after: str
    hand: str
    opened: bool
    mistake: str


class _Deck:
    """The cards not dealt yet, and a window of neighbouring ranks that most cards are taken from."""

    def __init__(self, rng: random.Random, rules: Rules, jokers: int) -> None:
        self.rng = rng
        self.left = Counter(NATURALS * rules.packs)
        self.jokers = min(jokers, rules.jokers)
        width, start = rng.choice((4, 6, 13)), rng.randrange(len(RANKS))
        self.window = {(RANKS * 2)[start + step] for step in range(width)}

    def take(self, card: str) -> str:
        if is_joker(card):
            assert self.jokers
            self.jokers -= 1
        else:
            assert self.left[card]
            self.left[card] -= 1
        return card

    def any_card(self) -> str:
        cards = [card for card in NATURALS if self.left[card]]
        near = [card for card in cards if card[0] in self.window]
        return self.rng.choice(near if near and self.rng.random() < 0.7 else cards)


def random_meld(deck: _Deck, rules: Rules) -> list[str] | None:
    """A natural meld from the deck, as often a set as a run, mostly short; long runs come up too."""
    rng = deck.rng
    size = rng.choices((3, 4, 5, 6, 8, 13), weights=(50, 25, 12, 7, 4, 2))[0]
    sets = rng.random() < 0.5
    melds = [
        shape
        for shape in shapes(rules.ace)
        if len(shape) <= size
        and (shape[0][0] == shape[1][0]) == sets
        and all(deck.left[card] for card in shape)
        and (len(shape) > 5 or all(card[0] in deck.window for card in shape))
    ]
    melds = [shape for shape in melds if len(shape) == max(map(len, melds))]
    return [deck.take(card) for card in rng.choice(melds)] if melds else None


def _with_jokers(deck: _Deck, rules: Rules, meld: list[str]) -> list[str]:
    """Some cards of the meld become jokers of their name; the cards go back to the deck."""
    room = min(deck.jokers, rules.jokers_a_meld, len(meld) - 1)
    if room and deck.rng.random() < 0.6:
        for place in deck.rng.sample(range(len(meld)), deck.rng.choice((1, room))):
            deck.left[meld[place]] += 1
            meld[place] = deck.take(JOKER + meld[place])
    return meld


@cache
def _names_taken(ace: str, meld: Cards) -> frozenset[str]:
    """The names that fit one more card of a meld."""
    faces = set(map(face, meld))
    longer = (shape for shape in shapes(ace) if len(shape) == len(meld) + 1 and faces <= set(shape))
    return frozenset(name for shape in longer for name in shape if name not in faces)


def _near_table(deck: _Deck, rules: Rules, table: list[list[str]]) -> list[str]:
    """Cards that a meld would take, or that are the names of jokers."""
    names = {face(card) for meld in table for card in meld if is_joker(card) and card != JOKER}
    for meld in table:
        if len(meld) > 1:
            names |= _names_taken(rules.ace, tuple(meld))
    return [card for card in NATURALS if deck.left[card] and card in names]


def _random_hand(deck: _Deck, rules: Rules, table: list[list[str]], size: int) -> list[str]:
    hand: list[str] = []
    while len(hand) < size and (deck.jokers or any(deck.left.values())):
        near = _near_table(deck, rules, table)
        if deck.jokers and deck.rng.random() < 0.25:
            hand.append(deck.take(JOKER))
        elif near and deck.rng.random() < 0.4:
            hand.append(deck.take(deck.rng.choice(near)))
        elif hand and deck.rng.random() < 0.3:
            meld = [card for card in _around(deck.rng, rules, hand) if deck.left[card]]
            hand += [deck.take(card) for card in meld[: size - len(hand)]]
        else:
            hand.append(deck.take(deck.any_card()))
    return hand


def _around(rng: random.Random, rules: Rules, hand: list[str]) -> list[str]:
    """What a hand card lacks to be a meld of three."""
    card = rng.choice(hand)
    melds = [shape for shape in shapes(rules.ace) if len(shape) == 3 and card in shape]
    return [other for other in rng.choice(melds) if other not in hand] if melds else []


def random_position(
    rng: random.Random,
    rules: str,
    melds: int | None = None,
    hand: int | None = None,
    jokers: int | None = None,
) -> Position:
    """At most so many melds, hand cards and jokers; None: small numbers by chance."""
    law = RULES[rules]
    melds = rng.randint(0, 4) if melds is None else melds
    hand = rng.randint(1, 5) if hand is None else hand
    deck = _Deck(rng, law, rng.randint(law.jokers // 2, law.jokers) if jokers is None else jokers)
    table: list[list[str]] = []
    for _ in range(melds):
        meld = random_meld(deck, law)
        if meld is not None:
            table.append(_with_jokers(deck, law, meld))
    for _ in range(rng.randint(0, law.loose)):
        loose_joker = deck.jokers and rng.random() < 0.15
        table.append([deck.take(JOKER if loose_joker else deck.any_card())])
    cards = _random_hand(deck, law, table, hand)
    rng.shuffle(cards)
    opened = not law.opening_run or rng.random() < 0.7
    return Position(rules, _text(table), " ".join(cards), opened)


def _text(table: Sequence[Sequence[str]]) -> str:
    return table_text(tuple(map(tuple, table)))


def random_layout(
    rng: random.Random, cover: Cover, pool: Pool, steps: int = LAYOUT_STEPS
) -> list[list[str]] | None:
    """Some table of these cards, by a search in random order that gives up after so many steps."""
    left = [steps]

    def lay(pool: Pool) -> list[list[str]] | None:
        if pool.first() is None:
            return None if pool.fixed or pool.free else []
        melds = list(cover.first_melds(pool))
        rng.shuffle(melds)
        for meld, rest in melds:
            left[0] -= 1
            if left[0] < 0:
                return None
            later = lay(rest)
            if later is not None:
                return [list(meld), *later]
        return None

    return lay(pool)


def _add_card(rng: random.Random, rules: Rules, melds: list[list[str]], card: str) -> bool:
    """Add one card to a meld that takes it; a joker gets any name that fits."""
    fitting = [(meld, names) for meld in melds for names in _names_in(rules, meld, card)]
    if not fitting:
        return False
    meld, name = rng.choice(fitting)
    meld.append(JOKER + name if card == JOKER else card)
    return True


def _names_in(rules: Rules, meld: list[str], card: str) -> list[str]:
    if card == JOKER:
        return [name for (name,) in joker_choices(rules, (*meld, JOKER))]
    return [card] if is_meld(rules, (*meld, card)) else []


def _try_play(rng: random.Random, cover: Cover, draft: Draft, share: float) -> list[list[str]] | None:
    """Hold some melds as they are, add to them, and lay the other cards and hand cards anew."""
    rules = cover.rules
    part = [card for card in draft.hand if rng.random() < share] or [rng.choice(draft.hand)]
    loose = [group for group in draft.before if len(group) == 1]
    melds = [group for group in draft.before if len(group) > 1]
    locked = rules.joker_law == "locked"
    held = [
        list(meld) for meld in melds if rng.random() < (0.8 if locked and any(map(is_joker, meld)) else 0.4)
    ]
    relaid = [card for meld in _without(melds, held) for card in meld]
    used = [group for group in loose if rng.random() < 0.4]
    # Either the jokers keep to their law as far as their names go, or they are named anyhow.
    if rng.random() < 0.7:
        relaid = keep_or_free(rules, tuple(map(tuple, draft.before)), relaid, tuple(part))
    else:
        relaid = [JOKER if is_joker(card) else card for card in relaid]
    fresh = [
        card
        for card in (*part, *(group[0] for group in used))
        if not (rng.random() < 0.5 and _add_card(rng, rules, held, card))
    ]
    laid = random_layout(rng, cover, pool_of((*relaid, *fresh)))
    return None if laid is None else [*held, *laid, *_without(loose, used)]


def _without(groups: list[list[str]], taken: list[list[str]]) -> list[list[str]]:
    left = list(map(list, groups))  # the table before must not share lists with the table after
    for group in taken:
        left.remove(group)
    return left


def random_proposal(
    rng: random.Random, position: Position, mistake: str | None = None, more_mistakes: int = 0
) -> Proposal:
    """A finished table; `mistake`: "" for none, a name of MISTAKES, None: by chance. More are by chance."""
    rules = RULES[position.rules]
    before = [group.split() for group in position.table.split("|") if group.strip()]
    draft = Draft(rules, before, [], position.hand.split(), position.opened)
    cover = Cover(rules)
    shares = [0.6 - attempt * 0.03 for attempt in range(ATTEMPTS)]
    tables = (_try_play(rng, cover, draft, share) for share in shares) if draft.hand else iter(())
    after = next((table for table in tables if table is not None), None)
    if after is None:  # no play found: some of the hand as one group, which is rarely a meld
        after = [*map(list, before), draft.hand[:3]]
    draft.after = after
    if mistake is None:
        mistake = rng.choice(sorted(MISTAKES)) if rng.random() < 0.5 else ""
    if mistake and not spoil(rng, draft, mistake):
        mistake = ""
    for _ in range(more_mistakes):
        spoil(rng, draft, rng.choice(sorted(MISTAKES)))
    if rng.random() < 0.5:  # the order of melds and of the cards in them is no matter
        rng.shuffle(draft.after)
        for group in draft.after:
            rng.shuffle(group)
    return Proposal(
        position.rules, _text(draft.before), _text(draft.after), " ".join(draft.hand), draft.opened, mistake
    )


def random_group(rng: random.Random, rules: str) -> Cards:
    """One group of cards that is a meld or nearly one, with jokers named and unnamed."""
    law = RULES[rules]
    group = list(rng.choice(shapes(law.ace)))
    for place in range(len(group)):
        if rng.random() < (0.2 if law.jokers else 0.02):
            group[place] = JOKER + rng.choice(("", face(group[place])))
    change = rng.randrange(10)
    if change == 0:
        group.pop(rng.randrange(len(group)))
    elif change == 1:
        group.append(rng.choice(group))
    elif change == 2:
        group[rng.randrange(len(group))] = rng.choice(NATURALS)
    elif change == 3:
        group.append(rng.choice([card for card in NATURALS if card[1] == rng.choice(NATURALS)[1]]))
    elif change == 4:  # round the corner: K A 2 and the like
        suit, start, size = rng.choice("cdhs"), rng.randrange(len(RANKS)), rng.randint(3, 5)
        group = [(RANKS * 2)[start + step] + suit for step in range(size)]
    elif change == 5:
        group = group[: rng.randint(1, 4)]
    elif change == 6:  # a whole suit and more
        suit = rng.choice(SUITS)
        group = [rank + suit for rank in RANKS]
        group += rng.choices([*group, JOKER, "A" + suit], k=rng.randint(1, 2))
    elif change == 7:  # a heap of neighbours
        near = [
            rank + suit
            for rank in (RANKS * 2)[8 : 8 + rng.randint(1, 8)]
            for suit in "cd"[: rng.randint(1, 2)]
        ]
        jokers = [JOKER, JOKER + near[0]] * bool(law.jokers)
        group = [rng.choice([*near, *jokers]) for _ in range(rng.randint(1, 5))]
    rng.shuffle(group)
    return tuple(group)


def random_pool(rng: random.Random, rules: str, melds: int, spare: int = 0) -> Cards:
    """Cards, jokers unnamed, that partition if there are no spare ones."""
    position = random_position(rng, rules, melds, hand=max(spare, 1))
    lying = [card for group in position.table.split("|") if len(group.split()) > 1 for card in group.split()]
    return tuple(JOKER if is_joker(card) else card for card in (*lying, *position.hand.split()[:spare]))


def rule_sets() -> st.SearchStrategy[str]:
    return st.sampled_from(tuple(RULES))


_SEEDS = st.integers(0, 2**32 - 1)


@st.composite
def positions(
    draw: st.DrawFn, rules: str | None = None, max_melds: int = 4, max_hand: int = 5, max_jokers: int = 4
) -> Position:
    """Shrinks towards few melds, a small hand and no jokers. 9 melds are about 32 cards."""
    chosen = rules or draw(rule_sets())
    melds, hand = draw(st.integers(0, max_melds)), draw(st.integers(1, max_hand))
    jokers = draw(st.integers(0, min(max_jokers, RULES[chosen].jokers)))
    return random_position(random.Random(draw(_SEEDS)), chosen, melds, hand, jokers)


@st.composite
def proposals(
    draw: st.DrawFn, rules: str | None = None, max_melds: int = 9, max_hand: int = 7, max_jokers: int = 4
) -> Proposal:
    position = draw(positions(rules, max_melds, max_hand, max_jokers))
    mistake = draw(st.sampled_from(("", *sorted(MISTAKES))))
    return random_proposal(random.Random(draw(_SEEDS)), position, mistake)


@st.composite
def groups(draw: st.DrawFn, rules: str) -> Cards:
    return random_group(random.Random(draw(_SEEDS)), rules)


@st.composite
def pools(draw: st.DrawFn, rules: str, max_melds: int = 5, max_spare: int = 2) -> Cards:
    melds, spare = draw(st.integers(0, max_melds)), draw(st.integers(0, max_spare))
    return random_pool(random.Random(draw(_SEEDS)), rules, melds, spare)
