"""An asker: says commands in a channel and times the answers, keeping so many in flight."""

from __future__ import annotations

import asyncio
import re
import socket
from collections import deque
from dataclasses import dataclass
from time import perf_counter
from typing import Self

NICK = "asker"
PATIENCE_S = 30.0
"""How long an answer, or the arrival of somebody, may take before the bench fails."""

_QUICKACK = getattr(socket, "TCP_QUICKACK", None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """How long each answer took, in seconds, and how long all of them together."""

    each_s: list[float]
    all_s: float


class Asker(asyncio.Protocol):
    """One client of one server. A line by the bot that fits is the answer to the oldest open command."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._socket: socket.socket | None = None
        self._unread = b""
        self._is_answer = re.compile(rb"(?!)")
        self._asked_at: deque[float] = deque()
        self._took: list[float] = []
        self._something = asyncio.Event()
        self._seen: list[bytes] = []

    @classmethod
    async def come(cls, port: int, nick: str = NICK) -> Self:
        """Connect and be welcomed. Raises TimeoutError."""
        _, asker = await asyncio.get_running_loop().create_connection(cls, "127.0.0.1", port)
        asker._say(f"NICK {nick}", f"USER {nick} 0 * :the bench")
        await asker._sees(rb" (376|422) ")
        return asker

    async def enter(self, channel: str, bot: str) -> None:
        """Join a channel and wait until the bot is there too. Raises TimeoutError."""
        self._say(f"JOIN {channel}")
        name, place = re.escape(bot.encode()), re.escape(channel.encode())
        await self._sees(
            rb"(^:%b!\S+ JOIN :?%b$)|( 353 \S+ . %b :(.* )?[@+]?%b( |$))" % (name, place, place, name)
        )

    def leave(self) -> None:
        """Go."""
        if self._transport is not None:
            self._say("QUIT :done")
            self._transport.close()

    async def ask(
        self, channel: str, command: str, bot: str, answer: str, *, times: int, at_once: int
    ) -> Answered:
        """Say a command so many times, at most `at_once` unanswered. Raises TimeoutError when an answer is missing."""
        self._is_answer = re.compile(
            rb"^:%b!\S+ PRIVMSG %b :.*%b"
            % (re.escape(bot.encode()), re.escape(channel.encode()), answer.encode())
        )
        self._took = []
        asked, began = 0, perf_counter()
        async with asyncio.timeout(PATIENCE_S):
            while len(self._took) < times:
                while asked < times and len(self._asked_at) < at_once:
                    self._asked_at.append(perf_counter())
                    self._say(f"PRIVMSG {channel} :{command}")
                    asked += 1
                await self._anything()
        return Answered(each_s=self._took, all_s=perf_counter() - began)

    def _say(self, *lines: str) -> None:
        if self._transport is not None:
            self._transport.write("".join(f"{line}\r\n" for line in lines).encode())

    async def _sees(self, pattern: bytes) -> None:
        found = re.compile(pattern)
        async with asyncio.timeout(PATIENCE_S):
            while not any(found.search(line) for line in self._seen):
                await self._anything()
        self._seen.clear()

    async def _anything(self) -> None:
        self._something.clear()
        await self._something.wait()

    # --- what asyncio calls ---

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if isinstance(transport, asyncio.Transport):
            self._transport = transport
        self._socket = transport.get_extra_info("socket")

    def data_received(self, data: bytes) -> None:
        now = perf_counter()
        if self._socket is not None and _QUICKACK is not None:
            # ngircd leaves Nagle's algorithm on: its next line would wait for a late acknowledgement of ours.
            self._socket.setsockopt(socket.IPPROTO_TCP, _QUICKACK, 1)
        *lines, self._unread = (self._unread + data).split(b"\n")
        for line in lines:
            self._take(line.rstrip(b"\r"), now)
        self._something.set()

    def _take(self, line: bytes, now: float) -> None:
        if line.startswith(b"PING"):
            self._say(f"PONG{line[4:].decode()}")
        elif self._asked_at:
            if self._is_answer.search(line):
                self._took.append(now - self._asked_at.popleft())
        else:
            self._seen.append(line)
