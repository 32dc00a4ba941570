"""What a seat may ask for, and the answer to what it may not (RULES.md sections 4 and 6).

>>> Lay("9s 7s 8s").to_json()
{'action': 'lay', 'table': '7s 8s 9s'}
>>> action_from_json({"action": "draw", "insist": True})
Draw(insist=True)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

from rummy.checks import quote, verify_flag
from rummy.table import Table, TableLike, parse_table

if TYPE_CHECKING:
    from rummy.play import Hint

MESSAGES: Final = {
    "action/not-an-action": "an action is Draw(), Lay(table), Knock(table), Pass() or GiveUp(), not {given}",
    "action/deal-over": "the deal is over",
    "action/not-your-turn": "it is the turn of seat {turn}, not of seat {seat}",
    "action/kind-not-open": "{action} is not open now; open: {open}",
    "action/draft-changed": "finish or {way} your move first",
    "action/nothing-to-give-up": "there is nothing to give up: the table is as it was",
    "action/knock-without-play": "you cannot knock without a play {when}",
    "action/knock-with-play": "after the last draw there is no play: knock without one",
    "action/count-too-high": "a knock needs a count of {most} or less, and yours is {count}",
    "action/play-exists": "you can play: {card} goes down; insist if you would rather not",
    "draft/closed": "this draft belongs to a turn that is over, or to a hand from before a draw",
    "draft/no-such-meld": "there is no meld {meld}; the draft has {count}, numbered from 0",
    "draft/no-cards": "name at least one card",
    "draft/card-not-in-hand": "{cards} cannot be put down: the hand holds {hand}",
    "draft/card-not-in-meld": "{cards} cannot be taken: the meld holds {meld}",
    "draft/card-of-the-table": "{cards} lay on the table before this turn, so it cannot go to the hand",
    "draft/same-meld": "a meld cannot be joined to itself or be moved to itself",
    "draft/bad-split": "a meld of {count} cards cannot be split after {at}",
    "draft/not-a-name": "{joker} cannot be named {name}: name one joker of a meld as one card",
    "draft/no-joker": "there is no joker in {meld}",
    "draft/no-such-joker": "{joker} is not in {meld}, but {jokers}",
    "draft/which-joker": "say which joker of {meld} you mean: {jokers}",
    "draft/nothing-to-undo": "there is nothing to undo",
    "draft/nothing-to-redo": "there is nothing to redo",
    "draft/no-reset": "this move cannot be reset: finish it or give it up",
    "draft/reset-instead": "this move may be reset: there is nothing to give up",
    "draft/of-another-turn": "this draft was made on another table, hand or seat",
    "match/deal-running": "the deal is not over",
    "match/over": "the match is over",
    "match/not-open-ended": "{variant} ends by itself",
}
"""The message of each code, for ``str.format``."""


class IllegalAction(ValueError):  # noqa: N818 - the name is part of the interface
    """An action or an edit that is not open now. Nothing has changed.

    Attributes:
        code: The stable code, a key of `MESSAGES`.
    """

    def __init__(self, code: str, **quoted: object) -> None:
        super().__init__(MESSAGES[code].format(**quoted))
        self.code = code
        self._quoted = quoted

    def __reduce__(self) -> tuple[object, ...]:
        return partial(IllegalAction, self.code, **self._quoted), ()


class Reminder(IllegalAction):
    """A play exists, so the player is asked to think again; the same action insisted on goes through.

    Attributes:
        hint: An easy play.
    """

    def __init__(self, hint: Hint) -> None:
        super().__init__("action/play-exists", card=hint.card)
        self.hint = hint

    def __reduce__(self) -> tuple[object, ...]:
        return Reminder, (self.hint,)


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw from the stock.

    Attributes:
        insist: Draw although a play exists.
    """

    kind: ClassVar = "draw"
    insist: bool = False

    def __post_init__(self) -> None:
        if type(self.insist) is not bool:
            object.__setattr__(self, "insist", verify_flag(self.insist, "insist"))

    def to_json(self) -> dict[str, object]:
        """The action as JSON values."""
        return {"action": "draw", "insist": True} if self.insist else {"action": "draw"}


@dataclass(frozen=True, slots=True)
class Pass:
    """End the turn without a play.

    Attributes:
        insist: Pass although a play exists.
    """

    kind: ClassVar = "pass"
    insist: bool = False

    def __post_init__(self) -> None:
        if type(self.insist) is not bool:
            object.__setattr__(self, "insist", verify_flag(self.insist, "insist"))

    def to_json(self) -> dict[str, object]:
        """The action as JSON values."""
        return {"action": "pass", "insist": True} if self.insist else {"action": "pass"}


@dataclass(frozen=True, slots=True, init=False)
class Lay:
    """Play: make this the table.

    Attributes:
        table: The finished draft.
    """

    kind: ClassVar = "lay"
    table: Table

    def __init__(self, table: TableLike) -> None:
        object.__setattr__(self, "table", table if type(table) is Table else parse_table(table))

    def to_json(self) -> dict[str, object]:
        """The action as JSON values."""
        return {"action": "lay", "table": str(self.table)}


@dataclass(frozen=True, slots=True, init=False)
class Knock:
    """End the deal with a low count.

    Attributes:
        table: The finished draft, or None to knock without a play.
    """

    kind: ClassVar = "knock"
    table: Table | None

    def __init__(self, table: TableLike | None = None) -> None:
        object.__setattr__(self, "table", None if table is None else parse_table(table))

    def to_json(self) -> dict[str, object]:
        """The action as JSON values."""
        return {"action": "knock"} if self.table is None else {"action": "knock", "table": str(self.table)}


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Put a changed draft back and draw for it."""

    kind: ClassVar = "give-up"

    def to_json(self) -> dict[str, object]:
        """The action as JSON values."""
        return {"action": "give-up"}


Action: TypeAlias = Draw | Lay | Knock | Pass | GiveUp
ActionKind: TypeAlias = type[Draw] | type[Lay] | type[Knock] | type[Pass] | type[GiveUp]
KINDS: Final[Mapping[str, ActionKind]] = {kind.kind: kind for kind in (Draw, Lay, Knock, Pass, GiveUp)}
"""The kinds of action by name."""

_FIELDS: Final[Mapping[str, tuple[str, type]]] = {
    "draw": ("insist", bool),
    "pass": ("insist", bool),
    "lay": ("table", str),
    "knock": ("table", str),
}


def _is_kind(name: object) -> bool:
    return isinstance(name, str) and name in KINDS


def action_from_json(data: object) -> Action:
    """Read an action from JSON values.

    Raises:
        ValueError: The values are no action; the message says why.
    """
    if not isinstance(data, Mapping) or not _is_kind(data.get("action")):
        kinds = ", ".join(KINDS)
        raise ValueError(f"an action is an object whose 'action' is one of {kinds}, not {quote(data)}")
    name = data["action"]
    values = {key: value for key, value in data.items() if key != "action"}
    for key, value in values.items():
        field, kind = _FIELDS.get(name, ("", object))
        if key != field or not isinstance(value, kind):
            raise ValueError(f"{name!r} cannot have {key!r}: {value!r}")
    if name == "lay" and not values:
        raise ValueError("'lay' needs a 'table'")
    return KINDS[name](**values)
