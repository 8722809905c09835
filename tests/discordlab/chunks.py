"""Chunks: the members that a session asks for by op 8, in thousands."""

from tests.discordlab.guilds import Guild
from tests.discordlab.people import Member
from tests.discordlab.refusals import Json
from tests.discordlab.sessions import Intent, Session

CHUNK = 1000


def send_chunks(session: Session, guild: Guild, data: Json) -> None:
    """Answer op 8: everybody (with the members intent), those with given ids, or those whose name begins so."""
    found = _asked_for(session, guild, data)
    asked = data.get("user_ids") or []
    asked = asked if isinstance(asked, list) else [asked]
    chunks = [found[start : start + CHUNK] for start in range(0, len(found), CHUNK)] or [[]]
    for index, members in enumerate(chunks):
        chunk: Json = {
            "guild_id": guild.id,
            "members": [member.payload() for member in members],
            "chunk_index": index,
            "chunk_count": len(chunks),
            "not_found": [str(user) for user in asked if str(user) not in guild.members],
            "nonce": data.get("nonce"),
        }
        if data.get("presences") and Intent.PRESENCES in session.intents:
            chunk["presences"] = [member.presence() for member in members]
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk)


def _asked_for(session: Session, guild: Guild, data: Json) -> list[Member]:
    if users := data.get("user_ids"):
        wanted = {str(user) for user in (users if isinstance(users, list) else [users])}
        return [member for user_id, member in guild.members.items() if user_id in wanted]
    query, limit = data.get("query") or "", data.get("limit") or 0
    if not query and not limit:
        return list(guild.members.values()) if Intent.MEMBERS in session.intents else []
    found = [
        member
        for member in guild.members.values()
        if member.user.username.startswith(query) or (member.nick or "").startswith(query)
    ]
    return found[: min(limit or 100, 100)]
