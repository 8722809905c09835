"""Hearing: which messages are somebody's words to us, and where they were said.

People are heard in the tournament channel, in its threads, in the judges' channel and in private; bots, webhooks
and Discord's own notices are not. A message that was changed runs nothing (it may have run already); who changed
one that looks like a command is told so once.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import discord

from bot.gateways.discord.escaping import clean
from cogs.command import MARK
from cogs.speech import Line, Place, Said, Where

if TYPE_CHECKING:
    from bot.gateways.discord.gateway import DiscordGateway

EDITED = (
    "An edited message changes nothing here. To say something else, write it anew. Slips are set right too: !cancel "
    "takes back your own offer or report, and !judge calls a judge."
)
_OLD = timedelta(minutes=5)
"""A message written so long before the connection began is not run: long enough for clocks that differ."""
_WORDS = (discord.MessageType.default, discord.MessageType.reply)


class Hearing:
    """Hears what people say in one guild, and in private to it."""

    def __init__(self, gateway: DiscordGateway, now: Callable[[], datetime]) -> None:
        self._gateway = gateway
        self._now = now
        self._told_of_edits: set[int] = set()
        self.since: datetime | None = None
        """Since when the guild is listened to, by the wall clock."""

    def read(self, message: discord.Message) -> None:
        """Hear a message, if somebody says something in it here, and now."""
        place, words = self._place_of(message), self._words_of(message)
        if place is None or not words or self._is_old(message):
            return
        person = self._gateway.members.speaker(message.author)
        self._gateway.tell(Said(person=person, place=place, words=words, at=self._now(), key=str(message.id)))

    def edited(self, message: discord.Message) -> None:
        """A message was changed. Who meant to say something else by that is told once that it does nothing."""
        author, place = message.author, self._place_of(message)
        if place is None or author.id in self._told_of_edits or not self._words_of(message).startswith(MARK):
            return
        self._told_of_edits.add(author.id)
        nick = self._gateway.members.speaker(author).nick
        private = Place(network=self._gateway.network, where=Where.PRIVATE, nick=nick)
        self._gateway.say_besides(Line(place=private, text=EDITED))

    def _is_old(self, message: discord.Message) -> bool:
        return self.since is not None and message.created_at < self.since - _OLD

    def _words_of(self, message: discord.Message) -> str:
        """What a person says in a message; nothing, where it is no person's words or is not shown to us."""
        if message.author.bot or message.webhook_id is not None or message.type not in _WORDS:
            return ""
        words, guild = clean(message.content), message.guild
        return words.removeprefix(f"<@{guild.me.id}>").lstrip() if guild is not None else words

    def _place_of(self, message: discord.Message) -> Place | None:
        """Where a message was said; None where we do not listen."""
        network, channel = self._gateway.network, message.channel
        if message.guild is None:
            return Place(network=network, where=Where.PRIVATE, nick=message.author.name)
        if not isinstance(channel, discord.Thread):
            where = self._gateway.places.where(channel.id)
            return Place(network=network, where=where) if where is not None else None
        where, threads = self._gateway.places.where(channel.parent_id), self._gateway.threads
        if where is None:
            return None
        return Place(network=network, where=where, table=threads.table_of(channel.id) if threads else None)
