"""One deal: whose turn it is, what may be asked, and what it does (RULES.md sections 4 and 6).

`Deal.verify` raises the reason why an action is refused, `Deal.can` is its truth, and `Deal.apply` verifies,
acts and returns what happened; an action that is refused changes nothing.

>>> from rummy.variants import variant
>>> deal = Deal.from_cards(variant("machiavelli"), hands=["7s 8s 9s Kd", "2c 3d"], stock="4h 5h")
>>> [event.to_json() for event in deal.apply(Lay("7s 8s 9s"))]
[{'event': 'laid', 'seat': 0, 'cards': '7s 8s 9s', 'table': '7s 8s 9s'}]
>>> deal.seat, deal.view(0).hand_sizes
(1, (1, 2))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from rummy.actions import Action, ActionKind, Draw, IllegalAction, Knock, Lay, Pass
from rummy.cards import Cards, CardsLike, parse_cards
from rummy.chance import first_dealer, shuffle_deck
from rummy.checks import verify_flag, verify_kind, verify_list, verify_whole
from rummy.dealing import deal_out, find_faults, for_each_seat, verify_seat
from rummy.draft import Draft
from rummy.events import Dealt, Drew, Ended, Event, GaveUp, Knocked, Laid, Log, Passed
from rummy.faults import Fault, IllegalPlay, IllegalPosition
from rummy.referee import Moment, cards_left, verify_action
from rummy.scoring import DealResult, score_deal
from rummy.table import Table, TableLike, parse_table
from rummy.turn import GIVE_UP_CARDS, ends_turn, open_kinds
from rummy.variant import Variant, verify_variant
from rummy.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rummy.play import Play


class Deal:
    """The authority over one deal.

    Args:
        v: The rule-set.
        players: The number of players.
        seed: Where the cards come from: the deck is a function of seed, game, number and packs alone.
        dealer: The seat that deals; None: drawn from the seed, then one to the left each deal (D7).
        game: The number of the game in a series.
        number: The number of the deal in its match.
        totals: The points of each seat from the deals before this one.

    Attributes:
        variant: The rule-set.
        dealer: The seat that deals.
        number: The number of the deal in its match.
        turn: The number of the turn, from 0.
        step: The number of the action in the turn, from 0.
        table: The table.
        result: None, or winners and points.
    """

    def __init__(
        self,
        v: Variant,
        players: int = 2,
        *,
        seed: int,
        dealer: int | None = None,
        game: int = 0,
        number: int = 0,
        totals: Sequence[int] | None = None,
    ) -> None:
        players = verify_whole(players, "the number of players")
        seed, game = verify_whole(seed, "the seed"), verify_whole(game, "the number of the game", 0)
        number = verify_whole(number, "the number of the deal", 0)
        deck = shuffle_deck(verify_variant(v).deck(players), seed, game, number)
        if dealer is None:
            dealer = (first_dealer(players, seed, game) + number) % players
        dealer = verify_seat(dealer, players, "the dealer")
        hands, table, stock = deal_out(v, deck, players, dealer)
        self._set_up(v, hands, table, stock, (dealer + 1) % players, dealer, number, totals)

    @classmethod
    def from_cards(
        cls,
        v: Variant,
        *,
        hands: Sequence[CardsLike],
        table: TableLike = "",
        stock: CardsLike = "",
        seat: int = 0,
        dealer: int | None = None,
        opened: Sequence[bool] | None = None,
        number: int = 0,
        totals: Sequence[int] | None = None,
    ) -> Self:
        """A set-up position: cards that lie in none of the places given are out of the game.

        Nothing is refused that can be written down; `faults` lists what is impossible about the position, and
        every action on an impossible one is refused. With an empty stock, where that leads to last turns,
        ``seat`` begins them: the seat before it has drawn the last card.

        Args:
            v: The rule-set.
            hands: The hand of each seat.
            table: The table.
            stock: The stock, the next card first.
            seat: Whose turn begins.
            dealer: The seat that dealt; None: the one before ``seat``.
            opened: For each seat, whether it has made a first play; None: nobody has.
            number: The number of the deal in its match.
            totals: The points of each seat from the deals before.
        """
        players = len(verify_list(hands, "the hands of the seats"))
        verify_variant(v).deck(players)
        seat = verify_seat(seat, players, "the seat to act")
        dealer = verify_seat((seat - 1) % players if dealer is None else dealer, players, "the dealer")
        number = verify_whole(number, "the number of the deal", 0)
        self = cls.__new__(cls)
        held = [parse_cards(hand).sorted().ids for hand in hands]
        self._set_up(v, held, parse_table(table), parse_cards(stock).ids, seat, dealer, number, totals)
        if opened is not None:
            self._has_opened = for_each_seat(opened, players, "opened", verify_flag)
        self._faults = find_faults(self._rules, held, self.table, self._stock)
        return self

    def _set_up(
        self,
        v: Variant,
        hands: list[bytes],
        table: Table,
        stock: bytes,
        seat: int,
        dealer: int,
        number: int,
        totals: Sequence[int] | None,
    ) -> None:
        players = len(hands)
        self.variant = v
        self._rules = v.rules_for(players)
        self._hands = hands
        self.table = table
        self._stock = stock
        self._next = 0
        self._seat: int | None = seat
        self.dealer = dealer
        self.number = number
        self._totals = (
            (0,) * players if totals is None else for_each_seat(totals, players, "totals", verify_whole)
        )
        self._has_opened = (False,) * players
        self._draws = 0
        self._drawn = 0
        self._passes = 0
        self.turn = 0
        self.step = 0
        self._draft: Draft | None = None
        self._turns_left = players if v.stock_out == "last_turns" and not stock else None
        self.result: DealResult | None = None
        self._faults: tuple[Fault, ...] = ()
        self._log = Log(players)
        self._happen = self._log.add
        sizes = tuple(map(len, hands))
        self._happen(Dealt(dealer, seat, self.hands, sizes, table, self.stock, len(stock)))

    # ---- what can be asked about it

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self._hands)

    @property
    def seat(self) -> int | None:
        """Whose turn it is; None when the deal is over."""
        return self._seat

    @property
    def hands(self) -> tuple[Cards, ...]:
        """Every hand, for the authority."""
        return tuple(map(Cards.from_ids, self._hands))

    @property
    def stock(self) -> Cards:
        """The stock, the next card first, for the authority."""
        return Cards.from_ids(self._stock[self._next :])

    @property
    def stock_size(self) -> int:
        """The number of cards in the stock."""
        return len(self._stock) - self._next

    @property
    def events(self) -> list[Event]:
        """Everything that happened, with nothing hidden."""
        return self._log.events

    def faults(self) -> tuple[Fault, ...]:
        """What is impossible about the position the deal was set up with; nothing about a dealt one."""
        return self._faults

    def actions(self) -> tuple[ActionKind, ...]:
        """The kinds of action now open to the seat to act, whatever its hand.

        They depend on its draft once that is changed, which is for that seat alone to see.
        """
        if self._seat is None:
            return ()
        is_last_turn = self._turns_left is not None
        return open_kinds(self.variant, self._draws, self.stock_size, self._is_bound(), is_last_turn)

    def view(self, seat: int | None) -> View:
        """What a seat may know, or a spectator (None)."""
        hands = self._hands
        if seat is not None:
            seat = verify_seat(seat, len(hands), "the viewer")
        result = self.result
        return View(
            self.variant,
            seat=seat,
            to_act=self._seat,
            dealer=self.dealer,
            hand=None if seat is None else Cards.from_ids(hands[seat]),
            table=self.table,
            hand_sizes=tuple(map(len, hands)),
            stock_size=len(self._stock) - self._next,
            drawn=self._drawn,
            draws=self._draws,
            is_bound=seat == self._seat and self._is_bound(),
            turns_left=self._turns_left,
            has_opened=self._has_opened,
            totals=self._totals,
            number=self.number,
            turn=self.turn,
            step=self.step,
            log=self._log.seen_by(seat),
            result=result,
            hands=None if result is None else self.hands,
        )

    def draft(self, seat: int | None = None) -> Draft:
        """The private working copy of the seat to act: the same one until its next action.

        Args:
            seat: The seat that asks; None: the seat to act.

        Raises:
            IllegalAction: The deal is over, or it is another seat's turn.
        """
        actor = self._verify_turn(seat)
        if self._draft is None:
            hand = Cards.from_ids(self._hands[actor])
            self._draft = Draft(self.variant, self.table, hand, actor, self._has_opened[actor])
        return self._draft

    def restore_draft(self, draft: Draft) -> None:
        """Take a draft that was kept elsewhere as the working copy of the seat to act.

        Raises:
            IllegalAction: It was made for another seat, table or hand.
        TypeError: It is no draft.
        """
        fresh = self.draft(verify_kind(draft, Draft, "the draft").seat)
        if not draft.is_like(fresh):
            raise IllegalAction("draft/of-another-turn")
        if draft is not fresh:
            fresh.close()
            self._draft = draft

    # ---- actions

    def verify(self, action: Action, seat: int | None = None) -> None:
        """Raise the reason why an action is refused.

        Args:
            action: The action.
            seat: The seat that asks; None: the seat to act.

        Raises:
            IllegalAction: It is not open now; ``code`` says why.
            IllegalPlay: The play is illegal; ``faults`` holds every reason.
            Reminder: A play exists, and the draw or pass was not insisted on.
        """
        self._verify(action, seat)

    def can(self, action: Action, seat: int | None = None) -> bool:
        """Whether an action goes through as it is."""
        try:
            self._verify(action, seat)
        except (IllegalAction, IllegalPlay):
            return False
        return True

    def apply(self, action: Action, seat: int | None = None) -> tuple[Event, ...]:
        """Do an action for the seat to act and return what happened, with nothing hidden.

        Raises the same as `verify`; then nothing has changed.
        """
        play = self._verify(action, seat)
        actor = self._seat
        assert actor is not None
        first = len(self.events)
        if self._draft is not None:
            self._draft.close()
            self._draft = None
        self.step += 1
        kind = type(action)
        if kind is Draw:
            self._draw(actor)
        elif kind is Lay or kind is Knock:
            self._play(actor, play, knocks=kind is Knock)
        elif kind is Pass:
            self._happen(Passed(actor))
            self._pass()
        else:
            self._give_up(actor)
        return tuple(self.events[first:])

    def _verify(self, action: Action, seat: int | None) -> Play | None:
        actor = self._verify_turn(seat)
        if self._faults:
            raise IllegalPosition(self._faults)
        moment = Moment(
            self.variant,
            self._rules,
            self.table,
            self._hands[actor],
            self._has_opened[actor],
            self._draws,
            self.stock_size,
            self.actions(),
            self._is_bound(),
        )
        return verify_action(moment, action)

    def _verify_turn(self, seat: int | None) -> int:
        actor = self._seat
        if actor is None:
            raise IllegalAction("action/deal-over")
        if seat is not None and verify_whole(seat, "the seat that asks") != actor:
            raise IllegalAction("action/not-your-turn", turn=actor, seat=seat)
        return actor

    def _is_bound(self) -> bool:
        return self._draft is not None and self._draft.is_binding

    # ---- what they do; everything is verified

    def _play(self, actor: int, play: Play | None, knocks: bool) -> None:
        """Make a play, a knock, or both."""
        if play is not None:
            self._put_down(actor, play)
        if not self._hands[actor]:
            # The deal ends the moment the last card is put down, so with a knock too this is going out.
            self._finish(out=actor)
        elif knocks:
            self._happen(Knocked(actor))
            self._finish(knocker=actor)
        else:
            self._take(actor, self.variant.draws_after_play)
            self._end_turn()

    def _put_down(self, actor: int, play: Play) -> None:
        self._hands[actor] = cards_left(self._hands[actor], play)
        before, self.table = self.table, play.table
        self._passes = 0
        if not self._has_opened[actor]:
            self._has_opened = tuple(has or seat == actor for seat, has in enumerate(self._has_opened))
        self._happen(Laid(actor, play.cards, play.table, before, play.split))

    def _draw(self, actor: int) -> None:
        self._draws += 1
        self._drawn += self._take(actor, self.variant.draw_cards)
        if ends_turn(self.variant, self._draws):
            self._end_turn()

    def _pass(self) -> None:
        self._passes += 1
        if self.variant.stock_out == "blocked" and self._passes == len(self._hands):
            self._finish()
        else:
            self._end_turn()

    def _give_up(self, actor: int) -> None:
        self._happen(GaveUp(actor))
        if not self._take(actor, GIVE_UP_CARDS):
            # D6: with an empty stock a give-up counts as a pass.
            self._pass()
        else:
            self._end_turn()

    def _take(self, actor: int, count: int) -> int:
        """Draw from the stock, or what is left of it (D3)."""
        cards = self._stock[self._next : self._next + count]
        if cards:
            self._next += len(cards)
            self._hands[actor] = bytes(sorted(self._hands[actor] + cards))
            self._happen(Drew(actor, Cards.from_ids(cards), len(cards)))
        return len(cards)

    def _end_turn(self) -> None:
        seat = self._seat
        assert seat is not None
        if self._is_over():
            self._finish()
            return
        self._seat = (seat + 1) % len(self._hands)
        self._draws = 0
        self._drawn = 0
        self.turn += 1
        self.step = 0

    def _is_over(self) -> bool:
        """Whether the turn that ends was the last of the last turns.

        Every turn begins with a draw, so the first turn that ends without stock is that of the player who
        drew the last card; a turn for each player follows, the last one for that player.
        """
        if self.variant.stock_out != "last_turns" or self.stock_size:
            return False
        self._turns_left = len(self._hands) if self._turns_left is None else self._turns_left - 1
        return self._turns_left == 0

    def _finish(self, out: int | None = None, knocker: int | None = None) -> None:
        self.result = score_deal(self.variant, self._hands, out, knocker)
        self._seat = None
        self._happen(Ended(self.result.reason, self.result.winners, self.result.points, self.hands))

    def __repr__(self) -> str:
        state = "over" if self._seat is None else f"turn of seat {self._seat}"
        return f"<Deal of {self.variant.id} with {self.players} players: {state}>"
