"""A whole service on a Discord of our own: the real application, a store on disk, and the lab.

With a clock by hand, minutes pass at once; with the server inside the process, people come by IRC too.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.app import App, Parts
from bot.chance import SeededDice
from bot.clock import Clock, SimulatedClock
from bot.config import Config, Discord, Irc, Staff, Store
from bot.gateways.discord import DiscordGateway
from rules.entries import Entry
from rules.tournament import Tournament
from storage.reading import Reading
from tests.crowd import Guest
from tests.discordlab import DiscordLab, Interaction, Message
from tests.discordlab.messages import parts_of

CHANNEL, JUDGES = "tournament", "judges"
OFFICIALS = ("tc", "hj", "judge")
PLAYERS = ("alice", "bob")
NOON = datetime(2026, 1, 10, 12, tzinfo=UTC)
_SHOWN = 8  # messages that a failure shows


class DiscordService:
    """One run of the application on a lab and a store. Another one can go on with both after it."""

    def __init__(
        self,
        lab: DiscordLab,
        folder: Path,
        *,
        clock: Clock | None = None,
        has_irc: bool = False,
        has_threads: bool = False,
    ) -> None:
        """The officials are known by their accounts, so they must have joined the lab before."""
        self.lab = lab
        self.folder = folder
        self.clock = clock
        self.url = f"sqlite+aiosqlite:///{folder / 'store.db'}"
        self.notices: list[str] = []
        named = {name: (name, self.id_of(name)) for name in OFFICIALS}
        self.app = App(
            Config(
                store=Store(url=self.url),
                irc=Irc(enabled=has_irc, port=0),
                discord=Discord(
                    enabled=True,
                    token=lab.token,
                    channel=CHANNEL,
                    judges_channel=JUDGES,
                    threads=has_threads,
                    api_base=lab.api_base,
                    gateway=lab.gateway_url,
                ),
                staff=Staff(coordinators=named["tc"], head_judges=named["hj"], judges=named["judge"]),
            ),
            clock=clock,
            dice=SeededDice(7),
            notice=self.notices.append,
        )

    def id_of(self, name: str) -> str:
        """The account of somebody in the lab."""
        return self.lab.world.user(name).id

    @property
    def parts(self) -> Parts:
        return self.app.parts

    @property
    def gateway(self) -> DiscordGateway:
        """The guild's gateway."""
        return next(each for each in self.parts.gateways if isinstance(each, DiscordGateway))

    @property
    def state(self) -> Tournament:
        """The last event as it stands."""
        return list(self.parts.events.states().values())[-1]

    # --- what people do and read ---

    async def answer(self, interaction: Interaction) -> Message:
        """The answer to a command or a press, which only the one who asked sees."""
        message = await self.lab.finished(interaction)
        assert message.ephemeral
        return message

    async def answered(self, interaction: Interaction) -> str:
        """The text of that."""
        return self.lab.shown(await self.answer(interaction))

    async def slash(self, name: str, command: str, /, where: str | None = None, **options: object) -> str:
        """Use a slash command; the text of its answer."""
        return await self.answered(await self.lab.slash(name, command, where, **options))

    async def press(self, name: str, label: str, where: str | None = None) -> str:
        """Press the newest button of this label that somebody sees; the text of the answer."""
        message = await self.with_button(name, label, where)
        return await self.answered(await self.lab.click(name, message, label))

    async def with_button(self, name: str, label: str, where: str | None = None) -> Message:
        """The newest message that somebody sees with this button."""
        return await self._newest(name, where, f"a button {label!r}", lambda each: label in labels(each))

    async def reads(self, name: str, words: str, where: str | None = None) -> Message:
        """The newest message that somebody sees with these words, as soon as it is there."""
        return await self.reads_in(5, name, words, where)

    async def reads_in(self, within_s: float, name: str, words: str, where: str | None = None) -> Message:
        """The same, where it may take so long."""
        return await self._newest(
            name, where, repr(words), lambda each: words in self.lab.shown(each), within_s
        )

    async def _newest(
        self,
        name: str,
        where: str | None,
        what: str,
        fits: Callable[[Message], bool],
        within_s: float = 5,
    ) -> Message:
        """Raises AssertionError, with what is there instead, when it does not come."""

        def find() -> Message | None:
            return next((each for each in reversed(self.lab.seen(name, where)) if fits(each)), None)

        try:
            found = await self.lab.until(find, within_s)
        except AssertionError:
            there = "\n  ".join(self.lab.texts(name, where)[-_SHOWN:])
            raise AssertionError(f"{name} waits for {what}; there is:\n  {there}") from None
        assert found is not None
        return found

    def count(self, name: str, words: str, where: str | None = None) -> int:
        """How many messages with these words somebody sees."""
        return sum(words in text for text in self.lab.texts(name, where))

    async def passes(self, **time: float) -> None:
        """Let so much time pass, on a clock by hand: what is due on the way happens."""
        assert self.clock is not None
        await self.app.pass_time(self.clock.now() + timedelta(**time))

    async def irc(self, nick: str) -> Guest:
        """Somebody comes by IRC."""
        port = self.app.irc_port
        assert port is not None
        return await Guest.come(port, nick, "#tournament")

    # --- what is stored ---

    async def stored(self) -> list[Entry]:
        """The last event's scorebook as it is stored."""
        return await self.parts.store.load(
            self.parts.events.desk(list(self.parts.events.states())[-1]).scorebook
        )

    async def kinds(self) -> list[str]:
        """What was entered, by the names of the entries."""
        return [type(entry).__name__ for entry in await self.stored()]

    async def results(self) -> list[dict[str, object]]:
        """What is exported of the results."""
        async with Reading.opened(self.url) as reading:
            return [dict(row) for row in await reading.results()]

    async def penalties(self) -> list[dict[str, object]]:
        """What is exported of the penalties."""
        async with Reading.opened(self.url) as reading:
            return [dict(row) for row in await reading.penalties()]

    async def rulings(self) -> list[dict[str, object]]:
        """What is exported of the rulings."""
        async with Reading.opened(self.url) as reading:
            return [dict(row) for row in await reading.rulings()]


def labels(message: Message) -> list[str]:
    """What its buttons say."""
    return [part["label"] for part in parts_of(message.components) if part.get("label")]


def by_hand() -> SimulatedClock:
    """A clock that moves by `DiscordService.passes` alone."""
    return SimulatedClock(NOON)


@asynccontextmanager
async def on_discord(
    folder: Path,
    people: Sequence[str] = (*OFFICIALS, *PLAYERS),
    *,
    clock: Clock | None = None,
    has_irc: bool = False,
    has_threads: bool = False,
    prepare: Callable[[DiscordLab], None] = lambda lab: None,
) -> AsyncIterator[DiscordService]:
    """A service that sees the guild of a fresh lab with these people in it. `prepare` is done before it comes."""
    async with DiscordLab() as lab:
        for name in people:
            await lab.join(name)
        prepare(lab)
        service = DiscordService(lab, folder, clock=clock, has_irc=has_irc, has_threads=has_threads)
        async with running(service):
            yield service


@asynccontextmanager
async def running(service: DiscordService) -> AsyncIterator[DiscordService]:
    """The service, started and with its slash commands written; stopped at the end whatever happens."""
    await service.app.start()
    try:
        await service.gateway.ready.wait()
        await service.lab.until(lambda: bool(service.lab.world.commands.names(service.lab.guild.id)))
        await service.app.settle()
        yield service
    finally:
        await service.app.stop()
