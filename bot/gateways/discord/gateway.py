"""The gateway to one Discord guild: it tells what happens there, and says lines there.

The guild's members are the people in the tournament channel. The connection beneath (`connection`) is shared with
other guilds; what it hands over is told to the listener one after the other.

Sight: the gateway asks Discord's gateway for its own member in the guild, and waits for the answer. Both go over
the same socket as all that happens there, in order; so with the answer everything before it has been told. (The
time of the last heartbeat would be up to 41 seconds old, and an answered REST call says nothing about the socket.)
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

import aiohttp
import discord

from bot.config import Discord
from bot.gateways.discord.client import FloorClient
from bot.gateways.discord.connection import DiscordConnection
from bot.gateways.discord.delivery import Delivery
from bot.gateways.discord.escaping import clean
from bot.gateways.discord.messages import AccountOf
from bot.gateways.discord.pace import Allowance
from bot.gateways.discord.patience import Patience
from bot.gateways.discord.people import person_of, session_of
from bot.gateways.discord.places import Destination, Places, guild_of, missing_guild
from cogs.command import MARK
from cogs.speech import (
    Card,
    Happening,
    Joined,
    Left,
    Line,
    Listener,
    Person,
    Place,
    PresenceChanged,
    Renamed,
    Said,
    SightLost,
    SightRestored,
    TableRef,
    TitlesChanged,
    Urgency,
    Where,
)
from cogs.suggestions import Suggest
from rules.entries import Leaving

log = logging.getLogger(__name__)

EDITED = (
    "An edited message changes nothing here. To say something else, write it anew; what was recorded by a slip is "
    "taken back with !undo, and a penalty with !overturn."
)
_OLD = timedelta(minutes=5)
"""A message written so long before the connection began is not run: long enough for clocks that differ."""
_FOUND_AT_A_TIME = 100
"""So many people Discord finds by id in one question."""
_REMEMBERED = 1000
"""How many people who wrote in private, and are no members, can be answered."""
_UNASKED = (discord.DiscordException, aiohttp.ClientError, OSError, RuntimeError)
"""What a question to Discord's gateway may end with."""
_WORDS = (discord.MessageType.default, discord.MessageType.reply)


class TablePlaces(Protocol):
    """The places that the tables have beside the channel."""

    @property
    def is_on(self) -> bool:
        """Whether the tables have places of their own now."""
        ...

    async def place_of(self, table: TableRef) -> Destination | None:
        """The place of that table; None when it has none."""
        ...

    def table_of(self, thread_id: int) -> TableRef | None:
        """The table whose place this is."""
        ...

    def show(self, card: Card) -> None:
        """Show how a table stands."""
        ...


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
        self._settings = settings
        self._connection = connection
        self._listener = listener
        self._network = network
        self._now = now
        self._patience = connection.patience
        self.guild_id = int(settings.guild) if settings.guild.isdecimal() else None
        """The guild's id, once it is known."""
        self.guild: discord.Guild | None = None
        """The guild; None while we are not there."""
        self.places = Places(settings, network)
        self.threads: TablePlaces | None = None
        """Set by whoever gives the tables places of their own."""
        self.account_of: AccountOf = lambda person: None
        """The Discord user id of a person; set by whoever knows."""
        self.suggest: Suggest = lambda person, asked: ()
        """What may be meant in a field of a command; set by whoever knows."""
        self.sought: Callable[[], Iterable[str]] = tuple
        """The user ids of those whom events are about; set by whoever knows."""
        self.delivery = Delivery(self)
        self._known: dict[int, Person] = {}
        self._strangers: OrderedDict[str, int] = OrderedDict()
        self._banned: set[int] = set()
        self._told_of_edits: set[int] = set()
        self._warnings: tuple[str, ...] = ()
        self._warned: set[str] = set()
        self._began_at: datetime | None = None
        self._heard_at = now()
        self._allowance = Allowance()
        self._asking = asyncio.Lock()
        self._confirmed_at: datetime | None = None
        self._happenings: asyncio.Queue[Happening | asyncio.Future[None]] = asyncio.Queue()
        self._chores: set[asyncio.Task[None]] = set()
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
    def settings(self) -> Discord:
        """What the configuration says of this guild."""
        return self._settings

    @property
    def connection(self) -> DiscordConnection:
        """The connection over which we are there."""
        return self._connection

    @property
    def patience(self) -> Patience:
        """How long to wait for what."""
        return self._patience

    def now(self) -> datetime:
        """The moment, for what is told by somebody else."""
        return self._now()

    def present(self) -> tuple[Person, ...]:
        """The members that are known; none while we do not see the guild."""
        return tuple(self._known.values()) if self.ready.is_set() else ()

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

    def user_id_of(self, nick: str) -> int | None:
        """The id of somebody who is or was here, by username."""
        name = self.casefold(nick)
        members = (user_id for user_id, person in self._known.items() if self.casefold(person.nick) == name)
        return next(members, self._strangers.get(name))

    def knows(self, user_id: int) -> bool:
        """Whether somebody is known to be a member."""
        return user_id in self._known

    # --- being there ---

    async def run(self) -> None:
        """Be there, without end; cancelled, deliver what was seen until then."""
        async with asyncio.TaskGroup() as tasks:
            delivery = tasks.create_task(self._deliver())
            try:
                await self._connection.hold()
            finally:
                try:
                    async with asyncio.timeout(self._patience.farewell.total_seconds()):
                        await self._happenings.join()
                except TimeoutError:
                    log.warning("%s: %d happenings were not taken", self._network, self._happenings.qsize())
                delivery.cancel()

    def take(self, client: FloorClient) -> bool:
        """See the guild (again), as this client shows it now; False when it does not show it."""
        guild = guild_of(client.guilds, self._settings.guild, self.guild_id)
        if guild is None or guild.unavailable:
            return False
        self.guild, self.guild_id = guild, guild.id
        self.connected.set()
        self.look_at_channels()
        self._began_at = self._began_at or discord.utils.utcnow()
        if client.intents.members:
            self._see(client, guild, guild.members)
        else:
            self._begin(self._find_people(client, guild))
        return True

    async def _find_people(self, client: FloorClient, guild: discord.Guild) -> None:
        """Without the intent nobody is shown by themselves: those whom an event is about are asked for."""
        sought = list(dict.fromkeys([*self._known, *map(int, self.sought())]))
        found: list[discord.Member] = []
        try:
            for begin in range(0, len(sought), _FOUND_AT_A_TIME):
                some = sought[begin : begin + _FOUND_AT_A_TIME]
                found += await guild.query_members(user_ids=some)
        except _UNASKED as error:
            log.warning("%s: people cannot be looked for: %s", self._network, error or type(error).__name__)
            return
        if guild is self.guild:
            self._see(client, guild, found)

    def _see(self, client: FloorClient, guild: discord.Guild, members: Sequence[discord.Member]) -> None:
        """These people are there now."""
        people = [member for member in members if not member.bot]
        self._known = {member.id: person_of(member, self._network) for member in people}
        offline = [
            each for each in people if each.status is discord.Status.offline and client.intents.presences
        ]
        self.ready.set()
        self._tell(
            SightRestored(
                network=self._network,
                present=tuple(self._known.values()),
                at=self._now(),
                offline=frozenset(session_of(member.id, self._network) for member in offline),
            )
        )
        self._begin(self._warn_judges())
        for follow in client.on_taken:
            self._begin(follow(self))

    def miss(self, client: FloorClient) -> None:
        """Discord has shown all it shows us, and the guild is not among it."""
        log.error("%s: %s", self._network, missing_guild(client.guilds, self._settings.guild))

    def lose(self, why: str) -> None:
        """We do not see the guild any more."""
        if self.ready.is_set():
            self.ready.clear()
            self._tell(SightLost(network=self._network, since=self._heard_at, why=why))

    def part(self, why: str) -> None:
        """The client is gone, and with it all that it has shown."""
        self.lose(why)
        self.connected.clear()
        self.guild = self._began_at = None
        self.places.forget()

    def outage(self) -> None:
        """Discord cannot reach the guild; it will be shown again."""
        log.warning("%s: Discord has an outage of this guild", self._network)
        self.part("Discord has an outage of this server")

    def thrown_out(self) -> None:
        """The bot is no member of the guild any more."""
        log.error("%s: the bot was removed from the guild; invite it again and it goes on", self._network)
        self.part("the bot was removed from the guild")

    def look_at_channels(self) -> None:
        """Find our channels again, and say once what is wrong with them."""
        if self.guild is not None:
            self.places.look_at(self.guild)

    # --- sight ---

    async def confirm_sight(self) -> datetime:
        """Ask Discord's gateway for a sign of life; returns the moment up to which everything seen was told."""
        asked_at = self._now()
        seen_until = asked_at if await self._is_seen(asked_at) else self._heard_at
        told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._happenings.put_nowait(told)
        await told
        return seen_until

    async def _is_seen(self, asked_at: datetime) -> bool:
        try:
            async with asyncio.timeout(self._patience.sight.total_seconds()), self._asking:
                if self._confirmed_at is not None and self._confirmed_at >= asked_at:
                    return True  # another question was put since, and has been answered
                return await self._ask()
        except TimeoutError:
            return False

    async def _ask(self) -> bool:
        """Ask for our own member, over the socket."""
        guild = self.guild
        if guild is None or not self.ready.is_set():
            return False
        await self._allowance.take()
        asked_at = self._now()
        try:
            await guild.query_members(user_ids=[guild.me.id], cache=False)
        except _UNASKED:
            return False  # the socket is being closed; what comes of it is told by the connection
        if not self.ready.is_set():
            return False
        self._confirmed_at = self._heard_at = asked_at
        return True

    # --- people ---

    def look_at(self, member: discord.Member) -> None:
        """A member as Discord shows them now: somebody new, or somebody known with another name or other roles."""
        if member.bot or self.guild is None:
            return
        now = self._now()
        person, before = person_of(member, self._network), self._known.get(member.id)
        self._known[member.id] = person
        if before is None:
            self._tell(Joined(person=person, at=now))
            return
        if before.nick != person.nick:
            self._tell(Renamed(person=before, nick=person.nick, at=now))
        if replace(before, nick=person.nick) != person:
            self._tell(TitlesChanged(person=person, at=now))

    def renamed(self, user: discord.User) -> None:
        """Somebody has another username or global name."""
        member = self.guild.get_member(user.id) if self.guild is not None else None
        if member is not None:
            self.look_at(member)

    def banned(self, user_id: int) -> None:
        """Somebody is thrown out, and about to be gone."""
        self._banned.add(user_id)

    def gone(self, user: discord.Member | discord.User) -> None:
        """Somebody is no member any more."""
        how = Leaving.KICKED if user.id in self._banned else Leaving.PARTED
        self._banned.discard(user.id)
        if person := self._known.pop(user.id, None):
            self._tell(Left(person=person, how=how, reason="left the server", at=self._now()))

    def presence(self, before: discord.Member, after: discord.Member) -> None:
        """Somebody is shown as there, or as not there."""
        is_online = after.status is not discord.Status.offline
        person = self._known.get(after.id)
        if person is not None and is_online == (before.status is discord.Status.offline):
            self._tell(PresenceChanged(person=person, is_online=is_online, at=self._now()))

    # --- words ---

    def read(self, message: discord.Message) -> None:
        """Hear a message, if somebody says something in it here, and now."""
        place = self._place_of(message)
        words = self._words_of(message)
        if place is None or not words or self._is_old(message):
            return
        self._tell(
            Said(
                person=self.person(message.author),
                place=place,
                words=words,
                at=self._now(),
                key=str(message.id),
            )
        )

    def _is_old(self, message: discord.Message) -> bool:
        return self._began_at is not None and message.created_at < self._began_at - _OLD

    def person(self, user: discord.Member | discord.User) -> Person:
        """Who somebody is who speaks now: a member is known from then on, and a stranger can be answered."""
        if isinstance(user, discord.Member) and user.guild.id == self.guild_id:
            self.look_at(user)
        if user.id in self._known:
            return self._known[user.id]
        person = person_of(user, self._network)
        self._strangers[self.casefold(person.nick)] = user.id
        if len(self._strangers) > _REMEMBERED:
            self._strangers.popitem(last=False)
        return person

    def edited(self, message: discord.Message) -> None:
        """A message was changed. Who meant to say something else by that is told once that it does nothing."""
        if self._place_of(message) is None or not self._words_of(message).startswith(MARK):
            return
        if message.author.id in self._told_of_edits:
            return
        self._told_of_edits.add(message.author.id)
        place = Place(network=self._network, where=Where.PRIVATE, nick=self.person(message.author).nick)
        self.say_besides(Line(place=place, text=EDITED))

    def _words_of(self, message: discord.Message) -> str:
        """What a person says in a message; nothing, where it is no person's words or is not shown to us."""
        if message.author.bot or message.webhook_id is not None or message.type not in _WORDS:
            return ""
        words = clean(message.content)
        me = self._connection.client.user if self._connection.client is not None else None
        return words.removeprefix(f"<@{me.id}>").lstrip() if me is not None else words

    def _place_of(self, message: discord.Message) -> Place | None:
        """Where a message was said; None where we do not listen."""
        if message.guild is None:
            return Place(network=self._network, where=Where.PRIVATE, nick=message.author.name)
        thread = message.channel.id if isinstance(message.channel, discord.Thread) else None
        channel_id = (
            message.channel.parent_id if isinstance(message.channel, discord.Thread) else message.channel.id
        )
        where = self.places.where(channel_id)
        if where is None:
            return None
        table = self.threads.table_of(thread) if self.threads is not None and thread is not None else None
        return Place(network=self._network, where=where, table=table)

    # --- what people have to know ---

    def warn(self, lacks: tuple[str, ...]) -> None:
        """This does not work here; the judges are told when they can be, once."""
        self._warnings = tuple(lack for lack in lacks if lack not in self._warned)

    async def _warn_judges(self) -> None:
        warnings, self._warnings = self._warnings, ()
        place = Place(network=self._network, where=Where.JUDGES)
        for text in warnings:
            self._warned.add(text)
            await self._say_quietly(Line(place=place, text=text, urgency=Urgency.NEWS))

    def say_besides(self, line: Line, calls: Sequence[int] = ()) -> None:
        """Say something that only this network has to know; nobody waits for it."""
        self._begin(self._say_quietly(line, calls))

    async def _say_quietly(self, line: Line, calls: Sequence[int] = ()) -> None:
        try:
            await self.delivery.say(line, calls)
        except ValueError as error:
            log.info("%s: %s", self._network, error)

    # --- telling ---

    def tell(self, happening: Happening) -> None:
        """Tell what a slash command or a press says here."""
        self._tell(happening)

    def _tell(self, happening: Happening) -> None:
        if not isinstance(happening, SightLost):
            self._heard_at = self._now()
        self._happenings.put_nowait(happening)

    async def _deliver(self) -> None:
        """Tell the listener everything, one after the other."""
        while True:
            happening = await self._happenings.get()
            if isinstance(happening, asyncio.Future):
                if not happening.done():
                    happening.set_result(None)
            else:
                try:
                    await self._listener(happening)
                except Exception:  # the listener promises not to raise; a broken promise must not deafen us
                    log.exception(
                        "%s: a happening was not taken: %s", self._network, type(happening).__name__
                    )
            self._happenings.task_done()

    def _begin(self, doing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(doing)
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)
