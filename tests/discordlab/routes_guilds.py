"""Requests about the bot itself, its application, guilds and members."""

from tests.discordlab.forms import check_name
from tests.discordlab.guilds import Guild
from tests.discordlab.people import Member
from tests.discordlab.permissions import Permission as May
from tests.discordlab.refusals import Json, Refusal, missing_permissions, unknown
from tests.discordlab.routes import EMPTY, ROUTES, Request, Response
from tests.discordlab.world import World


@ROUTES.on("GET", "users/@me")
def me(request: Request) -> Response:
    """The bot's own user."""
    return Response(body=request.world.bot.payload())


@ROUTES.on("GET", "users/{}")
def user(request: Request) -> Response:
    """Anybody's user."""
    found = request.world.user_by_id(request.ids[0])
    if found is None:
        raise unknown("User", 10013)
    return Response(body=found.payload())


@ROUTES.on("GET", "users/@me/guilds")
def my_guilds(request: Request) -> Response:
    """The guilds that the bot is in."""
    world = request.world
    mine = [guild for guild in world.guilds.values() if guild.has_bot]
    if request.query.get("after"):
        mine = [guild for guild in mine if int(guild.id) > int(request.query["after"])]
    told: list[Json] = [
        {
            "id": guild.id,
            "name": guild.name,
            "icon": None,
            "owner": False,
            "features": [],
            "permissions": str(int(guild.base_permissions(world.bot.id))),
            "approximate_member_count": len(guild.members),
            "approximate_presence_count": 0,
        }
        for guild in mine
    ]
    return Response(body=told)


@ROUTES.on("GET", "applications/@me")
@ROUTES.on("GET", "oauth2/applications/@me")
def application(request: Request) -> Response:
    """The bot's application."""
    return Response(body=request.world.app.payload())


@ROUTES.on("GET", "gateway/bot")
def gateway(request: Request) -> Response:
    """Where the gateway is, and how many shards it wants."""
    limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 16}
    shown = request.world.gateway
    return Response(body={"url": shown.url, "shards": shown.shards, "session_start_limit": limit})


@ROUTES.on("GET", "guilds/{}")
def guild(request: Request) -> Response:
    """One guild."""
    found = request.world.guild_with_bot(request.ids[0])
    counts: Json = {}
    if request.query.get("with_counts") in ("1", "true"):
        counts = {"approximate_member_count": len(found.members), "approximate_presence_count": 0}
    return Response(body=found.partial() | counts)


@ROUTES.on("GET", "guilds/{}/roles")
def roles(request: Request) -> Response:
    """The roles of a guild."""
    found = request.world.guild_with_bot(request.ids[0])
    return Response(body=[role.payload() for role in found.roles.values()])


@ROUTES.on("GET", "guilds/{}/channels")
def channels(request: Request) -> Response:
    """The channels of a guild, without its threads."""
    found = request.world.guild_with_bot(request.ids[0])
    return Response(body=[channel.payload() for channel in found.channels.values()])


@ROUTES.on("POST", "guilds/{}/channels")
def new_channel(request: Request) -> Response:
    """Make a text channel."""
    world, found = request.world, request.world.guild_with_bot(request.ids[0])
    if May.MANAGE_CHANNELS not in found.base_permissions(world.bot.id):
        raise missing_permissions()
    check_name(request.body, required=True)
    channel = world.new_channel(found, request.body["name"])
    channel.topic = request.body.get("topic")
    world.emit("CHANNEL_CREATE", found, channel.payload())
    return Response(status=201, body=channel.payload())


@ROUTES.on("GET", "guilds/{}/threads/active")
def active_threads(request: Request) -> Response:
    """The open threads that the bot sees."""
    world, found = request.world, request.world.guild_with_bot(request.ids[0])
    seen = [t for t in found.threads.values() if not t.archived and found.permissions_in(t, world.bot.id)]
    mine = [t.thread_member(world.bot.id) for t in seen if world.bot.id in t.thread_members]
    return Response(body={"threads": [t.payload(world.bot.id) for t in seen], "members": mine})


@ROUTES.on("GET", "guilds/{}/members")
def members(request: Request) -> Response:
    """Members by id, 1,000 at most; needs the members intent granted."""
    found = request.world.guild_with_bot(request.ids[0])
    if not request.world.app.members_granted:
        raise Refusal(403, 50001, "Missing Access")
    after, limit = int(request.query.get("after") or 0), int(request.query.get("limit") or 1)
    ordered = sorted(
        (m for m in found.members.values() if int(m.user.id) > after), key=lambda m: int(m.user.id)
    )
    return Response(body=[member.payload() for member in ordered[:limit]])


@ROUTES.on("GET", "guilds/{}/members/search")
def search(request: Request) -> Response:
    """Members whose username or nick begins so."""
    found = request.world.guild_with_bot(request.ids[0])
    query, limit = request.query["query"].casefold(), int(request.query.get("limit") or 1)
    matching = [
        member
        for member in found.members.values()
        if member.user.username.casefold().startswith(query)
        or (member.nick or "").casefold().startswith(query)
    ]
    return Response(body=[member.payload() for member in matching[:limit]])


@ROUTES.on("GET", "guilds/{}/members/{}")
def member(request: Request) -> Response:
    """One member."""
    return Response(body=_member(request).payload())


def _member(request: Request) -> Member:
    found = request.world.guild_with_bot(request.ids[0])
    user_id = request.world.bot.id if request.ids[1] == "@me" else request.ids[1]
    if user_id not in found.members:
        raise unknown("Member", 10007)
    return found.members[user_id]


@ROUTES.on("PUT", "guilds/{}/members/{}/roles/{}")
def give_role(request: Request) -> Response:
    """Give a member a role."""
    return _changed_role(request, given=True)


@ROUTES.on("DELETE", "guilds/{}/members/{}/roles/{}")
def take_role(request: Request) -> Response:
    """Take a role from a member."""
    return _changed_role(request, given=False)


def _changed_role(request: Request, *, given: bool) -> Response:
    world, changed = request.world, _member(request)
    found = world.guild_with_bot(request.ids[0])
    if May.MANAGE_ROLES not in found.base_permissions(world.bot.id):
        raise missing_permissions()
    if request.ids[2] not in found.roles:
        raise unknown("Role", 10011)
    kept = [role for role in changed.roles if role != request.ids[2]]
    changed.roles = [*kept, request.ids[2]] if given else kept
    tell_member(world, found, changed)
    return EMPTY


def tell_member(world: World, guild: Guild, changed: Member) -> None:
    """A member's name or roles changed."""
    told = changed.payload() | {"guild_id": guild.id}
    world.emit("GUILD_MEMBER_UPDATE", guild, told, of_bot=changed.user is world.bot)


@ROUTES.on("DELETE", "users/@me/guilds/{}")
def leave(request: Request) -> Response:
    """The bot leaves a guild."""
    found = request.world.guild_with_bot(request.ids[0])
    request.world.emit("GUILD_DELETE", found, {"id": found.id})
    found.has_bot = False
    found.members.pop(request.world.bot.id)
    return EMPTY
