"""Guilds: their roles and members, and what somebody may do in each of their channels."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.discordlab.channels import Channel
from tests.discordlab.people import Member, Status
from tests.discordlab.permissions import ALL, MEMBER, NONE, Permission, overwritten, without_sending
from tests.discordlab.refusals import CannotDo, Json


@dataclass(slots=True, kw_only=True, eq=False)
class Role:
    """A role of a guild; @everyone has the guild's own id."""

    id: str
    name: str
    permissions: Permission = NONE
    mentionable: bool = False
    position: int = 1

    @property
    def mention(self) -> str:
        """What stands for this role in a message."""
        return f"<@&{self.id}>"

    def payload(self) -> Json:
        """The role object."""
        return {
            "id": self.id,
            "name": self.name,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "position": self.position,
            "permissions": str(int(self.permissions)),
            "managed": False,
            "mentionable": self.mentionable,
            "flags": 0,
        }


@dataclass(slots=True, kw_only=True, eq=False)
class Guild:
    """One server of Discord."""

    id: str
    name: str
    owner_id: str
    members: dict[str, Member] = field(default_factory=dict)
    roles: dict[str, Role] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)
    threads: dict[str, Channel] = field(default_factory=dict)
    unavailable: bool = False
    has_bot: bool = True

    def __post_init__(self) -> None:
        self.roles[self.id] = Role(id=self.id, name="@everyone", permissions=MEMBER, position=0)

    def role(self, name: str) -> Role:
        """The role of that name; CannotDo when there is none."""
        for role in self.roles.values():
            if role.name == name:
                return role
        raise CannotDo(f"{self.name} has no role {name}.")

    def channel(self, name: str) -> Channel:
        """The channel or thread of that name; CannotDo when there is none."""
        for channel in (*self.channels.values(), *self.threads.values()):
            if channel.name == name:
                return channel
        raise CannotDo(f"{self.name} has no channel {name}.")

    def base_permissions(self, user_id: str) -> Permission:
        """What somebody's roles give, before any channel."""
        member = self.members.get(user_id)
        if member is None:
            return NONE
        if user_id == self.owner_id:
            return ALL
        base = self.roles[self.id].permissions
        for role_id in member.roles:
            base |= self.roles[role_id].permissions
        return ALL if Permission.ADMINISTRATOR in base else base

    def permissions_in(self, channel: Channel, user_id: str) -> Permission:
        """What somebody may do in a channel or thread."""
        base = self.base_permissions(user_id)
        if user_id not in self.members or base == ALL:
            return base
        place = self.channels[channel.parent_id] if channel.is_thread and channel.parent_id else channel
        roles = set(self.members[user_id].roles)
        base = overwritten(base, place.overwrites.values(), self.id, roles, user_id)
        if (
            channel.is_private
            and user_id not in channel.thread_members
            and Permission.MANAGE_THREADS not in base
        ):
            return NONE
        send = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
        return without_sending(base, send)

    def viewers(self, channel: Channel) -> Iterator[Member]:
        """Every member who sees the channel."""
        for user_id, member in self.members.items():
            if Permission.VIEW_CHANNEL in self.permissions_in(channel, user_id):
                yield member

    def partial(self) -> Json:
        """The guild object of REST."""
        return {
            **_FIXED,
            "id": self.id,
            "name": self.name,
            "owner_id": self.owner_id,
            "roles": [role.payload() for role in self.roles.values()],
        }

    def payload(self, bot_id: str, *, everybody: bool, presences: bool, large_threshold: int) -> Json:
        """The guild of GUILD_CREATE.

        everybody: the session asked for members and presences; else only the bot's own member is told.
        """
        large = len(self.members) > large_threshold
        told = [
            member
            for member in self.members.values()
            if member.user.id == bot_id
            or (everybody and not (large and member.user.status is Status.OFFLINE))
        ]
        seen = [m.presence() for m in told if m.user.status is not Status.OFFLINE] if presences else []
        open_threads = [t for t in self.threads.values() if not t.archived and self.permissions_in(t, bot_id)]
        return {
            **self.partial(),
            "joined_at": self.members[bot_id].joined_at,
            "large": large,
            "unavailable": False,
            "member_count": len(self.members),
            "members": [member.payload() for member in told],
            "presences": seen,
            "channels": [channel.payload() for channel in self.channels.values()],
            "threads": [thread.payload(bot_id) for thread in open_threads],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }


_FIXED: Json = {
    "icon": None,
    "splash": None,
    "discovery_splash": None,
    "banner": None,
    "description": None,
    "region": "",
    "afk_channel_id": None,
    "afk_timeout": 300,
    "verification_level": 0,
    "default_message_notifications": 0,
    "explicit_content_filter": 0,
    "emojis": [],
    "stickers": [],
    "features": [],
    "mfa_level": 0,
    "application_id": None,
    "system_channel_id": None,
    "system_channel_flags": 0,
    "rules_channel_id": None,
    "public_updates_channel_id": None,
    "vanity_url_code": None,
    "premium_tier": 0,
    "preferred_locale": "en-US",
    "nsfw_level": 0,
    "premium_progress_bar_enabled": False,
    "safety_alerts_channel_id": None,
    "max_members": 500000,
}
