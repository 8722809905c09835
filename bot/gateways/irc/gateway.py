"""The gateway to one IRC network: it connects and stays, again and again, and tells and says meanwhile."""

import asyncio
import ipaddress
import logging
import re
import ssl
from collections.abc import Callable
from datetime import UTC, datetime

from bot.config import Irc
from bot.gateways.irc.casefold import CaseMapping
from bot.gateways.irc.leaving import QuitReader
from bot.gateways.irc.login import Credentials
from bot.gateways.irc.pace import PROMPT, QUESTIONS, Throttle, pace_of
from bot.gateways.irc.patience import Patience, Waits
from bot.gateways.irc.sending import SendQueue
from bot.gateways.irc.visit import Visit
from bot.gateways.irc.wire import Address
from cogs.speech import (
    Happening,
    Line,
    Listener,
    Person,
    PromptListener,
    Said,
    SightLost,
    SightRestored,
    Where,
)

log = logging.getLogger(__name__)

_MOST_WAITING = 5000
"""Happenings that may wait for the listener before we stop reading from the server."""
_FLOODED = re.compile(r"flood|recvq", re.IGNORECASE)
"""In the last words of a server that threw us out because we said too much at once."""
_NICK = re.compile(r"[^\s,:!@*#&$?\x00-\x1f][^\s,!@*\x00-\x1f]*")


class IrcGateway:
    """One IRC network. `run` keeps us there; `say` says a line there, when it can be said."""

    def __init__(
        self,
        settings: Irc,
        listener: Listener,
        *,
        prompt: PromptListener | None = None,
        network: str = "irc",
        throttle: bool = True,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        tls: ssl.SSLContext | None = None,
        patience: Patience | None = None,
    ) -> None:
        """Prepare a gateway.

        `prompt`: who takes what is said while the listener has nothing to do, and saves it a turn of the loop.
        `throttle`: keep to what servers take without punishing it; one on loopback is spared only once it is seen
        to hold us back.
        `tls`: how a certificate is checked, by default against the machine's authorities. Raises ConfigError
        when there is a `sasl_user` whose password cannot be read.
        """
        self._settings = settings
        self._listener = listener
        self._prompt = prompt
        self._is_telling = False
        self._network = network
        self._now = now
        self._patience = patience or Patience()
        self._tls = (tls or ssl.create_default_context()) if settings.tls else None
        self._credentials = (
            Credentials(user=settings.sasl_user, password=settings.read_sasl_password())
            if settings.sasl_user
            else None
        )
        is_near = settings.embedded or _is_loopback(settings.host)
        if settings.sasl_user and not (settings.tls or is_near):
            log.warning("%s: the password of %s travels in the clear; set tls", network, settings.sasl_user)
        self._queue = SendQueue(None)
        self._is_near = is_near
        self._throttles = throttle and not settings.embedded
        self._trial: asyncio.Task[None] | None = None
        self._reader = QuitReader()
        self._mapping = CaseMapping.RFC1459
        self._visit: Visit | None = None
        self.is_behind = False
        """Whether the listener cannot keep up, so that we have stopped reading."""
        self._happenings: asyncio.Queue[Happening | asyncio.Future[None]] = asyncio.Queue()
        self._heard_at = now()
        self.has_accounts = False
        """Whether the network shows who is logged in to services.

        It stays so: on a network whose services are away a nick must not become proof.
        """
        self.connected = asyncio.Event()
        """Set while the server knows us."""
        self.ready = asyncio.Event()
        """Set while we see the tournament channel."""

    @property
    def network(self) -> str:
        """The name of this network: that of every person and place of it."""
        return self._network

    @property
    def nick(self) -> str:
        """Our nick at this moment, or the one we want while we are away."""
        return self._visit.login.nick if self._visit is not None else self._settings.nick

    def present(self) -> tuple[Person, ...]:
        """The people in the tournament channel; none while we do not see it."""
        return self._visit.present() if self._visit is not None else ()

    def casefold(self, nick: str) -> str:
        """The form that all spellings of a nick share on this network."""
        return self._mapping.fold(nick)

    async def say(self, line: Line) -> None:
        """Say a line; returns when all of it was handed to the server's socket.

        Waits while we are away or not in that channel, and may be cancelled. Raises ValueError for a private
        line to what can be no nick.
        """
        if line.place.where is Where.PRIVATE and not _NICK.fullmatch(line.place.nick):
            raise ValueError(f"no nick: {line.place.nick!r}")
        await self._queue.say(line)

    def say_at_once(self, line: Line) -> bool:
        """Say a line if no other waits and the server takes all of it now; False: nothing of it was said."""
        if line.place.where is Where.PRIVATE and not _NICK.fullmatch(line.place.nick):
            return False
        return self._queue.say_at_once(line)

    async def confirm_sight(self) -> datetime:
        """Ask the server for a sign of life; returns the moment up to which everything seen was told.

        That is the moment of asking, if the server answers, for what happened while the answer was on its way
        may be behind it; else it is when the server was last heard.
        """
        asked_at = self._now()
        self._queue.charge()
        is_seen = self._visit is not None and await self._visit.is_seen()
        seen_until = asked_at if is_seen else self._last_heard_at
        told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._happenings.put_nowait(told)
        await told
        return seen_until

    @property
    def _last_heard_at(self) -> datetime:
        return self._visit.heard_at if self._visit is not None else self._heard_at

    async def run(self) -> None:
        """Be there, without end; cancelled, take leave in order and deliver what was seen until then."""
        async with asyncio.TaskGroup() as tasks:
            delivery = tasks.create_task(self._deliver())
            try:
                await self._keep_coming()
            finally:
                try:
                    async with asyncio.timeout(self._patience.farewell.total_seconds()):
                        await self._happenings.join()
                except TimeoutError:
                    log.warning("%s: %d happenings were not taken", self._network, self._happenings.qsize())
                delivery.cancel()

    # Coming and coming back.

    async def _keep_coming(self) -> None:
        waits = Waits(self._patience.reconnect, self._patience.longest)
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            why = await self._stay()
            log.warning("%s: away: %s", self._network, why)
            # a server that ends clients for their speed did not give us the time to find out that it has one
            self._is_near = self._is_near and not _FLOODED.search(why)
            if loop.time() - began > self._patience.longest.total_seconds():
                waits.reset()
            wait = waits.next()
            log.info("%s: the next attempt is in %.1f s", self._network, wait.total_seconds())
            await asyncio.sleep(wait.total_seconds())

    async def _stay(self) -> str:
        """One stay, on a connection of its own; returns why it is over."""
        visit = self._visit = self._new_visit()
        address = Address(host=self._settings.host, port=self._settings.port, tls=self._tls)
        try:
            return await visit.stay(address, self._welcomed)
        except TimeoutError:
            return "no answer in time"
        except OSError as error:
            return str(error) or type(error).__name__
        except Exception:  # a fault of ours: it must not end the officiating on this network
            log.exception("%s: the stay failed", self._network)
            return "a fault of ours"
        finally:
            if self._trial is not None:
                self._trial.cancel()
            self.connected.clear()
            self._heard_at = visit.heard_at
            self._queue.detach(broke=visit.broke)
            self._visit = None

    def _new_visit(self) -> Visit:
        return Visit(
            network=self._network,
            nick=self._settings.nick,
            channels=(self._settings.channel, self._settings.judges),
            credentials=self._credentials,
            reader=self._reader,
            patience=self._patience,
            tell=self._take,
            may_speak=self._queue.go_on,
            heard=self._queue.heard,
            now=self._now,
        )

    def _welcomed(self) -> None:
        if self._visit is not None:
            self._mapping = self._visit.login.ways.case_mapping
            self.has_accounts |= self._visit.login.shows_accounts and not self._settings.embedded
            self.connected.set()
            self._begin_to_speak(self._visit)

    def _begin_to_speak(self, visit: Visit) -> None:
        self._queue.keep_to(Throttle(pace_of(visit.login.version)) if self._throttles else None)
        self._queue.attach(visit)
        if self._throttles and self._is_near:
            self._trial = asyncio.get_running_loop().create_task(self._try_out(visit), name="trial")

    async def _try_out(self, visit: Visit) -> None:
        """A server on loopback need not be spared, unless it holds us back: find out before there is much to say."""
        await self.ready.wait()
        try:
            async with asyncio.timeout(PROMPT.total_seconds()):
                answered = await asyncio.gather(*(visit.ask() for _ in range(QUESTIONS)))
        except TimeoutError:
            log.info("%s: the server holds us back; we keep to its pace", self._network)
            return
        if all(answered) and visit is self._visit:
            self._queue.keep_to(None)

    # Telling.

    def _take(self, happening: Happening) -> None:
        """Put a happening in line for the listener; it must not hold up the reading of a PING."""
        if isinstance(happening, SightRestored):
            self.ready.set()
        elif isinstance(happening, SightLost):
            self.ready.clear()
        if isinstance(happening, Said) and self._taken_promptly(happening):
            return
        self._happenings.put_nowait(happening)
        if not self.is_behind and self._visit is not None and self._happenings.qsize() > _MOST_WAITING:
            self.is_behind = True
            self._visit.hold()

    def _taken_promptly(self, said: Said) -> bool:
        waits = self._is_telling or not self._happenings.empty()
        return self._prompt is not None and not waits and self._prompt(said)

    async def _tell(self, happening: Happening) -> None:
        self._is_telling = True
        try:
            await self._listener(happening)
        except Exception:  # the listener promises not to raise; a broken promise must not deafen us
            log.exception("%s: a happening was not taken: %s", self._network, type(happening).__name__)
        finally:
            self._is_telling = False

    async def _deliver(self) -> None:
        """Tell the listener everything, one after the other."""
        while True:
            happening = await self._happenings.get()
            if isinstance(happening, asyncio.Future):
                if not happening.done():
                    happening.set_result(None)
            else:
                await self._tell(happening)
            self._happenings.task_done()
            if self.is_behind and self._happenings.qsize() < _MOST_WAITING // 2:
                self.is_behind = False
                if self._visit is not None:
                    self._visit.go_on()


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
