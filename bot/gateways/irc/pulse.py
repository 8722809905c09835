"""Asking the server for a sign of life: what it had shown before it answers is then known."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from itertools import count

from bot.gateways.irc.heard import Heard


class Pulse:
    """The PINGs of ours that wait for their PONG."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send = send
        self._numbers = count(1)
        self._asked: dict[str, asyncio.Future[bool]] = {}
        self.handlers: dict[str, Callable[[Heard], None]] = {"pong": self._pong}

    async def is_felt(self, within: timedelta) -> bool:
        """Whether the server answers a PING that is sent now."""
        answered = self.ask()
        try:
            async with asyncio.timeout(within.total_seconds()):
                return await answered
        except TimeoutError:
            return False

    def ask(self) -> asyncio.Future[bool]:
        """Send a PING; true once it is answered, false when the connection is gone before."""
        token = f"sight-{next(self._numbers)}"
        answered: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        answered.add_done_callback(lambda _: self._asked.pop(token))
        self._asked[token] = answered
        self._send(f"PING :{token}")
        return answered

    def stop(self) -> None:
        """The connection is gone: nobody answers any more."""
        for answered in list(self._asked.values()):
            if not answered.done():
                answered.set_result(False)

    def _pong(self, heard: Heard) -> None:
        answered = self._asked.get(heard.word(-1))
        if answered is not None and not answered.done():
            answered.set_result(True)
