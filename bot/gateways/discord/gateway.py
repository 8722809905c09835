"""The gateway to one Discord guild: it tells what happens there, and says lines there.

The guild's members are the people in the tournament channel. The connection beneath (`connection`) is shared with
other guilds; what it hands over is told to the listener one after the other.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

import discord

from bot.config import Discord
from bot.gateways.discord.client import FloorClient
from bot.gateways.discord.connection import DiscordConnection
from bot.gateways.discord.delivery import Delivery
from bot.gateways.discord.hearing import Hearing
from bot.gateways.discord.idiom import Idiom
from bot.gateways.discord.members import Members
from bot.gateways.discord.messages import AccountOf
from bot.gateways.discord.patience import Patience
from bot.gateways.discord.places import Places, guild_of, missing_guild
from bot.gateways.discord.sighting import UNANSWERED, Sighting
from bot.gateways.discord.threads import Threads
from cogs.speech import (
    Card,
    Happening,
    Line,
    Listener,
    Person,
    Place,
    SightLost,
    Urgency,
    Where,
)
from cogs.suggestions import Suggest

log = logging.getLogger(__name__)

_FOUND_AT_A_TIME = 100
"""So many people Discord finds by id in one question."""


class DiscordGateway:
    """One guild. `run` keeps us there; `say` says a line there, when it can be said."""

    has_accounts = True
    """Discord vouches for everybody's account."""

    def __init__(
        self,
        settings: Discord,
        connection: DiscordConnection,
        listener: Listener,
        *,
        network: str = "discord",
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Prepare a gateway over this connection; nothing is connected yet."""
        self._network = network
        self._listener = listener
        self._now = now
        self._heard_at = now()
        self._happenings: asyncio.Queue[Happening | asyncio.Future[None]] = asyncio.Queue()
        self._chores: set[asyncio.Task[None]] = set()
        self._warnings: tuple[str, ...] = ()
        self._warned: set[str] = set()
        self._sighting = Sighting(lambda: self.guild if self.ready.is_set() else None, now)
        self.settings = settings
        """What the configuration says of this guild."""
        self.connection = connection
        """The connection over which we are there."""
        self.guild_id = int(settings.guild) if settings.guild.isdecimal() else None
        """The guild's id, once it is known."""
        self.guild: discord.Guild | None = None
        """The guild; None while we are not there."""
        self.places = Places(settings, network)
        self.members = Members(network, self.tell, now)
        self.hearing = Hearing(self, now)
        self.delivery = Delivery(self)
        self.threads = Threads(self) if settings.threads else None
        """The places of the tables, where they are to have any."""
        self.account_of: AccountOf = lambda person: None
        """The Discord user id of a person; set by whoever knows."""
        self.suggest: Suggest = lambda person, asked: ()
        """What may be meant in a field of a command; set by whoever knows."""
        self.sought: Callable[[], Iterable[str]] = tuple
        """The user ids of those whom events are about; set by whoever knows."""
        self.shows_presence = True
        """Whether Discord shows us who is offline; that is known once we see the guild."""
        self.connected = asyncio.Event()
        """Set while the connection has a client that was shown the guild."""
        self.ready = asyncio.Event()
        """Set while we see the guild."""
        connection.serve(self)

    @property
    def network(self) -> str:
        """The name of this network: that of every person and place of it."""
        return self._network

    @property
    def patience(self) -> Patience:
        """How long to wait for what."""
        return self.connection.patience

    def now(self) -> datetime:
        """The moment, for what is told by somebody else."""
        return self._now()

    def idiom(self, place: Place) -> Idiom:
        """How things are said in a place. The slash commands are the guild's: private messages have none."""
        client, guild_id = self.connection.client, self.guild_id
        if client is None or guild_id is None or place.where is Where.PRIVATE:
            return Idiom(now=self._now())
        names = frozenset(one.name for one in client.tree.get_commands(guild=discord.Object(guild_id)))
        return Idiom(now=self._now(), commands=names)

    def present(self) -> tuple[Person, ...]:
        """The members that are known; none while we do not see the guild."""
        return self.members.all() if self.ready.is_set() else ()

    def casefold(self, name: str) -> str:
        """The form that all spellings of a username share."""
        return name.casefold()

    @property
    def seats_tables(self) -> bool:
        """Whether the tables have places of their own."""
        return self.threads is not None and self.threads.is_on

    def show(self, card: Card) -> None:
        """Show how a table stands."""
        if self.threads is not None:
            self.threads.show(card)

    async def say(self, line: Line) -> None:
        """Say a line; returns when Discord has taken all of it.

        Waits while we are away, and may be cancelled. Raises ValueError for what can never be said.
        """
        await self.delivery.say(line)

    def say_besides(self, line: Line, calls: Sequence[int] = ()) -> None:
        """Say something that only this network has to know, and call these users; nobody waits for it."""
        self._begin(self._say_quietly(line, calls))

    async def confirm_sight(self) -> datetime:
        """Ask Discord's gateway for a sign of life; returns the moment up to which everything seen was told."""
        asked_at = self._now()
        is_seen = await self._sighting.is_seen(asked_at, self.patience.sight)
        if is_seen:
            self._heard_at = max(asked_at, self._heard_at)
        seen_until = asked_at if is_seen else self._heard_at
        told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._happenings.put_nowait(told)
        await told
        return seen_until

    async def run(self) -> None:
        """Be there, without end; cancelled, deliver what was seen until then."""
        async with asyncio.TaskGroup() as tasks:
            delivery = tasks.create_task(self._deliver())
            seating = None if self.threads is None else tasks.create_task(self.threads.run())
            try:
                await self.connection.hold()
            finally:
                if seating is not None:
                    seating.cancel()
                try:
                    async with asyncio.timeout(self.patience.farewell.total_seconds()):
                        await self._happenings.join()
                except TimeoutError:
                    log.warning("%s: %d happenings were not taken", self._network, self._happenings.qsize())
                delivery.cancel()

    # --- being there ---

    def take(self, client: FloorClient) -> bool:
        """See the guild (again), as this client shows it now; False when it does not show it."""
        guild = guild_of(client.guilds, self.settings.guild, self.guild_id)
        if guild is None or guild.unavailable:
            return False
        self.guild, self.guild_id = guild, guild.id
        self.hearing.since = self.hearing.since or discord.utils.utcnow()
        self.connected.set()
        self.look_at_channels()
        if client.intents.members:
            self._see(client, guild.members)
        else:
            self._begin(self._find_people(client, guild))
        return True

    async def _find_people(self, client: FloorClient, guild: discord.Guild) -> None:
        """Without the intent Discord shows nobody by itself: those whom an event is about are asked for."""
        while guild is self.guild and not self.ready.is_set():
            ids = list(dict.fromkeys([*self.members.ids(), *map(int, self.sought())]))
            found: list[discord.Member] = []
            try:
                for begin in range(0, len(ids), _FOUND_AT_A_TIME):
                    found += await guild.query_members(user_ids=ids[begin : begin + _FOUND_AT_A_TIME])
            except UNANSWERED as error:
                log.warning("%s: nobody was found: %s", self._network, str(error) or type(error).__name__)
                await asyncio.sleep(self.patience.resend.total_seconds())
                continue
            if guild is self.guild and not self.ready.is_set():
                self._see(client, found)

    def _see(self, client: FloorClient, members: Sequence[discord.Member]) -> None:
        self.ready.set()
        if self.threads is not None and self.guild is not None:
            self.threads.adopt(self.guild.threads, self.guild.me.id)
        self.shows_presence = client.intents.presences and client.intents.members
        self.members.restore(members, shows_offline=self.shows_presence)
        self._begin(self._warn_judges())
        for follow in client.on_taken:
            self._begin(follow(self))

    def miss(self, client: FloorClient) -> None:
        """Discord has shown all it shows us, and the guild is not among it."""
        log.error("%s: %s", self._network, missing_guild(client.guilds, self.settings.guild))

    def lose(self, why: str) -> None:
        """We do not see the guild any more."""
        if self.ready.is_set():
            self.ready.clear()
            self.tell(SightLost(network=self._network, since=self._heard_at, why=why))

    def part(self, why: str) -> None:
        """The guild is out of reach, and what was shown of it may not be so any more."""
        self.lose(why)
        self.connected.clear()
        self.guild = self.hearing.since = None
        self.places.forget()

    def outage(self) -> None:
        """Discord cannot reach the guild; it will be shown again."""
        log.warning("%s: Discord has an outage of this guild", self._network)
        self.part("Discord has an outage of this server")

    def thrown_out(self) -> None:
        """The bot is no member of the guild any more."""
        log.error("%s: the bot was removed from the guild; invite it again and it goes on", self._network)
        self.part("the bot was removed from the server")

    def look_at_channels(self) -> None:
        """Find our channels again, and say once what is wrong with them."""
        if self.guild is not None:
            self.places.look_at(self.guild)

    def renamed(self, user: discord.User) -> None:
        """Somebody has another username or global name, in every guild."""
        if self.guild is not None and (member := self.guild.get_member(user.id)) is not None:
            self.members.look_at(member)

    # --- what people have to know ---

    def warn(self, lacks: tuple[str, ...]) -> None:
        """This does not work here; the judges are told when they can be, once."""
        self._warnings = tuple(lack for lack in lacks if lack not in self._warned)

    async def _warn_judges(self) -> None:
        warnings, self._warnings = self._warnings, ()
        self._warned.update(warnings)
        place = Place(network=self._network, where=Where.JUDGES)
        for text in warnings:
            await self._say_quietly(Line(place=place, text=text, urgency=Urgency.NEWS))

    async def _say_quietly(self, line: Line, calls: Sequence[int] = ()) -> None:
        try:
            await self.delivery.say(line, calls)
        except ValueError as error:
            log.warning("%s: %s", self._network, error)

    # --- telling ---

    def tell(self, happening: Happening) -> None:
        """Tell the listener, when all before it has been told."""
        if not isinstance(happening, SightLost):
            self._heard_at = self._now()
        self._happenings.put_nowait(happening)

    async def _deliver(self) -> None:
        """Tell the listener everything, one after the other."""
        while True:
            happening = await self._happenings.get()
            if not isinstance(happening, asyncio.Future):
                await self._hand_over(happening)
            elif not happening.done():
                happening.set_result(None)
            self._happenings.task_done()

    async def _hand_over(self, happening: Happening) -> None:
        try:
            await self._listener(happening)
        except Exception:  # the listener promises not to raise; a broken promise must not deafen us
            log.exception("%s: a happening was not taken: %s", self._network, type(happening).__name__)

    def _begin(self, doing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(doing)
        self._chores.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._chores.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("%s: a chore failed", self._network, exc_info=task.exception())
