"""What happened in a deal, as frozen values that turn into JSON lines and back (RULES.md section 7).

An event holds everything; `seen_by` gives what one seat, or a spectator (None), may know of it.

>>> event = Drew(0, Cards("7s"))
>>> event.seen_by(1), event.seen_by(1).to_json()
(Drew(seat=0, cards=None, count=1), {'event': 'drew', 'seat': 0, 'cards': None, 'count': 1})
>>> event_from_json(event.to_json()) == event
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, TypeAlias

from rummy.cards import Cards
from rummy.checks import quote
from rummy.moves import Move, find_moves
from rummy.table import Table, parse_table

if TYPE_CHECKING:
    from collections.abc import Callable

Reason: TypeAlias = Literal["out", "knock", "undercut", "stock-out", "blocked"]
"""Why a deal ended: a hand is empty; a knock that won; a knock that did not, for another count is as low or
lower; the last turns are over; or everybody passed with an empty stock."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards are dealt, or set up.

    Attributes:
        dealer: The seat that deals.
        seat: The seat that begins.
        hands: The hands, in card order; None where hidden.
        sizes: The number of cards in each hand.
        table: The table.
        stock: The stock, the next card first; None where hidden.
        stock_size: The number of cards in the stock.
    """

    is_public: ClassVar = False
    dealer: int
    seat: int
    hands: tuple[Cards | None, ...]
    sizes: tuple[int, ...]
    table: Table
    stock: Cards | None
    stock_size: int

    def seen_by(self, seat: int | None) -> Dealt:
        """The event with every other hand and the stock hidden."""
        hands = tuple(hand if owner == seat else None for owner, hand in enumerate(self.hands))
        return Dealt(self.dealer, self.seat, hands, self.sizes, self.table, None, self.stock_size)

    def to_json(self) -> dict[str, object]:
        """The event as JSON values."""
        return {
            "event": "dealt",
            "dealer": self.dealer,
            "seat": self.seat,
            "hands": [None if hand is None else str(hand) for hand in self.hands],
            "sizes": list(self.sizes),
            "table": str(self.table),
            "stock": None if self.stock is None else str(self.stock),
            "stock_size": self.stock_size,
        }


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew from the stock.

    Attributes:
        seat: Who drew.
        cards: The cards in the order drawn; None where hidden.
        count: How many.
    """

    is_public: ClassVar = False
    seat: int
    cards: Cards | None
    count: int = -1

    def __post_init__(self) -> None:
        if self.count < 0:
            object.__setattr__(self, "count", len(self.cards or ()))

    def seen_by(self, seat: int | None) -> Drew:
        """The event with the cards hidden from all but the seat that drew them."""
        return self if seat == self.seat else Drew(self.seat, None, self.count)

    def to_json(self) -> dict[str, object]:
        """The event as JSON values."""
        cards = None if self.cards is None else str(self.cards)
        return {"event": "drew", "seat": self.seat, "cards": cards, "count": self.count}


@dataclass(frozen=True, slots=True)
class Laid:
    """A seat made a play.

    Attributes:
        seat: Who played.
        cards: The hand cards put down, in card order.
        table: The table after the play.
        before: The table before it; None if the event was read from JSON, where it is that of the last
            event with a table. It makes no difference between events.
        split: How many melds of the table before it split (RULES.md section 8); None if the event was read
            from JSON. It makes no difference either, for it follows from the tables.
    """

    is_public: ClassVar = True
    seat: int
    cards: Cards
    table: Table
    before: Table | None = field(default=None, compare=False, repr=False)
    split: int | None = field(default=None, compare=False, repr=False)

    def moves(self) -> tuple[Move, ...]:
        """The fewest moves of single cards that the play takes (`Play.moves`).

        Raises:
            ValueError: The table before is not known: `find_moves` takes it from wherever it is.
        """
        if self.before is None:
            raise ValueError("the event does not know the table before the play")
        return find_moves(self.before, self.table)

    def seen_by(self, seat: int | None) -> Laid:  # noqa: ARG002 - every event answers
        """The event: nothing about it is hidden."""
        return self

    def to_json(self) -> dict[str, object]:
        """The event as JSON values."""
        return {"event": "laid", "seat": self.seat, "cards": str(self.cards), "table": str(self.table)}


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat passed.

    Attributes:
        seat: Who passed.
    """

    is_public: ClassVar = True
    seat: int

    def seen_by(self, seat: int | None) -> Passed:  # noqa: ARG002 - every event answers
        """The event: nothing about it is hidden."""
        return self

    def to_json(self) -> dict[str, object]:
        """The event as JSON values."""
        return {"event": "passed", "seat": self.seat}


@dataclass(frozen=True, slots=True)
class Knocked:
    """A seat knocked; a play made for it is the event before.

    Attributes:
        seat: Who knocked.
    """

    is_public: ClassVar = True
    seat: int

    def seen_by(self, seat: int | None) -> Knocked:  # noqa: ARG002 - every event answers
        """The event: nothing about it is hidden."""
        return self

    def to_json(self) -> dict[str, object]:
        """The event as JSON values."""
        return {"event": "knocked", "seat": self.seat}


@dataclass(frozen=True, slots=True)
class GaveUp:
    """A seat gave up an unfinished move; what it draws for it is the next event.

    Attributes:
        seat: Who gave up.
    """

    is_public: ClassVar = True
    seat: int

    def seen_by(self, seat: int | None) -> GaveUp:  # noqa: ARG002 - every event answers
        """The event: nothing about it is hidden."""
        return self

    def to_json(self) -> dict[str, object]:
        """The event as JSON values."""
        return {"event": "gave-up", "seat": self.seat}


@dataclass(frozen=True, slots=True)
class Ended:
    """The deal is over and all hands are shown.

    Attributes:
        reason: Why it ended.
        winners: The seats that won.
        points: The points of each seat.
        hands: The cards left in each hand.
    """

    is_public: ClassVar = True
    reason: Reason
    winners: tuple[int, ...]
    points: tuple[int, ...]
    hands: tuple[Cards, ...]

    def seen_by(self, seat: int | None) -> Ended:  # noqa: ARG002 - every event answers
        """The event: nothing about it is hidden."""
        return self

    def to_json(self) -> dict[str, object]:
        """The event as JSON values."""
        return {
            "event": "ended",
            "reason": self.reason,
            "winners": list(self.winners),
            "points": list(self.points),
            "hands": [str(hand) for hand in self.hands],
        }


Event: TypeAlias = Dealt | Drew | Laid | Passed | Knocked | GaveUp | Ended


class Log:
    """What happened in a deal, and what each seat saw of it.

    Args:
        players: The number of players.

    Attributes:
        events: Everything, with nothing hidden.
    """

    __slots__ = ("_seen", "events")

    def __init__(self, players: int) -> None:
        self.events: list[Event] = []
        # What a spectator saw is last: a view holds one of these and nothing else.
        self._seen: tuple[list[Event], ...] = tuple([] for _ in range(players + 1))

    def seen_by(self, seat: int | None) -> list[Event]:
        """The log of one seat, or of a spectator (None); it only grows."""
        return self._seen[-1 if seat is None else seat]

    def add(self, event: Event) -> None:
        """Something has happened."""
        self.events.append(event)
        if event.is_public:
            for seen in self._seen:
                seen.append(event)
        else:
            for seat, seen in enumerate(self._seen[:-1]):
                seen.append(event.seen_by(seat))
            self._seen[-1].append(event.seen_by(None))


def _cards_or_hidden(text: str | None) -> Cards | None:
    return None if text is None else Cards(text)


_READERS: Final[Mapping[str, Callable[[Mapping[str, Any]], Event]]] = {
    "dealt": lambda data: Dealt(
        data["dealer"],
        data["seat"],
        tuple(map(_cards_or_hidden, data["hands"])),
        tuple(data["sizes"]),
        parse_table(data["table"]),
        _cards_or_hidden(data["stock"]),
        data["stock_size"],
    ),
    "drew": lambda data: Drew(data["seat"], _cards_or_hidden(data["cards"]), data["count"]),
    "laid": lambda data: Laid(data["seat"], Cards(data["cards"]), parse_table(data["table"])),
    "passed": lambda data: Passed(data["seat"]),
    "knocked": lambda data: Knocked(data["seat"]),
    "gave-up": lambda data: GaveUp(data["seat"]),
    "ended": lambda data: Ended(
        data["reason"], tuple(data["winners"]), tuple(data["points"]), tuple(map(Cards, data["hands"]))
    ),
}


def event_from_json(data: Mapping[str, Any]) -> Event:
    """Read an event from JSON values.

    Raises:
        ValueError: The values are no event; the message says why.
    """
    name = data.get("event") if isinstance(data, Mapping) else None
    reader = _READERS.get(name) if isinstance(name, str) else None
    if reader is None:
        kinds = ", ".join(_READERS)
        raise ValueError(f"an event is an object whose 'event' is one of {kinds}, not {quote(data)}")
    try:
        return reader(data)
    except (KeyError, TypeError) as error:
        raise ValueError(f"the event {data['event']!r} lacks or spoils {error}") from None
