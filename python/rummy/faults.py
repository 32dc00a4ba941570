"""Why a table or a play is refused, in words: one message for each code of the core.

>>> fault = make_fault("meld/too-short", (0,), Cards("7s 8s"), ["7s 8s"])
>>> fault.code, fault.message, fault.mend
('meld/too-short', 'meld 1 (7s 8s) is too short: it has only two cards, and a meld needs three', None)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final, NoReturn

from rummy.cards import Cards
from rummy.mends import find_mend

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rummy import _core
    from rummy.workbench import Judged, Reason

MESSAGES: Final = {
    "meld/too-short": "{meld} is too short: it has {count}, and a meld needs three",
    "meld/too-long": "{meld} is too long: a run has an ace at one end only, so thirteen cards at most",
    "meld/suit-twice": "{meld} is no set: a set has every suit once at most, and this has {cards}",
    "meld/card-twice": "{meld} is no run: a run has no card twice, and this has {cards}",
    "meld/not-a-meld": "{meld} is neither a set (one rank) nor a run (one suit in sequence)",
    "meld/ace-not-here": "{meld} is no run: {cards} cannot lie there, for {ace}",
    "meld/too-many-jokers": "{meld} has too many jokers ({cards}): {most_jokers}",
    "meld/only-jokers": "{meld} has only jokers: a meld needs at least one natural card",
    "joker/unnamed": "the joker in {meld} could stand for several cards: say which of {cards}",
    "joker/renamed": "the joker {cards} may not get another name: {not_freed}",
    "joker/left-its-neighbour": "the joker {cards} must stay in a meld with a card that was beside it{home}",
    "joker/locked-meld": "a joker locks {cards}: it stays whole, and only natural cards of your hand join it",
    "play/card-lost": "{cards} lay on the table and must stay there",
    "play/card-not-in-hand": "{cards}{melds} came neither from the table nor from your hand{no_jokers}",
    "play/nothing-added": "a play puts down at least one card of your hand",
    "play/not-opened": "a first play lays three natural hand cards that are a run, and this one lays {cards}",
    "position/too-many-copies": "there are more copies of {cards} than the packs hold",
    "position/too-many-jokers": "{too_many_jokers}: {cards}",
    "position/bad-meld": "{meld} lies on the table but is no meld",
    "position/named-in-hand": "{cards} has a name: a joker in a hand has none, and is written *",
    "position/unnamed-on-table": "{meld} lies on the table with a joker that has no name, such as *7s",
    "position/empty-hand": "a hand has no cards: the deal would be over",
}
"""The message of each code, for ``str.format`` with `_Words`."""

NO_JOKERS: Final = "this game has no jokers"
_COUNTS: Final = ("no cards", "only one card", "only two cards")
_ACES: Final = {
    "low": "an ace stands only below the 2 in this game",
    "high": "an ace stands only above the king in this game",
    "either": "an ace stands below the 2 or above the king, never between them",
}


@dataclass(frozen=True)
class Fault:
    """One reason why a table or a play is refused.

    Attributes:
        code: The stable code, such as ``meld/too-short``.
        message: The reason in words; it quotes the melds, numbered from 1, and the cards.
        melds: Positions in the table judged of the melds concerned.
        cards: The cards concerned; for ``joker/unnamed`` the cards the joker could stand for.
        judged: The play it was told against, if there was one; `mend` is found from it.
    """

    code: str
    message: str
    melds: tuple[int, ...]
    cards: Cards
    judged: Judged | None = field(default=None, repr=False, compare=False)

    @cached_property
    def mend(self) -> str | None:
        """The one change that mends it, in words, or None. It is found when it is first asked for.

        >>> from rummy.search import check_play
        >>> from rummy.variants import variant
        >>> try:
        ...     check_play(variant("shanghai"), "5s 6s 7s 8s", "5s 6s 7s 8s | 9s Ts", "9s Ts Kd")
        ... except IllegalPlay as illegal:
        ...     [fault.mend for fault in illegal.faults]
        ['8s or Js would complete it: 8s can come from meld 1 (5s 6s 7s 8s)']
        """
        if self.judged is None:
            return None
        mend = find_mend(self.judged, (self.code, self.melds, self.cards.ids))
        return None if mend is None else mend.text

    def to_json(self) -> dict[str, object]:
        """The fault as JSON values."""
        return {
            "code": self.code,
            "message": self.message,
            "melds": list(self.melds),
            "cards": [str(card) for card in self.cards],
            "mend": self.mend,
        }

    def __str__(self) -> str:
        return self.message if self.mend is None else f"{self.message} - {self.mend}"


class IllegalPlay(ValueError):  # noqa: N818 - the name is part of the interface
    """A play is illegal; ``faults`` holds every reason."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "; ".join(map(str, self.faults))


class IllegalPosition(IllegalPlay):
    """A table with a hand cannot occur, so no play from it is legal; ``faults`` holds every reason."""


def make_fault(
    code: str,
    melds: Sequence[int],
    cards: Cards,
    table: Sequence[object],
    rules: _core.Rules | None = None,
    judged: Judged | None = None,
) -> Fault:
    """The fault with its message.

    Args:
        code: A key of `MESSAGES`.
        melds: Positions in ``table``.
        cards: The cards concerned.
        table: The melds judged; their ``str`` is quoted.
        rules: The core's rules, where the message can name what they allow.
        judged: The play that was judged, if it is one.
    """
    words = _Words(melds, cards, table, rules, judged)
    return Fault(code, MESSAGES[code].format_map(words), tuple(melds), cards, judged)


class _Words:
    """What messages quote, each found when a message asks for it; the arguments are those of `make_fault`."""

    __slots__ = ("_cards", "_judged", "_melds", "_rules", "cards")

    def __init__(
        self,
        melds: Sequence[int],
        cards: Cards,
        table: Sequence[object],
        rules: _core.Rules | None,
        judged: Judged | None,
    ) -> None:
        self.cards = cards or "none"
        self._melds = [(meld, table[meld]) for meld in melds if meld < len(table)]
        self._cards = cards
        self._rules = rules
        self._judged = judged

    def __getitem__(self, word: str) -> object:
        return getattr(self, word)

    @property
    def meld(self) -> str:
        return self._quoted[0] if self._melds else "a meld"

    @property
    def melds(self) -> str:
        """Where the cards lie; a single one that lies in several melds is one card too many of them."""
        joined = (" or " if len(self._cards) == 1 else " and ").join(self._quoted)
        return f" in {joined}" if joined else ""

    @property
    def count(self) -> str:
        return _COUNTS[min(len(self._cards), len(_COUNTS) - 1)]

    @property
    def ace(self) -> str:
        return _ACES[self._rules.ace if self._rules is not None else "either"]

    @property
    def most_jokers(self) -> str:
        return "a meld has one at most" if self._has_jokers else NO_JOKERS

    @property
    def too_many_jokers(self) -> str:
        return "there are more jokers than the packs hold" if self._has_jokers else NO_JOKERS

    @property
    def no_jokers(self) -> str:
        is_strange = not self._has_jokers and any(card.is_joker for card in self._cards)
        return f": {NO_JOKERS}" if is_strange else ""

    @property
    def not_freed(self) -> str:
        names = " ".join(str(card.name) for card in self._cards)
        if self._rules is not None and self._rules.joker_law == "locked":
            return f"no {names} of your hand has freed it"
        return f"no {names} took its place"

    @property
    def home(self) -> str:
        """The melds before in which a joker lay."""
        before = () if self._judged is None else self._judged.before
        homes = " or ".join(str(Cards.from_ids(meld)) for meld in before if self._cards.ids in meld)
        return f", in {homes}" if homes else ""

    @property
    def _quoted(self) -> list[str]:
        return [f"meld {meld + 1} ({cards})" for meld, cards in self._melds]

    @property
    def _has_jokers(self) -> bool:
        return self._rules is None or self._rules.jokers > 0


def make_faults(
    reasons: Iterable[Reason],
    table: Sequence[object],
    rules: _core.Rules | None = None,
    judged: Judged | None = None,
) -> tuple[Fault, ...]:
    """The faults for the reasons the core gives; the other arguments are those of `make_fault`."""
    return tuple(
        make_fault(code, melds, Cards.from_ids(cards), table, rules, judged) for code, melds, cards in reasons
    )


def raise_faults(
    reasons: Iterable[Reason],
    table: Sequence[object],
    rules: _core.Rules,
    judged: Judged | None = None,
) -> NoReturn:
    """Raise what the core refused; the arguments are those of `make_faults`.

    Raises:
        IllegalPosition: If the position cannot occur.
        IllegalPlay: If the play is illegal.
    """
    faults = make_faults(reasons, table, rules, judged)
    is_position = any(fault.code.startswith("position/") for fault in faults)
    raise (IllegalPosition if is_position else IllegalPlay)(faults) from None
