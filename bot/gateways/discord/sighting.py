"""Sighting: up to which moment Discord's gateway has surely been heard.

It is asked for our own member in the guild. Question and answer go over the same socket as all that happens there,
in order: with the answer, everything before it has been told. (The time of the last heartbeat is up to 41 seconds
old, discord.py shows only how long it took, and an answered REST call says nothing about the socket.)
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

import aiohttp
import discord

_MOST = 30
"""So many questions may be put at once; after that one in each second. Discord takes 120 of anything in a minute."""

UNANSWERED = (discord.DiscordException, aiohttp.ClientError, OSError, RuntimeError)
"""What a question over the socket may end with when that is being closed."""


class Sighting:
    """Asks on behalf of one guild; several who want to know share a question."""

    def __init__(self, guild: Callable[[], discord.Guild | None], now: Callable[[], datetime]) -> None:
        """`guild`: the guild, as long as it is seen."""
        self._guild = guild
        self._now = now
        self._asking = asyncio.Lock()
        self._answered_at: datetime | None = None
        self._left = float(_MOST)
        self._counted_s: float | None = None

    async def is_seen(self, asked_at: datetime, within: timedelta) -> bool:
        """Whether everything up to this moment has been heard, and that is known in time."""
        try:
            async with asyncio.timeout(within.total_seconds()), self._asking:
                if self._answered_at is not None and self._answered_at >= asked_at:
                    return True  # another question was put since, and has been answered
                return await self._ask()
        except TimeoutError:
            return False

    async def _ask(self) -> bool:
        await self._turn()
        guild, asked_at = self._guild(), self._now()
        if guild is None:
            return False
        try:
            await guild.query_members(user_ids=[guild.me.id], cache=False)
        except UNANSWERED:
            return False
        if guild is not self._guild():
            return False
        self._answered_at = asked_at
        return True

    async def _turn(self) -> None:
        """Wait until another question may be put."""
        now_s = asyncio.get_running_loop().time()
        if self._counted_s is not None:
            self._left = min(_MOST, self._left + now_s - self._counted_s)
        self._counted_s = now_s
        self._left -= 1
        if self._left < 0:
            await asyncio.sleep(-self._left)
