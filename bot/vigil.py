"""The vigil: notices that this process itself stood still, and doubts what it has seen.

A process that was stopped, starved or swapped out hears late what happened meanwhile, and where a network sends
no times of its own, dates it late. Who was back in time must not pay for that: what the bot slept through it
did not see.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from datetime import datetime

from bot.sight import Sight

log = logging.getLogger(__name__)

TICK_S = 1.0
STOOD_STILL_S = 5.0
"""A gap that no work of ours makes. A shorter one only makes the bot late, and what is late is dated by its clock."""


class Vigil:
    """Ticks with all that happens. A long gap between two ticks is a time in which nothing was seen."""

    def __init__(
        self,
        sight: Sight,
        now: Callable[[], datetime],
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """`now` gives rule time, `monotonic_s` real seconds that do not step."""
        self._sight = sight
        self._now = now
        self._monotonic_s = monotonic_s
        self._ticked_s = monotonic_s()
        self._ticked_at = now()

    def tick(self) -> None:
        """We are awake. To be called before anything is heard or judged."""
        last_s, last_at = self._ticked_s, self._ticked_at
        self._ticked_s, self._ticked_at = self._monotonic_s(), self._now()
        if self._ticked_s - last_s < STOOD_STILL_S:
            return
        log.warning("this process stood still for %.1f s; looking afresh", self._ticked_s - last_s)
        for network in self._sight.seen():
            self._sight.doubt(network, last_at, "I stood still")

    async def keep(self) -> None:
        """Tick by itself, without end."""
        while True:
            await asyncio.sleep(TICK_S)
            self.tick()
