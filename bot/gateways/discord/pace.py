"""Pace: how often Discord's gateway may be asked something."""

import asyncio

_MOST = 30
"""So many questions may be put at once; after that one in each second. Discord takes 120 of anything in a minute."""


class Allowance:
    """Questions that may be put right away; each second brings another one."""

    def __init__(self) -> None:
        self._left = float(_MOST)
        self._counted_s: float | None = None

    async def take(self) -> None:
        """Take one, waiting until there is one."""
        loop = asyncio.get_running_loop()
        now_s = loop.time()
        if self._counted_s is not None:
            self._left = min(_MOST, self._left + now_s - self._counted_s)
        self._counted_s = now_s
        self._left -= 1
        if self._left < 0:
            await asyncio.sleep(-self._left)
