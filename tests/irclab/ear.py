"""A listener for tests that remembers what it was told, and a running gateway that tells it."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import TypeVar

from bot.config import Irc
from bot.gateways.irc import IrcGateway, Patience
from cogs.speech import Happening, Joined, Line, Place, PromptListener, Said, SightRestored, Urgency, Where
from tests.irclab.visitor import Visitor

H = TypeVar("H", bound=Happening)

HASTE = Patience(
    connect=timedelta(seconds=5),
    register=timedelta(seconds=10),
    sasl=timedelta(seconds=5),
    silence=timedelta(seconds=20),
    answer=timedelta(seconds=5),
    reconnect=timedelta(milliseconds=50),
    rejoin=timedelta(milliseconds=50),
    reclaim=timedelta(milliseconds=200),
    longest=timedelta(milliseconds=400),
    farewell=timedelta(milliseconds=50),
    same_moment=timedelta(milliseconds=200),
)
"""Waits short enough for tests, on a machine that may be busy."""
PATIENCE = timedelta(seconds=30)

FAULT = "the listener of this test fails here"

CHANNEL = Place(network="irc", where=Where.CHANNEL)
JUDGES = Place(network="irc", where=Where.JUDGES)


def private(nick: str) -> Place:
    """The place between the bot and one person."""
    return Place(network="irc", where=Where.PRIVATE, nick=nick)


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so, which nothing tells of itself."""
    async with asyncio.timeout(PATIENCE.total_seconds()):
        while not is_so():  # noqa: ASYNC110 - what is waited for sets no event
            await asyncio.sleep(0.01)


class Ear:
    """Remembers what it is told; a test waits for what it wants to hear, each happening once."""

    def __init__(self) -> None:
        self.heard: list[Happening] = []
        self._passed = 0
        self._news = asyncio.Event()
        self._hears = asyncio.Event()
        self._hears.set()
        self._fails_at: str | None = None

    async def __call__(self, happening: Happening) -> None:
        await self._hears.wait()
        if isinstance(happening, Said) and happening.words == self._fails_at:
            raise RuntimeError(FAULT)
        self.heard.append(happening)
        self._news.set()

    def fail_at(self, words: str) -> str:
        """Fail when this is said; returns what the failure says."""
        self._fails_at = words
        return FAULT

    @asynccontextmanager
    async def deaf(self) -> AsyncIterator[None]:
        """Take nothing meanwhile, and let whoever tells wait."""
        self._hears.clear()
        try:
            yield
        finally:
            self._hears.set()

    async def hears(self, kind: type[H], fits: Callable[[H], bool] = lambda happening: True) -> H:
        """The next happening of that kind that fits; those before it are passed over."""
        begin = self._passed
        try:
            async with asyncio.timeout(PATIENCE.total_seconds()):
                while True:
                    while self._passed < len(self.heard):
                        self._passed += 1
                        happening = self.heard[self._passed - 1]
                        if isinstance(happening, kind) and fits(happening):
                            return happening
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"heard no such {kind.__name__} in {self.heard[begin:]}") from None

    def all(self, kind: type[H]) -> list[H]:
        """All happenings of that kind so far."""
        return [happening for happening in self.heard if isinstance(happening, kind)]

    @property
    def words(self) -> list[str]:
        """All that was said so far."""
        return [said.words for said in self.all(Said)]


class Official:
    """A gateway that runs, and the ear it tells."""

    def __init__(self, gateway: IrcGateway, ear: Ear, task: asyncio.Task[None], port: int) -> None:
        self.gateway = gateway
        self.ear = ear
        self.task = task
        self._port = port
        self._visitors: list[Visitor] = []

    async def visitor(
        self, nick: str, *channels: str, account: tuple[str, str] | None = None, port: int = 0
    ) -> Visitor:
        """Somebody who comes to the same server (or that of `port`), and is gone with us."""
        visitor = await Visitor.come(port or self._port, nick, *channels, account=account)
        self._visitors.append(visitor)
        return visitor

    async def player(self, nick: str, *, account: tuple[str, str] | None = None, port: int = 0) -> Visitor:
        """Somebody whom the official sees come into the tournament channel."""
        visitor = await self.visitor(nick, "#tournament", account=account, port=port)
        await self.ear.hears(Joined, lambda joined: joined.person.nick == nick)
        return visitor

    async def end(self) -> None:
        """Let all take leave."""
        for visitor in self._visitors:
            visitor.close()
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)

    async def say(self, text: str, place: Place = CHANNEL, urgency: Urgency = Urgency.ANSWER) -> None:
        """Say a line and wait until it is out."""
        await self.gateway.say(Line(place=place, text=text, urgency=urgency))

    async def sees(self) -> SightRestored:
        """Wait until it sees the channel."""
        return await self.ear.hears(SightRestored)


@asynccontextmanager
async def official(
    port: int,
    patience: Patience = HASTE,
    settings: Irc | None = None,
    tls: ssl.SSLContext | None = None,
    prompt: PromptListener | None = None,
    *,
    throttle: bool = False,
) -> AsyncIterator[Official]:
    """A running gateway on that port of the loopback address; it takes leave at the end.

    `throttle`: it tries out how fast it may speak, as it does where it serves.
    """
    ear = Ear()
    settings = settings or Irc(port=port, embedded=False)
    gateway = IrcGateway(settings, ear, prompt=prompt, patience=patience, tls=tls, throttle=throttle)
    task = asyncio.create_task(gateway.run())
    running = Official(gateway, ear, task, port)
    try:
        yield running
    finally:
        await running.end()
