"""One player's turn: lines are obeyed and answered. What is legal is decided by the deal and its draft."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from rummy.actions import Draw, GiveUp, IllegalAction, Lay, Pass, Reminder
from rummy.cards import NO_CARDS, Cards
from rummy.events import Drew
from rummy.faults import IllegalPlay
from rummy.search import hint
from rummy.terminal.describe import count_of, describe
from rummy.terminal.editing import edit, is_edit
from rummy.terminal.language import HELP, LanguageError, Say, parse_line
from rummy.terminal.render import (
    broken_melds,
    join_words,
    quote_melds,
    render_faults,
    render_hand,
    render_table,
)
from rummy.terminal.scores import render_totals
from rummy.terminal.telling import Teller

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rummy.actions import Action
    from rummy.deal import Deal
    from rummy.draft import Draft
    from rummy.record import Recorder
    from rummy.search import Hint
    from rummy.terminal.language import Command
    from rummy.terminal.screen import Screen

_KINDS: Final = {Draw: "draw", Lay: "play", Pass: "pass", GiveUp: "give up"}


class Quit(Exception):  # noqa: N818 - it is no error
    """The player leaves."""


class Seat:
    """The player at the terminal: obeys lines for the turn of one seat.

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
        self._by_suit = False
        self._fresh = NO_CARDS

    # ---- what is shown

    def show(self) -> None:
        """The table as it lies on the draft, the hand, and what may be done."""
        draft, screen = self._draft, self._screen
        style = screen.style
        faults = draft.faults() if draft.is_changed else ()
        screen.say("", self._status())
        screen.say_all(render_table(draft.table, style, screen.width, broken_melds(faults)))
        hand = render_hand(draft.hand, style, self._by_suit, self._fresh)
        screen.say(f"{style.bold('Hand')}  {hand}")
        if draft.is_changed and not faults:
            screen.say(f"  {style.cards(draft.cards)} can go down like this: done plays it.")
        screen.say_all(render_faults(faults, style))
        screen.say(style.dim(f"You may {self._choices()}. (? for help)"))

    def _status(self) -> str:
        deal, style = self._deal, self._screen.style
        others = [
            f"{name} {count_of(size, 'card')}"
            for seat, (name, size) in enumerate(
                zip(self._names, deal.view(self._seat).hand_sizes, strict=True)
            )
            if seat != self._seat
        ]
        return f"{style.bold('Table')}  {style.dim(', '.join([f'stock {deal.stock_size}', *others]))}"

    def _choices(self) -> str:
        kinds = self._deal.actions()
        if not self._draft.is_binding:
            return join_words([_KINDS[kind] for kind in kinds], "or")
        return "go on, and end your move with " + (
            "done or give up" if GiveUp in kinds else "done, or reset it"
        )

    def _show_rules(self) -> None:
        v = self._deal.variant
        self._screen.say(self._screen.style.bold(v.name))
        self._screen.say_all(f"  {name}: {text}" for name, text in describe(v))

    # ---- what is obeyed

    def obey(self, line: str) -> None:
        """Carry out the commands of a line; what is wrong is said, and changes nothing.

        Raises:
            Quit: The player leaves.
        """
        try:
            commands = parse_line(line)
            for edits, group in groupby(commands, is_edit):
                if edits:
                    self._edit(list(group))
                elif not self._obey_words(group):
                    return
        except IllegalPlay as illegal:
            self._screen.say("That cannot be played:")
            self._screen.say_all(render_faults(illegal.faults, self._screen.style))
        except (LanguageError, IllegalAction) as wrong:
            self._screen.say(self._screen.style.warning(f"  {wrong}"))

    def _obey_words(self, commands: Iterable[Command]) -> bool:
        """Carry out commands that are one word each, and say whether the line goes on."""
        for command in commands:
            if isinstance(command, Say):
                self._verify_turn()
                try:
                    self._obey_word(command.word, command.insist)
                except Reminder as reminder:
                    self._remind(reminder.hint, command.word)
                    return False
        return True

    def _obey_word(self, word: str, insist: bool) -> None:
        match word:
            case "help":
                self._screen.say(HELP.rstrip())
            case "table":
                self.show()
            case "rules":
                self._show_rules()
            case "score":
                self._screen.say(render_totals(self._recorder.match, self._names))
            case "sort":
                self._by_suit = not self._by_suit
                self.show()
            case "hint":
                self._hint(insist)
            case "draw":
                self._act(Draw(insist))
            case "pass":
                self._act(Pass(insist))
            case "give up":
                self._act(self._draft.give_up())
            case "done":
                self._act(self._draft.done())
            case _:
                raise Quit

    def _edit(self, commands: Sequence[Command]) -> None:
        self._verify_turn()
        self._deal.restore_draft(edit(self._draft, commands))
        self.show()

    def _verify_turn(self) -> None:
        if self._deal.seat != self._seat:
            raise LanguageError("your turn is over: the rest of the line is left out")

    def _act(self, action: Action) -> None:
        deal = self._deal
        turn = deal.turn
        teller = Teller(self._names, self._screen.style, deal.table)
        events = self._recorder.apply(action, self._seat)
        drawn = Cards(card for event in events if isinstance(event, Drew) for card in event.cards or ())
        is_same_turn = deal.turn == turn and deal.seat == self._seat
        self._fresh = Cards((*self._fresh, *drawn)) if is_same_turn else drawn
        self._screen.say_all(teller.tell(events))
        if is_same_turn:
            self.show()

    def _remind(self, easy: Hint, word: str) -> None:
        self._screen.say(
            f"You can play, so think again: {self._hint_text(easy)}",
            f"To {word} all the same, write {word}!",
        )

    def _hint(self, insist: bool) -> None:
        deal = self._deal
        view = deal.view(self._seat)
        assert view.hand is not None
        easy = hint(deal.variant, deal.table, view.hand, opened=view.has_opened[self._seat])
        style = self._screen.style
        if easy is None:
            self._screen.say("No card can be played.")
            return
        self._screen.say(self._hint_text(easy))
        if insist:
            self._screen.say(f"Put down {style.cards(easy.play.cards)}, so that the table is:")
            self._screen.say_all(render_table(easy.play.table, style, self._screen.width))

    def _hint_text(self, easy: Hint) -> str:
        deal, style = self._deal, self._screen.style
        before = " of the table before your move" if self._draft.is_changed else ""
        how = (
            f", with {quote_melds(easy.changed, deal.table, style)}{before}"
            if easy.changed
            else ", by itself"
        )
        again = "; melds must be taken apart" if easy.rearranges else ""
        return f"{style.card(easy.card)} can go down{how}{again}."

    @property
    def _deal(self) -> Deal:
        return self._recorder.match.deal

    @property
    def _draft(self) -> Draft:
        return self._deal.draft(self._seat)
