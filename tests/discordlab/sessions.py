"""Sessions: what the gateway keeps for each shard of the bot, the intents that it asked for, and its websocket."""

import asyncio
import json
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from aiohttp import web

from tests.discordlab.refusals import Json

KEPT_FRAMES = 20_000


class Op(IntEnum):
    """What a frame is."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    ACK = 11


class Intent(IntFlag):
    """What a session asks to be told."""

    GUILDS = 1 << 0
    MEMBERS = 1 << 1
    PRESENCES = 1 << 8
    MESSAGES = 1 << 9
    REACTIONS = 1 << 10
    TYPING = 1 << 11
    DM_MESSAGES = 1 << 12
    DM_REACTIONS = 1 << 13
    DM_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15


_NEEDED = {
    "GUILD_MEMBER_ADD": (Intent.MEMBERS, Intent.MEMBERS),
    "GUILD_MEMBER_REMOVE": (Intent.MEMBERS, Intent.MEMBERS),
    "GUILD_MEMBER_UPDATE": (Intent.MEMBERS, Intent.MEMBERS),
    "PRESENCE_UPDATE": (Intent.PRESENCES, Intent.PRESENCES),
    "MESSAGE_CREATE": (Intent.MESSAGES, Intent.DM_MESSAGES),
    "MESSAGE_UPDATE": (Intent.MESSAGES, Intent.DM_MESSAGES),
    "MESSAGE_DELETE": (Intent.MESSAGES, Intent.DM_MESSAGES),
    "MESSAGE_REACTION_ADD": (Intent.REACTIONS, Intent.DM_REACTIONS),
    "MESSAGE_REACTION_REMOVE": (Intent.REACTIONS, Intent.DM_REACTIONS),
    "TYPING_START": (Intent.TYPING, Intent.DM_TYPING),
    "INTERACTION_CREATE": (Intent(0), Intent(0)),
    "CHANNEL_PINS_UPDATE": (Intent.GUILDS, Intent.DM_MESSAGES),
}
"""Which intent an event needs, in a guild and in a DM; all others need GUILDS, or nothing in a DM."""


@dataclass(slots=True, kw_only=True, eq=False)
class Session:
    """What the gateway keeps for one shard between connections."""

    id: str
    shard: tuple[int, int]
    intents: Intent
    large_threshold: int
    seq: int = 0
    frames: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=KEPT_FRAMES))
    link: "Link | None" = None

    def dispatch(self, event: str, data: Json) -> None:
        """Number an event, keep it for a RESUME, and send it if the bot is connected."""
        self.seq += 1
        frame = json.dumps({"op": 0, "t": event, "s": self.seq, "d": data}, separators=(",", ":"))
        self.frames.append((self.seq, frame))
        if self.link is not None:
            self.link.send_text(frame)

    def serves(self, guild_id: str | None) -> bool:
        """Whether a guild is this shard's; DMs are the first one's."""
        number, count = self.shard
        return (int(guild_id) >> 22) % count == number if guild_id else number == 0

    def wants(self, event: str, guild_id: str | None) -> bool:
        """Whether the intents cover an event; any one of several needed is enough."""
        in_guild, in_dm = _NEEDED.get(event, (Intent.GUILDS, Intent(0)))
        needed = in_guild if guild_id else in_dm
        return not needed or bool(needed & self.intents)


class Link:
    """One websocket; frames go out in order, by a task of its own."""

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport | None) -> None:
        self.socket, self.transport = socket, transport
        self.session: Session | None = None
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def send(self, op: Op, data: object) -> None:
        """Queue a frame that is not an event."""
        self.send_text(json.dumps({"op": int(op), "d": data, "s": None, "t": None}))

    def send_text(self, frame: str) -> None:
        """Queue a frame."""
        self._queue.put_nowait(frame)

    async def _write(self) -> None:
        with suppress(ConnectionError, RuntimeError):  # the link is gone: frames wait in the session
            while True:
                frame = await self._queue.get()
                await self.socket.send_str(frame)
                self._queue.task_done()

    async def flushed(self) -> None:
        """Wait until what is queued went out, or the link is gone."""
        joined = asyncio.ensure_future(self._queue.join())
        await asyncio.wait({joined, self._writer}, return_when=asyncio.FIRST_COMPLETED)
        joined.cancel()

    def detach(self) -> None:
        """The session goes on without this link."""
        if self.session is not None and self.session.link is self:
            self.session.link = None
        self._writer.cancel()

    def cut(self) -> None:
        """The TCP connection ends with no close frame."""
        self.detach()
        if self.transport is not None:
            self.transport.abort()

    async def close(self, code: int) -> None:
        """End with a close code."""
        await self.flushed()
        self.detach()
        await self.socket.close(code=code, drain=False)
