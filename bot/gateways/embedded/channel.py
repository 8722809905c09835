"""One channel of the embedded server: who is on it, with which status, and what its modes forbid."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from bot.gateways.embedded.client import Capability, Client


class Status(Enum):
    """What a member may be; the value is the mode letter. Highest first."""

    OPERATOR = "o"
    VOICE = "v"

    @property
    def sign(self) -> str:
        """What stands before the nick in lists."""
        return {Status.OPERATOR: "@", Status.VOICE: "+"}[self]


class Flag(Enum):
    """What a channel may be; the value is the mode letter."""

    INVITE_ONLY = "i"
    MODERATED = "m"
    NO_OUTSIDE_MESSAGES = "n"
    OPERATORS_SET_TOPIC = "t"


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """A channel's topic, and who set it when."""

    text: str
    by: str
    set_at: datetime


class Channel:
    """A channel lives as long as somebody is on it."""

    def __init__(self, *, name: str, created_at: datetime) -> None:
        self.name = name
        self.created_at = created_at
        self.topic: Topic | None = None
        self.flags = {Flag.NO_OUTSIDE_MESSAGES, Flag.OPERATORS_SET_TOPIC}
        self.members: dict[Client, set[Status]] = {}
        self.invited: set[Client] = set()

    def seen_by(self, client: Client) -> list[Client]:
        """The members on the client's side of a netsplit, itself included, in the order of joining."""
        return [member for member in self.members if member.is_far == client.is_far]

    def is_operator(self, client: Client) -> bool:
        """Whether the client is a channel operator here."""
        return Status.OPERATOR in self.members.get(client, ())

    def may_be_entered_by(self, client: Client) -> bool:
        """Whether the client may join."""
        return Flag.INVITE_ONLY not in self.flags or client in self.invited

    def may_be_addressed_by(self, client: Client) -> bool:
        """Whether what the client says is passed on."""
        if client not in self.members:
            return not self.flags & {Flag.NO_OUTSIDE_MESSAGES, Flag.MODERATED}
        return Flag.MODERATED not in self.flags or bool(self.members[client])

    def may_be_opened_by(self, client: Client) -> bool:
        """Whether the client may invite others."""
        return Flag.INVITE_ONLY not in self.flags or self.is_operator(client)

    def topic_may_be_set_by(self, client: Client) -> bool:
        """Whether the client may change the topic."""
        return Flag.OPERATORS_SET_TOPIC not in self.flags or self.is_operator(client)

    def signs(self, member: Client, *, seen_by: Client) -> str:
        """The signs of a member's statuses: the highest, or all for who asked for `multi-prefix`."""
        signs = "".join(status.sign for status in Status if status in self.members[member])
        return signs if Capability.MULTI_PREFIX in seen_by.capabilities else signs[:1]

    @property
    def mode_text(self) -> str:
        """The flags as MODE shows them, `+nt`."""
        return "+" + "".join(sorted(flag.value for flag in self.flags))
