"""Every play of a position, by laying out the table and each part of the hand in every way."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from .cards import JOKER, Cards, Table, face, in_card_order, is_joker, parse_hand, parse_table, plain
from .judge import joker_faults, may_open, old_jokers, position_faults, split_loose
from .partition import Cover, pool_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .rules import Rules


class Found(NamedTuple):
    """The hand cards of a play, and the finished table that disturbs the least (section 8)."""

    cards: Cards
    split: int
    changed: int
    table: Table


def parts_of(cards: Cards) -> list[Cards]:
    """Every sub-multiset, each once, in card order."""
    counts = Counter(in_card_order(cards))
    choices = [[(card,) * number for number in range(count + 1)] for card, count in counts.items()]
    return [sum(choice, ()) for choice in product(*choices)]


def finished_tables(cover: Cover, table: Table, played: Cards) -> Iterator[Table]:
    """Every legal table that can stand after these hand cards went down; the opening is not judged here."""
    rules = cover.rules
    melds, loose = split_loose(rules, table)
    for used in parts_of(tuple(loose)):  # a play may use any of the loose cards (section 4)
        stay = tuple((card,) for card in (Counter(loose) - Counter(used)).elements())
        lying = [card for meld in melds for card in meld]
        pool = pool_of((*keep_or_free(rules, table, lying, played), *used, *played))
        for laid in cover.tables(pool):
            after = (*laid, *stay)
            if not joker_faults(rules, table, after):
                yield after


def keep_or_free(rules: Rules, table: Table, lying: list[str], played: Cards) -> list[str]:
    """The table's cards, without a name for each joker that these hand cards could free (section 5).

    The others keep their names in every legal table, so no other names need be tried.
    """
    naturals = {card for card in lying if not is_joker(card)} | set(played)
    freeable: Counter[str] = Counter()
    for joker in old_jokers(table):
        if rules.joker_law == "locked":
            freeable[joker.name] = played.count(joker.name)  # one such card for each joker freed
        elif joker.name in naturals:
            freeable[joker.name] += 1  # D15
    cards = []
    for card in lying:
        if is_joker(card) and freeable[face(card)] > 0:
            freeable[face(card)] -= 1
            cards.append(JOKER)
        else:
            cards.append(card)
    return cards


def count_split(rules: Rules, before: Table, after: Table) -> int:
    """Section 8: melds whose cards are not all together in one meld, by the best assignment."""
    old = [Counter(map(plain, meld)) for meld in split_loose(rules, before)[0]]
    new = [Counter(map(plain, meld)) for meld in split_loose(rules, after)[0]]
    homes = [[place for place, room in enumerate(new) if meld <= room] for meld in old]
    return _fewest_split(old, homes, new)


def _fewest_split(old: list[Counter[str]], homes: list[list[int]], room: list[Counter[str]]) -> int:
    """`room`: the cards of each new meld that serve no old meld yet."""
    if not old:
        return 0
    fewest = 1 + _fewest_split(old[1:], homes[1:], room)
    for place in homes[0]:
        if old[0] <= room[place]:
            left = [*room[:place], room[place] - old[0], *room[place + 1 :]]
            fewest = min(fewest, _fewest_split(old[1:], homes[1:], left))
    return fewest


def changed_places(rules: Rules, before: Table, after: Table) -> list[int]:
    """Section 8: places before of the melds not there unchanged; of equal melds the later ones."""
    left = Counter(frozenset(meld) for meld in split_loose(rules, after)[0])
    places = []
    for place, group in enumerate(before):
        if group in [(card,) for card in split_loose(rules, (group,))[1]]:
            continue  # loose cards are not melds here
        if left[frozenset(group)]:
            left[frozenset(group)] -= 1
        else:
            places.append(place)
    return places


def _position(rules: Rules, table: str | Table, hand: str | Cards) -> tuple[Table, Cards]:
    table, hand = parse_table(table), parse_hand(hand)
    faults = position_faults(rules, table, hand)
    if faults:
        raise ValueError(f"impossible position: {', '.join(sorted(faults))}")
    return table, hand


def _parts_to_play(rules: Rules, hand: Cards, opened: bool) -> list[Cards]:
    parts = [part for part in parts_of(hand) if part]
    return parts if opened else [part for part in parts if may_open(rules, Counter(part))]


def plays(rules: Rules, table: str | Table, hand: str | Cards, opened: bool = True) -> set[Cards]:
    """The playable multisets of hand cards, each in card order."""
    return set(iterate_plays(rules, table, hand, opened))


def iterate_plays(
    rules: Rules, table: str | Table, hand: str | Cards, opened: bool = True, largest_first: bool = False
) -> Iterator[Cards]:
    """The same, one at a time; stops at the first legal table of each."""
    table, hand = _position(rules, table, hand)
    cover = Cover(rules)
    parts = _parts_to_play(rules, hand, opened)
    for part in sorted(parts, key=len, reverse=largest_first):
        if next(finished_tables(cover, table, part), None) is not None:
            yield part


def can_play(rules: Rules, table: str | Table, hand: str | Cards, opened: bool = True) -> bool:
    return next(iterate_plays(rules, table, hand, opened), None) is not None


def most_cards(rules: Rules, table: str | Table, hand: str | Cards, opened: bool = True) -> int:
    """The most hand cards that one play puts down; 0 if there is no play."""
    return len(next(iterate_plays(rules, table, hand, opened, largest_first=True), ()))


def all_plays(rules: Rules, table: str | Table, hand: str | Cards, opened: bool = True) -> dict[Cards, Found]:
    """For each playable multiset of hand cards the table with fewest melds split, then fewest changed."""
    table, hand = _position(rules, table, hand)
    cover = Cover(rules)
    found = {}
    for part in _parts_to_play(rules, hand, opened):
        options = (
            Found(part, count_split(rules, table, after), len(changed_places(rules, table, after)), after)
            for after in finished_tables(cover, table, part)
        )
        least = min(options, key=lambda play: (play.split, play.changed), default=None)
        if least is not None:
            found[part] = least
    return found


def find_play(rules: Rules, table: str | Table, cards: str | Cards, opened: bool = True) -> Found | None:
    """The play that puts down exactly these hand cards and disturbs the least."""
    return all_plays(rules, table, cards, opened).get(parse_hand(cards))


def points_of(rules: Rules, cards: Cards) -> int:
    """What the cards would count if left in the hand."""
    return sum(map(rules.worth_of, cards))


def best(found: dict[Cards, Found], rules: Rules | None = None) -> Found | None:
    """Most cards (with `rules`: most points), then fewest melds split, then fewest changed."""
    return min(
        found.values(),
        key=lambda play: (
            -(points_of(rules, play.cards) if rules else len(play.cards)),
            play.split,
            play.changed,
        ),
        default=None,
    )


def hint(found: dict[Cards, Found]) -> Found | None:
    """Section 8: fewest melds split, then fewest changed, then fewest hand cards."""
    return min(found.values(), key=lambda play: (play.split, play.changed, len(play.cards)), default=None)
