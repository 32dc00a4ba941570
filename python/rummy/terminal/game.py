"""A match at a terminal: one person, the others computers; deal after deal, recorded as it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.events import Dealt
from rummy.playing import PlayerError
from rummy.terminal.animation import Animator, tell_all
from rummy.terminal.computers import Computers
from rummy.terminal.scores import render_deal_result, render_match_result
from rummy.terminal.screen import PROMPT
from rummy.terminal.seating import ME
from rummy.terminal.telling import Teller
from rummy.terminal.turn import Quit, Seat

if TYPE_CHECKING:
    from rummy.deal import Deal
    from rummy.events import Event
    from rummy.match import Match
    from rummy.record import Recorder
    from rummy.terminal.keeping import DraftKeeper
    from rummy.terminal.screen import Read, Screen
    from rummy.terminal.seating import Opponents


class Game:
    """Plays a match with the person at the terminal.

    Args:
        recorder: The match, which may have begun already.
        opponents: The computer players of the other seats.
        screen: Where the game is shown.
        read: Reads what the person types.
        keeper: Keeps the unfinished move.
        how_to_resume: The command that goes on with the game.
        animator: Shows the plays of the computers; None: as plain lines.
    """

    def __init__(
        self,
        recorder: Recorder,
        opponents: Opponents,
        screen: Screen,
        read: Read,
        keeper: DraftKeeper,
        how_to_resume: str,
        animator: Animator | None = None,
    ) -> None:
        self._recorder = recorder
        self._computers = Computers(dict(enumerate(opponents.kinds, start=ME + 1)))
        self._opponents = opponents
        self._screen = screen
        self._read = read
        self._keeper = keeper
        self._how_to_resume = how_to_resume
        self._animator = Animator(screen) if animator is None else animator
        self._names = opponents.seat_names
        self._me = Seat(recorder, screen, self._names, ME)

    def play(self) -> None:
        """Play until the match is over or the person leaves.

        Raises:
            PlayerError: A computer player failed; the game is kept, and it has been said how to go on.
        """
        self._greet()
        try:
            while True:
                self._play_deal()
                if not self._begin_next():
                    return
        except (EOFError, Quit):
            self._say_how_to_resume()
        except KeyboardInterrupt:
            self._say_how_to_resume()
            raise
        except PlayerError as error:
            self._screen.say("", self._screen.style.warning(f"{self._names[error.seat]} {error.what}"))
            self._say_how_to_resume()
            self._screen.say("With --opponents KIND after it, others play on in their place.")
            raise

    def _say_how_to_resume(self) -> None:
        self._screen.say("", "The game is kept. To go on:")
        self._screen.say_command(self._how_to_resume)

    def _greet(self) -> None:
        match = self._match
        deal = match.deal
        self._screen.say(
            self._screen.style.bold(f"{match.variant.name}, deal {deal.number + 1}"),
            f"You play against {self._opponents}. ? explains the commands.",
        )
        self._keeper.restore(deal)
        self._tell_since_last_turn(deal)

    def _play_deal(self) -> None:
        deal = self._match.deal
        is_new_turn = True
        while deal.seat is not None:
            if deal.seat != ME:
                self._let_others_play(deal)
                is_new_turn = True
                continue
            if is_new_turn:
                self._me.show()
                is_new_turn = False
            self._me.obey(self._read(PROMPT))
            self._keeper.keep(deal, ME)
        self._screen.say("")
        self._screen.say_all(render_deal_result(self._match, self._names, self._screen.style))

    def _let_others_play(self, deal: Deal) -> None:
        teller = Teller(self._names, self._screen.style, deal.table)
        happened: list[Event] = []
        while deal.seat not in (ME, None):
            happened += (event.seen_by(ME) for event in self._computers.act(self._match, self._recorder))
        tell_all(happened, teller, self._screen, self._animator)

    def _begin_next(self) -> bool:
        """Go on to the next deal, or say that the match is over and how it ended."""
        match = self._match
        if match.result is None and not self._ask_for_next():
            self._recorder.stop()
        if match.result is not None:
            self._screen.say_all(render_match_result(match, self._names, self._screen.style))
            return False
        self._recorder.next_deal()
        self._me.begin_deal()
        self._screen.say("", self._screen.style.bold(f"Deal {match.deal.number + 1}"))
        self._tell_since_last_turn(match.deal)
        return True

    def _ask_for_next(self) -> bool:
        """Whether there shall be another deal; an open-ended match may be stopped instead."""
        can_stop = self._match.variant.match == "open"
        stop = ", stop ends the match" if can_stop else ""
        while True:
            answer = self._read(f"Enter deals again{stop}, quit leaves> ").strip().lower()
            if answer in ("", "next", "deal"):
                return True
            if answer == "stop" and can_stop:
                return False
            if answer == "quit":
                raise Quit
            self._screen.say(self._screen.style.warning(f"  {answer!r} is no answer to that"))

    def _tell_since_last_turn(self, deal: Deal) -> None:
        """Tell what the person has not seen: everything after their own last action."""
        history = deal.view(ME).history
        own = [
            place
            for place, event in enumerate(history)
            if not isinstance(event, Dealt) and getattr(event, "seat", None) == ME
        ]
        seen = own[-1] + 1 if own else 0
        teller = Teller(self._names, self._screen.style)
        teller.tell(history[:seen])
        self._screen.say_all(teller.tell(history[seen:]))

    @property
    def _match(self) -> Match:
        return self._recorder.match
