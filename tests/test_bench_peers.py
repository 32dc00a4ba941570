"""What ``benches/peers`` needs no other package for: the melds, the judge and the tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import rummy

BENCHES = Path(__file__).parent.parent / "benches"


@pytest.fixture(autouse=True)
def peers_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCHES))


@pytest.mark.parametrize(("rules", "count"), [("shanghai", 185), ("manipulation", 185), ("machiavelli", 197)])
def test_the_melds_of_the_integer_program(rules: str, count: int) -> None:
    from peers.questions import melds

    v = rummy.variant(rules)
    made = melds(v.ace)
    assert len({tuple(sorted(meld)) for meld in made}) == len(made) == count
    for meld in made:
        table = rummy.partition(v, rummy.Cards.from_ids(bytes(meld)))
        assert table is not None
        assert len(table) == 1


def test_the_judge() -> None:
    from peers.measure import judge
    from peers.questions import Question, count

    table, hand = rummy.parse_table("5s 6s 7s"), rummy.parse_cards("8s 2c 2d")
    question = Question(
        rummy.variant("shanghai"), table, hand, count(table.cards.ids), count(hand.ids), most_cards=1
    )

    def verdict(text: str | None) -> str:
        return judge(question, None if text is None else rummy.parse_table(text).ids)

    assert verdict("5s 6s 7s 8s") == ""
    assert verdict(None) == verdict("5s 6s 7s") == "puts down 0 cards, not 1"
    assert verdict("5s 6s 8s | 7s").startswith("is illegal")
    assert verdict("5s 6s 7s 9s").startswith("is illegal")


def test_ours_is_always_right_and_a_peer_that_is_not_is_found() -> None:
    from peers.measure import measure
    from peers.ours import Ours
    from peers.questions import load
    from peers.report import goals_of, make_rows, table_of, wrong_answers

    class Lazy(Ours):
        name = "lazy"

        def ask(self, _position: Any) -> None:
            return None

    questions = load("positions")[::20]
    told: list[tuple[int, int]] = []
    peers = [Ours(), Lazy()]
    results = {"positions": {}}  # type: ignore[var-annotated]
    for peer in peers:
        results["positions"][peer.name] = measure(peer, questions, 2, lambda *done: told.append(done))
    assert told[-1] == (2 * len(questions), 2 * len(questions))
    playable = [question for question in questions if question.most_cards]
    assert len(results["positions"]["lazy"].wrong) == len(playable) > 0
    assert results["positions"]["rummy"].wrong == {}
    rows = make_rows(results, {"positions": questions}, peers)
    assert [(row.ace, row.peer) for row in rows][:2] == [("every ace", "rummy"), ("every ace", "lazy")]
    assert table_of(rows).count("\n") == len(rows) + 1
    assert any(str(playable[0]) in line for line in wrong_answers(results, {"positions": questions}))
    assert [goal.aim for goal in goals_of(rows)] == [2, 2]
