"""One player's turn: lines are obeyed and answered. What is legal is decided by the deal and its draft."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from rummy.actions import Draw, IllegalAction, Pass, Reminder
from rummy.faults import IllegalPlay
from rummy.search import hint
from rummy.terminal.board import Board
from rummy.terminal.editing import edit, is_edit
from rummy.terminal.language import HELP, LanguageError, Say, parse_line
from rummy.terminal.render import render_faults
from rummy.terminal.scores import render_totals

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rummy.actions import Action
    from rummy.deal import Deal
    from rummy.play import Hint
    from rummy.record import Recorder
    from rummy.terminal.language import Command
    from rummy.terminal.screen import Screen


class Quit(Exception):  # noqa: N818 - it is no error
    """The player leaves."""


class Seat:
    """The player at the terminal: obeys lines in the turns of one seat.

    Args:
        recorder: The game.
        screen: Where it is shown.
        names: The name of each seat.
        seat: The seat of the player.
    """

    def __init__(self, recorder: Recorder, screen: Screen, names: Sequence[str], seat: int) -> None:
        self._recorder = recorder
        self._screen = screen
        self._names = names
        self._seat = seat
        self._board = Board(screen, names, seat, recorder.match.deal.table)
        self._is_stale = False

    def begin_deal(self) -> None:
        """Forget the deal before."""
        self._board.begin_deal(self._deal.table)

    def show(self) -> None:
        """The table, the hand, and what may be done."""
        self._board.show(self._deal)
        self._is_stale = False

    def obey(self, line: str) -> None:
        """Carry out the commands of a line; what is wrong is said, and changes nothing.

        Raises:
            Quit: The player leaves.
        """
        answer: list[str] = []
        try:
            self._carry_out(parse_line(line))
        except IllegalPlay as illegal:
            answer = ["That cannot be played:", *render_faults(illegal.faults, self._screen.style, True)]
        except (LanguageError, IllegalAction) as wrong:
            answer = [self._screen.style.warning(f"  {wrong}")]
        if self._is_stale and self._deal.seat == self._seat:
            self.show()
        self._screen.say_all(answer)

    def _carry_out(self, commands: Iterable[Command]) -> None:
        for is_moves, group in groupby(commands, is_edit):
            if is_moves:
                # Moves in a row are made together or not at all.
                self._verify_turn()
                self._deal.restore_draft(edit(self._deal.draft(self._seat), group))
                self._is_stale = True
                continue
            for command in group:
                if isinstance(command, Say) and not self._obey_word(command.word, command.insist):
                    return

    def _obey_word(self, word: str, insist: bool) -> bool:
        """Obey one word, and say whether the line goes on."""
        self._verify_turn()
        match word:
            case "help":
                self._screen.say_all(HELP.splitlines())
            case "table":
                self.show()
            case "rules":
                self._board.show_rules(self._deal)
            case "score":
                self._screen.say(render_totals(self._recorder.match, self._names))
            case "sort":
                self._board.by_suit = not self._board.by_suit
                self.show()
            case "hint":
                self._board.show_hint(self._deal, self._find_hint(), insist)
            case "quit":
                raise Quit
            case _:
                return self._act(word, insist)
        return True

    def _act(self, word: str, insist: bool) -> bool:
        """Do one of the actions that are recorded; False if the player was reminded instead."""
        deal = self._deal
        before, turn = deal.table, deal.turn
        try:
            events = self._recorder.apply(self._make_action(word, insist), self._seat)
        except Reminder as reminder:
            self._board.show_reminder(deal, reminder.hint, word)
            return False
        same_turn = deal.turn == turn and deal.seat == self._seat
        self._board.tell(events, before, deal.table, same_turn)
        self._is_stale = same_turn
        return True

    def _make_action(self, word: str, insist: bool) -> Action:
        if word == "draw":
            return Draw(insist)
        if word == "pass":
            return Pass(insist)
        draft = self._deal.draft(self._seat)
        if word == "give up":
            return draft.give_up()
        return draft.knock() if word == "knock" else draft.done()

    def _find_hint(self) -> Hint | None:
        view = self._deal.view(self._seat)
        hand = view.hand or ()
        return hint(view.variant, view.table, hand, opened=view.has_opened[self._seat])

    def _verify_turn(self) -> None:
        if self._deal.seat != self._seat:
            raise LanguageError("your turn is over: the rest of the line is left out")

    @property
    def _deal(self) -> Deal:
        return self._recorder.match.deal
