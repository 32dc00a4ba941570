"""What is measured over many deals: ratios with an interval, and times in constant memory.

>>> wins = Ratio()
>>> for won, decided in [(2, 2), (1, 2), (1, 2), (0, 1), (2, 2)]:
...     wins.add(won, decided)
>>> print(wins.estimate(least=0, most=1))
0.667 (0.237 to 1.000)
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

CONFIDENCE: Final = 0.95
"""How sure an interval is."""
PER_OCTAVE: Final = 32
"""Buckets for times from one length to its double: a quantile is within 1.1 % of the time it stands for."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its interval.

    Attributes:
        value: The number; None where nothing was counted.
        low: The lower end of the interval; None where too little was counted for one.
        high: The upper end.
    """

    value: float | None
    low: float | None
    high: float | None

    @property
    def margin(self) -> float:
        """Half the length of the interval; infinite where there is none."""
        return math.inf if self.low is None or self.high is None else (self.high - self.low) / 2

    def to_json(self) -> dict[str, object]:
        """The estimate as JSON values."""
        return {"value": self.value, "low": self.low, "high": self.high}

    def __str__(self) -> str:
        if self.value is None:
            return "unknown"
        if self.low is None or self.high is None:
            return f"{self.value:.3f}"
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"


@dataclass(slots=True)
class Ratio:
    """The ratio of two counts that come in clusters, such as deals won and deals decided by deck.

    Within a cluster the counts may depend on each other in any way; clusters are independent. With the sums
    Y and X over n clusters, the ratio is r = Y / X, and its variance is estimated as::

        n / (n - 1) * sum((y - r * x) ** 2) / X ** 2

    (the ratio estimator: W. G. Cochran, Sampling Techniques, 3rd edition 1977, chapter 6, without the
    correction for a finite population). The interval is r and t times the root of it either way, with t from
    Student's distribution with n - 1 degrees of freedom.

    Where every cluster has the same ratio, as when one player wins every deal, that variance is 0, and as an
    interval would claim too much. Then the interval of a share is that of E. B. Wilson (1927) with each
    cluster counted as a single trial.

    The sums are whole numbers, so their order changes nothing. It takes constant memory.
    """

    clusters: int = 0
    _y: int = 0
    _x: int = 0
    _yy: int = 0
    _xy: int = 0
    _xx: int = 0

    def add(self, y: int, x: int) -> None:
        """Count a cluster; one without anything to count (``x`` 0) is none."""
        if x:
            self.clusters += 1
            self._y += y
            self._x += x
            self._yy += y * y
            self._xy += x * y
            self._xx += x * x

    def estimate(self, least: float = -math.inf, most: float = math.inf) -> Estimate:
        """The ratio with its interval.

        Args:
            least: The least the ratio can be; no interval reaches beyond it.
            most: The most it can be.
        """
        n = self.clusters
        if not n:
            return Estimate(None, None, None)
        ratio = Fraction(self._y, self._x)
        value = float(ratio)
        if n == 1:
            return Estimate(value, None, None)
        squares = self._yy - 2 * ratio * self._xy + ratio * ratio * self._xx
        if not squares and (least, most) == (0, 1):
            return Estimate(value, *wilson(value, n))
        variance = Fraction(n, n - 1) * squares / (self._x * self._x)
        margin = student(n - 1) * math.sqrt(variance)
        return Estimate(value, max(least, value - margin), min(most, value + margin))


def student(freedom: int) -> float:
    """The quantile of Student's distribution that leaves out 1 - `CONFIDENCE`, half of it at each end.

    Exact for 1 and 2 degrees of freedom, otherwise the expansion 26.7.5 in M. Abramowitz and I. A. Stegun,
    Handbook of Mathematical Functions (1964); it is off by 0.12 % for 3 and by less for more.

    >>> [round(student(freedom), 3) for freedom in (1, 2, 10, 30, 1000)]
    [12.706, 4.303, 2.228, 2.042, 1.962]
    """
    probability = (1 + CONFIDENCE) / 2
    if freedom == 1:
        return math.tan(math.pi * (probability - 0.5))
    if freedom == 2:
        return CONFIDENCE * math.sqrt(2 / (1 - CONFIDENCE**2))
    z = NormalDist().inv_cdf(probability)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return math.fsum(term / float(freedom) ** power for power, term in enumerate(terms))


def wilson(share: float, trials: int) -> tuple[float, float]:
    """The interval of E. B. Wilson (1927) for a share of so many independent trials.

    >>> [round(end, 3) for end in wilson(0.5, 100)]
    [0.404, 0.596]
    """
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    z_squared = z * z / trials
    centre = share + z_squared / 2
    margin = math.sqrt(z_squared * (share * (1 - share) + z_squared / 4))
    return max(0.0, (centre - margin) / (1 + z_squared)), min(1.0, (centre + margin) / (1 + z_squared))


class Times:
    """Times of many actions: their number, sum and longest, and how many fell in each bucket.

    The buckets are `PER_OCTAVE` for each doubling, so the memory is bounded by the range of the times (a
    nanosecond to an hour is 42 doublings), not by their number.

    >>> times = Times()
    >>> for milliseconds in range(1, 101):
    ...     times.add(milliseconds / 1000)
    >>> times.count, round(times.mean, 4), round(times.quantile(0.95), 3), times.longest
    (100, 0.0505, 0.095, 0.1)
    """

    __slots__ = ("buckets", "count", "longest", "total")

    def __init__(self) -> None:
        self.count = 0
        self.total = 0.0
        self.longest = 0.0
        self.buckets: Counter[int] = Counter()

    def add(self, seconds: float) -> None:
        """Count one."""
        self.count += 1
        self.total += seconds
        self.longest = max(self.longest, seconds)
        # A clock that did not move in between gives 0: a nanosecond is its finest step.
        self.buckets[math.floor(math.log2(max(seconds, 1e-9)) * PER_OCTAVE)] += 1

    def merge(self, other: Times) -> None:
        """Count those of another."""
        self.count += other.count
        self.total += other.total
        self.longest = max(self.longest, other.longest)
        self.buckets.update(other.buckets)

    @property
    def mean(self) -> float:
        """The mean; 0 where nothing was counted."""
        return self.total / self.count if self.count else 0.0

    def quantile(self, part: float) -> float:
        """The time within which this part of them lay; 0 where nothing was counted."""
        left = math.ceil(part * self.count)
        for bucket, count in sorted(self.buckets.items()):
            left -= count
            if left <= 0:
                return min(math.exp2((bucket + 0.5) / PER_OCTAVE), self.longest)
        return self.longest

    def to_json(self) -> Mapping[str, object]:
        """The times as JSON values, in seconds."""
        return {
            "mean": self.mean,
            "median": self.quantile(0.5),
            "p95": self.quantile(0.95),
            "max": self.longest,
        }
