"""The generated positions and proposals are what they say, and varied enough to be worth comparing by."""

from __future__ import annotations

import random
from collections import Counter

import pytest
import reference as ref
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from mistakes import MISTAKES
from reference import RULES


def judged(proposal: strategies.Proposal) -> ref.Verdict:
    return ref.judge(RULES[proposal.rules], proposal.before, proposal.after, proposal.hand, proposal.opened)


@pytest.mark.parametrize("rules", RULES)
def test_positions_are_possible(rules: str) -> None:
    cards, jokers, loose = Counter[int](), Counter[int](), 0
    for seed in range(100):
        position = strategies.random_position(random.Random(seed), rules, melds=seed % 10, hand=1 + seed % 7)
        table, hand = ref.parse_table(position.table), ref.parse_hand(position.hand)
        assert not ref.position_faults(RULES[rules], table, hand)
        assert len(hand) == 1 + seed % 7
        cards[sum(map(len, table)) // 10] += 1
        jokers["*" in position.table] += 1
        loose += any(len(group) == 1 for group in table)
    assert min(cards[0], cards[1], cards[2], cards[3]) >= 3
    assert not RULES[rules].jokers or jokers[True] >= 20
    assert bool(loose) == bool(RULES[rules].loose)


@pytest.mark.parametrize("rules", RULES)
def test_proposals_are_legal_and_illegal_in_every_way(rules: str) -> None:
    mistakes, legal, codes = sorted(MISTAKES), Counter[bool](), Counter[str]()
    for seed in range(400):
        rng = random.Random(seed)
        # Every other proposal is left as it was made; the rest take each mistake in turn.
        mistake = mistakes[seed // 2 % len(mistakes)] if seed % 2 else ""
        position = strategies.random_position(rng, rules, melds=rng.randint(0, 9))
        proposal = strategies.random_proposal(rng, position, mistake)
        told = judged(proposal)
        legal[told.legal] += 1
        codes.update(told.faults)
    assert min(legal.values()) > 40
    law = RULES[rules].joker_law
    wanted = {
        "play/card-lost",
        "play/card-not-in-hand",
        "play/nothing-added",
        "meld/too-short",
        "meld/not-a-meld",
    }
    wanted |= {"meld/suit-twice", "meld/card-twice", "meld/too-long", "meld/ace-not-here"}
    wanted |= {"position/too-many-copies", "position/too-many-jokers", "position/bad-meld"}
    wanted |= {"joker/renamed", "joker/unnamed"} if law != "none" else set()
    wanted |= {"neighbour": {"joker/left-its-neighbour", "play/not-opened"}}.get(law, set())
    wanted |= {"locked": {"joker/locked-meld", "meld/too-many-jokers"}}.get(law, set())
    assert wanted <= set(codes)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_every_mistake_can_be_made(mistake: str) -> None:
    made = 0
    for seed in range(40):
        rng = random.Random(seed)
        proposal = strategies.random_proposal(rng, strategies.random_position(rng, "tahiti"), mistake)
        made += proposal.mistake == mistake
    assert made >= 3


def test_the_same_seed_makes_the_same_proposal() -> None:
    def make() -> strategies.Proposal:
        rng = random.Random(5)
        return strategies.random_proposal(rng, strategies.random_position(rng, "carousel", melds=6))

    assert make() == make()
    rng = random.Random(8)
    assert strategies.random_position(rng, "tahiti", melds=2, hand=3) == strategies.Position(
        rules="tahiti", table="9c *Tc Jc | Tc Td Th *Ts", hand="Jh Qc Qc", opened=True
    )


@settings(max_examples=40, deadline=None)
@given(st.data(), strategies.rule_sets())
def test_the_hypothesis_strategies(data: st.DataObject, rules: str) -> None:
    position = data.draw(strategies.positions(rules))
    assert position.rules == rules
    proposal = data.draw(strategies.proposals(rules, max_melds=5))
    assert judged(proposal).legal or judged(proposal).faults
    group = data.draw(strategies.groups(rules))
    assert ref.is_meld(RULES[rules], group) == (not ref.meld_faults(RULES[rules], group) and "*" not in group)
    cards = data.draw(strategies.pools(rules, max_melds=3, max_spare=0))
    assert ref.can_partition(RULES[rules], cards)
