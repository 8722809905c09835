"""Memory: what the service holds, beside a process that has only imported the same packages.

`python -m tests.bench.memory` is that process: it imports, says what it holds, and ends.
"""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Sequence
from pathlib import Path

from tests.bench.asker import Asker
from tests.bench.children import measured, tell
from tests.bench.figures import Comparison, Figure, Measures
from tests.bench.proc import resident_mib
from tests.bench.server import any_server
from tests.bench.size import Size
from tests.bench.words import ROLLS, service

PACKAGES = (
    "aiosqlite",
    "alembic.command",
    "apscheduler.schedulers.asyncio",
    "irc.client_aio",
    "sqlalchemy.ext.asyncio",
)


def resident(size: Size, folder: Path) -> list[Figure]:
    """Resident memory with one match and with many open, once the service has answered a word."""
    imports = [measured("memory")]
    figures = []
    for tables in sorted({1, size.matches}):
        ours = [_of_service(tables, folder / f"memory-{tables}")]
        both = Comparison(part="Memory", ours=ours, floor=imports)
        matches = "1 match" if tables == 1 else f"{tables} matches"
        figures.append(both.figure("rss_mib", f"{matches} open, by the imports", "MiB", at_most=1.5))
    return figures


def _of_service(tables: int, folder: Path) -> Measures:
    folder.mkdir()
    measured("evening", tables, folder / "floorjudge.db", folder / "reminded.db")
    server, port = any_server(folder / "server")
    official = service(folder, port, ROLLS.nick, ROLLS.channel)
    with server, official:
        asyncio.run(_answer_once(port))
        return {"rss_mib": resident_mib(official.pid)}


async def _answer_once(port: int) -> None:
    asker = await Asker.come(port)
    await asker.enter(ROLLS.channel, ROLLS.nick)
    await asker.ask(ROLLS.channel, ROLLS.command, ROLLS.nick, ROLLS.answer, times=1, at_once=1)
    asker.leave()


def imported(packages: Sequence[str]) -> Measures:
    """What this process holds once it has imported these."""
    for package in packages:
        importlib.import_module(package)
    return {"rss_mib": resident_mib("self")}


if __name__ == "__main__":
    tell(imported(PACKAGES))
