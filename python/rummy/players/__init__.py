"""Computer players, by name.

>>> make_player("greedy")  # doctest: +ELLIPSIS
<rummy.players.greedy.Greedy object at ...>
>>> make_player("clever")  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
ValueError: there is no player 'clever'; the players: random, easy, normal, ...
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rummy.checks import quote
from rummy.players.any_legal import AnyLegal
from rummy.players.base import Player
from rummy.players.easy import Easy
from rummy.players.greedy import Greedy
from rummy.players.hard import Hard
from rummy.players.normal import Normal
from rummy.players.patient import Patient

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PLAYERS: Final[Mapping[str, Callable[[], Player]]] = MappingProxyType(
    {
        "random": AnyLegal,
        "easy": Easy,
        "normal": Normal,
        "greedy": Greedy,
        "patient": Patient,
        "hard": Hard,
    }
)
"""What makes each kind of computer player."""


def make_player(kind: str) -> Player:
    """A computer player of this kind.

    Raises:
        ValueError: There is no such kind; the message names them.
    """
    if not isinstance(kind, str) or kind not in PLAYERS:
        raise ValueError(f"there is no player {quote(kind)}; the players: {', '.join(PLAYERS)}")
    return PLAYERS[kind]()


def name_player(player: Player) -> str:
    """What errors and tables call a player: its kind, else its own ``name``, else that of its class.

    >>> name_player(make_player("greedy"))
    'greedy'
    """
    for kind, make in PLAYERS.items():
        if type(player) is make:
            return kind
    name = getattr(player, "name", None)
    return name if isinstance(name, str) and name else type(player).__name__


__all__ = ["PLAYERS", "Player", "make_player", "name_player"]
