"""The slow reference of the rules, held to the positions with right answers and to plainer searches still."""

from __future__ import annotations

import json
import random
from itertools import combinations, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import reference as ref
from reference import RULES, Rules
from strategies import random_group, random_pool, random_position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from reference import Cards, Table

CASES = Path(__file__).parent / "data" / "cases"


def cases(name: str, rules: str) -> list[dict[str, Any]]:
    lines = (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [case for case in map(json.loads, lines) if case["rules"] == rules]


# The positions with right answers.


@pytest.mark.parametrize("rules", RULES)
def test_every_play_of_the_small_positions(rules: str) -> None:
    for case in cases("plays", rules):
        right = {ref.parse_hand(play) for play in case["plays"]}
        assert ref.plays(RULES[rules], case["table"], case["hand"], case["opened"]) == right, case


@pytest.mark.parametrize("rules", [rules for rules in RULES if rules != "manipulation-jokers"])
def test_best_play_and_hint_of_the_small_positions(rules: str) -> None:
    for case in cases("least", rules):
        found = ref.all_plays(RULES[rules], case["table"], case["hand"], case["opened"])
        best, hint = ref.best(found), ref.hint(found)
        assert best is not None
        assert hint is not None
        assert {"cards": len(best.cards), "split": best.split, "changed": best.changed} == case["best"], case
        assert {"split": hint.split, "changed": hint.changed, "cards": len(hint.cards)} == case["hint"], case


@pytest.mark.parametrize("rules", [rules for rules in RULES if cases("reports", rules)])
def test_reported_faults(rules: str) -> None:
    for case in cases("reports", rules):
        if "after" in case:
            told = ref.judge(RULES[rules], case["table"], case["after"], case["hand"], case["opened"])
            assert told.legal == case["legal"], case
            assert case.get("fault") is None or case["fault"] in told.faults, case
        else:
            most = ref.most_cards(RULES[rules], case["table"], case["hand"], case["opened"])
            assert most == case["most_cards"], case


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(
    ("name", "rules"),
    [
        (name, rules)
        for name in ("positions", "positions_play", "positions_jokers")
        for rules in RULES
        if cases(name, rules)
    ],
)
def test_most_cards_of_larger_positions(name: str, rules: str) -> None:
    for case in cases(name, rules):
        if len(case["hand"].split()) <= 7 and len(case["table"].split()) <= 45:
            assert ref.most_cards(RULES[rules], case["table"], case["hand"]) == case["most_cards"], case


# The search and the judge against something plainer still.


def is_meld_in_words(rules: Rules, cards: Cards) -> bool:
    """Sections 1, 2 and 5 read aloud."""
    jokers = sum(map(ref.is_joker, cards))
    names = [ref.face(card) for card in cards]
    if "" in names or len(set(names)) < len(names) or len(cards) < 3 or jokers == len(cards):
        return False
    if jokers > (rules.jokers_a_meld if rules.jokers else 0):
        return False
    ranks, suits = {name[0] for name in names}, {name[1] for name in names}
    if len(ranks) == 1:
        return True
    numbers = ["A23456789TJQK".index(rank) + 1 for rank in ranks]
    as_high = [14 if number == 1 else number for number in numbers]
    lines = {"low": [numbers], "high": [as_high], "either": [numbers, as_high]}[rules.ace]
    return len(suits) == 1 and any(max(line) - min(line) == len(cards) - 1 for line in lines)


@pytest.mark.parametrize("rules", RULES)
def test_melds_are_those_of_the_words(rules: str) -> None:
    for seed in range(1500):
        group = random_group(random.Random(seed), rules)
        assert ref.is_meld(RULES[rules], group) == is_meld_in_words(RULES[rules], group), group


def groupings(cards: Cards) -> Iterator[Table]:
    """Every way to part some cards into groups of three and more."""
    if not cards:
        yield ()
    for size in range(2, len(cards)):
        for others in combinations(range(1, len(cards)), size):
            rest = tuple(card for place, card in enumerate(cards) if place and place not in others)
            for later in groupings(rest):
                yield (tuple(cards[place] for place in (0, *others)), *later)


def tables_by_trial(rules: Rules, cards: Cards) -> set[Table]:
    """Name every joker in every way, part the cards in every way, and keep what is melds only."""
    naturals = tuple(card for card in cards if card != "*")
    tables = set()
    for names in product(ref.NATURALS, repeat=len(cards) - len(naturals)):
        for table in groupings((*naturals, *("*" + name for name in names))):
            if all(is_meld_in_words(rules, group) for group in table):
                tables.add(tuple(sorted(ref.arranged(rules, group) for group in table)))
    return tables


@pytest.mark.parametrize("rules", RULES)
def test_partitions_are_those_found_by_trial(rules: str) -> None:
    tried = 0
    for seed in range(100):
        cards = random_pool(random.Random(seed), rules, melds=2 + seed % 2, spare=seed % 2)
        if len(cards) <= (9, 8)[cards.count("*")] if cards.count("*") < 2 else len(cards) <= 5:
            right = tables_by_trial(RULES[rules], cards)
            assert ref.partitions(RULES[rules], cards) == right, cards
            assert ref.count_partitions(RULES[rules], cards) == len(right), cards
            assert ref.can_partition(RULES[rules], cards) == bool(right)
            tried += 1
    assert tried >= 15


def plays_by_judge(rules: Rules, position: Any) -> set[Cards]:
    """Every finished table, the jokers named in every way, is put before the judge."""
    before, hand = ref.parse_table(position.table), ref.parse_hand(position.hand)
    melds, loose = ref.split_loose(rules, before)
    found = set()
    for part, used in product(ref.parts_of(hand), ref.parts_of(tuple(loose))):
        stay = list(loose)
        for card in used:
            stay.remove(card)
        lying = [ref.plain(card) for meld in melds for card in meld]
        for table in ref.partitions(rules, (*lying, *part, *used)):
            after = (*table, *((card,) for card in stay))
            told = ref.judge(rules, before, after, hand, position.opened)
            assert told.played == part
            if told.legal:
                found.add(part)
    return found


@pytest.mark.parametrize("rules", RULES)
def test_the_search_finds_what_the_judge_allows(rules: str) -> None:
    for seed in range(60):
        position = random_position(random.Random(seed), rules, melds=seed % 4, hand=3, jokers=seed % 3)
        if len(position.table.replace("|", "").split()) <= 11:
            found = ref.all_plays(RULES[rules], position.table, position.hand, position.opened)
            assert set(found) == plays_by_judge(RULES[rules], position), position
            for play in found.values():
                told = ref.judge(RULES[rules], position.table, play.table, position.hand, position.opened)
                assert told.legal
                assert told.played == play.cards
