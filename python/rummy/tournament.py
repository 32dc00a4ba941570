"""Which players win more: each deck played in every seating of them, so that the cards favour nobody.

>>> from rummy.variants import variant
>>> results = tournament(variant("machiavelli"), ["greedy", "random"], deals=20, seed=1)
>>> results.decks, results.deals, results.standings[0].won > results.standings[1].won
(20, 40, True)
"""

from __future__ import annotations

import math
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Final, NamedTuple

from rummy.chance import chance_key
from rummy.checks import quote, verify_list, verify_whole
from rummy.deal import Deal
from rummy.measures import Estimate, Ratio, Times
from rummy.players import Player, name_player
from rummy.playing import PlayerError, play_deal, seat_player
from rummy.variant import Choice, Variant, verify_variant
from rummy.working import in_order, workshop

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor

    from rummy.view import View

BLOCK: Final = 50
"""After so many decks each time it is asked whether the intervals are short enough."""
AHEAD: Final = 64
"""Decks that may wait for a worker or for their turn to be counted; this bounds the memory."""


class DeckRow(NamedTuple):
    """One deck, played in every seating. Players are counted as in `Results.standings`.

    Attributes:
        deck: The number of the deck: that of the game whose first deal it is in a simulation.
        deals: How many deals were played with it.
        turns: How many turns.
        won: For each player, the deals won alone.
        points: For each player, the points of all its seats.
        reasons: Why the deals ended.
        times: For each player, how long it thought about each move.
    """

    deck: int
    deals: int
    turns: int
    won: tuple[int, ...]
    points: tuple[int, ...]
    reasons: Counter[str]
    times: tuple[Times, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """How one player did.

    Attributes:
        player: Its name.
        seats: In how many seats it sits.
        won: The deals it won alone.
        share: Those of the deals that one player won alone, from 0 to 1.
        points: Its points a deal; for several seats, of each.
        moves: How often it chose: answers to which there was no other kind of action are not counted.
        times: How long it thought, in seconds of processor time; they do not count when results are compared.
    """

    player: str
    seats: int
    won: int
    share: Estimate
    points: Estimate
    moves: int
    times: Times = field(compare=False)

    def to_json(self) -> dict[str, object]:
        """The standing as JSON values."""
        return {
            "player": self.player,
            "seats": self.seats,
            "won": self.won,
            "share": self.share.to_json(),
            "points": self.points.to_json(),
            "moves": self.moves,
            "time": self.times.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Pair:
    """How two players did against each other: of the deals that one of them won alone.

    Attributes:
        players: Their names.
        won: The deals each won alone.
        share: The first player's share of them.
    """

    players: tuple[str, str]
    won: tuple[int, int]
    share: Estimate

    def to_json(self) -> dict[str, object]:
        """The pair as JSON values."""
        return {"players": list(self.players), "won": list(self.won), "share": self.share.to_json()}


@dataclass(frozen=True, slots=True)
class Results:
    """What a tournament came to. Results that differ in times alone are equal.

    Attributes:
        variant: The rule-set.
        options: Its options.
        seed: The seed.
        decks: How many decks were played.
        seatings: In how many seatings each was.
        deals: How many deals that makes.
        turns: How many turns they had.
        decided: The deals that one player won alone.
        draws: The others.
        reasons: Why the deals ended, and how many did so.
        standings: How each player did, in the order in which they were given.
        pairs: How each two did against each other, if there are more than two.
        seconds: How long it took.
    """

    variant: str
    options: dict[str, Choice]
    seed: int
    decks: int
    seatings: int
    deals: int
    turns: int
    decided: int
    draws: int
    reasons: dict[str, int]
    standings: tuple[Standing, ...]
    pairs: tuple[Pair, ...]
    seconds: float = field(compare=False)

    def to_json(self) -> dict[str, object]:
        """The results as JSON values."""
        return {
            "variant": self.variant,
            "options": self.options,
            "seed": self.seed,
            "decks": self.decks,
            "seatings": self.seatings,
            "deals": self.deals,
            "turns": self.turns,
            "decided": self.decided,
            "draws": self.draws,
            "reasons": self.reasons,
            "standings": [standing.to_json() for standing in self.standings],
            "pairs": [pair.to_json() for pair in self.pairs],
            "seconds": self.seconds,
        }


class Tally:
    """Counts the decks of a tournament as they are played, in constant memory.

    Args:
        v: The rule-set.
        names: The name of each player, once each.
        kinds: For each seat the player that sits there, as a place in ``names``.
        seed: The seed.

    Attributes:
        names: The name of each player, once each.
        seatings: Each seating: the place in ``names`` of the player of each seat.
        decks: How many decks were counted.
    """

    def __init__(self, v: Variant, names: Sequence[str], kinds: Sequence[int], seed: int) -> None:
        self.names = tuple(names)
        self.seatings = sorted(set(permutations(kinds)))
        self.decks = 0
        self._variant = v
        self._seed = seed
        self._seats = [kinds.count(kind) for kind in range(len(self.names))]
        self._began = time.perf_counter()
        self._deals = self._turns = 0
        self._reasons: Counter[str] = Counter()
        self._won = [0] * len(self.names)
        self._shares = [Ratio() for _ in self.names]
        self._points = [Ratio() for _ in self.names]
        self._pairs = {pair: Ratio() for pair in combinations(range(len(self.names)), 2)}
        self._times = [Times() for _ in self.names]

    def add(self, row: DeckRow) -> None:
        """Count a deck."""
        self.decks += 1
        self._deals += row.deals
        self._turns += row.turns
        self._reasons.update(row.reasons)
        decided = sum(row.won)
        for kind, won in enumerate(row.won):
            self._won[kind] += won
            self._shares[kind].add(won, decided)
            self._points[kind].add(row.points[kind], row.deals * self._seats[kind])
            self._times[kind].merge(row.times[kind])
        for (first, second), ratio in self._pairs.items():
            ratio.add(row.won[first], row.won[first] + row.won[second])

    @property
    def shares(self) -> list[Estimate]:
        """Each player's share of the deals decided so far."""
        return [ratio.estimate(least=0, most=1) for ratio in self._shares]

    def results(self) -> Results:
        """What the decks that were counted came to."""
        decided = sum(self._won)
        standings = tuple(
            Standing(
                name,
                self._seats[kind],
                self._won[kind],
                share,
                self._points[kind].estimate(least=0),
                self._times[kind].count,
                self._times[kind],
            )
            for kind, (name, share) in enumerate(zip(self.names, self.shares, strict=True))
        )
        return Results(
            self._variant.id,
            self._variant.settings,
            self._seed,
            self.decks,
            len(self.seatings),
            self._deals,
            self._turns,
            decided,
            self._deals - decided,
            dict(sorted(self._reasons.items())),
            standings,
            tuple(map(self._pair, self._pairs)) if len(self.names) > 2 else (),
            time.perf_counter() - self._began,
        )

    def _pair(self, pair: tuple[int, int]) -> Pair:
        first, second = pair
        return Pair(
            (self.names[first], self.names[second]),
            (self._won[first], self._won[second]),
            self._pairs[pair].estimate(least=0, most=1),
        )


def tournament(
    v: Variant,
    players: Sequence[str | Player],
    deals: int,
    seed: int,
    within: float | None = None,
    executor: Executor | None = None,
    workers: int = 1,
    tell: Callable[[Tally], object] | None = None,
) -> Results:
    """Play the same decks in every seating of some players (duplicate play), deal by deal, no matches.

    A deck is that of the first deal of a game in a simulation with this seed, the dealer too, whoever sits
    where; so the luck of the cards and of the seat is the same for all. Deals with one deck depend on each
    other, so intervals count decks (`measures.Ratio`). The results are the same whatever the number of
    workers, times apart.

    Args:
        v: The rule-set.
        players: The player of each seat: names, or your own players, which processes can pickle. Equal names,
            or the same object, are one player in several seats.
        deals: How many decks; with ``within``, the most.
        seed: The seed of the decks and of the players' chance.
        within: Stop at the first `BLOCK` of decks after which each player's share of the deals decided is
            known to so many points (hundredths) either way.
        executor: Where to play; None: here, or in ``workers`` processes. A time is the processor time of the
            process that played, so threads of one process are taken for each other.
        workers: How many processes to start if there is no executor.
        tell: Called after each deck with what was counted so far.

    Raises:
        TypeError: An argument of the wrong type.
        ValueError: Unknown players, a wrong number of them or all the same, no decks, no workers, or a bound
            that is not above 0.
        PlayerError: A player failed, or its answer was refused; the message names the game: the deck.

    Cost: all deals; the memory does not grow with their number.
    """
    numbers = _number_kinds(verify_list(players, "the players"))
    kinds = tuple(seat_player(players[numbers.index(number)]) for number in sorted(set(numbers)))
    verify_variant(v).deck(len(numbers))
    if len(kinds) < 2:
        raise ValueError("a tournament needs two different players; simulate lets equal ones play")
    decks = verify_whole(deals, "the number of decks", 1)
    seed = verify_whole(seed, "the seed")
    bound = math.inf if within is None else _verify_bound(within)
    if tell is not None and not callable(tell):
        raise TypeError(f"tell is called after each deck, and {quote(tell)} cannot be")
    tally = Tally(v, _name_kinds(kinds), numbers, seed)
    play = partial(play_deck, v, kinds, tally.seatings, seed)
    with workshop(executor, workers) as pool, closing(in_order(pool, play, range(decks), AHEAD)) as played:
        for row in played:
            tally.add(row)
            if tell is not None:
                tell(tally)
            is_asked = within is not None and tally.decks % BLOCK == 0
            if is_asked and max(share.margin for share in tally.shares) * 100 <= bound:
                break
    return tally.results()


def play_deck(
    v: Variant, kinds: Sequence[Player], seatings: Sequence[Sequence[int]], seed: int, deck: int
) -> DeckRow:
    """Play one deck in every seating.

    Args:
        v: The rule-set.
        kinds: The players, once each.
        seatings: The player of each seat, as a place in ``kinds``.
        seed: The seed.
        deck: The number of the deck.

    Raises:
        PlayerError: A player failed, or its answer was refused.
    """
    won, points = [0] * len(kinds), [0] * len(kinds)
    times = tuple(Times() for _ in kinds)
    reasons: Counter[str] = Counter()
    turns = 0
    keys = [chance_key(seed, deck, 0, seat) for seat in range(len(seatings[0]))]
    for seating in seatings:
        deal = Deal(v, len(seating), seed=seed, game=deck)
        try:
            play_deal(deal, [kinds[kind] for kind in seating], keys, partial(_watch, times, seating))
        except PlayerError as error:
            error.game = deck
            raise
        over = deal.result
        assert over is not None
        turns += deal.turn + 1
        reasons[over.reason] += 1
        if not over.is_draw:
            won[seating[over.winners[0]]] += 1
        for seat, kind in enumerate(seating):
            points[kind] += over.points[seat]
    return DeckRow(deck, len(seatings), turns, tuple(won), tuple(points), reasons, times)


def _watch(times: Sequence[Times], seating: Sequence[int], view: View, seconds: float) -> None:
    """Count the time of a move; where one kind of action is open there is nothing to think about."""
    assert view.seat is not None
    if len(view.actions) > 1:
        times[seating[view.seat]].add(seconds)


def _number_kinds(players: Sequence[str | Player]) -> list[int]:
    """For each seat the number of its player, from 0 in the order of the seats."""
    first: list[str | Player] = []
    numbers = []
    for player in players:
        same = (
            number
            for number, other in enumerate(first)
            if other is player or (isinstance(player, str) and isinstance(other, str) and other == player)
        )
        number = next(same, len(first))
        if number == len(first):
            first.append(player)
        numbers.append(number)
    return numbers


def _name_kinds(kinds: Sequence[Player]) -> list[str]:
    """The name of each player; those of one name are numbered.

    >>> from rummy.players import make_player
    >>> _name_kinds([make_player("greedy"), make_player("random"), make_player("greedy")])
    ['greedy', 'random', 'greedy 2']
    """
    names = [name_player(player) for player in kinds]
    return [
        f"{name} {names[: place + 1].count(name)}" if name in names[:place] else name
        for place, name in enumerate(names)
    ]


def _verify_bound(within: object) -> float:
    if isinstance(within, bool) or not isinstance(within, int | float):
        raise TypeError(f"within must be a number of points, not {quote(within)}")
    if not 0 < within < math.inf:
        raise ValueError(f"within must be above 0 points, not {quote(within)}")
    return float(within)
