"""What the player at the terminal sees of the deal: the table, the hand, what may be done, and hints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rummy.actions import Draw, GiveUp, Knock, Lay, Pass
from rummy.cards import NO_CARDS, Cards
from rummy.events import Drew
from rummy.scoring import count_hand
from rummy.terminal.describe import count_of, describe
from rummy.terminal.jokers import note_melds, tell_freed, tell_named
from rummy.terminal.render import (
    broken_melds,
    find_fresh,
    join_words,
    quote_melds,
    render_faults,
    render_hand,
    render_table,
)
from rummy.terminal.telling import Teller

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rummy.actions import ActionKind
    from rummy.deal import Deal
    from rummy.draft import Draft
    from rummy.events import Event
    from rummy.play import Hint
    from rummy.table import Table
    from rummy.terminal.screen import Screen

_KINDS: Final[Mapping[ActionKind, str]] = {
    Draw: "draw",
    Lay: "play",
    Knock: "knock",
    Pass: "pass",
    GiveUp: "give up",
}


class Board:
    """Shows a deal to one seat.

    Args:
        screen: Where it is shown.
        names: The name of each seat.
        seat: The seat.
        known: The table as the seat saw it last.

    Attributes:
        by_suit: Whether the hand is sorted by suit.
    """

    def __init__(self, screen: Screen, names: Sequence[str], seat: int, known: Table) -> None:
        self._screen = screen
        self._names = names
        self._seat = seat
        self._known = known
        self._drawn = NO_CARDS
        self.by_suit = False

    def show(self, deal: Deal) -> None:
        """The table as it lies on the draft, the hand, and what may be done."""
        draft, screen = deal.draft(self._seat), self._screen
        style = screen.style
        faults = draft.faults() if draft.is_changed else ()
        notes = note_melds(draft)
        fresh = find_fresh(draft.table, draft.before if draft.is_changed else self._known)
        hand = render_hand(draft.hand, style, self.by_suit, self._drawn)
        screen.say("", f"{style.bold('Table')}  {style.dim(self._sizes(deal))}")
        screen.say_all(render_table(draft.table, style, screen.width, broken_melds(faults), fresh, notes))
        screen.say(f"{style.bold('Hand')}  {hand}{style.dim(self._count(deal, draft))}")
        if draft.is_changed and not faults:
            screen.say_all(self._tell_playable(deal, draft))
        screen.say_all(render_faults(faults, style))
        screen.say_all(tell_freed(draft, style))
        screen.say(style.dim(f"You may {_name_choices(deal, draft)}. (? for help)"))

    def _count(self, deal: Deal, draft: Draft) -> str:
        """The count of the cards in the hand, where one may knock with a low one."""
        v = deal.variant
        return f"   count {count_hand(v, draft.hand.ids)}" if v.knock != "no" else ""

    def _tell_playable(self, deal: Deal, draft: Draft) -> list[str]:
        play, style = draft.done(), self._screen.style
        text = f"  {style.cards(draft.cards)} can go down like this: done plays it"
        if draft.hand and deal.can(Knock(play.table)):
            text += ", knock plays it and ends the deal"
        return [f"{text}.", *tell_named(draft, play.table, style)]

    def begin_deal(self, table: Table) -> None:
        """Forget the deal before; the table as it lies now is known."""
        self._known = table
        self._drawn = NO_CARDS

    def tell(self, events: Iterable[Event], before: Table, after: Table, same_turn: bool) -> None:
        """Tell what an action of the seat led to, and note what is known and new to it now."""
        drawn = [card for event in events if isinstance(event, Drew) for card in event.cards or ()]
        self._drawn = Cards((*self._drawn, *drawn) if same_turn else drawn)
        self._known = after
        self._screen.say_all(Teller(self._names, self._screen.style, before).tell(events))

    def show_rules(self, deal: Deal) -> None:
        """The rule-set in words."""
        self._screen.say(self._screen.style.bold(deal.variant.name))
        self._screen.say_all(f"  {name}: {text}" for name, text in describe(deal.variant))

    def show_hint(self, deal: Deal, easy: Hint | None, whole: bool) -> None:
        """A card that can go down, or the whole play."""
        if easy is None:
            self._screen.say("No card can be played.")
            return
        self._screen.say(self._hint_text(deal, easy))
        if whole:
            style = self._screen.style
            fresh = find_fresh(easy.play.table, deal.table)
            self._screen.say(f"Put down {style.cards(easy.play.cards)}, so that the table is:")
            self._screen.say_all(render_table(easy.play.table, style, self._screen.width, (), fresh))

    def show_reminder(self, deal: Deal, easy: Hint, word: str) -> None:
        """The answer to a draw or a pass of a seat that could play."""
        self._screen.say(
            f"You can play, so think again: {self._hint_text(deal, easy)}",
            f"To {word} all the same, write {word}!",
        )

    def _hint_text(self, deal: Deal, easy: Hint) -> str:
        style = self._screen.style
        text = f"{style.card(easy.card)} can go down"
        if not easy.changed:
            return f"{text} in a new meld."
        text += f" with {quote_melds(easy.changed, deal.table, style)}"
        if deal.draft(self._seat).is_changed:
            text += " of the table before your move"
        return f"{text}; a meld must be taken apart." if easy.rearranges else f"{text}."

    def _sizes(self, deal: Deal) -> str:
        sizes = deal.view(self._seat).hand_sizes
        others = [
            f"{name} {count_of(size, 'card')}"
            for seat, (name, size) in enumerate(zip(self._names, sizes, strict=True))
            if seat != self._seat
        ]
        stock = f"stock {deal.stock_size}"
        if deal.view(self._seat).turns_left is not None:
            stock += ": your last turn"
        return ", ".join([stock, *others])


def _name_choices(deal: Deal, draft: Draft) -> str:
    v, kinds = deal.variant, deal.actions()
    if draft.is_binding:
        return (
            f"go on, and end your move with {'done or give up' if GiveUp in kinds else 'done, or reset it'}"
        )
    words = dict(_KINDS)
    if v.draw_cards > 1:
        words[Draw] += f" {v.draw_cards}"
    elif v.draws_a_turn is not None and v.draws_a_turn > 1:
        words[Draw] += f" card {deal.view(draft.seat).drawn + 1} of {v.draws_a_turn}"
    # A knock with a play is offered when the play is laid out.
    possible = [kind for kind in kinds if kind is not Knock or deal.can(Knock())]
    return join_words([words[kind] for kind in possible], "or")
