"""Deals that play themselves, and what must be true of each of their moments."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import rummy
from rummy.cards import pack_ids
from rummy.chance import Chance
from rummy.events import Dealt, Drew, Laid
from rummy.jokers import as_held

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

    from rummy import Action, Deal, Variant, View
    from rummy.envs import DealEnv
    from rummy.events import Event

EVERY = list(rummy.VARIANTS.values())
"""The rule-sets with their default options."""

EVERY_OPTION = list(
    dict.fromkeys(
        v.with_options(**{name: value})
        for v in EVERY
        for name, values in v.options.items()
        for value in values
    )
)
"""Each of them with each value of each option."""


def name_of(v: Variant) -> str:
    return " ".join([v.id, *map(str, v.settings.values())])


def choose(deal: Deal, rng: random.Random) -> Action:
    """An action of the seat to act: mostly any legal one, now and then a move that is given up."""
    seat = deal.seat
    assert seat is not None
    if rng.random() < 0.05:
        draft = deal.draft()
        draft.put(rng.choice(draft.hand))
        if rummy.GiveUp in deal.actions():
            return draft.give_up()
        draft.reset()
    return rummy.make_player("random").act(deal.view(seat), Chance(rng.randbytes(8), deal.turn, deal.step))


def apply_again(deal: Deal, action: Action) -> tuple[Event, ...]:
    """Do an action of another deal; a move is given up only if there is one."""
    if isinstance(action, rummy.GiveUp):
        draft = deal.draft()
        draft.put(draft.hand[0])
    return deal.apply(action)


def play_on(deal: Deal, rng: random.Random, most: int = 3000) -> list[Action]:
    """Play a deal to its end, which must come."""
    actions: list[Action] = []
    while deal.seat is not None:
        assert len(actions) < most, "the deal does not end"
        action = choose(deal, rng)
        deal.apply(action)
        actions.append(action)
    return actions


def all_cards(deal: Deal) -> rummy.Cards:
    """Every card wherever it lies, jokers without their names."""
    places = (*deal.hands, deal.stock, deal.table.cards)
    return rummy.Cards.from_ids(as_held(b"".join(cards.ids for cards in places))).sorted()


def whole_deck(deal: Deal) -> rummy.Cards:
    deck = deal.variant.deck(deal.players)
    return rummy.Cards.from_ids(pack_ids(deck.packs, deck.jokers))


def set_up(dealt: Event, v: Variant) -> Deal:
    """A deal with the cards of an event."""
    assert isinstance(dealt, Dealt)
    assert dealt.stock is not None
    hands = [hand for hand in dealt.hands if hand is not None]
    return rummy.Deal.from_cards(
        v, hands=hands, table=dealt.table, stock=dealt.stock, seat=dealt.seat, dealer=dealt.dealer
    )


def permute_hidden(
    events: Sequence[Event], v: Variant, seat: int | None, rng: random.Random
) -> tuple[Deal, int]:
    """The deal as it began, with the cards changed round that the seat has never seen.

    Returns:
        The new deal, and how many places have another card than before.
    """
    dealt = events[0]
    assert isinstance(dealt, Dealt)
    assert dealt.stock is not None
    cards: list[rummy.Card] = []
    held: list[list[int]] = []
    for hand in dealt.hands:
        assert hand is not None
        held.append(list(range(len(cards), len(cards) + len(hand))))
        cards += hand
    stock = list(range(len(cards), len(cards) + len(dealt.stock)))
    first = len(cards)
    cards += dealt.stock
    seen = set() if seat is None else set(held[seat])
    for event in events:
        if isinstance(event, Drew):
            drawn, stock = stock[: event.count], stock[event.count :]
            held[event.seat] += drawn
            if event.seat == seat:
                seen.update(drawn)
        elif isinstance(event, Laid):
            for card in event.cards:
                place = next(place for place in held[event.seat] if cards[place] == card)
                held[event.seat].remove(place)
                seen.add(place)
    hidden = [place for place in range(len(cards)) if place not in seen]
    changed = list(cards)
    for place, other in zip(hidden, rng.sample(hidden, len(hidden)), strict=True):
        changed[place] = cards[other]
    hands, start = [], 0
    for size in dealt.sizes:
        hands.append(changed[start : start + size])
        start += size
    deal = rummy.Deal.from_cards(
        v, hands=hands, table=dealt.table, stock=changed[first:], seat=dealt.seat, dealer=dealt.dealer
    )
    return deal, sum(old != new for old, new in zip(cards, changed, strict=True))


def view_shows_only_what_it_may(deal: Deal, view: View) -> None:
    """Hold a view of a running deal to RULES.md section 7."""
    for owner, hand in enumerate(view.hands):
        assert hand == (deal.hands[owner] if owner == view.seat else None)
    assert view.hand_sizes == tuple(map(len, deal.hands))
    assert view.stock_size == deal.stock_size
    assert view.table == deal.table
    assert view.to_act == deal.seat
    assert (view.actions == ()) == (view.seat != deal.seat)
    assert len(view.history) == len(deal.events)
    # One action leads to three events at most, so every event is looked at after its action.
    for event in view.history[-3:]:
        if isinstance(event, Drew):
            assert (event.cards is None) == (event.seat != view.seat)
        elif isinstance(event, Dealt):
            assert event.stock is None
            assert [owner for owner, hand in enumerate(event.hands) if hand is not None] == (
                [] if view.seat is None else [view.seat]
            )


def deal_of(deal: DealEnv) -> Deal:
    """The deal of an environment, which it shows to nobody."""
    assert deal._deal is not None
    return deal._deal


def heed_interrupts() -> None:
    """A test run in the background of a shell is started deaf to interrupts, and so are its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def started(*command: str, **settings: Any) -> Iterator[subprocess.Popen[str]]:
    """A program that hears interrupts, in a group with its children; none of them is left behind."""
    with subprocess.Popen(
        command,
        text=True,
        start_new_session=True,
        preexec_fn=heed_interrupts,
        **{"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **settings},
    ) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
