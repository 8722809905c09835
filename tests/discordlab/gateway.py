"""The gateway: sessions of the bot over websockets, what each may be told, and the outages that befall them."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import aiohttp
from aiohttp import web

from tests.discordlab.chunks import send_chunks
from tests.discordlab.guilds import Guild
from tests.discordlab.ids import snowflake
from tests.discordlab.refusals import Json
from tests.discordlab.sessions import Intent, Link, Op, Session

if TYPE_CHECKING:
    from tests.discordlab.world import World


class Gateway:
    """All sessions of the bot."""

    def __init__(self, world: "World", *, heartbeat_seconds: float = 41.25) -> None:
        self.world = world
        self.heartbeat_seconds = heartbeat_seconds
        self.sessions: dict[str, Session] = {}
        self.links: list[Link] = []
        self.url = ""
        self.shards = 1
        self.sharding_required = False
        self.acks_muted = False
        self.hello_muted = False
        self.identifies: list[Json] = []
        self.resumes: list[Json] = []
        self.heartbeats = 0
        self.connections = 0

    # --- what the network does

    @property
    def connected(self) -> bool:
        """Whether some session has its link now."""
        return any(session.link is not None for session in self.sessions.values())

    def drop(self) -> None:
        """Cut every connection with no close frame; sessions can be resumed."""
        for link in list(self.links):
            link.cut()

    def ask_to_reconnect(self) -> None:
        """Op 7 to every connection."""
        for link in self.links:
            link.send(Op.RECONNECT, None)

    def invalidate(self, *, resumable: bool) -> None:
        """Op 9 to every connection; when not resumable the sessions end."""
        for link in self.links:
            link.send(Op.INVALID_SESSION, resumable)
            if not resumable and link.session is not None:
                self.sessions.pop(link.session.id, None)
                link.session.link = None
                link.session = None

    async def close(self, code: int) -> None:
        """Close every connection with a code; those of ended sessions end the sessions."""
        for link in list(self.links):
            session = link.session
            await link.close(code)
            if session is not None and code in (1000, 1001, 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014):
                self.sessions.pop(session.id, None)

    def forget_sessions(self) -> None:
        """No session can be resumed any more, as after a long outage."""
        self.sessions = {i: s for i, s in self.sessions.items() if s.link is not None}

    # --- events

    def emit(
        self,
        event: str,
        guild_id: str | None,
        data: Json | Callable[[Session], Json | None],
        *,
        of_bot: bool = False,
    ) -> None:
        """Send an event to the sessions that it concerns and that asked for it; data may differ by session.

        of_bot: it is about the bot itself, which is told of such things whatever it asked for.
        """
        for session in self.sessions.values():
            if session.serves(guild_id) and (of_bot or session.wants(event, guild_id)):
                told = data(session) if callable(data) else data
                if told is not None:
                    session.dispatch(event, told)

    # --- connections

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one websocket."""
        socket = web.WebSocketResponse(compress=False, max_msg_size=0)
        await socket.prepare(request)
        self.connections += 1
        link = Link(socket, request.transport)
        self.links.append(link)
        if not self.hello_muted:
            hello = {"heartbeat_interval": int(self.heartbeat_seconds * 1000), "_trace": []}
            link.send(Op.HELLO, hello)
        try:
            async for message in socket:
                if message.type is aiohttp.WSMsgType.TEXT:
                    await self._receive(link, json.loads(message.data))
        finally:
            self._lost(link)
        return socket

    def _lost(self, link: Link) -> None:
        session = link.session
        if session is not None and session.link is link and link.socket.close_code in (1000, 1001):
            self.sessions.pop(
                session.id, None
            )  # the bot closed it so: Discord shows it offline and forgets it
        link.detach()
        if link in self.links:
            self.links.remove(link)

    async def _receive(self, link: Link, frame: Json) -> None:
        op: int = frame["op"]
        data: Any = frame.get("d")
        if op == Op.HEARTBEAT:
            self.heartbeats += 1
            if not self.acks_muted:
                link.send(Op.ACK, None)
        elif op == Op.IDENTIFY:
            await self._identify(link, data)
        elif op == Op.RESUME:
            self._resume(link, data)
        elif link.session is None:
            await link.close(4003)
        elif op == Op.REQUEST_MEMBERS:
            self._send_members(link.session, data)
        elif op != Op.PRESENCE:
            await link.close(4001)

    async def _identify(self, link: Link, data: Json) -> None:
        self.identifies.append(data)
        number, count = data.get("shard") or (0, 1)
        intents = Intent(data.get("intents", 0))
        if code := self._refused(link, data["token"], number, count, intents):
            await link.close(code)
            return
        stale = [s for s in self.sessions.values() if s.shard == (number, count) and s.link is None]
        for old in stale:
            del self.sessions[old.id]
        session = Session(
            id=snowflake(),
            shard=(number, count),
            intents=intents,
            large_threshold=data.get("large_threshold", 50),
        )
        session.link, link.session = link, session
        self.sessions[session.id] = session
        self._welcome(session)

    def _refused(self, link: Link, token: str, number: int, count: int, intents: Intent) -> int:
        """The close code for an IDENTIFY that is not accepted, else 0."""
        if link.session is not None:
            return 4005
        if token != self.world.app.token:
            return 4004
        if number >= count:
            return 4010
        if self.sharding_required and count < self.shards:
            return 4011
        if int(intents) >> 26:
            return 4013
        if (
            intents
            & ~self.world.app.granted_intents()
            & (Intent.MEMBERS | Intent.PRESENCES | Intent.MESSAGE_CONTENT)
        ):
            return 4014
        return 0

    def _welcome(self, session: Session) -> None:
        guilds = [g for g in self.world.guilds.values() if g.has_bot and session.serves(g.id)]
        ready = {
            "v": 10,
            "user": self.world.bot.payload(),
            "guilds": [{"id": guild.id, "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": list(session.shard),
            "application": {"id": self.world.app.id, "flags": self.world.app.flags()},
            "private_channels": [],
            "relationships": [],
        }
        session.dispatch("READY", ready)
        for guild in guilds:
            if session.wants("GUILD_CREATE", guild.id) and not guild.unavailable:
                session.dispatch("GUILD_CREATE", self.guild_for(session, guild))

    def guild_for(self, session: Session, guild: Guild, *, joined: bool = False) -> Json:
        """The guild as GUILD_CREATE tells it to a session; one just joined has no `unavailable`."""
        presences = Intent.PRESENCES in session.intents
        everybody = presences and Intent.MEMBERS in session.intents
        told = guild.payload(
            self.world.bot.id,
            everybody=everybody,
            presences=presences,
            large_threshold=session.large_threshold,
        )
        if joined:
            del told["unavailable"]
        return told

    def _resume(self, link: Link, data: Json) -> None:
        self.resumes.append(data)
        session = self.sessions.get(data["session_id"])
        if (
            data["token"] != self.world.app.token
            or session is None
            or self._too_old(session, data["seq"] or 0)
        ):
            link.send(Op.INVALID_SESSION, False)
            return
        if session.link is not None:
            session.link.cut()
        for number, frame in session.frames:
            if number > (data["seq"] or 0):
                link.send_text(frame)
        session.link, link.session = link, session
        session.dispatch("RESUMED", {"_trace": []})

    def _too_old(self, session: Session, seq: int) -> bool:
        return bool(session.frames) and seq < session.frames[0][0] - 1

    def _send_members(self, session: Session, data: Json) -> None:
        guild_ids = data["guild_id"] if isinstance(data["guild_id"], list) else [data["guild_id"]]
        for guild_id in guild_ids:
            guild = self.world.guilds.get(str(guild_id))
            if guild is not None and guild.has_bot:
                send_chunks(session, guild, data)
