"""The places of a guild: which guild it is, its tournament channel and its judges' channel, and what we may do there.

What is missing is said in the log in one line that names the channel and the permission, once for each state.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence

import discord

from bot.config import Discord
from cogs.speech import Where

log = logging.getLogger(__name__)

Destination = discord.TextChannel | discord.Thread | discord.DMChannel
"""Where a message can be sent to."""

NEEDED = ("view_channel", "send_messages", "embed_links", "read_message_history")
FOR_THREADS = ("create_public_threads", "send_messages_in_threads", "pin_messages")


def guild_of(guilds: Sequence[discord.Guild], named: str, known: int | None) -> discord.Guild | None:
    """The guild that the configuration names, by name or id; without a name, the only one. None: it is not there."""
    if known is not None:
        return next((guild for guild in guilds if guild.id == known), None)
    meant = [guild for guild in guilds if not guild.unavailable and named in ("", guild.name)]
    return meant[0] if len(meant) == 1 else None


def missing_guild(guilds: Sequence[discord.Guild], named: str) -> str:
    """Why none of these guilds is the one that is meant, and what to do."""
    names = ", ".join(f"{guild.name} ({guild.id})" for guild in guilds if not guild.unavailable)
    if not names:
        return "the bot is in no guild; invite it, as the README says"
    if named:
        return f"discord.guild: the bot is in no one guild {named!r}, but in {names}"
    return f"discord.guild: the bot is in several guilds; name one of {names}"


class Places:
    """The channels of one guild."""

    def __init__(self, settings: Discord, network: str) -> None:
        self._settings = settings
        self._network = network
        self._channels: dict[Where, discord.TextChannel] = {}
        self._complaints: frozenset[str] = frozenset()
        self._change = asyncio.Event()

    async def changed(self) -> None:
        """Wait until the channels have been looked at again."""
        await self._change.wait()

    def look_at(self, guild: discord.Guild) -> None:
        """Find the channels, and complain of what is missing now and was not before."""
        named = {
            Where.CHANNEL: ("channel", self._settings.channel),
            Where.JUDGES: ("judges_channel", self._settings.judges_channel),
        }
        self._channels = {}
        complaints: list[str] = []
        for where, (key, name) in named.items():
            channel = _channel(guild.text_channels, name)
            if channel is None:
                complaints.append(
                    f"discord.{key}: {guild.name} has no text channel {name!r} that the bot can see"
                )
            else:
                self._channels[where] = channel
                complaints += self._lacks(channel, where)
        for complaint in complaints:
            if complaint not in self._complaints:
                log.error("%s: %s", self._network, complaint)
        self._complaints = frozenset(complaints)
        change, self._change = self._change, asyncio.Event()
        change.set()

    def _lacks(self, channel: discord.TextChannel, where: Where) -> list[str]:
        threads = FOR_THREADS if where is Where.CHANNEL and self._settings.threads else ()
        has = channel.permissions_for(channel.guild.me)
        lacks = [_shown(name) for name in (*NEEDED, *threads) if not getattr(has, name)]
        return [f"in #{channel.name} the bot lacks the permission {', '.join(lacks)}"] if lacks else []

    def forget(self) -> None:
        """We are not there any more."""
        self._channels = {}

    def channel(self, where: Where) -> discord.TextChannel | None:
        """This channel of ours, if it is there."""
        return self._channels.get(where)

    def where(self, channel_id: int | None) -> Where | None:
        """Which of our channels this is; None for any other."""
        return next((where for where, channel in self._channels.items() if channel.id == channel_id), None)


def may_embed(place: Destination) -> bool:
    """Whether embeds of ours are shown there."""
    if isinstance(place, discord.DMChannel):
        return True
    return place.permissions_for(place.guild.me).embed_links


def _channel(channels: Iterable[discord.TextChannel], named: str) -> discord.TextChannel | None:
    """The first channel with this id or name; people write it with and without #."""
    name = named.removeprefix("#")
    return next((channel for channel in channels if name in (channel.name, str(channel.id))), None)


def _shown(permission: str) -> str:
    """A permission as Discord's pages call it."""
    return permission.replace("_", " ").title()
