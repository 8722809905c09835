"""The vigil: notices that this process itself stood still, and has the networks looked at afresh.

A process that was stopped, starved or swapped out hears late what happened meanwhile, and where a network sends
no times of its own, dates it late. Who was back in time must not pay for that: what the bot slept through it
did not see.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from datetime import datetime

from bot.gateways import Gateway
from bot.sight import Sight
from cogs.speech import Happening, SightLost, SightRestored

log = logging.getLogger(__name__)

TICK_S = 1.0
STOOD_STILL_S = 5.0
"""A gap that no work of ours makes. A shorter one only makes the bot late, and what is late is dated by its clock."""


class Vigil:
    """Ticks with all that happens. A long gap between two ticks is a time in which nothing was seen."""

    def __init__(
        self,
        gateways: Iterable[Gateway],
        sight: Sight,
        tell: Callable[[Happening], None],
        now: Callable[[], datetime],
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """`tell` is told at once what is lost and found again; `now` gives rule time."""
        self._gateways = tuple(gateways)
        self._sight = sight
        self._tell = tell
        self._now = now
        self._monotonic_s = monotonic_s
        self._ticked_s = monotonic_s()
        self._ticked_at = now()
        self._looking: set[asyncio.Task[None]] = set()

    def tick(self) -> None:
        """We are awake. To be called before anything is heard or judged."""
        last_s, last_at = self._ticked_s, self._ticked_at
        self._ticked_s, self._ticked_at = self._monotonic_s(), self._now()
        if self._ticked_s - last_s < STOOD_STILL_S:
            return
        log.warning("this process stood still for %.1f s; looking afresh", self._ticked_s - last_s)
        for gateway in self._gateways:
            if self._sight.sees(gateway.network):
                self._tell(SightLost(network=gateway.network, since=last_at, why="I stood still"))
                task = asyncio.get_running_loop().create_task(self._look_afresh(gateway))
                self._looking.add(task)
                task.add_done_callback(self._looking.discard)

    async def keep(self) -> None:
        """Tick by itself, without end."""
        while True:
            await asyncio.sleep(TICK_S)
            self.tick()

    async def _look_afresh(self, gateway: Gateway) -> None:
        """See again once all is heard that the network had to tell; or when it was lost and found by itself."""
        woke_at = self._ticked_at
        while not self._sight.sees(gateway.network):
            if await gateway.confirm_sight() >= woke_at and not self._sight.sees(gateway.network):
                present = tuple(gateway.present())
                self._tell(SightRestored(network=gateway.network, present=present, at=self._now()))
                return
            await asyncio.sleep(TICK_S)

    async def stop(self) -> None:
        """Look no further."""
        for task in self._looking:
            task.cancel()
        await asyncio.gather(*self._looking, return_exceptions=True)
