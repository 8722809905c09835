"""Delivery: a line goes to its place as messages, each of them once, however often it takes.

A message that may have been lost is sent again with the same nonce, by which Discord knows it: it is never shown
twice. What Discord refuses for good cannot be said. Somebody whom private messages do not reach is told so in the
tournament channel, once an hour.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakValueDictionary

import aiohttp
import discord

from bot.gateways.discord.buttons import view_of
from bot.gateways.discord.messages import Post, compose
from bot.gateways.discord.places import Destination, may_embed
from bot.gateways.irc.patience import Waits
from cogs.speech import Line, Place, Press, TableRef, Urgency, Where

if TYPE_CHECKING:
    from bot.gateways.discord.gateway import DiscordGateway

log = logging.getLogger(__name__)

T = TypeVar("T")
ViewOf = Callable[[tuple[Press, ...]], discord.ui.View | None]

UNREACHED = (
    "{name}: my private messages do not reach you. To allow them: this server's menu, Privacy Settings, "
    "Direct Messages."
)
_OF_OWN_ACTS = frozenset({"yes", "no"})
"""Words of buttons that answer a question about the own act, which lapses in two minutes."""
_DMS_CLOSED = (50007, 50278)
"""Discord's codes for a private message that its addressee does not take."""
_DELETED_SINCE = 10008
"""The message was said, and somebody has deleted it since."""
_CLOSED_TO_US = frozenset({10003, 50083, 160005})
"""A thread was deleted, archived or locked by somebody."""
_TOO_MANY, _NO_TOKEN, _FAULT = 429, 401, 500


class Delivery:
    """Says the lines of one guild."""

    def __init__(self, gateway: DiscordGateway) -> None:
        self._gateway = gateway
        self._complained_s: dict[str, float] = {}
        self._turns: WeakValueDictionary[Place, asyncio.Lock] = WeakValueDictionary()
        self.view_of: ViewOf = view_of
        """The buttons under a message."""

    async def say(self, line: Line, calls: Sequence[int] = ()) -> None:
        """Say all of a line; `calls` are users that it calls besides. Raises ValueError for what can never be said.

        In one place messages go out in the order in which they came here, also when all of them had to wait:
        discord.py lets those go first that ask last.
        """
        line = self._where_it_was_said(line)
        if line.place.aside:
            await self._answer(line)
            return
        turn = self._turns.setdefault(line.place, asyncio.Lock())
        async with turn:
            place = await self._insist(line, lambda: self._destination(line.place))
        if line.is_told_to_all and not isinstance(place, discord.Thread):
            return  # the table has no place of its own, and the channel hears it anyway
        posts = compose(
            line,
            self._gateway.account_of,
            may_embed=may_embed(place),
            calls=calls,
            idiom=self._gateway.idiom(line.place),
        )
        for post in posts:
            async with turn:
                await self._insist(line, partial(self._post, line.place, post))

    def _where_it_was_said(self, line: Line) -> Line:
        """What is asked about somebody's own act is asked where the act was said, if that was aside just now."""
        client, place = self._gateway.connection.client, line.place
        is_own = place.where is Where.PRIVATE and any(press.words in _OF_OWN_ACTS for press in line.presses)
        if not is_own or place.aside or client is None or client.asides is None:
            return line
        aside = client.asides.asked_lately(self._gateway, place.nick)
        return replace(line, place=replace(place, aside=aside)) if aside else line

    async def _post(self, place: Place, post: Post) -> None:
        destination = await self._destination(place)
        try:
            await self._send(destination, post)
        except discord.HTTPException as error:
            if error.code == _DELETED_SINCE:
                return
            threads = self._gateway.threads
            if (
                threads is None
                or not isinstance(destination, discord.Thread)
                or error.code not in _CLOSED_TO_US
            ):
                raise
            threads.removed(destination.id)  # what is of that table is said in the channel then
            await self._send(await self._destination(place), post)

    async def _insist(self, line: Line, attempt: Callable[[], Awaitable[T]]) -> T:
        """Try until it works. Raises ValueError when Discord refuses it for good."""
        waits = Waits(self._gateway.patience.resend, self._gateway.patience.longest)
        while True:
            client = self._gateway.connection.client
            try:
                return await attempt()
            except discord.HTTPException as error:
                if not _is_passing(error):
                    self._refused(line, error)
                    raise ValueError(f"Discord does not take it: {error}") from error
                why: Exception = error
            except (aiohttp.ClientError, OSError, discord.GatewayNotFound) as error:
                why = error
            except RuntimeError as error:
                if client is not None and not client.is_closed():
                    raise
                why = error  # the client was closed meanwhile; there will be another one
            await self._wait(waits.next(), why)

    async def _wait(self, wait: timedelta, why: Exception) -> None:
        what, seconds = str(why) or type(why).__name__, wait.total_seconds()
        log.warning("%s: a message is tried again in %.1f s: %s", self._gateway.network, seconds, what)
        await asyncio.sleep(seconds)

    async def _answer(self, line: Line) -> None:
        """Answer a slash command or a press, where it was asked."""
        while (client := self._gateway.connection.client) is None:
            await self._gateway.connected.wait()
        if client.asides is None:
            raise ValueError("the question is over")
        await client.asides.answer(line)

    async def _send(self, place: Destination, post: Post) -> None:
        view = self.view_of(post.presses) if post.presses else None
        embeds = [post.embed] if post.embed is not None else []
        calls = [discord.Object(user_id) for user_id in post.calls]
        nobody_else = discord.AllowedMentions(everyone=False, users=calls, roles=False, replied_user=False)
        send = partial(
            place.send,
            post.content or None,
            embeds=embeds,
            nonce=post.nonce,
            allowed_mentions=nobody_else,
            suppress_embeds=not embeds,  # what a link in plain words leads to is not shown
        )
        await (send() if view is None else send(view=view))

    async def _destination(self, place: Place) -> Destination:
        """Where a line goes, as soon as it is there. Raises ValueError for what is nowhere."""
        while True:
            await self._gateway.connected.wait()
            if place.where is Where.PRIVATE:
                if (private := await self._private(place.nick)) is not None:
                    return private
            elif (table := await self._table(place)) is not None:
                return table
            elif (channel := self._gateway.places.channel(place.where)) is not None:
                return channel
            elif place.where is Where.JUDGES:
                raise ValueError("there is no judges' channel")
            await self._gateway.places.changed()

    async def _private(self, nick: str) -> discord.DMChannel | None:
        client, user_id = self._gateway.connection.client, self._gateway.members.id_of(nick)
        if user_id is None:
            raise ValueError(f"nobody is known here by the name {nick!r}")
        return await client.create_dm(discord.Object(user_id)) if client is not None else None

    async def _table(self, place: Place) -> Destination | None:
        threads = self._gateway.threads
        if place.table is None or place.where is not Where.CHANNEL or threads is None or not threads.is_on:
            return None
        return await threads.place_of(place.table)

    # --- what is refused ---

    def _refused(self, line: Line, error: discord.HTTPException) -> None:
        if line.place.where is Where.PRIVATE and error.code in _DMS_CLOSED:
            self._complain(line.place.nick)
            self._ask_at_table(line)
        elif isinstance(error, discord.Forbidden):
            self._gateway.look_at_channels()

    def _ask_at_table(self, line: Line) -> None:
        """What is asked of a player at a table is no secret: whoever cannot be asked in private is asked there."""
        asked = next(
            (press for press in line.presses if press.pressed is not None and press.pressed.table), None
        )
        user_id = self._gateway.members.id_of(line.place.nick)
        if asked is None or asked.pressed is None or user_id is None:
            return
        table = TableRef(event=asked.event, round=asked.pressed.round, table=asked.pressed.table)
        place = Place(network=line.place.network, where=Where.CHANNEL, table=table)
        self._gateway.say_besides(
            replace(line, place=place, key=f"{line.key}/asked" if line.key else ""), (user_id,)
        )

    def _complain(self, nick: str) -> None:
        """Tell somebody where it can be heard that private messages do not reach them."""
        now_s = asyncio.get_running_loop().time()
        last_s = self._complained_s.get(nick)
        if last_s is not None and now_s - last_s < self._gateway.patience.complaint.total_seconds():
            return
        self._complained_s[nick] = now_s
        place = Place(network=self._gateway.network, where=Where.CHANNEL)
        text = UNREACHED.format(name=nick)
        user_id = self._gateway.members.id_of(nick)
        calls = (user_id,) if user_id is not None else ()
        self._gateway.say_besides(Line(place=place, text=text, urgency=Urgency.ANSWER), calls)


def _is_passing(error: discord.HTTPException) -> bool:
    """Whether it may be taken another time: too much at once, a fault of theirs, a token that is being changed."""
    return error.status in (_TOO_MANY, _NO_TOKEN) or error.status >= _FAULT
