"""The product's side of deadlines: its own store, desk and rules, without a network.

`python -m tests.bench.official penalties|restart STORE` works on a store that `evening` has made. In `penalties` the
second is over in which every player has lost a game; meanwhile somebody rolls dice, again and again.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Callable, Coroutine
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from time import perf_counter
from typing import Any

from bot.desk import Desk
from bot.garbage import look_seldom
from bot.practice import EVENT as PRACTICE
from rules.acts import RollDice
from rules.entries import PersonId
from rules.tournament import Tournament
from storage.store import Store
from tests.bench.children import tell
from tests.bench.evening import EVENT, LOST_AT, OneFace
from tests.bench.figures import Measures, percentile
from tests.bench.stalls import Watch

NOW = LOST_AT + timedelta(seconds=1)
ROLL_EVERY_S = 0.02


async def taken_up(store: Store) -> Desk[Tournament]:
    """The desk of the event, as it stands in the store."""
    scorebooks = await store.load_all_open()
    desk: Desk[Tournament] = Desk(EVENT, PRACTICE, store, lambda: NOW)
    desk.restore(scorebooks[EVENT])
    return desk


async def all_at_once(file: Path) -> Measures:
    """Everything falls due in one second: seconds until the last penalty is durable."""
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    desk = await taken_up(store)
    look_seldom()  # as the service does once it has taken up what is open
    desk.start()
    rolls: list[float] = []
    async with Watch() as watch:
        began = perf_counter()
        looks = asyncio.get_running_loop().create_task(desk.look(LOST_AT))
        while not looks.done():
            rolls.append(await _roll_ms(desk))
            await asyncio.wait([looks], timeout=ROLL_EVERY_S)
        await looks
        took_s = perf_counter() - began
    await desk.close()
    await store.close()
    measures = {"durable_s": took_s, "stall_ms": watch.longest_ms}
    return {**measures, "roll_p99_ms": percentile(rolls, 99), **_kept(file)}


async def _roll_ms(desk: Desk[Tournament]) -> float:
    began = perf_counter()
    by = PersonId("nick:p0")
    await desk.enter(
        RollDice(by=by, by_name="p0", count=1, sides=20, modifier=0, word="", dice=OneFace()), NOW
    )
    return (perf_counter() - began) * 1000


def _kept(file: Path) -> dict[str, float]:
    """How many penalties are on the disk, and of how many players."""
    with closing(sqlite3.connect(file)) as connection:
        row = connection.execute("select count(*), count(distinct player) from penalties").fetchone()
    return {"penalties": row[0], "players": row[1]}


async def restart(file: Path) -> Measures:
    """A start with everything open: seconds until it is armed, the opening of the store included."""
    began = perf_counter()
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    opened_s = perf_counter() - began
    desk = await taken_up(store)
    if desk.earliest() is None:
        raise RuntimeError("nothing is armed")
    took_s = perf_counter() - began
    await store.close()
    return {"armed_s": took_s, "opened_s": opened_s}


if __name__ == "__main__":
    WHAT: dict[str, Callable[[Path], Coroutine[Any, Any, Measures]]] = {
        "penalties": all_at_once,
        "restart": restart,
    }
    tell(asyncio.run(WHAT[sys.argv[1]](Path(sys.argv[2]))))
