"""Threads: started, archived, locked, woken by a message, and who is in them."""

from tests.discordlab.channels import Channel, ChannelType
from tests.discordlab.ids import now, snowflake
from tests.discordlab.messages import Message, MessageFlag
from tests.discordlab.people import User
from tests.discordlab.permissions import Permission
from tests.discordlab.refusals import Json, Refusal
from tests.discordlab.sessions import Intent, Session
from tests.discordlab.world import World


def start(world: World, parent: Channel, by: User, body: Json, message: Message | None = None) -> Channel:
    """Start a thread in a channel, from a message or without one; its starter is in it."""
    if message is not None and message.id in world.channels:
        raise Refusal(400, 160004, "A thread has already been created for this message")
    kind = ChannelType.PUBLIC_THREAD if message is not None else ChannelType(body.get("type") or 12)
    thread = Channel(
        id=message.id if message is not None else snowflake(),
        type=kind,
        name=body["name"],
        guild_id=parent.guild_id,
        parent_id=parent.id,
        owner_id=by.id,
        auto_archive_minutes=body.get("auto_archive_duration") or 1440,
        slowmode_seconds=body.get("rate_limit_per_user") or 0,
    )
    thread.thread_members[by.id] = now()
    world.channels[thread.id] = world.guilds[parent.guild_id or ""].threads[thread.id] = thread
    if message is not None:
        message.flags |= MessageFlag.HAS_THREAD
    world.emit_in("THREAD_CREATE", thread, thread.payload(world.bot.id) | {"newly_created": True})
    return thread


def update(world: World, thread: Channel, body: Json) -> None:
    """Archive, lock, rename, or change how soon a thread is archived."""
    if "archived" in body and body["archived"] != thread.archived:
        thread.archived, thread.archived_at = body["archived"], now()
    thread.locked = body.get("locked", thread.locked)
    thread.name = body.get("name", thread.name)
    thread.auto_archive_minutes = body.get("auto_archive_duration", thread.auto_archive_minutes)
    thread.slowmode_seconds = body.get("rate_limit_per_user", thread.slowmode_seconds)
    world.emit_in("THREAD_UPDATE", thread, thread.payload(world.bot.id))


def wake(world: World, thread: Channel, by: User) -> None:
    """A message opens an archived thread again; Refusal when the thread is locked and the author may not open it."""
    if thread.locked and Permission.MANAGE_THREADS not in world.permissions(thread, by):
        if thread.archived:
            raise Refusal(
                400, 50083, "Tried to perform an operation on an archived thread, such as editing a message"
            )
        raise Refusal(400, 160005, "This thread is locked")
    if thread.archived:
        update(world, thread, {"archived": False})


def add_members(world: World, thread: Channel, users: list[User]) -> None:
    """Put people into a thread, those who are not in it yet."""
    guild = world.guilds[thread.guild_id or ""]
    added = [user for user in users if user.id not in thread.thread_members]
    if not added:
        return
    for user in added:
        thread.thread_members[user.id] = now()
    members = [
        thread.thread_member(user.id)
        | {"member": guild.members[user.id].payload(), "presence": guild.members[user.id].presence()}
        for user in added
    ]
    _tell_change(world, thread, {"added_members": members}, of_bot=world.bot in added)


def remove_member(world: World, thread: Channel, user_id: str) -> None:
    """Take somebody out of a thread."""
    if thread.thread_members.pop(user_id, None) is not None:
        _tell_change(world, thread, {"removed_member_ids": [user_id]}, of_bot=user_id == world.bot.id)


def _tell_change(world: World, thread: Channel, change: Json, *, of_bot: bool) -> None:
    told = {
        "id": thread.id,
        "guild_id": thread.guild_id,
        "member_count": len(thread.thread_members),
        **change,
    }

    def data(session: Session) -> Json | None:
        return told if of_bot or Intent.MEMBERS in session.intents else None

    world.emit_in("THREAD_MEMBERS_UPDATE", thread, data)


def delete(world: World, thread: Channel) -> None:
    """Delete a thread with all that was said in it."""
    told = {
        "id": thread.id,
        "guild_id": thread.guild_id,
        "parent_id": thread.parent_id,
        "type": int(thread.type),
    }
    world.emit_in("THREAD_DELETE", thread, told)
    del world.channels[thread.id], world.guilds[thread.guild_id or ""].threads[thread.id]


def sync(world: World, parent: Channel) -> None:
    """The bot can see a channel from now on: tell it of the open threads there."""
    guild = world.guilds[parent.guild_id or ""]
    here = [t for t in guild.threads.values() if t.parent_id == parent.id and not t.archived]
    seen = [t for t in here if Permission.VIEW_CHANNEL in guild.permissions_in(t, world.bot.id)]
    told = {
        "guild_id": guild.id,
        "channel_ids": [parent.id],
        "threads": [thread.payload(world.bot.id) for thread in seen],
        "members": [t.thread_member(world.bot.id) for t in seen if world.bot.id in t.thread_members],
    }
    world.emit("THREAD_LIST_SYNC", guild, told)
