"""The world: everybody, every guild and channel, and what was said; nothing here knows of HTTP or websockets."""

import asyncio
from collections.abc import Callable

from tests.discordlab.app import new_app
from tests.discordlab.channels import Channel, ChannelType
from tests.discordlab.commands import Commands
from tests.discordlab.gateway import Gateway
from tests.discordlab.guilds import Guild, Role
from tests.discordlab.ids import snowflake
from tests.discordlab.interactions import Interaction
from tests.discordlab.messages import Message
from tests.discordlab.people import Member, User
from tests.discordlab.permissions import NONE, Permission, in_dm
from tests.discordlab.refusals import CannotDo, Json, unknown
from tests.discordlab.sessions import Session


class World:
    """The state of the lab, and the one place where events leave it."""

    def __init__(self, *, token: str, bot_name: str) -> None:
        self.users: dict[str, User] = {}
        self._by_id: dict[str, User] = {}
        owner = self.new_user("owner")
        self.app = new_app(token, owner)
        self.bot = User(id=self.app.id, username=bot_name, bot=True)
        self.users[bot_name] = self._by_id[self.bot.id] = self.bot
        self.guilds: dict[str, Guild] = {}
        self.channels: dict[str, Channel] = {}
        self.dms: dict[str, Channel] = {}
        self.commands = Commands(self.app.id)
        self.interactions: dict[str, Interaction] = {}
        self.gateway = Gateway(self)
        self.said: list[Message] = []
        """Every message there ever was, also deleted and ephemeral ones, oldest first."""
        self.hearers: list[Callable[[str, Message], None]] = []
        """Called with "said", "edited" or "deleted" and the message, for those who watch (the command line)."""
        self._bell = asyncio.Event()

    # --- people

    def new_user(self, username: str, *, bot: bool = False) -> User:
        """Somebody who has never been seen before."""
        user = User(id=snowflake(), username=username, global_name=username.title(), bot=bot)
        self.users[username] = self._by_id[user.id] = user
        return user

    def user(self, username: str) -> User:
        """The user of that name; CannotDo when there is none."""
        if username not in self.users:
            raise CannotDo(f"There is nobody called {username}.")
        return self.users[username]

    def user_by_id(self, user_id: str) -> User | None:
        """The user with that id."""
        return self._by_id.get(user_id)

    # --- guilds

    def new_guild(self, name: str, bot_permissions: Permission) -> Guild:
        """A guild with the bot in it, and a role of the bot's own."""
        guild = Guild(id=snowflake(), name=name, owner_id=self.app.owner.id)
        self.guilds[guild.id] = guild
        role = self.new_role(guild, self.bot.username, bot_permissions)
        for user, roles in ((self.app.owner, []), (self.bot, [role.id])):
            guild.members[user.id] = Member(user=user, roles=roles)
        return guild

    def new_role(
        self, guild: Guild, name: str, permissions: Permission = NONE, *, mentionable: bool = False
    ) -> Role:
        """A role that nobody has yet."""
        role = Role(
            id=snowflake(),
            name=name,
            permissions=permissions,
            mentionable=mentionable,
            position=len(guild.roles),
        )
        guild.roles[role.id] = role
        return role

    def new_channel(self, guild: Guild, name: str) -> Channel:
        """A text channel that everybody sees."""
        channel = Channel(
            id=snowflake(), type=ChannelType.TEXT, name=name, guild_id=guild.id, position=len(guild.channels)
        )
        guild.channels[channel.id] = self.channels[channel.id] = channel
        return channel

    def dm_with(self, user: User) -> Channel:
        """The DM of somebody and the bot, made when it is first needed."""
        if user.id not in self.dms:
            dm = Channel(id=snowflake(), type=ChannelType.DM, name=f"dm with {user.username}", recipient=user)
            self.dms[user.id] = self.channels[dm.id] = dm
        return self.dms[user.id]

    def guild_of(self, channel: Channel) -> Guild | None:
        """The guild of a channel; None for a DM."""
        return self.guilds[channel.guild_id] if channel.guild_id else None

    def guild_with_bot(self, guild_id: str) -> Guild:
        """The guild for the bot's request; Refusal when it is not in it."""
        guild = self.guilds.get(guild_id)
        if guild is None or not guild.has_bot:
            raise unknown("Guild", 10004)
        return guild

    def channel_for_bot(self, channel_id: str) -> Channel:
        """The channel for the bot's request; Refusal when there is none."""
        channel = self.channels.get(channel_id)
        if channel is None or (channel.guild_id and not self.guilds[channel.guild_id].has_bot):
            raise unknown("Channel", 10003)
        return channel

    def permissions(self, channel: Channel, user: User) -> Permission:
        """What somebody may do in any channel."""
        guild = self.guild_of(channel)
        if guild is None:
            return in_dm() if user in (self.bot, channel.recipient) else NONE
        return guild.permissions_in(channel, user.id)

    def shares_guild(self, user: User) -> bool:
        """Whether the bot and somebody are in a guild together."""
        return any(guild.has_bot and user.id in guild.members for guild in self.guilds.values())

    # --- events

    def emit(
        self,
        event: str,
        guild: Guild | None,
        data: Json | Callable[[Session], Json | None],
        *,
        of_bot: bool = False,
    ) -> None:
        """Tell the bot, unless it is not in that guild or the guild is down."""
        if guild is None or (guild.has_bot and not guild.unavailable):
            self.gateway.emit(event, guild.id if guild else None, data, of_bot=of_bot)
        self.touch()

    def emit_in(self, event: str, channel: Channel, data: Json | Callable[[Session], Json | None]) -> None:
        """Tell the bot what happens in a channel, if it sees it."""
        if Permission.VIEW_CHANNEL in self.permissions(channel, self.bot):
            self.emit(event, self.guild_of(channel), data)
        self.touch()

    def heard(self, what: str, message: Message) -> None:
        """Remember what was said, and tell those who watch the lab."""
        if what == "said":
            self.said.append(message)
        for hear in self.hearers:
            hear(what, message)

    def touch(self) -> None:
        """Something changed: wake whoever waits for a condition."""
        self._bell.set()

    async def changed(self, at_most_seconds: float) -> None:
        """Wait until something in the lab changes, or so long."""
        self._bell.clear()
        try:
            await asyncio.wait_for(self._bell.wait(), at_most_seconds)
        except TimeoutError:
            return
