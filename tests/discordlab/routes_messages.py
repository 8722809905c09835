"""Requests about messages: sent, read, edited, deleted, pinned and reacted to."""

from urllib.parse import unquote

from tests.discordlab import posting
from tests.discordlab.channels import Channel
from tests.discordlab.forms import check_message, check_not_empty
from tests.discordlab.messages import Message, emoji_payload
from tests.discordlab.permissions import Permission as May
from tests.discordlab.refusals import Json, Refusal, bad_form, missing_access, missing_permissions, unknown
from tests.discordlab.routes import EMPTY, ROUTES, Request, Response, require
from tests.discordlab.world import World

_CANNOT_DM = Refusal(403, 50007, "Cannot send messages to this user")


def told(world: World, message: Message) -> Json:
    """A message as REST gives it to the bot."""
    return message.payload(world.bot.id, content_granted=world.app.content_granted)


@ROUTES.on("POST", "channels/{}/messages")
def send(request: Request) -> Response:
    """Send a message; the same nonce with enforce_nonce gives the message that was sent before."""
    world, body = request.world, request.body
    channel = world.channel_for_bot(request.ids[0])
    _check_may_send(world, channel, body, len(request.attachments))
    check_message(body)
    check_not_empty(body, len(request.attachments))
    if old := _sent_before(world, channel, body):
        return Response(body=told(world, old))
    draft = posting.Draft(
        author=world.bot,
        body=body,
        attachments=request.attachments,
        referenced=_referenced(world, channel, body),
    )
    return Response(body=told(world, posting.post(world, channel, draft)))


def _check_may_send(world: World, channel: Channel, body: Json, files: int) -> None:
    if channel.is_dm:
        recipient = channel.recipient
        if recipient is None or recipient.dms_closed or recipient.bot or not world.shares_guild(recipient):
            raise _CANNOT_DM
        return
    require(world, channel, May.SEND_MESSAGES_IN_THREADS if channel.is_thread else May.SEND_MESSAGES)
    if files:
        require(world, channel, May.ATTACH_FILES)
    if body.get("embeds"):
        require(world, channel, May.EMBED_LINKS)


def _sent_before(world: World, channel: Channel, body: Json) -> Message | None:
    nonce = body.get("nonce")
    if nonce is None or not body.get("enforce_nonce"):
        return None
    for message in reversed(channel.messages.values()):
        if message.nonce is not None and str(message.nonce) == str(nonce) and message.author is world.bot:
            return message
    return None


def _referenced(world: World, channel: Channel, body: Json) -> Message | None:
    reference = body.get("message_reference")
    if not reference:
        return None
    message = channel.messages.get(str(reference["message_id"]))
    if message is None and reference.get("fail_if_not_exists", True):
        raise bad_form({"message_reference": ("REPLIES_UNKNOWN_MESSAGE", "Unknown message")})
    if message is not None:
        require(world, channel, May.READ_MESSAGE_HISTORY)
    return message


@ROUTES.on("GET", "channels/{}/messages")
def history(request: Request) -> Response:
    """Messages, newest first: before, after or around one, 50 unless told, 100 at most."""
    channel = request.channel()
    if May.READ_MESSAGE_HISTORY not in request.world.permissions(channel, request.world.bot):
        return Response(body=[])
    limit = int(request.query.get("limit", 50))
    if not 1 <= limit <= 100:
        raise bad_form({"limit": ("NUMBER_TYPE_MAX", "int value should be between 1 and 100.")})
    chosen = _chosen(list(channel.messages.values()), request.query, limit)
    return Response(body=[told(request.world, message) for message in reversed(chosen)])


def _chosen(messages: list[Message], query: dict[str, str], limit: int) -> list[Message]:
    """The asked part of a history, oldest first."""
    if after := query.get("after"):
        return [message for message in messages if int(message.id) > int(after)][:limit]
    if around := query.get("around"):
        older = [message for message in messages if int(message.id) < int(around)][-(limit // 2) :]
        newer = [message for message in messages if int(message.id) >= int(around)][: limit - len(older)]
        return older + newer
    before = int(query.get("before") or 1 << 63)
    return [message for message in messages if int(message.id) < before][-limit:]


@ROUTES.on("GET", "channels/{}/messages/pins")
def pins(request: Request) -> Response:
    """The pinned messages, newest pin first."""
    channel = request.channel(May.READ_MESSAGE_HISTORY)
    before, limit = request.query.get("before"), int(request.query.get("limit", 50))
    pinned = [
        (at, m) for m, at in reversed(channel.pins.items()) if before is None or at < before.replace(" ", "+")
    ]
    items = [
        {"pinned_at": at, "message": told(request.world, channel.messages[message])}
        for at, message in pinned[:limit]
    ]
    return Response(body={"items": items, "has_more": len(pinned) > limit})


@ROUTES.on("PUT", "channels/{}/messages/pins/{}")
def pin(request: Request) -> Response:
    """Pin a message."""
    return _pinned(request, pinned=True)


@ROUTES.on("DELETE", "channels/{}/messages/pins/{}")
def unpin(request: Request) -> Response:
    """Unpin a message."""
    return _pinned(request, pinned=False)


def _pinned(request: Request, *, pinned: bool) -> Response:
    message = request.message()
    rights = request.world.permissions(request.channel(), request.world.bot)
    if not rights & (May.MANAGE_MESSAGES | May.PIN_MESSAGES):
        raise missing_permissions()
    posting.pin(request.world, message, request.world.bot, pinned=pinned)
    return EMPTY


@ROUTES.on("GET", "channels/{}/messages/{}")
def one(request: Request) -> Response:
    """One message."""
    return Response(body=told(request.world, request.message(May.READ_MESSAGE_HISTORY)))


@ROUTES.on("PATCH", "channels/{}/messages/{}")
def edit(request: Request) -> Response:
    """Edit one of the bot's own messages; in an archived thread none."""
    message = request.message()
    if message.author is not request.world.bot:
        raise Refusal(403, 50005, "Cannot edit a message authored by another user")
    _refuse_archived(request.channel())
    check_message(request.body)
    if request.body.get("embeds"):
        require(request.world, request.channel(), May.EMBED_LINKS)
    after = {part: getattr(message, part) for part in posting.EDITABLE} | request.body
    check_not_empty(after, len(message.attachments))
    return Response(
        body=told(request.world, posting.edit(request.world, message, request.body, request.attachments))
    )


@ROUTES.on("DELETE", "channels/{}/messages/{}")
def delete(request: Request) -> Response:
    """Delete a message; another's only with manage_messages."""
    message = request.message()
    if message.author is not request.world.bot:
        if request.channel().is_dm:
            raise Refusal(403, 50003, "Cannot execute action on a DM channel")
        require(request.world, request.channel(), May.MANAGE_MESSAGES)
    _refuse_archived(request.channel())
    posting.delete(request.world, message)
    return EMPTY


def _refuse_archived(channel: Channel) -> None:
    if channel.archived:
        raise Refusal(
            400, 50083, "Tried to perform an operation on an archived thread, such as editing a message"
        )


@ROUTES.on("PUT", "channels/{}/messages/{}/reactions/{}/@me")
def react(request: Request) -> Response:
    """React to a message."""
    message = request.message(May.READ_MESSAGE_HISTORY)
    emoji = unquote(request.ids[2])
    if emoji not in message.reactions:
        require(request.world, request.channel(), May.ADD_REACTIONS)
    reacted(request.world, message, emoji, request.world.bot.username, added=True)
    return EMPTY


@ROUTES.on("DELETE", "channels/{}/messages/{}/reactions/{}/@me")
def unreact(request: Request) -> Response:
    """Take a reaction back."""
    reacted(
        request.world, request.message(), unquote(request.ids[2]), request.world.bot.username, added=False
    )
    return EMPTY


def reacted(world: World, message: Message, emoji: str, username: str, *, added: bool) -> None:
    """Somebody adds or removes a reaction."""
    user, channel = world.user(username), world.channels[message.channel_id]
    users = message.reactions.setdefault(emoji, [])
    if added == (user in users):
        return
    if added:
        users.append(user)
    else:
        users.remove(user)
    if not users:
        del message.reactions[emoji]
    event: Json = {
        "user_id": user.id,
        "channel_id": channel.id,
        "message_id": message.id,
        "emoji": emoji_payload(emoji),
        "type": 0,
        "burst": False,
    }
    guild = world.guild_of(channel)
    if guild is not None:
        event["guild_id"] = guild.id
        if added and user.id in guild.members:
            event["member"] = guild.members[user.id].payload()
            event["message_author_id"] = message.author.id
    world.emit_in("MESSAGE_REACTION_ADD" if added else "MESSAGE_REACTION_REMOVE", channel, event)


@ROUTES.on("POST", "channels/{}/typing")
def typing(request: Request) -> Response:
    """Show that the bot is typing."""
    channel = request.channel()
    needed = May.SEND_MESSAGES_IN_THREADS if channel.is_thread else May.SEND_MESSAGES
    if needed not in request.world.permissions(channel, request.world.bot):
        raise (
            missing_access()
            if not request.world.permissions(channel, request.world.bot)
            else missing_permissions()
        )
    channel.typing.append(request.world.bot.id)
    request.world.touch()
    return EMPTY


@ROUTES.on("POST", "channels/{}/messages/bulk-delete")
def bulk_delete(request: Request) -> Response:
    """Delete 2 to 100 messages at once."""
    channel = request.channel(May.MANAGE_MESSAGES)
    for message_id in request.body["messages"]:
        if message := channel.messages.get(str(message_id)):
            posting.delete(request.world, message)
    return EMPTY


@ROUTES.on("POST", "users/@me/channels")
def open_dm(request: Request) -> Response:
    """Open the DM with somebody."""
    user = request.world.user_by_id(str(request.body["recipient_id"]))
    if user is None:
        raise unknown("User", 10013)
    if user is request.world.bot:
        raise _CANNOT_DM
    return Response(body=request.world.dm_with(user).payload())
