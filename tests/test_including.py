"""Which cards can go down with some that were chosen: against every play there is."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest
import reference as ref
import rummy
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import RULES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from strategies import Position

LONG = pytest.mark.timeout(3000)


def playable(every: Iterable[Counter[str]], hand: Counter[str], chosen: Counter[str]) -> set[str]:
    """By the words of the question: one play holds the chosen cards and one card more of the kind."""
    return {card for card in hand if any(chosen + Counter([card]) <= play for play in every)}


def choices_of(rng: random.Random, hand: list[str], every: list[Counter[str]]) -> list[Counter[str]]:
    """Nothing; the whole hand; parts of plays, where the answer is yes; and parts of the hand."""
    choices = [Counter[str](), Counter(hand)]
    for play in rng.sample(every, min(3, len(every))):
        cards = list(play.elements())
        choices.append(Counter(rng.sample(cards, rng.randint(1, len(cards)))))
    choices += [Counter(rng.sample(hand, rng.randint(1, min(3, len(hand))))) for _ in range(2)]
    return choices


def answers_agree(rng: random.Random, position: Position, every: list[Counter[str]]) -> Counter[bool]:
    """Gives how often a card of the hand could and could not go down too."""
    v = rummy.variant(position.rules)
    table, hand = rummy.parse_table(position.table), rummy.parse_cards(position.hand)
    held = Counter(map(str, hand))
    told = Counter[bool]()
    for chosen in choices_of(rng, list(held.elements()), every):
        cards = rummy.parse_cards(list(chosen.elements()))
        right = playable(every, held, chosen)
        found = rummy.find_playable(v, table, hand, position.opened, cards)
        assert found == found.sorted(), (position, chosen)
        assert [*map(str, found)] == sorted(right, key=lambda text: rummy.Card(text).id), (position, chosen)
        able = any(chosen <= play for play in every)
        assert rummy.can_play(v, table, hand, position.opened, cards) == able, (position, chosen)
        if chosen:
            # As the whole hand: whether just these are a play.
            is_play = chosen in every
            assert rummy.can_play(v, table, cards, position.opened, cards) == is_play, (position, chosen)
        told += Counter({True: len(right), False: len(held) - len(right)})
    return told


def all_agree(rules: str, seeds: range, melds: int, hand: int) -> None:
    told = Counter[bool]()
    for seed in seeds:
        rng = random.Random(seed)
        position = strategies.random_position(rng, rules, rng.randint(0, melds), rng.randint(1, hand))
        found = rummy.plays(rummy.variant(rules), position.table, position.hand, position.opened)
        told += answers_agree(rng, position, [Counter(map(str, play.cards)) for play in found])
    assert min(told[True], told[False]) > len(seeds)


def reference_agrees(rules: str, seeds: range, melds: int, hand: int) -> None:
    law = RULES[rules]
    for seed in seeds:
        rng = random.Random(seed)
        position = strategies.random_position(rng, rules, rng.randint(0, melds), rng.randint(1, hand))
        found = ref.plays(law, position.table, position.hand, position.opened)
        answers_agree(rng, position, [*map(Counter, found)])


@pytest.mark.parametrize("rules", RULES)
def test_every_play(rules: str) -> None:
    all_agree(rules, range(120), melds=6, hand=9)


@pytest.mark.parametrize("rules", RULES)
def test_the_reference(rules: str) -> None:
    reference_agrees(rules, range(90 // (1 + RULES[rules].jokers)), melds=3, hand=5)


@pytest.mark.parametrize("rules", RULES)
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_by_strategy(rules: str, data: st.DataObject) -> None:
    position = data.draw(strategies.positions(rules, max_melds=4, max_hand=7))
    found = rummy.plays(rummy.variant(rules), position.table, position.hand, position.opened)
    every = [Counter(map(str, play.cards)) for play in found]
    answers_agree(random.Random(data.draw(st.integers(0, 99))), position, every)


@LONG
@pytest.mark.long
@pytest.mark.parametrize("rules", RULES)
def test_many_positions(rules: str) -> None:
    all_agree(rules, range(1000, 2500), melds=7, hand=11)
    reference_agrees(rules, range(1000, 1500), melds=3, hand=5)


def told(rules: str, table: str, hand: str, including: str, opened: bool = True) -> str:
    return str(rummy.find_playable(rummy.variant(rules), table, hand, opened, including))


def test_each_copy_counts() -> None:
    hand = "7s 7s 8s 2c"
    assert told("machiavelli", "4s 5s 6s", hand, "") == "7s 8s"
    assert told("machiavelli", "4s 5s 6s", hand, "7s") == "8s"
    assert told("machiavelli", "4s 5s 6s | 4s 5s 6s", hand, "7s") == "7s 8s"
    assert told("machiavelli", "4s 5s 6s | 4s 5s 6s", hand, "7s 7s 8s") == ""


def test_a_first_play_is_begun_with_any_of_its_cards() -> None:
    hand = "4c 5c 6c 9h 9d *"
    # Without the run there is no first play; with it everything else may go down too.
    assert told("vatikan", "9s Ts Js", hand, "9h", opened=False) == "4c 5c 6c 9d *"
    assert told("vatikan", "9s Ts Js", "4c 5c 9h 9d *", "", opened=False) == ""
    assert told("vatikan", "9s Ts Js", "4c 5c 9h 9d *", "9d 9h") == "*"


def test_a_joker_that_must_go_down_is_no_spare() -> None:
    # The joker can stand for the nine, and with it chosen too there is nothing left that it could be.
    assert told("carousel", "7s 8s 9s", "Ts *", "*") == "Ts"
    assert told("carousel", "", "9c 9d *", "*") == "9c 9d"
    assert told("carousel", "", "9c 9d 9h * *", "* *") == "9c 9d 9h"


def test_a_locked_meld_takes_hand_cards_alone() -> None:
    # The clubs would need the seven of a meld that its joker locks, until the seven of diamonds frees it.
    table, hand = "7c *7d 7h", "6c 7s 8c"
    assert told("carousel", table, hand, "") == "6c 7s 8c"
    assert told("tahiti", table, hand, "") == "7s"
    assert told("tahiti", table, f"{hand} 7d", "6c") == "7d 7s 8c"


def test_what_is_not_in_the_hand_cannot_be_included() -> None:
    v = rummy.variant("machiavelli")
    for ask in (rummy.can_play, rummy.find_playable):
        with pytest.raises(ValueError, match="7s 7s cannot be included: the hand holds 7s 8s"):
            ask(v, "", "7s 8s", including="7s 7s")
        with pytest.raises(ValueError, match="8s cannot be included: the hand holds no cards"):
            ask(v, "", "", including="8s")
        with pytest.raises(rummy.IllegalPosition):
            ask(v, "7s 8s", "9s", including="9s")
        with pytest.raises(TypeError, match="cards are text"):
            ask(v, "", "7s", including=7)  # type: ignore[arg-type]
