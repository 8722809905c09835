"""Requests about channels and threads."""

from tests.discordlab import posting, threads
from tests.discordlab.channels import Channel
from tests.discordlab.forms import check_name
from tests.discordlab.messages import Message, MessageType
from tests.discordlab.permissions import Overwrite
from tests.discordlab.permissions import Permission as May
from tests.discordlab.refusals import Json, Refusal, missing_permissions, unknown
from tests.discordlab.routes import EMPTY, ROUTES, Request, Response, require
from tests.discordlab.world import World


@ROUTES.on("GET", "channels/{}")
def get(request: Request) -> Response:
    """One channel or thread."""
    return Response(body=request.channel().payload(request.world.bot.id))


@ROUTES.on("PATCH", "channels/{}")
def change(request: Request) -> Response:
    """Change a channel, or archive, lock and rename a thread."""
    channel = request.channel()
    check_name(request.body, required=False)
    if channel.is_thread:
        _check_may_change(request.world, channel, request.body)
        threads.update(request.world, channel, request.body)
    else:
        require(request.world, channel, May.MANAGE_CHANNELS)
        update(request.world, channel, request.body)
    return Response(body=channel.payload(request.world.bot.id))


def _check_may_change(world: World, thread: Channel, body: Json) -> None:
    """The starter may archive and rename a thread that is not locked; the rest needs manage_threads."""
    rights = world.permissions(thread, world.bot)
    if May.MANAGE_THREADS in rights:
        opens_with_more = thread.archived and body.get("archived", True) and len(body) > 0
        if opens_with_more and set(body) - {"archived", "locked"}:
            raise Refusal(400, 50083, "Tried to perform an operation on an archived thread")
        return
    if thread.locked or "locked" in body or (thread.owner_id != world.bot.id and not _only_opens(body)):
        raise missing_permissions()
    if thread.archived and not _only_opens(body):
        raise Refusal(400, 50083, "Tried to perform an operation on an archived thread")


def _only_opens(body: Json) -> bool:
    return body == {"archived": False}


def update(world: World, channel: Channel, body: Json) -> None:
    """Change a text channel's name, topic, slowmode or overwrites."""
    saw = May.VIEW_CHANNEL in world.permissions(channel, world.bot)
    channel.name = body.get("name", channel.name)
    channel.topic = body.get("topic", channel.topic)
    channel.slowmode_seconds = body.get("rate_limit_per_user", channel.slowmode_seconds)
    if "permission_overwrites" in body:
        channel.overwrites = {o.target: o for o in map(_overwrite, body["permission_overwrites"])}
    world.emit("CHANNEL_UPDATE", world.guild_of(channel), channel.payload())
    if not saw and May.VIEW_CHANNEL in world.permissions(channel, world.bot):
        threads.sync(world, channel)


def _overwrite(body: Json) -> Overwrite:
    return Overwrite(
        target=str(body["id"]),
        is_role=int(body["type"]) == 0,
        allow=May(int(body.get("allow") or 0)),
        deny=May(int(body.get("deny") or 0)),
    )


@ROUTES.on("PUT", "channels/{}/permissions/{}")
def overwrite(request: Request) -> Response:
    """Set what a role or member may do in a channel."""
    channel = request.channel(May.MANAGE_ROLES)
    new = _overwrite(request.body | {"id": request.ids[1]})
    kept = [o.payload() for target, o in channel.overwrites.items() if target != new.target]
    update(request.world, channel, {"permission_overwrites": [*kept, new.payload()]})
    return EMPTY


@ROUTES.on("DELETE", "channels/{}")
def delete(request: Request) -> Response:
    """Delete a channel or thread; a DM is only closed."""
    world, channel = request.world, request.channel()
    told = channel.payload(world.bot.id)
    if channel.is_thread:
        require(world, channel, May.MANAGE_THREADS)
        threads.delete(world, channel)
    elif not channel.is_dm:
        require(world, channel, May.MANAGE_CHANNELS)
        remove(world, channel)
    return Response(body=told)


def remove(world: World, channel: Channel) -> None:
    """A channel and its threads are gone; clients forget the threads by themselves."""
    guild = world.guilds[channel.guild_id or ""]
    told = channel.payload()
    for thread in [thread for thread in guild.threads.values() if thread.parent_id == channel.id]:
        del guild.threads[thread.id], world.channels[thread.id]
    world.emit("CHANNEL_DELETE", guild, told)
    del guild.channels[channel.id], world.channels[channel.id]


@ROUTES.on("POST", "channels/{}/threads")
def start_thread(request: Request) -> Response:
    """Start a thread without a message; a public one is told of in the channel."""
    check_name(request.body, required=True)
    public = (request.body.get("type") or 12) == 11
    channel = request.channel(May.CREATE_PUBLIC_THREADS if public else May.CREATE_PRIVATE_THREADS)
    thread = threads.start(request.world, _parent(channel), request.world.bot, request.body)
    if public:
        said = posting.Draft(
            author=request.world.bot, body={"content": thread.name}, type=MessageType.THREAD_CREATED
        )
        posting.post(request.world, channel, said)
    return Response(status=201, body=thread.payload(request.world.bot.id))


@ROUTES.on("POST", "channels/{}/messages/{}/threads")
def start_thread_from(request: Request) -> Response:
    """Start a thread from a message."""
    check_name(request.body, required=True)
    message: Message = request.message(May.CREATE_PUBLIC_THREADS, May.READ_MESSAGE_HISTORY)
    thread = threads.start(
        request.world, _parent(request.channel()), request.world.bot, request.body, message
    )
    return Response(status=201, body=thread.payload(request.world.bot.id))


def _parent(channel: Channel) -> Channel:
    if channel.is_thread or channel.is_dm:
        raise Refusal(400, 50024, "Cannot execute action on this channel type")
    return channel


@ROUTES.on("PUT", "channels/{}/thread-members/{}")
def add_to_thread(request: Request) -> Response:
    """Put somebody, or the bot itself, into a thread."""
    world, thread = request.world, request.channel()
    user = world.bot if request.ids[1] == "@me" else world.user_by_id(request.ids[1])
    guild = world.guild_of(thread)
    if user is None or guild is None or user.id not in guild.members:
        raise unknown("Member", 10007)
    if thread.archived:
        raise Refusal(400, 50083, "Tried to perform an operation on an archived thread")
    if user is not world.bot:
        require(world, thread, May.SEND_MESSAGES_IN_THREADS)
    threads.add_members(world, thread, [user])
    return EMPTY


@ROUTES.on("DELETE", "channels/{}/thread-members/{}")
def remove_from_thread(request: Request) -> Response:
    """Take somebody, or the bot itself, out of a thread."""
    thread = request.channel()
    user_id = request.world.bot.id if request.ids[1] == "@me" else request.ids[1]
    if user_id != request.world.bot.id:
        require(request.world, thread, May.MANAGE_THREADS)
    threads.remove_member(request.world, thread, user_id)
    return EMPTY


@ROUTES.on("GET", "channels/{}/thread-members")
def thread_members(request: Request) -> Response:
    """Who is in a thread."""
    thread = request.channel()
    return Response(body=[thread.thread_member(user_id) for user_id in thread.thread_members])


@ROUTES.on("GET", "channels/{}/threads/archived/public")
def archived_threads(request: Request) -> Response:
    """The archived public threads of a channel, newest first."""
    channel, world = request.channel(May.READ_MESSAGE_HISTORY), request.world
    guild, limit = world.guilds[channel.guild_id or ""], int(request.query.get("limit", 50))
    before = request.query.get("before", "9").replace(" ", "+")
    found = [
        t
        for t in guild.threads.values()
        if t.parent_id == channel.id and t.archived and not t.is_private and t.archived_at < before
    ]
    found.sort(key=lambda thread: thread.archived_at, reverse=True)
    told = [thread.payload(world.bot.id) for thread in found[:limit]]
    mine = [t.thread_member(world.bot.id) for t in found[:limit] if world.bot.id in t.thread_members]
    return Response(body={"threads": told, "members": mine, "has_more": len(found) > limit})
