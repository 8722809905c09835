"""The connection with one bot account: it runs a client, and another one whenever that fails, without end.

discord.py resumes by itself what can be resumed. What it cannot (a first connection that fails, a session that is
ended for good, an outage of minutes) is met with a fresh client after a growing wait. What only people can mend,
a token that Discord refuses or an intent that is not switched on, is told in one line that says what to do, and
tried again every few minutes.

Before each client the application is looked at, for Discord ends a client that asks for an intent it was not
granted: so only those are asked for, and what is missing for it is said.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.gateways.discord.client import Equip, FloorClient, wanted_intents
from bot.gateways.discord.patience import Patience
from bot.gateways.irc.patience import Waits

if TYPE_CHECKING:
    from bot.gateways.discord.gateway import DiscordGateway

log = logging.getLogger(__name__)

PORTAL = "https://discord.com/developers/applications"
TOKEN_REFUSED = (
    f"Discord refuses the token: reset it at {PORTAL} (Bot, Reset Token) and put the new one where "
    "discord.token_file says"
)
INTENTS_REFUSED = (
    f"Discord does not grant an intent: switch on Message Content, Server Members and Presence at {PORTAL} "
    "(Bot, Privileged Gateway Intents)"
)
_TOKEN_REFUSED_CODE = 4004
_AGAIN_S = 0.1
"""After so long a client that does not end is cancelled again."""


class Unusable(Exception):
    """Discord refuses us until somebody changes something; the message is the sentence that says what."""


def reach(api_base: str, gateway: str) -> None:
    """Speak to another server than Discord, where one is named. It holds for the whole process."""
    if api_base:
        Route.BASE = api_base.rstrip("/")
    if gateway:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


def lacks(intents: discord.Intents) -> tuple[str, ...]:
    """What does not work for want of an intent, a sentence each."""
    there = f"It is switched on at {PORTAL} (Bot, Privileged Gateway Intents)."
    missing = (
        (intents.message_content, "Message Content", "slash commands only, for I cannot read messages here"),
        (intents.members, "Server Members", "people are known here once they have spoken"),
        (intents.presences, "Presence", "nobody is seen going offline"),
    )
    return tuple(
        f"Without the {name} intent: {what}. {there}" for is_there, name, what in missing if not is_there
    )


class DiscordConnection:
    """One bot account on Discord, and the guilds that share it."""

    def __init__(
        self, token: str, *, equip: Equip = lambda client: None, patience: Patience | None = None
    ) -> None:
        """Nothing is connected before a gateway is run. `equip` gives every new client its commands."""
        self._token = token
        self.equip = equip
        self.patience = patience or Patience()
        self._gateways: list[DiscordGateway] = []
        self._client: FloorClient | None = None
        self._work: asyncio.Task[None] | None = None
        self._wanted = 0

    @property
    def client(self) -> FloorClient | None:
        """The client of now; None between two."""
        return self._client

    def serve(self, gateway: DiscordGateway) -> None:
        """This guild is officiated over the connection."""
        self._gateways.append(gateway)

    async def hold(self) -> None:
        """Be connected as long as anybody holds the connection; without end. Raises what is a fault of ours."""
        self._wanted += 1
        if self._work is None or self._work.done():
            self._work = asyncio.get_running_loop().create_task(self._keep_coming(), name="discord")
        try:
            await asyncio.shield(self._work)
        finally:
            self._wanted -= 1
            if not self._wanted:
                self._work.cancel()
                await asyncio.wait([self._work])

    # --- coming and coming back ---

    async def _keep_coming(self) -> None:
        waits = Waits(self.patience.reconnect, self.patience.longest)
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            wait = await self._stay()
            if loop.time() - began > self.patience.longest.total_seconds():
                waits.reset()
            wait = wait or waits.next()
            log.info("Discord: the next attempt is in %.1f s", wait.total_seconds())
            await asyncio.sleep(wait.total_seconds())

    async def _stay(self) -> timedelta | None:
        """One client, to its end; returns how long to wait for the next one where that does not depend on luck."""
        why = "a fault of ours"
        try:
            intents = await self._granted()
            why = await self._live(
                FloorClient(self._gateways, intents, equip=self.equip, patience=self.patience)
            )
        except Unusable as error:
            log.error("%s", error)
            return self.patience.unusable
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            why = _sentence(error)
        except (
            Exception
        ):  # the first connection of a client may fail in ways that discord.py does not foresee
            log.exception("Discord: the client failed")
        log.warning("Discord: away: %s", why)
        return None

    async def _granted(self) -> discord.Intents:
        """Look at the application, without connecting: which intents has it?"""
        async with discord.Client(intents=discord.Intents(guilds=True)) as probe:
            try:
                async with asyncio.timeout(self.patience.connect.total_seconds()):
                    await probe.login(self._token)
            except discord.LoginFailure:
                raise Unusable(TOKEN_REFUSED) from None
            flags = probe.application.flags if probe.application else discord.ApplicationFlags()
        intents = wanted_intents(flags)
        for lack in lacks(intents):
            log.warning("Discord: %s", lack)
        for gateway in self._gateways:
            gateway.warn(lacks(intents))
        return intents

    async def _live(self, client: FloorClient) -> str:
        """Run a client until it ends, or sees nothing for too long; returns why."""
        self._client = client
        loop = asyncio.get_running_loop()
        work = loop.create_task(client.start(self._token), name="discord client")
        watch = loop.create_task(self._watch(client), name="discord watch")
        try:
            await asyncio.wait([work, watch], return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                return "Discord was not seen in time"
            work.result()
            return "the client ended"
        except (discord.LoginFailure, discord.PrivilegedIntentsRequired, discord.ConnectionClosed) as error:
            raise _judged(error) from None
        finally:
            self._client = None
            for gateway in self._gateways:
                gateway.part("the connection to Discord is over")
            await self._close(client, [work, watch])

    async def _watch(self, client: FloorClient) -> None:
        """Returns when the client has seen nothing for too long: it may be waiting a quarter of an hour."""
        loop = asyncio.get_running_loop()
        patience_s = self.patience.connect.total_seconds()
        seen_at = loop.time()
        while loop.time() - seen_at < patience_s:
            await asyncio.sleep(patience_s / 10)
            if client.sees:
                seen_at = loop.time()

    async def _close(self, client: FloorClient, tasks: Sequence[asyncio.Task[None]]) -> None:
        await _ended(tasks)
        try:
            async with asyncio.timeout(self.patience.farewell.total_seconds()):
                await client.close()
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.info("Discord: the client did not close in order: %s", _sentence(error))
            await client.http.close()


async def _ended(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel these until they have ended: while it identifies anew, discord.py takes no notice the first time."""
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=_AGAIN_S)


def _judged(error: discord.DiscordException) -> Exception:
    """What Discord's last word means: something that people have to mend, or an end like any other."""
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return Unusable(INTENTS_REFUSED)
    if isinstance(error, discord.LoginFailure):
        return Unusable(TOKEN_REFUSED)
    if isinstance(error, discord.ConnectionClosed) and error.code == _TOKEN_REFUSED_CODE:
        return Unusable(TOKEN_REFUSED)
    return error


def _sentence(error: BaseException) -> str:
    return str(error) or type(error).__name__
