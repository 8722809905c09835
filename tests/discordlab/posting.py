"""Posting: a message is said, edited, pinned or taken back, with its notifications and events."""

from dataclasses import dataclass, field
from typing import Any

from tests.discordlab import threads
from tests.discordlab.channels import Channel
from tests.discordlab.guilds import Guild
from tests.discordlab.ids import now
from tests.discordlab.mentions import check_allowed, notified_in_guild, permitted, read_mentions
from tests.discordlab.messages import Message, MessageFlag, MessageType
from tests.discordlab.people import User
from tests.discordlab.permissions import Permission
from tests.discordlab.refusals import Json, bad_form
from tests.discordlab.sessions import Intent, Session
from tests.discordlab.world import World

EDITABLE = ("content", "embeds", "components", "attachments")


@dataclass(slots=True, kw_only=True)
class Draft:
    """A message that is about to be said."""

    author: User
    body: Json
    type: MessageType = MessageType.DEFAULT
    attachments: list[Json] = field(default_factory=list)
    interaction: Json | None = None
    seen_only_by: User | None = None
    by_webhook: bool = False
    referenced: Message | None = None
    id: str | None = None


def post(world: World, channel: Channel, draft: Draft) -> Message:
    """Say a message: reckon whom it notifies, put it into the channel and tell the bot of it."""
    if channel.is_thread:
        threads.wake(world, channel, draft.author)
    message = _written(world, channel, draft)
    notify(world, channel, message, draft.body.get("allowed_mentions"))
    if not message.ephemeral:
        channel.messages[message.id] = message
        _join_thread(world, channel, message)
        announce(world, "MESSAGE_CREATE", channel, message)
    world.touch()
    world.heard("said", message)
    return message


def _written(world: World, channel: Channel, draft: Draft) -> Message:
    body = draft.body
    message = Message(
        channel_id=channel.id,
        guild_id=channel.guild_id,
        author=draft.author,
        type=draft.type,
        content=(body.get("content") or "").strip(),
        embeds=[{"type": "rich", **embed} for embed in body.get("embeds") or []],
        components=numbered(body.get("components") or []),
        attachments=draft.attachments,
        flags=int(body.get("flags") or 0) | (MessageFlag.EPHEMERAL if draft.seen_only_by else 0),
        nonce=body.get("nonce"),
        interaction=draft.interaction,
        seen_only_by=draft.seen_only_by,
        webhook_id=world.app.id if draft.by_webhook else None,
        referenced=draft.referenced,
    )
    if draft.id:
        message.id = draft.id
    if draft.referenced is not None:
        message.type = MessageType.REPLY if draft.type is MessageType.DEFAULT else draft.type
        message.reference = {
            "type": 0,
            "channel_id": draft.referenced.channel_id,
            "message_id": draft.referenced.id,
            **({"guild_id": channel.guild_id} if channel.guild_id else {}),
        }
    return message


def numbered(components: list[Json], start: int = 1) -> list[Json]:
    """Components with the numeric ids that Discord gives to those without one."""
    count = start

    def one(component: Json) -> Json:
        nonlocal count
        told = {"id": count, **component}
        count += 1
        if "components" in component:
            told["components"] = [one(inner) for inner in component["components"]]
        if "accessory" in component:
            told["accessory"] = one(component["accessory"])
        return told

    return [one(component) for component in components]


def notify(world: World, channel: Channel, message: Message, allowed: Json | None) -> None:
    """Reckon whom a message mentions and whom it notifies."""
    if allowed is not None:
        check_allowed(allowed)
    found = permitted(read_mentions(message.content), allowed)
    pings_reply = message.type is MessageType.REPLY and (allowed is None or bool(allowed.get("replied_user")))
    if pings_reply and message.referenced is not None and message.referenced.author.id not in found.users:
        found.users.append(message.referenced.author.id)
    guild = world.guild_of(channel)
    message.mentions = [user for user in map(world.user_by_id, found.users) if user is not None]
    message.mention_roles = [role for role in found.roles if guild is not None and role in guild.roles]
    if message.ephemeral:
        return
    if guild is None:
        other = world.bot if message.author is channel.recipient else channel.recipient
        message.notified = frozenset({other.username} if other else ())
        return
    may_all = Permission.MENTION_EVERYONE in guild.permissions_in(channel, message.author.id)
    message.mention_everyone = may_all and (found.everyone or found.here)
    message.notified = notified_in_guild(found, guild, channel, message.author)


def _join_thread(world: World, channel: Channel, message: Message) -> None:
    if channel.is_thread:
        guild = world.guilds[channel.guild_id or ""]
        joining = [message.author, *message.mentions]
        threads.add_members(world, channel, [user for user in joining if user.id in guild.members])


def announce(world: World, event: str, channel: Channel, message: Message) -> None:
    """Tell the bot of a message, with as much of it as each session may read."""
    guild = world.guild_of(channel)
    told: dict[bool, Json] = {}

    def data(session: Session) -> Json:
        readable = Intent.MESSAGE_CONTENT in session.intents
        if readable not in told:
            told[readable] = _event_payload(world, guild, message, readable)
        return told[readable]

    world.emit_in(event, channel, data)


def _event_payload(world: World, guild: Guild | None, message: Message, readable: bool) -> Json:
    data = message.payload(world.bot.id, content_granted=readable)
    if guild is None:
        return data
    data["guild_id"] = guild.id
    if author := guild.members.get(message.author.id):
        data["member"] = author.partial()
    for mention in data["mentions"]:
        if member := guild.members.get(mention["id"]):
            mention["member"] = member.partial()
    return data


def edit(world: World, message: Message, body: Json, attachments: list[Json] | None = None) -> Message:
    """Change a message. An edit notifies nobody, but the first words of a deferred answer do."""
    channel = world.channels[message.channel_id]
    was_loading = bool(message.flags & MessageFlag.LOADING)
    message.edits.append(message.content)
    if "content" in body:
        message.content = (body["content"] or "").strip()
    if "embeds" in body:
        message.embeds = [{"type": "rich", **embed} for embed in body["embeds"] or []]
    if "components" in body:
        message.components = numbered(body["components"] or [])
    if attachments or "attachments" in body:
        kept = {str(part["id"]) for part in body.get("attachments") or ()}
        message.attachments = [part for part in message.attachments if part["id"] in kept] + (
            attachments or []
        )
    message.flags &= ~MessageFlag.LOADING
    before = message.notified
    notify(world, channel, message, body.get("allowed_mentions"))
    if not was_loading:
        message.notified = before
        message.edited_at = now()
    if not message.ephemeral:
        announce(world, "MESSAGE_UPDATE", channel, message)
    world.touch()
    world.heard("edited", message)
    return message


def delete(world: World, message: Message) -> None:
    """Take a message back."""
    channel = world.channels[message.channel_id]
    message.deleted = True
    channel.messages.pop(message.id, None)
    channel.pins.pop(message.id, None)
    if not message.ephemeral:
        told: dict[str, Any] = {"id": message.id, "channel_id": channel.id}
        world.emit_in(
            "MESSAGE_DELETE", channel, told | ({"guild_id": channel.guild_id} if channel.guild_id else {})
        )
    world.touch()
    world.heard("deleted", message)


def pin(world: World, message: Message, by: User, *, pinned: bool) -> None:
    """Pin or unpin a message; pinning says so in the channel."""
    channel = world.channels[message.channel_id]
    if message.pinned == pinned:
        return
    if pinned and len(channel.pins) >= 250:
        raise bad_form({"pins": ("MAX_PINS", "Maximum number of pins reached for the channel (250)")})
    message.pinned = pinned
    if pinned:
        channel.pins[message.id] = now()
        post(world, channel, Draft(author=by, body={}, type=MessageType.PINNED, referenced=message))
    else:
        del channel.pins[message.id]
    announce(world, "MESSAGE_UPDATE", channel, message)
    last = next(reversed(channel.pins.values()), None)
    told = {"channel_id": channel.id, "guild_id": channel.guild_id, "last_pin_timestamp": last}
    world.emit_in("CHANNEL_PINS_UPDATE", channel, told)
