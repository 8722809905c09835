"""The loopback Discord itself: an unmodified discord.py meets there what it meets at Discord."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
import discord.gateway
import discord.http
import pytest
import yarl
from discord import app_commands

from tests.discordlab import DiscordLab


class Client(discord.Client):
    """A bot that writes down what it is told."""

    def __init__(self, intents: discord.Intents | None = None, **more: Any) -> None:
        super().__init__(intents=intents or discord.Intents.all(), guild_ready_timeout=0.02, **more)
        self.tree = app_commands.CommandTree(self)
        self.told: list[str] = []
        self.heard: list[discord.Message] = []

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Write down every event's name."""
        self.told.append(event)
        super().dispatch(event, *args, **kwargs)

    async def on_message(self, message: discord.Message) -> None:
        """Keep messages of others."""
        if message.author != self.user:
            self.heard.append(message)


@pytest.fixture
async def lab(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DiscordLab]:
    """A lab with alice, bob and a judge; discord.py's two public addresses lead to it."""
    async with DiscordLab() as lab:
        await lab.add_role("judge", mentionable=True)
        await lab.join("alice", "bob")
        await lab.join("judge", roles=("judge",))
        monkeypatch.setattr(discord.http.Route, "BASE", lab.api_base)
        monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(lab.gateway_url))
        yield lab


@asynccontextmanager
async def running(lab: DiscordLab, client: discord.Client) -> AsyncIterator[asyncio.Task[None]]:
    """The client is ready, and closed at the end."""
    task = asyncio.create_task(client.start(lab.token))
    try:
        ready = asyncio.create_task(client.wait_until_ready()) if not client.is_closed() else task
        await lab.until(lambda: task.done() or client.is_ready(), 5, "on_ready")
        ready.cancel()
        if task.done():
            await task
        yield task
    finally:
        await client.close()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def channel(lab: DiscordLab, client: discord.Client, name: str = "tournament") -> discord.TextChannel:
    """A channel as the client has it."""
    found = client.get_channel(int(lab.guild.channel(name).id))
    assert isinstance(found, discord.TextChannel)
    return found


async def test_a_message_comes_and_is_answered(lab: DiscordLab) -> None:
    client = Client()
    async with running(lab, client):
        await lab.say("alice", "!time")
        heard = await lab.until(lambda: client.heard)
        assert (heard[0].content, heard[0].author.name) == ("!time", "alice")
        await heard[0].reply("No clock runs.", mention_author=True)
        answer = lab.last("bob")
        assert answer is not None
        assert lab.shown(answer) == "No clock runs."
        assert answer.notified == {"alice"}
