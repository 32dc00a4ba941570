"""Collects positions that games really reach, with the proven number of cards that can be put down.

``python benches/collect.py`` plays deals of each rule-set with jokers between random and greedy players and
writes `COUNT` moments at which a play is open to ``tests/data/bench``, one JSON object a line. The same
program always writes the same files.
"""

from __future__ import annotations

import json
import random
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rummy
from rummy.chance import Chance, chance_key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rummy import Deal, Variant

FOLDER = Path(__file__).parent.parent / "tests" / "data" / "bench"
COUNT = 500
SEED = 2024
SEATS = (2, 3, 4)
SHARE = 0.2
"""How many of the moments of a deal are taken: neighbouring ones are alike."""


def moments(v: Variant) -> Iterator[Deal]:
    """Deals at each moment at which a play is open, dealt one after the other."""
    players = {kind: rummy.make_player(kind) for kind in rummy.PLAYERS}
    for number in count():
        rng = random.Random(f"{v.id} {number}")
        deal = rummy.Deal(v, players=rng.choice(SEATS), seed=SEED, number=number)
        kinds = [rng.choice(list(players)) for _ in range(deal.players)]
        while deal.seat is not None:
            if rummy.Lay in deal.actions():
                yield deal
            key = chance_key(SEED, 0, number, deal.seat)
            action = players[kinds[deal.seat]].act(deal.view(deal.seat), Chance(key, deal.turn, deal.step))
            deal.apply(action)


def describe(deal: Deal) -> dict[str, Any]:
    """The position of the seat to act with its answer."""
    assert deal.seat is not None
    view = deal.view(deal.seat)
    hand, opened = view.hand or rummy.parse_cards(""), view.has_opened[deal.seat]
    play = rummy.best_play(view.variant, view.table, hand, opened=opened, least_disturbance=False)
    assert play is None or play.exact
    return {
        "rules": view.variant.id,
        "table": str(view.table),
        "hand": str(hand),
        "opened": opened,
        "most_cards": 0 if play is None else len(play.cards),
    }


def collect(v: Variant) -> list[dict[str, Any]]:
    """The positions of one rule-set."""
    rng = random.Random(v.id)
    positions: list[dict[str, Any]] = []
    for deal in moments(v):
        if rng.random() < SHARE:
            positions.append(describe(deal))
            if len(positions) == COUNT:
                break
    return positions


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for v in rummy.VARIANTS.values():
        if v.joker_law != "none":
            lines = [json.dumps(position, separators=(",", ":")) + "\n" for position in collect(v)]
            (FOLDER / f"{v.id}.jsonl").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
