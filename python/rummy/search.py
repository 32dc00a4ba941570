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

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from rummy import _core
from rummy.cards import NO_CARDS, Card, Cards, CardsLike, parse_cards, subtract
from rummy.checks import quote, verify_flag, verify_whole
from rummy.faults import raise_faults
from rummy.play import Hint, Play, Wanted
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
Weights: TypeAlias = "Mapping[Card, int] | Mapping[str, int]"
"""What it is worth to put down a card, by card."""
MOST_WEIGHT: Final = 10_000
"""The largest weight; those of a whole hand may come to no more, taken without their signs."""


def best_play(
    v: Variant,
    table: TableLike,
    hand: CardsLike,
    objective: Objective = "cards",
    opened: bool = True,
    least_disturbance: bool = True,
    nodes: int | None = None,
    weights: Weights | None = None,
) -> Play | None:
    """The play that puts down the most cards, or the most points; None if nothing can be played.

    Args:
        v: The rule-set.
        table: The table.
        hand: The hand.
        objective: ``cards``, or ``points`` for what the cards would count if left in the hand.
        opened: Whether the player has made a first play; matters where that has a condition.
        least_disturbance: Among the best, take one that splits the fewest melds, then changes the fewest.
            Without it any of the best is returned, always the same one, as fast as it can be found.
        nodes: A bound on the search; a play that is not proven the best within it says ``exact == False``.
        weights: Own values by card, which may be negative, for cards better kept; the play with the largest
            sum is the best, even where it is below zero. Cards not named count as the objective has it.

    Raises:
        IllegalPosition: The table and the hand cannot occur.
        TypeError: An argument of the wrong type.
        ValueError: An unknown objective, nodes below 0 or above `MOST_NODES`, or weights that come to too
            much.
    """
    verify_objective(objective)
    rules, on_table, in_hand = _read(v, table, hand, opened)
    nodes = verify_nodes(nodes)
    if type(least_disturbance) is not bool:
        least_disturbance = verify_flag(least_disturbance, "least_disturbance")
    values = None if weights is None else values_of(v, weights, objective)
    try:
        play = _core.best_play(
            rules, on_table.ids, in_hand.ids, objective == "points", opened, least_disturbance, nodes, values
        )
    except _core.Refused as refused:
        raise_faults(refused.args[0], on_table, rules)
    return None if play is None else Play(play, on_table)


def verify_objective(objective: object) -> None:
    """Verify the name of an objective.

    Raises:
        ValueError: There is none of that name; the names are listed.
    """
    if objective not in OBJECTIVES:
        raise ValueError(f"objective cannot be {quote(objective)}; its values: {', '.join(OBJECTIVES)}")


def verify_nodes(nodes: int | None) -> int | None:
    """Verify a bound on a search; None is none.

    Raises:
        TypeError: It is no whole number.
        ValueError: It is below 0 or above `MOST_NODES`.
    """
    return None if nodes is None else verify_whole(nodes, "nodes", 0, MOST_NODES)


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
    return None if play is None else Hint(Play(play, on_table))


def can_play(
    v: Variant, table: TableLike, hand: CardsLike, opened: bool = True, including: CardsLike = NO_CARDS
) -> bool:
    """Whether any play exists that puts down at least the cards ``including``.

    With the whole hand for ``including`` it says whether just these cards can be played.

    >>> from rummy.variants import variant
    >>> v = variant("shanghai")
    >>> [can_play(v, "5s 6s 7s", "8s 9s 2c", including=cards) for cards in ("8s", "9s", "2c")]
    [True, True, False]

    Raises:
        IllegalPosition: The table and the hand cannot occur.
        ValueError: The hand does not hold ``including``.
    """
    rules, on_table, in_hand = _read(v, table, hand, opened)
    least = _read_part(including, in_hand)
    try:
        return _core.can_play(rules, on_table.ids, in_hand.ids, opened, least)
    except _core.Refused as refused:
        raise_faults(refused.args[0], on_table, rules)


def find_playable(
    v: Variant, table: TableLike, hand: CardsLike, opened: bool = True, including: CardsLike = NO_CARDS
) -> Cards:
    """The kinds of hand card, each once, that can be put down with all of ``including`` in one play.

    That play may put down more cards still. A card of ``including`` is among them if the hand holds another
    copy that can go down too. It takes a few searches like `best_play` without the least disturbance, however
    many kinds there are.

    >>> from rummy.variants import variant
    >>> v = variant("shanghai")
    >>> hand = "8s 8s 9s Kd Kh Ks 2c"
    >>> str(find_playable(v, "5s 6s 7s", hand)), str(find_playable(v, "5s 6s 7s", hand, including="9s Ks"))
    ('8s 9s Kd Kh Ks', '8s Kd Kh')

    Raises:
        IllegalPosition: The table and the hand cannot occur.
        ValueError: The hand does not hold ``including``.
    """
    rules, on_table, in_hand = _read(v, table, hand, opened)
    least = _read_part(including, in_hand)
    try:
        return Cards.from_ids(_core.find_playable(rules, on_table.ids, in_hand.ids, opened, least))
    except _core.Refused as refused:
        raise_faults(refused.args[0], on_table, rules)


def _read_part(cards: CardsLike, hand: Cards) -> bytes:
    """The bytes of cards that the hand must hold."""
    part = cards if type(cards) is Cards else parse_cards(cards)
    if part.ids and subtract(hand.ids, part.ids) is None:
        raise ValueError(f"{part} cannot be included: the hand holds {hand or 'no cards'}")
    return part.ids


def plays(v: Variant, table: TableLike, hand: CardsLike, opened: bool = True) -> Iterator[Play]:
    """One play for each playable multiset of hand cards, in a fixed order.

    Each is yielded as soon as it is known that there is one; its table, which is one that disturbs the table
    least, is searched for when it is asked for. Memory is bounded, however many there are.

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
        yield Play(Wanted(cards, rules, opened), table)


def count_plays(v: Variant, table: TableLike, hand: CardsLike, opened: bool = True) -> int:
    """How many multisets of hand cards can be played: as many as `plays` yields, none of which is made.

    >>> from rummy.variants import variant
    >>> count_plays(variant("shanghai"), "5s 6s 7s", "8s 9s 2c")
    2

    Raises:
        IllegalPosition: The table and the hand cannot occur.
    """
    rules, on_table, in_hand = _read(v, table, hand, opened)
    try:
        return _core.count_plays(rules, on_table.ids, in_hand.ids, opened)
    except _core.Refused as refused:
        raise_faults(refused.args[0], on_table, rules)


def top_plays(
    v: Variant,
    table: TableLike,
    hand: CardsLike,
    k: int,
    objective: Objective = "cards",
    opened: bool = True,
    weights: Weights | None = None,
) -> tuple[Play, ...]:
    """The ``k`` best plays, each of other hand cards, the best first; all of them if there are fewer.

    Among equally good ones some are taken, always the same; they are in a fixed order. A play's table is
    searched for when it is asked for. Memory is bounded by ``k``.

    >>> from rummy.variants import variant
    >>> v = variant("shanghai")
    >>> [str(play.cards) for play in top_plays(v, "5s 6s 7s", "8s 9s Ts 2c", 2)]
    ['8s 9s Ts', '8s 9s']
    >>> [str(play.cards) for play in top_plays(v, "5s 6s 7s", "8s 9s Ts", 1, weights={"Ts": -5})]
    ['8s 9s']

    Args:
        v: The rule-set.
        table: The table.
        hand: The hand.
        k: How many plays.
        objective: What is made most of, as for `best_play`.
        opened: Whether the player has made a first play.
        weights: Own values, as for `best_play`.

    Raises:
        IllegalPosition: The table and the hand cannot occur.
        TypeError: An argument of the wrong type.
        ValueError: An unknown objective, fewer than one play, or weights that come to too much.
    """
    verify_objective(objective)
    rules, on_table, in_hand = _read(v, table, hand, opened)
    most = verify_whole(k, "k", 1, MOST_NODES)
    values = None if weights is None else values_of(v, weights, objective)
    try:
        found = _core.top_plays(rules, on_table.ids, in_hand.ids, most, objective == "points", opened, values)
    except _core.Refused as refused:
        raise_faults(refused.args[0], on_table, rules)
    return tuple(Play(Wanted(cards, rules, opened), on_table) for cards in found)


def values_of(v: Variant, weights: Weights, objective: Objective = "cards") -> list[int]:
    """What it is worth to put down each card, by its number, the joker last.

    Raises:
        NotationError: A name that is no card.
        TypeError: Weights that are not whole numbers by card.
        ValueError: A weight beyond `MOST_WEIGHT` either way.
    """
    if not isinstance(weights, Mapping):
        raise TypeError(f"weights must be whole numbers by card, such as {{'Kh': -2}}, not {quote(weights)}")
    worth = v.worth if objective == "points" else (1,) * 14
    values = [*(worth[card // 4] for card in range(52)), worth[13]]
    for named, weight in weights.items():
        (card,) = parse_cards((named,))
        if card.is_joker and card.name is not None:
            raise ValueError(f"a joker in the hand has no name: give the weight of *, not of {card}")
        values[52 if card.is_joker else card.id] = verify_whole(
            weight, f"the weight of {card}", -MOST_WEIGHT, MOST_WEIGHT
        )
    return values


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
        return Play(_core.check_play(rules, before.ids, after.ids, hand, opened), before)
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
