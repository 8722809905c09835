"""A voice: says lines in one place, one after the other, the most urgent first."""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import count

from bot.gateways import Gateway
from cogs.speech import Line

log = logging.getLogger(__name__)


AT_A_TIME = 20
"""So many lines are said before others have a turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Utterance:
    """A line to say. `is_stale` is asked when its turn comes; `done` is told whether it was said."""

    line: Line
    is_stale: Callable[[], bool]
    done: Callable[[bool], Awaitable[None]]


@dataclass(order=True, slots=True)
class _Turn:
    urgency: int
    number: int
    utterance: Utterance = field(compare=False)


class Voice:
    """Speaks in one place of one network until nothing is left to be said there."""

    def __init__(self, gateway: Gateway, on_silent: Callable[[], object]) -> None:
        self._gateway = gateway
        self._on_silent = on_silent
        self._turns: list[_Turn] = []
        self._numbers = count()
        self._task = asyncio.get_running_loop().create_task(self._speak(), name="voice")

    def put(self, utterance: Utterance) -> None:
        """Say this when its turn comes."""
        heapq.heappush(self._turns, _Turn(int(utterance.line.urgency), next(self._numbers), utterance))

    async def silent(self) -> None:
        """Wait until nothing is left to be said."""
        await asyncio.wait([self._task])

    async def stop(self) -> None:
        """Fall silent at once; what was not said stays unsaid."""
        self._task.cancel()
        await asyncio.wait([self._task])

    async def _speak(self) -> None:
        try:
            while self._turns:
                for _ in range(min(AT_A_TIME, len(self._turns))):
                    await self._say(heapq.heappop(self._turns).utterance)
                if self._turns:
                    await asyncio.sleep(0)  # a gateway may take lines without ever making us wait
        finally:
            self._on_silent()

    async def _say(self, utterance: Utterance) -> None:
        """Say it, unless it is stale, and tell that. What fails here must not silence what comes after it."""
        heard = False
        try:
            if not utterance.is_stale():
                await self._gateway.say(utterance.line)
                heard = True
        except Exception:
            log.exception("%s: a line cannot be said", self._gateway.network)
        try:
            await utterance.done(heard)
        except Exception:
            log.exception("%s: it cannot be noted that a line was said", self._gateway.network)
