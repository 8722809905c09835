"""Threads: a place of its own for each table, with a pinned card that shows how it stands.

Cards are worked off one after the other, the latest of each table, in the order in which they came; what Discord
lets through decides the pace. A thread is known by its name and by who began it, so after a restart, or when the
answer to its creation was lost, it is found again and never made twice. Time alone changes nothing here: a clock is
a moment that every reader's own screen counts down to.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.gateways.discord.escaping import escape
from bot.gateways.irc.patience import Waits
from cogs.speech import Card, CardRow, Line, Place, TableRef, Urgency, Where

if TYPE_CHECKING:
    from bot.gateways.discord.gateway import DiscordGateway

log = logging.getLogger(__name__)

PLACE_WAIT_S = 3.0
"""So long a line waits for the thread of its table; then it is said in the channel."""

_LONGEST_NAME, _LONGEST_TITLE, _LONGEST_LABEL, _LONGEST_TEXT = 100, 256, 256, 1024
_LOOKED_THROUGH = 20
"""A card is among the first messages of its thread."""
_NAME = re.compile(
    r"Round (?P<round>\d{1,4}), table (?P<table>\d{1,6}): .* \((?P<event>[a-z0-9-]{1,44})\)", re.ASCII
)
_COLOUR_OPEN, _COLOUR_OVER = 0x2E7D32, 0x757575

_IS_ARCHIVED, _NO_CHANNEL = 50083, 10003
_NO_MORE = frozenset({50001, 50013, 160006})
"""Discord's codes for a thread that may not be made: no access, no permission, too many threads."""
_AGAIN_AFTER_S = 600.0
"""So long no thread is tried after one that might not be made."""
_LOST = (aiohttp.ClientError, OSError, RuntimeError)
"""Nobody knows whether it got there."""
_MOST_SEATS = 4096
"""So many tables are known; the threads of older ones have been closed long since."""
_LOOKED_THROUGH_CLOSED = 100
"""So many closed threads are looked through once, after a start: a match may be opened again."""

NO_THREADS = (
    "Discord does not let me make threads here ({why}). What is said of a table without one is said in the channel; "
    "I try again in ten minutes."
)


@dataclass(slots=True)
class _Seat:
    """The place of a table, as far as it is there."""

    thread: discord.Thread | None = None
    message: discord.Message | discord.PartialMessage | None = None
    card: Card | None = None  # as shown last
    called: frozenset[int] = frozenset()  # who was called to it
    posted: int = 0  # how many cards were put there, each in place of one that is gone


class Threads:
    """The threads of one guild's tournament channel."""

    def __init__(self, gateway: DiscordGateway) -> None:
        self._gateway = gateway
        self._wanted: dict[TableRef, Card] = {}
        self._seats: dict[TableRef, _Seat] = {}
        self._tables: dict[int, TableRef] = {}
        self._expected: dict[TableRef, asyncio.Event] = {}
        self._work = asyncio.Event()
        self._none_before_s = 0.0  # no thread is made before that, by the loop's clock
        self._has_complained = False
        self._knows_closed = False

    # --- what others ask of it ---

    @property
    def is_on(self) -> bool:
        """Whether the tables have places of their own now."""
        return self._gateway.settings.threads

    def show(self, card: Card) -> None:
        """Show how a table stands, when its turn comes; only the latest card counts."""
        if not self.is_on:
            return
        if card.table not in self._seats and not card.is_over:
            self._expected.setdefault(card.table, asyncio.Event())
        self._wanted[card.table] = card
        self._work.set()

    async def place_of(self, table: TableRef) -> discord.Thread | None:
        """The thread of that table; None when it has none, or not soon."""
        expected = self._expected.get(table)
        if expected is not None:
            try:
                async with asyncio.timeout(PLACE_WAIT_S):
                    await expected.wait()
            except TimeoutError:
                return None
        seat = self._seats.get(table)
        return seat.thread if seat is not None else None

    def table_of(self, thread_id: int) -> TableRef | None:
        """The table whose thread this is."""
        return self._tables.get(thread_id)

    def adopt(self, threads: Iterable[discord.Thread], own_id: int) -> None:
        """Take up the threads that were begun before; of two for one table the older one."""
        for thread in sorted(threads, key=lambda each: each.id):
            table = table_named(thread.name) if thread.owner_id == own_id else None
            if table is None:
                continue
            seat = self._seats.get(table)
            if seat is None or seat.thread is None or seat.thread.id == thread.id:
                self._take(table, thread)

    def removed(self, thread_id: int) -> None:
        """A thread was deleted: it is made anew at the next change."""
        table = self._tables.pop(thread_id, None)
        if table is not None:
            self._seats.pop(table, None)

    async def run(self) -> None:
        """Work off the cards, without end."""
        waits = Waits(self._gateway.patience.resend, self._gateway.patience.longest)
        while True:
            await self._work.wait()
            await self._gateway.ready.wait()
            if not self._wanted:
                self._work.clear()
                continue
            table = self._next()
            card = self._wanted.pop(table)
            if await self._is_shown(card):
                waits.reset()
                continue
            self._wanted.setdefault(table, card)
            await asyncio.sleep(waits.next().total_seconds())

    # --- within ---

    def _next(self) -> TableRef:
        """What is shown already goes before what is not: a table that is played does not wait for all the others."""
        return next((table for table in self._wanted if table in self._seats), next(iter(self._wanted)))

    async def _is_shown(self, card: Card) -> bool:
        """Show it; False when it is to be tried again."""
        try:
            await self._show(card)
        except discord.HTTPException as error:
            if error.status in (429, 401) or error.status >= 500:
                await self._look_again(card.table)
                return False
            log.warning("%s: a card was refused: %s", self._gateway.network, error)
        except _LOST as error:
            log.info(
                "%s: a card was not shown yet: %s", self._gateway.network, str(error) or type(error).__name__
            )
            await self._look_again(card.table)
            return False
        except Exception:  # one card must not cost the others theirs
            log.exception("%s: a card failed", self._gateway.network)
        self._came(card.table)
        return True

    async def _show(self, card: Card) -> None:
        seat = self._seats.get(card.table)
        if seat is None or seat.thread is None:
            await self._begin(card)
        elif seat.card != card:
            await self._follow(seat, seat.thread, card)

    async def _follow(self, seat: _Seat, thread: discord.Thread, card: Card) -> None:
        """Show it where it is, whatever moderators have done there meanwhile."""
        try:
            await self._edit(seat, thread, card)
        except discord.NotFound as error:
            if error.code == _NO_CHANNEL:  # the thread itself is gone
                self.removed(thread.id)
                await self._begin(card)
            else:
                seat.message = None
                await self._edit(seat, thread, card)
        except discord.HTTPException as error:
            if error.code != _IS_ARCHIVED:
                raise
            seat.thread = await thread.edit(archived=False)
            await self._edit(seat, seat.thread, card)

    async def _begin(self, card: Card) -> None:
        """Find the thread, or make it, and put the card into it."""
        channel = self._gateway.places.channel(Where.CHANNEL)
        if channel is None:
            raise OSError("the tournament channel is not there")
        self.adopt(channel.threads, channel.guild.me.id)
        if not self._knows_closed:
            closed = [each async for each in channel.archived_threads(limit=_LOOKED_THROUGH_CLOSED)]
            self.adopt(closed, channel.guild.me.id)
            self._knows_closed = True
        seat = self._seats.get(card.table)
        if seat is not None and seat.thread is not None:
            await self._follow(seat, seat.thread, card)
        elif not card.is_over and asyncio.get_running_loop().time() >= self._none_before_s:
            await self._make(channel, card)

    async def _make(self, channel: discord.TextChannel, card: Card) -> None:
        try:
            thread = await channel.create_thread(
                name=thread_name(card), type=discord.ChannelType.public_thread
            )
        except discord.HTTPException as error:
            if error.code not in _NO_MORE:
                raise
            self._complain(error)
            return
        seat = self._take(card.table, thread)
        await self._edit(seat, thread, card)

    async def _edit(self, seat: _Seat, thread: discord.Thread, card: Card) -> None:
        """The card as it is now, in its spot; the thread open or closed as the match is."""
        if thread.archived:  # nothing in it can be changed else
            thread = seat.thread = await thread.edit(archived=False)
        message = seat.message or await self._find(thread, card.table)
        if message is None:
            message = await self._post(seat, thread, card)
        else:
            await message.edit(embed=embed_of(card), view=self._gateway.delivery.view_of(card.presses))
            await self._call_new(seat, thread, card)
        seat.message, seat.card = message, card
        if card.is_over:
            seat.thread = await thread.edit(archived=True)

    async def _post(self, seat: _Seat, thread: discord.Thread, card: Card) -> discord.Message:
        users, view = self._users(card), self._gateway.delivery.view_of(card.presses)
        message = await thread.send(
            " ".join(f"<@{user}>" for user in users) or None,
            embed=embed_of(card),
            view=discord.utils.MISSING if view is None else view,
            allowed_mentions=_only(users),
            nonce=f"c{seat.posted}.{thread.id}"[:25],  # another one for a card that somebody has deleted
        )
        seat.called = frozenset(users)
        seat.posted += 1
        try:
            await message.pin()
        except discord.Forbidden:  # it is at the top of a new thread all the same
            log.warning("%s: cards cannot be pinned: Pin Messages is missing", self._gateway.network)
        return message

    async def _call_new(self, seat: _Seat, thread: discord.Thread, card: Card) -> None:
        """Somebody else plays here now."""
        new = [user for user in self._users(card) if seat.called and user not in seat.called]
        if new:
            calls = " ".join(f"<@{user}>" for user in new)
            await thread.send(calls, allowed_mentions=_only(new))
        seat.called |= frozenset(self._users(card))

    async def _find(self, thread: discord.Thread, table: TableRef) -> discord.Message | None:
        """The card that is in this thread from before."""
        own, head = thread.guild.me.id, f"Table {table.table}, round {table.round}: "
        async for message in thread.history(limit=_LOOKED_THROUGH, oldest_first=True):
            titles = [embed.title or "" for embed in message.embeds]
            if message.author.id == own and any(title.startswith(head) for title in titles):
                return message
        return None

    async def _look_again(self, table: TableRef) -> None:
        """It may have been made, and only the answer lost: ask Discord which threads there are."""
        guild = self._gateway.guild
        seat = self._seats.get(table)
        if guild is None or (seat is not None and seat.thread is not None):
            return
        try:
            threads = await guild.active_threads()
        except (discord.DiscordException, *_LOST) as error:
            log.info("%s: threads cannot be looked for: %s", self._gateway.network, error)
            return
        self.adopt(threads, guild.me.id)

    def _users(self, card: Card) -> list[int]:
        found = (self._gateway.account_of(player) for player in card.players)
        return [int(account) for account in found if account is not None]

    def _take(self, table: TableRef, thread: discord.Thread) -> _Seat:
        seat = self._seats.setdefault(table, _Seat())
        seat.thread = thread
        self._tables[thread.id] = table
        while len(self._seats) > _MOST_SEATS:
            oldest = self._seats.pop(next(iter(self._seats)))
            if oldest.thread is not None:
                self._tables.pop(oldest.thread.id, None)
        return seat

    def _came(self, table: TableRef) -> None:
        """Nobody need wait for the thread of this table any more."""
        expected = self._expected.pop(table, None)
        if expected is not None:
            expected.set()

    def _complain(self, why: discord.HTTPException) -> None:
        """No thread can be made for a while; the judges are told once."""
        self._none_before_s = asyncio.get_running_loop().time() + _AGAIN_AFTER_S
        text = NO_THREADS.format(why=why.text)
        log.error("%s: %s", self._gateway.network, text)
        if not self._has_complained:
            self._has_complained = True
            place = Place(network=self._gateway.network, where=Where.JUDGES)
            self._gateway.say_besides(Line(place=place, text=text, urgency=Urgency.NEWS))


# --- how it looks ---------------------------------------------------------------------------------


def thread_name(card: Card) -> str:
    """What a thread is called, and found by: `Round 2, table 3: alice and bob (autumn-12)`."""
    head = f"Round {card.table.round}, table {card.table.table}: "
    tail = f" ({card.table.event})"
    players = card.title.partition(": ")[2]
    room = _LONGEST_NAME - len(head) - len(tail)
    return f"{head}{players if len(players) <= room else players[: room - 1] + '…'}{tail}"


def table_named(name: str) -> TableRef | None:
    """The table of a thread with this name."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    return TableRef(event=found["event"], round=int(found["round"]), table=int(found["table"]))


def embed_of(card: Card) -> discord.Embed:
    """A card as Discord shows it."""
    embed = discord.Embed(
        title=_cut(escape(card.title), _LONGEST_TITLE), colour=_COLOUR_OVER if card.is_over else _COLOUR_OPEN
    )
    for row in card.rows:
        embed.add_field(name=_cut(escape(row.label), _LONGEST_LABEL), value=_value(row), inline=False)
    return embed


def _value(row: CardRow) -> str:
    text = _cut(escape(row.text), _LONGEST_TEXT - 60)
    if row.due_at is None:
        return text or "–"
    second = int(row.due_at.timestamp())
    return f"{text} <t:{second}:R> (<t:{second}:T>)".strip()


def _cut(text: str, longest: int) -> str:
    """Cut where it is too long, and not within an escape."""
    return text if len(text) <= longest else text[: longest - 1].rstrip("\\") + "…"


def _only(users: Iterable[int]) -> discord.AllowedMentions:
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in users]
    )
