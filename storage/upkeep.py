"""Upkeep: bring a store up to date, check it, and copy it while it is in use.

These work on the file and block; each raises StoreError, in one clear sentence, for a file it cannot work on.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, create_engine, select, text
from sqlalchemy.exc import DatabaseError

from storage.records import rows_for
from storage.schema import bring_up_to_date, check_schema
from storage.scorebook import StoreError, read_entry, write_records
from storage.sqlite import Hold, file_of, sentence, upkeep_engine
from storage.tables import PROCESS, RECORDS, heartbeat, metadata, scorebook, write_json

Record = Mapping[str, Any]


def upgrade(url: str) -> str | None:
    """Bring the store up to date. Returns the version it had; None for a new one.

    Raises StoreError when it is in use, was written by a newer version, or would lose a row.
    """
    path = file_of(url)
    hold = Hold(path)
    try:
        return bring_up_to_date(path)
    finally:
        hold.release()


def check(url: str) -> list[str]:
    """What is wrong with the store, a sentence each; empty when all is well. It may be in use meanwhile.

    Looks at the file itself, at rows without their entry, at the numbers of each scorebook, and makes every
    record again from the scorebooks to compare it with what stands.
    """
    path = file_of(url)
    check_schema(path)
    engine = upkeep_engine(path)
    try:
        with engine.connect() as connection, connection.begin():
            return _damage(connection) or [*_gaps(connection), *_wrong_records(connection)]
    except DatabaseError as fault:
        return [f"the file is damaged: {sentence(fault)}"]
    finally:
        engine.dispose()


def last_alive(url: str) -> datetime | None:
    """When the process that has the store last noted that it runs, by the wall clock. None: it never did."""
    path = file_of(url)
    check_schema(path)
    engine = upkeep_engine(path)
    try:
        with engine.connect() as connection, connection.begin():
            query = select(heartbeat.c.at).where(heartbeat.c.place == PROCESS)
            found: datetime | None = connection.execute(query).scalar_one_or_none()
            return found
    except DatabaseError as fault:
        raise StoreError(f"the store {path} cannot be read: {sentence(fault)}") from fault
    finally:
        engine.dispose()


def backup(url: str, target: Path) -> dict[str, int]:
    """Copy the store as it is at this moment, also while it is in use. Returns the rows of each table.

    The engine's own backup makes the copy, under a temporary name; it is opened, checked and counted
    against the original, and only then gets its name. A target that exists is never overwritten.
    """
    path = file_of(url)
    check_schema(path)
    if target.exists():
        raise StoreError(f"{target} exists already; a backup never overwrites")
    under_way = target.with_name(f"{target.name}.part")
    under_way.unlink(missing_ok=True)
    try:
        counts = _copy(path, under_way)
        os.replace(under_way, target)
        _sync_folder(target.parent)
    except (OSError, sqlite3.Error) as fault:
        raise StoreError(f"no backup was made: {sentence(fault)}") from fault
    finally:
        under_way.unlink(missing_ok=True)
    return counts


# --- check ---


def _damage(connection: Connection) -> list[str]:
    found = connection.execute(text("PRAGMA integrity_check")).scalars().all()
    damage = [f"the file is damaged: {line}" for line in found if line != "ok"]
    loose = connection.execute(text("PRAGMA foreign_key_check")).all()
    return damage + [f"a row of {table} (rowid {row}) belongs to no entry" for table, row, *_ in loose]


def _gaps(connection: Connection) -> Iterator[str]:
    query = select(scorebook.c.tournament, scorebook.c.seq).order_by(scorebook.c.tournament, scorebook.c.seq)
    for tournament, rows in groupby(connection.execute(query), key=lambda row: row.tournament):
        expected = 1
        for row in rows:
            if row.seq != expected:
                yield f"the scorebook of {tournament!r} jumps from entry {expected - 1} to {row.seq}"
            expected = row.seq + 1


def _wrong_records(connection: Connection) -> Iterator[str]:
    try:
        rebuilt = rebuilt_records(connection)
    except StoreError as unreadable:
        yield str(unreadable)
        return
    for table in RECORDS:
        standing = _rows_by_key(connection, table)
        for key in sorted({*standing, *rebuilt[table.name]}):
            if standing.get(key) != rebuilt[table.name].get(key):
                yield f"{table.name} {key}: {_difference(standing.get(key), rebuilt[table.name].get(key))}"


def rebuilt_records(connection: Connection) -> dict[str, dict[tuple[Any, ...], Record]]:
    """The records made again from the scorebooks of this connection: by table, then by the row's key."""
    with _scratch() as scratch:
        query = select(scorebook).order_by(scorebook.c.tournament, scorebook.c.seq)
        for row in connection.execute(query).mappings():
            write_records(scratch, rows_for(row["tournament"], row["seq"], read_entry(row)))
        return {table.name: _rows_by_key(scratch, table) for table in RECORDS}


@contextmanager
def _scratch() -> Iterator[Connection]:
    engine = create_engine("sqlite://", json_serializer=write_json)
    metadata.create_all(engine)
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def _rows_by_key(connection: Connection, table: Table) -> dict[tuple[Any, ...], Record]:
    key = [column.name for column in table.primary_key.columns]
    rows = connection.execute(select(table)).mappings()
    return {tuple(row[name] for name in key): dict(row) for row in rows}


def _difference(standing: Record | None, rebuilt: Record | None) -> str:
    if standing is None:
        return "the row is missing"
    if rebuilt is None:
        return "no entry says so"
    wrong = [name for name in rebuilt if standing[name] != rebuilt[name]]
    return "; ".join(f"{name} is {standing[name]!r}, the scorebook says {rebuilt[name]!r}" for name in wrong)


# --- backup ---


def _copy(path: Path, copy: Path) -> dict[str, int]:
    with closing(sqlite3.connect(path, isolation_level=None)) as live:
        live.execute("BEGIN")  # counts and copy are of one moment
        counts = _counts(live)
        with closing(sqlite3.connect(copy, isolation_level=None)) as twin:
            live.backup(twin)
            twin.execute("PRAGMA journal_mode=DELETE")  # one file, that needs no other beside it
            _verify(twin, counts)
    _sync(copy)
    return counts


def _verify(twin: sqlite3.Connection, counts: Mapping[str, int]) -> None:
    (verdict,) = twin.execute("PRAGMA integrity_check").fetchone()
    if verdict != "ok":
        raise StoreError(f"no backup was made: the copy is damaged: {verdict}")
    if _counts(twin) != counts:
        raise StoreError("no backup was made: the copy has other rows than the store")


def _counts(driver: sqlite3.Connection) -> dict[str, int]:
    count = 'SELECT count(*) FROM "{}"'
    return {name: driver.execute(count.format(name)).fetchone()[0] for name in sorted(metadata.tables)}


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


_sync_folder = _sync
