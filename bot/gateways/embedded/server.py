"""The embedded server itself: it listens, watches for silent clients, and fakes what tests need faked."""

import asyncio
import ipaddress
import logging
import math
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta

from bot.gateways.embedded.client import Client, Surroundings
from bot.gateways.embedded.commands import answer
from bot.gateways.embedded.limits import Limits
from bot.gateways.embedded.lines import LineTooLong, format_line, parse_line
from bot.gateways.embedded.network import Network
from bot.gateways.embedded.numerics import Numeric

log = logging.getLogger(__name__)

DEFAULT_MOTD = (
    "Welcome. This is FloorJudge's own small server; nothing said here leaves it.",
    "Join the tournament channel and say !help.",
)
_STOP_PATIENCE = timedelta(seconds=1)
"""How long `stop` waits for clients to take their last line."""
_LONGEST_LOOK = timedelta(seconds=1)
_SHORTEST_LOOK = timedelta(milliseconds=10)


class EmbeddedServer:
    """An IRC server in this process. It may be stopped and started again, and keeps its port."""

    def __init__(
        self,
        *,
        host: str = "127.0.0.1",
        port: int = 6667,
        name: str = "floorjudge.local",
        network: str = "FloorJudge",
        ping_interval: timedelta = timedelta(seconds=60),
        ping_timeout: timedelta = timedelta(seconds=60),
        operators: frozenset[str] = frozenset(),
        motd: tuple[str, ...] = DEFAULT_MOTD,
        limits: Limits | None = None,
        now: Callable[[], datetime] | None = None,
        monotonic: Callable[[], float] | None = None,
    ) -> None:
        """Prepare a server; port 0 takes a free one.

        A client silent for `ping_interval` is pinged, and dropped if it stays silent for `ping_timeout` more;
        both may come up to a second late. The nicks in `operators` get +o wherever they join. `now` gives the
        aware times that people see, `monotonic` the seconds that silence is measured with; who brings a
        `monotonic` calls `check_silence` after moving it.
        """
        self._host = host
        self._port = port
        self._ping_interval = ping_interval
        self._ping_timeout = ping_timeout
        self._limits = limits or Limits()
        self._now = now or (lambda: datetime.now(UTC))
        self._monotonic = monotonic or (lambda: asyncio.get_running_loop().time())
        self._listener: asyncio.Server | None = None
        self._next_look: asyncio.TimerHandle | None = None
        self._all_gone = asyncio.Event()
        self._network = Network(
            server_name=name,
            name=network,
            motd=motd,
            operators=operators,
            limits=self._limits,
            now=self._now,
        )
        self._connections: set[Client] = set()

    # Starting and stopping.

    async def start(self) -> None:
        """Begin to listen. Raises OSError if the address cannot be had."""
        surroundings = Surroundings(
            doorkeeper=self,
            server_name=self._network.server_name,
            send_queue_bytes=self._limits.send_queue_bytes,
            now=self._now,
            monotonic=self._monotonic,
        )
        loop = asyncio.get_running_loop()
        self._listener = await loop.create_server(
            lambda: Client(surroundings), self._host or None, self._port
        )
        self._port = self._listener.sockets[0].getsockname()[1]
        self._look_again()
        log.info("the embedded IRC server listens on %s port %s", self._host, self._port)

    async def stop(self) -> None:
        """Send everybody home and stop listening; who does not take leave within a second is cut off."""
        if self._listener is None:
            return
        self._listener.close()
        self._listener = None
        if self._next_look is not None:
            self._next_look.cancel()
        for client in tuple(self._connections):
            client.hang_up("Server is shutting down")
        try:
            async with asyncio.timeout(_STOP_PATIENCE.total_seconds()):
                await self._everybody_gone()
        except TimeoutError:
            for client in tuple(self._connections):
                client.cut_off()
            await self._everybody_gone()

    async def _everybody_gone(self) -> None:
        while self._connections:
            self._all_gone.clear()
            await self._all_gone.wait()

    def guard(self, admits: Callable[[str, str], bool]) -> None:
        """Let only those into a channel for whom `admits(channel, nick)` is true; named operators always."""
        self._network.admits = admits

    @property
    def port(self) -> int:
        """The port it listens on; known once it has been started."""
        return self._port

    @property
    def is_loopback_only(self) -> bool:
        """Whether nobody from another machine can get in."""
        if self._host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self._host).is_loopback
        except ValueError:
            return False  # another name, or all addresses: assume the worst

    # What connections tell (client.Doorkeeper).

    def connected(self, client: Client) -> None:
        """Let a connection in, if there is room."""
        self._connections.add(client)
        if self._listener is None or len(self._network.clients) >= self._limits.clients:
            log.warning("refused a connection from %s: the server is full", client.host)
            client.hang_up("Server is full")
            return
        self._network.clients[client] = None

    def heard(self, client: Client, raw: bytes) -> None:
        """Answer one line. If that fails in us, the client is closed and the others go on."""
        try:
            line = parse_line(raw)
            if line is not None:
                answer(self._network, client, line)
        except LineTooLong:
            client.reply(Numeric.INPUT_TOO_LONG)
        except Exception:  # whatever it is, it is this one client's: it must not reach the loop
            log.exception("a line from %s could not be answered", ascii(client.nick))
            self._network.dismiss(client, "Internal error")

    def lost(self, client: Client, reason: str) -> None:
        """Take note that a connection is gone."""
        self._connections.discard(client)
        self._network.forget(client, reason)
        if not self._connections:
            self._all_gone.set()

    # Silence.

    def check_silence(self) -> None:
        """Ping those who are silent, drop those who stay so; safe to call at any moment."""
        for client in tuple(self._network.clients):
            self._look_at(client, self._monotonic())

    def _look_at(self, client: Client, moment: float) -> None:
        if not client.is_registered:
            if moment - client.opened >= self._limits.registration_timeout.total_seconds():
                self._network.dismiss(client, "Registration timeout")
        elif client.pinged is not None:
            if moment - client.pinged >= self._ping_timeout.total_seconds():
                seconds = math.ceil(self._ping_timeout.total_seconds())
                self._network.dismiss(client, f"Ping timeout: {seconds} seconds")
        elif moment - client.heard >= self._ping_interval.total_seconds():
            client.pinged = moment
            client.send(f"PING :{self._network.server_name}\r\n".encode())

    def _look_again(self) -> None:
        """Look at everybody's silence now, and often enough from now on."""
        self.check_silence()
        shortest = min(self._ping_interval, self._ping_timeout, self._limits.registration_timeout) / 4
        pause = min(max(shortest, _SHORTEST_LOOK), _LONGEST_LOOK)
        loop = asyncio.get_running_loop()
        self._next_look = loop.call_later(pause.total_seconds(), self._look_again)

    # Faking, for tests.

    async def split(self, nicks: Iterable[str]) -> None:
        """Put these on the far side of a netsplit: both sides see the others quit, and all stay connected."""
        near, far = self._sides
        self._network.move(self._named(nicks), far=True, reason=f"{near} {far}", mirrored=f"{far} {near}")
        await asyncio.sleep(0)

    async def rejoin(self, nicks: Iterable[str] | None = None) -> None:
        """End the netsplit for these, or for all: both sides see the others join again."""
        near, far = self._sides
        returning = self._network.people() if nicks is None else self._named(nicks)
        self._network.move(returning, far=False, reason=f"{near} {far}", mirrored=f"{far} {near}")
        await asyncio.sleep(0)

    @property
    def _sides(self) -> tuple[str, str]:
        domain = self._network.server_name
        return f"hub.{domain}", f"leaf.{domain}"

    def set_op(self, *, nick: str, channel: str) -> None:
        """Make somebody an operator of a channel they are on. Raises LookupError."""
        client = self._client(nick)
        place = self._network.channel(channel)
        if place is None or client not in place.members:
            raise LookupError(f"{nick} is not on {channel}")
        self._network.grant(client, place, place.seen_by(client))

    def kill(self, nick: str, reason: str = "killed") -> None:
        """Throw somebody off the network, as its operators would. Raises LookupError."""
        client = self._client(nick)
        name = self._network.server_name
        told = f"Killed ({name} ({reason}))"
        client.send(format_line(name, "KILL", client.nick, text=told))
        self._network.dismiss(client, told)

    def cut_off(self, nick: str) -> None:
        """Break somebody's connection, as a failing line does. Raises LookupError."""
        self._client(nick).cut_off()

    def freeze(self, nick: str) -> None:
        """Hear nothing more of somebody, as if their machine had stopped. Raises LookupError."""
        self._client(nick).freeze()

    def thaw(self, nick: str) -> None:
        """Hear somebody again, with all they said meanwhile. Raises LookupError."""
        self._client(nick).thaw()

    def _named(self, nicks: Iterable[str]) -> list[Client]:
        return [self._client(nick) for nick in nicks]

    def _client(self, nick: str) -> Client:
        client = self._network.find(nick)
        if client is None:
            raise LookupError(f"nobody here has the nick {nick}")
        return client
