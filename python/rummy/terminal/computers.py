"""The computer players of a game that is recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.chance import chance_key
from rummy.players import make_player
from rummy.playing import let_act

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

        Raises:
            PlayerError: The player failed, or its answer was refused; the deal is as it was.
        """
        deal = match.deal
        seat = deal.seat
        if seat is None:
            return ()
        key = chance_key(match.seed, match.game, deal.number, seat)
        return let_act(deal, self._players[seat], key, None if recorder is None else recorder.apply)
