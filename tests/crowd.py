"""Many people on a real IRC server: each on a connection of his or her own, with a memory of what the bot said."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Self

CHANNEL = "#tournament"
PATIENCE_S = 30.0
"""How long a line may take before a test gives up on it."""

_SAID = re.compile(r":FloorJudge!\S+ (?:PRIVMSG|NOTICE) (?P<where>\S+) :(?P<text>.*)")
_SHOWN = 12  # lines that a failure shows


class Guest(asyncio.Protocol):
    """One person. `heard`: what the bot has said where this person hears it; `told`: of that, in private."""

    def __init__(self, nick: str) -> None:
        self.nick = nick
        self.heard: list[str] = []
        self.told: list[str] = []
        self.is_away = True
        self._joined: set[str] = set()
        self._rest = b""
        self._news = asyncio.Event()
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def come(cls, port: int, nick: str, *channels: str) -> Self:
        """Somebody new, who is in these channels."""
        guest = cls(nick)
        await guest.enter(port, *channels)
        return guest

    async def enter(self, port: int, *channels: str) -> None:
        """Connect and join, for the first time or again."""
        self._joined.clear()
        self._rest = b""
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)
        self.is_away = False
        self._send(f"NICK {self.nick}", f"USER player 0 * :{self.nick}")
        for channel in channels:
            self._send(f"JOIN {channel}")
        await self._until(lambda: self._joined.issuperset(channels), "to be let in")

    def say(self, words: str) -> None:
        """Say this in the channel."""
        self._send(f"PRIVMSG {CHANNEL} :{words}")

    async def ask(self, words: str, answer: str) -> str:
        """Say this in the channel, and hear the first line after it in which this pattern is found."""
        after = len(self.heard)
        self.say(words)
        return await self.hears(answer, after)

    async def ask_in_private(self, words: str, answer: str) -> str:
        """The same between the bot and this person."""
        after = len(self.heard)
        self.say_in_private(words)
        return await self.hears(answer, after)

    def say_in_private(self, words: str) -> None:
        """Say this to the bot alone."""
        self._send(f"PRIVMSG FloorJudge :{words}")

    async def hears(self, pattern: str, after: int = 0) -> str:
        """The first line with this pattern, the first `after` lines left away."""
        wanted, place = re.compile(pattern), after

        def is_there() -> bool:
            nonlocal place
            while place < len(self.heard) and not wanted.search(self.heard[place]):
                place += 1
            return place < len(self.heard)

        await self._until(is_there, f"to hear {pattern!r}")
        return self.heard[place]

    async def leave(self, words: str = "bye") -> None:
        """Quit, and wait until the server has hung up."""
        self._send(f"QUIT :{words}")
        await self._until(lambda: self.is_away, "to be gone")

    async def _until(self, is_so: Callable[[], bool], what: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                while not is_so():
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            last = "\n  ".join(self.heard[-_SHOWN:])
            raise AssertionError(f"{self.nick} waits {what}; the last lines:\n  {last}") from None

    def _send(self, *lines: str) -> None:
        assert self._transport is not None, f"{self.nick} has not come"
        self._transport.write("".join(f"{line}\r\n" for line in lines).encode())

    # --- what asyncio tells ---

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The socket is open."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """The socket is closed, by either side."""
        self.is_away = True
        self._news.set()

    def data_received(self, data: bytes) -> None:
        """Some bytes have come."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._take(line.decode("utf-8", "replace").removesuffix("\r"))
        self._news.set()

    def _take(self, line: str) -> None:
        if line.startswith("PING"):
            self._send("PONG" + line[4:])
        elif (said := _SAID.fullmatch(line)) is not None:
            self.heard.append(said["text"])
            if said["where"] == self.nick:
                self.told.append(said["text"])
        elif " 366 " in line:
            self._joined.add(line.split()[3])
