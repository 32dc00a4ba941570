"""The tables of docs/opponents.md, from what `rummy tournament ID ... --out FILE.json` has written.

python benches/opponents.py FILE.json ...    one row for each file, in the order in which they are named
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


def main(files: list[str]) -> None:
    """Print a table of tournaments of the same two players."""
    tournaments = [json.loads(Path(file).read_text(encoding="utf-8")) for file in files]
    first, second = (standing["player"] for standing in tournaments[0]["standings"])
    times = " | ".join(f"a move of {name}: mean, 95 %, longest" for name in (first, second))
    print(f"| | decks | decided | won by {first} | {times} |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for results in tournaments:
        assert [standing["player"] for standing in results["standings"]] == [first, second]
        mine, other = results["standings"]
        cells = [
            f"`{results['variant']}`",
            str(results["decks"]),
            f"{results['decided']} of {results['deals']}",
            write_share(mine["share"]),
            write_times(mine["time"]),
            write_times(other["time"]),
        ]
        print("| " + " | ".join(cells) + " |")


def write_share(share: dict[str, float]) -> str:
    """A share with its interval, in hundredths."""
    value, low, high = (100 * share[name] for name in ("value", "low", "high"))
    return f"{value:.1f} % ({low:.1f} to {high:.1f})"


def write_times(times: dict[str, Any]) -> str:
    """Milliseconds."""
    return ", ".join(f"{1000 * times[name]:.3g}" for name in ("mean", "p95", "max")) + " ms"


if __name__ == "__main__":
    main(sys.argv[1:])
