"""What the README says is true: its examples are doctests, its commands are run, its links lead somewhere."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import rummy
from rummy.cli import main

if TYPE_CHECKING:
    from rummy.variant import Deck

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")


def commands() -> list[tuple[str, str]]:
    """Each command of the console blocks with the output shown for it."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL):
        for piece in block.split("$ ")[1:]:
            command, _, output = piece.partition("\n")
            found.append((command, output))
    return found


RUMMY = [(command, output) for command, output in commands() if command.startswith("rummy ")]


def test_the_python_examples() -> None:
    results = doctest.testfile(str(README), module_relative=False)
    assert results.attempted > 10
    assert results.failed == 0


@pytest.mark.parametrize(("command", "output"), RUMMY, ids=[" ".join(c.split()[:3]) for c, _ in RUMMY])
def test_the_commands(command: str, output: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(shlex.split(command)[1:]) == output.startswith("illegal")
    told = capsys.readouterr().out
    assert doctest.OutputChecker().check_output(output, told, doctest.ELLIPSIS), told


def test_the_commands_of_make_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    words = [command.split()[1] for command, _ in commands() if command.startswith("make ")]
    assert words[:2] == ["play", "test"]
    assert all(f"\n{word}:" in makefile for word in words)


def test_the_table_of_rule_sets() -> None:
    rows = re.findall(r"^\| `(\S+)` \| (.*) \|$", TEXT, re.MULTILINE)
    assert [name for name, _ in rows] == list(rummy.VARIANTS)
    for v, (_, row) in zip(rummy.VARIANTS.values(), rows, strict=True):
        cards, hand, ace, _, must, options = row.split(" | ")
        two, more = name_deck(v.deck(2)), name_deck(v.deck(3))
        assert cards == (more if two == more else f"{more}; for two players {two}")
        assert hand == (f"{v.hand_size}, and {v.loose_cards} loose" if v.loose_cards else str(v.hand_size))
        assert ace == {"high": "high", "low": "low", "either": "high or low"}[v.ace]
        assert must == ("no" if v.must_meld == "no" else "yes")
        chosen = (f"`{name}` {', '.join(map(str, values))}" for name, values in v.options.items())
        assert options == ("; ".join(chosen) or "none")


def name_deck(deck: Deck) -> str:
    packs = f"{deck.packs} pack{'s' * (deck.packs > 1)}"
    return f"{packs}, {deck.jokers} joker{'s' * (deck.jokers > 1)}" if deck.jokers else packs


PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs/architecture.md",
    "docs/opponents.md",
    "docs/holding-back.md",
    "docs/simulation.md",
    "docs/cluster.md",
]


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    source = ROOT / page
    for target in re.findall(r"\]\(([^)#:]+)\)", source.read_text(encoding="utf-8")):
        assert (source.parent / target).exists(), f"{page} links to {target}"
