"""How fast games between greedy players go: through the referee, and in the core.

python benches/flow.py [--seconds S]    processor time of one core, the two ways in turn, the better of three
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from typing import TYPE_CHECKING

import rummy
from rummy.players import make_player
from rummy.playing import play_game
from rummy.playouts import find_styles, play_in_core

if TYPE_CHECKING:
    from collections.abc import Callable

    from rummy.playing import GameRow

ROUNDS = 3
"""How often each way is measured."""


def main() -> None:
    """Print a table of turns and deals a second."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each way is measured in a round")
    seconds = parser.parse_args().seconds
    print("| rule-set | referee, turns a second | core, turns a second | times | core, deals a second |")
    print("| --- | ---: | ---: | ---: | ---: |")
    players = [make_player("greedy")] * 2
    styles = find_styles(players)
    assert styles is not None
    for v in rummy.VARIANTS.values():
        deals = 10 if v.match == "open" else None
        slow = fast = dealt = 0.0
        for _ in range(ROUNDS):
            slow = max(slow, measure(partial(play_game, v, players, 1, deals=deals), seconds)[0])
            turns, each = measure(partial(play_in_core, v, styles, 1, deals=deals), seconds)
            if turns > fast:
                fast, dealt = turns, each
        print(f"| {v.id} | {slow:,.0f} | {fast:,.0f} | {fast / slow:.1f} | {dealt:,.0f} |", flush=True)


def measure(play: Callable[..., GameRow], seconds: float) -> tuple[float, float]:
    """Turns and deals for each second of processor time."""
    turns = deals = game = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        row = play(game=game)
        turns += sum(deal.turns for deal in row.deals)
        deals += len(row.deals)
        game += 1
    return turns / spent, deals / spent


if __name__ == "__main__":
    main()
