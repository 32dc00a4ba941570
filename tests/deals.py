"""Set-up deals for tests, and what it takes to refuse an action."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from rummy import Deal, IllegalAction

if TYPE_CHECKING:
    import rummy


def deal_of(v: rummy.Variant, hands: list[str], table: str = "", stock: str = "", **more: Any) -> Deal:
    deal = Deal.from_cards(v, hands=hands, table=table, stock=stock, **more)
    assert deal.faults() == ()
    return deal


def kinds(deal: Deal) -> list[str]:
    return [kind.kind for kind in deal.actions()]


def state(deal: Deal) -> str:
    """Everything there is to know about a deal, as text."""
    views = [deal.view(seat).to_json() for seat in (*range(deal.players), None)]
    draft = deal._draft.to_json() if deal._draft is not None else None
    return json.dumps([views, [str(hand) for hand in deal.hands], str(deal.stock), draft])


def refused(deal: Deal, action: rummy.Action, seat: int | None = None) -> str:
    """The code with which an action is refused, after it is clear that nothing changed."""
    before = state(deal)
    codes = set()
    for ask in (deal.verify, deal.apply):
        with pytest.raises(IllegalAction) as error:
            ask(action, seat)
        codes.add(error.value.code)
    assert not deal.can(action, seat)
    assert state(deal) == before
    (code,) = codes
    return code
