"""One connection to one server, used once: the only module that meets the irc package.

The package's asyncio client stands on its own feet here as follows. One bad line, or a fault of ours, costs
that line and not the connection. Bytes that are no UTF-8 are read with replacement marks. What we send is
cleaned at the last moment, so that no line ends where we do not end it. Its 005 parser is kept idle, and it
logs neither what people say nor our password. A connection is never opened a second time: the package lets an
old socket's end close the new one.
"""

import asyncio
import logging
import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from irc.client_aio import AioConnection, AioReactor, IrcProtocol
from irc.connection import AioFactory
from irc.features import FeatureSet

from bot.gateways.irc.cleaning import clean_heard, clean_said
from bot.gateways.irc.heard import Heard

log = logging.getLogger(__name__)
# At DEBUG it writes private messages and the SASL answer, at INFO and above nothing that we do not say
# ourselves.
logging.getLogger("irc").setLevel(logging.INFO)

_LONGEST_LINE = 16384
"""Bytes of a line above which it is skipped, so that it cannot fill the memory; 8,703 is the most allowed."""
_QUICKACK = getattr(socket, "TCP_QUICKACK", None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where a server listens, and how its certificate is checked; None: no TLS."""

    host: str
    port: int
    tls: ssl.SSLContext | None = None


class Wire:
    """The connection; `closed` is set once it is gone, and `why` says how that came."""

    def __init__(self, *, hear: Callable[[Heard], None], now: Callable[[], datetime]) -> None:
        """`hear` is called for every line as it comes; what it raises is logged."""
        self._hear = hear
        self._now = now
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._gathered: list[bytes] | None = None  # None: nothing was sent in this turn of the loop
        self._socket: socket.socket | None = None
        self._unread = b""
        self._is_skipping = False
        self.is_broken = False
        """Whether the connection ended by a failure: what was sent last may not have arrived."""
        self._owes_acknowledgement = False
        self.closed = asyncio.Event()
        self.why = ""
        self.is_writable = False
        self.on_writable: Callable[[], None] = lambda: None
        self.on_closed: Callable[[], None] = lambda: None
        self.heard_at = now()
        self._heard_on = self._loop.time()

    async def open(self, address: Address, *, nick: str, opening: str, within: timedelta) -> None:
        """Connect, say `opening`, and introduce ourselves. Raises OSError, TimeoutError among them."""
        reactor = _Reactor(on_connect=lambda *_: self.send(opening), loop=self._loop)
        connection = reactor.server()
        connection.wire = self
        factory = AioFactory(ssl=address.tls) if address.tls else AioFactory()
        async with asyncio.timeout(within.total_seconds()):
            await connection.connect(
                address.host,
                address.port,
                nick,
                username="floorjudge",
                ircname="FloorJudge, the official of this tournament",
                connect_factory=factory,
            )

    # Saying.

    def send(self, line: str) -> None:
        """Hand one line to the socket; once the connection is gone it goes nowhere.

        The first line of a turn of the loop goes at once, those after it in one piece when the turn is over: a
        hundred answers that follow one commit need not each wake the server.
        """
        if self._transport is None or self._transport.is_closing():
            return
        sent = clean_said(line).encode() + b"\r\n"
        if self._gathered is not None:
            self._gathered.append(sent)
            return
        self._transport.write(sent)
        self._owes_acknowledgement = False  # the answer carries it
        self._gathered = []
        self._loop.call_soon(self._send_gathered)

    def _send_gathered(self) -> None:
        gathered, self._gathered = self._gathered, None
        if gathered and self._transport is not None and not self._transport.is_closing():
            self._transport.write(b"".join(gathered))

    async def close(self, farewell: str, *, within: timedelta) -> None:
        """Take leave, and give the server a moment to take note."""
        self.why = self.why or farewell
        self.send(f"QUIT :{farewell}")
        try:
            async with asyncio.timeout(within.total_seconds()):
                await self.closed.wait()
        except TimeoutError:
            self.abort(farewell)

    def abort(self, why: str) -> None:
        """Cut the connection off without waiting for anybody."""
        self.why = self.why or why
        if self._transport is not None:
            self._transport.abort()

    def give_up(self, why: str) -> None:
        """Take the connection for dead and cut it off."""
        self.is_broken = True
        self.abort(why)

    # Hearing.

    def hold(self) -> None:
        """Read nothing more for now; the server keeps what it has for us, as long as it can."""
        if self._transport is not None and self._transport.is_reading():
            self._transport.pause_reading()

    def go_on(self) -> None:
        """Read on."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.resume_reading()
            self._heard_on = self._loop.time()

    @property
    def silence(self) -> timedelta:
        """For how long nothing has come, on a clock that does not step; none while we do not read."""
        if self._transport is not None and not self._transport.is_reading():
            return timedelta(0)
        return timedelta(seconds=self._loop.time() - self._heard_on)

    def _was_opened(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._socket = transport.get_extra_info("socket")
        self._heard_on = self._loop.time()
        self.is_writable = True

    def _was_lost(self, cause: Exception | None) -> None:
        self.is_broken |= cause is not None
        if not self.is_broken:
            # The end came in order, so that up to now we have seen everything.
            self.heard_at = self._now()
        self.why = self.why or (str(cause) if cause else "the server closed the connection")
        self.is_writable = False
        self.closed.set()
        self.on_closed()

    def _pause(self) -> None:
        self.is_writable = False

    def _resume(self) -> None:
        self.is_writable = True
        self.on_writable()

    def _lines_of(self, data: bytes) -> list[str]:
        """The lines that are complete with these bytes."""
        self.heard_at = self._now()
        self._heard_on = self._loop.time()
        *raw, self._unread = (self._unread + data).split(b"\n")
        if self._is_skipping and raw:
            del raw[0]
            self._is_skipping = False
        if len(self._unread) > _LONGEST_LINE:
            self._unread = b""
            self._is_skipping = True
        return [line.rstrip(b"\r").decode(errors="replace") for line in raw if len(line) <= _LONGEST_LINE]

    def _acknowledge_soon(self) -> None:
        """Tell TCP not to wait with its ACK, unless we say something at once, for that carries it.

        ngircd and InspIRCd leave Nagle's algorithm on: their next line would wait up to 40 ms for a late ACK.
        """
        if _QUICKACK is not None:
            self._owes_acknowledgement = True
            self._loop.call_soon(self._acknowledge)

    def _acknowledge(self) -> None:
        if self._owes_acknowledgement and self._socket is not None and _QUICKACK is not None:
            self._socket.setsockopt(socket.IPPROTO_TCP, _QUICKACK, 1)

    def _heard(self, event: Any) -> None:
        match event.type:
            case "all_raw_messages":
                return
            case "ping":
                self.send(f"PONG :{event.target}")
            case "error":
                self.why = self.why or f"the server said: {clean_heard(event.target or '')}"
        self._hear(_as_heard(event))


def _as_heard(event: Any) -> Heard:
    nick, _, mask = (event.source or "").partition("!")
    return Heard(
        what=str(event.type),
        nick=nick,
        mask=mask,
        target=event.target or "",
        words=event.arguments,
        tags={tag["key"]: tag["value"] or "" for tag in event.tags},
    )


class _Deaf(FeatureSet):  # type: ignore[misc]  # the package has no types
    """Takes no 005: `isupport` reads it, and the package's reader fails on tokens that servers do send."""

    def load(self, arguments: object) -> None:
        """Take nothing."""


class _Protocol(IrcProtocol):  # type: ignore[misc]  # the package has no types
    """The socket's side: tells the connection's wire what happens to it."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.connection.wire._was_opened(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.connection.wire._was_lost(exc)

    def pause_writing(self) -> None:
        self.connection.wire._pause()

    def resume_writing(self) -> None:
        self.connection.wire._resume()


class _Connection(AioConnection):  # type: ignore[misc]  # the package has no types
    """The package's connection, made to survive what servers and people send."""

    protocol_class = _Protocol
    wire: Wire

    def __init__(self, reactor: object) -> None:
        super().__init__(reactor)
        self.features = _Deaf()

    def process_data(self, new_data: bytes) -> None:
        """Work off the lines that have come, each for itself."""
        for line in self.wire._lines_of(new_data):
            if line:
                self._survive(line)
        self.wire._acknowledge_soon()

    def _survive(self, line: str) -> None:
        if line.endswith(" QUIT"):
            line += " :"  # the package fails on a QUIT without words, and somebody is gone all the same
        try:
            self._process_line(line)
        except Exception:  # whatever it is, it must cost this line alone
            log.exception("a line of the server was dropped: %s", ascii(line.partition(" :")[0][:200]))

    def _handle_event(self, event: Any) -> None:
        self.wire._heard(event)  # past the package's lists of handlers, of which we need none

    def send_raw(self, string: str) -> None:
        """Send one line, cleaned and without a word in the log."""
        self.wire.send(string)


class _Reactor(AioReactor):  # type: ignore[misc]  # the package has no types
    connection_class = _Connection
