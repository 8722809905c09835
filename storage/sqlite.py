"""SQLite: how a file is opened so that nothing is lost.

Every transaction of a writer begins with BEGIN IMMEDIATE, is durable when it is committed (WAL,
synchronous=FULL), and keeps foreign keys. SQLAlchemy's and the driver's defaults do none of this: the
driver begins a transaction only at the first write, and two commands that read before they write lose one
of two updates without a word.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, NullPool, StaticPool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from storage.scorebook import StoreError
from storage.tables import write_json

BUSY_TIMEOUT_MS = 2000
"""How long a statement waits for another program before it fails."""


def file_of(url: str) -> Path:
    """The file that a store's URL names. Raises StoreError for another database or no file."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StoreError(f"the store's url {url!r} is not one: expected sqlite+aiosqlite:///FILE") from None
    if parsed.get_backend_name() != "sqlite":
        raise StoreError(f"the store cannot be a {parsed.get_backend_name()} database yet, only SQLite")
    if not parsed.database or parsed.database == ":memory:":
        raise StoreError("the store must be a file: what is kept in memory is lost with the process")
    return Path(parsed.database).absolute()


def writer_engine(path: Path) -> Engine:
    """The one connection that writes, for the one thread that owns it."""
    engine = create_engine(
        _url("sqlite", path),
        poolclass=StaticPool,
        connect_args={"isolation_level": None, "check_same_thread": False},
        json_serializer=write_json,
    )
    return _prepared(engine, "BEGIN IMMEDIATE", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")


def reader_engine(path: Path) -> AsyncEngine:
    """Connections that only read; each transaction sees one moment of the store."""
    engine = create_async_engine(
        _url("sqlite+aiosqlite", path), connect_args={"isolation_level": None}, pool_size=2, max_overflow=2
    )
    _prepared(engine.sync_engine, "BEGIN", "query_only=ON")
    return engine


def upkeep_engine(path: Path, *, begin: str = "BEGIN") -> Engine:
    """A connection for work on the file itself. Foreign keys are off, so that tables can be rebuilt."""
    engine = create_engine(
        _url("sqlite", path),
        poolclass=NullPool,
        connect_args={"isolation_level": None},
        json_serializer=write_json,
    )
    return _prepared(engine, begin, "synchronous=FULL", "foreign_keys=OFF")


def _url(driver: str, path: Path) -> URL:
    return URL.create(driver, database=str(path))


def _prepared(engine: Engine, begin: str, *pragmas: str) -> Engine:
    """The engine with these settings on each connection, and this statement at the start of a transaction."""

    def connected(driver: Any, record: object) -> None:
        cursor = driver.cursor()
        for pragma in (f"busy_timeout={BUSY_TIMEOUT_MS}", *pragmas):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def began(connection: Connection) -> None:
        cursor = connection.connection.cursor()  # the driver's own: a tenth of the time of a statement
        cursor.execute(begin)
        cursor.close()

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", began)
    return engine


class Hold:
    """A process's hold on a store: a lock on a file beside it. The system frees it when the process dies.

    The store's own file is not locked: closing any other handle of it would drop SQLite's locks too.
    """

    def __init__(self, path: Path) -> None:
        """Take the hold. Raises StoreError when another process has it, or the file cannot be made."""
        beside = path.with_name(f"{path.name}.lock")
        try:
            self._handle = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError as fault:
            raise StoreError(f"the store {path} cannot be opened: {fault.strerror}") from fault
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(self._handle, 32).decode("ascii", "replace").strip() or "unknown"
            os.close(self._handle)
            raise StoreError(f"the store {path} is in use by another process ({holder})") from None
        os.truncate(self._handle, 0)
        os.write(self._handle, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """Let go. The file stays: removing it would let two processes hold two files of one name."""
        with suppress(OSError):
            os.truncate(self._handle, 0)
        os.close(self._handle)


def sentence(fault: BaseException) -> str:
    """What SQLite said, without the statement and its values."""
    cause = getattr(fault, "orig", None) or fault
    return str(cause) if isinstance(cause, sqlite3.Error) else f"{type(cause).__name__}: {cause}"
