"""Asides: the slash commands and presses in hand, each acknowledged at once and answered where it was asked.

Discord waits three seconds for an acknowledgement, whatever else is to be done, and takes answers for a quarter of
an hour. Most answers are there in a few milliseconds, and are the acknowledgement themselves: one request, and
nobody sees the bot think. For one that is not, it is acknowledged that an answer comes, visible to the one who
asked alone; the answer takes the place of that, and what comes after it follows. When many ask at once they are all
acknowledged before anything is done. What can no more be said there is said in private. Nothing that is lost on the
way changes what was recorded, nor what the channel hears of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.gateways.discord.escaping import clean
from bot.gateways.discord.messages import Post, compose
from cogs.command import MARK
from cogs.speech import Line, Place, Said, Where
from rules.acts import Pressed

if TYPE_CHECKING:
    from bot.gateways.discord.client import FloorClient
    from bot.gateways.discord.gateway import DiscordGateway

log = logging.getLogger(__name__)

OF_NO_GUILD = "I officiate in no server that you are in."
OF_ANOTHER_GUILD = "I officiate in another server, and do nothing here."

ANSWERABLE = timedelta(minutes=14, seconds=30)
"""So long after a question Discord takes answers to it there; half a minute is left for the way."""

_LATELY = timedelta(minutes=1)
"""So long what belongs to an own act is said where the act was said, and not in a private message."""

MOST = 2000
"""So many questions are remembered; the oldest ones have been answered long since."""

_ATTEMPTS = 3
_AGAIN_AFTER_S = 0.3
PROMPT_S = 0.05
"""So long an answer may take and still be the acknowledgement; a word that is stored takes a tenth of it."""
CALM = 10
"""So many questions may wait for their acknowledgement; with more of them that goes before all else."""
_TOLD_AFTER_S = 2.0
"""So long it may take then before the words are told all the same."""
_ALREADY_ACKNOWLEDGED = 40060
_LOST = (aiohttp.ClientError, OSError)
"""Nobody knows whether it got there."""


@dataclass(slots=True, kw_only=True, eq=False)
class _Question:
    """A question in hand. `first` is given its first answer, unless that comes too late to acknowledge it.

    The task says whether Discord knows that we have heard it.
    """

    interaction: discord.Interaction[FloorClient]
    gateway: DiscordGateway
    nick: str
    until: datetime
    first: asyncio.Future[Post]
    acknowledged: asyncio.Task[bool] | None = None
    is_answered: bool = False
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)  # two answers must not take one place

    def acknowledge_by(self, post: Post) -> bool:
        """Have this be the acknowledgement, and the answer; False when it is too late for that."""
        if self.is_answered or self.first.done():
            return False
        self.first.set_result(post)
        self.is_answered = True
        return True


class Asides:
    """The questions of one bot account."""

    def __init__(self, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._now = now  # of the wall, whatever rule time is: Discord's quarter of an hour is one
        self._questions: OrderedDict[str, _Question] = OrderedDict()
        self._waiting: set[asyncio.Task[bool]] = set()

    async def take(
        self,
        interaction: discord.Interaction[FloorClient],
        words: str,
        *,
        options: Mapping[str, str] | None = None,
        pressed: Pressed | None = None,
    ) -> None:
        """Acknowledge a question, and tell its words to the guild that it is for: once, however often it is shown."""
        key = str(interaction.id)
        if key in self._questions:
            return
        gateway = gateway_of(interaction)
        if gateway is None:
            await self._refuse(interaction)
            return
        person = gateway.members.speaker(interaction.user)
        until = self._now() + ANSWERABLE
        loop = asyncio.get_running_loop()
        question = _Question(
            interaction=interaction,
            gateway=gateway,
            nick=person.nick,
            until=until,
            first=loop.create_future(),
        )
        self._remember(key, question)
        at = gateway.now()
        question.acknowledged = acknowledged = loop.create_task(_acknowledge(question))
        self._waiting.add(acknowledged)
        acknowledged.add_done_callback(self._waiting.discard)
        if len(self._waiting) > CALM:
            question.first.cancel()
            await asyncio.wait([acknowledged], timeout=_TOLD_AFTER_S)
        gateway.tell(
            Said(
                person=person,
                place=replace(place_of(interaction, gateway, person.nick), aside=key),
                words=f"{MARK}{clean(words)}",
                at=at,
                key=f"interaction {key}",
                options=None if options is None else {name: clean(text) for name, text in options.items()},
                pressed=pressed,
            )
        )

    def _remember(self, key: str, question: _Question) -> None:
        self._questions[key] = question
        if len(self._questions) > MOST:
            self._questions.popitem(last=False)

    async def _refuse(self, interaction: discord.Interaction[FloorClient]) -> None:
        """It is for no guild of ours."""
        text = OF_NO_GUILD if interaction.guild_id is None else OF_ANOTHER_GUILD
        try:
            await interaction.response.send_message(text, ephemeral=True)
        except (discord.DiscordException, *_LOST) as error:
            log.info("Discord: a question from elsewhere was not answered: %s", error)

    def asked_lately(self, gateway: DiscordGateway, nick: str) -> str:
        """The key of the last question that somebody put within the last minute; empty where there is none."""
        now = self._now()
        for key, question in reversed(self._questions.items()):
            if question.until - now < ANSWERABLE - _LATELY:
                break
            if question.gateway is gateway and question.nick == nick and question.until > now:
                return key
        return ""

    async def answer(self, line: Line) -> None:
        """Say a line whose `place.aside` is set. Raises ValueError when it can be said nowhere."""
        question = self._questions.get(line.place.aside)
        if question is None:
            raise ValueError("the question is over")
        gateway = question.gateway
        posts = compose(replace(line, mentions=()), gateway.account_of, idiom=gateway.idiom(line.place))
        if self._now() < question.until and await self._say_all(question, posts):
            return
        question.until = self._now()
        place = Place(network=gateway.network, where=Where.PRIVATE, nick=question.nick)
        await gateway.say(replace(line, place=place))

    async def _give_way(self) -> None:
        """Let those be acknowledged first who still wait for it: an answer has a quarter of an hour."""
        while len(self._waiting) > CALM:
            await asyncio.wait(self._waiting, return_when=asyncio.FIRST_COMPLETED)

    async def _say_all(self, question: _Question, posts: tuple[Post, ...]) -> bool:
        """Say these there; False when one could not be said."""
        is_first_said = question.acknowledge_by(posts[0])
        if question.acknowledged is None or not await question.acknowledged:
            return False
        await self._give_way()
        async with question.turn:
            for post in posts[1:] if is_first_said else posts:
                say = _follow if question.is_answered else _fill
                if not await _insist(partial(say, question, post)):
                    return False
                question.is_answered = True
        return True


# --- what Discord is asked ---


async def _acknowledge(question: _Question) -> bool:
    """Say what the answer is, or soon that one comes; whether Discord knows of it. Raises nothing."""
    await asyncio.wait([question.first], timeout=PROMPT_S)
    if question.first.done() and not question.first.cancelled():
        return await _insist(partial(_respond, question, question.first.result()))
    question.first.cancel()
    return await _insist(lambda: question.interaction.response.defer(ephemeral=True, thinking=True))


async def _respond(question: _Question, post: Post) -> None:
    """Acknowledge it by the answer."""
    view = question.gateway.delivery.view_of(post.presses) if post.presses else None
    await question.interaction.response.send_message(
        post.content or None,
        embeds=[post.embed] if post.embed is not None else [],
        view=discord.utils.MISSING if view is None else view,
        ephemeral=True,
        allowed_mentions=discord.AllowedMentions.none(),
    )


async def _fill(question: _Question, post: Post) -> None:
    """Where it says that an answer comes, put it."""
    view = question.gateway.delivery.view_of(post.presses) if post.presses else None
    await question.interaction.edit_original_response(
        content=post.content or None,
        embeds=[post.embed] if post.embed is not None else [],
        view=view,
        allowed_mentions=discord.AllowedMentions.none(),
    )


async def _follow(question: _Question, post: Post) -> None:
    """Say something more."""
    view = question.gateway.delivery.view_of(post.presses) if post.presses else None
    await question.interaction.followup.send(
        post.content,
        embeds=[post.embed] if post.embed is not None else [],
        view=discord.utils.MISSING if view is None else view,
        ephemeral=True,
        allowed_mentions=discord.AllowedMentions.none(),
    )


async def _insist(attempt: Callable[[], Awaitable[object]]) -> bool:
    """Try it, and once or twice more where Discord failed; whether it was done. Raises nothing of the network's."""
    for number in range(1, _ATTEMPTS + 1):
        try:
            await attempt()
        except discord.InteractionResponded:
            return True
        except discord.HTTPException as error:
            if error.code == _ALREADY_ACKNOWLEDGED:
                return True  # an attempt whose answer was lost had got there
            why: Exception = error
            if error.status < 500:
                break
        except (*_LOST, RuntimeError) as error:  # RuntimeError: the client has been closed
            why = error
        else:
            return True
        await asyncio.sleep(_AGAIN_AFTER_S * number)
    log.warning("Discord: an answer did not get through: %s", str(why) or type(why).__name__)
    return False


# --- whose it is ---


def gateway_of(interaction: discord.Interaction[FloorClient]) -> DiscordGateway | None:
    """The guild that a question is for; a private one is for the first guild in which its asker is."""
    client = interaction.client
    if interaction.guild_id is not None:
        return client.gateway_of(interaction.guild_id)
    return next((each for each in client.gateways if each.members.knows(interaction.user.id)), None)


def place_of(interaction: discord.Interaction[FloorClient], gateway: DiscordGateway, nick: str) -> Place:
    """Where it was asked; anywhere that is none of our channels is as good as in private."""
    channel = interaction.channel
    thread = channel if isinstance(channel, discord.Thread) else None
    channel_id = interaction.channel_id if thread is None else thread.parent_id
    where = gateway.places.where(channel_id) if interaction.guild_id is not None else None
    if where is None:
        return Place(network=gateway.network, where=Where.PRIVATE, nick=nick)
    seats = gateway.threads if thread is not None else None
    table = seats.table_of(thread.id) if seats is not None and thread is not None else None
    return Place(network=gateway.network, where=where, table=table)
