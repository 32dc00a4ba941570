"""
Melds, legality and exact search for manipulation rummy.

A card is one byte: `(rank - 1) * 4 + suit` for a natural card, 64 more for a joker that stands
for that card, 116 for a joker without a name. A meld or a hand is `bytes`, a table a sequence
of `bytes`.
"""

from _typeshed import Incomplete, SupportsGetItem
from typing import Any, SupportsIndex, final

@final
class Batch:
    """
    Threads that ask the same of many positions, each of them on one thread, the first that was given first.

    When neither the batch nor an answer still to come is kept, what was not begun is left out.
    """
    def __new__(cls, /, workers: SupportsIndex, rules: Rules, points: bool, least_disturbance: bool, nodes: SupportsIndex | None) -> Batch:
        """
        Raises `ValueError` for no workers, `RuntimeError` if the system gives no threads.
        """
    def begin(self, /, table: "list[bytes] | tuple[bytes, ...]", hand: bytes, opened: bool) -> Pending:
        """
        Begins what the function `best_play` does with a position, and does not wait for it.

        Raises `Refused` if the position cannot occur.
        """

@final
class Flow:
    """
    What turns and ends read of a rule-set. Every field is given: there are no defaults.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, *, draw_cards: SupportsIndex, draws_a_turn: SupportsIndex | None, draws_first: bool, draws_after_play: SupportsIndex, knock: str, knock_count: SupportsIndex, has_last_turns: bool, score: str, out_bonus: SupportsIndex, undercut_bonus: SupportsIndex) -> Flow:
        """
        Raises `ValueError` for an unknown knock or score.
        """
    def __reduce__(self, /) -> "tuple[object, tuple[()]]":
        """
        Everything needed to build it again.
        """

@final
class Pending:
    """
    An answer that may still be searched for.
    """
    def is_done(self, /) -> bool:
        """
        Whether the answer is there.
        """
    def wait(self, /) -> Play | None:
        """
        The answer, waited for if need be. Ctrl-C ends the wait.
        """

@final
class Play:
    """
    A legal play.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs__(self, /) -> tuple[bytes, list[bytes], int, list[int], int, bool]:
        """
        Everything needed to build the play again.
        """
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, cards: bytes, table: Any, split: SupportsIndex, changed: SupportsGetItem[int, SupportsIndex], points: SupportsIndex, exact: bool) -> Play:
        """
        A play with these figures, as it was written; nothing is judged.

        Raises `ValueError` for a byte that is no card.
        """
    @property
    def cards(self, /) -> bytes:
        """
        The hand cards put down, in card order, jokers unnamed.
        """
    @property
    def changed(self, /) -> list[int]:
        """
        Positions in the table before of the melds that are not there unchanged.
        """
    @property
    def exact(self, /) -> bool:
        """
        Whether the play is proven to be what was asked for.
        """
    @property
    def points(self, /) -> int:
        """
        What the cards put down count in the hand.
        """
    @property
    def split(self, /) -> int:
        """
        How many melds of the table before are split.
        """
    @property
    def table(self, /) -> list[bytes]:
        """
        The table after, every joker in a meld named.
        """

@final
class PlaysIterator:
    """
    An iterator of the playable multisets of hand cards, each as bytes in card order.
    """
    def __iter__(self, /) -> PlaysIterator: ...
    def __next__(self, /) -> bytes: ...

@final
class Rules:
    """
    What melds and search read of a rule-set. Every field is given: there are no defaults.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, *, packs: SupportsIndex, jokers: SupportsIndex, ace: str, joker_law: str, jokers_a_meld: SupportsIndex, loose: bool, opening_run: SupportsIndex, worth: bytes) -> Rules:
        """
        Raises `ValueError` for an unknown ace or joker law, if `worth` is not 14 bytes, or if the search cannot
        play by the rules.
        """
    def __reduce__(self, /) -> "tuple[object, tuple[()]]":
        """
        Everything needed to build the rules again.
        """
    def __repr__(self, /) -> str: ...
    @property
    def ace(self, /) -> str:
        """
        Where an ace stands in a run: low, high or either.
        """
    @property
    def joker_law(self, /) -> str:
        """
        When a joker on the table may get another name: none, movable, neighbour or locked.
        """
    @property
    def jokers(self, /) -> int:
        """
        Jokers in the whole pack.
        """
    @property
    def jokers_a_meld(self, /) -> int:
        """
        The most jokers in one meld.
        """

@final
class Style:
    """
    How a player of the core plays.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, *, points: bool, hold: "tuple[int, int] | None", nodes: SupportsIndex | None) -> Style:
        """
        What its plays make most of, cards or points; how it holds back, if it does (it plays when another hand or
        the stock has at most so many cards); and a bound on each of its searches.
        """

def arrange(meld: bytes) -> bytes:
    """
    The order of strict text: a run in sequence, anything else in card order.
    """

def best_play(rules: Rules, table: "list[bytes] | tuple[bytes, ...]", hand: bytes, points: bool, opened: bool, least_disturbance: bool, nodes: SupportsIndex | None, values: "list[int] | None") -> Play | None:
    """
    A best play by the number of cards, by points, or by values (by card, the joker last), or `None`.

    Raises `Refused` if the position cannot occur, `ValueError` if the values of the hand come to too much.
    """

def can_play(rules: Rules, table: "list[bytes] | tuple[bytes, ...]", hand: bytes, opened: bool, including: bytes) -> bool:
    """
    Whether there is any play that puts down at least the hand cards `including`.

    Raises `Refused` if the position cannot occur.
    """

def check_melds(rules: Rules, melds: "list[bytes] | tuple[bytes, ...]") -> list[tuple[str, list[int], bytes]]:
    """
    The faults of each group by itself.
    """

def check_play(rules: Rules, before: "list[bytes] | tuple[bytes, ...]", after: "list[bytes] | tuple[bytes, ...]", hand: bytes, opened: bool) -> Play:
    """
    The play that turns one table into another; raises `Refused` with every reason against it.
    """

def check_position(rules: Rules, table: "list[bytes] | tuple[bytes, ...]", hand: bytes) -> list[tuple[str, list[int], bytes]]:
    """
    Every reason why this table and hand cannot occur.
    """

def count_partitions(rules: Rules, cards: bytes) -> int:
    """
    The number of different tables that hold exactly these cards in valid melds.

    Raises `Refused` for more copies than there can be.
    """

def count_plays(rules: Rules, table: "list[bytes] | tuple[bytes, ...]", hand: bytes, opened: bool) -> int:
    """
    The number of playable multisets of hand cards. Raises `Refused` if the position cannot occur.
    """

def find_moves(before: "list[bytes] | tuple[bytes, ...]", after: "list[bytes] | tuple[bytes, ...]") -> list[tuple[int, int | None, int, int]] | None:
    """
    The fewest moves of single cards that turn one table into another, in order; `None` if a card is lost.

    Groups are positions in the table before, those that are new follow. A joker that gets another name
    where it lies has one group twice.
    """

def find_play(rules: Rules, table: "list[bytes] | tuple[bytes, ...]", cards: bytes, opened: bool) -> Play | None:
    """
    The play of exactly these hand cards that disturbs the table least, or `None`. Raises `Refused` if the position cannot occur.
    """

def find_playable(rules: Rules, table: "list[bytes] | tuple[bytes, ...]", hand: bytes, opened: bool, including: bytes) -> bytes:
    """
    The kinds of hand card of which some play puts down one more than `including` holds, with all of these.

    Raises `Refused` if the position cannot occur.
    """

def find_whole(rules: Rules, table: "list[bytes] | tuple[bytes, ...]", hand: bytes, opened: bool, nodes: SupportsIndex | None) -> Play | None:
    """
    A play of the whole hand, or `None`: there is none, or none was found within `nodes` states. Raises `Refused` if
    the position cannot occur.
    """

def hint(rules: Rules, table: "list[bytes] | tuple[bytes, ...]", hand: bytes, opened: bool) -> Play | None:
    """
    A play that is easy to see, or `None`. Raises `Refused` if the position cannot occur.
    """

def partition(rules: Rules, cards: bytes) -> list[bytes] | None:
    """
    All the cards in valid melds, or `None`. Raises `Refused` for more copies than there can be.
    """

def play_out(rules: Rules, flow: Flow, hands: "list[bytes]", table: "list[bytes] | tuple[bytes, ...]", stock: bytes, seat: SupportsIndex, styles: "list[Style]", told: str) -> "tuple[str, list[int], list[int], int, list[tuple[object, ...]]]":
    """
    Plays a deal to its end: why it ended, the winners, the points, the number of turns, and what is told besides:
    nothing, `counts` for each seat (plays, cards played, cards left, melds split), or the `events`.

    Raises `Refused` if the cards cannot lie so, `ValueError` for anything else that is no deal.
    """

def plays(rules: Rules, table: "list[bytes] | tuple[bytes, ...]", hand: bytes, opened: bool) -> PlaysIterator:
    """
    The playable multisets of hand cards, each once, in a fixed order.

    Raises `Refused` if the position cannot occur.
    """

def think(rules: Rules, flow: Flow, table: "list[bytes] | tuple[bytes, ...]", hand: bytes, sizes: SupportsGetItem[int, SupportsIndex], stock: SupportsIndex, seat: SupportsIndex, draws: SupportsIndex, passes: SupportsIndex, opened: SupportsGetItem[int, bool], turns_left: SupportsIndex | None, others: "list[tuple[float, list[bytes] | tuple[bytes, ...] | None, int]]", seed: SupportsIndex, nodes: SupportsIndex) -> tuple[str, Play | None]:
    """
    What a seat that thinks does: the kind, and the play if there is one.

    `others` holds for each seat how likely it holds back, the table when it last could have played, and how many
    cards it has drawn since. Raises `ValueError` for what no seat can know.
    """

def top_plays(rules: Rules, table: "list[bytes] | tuple[bytes, ...]", hand: bytes, most: SupportsIndex, points: bool, opened: bool, values: "list[int] | None") -> list[bytes]:
    """
    The hand cards of the best plays, `most` of them at most, the best first.

    Raises `Refused` if the position cannot occur, `ValueError` if the values of the hand come to too much.
    """

class Refused(ValueError): ...
