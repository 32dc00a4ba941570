"""What one seat may know of a deal (RULES.md section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.actions import Knock
from rummy.turn import can_knock_alone, open_kinds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rummy.actions import ActionKind
    from rummy.cards import Cards
    from rummy.events import Event
    from rummy.scoring import DealResult
    from rummy.table import Table
    from rummy.variant import Variant


class View:
    """A snapshot for one seat or for a spectator. It holds nothing that the seat may not know.

    Attributes:
        variant: The rule-set.
        seat: Whose view it is; None for a spectator.
        to_act: Whose turn it is; None when the deal is over.
        dealer: The seat that dealt.
        hand: The seat's own cards in card order; None for a spectator.
        table: The table.
        hand_sizes: The number of cards in each hand.
        stock_size: The number of cards in the stock.
        drawn: Cards drawn in this turn.
        turns_left: How many of the last turns are still to be ended; None until the stock has run out, and
            where that leads to no last turns.
        has_opened: For each seat, whether it has made a first play.
        totals: The points of each seat from the deals before this one.
        number: The number of the deal in the match, from 0.
        turn: The number of the turn in the deal, from 0.
        step: The number of the action in the turn, from 0.
        result: How the deal ended; None while it runs.
    """

    __slots__ = (
        "_draws",
        "_hands",
        "_is_bound",
        "_log",
        "_logged",
        "dealer",
        "drawn",
        "hand",
        "hand_sizes",
        "has_opened",
        "number",
        "result",
        "seat",
        "step",
        "stock_size",
        "table",
        "to_act",
        "totals",
        "turn",
        "turns_left",
        "variant",
    )

    def __init__(
        self,
        v: Variant,
        *,
        seat: int | None,
        to_act: int | None,
        dealer: int,
        hand: Cards | None,
        table: Table,
        hand_sizes: tuple[int, ...],
        stock_size: int,
        drawn: int,
        draws: int,
        is_bound: bool,
        turns_left: int | None,
        has_opened: tuple[bool, ...],
        totals: tuple[int, ...],
        number: int,
        turn: int,
        step: int,
        log: Sequence[Event],
        result: DealResult | None,
        hands: tuple[Cards, ...] | None,
    ) -> None:
        self.variant = v
        self.seat = seat
        self.to_act = to_act
        self.dealer = dealer
        self.hand = hand
        self.table = table
        self.hand_sizes = hand_sizes
        self.stock_size = stock_size
        self.drawn = drawn
        self._draws = draws
        self._is_bound = is_bound
        self.turns_left = turns_left
        self.has_opened = has_opened
        self.totals = totals
        self.number = number
        self.turn = turn
        self.step = step
        # The log of this seat only grows, so its length now is enough to keep the snapshot.
        self._log = log
        self._logged = len(log)
        self.result = result
        self._hands = hands

    @property
    def draws(self) -> int:
        """How often the seat to act has drawn in this turn."""
        return self._draws

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.hand_sizes)

    @property
    def hands(self) -> tuple[Cards | None, ...]:
        """Every hand as far as it may be seen: the own one, and all when the deal is over."""
        if self._hands is not None:
            return self._hands
        return tuple(self.hand if seat == self.seat else None for seat in range(self.players))

    @property
    def history(self) -> tuple[Event, ...]:
        """What happened in the deal so far, as this seat saw it."""
        return tuple(self._log[: self._logged])

    @property
    def actions(self) -> tuple[ActionKind, ...]:
        """The kinds of action open to this seat: none while it is not its turn."""
        if self.to_act is None or self.to_act != self.seat:
            return ()
        is_last = self.turns_left is not None
        return open_kinds(self.variant, self._draws, self.stock_size, self._is_bound, is_last)

    @property
    def can_knock_alone(self) -> bool:
        """Whether this seat is at a point of its turn where a knock needs no play, whatever it holds."""
        return Knock in self.actions and can_knock_alone(self.variant, self._draws, self.stock_size)

    def to_json(self, history: bool = True) -> dict[str, object]:
        """The view as JSON values.

        Args:
            history: Whether to write what happened so far.
        """
        data: dict[str, object] = {
            "variant": self.variant.id,
            "options": self.variant.settings,
            "seat": self.seat,
            "to_act": self.to_act,
            "dealer": self.dealer,
            "number": self.number,
            "turn": self.turn,
            "step": self.step,
            "hands": [None if hand is None else str(hand) for hand in self.hands],
            "hand_sizes": list(self.hand_sizes),
            "table": str(self.table),
            "stock_size": self.stock_size,
            "drawn": self.drawn,
            "turns_left": self.turns_left,
            "has_opened": list(self.has_opened),
            "totals": list(self.totals),
            "actions": [kind.kind for kind in self.actions],
            "result": None if self.result is None else self.result.to_json(),
        }
        if history:
            data["history"] = [event.to_json() for event in self.history]
        return data

    def __getstate__(self) -> dict[str, object]:
        # A copy that goes elsewhere takes the history as it was, not a log that grows.
        return {**{name: getattr(self, name) for name in self.__slots__}, "_log": self.history}

    def __setstate__(self, state: dict[str, object]) -> None:
        for name, value in state.items():
            setattr(self, name, value)

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<View of {who}: {str(self.table)!r}, hand {self.hand or 'hidden'}, turn of {self.to_act}>"
