"""Messages: what was said, by whom, whom it notified, and what of it a bot may read."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from typing import Any

from tests.discordlab.ids import now, snowflake
from tests.discordlab.people import User
from tests.discordlab.refusals import Json


class MessageType(IntEnum):
    """What a message is about; all but the default, replies and answers to commands are written by Discord."""

    DEFAULT = 0
    RECIPIENT_ADD = 1
    CHANNEL_NAME_CHANGE = 4
    PINNED = 6
    THREAD_CREATED = 18
    REPLY = 19
    CHAT_INPUT_COMMAND = 20
    THREAD_STARTER = 21
    CONTEXT_MENU_COMMAND = 23


class MessageFlag(IntFlag):
    """Bits of a message's flags."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


@dataclass(slots=True, kw_only=True, eq=False)
class Message:
    """One message."""

    channel_id: str
    author: User
    id: str = field(default_factory=snowflake)
    guild_id: str | None = None
    type: MessageType = MessageType.DEFAULT
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    flags: int = 0
    nonce: str | int | None = None
    reference: Json | None = None
    referenced: "Message | None" = None
    created_at: str = field(default_factory=now)
    edited_at: str | None = None
    mentions: list[User] = field(default_factory=list)
    mention_roles: list[str] = field(default_factory=list)
    mention_everyone: bool = False
    notified: frozenset[str] = frozenset()
    """Usernames of everybody whom this message pinged."""
    pinned: bool = False
    reactions: dict[str, list[User]] = field(default_factory=dict)
    seen_only_by: User | None = None
    """The one person who sees an ephemeral message."""
    interaction: Json | None = None
    webhook_id: str | None = None
    edits: list[str] = field(default_factory=list)
    """The contents before each edit, oldest first."""
    deleted: bool = False

    @property
    def ephemeral(self) -> bool:
        """Only one person sees it, and it is in no history."""
        return self.seen_only_by is not None

    @property
    def buttons(self) -> list[str]:
        """The labels of buttons that can be clicked."""
        return [
            str(part.get("label") or part.get("custom_id"))
            for part in parts_of(self.components)
            if part["type"] == 2 and not part.get("disabled")
        ]

    def payload(self, reader_id: str, *, content_granted: bool = True) -> Json:
        """The message object as the bot gets it: empty unless granted, its own, a DM, or one that mentions it."""
        told: Json = {
            "id": self.id,
            "channel_id": self.channel_id,
            "author": self.author.payload(),
            "timestamp": self.created_at,
            "edited_timestamp": self.edited_at,
            "tts": False,
            "mention_everyone": self.mention_everyone,
            "mentions": [user.payload() for user in self.mentions],
            "mention_roles": self.mention_roles,
            "pinned": self.pinned,
            "type": int(self.type),
            "flags": self.flags,
            **self._written(content_granted or self._is_for(reader_id)),
        }
        if self.reactions:
            told["reactions"] = [self._reaction(emoji, reader_id) for emoji in self.reactions]
        optional = {
            "nonce": self.nonce,
            "message_reference": self.reference,
            "interaction_metadata": self.interaction,
            "webhook_id": self.webhook_id,
            "application_id": self.webhook_id,
        }
        told.update((key, value) for key, value in optional.items() if value is not None)
        if self.type is MessageType.REPLY:
            told["referenced_message"] = (
                None
                if self.referenced is None or self.referenced.deleted
                else self.referenced._quoted(reader_id, content_granted)
            )
        return told

    def _quoted(self, reader_id: str, content_granted: bool) -> Json:
        told = self.payload(reader_id, content_granted=content_granted)
        told.pop("referenced_message", None)  # Discord quotes one level deep
        return told

    def _is_for(self, reader_id: str) -> bool:
        own = self.author.id == reader_id or self.guild_id is None
        return own or any(user.id == reader_id for user in self.mentions)

    def _written(self, readable: bool) -> dict[str, Any]:
        if not readable:
            return {"content": "", "embeds": [], "components": [], "attachments": []}
        return {
            "content": self.content,
            "embeds": self.embeds,
            "components": self.components,
            "attachments": self.attachments,
        }

    def _reaction(self, emoji: str, reader_id: str) -> Json:
        users = self.reactions[emoji]
        count = {"burst": 0, "normal": len(users)}
        mine = any(user.id == reader_id for user in users)
        return {
            "emoji": emoji_payload(emoji),
            "count": len(users),
            "count_details": count,
            "me": mine,
            "me_burst": False,
            "burst_colors": [],
        }


def emoji_payload(emoji: str) -> Json:
    """An emoji as events have it: `name:id` is a guild's own."""
    name, _, emoji_id = emoji.partition(":")
    return {"id": emoji_id or None, "name": name}


def parts_of(components: list[Json]) -> Iterator[Json]:
    """Every component at any depth: rows, sections, containers and labels hold others."""
    for component in components:
        yield component
        yield from parts_of(component.get("components") or [])
        for key in ("accessory", "component"):
            if inner := component.get(key):
                yield from parts_of([inner])
