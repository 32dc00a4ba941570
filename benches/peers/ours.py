"""Ours: `rummy.best_play` called from Python, the whole table read out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import rummy

if TYPE_CHECKING:
    from peers.protocol import Melds
    from peers.questions import Question


class Ours:
    """One call for each position, with parsed objects."""

    name = "rummy"
    how = "`best_play(..., least_disturbance=False)` and its `table`"
    packages: tuple[str, ...] = ()

    def takes(self, ace: str) -> bool:
        """Every rule."""
        return ace in ("low", "high", "either")

    def prepare(self, question: Question) -> Question:
        """Nothing is left to do: table and hand are parsed."""
        return question

    def ask(self, position: Question) -> rummy.Table | None:
        play = rummy.best_play(position.v, position.table, position.hand, least_disturbance=False)
        return None if play is None else play.table

    def melds(self, answer: rummy.Table | None) -> Melds | None:
        return None if answer is None else answer.ids
