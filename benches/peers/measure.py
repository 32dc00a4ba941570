"""Asks a peer, times it, and compares its answers with the right ones."""

from __future__ import annotations

import gc
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING

import rummy

if TYPE_CHECKING:
    from collections.abc import Callable

    from peers.protocol import Melds, Peer
    from peers.questions import Question


@dataclass
class Series:
    """What one peer did with one file.

    Attributes:
        micros: By the place of a position in the file, the shortest time of its rounds.
        wrong: By place, what is wrong with the answer.
    """

    micros: dict[int, float] = field(default_factory=dict)
    wrong: dict[int, str] = field(default_factory=dict)


def measure(peer: Peer, questions: list[Question], rounds: int, tell: Callable[[int, int], None]) -> Series:
    """Ask the positions that the peer takes, each time another than the time before.

    Args:
        peer: The peer.
        questions: All positions of a file.
        rounds: How often all of them are gone through; the answers of the first round are judged.
        tell: Called with how many answers there are, and how many there will be.
    """
    taken = [(place, question) for place, question in enumerate(questions) if peer.takes(question.ace)]
    positions = [(place, peer.prepare(question)) for place, question in taken]
    series = Series({place: float("inf") for place, _ in taken})
    if positions:
        peer.ask(positions[0][1])
    for turn in range(rounds):
        gc.collect()
        gc.disable()
        try:
            for count, (place, position) in enumerate(positions):
                start = perf_counter()
                try:
                    answer = peer.ask(position)
                except Exception as error:  # a peer may fail in any way; that is an answer that differs
                    seconds, fault = perf_counter() - start, f"raises {type(error).__name__}: {error}"
                else:
                    seconds, fault = perf_counter() - start, ""
                series.micros[place] = min(series.micros[place], seconds * 1e6)
                if turn == 0:
                    fault = fault or judge(questions[place], peer.melds(answer))
                    if fault:
                        series.wrong[place] = fault
                tell(turn * len(positions) + count + 1, rounds * len(positions))
        finally:
            gc.enable()
    return series


def judge(question: Question, melds: Melds | None) -> str:
    """What is wrong with an answer: another number of cards than is right, or a table that is not legal."""
    laid = 0 if melds is None else sum(map(len, melds)) - sum(question.lying)
    if laid != question.most_cards:
        return f"puts down {laid} cards, not {question.most_cards}"
    if melds is None or laid == 0:
        return ""
    table = rummy.Table([rummy.Cards.from_ids(bytes(meld)) for meld in melds])
    try:
        rummy.check_play(question.v, question.table, table, question.hand)
    except rummy.IllegalPlay as illegal:
        return f"is illegal: {illegal}"
    return ""
