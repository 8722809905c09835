"""A bare IRC client for tests: it says lines and waits for lines."""

import asyncio
import base64
import re
from contextlib import suppress
from datetime import timedelta

PATIENCE = timedelta(seconds=10)
"""How long a line may take before a test gives up on it."""


class Visitor:
    """One connection; `lines` are all that have come, without their ends."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, nick: str) -> None:
        self._reader = reader
        self._writer = writer
        self._passed = 0
        self.nick = nick
        self.lines: list[str] = []

    @classmethod
    async def come(
        cls, port: int, nick: str, *channels: str, account: tuple[str, str] | None = None
    ) -> "Visitor":
        """Connect, be welcomed (logged in to services as `account`, a name and a password) and join."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        visitor = cls(reader, writer, nick)
        try:
            await visitor._settle_in(account, channels)
        except BaseException:
            writer.close()
            raise
        return visitor

    async def _settle_in(self, account: tuple[str, str] | None, channels: tuple[str, ...]) -> None:
        if account is not None:
            self.say("CAP REQ :sasl")
        self.say(f"NICK {self.nick}", f"USER player 0 * :{self.nick}")
        if account is not None:
            await self._log_in(*account)
        await self.sees(r" (376|422) ")
        for channel in channels:
            await self.join(channel)

    async def _log_in(self, name: str, password: str) -> None:
        if " ACK " not in await self.sees(r" CAP \S+ (ACK|NAK) "):
            raise AssertionError(f"{self.nick} cannot log in: {self.lines[-1]}")
        self.say("AUTHENTICATE PLAIN")
        await self.sees(r"AUTHENTICATE :?\+")
        self.say("AUTHENTICATE " + base64.b64encode(f"{name}\0{name}\0{password}".encode()).decode())
        await self.sees(" 903 ")
        self.say("CAP END")

    async def join(self, channel: str) -> None:
        """Join a channel and wait until one is in it."""
        self.say(f"JOIN {channel}")
        await self.sees(rf" 366 \S+ {re.escape(channel)} ")

    def say(self, *lines: str) -> None:
        """Send lines."""
        self.say_bytes("".join(f"{line}\r\n" for line in lines).encode())

    def say_bytes(self, data: bytes) -> None:
        """Send bytes as they are."""
        self._writer.write(data)

    async def line(self) -> str:
        """The next line; PINGs are answered on the way. Raises EOFError when the server has hung up."""
        async with asyncio.timeout(PATIENCE.total_seconds()):
            raw = await self._reader.readline()
        if not raw:
            raise EOFError
        line = raw.decode("utf-8", "surrogateescape").removesuffix("\n").removesuffix("\r")
        if line.startswith("PING"):
            self.say("PONG" + line[4:])
        self.lines.append(line)
        return line

    async def sees(self, pattern: str) -> str:
        """The next line in which the pattern is found; those before it are passed over."""
        begin = len(self.lines)
        while True:
            try:
                line = await self.line()
            except (EOFError, TimeoutError) as end:
                raise AssertionError(f"{self.nick} saw no {pattern!r} in {self.lines[begin:]}") from end
            if re.search(pattern, line):
                return line

    async def everything(self) -> list[str]:
        """All that has come by now: what stands before the answer to a PING of ours."""
        begin = len(self.lines)
        self.say("PING :fence")
        await self.sees(r"PONG .*fence")
        return self.lines[begin:-1]

    async def leave(self, words: str = "bye") -> None:
        """Quit and wait for the end."""
        self.say(f"QUIT :{words}")
        await self.end()

    async def end(self) -> None:
        """Wait until the server has hung up."""
        while True:
            try:
                await self.line()
            except (EOFError, ConnectionError):
                break
        self.close()

    def close(self) -> None:
        """Close the socket without a word."""
        self._writer.close()

    async def gone(self) -> None:
        """Close the socket and wait until it is closed, whatever the other side has done."""
        self._writer.close()
        with suppress(ConnectionError):
            await self._writer.wait_closed()

    def reset(self) -> None:
        """Cut the connection off."""
        self._writer.transport.abort()
