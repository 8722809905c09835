"""The scorebook: pages of entries, how they are written, and how an entry is read again.

A `Page` is what one desk wants stored at once: entries that follow on the last one of their scorebook, and
the lines that tell of them. `write` puts pages, with the records that follow from them, into one
transaction of whoever calls it; it knows no thread, no engine and no loop, so the same function serves
every database.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, RowMapping, func, insert, select

from rules.codec import UnknownKind, decode, encode
from rules.entries import Entry
from storage.prepared import execute_many
from storage.records import Change, rows_for
from storage.tables import outbox, scorebook


class StoreError(Exception):
    """The store cannot be used; the text is one sentence for whoever runs the bot."""


class NotStored(StoreError):
    """A page was not written, and nothing of it was: say it again later."""


class StaleScorebook(NotStored):
    """The page continues from an entry that is no longer the last one: somebody wrote in between."""

    def __init__(self, tournament: str, first_seq: int, last_seq: int) -> None:
        super().__init__(
            f"entry {first_seq} of {tournament!r} cannot be written: its scorebook stands at {last_seq}"
        )
        self.tournament = tournament
        self.first_seq = first_seq
        self.last_seq = last_seq


@dataclass(frozen=True, slots=True, kw_only=True)
class OutboxLine:
    """One line to be said once the entries stand.

    `part` numbers the lines of one entry. `place` is `channel`, `judges` or `person:<id>`. Of several lines
    the lowest `urgency` goes out first. `extra` is JSON of the bot's own: what networks with more than text show
    with it.
    """

    part: int
    place: str
    text: str
    urgency: int
    extra: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What one desk wants stored at once. A scorebook's first entry is number 1.

    `lines` are pairs of the number of the entry that a line tells of, and the line.
    """

    tournament: str
    first_seq: int
    entries: Sequence[Entry]
    lines: Sequence[tuple[int, OutboxLine]] = ()

    @property
    def last_seq(self) -> int:
        """The number of its last entry; one before the first when there is none."""
        return self.first_seq + len(self.entries) - 1

    def check_follows(self, last_seq: int) -> None:
        """Raise StaleScorebook unless the page continues right after this entry."""
        if self.first_seq != last_seq + 1:
            raise StaleScorebook(self.tournament, self.first_seq, last_seq)


INSERT_ENTRIES = insert(scorebook)
INSERT_LINES = insert(outbox)


def write(connection: Connection, pages: Sequence[Page]) -> None:
    """Write these pages and their records into the transaction that is open on this connection."""
    entries = [row for page in pages for row in _entry_rows(page)]
    lines = [row for page in pages for row in _line_rows(page)]
    if entries:
        execute_many(connection, INSERT_ENTRIES, entries)
    write_records(connection, changes_of(pages))
    if lines:
        execute_many(connection, INSERT_LINES, lines)


def write_records(connection: Connection, changes: Iterable[Change]) -> None:
    """Make these changes, table by table, and in their order within each table."""
    by_table: dict[str, list[Change]] = {}
    for change in changes:
        by_table.setdefault(change.write.table.name, []).append(change)
    for of_table in by_table.values():
        for statement, run in groupby(of_table, key=lambda change: change.write):
            values = [change.values for change in run]
            execute_many(connection, statement.on(connection.dialect.name), values)


def changes_of(pages: Iterable[Page]) -> Iterable[Change]:
    """What the entries of these pages change in the records."""
    for page in pages:
        for seq, entry in enumerate(page.entries, page.first_seq):
            yield from rows_for(page.tournament, seq, entry)


def last_seqs(connection: Connection) -> dict[str, int]:
    """The number of the last entry of each scorebook."""
    last = func.max(scorebook.c.seq).label("seq")
    query = select(scorebook.c.tournament, last).group_by(scorebook.c.tournament)
    return {row.tournament: row.seq for row in connection.execute(query)}


def read_entry(row: Mapping[str, Any] | RowMapping) -> Entry:
    """The entry of a row of the scorebook. Raises StoreError, naming it, when it cannot be read."""
    try:
        return decode(row["kind"], row["at"], row["body"])
    except (UnknownKind, TypeError, ValueError, KeyError) as fault:
        where = f"entry {row['seq']} of {row['tournament']!r}"
        raise StoreError(f"{where} cannot be read by this version: {fault}") from fault


def _entry_rows(page: Page) -> Iterable[Mapping[str, Any]]:
    for seq, entry in enumerate(page.entries, page.first_seq):
        yield {
            "tournament": page.tournament,
            "seq": seq,
            "at": entry.at,
            "kind": entry.kind,
            "body": encode(entry),
        }


def _line_rows(page: Page) -> Iterable[Mapping[str, Any]]:
    for seq, line in page.lines:
        yield {
            "tournament": page.tournament,
            "seq": seq,
            "part": line.part,
            "place": line.place,
            "text": line.text,
            "urgency": line.urgency,
            "extra": line.extra,
        }
