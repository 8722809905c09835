"""The schema: which version of the tables a file has, and how an older one is brought up to date.

Alembic does the work and is imported only when there is some: a start on a file that is up to date reads
one row. An upgrade is one transaction, with foreign keys off while tables are rebuilt; every row is counted
before and after, and what is missing or hangs loose takes the upgrade back.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, func, inspect, select, table, text
from sqlalchemy.exc import DatabaseError, OperationalError

from storage.scorebook import StoreError
from storage.sqlite import sentence, upkeep_engine
from storage.tables import metadata

REVISIONS = ("0001", "0002", "0003", "0004")
"""The versions of the schema, oldest first; the last one is what this version of the bot works with."""

MIGRATIONS = Path(__file__).parent / "migrations"


def check_schema(path: Path) -> None:
    """Raise StoreError unless the file stands and is of exactly the version that is worked with here."""
    if not path.exists():
        raise StoreError(f"there is no store at {path}")
    version = _version(path)
    if version != REVISIONS[-1]:
        raise StoreError(f"the store {path} is older than this version: run `floorjudge store upgrade` first")


def bring_up_to_date(path: Path) -> str | None:
    """Create the tables, or bring older ones up to date. Returns the version before; None for a new file.

    Raises StoreError when the file is no store, a newer version wrote it, or the upgrade would lose a row.
    """
    version = _version(path)
    if version != REVISIONS[-1]:
        _upgrade(path)
    return version


def _version(path: Path) -> str | None:
    """The version of an existing file, None when there is nothing in it. Raises StoreError."""
    if not path.exists():
        return None
    engine = upkeep_engine(path)
    try:
        with engine.connect() as connection:
            tables = inspect(connection).get_table_names()
            if not tables:
                return None
            if "alembic_version" not in tables:
                raise StoreError(f"{path} is an SQLite file, but not a store of floorjudge")
            version: str = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
    except DatabaseError as fault:
        raise StoreError(f"the store {path} cannot be opened: {sentence(fault)}") from fault
    finally:
        engine.dispose()
    if version not in REVISIONS:
        known = f"schema {version}; this one knows up to {REVISIONS[-1]}"
        raise StoreError(f"the store {path} was written by a newer version ({known})")
    return version


def _upgrade(path: Path) -> None:
    engine = upkeep_engine(path, begin="BEGIN IMMEDIATE")
    try:
        with engine.connect() as connection, connection.begin():
            before = count_rows(connection)
            _migrate(connection)
            _check_nothing_lost(path, before, connection)
    except OperationalError as fault:
        raise StoreError(f"the store {path} cannot be brought up to date: {sentence(fault)}") from fault
    finally:
        engine.dispose()


def _migrate(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def count_rows(connection: Connection) -> dict[str, int]:
    """How many rows each of our tables holds, of those that stand."""
    standing = set(inspect(connection).get_table_names()) & set(metadata.tables)
    count = {name: select(func.count()).select_from(table(name)) for name in sorted(standing)}
    return {name: connection.execute(query).scalar_one() for name, query in count.items()}


def _check_nothing_lost(path: Path, before: dict[str, int], connection: Connection) -> None:
    after = count_rows(connection)
    lost = [
        f"{name} {rows} -> {after.get(name, 0)}" for name, rows in before.items() if after.get(name) != rows
    ]
    if connection.execute(text("PRAGMA foreign_key_check")).first() is not None:
        lost.append("rows without their entry")
    if lost:
        raise StoreError(f"the upgrade of {path} was taken back, it would lose rows: {', '.join(lost)}")
