"""The small language of moves: lines of text become commands, and nothing is carried out here.

>>> for command in parse_line("7s 8s 9s; 2 Kd > 3; done"):
...     print(command)
Move(cards=Cards('7s 8s 9s'), source=None, target='new')
Move(cards=Cards('Kd'), source=2, target=3)
Say(word='done', insist=False)
>>> parse_line("Kd to 9q")
Traceback (most recent call last):
    ...
rummy.terminal.language.LanguageError: '9q' is no meld: write its number, new or hand
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from rummy.cards import Cards, NotationError

Target: TypeAlias = int | Literal["new", "hand"]

HELP: Final = """\
Cards are written 7s, Td, Ah: a rank, then c d h s; a joker is *, and *7s where
it stands for the 7s. Melds are numbered as they lie.

  7s 8s 9s         put hand cards down as a new meld
  7s > 2           put a hand card on meld 2
  2 7s > 3         move a card of meld 2 to meld 3
  2 7s > new       move a card of meld 2 to a new meld
  2 7s > hand      take back a card that you put down in this turn
  2 > 3            move all cards of meld 2 to meld 3
  split 2 7s       cut meld 2 after its 7s (or: split 2 3, after its third card)
  join 2 3         put meld 3 on meld 2
  *7s > 2          put a joker down as the 7s; * > 2 if only one card fits
  name 2 7s        name the joker of meld 2 (name 2 *6s 7s if it has several)
  undo, redo       take the last change back, make it again
  reset            put everything back as it was before your move

  done             play what you have laid out
  knock            play what you have laid out, if anything, and end the deal
  draw, pass       (draw! and pass! although you could play)
  give up          abandon a move where that costs cards
  hint             a card that can go down (hint! shows the whole play)
  sort             sort the hand by suit, or by rank again
  table            show table and hand; so does an empty line
  score, rules, ?  the totals, the rule-set, this page
  quit             leave; the game can be resumed. So does Ctrl-D

Several commands go on one line with ; between them. You may write "to" for
">" and "7s from 2 to 3", put a verb first (put 7s on 2, move 7s from 2 to 3,
take 7s from 2), and shorten a command as long as it is clear. A + marks melds
that changed since your last turn or in your move, a ! those that are not valid.
While the steps of a computer's play are drawn, Enter skips them.
"""

WORDS: Final = (
    "done",
    "draw",
    "give up",
    "help",
    "hint",
    "knock",
    "pass",
    "quit",
    "redo",
    "reset",
    "rules",
    "score",
    "sort",
    "table",
    "undo",
)
"""The commands that need no more words."""
_SHORT: Final = {
    "?": "help",
    "": "table",
    "d": "draw",
    "h": "hint",
    "u": "undo",
    "exit": "quit",
    "ok": "done",
}
_INSISTED: Final = ("draw", "hint", "pass")
"""The commands that mean more with a ``!``."""
_FILLERS: Final = {"put": None, "lay": None, "move": None, "take": "hand"}
"""Verbs that may stand before cards, with where the cards go if nothing is said."""
_TO: Final = (">", "to", "on", "onto")


class LanguageError(ValueError):
    """A line that cannot be read; the message names the part."""


@dataclass(frozen=True, slots=True)
class Move:
    """Move cards on the draft.

    Attributes:
        cards: The cards; None for all cards of the meld ``source``.
        source: The number of the meld they come from, from 1; None for the hand.
        target: Where they go.
    """

    cards: Cards | None
    source: int | None
    target: Target


@dataclass(frozen=True, slots=True)
class Split:
    """Cut a meld in two.

    Attributes:
        meld: Its number, from 1.
        after: The last card of the first part, or how many cards it has.
    """

    meld: int
    after: Cards | int


@dataclass(frozen=True, slots=True)
class Name:
    """Name a joker.

    Attributes:
        meld: The number of its meld, from 1.
        name: The card it shall stand for; ``*`` takes its name off.
        joker: The joker, ``*`` for the only one.
    """

    meld: int
    name: Cards
    joker: Cards


@dataclass(frozen=True, slots=True)
class Say:
    """A command that needs no more words.

    Attributes:
        word: One of `WORDS`.
        insist: Whether it was written with a ``!``.
    """

    word: str
    insist: bool = False


Command: TypeAlias = Move | Split | Name | Say


def parse_line(line: str) -> tuple[Command, ...]:
    """Read the commands of a line; an empty line asks for the table.

    Raises:
        LanguageError: Some part cannot be read.
    """
    return tuple(_parse_command(piece) for piece in re.split(r";", line.strip().rstrip(";")))


def _parse_command(text: str) -> Command:
    words = text.replace(">", " > ").replace("!", " ! ").replace(",", " ").split()
    first = words[0].lower() if words else ""
    if first in ("split", "cut"):
        return _parse_split(words[1:])
    if first == "join":
        return _parse_join(words[1:])
    if first == "name":
        return _parse_name(words[1:])
    if first in _FILLERS:
        return _parse_move(words[1:], _FILLERS[first])
    if first[:1].isdigit() or first.startswith("*") or _is_card(first):
        return _parse_move(words, None)
    return _parse_word(words)


def _parse_word(words: list[str]) -> Say:
    insist = words[-1:] == ["!"]
    spoken = " ".join(words[:-1] if insist else words).lower().replace("give-up", "give up")
    spoken = spoken.replace("giveup", "give up")
    found = [_SHORT[spoken]] if spoken in _SHORT else [word for word in WORDS if word.startswith(spoken)]
    if not found:
        raise LanguageError(f"{spoken!r} is neither cards nor a command: ? lists them")
    if len(found) > 1:
        raise LanguageError(f"{spoken!r} could be {' or '.join(found)}")
    if insist and found[0] not in _INSISTED:
        raise LanguageError(f"{found[0]} knows no !")
    return Say(found[0], insist)


def _parse_move(words: list[str], default: Literal["hand"] | None) -> Move:
    words, named = _cut_target(words)
    words, source = _cut_source(words)
    target = named if named is not None else default or "new"
    if not words and source is not None:
        if named is None and default is None:
            raise LanguageError(f"say which cards of meld {source}, or where they all go: {source} > 3")
        return Move(None, source, target)
    cards = _read_cards(words)
    if target == "hand" and source is None:
        raise LanguageError(f"say from which meld {cards} comes back: take {cards} from 2")
    return Move(cards, source, target)


def _cut_target(words: list[str]) -> tuple[list[str], Target | None]:
    for place, word in enumerate(words):
        if word.lower() in _TO:
            named = words[place + 1 :]
            if len(named) != 1:
                raise LanguageError(f"one place follows {word!r}: the number of a meld, new or hand")
            return words[:place], _read_target(named[0])
    return words, None


def _cut_source(words: list[str]) -> tuple[list[str], int | None]:
    if words and words[0].isdigit():
        return words[1:], int(words[0])
    for place, word in enumerate(words):
        if word.lower() == "from":
            named = words[place + 1 :]
            if len(named) != 1:
                raise LanguageError("one meld follows 'from': its number")
            return words[:place], _read_meld(named[0])
    return words, None


def _parse_split(words: list[str]) -> Split:
    words = [word for word in words if word.lower() not in ("after", "at")]
    if len(words) != 2:
        raise LanguageError("a split needs a meld and the card after which it is cut: split 2 7s")
    after = int(words[1]) if words[1].isdigit() else _read_cards(words[1:])
    return Split(_read_meld(words[0]), after)


def _parse_join(words: list[str]) -> Move:
    words = [word for word in words if word.lower() not in ("and", "with")]
    if len(words) != 2:
        raise LanguageError("a join needs two melds: join 2 3")
    return Move(None, _read_meld(words[1]), _read_meld(words[0]))


def _parse_name(words: list[str]) -> Name:
    words = [word for word in words if word.lower() not in ("as", *_TO)]
    if len(words) not in (2, 3):
        raise LanguageError("a name needs the meld of the joker and the card it stands for: name 2 7s")
    joker, name = words[1:] if len(words) == 3 else ("*", words[1])
    return Name(_read_meld(words[0]), _read_cards([name]), _read_cards([joker]))


def _read_target(word: str) -> Target:
    if word.lower() == "new":
        return "new"
    if word.lower() == "hand":
        return "hand"
    if word.isdigit():
        return int(word)
    raise LanguageError(f"{word!r} is no meld: write its number, new or hand")


def _read_meld(word: str) -> int:
    if not word.isdigit():
        raise LanguageError(f"{word!r} is no meld: write its number")
    return int(word)


def _read_cards(words: list[str]) -> Cards:
    try:
        cards = Cards(words)
    except NotationError as error:
        raise LanguageError(str(error)) from None
    if not cards:
        raise LanguageError("name at least one card")
    return cards


def _is_card(word: str) -> bool:
    try:
        return bool(Cards(word))
    except NotationError:
        return False
