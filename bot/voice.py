"""A voice: says lines in one place, one after the other, the most urgent first."""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import count

from bot.gateways import Gateway
from cogs.speech import Line, Urgency

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
    """Speaks in one place of one network until nothing is left to be said there.

    Usually one line at a time. While a line waits for the network to take it, what is more urgent is not held up:
    it is handed over too, and the network's own queue lets it go first.
    """

    def __init__(self, gateway: Gateway, on_silent: Callable[[], object]) -> None:
        self._gateway = gateway
        self._on_silent = on_silent
        self._turns: list[_Turn] = []
        self._numbers = count()
        self._speakers: set[asyncio.Task[None]] = set()
        self._saying: dict[asyncio.Task[None], Utterance] = {}
        self._dropped: set[asyncio.Task[None]] = set()

    def put(self, utterance: Utterance) -> None:
        """Say this when its turn comes."""
        urgency = utterance.line.urgency
        heapq.heappush(self._turns, _Turn(urgency, next(self._numbers), utterance))
        if len(self._saying) == len(self._speakers):  # nobody is free to say it
            slowest = min((each.line.urgency for each in self._saying.values()), default=None)
            if slowest is None or urgency < slowest:
                self._begin(slowest)

    def look_again(self) -> None:
        """Something has overtaken others: of what is being said and is stale now, no more is said."""
        for speaker, utterance in self._saying.items():
            if speaker not in self._dropped and utterance.is_stale():
                self._dropped.add(speaker)
                speaker.cancel()

    async def silent(self) -> None:
        """Wait until nothing is left to be said."""
        while self._speakers:
            await asyncio.wait(list(self._speakers))

    async def stop(self) -> None:
        """Fall silent at once; what was not said stays unsaid."""
        speakers = list(self._speakers)
        self._dropped.clear()
        for speaker in speakers:
            speaker.cancel()
        if speakers:
            await asyncio.wait(speakers)
        self._speakers.clear()  # one that had not begun yet has not left by itself

    def _begin(self, before: Urgency | None) -> None:
        self._speakers.add(asyncio.get_running_loop().create_task(self._speak(before), name="voice"))

    async def _speak(self, before: Urgency | None) -> None:
        """Say what waits; with `before` only what is more urgent than that, unless nobody else is left to say it."""
        speaker = _current()
        try:
            while self._has_turn(before):
                for _ in range(AT_A_TIME):
                    if self._has_turn(before):
                        await self._say(speaker, heapq.heappop(self._turns).utterance)
                if self._turns:
                    await asyncio.sleep(0)  # a gateway may take lines without ever making us wait
        finally:
            self._speakers.discard(speaker)
            if not self._speakers:
                self._on_silent()

    def _has_turn(self, before: Urgency | None) -> bool:
        if not self._turns:
            return False
        return before is None or len(self._speakers) == 1 or self._turns[0].urgency < before

    async def _say(self, speaker: asyncio.Task[None], utterance: Utterance) -> None:
        """Say it, unless it is stale, and tell that. What fails here must not silence what comes after it."""
        heard = False
        try:
            if not utterance.is_stale():
                heard = await self._is_said(speaker, utterance)
        except Exception:
            log.exception("%s: a line cannot be said", self._gateway.network)
        try:
            await utterance.done(heard)
        except Exception:
            log.exception("%s: it cannot be noted that a line was said", self._gateway.network)

    async def _is_said(self, speaker: asyncio.Task[None], utterance: Utterance) -> bool:
        """Hand it to the network and wait until all of it is taken; False when it was dropped meanwhile."""
        self._saying[speaker] = utterance
        try:
            await self._gateway.say(utterance.line)
        except asyncio.CancelledError:
            if speaker not in self._dropped or speaker.uncancel():
                raise
            return False
        finally:
            self._dropped.discard(speaker)
            del self._saying[speaker]
        return True


def _current() -> asyncio.Task[None]:
    task = asyncio.current_task()
    if task is None:
        raise RuntimeError("a voice speaks in tasks of its own")
    return task
