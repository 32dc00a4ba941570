"""How deals and matches end (RULES.md section 6): worked examples, and the plain sums of the reference."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
import reference as ref
import rummy
from reference import RULES
from rummy import Deal, DealResult, Draw, Knock, Lay, Match, Pass
from rummy.cards import pack_ids
from rummy.scoring import count_hand, find_best, score_deal, score_match
from support import EVERY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rummy import Variant

CAROUSEL = rummy.variant("carousel")

# What ended the deal, the hands left, who knocked or is out, who wins, and the points.
WORKED: list[tuple[str, str, int | None, str, tuple[int, ...], tuple[int, ...]]] = [
    # The knocker alone has the lowest count: 4 against 10 + 7 + 2 and 9.
    ("knock won", "2c 2d | Ks 7d 2h | 9h", 0, "knock", (0,), (15 + 5, 0, 0)),
    # Another has less than the knocker: 3 against 5 and 30.
    ("undercut", "5c | Kc Kd Kh | 3h", 0, "undercut", (2,), (0, 0, 2 + 27 + 10)),
    # The knocker shares the lowest count with one other, who wins alone.
    ("tie with one", "4c | 4d | Ks", 0, "undercut", (1,), (0, 6 + 10, 0)),
    ("tie with two", "4c | 4d | 3h Ah | Ks", 0, "undercut", (1, 2), (0, 6 + 10, 6 + 10, 0)),
    # Two others have the same count, lower than the knocker's.
    ("undercut by two", "5c | 4d | 3h Ah | Ks", 0, "undercut", (1, 2), (0, 1 + 6 + 10, 17, 0)),
    # Nobody has more than another, so there are no differences to score.
    ("everyone at zero points", "4c | 4d | 3h Ah", None, "stock-out", (0, 1, 2), (0, 0, 0)),
    ("a knock with no difference", "4c | 4d", 0, "undercut", (1,), (0, 10)),
    # 25 for being out, and all the others' counts; a joker counts 25, an ace 1.
    ("out", " | * Ac | Td Jh", 0, "out", (0,), (26 + 20 + 25, 0, 0)),
    ("stock out", "Kc Kd | 5h 6h | 9c 9d", None, "stock-out", (1,), (0, 9 + 7, 0)),
    ("stock out with a tie", "Kc Kd | 5h 6h | Jc Ad", None, "stock-out", (1, 2), (0, 9, 9)),
]


def ids(hands: str) -> list[bytes]:
    return [rummy.parse_cards(hand).ids for hand in hands.split("|")]


@pytest.mark.parametrize(("hands", "who", "reason", "winners", "points"), [row[1:] for row in WORKED])
def test_worked_examples(
    hands: str, who: int | None, reason: str, winners: tuple[int, ...], points: tuple[int, ...]
) -> None:
    out, knocker = (who, None) if reason == "out" else (None, who)
    for name in ("carousel", "manipulation-jokers"):
        result = score_deal(rummy.variant(name), ids(hands), out, knocker)
        assert result == DealResult(reason, winners, points)  # type: ignore[arg-type]


def test_out_on_the_last_turn() -> None:
    """D19: it scores as out, not as stock out."""
    deal = Deal.from_cards(CAROUSEL, hands=["Kd", "7s 8s 9s"], stock="2h")
    deal.apply(Draw())
    deal.apply(Pass())
    deal.apply(Lay("7s 8s 9s"))
    assert deal.result == DealResult("out", (1,), (0, 12 + 25))


def random_hands(v: Variant, rng: random.Random) -> list[bytes]:
    """Hands of low cards as often as of any, so that ties and undercuts come up."""
    players = rng.randint(2, 5)
    deck = v.deck(players)
    cards = list(pack_ids(deck.packs, deck.jokers))
    if rng.random() < 0.6:
        cards = [card for card in cards if card < 24]
    rng.shuffle(cards)
    sizes = [rng.randint(1, 3) for _ in range(players)]
    return [bytes(sorted(cards.pop() for _ in range(size))) for size in sizes]


def outcome(result: DealResult, v: Variant) -> ref.Outcome:
    return ref.Outcome(result.winners, None if v.score == "none" else result.points)


@pytest.mark.parametrize("v", EVERY, ids=lambda v: v.id)
def test_the_reference_scores_the_same(v: Variant) -> None:
    rng, law = random.Random(v.id), RULES[v.id]
    reasons = set()
    for _ in range(3000):
        hands = random_hands(v, rng)
        plain = [tuple(map(str, rummy.Cards.from_ids(hand))) for hand in hands]
        assert [count_hand(v, hand) for hand in hands] == list(ref.counts_of(law, plain))
        seat = rng.randrange(len(hands))
        gone = [() if place == seat else hand for place, hand in enumerate(plain)]
        out = score_deal(v, [b"" if place == seat else hand for place, hand in enumerate(hands)], out=seat)
        assert outcome(out, v) == ref.score_out(law, gone, seat)
        left = score_deal(v, hands)
        reasons |= {out.reason, left.reason}
        if v.stock_out == "last_turns":
            assert outcome(left, v) == ref.score_stock_out(law, plain)
            assert (count_hand(v, hands[seat]) <= v.knock_count) == ref.may_knock(law, plain[seat])
            knock = score_deal(v, hands, knocker=seat)
            assert outcome(knock, v) == ref.score_knock(law, plain, seat)
            reasons.add(knock.reason)
        else:
            right = ref.score_blocked(law, plain)
            assert outcome(left, v).points == right.points
            if v.match == "deal":
                assert (() if left.is_draw else left.winners) == right.winners
    assert reasons == {"out", "knock", "undercut", "stock-out"} or reasons == {"out", "blocked"}


# Matches.


def end_with(match: Match, hands: Sequence[str], knocks: int | None = None) -> DealResult:
    """End the deal that is played with these cards left: out, by a knock, or after the last turns."""
    deal = match.deal
    out = next((seat for seat, hand in enumerate(hands) if not hand), None)
    seat = knocks if knocks is not None else out or 0
    laid = [f"7s 8s 9s {hand}" if place in (knocks, out) else hand for place, hand in enumerate(hands)]
    match.deal = Deal.from_cards(
        match.variant,
        hands=laid,
        seat=seat,
        stock="5h 3s" if knocks is not None else "",
        table="2h 3h 4h",
        dealer=deal.dealer,
        number=deal.number,
        totals=match.totals,
    )
    if knocks is not None:
        match.deal.apply(Draw())
        match.deal.apply(Knock("2h 3h 4h 5h | 7s 8s 9s"))
    elif out is not None:
        match.deal.apply(Lay("2h 3h 4h | 7s 8s 9s"))
    else:
        for _ in hands:
            match.deal.apply(Pass())
    assert match.deal.result is not None
    return match.deal.result


KINGS = "Kc Kd Kh Ks Qc Qd Qh Qs Jc Jd"
"""A hundred points."""


@pytest.mark.parametrize(
    ("variant_id", "options", "totals", "won"),
    [
        ("carousel", {}, (125 + 125 + 100 + 50, 0), (2, 0)),
        ("carousel", {"game_bonus": "others"}, (350, 0), (2, 0)),
        ("manipulation-jokers", {}, (350, 0), (2, 0)),
        ("manipulation-jokers", {"game_bonus": "all"}, (400, 0), (2, 0)),
    ],
)
def test_a_match_ends_at_150(
    variant_id: str, options: dict[str, Any], totals: tuple[int, ...], won: tuple[int, ...]
) -> None:
    match = Match(rummy.variant(variant_id, **options), players=2, seed=7)
    end_with(match, ["", KINGS])
    assert (match.totals, match.result, match.bonuses) == ((125, 0), None, (0, 0))
    match.next_deal()
    assert match.deal.view(0).totals == (125, 0)
    end_with(match, ["", KINGS])
    assert match.deals_won == won
    assert match.result == rummy.MatchResult((0,), totals, 2)
    assert match.totals == totals
    with pytest.raises(rummy.IllegalAction, match="the match is over"):
        match.next_deal()


@pytest.mark.parametrize(("game_bonus", "bonuses"), [("all", (150, 50)), ("others", (100, 50))])
def test_who_gets_the_bonus_for_the_deals_won(game_bonus: str, bonuses: tuple[int, ...]) -> None:
    match = Match(rummy.variant("carousel", game_bonus=game_bonus), players=2, seed=7)
    for hands, points in ((["Ac", "Ad"], (0, 10)), (["", KINGS], (125, 0)), (["Ac", "Ad"], (0, 10))):
        # Seat 1 undercuts with the count that the knocker has, and scores 10 alone.
        assert end_with(match, hands, knocks=None if "" in hands else 0).points == points
        assert match.result is None
        match.next_deal()
    end_with(match, ["", KINGS])
    assert match.bonuses == bonuses
    assert match.totals == (250 + bonuses[0], 20 + bonuses[1])


def test_two_players_past_150_in_one_deal() -> None:
    """D20: each of them gets 100; D19: a tie after the last turns is a deal won for each."""
    match = Match(CAROUSEL, players=3, seed=7)
    result = end_with(match, ["2c", "2d", f"{KINGS} Kc Kd Kh Ks Qc Qd"])
    assert result == DealResult("stock-out", (0, 1), (158, 158, 0))
    assert match.deals_won == (1, 1, 0)
    assert match.result == rummy.MatchResult((0, 1), (283, 283, 0), 1)
    assert match.result.is_draw


def test_the_bonus_can_turn_the_match() -> None:
    """Past 150 with one deal won, against many deals won: the highest total wins, bonuses counted."""
    v = rummy.variant("carousel")
    assert score_match(v, [160, 140, 0], [1, 6, 0]) == (125, 150, 0)
    assert find_best(v, [160 + 125, 140 + 150, 0]) == (1,)
    assert score_match(rummy.variant("carousel", game_bonus="others"), [160, 150, 149], [1, 2, 3]) == (
        100,
        100,
        75,
    )


def test_the_reference_ends_matches_the_same() -> None:
    rng = random.Random(5)
    for _ in range(2000):
        players = rng.randint(2, 5)
        totals = tuple(rng.choice((0, 40, 149, 150, 151, 160, 240)) for _ in range(players))
        won = tuple(rng.randint(0, 6) for _ in range(players))
        for game_bonus in ("all", "others"):
            v = rummy.variant("carousel", game_bonus=game_bonus)
            right = ref.carousel_match(totals, won, game_bonus)
            if right is None:
                assert max(totals) < (v.play_to or 0)
                continue
            final = tuple(map(sum, zip(totals, score_match(v, totals, won), strict=True)))
            best = find_best(v, final)
            assert ref.Outcome(best if len(best) == 1 else (), final) == right
