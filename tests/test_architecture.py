"""The shape of the package, read from its source: nothing imports upward, no rule-set is told by its name."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import rummy

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(rummy.__file__).parent

# From the bottom up. What is not named stands on top: it may read all of these, none of these may read it.
ORDER = [
    "_core",
    "checks",
    "cards",
    "workbench",
    "mends",
    "faults",
    "table",
    "moves",
    "play",
    "variant",
    "variants",
    "search",
    "batch",
    "actions",
    "events",
    "scoring",
    "chance",
    "jokers",
    "draft",
    "turn",
    "referee",
    "view",
    "dealing",
    "deal",
    "match",
    "record",
    "players",
    "playing",
    "playouts",
    "working",
    "measures",
    "rows",
    "charts",
    "counting",
    "summary",
    "sheets",
    "journal",
    "pace",
    "crew",
    "simulate",
    "tournament",
]
TOP = len(ORDER)
SOURCES = {
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts): ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted(PACKAGE.rglob("*.py"))
}
BELOW = [name for name in SOURCES if name.split(".")[0] in ORDER]


def place(module: str) -> int:
    name = module.split(".")[0]
    return ORDER.index(name) if name in ORDER else TOP


def imported(tree: ast.Module) -> Iterator[str]:
    """The modules of the package that a module imports, anywhere in it, ``rummy.`` taken off."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name[6:] for alias in node.names if alias.name.startswith("rummy."))
            assert all(alias.name != "rummy" for alias in node.names), "import the module that is meant"
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            if node.module == "rummy":
                yield from (alias.name for alias in node.names)
            elif node.module is not None and node.module.startswith("rummy."):
                yield node.module[6:]


def test_the_order_names_what_exists() -> None:
    assert {name.split(".")[0] for name in SOURCES} | {"_core"} >= set(ORDER)


@pytest.mark.parametrize("name", BELOW)
def test_nothing_imports_upward(name: str) -> None:
    for other in imported(SOURCES[name]):
        if other.split(".")[0] == name.split(".")[0]:
            continue
        assert place(other) < place(name), f"{name} imports {other}, which stands above it"


@pytest.mark.parametrize("name", BELOW)
def test_only_the_standard_library_is_needed(name: str) -> None:
    for node in ast.walk(SOURCES[name]):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            names = [node.module]
        for module in names:
            root = module.split(".")[0]
            assert root == "rummy" or root in sys.stdlib_module_names, f"{name} imports {module}"


@pytest.mark.parametrize("name", [name for name in BELOW if name != "variants"])
def test_no_rule_set_is_told_by_its_name(name: str) -> None:
    for node in ast.walk(SOURCES[name]):
        if isinstance(node, ast.Constant):
            assert node.value not in rummy.VARIANTS, f"{name} names {node.value!r} in line {node.lineno}"
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            texts = [side for side in sides if isinstance(side, ast.Constant) and isinstance(side.value, str)]
            ids = [side for side in sides if isinstance(side, ast.Attribute) and side.attr == "id"]
            assert not (texts and ids), f"{name} compares an id with a text in line {node.lineno}"


@pytest.mark.parametrize("name", SOURCES)
def test_no_global_random_state(name: str) -> None:
    for node in ast.walk(SOURCES[name]):
        is_random = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        if is_random and node.value.id == "random":  # type: ignore[attr-defined]
            assert node.attr == "Random", f"{name} uses random.{node.attr}"  # type: ignore[attr-defined]


def test_every_field_of_a_rule_set_is_read() -> None:
    read = {
        node.attr
        for name, tree in SOURCES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
    }
    fields = set(rummy.Variant.__dataclass_fields__)
    assert fields - read == set()


def test_every_public_name_is_there() -> None:
    assert len(set(rummy.__all__)) == len(rummy.__all__)
    for name in rummy.__all__:
        thing = getattr(rummy, name)
        assert name.isupper() or getattr(thing, "__doc__", None) or name in {"Action", "Event"}, name
