"""Many games between computer players, the same whatever the number of workers and the order of work.

>>> from rummy.variants import variant
>>> results = simulate(variant("machiavelli"), players=["greedy", "random"], games=4, seed=1)
>>> results.games, results.deals, sum(results.wins) + results.draws
(4, 4, 4)
"""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Final

from rummy.checks import quote, verify_list, verify_whole
from rummy.playing import GameRow, play_game, seat_player
from rummy.variant import Variant, verify_variant
from rummy.working import in_order, workshop

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from concurrent.futures import Executor

    from rummy.players import Player

CHUNK: Final = 32
"""Games that one worker plays at a time."""
AHEAD: Final = 64
"""Chunks that may wait for a worker or for their turn to be counted; this bounds the memory."""


@dataclass(frozen=True, slots=True)
class Results:
    """What many games came to. Players are counted in the order in which they were given.

    Attributes:
        games: How many games were played.
        deals: How many deals.
        turns: How many turns.
        wins: For each player, the games won alone.
        draws: The games that nobody won alone.
        points: For each player, the points of all games.
        seconds: How long it took; it does not count when results are compared.
    """

    games: int
    deals: int
    turns: int
    wins: tuple[int, ...]
    draws: int
    points: tuple[int, ...]
    seconds: float = field(compare=False)

    @property
    def games_per_second(self) -> float:
        """Games played in a second."""
        return self.games / self.seconds

    @property
    def turns_per_second(self) -> float:
        """Turns played in a second."""
        return self.turns / self.seconds

    def to_json(self) -> dict[str, object]:
        """The results as JSON values."""
        return {
            "games": self.games,
            "deals": self.deals,
            "turns": self.turns,
            "seconds": self.seconds,
            "games_per_second": self.games_per_second,
            "turns_per_second": self.turns_per_second,
            "wins": {str(player): wins for player, wins in enumerate(self.wins)},
            "draws": self.draws,
            "points": {str(player): points for player, points in enumerate(self.points)},
        }


def simulate(
    v: Variant,
    players: Sequence[str | Player],
    games: int,
    seed: int,
    deals: int | None = None,
    executor: Executor | None = None,
    workers: int = 1,
    sink: Callable[[GameRow], object] | None = None,
) -> Results:
    """Play many games and count how they end.

    The deck of each deal is a function of seed, game, deal and packs alone, so other players meet the same
    cards. The memory needed does not grow with the number of games.

    Args:
        v: The rule-set.
        players: The player of each seat: names, or your own players, which processes can pickle.
        games: How many games.
        seed: The seed of the series.
        deals: After how many deals a game of an open-ended rule-set stops; other rule-sets end by themselves.
        executor: Where to play; None: here, or in ``workers`` processes.
        workers: How many processes to start if there is no executor.
        sink: Called with each game in order, such as to write it down.

    Raises:
        TypeError: An argument of the wrong type.
        ValueError: Unknown players or a wrong number of them, of games, of deals or of workers.
        PlayerError: A player failed, or its answer was refused; the message names the game and the deal.
    """
    seated = tuple(map(seat_player, verify_list(players, "the players")))
    games, seed = verify_whole(games, "the number of games"), verify_whole(seed, "the seed")
    deals = None if deals is None else verify_whole(deals, "the number of deals")
    _verify(verify_variant(v), len(seated), games, deals)
    if sink is not None and not callable(sink):
        raise TypeError(f"a sink is called with each game, and {quote(sink)} cannot be")
    wins, points = [0] * len(seated), [0] * len(seated)
    draws = turns = dealt = 0
    began = time.perf_counter()
    play = partial(_play_chunk, v, seated, seed, deals)
    chunks = (range(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK))
    with workshop(executor, workers) as pool, closing(in_order(pool, play, chunks, AHEAD)) as played:
        for row in chain.from_iterable(played):
            dealt += len(row.deals)
            turns += sum(deal.turns for deal in row.deals)
            points = [total + more for total, more in zip(points, row.totals, strict=True)]
            if len(row.winners) == 1:
                wins[row.winners[0]] += 1
            else:
                draws += 1
            if sink is not None:
                sink(row)
    seconds = time.perf_counter() - began
    return Results(games, dealt, turns, tuple(wins), draws, tuple(points), seconds)


def _verify(v: Variant, players: int, games: int, deals: int | None) -> None:
    v.deck(players)
    if games < 1:
        raise ValueError(f"at least one game is played, not {games}")
    if v.match == "open" and deals is None:
        raise ValueError(f"{v.id} is open-ended: say after how many deals a game stops")
    if v.match != "open" and deals is not None:
        raise ValueError(f"a game of {v.id} ends by itself, not after {deals} deals")
    if deals is not None and deals < 1:
        raise ValueError(f"a game has at least one deal, not {deals}")


def _play_chunk(
    v: Variant, players: tuple[Player, ...], seed: int, deals: int | None, games: Iterable[int]
) -> list[GameRow]:
    return [play_game(v, players, seed, game, deals) for game in games]
