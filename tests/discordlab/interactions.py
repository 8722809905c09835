"""Interactions: somebody used a command, a button or a form, and how the bot answered."""

import asyncio
import time
from dataclasses import dataclass, field
from datetime import timedelta
from enum import IntEnum

from tests.discordlab.channels import Channel
from tests.discordlab.guilds import Guild
from tests.discordlab.ids import snowflake
from tests.discordlab.messages import Message, MessageFlag
from tests.discordlab.people import User
from tests.discordlab.refusals import Json

ANSWER_WITHIN = timedelta(seconds=3)
TOKEN_LIFE = timedelta(minutes=15)


class Kind(IntEnum):
    """What somebody did."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Answer(IntEnum):
    """How an interaction can be answered."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


@dataclass(slots=True, kw_only=True, eq=False)
class Interaction:
    """One use of a command, button, menu or form, and all that came of it."""

    kind: Kind
    user: User
    channel: Channel
    guild: Guild | None
    data: Json
    on_message: Message | None = None
    """The message whose button or menu it was, also behind a form."""
    id: str = field(default_factory=snowflake)
    token: str = field(default_factory=lambda: f"lab{snowflake()}")
    asked_at: float = field(default_factory=time.monotonic)
    """Seconds of the monotonic clock."""
    answer_within: timedelta = ANSWER_WITHIN
    expired: bool = False
    """Set to have the 15 minutes of the token be over."""
    took: timedelta | None = None
    """How long the bot needed to acknowledge."""
    callbacks: list[Json] = field(default_factory=list)
    """The acknowledgements that came, also refused ones."""
    accepted: Json | None = None
    """The acknowledgement that counted."""
    message: Message | None = None
    """`@original`."""
    followups: list[Message] = field(default_factory=list)
    failed: bool = False
    """Nothing came in time: the person read 'The application did not respond'."""
    acknowledged: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def age(self) -> timedelta:
        """How long ago it was."""
        return timedelta(seconds=time.monotonic() - self.asked_at)

    @property
    def token_valid(self) -> bool:
        """Whether follow-ups and edits are still taken."""
        return not self.expired and self.age < TOKEN_LIFE

    @property
    def modal(self) -> Json | None:
        """The form that the bot opened."""
        if self.accepted is None or self.accepted["type"] != Answer.MODAL:
            return None
        form: Json = self.accepted["data"]
        return form

    @property
    def choices(self) -> list[Json]:
        """What was suggested while typing."""
        return list((self.accepted or {}).get("data", {}).get("choices") or [])

    @property
    def ephemeral(self) -> bool:
        """Whether only the person saw the answer."""
        return self.message is not None and self.message.ephemeral

    @property
    def done(self) -> bool:
        """Whether there is an answer to read: acknowledged and no longer 'thinking'."""
        if self.accepted is None:
            return False
        return not (self.message is not None and self.message.flags & MessageFlag.LOADING)

    @property
    def answers(self) -> list[Message]:
        """The messages that this brought, first the original."""
        mine = [self.message] if self.message is not None and self.message is not self.on_message else []
        return [*mine, *self.followups]

    def metadata(self) -> Json:
        """What the answering message tells of it."""
        return {
            "id": self.id,
            "type": int(self.kind),
            "user": self.user.payload(),
            "authorizing_integration_owners": {"0": self.guild.id if self.guild else "0"},
        }

    def payload(self, app_id: str, content_of: Json | None) -> Json:
        """The event's data; content_of is the message of a component."""
        told: Json = {
            "id": self.id,
            "application_id": app_id,
            "type": int(self.kind),
            "data": self.data,
            "channel_id": self.channel.id,
            "channel": self.channel.payload(),
            "token": self.token,
            "version": 1,
            "locale": "en-US",
            "entitlements": [],
            "attachment_size_limit": 10 * 1024 * 1024,
            "authorizing_integration_owners": {"0": self.guild.id if self.guild else "0"},
            "context": 0 if self.guild else 1,
            "app_permissions": str(int(self._may(app_id))),
        }
        if content_of is not None:
            told["message"] = content_of
        if self.guild is None:
            return told | {"user": self.user.payload()}
        member = self.guild.members[self.user.id].payload() | {
            "permissions": str(int(self._may(self.user.id)))
        }
        place = {"id": self.guild.id, "locale": "en-US", "features": []}
        return told | {"guild_id": self.guild.id, "guild": place, "guild_locale": "en-US", "member": member}

    def _may(self, user_id: str) -> int:
        return int(self.guild.permissions_in(self.channel, user_id)) if self.guild else 0
