"""One connection to the embedded server: its socket, what waits to be read and sent, and who is behind it."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Protocol

from bot.gateways.embedded.lines import BODY_LIMIT, LineBuffer, as_parameter, cut, format_line
from bot.gateways.embedded.numerics import Numeric

log = logging.getLogger(__name__)

_LINES_A_TURN = 64
"""Lines of one client that are worked off before the others have their turn."""
_PACKET_BYTES = 1 << 16
"""Lines wait for each other until the end of the loop's turn, or until they are this many bytes."""
_CLOSING_GRACE = timedelta(seconds=2)
"""How long a connection may take to hand over its last words before it is cut."""


class Capability(StrEnum):
    """The IRCv3 capabilities one may ask for; without accounts and cloaks some never have anything to say."""

    ACCOUNT_NOTIFY = "account-notify"
    ACCOUNT_TAG = "account-tag"
    AWAY_NOTIFY = "away-notify"
    CHGHOST = "chghost"
    EXTENDED_JOIN = "extended-join"
    MESSAGE_TAGS = "message-tags"
    MULTI_PREFIX = "multi-prefix"
    SERVER_TIME = "server-time"


class Doorkeeper(Protocol):
    """Whom a connection tells what happens to it."""

    def connected(self, client: "Client") -> None:
        """A connection has been made."""

    def heard(self, client: "Client", raw: bytes) -> None:
        """A line has come, without its line feed. Must not raise."""

    def lost(self, client: "Client", reason: str) -> None:
        """The connection is gone. Must not raise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What a connection is given by the server it belongs to."""

    doorkeeper: Doorkeeper
    server_name: str
    send_queue_bytes: int
    now: Callable[[], datetime]
    monotonic: Callable[[], float]
    """Seconds on a clock that never steps."""


class Client(asyncio.Protocol):
    """A connection and the person behind it; before the welcome, nick and user may be missing."""

    def __init__(self, surroundings: Surroundings) -> None:
        self._around = surroundings
        self._transport: asyncio.Transport | None = None
        self._buffer = LineBuffer()
        self._pending: deque[bytes] = deque()
        self._outgoing = bytearray()
        self._is_sending_due = False
        self._is_stalled = False
        self._is_frozen = False
        self._farewell = "Connection closed"
        self.nick = ""
        self.user = ""
        self.real_name = ""
        self.host = "unknown"
        self.capabilities: set[Capability] = set()
        self.is_negotiating = False
        self.is_registered = False
        self.is_closing = False
        self.is_invisible = False
        self.is_far = False
        """Whether it is on the other side of a netsplit."""
        self.away: str | None = None
        self.connected_at = self.spoke_at = surroundings.now()
        self.opened = self.heard = surroundings.monotonic()
        """Monotonic seconds of the connection and of the last bytes from it."""
        self.pinged: float | None = None
        """Monotonic seconds of a PING that has had no answer."""

    @property
    def name(self) -> str:
        """How replies address it: the nick, or `*` before it has one."""
        return self.nick if self.is_registered else "*"

    @property
    def mask(self) -> str:
        """The source of its lines, `nick!user@host`."""
        return f"{self.nick}!{self.user}@{self.host}"

    # What asyncio calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the socket."""
        if not isinstance(transport, asyncio.Transport):
            raise TypeError("a client needs a transport that reads and writes")
        self._transport = transport
        peer = transport.get_extra_info("peername")
        host = peer[0] if isinstance(peer, tuple) else "localhost"
        self.host = f"0{host}" if host.startswith(":") else host  # a parameter must not begin with a colon
        self._around.doorkeeper.connected(self)

    def data_received(self, data: bytes) -> None:
        """Take bytes; they count as a sign of life, whatever they say."""
        self.heard = self._around.monotonic()
        self.pinged = None
        self._pending.extend(self._buffer.feed(data))
        self._work_off()

    def connection_lost(self, exc: Exception | None) -> None:
        """Report the end; a closed and a reset connection look the same to the others."""
        self.is_closing = True
        self._around.doorkeeper.lost(self, self._farewell)

    def pause_writing(self) -> None:
        """Keep what is for it here: its end of the line takes no more for now."""
        self._is_stalled = True

    def resume_writing(self) -> None:
        """Send what was kept."""
        self._is_stalled = False
        self._send_waiting()

    def _work_off(self) -> None:
        """Pass on the lines that wait, some at a time: nobody is throttled, nobody holds up the others."""
        for _ in range(_LINES_A_TURN):
            if self.is_closing or self._is_frozen or not self._pending:
                break
            self._around.doorkeeper.heard(self, self._pending.popleft())
        if self._transport is None or self.is_closing or self._is_frozen:
            return
        if self._pending:
            self._transport.pause_reading()
            asyncio.get_running_loop().call_soon(self._work_off)
        else:
            self._transport.resume_reading()

    # What the server calls.

    def reply(self, numeric: Numeric, *params: str, text: str | None = None) -> None:
        """Answer with a numbered reply; without a text of its own it has the usual one."""
        words = numeric.words if text is None else text
        fit = (as_parameter(param) for param in params)
        self.send(format_line(self._around.server_name, numeric.code, self.name, *fit, text=words))

    def send(self, line: bytes, *, client_tags: str = "") -> None:
        """Hand a line to the socket, with the tags this client asked for; who does not read is dropped."""
        if self.is_closing or self._transport is None:
            return
        self._outgoing += self._tags(client_tags) + line
        if self._is_stalled:
            self._drop_if_too_slow(self._transport)
        elif len(self._outgoing) >= _PACKET_BYTES:
            self._send_waiting()
        elif not self._is_sending_due:
            self._is_sending_due = True
            asyncio.get_running_loop().call_soon(self._send_waiting)

    def _send_waiting(self) -> None:
        self._is_sending_due = False
        if self._outgoing and not self._is_stalled and self._transport is not None:
            packet = bytes(self._outgoing)
            self._outgoing.clear()
            self._transport.write(packet)

    def _drop_if_too_slow(self, transport: asyncio.Transport) -> None:
        if len(self._outgoing) > self._around.send_queue_bytes:
            # The others hear of it when the socket is gone: just now we may be telling them something.
            log.warning("%s does not read; dropped", ascii(self.nick))
            self._farewell = "SendQ exceeded"
            self.is_closing = True
            transport.abort()

    def hang_up(self, reason: str) -> None:
        """Say why, and close; what it said and we have not yet read is dropped."""
        if self.is_closing or self._transport is None:
            return
        where = f"({self.user or 'unknown'}@{self.host})"
        error = f"ERROR :Closing link: {where} [{reason}]"
        self.send(cut(error.encode("utf-8", "surrogateescape"), BODY_LIMIT) + b"\r\n")
        self.is_closing = True
        self._transport.write(bytes(self._outgoing))
        self._outgoing.clear()
        self._transport.close()
        asyncio.get_running_loop().call_later(_CLOSING_GRACE.total_seconds(), self._transport.abort)

    def cut_off(self) -> None:
        """Close without a word, as a broken line does; what waits for it is lost."""
        if self._transport is not None:
            self._transport.abort()

    def freeze(self) -> None:
        """Stop listening to it, as if its machine had stopped; only a ping time-out ends that, or `thaw`."""
        self._is_frozen = True
        if self._transport is not None:
            self._transport.pause_reading()

    def thaw(self) -> None:
        """Listen again; what it said meanwhile comes now."""
        self._is_frozen = False
        self._work_off()

    def _tags(self, client_tags: str) -> bytes:
        tags = []
        if Capability.SERVER_TIME in self.capabilities:
            moment = self._around.now().astimezone(UTC).replace(tzinfo=None)
            tags.append(f"time={moment.isoformat(timespec='milliseconds')}Z")
        if client_tags and Capability.MESSAGE_TAGS in self.capabilities:
            tags.append(client_tags)
        return f"@{';'.join(tags)} ".encode("utf-8", "surrogateescape") if tags else b""
