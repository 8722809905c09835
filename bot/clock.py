"""Rule time: the second that deadlines are measured by, on a wall, sped up, or in a rehearsal.

A real clock is anchored to the wall once, at the start, and then goes by the monotonic clock: a wall clock
that is set while the bot runs shortens nobody's time. A simulated one stands until it is moved.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol

STEP = timedelta(seconds=2)
"""A difference that no clock drifts by in a second: somebody set the wall clock."""


class Clock(Protocol):
    """What time it is. Aware, UTC, never going back."""

    @property
    def speed(self) -> float:
        """How many seconds of rule time pass in a real one."""
        ...

    def now(self) -> datetime:
        """The present moment of rule time."""
        ...

    def step(self) -> timedelta | None:
        """By how much the wall clock was set since this was asked last; None when it was not."""
        ...


def second_of(moment: datetime) -> datetime:
    """The whole second in which a moment lies."""
    return moment.replace(microsecond=0)


class RealClock:
    """Rule time that passes by itself: as on the wall, or `speed` times as fast."""

    def __init__(
        self,
        *,
        speed: float = 1.0,
        start: datetime | None = None,
        wall_s: Callable[[], float] = time.time,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begins at `start`, else at the present time. `wall_s` and `monotonic_s` are where time comes from."""
        self._speed = speed
        self._wall_s = wall_s
        self._monotonic_s = monotonic_s
        self._began_s = monotonic_s()
        self._offset_s = wall_s() - self._began_s
        self._start = start or datetime.fromtimestamp(wall_s(), UTC)

    @property
    def speed(self) -> float:
        return self._speed

    def now(self) -> datetime:
        return self._start + timedelta(seconds=(self._monotonic_s() - self._began_s) * self._speed)

    def step(self) -> timedelta | None:
        offset_s = self._wall_s() - self._monotonic_s()
        by = timedelta(seconds=offset_s - self._offset_s)
        if abs(by) < STEP:
            return None
        self._offset_s = offset_s
        return by


class SimulatedClock:
    """Rule time that stands still until it is moved: for rehearsals and tests."""

    def __init__(self, start: datetime, speed: float = 1.0) -> None:
        """`speed` is the run's; a clock that is moved by hand goes by it in name only."""
        self._now = start
        self.speed = speed

    def now(self) -> datetime:
        return self._now

    def move_to(self, moment: datetime) -> None:
        """Let time pass up to this moment. Raises ValueError if that lies in the past."""
        if moment < self._now:
            raise ValueError(f"time does not go back from {self._now} to {moment}")
        self._now = moment

    def step(self) -> timedelta | None:
        return None
