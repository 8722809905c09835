"""The floor of slash commands and of members: the smallest bot on discord.py that has both.

`python -m tests.bench.floors.guildbot API GATEWAY TOKEN GUILD FILE MODULE…` imports these modules, keeps the members
of its guilds, and declares two commands in that guild: `/time` is answered at once, `/roll` when a row is on the disk.
It lives until it is ended.
"""

from __future__ import annotations

import sys
from importlib import import_module

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncEngine

from tests.bench.floors.bots import metadata, rolls
from tests.bench.floors.deadlines import opened


class GuildBot(discord.Client):
    """A client with two commands in one guild."""

    def __init__(self, guild: int, engine: AsyncEngine) -> None:
        intents = discord.Intents.none()
        intents.guilds = intents.members = intents.presences = True
        super().__init__(intents=intents, max_messages=None, guild_ready_timeout=0.25)
        self._guild = discord.Object(guild)
        self._engine = engine
        self._tree = app_commands.CommandTree(self)
        self._tree.command(description="The time.", guild=self._guild)(time)
        self._tree.command(description="A roll.", guild=self._guild)(roll)

    async def setup_hook(self) -> None:
        async with self._engine.begin() as connection:
            await connection.run_sync(metadata.create_all)
        await self._tree.sync(guild=self._guild)

    async def on_ready(self) -> None:
        print("ready", flush=True)

    async def keep(self, name: str) -> None:
        """Commit a row."""
        async with self._engine.begin() as connection:
            await connection.execute(insert(rolls), {"nick": name, "face": 17})


async def time(interaction: discord.Interaction[GuildBot]) -> None:
    """Answer at once."""
    await interaction.response.send_message("It is 12:00:00 UTC.", ephemeral=True)


async def roll(interaction: discord.Interaction[GuildBot]) -> None:
    """Answer when the row is on the disk."""
    await interaction.client.keep(interaction.user.name)
    await interaction.response.send_message("1d20 is 17", ephemeral=True)


def main(api: str, gateway: str, token: str, guild: str, file: str) -> None:
    """Serve until the end."""
    Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    GuildBot(int(guild), opened(file)).run(token)


if __name__ == "__main__":
    for module in sys.argv[6:]:
        import_module(module)
    main(*sys.argv[1:6])
