"""Games between players of the core, played there: the same games as through the referee, many times as fast.

>>> from rummy.players import make_player
>>> from rummy.playing import play_game
>>> from rummy.variants import variant
>>> v, players = variant("carousel"), [make_player("greedy"), make_player("patient")]
>>> play_in_core(v, find_styles(players), seed=7, game=0) == play_game(v, players, seed=7, game=0)
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy import _core
from rummy.chance import first_dealer, shuffle_deck
from rummy.dealing import deal_out
from rummy.match import add_points, find_result
from rummy.players.greedy import Greedy
from rummy.players.patient import Patient
from rummy.playing import DealRow, GameRow, SeatCount, count_turns
from rummy.scoring import DealResult

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rummy.players import Player
    from rummy.variant import Variant


def find_styles(players: Sequence[Player]) -> list[_core.Style] | None:
    """What the core knows the players by, or None if it does not know them all."""
    # A class that is made from one of them may play in another way.
    known = [player.style for player in players if type(player) in (Greedy, Patient)]  # type: ignore[attr-defined]
    return known if len(known) == len(players) else None


def play_in_core(
    v: Variant,
    styles: list[_core.Style],
    seed: int,
    game: int,
    deals: int | None = None,
    is_counted: bool = False,
) -> GameRow:
    """Play one game, as `rummy.playing.play_game` does.

    Args:
        v: The rule-set.
        styles: What the core knows the player of each seat by.
        seed: The seed of the series of games.
        game: The number of the game in the series.
        deals: After how many deals an open-ended match stops.
        is_counted: Whether it is counted what each seat does.
    """
    players = len(styles)
    deck, dealer = v.deck(players), first_dealer(players, seed, game)
    points = won = (0,) * players
    rows: list[DealRow] = []
    counts: list[tuple[SeatCount, ...]] = []
    result = None
    while result is None:
        cards = shuffle_deck(deck, seed, game, len(rows))
        hands, table, stock = deal_out(v, cards, players, dealer)
        reason, winners, scored, turns, told = _core.play_out(
            v.rules,
            v.flow,
            hands,
            table.ids,
            stock,
            (dealer + 1) % players,
            styles,
            "counts" if is_counted else "nothing",
        )
        over = DealResult(reason, tuple(winners), tuple(scored))  # type: ignore[arg-type]
        rows.append(DealRow(game, len(rows), dealer, turns, over.reason, over.winners, over.points))
        if is_counted:
            had = count_turns(turns, players, dealer)
            counts.append(tuple(SeatCount(had[seat], *each) for seat, each in enumerate(told)))  # type: ignore[arg-type]
        points = add_points(points, over.points)
        won = tuple(before + (seat in over.winners) for seat, before in enumerate(won))
        result = find_result(v, points, won, over, len(rows), len(rows) == deals)
        dealer = (dealer + 1) % players
    return GameRow(game, result.winners, result.totals, tuple(rows), tuple(counts) if is_counted else None)
