"""A whole service on a Discord of our own: the real application, a store on disk, real time, and the lab."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from bot.app import App, Parts
from bot.chance import SeededDice
from bot.config import Config, Discord, Irc, Staff, Store
from bot.gateways.discord import DiscordGateway
from rules.entries import Entry
from rules.tournament import Tournament
from tests.discordlab import DiscordLab

CHANNEL, JUDGES = "tournament", "judges"
OFFICIALS = ("tc", "hj", "judge")
PLAYERS = ("alice", "bob")


class DiscordService:
    """One run of the application on a lab and a store. Another one can go on with both after it."""

    def __init__(self, lab: DiscordLab, folder: Path) -> None:
        """The officials are known by their accounts, so they must have joined the lab before."""
        self.lab = lab
        self.folder = folder
        named = {name: (self.id_of(name),) for name in OFFICIALS}
        self.app = App(
            Config(
                store=Store(url=f"sqlite+aiosqlite:///{folder / 'store.db'}"),
                irc=Irc(enabled=False),
                discord=Discord(
                    enabled=True,
                    token=lab.token,
                    channel=CHANNEL,
                    judges_channel=JUDGES,
                    threads=False,
                    api_base=lab.api_base,
                    gateway=lab.gateway_url,
                ),
                staff=Staff(coordinators=named["tc"], head_judges=named["hj"], judges=named["judge"]),
            ),
            dice=SeededDice(7),
            notice=lambda sentence: None,
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
        gateway = self.parts.gateways[0]
        assert isinstance(gateway, DiscordGateway)
        return gateway

    @property
    def state(self) -> Tournament:
        """The last event as it stands."""
        return list(self.parts.events.states().values())[-1]

    async def stored(self) -> list[Entry]:
        """The last event's scorebook as it is stored."""
        return await self.parts.store.load(
            self.parts.events.desk(list(self.parts.events.states())[-1]).scorebook
        )


@asynccontextmanager
async def on_discord(
    folder: Path, people: Sequence[str] = (*OFFICIALS, *PLAYERS)
) -> AsyncIterator[DiscordService]:
    """A service that sees the guild of a fresh lab with these people in it."""
    async with DiscordLab() as lab:
        for name in people:
            await lab.join(name)
        async with running(DiscordService(lab, folder)) as service:
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
