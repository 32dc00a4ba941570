"""Questions about one position: solve, hint, plays, check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy import search
from rummy.cli.arguments import (
    add_cards,
    add_command,
    add_rule_set,
    add_table,
    chosen_variant,
    count_from,
    print_fields,
    print_json,
    read_weight,
    solve_json,
    with_moves,
)
from rummy.cli.batch import add_batch, run_batch
from rummy.faults import IllegalPlay

if TYPE_CHECKING:
    from argparse import Action, Namespace
    from collections.abc import Iterable

    from rummy.cards import Card
    from rummy.cli.arguments import Commands, Parser
    from rummy.faults import Fault
    from rummy.play import Play
    from rummy.table import Table


def add_position_commands(commands: Commands) -> None:
    """Add the commands of this family."""
    parser = add_command(commands, "solve", run_solve, "find the play that puts down the most")
    add_batch(parser, replaced=_add_position(parser, "--table"))
    parser.add_argument(
        "--objective",
        choices=search.OBJECTIVES,
        default="cards",
        help="the most cards, or the most points (default: cards)",
    )
    parser.add_argument(
        "--weight",
        metavar="CARD=N",
        dest="weights",
        action="append",
        type=read_weight,
        help="what it is worth to put down a card, such as '*=-3' to keep a joker back",
    )
    parser.add_argument(
        "--top", metavar="K", type=count_from(1), help="list the K best plays instead, the best first"
    )
    parser = add_command(commands, "hint", run_hint, "find the play that is the easiest to see")
    _add_position(parser, "--table")
    parser = add_command(commands, "plays", run_plays, "list every set of hand cards that can be played")
    _add_position(parser, "--table")
    parser = add_command(commands, "check", run_check, "say whether a play is legal, and if not, why")
    _add_position(parser, "--before")
    add_table(parser, "--after", "the table after the play")


def run_solve(arguments: Namespace) -> int:
    """The best play, or the best play of each position of a file."""
    if arguments.batch is not None:
        if arguments.weights or arguments.top:
            raise ValueError("--weight and --top are for one position, not for --batch")
        return run_batch(arguments)
    if arguments.workers is not None:
        raise ValueError("--workers is for --batch: one position is searched by one worker")
    weights = dict(arguments.weights) if arguments.weights else None
    if arguments.top is not None:
        return _list_top(arguments, weights)
    play = search.best_play(
        chosen_variant(arguments),
        arguments.table,
        arguments.hand,
        objective=arguments.objective,
        opened=arguments.opened,
        weights=weights,
    )
    if arguments.json:
        print_json(solve_json(play, arguments.table))
    elif play is None:
        print("no card can be played")
    else:
        _print_play(play, arguments.table)
        _print_moves(play)
    return int(play is None)


def _list_top(arguments: Namespace, weights: dict[Card, int] | None) -> int:
    """The best plays, each on a line."""
    found = search.top_plays(
        chosen_variant(arguments),
        arguments.table,
        arguments.hand,
        arguments.top,
        objective=arguments.objective,
        opened=arguments.opened,
        weights=weights,
    )
    if arguments.json:
        print_json({"plays": [solve_json(play, arguments.table) for play in found]})
    elif found:
        print_fields([(str(play.cards), f"to {play.table}") for play in found])
    else:
        print("no card can be played")
    return int(not found)


def run_hint(arguments: Namespace) -> int:
    """The easiest play."""
    hint = search.hint(chosen_variant(arguments), arguments.table, arguments.hand, opened=arguments.opened)
    if arguments.json:
        print_json(None if hint is None else with_moves(hint.to_json(), hint.play))
    elif hint is None:
        print("no card can be played")
    else:
        print_fields(
            [
                ("can go", str(hint.card)),
                ("changes", _quote_melds(hint.changed, arguments.table)),
                ("rearranges", "yes" if hint.rearranges else "no"),
            ]
        )
    return int(hint is None)


def run_plays(arguments: Namespace) -> int:
    """Every playable set of hand cards, each as soon as it is found."""
    found = search.plays(chosen_variant(arguments), arguments.table, arguments.hand, opened=arguments.opened)
    if arguments.json:
        plays = [[str(card) for card in play.cards] for play in found]
        print_json({"plays": plays})
        return int(not plays)
    count = 0
    for count, play in enumerate(found, start=1):  # noqa: B007 - the count is used after the loop
        print(play.cards)
    if count == 0:
        print("no card can be played")
    return int(count == 0)


def run_check(arguments: Namespace) -> int:
    """Whether a play is legal, with every reason if not."""
    try:
        play = search.check_play(
            chosen_variant(arguments),
            arguments.before,
            arguments.after,
            arguments.hand,
            opened=arguments.opened,
        )
    except IllegalPlay as illegal:
        if arguments.json:
            faults = [fault.to_json() for fault in illegal.faults]
            print_json({"legal": False, "cards": [], "table": str(arguments.after), "faults": faults})
        else:
            print("illegal")
            print_fields([line for fault in illegal.faults for line in _tell_fault(fault)])
        return 1
    if arguments.json:
        data = play.to_json()
        print_json({"legal": True, "cards": data["cards"], "table": data["table"], "faults": []})
    else:
        print("legal")
        _print_play(play, arguments.before)
    return 0


def _add_position(parser: Parser, table: str) -> list[Action]:
    """Add the words that say a position; those that are required are returned."""
    add_rule_set(parser)
    about = "melds separated by |, such as '5s 6s 7s | 8c 8d 8h'; '' for an empty table"
    required = [add_table(parser, table, about), add_cards(parser, "--hand", "the hand, such as '8s 9s 2c'")]
    parser.add_argument(
        "--not-opened",
        dest="opened",
        action="store_false",
        help="the player has made no play yet in this deal (matters to vatikan)",
    )
    return required


def _tell_fault(fault: Fault) -> list[tuple[str, str]]:
    """The reason, and below it the one change that mends it, if one does."""
    lines = [(fault.code, fault.message)]
    return lines if fault.mend is None else [*lines, ("", fault.mend)]


def _print_play(play: Play, before: Table) -> None:
    fields = [("puts down", str(play.cards)), ("table", str(play.table))]
    if play.changed:
        fields.append(("changes", _quote_melds(play.changed, before)))
    if play.split:
        fields.append(("splits", str(play.split)))
    fields.append(("counts", str(play.points)))
    if not play.exact:
        fields.append(("proven", "no: there may be a better one"))
    print_fields(fields)


def _print_moves(play: Play) -> None:
    """Each move with its number; a joker that gets another name in its place has none, for it is no move."""
    moves = play.moves()
    number = 0
    print(f"moves      {sum(move.is_move for move in moves)}")
    for move in moves:
        number += move.is_move
        print(f"{f'{number}.' if move.is_move else '':>5} {move}")


def _quote_melds(places: Iterable[int], table: Table) -> str:
    """Melds as people number them, from 1, with their cards."""
    return ", ".join(f"{place + 1} ({table[place]})" for place in places) or "no meld"
