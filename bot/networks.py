"""The networks that the configuration names: a gateway for each, and by what people are known there."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol

from bot.config import Config, Irc, enabled_guilds
from bot.config_values import Identity
from bot.gateways import Gateway
from bot.gateways.embedded import EmbeddedServer
from bot.gateways.irc import IrcGateway
from bot.roster import Roster
from cogs.everything import every_command
from cogs.speech import Happening


class Hears(Protocol):
    """Who listens to the networks."""

    async def hear(self, happening: Happening) -> None: ...

    def hear_promptly(self, happening: Happening) -> bool: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Network:
    """A network to officiate on.

    `identity`: by what people are known there. `trusted`: the nick is enough for staff too. `vouched`: who
    speaks there is who they say, and nobody is missed there: the console. `realm` tells the people of a
    further network apart from those of the first.
    """

    gateway: Gateway
    identity: Identity = Identity.AUTO
    trusted: bool = False
    vouched: bool = False
    realm: str = ""

    def roster(self) -> Roster:
        """Who is there; nobody yet."""
        return Roster(
            self.gateway,
            by=self.identity,
            trusted=self.trusted,
            vouched=self.vouched,
            realm=self.realm,
        )


SILENCE = timedelta(seconds=60)
"""After so long the embedded server asks who is silent, and so long it waits for the answer, at speed 1."""

SHORTEST_SILENCE = timedelta(seconds=2)
"""In a sped-up run clients still answer in real time."""


def embedded_server(config: Config, now: Callable[[], datetime], speed: float) -> EmbeddedServer | None:
    """The IRC server inside this process, if one is wanted; it does not listen yet."""
    if not (config.irc.enabled and config.irc.embedded):
        return None
    silence = max(SILENCE / speed, SHORTEST_SILENCE)
    return EmbeddedServer(
        host=config.irc.host, port=config.irc.port, ping_interval=silence, ping_timeout=silence, now=now
    )


def irc_networks(
    config: Config, server: EmbeddedServer | None, ears: Hears, now: Callable[[], datetime]
) -> Iterator[Network]:
    """A gateway for every IRC network of the configuration. Raises ConfigError when a password is missing."""
    wanted = [settings for settings in (config.irc, *config.irc_also) if settings.enabled]
    for number, settings in enumerate(wanted, 1):
        name = "irc" if number == 1 else f"irc{number}"
        reached = _reached(settings, server)
        gateway = IrcGateway(reached, ears.hear, prompt=ears.hear_promptly, network=name, now=now)
        yield Network(
            gateway=gateway,
            identity=settings.identity,
            # Whoever reaches a server that listens on loopback only can read the store as well.
            trusted=settings.embedded and server is not None and server.is_loopback_only,
            realm="" if number == 1 else name,
        )


def discord_networks(config: Config, ears: Hears, now: Callable[[], datetime]) -> Iterator[Network]:
    """A gateway for every Discord guild of the configuration; those of one bot account share its connection.

    Raises ConfigError when a token is missing.
    """
    guilds = enabled_guilds(config)
    if not guilds:
        return
    # Only where it is wanted: discord.py takes half a second to import.
    from bot.gateways.discord import DiscordConnection, DiscordGateway, reach
    from bot.gateways.discord.asides import Asides
    from bot.gateways.discord.slash import SlashCommands

    tokens = [
        settings.read_token() if settings.has_token else config.discord.read_token() for settings in guilds
    ]
    reach(guilds[0].api_base, guilds[0].gateway)
    connections: dict[str, DiscordConnection] = {}
    declared = every_command()
    for number, (settings, token) in enumerate(zip(guilds, tokens, strict=True), 1):
        if token not in connections:
            connections[token] = DiscordConnection(token, equip=SlashCommands(declared, Asides()).equip)
        connection = connections[token]
        name = "discord" if number == 1 else f"discord{number}"
        gateway = DiscordGateway(settings, connection, ears.hear, network=name, now=now)
        yield Network(gateway=gateway, identity=Identity.ACCOUNT, realm="discord")


def _reached(settings: Irc, server: EmbeddedServer | None) -> Irc:
    """Where to connect: to our own server by loopback, at the port that it has."""
    if not settings.embedded or server is None:
        return settings
    return replace(settings, host=_own_address(settings.host), port=server.port, tls=False)


def _own_address(host: str) -> str:
    """An address at which this machine reaches what listens on `host`."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if not address.is_unspecified:
        return host
    return "127.0.0.1" if address.version == 4 else "::1"
