"""Arguments of the wrong type or size: an error of the package that says what would be right.

Everything public is asked with every kind of junk in the place of each argument.
"""

from __future__ import annotations

import io
import traceback
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
import rummy
from rummy import Draft, Draw, IllegalAction, Knock, Lay, Pass
from rummy.search import MOST_NODES

if TYPE_CHECKING:
    from collections.abc import Callable

V = rummy.variant("machiavelli")
TABLE, HAND = "5s 6s 7s | 8c 8d 8h", "8s 9s 2c"
HUGE = 10**5000
"""More digits than Python writes down."""
JUNK: list[Any] = [None, -1, 2**70, HUGE, 1.5, float("nan"), "x", "", b"ab", True, object(), Draw]
JUNK += [(), [1], [None], ["5s 6s 7s"], [b"\x01"], {"a": 1}, {"7s"}, [["7s"]], V, "machiavelli"]


def deal() -> rummy.Deal:
    return rummy.Deal.from_cards(V, hands=["7s 8s", "3d 4d"], table="5c 6c 7c", stock="Kc")


def of_deal(method: str, /, **arguments: Any) -> Any:
    return getattr(deal(), method)(**arguments)


def of_draft(method: str, /, **arguments: Any) -> Any:
    return getattr(deal().draft(), method)(**arguments)


def list_plays(**arguments: Any) -> object:
    return list(rummy.plays(**arguments))


RIGHT: dict[str, tuple[Callable[..., object], dict[str, Any]]] = {
    "best_play": (
        rummy.best_play,
        {
            "v": V,
            "table": TABLE,
            "hand": HAND,
            "objective": "cards",
            "opened": True,
            "least_disturbance": True,
            "nodes": 5,
        },
    ),
    "hint": (rummy.hint, {"v": V, "table": TABLE, "hand": HAND, "opened": True}),
    "plays": (list_plays, {"v": V, "table": TABLE, "hand": HAND, "opened": True}),
    "can_play": (
        rummy.can_play,
        {"v": V, "table": TABLE, "hand": HAND, "opened": True, "including": "8s"},
    ),
    "find_playable": (
        rummy.find_playable,
        {"v": V, "table": TABLE, "hand": HAND, "opened": True, "including": "8s"},
    ),
    "check_play": (
        rummy.check_play,
        {"v": V, "before": TABLE, "after": f"{TABLE} 8s", "hand": HAND, "opened": True},
    ),
    "partition": (rummy.partition, {"v": V, "cards": "7c 7d 7h"}),
    "count_partitions": (rummy.count_partitions, {"v": V, "cards": "7c 7d 7h"}),
    "parse_cards": (rummy.parse_cards, {"text": "7c"}),
    "parse_table": (rummy.parse_table, {"text": "7c"}),
    "Card": (rummy.Card, {"card": "7c"}),
    "Card.from_id": (rummy.Card.from_id, {"card_id": 1}),
    "Cards": (rummy.Cards, {"cards": "7c"}),
    "Cards.from_ids": (rummy.Cards.from_ids, {"ids": b"\x01"}),
    "Table": (rummy.Table, {"melds": ["7c"]}),
    "Table.same_melds": (rummy.parse_table(TABLE).same_melds, {"other": rummy.parse_table(TABLE)}),
    "variant": (rummy.variant, {"variant_id": "machiavelli"}),
    "Variant.deck": (V.deck, {"players": 2}),
    "make_player": (rummy.make_player, {"kind": "greedy"}),
    "Deal": (
        rummy.Deal,
        {"v": V, "players": 2, "seed": 1, "dealer": 0, "game": 0, "number": 0, "totals": [0, 0]},
    ),
    "Deal.from_cards": (
        rummy.Deal.from_cards,
        {
            "v": V,
            "hands": ["7s", "8s"],
            "table": "",
            "stock": "",
            "seat": 0,
            "dealer": 0,
            "opened": [True, False],
            "number": 0,
            "totals": [0, 0],
        },
    ),
    "Match": (rummy.Match, {"v": V, "players": 2, "seed": 1, "game": 0}),
    "simulate": (
        rummy.simulate,
        {
            "v": V,
            "players": ["random", "random"],
            "games": 1,
            "seed": 1,
            "deals": None,
            "executor": None,
            "workers": 1,
            "sink": None,
            "all_columns": False,
            "resume": False,
            "keep": False,
            "chunk": None,
            "patience": 60.0,
            "tell": None,
            "stop": None,
        },
    ),
    "Draft": (Draft, {"v": V, "table": TABLE, "hand": HAND, "seat": 0, "opened": True}),
    "Draft.from_json": (Draft.from_json, {"v": V, "data": Draft(V, TABLE, HAND).to_json()}),
    "Lay": (Lay, {"table": TABLE}),
    "Knock": (Knock, {"table": TABLE}),
    "Draw": (Draw, {"insist": True}),
    "Pass": (Pass, {"insist": True}),
    "action_from_json": (rummy.action_from_json, {"data": {"action": "draw"}}),
    "event_from_json": (rummy.event_from_json, {"data": {"event": "passed", "seat": 0}}),
    "read_record": (rummy.read_record, {"lines": []}),
    "replay": (rummy.replay, {"record": None}),
    "Recorder.begin": (
        rummy.Recorder.begin,
        {"match": rummy.Match(V, seed=1), "out": io.StringIO(), "names": []},
    ),
    "Deal.apply": (partial(of_deal, "apply"), {"action": Draw(), "seat": 0}),
    "Deal.verify": (partial(of_deal, "verify"), {"action": Draw(), "seat": 0}),
    "Deal.can": (partial(of_deal, "can"), {"action": Draw(), "seat": 0}),
    "Deal.view": (partial(of_deal, "view"), {"seat": 0}),
    "Deal.draft": (partial(of_deal, "draft"), {"seat": 0}),
    "Deal.restore_draft": (partial(of_deal, "restore_draft"), {"draft": None}),
    "Draft.put": (partial(of_draft, "put"), {"cards": "7s", "meld": 0}),
    "Draft.take": (partial(of_draft, "take"), {"cards": "7s", "meld": 0}),
    "Draft.move": (partial(of_draft, "move"), {"cards": "7c", "meld": 0, "to": None}),
    "Draft.split": (partial(of_draft, "split"), {"meld": 0, "at": 1}),
    "Draft.join": (partial(of_draft, "join"), {"meld": 0, "other": 0}),
    "Draft.name": (partial(of_draft, "name"), {"name": "7s", "meld": 0, "joker": "*"}),
    "Draft.faults": (partial(of_draft, "faults"), {"meld": 0}),
}
PLACES = [(name, argument) for name, (_, right) in RIGHT.items() for argument in right if argument != "out"]


@pytest.mark.parametrize(("name", "argument"), PLACES)
def test_junk(name: str, argument: str) -> None:
    ask, right = RIGHT[name]
    for junk in JUNK:
        if (name, argument) == ("simulate", "games") and junk == 2**70:
            continue  # it would take a while
        refusal: Exception | None = None
        try:
            ask(**{**right, argument: junk})
        except (TypeError, ValueError) as error:
            refusal = error
        if refusal is not None:
            last = traceback.extract_tb(refusal.__traceback__)[-1]
            assert "rummy" in last.filename, (junk, refusal)
            assert (last.line or "").startswith("raise "), (junk, refusal, last)
            assert len(str(refusal)) < 500, (junk, refusal)


def refused(kind: type[Exception], said: str, ask: Callable[..., object], *given: Any, **named: Any) -> None:
    with pytest.raises(kind) as error:
        ask(*given, **named)
    assert type(error.value) is kind
    assert said in str(error.value)


def test_nodes() -> None:
    ask = partial(rummy.best_play, V, TABLE, HAND)
    refused(ValueError, "nodes must be at least 0, not -1", ask, nodes=-1)
    refused(ValueError, f"nodes must be at most {MOST_NODES}, not {2**70}", ask, nodes=2**70)
    for junk in ("x", 1.5, True):
        refused(TypeError, f"nodes must be a whole number, not {junk!r}", ask, nodes=junk)
    assert ask(nodes=MOST_NODES) == ask()


def test_players_and_seeds() -> None:
    for make in (rummy.Deal, rummy.Match):
        for junk in (2.5, "2", None, True):
            refused(
                TypeError,
                f"the number of players must be a whole number, not {junk!r}",
                make,
                V,
                junk,
                seed=1,
            )
        for junk in (None, 1.5, "x", True):
            refused(TypeError, f"the seed must be a whole number, not {junk!r}", make, V, 2, seed=junk)
    refused(TypeError, "the seed must be a whole number", rummy.simulate, V, ["greedy"] * 2, 1, "x")
    refused(TypeError, "the dealer must be a whole number, not '0'", rummy.Deal, V, 2, seed=1, dealer="0")
    refused(TypeError, "the players must be a list, not 'greedy'", rummy.simulate, V, "greedy", 1, 1)
    refused(
        TypeError,
        "each of opened must be True or False",
        rummy.Deal.from_cards,
        V,
        hands=["7s", "8s"],
        opened=[1, 0],
    )


def test_an_id_is_no_variant() -> None:
    said = "v must be a Variant, such as rummy.variant('tahiti'), not 'tahiti'"
    for name, (ask, right) in RIGHT.items():
        if "v" in right:
            refused(TypeError, said, ask, **{**right, "v": "tahiti"})
            assert name


def test_an_action_that_is_none() -> None:
    said = "an action is Draw(), Lay(table), Knock(table), Pass() or GiveUp(), not 'draw'"
    refused(IllegalAction, said, deal().apply, "draw")


def test_tables_and_hands() -> None:
    for junk in (None, 5, b"\x18"):
        refused(TypeError, "a table is text such as", rummy.best_play, V, junk, HAND)
        refused(TypeError, "cards are text such as", rummy.best_play, V, TABLE, junk)
    refused(TypeError, "a list of them, not {'7s'}", rummy.parse_cards, {"7s"})
    refused(TypeError, "a list of melds, not {'7s 8s 9s'}", rummy.parse_table, {"7s 8s 9s"})


def test_a_number_of_another_type_makes_the_same_deal() -> None:
    class Index:
        def __init__(self, number: int) -> None:
            self.number = number

        def __index__(self) -> int:
            return self.number

    other: Any = rummy.Match(V, Index(3), seed=Index(7))  # type: ignore[arg-type]
    assert other.deal.hands == rummy.Match(V, 3, seed=7).deal.hands
    assert (type(other.seed), type(other.players)) == (int, int)
