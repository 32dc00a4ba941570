"""Manipulation rummy: rules, exact search, referee and games.

>>> import rummy
>>> play = rummy.best_play(rummy.variant("machiavelli"), "5s 6s 7s | 8c 8d 8h", "8s 9s 9h 2c")
>>> print(play.cards, "->", play.table)
8s 9s -> 8c 8d 8h | 5s 6s 7s 8s 9s
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from rummy.actions import Action, Draw, GiveUp, IllegalAction, Knock, Lay, Pass, Reminder, action_from_json
from rummy.batch import Answer, best_plays
from rummy.cards import Card, Cards, NotationError, parse_cards
from rummy.crew import WorkersLost
from rummy.deal import Deal
from rummy.draft import Draft
from rummy.events import Event, event_from_json
from rummy.faults import Fault, IllegalPlay, IllegalPosition
from rummy.journal import ResultsError
from rummy.match import Match, MatchResult
from rummy.moves import Move, apply_moves, find_moves
from rummy.play import Hint, Play
from rummy.players import PLAYERS, Player, make_player
from rummy.playing import PlayerError
from rummy.reading import read_results
from rummy.record import Record, Recorder, RecordError, load_record, read_record, replay, replay_steps
from rummy.scoring import DealResult
from rummy.search import (
    best_play,
    can_play,
    check_play,
    count_partitions,
    count_plays,
    find_playable,
    hint,
    partition,
    plays,
    top_plays,
)
from rummy.simulate import Results, simulate
from rummy.summary import Summary
from rummy.table import Table, parse_table
from rummy.tournament import tournament
from rummy.variant import Variant
from rummy.variants import VARIANTS, variant
from rummy.view import View

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        # `rummy.envs` needs what the package does without, so it is imported when it is asked for.
        if name == "envs":
            return import_module("rummy.envs")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "PLAYERS",
    "VARIANTS",
    "Action",
    "Answer",
    "Card",
    "Cards",
    "Deal",
    "DealResult",
    "Draft",
    "Draw",
    "Event",
    "Fault",
    "GiveUp",
    "Hint",
    "IllegalAction",
    "IllegalPlay",
    "IllegalPosition",
    "Knock",
    "Lay",
    "Match",
    "MatchResult",
    "Move",
    "NotationError",
    "Pass",
    "Play",
    "Player",
    "PlayerError",
    "Record",
    "RecordError",
    "Recorder",
    "Reminder",
    "Results",
    "ResultsError",
    "Summary",
    "Table",
    "Variant",
    "View",
    "WorkersLost",
    "action_from_json",
    "apply_moves",
    "best_play",
    "best_plays",
    "can_play",
    "check_play",
    "count_partitions",
    "count_plays",
    "event_from_json",
    "find_moves",
    "find_playable",
    "hint",
    "load_record",
    "make_player",
    "parse_cards",
    "parse_table",
    "partition",
    "plays",
    "read_record",
    "read_results",
    "replay",
    "replay_steps",
    "simulate",
    "top_plays",
    "tournament",
    "variant",
]
