"""All the reasons against a table at once and none that is false: tables where some were missing or false.

Each is judged by the package and by the slow reference.
"""

from __future__ import annotations

import pytest
import reference as ref
import rummy
from reference import RULES

SPADES = "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"

# rule-set, before, after, hand, the codes
CASES = {
    "too many jokers are no reason against the shape": (
        "tahiti",
        "",
        "*2d * 2s",
        "* * 2s",
        ["meld/too-many-jokers"],
    ),
    "two cards that could become a set": ("machiavelli", "", "7s 7d", "7s 7d", ["meld/too-short"]),
    "two cards that could become a run": ("machiavelli", "", "7s 9s", "7s 9s", ["meld/too-short"]),
    "a card and a joker": ("carousel", "", "7s *", "7s *", ["meld/too-short"]),
    "two cards that no card completes": (
        "machiavelli",
        "",
        "7s 8d",
        "7s 8d",
        ["meld/too-short", "meld/not-a-meld"],
    ),
    "the same card twice": ("machiavelli", "", "7s 7s", "7s 7s", ["meld/too-short", "meld/suit-twice"]),
    "named jokers alone have a shape too": (
        "carousel",
        "",
        "*7s *8d",
        "* *",
        ["meld/too-short", "meld/not-a-meld", "meld/only-jokers"],
    ),
    "a joker alone that did not lie loose": ("tahiti", "", "*", "*", ["meld/too-short", "meld/only-jokers"]),
    "a fifth card in a set": ("carousel", "", "7c 7d 7h 7s *", "7c 7d 7h 7s *", ["meld/suit-twice"]),
    "d1 is the whole suit and one ace more": (
        "machiavelli",
        "",
        f"{SPADES} As",
        f"{SPADES} As",
        ["meld/too-long"],
    ),
    "the whole suit and another card more": (
        "machiavelli",
        "",
        f"{SPADES} 7s",
        f"{SPADES} 7s",
        ["meld/card-twice"],
    ),
    "the whole suit and a joker more": ("carousel", "", f"{SPADES} *", f"{SPADES} *", ["meld/too-long"]),
    "a joker that could only be the ace between king and two": (
        "carousel",
        "",
        "Ks 2s *",
        "Ks 2s *",
        ["meld/ace-not-here"],
    ),
    "one of two jokers of a name was renamed, the other is at home": (
        "tahiti",
        "8c 8d *8h 8s | 8d *8h 8s",
        "8d *8h 8s | 5c *5d 5h | 8c 8d 8s",
        "5c 5h",
        ["joker/renamed"],
    ),
    "one of two jokers of a name was renamed, the other is astray": (
        "vatikan",
        "5s *6s 7s | 6c 6d *6s",
        "5s 5c 5d | 7s 8s 9s | 6c 6d *6h | Ks *6s Kd",
        "5c 5d 8s 9s Ks Kd",
        ["meld/not-a-meld", "joker/renamed", "joker/left-its-neighbour"],
    ),
    "a broken group does not hide that its meld is locked": (
        "tahiti",
        "3d *4d 5d | 4c 4d 4h 4s | 3d 4d 5d | 3s",
        "4h 4s 4c 4d | 5d 6d *4d 3d 5d | 3s | 4d 3d",
        "5h 6d * 6d",
        ["meld/too-short", "meld/card-twice", "joker/locked-meld"],
    ),
    "two jokers of one name in a group keep it": (
        "carousel",
        "5s *6s 7s | 6c 6d *6s",
        "5s *6s 7s *6s | 6c 6d 6h",
        "6h",
        ["meld/card-twice"],
    ),
    "a loose joker that stays loose is not the one that lost its name": (
        "tahiti",
        "5s *6s 7s | *",
        "7s *8s 9s | 5s 5c 5d | *",
        "9s 5c 5d",
        ["joker/renamed"],
    ),
    "a lost joker has no other name": (
        "carousel",
        "5s *6s 7s",
        "5s 7s 5c",
        "5c",
        ["meld/not-a-meld", "play/card-lost"],
    ),
    "a joker without a name may yet get its old one": (
        "carousel",
        "5s *6s 7s",
        "5s * | 7s 8s 9s",
        "8s 9s",
        ["meld/too-short"],
    ),
    "a game without jokers": (
        "machiavelli",
        "",
        "5s 6s *",
        "5s 6s",
        ["meld/too-many-jokers", "play/card-not-in-hand"],
    ),
    "a joker without a name in a group that is no meld under any": (
        "carousel",
        "7c 8d *",
        "7c 8d *",
        "2c",
        ["position/bad-meld", "position/unnamed-on-table"],
    ),
}


@pytest.mark.parametrize(("rules", "before", "after", "hand", "codes"), CASES.values(), ids=CASES)
def test_every_reason_and_no_other(rules: str, before: str, after: str, hand: str, codes: list[str]) -> None:
    with pytest.raises(rummy.IllegalPlay) as refused:
        rummy.check_play(rummy.variant(rules), before, after, hand)
    assert [fault.code for fault in refused.value.faults] == codes
    assert ref.judge(RULES[rules], before, after, hand).faults == set(codes)
