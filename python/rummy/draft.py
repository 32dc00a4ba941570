"""The private working copy on which a player prepares a play (RULES.md sections 3 and 4).

>>> from rummy.variants import variant
>>> draft = Draft(variant("machiavelli"), "5s 6s 7s | 8c 8d 8h 8s", "9s Kd")
>>> draft.move("8s", 1, to=0)
>>> draft.put("9s", 0)
>>> str(draft.table), str(draft.hand), draft.faults()
('5s 6s 7s 8s 9s | 8c 8d 8h', 'Kd', ())
>>> draft.undo()
>>> [fault.code for fault in draft.faults()]
['play/nothing-added']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Self

from rummy import _core
from rummy.actions import GiveUp, IllegalAction, Knock, Lay
from rummy.cards import JOKER_BIT, UNNAMED_JOKER, Cards, CardsLike, parse_cards, subtract
from rummy.checks import verify_flag, verify_whole
from rummy.faults import Fault, IllegalPlay
from rummy.jokers import as_held, find_freed, find_locked, jokers_in, pick_joker
from rummy.search import judge
from rummy.table import Table, TableLike, parse_table
from rummy.variant import Variant, verify_variant

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rummy.play import Play


class Step(NamedTuple):
    """One state of a draft.

    Attributes:
        melds: The bytes of each group.
        hand: The bytes of the cards still in the hand, in card order.
    """

    melds: tuple[bytes, ...]
    hand: bytes


class Draft:
    """A table and a hand to try things on; nothing here is seen by anybody else.

    Melds are numbered from 0 as they lie in `table`. A new meld lies last; a meld that loses its last card is
    gone. A joker may lie there without a name, which it gets when the play is finished if only one fits;
    ``*`` means that joker, or the only one of its meld. An edit that is refused raises `IllegalAction` with a
    code ``draft/...`` and changes nothing.

    Args:
        v: The rule-set.
        table: The table before the play.
        hand: The hand before the play.
        seat: Whose draft it is.
        opened: Whether the player has made a first play.
    """

    __slots__ = ("_at", "_is_closed", "_is_touched", "_steps", "opened", "seat", "variant")

    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self, v: Variant, table: TableLike, hand: CardsLike, seat: int = 0, opened: bool = True
    ) -> None:
        self.variant = verify_variant(v)
        self.seat = verify_whole(seat, "the seat", 0)
        self.opened = verify_flag(opened, "opened")
        self._steps = [Step(parse_table(table).ids, parse_cards(hand).sorted().ids)]
        self._at = 0
        self._is_touched = False
        self._is_closed = False

    # ---- what it shows

    @property
    def table(self) -> Table:
        """The table as it lies on the draft."""
        return Table.from_ids(self._now.melds)

    @property
    def hand(self) -> Cards:
        """The cards still in the hand."""
        return Cards.from_ids(self._now.hand)

    @property
    def before(self) -> Table:
        """The table before the play."""
        return Table.from_ids(self._steps[0].melds)

    @property
    def hand_before(self) -> Cards:
        """The hand before the play."""
        return Cards.from_ids(self._steps[0].hand)

    @property
    def cards(self) -> Cards:
        """The hand cards that are put down on the draft, in card order."""
        return Cards.from_ids(self._put_down)

    @property
    def freed(self) -> Cards:
        """The jokers that the play so far frees, by the names they had: they may be named anew."""
        return Cards.from_ids(find_freed(self.variant, self._steps[0].melds, self._now.melds, self._put_down))

    @property
    def locked(self) -> tuple[int, ...]:
        """The places of the melds that a joker locks: hand cards may be put on them, nothing taken off."""
        return find_locked(self.variant, self._steps[0].melds, self._now.melds, self._put_down)

    @property
    def choices(self) -> dict[int, Cards]:
        """For each meld with jokers that several names fit, the cards to choose from."""
        reasons = _core.check_melds(self.variant.rules, self._now.melds)
        return {melds[0]: Cards.from_ids(cards) for code, melds, cards in reasons if code == "joker/unnamed"}

    @property
    def is_changed(self) -> bool:
        """Whether the draft differs from the table before; where a meld lies makes no difference."""
        return sorted(self._now.melds) != sorted(self._steps[0].melds)

    @property
    def is_binding(self) -> bool:
        """Whether drawing and passing wait for the draft.

        Where an unfinished move costs cards, the first change decides, even if it is undone (D5).
        """
        return self._is_touched if self._must_give_up else self.is_changed

    @property
    def is_closed(self) -> bool:
        """Whether the turn or the hand it was made for is over."""
        return self._is_closed

    @property
    def can_undo(self) -> bool:
        """Whether there is an edit to take back."""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is an edit to make again."""
        return self._at + 1 < len(self._steps)

    def faults(self, meld: int | None = None) -> tuple[Fault, ...]:
        """Everything that is still wrong, or all that is wrong with one meld; empty if the play is legal.

        Raises:
            IllegalPosition: The table and the hand before the play cannot occur.
        """
        if meld is not None:
            self._meld(meld)
        try:
            self._judge()
        except IllegalPlay as illegal:
            if any(fault.code.startswith("position/") for fault in illegal.faults):
                raise
            return tuple(fault for fault in illegal.faults if meld is None or meld in fault.melds)
        return ()

    # ---- edits

    def put(self, cards: CardsLike, meld: int | None = None) -> None:
        """Put hand cards down on a meld, or on a new one."""
        put = self._some(cards)
        hand = subtract(self._now.hand, as_held(put.ids))
        if hand is None:
            self._refuse("draft/card-not-in-hand", cards=put, hand=self.hand or "nothing")
        self._add(_Melds(self._now.melds, hand), put.ids, meld)

    def start(self, cards: CardsLike) -> None:
        """Start a meld with hand cards."""
        self.put(cards)

    def take(self, cards: CardsLike, meld: int) -> None:
        """Take cards of a meld back into the hand; they must have come from it in this turn."""
        taken = self._in_meld(cards, meld)
        melds = self._without(taken, meld)
        if subtract(self._put_down, as_held(taken.ids)) is None:
            self._refuse("draft/card-of-the-table", cards=taken)
        self._commit(melds.melds, bytes(sorted(self._now.hand + as_held(taken.ids))))

    def move(self, cards: CardsLike, meld: int, to: int | None = None) -> None:
        """Move cards of a meld to another meld, or to a new one."""
        moved = self._in_meld(cards, meld)
        if to == meld:
            self._refuse("draft/same-meld")
        if to is not None:
            self._meld(to)
        self._add(self._without(moved, meld), moved.ids, to)

    def split(self, meld: int, at: int) -> None:
        """Split a meld after its first ``at`` cards; the rest becomes a new meld."""
        cards = self._meld(meld)
        if not 0 < verify_whole(at, "the place of a split") < len(cards):
            self._refuse("draft/bad-split", count=len(cards), at=at)
        self.move(Cards.from_ids(cards[at:]), meld)

    def join(self, meld: int, other: int) -> None:
        """Put all cards of the meld ``other`` on ``meld``."""
        self._meld(meld)
        if meld == other:
            self._refuse("draft/same-meld")
        self.move(Cards.from_ids(self._meld(other)), other, to=meld)

    def name(self, name: CardsLike, meld: int, joker: CardsLike = "*") -> None:
        """Name a joker of a meld, or name it anew.

        Args:
            name: The card it shall stand for; ``*`` takes its name off.
            meld: Its meld.
            joker: The joker, where the meld has several.

        >>> from rummy.variants import variant
        >>> draft = Draft(variant("carousel"), "", "5s 6s *")
        >>> draft.start("5s 6s *")
        >>> draft.choices
        {0: Cards('4s 7s')}
        >>> draft.name("7s", 0)
        >>> str(draft.table)
        '5s 6s *7s'
        """
        named, meant = self._some(name), self._some(joker)
        group = self._meld(meld)
        if len(named) != 1 or len(meant) != 1 or not meant[0].is_joker:
            self._refuse("draft/not-a-name", name=named, joker=meant)
        picked = pick_joker(group, meant[0].id)
        if picked is None:
            code = "draft/which-joker" if meant[0].id == UNNAMED_JOKER else "draft/no-such-joker"
            there = Cards.from_ids(jokers_in(group))
            code = code if there else "draft/no-joker"
            self._refuse(code, joker=meant, jokers=there, meld=self.table[meld])
        left = self._without(Cards.from_ids(bytes([picked])), meld)
        self._add(left, bytes([named[0].id | JOKER_BIT]), meld)

    def undo(self) -> None:
        """Take the last edit back."""
        self._verify_open()
        if not self.can_undo:
            self._refuse("draft/nothing-to-undo")
        self._at -= 1

    def redo(self) -> None:
        """Make the edit again that was taken back last."""
        self._verify_open()
        if not self.can_redo:
            self._refuse("draft/nothing-to-redo")
        self._at += 1

    def reset(self) -> None:
        """Put everything back, as one edit that can be undone."""
        self._verify_open()
        if self._must_give_up and self._is_touched:
            self._refuse("draft/no-reset")
        if self._now != self._steps[0]:
            self._commit(*self._steps[0])

    # ---- how a turn ends

    def done(self) -> Lay:
        """The finished play, for the deal, every joker named.

        Raises:
            IllegalPlay: Something is still wrong; ``faults`` holds every reason.
        """
        self._verify_open()
        return Lay(self._judge().table)

    def knock(self) -> Knock:
        """The finished play and a knock, for the deal; a knock alone if the draft is the table.

        Raises:
            IllegalPlay: Something is still wrong; ``faults`` holds every reason.
        """
        self._verify_open()
        return Knock(self._judge().table if self.is_changed else None)

    def give_up(self) -> GiveUp:
        """The action that abandons a changed draft where that costs cards.

        Raises:
            IllegalAction: The move can be reset freely, or nothing was changed.
        """
        self._verify_open()
        if not self._must_give_up:
            self._refuse("draft/reset-instead")
        if not self._is_touched:
            self._refuse("action/nothing-to-give-up")
        return GiveUp()

    def close(self) -> None:
        """Allow no further edit: the turn or the hand it was made for is over."""
        self._is_closed = True

    # ---- as a value

    def copy(self) -> Self:
        """A draft that is equal to this one and edited apart from it, to try edits on."""
        other = type(self)(self.variant, "", "", self.seat, self.opened)
        other._steps, other._at = list(self._steps), self._at
        other._is_touched, other._is_closed = self._is_touched, self._is_closed
        return other

    def to_json(self) -> dict[str, object]:
        """The draft with all its steps as JSON values."""
        return {
            "seat": self.seat,
            "opened": self.opened,
            "steps": [
                {"table": str(Table.from_ids(step.melds)), "hand": str(Cards.from_ids(step.hand))}
                for step in self._steps
            ],
            "at": self._at,
            "touched": self._is_touched,
        }

    @classmethod
    def from_json(cls, v: Variant, data: Mapping[str, Any]) -> Self:
        """Read a draft from JSON values.

        Raises:
            ValueError: The values are no draft; the message says why.
        """
        try:
            steps = [
                Step(parse_table(s["table"]).ids, parse_cards(s["hand"]).sorted().ids) for s in data["steps"]
            ]
            seat, opened, at, touched = data["seat"], data["opened"], data["at"], data["touched"]
        except (KeyError, TypeError) as error:
            raise ValueError(f"the draft lacks or spoils {error}") from None
        is_typed = type(seat) is int and type(at) is int and type(opened) is bool and type(touched) is bool
        if not is_typed or not 0 <= at < len(steps):
            raise ValueError("the draft's seat, opened, at and touched do not fit its steps")
        for number, step in enumerate(steps):
            if _holdings(step) != _holdings(steps[0]) or subtract(steps[0].hand, step.hand) is None:
                raise ValueError(f"step {number} of the draft does not hold the cards it began with")
        draft = cls(v, "", "", seat, opened)
        draft._steps, draft._at, draft._is_touched = steps, at, touched
        return draft

    def is_like(self, fresh: Draft) -> bool:
        """Whether it may take the place of a draft that was made just now: the same table, hand and seat."""
        mine = (self.variant, self.seat, self.opened, self.before, self.hand_before)
        theirs = (fresh.variant, fresh.seat, fresh.opened, fresh.before, fresh.hand_before)
        return mine == theirs and not self.is_closed

    def __eq__(self, other: object) -> bool:
        return self._value() == other._value() if isinstance(other, Draft) else NotImplemented

    def __repr__(self) -> str:
        return f"<Draft of seat {self.seat}: {str(self.table)!r} with {self.hand or 'no cards'} in the hand>"

    def _value(self) -> tuple[object, ...]:
        return self.variant, self.seat, self.opened, self._steps, self._at, self._is_touched

    # ---- within

    @property
    def _now(self) -> Step:
        return self._steps[self._at]

    @property
    def _put_down(self) -> bytes:
        return subtract(self._steps[0].hand, self._now.hand) or b""

    def _judge(self) -> Play:
        start = self._steps[0]
        return judge(self.variant.rules, self.before, self.table, start.hand, self.opened)

    @property
    def _must_give_up(self) -> bool:
        return self.variant.unfinished_move == "draw3"

    def _refuse(self, code: str, **quoted: object) -> NoReturn:
        raise IllegalAction(code, **quoted)

    def _verify_open(self) -> None:
        if self._is_closed:
            self._refuse("draft/closed")

    def _some(self, cards: CardsLike) -> Cards:
        self._verify_open()
        some = parse_cards(cards)
        if not some:
            self._refuse("draft/no-cards")
        return some

    def _meld(self, meld: int) -> bytes:
        melds = self._now.melds
        if not 0 <= verify_whole(meld, "a meld") < len(melds):
            self._refuse("draft/no-such-meld", meld=meld, count=len(melds))
        return melds[meld]

    def _in_meld(self, cards: CardsLike, meld: int) -> Cards:
        """Cards of a meld, with ``*`` for a joker as it lies there."""
        some, group = self._some(cards), self._meld(meld)
        joker = pick_joker(group, UNNAMED_JOKER)
        if joker is None:
            return some
        return Cards.from_ids(bytes([joker if card == UNNAMED_JOKER else card for card in some.ids]))

    def _without(self, cards: Cards, meld: int) -> _Melds:
        """The melds after cards are taken from one; it keeps its place, even empty."""
        left = subtract(self._meld(meld), cards.ids)
        if left is None:
            self._refuse("draft/card-not-in-meld", cards=cards, meld=self.table[meld])
        melds = self._now.melds
        return _Melds((*melds[:meld], left, *melds[meld + 1 :]), self._now.hand)

    def _add(self, melds: _Melds, cards: bytes, meld: int | None) -> None:
        groups = list(melds.melds)
        if meld is None:
            groups.append(cards)
        else:
            self._meld(meld)
            groups[meld] += cards
        self._commit(tuple(groups), melds.hand)

    def _commit(self, melds: tuple[bytes, ...], hand: bytes) -> None:
        step = Step(tuple(_core.arrange(meld) for meld in melds if meld), hand)
        self._steps[self._at + 1 :] = [step]
        self._at += 1
        self._is_touched = self._is_touched or self.is_changed


class _Melds(NamedTuple):
    """Groups on the way to a step, possibly empty, and the hand."""

    melds: tuple[bytes, ...]
    hand: bytes


def _holdings(step: Step) -> list[int]:
    return sorted(as_held(b"".join(step.melds) + step.hand))
