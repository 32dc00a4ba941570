"""One meld at a time: RULES.md sections 1, 3 and 5.

A *shape* is a meld written with natural cards only, in the order of strict text. A group of cards is a meld
when its cards, each joker read as the card it stands for, are exactly the cards of one shape, and the jokers
are not too many.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations

from .cards import JOKER, RANKS, SUITS, Cards, face, in_card_order, is_joker
from .rules import LINES, Rules

LONGEST_RUN = 13


@cache
def shapes(ace: str) -> tuple[Cards, ...]:
    """Every meld of natural cards under one law of the ace, each once."""
    found: dict[frozenset[str], Cards] = {}
    for rank in RANKS:
        for size in (3, 4):
            for suits in combinations(SUITS, size):  # a set: every suit different
                meld = tuple(rank + suit for suit in suits)
                found[frozenset(meld)] = meld
    for suit in SUITS:
        for line in LINES[ace]:
            for size in range(3, LONGEST_RUN + 1):  # D1: 13 cards at most
                for start in range(len(line) - size + 1):
                    meld = tuple(rank + suit for rank in line[start : start + size])
                    # The 13-card run where an ace may be high or low is one meld, written ace low
                    # (section 3): the low line comes first.
                    found.setdefault(frozenset(meld), meld)
    return tuple(found.values())


@cache
def _shapes_of_size(ace: str, size: int) -> dict[frozenset[str], Cards]:
    return {frozenset(shape): shape for shape in shapes(ace) if len(shape) == size}


@cache
def _wrapped(size: int) -> tuple[frozenset[str], ...]:
    """The runs of one size that would exist if an ace could lie anywhere, K A 2 too."""
    circle = RANKS + RANKS
    return tuple(
        frozenset(rank + suit for rank in circle[start : start + size])
        for suit in SUITS
        for start in range(len(RANKS))
    )


def fitting_shapes(rules: Rules, cards: Cards) -> list[Cards]:
    """Shapes of the right size that hold every card whose face is known, in any order (D10)."""
    known = [face(card) for card in cards if card != JOKER]
    if len(set(known)) < len(known):
        return []
    of_size = _shapes_of_size(rules.ace, len(cards))
    if JOKER not in cards:
        return [of_size[frozenset(known)]] if frozenset(known) in of_size else []
    return [shape for faces, shape in of_size.items() if faces.issuperset(known)]


def _joker_faults(rules: Rules, cards: Cards) -> set[str]:
    jokers = sum(map(is_joker, cards))
    faults = set()
    if jokers == len(cards):  # D18
        faults.add("meld/only-jokers")
    # Tahiti, section 5; and a game without jokers has none in its melds.
    if jokers > (rules.jokers_a_meld if rules.jokers else 0):
        faults.add("meld/too-many-jokers")
    return faults


def is_piece(rules: Rules, cards: Cards) -> bool:
    """Whether more cards could make it a meld: some shape holds its cards and is no smaller."""
    known = [face(card) for card in cards if card != JOKER]
    return len(set(known)) == len(known) and any(
        len(shape) >= len(cards) and set(known) <= set(shape) for shape in shapes(rules.ace)
    )


def _shape_faults(cards: Cards) -> set[str]:
    """Why no shape fits: cards of one rank are a set that is none, others of one suit a run that is none."""
    known = [face(card) for card in cards if card != JOKER]
    ranks = Counter(card[0] for card in known)
    suits = Counter(card[1] for card in known)
    if len(ranks) == 1 and len(known) > 1:
        return {"meld/suit-twice"}
    if len(suits) > 1:
        return {"meld/not-a-meld"}
    twice = [rank for rank, count in ranks.items() for _ in range(count - 1)]
    if len(cards) > LONGEST_RUN and twice in ([], ["A"]):  # D1: an ace at both ends and nothing else
        return {"meld/too-long"}
    if twice:
        return {"meld/card-twice"}
    if any(set(known) <= run for run in _wrapped(len(cards))):
        return {"meld/ace-not-here"}
    return {"meld/not-a-meld"}


def meld_faults(rules: Rules, cards: Cards) -> frozenset[str]:
    """Everything wrong with one group as a meld; empty if nothing is. Loose cards are not judged here."""
    faults = _joker_faults(rules, cards)
    if len(cards) < 3:
        faults.add("meld/too-short")
    fitting = fitting_shapes(rules, cards)
    fits = is_piece(rules, cards) if len(cards) < 3 else bool(fitting)
    if not fits and any(card != JOKER for card in cards):
        faults |= _shape_faults(cards)
    if not faults and JOKER in cards and len(fitting) > 1:
        faults.add("joker/unnamed")
    return frozenset(faults)


def is_meld(rules: Rules, cards: Cards) -> bool:
    """True for a meld as it lies on a table: every joker is named."""
    return JOKER not in cards and not meld_faults(rules, cards)


def joker_choices(rules: Rules, cards: Cards) -> tuple[Cards, ...]:
    """For each way to name the unnamed jokers, the names they take, in card order. D17: by the meld alone."""
    if _joker_faults(rules, cards):
        return ()
    known = {face(card) for card in cards}
    names = {
        in_card_order([name for name in shape if name not in known]) for shape in fitting_shapes(rules, cards)
    }
    return tuple(sorted(names, key=in_card_order))


def named(rules: Rules, cards: Cards) -> Cards:
    """The group with its jokers named, if exactly one naming fits; else unchanged (section 5)."""
    if JOKER not in cards or meld_faults(rules, cards):
        return cards
    (names,) = joker_choices(rules, cards)
    given = tuple(card for card in cards if card != JOKER) + tuple(JOKER + name for name in names)
    return arranged(rules, given)


def arranged(rules: Rules, cards: Cards) -> Cards:
    """The order of strict text (section 1): a run in sequence, a set by suit; else card order."""
    if not is_meld(rules, cards):
        return in_card_order(cards)
    (shape,) = fitting_shapes(rules, cards)
    return tuple(sorted(cards, key=lambda card: shape.index(face(card))))


def beside(meld: Cards, joker: str) -> frozenset[str]:
    """D12: the faces beside a joker: in a run directly before and after it, in a set every other card."""
    others = {face(card) for card in meld} - {face(joker)}
    if len({card[0] for card in others}) == 1:
        return frozenset(others)
    # In a 13-card run the ace lies beside the 2 and beside the K (section 3); in a shorter run only one of
    # the two is there. So the line may be read as a circle.
    rank, suit = face(joker)[0], face(joker)[1]
    place = RANKS.index(rank)
    near = {RANKS[(place + step) % len(RANKS)] + suit for step in (-1, 1)}
    return frozenset(near & others)
