"""Ratios with their intervals, and times in constant memory, against slow plain ways."""

from __future__ import annotations

import math
import random
import statistics

import pytest
from rummy.measures import PER_OCTAVE, Estimate, Ratio, Times, student


def ratio_of(counts: list[tuple[int, int]]) -> Ratio:
    ratio = Ratio()
    for y, x in counts:
        ratio.add(y, x)
    return ratio


def test_a_ratio_of_equal_clusters_is_a_mean() -> None:
    values = [3, 5, 4, 0, 7, 7, 2, 1, 9, 4]
    estimate = ratio_of([(value, 1) for value in values]).estimate()
    margin = student(9) * statistics.stdev(values) / math.sqrt(10)
    assert estimate.value == pytest.approx(statistics.mean(values))
    assert estimate.margin == pytest.approx(margin)
    assert estimate.low == pytest.approx(statistics.mean(values) - margin)


def test_the_variance_is_the_formula() -> None:
    counts = [(2, 2), (1, 2), (0, 1), (2, 2), (1, 1), (0, 2)]
    r = sum(y for y, _ in counts) / sum(x for _, x in counts)
    squares = sum((y - r * x) ** 2 for y, x in counts)
    margin = student(5) * math.sqrt(6 / 5 * squares) / sum(x for _, x in counts)
    assert ratio_of(counts).estimate().margin == pytest.approx(margin)
    assert ratio_of([*counts, (0, 0)]).estimate() == ratio_of(counts).estimate(), "nothing was decided there"
    assert ratio_of(counts[::-1]) == ratio_of(counts)


def test_the_interval_holds_the_truth_nineteen_times_in_twenty() -> None:
    """Clusters of two deals that depend on each other, some of them not decided."""
    rng = random.Random(1)

    def cluster() -> tuple[int, int]:
        skill, won, decided = rng.random(), 0, 0
        for _ in range(2):
            if rng.random() < 0.9:
                decided += 1
                won += rng.random() < skill
        return won, decided

    held = 0
    for _ in range(1000):
        estimate = ratio_of([cluster() for _ in range(60)]).estimate(0, 1)
        assert estimate.low is not None
        assert estimate.high is not None
        held += estimate.low <= 0.5 <= estimate.high
    assert 930 <= held <= 970


def test_where_one_wins_everything_the_interval_is_not_empty() -> None:
    estimate = ratio_of([(2, 2)] * 50).estimate(least=0, most=1)
    assert estimate.value == 1
    assert estimate.low == pytest.approx(0.92865, abs=1e-5)
    assert estimate.high == 1
    none = ratio_of([(0, 2)] * 50).estimate(least=0, most=1)
    assert (none.value, none.low) == (0, 0)
    assert none.high == pytest.approx(1 - 0.92865, abs=1e-5)
    assert ratio_of([(4, 1)] * 50).estimate().margin == 0


def test_too_little_makes_no_interval() -> None:
    assert Ratio().estimate() == Estimate(None, None, None)
    assert ratio_of([(1, 2)]).estimate() == Estimate(0.5, None, None)
    assert ratio_of([(1, 2)]).estimate().margin == math.inf
    assert str(Ratio().estimate()) == "unknown"
    assert str(ratio_of([(1, 2)]).estimate()) == "0.500"


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (5, 2.5706), (9, 2.2622), (29, 2.0452), (99, 1.9842)],
)
def test_the_quantiles_of_student(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, rel=0.0013)


def test_times_are_near_those_of_all_of_them() -> None:
    rng = random.Random(2)
    many = [rng.lognormvariate(-7, 2) for _ in range(5000)]
    times = Times()
    for part in (many[:2000], many[2000:]):
        some = Times()
        for seconds in part:
            some.add(seconds)
        times.merge(some)
    assert (times.count, times.longest) == (5000, max(many))
    assert times.mean == pytest.approx(statistics.fmean(many))
    many.sort()
    near = 2 ** (1 / PER_OCTAVE) - 1
    for part_of, place in ((0.5, 2499), (0.95, 4749), (1, 4999)):
        assert times.quantile(part_of) == pytest.approx(many[place], rel=near)
    assert len(times.buckets) < 1000


def test_times_of_nothing() -> None:
    assert Times().to_json() == {"mean": 0, "median": 0, "p95": 0, "max": 0}
    still = Times()
    still.add(0)
    assert still.to_json() == {"mean": 0, "median": 0, "p95": 0, "max": 0}
