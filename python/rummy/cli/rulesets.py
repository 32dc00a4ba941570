"""The rule-sets, in words or as data: rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.cli.arguments import add_command, add_rule_set, chosen_variant, print_fields, print_json
from rummy.terminal.describe import describe
from rummy.variants import VARIANTS

if TYPE_CHECKING:
    from argparse import Namespace

    from rummy.cli.arguments import Commands
    from rummy.variant import Variant


def add_rules_command(commands: Commands) -> None:
    """Add the commands of this family."""
    parser = add_command(commands, "rules", run_rules, "show a rule-set, or all of them")
    add_rule_set(parser, is_optional=True)


def run_rules(arguments: Namespace) -> int:
    """One rule-set, or all by their ids."""
    if arguments.id is None:
        _print_all(arguments)
        return 0
    v = chosen_variant(arguments)
    if arguments.json:
        print_json(v.to_json())
    else:
        _print_one(v)
    return 0


def _print_all(arguments: Namespace) -> None:
    if arguments.options:
        raise ValueError("--set chooses options of one rule-set: name it")
    if arguments.json:
        print_json({name: v.to_json() for name, v in VARIANTS.items()})
        return
    for place, v in enumerate(VARIANTS.values()):
        if place:
            print()
        _print_one(v)


def _print_one(v: Variant) -> None:
    print(f"{v.id}: {v.name}")
    options = [
        (f"--set {name}", f"{v.settings[name]} (one of {', '.join(map(str, values))})")
        for name, values in v.options.items()
    ]
    print_fields([(f"  {name}", text) for name, text in (*describe(v), *options)])
