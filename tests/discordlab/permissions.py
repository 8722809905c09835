"""What somebody may do: the permission bits, and how roles and overwrites add up to them."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntFlag

from tests.discordlab.refusals import Json


class Permission(IntFlag):
    """The bits that a bot of ours meets."""

    KICK_MEMBERS = 1 << 1
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    CHANGE_NICKNAME = 1 << 26
    MANAGE_NICKNAMES = 1 << 27
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    MODERATE_MEMBERS = 1 << 40
    PIN_MESSAGES = 1 << 51


P = Permission
ALL = P((1 << 53) - 1)
NONE = P(0)
MEMBER = (
    P.ADD_REACTIONS
    | P.VIEW_CHANNEL
    | P.SEND_MESSAGES
    | P.EMBED_LINKS
    | P.ATTACH_FILES
    | P.READ_MESSAGE_HISTORY
) | (P.CHANGE_NICKNAME | P.USE_APPLICATION_COMMANDS | P.CREATE_PUBLIC_THREADS | P.SEND_MESSAGES_IN_THREADS)
"""What @everyone may do in a guild as Discord makes it."""

BOT = MEMBER | P.MANAGE_THREADS | P.MANAGE_MESSAGES | P.PIN_MESSAGES | P.MENTION_EVERYONE
"""What an organiser usually gives the bot."""

_NEEDS_SENDING = P.MENTION_EVERYONE | P.ATTACH_FILES | P.EMBED_LINKS
_IN_DM = MEMBER | P.PIN_MESSAGES


@dataclass(frozen=True, slots=True, kw_only=True)
class Overwrite:
    """What a channel allows or denies a role or a member beside the guild's roles."""

    target: str
    is_role: bool
    allow: Permission = NONE
    deny: Permission = NONE

    def payload(self) -> Json:
        """The overwrite object."""
        kind = 0 if self.is_role else 1
        return {"id": self.target, "type": kind, "allow": str(int(self.allow)), "deny": str(int(self.deny))}


def overwritten(
    base: Permission, overwrites: Iterable[Overwrite], everyone: str, roles: set[str], user: str
) -> Permission:
    """The permissions in a channel: @everyone's overwrite, then those of roles together, then the member's own."""
    by_target = {overwrite.target: overwrite for overwrite in overwrites}
    if first := by_target.get(everyone):
        base = base & ~first.deny | first.allow
    allow = deny = NONE
    for role in roles & by_target.keys() - {everyone}:
        allow, deny = allow | by_target[role].allow, deny | by_target[role].deny
    base = base & ~deny | allow
    if own := by_target.get(user):
        base = base & ~own.deny | own.allow
    if P.VIEW_CHANNEL not in base:
        return NONE
    return base


def without_sending(base: Permission, send: Permission) -> Permission:
    """Who may not send may not embed, attach or mention everyone either."""
    return base if send in base else base & ~_NEEDS_SENDING


def in_dm() -> Permission:
    """What both sides of a DM may do there."""
    return _IN_DM
