"""Memory: what the service holds, beside a process that has only imported the same packages.

`python -m tests.bench.memory` is that process: it imports, says what it holds, and ends. With a large guild besides,
it is the smallest bot that has imported the same and keeps the same members.
"""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Sequence
from pathlib import Path

from rules.entries import PersonId
from tests.bench import guild
from tests.bench.asker import Asker
from tests.bench.children import measured, tell
from tests.bench.evening import Evening, keep
from tests.bench.figures import Comparison, Figure, Measures
from tests.bench.proc import resident_mib
from tests.bench.server import any_server
from tests.bench.size import Size
from tests.bench.words import ROLLS, service
from tests.discordlab import DiscordLab
from tests.irclab.processes import ServerProcess

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


def in_guild(size: Size, folder: Path) -> list[Figure]:
    """M1: the service on IRC and in a guild of many members, with many matches open, once it has answered a word."""
    ours, floor = asyncio.run(_in_guild(size, folder / "m1"))
    both = Comparison(part="M1", ours=[ours], floor=[floor])
    what = f"{size.members} members, {size.matches} matches, by smallest bot"
    return [both.figure("rss_mib", what, "MiB", at_most=1.5, cap=130)]


async def _in_guild(size: Size, folder: Path) -> list[Measures]:
    server, port = any_server(folder / "server")
    players = [f"p{number}" for number in range(2 * size.matches)]
    others = [f"m{number}" for number in range(size.members - len(players))]
    with server:
        async with DiscordLab() as lab:
            await lab.join(*guild.OFFICIALS, *players, *others)
            accounts = [PersonId(f"account:{lab.user(name).id}@discord") for name in players]
            ours_in = folder / "ours"
            ours_in.mkdir()
            await keep(ours_in / "floorjudge.db", Evening(size.matches, accounts).entries)
            ours = await _of_bot(lab, guild.service(ours_in, lab, irc_port=port))
            floor = await _of_bot(lab, guild.smallest(folder / "floor", lab, *PACKAGES))
    return [ours, floor]


async def _of_bot(lab: DiscordLab, bot: ServerProcess) -> Measures:
    lab.world.commands.put(lab.guild.id, [])
    async with guild.running(bot):
        await guild.has_come(lab, "time")
        await lab.finished(await lab.slash(guild.OFFICIALS[0], "time", "tournament"))
        return {"rss_mib": resident_mib(bot.pid)}


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
