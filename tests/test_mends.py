"""The one change that mends a refused play: for each code an example, and that every mend does what it says.

The slow reference judges the tables that the mends lead to.
"""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import reference as ref
import rummy
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import RULES
from rummy.faults import MESSAGES
from rummy.mends import find_mend
from rummy.workbench import Groups, Workbench, held

if TYPE_CHECKING:
    from rummy import Fault
    from rummy.mends import Mend
    from strategies import Proposal

EXAMPLES = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "mends.jsonl").read_text(encoding="utf-8").splitlines()
]
"""For each code of a play: what is refused, the sentence, the mend, and the table it leads to."""

# code, rule-set, before, after, hand, part of the sentence
HOPELESS = [
    ("meld/too-short", "machiavelli", "", "7s 8s", "7s 8s Kd", "is too short"),
    ("meld/not-a-meld", "machiavelli", "", "5s 6s 8s", "5s 6s 8s", "is neither a set"),
    ("joker/renamed", "carousel", "5s *6s 7s", "7s *8s 9s | 5s 5c 5d", "9s 5c 5d", "no 6s took its place"),
    ("play/not-opened", "vatikan", "5s 6s 7s", "5s 6s 7s", "8s 2c", "this one lays none"),
    ("play/nothing-added", "machiavelli", "5s 6s 7s", "5s 6s 7s", "9s", "a play puts down at least one"),
]


def faults_of(rules: str, before: str, after: str, hand: str, opened: bool = True) -> tuple[Fault, ...]:
    with pytest.raises(rummy.IllegalPlay) as refused:
        rummy.check_play(rummy.variant(rules), before, after, hand, opened)
    return refused.value.faults


def mend_of(fault: Fault) -> Mend | None:
    assert fault.judged is not None
    return find_mend(fault.judged, (fault.code, fault.melds, fault.cards.ids))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example['code']}: {example['mend']}")
def test_each_code(example: dict[str, str]) -> None:
    code, rules, before, hand = (example[key] for key in ("code", "rules", "before", "hand"))
    opened = code != "play/not-opened"
    faults = faults_of(rules, before, example["after"], hand, opened)
    fault = next(fault for fault in faults if fault.code == code)
    assert (fault.message, fault.mend) == (example["says"], example["mend"])
    assert str(fault) == f"{fault.message} - {fault.mend}"
    assert fault.to_json()["mend"] == fault.mend
    mend = mend_of(fault)
    assert mend is not None
    assert rummy.Table(map(rummy.Cards.from_ids, mend.after)) == rummy.parse_table(example["table"])
    assert code not in ref.judge(RULES[rules], before, example["table"], hand, opened).faults


def test_every_code_of_a_play_has_an_example() -> None:
    codes = {code for code in MESSAGES if not code.startswith("position/")}
    assert {example["code"] for example in EXAMPLES} == codes


@pytest.mark.parametrize(("code", "rules", "before", "after", "hand", "said"), HOPELESS)
def test_no_single_change(code: str, rules: str, before: str, after: str, hand: str, said: str) -> None:
    faults = faults_of(rules, before, after, hand, opened=code != "play/not-opened")
    fault = next(fault for fault in faults if fault.code == code)
    assert said in fault.message
    assert (fault.mend, fault.to_json()["mend"], str(fault)) == (None, None, fault.message)


def test_one_change_may_mend_everything() -> None:
    faults = faults_of("machiavelli", "9s Ts Js", "9s Ts Js 5d | 5c 5h", "5c 5d 5h")
    assert [fault.code for fault in faults] == ["meld/too-short", "meld/not-a-meld"]
    first, second = map(mend_of, faults)
    assert first is not None
    assert second is not None
    assert first.after == second.after


def test_a_position_that_cannot_be_has_no_mend() -> None:
    with pytest.raises(rummy.IllegalPosition) as refused:
        rummy.check_play(rummy.variant("machiavelli"), "7c 7d", "7c 7d 7h", "7h")
    assert [fault.mend for fault in refused.value.faults] == [None]


def test_a_deal_says_it_too() -> None:
    deal = rummy.Deal.from_cards(rummy.variant("machiavelli"), hands=["8s Kd", "2c"], table="5s 6s 7s")
    with pytest.raises(rummy.IllegalPlay, match=r"of your hand - 8s of your hand fits meld 1 \(5s 6s 7s\)"):
        deal.apply(rummy.Lay("5s 6s 7s"))
    draft = deal.draft()
    draft.split(0, 2)
    draft.put("8s", 1)
    assert [fault.mend for fault in draft.faults()] == [
        "it makes one meld with meld 2 (7s 8s): 5s 6s 7s 8s",
        "it makes one meld with meld 1 (5s 6s): 5s 6s 7s 8s",
    ]


def test_a_refusal_that_was_sent_elsewhere_has_its_mends() -> None:
    (fault,) = faults_of("machiavelli", "", "7s 8s", "7s 8s 9s")
    (sent,) = pickle.loads(pickle.dumps(rummy.IllegalPlay([fault]))).faults
    assert (sent, sent.mend) == (fault, fault.mend)


# Every mend does what it says.


def mends_hold(proposal: Proposal) -> Counter[str]:
    """Each mend takes its reason away by one change and brings no other; gives the codes mended."""
    law, mended = RULES[proposal.rules], Counter[str]()
    try:
        rummy.check_play(
            rummy.variant(proposal.rules), proposal.before, proposal.after, proposal.hand, proposal.opened
        )
    except rummy.IllegalPlay as refused:
        faults = refused.faults
    else:
        return mended
    codes = Counter(fault.code for fault in faults)
    for fault in faults:
        mend = None if fault.judged is None else mend_of(fault)
        if mend is None:
            continue
        after = str(rummy.Table.from_ids(mend.after))
        told = ref.judge(law, proposal.before, after, proposal.hand, proposal.opened)
        assert told.faults <= set(codes), (proposal, mend.text, after)
        assert codes[fault.code] > 1 or fault.code not in told.faults, (proposal, mend.text, after)
        assert is_one_change(proposal, mend), (proposal, mend.text, after)
        mended[fault.code] += 1
    return mended


def is_one_change(proposal: Proposal, mend: Mend) -> bool:
    """One group more or less, one cut or joined, or one card that goes elsewhere or is another."""
    old = Counter(bytes(sorted(meld)) for meld in rummy.parse_table(proposal.after).ids)
    new = Counter(bytes(sorted(meld)) for meld in mend.after)
    gone, made = list((old - new).elements()), list((new - old).elements())
    cards = Counter(map(held, b"".join(gone))) - Counter(map(held, b"".join(made)))
    more = Counter(map(held, b"".join(made))) - Counter(map(held, b"".join(gone)))
    if not gone or not made or (len(gone), len(made)) in ((1, 2), (2, 1)):
        return len(gone) + len(made) <= 3
    return cards.total() <= 1 and more.total() <= 1


def all_mends_hold(rules: str, seeds: range) -> Counter[str]:
    mended = Counter[str]()
    for seed in seeds:
        rng = random.Random(seed)
        position = strategies.random_position(rng, rules, melds=rng.randint(0, 7), hand=rng.randint(1, 7))
        mended += mends_hold(strategies.random_proposal(rng, position, more_mistakes=rng.choice((0, 0, 1))))
    return mended


@pytest.mark.parametrize("rules", RULES)
def test_mends(rules: str) -> None:
    mended = all_mends_hold(rules, range(150))
    assert {"meld/too-short", "meld/not-a-meld", "play/card-not-in-hand"} <= set(mended)


@pytest.mark.parametrize("rules", RULES)
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_mends_by_strategy(rules: str, data: st.DataObject) -> None:
    mends_hold(data.draw(strategies.proposals(rules)))


@pytest.mark.timeout(3000)
@pytest.mark.long
@pytest.mark.parametrize("rules", RULES)
def test_many_mends(rules: str) -> None:
    all_mends_hold(rules, range(150, 4000))


def test_what_is_tried_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    sets = " | ".join(f"{rank}c {rank}d {rank}h {rank}s" for rank in "A234789TJQK")
    before, after = f"{sets} | 5c *5d 5h", f"{sets} | 5c 5h 5s | Kd *5d Kh"
    fault = faults_of("vatikan", before, after, "5s Kd Kh")[-1]
    assert fault.code == "joker/left-its-neighbour"
    tried = 0
    count_left = Workbench.count_left

    def counted(bench: Workbench, groups: Groups) -> int | None:
        nonlocal tried
        tried += 1
        return count_left(bench, groups)

    monkeypatch.setattr(Workbench, "count_left", counted)
    monkeypatch.setattr("rummy.mends.MOST_TRIALS", 30)
    assert mend_of(fault) is None
    assert tried == 30
