"""A person on IRC with the simplest of clients: lines over a socket, and a memory of what the official said."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from dataclasses import dataclass, field

CHANNEL = "#tournament"
OFFICIAL = "FloorJudge"

_SAID = re.compile(rf":{OFFICIAL}!\S+ (?:PRIVMSG|NOTICE) \S+ :(?P<text>.*)")

RETRY_S, ANSWER_S = 0.05, 2.0


@dataclass(slots=True)
class IrcPerson:
    """Somebody who is in the channel, and comes back as often as the server does."""

    nick: str
    port: int
    greeting: str = ""
    """What this person says after each coming."""
    heard: list[str] = field(default_factory=list)
    _writer: asyncio.StreamWriter | None = None
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)
    _stays: asyncio.Task[None] | None = None

    async def come(self) -> None:
        """Come to the channel, and stay."""
        self._stays = asyncio.create_task(self._stay())
        async with self._news:
            await self._news.wait_for(lambda: self._writer is not None)

    async def go(self, words: str = "Quit: bye") -> None:
        """Leave for good."""
        if self._stays is not None:
            self._send(f"QUIT :{words}")
            self._stays.cancel()
            await asyncio.gather(self._stays, return_exceptions=True)

    def say(self, words: str) -> bool:
        """Say this in the channel; False when there is no server to say it on."""
        return self._send(f"PRIVMSG {CHANNEL} :{words}")

    async def hear(self, text: str, within_s: float, *, after: int = 0) -> bool:
        """Whether the official says a line with this text within so many seconds, or has said it.

        `after`: how many of the lines that were heard do not count.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(within_s), self._news:
                await self._news.wait_for(lambda: any(text in line for line in self.heard[after:]))
                return True
        return False

    async def ask(self, words: str, answer: str, *, patience_s: float = 60) -> None:
        """Say this until the official answers so. Raises TimeoutError when that takes too long."""
        async with asyncio.timeout(patience_s):
            while not await self._is_answered(words, answer):
                pass

    async def _is_answered(self, words: str, answer: str) -> bool:
        async with self._news:
            await self._news.wait_for(lambda: self._writer is not None)
        self.say(words)
        return await self.hear(answer, ANSWER_S)

    async def _stay(self) -> None:
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                try:
                    writer.write(f"NICK {self.nick}\r\nUSER {self.nick} 0 * :{self.nick}\r\n".encode())
                    await self._listen(reader, writer)
                finally:
                    self._writer = None
                    writer.close()
            await asyncio.sleep(RETRY_S)

    async def _listen(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.readline():
            line = data.decode("utf-8", "replace").rstrip("\r\n")
            if line.startswith("PING"):
                writer.write(f"PONG{line[4:]}\r\n".encode())
            elif " 001 " in line:
                writer.write(f"JOIN {CHANNEL}\r\n".encode())
            elif " 366 " in line:
                await self._arrive(writer)
            elif said := _SAID.fullmatch(line):
                async with self._news:
                    self.heard.append(said["text"])
                    self._news.notify_all()

    async def _arrive(self, writer: asyncio.StreamWriter) -> None:
        async with self._news:
            self._writer = writer
            self._news.notify_all()
        if self.greeting:
            self.say(self.greeting)

    def _send(self, line: str) -> bool:
        if self._writer is None or self._writer.is_closing():
            return False
        self._writer.write(f"{line}\r\n".encode())
        return True
