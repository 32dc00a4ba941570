"""The package against the slow reference, on positions and finished tables made by chance.

A seed makes the same position in every run. The strategies of hypothesis take their own way through the same
generators, so that what fails shrinks to something small.
"""

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
from rummy import _core
from strategies import Position

if TYPE_CHECKING:
    from collections.abc import Iterable

    from strategies import Proposal

PLAIN = {rules for rules, law in RULES.items() if not law.jokers}
"""The rule-sets without jokers: the reference answers them sooner, so they get more and larger positions."""

LONG = pytest.mark.timeout(3000)


def texts(cards: Iterable[rummy.Card]) -> ref.Cards:
    return tuple(map(str, cards))


def table_of(table: rummy.Table) -> ref.Table:
    return ref.parse_table(str(table))


# One group of cards.


def group_agrees(rules: str, group: ref.Cards) -> None:
    """The same reasons, and the same names to choose from."""
    law, core = RULES[rules], rummy.variant(rules).rules
    cards = rummy.parse_cards(group)
    told = _core.check_melds(core, [cards.ids])
    codes = {code for code, _, _ in told}
    assert codes == ref.meld_faults(law, group), group
    if codes == {"joker/unnamed"} and group.count("*") == 1:
        ((_, _, choices),) = told
        assert choices == bytes(sorted(choices))
        assert {(card,) for card in texts(rummy.Cards.from_ids(choices))} == set(
            ref.joker_choices(law, group)
        )
    if ref.is_meld(law, group) and len(group) < 13:
        assert texts(rummy.Cards.from_ids(_core.arrange(cards.ids))) == ref.arranged(law, group)


def groups_agree(rules: str, seeds: range) -> None:
    melds = 0
    for seed in seeds:
        group = strategies.random_group(random.Random(seed), rules)
        if RULES[rules].loose and len(group) == 1:
            continue  # a loose card is not judged by itself
        group_agrees(rules, group)
        melds += ref.is_meld(RULES[rules], group)
    assert len(seeds) / 12 < melds < len(seeds) * 2 / 3


@pytest.mark.parametrize("rules", RULES)
def test_groups(rules: str) -> None:
    groups_agree(rules, range(1500))


# A finished table.


def judge(proposal: Proposal) -> tuple[rummy.Play | None, set[str]]:
    """The play, or the codes of the reasons against it."""
    v = rummy.variant(proposal.rules)
    try:
        play = rummy.check_play(v, proposal.before, proposal.after, proposal.hand, proposal.opened)
    except rummy.IllegalPlay as refused:
        return None, {fault.code for fault in refused.faults}
    return play, set()


def judge_agrees(proposal: Proposal) -> bool:
    """The same verdict, for the same reasons; gives whether the play is legal."""
    law = RULES[proposal.rules]
    told = ref.judge(law, proposal.before, proposal.after, proposal.hand, proposal.opened)
    play, codes = judge(proposal)
    assert (play is not None) == told.legal, (proposal, codes, told)
    assert codes == told.faults, (proposal, codes, told)
    if play is None:
        return False
    assert texts(play.cards) == told.played, proposal
    assert ref.same_table(table_of(play.table), told.table), proposal
    figures_agree(law, proposal.before, play)
    return True


def figures_agree(law: ref.Rules, before: str, play: rummy.Play) -> None:
    old, new = ref.parse_table(before), table_of(play.table)
    assert play.split == ref.count_split(law, old, new), (before, play)
    assert list(play.changed) == ref.changed_places(law, old, new), (before, play)
    assert play.points == ref.points_of(law, texts(play.cards)), (before, play)


def judgements_agree(rules: str, seeds: range) -> None:
    verdicts = Counter[bool]()
    for seed in seeds:
        rng = random.Random(seed)
        position = strategies.random_position(rng, rules, melds=rng.randint(0, 7), hand=rng.randint(1, 7))
        verdicts[judge_agrees(strategies.random_proposal(rng, position))] += 1
    assert min(verdicts.values()) > len(seeds) / 4


@pytest.mark.parametrize("rules", RULES)
def test_judge(rules: str) -> None:
    judgements_agree(rules, range(150))


def reasons_agree(rules: str, seeds: range) -> None:
    """Tables that are broken in several ways at once: every reason is told, and none that is false."""
    codes = Counter[str]()
    for seed in seeds:
        rng = random.Random(seed)
        position = strategies.random_position(rng, rules, melds=rng.randint(0, 6), hand=rng.randint(1, 6))
        proposal = strategies.random_proposal(rng, position, more_mistakes=rng.randint(1, 3))
        judge_agrees(proposal)
        codes.update(judge(proposal)[1])
    assert len(codes) > 12, codes


@pytest.mark.parametrize("rules", RULES)
def test_reasons(rules: str) -> None:
    reasons_agree(rules, range(10_000, 10_250))


@pytest.mark.parametrize("rules", RULES)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_judge_by_strategy(rules: str, data: st.DataObject) -> None:
    judge_agrees(data.draw(strategies.proposals(rules)))


# The searches.


def is_accepted(v: rummy.Variant, position: Position, play: rummy.Play) -> None:
    """Both referees allow the play; the figures it gives of itself are right."""
    judged = rummy.check_play(v, position.table, play.table, position.hand, position.opened)
    assert judged.cards == play.cards, position
    table = str(play.table)
    told = ref.judge(RULES[v.id], position.table, table, position.hand, position.opened)
    assert told.legal, (position, told)
    assert told.played == texts(play.cards), position
    figures_agree(RULES[v.id], position.table, play)


def search_agrees(position: Position) -> set[ref.Cards]:
    """Every search against the set of all plays; gives that set."""
    v, law = rummy.variant(position.rules), RULES[position.rules]
    table, hand = rummy.parse_table(position.table), rummy.parse_cards(position.hand)
    right = ref.plays(law, position.table, position.hand, position.opened)
    found = list(rummy.plays(v, table, hand, position.opened))
    for play in found:
        is_accepted(v, position, play)
    assert len(found) == len(right), position
    assert {texts(play.cards) for play in found} == right, position
    assert rummy.can_play(v, table, hand, position.opened) == bool(right), position
    easy = rummy.hint(v, table, hand, position.opened)
    assert (easy is not None) == bool(right), position
    if easy is not None:
        is_accepted(v, position, easy.play)
    best_agrees(position, right)
    return right


def best_agrees(position: Position, right: set[ref.Cards]) -> None:
    v, law = rummy.variant(position.rules), RULES[position.rules]
    most = {
        "cards": max(map(len, right), default=0),
        "points": max((ref.points_of(law, cards) for cards in right), default=0),
    }
    for objective, amount in most.items():
        for least in (True, False):
            play = rummy.best_play(
                v, position.table, position.hand, objective, position.opened, least_disturbance=least
            )
            assert (play is not None) == bool(right), position
            if play is not None:
                is_accepted(v, position, play)
                assert play.exact
                assert (len(play.cards) if objective == "cards" else play.points) == amount, position


def without_plays(position: Position, right: set[ref.Cards]) -> Position:
    """The hand without each card that can be played, so that none can."""
    playable = {card for cards in right for card in cards}
    hand = [card for card in position.hand.split() if card not in playable]
    return Position(position.rules, position.table, " ".join(hand), position.opened)


def searches_agree(rules: str, seeds: range, melds: int, hand: int) -> None:
    able = Counter[bool]()
    for seed in seeds:
        rng = random.Random(seed)
        position = strategies.random_position(rng, rules, rng.randint(0, melds), rng.randint(1, hand))
        right = search_agrees(position)
        able[bool(right)] += 1
        unable = without_plays(position, right)
        if right and unable.hand:
            assert search_agrees(unable) == set()
            able[False] += 1
    assert min(able.values()) > len(seeds) / 4


@pytest.mark.parametrize("rules", RULES)
def test_search(rules: str) -> None:
    searches_agree(rules, range(240 // (1 + RULES[rules].jokers)), melds=3, hand=5)


@pytest.mark.parametrize("rules", RULES)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_search_by_strategy(rules: str, data: st.DataObject) -> None:
    search_agrees(data.draw(strategies.positions(rules, max_melds=3)))


def disturbance_agrees(rules: str, seeds: range, melds: int, hand: int) -> None:
    """RULES.md section 8: of the best plays the one that disturbs the least, and the easiest play to see."""
    v, law, split = rummy.variant(rules), RULES[rules], 0
    for seed in seeds:
        rng = random.Random(seed)
        position = strategies.random_position(rng, rules, rng.randint(1, melds), rng.randint(1, hand))
        found = ref.all_plays(law, position.table, position.hand, position.opened)
        easy, right = rummy.hint(v, position.table, position.hand, position.opened), ref.hint(found)
        if easy is None or right is None:
            assert easy is None, position
            assert right is None, position
            continue
        play = easy.play
        told = (play.split, len(play.changed), len(play.cards))
        assert told == (right.split, right.changed, len(right.cards)), position
        for objective in ("cards", "points"):
            best = rummy.best_play(v, position.table, position.hand, objective, position.opened)
            least = ref.best(found, law if objective == "points" else None)
            assert best is not None
            assert least is not None
            assert (best.split, len(best.changed)) == (least.split, least.changed), (position, objective)
            split += best.split > 0
    assert split


@pytest.mark.parametrize("rules", RULES)
def test_disturbance(rules: str) -> None:
    disturbance_agrees(rules, range(120 // (1 + RULES[rules].jokers)), melds=3, hand=3)


@pytest.mark.parametrize("rules", RULES)
def test_search_within_nodes(rules: str) -> None:
    """A bounded search finds a legal play or none, and never calls one the best that is not."""
    v, bounded = rummy.variant(rules), 0
    for seed in range(80):
        rng = random.Random(seed)
        position = strategies.random_position(rng, rules, rng.randint(3, 9), rng.randint(5, 13))
        best = rummy.best_play(v, position.table, position.hand, opened=position.opened)
        for nodes in (0, 1, rng.randint(2, 60), 10**9):
            play = rummy.best_play(v, position.table, position.hand, opened=position.opened, nodes=nodes)
            if play is None:
                assert best is None or nodes < 10**9, position
                continue
            assert best is not None
            assert nodes, position
            assert rummy.check_play(v, position.table, play.table, position.hand).cards == play.cards
            assert len(play.cards) <= len(best.cards)
            assert not play.exact or len(play.cards) == len(best.cards), (position, nodes)
            assert play.exact or nodes < 10**9
            bounded += not play.exact
    assert bounded >= 3


# All cards into melds.


def pool_agrees(rules: str, pool: ref.Cards) -> int:
    v, law = rummy.variant(rules), RULES[rules]
    ways = ref.count_partitions(law, pool)
    assert rummy.count_partitions(v, pool) == ways, pool
    table = rummy.partition(v, pool)
    assert (table is not None) == (ways > 0), pool
    if table is not None:
        assert all(ref.is_meld(law, meld) for meld in table_of(table)), (pool, table)
        assert ref.in_card_order([ref.plain(card) for card in texts(table.cards)]) == ref.in_card_order(pool)
    return ways


def pools_agree(rules: str, seeds: range, most: int) -> None:
    ways = Counter[int]()
    for seed in seeds:
        rng = random.Random(seed)
        pool = strategies.random_pool(rng, rules, melds=rng.randint(0, most), spare=rng.choice((0, 0, 1, 2)))
        ways[min(pool_agrees(rules, pool), 2)] += 1
    assert min(ways[0], ways[1], ways[2]) > len(seeds) / 10


@pytest.mark.parametrize("rules", RULES)
def test_pools(rules: str) -> None:
    pools_agree(rules, range(240 // (1 + RULES[rules].jokers)), most=6 if rules in PLAIN else 4)


@pytest.mark.parametrize("rules", RULES)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_pools_by_strategy(rules: str, data: st.DataObject) -> None:
    pool_agrees(rules, data.draw(strategies.pools(rules, max_melds=5 if rules in PLAIN else 3)))


# Many more of each.


@LONG
@pytest.mark.long
@pytest.mark.parametrize("rules", RULES)
def test_many_tables(rules: str) -> None:
    groups_agree(rules, range(1500, 20_000))
    judgements_agree(rules, range(150, 4000))
    reasons_agree(rules, range(4000, 8000))


@LONG
@pytest.mark.long
@pytest.mark.parametrize("rules", RULES)
def test_many_searches(rules: str) -> None:
    disturbance_agrees(rules, range(120, 600), melds=3, hand=4)
    if rules in PLAIN:
        searches_agree(rules, range(240, 3000), melds=3, hand=6)
        searches_agree(rules, range(3000, 3400), melds=6, hand=5)
        pools_agree(rules, range(240, 3000), most=8)
    else:
        searches_agree(rules, range(80, 2000), melds=3, hand=5)
        pools_agree(rules, range(80, 1000), most=6)


# The order of the longest run.


def test_a_run_of_thirteen_is_written_one_way() -> None:
    run = "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"
    play = rummy.check_play(rummy.variant("manipulation"), "", run, run)
    assert str(play.table) == str(rummy.parse_table(run)) == run


def test_a_run_of_thirteen_is_found_as_it_is_written() -> None:
    run = "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh"
    v = rummy.variant("machiavelli")
    play = rummy.best_play(v, f"{run} | 4s 5s 6s", "7s")
    assert play is not None
    assert play.table == rummy.check_play(v, f"{run} | 4s 5s 6s", play.table, "7s").table
