"""Stalls: the longest time for which something kept the event loop."""

from __future__ import annotations

import asyncio
from time import perf_counter
from types import TracebackType
from typing import Self

LOOK_S = 0.001


class Watch:
    """Looks at the clock every millisecond while it is open; `longest_ms` is what was missed at most."""

    def __init__(self) -> None:
        self.longest_ms = 0.0
        self._looked_at = 0.0
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._looked_at = perf_counter()
        self._task = asyncio.get_running_loop().create_task(self._look())
        await asyncio.sleep(0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._note()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            self._note()

    def _note(self) -> None:
        now = perf_counter()
        self.longest_ms = max(self.longest_ms, (now - self._looked_at - LOOK_S) * 1000)
        self._looked_at = now
