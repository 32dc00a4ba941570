"""Why a table or a play is refused, in words: one message for each code of the core.

>>> fault = make_fault("meld/too-short", (0,), Cards("7s 8s"), ["7s 8s"])
>>> fault.code, fault.message, fault.mend
('meld/too-short', 'meld 1 (7s 8s) is too short: it has two cards, and a meld at least three', None)
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
    "meld/too-short": "{meld} is too short: it has {count}, and a meld at least three",
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
    "play/not-opened": "a first play lays three natural hand cards of one suit in sequence, and this {cards}",
    "position/too-many-copies": "there are more copies of {cards} than the packs hold",
    "position/too-many-jokers": "{too_many_jokers}: {cards}",
    "position/bad-meld": "{meld} lies on the table but is no meld",
    "position/named-in-hand": "{cards} has a name: a joker in a hand has none, and is written *",
    "position/unnamed-on-table": "{meld} lies on the table with a joker that has no name, such as *7s",
    "position/empty-hand": "a hand has no cards: the deal would be over",
}
"""The message of each code, for ``str.format`` with what `_words` gives."""

_COUNTS: Final = ("no cards", "one card", "two cards")
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
    message = MESSAGES[code].format_map(_words(melds, cards, table, rules, judged))
    return Fault(code, message, tuple(melds), cards, judged)


def _words(
    melds: Sequence[int],
    cards: Cards,
    table: Sequence[object],
    rules: _core.Rules | None,
    judged: Judged | None,
) -> dict[str, object]:
    """What a message may quote."""
    quoted = [f"meld {meld + 1} ({table[meld]})" for meld in melds if meld < len(table)]
    has_jokers = rules is None or rules.jokers > 0
    jokers = Cards(card for card in cards if card.is_joker)
    names = " ".join(str(card.name) for card in jokers)
    is_locked = rules is not None and rules.joker_law == "locked"
    homes = _homes(cards, judged)
    none_here = "this game has no jokers"
    return {
        "meld": quoted[0] if quoted else "a meld",
        "melds": f" in {(' or ' if len(cards) == 1 else ' and ').join(quoted)}" if quoted else "",
        "cards": cards or "none",
        "count": _COUNTS[min(len(cards), len(_COUNTS) - 1)],
        "ace": _ACES[rules.ace if rules is not None else "either"],
        "most_jokers": "a meld has one at most" if has_jokers else none_here,
        "too_many_jokers": "there are more jokers than the packs hold" if has_jokers else none_here,
        "no_jokers": f": {none_here}" if jokers and not has_jokers else "",
        "not_freed": f"no {names} of your hand has freed it" if is_locked else f"no {names} took its place",
        "home": f", in {homes}" if homes else "",
    }


def _homes(cards: Cards, judged: Judged | None) -> str:
    """The melds before in which a joker lay."""
    if judged is None or len(cards) != 1:
        return ""
    return " or ".join(str(Cards.from_ids(meld)) for meld in judged.before if cards.ids in meld)


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
