"""A game record: JSON lines that replay exactly and tell where they were edited or cut (RULES.md section 4).

The first line names the game; then each line is a deal that begins, an action with the events it led to, a
stop, or the end. Each line carries a digest of itself and of the line before, so a line that was edited,
moved or left out is told by its number. Drafts and reminders are no events and stand in no record. A record
holds the seed and every card: it is for the authority alone.

>>> import io
>>> from rummy.actions import Draw
>>> from rummy.variants import variant
>>> out = io.StringIO()
>>> recorder = Recorder.begin(Match(variant("machiavelli"), seed=7), out)
>>> events = recorder.apply(Draw())
>>> record = read_record(out.getvalue().splitlines(keepends=True))
>>> record.is_ended, len(record.lines), replay(record, unfinished=True).deal.turn
(False, 3, 1)
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from rummy.actions import Action, GiveUp, IllegalAction, action_from_json
from rummy.checks import quote, verify_kind, verify_list
from rummy.faults import IllegalPlay
from rummy.match import Match, MatchResult
from rummy.variants import variant

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rummy.events import Event

FORMAT: Final = 1
"""The number of the format; a record of another one is refused."""


class RecordError(ValueError):
    """A record that cannot be trusted.

    Attributes:
        line: The number of the line, from 1.
        code: ``record/unreadable``, ``record/edited``, ``record/truncated`` or ``record/wrong``.
    """

    def __init__(self, line: int, code: str, message: str) -> None:
        super().__init__(line, code, message)
        self.line = line
        self.code = code

    def __str__(self) -> str:
        return f"line {self.line}: {self.args[2]}"


class Output(Protocol):
    """Where a record is written: a text file, or anything like it."""

    def write(self, text: str, /) -> object:
        """Take text."""
        ...

    def flush(self) -> object:
        """Bring what was written to where it stays."""
        ...


class Step(NamedTuple):
    """One line of a record that is replayed.

    Attributes:
        line: The number of the line.
        seat: The seat that acted; None where a deal began or the match was stopped.
        action: The action; None likewise.
        events: What happened.
        match: The match after the line.
    """

    line: int
    seat: int | None
    action: Action | None
    events: tuple[Event, ...]
    match: Match


@dataclass(frozen=True, slots=True)
class Record:
    """A record whose digests are right.

    Attributes:
        lines: Each line without its digest; the first is the header.
        digest: The digest of the last line.
    """

    lines: tuple[Mapping[str, Any], ...]
    digest: str

    @property
    def header(self) -> Mapping[str, Any]:
        """The line that names the game."""
        return self.lines[0]

    @property
    def is_ended(self) -> bool:
        """Whether the last line is the end of the match."""
        return "end" in self.lines[-1]


def digest_line(before: str, line: Mapping[str, Any]) -> str:
    """The digest of a line and of all lines before it.

    Args:
        before: The digest of the line before; empty for the first line.
        line: The line without its digest.
    """
    return blake2b(f"{before}{_dump(line)}".encode(), digest_size=16).hexdigest()


class Recorder:
    """Plays a match and writes down what happens, as it happens.

    Args:
        match: The match.
        out: Where to write.
        digest: The digest of the last line written.
    """

    def __init__(self, match: Match, out: Output, digest: str) -> None:
        self.match = match
        self._out = out
        self._digest = digest

    @classmethod
    def begin(
        cls, match: Match, out: Output, names: Sequence[str] = (), kinds: Sequence[str] = ()
    ) -> Recorder:
        """Begin the record of a match on which nothing was played.

        Args:
            match: The match.
            out: Where to write.
            names: Who plays, seat by seat; written down, not read.
            kinds: What kind of player each is; likewise, and left out if there are none.
        """
        deal = verify_kind(match, Match, "the match").deal
        if deal.number or len(deal.events) != 1:
            raise ValueError("a record begins with the match")
        recorder = cls(match, out, "")
        called = _verify_texts(names, "name")
        played_by = _verify_texts(kinds, "kind")
        recorder._write(
            {
                "record": "rummy",
                "format": FORMAT,
                "variant": match.variant.id,
                "options": match.variant.settings,
                "players": match.players,
                "seed": match.seed,
                "game": match.game,
                "names": called,
                **({"kinds": played_by} if played_by else {}),
            }
        )
        recorder._write_deal()
        return recorder

    @classmethod
    def resume(cls, record: Record, out: Output) -> Recorder:
        """Go on with a record; ``out`` adds to its end.

        Raises:
            RecordError: The record does not replay.
        """
        recorder = cls(replay(record, unfinished=True), out, record.digest)
        recorder._complete(record)
        return recorder

    @classmethod
    @contextmanager
    def reopen(cls, path: str | Path) -> Iterator[Recorder]:
        """Go on with a record in a file, which is open until the context ends.

        A last line that was not written to its end, as after a crash, is taken off first.

        Raises:
            RecordError: The record cannot be read or does not replay; the file is left as it is.
        """
        record = load_record(path, drop_partial=True)
        match = replay(record, unfinished=True)
        with Path(path).open("r+", encoding="utf-8", newline="\n") as file:
            whole = Path(path).read_bytes().rfind(b"\n") + 1
            file.truncate(whole)
            file.seek(whole)
            recorder = cls(match, file, record.digest)
            recorder._complete(record)
            yield recorder

    def apply(self, action: Action, seat: int | None = None) -> tuple[Event, ...]:
        """`Deal.apply` on the deal that is played, written down."""
        deal = self.match.deal
        actor = deal.seat
        events = deal.apply(action, seat)
        self._write({"seat": actor, "action": action.to_json(), "events": _event_lines(events)})
        self._write_end()
        return events

    def next_deal(self) -> None:
        """`Match.next_deal`, written down."""
        self.match.next_deal()
        self._write_deal()

    def stop(self) -> MatchResult:
        """`Match.stop`, written down."""
        result = self.match.stop()
        self._write({"stop": True})
        self._write_end()
        return result

    def _complete(self, record: Record) -> None:
        """Write the end if the last action brought it, and only its own line was written."""
        if not record.is_ended:
            self._write_end()

    def _write_deal(self) -> None:
        deal = self.match.deal
        self._write({"deal": deal.number, "events": _event_lines(deal.events)})

    def _write_end(self) -> None:
        result = self.match.result
        if result is not None:
            self._write({"end": result.to_json()})

    def _write(self, line: Mapping[str, object]) -> None:
        self._digest = digest_line(self._digest, line)
        self._out.write(_dump({**line, "digest": self._digest}) + "\n")
        self._out.flush()


def read_record(lines: Iterable[str], drop_partial: bool = False) -> Record:
    """Read a record and verify its digests.

    Args:
        lines: The lines with their ends, such as an open text file.
        drop_partial: Leave out a last line that was not written to its end, as after a crash.

    Raises:
        RecordError: A line is no record line, was edited, or is cut; ``line`` is its number.
    """
    read: list[Mapping[str, Any]] = []
    digest = ""
    if isinstance(lines, str | bytes) or not isinstance(lines, Iterable):
        raise TypeError(f"the lines of a record are a list of texts or an open file, not {quote(lines)}")
    for number, text in enumerate(lines, start=1):
        if not isinstance(text, str):
            raise RecordError(number, "record/unreadable", f"a line is text, not {quote(text)}")
        if not text.endswith("\n"):
            if drop_partial:
                break
            raise RecordError(number, "record/truncated", "the record is cut in the middle of this line")
        line = _read_line(number, text)
        given = line.pop("digest", None)
        digest = digest_line(digest, line)
        if given != digest:
            raise RecordError(
                number, "record/edited", "the line, or what stood before it, was changed after it was written"
            )
        read.append(line)
    if not read:
        raise RecordError(1, "record/truncated", "the record is empty")
    if read[0].get("record") != "rummy" or read[0].get("format") != FORMAT:
        raise RecordError(1, "record/unreadable", f"this is not a game record of format {FORMAT}")
    return Record(tuple(read), digest)


def load_record(path: str | Path, drop_partial: bool = False) -> Record:
    """`read_record` for a file."""
    with Path(path).open(encoding="utf-8", newline="\n") as file:
        try:
            return read_record(file, drop_partial)
        except UnicodeDecodeError as error:
            raise RecordError(1, "record/unreadable", f"the file is not text: {error}") from None


def replay(record: Record, unfinished: bool = False) -> Match:
    """Play a record again and give the match as it stands after its last line.

    Args:
        record: The record.
        unfinished: Whether the record may stop before the match ends.

    Raises:
        RecordError: As `replay_steps`.
    """
    *_, last = replay_steps(record, unfinished)
    return last.match


def replay_steps(record: Record, unfinished: bool = False) -> Iterator[Step]:
    """Play a record again line by line, and verify every event.

    Args:
        record: The record.
        unfinished: Whether the record may stop before the match ends.

    Raises:
        RecordError: An action cannot be made or leads to other events than those written down, or the record
            stops before the match ends.
    """
    match = _begin_match(verify_kind(record, Record, "the record").header)
    if len(record.lines) == 1:
        raise RecordError(2, "record/truncated", "the record stops before the first deal")
    for number, line in enumerate(record.lines[1:], start=2):
        try:
            step = _replay_line(match, number, line)
        except (IllegalAction, IllegalPlay, ValueError, KeyError, TypeError) as error:
            if isinstance(error, RecordError):
                raise
            raise RecordError(number, "record/wrong", f"this cannot have happened: {error}") from error
        yield step
    if not record.is_ended and not unfinished:
        raise RecordError(len(record.lines) + 1, "record/truncated", "the record stops before the match ends")


def _begin_match(header: Mapping[str, Any]) -> Match:
    try:
        v = variant(header["variant"], **header["options"])
        return Match(v, header["players"], seed=header["seed"], game=header["game"])
    except (ValueError, KeyError, TypeError) as error:
        raise RecordError(1, "record/wrong", f"the game cannot be set up: {error}") from error


def _replay_line(match: Match, number: int, line: Mapping[str, Any]) -> Step:
    deal = match.deal
    if "action" in line:
        action = action_from_json(line["action"])
        if isinstance(action, GiveUp):
            # A record holds no drafts, and only a changed one can be given up.
            draft = deal.draft(line["seat"])
            draft.put(draft.hand[0])
        events = deal.apply(action, line["seat"])
        _verify_events(number, events, line["events"])
        return Step(number, line["seat"], action, events, match)
    if "deal" in line:
        if line["deal"] != deal.number or len(deal.events) != 1:
            deal = match.next_deal()
        _verify_events(number, deal.events, line["events"])
        return Step(number, None, None, tuple(deal.events), match)
    if "stop" in line:
        match.stop()
        return Step(number, None, None, (), match)
    result = match.result
    if result is None or line.get("end") != result.to_json():
        raise RecordError(number, "record/wrong", f"the match stands at {result}, not at {line.get('end')}")
    return Step(number, None, None, (), match)


def _verify_events(number: int, events: Sequence[Event], written: Sequence[Mapping[str, Any]]) -> None:
    happened = _event_lines(events)
    if happened == written:
        return
    for place, (event, line) in enumerate(zip(happened, written, strict=False)):
        if event != line:
            raise RecordError(
                number, "record/wrong", f"event {place} was {_dump(event)}, but {_dump(line)} is written"
            )
    raise RecordError(
        number, "record/wrong", f"{len(happened)} events happened, but {len(written)} are written"
    )


def _verify_texts(texts: Sequence[str], what: str) -> list[str]:
    return [verify_kind(text, str, f"each {what}") for text in verify_list(texts, f"the {what}s")]


def _event_lines(events: Sequence[Event]) -> list[dict[str, object]]:
    return [event.to_json() for event in events]


def _dump(line: Mapping[str, object]) -> str:
    return json.dumps(line, separators=(",", ":"))


def _read_line(number: int, text: str) -> dict[str, Any]:
    try:
        line = json.loads(text)
    except ValueError:
        line = None
    if not isinstance(line, dict):
        raise RecordError(number, "record/unreadable", "this is not a line of a record")
    return line
