"""The ways in which a finished table goes wrong, for `strategies.random_proposal`.

Each mistake changes a draft in place and says whether it could be made there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from reference import JOKER, NATURALS, Rules, face, is_joker, is_meld, shapes
from reference.cards import RANKS, SUITS

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

Groups = list[list[str]]


@dataclass
class Draft:
    rules: Rules
    before: Groups
    after: Groups
    hand: list[str]
    opened: bool


def _places(
    groups: Groups, wanted: Callable[[str], bool] = lambda _card: True
) -> list[tuple[list[str], int]]:
    return [(group, place) for group in groups for place, card in enumerate(group) if wanted(card)]


def _is_named(card: str) -> bool:
    return is_joker(card) and card != JOKER


def _is_natural(card: str) -> bool:
    return not is_joker(card)


def card_lost(rng: random.Random, draft: Draft) -> bool:
    places = _places(draft.after)
    if not places:
        return False
    group, place = rng.choice(places)
    group.pop(place)
    draft.after = [left for left in draft.after if left]
    return True


def card_replaced(rng: random.Random, draft: Draft) -> bool:
    """Another card lies where one should be."""
    places = _places(draft.after)
    if not places:
        return False
    group, place = rng.choice(places)
    group[place] = rng.choice([card for card in NATURALS if card != group[place]])
    return True


def cards_swapped(rng: random.Random, draft: Draft) -> bool:
    places = _places(draft.after)
    if len(draft.after) < 2 or len(places) < 2:
        return False
    (one, here), (other, there) = rng.sample(places, 2)
    one[here], other[there] = other[there], one[here]
    return True


def cut_short(rng: random.Random, draft: Draft) -> bool:
    """A meld keeps two cards; the others go to another group."""
    if len(draft.after) < 2:
        return False
    short, other = rng.sample(draft.after, 2)
    other += short[2:]
    del short[2:]
    return True


def card_claimed(rng: random.Random, draft: Draft) -> bool:
    """A card is added that no hand holds; where it can, it fits."""
    fitting = [
        (group, card) for group in draft.after for card in NATURALS if is_meld(draft.rules, (*group, card))
    ]
    if not fitting:
        return False
    group, card = rng.choice(fitting)
    group.append(card)
    return True


def hand_card_missing(rng: random.Random, draft: Draft) -> bool:
    """The hand lacks a card, maybe one of those put down."""
    if not draft.hand:
        return False
    draft.hand.pop(rng.randrange(len(draft.hand)))
    return True


def nothing_added(_rng: random.Random, draft: Draft) -> bool:
    draft.after = [list(group) for group in draft.before]
    return True


def groups_joined(rng: random.Random, draft: Draft) -> bool:
    if len(draft.after) < 2:
        return False
    one, other = rng.sample(range(len(draft.after)), 2)
    draft.after[one] += draft.after[other]
    del draft.after[other]
    return True


def group_parted(rng: random.Random, draft: Draft) -> bool:
    if not draft.after:
        return False
    group = rng.choice(draft.after)
    place = rng.randrange(len(group))
    if place:
        draft.after.append(group[place:])
        del group[place:]
    return bool(place)


def card_alone(rng: random.Random, draft: Draft) -> bool:
    """One card lies by itself, as only a loose card of tahiti may."""
    places = _places([group for group in draft.after if len(group) > 1])
    if not places:
        return False
    group, place = rng.choice(places)
    card = group.pop(place)
    draft.after.append([JOKER if is_joker(card) else card])
    return True


def joker_renamed(rng: random.Random, draft: Draft) -> bool:
    """A joker takes another name, where it can one that fits its meld."""
    places = _places(draft.after, _is_named)
    if not places:
        return False
    group, place = rng.choice(places)
    rest = (*group[:place], *group[place + 1 :])
    fitting = [
        name
        for name in NATURALS
        if name != face(group[place]) and is_meld(draft.rules, (*rest, JOKER + name))
    ]
    group[place] = JOKER + rng.choice(fitting or NATURALS)
    return True


def joker_unnamed(rng: random.Random, draft: Draft) -> bool:
    places = _places(draft.after, _is_named)
    if places:
        group, place = rng.choice(places)
        group[place] = JOKER
    return bool(places)


def joker_exchanged(rng: random.Random, draft: Draft) -> bool:
    """A joker and a natural card of its name change places: fine where jokers move."""
    pairs = [
        (joker, natural)
        for joker in _places(draft.after, _is_named)
        for natural in _places(draft.after, _is_natural)
        if face(joker[0][joker[1]]) == natural[0][natural[1]]
    ]
    if not pairs:
        return False
    (one, here), (other, there) = rng.choice(pairs)
    one[here], other[there] = other[there], one[here]
    return True


def joker_for_card(rng: random.Random, draft: Draft) -> bool:
    """A joker lies in the place of a natural card."""
    places = _places(draft.after, _is_natural)
    if places:
        group, place = rng.choice(places)
        group[place] = JOKER + group[place]
    return bool(places)


def _add_from_hand(draft: Draft, cards: list[str]) -> bool:
    draft.after.append(cards)
    draft.hand += [JOKER if is_joker(card) else card for card in cards]
    return True


def round_the_corner(rng: random.Random, draft: Draft) -> bool:
    """A run past or up to an ace; legal where the ace law has it so."""
    suit, start, size = rng.choice(SUITS), rng.choice((10, 11, 12, 13)), rng.choice((3, 3, 4))
    return _add_from_hand(draft, [(RANKS * 2)[start + step] + suit for step in range(size)])


def fourteen(rng: random.Random, draft: Draft) -> bool:
    """D1: an ace at both ends."""
    suit = rng.choice(SUITS)
    return _add_from_hand(draft, [rank + suit for rank in RANKS + "A"])


def twins(rng: random.Random, draft: Draft) -> bool:
    """A suit twice in a set, or a card twice in a run."""
    shape = rng.choice(shapes(draft.rules.ace))
    return _add_from_hand(draft, [*shape, rng.choice(shape)])


def bad_before(rng: random.Random, draft: Draft) -> bool:
    """The table before is none that a game can have."""
    kept = draft.after
    draft.after = draft.before
    done = rng.choice(
        (card_lost, card_replaced, cards_swapped, group_parted, joker_renamed, joker_unnamed, joker_for_card)
    )(rng, draft)
    draft.before, draft.after = draft.after, kept
    return done


def pile(rng: random.Random, draft: Draft) -> bool:
    """Some cards of the table, of a neighbourhood or of one suit, lie in a heap, jokers among them."""
    start, suits = rng.randrange(len(RANKS)), rng.sample(SUITS, rng.choice((1, 1, 2, 4)))
    near = [rank + suit for rank in (RANKS * 2)[start : start + rng.randint(1, 14)] for suit in suits]
    cards = [rng.choice(near) for _ in range(rng.randint(1, 5))]
    for place, card in enumerate(cards):
        if rng.random() < 0.3:
            cards[place] = rng.choice((JOKER, JOKER + card))
    draft.after.append(cards)
    if rng.random() < 0.5:
        draft.hand += [JOKER if is_joker(card) else card for card in cards]
    return True


def suit_and_more(rng: random.Random, draft: Draft) -> bool:
    """A whole suit, or nearly, with one or two cards more, which may be jokers."""
    suit = rng.choice(SUITS)
    cards = [rank + suit for rank in RANKS]
    cards += rng.choices([*cards, JOKER, "A" + suit], k=rng.randint(1, 2))
    if rng.random() < 0.3:
        cards.pop(rng.randrange(len(cards)))
    return _add_from_hand(draft, cards)


def named_in_hand(rng: random.Random, draft: Draft) -> bool:
    draft.hand.append(JOKER + rng.choice(NATURALS))
    return True


def too_many(rng: random.Random, draft: Draft) -> bool:
    """More copies or more jokers than the packs have."""
    if rng.random() < 0.5:
        draft.hand += [rng.choice(NATURALS)] * (draft.rules.packs + 1)
    else:
        draft.hand += [JOKER] * (draft.rules.jokers + 1)
    return True


def not_opened(_rng: random.Random, draft: Draft) -> bool:
    draft.opened = False
    return True


MISTAKES: dict[str, Callable[[random.Random, Draft], bool]] = {
    mistake.__name__: mistake
    for mistake in (
        card_lost,
        card_replaced,
        cards_swapped,
        cut_short,
        card_claimed,
        hand_card_missing,
        nothing_added,
        groups_joined,
        group_parted,
        card_alone,
        joker_renamed,
        joker_unnamed,
        joker_exchanged,
        joker_for_card,
        round_the_corner,
        fourteen,
        twins,
        bad_before,
        pile,
        suit_and_more,
        named_in_hand,
        too_many,
        not_opened,
    )
}


def spoil(rng: random.Random, draft: Draft, mistake: str) -> bool:
    """Make one mistake; False if it cannot be made here."""
    return MISTAKES[mistake](rng, draft)
