"""What docs/envs.md says is true, and its example learns the same from the same seed."""

from __future__ import annotations

import doctest
import inspect
import re
import runpy
from itertools import islice
from pathlib import Path

import pytest
from rummy.envs import ACTIONS, DRAW, KNOCK, LAY, LAYOUT, PASS, SIZE, DealEnv, env, raw_env
from support import EVERY

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "envs.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_the_examples() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False)
    assert results.attempted > 15
    assert results.failed == 0


def test_the_table_of_the_observation() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \|", TEXT, re.MULTILINE)
    assert [(name, int(size)) for name, size in rows] == [
        (name, part.stop - part.start) for name, part in LAYOUT.items()
    ]
    assert f"{SIZE:,} numbers of type `int16`" in TEXT


def test_the_table_of_the_actions() -> None:
    rows = re.findall(r"^\| (\d+) `([A-Z]+)` \|", TEXT, re.MULTILINE)
    assert [(int(number), name) for number, name in rows] == [
        (LAY, "LAY"),
        (DRAW, "DRAW"),
        (PASS, "PASS"),
        (KNOCK, "KNOCK"),
    ]
    assert f"`Discrete({ACTIONS})`" in TEXT


def test_the_table_of_the_options() -> None:
    rows = re.findall(r"^\| `(\w+)`(?: \(`env` only\))? \| (\S+?)[:;] ", TEXT, re.MULTILINE)
    told = {name for name, _ in rows}
    asked = {*inspect.signature(DealEnv).parameters, *inspect.signature(env).parameters} - {"id", "options"}
    assert told | {"players"} == asked


def test_the_table_of_the_rewards() -> None:
    defaults = dict(re.findall(r'^\| `"(\w+)"` \| ([^|]+) \|', TEXT, re.MULTILINE))
    for v in EVERY:
        assert v.id in defaults[raw_env(v.id).reward].split(", ")
    assert sum(len(names.split(", ")) for names in defaults.values()) == len(EVERY)


def test_the_links() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", TEXT):
        assert (PAGE.parent / target).exists(), target


def test_the_script_learns_the_same_from_the_same_seed(tmp_path: Path) -> None:
    script = runpy.run_path(str(ROOT / "examples" / "learn.py"))
    first, other = (list(islice(script["learn"]("carousel", 5, 20, 20, 2), 2)) for _ in range(2))
    assert [point.deals for point in first] == [0, 20]
    assert first == other
    pytest.importorskip("matplotlib")
    pictures = []
    for name in ("one.svg", "two.svg"):
        script["draw"](first, "carousel", tmp_path / name)
        pictures.append((tmp_path / name).read_bytes())
    assert pictures[0] == pictures[1]
    assert b"Learning carousel against a random agent" in pictures[0]
