"""Counts of melds and of partitions, against the tables in ``data/perft`` that the core's tests read too."""

from __future__ import annotations

from itertools import chain, combinations, combinations_with_replacement
from typing import TYPE_CHECKING, Any

import perft
import pytest
import reference as ref
import rummy
from reference.cards import RANKS, SUITS
from rummy import _core

if TYPE_CHECKING:
    from collections.abc import Iterator

PARTITIONS = perft.load("partitions")
QUICK = [row for row in PARTITIONS if row["cost"] == "quick"]
LONG = [row for row in PARTITIONS if row["cost"] == "long"]


def name_of(row: dict[str, Any]) -> str:
    return str(row["name"])


def candidates() -> Iterator[tuple[str, ...]]:
    """Every group of one rank or of one suit that could be a meld by its size."""
    for rank in RANKS:
        for size in range(3, 6):
            yield from combinations_with_replacement([rank + suit for suit in SUITS], size)
    for suit in SUITS:
        cards = [rank + suit for rank in RANKS]
        yield from chain.from_iterable(combinations(cards, size) for size in range(3, 14))


@pytest.mark.parametrize("row", perft.load("melds"), ids=lambda row: row["ace"])
def test_melds(row: dict[str, Any]) -> None:
    rules = rummy.variant(perft.RULES_OF[row["ace"]]).rules
    melds = [group for group in candidates() if not _core.check_melds(rules, [rummy.Cards(group).ids])]
    sets = sum(group[0][0] == group[1][0] for group in melds)
    assert (sets, len(melds) - sets, len(melds)) == (row["sets"], row["runs"], row["melds"])
    assert sum(2 ** len(group) for group in melds) == row["melds_of_two_packs_copies_apart"]


def partitions_agree(row: dict[str, Any]) -> None:
    for ace, ways in row["ways"].items():
        v = rummy.variant(perft.RULES_OF[ace])
        cards = rummy.parse_cards(row["cards"])
        assert rummy.count_partitions(v, cards) == ways, ace
        table = rummy.partition(v, cards)
        assert (table is not None) == (ways > 0), ace
        if table is not None:
            assert table.cards.sorted() == cards.sorted()
            assert rummy.check_play(v, "", table, cards).cards == cards.sorted()


@pytest.mark.parametrize("row", QUICK, ids=name_of)
def test_partitions(row: dict[str, Any]) -> None:
    partitions_agree(row)


@pytest.mark.long
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("row", LONG, ids=name_of)
def test_large_partitions(row: dict[str, Any]) -> None:
    partitions_agree(row)


@pytest.mark.parametrize("row", [row for row in QUICK if "reference" in row["checked"]], ids=name_of)
def test_the_table_against_the_slow_reference(row: dict[str, Any]) -> None:
    for ace, ways in row["ways"].items():
        assert ref.count_partitions(ref.RULES[perft.RULES_OF[ace]], row["cards"]) == ways, ace


@pytest.mark.long
@pytest.mark.timeout(3000)
def test_the_table_against_the_second_way_to_count() -> None:
    for row in QUICK:
        for ace, ways in row["ways"].items():
            assert perft.count_by_sweep(ace, tuple(row["cards"].split())) == ways, (row["name"], ace)


def test_the_named_sets_of_cards() -> None:
    made = {name: " ".join(cards) for name, cards in perft.card_sets()}
    assert made == {row["name"]: row["cards"] for row in PARTITIONS if row["cost"] != "none"}
