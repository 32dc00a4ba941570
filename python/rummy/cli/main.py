"""Reads a command, runs it, and turns what went wrong into one line and an exit code."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

from rummy.cards import NotationError
from rummy.cli.arguments import Parser
from rummy.cli.games import add_game_commands
from rummy.cli.positions import add_position_commands
from rummy.cli.reporting import add_report_command
from rummy.cli.rulesets import add_rules_command
from rummy.cli.simulating import add_simulate_command
from rummy.cli.tournaments import add_tournament_command
from rummy.crew import WorkersLost
from rummy.faults import IllegalPosition
from rummy.journal import ResultsError
from rummy.playing import PlayerError
from rummy.record import RecordError

if TYPE_CHECKING:
    from collections.abc import Sequence

WRONG_USE: Final = 2
INTERRUPTED: Final = 130
"""What a shell expects of a program that Ctrl-C ended."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    Args:
        argv: The words after ``rummy``; None: those the program was started with.
    """
    try:
        arguments = build_parser().parse_args(argv)
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has seen enough; what is left to write must not fail once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ValueError, OSError, PlayerError, WorkersLost) as error:
        if not _is_wrong_use(error):
            raise
        print(f"rummy: {_one_line(error)}", file=sys.stderr)
        return WRONG_USE
    return code


def build_parser() -> Parser:
    """The parser of all commands."""
    parser = Parser(prog="rummy", description="Manipulation rummy: rules, exact search, referee and games.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    add_rules_command(commands)
    add_position_commands(commands)
    add_game_commands(commands)
    add_simulate_command(commands)
    add_report_command(commands)
    add_tournament_command(commands)
    return parser


def _is_wrong_use(error: ValueError | OSError | RuntimeError) -> bool:
    """Whether the words given were wrong, and not the program: its other errors have types of their own."""
    expected = (NotationError, IllegalPosition, RecordError, ResultsError, OSError, PlayerError, WorkersLost)
    return isinstance(error, expected) or type(error) is ValueError


def _one_line(error: ValueError | OSError | RuntimeError) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return " ".join(str(error).split())
