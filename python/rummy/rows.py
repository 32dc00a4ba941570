"""What is known of each deal and of each seat of a simulation, as rows with named columns.

>>> from rummy.players import make_player
>>> from rummy.playing import play_game
>>> from rummy.variants import variant
>>> v = variant("guadalupe")
>>> run = Run(v, ("greedy", "random"), games=1, seed=4)
>>> game = play_game(v, [make_player(name) for name in run.players], run.seed, game=0, is_counted=True)
>>> for row in SEATS.rows(run, game):
...     print(dict(zip(SEATS.names, row)))  # doctest: +ELLIPSIS
{'game': 0, 'deal': 0, 'seat': 0, 'player': 'greedy', ...}
{'game': 0, 'deal': 0, 'seat': 1, 'player': 'random', ...}
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from rummy.variants import variant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from rummy.playing import DealRow, GameRow
    from rummy.variant import Variant

Kind: TypeAlias = Literal["int", "text", "ints", "texts"]
"""What a column holds: a whole number, a text, or one of them for each seat (of winners: for each winner)."""
Row: TypeAlias = "tuple[int | str | tuple[int, ...] | tuple[str, ...], ...]"


@dataclass(frozen=True, slots=True)
class Run:
    """What the games of a simulation follow from; with the number of a game, everything about it does.

    Attributes:
        variant: The rule-set.
        players: The name of each seat's player.
        games: How many games.
        seed: The seed.
        deals: After how many deals a game of an open-ended rule-set stops.
    """

    variant: Variant
    players: tuple[str, ...]
    games: int
    seed: int
    deals: int | None = None

    def to_json(self) -> dict[str, object]:
        """The run as JSON values."""
        return {
            "variant": self.variant.id,
            "options": self.variant.settings,
            "players": list(self.players),
            "games": self.games,
            "seed": self.seed,
            "deals": self.deals,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Run:
        """Read a run from JSON values.

        Raises:
            ValueError: The values are no run.
        """
        try:
            v = variant(data["variant"], **data["options"])
            run = cls(v, tuple(data["players"]), data["games"], data["seed"], data["deals"])
        except (KeyError, TypeError) as error:
            raise ValueError(f"what the games follow from is not told: {error}") from None
        numbers = (run.games, run.seed, 0 if run.deals is None else run.deals)
        if not all(type(number) is int for number in numbers) or not all(
            isinstance(name, str) for name in run.players
        ):
            raise ValueError("what the games follow from is told in values of wrong types")
        v.deck(len(run.players))
        return run


class Column(NamedTuple):
    """A column of a table of results.

    Attributes:
        name: Its name.
        kind: What it holds.
        about: What that means, with its unit.
    """

    name: str
    kind: Kind
    about: str


class Layout(NamedTuple):
    """A table of results.

    Attributes:
        name: Its name.
        columns: Its columns.
        rows: The rows of one game.
        is_counted: Whether its rows tell what each seat did (`playing.count_seats`).
    """

    name: str
    columns: tuple[Column, ...]
    rows: Callable[[Run, GameRow], Iterator[Row]]
    is_counted: bool

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)


def _deal_rows(run: Run, game: GameRow) -> Iterator[Row]:  # noqa: ARG001 - every layout is asked the same
    return iter(game.deals)


def _whole_deal_rows(run: Run, game: GameRow) -> Iterator[Row]:
    same = (run.variant.id, _options(run), run.seed, len(run.players), run.players)
    assert game.counts is not None
    for deal, counts in zip(game.deals, game.counts, strict=True):
        yield (*deal, *same, *zip(*counts, strict=True))


def _seat_rows(run: Run, game: GameRow) -> Iterator[Row]:
    players = len(run.players)
    same = (run.variant.id, _options(run), run.seed, players)
    assert game.counts is not None
    for deal, counts in zip(game.deals, game.counts, strict=True):
        for seat, count in enumerate(counts):
            yield (
                deal.game,
                deal.deal,
                seat,
                run.players[seat],
                place_of(deal, seat, players),
                int(deal.winners == (seat,)),
                deal.points[seat],
                *count,
                deal.turns,
                deal.reason,
                deal.winners,
                *same,
            )


def place_of(deal: DealRow, seat: int, players: int) -> int:
    """The place of a seat in the order of play of a deal: 0 for the seat that begins (D7)."""
    return (seat - deal.dealer - 1) % players


def _options(run: Run) -> str:
    return " ".join(f"{name}={value}" for name, value in run.variant.settings.items())


_GAME: Final = Column("game", "int", "the number of the game, from 0")
_DEAL: Final = Column("deal", "int", "the number of the deal in its game, from 0")
_TURNS: Final = Column("turns", "int", "turns played in the deal, of all seats")
_REASON: Final = Column("reason", "text", "how the deal ended: out, knock, undercut, stock-out, blocked")
_WINNERS: Final = Column("winners", "ints", "the seats that won the deal; several share it")
_SAME: Final = (
    Column("variant", "text", "the rule-set"),
    Column("options", "text", "its options, NAME=VALUE with spaces between"),
    Column("seed", "int", "the seed of the run; with game, deal and packs it makes the deck"),
    Column("seats", "int", "the number of seats"),
)

DEALS: Final = Layout(
    "deals",
    (
        _GAME,
        _DEAL,
        Column("dealer", "int", "the seat that dealt; the next one begins"),
        _TURNS,
        _REASON,
        _WINNERS,
        Column("points", "ints", "points of each seat in the deal, without bonuses of the game"),
    ),
    _deal_rows,
    is_counted=False,
)
"""One row a deal."""

WHOLE_DEALS: Final = Layout(
    "whole deals",
    (
        *DEALS.columns,
        *_SAME,
        Column("players", "texts", "the player of each seat"),
        Column("own_turns", "ints", "turns of each seat"),
        Column("plays", "ints", "plays of each seat"),
        Column("cards_played", "ints", "hand cards each seat put down"),
        Column("cards_left", "ints", "cards left in each hand at the end"),
        Column("rearrangements", "ints", "melds that the plays of each seat split"),
    ),
    _whole_deal_rows,
    is_counted=True,
)
"""One row a deal, with everything that is known of it."""

SEATS: Final = Layout(
    "seats",
    (
        _GAME,
        _DEAL,
        Column("seat", "int", "the seat, from 0"),
        Column("player", "text", "its player"),
        Column("place", "int", "its place in the order of play: 0 begins the deal"),
        Column("won", "int", "1 if the seat won the deal alone, else 0"),
        Column("points", "int", "its points in the deal, without bonuses of the game"),
        Column("own_turns", "int", "its turns"),
        Column("plays", "int", "its plays"),
        Column("cards_played", "int", "hand cards it put down"),
        Column("cards_left", "int", "cards left in its hand at the end"),
        Column("rearrangements", "int", "melds that its plays split"),
        _TURNS,
        _REASON,
        _WINNERS,
        *_SAME,
    ),
    _seat_rows,
    is_counted=True,
)
"""One row a seat of a deal."""

LAYOUTS: Final = {layout.name: layout for layout in (DEALS, WHOLE_DEALS, SEATS)}
"""The tables by name."""
