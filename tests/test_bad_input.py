"""Bad input of every kind: an error of its own kind that names the culprit, and nothing has changed.

That every code of a fault has an example is tested with the faults.
"""

from __future__ import annotations

import json
import pickle
import re
from typing import TYPE_CHECKING, Any

import pytest
import rummy
from rummy import Draw, GiveUp, IllegalAction, IllegalPlay, IllegalPosition, Knock, Lay, NotationError, Pass

if TYPE_CHECKING:
    from collections.abc import Callable

V = rummy.variant("machiavelli")
TABLE, HAND = "5s 6s 7s | 8c 8d 8h", "8s 9s 9h 2c"
SEARCHES: list[Callable[..., object]] = [
    rummy.best_play,
    rummy.hint,
    rummy.can_play,
    rummy.find_playable,
    rummy.plays,
]
COUNTS: list[Callable[..., object]] = [rummy.partition, rummy.count_partitions]


def running_deal() -> rummy.Deal:
    """Seat 0 is to act; it has put a card down on its draft and taken it back."""
    deal = rummy.Deal.from_cards(V, hands=[HAND, "3d 4d"], table=TABLE, stock="Kc Kd Kh")
    deal.draft().put("8s", 0)
    deal.draft().undo()
    return deal


def snapshot(deal: rummy.Deal) -> object:
    """All that there is to a deal."""
    views = [deal.view(seat).to_json() for seat in (*range(deal.players), None)]
    draft = deal.draft().to_json() if deal.seat is not None else None
    return json.dumps([views, str(deal.hands), str(deal.stock), deal.turn, deal.step, draft])


def refuses(
    deal: rummy.Deal, action: Any, kind: type[ValueError], quoted: str, seat: int | None = None
) -> str:
    """The code or codes of a refusal in which something is quoted and by which nothing changes."""
    before = snapshot(deal)
    assert not deal.can(action, seat)
    for ask in (deal.verify, deal.apply):
        with pytest.raises(kind) as error:
            ask(action, seat)
        assert type(error.value) is kind
        assert quoted in str(error.value)
    assert snapshot(deal) == before
    if isinstance(error.value, IllegalPlay):
        return " ".join(fault.code for fault in error.value.faults)
    return error.value.code if isinstance(error.value, IllegalAction) else ""


# Cards and tables.


@pytest.mark.parametrize("bad", ["8z", "1s", "0h", "11d", "7", "s", "7s8s", "*1s", "**", "joker", "7s;"])
def test_a_card_that_cannot_be_read(bad: str) -> None:
    for ask in SEARCHES:
        for table, hand in ((TABLE, f"2c {bad}"), (f"5s 6s {bad}", HAND)):
            with pytest.raises(NotationError) as error:
                ask(V, table, hand)
            assert error.value.piece == bad
            assert repr(bad) in str(error.value)
    for count in COUNTS:
        with pytest.raises(NotationError, match="is not a card"):
            count(V, f"7s {bad}")
    with pytest.raises(NotationError, match="is not a card"):
        rummy.check_play(V, TABLE, f"{TABLE} | {bad}", HAND)
    with pytest.raises(NotationError, match="is not a card"):
        rummy.Card(bad)


@pytest.mark.parametrize("bad", ["| 5s 6s 7s", "5s 6s 7s |", "5s 6s 7s || 8c 8d 8h", "|"])
def test_a_table_with_a_meld_of_nothing(bad: str) -> None:
    with pytest.raises(NotationError, match="has a meld without cards"):
        rummy.parse_table(bad)


@pytest.mark.parametrize(
    ("code", "table", "hand", "culprit"),
    [
        ("position/too-many-copies", "7c 7d 7h | 7c 7d 7h", "7c", "7c"),
        ("position/too-many-copies", "", "2c 7c 7c 7c", "7c"),
        ("position/too-many-copies", "", " ".join(["7c"] * 300), "7c"),
        ("position/too-many-jokers", "", "7c *", "*"),
        ("position/too-many-jokers", "7c 7d *7h", "2c", "*7h"),
        ("position/bad-meld", "7c 7d 7h | 5s 6s", "2c", "5s 6s"),
        ("position/bad-meld", "7c 7d 7h | 5s 6s 8s", "2c", "5s 6s 8s"),
    ],
)
def test_a_position_that_cannot_be(code: str, table: str, hand: str, culprit: str) -> None:
    for ask in SEARCHES:
        with pytest.raises(IllegalPosition) as error:
            ask(V, table, hand)
        (fault,) = error.value.faults
        assert fault.code == code
        assert str(fault.cards) == culprit
        assert culprit in fault.message
    with pytest.raises(IllegalPosition):
        rummy.check_play(V, table, table, hand)


def test_a_position_is_refused_for_every_reason_at_once() -> None:
    with pytest.raises(IllegalPosition) as error:
        rummy.can_play(V, "7c 7d *7h | 5s 6s", "7c 7c *9s")
    assert [fault.code for fault in error.value.faults] == [
        "position/bad-meld",
        "position/named-in-hand",
        "position/too-many-copies",
        "position/too-many-jokers",
    ]


def test_a_set_up_deal_that_cannot_be_lists_why_and_refuses_all() -> None:
    deal = rummy.Deal.from_cards(V, hands=["7c 7c", "7c"], table="5s 6s", stock="*")
    codes = ["position/bad-meld", "position/too-many-copies", "position/too-many-jokers"]
    assert [fault.code for fault in deal.faults()] == codes
    for action in (Draw(), Lay("5s 6s 7s")):
        assert refuses(deal, action, IllegalPosition, "meld 1 (5s 6s) lies on the table").split() == codes


# A play.


@pytest.mark.parametrize(
    ("code", "after", "quoted"),
    [
        # The hand has one 8s.
        ("play/card-not-in-hand", f"{TABLE} 8s | 8s 9s Ts", "8s"),
        ("play/card-not-in-hand", "5s 6s 7s 8s | 8c 8d 8h 8s", "or meld 2 (8c 8d 8h 8s) came neither"),
        ("play/card-lost", "5s 6s 7s 8s", "8c 8d 8h lay on the table"),
        ("play/nothing-added", TABLE, "at least one card of your hand"),
        ("meld/too-short", f"{TABLE} | 8s 9s", "meld 3 (8s 9s) is too short"),
        ("meld/not-a-meld", "5s 6s 7s 9s | 8c 8d 8h", "meld 1 (5s 6s 7s 9s) is neither"),
        ("meld/suit-twice", f"{TABLE} 8s 8c", "this has 8c 8c"),
    ],
)
def test_an_illegal_play(code: str, after: str, quoted: str) -> None:
    with pytest.raises(IllegalPlay, match=re.escape(quoted)) as error:
        rummy.check_play(V, TABLE, after, HAND)
    assert code in [fault.code for fault in error.value.faults]
    deal = running_deal()
    assert code in refuses(deal, Lay(after), IllegalPlay, quoted).split()


# Rule-sets, players, options.


@pytest.mark.parametrize("players", [-1, 0, 1, 6, 100])
def test_a_wrong_number_of_players(players: int) -> None:
    said = f"machiavelli is played by 2 to 5 players, not by {players}"
    for make in (rummy.Deal, rummy.Match):
        with pytest.raises(ValueError, match=said):
            make(V, players, seed=1)
    if players >= 0:
        with pytest.raises(ValueError, match=said):
            rummy.Deal.from_cards(V, hands=["7s"] * players)
        with pytest.raises(ValueError, match=said):
            rummy.simulate(V, ["greedy"] * players, games=1, seed=1)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (
            lambda: rummy.variant("poker"),
            "there is no rule-set 'poker'; the rule-sets: manipulation, machiavelli",
        ),
        (lambda: rummy.variant("shanghai", play_to=200), "no option 'play_to'; its options: must_meld"),
        (lambda: rummy.variant("vatikan", knock="no"), "no option 'knock'; its options: none"),
        (lambda: rummy.variant("manipulation", play_to=250), "cannot be 250; its values: 200, 300"),
        (lambda: rummy.variant("guadalupe", unfinished_move=""), "cannot be ''; its values: reset, draw3"),
        (lambda: rummy.best_play(V, "", "", objective="fun"), "'fun'; its values: cards, points"),  # type: ignore[arg-type]
        (lambda: rummy.make_player("clever"), "no player 'clever'; the players: random, easy"),
        (lambda: rummy.Deal(V, 3, seed=1, dealer=3), "the dealer is a seat from 0 to 2, not 3"),
        (lambda: running_deal().view(2), "the viewer is a seat from 0 to 1, not 2"),
        (lambda: rummy.Deal.from_cards(V, hands=["7s", "8s"], seat=-1), "a seat from 0 to 1, not -1"),
        (lambda: rummy.Deal.from_cards(V, hands=["7s", "8s"], totals=[1]), "each of 2 seats, not 1"),
        (lambda: rummy.simulate(V, ["greedy"] * 2, games=0, seed=1), "at least one game is played, not 0"),
    ],
)
def test_an_unknown_name_or_value(make: Callable[[], object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        make()


# Actions and drafts.


def test_an_action_out_of_turn() -> None:
    deal = running_deal()
    for action in (Draw(), Lay(f"{TABLE} 8s")):
        code = refuses(deal, action, IllegalAction, "it is the turn of seat 0, not of seat 1", seat=1)
        assert code == "action/not-your-turn"


def test_an_action_of_the_wrong_kind() -> None:
    deal = running_deal()
    for action, kind in (
        (Pass(), "pass"),
        (Knock(), "knock"),
        (Knock(TABLE), "knock"),
        (GiveUp(), "give-up"),
    ):
        code = refuses(deal, action, IllegalAction, f"{kind} is not open now; open: draw, lay")
        assert code == "action/kind-not-open"
    for junk in (None, "draw", Draw, {"action": "draw"}):
        assert refuses(deal, junk, IllegalAction, f"GiveUp(), not {junk!r}") == "action/not-an-action"


def test_an_action_while_the_move_is_unfinished() -> None:
    deal = running_deal()
    deal.draft().redo()
    assert refuses(deal, Draw(), IllegalAction, "finish or reset your move first") == "action/draft-changed"


def test_a_play_after_the_end() -> None:
    deal = rummy.Deal.from_cards(V, hands=["8s", "2c"], table=TABLE)
    deal.apply(Lay(f"5s 6s 7s 8s | {TABLE.split(' | ')[1]}"))
    assert deal.result is not None
    for action in (Lay(TABLE), Draw(), Pass()):
        assert refuses(deal, action, IllegalAction, "the deal is over") == "action/deal-over"
    with pytest.raises(IllegalAction, match="the deal is over"):
        deal.draft()


def test_the_draft_of_another_seat() -> None:
    deal = running_deal()
    before = snapshot(deal)
    with pytest.raises(IllegalAction, match="it is the turn of seat 0, not of seat 1"):
        deal.draft(1)
    foreign = rummy.Draft(V, TABLE, "3d 4d", seat=1)
    with pytest.raises(IllegalAction, match="it is the turn of seat 0, not of seat 1"):
        deal.restore_draft(foreign)
    for other in (
        rummy.Draft(V, TABLE, "3d 4d"),
        rummy.Draft(V, "", HAND),
        rummy.Draft(V, TABLE, HAND, opened=True),
    ):
        with pytest.raises(IllegalAction) as error:
            deal.restore_draft(other)
        assert error.value.code == "draft/of-another-turn"
    assert snapshot(deal) == before


def test_the_draft_of_a_turn_that_is_over() -> None:
    deal = running_deal()
    draft = deal.draft()
    deal.apply(Draw())
    kept = draft.to_json()
    for edit in (lambda: draft.put("8s"), draft.redo, draft.undo, draft.reset, draft.done):
        with pytest.raises(IllegalAction) as error:
            edit()
        assert error.value.code == "draft/closed"
    assert draft.to_json() == kept


@pytest.mark.parametrize(
    ("code", "quoted", "edit"),
    [
        ("draft/card-not-in-hand", "Kc cannot be put down", lambda draft: draft.put("Kc", 0)),
        ("draft/card-not-in-hand", "9s 9s cannot be put down", lambda draft: draft.put("9s 9s", 0)),
        ("draft/card-not-in-meld", "8s cannot be taken", lambda draft: draft.move("8s", 0, to=1)),
        ("draft/card-of-the-table", "5s lay on the table", lambda draft: draft.take("5s", 0)),
        ("draft/no-such-meld", "no meld 2", lambda draft: draft.put("8s", 2)),
        ("draft/no-such-meld", "no meld -1", lambda draft: draft.take("8s", -1)),
        ("draft/no-cards", "at least one card", lambda draft: draft.put("")),
        ("draft/same-meld", "joined to itself", lambda draft: draft.join(1, 1)),
        ("draft/bad-split", "3 cards cannot be split after 3", lambda draft: draft.split(0, 3)),
        ("draft/nothing-to-undo", "nothing to undo", lambda draft: draft.undo()),
    ],
)
def test_an_edit_that_cannot_be(code: str, quoted: str, edit: Callable[[rummy.Draft], None]) -> None:
    deal = running_deal()
    before = snapshot(deal)
    with pytest.raises(IllegalAction, match=quoted) as error:
        edit(deal.draft())
    assert error.value.code == code
    assert snapshot(deal) == before
    with pytest.raises(NotationError, match="'8z'"):
        deal.draft().put("8z")
    assert snapshot(deal) == before


# The errors themselves.


def test_every_kind_of_error_is_a_value_error_and_can_be_sent_elsewhere() -> None:
    def caught(ask: Callable[[], object]) -> ValueError:
        with pytest.raises(ValueError) as error:  # noqa: PT011 - the kinds are compared below
            ask()
        return error.value

    errors = [
        caught(lambda: rummy.parse_cards("8z")),
        caught(lambda: rummy.can_play(V, "", "*")),
        caught(lambda: rummy.check_play(V, TABLE, TABLE, HAND)),
        caught(lambda: running_deal().apply(Pass())),
        caught(lambda: rummy.read_record(["cut"])),
    ]
    kinds = [NotationError, IllegalPosition, IllegalPlay, IllegalAction, rummy.RecordError]
    assert list(map(type, errors)) == kinds
    for error in errors:
        sent = pickle.loads(pickle.dumps(error))
        assert (type(sent), str(sent)) == (type(error), str(error))
