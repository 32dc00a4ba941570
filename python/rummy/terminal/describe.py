"""A rule-set in words, made from its fields.

>>> from rummy.variants import variant
>>> for name, text in describe(variant("guadalupe"))[:4]:
...     print(f"{name}: {text}")
cards: 2 packs
deal: 5 cards each
ace in runs: low or high
a turn: play, then draw 1 unless you are out; or draw 2
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rummy.cards import RANKS
from rummy.variant import FEWEST_PLAYERS

if TYPE_CHECKING:
    from rummy.variant import Deck, Variant

_ACES: Final = {"low": "low only", "high": "high only", "either": "low or high"}
_JOKERS: Final = {
    "none": "",
    "movable": "named; may lie anywhere as that card, and is freed when that card is on the table",
    "neighbour": "named; stays beside a neighbour, and is freed when that card is on the table",
    "locked": "named; locks its meld, and is freed when you put that card down",
}
_MATCHES: Final = {
    "deal": "one deal",
    "total": "deals until somebody has {play_to}",
    "open": "as many deals as you like",
}
_KNOCKS: Final = {
    "no": "",
    "after_play": "after a play",
    "after_turn": "after a play or at the end of a turn",
}
_GAME_BONUSES: Final = {"all": "", "others": " if you have not"}


def describe(v: Variant) -> list[tuple[str, str]]:
    """What a player wants to know of a rule-set: names and texts."""
    fields = [
        ("cards", _describe_decks(v)),
        ("deal", _describe_deal(v)),
        ("ace in runs", _ACES[v.ace]),
        ("a turn", _describe_turn(v)),
        ("jokers", _JOKERS[v.joker_law]),
        ("first play", _describe_first_play(v)),
        ("knocking", _describe_knock(v)),
        ("cards left", _describe_worth(v)),
        ("a deal won", _describe_differences(v)),
        ("a match", _describe_match(v)),
    ]
    return [(name, text) for name, text in fields if text]


def _describe_decks(v: Variant) -> str:
    if len(set(v.decks)) == 1:
        return _describe_deck(v.decks[0])
    texts = []
    for deck in dict.fromkeys(v.decks):
        players = [count for count, other in enumerate(v.decks, FEWEST_PLAYERS) if other == deck]
        who = f"{players[0]} to {players[-1]}" if len(players) > 1 else players[0]
        texts.append(f"{who} players {_describe_deck(deck)}")
    return "; ".join(texts)


def _describe_deck(deck: Deck) -> str:
    packs = count_of(deck.packs, "pack")
    return f"{packs} and {count_of(deck.jokers, 'joker')}" if deck.jokers else packs


def _describe_deal(v: Variant) -> str:
    loose = f", and {v.loose_cards} loose on the table" if v.loose_cards else ""
    return f"{count_of(v.hand_size, 'card')} each{loose}"


def _describe_turn(v: Variant) -> str:
    if v.draws_a_turn is None:
        able = {
            "no": "",
            "remind": "; you are reminded when you could play",
            "trust": "; you must if you can",
        }
        return f"draw until you play{able[v.must_meld]}"
    if v.draws_first:
        return f"draw 1; then play, or draw again, up to {v.draws_a_turn} times"
    after = f", then draw {v.draws_after_play} unless you are out; or" if v.draws_after_play else ", or"
    lost = "; an unfinished move costs 3 cards" if v.unfinished_move == "draw3" else ""
    return f"play{after} draw {v.draw_cards}{lost}"


def _describe_first_play(v: Variant) -> str:
    run = v.opening_run
    return f"needs {run} natural hand cards of one suit in sequence" if run else ""


def _describe_knock(v: Variant) -> str:
    when = _KNOCKS[v.knock]
    return f"{when}, with a count of {v.knock_count} or less" if when else ""


def _describe_differences(v: Variant) -> str:
    if not v.is_high_best:
        return ""
    last = "; without stock everybody has a last turn" if v.stock_out == "last_turns" else ""
    more = f"{v.out_bonus} more for being out, {v.undercut_bonus} for a count as low as a knock"
    return f"what the others have more, {more}{last}"


def _describe_match(v: Variant) -> str:
    text = _MATCHES[v.match].format(play_to=v.play_to)
    if v.match_bonus:
        text += f"; then {v.match_bonus} more if you have it"
    if v.deal_bonus:
        text += f", and {v.deal_bonus} for each deal won{_GAME_BONUSES[v.game_bonus]}"
    return text


def _describe_worth(v: Variant) -> str:
    if v.score == "none":
        return "no score"
    faces: dict[int, list[str]] = {}
    jokers = any(deck.jokers for deck in v.decks)
    for rank, worth in zip((*RANKS, "*"), v.worth, strict=True):
        if rank != "*" or jokers:
            faces.setdefault(worth, []).append(rank)
    if len(faces) == 1:
        return f"{v.worth[0]} a card"
    own = [rank for rank in RANKS if [rank] == faces.get(RANKS.index(rank) + 1) and rank != "A"]
    texts = [
        f"{' '.join(ranks)} {worth}"
        for worth, ranks in sorted(faces.items(), reverse=True)
        if ranks[0] not in own
    ]
    return ", ".join(texts) + (f", {own[0]} to {own[-1]} their rank" if own else "")


def count_of(count: int, noun: str) -> str:
    """A number with its noun.

    >>> count_of(1, "card"), count_of(2, "card")
    ('1 card', '2 cards')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
