"""The floor of deadlines: rows, a heap, one wake-up, and SQLAlchemy Core in batches of five hundred.

`python -m tests.bench.floors.deadlines penalties|restart FILE COUNT` makes a fresh file with COUNT open deadlines,
and either has all of them fall due in one instant, or reads and arms them as after a restart.
"""

from __future__ import annotations

import asyncio
import heapq
import sqlite3
import sys
from collections.abc import Callable, Coroutine, Sequence
from contextlib import closing
from time import perf_counter
from typing import Any

from sqlalchemy import Column, Integer, MetaData, String, Table, event, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from tests.bench.children import tell
from tests.bench.figures import Measures
from tests.bench.stalls import Watch

BATCH = 500
metadata = MetaData()
deadlines = Table(
    "deadlines",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("due_at", Integer, nullable=False),
    Column("player", String, nullable=False),
    Column("open", Integer, nullable=False),
)
penalties = Table(
    "penalties",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("deadline", Integer, nullable=False, unique=True),
    Column("player", String, nullable=False),
)


def opened(file: str) -> AsyncEngine:
    """An engine whose commits are on the disk."""
    engine = create_async_engine(f"sqlite+aiosqlite:///{file}")
    event.listen(engine.sync_engine, "connect", _durable)
    return engine


def _durable(driver: Any, record: object) -> None:
    cursor = driver.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def fill(file: str, count: int) -> None:
    """Make the file, with so many open deadlines of one second. Not by SQLAlchemy, which stays cold until measured."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("create table deadlines (number integer primary key, due_at, player, open)")
        connection.execute(
            "create table penalties (number integer primary key, deadline integer unique, player)"
        )
        rows = [(number, 600, f"p{number}", 1) for number in range(count)]
        connection.executemany("insert into deadlines values (?, ?, ?, ?)", rows)


async def penalise(engine: AsyncEngine, numbers: Sequence[int]) -> None:
    """Claim these deadlines and enter their penalties, in one transaction."""
    claim = update(deadlines).where(deadlines.c.number.in_(numbers), deadlines.c.open == 1).values(open=0)
    async with engine.begin() as connection:
        claimed = await connection.execute(claim.returning(deadlines.c.number, deadlines.c.player))
        rows = [{"deadline": row.number, "player": row.player} for row in claimed]
        await connection.execute(insert(penalties), rows)


async def armed(engine: AsyncEngine) -> list[tuple[int, int]]:
    """The open deadlines, read and in a heap."""
    query = select(deadlines.c.due_at, deadlines.c.number).where(deadlines.c.open == 1)
    async with engine.connect() as connection:
        heap = [(due_at, number) for due_at, number in await connection.execute(query)]
    heapq.heapify(heap)
    return heap


async def all_at_once(file: str, count: int) -> Measures:
    """Everything falls due in one instant: seconds until the last penalty is durable."""
    fill(file, count)
    engine = opened(file)
    heap = await armed(engine)
    async with Watch() as watch:
        began = perf_counter()
        while heap:
            batch = [heapq.heappop(heap)[1] for _ in range(min(BATCH, len(heap)))]
            await penalise(engine, batch)
        took_s = perf_counter() - began
    await engine.dispose()
    return {"durable_s": took_s, "stall_ms": watch.longest_ms}


async def restart(file: str, count: int) -> Measures:
    """A start with everything open: seconds until it is armed, the engine's making included."""
    fill(file, count)
    began = perf_counter()
    engine = opened(file)
    await armed(engine)
    took_s = perf_counter() - began
    await engine.dispose()
    return {"armed_s": took_s}


if __name__ == "__main__":
    WHAT: dict[str, Callable[[str, int], Coroutine[Any, Any, Measures]]] = {
        "penalties": all_at_once,
        "restart": restart,
    }
    tell(asyncio.run(WHAT[sys.argv[1]](sys.argv[2], int(sys.argv[3]))))
