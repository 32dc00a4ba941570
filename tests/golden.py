"""Golden playthroughs: every action, event and view of some deals; ``python tests/golden.py`` writes them."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rummy
from support import choose

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rummy import Action, Deal

FOLDER = Path(__file__).parent / "data" / "golden"

# By the name of its file, which begins with the rule-set.
PLAYTHROUGHS: dict[str, dict[str, Any]] = {
    "manipulation": {"players": 3, "seed": 42, "stock": 83, "options": {"play_to": 300}},
    "machiavelli": {"players": 2, "seed": 21, "stock": 30, "options": {"unfinished_move": "draw3"}},
    "shanghai": {"players": 3, "seed": 7, "stock": 74, "options": {}},
    "guadalupe": {"players": 4, "seed": 9, "stock": 25, "options": {}},
    "carousel.2": {"players": 2, "seed": 7, "stock": 33, "options": {}},
    "carousel.3": {"players": 3, "seed": 4, "stock": 20, "options": {"knock": "after_turn"}},
    "vatikan.2": {"players": 2, "seed": 2, "stock": 30, "options": {}},
    "vatikan.3": {"players": 3, "seed": 9, "stock": 24, "options": {}},
    "tahiti.2": {"players": 2, "seed": 3, "stock": 94, "options": {"unfinished_move": "draw3"}},
    "tahiti.3": {"players": 3, "seed": 3, "stock": 16, "options": {}},
    "manipulation-jokers.2": {"players": 2, "seed": 0, "stock": 33, "options": {}},
    "manipulation-jokers.3": {"players": 3, "seed": 21, "stock": 60, "options": {"knock": "after_play"}},
}


def new_deal(name: str) -> Deal:
    setting = PLAYTHROUGHS[name]
    v = rummy.variant(name.split(".")[0], **setting["options"])
    deal = rummy.Deal(v, players=setting["players"], seed=setting["seed"])
    # With a shorter stock it is sooner that players pass.
    stock = deal.stock[: setting["stock"]]
    assert deal.seat is not None
    return rummy.Deal.from_cards(
        v, hands=deal.hands, table=deal.table, stock=stock, seat=deal.seat, dealer=deal.dealer
    )


def moment(deal: Deal, since: int) -> dict[str, Any]:
    """What happened since a number of events, and what each seat and a spectator know of it."""
    views = [deal.view(seat) for seat in (*range(deal.players), None)]
    return {
        "events": [event.to_json() for event in deal.events[since:]],
        "seen": [[event.to_json() for event in view.history[since:]] for view in views],
        "views": [view.to_json(history=False) for view in views],
    }


def ask(deal: Deal, action: Action) -> dict[str, Any]:
    """Do an action, or be reminded."""
    since = len(deal.events)
    line: dict[str, Any] = {"seat": deal.seat, "action": action.to_json()}
    try:
        deal.apply(action)
    except rummy.Reminder:
        line["reminder"] = True
    return {**line, **moment(deal, since)}


def replay(name: str, actions: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The lines of a deal in which these actions are asked for."""
    deal = new_deal(name)
    yield moment(deal, 0)
    for data in actions:
        action = rummy.action_from_json(data)
        if isinstance(action, rummy.GiveUp):
            draft = deal.draft()
            draft.put(draft.hand[0])
        yield ask(deal, action)


def play(name: str) -> list[dict[str, Any]]:
    """The actions of a deal: mostly greedy ones, some reminded of a play, some random."""
    rng = random.Random(name)
    deal = new_deal(name)
    actions: list[dict[str, Any]] = []
    while deal.seat is not None:
        action = choose(deal, rng)
        if rng.random() < 0.6 and not isinstance(action, rummy.GiveUp):
            chance = rummy.chance.Chance(b"", deal.turn)
            action = rummy.make_player("greedy").act(deal.view(deal.seat), chance)
        if isinstance(action, rummy.Draw | rummy.Pass):
            easy = type(action)()
            if not deal.can(easy):
                actions.append(easy.to_json())
        actions.append(action.to_json())
        deal.apply(action)
    return actions


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in PLAYTHROUGHS:
        lines = replay(name, play(name))
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
        (FOLDER / f"{name}.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
