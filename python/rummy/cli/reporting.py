"""What a file of results tells: report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rummy.cli.arguments import add_command, print_fields, print_json
from rummy.reading import read_results
from rummy.report import render_page

if TYPE_CHECKING:
    from argparse import Namespace

    from rummy.cli.arguments import Commands


def add_report_command(commands: Commands) -> None:
    """Add the commands of this family."""
    about = "make a page of tables and pictures of a file of results"
    parser = add_command(commands, "report", run_report, about)
    parser.add_argument("file", metavar="FILE", type=Path, help="what simulate wrote, or left unfinished")
    parser.add_argument(
        "--out", metavar="PAGE.html", type=Path, help="where the page goes (default: beside FILE, as .html)"
    )


def run_report(arguments: Namespace) -> int:
    """Write the page and print its tables."""
    page = arguments.file.with_suffix(".html") if arguments.out is None else arguments.out
    if page.suffix.lower() not in (".html", ".htm"):
        raise ValueError(f"the page is HTML: end {page.name!r} with .html")
    source = read_results(arguments.file)
    # Drawn before the file is opened, so that what cannot be drawn leaves none.
    text = render_page(source)
    page.write_text(text, encoding="utf-8")
    if arguments.json:
        print_json({"page": str(page), **source.summary.to_json()})
        return 0
    for listing in source.summary.tables():
        print(listing, end="\n\n")
    print_fields([("page", str(page))])
    return 0
