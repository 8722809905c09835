"""A guild for the bench: a Discord on loopback in this process, and bots that come to it in processes of their own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.bench.server import program
from tests.discordlab import DiscordLab
from tests.irclab.processes import ServerProcess

OFFICIALS = ("tc", "hj")
COMES_S = 60.0
"""How long a bot may take until it has declared its commands, in seconds."""

CONFIG = """
[store]
url = "sqlite+aiosqlite:///floorjudge.db"
[irc]
enabled = {irc}
embedded = false
port = {port}
nick = "official"
channel = "#official"
[discord]
enabled = true
token_file = "token.txt"
channel = "tournament"
judges_channel = "judges"
threads = false
api_base = "{api}"
gateway = "{gateway}"
[board]
enabled = false
"""


def service(folder: Path, lab: DiscordLab, *, irc_port: int | None = None) -> ServerProcess:
    """`floorjudge run` in this guild, and on this IRC server too. Its store is `floorjudge.db` in that folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "token.txt").write_text(lab.token, encoding="utf-8")
    config = folder / "floorjudge.toml"
    text = CONFIG.format(
        irc="false" if irc_port is None else "true",
        port=irc_port or 6667,
        api=lab.api_base,
        gateway=lab.gateway_url,
    )
    config.write_text(text, encoding="utf-8")
    return program(folder, lambda printed: True, "bot", "run", "--config", config)


def smallest(folder: Path, lab: DiscordLab, *modules: str) -> ServerProcess:
    """The floor: the smallest bot in this guild. It imports these modules besides."""
    words = lab.api_base, lab.gateway_url, lab.token, lab.guild.id, folder / "rows.db", *modules
    return program(folder, lambda printed: "ready" in printed, "tests.bench.floors.guildbot", *words)


@asynccontextmanager
async def running(bot: ServerProcess) -> AsyncIterator[ServerProcess]:
    """The bot, started and at last stopped while the loop goes on: what it asks of the lab then is answered."""
    await asyncio.to_thread(bot.start)
    try:
        yield bot
    finally:
        await asyncio.to_thread(bot.stop)


async def has_come(lab: DiscordLab, command: str) -> None:
    """Wait until the bot has declared its commands."""
    await lab.until(lambda: command in lab.world.commands.names(lab.guild.id), COMES_S, f"/{command}")
