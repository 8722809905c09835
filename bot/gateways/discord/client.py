"""The client: one life of a connection with Discord. It hands what it is told to the gateways of the guilds.

discord.py starts a task for each event, in order; so whatever is told here is told without waiting for anything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import discord
from discord import app_commands

from bot.gateways.discord import buttons
from bot.gateways.discord.patience import Patience
from cogs.speech import Line

if TYPE_CHECKING:
    from bot.gateways.discord.gateway import DiscordGateway


class AnswersAside(Protocol):
    """Who answers a slash command or a press, to the one who asked and nobody else."""

    def asked_lately(self, gateway: DiscordGateway, nick: str) -> str:
        """The key of the last question that somebody put a moment ago; empty where there is none."""
        ...

    async def answer(self, line: Line) -> None:
        """Say a line whose `place.aside` is set. Raises ValueError when it can no more be said there."""
        ...


Follow = Callable[["DiscordGateway"], Coroutine[Any, Any, None]]
"""What is done, besides all else, whenever a guild is seen."""

Equip = Callable[["FloorClient"], None]
"""Gives a new client what it needs besides: its commands, and who answers them."""


def wanted_intents(flags: discord.ApplicationFlags) -> discord.Intents:
    """What to ask for: of what Discord grants only on demand, that which this application has been granted."""
    intents = discord.Intents.none()
    intents.guilds = intents.messages = intents.moderation = True
    intents.message_content = flags.gateway_message_content or flags.gateway_message_content_limited
    intents.members = flags.gateway_guild_members or flags.gateway_guild_members_limited
    intents.presences = flags.gateway_presence or flags.gateway_presence_limited
    return intents


class FloorClient(discord.AutoShardedClient):
    """A client for all guilds of one connection."""

    def __init__(
        self,
        gateways: Sequence[DiscordGateway],
        intents: discord.Intents,
        *,
        equip: Equip,
        patience: Patience,
    ) -> None:
        """`gateways` are the guilds to officiate in; not connected yet."""
        super().__init__(
            intents=intents,
            max_messages=None,
            guild_ready_timeout=patience.guilds.total_seconds(),
            heartbeat_timeout=patience.heartbeat.total_seconds(),
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.gateways = tuple(gateways)
        self.tree = app_commands.CommandTree(self)
        self.asides: AnswersAside | None = None
        self.on_taken: list[Follow] = []
        """Who goes on when a guild is seen (again): its commands are synced then, its threads looked for."""
        self.unseen_shards: set[int] | None = None
        """The shards that do not see their guilds now; None before all have been asked for."""
        buttons.install(self)
        self._identify_s = patience.identify.total_seconds()
        equip(self)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait before a new session, but not before the first."""
        if not initial:
            await asyncio.sleep(self._identify_s)

    @property
    def sees(self) -> bool:
        """Whether all of Discord that we look at is seen."""
        return self.unseen_shards is not None and not self.unseen_shards

    def gateway_of(self, guild_id: int | None) -> DiscordGateway | None:
        """The gateway to that guild, if it is one of ours."""
        return next((each for each in self.gateways if each.guild_id == guild_id), None)

    def _on_shard(self, shard_id: int) -> Iterator[DiscordGateway]:
        return (each for each in self.gateways if each.guild is not None and each.guild.shard_id == shard_id)

    # --- seeing ---

    async def on_ready(self) -> None:
        """Discord has shown all its guilds; what it has not shown is not there."""
        self.unseen_shards = set()
        for gateway in self.gateways:
            if not gateway.ready.is_set() and not gateway.take(self):
                gateway.miss(self)

    async def on_shard_ready(self, shard_id: int) -> None:
        """A shard begins, or begins afresh: nothing was replayed."""
        self._is_seen(shard_id)
        for gateway in self.gateways:
            if gateway.guild_id is not None and not gateway.ready.is_set():
                gateway.take(self)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """A shard goes on: all that was missed has been told by now."""
        self._is_seen(shard_id)
        for gateway in self._on_shard(shard_id):
            gateway.take(self)

    def _is_seen(self, shard_id: int) -> None:
        if self.unseen_shards is not None:
            self.unseen_shards.discard(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """A shard is cut off."""
        if self.unseen_shards is not None:
            self.unseen_shards.add(shard_id)
        for gateway in self._on_shard(shard_id):
            gateway.lose("the connection to Discord is cut")

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A guild is shown, at the start or after an outage."""
        self._take(guild)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot is in a guild in which it was not before."""
        self._take(guild)

    def _take(self, guild: discord.Guild) -> None:
        for gateway in self.gateways:
            is_new = gateway.guild_id is None and self.is_ready()
            if is_new or gateway.guild_id == guild.id:
                gateway.take(self)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Discord has an outage there."""
        if gateway := self.gateway_of(guild.id):
            gateway.outage()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot is in that guild no more."""
        if gateway := self.gateway_of(guild.id):
            gateway.thrown_out()

    async def on_guild_channel_create(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is new: it may be one of ours."""
        self._look_at_channels(channel.guild)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone."""
        self._look_at_channels(channel.guild)

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """A channel has another name, or other permissions."""
        self._look_at_channels(after.guild)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Somebody deleted a thread."""
        gateway = self.gateway_of(payload.guild_id)
        if gateway is not None and gateway.threads is not None:
            gateway.threads.removed(payload.thread_id)

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """A role has other permissions, or another name."""
        self._look_at_channels(after.guild)

    def _look_at_channels(self, guild: discord.Guild) -> None:
        if gateway := self.gateway_of(guild.id):
            gateway.look_at_channels()

    # --- people ---

    async def on_member_join(self, member: discord.Member) -> None:
        """Somebody is new in a guild."""
        if gateway := self.gateway_of(member.guild.id):
            gateway.members.look_at(member)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Somebody has other roles or another nickname."""
        if gateway := self.gateway_of(after.guild.id):
            gateway.members.look_at(after)

    async def on_user_update(self, before: discord.User, after: discord.User) -> None:
        """Somebody has another name, in every guild."""
        for gateway in self.gateways:
            gateway.renamed(after)

    async def on_member_ban(self, guild: discord.Guild, user: discord.Member | discord.User) -> None:
        """Somebody is thrown out; that they are gone is told next."""
        if gateway := self.gateway_of(guild.id):
            gateway.members.banned(user.id)

    async def on_raw_member_remove(self, payload: discord.RawMemberRemoveEvent) -> None:
        """Somebody is gone."""
        if gateway := self.gateway_of(payload.guild_id):
            gateway.members.gone(payload.user.id)

    async def on_presence_update(self, before: discord.Member, after: discord.Member) -> None:
        """Somebody is shown as online or offline."""
        if gateway := self.gateway_of(after.guild.id):
            gateway.members.presence(after)

    # --- words ---

    async def on_message(self, message: discord.Message) -> None:
        """Somebody wrote something, perhaps we."""
        if gateway := self._hearer(message):
            gateway.hearing.read(message)

    async def on_raw_message_edit(self, payload: discord.RawMessageUpdateEvent) -> None:
        """Somebody changed what they had written: that runs nothing."""
        if payload.message.edited_at is not None and (gateway := self._hearer(payload.message)):
            gateway.hearing.edited(payload.message)

    def _hearer(self, message: discord.Message) -> DiscordGateway | None:
        """Whose message it is. A private one belongs to the first guild in which its author is."""
        if message.guild is not None:
            return self.gateway_of(message.guild.id)
        mine = (each for each in self.gateways if each.members.knows(message.author.id))
        return next(mine, self.gateways[0] if self.gateways else None)
