"""Who plays at a terminal: how many opponents, of which kind, under which names.

>>> seat_opponents("easy,normal", "Ada,Bo")
Opponents(kinds=('easy', 'normal'), names=('Ada', 'Bo'))
>>> seat_opponents("easy", None, players=3)
Opponents(kinds=('easy', 'easy'), names=('Computer 1', 'Computer 2'))
>>> seat_opponents("easy", "Ada,Ada")
Traceback (most recent call last):
    ...
ValueError: the name 'Ada' is there twice: every player needs one of its own
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from rummy.checks import quote
from rummy.players import PLAYERS, make_player
from rummy.terminal.describe import count_of
from rummy.terminal.render import join_words
from rummy.terminal.telling import YOU
from rummy.variant import FEWEST_PLAYERS, MOST_PLAYERS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rummy.terminal.screen import Read, Screen

ME: Final = 0
"""The seat of the person at the terminal."""
PERSON: Final = "person"
"""The kind of that seat, as records name it."""
LEVEL: Final = "normal"
"""The kind of an opponent, if none is chosen."""
LONGEST_NAME: Final = 20

Answer = TypeVar("Answer")


class Opponents(NamedTuple):
    """The computer players at a table with a person.

    Attributes:
        kinds: The kind of each.
        names: The name of each.
    """

    kinds: tuple[str, ...]
    names: tuple[str, ...]

    @property
    def seat_names(self) -> list[str]:
        """The name of each seat, the person's as the one who is spoken to."""
        return [YOU, *self.names]

    @property
    def seat_kinds(self) -> list[str]:
        """The kind of each seat."""
        return [PERSON, *self.kinds]

    def __str__(self) -> str:
        return join_words([f"{name} ({kind})" for name, kind in zip(self.names, self.kinds, strict=True)])


def name_seats(players: int, person: int | None = ME) -> list[str]:
    """What each seat is called where no names were chosen.

    >>> name_seats(3)
    ['You', 'Computer 1', 'Computer 2']
    """
    computers = [seat for seat in range(players) if seat != person]
    if len(computers) == 1:
        return ["Computer" if seat in computers else YOU for seat in range(players)]
    return [f"Computer {computers.index(seat) + 1}" if seat in computers else YOU for seat in range(players)]


def seat_opponents(kinds: str | None, names: str | None, players: int | None = None) -> Opponents:
    """The opponents that were chosen; what was left open is as it is usual.

    Args:
        kinds: Their kinds with commas between, or one for all; None: all are `LEVEL`.
        names: Their names with commas between; None: they are numbered.
        players: How many players there are, the person among them; None: as many as are named.

    Raises:
        ValueError: An unknown kind, an impossible name, or another number of either than of opponents.
    """
    chosen = [LEVEL] if kinds is None else split_list(kinds)
    called = None if names is None else split_list(names)
    if players is None:
        named = len(called) if called is not None else len(chosen)
        # More than one kind are one each, and so say how many there are.
        players = 1 + (len(chosen) if len(chosen) > 1 else named)
    count = players - 1
    if count + 1 > MOST_PLAYERS:
        raise ValueError(f"{count_of(count, 'opponent')} are too many: at most {MOST_PLAYERS - 1} can play")
    return Opponents(
        read_kinds(chosen, count), name_defaults(count) if called is None else read_names(called, count)
    )


def name_defaults(count: int) -> tuple[str, ...]:
    """The names of so many opponents where none were chosen."""
    return tuple(name_seats(count + 1)[1:])


def read_kinds(kinds: Sequence[str], count: int) -> tuple[str, ...]:
    """One kind for each of so many opponents; a single one is for all.

    Raises:
        ValueError: An unknown kind, or another number of them.
    """
    for kind in kinds:
        make_player(kind)
    if len(kinds) not in (1, count):
        raise ValueError(
            f"{count_of(len(kinds), 'kind')} for {count_of(count, 'opponent')}: give one for all, or one each"
        )
    return tuple(kinds) * (count if len(kinds) == 1 else 1)


def read_names(names: Sequence[str], count: int) -> tuple[str, ...]:
    """A name for each of so many opponents.

    Raises:
        ValueError: Another number of them, or a name that is empty, too long, not printable, there twice or
            the person's own.
    """
    if len(names) != count:
        raise ValueError(f"{count_of(len(names), 'name')} for {count_of(count, 'opponent')}: give one each")
    for place, name in enumerate(names):
        if not name:
            raise ValueError("a name cannot be empty: give them with commas between, such as Ada,Bo")
        if len(name) > LONGEST_NAME:
            raise ValueError(
                f"the name {name[:LONGEST_NAME]!r}... is too long: {LONGEST_NAME} characters at most"
            )
        if not name.isprintable():
            raise ValueError(f"the name {quote(name)} has characters that cannot be shown")
        if name.casefold() == YOU.casefold():
            raise ValueError(f"the name {name!r} is what you are called: choose another")
        if name.casefold() in (other.casefold() for other in names[:place]):
            raise ValueError(f"the name {name!r} is there twice: every player needs one of its own")
    return tuple(names)


def ask_opponents(read: Read, screen: Screen) -> Opponents:
    """Ask the person at the terminal; Enter takes what is usual.

    Raises:
        EOFError: The person leaves.
    """
    count = _ask(read, screen, f"How many opponents, 1 to {MOST_PLAYERS - 1}? [1] ", "1", _read_count)
    each = " (One for all, or one each.)" if count > 1 else ""
    kinds = _ask(
        read,
        screen,
        f"Which level: {join_words(list(PLAYERS), 'or')}?{each} [{LEVEL}] ",
        LEVEL,
        lambda text: read_kinds(split_list(text), count),
    )
    usual = ", ".join(name_defaults(count))
    question = "Its name?" if count == 1 else "Their names?"
    names = _ask(
        read, screen, f"{question} [{usual}] ", usual, lambda text: read_names(split_list(text), count)
    )
    return Opponents(kinds, names)


def recorded_opponents(header: Mapping[str, Any]) -> Opponents:
    """The opponents of the person whose game a record is, by the line that names the game.

    Raises:
        ValueError: It is no game of a person against computers of known kinds.
    """
    kinds, names = _recorded_seats(header)
    if len(kinds) != header["players"] or kinds[0] != PERSON or not set(kinds[1:]) <= set(PLAYERS):
        raise ValueError(
            f"this is no game of a person against computers: {', '.join(kinds) or 'nobody is named'}"
        )
    return Opponents(tuple(kinds[1:]), tuple(names[1:]) if names else name_defaults(len(kinds) - 1))


def recorded_names(header: Mapping[str, Any]) -> list[str]:
    """What each seat of a recorded game is called: by its name or number, and by its kind."""
    kinds, names = _recorded_seats(header)
    numbered = [f"Player {seat + 1}" for seat in range(header["players"])]
    called = [
        name if name != YOU else number for name, number in zip(names or numbered, numbered, strict=True)
    ]
    if len(kinds) != len(called):
        return called
    return [f"{name} ({kind})" for name, kind in zip(called, kinds, strict=True)]


def _recorded_seats(header: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """The kind and the name of each seat; no names if there is not one for each that can be shown.

    A record that was begun before players had names holds kinds in place of them.
    """
    names, kinds = _read_texts(header.get("names")), _read_texts(header.get("kinds"))
    if not kinds:
        return names, []
    is_good = len(names) == header["players"] and all(name and name.isprintable() for name in names)
    return kinds, names if is_good else []


def _read_texts(values: object) -> list[str]:
    return [str(value) for value in values] if isinstance(values, list) else []


def split_list(text: str) -> list[str]:
    """The pieces between commas, without the space around them."""
    return [part.strip() for part in text.split(",")]


def _read_count(text: str) -> int:
    most = MOST_PLAYERS - FEWEST_PLAYERS + 1
    if text not in map(str, range(1, most + 1)):
        raise ValueError(f"{text!r} is not a number from 1 to {most}")
    return int(text)


def _ask(read: Read, screen: Screen, question: str, usual: str, parse: Callable[[str], Answer]) -> Answer:
    while True:
        try:
            return parse(read(question).strip() or usual)
        except ValueError as wrong:
            screen.say(screen.style.warning(f"  {wrong}"))
