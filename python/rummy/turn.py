"""Which kinds of action a turn offers (RULES.md sections 4 and 6), from the fields of the rule-set alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn

from rummy.actions import ActionKind, Draw, GiveUp, IllegalAction, Knock, Lay, Pass

if TYPE_CHECKING:
    from rummy.variant import Variant

GIVE_UP_CARDS: Final = 3
"""Cards drawn for a move that is given up (``draw3``)."""


def open_kinds(
    v: Variant, draws: int, stock_size: int, is_bound: bool, is_last_turn: bool = False
) -> tuple[ActionKind, ...]:
    """The kinds of action open to the seat to act, whatever it holds.

    Args:
        v: The rule-set.
        draws: How often the seat has drawn in this turn.
        stock_size: Cards left in the stock.
        is_bound: Whether a changed draft must be finished first.
        is_last_turn: Whether it is one of the last turns, after the stock ran out.

    >>> from rummy.variants import variant
    >>> [kind.kind for kind in open_kinds(variant("guadalupe"), 0, 1, is_bound=False)]
    ['draw', 'lay']
    >>> carousel = variant("carousel")
    >>> [[kind.kind for kind in open_kinds(carousel, draws, 9, is_bound=False)] for draws in (0, 1)]
    [['draw'], ['draw', 'lay', 'knock']]
    """
    is_drawn_out = v.draws_a_turn is not None and draws >= v.draws_a_turn
    can_draw = stock_size > 0 and not is_drawn_out
    can_lay = not is_drawn_out and (draws > 0 or stock_size == 0 or not v.draws_first)
    kinds: list[ActionKind] = []
    if can_draw and not is_bound:
        kinds.append(Draw)
    if can_lay:
        kinds.append(Lay)
    # With a play, or at the end of the turn without one.
    if v.knock != "no" and not is_last_turn and (can_lay or is_drawn_out):
        kinds.append(Knock)
    # D4: when the stock runs out, a turn without a play is passed.
    if not can_draw and not is_bound:
        kinds.append(Pass)
    if is_bound and v.unfinished_move == "draw3":
        kinds.append(GiveUp)
    return tuple(kinds)


def ends_turn(v: Variant, draws: int) -> bool:
    """Whether the turn is over after this number of draws.

    Where one may knock without a play the turn stays open, for every hand alike.
    """
    return _is_drawn_out(v, draws) and v.knock != "after_turn"


def _is_drawn_out(v: Variant, draws: int) -> bool:
    return v.draws_a_turn is not None and draws >= v.draws_a_turn


def can_knock_alone(v: Variant, draws: int, stock_size: int) -> bool:
    """Whether a knock may come without a play: only at the end of a turn, when nothing more can be drawn."""
    return v.knock == "after_turn" and (stock_size == 0 or _is_drawn_out(v, draws))


def refuse_kind(v: Variant, kind: ActionKind, kinds: tuple[ActionKind, ...], is_bound: bool) -> NoReturn:
    """Raise the reason why a kind of action is not open.

    Args:
        v: The rule-set.
        kind: The kind asked for.
        kinds: The kinds that are open.
        is_bound: Whether a changed draft must be finished first.
    """
    must_give_up = v.unfinished_move == "draw3"
    if is_bound and kind in (Draw, Pass):
        raise IllegalAction("action/draft-changed", way="give up" if must_give_up else "reset")
    if must_give_up and kind is GiveUp:
        raise IllegalAction("action/nothing-to-give-up")
    raise IllegalAction("action/kind-not-open", action=kind.kind, open=", ".join(each.kind for each in kinds))
