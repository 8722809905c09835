"""What happens to guilds: people come, go and change, channels open and close, and Discord has its outages."""

from tests.discordlab import routes_channels, threads
from tests.discordlab.channels import Channel
from tests.discordlab.guilds import Guild, Role
from tests.discordlab.people import Member, Status, User
from tests.discordlab.permissions import BOT, NONE, Overwrite, Permission
from tests.discordlab.refusals import CannotDo, Json
from tests.discordlab.routes_guilds import tell_member
from tests.discordlab.sessions import Session
from tests.discordlab.world import World


class Keeping:
    """The guilds' life; every change is told to the bot as Discord tells it."""

    world: World

    @property
    def guild(self) -> Guild:
        """The first guild."""
        return next(iter(self.world.guilds.values()))

    # --- people

    async def join(
        self,
        *names: str,
        guild: Guild | None = None,
        roles: tuple[str, ...] = (),
        status: Status = Status.ONLINE,
        bot: bool = False,
    ) -> list[User]:
        """People join a guild, with roles by name; who is unknown yet gets an account."""
        guild = guild or self.guild
        return [self._join(guild, name, roles, status, bot) for name in names]

    def _join(self, guild: Guild, name: str, roles: tuple[str, ...], status: Status, bot: bool) -> User:
        user = self.world.users.get(name)
        if user is None:
            user = self.world.new_user(name, bot=bot)
            user.status = status
        if user.id in guild.members:
            raise CannotDo(f"{name} is in {guild.name} already.")
        member = Member(user=user, roles=[guild.role(role).id for role in roles])
        guild.members[user.id] = member
        self.world.emit("GUILD_MEMBER_ADD", guild, member.payload() | {"guild_id": guild.id})
        if user.status is not Status.OFFLINE:
            self.world.emit("PRESENCE_UPDATE", guild, member.presence() | {"guild_id": guild.id})
        return user

    async def leave(self, name: str, guild: Guild | None = None) -> None:
        """Somebody leaves a guild, or is thrown out: the bot cannot tell."""
        guild, user = guild or self.guild, self.world.user(name)
        if guild.members.pop(user.id, None) is None:
            raise CannotDo(f"{name} is not in {guild.name}.")
        for thread in guild.threads.values():
            threads.remove_member(self.world, thread, user.id)
        self.world.emit("GUILD_MEMBER_REMOVE", guild, {"guild_id": guild.id, "user": user.payload()})

    async def rename(self, name: str, *, username: str | None = None, global_name: str | None = None) -> None:
        """Somebody changes their account's names; guilds hear of it."""
        user = self.world.user(name)
        if username is not None:
            if username in self.world.users:
                raise CannotDo(f"Somebody is called {username} already.")
            del self.world.users[user.username]
            user.username, self.world.users[username] = username, user
        if global_name is not None:
            user.global_name = global_name
        for guild in self.world.guilds.values():
            if user.id in guild.members:
                tell_member(self.world, guild, guild.members[user.id])

    async def nick(self, name: str, nick: str | None, guild: Guild | None = None) -> None:
        """Somebody gets another name in one guild."""
        member = self.member(name, guild)
        member.nick = nick
        tell_member(self.world, guild or self.guild, member)

    async def set_roles(self, name: str, *roles: str, guild: Guild | None = None) -> None:
        """Somebody has these roles from now on, and no others."""
        member, guild = self.member(name, guild), guild or self.guild
        member.roles = [guild.role(role).id for role in roles]
        tell_member(self.world, guild, member)

    async def presence(self, name: str, status: Status) -> None:
        """Somebody goes online or offline, in all their guilds."""
        user = self.world.user(name)
        user.status = status
        for guild in self.world.guilds.values():
            if member := guild.members.get(user.id):
                self.world.emit("PRESENCE_UPDATE", guild, member.presence() | {"guild_id": guild.id})

    async def go_offline(self, name: str) -> None:
        """Somebody closes their client."""
        await self.presence(name, Status.OFFLINE)

    async def go_online(self, name: str) -> None:
        """Somebody opens their client."""
        await self.presence(name, Status.ONLINE)

    def close_dms(self, name: str, *, closed: bool = True) -> None:
        """Somebody takes no DMs from the bot any more."""
        self.world.user(name).dms_closed = closed

    def user(self, name: str) -> User:
        """Somebody by username."""
        return self.world.user(name)

    def member(self, name: str, guild: Guild | None = None) -> Member:
        """Somebody in a guild; CannotDo when they are not."""
        guild, user = guild or self.guild, self.world.user(name)
        if user.id not in guild.members:
            raise CannotDo(f"{name} is not in {guild.name}.")
        return guild.members[user.id]

    # --- guilds, roles, channels

    async def add_guild(
        self, name: str, *, channels: tuple[str, ...] = ("general",), bot_permissions: Permission = BOT
    ) -> Guild:
        """The bot is added to a guild."""
        guild = self.world.new_guild(name, bot_permissions)
        for channel in channels:
            self.world.new_channel(guild, channel)
        self._tell_guild(guild, joined=True)
        return guild

    def _tell_guild(self, guild: Guild, *, joined: bool) -> None:
        def data(session: Session) -> Json:
            return self.world.gateway.guild_for(session, guild, joined=joined)

        self.world.emit("GUILD_CREATE", guild, data)

    async def remove_bot(self, guild: Guild | None = None) -> None:
        """The bot is thrown out of a guild."""
        guild = guild or self.guild
        self.world.emit("GUILD_DELETE", guild, {"id": guild.id})
        guild.has_bot = False
        guild.members.pop(self.world.bot.id, None)

    async def bring_bot_back(self, guild: Guild) -> None:
        """The bot is added again to a guild that it was thrown out of."""
        role = guild.role(self.world.bot.username)
        guild.members[self.world.bot.id] = Member(user=self.world.bot, roles=[role.id])
        guild.has_bot = True
        self._tell_guild(guild, joined=True)

    async def outage(self, guild: Guild | None = None, *, over: bool = False) -> None:
        """A guild becomes unavailable through Discord's own fault, or is back."""
        guild = guild or self.guild
        if over:
            guild.unavailable = False
            self._tell_guild(guild, joined=False)
        else:
            self.world.emit("GUILD_DELETE", guild, {"id": guild.id, "unavailable": True})
            guild.unavailable = True

    async def add_role(
        self,
        name: str,
        permissions: Permission = NONE,
        *,
        mentionable: bool = False,
        guild: Guild | None = None,
    ) -> Role:
        """A role is made."""
        guild = guild or self.guild
        role = self.world.new_role(guild, name, permissions, mentionable=mentionable)
        self.world.emit("GUILD_ROLE_CREATE", guild, {"guild_id": guild.id, "role": role.payload()})
        return role

    async def set_permissions(self, role: Role, permissions: Permission, guild: Guild | None = None) -> None:
        """A role may do this from now on, and nothing else."""
        guild = guild or self.guild
        role.permissions = permissions
        self.world.emit("GUILD_ROLE_UPDATE", guild, {"guild_id": guild.id, "role": role.payload()})

    async def delete_role(self, role: Role, guild: Guild | None = None) -> None:
        """A role is deleted, and nobody has it any more."""
        guild = guild or self.guild
        del guild.roles[role.id]
        for member in guild.members.values():
            if role.id in member.roles:
                member.roles.remove(role.id)
        self.world.emit("GUILD_ROLE_DELETE", guild, {"guild_id": guild.id, "role_id": role.id})

    async def add_channel(
        self, name: str, guild: Guild | None = None, *, overwrites: tuple[Overwrite, ...] = ()
    ) -> Channel:
        """A channel is made."""
        guild = guild or self.guild
        channel = self.world.new_channel(guild, name)
        channel.overwrites = {overwrite.target: overwrite for overwrite in overwrites}
        self.world.emit("CHANNEL_CREATE", guild, channel.payload())
        return channel

    async def overwrite(
        self, channel: Channel, target: Role | User, *, allow: Permission = NONE, deny: Permission = NONE
    ) -> None:
        """A role or member may do more or less in one channel."""
        new = Overwrite(target=target.id, is_role=isinstance(target, Role), allow=allow, deny=deny)
        kept = [o.payload() for o in channel.overwrites.values() if o.target != target.id]
        routes_channels.update(self.world, channel, {"permission_overwrites": [*kept, new.payload()]})

    async def rename_channel(self, channel: Channel, name: str) -> None:
        """A channel gets another name."""
        routes_channels.update(self.world, channel, {"name": name})

    async def delete_channel(self, channel: Channel) -> None:
        """A channel or thread is deleted."""
        if channel.is_thread:
            threads.delete(self.world, channel)
        else:
            routes_channels.remove(self.world, channel)
