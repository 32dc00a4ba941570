"""Games at the terminal and their records: play, replay."""

from __future__ import annotations

import secrets
import shlex
import shutil
import sys
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rummy.cli.arguments import (
    add_command,
    add_rule_set,
    chosen_variant,
    count_from,
    print_fields,
    print_json,
    read_seconds,
)
from rummy.match import Match
from rummy.players import PLAYERS
from rummy.record import Record, Recorder, RecordError, load_record, replay_steps
from rummy.terminal.animation import PACE, Animator
from rummy.terminal.game import Game
from rummy.terminal.keeping import DraftKeeper, new_record_path
from rummy.terminal.screen import Screen, read_typed
from rummy.terminal.seating import (
    LEVEL,
    Opponents,
    ask_opponents,
    name_seats,
    read_kinds,
    recorded_names,
    recorded_opponents,
    seat_opponents,
    split_list,
)
from rummy.terminal.story import Story, play_demo
from rummy.variant import FEWEST_PLAYERS, MOST_PLAYERS

if TYPE_CHECKING:
    from argparse import Namespace

    from rummy.cli.arguments import Commands
    from rummy.variant import Variant

DEFAULT_RULE_SET: Final = "manipulation"
DEMO_SEED: Final = 1


def add_game_commands(commands: Commands) -> None:
    """Add the commands of this family."""
    about = "play in the terminal; without a terminal, computers play one deal"
    parser = add_command(commands, "play", run_play, about, json_too=False)
    add_rule_set(parser, is_optional=True)
    parser.add_argument(
        "--players",
        metavar="N",
        type=count_from(FEWEST_PLAYERS),
        help=f"you and the computers, {FEWEST_PLAYERS} to {MOST_PLAYERS}",
    )
    parser.add_argument("--seed", metavar="S", type=int, help="equal seeds give equal cards")
    parser.add_argument(
        "--opponents",
        metavar="KIND[,KIND]",
        help=f"how they play, one for all or one each: {', '.join(PLAYERS)} (default: {LEVEL})",
    )
    parser.add_argument("--names", metavar="NAME[,NAME]", help="what they are called, one each")
    parser.add_argument("--record", metavar="FILE", type=Path, help="where to write the game down")
    parser.add_argument("--resume", metavar="FILE", type=Path, help="go on with a game that was left")
    parser.add_argument(
        "--pace",
        metavar="SECONDS",
        type=read_seconds,
        default=PACE,
        help=f"the pause between the steps of a computer's play (default: {PACE}); 0: plain lines, no pause",
    )
    parser = add_command(commands, "replay", run_replay, "replay a record and verify it, event by event")
    parser.add_argument("file", metavar="FILE", type=Path, help="the record")
    parser.add_argument("--unfinished", action="store_true", help="accept a game that is not over")


def run_play(arguments: Namespace) -> int:
    """A game, a game that goes on, or one deal between computers."""
    if arguments.resume is not None:
        _resume(arguments)
    elif sys.stdin.isatty():
        _begin(arguments)
    else:
        _demonstrate(arguments)
    return 0


def _begin(arguments: Namespace) -> None:
    v = _chosen_or_default(arguments)
    screen = Screen()
    if arguments.players is None and arguments.opponents is None and arguments.names is None:
        try:
            opponents = ask_opponents(read_typed, screen)
        except EOFError:
            screen.say("", "No game was begun.")
            return
    else:
        opponents = _chosen_opponents(arguments, v)
    seed = secrets.randbelow(2**32) if arguments.seed is None else arguments.seed
    match = Match(v, len(opponents.kinds) + 1, seed=seed)
    path = arguments.record or new_record_path(v.id)
    with path.open("x", encoding="utf-8", newline="\n") as out:
        recorder = Recorder.begin(match, out, opponents.seat_names, opponents.seat_kinds)
        _play(recorder, opponents, path, screen, arguments.pace)


def _resume(arguments: Namespace) -> None:
    named = ("id", "players", "seed", "names", "record")
    chosen = [name for name in named if getattr(arguments, name) is not None]
    if chosen or arguments.options:
        raise ValueError(
            "--resume goes on as the game began: leave out the rule-set and the other flags but --opponents"
        )
    if not sys.stdin.isatty():
        raise ValueError("--resume needs a terminal to play at")
    with Recorder.reopen(arguments.resume) as recorder:
        try:
            opponents = recorded_opponents(load_record(arguments.resume).header)
        except ValueError as error:
            raise ValueError(f"{arguments.resume}: {error}") from None
        if arguments.opponents is not None:
            opponents = Opponents(
                read_kinds(split_list(arguments.opponents), len(opponents.kinds)), opponents.names
            )
        _play(recorder, opponents, arguments.resume, Screen(), arguments.pace)


def _play(recorder: Recorder, opponents: Opponents, path: Path, screen: Screen, pace: float) -> None:
    program = "rummy" if shutil.which("rummy") else f"{shlex.quote(sys.executable)} -m rummy"
    how = f"{program} play --resume {shlex.quote(str(path.resolve()))}"
    animator = Animator(screen, pace)
    Game(recorder, opponents, screen, read_typed, DraftKeeper(path), how, animator).play()


def _demonstrate(arguments: Namespace) -> None:
    """Let computers play; the seat of the person plays as the others do, or as is usual."""
    v = _chosen_or_default(arguments)
    opponents = _chosen_opponents(arguments, v)
    match = Match(v, len(opponents.kinds) + 1, seed=DEMO_SEED if arguments.seed is None else arguments.seed)
    kinds = [opponents.kinds[0] if len(set(opponents.kinds)) == 1 else LEVEL, *opponents.kinds]
    names = name_seats(match.players, person=None)
    if arguments.names is not None:
        names = ["Computer", *opponents.names]
    with ExitStack() as stack:
        recorder = None
        if arguments.record is not None:
            out = stack.enter_context(arguments.record.open("x", encoding="utf-8", newline="\n"))
            recorder = Recorder.begin(match, out, names, kinds)
        play_demo(match, kinds, names, Screen(), recorder)


def _chosen_or_default(arguments: Namespace) -> Variant:
    arguments.id = arguments.id or DEFAULT_RULE_SET
    return chosen_variant(arguments)


def _chosen_opponents(arguments: Namespace, v: Variant) -> Opponents:
    if arguments.players is not None:
        v.deck(arguments.players)
    return seat_opponents(arguments.opponents, arguments.names, arguments.players)


def run_replay(arguments: Namespace) -> int:
    """Verify a record and tell the game."""
    screen = None if arguments.json else Screen()
    try:
        record = load_record(arguments.file)
        match, events = _replay(record, arguments.unfinished, screen)
    except RecordError as error:
        if arguments.json:
            print_json({"verified": False, "line": error.line, "code": error.code, "message": str(error)})
        else:
            print(f"{arguments.file}: {error}")
        return 1
    if arguments.json:
        print_json(_replay_json(match, events))
    else:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(events.items()))
        print_fields([("verified", f"{len(record.lines)} lines, {events.total()} events: {kinds}")])
    return 0


def _replay(record: Record, unfinished: bool, screen: Screen | None) -> tuple[Match, Counter[str]]:
    """The match after the record's last line, and how many events of each kind happened.

    Args:
        record: The record.
        unfinished: Whether the match may go on after the last line.
        screen: Where the game is told; None: it is not told.
    """
    counts: Counter[str] = Counter()
    story = None if screen is None else Story(screen, recorded_names(record.header))
    for step in replay_steps(record, unfinished):
        counts.update(str(event.to_json()["event"]) for event in step.events)
        if story is not None:
            story.tell(step.match, step.events)
    if story is not None:
        story.tell_winner(step.match)
    return step.match, counts


def _replay_json(match: Match, events: Counter[str]) -> dict[str, object]:
    return {
        "verified": True,
        "variant": match.variant.id,
        "options": match.variant.settings,
        "players": match.players,
        "deals": match.deal.number + 1,
        "events": dict(sorted(events.items())),
        "totals": list(match.totals),
        "result": None if match.result is None else match.result.to_json(),
    }
