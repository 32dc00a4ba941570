"""Which kinds of action a turn offers (RULES.md section 4), from the fields of the rule-set alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NoReturn

from rummy.actions import ActionKind, Draw, GiveUp, IllegalAction, Lay, Pass

if TYPE_CHECKING:
    from rummy.variant import Variant

GIVE_UP_CARDS: Final = 3
"""Cards drawn for a move that is given up (``draw3``)."""


def open_kinds(v: Variant, draws: int, stock_size: int, is_bound: bool) -> tuple[ActionKind, ...]:
    """The kinds of action open to the seat to act.

    Args:
        v: The rule-set.
        draws: How often the seat has drawn in this turn.
        stock_size: Cards left in the stock.
        is_bound: Whether a changed draft must be finished first.

    >>> from rummy.variants import variant
    >>> [kind.__name__ for kind in open_kinds(variant("guadalupe"), 0, 1, is_bound=False)]
    ['Draw', 'Lay']
    >>> [kind.__name__ for kind in open_kinds(variant("guadalupe"), 0, 0, is_bound=False)]
    ['Lay', 'Pass']
    """
    can_lay = draws > 0 or stock_size == 0 or not v.draws_first
    kinds: list[ActionKind] = []
    if not is_bound and stock_size > 0 and (v.draws_a_turn is None or draws < v.draws_a_turn):
        kinds.append(Draw)
    if can_lay:
        kinds.append(Lay)
    if not is_bound and stock_size == 0:
        kinds.append(Pass)
    if is_bound and v.unfinished_move == "draw3":
        kinds.append(GiveUp)
    return tuple(kinds)


def ends_turn(v: Variant, draws: int) -> bool:
    """Whether the turn is over after this number of draws."""
    return v.draws_a_turn is not None and draws >= v.draws_a_turn


def refuse_kind(v: Variant, kind: type, kinds: tuple[ActionKind, ...], is_bound: bool) -> NoReturn:
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
    name = getattr(kind, "kind", kind.__name__)
    raise IllegalAction("action/kind-not-open", action=name, open=", ".join(each.kind for each in kinds))
