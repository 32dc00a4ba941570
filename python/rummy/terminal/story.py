"""A deal told from its first card to its score, with every hand shown: for demonstrations and for records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.events import Dealt, Drew, Ended
from rummy.terminal.animation import Animator, tell_all
from rummy.terminal.computers import Computers
from rummy.terminal.render import render_table
from rummy.terminal.scores import render_deal_result, render_match_result
from rummy.terminal.telling import Teller

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rummy.events import Event
    from rummy.match import Match
    from rummy.record import Recorder
    from rummy.terminal.screen import Screen


class Story:
    """Tells the events of a match as they come, nothing hidden.

    Args:
        screen: Where they are told.
        names: The name of each seat.
        animator: Shows how each play came about; None: that is not shown.
    """

    def __init__(self, screen: Screen, names: Sequence[str], animator: Animator | None = None) -> None:
        self._screen = screen
        self._names = names
        self._teller = Teller(names, screen.style)
        self._animator = animator
        self._waiting: list[Event] = []

    def tell(self, match: Match, events: Iterable[Event]) -> None:
        """Tell what happened; a draw waits for what follows it, so that several are told as one."""
        for event in events:
            if isinstance(event, Dealt):
                self._tell_hands(match, event)
            self._waiting.append(event)
        if self._waiting and not isinstance(self._waiting[-1], Drew):
            tell_all(self._waiting, self._teller, self._screen, self._animator)
            if isinstance(self._waiting[-1], Ended):
                self._tell_end(match)
            self._waiting.clear()

    def tell_winner(self, match: Match) -> None:
        """Tell who won a match of several deals, if it is over."""
        self._screen.say_all(render_match_result(match, self._names, self._screen.style))

    def _tell_hands(self, match: Match, dealt: Dealt) -> None:
        style = self._screen.style
        if match.deal.number:
            self._screen.say("")
        self._screen.say(style.bold(f"{match.variant.name}, deal {match.deal.number + 1}"))
        width = max(map(len, self._names))
        for name, hand in zip(self._names, dealt.hands, strict=True):
            self._screen.say(f"  {name:<{width}}  {style.cards(hand or ())}")
        self._screen.say("")

    def _tell_end(self, match: Match) -> None:
        style = self._screen.style
        self._screen.say("", style.bold("Table"))
        self._screen.say_all(render_table(match.deal.table, style, self._screen.width))
        self._screen.say("")
        self._screen.say_all(render_deal_result(match, self._names, style))


def play_demo(
    match: Match,
    kinds: Sequence[str],
    names: Sequence[str],
    screen: Screen,
    recorder: Recorder | None = None,
) -> None:
    """Let computers play the deal of a match to its end, and tell everything.

    Args:
        match: The match.
        kinds: The kind of each player.
        names: The name of each.
        screen: Where it is told.
        recorder: Writes the deal down; None: it is not written down.
    """
    told = kinds if len(set(kinds)) > 1 else kinds[:1]
    screen.say(f"{match.players} computers play ({', '.join(told)}, seed {match.seed}).", "")
    story = Story(screen, names, Animator(screen))
    computers = Computers(dict(enumerate(kinds)))
    story.tell(match, match.deal.events)
    while match.deal.seat is not None:
        story.tell(match, computers.act(match, recorder))
    story.tell_winner(match)
