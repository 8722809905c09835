"""The outbox: what was stored and is still to be said, and the marks that say it was.

Marks, and the heartbeat with them, are worth no commit of their own: they are gathered and ride along. A
crash in between repeats a sentence, and never loses one. What people said in the channel rides along as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import Connection, bindparam, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from storage.prepared import execute_many
from storage.records.changes import Write
from storage.scorebook import OutboxLine
from storage.tables import heartbeat, outbox, scorebook
from storage.talk import WAITING_AT_MOST, SaidLine, forget, keep

LineKey = tuple[str, int, int]
"""Which line: (tournament, number of the entry, part)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsaid:
    """A stored line that nobody has heard yet. `at` and `kind` are its entry's."""

    tournament: str
    seq: int
    at: datetime
    kind: str
    line: OutboxLine

    @property
    def key(self) -> LineKey:
        """By what `mark_said` and `mark_overtaken` know the line."""
        return self.tournament, self.seq, self.line.part


_line = update(outbox)
for _name in ("tournament", "seq", "part"):
    _line = _line.where(outbox.c[_name] == bindparam(f"its_{_name}"))

MARK_SAID = _line.values(said_at=bindparam("new_at"))
MARK_OVERTAKEN = _line.values(overtaken_at=bindparam("new_at"))

_sqlite_beat = sqlite.insert(heartbeat)
_postgresql_beat = postgresql.insert(heartbeat)
BEAT = Write(
    table=heartbeat,
    sqlite=_sqlite_beat.on_conflict_do_update(
        index_elements=["place"], set_={"at": _sqlite_beat.excluded.at}
    ),
    postgresql=_postgresql_beat.on_conflict_do_update(
        index_elements=["place"], set_={"at": _postgresql_beat.excluded.at}
    ),
)


@dataclass(slots=True, kw_only=True)
class Marks:
    """Marks that wait for the next transaction. The first time a line was said counts; the last beat does."""

    said: dict[LineKey, datetime] = field(default_factory=dict)
    overtaken: dict[LineKey, datetime] = field(default_factory=dict)
    beats: dict[str, datetime] = field(default_factory=dict)
    talk: list[SaidLine] = field(default_factory=list)
    forget_before: datetime | None = None  # talk from before then is to be deleted

    def __bool__(self) -> bool:
        waits = self.said or self.overtaken or self.beats or self.talk
        return bool(waits) or self.forget_before is not None

    def return_to(self, newer: Marks) -> None:
        """Put marks that could not be written back under what came since."""
        newer.said = {**newer.said, **self.said}
        newer.overtaken = {**newer.overtaken, **self.overtaken}
        newer.beats = {**self.beats, **newer.beats}
        newer.talk = [*self.talk, *newer.talk][-WAITING_AT_MOST:]
        newer.forget_before = newer.forget_before or self.forget_before

    def write(self, connection: Connection) -> None:
        """Write the marks into the transaction that is open on this connection."""
        if self.said:
            execute_many(connection, MARK_SAID, [_mark(key, at) for key, at in self.said.items()])
        if self.overtaken:
            execute_many(connection, MARK_OVERTAKEN, [_mark(key, at) for key, at in self.overtaken.items()])
        if self.beats:
            beat = BEAT.on(connection.dialect.name)
            connection.execute(beat, [{"place": place, "at": at} for place, at in self.beats.items()])
        if self.talk:
            keep(connection, self.talk)
        if self.forget_before is not None:
            forget(connection, self.forget_before)


def _mark(key: LineKey, at: datetime) -> dict[str, object]:
    tournament, seq, part = key
    return {"its_tournament": tournament, "its_seq": seq, "its_part": part, "new_at": at}


async def unsaid_lines(engine: AsyncEngine) -> list[Unsaid]:
    """The lines that are neither said nor overtaken, in the order of their entries."""
    query = (
        select(outbox, scorebook.c.at, scorebook.c.kind)
        .join(scorebook)
        .where(outbox.c.said_at.is_(None), outbox.c.overtaken_at.is_(None))
        .order_by(scorebook.c.at, outbox.c.tournament, outbox.c.seq, outbox.c.part)
    )
    async with engine.connect() as connection:
        rows = (await connection.execute(query)).mappings()
        return [
            Unsaid(
                tournament=row["tournament"],
                seq=row["seq"],
                at=row["at"],
                kind=row["kind"],
                line=OutboxLine(
                    part=row["part"],
                    place=row["place"],
                    text=row["text"],
                    urgency=row["urgency"],
                    extra=row["extra"],
                ),
            )
            for row in rows
        ]


def first_marks(keys: Iterable[LineKey], at: datetime, marks: dict[LineKey, datetime]) -> None:
    """Note this time for those of the lines that have none yet."""
    for key in keys:
        marks.setdefault(key, at)
