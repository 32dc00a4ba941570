"""A rule-set as data (RULES.md section 2).

A difference between two games is a field here, never a test of a name. The core reads the part of a rule-set
that melds and search depend on, `Variant.rules`; the referee reads the rest.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, TypeAlias

from rummy import _core
from rummy.cards import RANKS, count_pack
from rummy.checks import quote, verify_whole

Choice: TypeAlias = str | int
"""A value of an option."""

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 5
MOST_PACKS: Final = 2
MOST_JOKERS: Final = 4
MOST_FREE_JOKERS: Final = 2
"""Most jokers where they do not lock their melds."""
NO_LIMIT: Final = 13
"""`Variant.jokers_a_meld` where only the length of a run limits them."""


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards one deal is played with: packs of 52, and jokers in all."""

    packs: int
    jokers: int

    @property
    def size(self) -> int:
        """The number of cards."""
        return count_pack(self.packs, self.jokers)


@dataclass(frozen=True, kw_only=True)
class Variant:
    """One rule-set with its options chosen.

    Attributes:
        id: The name in code and on the command line.
        name: The name for people.
        decks: The deck for two, three, four and five players.
        packets: How many cards a player gets in each round of the dealing.
        loose_cards: Cards dealt face up as loose single cards.
        ace: Where an ace stands in a run.
        joker_law: When a joker on the table may get another name (RULES.md section 5).
        jokers_a_meld: The most jokers in one meld.
        opening_run: How many natural hand cards of one suit in sequence a player's first play must include.
        draw_cards: Cards of one draw.
        draws_a_turn: The draw with this number ends the turn; None: no draw does.
        draws_first: Whether a turn begins with a draw.
        draws_after_play: Cards drawn after a play that does not empty the hand.
        must_meld: Whether a draw or pass is answered with a reminder while a play exists.
        unfinished_move: How a changed draft may be abandoned: put back freely, or given up for three cards.
        knock: When a player with a low count may end the deal.
        knock_count: The highest count with which a player may knock.
        stock_out: What an empty stock leads to: an end when every player passes, or one last turn for each.
        worth: What a card left in the hand counts: A, 2 to K, joker.
        score: What a finished deal gives: each player what is left, so that the lowest total wins; the winner
            the differences, so that the highest does; or nothing.
        out_bonus: What the player who is out gets besides the differences.
        undercut_bonus: What each player who undercuts a knock gets besides the differences.
        match: What a match is: one deal, deals until a total is at ``play_to``, or as many as one likes.
        play_to: The total that ends a match.
        match_bonus: What each player at ``play_to`` gets when the match ends.
        deal_bonus: What a player gets then for each deal won.
        game_bonus: Who gets the bonus for the deals won: all, or those others who are not at ``play_to``.
        choices: The options: names of fields with the values they may have, the default first.
    """

    id: str
    name: str
    decks: tuple[Deck, Deck, Deck, Deck]
    packets: tuple[int, ...]
    loose_cards: int = 0
    ace: Literal["low", "high", "either"]
    joker_law: Literal["none", "movable", "neighbour", "locked"] = "none"
    jokers_a_meld: int = NO_LIMIT
    opening_run: int = 0
    draw_cards: int = 1
    draws_a_turn: int | None = 1
    draws_first: bool = False
    draws_after_play: int = 0
    must_meld: Literal["no", "remind", "trust"] = "no"
    unfinished_move: Literal["reset", "draw3"] = "reset"
    knock: Literal["no", "after_play", "after_turn"] = "no"
    knock_count: int = 0
    stock_out: Literal["blocked", "last_turns"] = "blocked"
    worth: tuple[int, ...]
    score: Literal["left", "differences", "none"] = "left"
    out_bonus: int = 0
    undercut_bonus: int = 0
    match: Literal["deal", "total", "open"] = "deal"
    play_to: int | None = None
    match_bonus: int = 0
    deal_bonus: int = 0
    game_bonus: Literal["no", "all", "others"] = "no"
    choices: tuple[tuple[str, tuple[Choice, ...]], ...] = ()

    def __post_init__(self) -> None:
        problems = _find_problems(self)
        if problems:
            raise ValueError(f"{self.id} cannot be played: " + "; ".join(problems))

    @property
    def hand_size(self) -> int:
        """Cards dealt to each player."""
        return sum(self.packets)

    @property
    def is_high_best(self) -> bool:
        """Whether points are won, so that the highest total wins; otherwise they are penalties."""
        return self.score == "differences"

    @property
    def options(self) -> dict[str, tuple[Choice, ...]]:
        """The options with the values each may have, the default first."""
        return dict(self.choices)

    @property
    def settings(self) -> dict[str, Choice]:
        """The options with the values chosen."""
        return {name: getattr(self, name) for name, _ in self.choices}

    def deck(self, players: int) -> Deck:
        """The deck for this number of players.

        Raises:
            TypeError: It is no number.
            ValueError: The rule-set is not played by so many.
        """
        players = verify_whole(players, "the number of players")
        if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
            raise ValueError(
                f"{self.id} is played by {FEWEST_PLAYERS} to {MOST_PLAYERS} players, not by {quote(players)}"
            )
        return self.decks[players - FEWEST_PLAYERS]

    @cached_property
    def rules(self) -> _core.Rules:
        """The core's part of the rule-set, with its larger deck: for questions that know no players."""
        return self._rules_of(max(self.decks, key=lambda deck: deck.size))

    def rules_for(self, players: int) -> _core.Rules:
        """The core's part of the rule-set with the deck for this number of players."""
        return self._rules_of(self.deck(players))

    def _rules_of(self, deck: Deck) -> _core.Rules:
        return _core.Rules(
            packs=deck.packs,
            jokers=deck.jokers,
            ace=self.ace,
            joker_law=self.joker_law,
            jokers_a_meld=self.jokers_a_meld,
            loose=self.loose_cards > 0,
            opening_run=self.opening_run,
            worth=bytes(self.worth),
        )

    @cached_property
    def flow(self) -> _core.Flow:
        """The core's part of the rule-set that turns and ends read."""
        return _core.Flow(
            draw_cards=self.draw_cards,
            draws_a_turn=self.draws_a_turn,
            draws_first=self.draws_first,
            draws_after_play=self.draws_after_play,
            knock=self.knock,
            knock_count=self.knock_count,
            has_last_turns=self.stock_out == "last_turns",
            score=self.score,
            out_bonus=self.out_bonus,
            undercut_bonus=self.undercut_bonus,
        )

    def with_options(self, **options: Choice) -> Variant:
        """The rule-set with options chosen; a number may also be given as text.

        Raises:
            ValueError: An option the rule-set lacks or a value outside its list; the choices are named.
        """
        chosen: dict[str, Choice] = {}
        for name, value in options.items():
            if name not in self.options:
                names = ", ".join(self.options) or "none"
                raise ValueError(f"{self.id} has no option {name!r}; its options: {names}")
            values = {str(choice): choice for choice in self.options[name]}
            if str(value) not in values:
                raise ValueError(f"{name} of {self.id} cannot be {value!r}; its values: {', '.join(values)}")
            chosen[name] = values[str(value)]
        return dataclasses.replace(self, **chosen) if chosen else self  # type: ignore[arg-type]

    def to_json(self) -> dict[str, object]:
        """Every field as JSON values, the options with their choices."""
        data: dict[str, object] = dataclasses.asdict(self)
        del data["choices"]
        data["decks"] = {
            str(players): dataclasses.asdict(deck)
            for players, deck in enumerate(self.decks, start=FEWEST_PLAYERS)
        }
        data["hand_size"] = self.hand_size
        data["worth"] = dict(zip((*RANKS, "*"), self.worth, strict=True))
        data["packets"] = list(self.packets)
        data["options"] = {name: list(values) for name, values in self.choices}
        return data


def verify_variant(v: object) -> Variant:
    """The rule-set that was given.

    Raises:
        TypeError: It is none, such as the id of one.
    """
    if isinstance(v, Variant):
        return v
    made = f"rummy.variant({v!r})" if isinstance(v, str) else "rummy.variant('machiavelli')"
    raise TypeError(f"v must be a Variant, such as {made}, not {quote(v)}")


def _find_problems(v: Variant) -> list[str]:
    """What is impossible about the settings, in words."""
    return [*_deck_problems(v), *_turn_problems(v), *_end_problems(v), *_choice_problems(v)]


def _deck_problems(v: Variant) -> list[str]:
    problems = []
    has_jokers = any(deck.jokers for deck in v.decks)
    for players, deck in enumerate(v.decks, start=FEWEST_PLAYERS):
        dealt = players * v.hand_size + v.loose_cards
        if dealt > deck.size:
            problems.append(f"{players} players would be dealt {dealt} cards of {deck.size}")
        if not 1 <= deck.packs <= MOST_PACKS or not 0 <= deck.jokers <= MOST_JOKERS:
            problems.append(f"a deck is 1 to {MOST_PACKS} packs and at most {MOST_JOKERS} jokers, not {deck}")
    if not v.packets or min(v.packets) < 1:
        problems.append(f"cards cannot be dealt in packets of {v.packets}")
    if has_jokers != (v.joker_law != "none"):
        problems.append(
            f"the joker law is {v.joker_law!r}, and the decks have {'' if has_jokers else 'no '}jokers"
        )
    if not 1 <= v.jokers_a_meld <= NO_LIMIT:
        problems.append(f"a meld cannot be limited to {v.jokers_a_meld} jokers")
    problems += _joker_problems(v)
    if v.loose_cards < 0:
        problems.append(f"{v.loose_cards} loose cards cannot be dealt")
    if v.opening_run not in (0, *range(3, NO_LIMIT + 1)):
        problems.append(f"a first play cannot need a run of {v.opening_run}")
    return problems


def _joker_problems(v: Variant) -> list[str]:
    """What the search does not hold: RULES.md section 5 has one joker in a meld exactly where it locks it."""
    jokers = max(deck.jokers for deck in v.decks)
    is_locked = v.joker_law == "locked"
    problems = []
    if jokers and is_locked != (v.jokers_a_meld == 1):
        problems.append(
            f"the joker law is {v.joker_law!r}, and a meld is limited to {v.jokers_a_meld} jokers:"
            " one joker a meld goes with 'locked' alone"
        )
    if jokers > MOST_FREE_JOKERS and not is_locked:
        problems.append(f"{jokers} jokers need the joker law 'locked'; others take {MOST_FREE_JOKERS}")
    if jokers and v.loose_cards > 0 and not is_locked:
        problems.append("jokers with loose cards need the joker law 'locked'")
    return problems


def _turn_problems(v: Variant) -> list[str]:
    problems = []
    if v.draw_cards < 1:
        problems.append(f"a draw of {v.draw_cards} cards is none")
    if v.draws_a_turn is not None and v.draws_a_turn < 1:
        problems.append(f"a turn cannot end with draw number {v.draws_a_turn}")
    if v.draws_after_play < 0:
        problems.append(f"{v.draws_after_play} cards cannot be drawn after a play")
    if (v.knock_count > 0) != (v.knock != "no"):
        problems.append(f"knock is {v.knock!r} with a count of {v.knock_count}")
    if v.knock == "after_turn" and v.draws_a_turn is None:
        problems.append("a turn in which one may draw on has no end at which to knock")
    return problems


def _end_problems(v: Variant) -> list[str]:
    problems = []
    if len(v.worth) != len(RANKS) + 1 or not all(0 < worth < 256 for worth in v.worth):
        problems.append("the worth needs 14 numbers from 1 to 255: A, 2 to K, joker")
    if (v.play_to is not None) != (v.match == "total"):
        problems.append(f"a match that is {v.match!r} does not go with play_to {v.play_to}")
    if v.play_to is not None and v.play_to < 1:
        problems.append(f"nobody can play to {v.play_to}")
    if v.game_bonus != "no" and v.match != "total":
        problems.append(f"game_bonus is {v.game_bonus!r} in a match that is {v.match!r}")
    if (v.deal_bonus != 0) != (v.game_bonus != "no"):
        problems.append(f"game_bonus is {v.game_bonus!r} with {v.deal_bonus} for a deal")
    bonuses = (v.out_bonus, v.undercut_bonus, v.match_bonus, v.deal_bonus)
    if min(bonuses) < 0:
        problems.append(f"no bonus is negative: {', '.join(map(str, bonuses))}")
    if not v.is_high_best and (any(bonuses) or v.knock != "no"):
        problems.append(f"bonuses and knocks need the differences for a score, not {v.score!r}")
    if v.match != "deal" and v.score == "none":
        problems.append("a match of several deals needs a score")
    return problems


def _choice_problems(v: Variant) -> list[str]:
    problems = []
    fields = {field.name for field in dataclasses.fields(v)}
    for name, values in v.choices:
        if name not in fields:
            problems.append(f"the option {name!r} is not a setting")
        elif getattr(v, name) not in values:
            problems.append(
                f"{name} cannot be {getattr(v, name)!r}; its values: {', '.join(map(str, values))}"
            )
    return problems
