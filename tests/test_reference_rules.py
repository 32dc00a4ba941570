"""The slow reference, held to RULES.md one decision at a time: melds, jokers, faults, hints and scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import reference as ref
from reference import RULES

if TYPE_CHECKING:
    from reference import Cards


def verdict(rules: str, before: str, after: str, hand: str, opened: bool = True) -> ref.Verdict:
    return ref.judge(RULES[rules], before, after, hand, opened)


def faults(rules: str, before: str, after: str, hand: str, opened: bool = True) -> set[str]:
    return set(verdict(rules, before, after, hand, opened).faults)


# The decisions of RULES.md that concern one turn.

SPADES = "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"


def test_d1_fourteen_cards_are_two_runs_and_no_meld() -> None:
    assert faults("machiavelli", "", f"{SPADES} As", f"{SPADES} As") == {"meld/too-long"}
    assert verdict("machiavelli", "", "As 2s 3s 4s 5s 6s 7s | 8s 9s Ts Js Qs Ks As", f"{SPADES} As").legal
    for rules in ("machiavelli", "shanghai", "manipulation"):
        assert verdict(rules, "", SPADES, SPADES).legal


def test_d8_the_opening_cards_may_be_laid_anywhere() -> None:
    sets = "5c 5d 5h | 6c 6d 6h | 7c 7d 7h"
    after = "5c 5d 5h 5s | 6c 6d 6h 6s | 7c 7d 7h 7s"
    assert verdict("vatikan", sets, after, "5s 6s 7s", opened=False).legal
    assert verdict("vatikan", sets, after.replace("7s", "*7s"), "5s 6s *", opened=True).legal
    assert faults("vatikan", sets, after.replace("7s", "*7s"), "5s 6s *", opened=False) == {"play/not-opened"}
    assert verdict("vatikan", "", "Qs Ks As", "Qs Ks As", opened=False).legal
    tops = "Kc Kd Kh | Ac Ad Ah | 2c 2d 2h"
    corner = "Kc Kd Kh Ks | Ac Ad Ah As | 2c 2d 2h 2s"
    assert faults("vatikan", tops, corner, "Ks As 2s", opened=False) == {"play/not-opened"}


def test_d9_a_loose_joker_is_unnamed_until_used() -> None:
    assert verdict("tahiti", "* | 9c", "* | 9c | 4s 5s 6s", "4s 5s 6s").legal
    assert verdict("tahiti", "* | 9c", "9c | 4s 5s *6s", "4s 5s").legal
    assert not verdict("tahiti", "* | 9c", "*8d | 9c | 4s 5s 6s", "4s 5s 6s").legal
    assert "position/bad-meld" in faults("tahiti", "*6s", "4s 5s *6s", "4s 5s")


def test_d10_a_meld_is_read_as_a_collection() -> None:
    assert ref.joker_choices(RULES["carousel"], ("5s", "6s", "*")) == (("4s",), ("7s",))
    assert "joker/unnamed" in faults("carousel", "", "5s 6s *", "5s 6s *")
    for group in ("5s * 7s", "7s 5s *"):
        told = verdict("carousel", "", group, "5s 7s *")
        assert told.legal
        assert told.table == (("5s", "*6s", "7s"),)


def test_d11_a_joker_may_stand_for_a_card_whose_copies_are_all_visible() -> None:
    before = "7s 8s 9s | 7s 8s 9s"
    assert verdict("vatikan", before, f"{before} | 7c 7d *7s", "7c 7d *").legal


def test_d12_beside() -> None:
    low_run = ("As", "*2s", "3s", "4s")
    assert ref.beside(low_run, "*2s") == {"As", "3s"}
    whole_run = ("*As", *SPADES.split()[1:])
    assert ref.beside(whole_run, "*As") == {"2s", "Ks"}
    assert ref.beside(("Qs", "Ks", "*As"), "*As") == {"Ks"}
    assert ref.beside(("8c", "*8d", "8h", "*8s"), "*8d") == {"8c", "8h", "8s"}


def test_d12_a_neighbour_counts_by_its_identity() -> None:
    # The joker lay beside a joker named 6s, and lies beside a natural 6s; then the other way round.
    assert verdict("vatikan", "*5s *6s 7s", "4s *5s 6s | *6s 7s 8s", "4s 6s 8s").legal
    assert verdict("vatikan", "*5s 6s 7s", "4s *5s *6s | 6s 7s 8s", "4s 8s *").legal
    # In a run only the cards directly before and after count.
    assert faults("vatikan", "*6s 7s 8s", "4s 5s *6s | 7s 8s 9s", "4s 5s 9s") == {"joker/left-its-neighbour"}
    assert verdict("vatikan", "5s *6s 7s 8s", "4s 5s *6s | 7s 8s 9s", "4s 9s").legal


def test_d12_the_ace_of_a_whole_run_has_two_neighbours() -> None:
    whole = " ".join(["*As", *SPADES.split()[1:]])
    low, high = "*As 2s 3s 4s 5s | 6s 7s 8s 9s Ts Js Qs Ks", "2s 3s 4s 5s 6s | 7s 8s 9s Ts Js Qs Ks *As"
    for after in (low, high):
        assert verdict("vatikan", whole, f"{after} | 9c 9d 9h", "9c 9d 9h").legal


def test_d12_a_joker_must_stay_with_one_of_its_neighbours() -> None:
    before = "2s 3s 4s *5s | 5c 5d 5h | 8c 8d 8h"
    after = "2s 3s 4s | 5c 5d 5h *5s | 8c 8d 8h 8s"
    assert faults("vatikan", before, after, "8s") == {"joker/left-its-neighbour"}
    assert faults("carousel", before, after, "8s") == set()


def test_d13_some_assignment_of_the_jokers_is_enough() -> None:
    before = "*5s 6s 7s | 5c 5d *5s"
    assert verdict("vatikan", before, "5c 5d 5h *5s | *5s 6s 7s", "5h").legal
    # One of the two went to the sixes' run in exchange: no assignment gives each its neighbour.
    before = "*5s 6s 7s | *5s 6s 7s | 5c 5d 5h"
    after = "*5s 6s 7s | 6s 7s 8s | 5c 5d 5h *5s"
    assert faults("vatikan", before, after, "8s") == {"joker/left-its-neighbour"}


def test_d14_a_freed_joker_may_take_its_old_name_again() -> None:
    after = "4s 5s 6s | 6c 6d 6h *6s"
    for rules in ("carousel", "vatikan", "tahiti"):
        assert verdict(rules, "4s 5s *6s | 6c 6d 6h", after, "6s").legal


def test_d15_and_d16_how_many_jokers_one_card_frees() -> None:
    before = "*7s 8s 9s | 7c 7d *7s"
    after = "7s 8s 9s *Ts | 7c 7d *7h"
    assert verdict("carousel", before, after, "7s").legal
    assert verdict("vatikan", before, after, "7s").legal
    assert faults("tahiti", before, after, "7s") == {"joker/renamed"}
    assert verdict("tahiti", before, "7s 8s 9s *Ts | 7c 7d 7s *7h", "7s 7s").legal


def test_d16_the_freeing_card_may_lie_on_another_locked_meld() -> None:
    before = "5s 6s *7s | 7c *7d 7h | 8s 9s Ts"
    assert verdict("tahiti", before, "5s 6s *7s 8s 9s Ts | 7c *7d 7h 7s", "7s").legal
    joined = "5s 6s *7s 8s 9s Ts | 7c *7d 7h | 4c 5c 6c"
    assert faults("tahiti", before, joined, "4c 5c 6c") == {"joker/locked-meld"}


def test_a_locked_meld_takes_natural_hand_cards_only() -> None:
    before = "5s 6s *7s | 8s | 4s"
    assert verdict("tahiti", before, "5s 6s *7s 8s | 8s | 4s", "8s").legal
    assert faults("tahiti", before, "5s 6s *7s 8s | 4s | 2c 2d 2h", "2c 2d 2h") == {"joker/locked-meld"}
    assert "meld/too-many-jokers" in faults("tahiti", before, "5s 6s *7s *8s | 8s | 4s", "*")


def test_d17_names_are_judged_by_the_meld_alone() -> None:
    before = "7h 8h 9h | 7h 8h 9h"
    assert faults("carousel", before, f"{before} | 7c 7d *", "7c 7d *") == {"joker/unnamed"}
    assert verdict("carousel", before, f"{before} | 7c 7d 7s *", "7c 7d 7s *").table[-1][2] == "*7h"


def test_d18_a_meld_has_a_natural_card() -> None:
    assert ref.meld_faults(RULES["carousel"], ("*7s", "*8s", "*9s")) == {"meld/only-jokers"}
    assert ref.most_cards(RULES["carousel"], "", "* * 7s") == 3
    assert ref.most_cards(RULES["tahiti"], "", "* * 7s") == 0


# One example of each code of a fault.

EXAMPLES = [
    ("machiavelli", "", "7c 7d", "7c 7d", "meld/too-short"),
    ("tahiti", "", "7c", "7c", "meld/too-short"),
    ("shanghai", "", "7c 7d 7d", "7c 7d 7d", "meld/suit-twice"),
    ("shanghai", "", "5c 6c 6c 7c", "5c 6c 6c 7c", "meld/card-twice"),
    ("shanghai", "", "5c 6c 8c", "5c 6c 8c", "meld/not-a-meld"),
    ("shanghai", "", "5c 5d 6c", "5c 5d 6c", "meld/not-a-meld"),
    ("shanghai", "", "Qc Kc Ac", "Qc Kc Ac", "meld/ace-not-here"),
    ("manipulation", "", "Ac 2c 3c", "Ac 2c 3c", "meld/ace-not-here"),
    ("guadalupe", "", "Kc Ac 2c", "Kc Ac 2c", "meld/ace-not-here"),
    ("tahiti", "", "7c *7d *7h", "7c * *", "meld/too-many-jokers"),
    ("carousel", "", "*7c *7d", "* *", "meld/only-jokers"),
    ("vatikan", "", "7c 7d *", "7c 7d *", "joker/unnamed"),
    ("carousel", "7c *7d 7h", "7c *7s 7h | 4c 5c 6c", "4c 5c 6c", "joker/renamed"),
    ("vatikan", "7c *7d 7h 7s | 8d 9d Td", "7c 7h 7s | *7d 8d 9d Td Jd", "Jd", "joker/left-its-neighbour"),
    ("tahiti", "7c *7d 7h 7s", "7c *7d 7h | 7s 8s 9s", "8s 9s", "joker/locked-meld"),
    ("shanghai", "7c 7d 7h 7s", "7c 7d 7h", "7s", "play/card-lost"),
    ("shanghai", "7c 7d 7h", "7c 7d 7h 7s", "7c", "play/card-not-in-hand"),
    ("shanghai", "7c 7d 7h", "7c 7d 7h", "7s", "play/nothing-added"),
    ("vatikan", "7c 7d 7h", "7c 7d 7h 7s", "7s", "play/not-opened"),
    ("shanghai", "7c 7d 7h", "7c 7d 7h 7s", "7s 7c 7c", "position/too-many-copies"),
    ("shanghai", "7c 7d 7h", "7c 7d 7h 7s", "7s *", "position/too-many-jokers"),
    ("shanghai", "7c 7d", "7c 7d 7s", "7s", "position/bad-meld"),
]


@pytest.mark.parametrize(("rules", "before", "after", "hand", "code"), EXAMPLES)
def test_each_fault_has_its_code(rules: str, before: str, after: str, hand: str, code: str) -> None:
    told = verdict(rules, before, after, hand, opened=code != "play/not-opened")
    assert code in told.faults
    assert not told.legal


# Section 8.


def test_equal_melds_and_who_serves_them() -> None:
    rules = RULES["machiavelli"]
    twins = ref.parse_table("7c 7d 7h | 7c 7d 7h")
    after = ref.parse_table("7c 7d 7h | 7c 7d 7h 7s")
    assert ref.changed_places(rules, twins, after) == [1]
    assert ref.count_split(rules, twins, after) == 0
    # No card after the play serves two old melds.
    parted = ref.parse_table("7c 7d 7h | 5c 6c 7c | 5d 6d 7d | 5h 6h 7h")
    assert ref.count_split(rules, twins, parted) == 1
    runs, joined = ref.parse_table("3s 4s 5s | 6s 7s 8s"), ref.parse_table("3s 4s 5s 6s 7s 8s 9s")
    assert (ref.count_split(rules, runs, joined), ref.changed_places(rules, runs, joined)) == (0, [0, 1])


def test_a_joker_is_the_same_card_under_any_name() -> None:
    rules = RULES["carousel"]
    before, after = ref.parse_table("*7c 7d 7h"), ref.parse_table("7d 7h *7s 7c")
    assert ref.count_split(rules, before, after) == 0
    assert ref.changed_places(rules, before, ref.parse_table("*7s 7d 7h | 7c 8c 9c")) == [0]


def test_loose_cards_are_no_melds_to_a_hint() -> None:
    rules = RULES["tahiti"]
    before, after = ref.parse_table("9c | 7c 7d 7h"), ref.parse_table("9c Tc Jc | 7c 7d 7h 7s")
    assert ref.changed_places(rules, before, after) == [1]
    assert ref.count_split(rules, before, after) == 0


# Section 6.


def hands(*texts: str) -> list[Cards]:
    return [ref.parse_hand(text) for text in texts]


def test_cards_left_in_each_rule_set() -> None:
    hand = ref.parse_hand("As Ts Js 9s 2s")
    totals = {name: ref.count_hand(rules, hand) for name, rules in RULES.items()}
    assert totals == {
        "manipulation": 45,
        "machiavelli": 5,
        "shanghai": 5,
        "guadalupe": 5,
        "carousel": 32,
        "vatikan": 5,
        "tahiti": 42,
        "manipulation-jokers": 32,
    }
    assert ref.count_hand(RULES["carousel"], ("*",)) == 25
    assert ref.count_hand(RULES["tahiti"], ("*",)) == 30


def test_how_a_deal_ends() -> None:
    left = hands("", "As 9s", "Js")
    assert ref.score_out(RULES["manipulation"], left, 0) == ((0,), (0, 20, 10))
    assert ref.score_out(RULES["machiavelli"], left, 0) == ((0,), (0, 2, 1))
    assert ref.score_out(RULES["vatikan"], left, 0) == ((0,), None)
    assert ref.score_out(RULES["carousel"], left, 0) == ((0,), (45, 0, 0))
    left = hands("2s 3s", "As", "Js")
    assert ref.score_blocked(RULES["shanghai"], left) == ((), (2, 1, 1))
    assert ref.score_blocked(RULES["guadalupe"], left).winners == ()
    assert ref.score_blocked(RULES["tahiti"], left).winners == (0,)


def test_knock_undercut_and_stock_out() -> None:
    carousel = RULES["carousel"]
    assert ref.may_knock(carousel, ("2s", "3s"))
    assert not ref.may_knock(carousel, ("2s", "4s"))
    assert ref.score_knock(carousel, hands("As", "Js", "2s 3s"), 0) == ((0,), (9 + 4, 0, 0))
    assert ref.score_knock(carousel, hands("2s 3s", "2c", "Ac Ad"), 0) == ((1, 2), (0, 13, 13))
    assert ref.score_knock(carousel, hands("2c", "2s", "Js"), 0) == ((1,), (0, 18, 0))
    assert ref.score_stock_out(carousel, hands("2c", "2s", "Js")) == ((0, 1), (8, 8, 0))


def test_how_a_match_ends() -> None:
    assert ref.manipulation_match([200, 10, 12], 200) == 1
    assert ref.manipulation_match([199, 10, 12], 200) is None
    assert ref.manipulation_match([230, 10, 10], 200) is None
    assert ref.shanghai_match([5, 3, 3]) == ()
    assert ref.carousel_match([149, 20], [3, 1], "all") is None
    assert ref.carousel_match([150, 20], [3, 1], "all") == ((0,), (325, 45))
    assert ref.carousel_match([150, 20], [3, 1], "others") == ((0,), (250, 45))
