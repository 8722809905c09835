"""A server that says exactly what a test wants, and shows what it was told."""

import asyncio
import re
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

PATIENCE = timedelta(seconds=10)

CAPABILITIES = "account-notify account-tag batch chghost extended-join message-tags multi-prefix server-time"
TOKENS = "CASEMAPPING=rfc1459 CHANTYPES=# NICKLEN=30 PREFIX=(ov)@+ WHOX"


class Guest:
    """A client that is here."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.told: list[str] = []

    def say(self, *lines: str) -> None:
        """Send lines to it."""
        self.say_bytes("".join(f"{line}\r\n" for line in lines).encode())

    def say_bytes(self, data: bytes) -> None:
        """Send bytes as they are."""
        self._writer.write(data)

    async def line(self) -> str:
        """The next line it sends. Raises EOFError when it has hung up."""
        async with asyncio.timeout(PATIENCE.total_seconds()):
            raw = await self._reader.readline()
        if not raw:
            raise EOFError
        self.told.append(raw.decode().removesuffix("\r\n"))
        return self.told[-1]

    async def tells(self, pattern: str) -> str:
        """The next line in which the pattern is found; those before it are passed over."""
        begin = len(self.told)
        while True:
            try:
                line = await self.line()
            except (EOFError, TimeoutError) as end:
                raise AssertionError(f"told no {pattern!r} in {self.told[begin:]}") from end
            if re.search(pattern, line):
                return line

    async def everything(self) -> list[str]:
        """All it has sent by now: what stands before the answer to a PING of ours."""
        begin = len(self.told)
        self.say("PING :fence")
        await self.tells("^PONG .*fence")
        return self.told[begin:-1]

    async def hangs_up(self) -> None:
        """Wait until it has closed the connection."""
        while True:
            try:
                await self.line()
            except (EOFError, ConnectionError):
                return

    def close(self) -> None:
        """Hang up."""
        self._writer.close()

    def reset(self) -> None:
        """Cut the connection off."""
        self._writer.transport.abort()

    # The usual course of things.

    async def be_welcomed(
        self,
        *,
        capabilities: str = CAPABILITIES,
        tokens: str = TOKENS,
        tags: str = "",
        nick: str = "FloorJudge",
    ) -> None:
        """Take its registration and welcome it; `tags` are those of the 001, such as `@time=… `."""
        await self.tells("^USER ")
        self.say(f":irc.test CAP * LS :{capabilities}")
        if capabilities:
            asked = await self.tells("^CAP REQ :")
            self.say(f":irc.test CAP * ACK :{asked.partition(':')[2]}")
        await self.tells("^CAP END")
        self.say(
            f"{tags}:irc.test 001 {nick} :Welcome",
            f":irc.test 005 {nick} {tokens} :are supported by this server",
            f":irc.test 376 {nick} :End of MOTD",
        )

    async def let_in(
        self, *people: str, channel: str = "#tournament", nick: str = "FloorJudge", has_asked: bool = False
    ) -> None:
        """Let it into a channel with these people (`nick` or `nick=account`) and answer its WHO."""
        if not has_asked:
            await self.tells(f"^JOIN {channel}$")
        names = " ".join(person.partition("=")[0] for person in people)
        self.say(
            f":{nick}!floor@host.test JOIN {channel} * :real name",
            f":irc.test 353 {nick} = {channel} :@{nick} {names}",
            f":irc.test 366 {nick} {channel} :End of NAMES",
        )
        asked = await self.tells(f"^WHO {channel} ")
        token = asked.rpartition(",")[2]
        for person in people:
            name, _, account = person.partition("=")
            self.say(f":irc.test 354 {nick} {token} {name} host.{name} {name} {account or 0}")
        self.say(
            f":irc.test 354 {nick} {token} floor host.test {nick} 0",
            f":irc.test 315 {nick} {channel} :End of WHO",
        )

    async def settle(self, *people: str, capabilities: str = CAPABILITIES, tokens: str = TOKENS) -> None:
        """Welcome it and let it into both channels, these people being in the tournament's."""
        await self.be_welcomed(capabilities=capabilities, tokens=tokens)
        await self.let_in(*people)


class ScriptedServer:
    """Listens on a free port; a test takes its guests one after the other."""

    def __init__(self) -> None:
        self._guests: asyncio.Queue[Guest] = asyncio.Queue()
        self._all: list[Guest] = []
        self.port = 0

    async def guest(self) -> Guest:
        """The next one who connects."""
        async with asyncio.timeout(PATIENCE.total_seconds()):
            return await self._guests.get()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        guest = Guest(reader, writer)
        self._all.append(guest)
        self._guests.put_nowait(guest)

    def close_all(self) -> None:
        """Hang up on everybody."""
        for guest in self._all:
            guest.close()


@asynccontextmanager
async def scripted_server(tls: ssl.SSLContext | None = None) -> AsyncIterator[ScriptedServer]:
    """A scripted server that listens."""
    server = ScriptedServer()
    listener = await asyncio.start_server(server._connected, "127.0.0.1", 0, ssl=tls)
    server.port = listener.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listener.close()
        server.close_all()
        await listener.wait_closed()
