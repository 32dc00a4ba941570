"""The computer players of a game that is recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.chance import Chance, chance_key
from rummy.players import make_player

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rummy.events import Event
    from rummy.match import Match
    from rummy.record import Recorder


class Computers:
    """Acts for the seats that a computer plays.

    Args:
        kinds: The kind of player of each such seat.
    """

    def __init__(self, kinds: Mapping[int, str]) -> None:
        self._players = {seat: make_player(kind) for seat, kind in kinds.items()}

    def act(self, match: Match, recorder: Recorder | None = None) -> tuple[Event, ...]:
        """Let the seat to act do one action; its chance is that of the same game in a simulation.

        Args:
            match: The match.
            recorder: Writes the action down; None: it is not written down.
        """
        deal = match.deal
        seat = deal.seat
        if seat is None:
            return ()
        key = chance_key(match.seed, match.game, deal.number, seat)
        action = self._players[seat].act(deal.view(seat), Chance(key, deal.turn, deal.step))
        return deal.apply(action) if recorder is None else recorder.apply(action)
