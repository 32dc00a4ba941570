from __future__ import annotations

import copy
import pickle

import pytest
import rummy
from hypothesis import given
from hypothesis import strategies as st
from rummy.cards import JOKER_BIT, RANKS, SUITS, UNNAMED_JOKER, Card, Cards, pack_ids, subtract

ALL = [Card.from_id(card) for card in (*range(52), *range(JOKER_BIT, JOKER_BIT + 52), UNNAMED_JOKER)]
SYMBOLS = dict(zip(SUITS, "♣♦♥♠", strict=True))


@pytest.mark.parametrize("card", ALL, ids=str)
def test_strict_text_reads_back(card: Card) -> None:
    assert Card(str(card)) is card
    assert Card.from_id(card.id) is card
    assert eval(repr(card), {"Card": Card}) is card
    assert pickle.loads(pickle.dumps(card)) is card
    assert copy.deepcopy(card) is card


def test_card_parts() -> None:
    seven = Card("7s")
    assert (seven.rank, seven.suit, seven.is_joker, seven.name) == (7, "s", False, None)
    joker = Card("*7s")
    assert (joker.rank, joker.suit, joker.is_joker, joker.name) == (7, "s", True, seven)
    unnamed = Card("*")
    assert (unnamed.rank, unnamed.suit, unnamed.is_joker, unnamed.name) == (0, "", True, None)


def test_card_order() -> None:
    assert list(map(str, sorted(ALL)[:5])) == ["Ac", "Ad", "Ah", "As", "2c"]
    assert sorted(ALL)[51:53] == [Card("Ks"), Card("*Ac")]
    assert sorted(ALL)[-1] == Card("*")
    assert Card("Ks") < Card("*Ac") <= Card("*Ac") < Card("*") > Card("2d") >= Card("2d")
    with pytest.raises(TypeError):
        _ = Card("7s") < "8s"  # type: ignore[operator]


@pytest.mark.parametrize(
    ("text", "strict"),
    [
        ("10d", "Td"),
        ("td", "Td"),
        ("TD", "Td"),
        ("t♦", "Td"),
        ("10♦\ufe0f", "Td"),
        ("*10d", "*Td"),
        ("*7S", "*7s"),
        (" a♣ ", "Ac"),
        ("*k♥", "*Kh"),
    ],
)
def test_reading_is_lenient(text: str, strict: str) -> None:
    assert str(Card(text)) == strict


@pytest.mark.parametrize("text", ["", "7", "s", "7x", "1s", "11s", "7ss", "s7", "**", "7s*", "7s8s", "1 0s"])
def test_unreadable_cards_are_named(text: str) -> None:
    with pytest.raises(rummy.NotationError) as error:
        Card(text)
    assert error.value.piece == text
    assert repr(text) in str(error.value)
    copied = pickle.loads(pickle.dumps(error.value))
    assert (copied.piece, str(copied)) == (text, str(error.value))


def test_a_card_is_text_or_a_card() -> None:
    with pytest.raises(TypeError, match="not 7"):
        Card(7)  # type: ignore[arg-type]


def test_a_card_does_not_change() -> None:
    card = Card("7s")
    with pytest.raises(AttributeError, match="rank of 7s"):
        card.rank = 8
    with pytest.raises(AttributeError):
        del card.suit
    assert card.rank == 7


@given(st.lists(st.sampled_from(ALL)), st.sampled_from([" ", ",", ", ", "  ", " ,\t"]))
def test_cards_in_any_writing(cards: list[Card], between: str) -> None:
    strict = " ".join(map(str, cards))
    assert str(rummy.parse_cards(strict)) == strict
    assert rummy.parse_cards(strict) == tuple(cards)
    written = [str(card).replace("T", "10").lower() for card in cards]
    symbols = [text[:-1] + SYMBOLS.get(text[-1], text[-1]) for text in written]
    for pieces in (written, symbols, [text.upper() for text in written]):
        assert rummy.parse_cards(between.join(pieces)) == tuple(cards)


@given(st.lists(st.sampled_from(ALL)))
def test_cards_are_a_value(cards: list[Card]) -> None:
    some = Cards(cards)
    assert some.ids == bytes(card.id for card in cards)
    assert Cards.from_ids(some.ids) == some == Cards(map(str, cards))
    assert eval(repr(some), {"Cards": Cards}) == some
    copied = pickle.loads(pickle.dumps(some))
    assert (copied, copied.ids) == (some, some.ids)
    assert some.sorted() == tuple(sorted(cards))
    assert some[1:].ids == some.ids[1:]
    assert rummy.parse_cards(some) is some


def test_one_bad_card_among_good_ones() -> None:
    with pytest.raises(rummy.NotationError, match="'8x' is not a card"):
        rummy.parse_cards("7s 8x 9s")


@pytest.mark.parametrize(("packs", "jokers"), [(1, 0), (1, 1), (2, 0), (2, 2), (2, 4)])
def test_packs(packs: int, jokers: int) -> None:
    cards = Cards.from_ids(pack_ids(packs, jokers))
    assert cards == cards.sorted()
    assert [card.is_joker for card in cards].count(True) == jokers
    for text in (rank + suit for rank in RANKS for suit in SUITS):
        assert cards.count(Card(text)) == packs


@given(st.lists(st.sampled_from(range(52))), st.lists(st.sampled_from(range(52))))
def test_subtract(cards: list[int], more: list[int]) -> None:
    left = subtract(bytes(sorted(cards + more)), bytes(more))
    assert left == bytes(sorted(cards))
    assert subtract(bytes(cards), bytes([*cards, 7])) is None
