"""What the commands share: the parser, the rule-set with its options, cards and tables."""

from __future__ import annotations

import argparse
import json
import math
import sys
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from rummy.cards import NotationError, parse_cards
from rummy.table import parse_table
from rummy.variants import VARIANTS, variant

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from rummy.cards import Card
    from rummy.play import Play
    from rummy.table import Table
    from rummy.variant import Variant

Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong."""

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("allow_abbrev", False)
        super().__init__(**settings)

    def error(self, message: str) -> NoReturn:
        """End with code 2 and one line."""
        self.exit(2, f"{self.prog}: {' '.join(message.split())} (see {self.prog} --help)\n")


def add_command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int], about: str, json_too: bool = True
) -> Parser:
    """Add a command whose words ``run`` carries out."""
    parser: Parser = commands.add_parser(name, help=about, description=about[0].upper() + about[1:] + ".")
    parser.set_defaults(run=run)
    if json_too:
        parser.add_argument("--json", action="store_true", help="print JSON")
    return parser


def add_rule_set(parser: Parser, is_optional: bool = False) -> None:
    """Let a command name a rule-set and its options."""
    about = f"the rule-set: {', '.join(VARIANTS)}"
    parser.add_argument("id", metavar="ID", nargs="?" if is_optional else None, help=about)
    parser.add_argument(
        "--set",
        metavar="NAME=VALUE",
        dest="options",
        action="append",
        default=[],
        type=read_option,
        help="choose an option of the rule-set; rummy rules ID lists them",
    )


def add_cards(parser: Parser, name: str, about: str) -> argparse.Action:
    """Let a command take cards."""
    return parser.add_argument(name, metavar="CARDS", required=True, type=_typed(parse_cards), help=about)


def add_table(parser: Parser, name: str, about: str) -> argparse.Action:
    """Let a command take a table."""
    return parser.add_argument(name, metavar="TABLE", required=True, type=_typed(parse_table), help=about)


def chosen_variant(arguments: argparse.Namespace) -> Variant:
    """The rule-set a command names.

    Raises:
        ValueError: No such rule-set, option or value; the choices are named.
    """
    return variant(arguments.id, **dict(arguments.options))


def read_option(text: str) -> tuple[str, str]:
    """Read ``NAME=VALUE``."""
    name, sign, value = text.partition("=")
    if not (name and sign and value):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name.strip().replace("-", "_"), value.strip()


def read_weight(text: str) -> tuple[Card, int]:
    """Read ``CARD=N``."""
    name, _, number = text.rpartition("=")
    try:
        (card,) = parse_cards(name)
        return card, int(number)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not CARD=N, such as Kh=-2") from None


def count_from(least: int) -> Callable[[str], int]:
    """Read a whole number that is at least ``least``."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
        if number < least:
            raise argparse.ArgumentTypeError(f"at least {least}, not {number}")
        return number

    return read


def read_seconds(text: str) -> float:
    """Read a number of seconds, 0 or more."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds, 0 or more")
    return seconds


def print_json(data: Mapping[str, object] | None) -> None:
    """Print JSON on one line."""
    json.dump(data, sys.stdout)
    print()


def solve_json(play: Play | None, table: Table) -> dict[str, object]:
    """The best play as JSON values, or that there is none and the table stays."""
    nothing = {"cards": [], "table": str(table), "split": 0, "changed": [], "points": 0, "exact": True}
    return with_moves(nothing if play is None else play.to_json(), play)


def with_moves(data: dict[str, object], play: Play | None) -> dict[str, object]:
    """The JSON values of a play with its moves."""
    return data | {"moves": [] if play is None else [move.to_json() for move in play.moves()]}


def print_fields(fields: list[tuple[str, str]]) -> None:
    """Print names and values, the values below each other."""
    width = max(len(name) for name, _ in fields)
    for name, value in fields:
        print(f"{name:<{width}}  {value}".rstrip())


def _typed(read: Callable[[str], object]) -> Callable[[str], object]:
    def read_typed(text: str) -> object:
        try:
            return read(text)
        except NotationError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return read_typed
