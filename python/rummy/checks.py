"""Whether an argument is what it should be: each check gives the value back, or says what would be right.

>>> verify_whole(3, "players", least=2)
3
>>> verify_whole(True, "players")
Traceback (most recent call last):
    ...
TypeError: players must be a whole number, not True
>>> verify_whole(-1, "nodes", least=0)
Traceback (most recent call last):
    ...
ValueError: nodes must be at least 0, not -1
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from reprlib import Repr
from typing import Final, SupportsIndex, TypeVar, cast

T = TypeVar("T")

MOST_BITS: Final = 4096
"""No number is larger: Python would not write it down."""
MOST_WORKERS: Final = 1024
"""More workers are a mistake."""
LONGEST: Final = 60
"""Characters of a value that an error quotes."""
_SHORT: Final = Repr()
_SHORT.maxstring = _SHORT.maxother = LONGEST


def quote(value: object) -> str:
    """A value as an error quotes it, cut if it is long.

    >>> quote("7s"), quote(2**5000)
    ("'7s'", 'a number of 5001 bits')
    """
    if isinstance(value, int) and value.bit_length() > 2 * LONGEST:
        return f"a number of {value.bit_length()} bits"
    return _SHORT.repr(value)


def verify_whole(value: object, name: str, least: int | None = None, most: int | None = None) -> int:
    """A whole number, as Python's own type: one of another type would make other decks and break JSON.

    Args:
        value: What was given.
        name: What the message calls it.
        least: The least it may be.
        most: The most it may be.

    Raises:
        TypeError: It is no whole number. True and False are none.
        ValueError: It is too small or too large.
    """
    number = value if type(value) is int else _as_int(value, name)
    if number.bit_length() > MOST_BITS:
        raise ValueError(f"{name} must have at most {MOST_BITS} bits, and this is {quote(number)}")
    if least is not None and number < least:
        raise ValueError(f"{name} must be at least {least}, not {quote(number)}")
    if most is not None and number > most:
        raise ValueError(f"{name} must be at most {most}, not {quote(number)}")
    return number


def verify_flag(value: object, name: str) -> bool:
    """True or False, as Python's own type.

    Raises:
        TypeError: It is neither.
    """
    if _is_flag(value):
        return bool(value)
    raise TypeError(f"{name} must be True or False, not {quote(value)}")


def verify_list(values: Sequence[T], name: str) -> Sequence[T]:
    """A list or a tuple, or something like it.

    Raises:
        TypeError: It is none, such as one text.
    """
    if isinstance(values, Sequence) and not isinstance(values, str | bytes):
        return values
    raise TypeError(f"{name} must be a list, not {quote(values)}")


def verify_kind(value: T, kind: type, name: str) -> T:
    """An object of the package.

    Raises:
        TypeError: It is another thing.
    """
    if isinstance(value, kind):
        return value
    raise TypeError(f"{name} must be a {kind.__name__}, not {quote(value)}")


def _is_flag(value: object) -> bool:
    # numpy has a type of its own for them, whose name depends on the version.
    return type(value).__name__ in ("bool", "bool_")


def _as_int(value: object, name: str) -> int:
    if not _is_flag(value):
        try:
            return index(cast("SupportsIndex", value))
        except TypeError:
            pass
    raise TypeError(f"{name} must be a whole number, not {quote(value)}")
