from __future__ import annotations

import dataclasses
import json
import pickle
from typing import Any

import pytest
import rummy
from rummy.variant import Deck, Variant
from rummy.variants import VARIANTS, variant
from support import EVERY_OPTION, name_of

# RULES.md section 2, column by column.
TABLE = {
    "manipulation": ([(2, 0)] * 4, 7, "high", "none"),
    "machiavelli": ([(2, 0)] * 4, 13, "either", "none"),
    "shanghai": ([(2, 0)] * 4, 10, "low", "none"),
    "guadalupe": ([(2, 0)] * 4, 5, "either", "none"),
    "carousel": ([(1, 1), (2, 2), (2, 2), (2, 2)], 10, "either", "movable"),
    "vatikan": ([(2, 2)] * 4, 13, "either", "neighbour"),
    "tahiti": ([(2, 4)] * 4, 5, "either", "locked"),
    "manipulation-jokers": ([(1, 1), (2, 2), (2, 2), (2, 2)], 10, "either", "movable"),
}

OPTIONS: dict[str, dict[str, list[Any]]] = {
    "manipulation": {"must_meld": ["remind", "trust"], "play_to": [200, 300]},
    "machiavelli": {"unfinished_move": ["reset", "draw3"]},
    "shanghai": {"must_meld": ["remind", "trust"]},
    "guadalupe": {"unfinished_move": ["reset", "draw3"]},
    "carousel": {"knock": ["after_play", "after_turn"], "game_bonus": ["all", "others"]},
    "vatikan": {},
    "tahiti": {"unfinished_move": ["reset", "draw3"]},
    "manipulation-jokers": {"knock": ["after_turn", "after_play"], "game_bonus": ["others", "all"]},
}


def test_rule_sets_in_order() -> None:
    assert list(VARIANTS) == list(TABLE)
    for variant_id, (decks, size, ace, law) in TABLE.items():
        v = VARIANTS[variant_id]
        assert (v.id, v.hand_size, v.ace, v.joker_law) == (variant_id, size, ace, law)
        assert [v.deck(players) for players in range(2, 6)] == [Deck(*deck) for deck in decks]
    assert VARIANTS["shanghai"].packets == (3, 3, 3, 1)
    assert VARIANTS["tahiti"].loose_cards == 4


def test_options_default_first() -> None:
    for variant_id, options in OPTIONS.items():
        v = variant(variant_id)
        assert {name: list(values) for name, values in v.options.items()} == options
        assert v.settings == {name: values[0] for name, values in options.items()}
        for name, values in options.items():
            for value in values:
                chosen = variant(variant_id, **{name: value})
                assert chosen.settings == {**v.settings, name: value}
                assert variant(variant_id, **{name: str(value)}) == chosen


@pytest.mark.parametrize(
    ("variant_id", "worth"),
    [
        ("manipulation", {"A": 15, "2": 5, "9": 5, "T": 10, "K": 10}),
        ("machiavelli", {"A": 1, "7": 1, "K": 1}),
        ("carousel", {"A": 1, "2": 2, "9": 9, "T": 10, "J": 10, "*": 25}),
        ("vatikan", {"A": 1, "K": 1, "*": 1}),
        ("tahiti", {"A": 11, "2": 2, "T": 10, "Q": 10, "*": 30}),
    ],
)
def test_worth(variant_id: str, worth: dict[str, int]) -> None:
    listed = variant(variant_id).to_json()["worth"]
    assert isinstance(listed, dict)
    assert {card: listed[card] for card in worth} == worth


def test_points_are_those_of_the_core() -> None:
    v = variant("manipulation")
    play = rummy.best_play(v, "", "Qs Ks As 7c", objective="points")
    assert play is not None
    assert play.points == 35


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: variant("chess"), "there is no rule-set 'chess'; the rule-sets: manipulation, machiavelli"),
        (
            lambda: variant("vatikan", must_meld="trust"),
            "vatikan has no option 'must_meld'; its options: none",
        ),
        (lambda: variant("shanghai", play_to=200), "no option 'play_to'; its options: must_meld"),
        (
            lambda: variant("manipulation", play_to=250),
            "play_to of manipulation cannot be 250; its values: 200, 300",
        ),
        (lambda: variant("manipulation", play_to=True), "cannot be True"),
        (lambda: variant("manipulation", id="x"), "has no option 'id'"),
        (lambda: variant("machiavelli").deck(1), "machiavelli is played by 2 to 5 players, not by 1"),
        (lambda: variant("machiavelli").deck(6), "not by 6"),
    ],
)
def test_wrong_choices_name_the_right_ones(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match="^.*" + message.replace("(", r"\(")):
        call()


@pytest.mark.parametrize(
    ("base", "change", "message"),
    [
        ("machiavelli", {"packets": (30,)}, "4 players would be dealt 120 cards of 104"),
        ("machiavelli", {"packets": ()}, "cannot be dealt in packets"),
        ("machiavelli", {"packets": (3, 0)}, "cannot be dealt in packets"),
        ("machiavelli", {"decks": (Deck(0, 0),) * 4}, "a deck is 1 to 2 packs"),
        ("machiavelli", {"decks": (Deck(2, 1),) * 4}, "the joker law is 'none', and the decks have jokers"),
        ("carousel", {"joker_law": "none"}, "the decks have jokers"),
        ("machiavelli", {"joker_law": "locked"}, "the decks have no jokers"),
        ("tahiti", {"jokers_a_meld": 0}, "limited to 0 jokers"),
        ("tahiti", {"jokers_a_meld": 13}, "one joker a meld goes with 'locked' alone"),
        ("carousel", {"jokers_a_meld": 1}, "one joker a meld goes with 'locked' alone"),
        ("vatikan", {"decks": (Deck(2, 4),) * 4}, "4 jokers need the joker law 'locked'; others take 2"),
        ("carousel", {"loose_cards": 4}, "jokers with loose cards need the joker law 'locked'"),
        ("machiavelli", {"loose_cards": -1}, "-1 loose cards"),
        ("vatikan", {"opening_run": 2}, "need a run of 2"),
        ("machiavelli", {"draw_cards": 0}, "a draw of 0 cards"),
        ("machiavelli", {"draws_a_turn": 0}, "end with draw number 0"),
        ("guadalupe", {"draws_after_play": -1}, "-1 cards cannot be drawn"),
        ("carousel", {"knock_count": 0}, "knock is 'after_play' with a count of 0"),
        ("machiavelli", {"worth": (1,) * 13}, "needs 14 numbers"),
        ("machiavelli", {"worth": (0,) * 14}, "needs 14 numbers"),
        ("manipulation", {"play_to": None}, "does not go with play_to None"),
        ("machiavelli", {"play_to": 200}, "does not go with play_to 200"),
        ("carousel", {"play_to": -5}, "nobody can play to -5"),
        ("vatikan", {"match": "open"}, "needs a score"),
        ("machiavelli", {"game_bonus": "all"}, "game_bonus is 'all' in a match that is 'deal'"),
        ("manipulation", {"play_to": 250}, "play_to cannot be 250; its values: 200, 300"),
        ("machiavelli", {"choices": (("colour", ("red",)),)}, "'colour' is not a setting"),
    ],
)
def test_impossible_settings_are_refused_in_words(base: str, change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message) as error:
        dataclasses.replace(variant(base), **change)
    assert str(error.value).startswith(f"{base} cannot be played: ")


@pytest.mark.parametrize("v", [*VARIANTS.values(), *EVERY_OPTION], ids=name_of)
def test_a_rule_set_is_a_value(v: Variant) -> None:
    assert v.rules == v.rules_for(5)
    copied = pickle.loads(pickle.dumps(v))
    assert copied == v
    assert hash(copied) == hash(v)
    assert copied.rules == v.rules
    with pytest.raises(dataclasses.FrozenInstanceError):
        v.ace = "low"  # type: ignore[misc]
    data = v.to_json()
    assert json.loads(json.dumps(data)) == data
    fields = {field.name for field in dataclasses.fields(v)} - {"choices"}
    assert fields | {"options", "hand_size"} == set(data)


def test_the_core_is_told_the_deck() -> None:
    v = variant("carousel")
    assert v.rules_for(2) != v.rules_for(3) == v.rules


@pytest.mark.parametrize("v", EVERY_OPTION, ids=name_of)
def test_the_parts_of_the_core_can_be_sent(v: rummy.Variant) -> None:
    assert pickle.loads(pickle.dumps((v.rules, v.flow))) == (v.rules, v.flow)
    assert len({v.flow, pickle.loads(pickle.dumps(v.flow))}) == 1
