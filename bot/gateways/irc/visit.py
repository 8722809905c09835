"""One stay on a server, from the connection until it is lost: the chores of being there, and the way out."""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import lru_cache

from bot.gateways.irc.heard import Heard
from bot.gateways.irc.leaving import QuitReader
from bot.gateways.irc.login import OPENING, Credentials, Login
from bot.gateways.irc.lookout import Lookout
from bot.gateways.irc.patience import Patience
from bot.gateways.irc.pulse import Pulse
from bot.gateways.irc.rooms import Room
from bot.gateways.irc.wire import Address, Wire
from cogs.speech import Happening, Person, Place, Where

log = logging.getLogger(__name__)

_FAREWELL = "the official leaves"
_SAFE_TEXT = 400
"""Bytes of text that come through whatever our prefix is, while the server has not shown it."""
_LEAST_TEXT = 64
_SHORTEST_LOOK = timedelta(milliseconds=10)


class Visit:
    """One stay; also the `Outlet` of the send queue."""

    def __init__(
        self,
        *,
        network: str,
        nick: str,
        channels: tuple[str, str],
        credentials: Credentials | None,
        reader: QuitReader,
        patience: Patience,
        tell: Callable[[Happening], None],
        may_speak: Callable[[], None],
        heard: Callable[[], None],
        now: Callable[[], datetime],
    ) -> None:
        """`channels`: the tournament's and the judges'. `may_speak` is called when more may go out,
        `heard` for every line of the server.
        """
        self._network = network
        self._reader = reader
        self._patience = patience
        self._tell = tell
        self._may_speak = may_speak
        self._heard = heard
        self._now = now
        self._wire = Wire(hear=self._hear, now=now)
        self._wire.on_writable = may_speak
        self._wire.on_closed = self._closed
        self._tournament, self._judges = (Room(name, self._wire.send, patience) for name in channels)
        self.login = Login(
            self._wire.send,
            nick=nick,
            credentials=credentials,
            sasl_within=patience.sasl,
            welcomed=self._welcomed,
        )
        self._pulse = Pulse(self._wire.send)
        self._lookout: Lookout | None = None
        self._settled = asyncio.Event()
        self._handlers = self.login.handlers

    async def stay(self, address: Address, welcomed: Callable[[], None]) -> str:
        """Come and stay; returns why the stay is over. Cancelled, it takes leave in order.

        Raises OSError (TimeoutError among them) when the server cannot be reached or does not let us in.
        """
        nick = self.login.nick
        await self._wire.open(address, nick=nick, opening=OPENING, within=self._patience.connect)
        try:
            await self._be_welcomed()
            welcomed()
            await self._do_chores()
        except asyncio.CancelledError:
            await self._wire.close(_FAREWELL, within=self._patience.farewell)
            raise
        finally:
            self._end()
        return self._wire.why

    async def _be_welcomed(self) -> None:
        async with asyncio.timeout(self._patience.register.total_seconds()):
            await self._settled.wait()
        if not self.login.is_complete:
            raise ConnectionError(self._wire.why)

    async def _do_chores(self) -> None:
        """Keep in our channels, listen for silence, get our nick back; until the connection is gone."""
        async with asyncio.TaskGroup() as chores:
            tasks = [
                chores.create_task(chore)
                for chore in (
                    self._tournament.keep(),
                    self._judges.keep(),
                    self._listen_for_silence(),
                    self._reclaim_nick(),
                )
            ]
            await self._wire.closed.wait()
            for task in tasks:
                task.cancel()

    async def _listen_for_silence(self) -> None:
        """Ask a silent server whether it is there; without an answer the connection is dead."""
        limit = self._patience.silence
        while True:
            silence = self._wire.silence
            if silence >= 2 * limit:
                self._wire.give_up(f"the server has been silent for {silence.total_seconds():.0f} s")
                return
            if silence >= limit:
                self._wire.send("PING :floorjudge")
            look_at = 2 * limit if silence >= limit else limit
            await asyncio.sleep(max(look_at - silence, _SHORTEST_LOOK).total_seconds())

    async def _reclaim_nick(self) -> None:
        while True:
            await asyncio.sleep(self._patience.reclaim.total_seconds())
            if self.login.nick != self.login.wanted_nick:
                self._wire.send(f"NICK {self.login.wanted_nick}")

    # Hearing.

    def _hear(self, heard: Heard) -> None:
        self._heard()
        handler = self._handlers.get(heard.what)
        if handler is not None:
            handler(heard)

    def _welcomed(self) -> None:
        """The welcome is complete. Now the server's ways are known, and what it shows can be understood."""
        self._lookout = Lookout(
            network=self._network,
            login=self.login,
            tournament=self._tournament,
            judges=self._judges,
            reader=self._reader,
            send=self._wire.send,
            tell=self._tell,
            now=self._now,
            patience=self._patience,
        )
        self._handlers = (
            self.login.handlers | self._lookout.handlers | self._pulse.handlers | {"join": self._join}
        )
        if self.login.ways.bot_mode:
            self._wire.send(f"MODE {self.login.nick} +{self.login.ways.bot_mode}")
        self._settled.set()

    def _join(self, heard: Heard) -> None:
        """A JOIN may be ours, and then lines for that channel may go out."""
        if self._lookout is not None:
            self._lookout.join(heard)
            self._may_speak()

    def _closed(self) -> None:
        self._settled.set()

    def _end(self) -> None:
        self._wire.abort("given up")
        self.login.stop()
        self._pulse.stop()
        if self._lookout is not None:
            self._lookout.end(self._wire.heard_at, self._wire.why)

    @property
    def broke(self) -> bool:
        """Whether the stay ended by a failure of the line, so that our last words may not have arrived."""
        return self._wire.is_broken

    @property
    def heard_at(self) -> datetime:
        """When the server last said anything."""
        return self._wire.heard_at

    async def is_seen(self) -> bool:
        """Ask the server for a sign of life; once it came, all that was seen before has been told."""
        if self._lookout is None or not await self._pulse.is_felt(self._patience.sight):
            return False
        self._lookout.tell_all()
        return True

    def present(self) -> tuple[Person, ...]:
        """The people in the tournament channel, none while it is not seen."""
        return self._lookout.present() if self._lookout is not None else ()

    def hold(self) -> None:
        """Hear nothing more until `go_on`: whoever listens cannot keep up."""
        self._wire.hold()

    def go_on(self) -> None:
        """Hear again."""
        self._wire.go_on()

    # Saying.

    @property
    def is_writable(self) -> bool:
        """Whether the socket takes more now."""
        return self._wire.is_writable

    def target(self, place: Place) -> str | None:
        """The channel or nick to speak to; None while that place is closed to us."""
        match place.where:
            case Where.CHANNEL:
                return self._tournament.name if self._tournament.is_in else None
            case Where.JUDGES:
                return self._judges.name if self._judges.is_in else None
            case Where.PRIVATE:
                return place.nick if self.login.is_complete else None

    def room(self, target: str) -> int:
        """Bytes of text that the server relays whole: it puts our prefix in front, and cuts."""
        mask = self._lookout.mask if self._lookout is not None else ""
        if not mask:
            return _SAFE_TEXT
        return _relayed(self.login.ways.line_length, f"{self.login.nick}!{mask}", target)

    def ask(self) -> asyncio.Future[bool]:
        """Ask the server for a sign of life; true once it came, false when the stay is over before."""
        return self._pulse.ask()

    def say(self, target: str, text: str) -> None:
        """Hand one line to the socket."""
        self._wire.send(f"PRIVMSG {target} :{text}")


@lru_cache(maxsize=256)
def _relayed(line_length: int, prefix: str, target: str) -> int:
    overhead = len(f":{prefix} PRIVMSG {target} :\r\n".encode())
    return max(line_length - overhead, _LEAST_TEXT)
