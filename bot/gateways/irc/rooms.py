"""Our two channels: whether we are in, and the attempts to get in."""

import asyncio
import logging
from collections.abc import Callable

from bot.gateways.irc.patience import Patience, Waits

log = logging.getLogger(__name__)


class Room:
    """One channel. `is_in` is true from the server's confirmation of our JOIN until we are out."""

    def __init__(self, name: str, send: Callable[[str], None], patience: Patience) -> None:
        self.name = name
        self._send = send
        self._patience = patience
        self._answered = asyncio.Event()
        self._out = asyncio.Event()
        self.is_in = False

    async def keep(self) -> None:
        """Be in, without end: join, and when out or not let in, again after a wait that grows."""
        waits = Waits(self._patience.rejoin, self._patience.longest)
        loop = asyncio.get_running_loop()
        while True:
            await self._join()
            if self.is_in:
                entered = loop.time()
                await self._out.wait()
                if loop.time() - entered > self._patience.longest.total_seconds():
                    waits.reset()
            await asyncio.sleep(waits.next().total_seconds())

    async def _join(self) -> None:
        self._answered.clear()
        self._send(f"JOIN {self.name}")
        try:
            async with asyncio.timeout(self._patience.answer.total_seconds()):
                await self._answered.wait()
        except TimeoutError:
            log.warning("no answer to our JOIN of %s", self.name)

    def entered(self) -> None:
        """The server confirmed that we are in."""
        log.info("in %s", self.name)
        self.is_in = True
        self._out.clear()
        self._answered.set()

    def refused(self, why: str) -> None:
        """The server does not let us in."""
        if not self.is_in:
            log.warning("not let into %s: %s", self.name, why)
            self._answered.set()

    def thrown_out(self, why: str) -> None:
        """We are in no more."""
        log.warning("out of %s: %s", self.name, why)
        self.is_in = False
        self._out.set()
