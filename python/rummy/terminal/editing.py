"""Carries the moves of a line out on a draft: all of them, or none.

>>> from rummy.draft import Draft
>>> from rummy.terminal.language import parse_line
>>> from rummy.variants import variant
>>> draft = Draft(variant("machiavelli"), "5s 6s 7s | 8c 8d 8h 8s", "9s Kd")
>>> edited = edit(draft, parse_line("2 8s > 1; 9s > 1"))
>>> str(edited.table), str(draft.table)
('5s 6s 7s 8s 9s | 8c 8d 8h', '5s 6s 7s | 8c 8d 8h 8s')
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rummy.actions import IllegalAction
from rummy.terminal.language import LanguageError, Move, Name, Say, Split

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rummy.cards import Cards
    from rummy.draft import Draft
    from rummy.terminal.language import Command

EDITS: Final = ("undo", "redo", "reset")
"""The words that change the draft."""


def is_edit(command: Command) -> bool:
    """Whether a command changes the draft and nothing else."""
    return not isinstance(command, Say) or command.word in EDITS


def edit(draft: Draft, commands: Iterable[Command]) -> Draft:
    """A copy of the draft on which the commands are carried out.

    Raises:
        LanguageError: A number of a meld or a card that is not there.
        IllegalAction: An edit that the draft refuses.
    """
    copy = draft.copy()
    for command in commands:
        if isinstance(command, Move):
            _move(copy, command)
        elif isinstance(command, Split):
            _split(copy, command)
        elif isinstance(command, Name):
            copy.name(command.name, _place(copy, command.meld), command.joker)
        elif command.word == "undo":
            copy.undo()
        elif command.word == "redo":
            copy.redo()
        else:
            copy.reset()
    return copy


def _move(draft: Draft, move: Move) -> None:
    source = None if move.source is None else _place(draft, move.source)
    target = move.target if isinstance(move.target, str) else _place(draft, move.target)
    cards = move.cards if move.cards is not None or source is None else draft.table[source]
    if cards is None:
        raise LanguageError("name at least one card")
    if source is None:
        _put(draft, cards, target)
    elif target == "hand":
        draft.take(cards, source)
    else:
        draft.move(cards, source, None if isinstance(target, str) else target)


def _put(draft: Draft, cards: Cards, target: int | str) -> None:
    try:
        draft.put(cards, None if isinstance(target, str) else target)
    except IllegalAction as refused:
        place = _find_meld(draft, cards)
        if refused.code != "draft/card-not-in-hand" or place is None:
            raise
        raise LanguageError(
            f"{refused}; to move cards of a meld, name it first: {place + 1} {cards} > new"
        ) from None


def _split(draft: Draft, split: Split) -> None:
    place = _place(draft, split.meld)
    meld = draft.table[place]
    if isinstance(split.after, int):
        draft.split(place, split.after)
        return
    card = split.after[0]
    if card not in meld:
        raise LanguageError(f"meld {split.meld} has no {card}: it is {meld}")
    draft.split(place, meld.index(card) + 1)


def _place(draft: Draft, number: int) -> int:
    if not 1 <= number <= len(draft.table):
        raise LanguageError(f"there is no meld {number}: the table has {len(draft.table)}")
    return number - 1


def _find_meld(draft: Draft, cards: Cards) -> int | None:
    return next((place for place, meld in enumerate(draft.table) if set(cards) <= set(meld)), None)
