"""Players at a deal: each asked in its turn, its answer done, and a clear error if it is none.

>>> from rummy.deal import Deal
>>> from rummy.players import make_player
>>> from rummy.variants import variant
>>> deal = Deal(variant("machiavelli"), 2, seed=7)
>>> play_deal(deal, [make_player("greedy"), make_player("random")], [b"first key", b"second key"])
>>> deal.result.reason
'out'
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple, Protocol

from rummy.chance import Chance, chance_key
from rummy.checks import quote
from rummy.events import Laid
from rummy.faults import IllegalPosition
from rummy.match import Match
from rummy.players import make_player, name_player

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rummy.actions import Action
    from rummy.deal import Deal
    from rummy.events import Event
    from rummy.players import Player
    from rummy.variant import Variant
    from rummy.view import View


class PlayerError(RuntimeError):
    """A player failed, or its answer was refused: no action, not open now, or an illegal play.

    The deal is as it was before the player was asked, so another player in that seat can go on with it:
    call `play_deal` again. The error can be sent from process to process. What the player or the referee
    raised is the ``__cause__``, in the process where it happened.

    Attributes:
        player: The name of the player (`rummy.players.name_player`).
        seat: Its seat.
        turn: The number of the turn in the deal, from 0.
        step: The number of the action in the turn, from 0.
        answer: What it answered, as an error quotes it; None if it raised.
        reason: What was wrong, in words.
        deal: The deal, resumable.
        game: The number of the game in a series; None where there is none.
    """

    def __init__(
        self,
        player: str,
        seat: int,
        turn: int,
        step: int,
        answer: str | None,
        reason: str,
        deal: Deal,
        game: int | None = None,
    ) -> None:
        super().__init__(player, seat, turn, step, answer, reason)
        self.player = player
        self.seat = seat
        self.turn = turn
        self.step = step
        self.answer = answer
        self.reason = reason
        self.deal = deal
        self.game = game

    def __str__(self) -> str:
        where = f"seat {self.seat}, turn {self.turn}"
        if self.game is not None:
            where += f", deal {self.deal.number} of game {self.game}"
        return f"the player {self.player} ({where}) {self.what}"

    @property
    def what(self) -> str:
        """What it did wrong, after the words that say who."""
        if self.answer is None:
            return f"failed: {self.reason}"
        return f"answered {self.answer}, which is refused: {self.reason}"

    def __reduce__(self) -> tuple[object, ...]:
        return PlayerError, (*self.args, self.deal, self.game)


class Watch(Protocol):
    """Is told of each answer how long its player thought."""

    def __call__(self, view: View, seconds: float, /) -> object:
        """Take note of an answer.

        Args:
            view: What the player saw.
            seconds: The processor time of this process while it was asked.
        """
        ...


class DealRow(NamedTuple):
    """One deal of a simulation.

    Attributes:
        game: The number of the game.
        deal: The number of the deal in the game.
        dealer: The seat that dealt.
        turns: How many turns were played.
        reason: Why the deal ended.
        winners: The seats that won the deal.
        points: The points of each seat.
    """

    game: int
    deal: int
    dealer: int
    turns: int
    reason: str
    winners: tuple[int, ...]
    points: tuple[int, ...]


class SeatCount(NamedTuple):
    """What one seat did in one deal.

    Attributes:
        turns: The turns it had.
        plays: How often it made a play.
        cards_played: The hand cards it put down.
        cards_left: The cards in its hand at the end.
        rearrangements: The melds that its plays split (RULES.md section 8), added up.
    """

    turns: int
    plays: int
    cards_played: int
    cards_left: int
    rearrangements: int


class GameRow(NamedTuple):
    """One game of a simulation.

    Attributes:
        game: The number of the game.
        winners: The seats that won the game.
        totals: The points of each seat.
        deals: The deals.
        counts: For each deal what each seat did, if that was counted.
    """

    game: int
    winners: tuple[int, ...]
    totals: tuple[int, ...]
    deals: tuple[DealRow, ...]
    counts: tuple[tuple[SeatCount, ...], ...] | None = None


def seat_player(player: str | Player) -> Player:
    """A player by its name, or the player that was given.

    Raises:
        TypeError: It is neither.
        ValueError: There is no player of that name; the message names them.
    """
    if isinstance(player, str):
        return make_player(player)
    if not callable(getattr(player, "act", None)):
        raise TypeError(f"a player is a name such as 'greedy', or has a method act, unlike {quote(player)}")
    return player


def let_act(
    deal: Deal,
    player: Player,
    key: bytes,
    apply: Callable[[Action], tuple[Event, ...]] | None = None,
    watch: Watch | None = None,
) -> tuple[Event, ...]:
    """Let the seat to act do one action, and return what happened, with nothing hidden.

    Args:
        deal: The deal, which is not over.
        player: The player of the seat to act.
        key: The key of that seat's chance in this deal.
        apply: Does the action, such as `Recorder.apply`; None: `Deal.apply`.
        watch: Is told how long the player thought.

    Raises:
        PlayerError: The player raised, or its answer was refused; the deal is as it was.
        IllegalPosition: The deal was set up with an impossible position, which is no player's fault.
    """
    seat, moment = deal.seat, (deal.turn, deal.step)
    if seat is None:
        raise ValueError("the deal is over: nobody is to act")
    view, chance = deal.view(seat), Chance(key, *moment)
    began = 0.0 if watch is None else time.process_time()
    try:
        action = player.act(view, chance)
    except Exception as error:
        raise PlayerError(name_player(player), seat, *moment, None, _tell(error), deal) from error
    if watch is not None:
        watch(view, time.process_time() - began)
    try:
        return deal.apply(action) if apply is None else apply(action)
    except IllegalPosition:
        raise
    except Exception as error:
        # What is raised after the action was done, such as by a full disk, is no refusal.
        if (deal.turn, deal.step) != moment:
            raise
        raise PlayerError(name_player(player), seat, *moment, quote(action), str(error), deal) from error


def _tell(error: Exception) -> str:
    """What was raised, in words; what is raised by a player may fail at that too."""
    try:
        text = str(error)
    except Exception:
        text = ""
    return ": ".join(filter(None, (type(error).__name__, text)))


def play_deal(
    deal: Deal, players: Sequence[Player], keys: Sequence[bytes], watch: Watch | None = None
) -> None:
    """Let players play a deal to its end.

    It always comes: a draw takes from the stock, and every other action ends the turn by a play, which takes
    from a hand, or by a pass, of which only so many come in a row.

    Args:
        deal: The deal; it may have begun.
        players: The player of each seat.
        keys: The key of each seat's chance in this deal.
        watch: Is told of each action how long its player thought.

    Raises:
        PlayerError: A player raised, or its answer was refused; the deal is as it was before that.
    """
    while (seat := deal.seat) is not None:
        let_act(deal, players[seat], keys[seat], watch=watch)


def play_game(
    v: Variant,
    players: Sequence[Player],
    seed: int,
    game: int,
    deals: int | None = None,
    is_counted: bool = False,
) -> GameRow:
    """Let players play one game.

    Args:
        v: The rule-set.
        players: The player of each seat.
        seed: The seed of the series of games.
        game: The number of the game in the series.
        deals: After how many deals an open-ended match stops.
        is_counted: Whether it is counted what each seat does.

    Raises:
        PlayerError: A player raised, or its answer was refused.
    """
    seats = range(len(players))
    match = Match(v, len(players), seed=seed, game=game)
    rows: list[DealRow] = []
    counts: list[tuple[SeatCount, ...]] = []
    while True:
        deal = match.deal
        try:
            play_deal(deal, players, [chance_key(seed, game, deal.number, seat) for seat in seats])
        except PlayerError as error:
            error.game = game
            raise
        over = deal.result
        if over is None:
            raise RuntimeError("a deal that is played to its end has a result")
        rows.append(
            DealRow(game, deal.number, deal.dealer, deal.turn + 1, over.reason, over.winners, over.points)
        )
        if is_counted:
            counts.append(count_seats(deal))
        result = match.stop() if len(rows) == deals else match.result
        if result is not None:
            return GameRow(
                game, result.winners, result.totals, tuple(rows), tuple(counts) if is_counted else None
            )
        match.next_deal()


def count_seats(deal: Deal) -> tuple[SeatCount, ...]:
    """What each seat did in a deal that was dealt and is over, or has done so far.

    Cost: one look at each event.
    """
    players = deal.players
    plays, cards, splits = [0] * players, [0] * players, [0] * players
    for event in deal.events:
        if type(event) is Laid:
            seat = event.seat
            plays[seat] += 1
            cards[seat] += len(event.cards)
            splits[seat] += event.split or 0
    turns = count_turns(deal.turn + 1, players, deal.dealer)
    return tuple(
        SeatCount(turns[seat], plays[seat], cards[seat], len(hand), splits[seat])
        for seat, hand in enumerate(deal.hands)
    )


def count_turns(turns: int, players: int, dealer: int) -> list[int]:
    """How many of the turns of a deal each seat had: they go round, beginning to the dealer's left (D7).

    >>> count_turns(5, players=3, dealer=0)
    [1, 2, 2]
    """
    first = dealer + 1
    return [(turns - (seat - first) % players + players - 1) // players for seat in range(players)]
