"""The files of a game: its record, and beside it the unfinished move, which stands in no record."""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rummy.actions import IllegalAction
from rummy.draft import Draft

if TYPE_CHECKING:
    from rummy.deal import Deal

ENDING: Final = ".rummy.jsonl"
"""The ending of the records that are named by the program."""


def new_record_path(variant_id: str) -> Path:
    """A name for the record of a new game, in the folder where a user's programs keep their state."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    folder = Path(state) / "rummy"
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{variant_id}-{time.strftime('%Y%m%d-%H%M%S')}"
    path = folder / f"{stem}{ENDING}"
    count = 1
    while path.exists():
        count += 1
        path = folder / f"{stem}-{count}{ENDING}"
    return path


class DraftKeeper:
    """Keeps the draft of the player at the terminal beside the record, so that a game goes on exactly.

    Args:
        record: The file of the record.
    """

    def __init__(self, record: Path) -> None:
        self._path = record.with_name(f"{record.name}.draft")

    def keep(self, deal: Deal, seat: int) -> None:
        """Write down the draft of a seat, or forget what was written if it has none."""
        draft = deal.draft() if deal.seat == seat else None
        if draft is not None and (draft.can_undo or draft.can_redo):
            self._path.write_text(json.dumps(draft.to_json()), encoding="utf-8")
        else:
            self._path.unlink(missing_ok=True)

    def restore(self, deal: Deal) -> None:
        """Give a deal the draft that was written down, if it belongs to its turn."""
        with suppress(FileNotFoundError, ValueError, IllegalAction):
            deal.restore_draft(Draft.from_json(deal.variant, json.loads(self._path.read_text("utf-8"))))
