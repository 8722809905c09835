"""Mentions: whom a message notifies, from its text and its `allowed_mentions`, as Discord reckons it.

Embeds never notify. A backslash before a mention makes it plain text. Mentions inside code formatting count: that is
the cautious reading, so a test that nobody was pinged holds whichever way Discord takes it.
"""

import re
from dataclasses import dataclass, field

from tests.discordlab.channels import Channel
from tests.discordlab.guilds import Guild
from tests.discordlab.people import Status, User
from tests.discordlab.permissions import Permission
from tests.discordlab.refusals import Json, bad_form

_MENTION = re.compile(r"(\\*)(?:<@!?(?P<user>\d{15,20})>|<@&(?P<role>\d{15,20})>|(?P<all>@everyone|@here))")
_KINDS = {"users", "roles", "everyone"}


@dataclass(slots=True, kw_only=True)
class Mentioned:
    """What a text mentions, once escapes are minded."""

    users: list[str] = field(default_factory=list)
    roles: list[str] = field(default_factory=list)
    everyone: bool = False
    here: bool = False


def read_mentions(text: str) -> Mentioned:
    """The mentions of a text, each once, in its order."""
    found = Mentioned()
    for match in _MENTION.finditer(text):
        if len(match[1]) % 2:
            continue
        if match["user"] and match["user"] not in found.users:
            found.users.append(match["user"])
        elif match["role"] and match["role"] not in found.roles:
            found.roles.append(match["role"])
        elif match["all"]:
            found.everyone |= match["all"] == "@everyone"
            found.here |= match["all"] == "@here"
    return found


def check_allowed(allowed: Json) -> None:
    """Refuse `allowed_mentions` that contradict themselves."""
    parse = set(allowed.get("parse") or ())
    if parse - _KINDS:
        raise bad_form(
            {"allowed_mentions.parse": ("BASE_TYPE_CHOICES", "Value must be one of users, roles, everyone.")}
        )
    for kind in ("users", "roles"):
        ids = allowed.get(kind) or ()
        if ids and kind in parse:
            sentence = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            raise bad_form({"allowed_mentions": ("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", sentence)})
        if len(ids) > 100:
            raise bad_form(
                {f"allowed_mentions.{kind}": ("BASE_TYPE_MAX_LENGTH", "Must be 100 or fewer in length.")}
            )


def permitted(found: Mentioned, allowed: Json | None) -> Mentioned:
    """The mentions that `allowed_mentions` lets through; without it all."""
    if allowed is None:
        return found
    parse = set(allowed.get("parse") or ())
    users, roles = ({str(i) for i in allowed.get(kind) or ()} for kind in ("users", "roles"))
    return Mentioned(
        users=[user for user in found.users if "users" in parse or user in users],
        roles=[role for role in found.roles if "roles" in parse or role in roles],
        everyone=found.everyone and "everyone" in parse,
        here=found.here and "everyone" in parse,
    )


def notified_in_guild(found: Mentioned, guild: Guild, channel: Channel, author: User) -> frozenset[str]:
    """Usernames of members whom these mentions ping: they must see the channel, and nobody pings themselves."""
    rights = guild.permissions_in(channel, author.id)
    may_all = Permission.MENTION_EVERYONE in rights
    roles = {r for r in found.roles if r in guild.roles and (may_all or guild.roles[r].mentionable)}
    everyone, here = may_all and found.everyone, may_all and found.here
    members = [guild.members[user] for user in found.users if user in guild.members]
    if roles or everyone or here:
        members = list(guild.members.values())
    return frozenset(
        member.user.username
        for member in members
        if member.user is not author
        and (
            member.user.id in found.users
            or everyone
            or not roles.isdisjoint(member.roles)
            or (here and member.user.status is not Status.OFFLINE)
        )
        and Permission.VIEW_CHANNEL in guild.permissions_in(channel, member.user.id)
    )
