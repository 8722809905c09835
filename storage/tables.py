"""The tables: the scorebook, and beside it what people read.

The scorebook is the truth. Every row of a table in `RECORDS` comes from one entry and names it by
`(tournament, seq)`, so all of them can be made again from the scorebook (`storage.upkeep.check` does so and
compares). The outbox and the heartbeat are no history: what is still to be said, when the bot last looked. Nor
is what people said in the channel, which is kept for some days only (`storage.talk`).

Times are UTC going in and coming out. Persons are stored by their id; readers turn ids into names.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    JSON,
    TIMESTAMP,
    Boolean,
    Column,
    Dialect,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    UniqueConstraint,
)
from sqlalchemy.types import TypeDecorator, TypeEngine

LEAGUE = "league"
"""The scorebook of what belongs to no event: flips and rolls outside tournaments."""

write_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""How JSON columns are written: the shortest text that people can still read. Made once, for speed."""


class UTCTime(TypeDecorator[datetime]):
    """An aware time. On SQLite a text of fixed width, `2025-06-30T22:00:00.000000Z`, that sorts as times do.

    A naive time is refused with a ValueError: SQLite would keep its digits and lose what they meant.
    """

    impl = String(27)
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        if dialect.name == "sqlite":
            return dialect.type_descriptor(String(27))
        return dialect.type_descriptor(TIMESTAMP(timezone=True))

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time without a zone may not be stored: {value!r}")
        if dialect.name != "sqlite":
            return value
        return _as_text(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        time: datetime = datetime.fromisoformat(value) if isinstance(value, str) else value
        return time.astimezone(UTC)


@lru_cache(maxsize=64)  # what falls due together bears one and the same time
def _as_text(value: datetime) -> str:
    return f"{value.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='microseconds')}Z"


metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def _from_entry() -> ForeignKeyConstraint:
    """The row names the entry that it comes from, and that entry exists."""
    return ForeignKeyConstraint(["tournament", "seq"], ["scorebook.tournament", "scorebook.seq"])


scorebook = Table(
    "scorebook",
    metadata,
    Column("tournament", String, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),  # 1, 2, 3 … without a gap
    Column("at", UTCTime, nullable=False),
    Column("kind", String, nullable=False),
    Column("body", JSON, nullable=False),
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("tournament", String, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("name", String, nullable=False),
    Column("rulebook", String, nullable=False),
    Column("rel", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("format", String, nullable=False),
    Column("speed", Float, nullable=False),
    Column("state", String, nullable=False),  # open | ended | cancelled
    Column("opened_by", String, nullable=False),
    Column("opened_at", UTCTime, nullable=False),
    Column("ended_at", UTCTime),
    _from_entry(),
)

people = Table(
    "people",
    metadata,
    Column("tournament", String, primary_key=True),
    Column("person", String, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("name", String, nullable=False),  # as entered or named to an office there
    Column("named_at", UTCTime, nullable=False),
    _from_entry(),
)

players = Table(
    "players",
    metadata,
    Column("tournament", String, primary_key=True),
    Column("player", String, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("name", String, nullable=False),
    Column("deck", String, nullable=False),
    Column("registered_at", UTCTime, nullable=False),
    Column("dropped", String),  # null while in the event; else why (rules.entries.Departure)
    Column("dropped_at", UTCTime),
    _from_entry(),
)

penalties = Table(
    "penalties",
    metadata,
    Column("tournament", String, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("table", Integer, nullable=False),
    Column("game", Integer, nullable=False),
    Column("player", String, nullable=False),
    Column("infraction", String, nullable=False),
    Column("clause", String, nullable=False),
    Column("penalty", String, nullable=False),
    Column("base", String, nullable=False),
    Column("automatic", Boolean, nullable=False),
    Column("issued_by", String),
    Column("due_at", UTCTime),
    Column("issued_at", UTCTime, nullable=False),
    Column("reason", String, nullable=False),
    Column("evidence", String, nullable=False),
    Column("reportable", Boolean, nullable=False),
    Column("applies_to", String, nullable=False),
    Column("cause", String, nullable=False),
    Column("supersedes", Integer, nullable=False),
    Column("status", String, nullable=False),  # standing | pending | overturned | superseded | dismissed
    Column("settled_by", String),  # who approved, dismissed, overturned or upheld it last
    Column("settled_at", UTCTime),
    Column("settled_why", String),
    Column("acknowledged_at", UTCTime),
    # One cause, one penalty. A game loss that rises to a match loss shares its cause: another penalty, once.
    UniqueConstraint("tournament", "cause", "player", "penalty"),
    _from_entry(),
)
Index(None, penalties.c.player)

results = Table(
    "results",
    metadata,
    Column("tournament", String, primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("table", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False),
    Column("player1", String, nullable=False),
    Column("player2", String, nullable=False),  # empty: a bye
    Column("wins1", Integer),  # null, as the next two: reopened, and the score is played for again
    Column("wins2", Integer),
    Column("draws", Integer),
    Column("outcome", String),
    Column("how", String),
    Column("clause", String, nullable=False),
    Column("state", String, nullable=False),  # final | disputed | open (again)
    Column("finished_at", UTCTime),
    Column("corrected_by", String),
    Column("corrected_why", String),
    _from_entry(),
)

rulings = Table(
    "rulings",
    metadata,
    Column("tournament", String, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False),
    Column("kind", String, nullable=False),  # call | panic | appeal
    Column("round", Integer, nullable=False),
    Column("table", Integer, nullable=False),
    Column("asked_by", String),
    Column("asked_at", UTCTime, nullable=False),
    Column("why", String, nullable=False),
    Column("head_judge", Boolean, nullable=False),
    Column("claimed_by", String),
    Column("claimed_at", UTCTime),
    Column("ruled_by", String),
    Column("ruled_at", UTCTime),
    Column("text", String),
    Column("extension_s", Integer),
    Column("appeal", Integer),  # of a ruling: its appeal; of an appeal: what it is against
    Column(
        "outcome", String, nullable=False
    ),  # open | claimed | ruled | closed | appealed | upheld | overturned
    _from_entry(),
)

draws = Table(
    "draws",
    metadata,
    Column("tournament", String, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
    Column("kind", String, nullable=False),  # flip | roll | first_player
    Column("at", UTCTime, nullable=False),
    Column("asked_by", String),
    Column("asked_name", String, nullable=False),
    Column("faces", JSON, nullable=False),  # a flip: 1 heads, 2 tails
    Column("count", Integer, nullable=False),
    Column("sides", Integer, nullable=False),
    Column("modifier", Integer, nullable=False),
    Column("chooser", String),
    Column("word", String, nullable=False),
    Column("entropy", String, nullable=False),
    Column("round", Integer, nullable=False),
    Column("table", Integer, nullable=False),
    _from_entry(),
)

outbox = Table(
    "outbox",
    metadata,
    Column("tournament", String, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("part", Integer, primary_key=True, autoincrement=False),
    Column("place", String, nullable=False),  # channel | judges | person:<id>
    Column("text", String, nullable=False),
    Column("urgency", Integer, nullable=False),
    Column("said_at", UTCTime),
    Column("overtaken_at", UTCTime),  # no longer worth saying since then
    Column("extra", String),  # JSON: what networks with more than text show with it; null: nothing
    _from_entry(),
)

said = Table(
    "said",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("place", String, nullable=False),  # the network of the channel
    Column("at", UTCTime, nullable=False),
    Column("nick", String, nullable=False),
    Column("person", String, nullable=False),
    Column("words", String, nullable=False),
)
Index(None, said.c.at)

PROCESS = "process"
"""The beat of the process itself, by the wall clock: it runs, whatever it sees. All others are of what is seen."""

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("place", String, primary_key=True),
    Column("at", UTCTime, nullable=False),
)

RECORDS: tuple[Table, ...] = (tournaments, people, players, penalties, results, rulings, draws)
"""What is derived from the scorebook and can be made again from it."""
