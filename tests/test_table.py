from __future__ import annotations

import pickle

import pytest
import rummy
from hypothesis import given
from hypothesis import strategies as st
from rummy.cards import Cards
from rummy.table import EMPTY_TABLE, Table, parse_table

MELDS = [
    "Ac Ad Ah",
    "As 2s 3s",
    "Qs Ks As",
    "7c 8c 9c Tc",
    "2d 2h 2s",
    "9h Th Jh Qh Kh Ah",
    "5s *6s 7s",
    "4d *4h 4s",
]


@given(st.lists(st.sampled_from(MELDS)), st.randoms(use_true_random=False))
def test_text_reads_back_however_it_is_written(melds: list[str], rng: object) -> None:
    strict = " | ".join(melds)
    table = parse_table(strict)
    assert str(table) == strict
    assert len(table) == len(melds)
    mixed = []
    for meld in melds:
        cards = meld.split()
        rng.shuffle(cards)  # type: ignore[attr-defined]
        mixed.append(", ".join(cards).upper().replace("T", "10"))
    assert str(parse_table("|".join(mixed))) == strict


@given(st.lists(st.sampled_from(MELDS)))
def test_a_table_is_a_value(melds: list[str]) -> None:
    table = Table(melds)
    assert eval(repr(table), {"parse_table": parse_table}) == table
    assert pickle.loads(pickle.dumps(table)) == table
    assert hash(parse_table(str(table))) == hash(table)
    assert parse_table(table) is table
    assert parse_table(melds) == table
    assert list(table) == [Cards(meld) for meld in melds]
    assert table.cards == tuple(card for meld in table for card in meld)
    assert table[1:] == Table(melds[1:])


def test_melds_are_arranged() -> None:
    table = parse_table("As Ks Qs | 3h Ah 2h | 7s 7d 7c 7h | Ks 2s As | 9c 4d")
    assert str(table) == "Qs Ks As | Ah 2h 3h | 7c 7d 7h 7s | As 2s Ks | 4d 9c"


def test_equality_is_by_place() -> None:
    table, other = parse_table("7c 7d 7h | As 2s 3s"), parse_table("As 2s 3s | 7d 7c 7h")
    assert table != other
    assert table.same_melds(other)
    assert not table.same_melds(table[:1])
    assert table != "7c 7d 7h | As 2s 3s"


@pytest.mark.parametrize("text", ["", "  ", "\n"])
def test_no_text_is_an_empty_table(text: str) -> None:
    assert parse_table(text) == EMPTY_TABLE
    assert str(EMPTY_TABLE) == ""


@pytest.mark.parametrize("text", ["|", "7c 7d 7h |", "| 7c 7d 7h", "7c 7d 7h || As 2s 3s"])
def test_a_meld_without_cards_is_refused(text: str) -> None:
    with pytest.raises(rummy.NotationError, match="a meld without cards"):
        parse_table(text)


def test_the_bad_card_of_a_table_is_named() -> None:
    with pytest.raises(rummy.NotationError, match="'7y' is not a card") as error:
        parse_table("7c 7d 7h | 7y 8s 9s")
    assert error.value.piece == "7y"


def test_melds_given_as_objects_need_cards() -> None:
    with pytest.raises(rummy.NotationError):
        Table([Cards("7c 7d 7h"), Cards()])
