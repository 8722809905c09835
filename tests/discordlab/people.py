"""People: users of Discord, and users as members of a guild."""

from dataclasses import dataclass, field
from enum import StrEnum

from tests.discordlab.ids import now
from tests.discordlab.refusals import Json


class Status(StrEnum):
    """Whether somebody is at their device, as others see it."""

    ONLINE = "online"
    IDLE = "idle"
    DND = "dnd"
    OFFLINE = "offline"


@dataclass(slots=True, kw_only=True, eq=False)
class User:
    """Somebody with an account, or the bot."""

    id: str
    username: str
    global_name: str | None = None
    bot: bool = False
    status: Status = Status.ONLINE
    dms_closed: bool = False
    """Takes no DMs from the bot: 403, code 50007."""

    @property
    def mention(self) -> str:
        """What stands for this user in a message."""
        return f"<@{self.id}>"

    def payload(self) -> Json:
        """The user object."""
        return {
            "id": self.id,
            "username": self.username,
            "discriminator": "0",
            "global_name": self.global_name,
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
        }


@dataclass(slots=True, kw_only=True, eq=False)
class Member:
    """A user in one guild."""

    user: User
    nick: str | None = None
    roles: list[str] = field(default_factory=list)
    joined_at: str = field(default_factory=now)

    @property
    def shown_as(self) -> str:
        """The name that others read in this guild."""
        return self.nick or self.user.global_name or self.user.username

    def partial(self) -> Json:
        """The member object without its user, as messages carry it."""
        return {
            "nick": self.nick,
            "avatar": None,
            "banner": None,
            "roles": list(self.roles),
            "joined_at": self.joined_at,
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
            "communication_disabled_until": None,
        }

    def payload(self) -> Json:
        """The member object."""
        return {"user": self.user.payload(), **self.partial()}

    def presence(self) -> Json:
        """The presence object, without the guild."""
        status = self.user.status
        devices = {} if status is Status.OFFLINE else {"desktop": str(status)}
        return {
            "user": {"id": self.user.id},
            "status": str(status),
            "activities": [],
            "client_status": devices,
        }
