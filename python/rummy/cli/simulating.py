"""Many games between computer players: simulate."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

from rummy.cli.arguments import (
    add_command,
    add_rule_set,
    chosen_variant,
    count_from,
    print_fields,
    print_json,
)
from rummy.cli.workers import worker_processes
from rummy.export import ENDINGS, open_sink
from rummy.players import PLAYERS, make_player
from rummy.simulate import Results, simulate

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from rummy.cli.arguments import Commands
    from rummy.playing import GameRow
    from rummy.variant import Variant

DEALS_PER_GAME: Final = 10
"""After how many deals a game of an open-ended rule-set stops."""
STEPS: Final = 100
"""How often the progress is told."""


def add_simulate_command(commands: Commands) -> None:
    """Add the commands of this family."""
    parser = add_command(commands, "simulate", run_simulate, "let computer players play many games")
    add_rule_set(parser)
    parser.add_argument(
        "--players",
        metavar="KIND,KIND",
        default="greedy,greedy",
        help=f"the players, two to five of: {', '.join(PLAYERS)} (default: greedy,greedy)",
    )
    parser.add_argument("--games", metavar="N", type=count_from(1), default=100, help="default: 100")
    parser.add_argument(
        "--seed", metavar="S", type=int, default=0, help="equal seeds give equal games (default: 0)"
    )
    parser.add_argument(
        "--workers", metavar="W", type=count_from(1), default=1, help="processes (default: 1)"
    )
    parser.add_argument(
        "--deals-per-game",
        metavar="N",
        type=count_from(1),
        help=f"for a rule-set without an end of its own (default: {DEALS_PER_GAME})",
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        help=f"write one row for each deal; the ending says how: {', '.join(ENDINGS)}",
    )


def run_simulate(arguments: Namespace) -> int:
    """Play the games and tell how they ended."""
    v = chosen_variant(arguments)
    kinds = [kind.strip() for kind in arguments.players.split(",")]
    players = [make_player(kind) for kind in kinds]
    v.deck(len(players))
    with ExitStack() as stack:
        sinks: list[Callable[[GameRow], object]] = []
        if arguments.out is not None:
            sinks.append(stack.enter_context(open_sink(arguments.out)))
        if sys.stderr.isatty():
            sinks.append(Progress(arguments.games))
        executor = stack.enter_context(worker_processes(arguments.workers))
        results = simulate(
            v,
            players=players,
            games=arguments.games,
            seed=arguments.seed,
            deals=_deals_of(v, arguments.deals_per_game),
            executor=executor,
            sink=lambda game: [sink(game) for sink in sinks],
        )
    if arguments.json:
        print_json(results.to_json())
    else:
        _print_results(results, kinds)
    return 0


class Progress:
    """Tells on standard error how many games are played."""

    def __init__(self, games: int) -> None:
        self._games = games
        self._step = max(1, games // STEPS)

    def __call__(self, game: GameRow) -> None:
        """Take note of a game that was played; the last one wipes the line."""
        played = game.game + 1
        if played == self._games:
            sys.stderr.write("\r\x1b[K")
        elif played % self._step == 0:
            sys.stderr.write(f"\r{played} of {self._games} games")
        sys.stderr.flush()


def _deals_of(v: Variant, asked: int | None) -> int | None:
    return DEALS_PER_GAME if asked is None and v.match == "open" else asked


def _print_results(results: Results, kinds: list[str]) -> None:
    fields = [
        ("games", f"{results.games} with {results.deals} deals and {results.turns} turns"),
        ("time", f"{results.seconds:.2f} s, {results.turns_per_second:,.0f} turns a second"),
    ]
    for seat, kind in enumerate(kinds):
        share = results.wins[seat] / results.games
        points = results.points[seat] / results.games
        fields.append(
            (f"{seat} {kind}", f"{results.wins[seat]} won ({share:.1%}), {points:.2f} points a game")
        )
    fields.append(("draws", str(results.draws)))
    print_fields(fields)
