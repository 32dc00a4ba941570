"""Cards as short texts: "7s", "*" (a joker in a hand), "*7s" (a joker named 7s). RULES.md section 1."""

from __future__ import annotations

RANKS = "A23456789TJQK"
SUITS = "cdhs"
JOKER = "*"

# Card order: by rank A 2 ... K, then suit c d h s; jokers last (section 1).
NATURALS = tuple(rank + suit for rank in RANKS for suit in SUITS)
ORDER = {card: place for place, card in enumerate(NATURALS)}

Cards = tuple[str, ...]
Table = tuple[Cards, ...]


def is_joker(card: str) -> bool:
    return card.startswith(JOKER)


def face(card: str) -> str:
    """The natural card that a card is or stands for; the empty text for an unnamed joker."""
    return card.removeprefix(JOKER)


def plain(card: str) -> str:
    """The card as it would lie in a hand: a joker without its name."""
    return JOKER if is_joker(card) else card


def in_card_order(cards: Cards | list[str]) -> Cards:
    return tuple(sorted(cards, key=lambda card: (is_joker(card), ORDER.get(face(card), -1))))


def parse_cards(text: str | Cards | list[str]) -> Cards:
    """Strict text, or cards already taken apart."""
    cards = tuple(text.split()) if isinstance(text, str) else tuple(text)
    for card in cards:
        if card != JOKER and face(card) not in ORDER:
            raise ValueError(f"not a card: {card!r}")
    return cards


def parse_hand(text: str | Cards | list[str]) -> Cards:
    """A joker in a hand has no name (section 1)."""
    cards = parse_cards(text)
    if any(is_joker(card) and card != JOKER for card in cards):
        raise ValueError(f"a joker in a hand has no name: {' '.join(cards)}")
    return in_card_order(cards)


def parse_table(text: str | Table | list[Cards]) -> Table:
    """Melds in the order given; the cards of a meld in the order given."""
    groups = text.split("|") if isinstance(text, str) else text
    table = tuple(parse_cards(group) for group in groups)
    return tuple(group for group in table if group)


def table_text(table: Table) -> str:
    return " | ".join(" ".join(group) for group in table)


def same_table(left: Table, right: Table) -> bool:
    """Equal up to the order of melds and of the cards in them."""
    return sorted(map(in_card_order, left)) == sorted(map(in_card_order, right))
