"""A whole service on paper for tests: the real application, a store on disk, a console, and time by hand."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.app import App, Parts
from bot.chance import SeededDice
from bot.clock import SimulatedClock
from bot.config import Config, Staff, Store
from bot.config_values import Identity
from bot.desk import Desk
from bot.gateways.console import Console
from bot.networks import Network
from bot.pairing import Pairer
from cogs.speech import Happening, Line, PresenceChanged, SightRestored, Where
from rules.entries import Entry
from rules.tournament import Tournament

NOON = datetime(2026, 1, 10, 12, tzinfo=UTC)
EVERYBODY = ("tc", "hj", "judge", "alice", "bob")


class Paper(Console):
    """A console that can fall silent, as a network does that lags, and show people as offline who are there."""

    silent_since: datetime | None = None
    shows_presence: bool = True
    offline: frozenset[str] = frozenset()  # nicks

    async def show(self, nick: str, *, is_online: bool) -> None:
        """Somebody in the channel is shown as there, or as offline."""
        self.offline = self.offline - {nick} if is_online else self.offline | {nick}
        await self._tell(PresenceChanged(person=self.person(nick), is_online=is_online, at=self._now()))

    async def _tell(self, what: Happening) -> None:
        if isinstance(what, SightRestored):
            what = replace(what, offline=frozenset(self.person(nick).session for nick in self.offline))
        await super()._tell(what)

    async def confirm_sight(self) -> datetime:
        return self.silent_since or await super().confirm_sight()


class Service:
    """One run of the application on a store. `said` is everything that it has said."""

    def __init__(
        self,
        folder: Path,
        *,
        start: datetime = NOON,
        people: Sequence[str] = EVERYBODY,
        trusted: bool = True,
        more: Sequence[Network] = (),
        staff: Staff | None = None,
        pairer: Pairer | None = None,
        speed: float = 1.0,
    ) -> None:
        """`speed` is what the run goes by; its time is moved by hand all the same."""
        self.folder = folder
        self.staff = staff or Staff()
        self.store = Store(url=f"sqlite+aiosqlite:///{folder / 'store.db'}", pairings=folder / "pairings")
        self.clock = SimulatedClock(start, speed)
        self.said: list[tuple[datetime, str, str]] = []
        self.notices: list[str] = []
        self.console = Paper(self.clock.now, self._hear, network="paper")
        self.console.bring_in(people)
        network = Network(gateway=self.console, identity=Identity.NICK, trusted=trusted)
        self.app = App(
            Config(store=self.store, staff=self.staff),
            clock=self.clock,
            dice=SeededDice(7),
            networks=[network, *more],
            notice=self.notices.append,
            pairer=pairer,
        )
        self.console.listen(self.app.hear)

    def _hear(self, line: Line) -> None:
        self.said.append((self.clock.now(), line.place.nick or line.place.where.value, line.text))

    @property
    def parts(self) -> Parts:
        return self.app.parts

    @property
    def desk(self) -> Desk[Tournament]:
        """The desk of the last event."""
        return self.parts.events.desk(list(self.parts.events.states())[-1])

    @property
    def state(self) -> Tournament:
        """The last event as it stands."""
        state = self.desk.state
        assert state is not None
        return state

    def is_blind(self) -> bool:
        """Whether the last event's clocks stand still because the bot does not see."""
        return self.state.blind_since is not None

    async def stored(self) -> list[Entry]:
        """The last event's scorebook as it is stored."""
        return await self.parts.store.load(self.desk.scorebook)

    async def up(self) -> None:
        """Start, and come to the channel."""
        await self.app.start()
        await self.console.entered.wait()
        await self.app.settle()

    async def until(self, seconds: float) -> None:
        """Let time pass up to so many seconds after noon."""
        await self.app.pass_time(NOON + timedelta(seconds=seconds))

    async def say(self, nick: str, words: str, where: Where = Where.CHANNEL) -> list[str]:
        """Somebody says something; returns what is said upon it."""
        before = len(self.said)
        await self.console.speak(nick, where, words)
        await self.app.settle()
        return [text for _, _, text in self.said[before:]]

    async def play(self, *lines: str) -> None:
        """Lines such as `12 alice: !ready` (seconds after noon) are said at their time."""
        for line in lines:
            second, nick, words = line.split(maxsplit=2)
            await self.until(float(second))
            await self.say(nick.rstrip(":"), words)

    def heard(self, words: str) -> list[str]:
        """What was said that contains these words."""
        return [text for _, _, text in self.said if words.lower() in text.lower()]

    def killed(self, folder: Path) -> Service:
        """A service on a copy of the store as a kill at this moment would leave it; not started yet."""
        folder.mkdir()
        for file in self.folder.glob("store.db*"):
            if not file.name.endswith(".lock"):
                shutil.copy(file, folder)
        people = [p.nick for p in self.console.present()]
        return Service(folder, start=self.clock.now(), people=people, staff=self.staff)


OPENING = '0 tc: !open "Autumn 12" kind=challenge starts=now authorization=A-77'
MATCH = (
    OPENING,
    "1 alice: !register ABC",
    "2 bob: !register DEF",
    "10 tc: !pair alice bob",
    "60 tc: !begin",
    "70 alice: !ready",
    "80 bob: !ready",
    "90 alice: !ready",
    "95 bob: !ready",
)
"""Up to the first game, that runs since 12:01:35."""


@asynccontextmanager
async def running(service: Service) -> AsyncIterator[Service]:
    """The service, started; stopped at the end whatever happens."""
    await service.up()
    try:
        yield service
    finally:
        await service.app.stop()
