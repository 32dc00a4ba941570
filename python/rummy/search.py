"""What can be played: the typed faces of the core's searches and of its judge.

Tables and hands are text or the package's own objects; parsed objects are faster. The functions know no
players, so they allow as many copies of a card as the rule-set's larger deck holds. No answer is kept from
call to call.

>>> from rummy.variants import variant
>>> v = variant("machiavelli")
>>> play = best_play(v, "5s 6s 7s | 8c 8d 8h", "8s 9s 9h 2c")
>>> str(play.cards), str(play.table)
('8s 9s', '8c 8d 8h | 5s 6s 7s 8s 9s')
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from rummy import _core
from rummy.cards import Card, Cards, CardsLike, parse_cards
from rummy.checks import quote, verify_flag, verify_whole
from rummy.faults import raise_faults
from rummy.table import Table, TableLike, parse_table
from rummy.variant import Variant, verify_variant
from rummy.workbench import Judged

if TYPE_CHECKING:
    from collections.abc import Iterator

Objective: TypeAlias = Literal["cards", "points"]
"""What `best_play` puts down most of."""
OBJECTIVES: Final = ("cards", "points")
MOST_NODES: Final = 2**64 - 1
"""The largest bound on a search."""


class Play:
    """A legal play: what is put down, and the table after.

    Attributes:
        core: The play as the core gives it.
    """

    __slots__ = ("_cards", "_table", "core")

    def __init__(self, core: _core.Play) -> None:
        self.core = core
        self._cards: Cards | None = None
        self._table: Table | None = None

    @property
    def cards(self) -> Cards:
        """The hand cards put down, in card order."""
        if self._cards is None:
            self._cards = Cards.from_ids(self.core.cards)
        return self._cards

    @property
    def table(self) -> Table:
        """The table after the play."""
        if self._table is None:
            self._table = Table.from_ids(tuple(self.core.table))
        return self._table

    @property
    def split(self) -> int:
        """The number of melds split (RULES.md section 8)."""
        return self.core.split

    @property
    def changed(self) -> tuple[int, ...]:
        """Positions in the table before of the melds that are not there unchanged, loose cards counted."""
        return tuple(self.core.changed)

    @property
    def points(self) -> int:
        """What the cards put down would count if left in the hand."""
        return self.core.points

    @property
    def exact(self) -> bool:
        """Whether the play is proven to be the best."""
        return self.core.exact

    def to_json(self) -> dict[str, object]:
        """The play as JSON values."""
        return {
            "cards": [str(card) for card in self.cards],
            "table": str(self.table),
            "split": self.split,
            "changed": list(self.changed),
            "points": self.points,
            "exact": self.exact,
        }

    def __eq__(self, other: object) -> bool:
        return self.core == other.core if isinstance(other, Play) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.core.cards, self.table))

    def __repr__(self) -> str:
        return f"<Play of {self.cards} to {str(self.table)!r}>"


class Hint:
    """An easy play, shown by one card (RULES.md section 8).

    Attributes:
        card: A hand card that the play puts down.
        play: The play.
    """

    __slots__ = ("card", "play")

    def __init__(self, play: Play) -> None:
        self.card: Card = play.cards[0]
        self.play = play

    @property
    def changed(self) -> tuple[int, ...]:
        """Positions of the melds the play would change."""
        return self.play.changed

    @property
    def rearranges(self) -> bool:
        """Whether any meld is split."""
        return self.play.split > 0

    def to_json(self) -> dict[str, object]:
        """The hint as JSON values."""
        return {
            "card": str(self.card),
            "cards": [str(card) for card in self.play.cards],
            "table": str(self.play.table),
            "changed": list(self.changed),
            "rearranges": self.rearranges,
            "split": self.play.split,
        }

    def __eq__(self, other: object) -> bool:
        return self.play == other.play if isinstance(other, Hint) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.play)

    def __repr__(self) -> str:
        return f"<Hint: {self.card} of {self.play.cards}, melds {list(self.changed)}>"


def best_play(
    v: Variant,
    table: TableLike,
    hand: CardsLike,
    objective: Objective = "cards",
    opened: bool = True,
    least_disturbance: bool = True,
    nodes: int | None = None,
) -> Play | None:
    """The play that puts down the most cards, or the most points; None if nothing can be played.

    Args:
        v: The rule-set.
        table: The table.
        hand: The hand.
        objective: ``cards``, or ``points`` for what the cards would count if left in the hand.
        opened: Whether the player has made a first play; matters where that has a condition.
        least_disturbance: Among the best, take one that splits the fewest melds, then changes the fewest.
            Among more than 32 cards with jokers to lay that is not sought.
            Without it any of the best is returned, always the same one, as fast as it can be found.
        nodes: A bound on the search; a play that is not proven the best within it says ``exact == False``.

    Raises:
        IllegalPosition: The table and the hand cannot occur.
        TypeError: An argument of the wrong type.
        ValueError: An unknown objective, or nodes below 0 or above `MOST_NODES`.
    """
    if objective not in OBJECTIVES:
        raise ValueError(f"objective cannot be {quote(objective)}; its values: {', '.join(OBJECTIVES)}")
    rules, on_table, in_hand = _read(v, table, hand, opened)
    if nodes is not None:
        nodes = verify_whole(nodes, "nodes", 0, MOST_NODES)
    if type(least_disturbance) is not bool:
        least_disturbance = verify_flag(least_disturbance, "least_disturbance")
    try:
        play = _core.best_play(
            rules, on_table.ids, in_hand.ids, objective == "points", opened, least_disturbance, nodes
        )
    except _core.Refused as refused:
        raise_faults(refused.args[0], on_table, rules)
    return None if play is None else Play(play)


def hint(v: Variant, table: TableLike, hand: CardsLike, opened: bool = True) -> Hint | None:
    """The play that is the easiest to see, or None if nothing can be played.

    >>> from rummy.variants import variant
    >>> hint(variant("shanghai"), "5s 6s 7s", "8s 2c")
    <Hint: 8s of 8s, melds [0]>

    Raises:
        IllegalPosition: The table and the hand cannot occur.
    """
    rules, on_table, in_hand = _read(v, table, hand, opened)
    try:
        play = _core.hint(rules, on_table.ids, in_hand.ids, opened)
    except _core.Refused as refused:
        raise_faults(refused.args[0], on_table, rules)
    return None if play is None else Hint(Play(play))


def can_play(v: Variant, table: TableLike, hand: CardsLike, opened: bool = True) -> bool:
    """Whether any play exists.

    Raises:
        IllegalPosition: The table and the hand cannot occur.
    """
    rules, on_table, in_hand = _read(v, table, hand, opened)
    try:
        return _core.can_play(rules, on_table.ids, in_hand.ids, opened)
    except _core.Refused as refused:
        raise_faults(refused.args[0], on_table, rules)


def plays(v: Variant, table: TableLike, hand: CardsLike, opened: bool = True) -> Iterator[Play]:
    """One play for each playable multiset of hand cards, in a fixed order, each found when it is asked for.

    >>> from rummy.variants import variant
    >>> [str(play.cards) for play in plays(variant("shanghai"), "5s 6s 7s", "8s 9s 2c")]
    ['8s', '8s 9s']

    Raises:
        IllegalPosition: The table and the hand cannot occur.
    """
    rules, on_table, in_hand = _read(v, table, hand, opened)
    try:
        playable = _core.plays(rules, on_table.ids, in_hand.ids, opened)
    except _core.Refused as refused:
        raise_faults(refused.args[0], on_table, rules)
    return _each_play(rules, on_table, playable, opened)


def _each_play(rules: _core.Rules, table: Table, playable: Iterator[bytes], opened: bool) -> Iterator[Play]:
    for cards in playable:
        play = _core.find_play(rules, table.ids, cards, opened)
        if play is not None:
            yield Play(play)


def check_play(v: Variant, before: TableLike, after: TableLike, hand: CardsLike, opened: bool = True) -> Play:
    """The play that turns ``before`` into ``after`` with cards of ``hand``.

    >>> from rummy.variants import variant
    >>> check_play(variant("shanghai"), "5s 6s 7s", "5s 6s 7s | 8s 9s", "8s 9s")
    Traceback (most recent call last):
        ...
    rummy.faults.IllegalPlay: meld 2 (8s 9s) is too short: it has only two cards, and a meld needs three - ...

    Raises:
        IllegalPlay: The play is illegal; ``faults`` holds every reason.
        IllegalPosition: The table before and the hand cannot occur.
    """
    rules, on_table, in_hand = _read(v, before, hand, opened)
    return judge(rules, on_table, parse_table(after), in_hand.ids, opened)


def judge(rules: _core.Rules, before: Table, after: Table, hand: bytes, opened: bool) -> Play:
    """`check_play` for the core's own rules and for bytes."""
    try:
        return Play(_core.check_play(rules, before.ids, after.ids, hand, opened))
    except _core.Refused as refused:
        reasons = refused.args[0]
        if any(code.startswith("position/") for code, _, _ in reasons):
            raise_faults(reasons, before, rules)
        raise_faults(reasons, after, rules, Judged(rules, before.ids, after.ids, hand, opened))


def partition(v: Variant, cards: CardsLike) -> Table | None:
    """All the cards in valid melds, or None if that cannot be. Jokers are given unnamed.

    >>> from rummy.variants import variant
    >>> partition(variant("shanghai"), "7c 7d 7h 7s 8s 9s")
    parse_table('7c 7d 7h | 7s 8s 9s')
    """
    rules, pool = verify_variant(v).rules, parse_cards(cards)
    try:
        melds = _core.partition(rules, pool.ids)
    except _core.Refused as refused:
        raise_faults(refused.args[0], (), rules)
    return None if melds is None else Table.from_ids(tuple(melds))


def count_partitions(v: Variant, cards: CardsLike) -> int:
    """How many tables the cards make: melds in any order, equal cards alike, a joker's name counting.

    >>> from rummy.variants import variant
    >>> count_partitions(variant("shanghai"), "7c 7d 7h 8c 8d 8h 9c 9d 9h")
    2
    """
    rules, pool = verify_variant(v).rules, parse_cards(cards)
    try:
        return _core.count_partitions(rules, pool.ids)
    except _core.Refused as refused:
        raise_faults(refused.args[0], (), rules)


def _read(v: Variant, table: TableLike, hand: CardsLike, opened: bool) -> tuple[_core.Rules, Table, Cards]:
    """The rules, the table and the hand. Everything is verified; parsed objects cost next to nothing."""
    if type(opened) is not bool:
        verify_flag(opened, "opened")
    return (
        (v if type(v) is Variant else verify_variant(v)).rules,
        table if type(table) is Table else parse_table(table),
        hand if type(hand) is Cards else parse_cards(hand),
    )
