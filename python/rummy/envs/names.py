"""The versioned names of the environments.

A version goes up when a change might alter what is learnt: another layout of the observation, other actions,
other rewards. An older version is then refused, so that no results of two are compared by mistake.

>>> read_id("machiavelli"), read_id("machiavelli_v0"), read_id("manipulation-jokers-v0")
('machiavelli', 'machiavelli', 'manipulation-jokers')
>>> read_id("machiavelli_v7")
Traceback (most recent call last):
    ...
ValueError: there is no version 7 of machiavelli; the current one is machiavelli_v0
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from rummy.checks import quote
from rummy.variants import VARIANTS

if TYPE_CHECKING:
    from rummy.variant import Variant

VERSION: Final = 0
"""The version of every environment."""
_VERSIONED: Final = re.compile(r"(?P<id>.+?)[_-]v(?P<version>\d+)")


def name_of(v: Variant) -> str:
    """The versioned name of the environment of a rule-set."""
    return f"{v.id}_v{VERSION}"


NAMES: Final = tuple(map(name_of, VARIANTS.values()))
"""The versioned names of all environments, in the order of the rule-sets."""


def read_id(env_id: str) -> str:
    """The id of the rule-set of a name, with or without a version.

    Raises:
        ValueError: There is no such environment, or not in this version; the message names those there are.
    """
    known = _VERSIONED.fullmatch(env_id) if isinstance(env_id, str) else None
    variant_id = known["id"] if known else env_id
    if not isinstance(variant_id, str) or variant_id not in VARIANTS:
        raise ValueError(f"there is no environment {quote(env_id)}; the environments: {', '.join(NAMES)}")
    if known and int(known["version"]) != VERSION:
        current = name_of(VARIANTS[variant_id])
        raise ValueError(
            f"there is no version {known['version']} of {variant_id}; the current one is {current}"
        )
    return variant_id
