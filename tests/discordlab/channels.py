"""Channels: text channels of a guild, their threads, and DMs."""

from dataclasses import dataclass, field
from enum import IntEnum

from tests.discordlab.ids import now
from tests.discordlab.messages import Message
from tests.discordlab.people import User
from tests.discordlab.permissions import Overwrite
from tests.discordlab.refusals import Json


class ChannelType(IntEnum):
    """The kinds of channels that the lab has."""

    TEXT = 0
    DM = 1
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


@dataclass(slots=True, kw_only=True, eq=False)
class Channel:
    """A place where messages are."""

    id: str
    type: ChannelType
    name: str
    guild_id: str | None = None
    parent_id: str | None = None
    topic: str | None = None
    position: int = 0
    overwrites: dict[str, Overwrite] = field(default_factory=dict)
    messages: dict[str, Message] = field(default_factory=dict)
    pins: dict[str, str] = field(default_factory=dict)
    """The time of pinning by the message's id."""
    recipient: User | None = None
    """The person on the other side of a DM."""
    owner_id: str | None = None
    thread_members: dict[str, str] = field(default_factory=dict)
    """When somebody joined a thread, by their id."""
    archived: bool = False
    locked: bool = False
    archived_at: str = field(default_factory=now)
    created_at: str = field(default_factory=now)
    auto_archive_minutes: int = 1440
    slowmode_seconds: int = 0
    typing: list[str] = field(default_factory=list)
    """Ids of those who were seen typing here."""

    @property
    def is_thread(self) -> bool:
        """A thread has its parent's permissions."""
        return self.type in (ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD)

    @property
    def is_private(self) -> bool:
        """Only those who were added see a private thread."""
        return self.type is ChannelType.PRIVATE_THREAD

    @property
    def is_dm(self) -> bool:
        """One person and the bot."""
        return self.type is ChannelType.DM

    @property
    def mention(self) -> str:
        """What stands for this channel in a message."""
        return f"<#{self.id}>"

    @property
    def last_message_id(self) -> str | None:
        """The newest message's id."""
        return next(reversed(self.messages), None)

    def payload(self, viewer_id: str | None = None) -> Json:
        """The channel object; viewer_id adds a thread's `member` when that user is in it."""
        if self.is_dm:
            recipients = [self.recipient.payload()] if self.recipient else []
            return {
                "id": self.id,
                "type": 1,
                "last_message_id": self.last_message_id,
                "flags": 0,
                "recipients": recipients,
            }
        common: Json = {
            "id": self.id,
            "type": int(self.type),
            "guild_id": self.guild_id,
            "name": self.name,
            "parent_id": self.parent_id,
            "rate_limit_per_user": self.slowmode_seconds,
            "last_message_id": self.last_message_id,
            "flags": 0,
        }
        return common | (self._thread_part(viewer_id) if self.is_thread else self._text_part())

    def _text_part(self) -> Json:
        return {
            "topic": self.topic,
            "position": self.position,
            "nsfw": False,
            "permission_overwrites": [overwrite.payload() for overwrite in self.overwrites.values()],
            "default_auto_archive_duration": 1440,
        }

    def _thread_part(self, viewer_id: str | None) -> Json:
        part: Json = {
            "owner_id": self.owner_id,
            "message_count": len(self.messages),
            "total_message_sent": len(self.messages),
            "member_count": len(self.thread_members),
            "thread_metadata": {
                "archived": self.archived,
                "auto_archive_duration": self.auto_archive_minutes,
                "archive_timestamp": self.archived_at,
                "locked": self.locked,
                "create_timestamp": self.created_at,
                "invitable": True,
            },
        }
        if viewer_id in self.thread_members:
            part["member"] = self.thread_member(viewer_id)
        return part

    def thread_member(self, user_id: str) -> Json:
        """The thread member object of somebody who is in this thread."""
        return {
            "id": self.id,
            "user_id": user_id,
            "join_timestamp": self.thread_members[user_id],
            "flags": 0,
        }
