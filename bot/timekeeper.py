"""The timekeeper: wakes when something falls due and has the desks work it off.

There is one alarm, armed for the earliest deadline of all desks. To be woken means only "look now": a stale
or doubled alarm finds nothing due. What is due in a second is worked off when the clock has left that second.
Under the alarm there are two nets: a sweep each minute, and a look at the wall clock each second, because a
wall clock that is set makes a scheduler sleep too long.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Protocol

from apscheduler.schedulers.asyncio import AsyncIOScheduler

from bot.clock import Clock, SimulatedClock, second_of
from cogs.office import NotRecorded

log = logging.getLogger(__name__)

SECOND = timedelta(seconds=1)
ON_ITS_WAY = timedelta(milliseconds=20)
"""So long a word may be on its way through the process: what was said in the second just left comes first."""

AGAIN = timedelta(seconds=1)
"""After so long the timekeeper looks again at what could not be worked off."""

SWEEP_S = 60
WATCH_S = 1.0


class Works(Protocol):
    """A desk, as the timekeeper knows it."""

    def earliest(self) -> datetime | None: ...

    async def look(self, through: datetime) -> None: ...


class Sees(Protocol):
    """Who asks the networks for a sign of life."""

    async def confirm(self) -> None: ...


class Alarm(Protocol):
    """Something that wakes. To wake too often or too early does no harm."""

    def start(self, wake: Callable[[], None]) -> None:
        """Begin; from now on `wake` is called when the alarm rings, and each minute besides."""
        ...

    def arm(self, after: timedelta) -> None:
        """Ring so much real time from now, and no longer at the time that was set before."""
        ...

    def reset(self) -> None:
        """The wall clock was set: what was reckoned by it is wrong. The next call arms it again."""
        ...

    def stop(self) -> None: ...


class ScheduledAlarm:
    """APScheduler as an alarm: one date job, re-armed, and an interval job as a sweep.

    `misfire_grace_time=None`: its default of a second throws a wake-up away that comes late, for good.
    """

    def __init__(self) -> None:
        settings = {"misfire_grace_time": None, "coalesce": True, "max_instances": 1}
        self._scheduler = AsyncIOScheduler(timezone=UTC, job_defaults=settings)
        self._wake: Callable[[], None] = lambda: None

    def start(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self.reset()
        self._scheduler.start()

    def arm(self, after: timedelta) -> None:
        at = datetime.now(UTC) + max(after, timedelta(0))
        self._scheduler.add_job(self._ring, "date", run_date=at, id="deadline", replace_existing=True)

    def reset(self) -> None:
        self._scheduler.add_job(self._ring, "interval", seconds=SWEEP_S, id="sweep", replace_existing=True)

    def stop(self) -> None:
        self._scheduler.shutdown(wait=False)

    async def _ring(self) -> None:
        # A coroutine runs in the loop; a plain function would run in a thread.
        self._wake()


class NoAlarm:
    """For rehearsals, where time passes only when it is moved, and whoever moves it has it worked off."""

    def start(self, wake: Callable[[], None]) -> None:
        pass

    def arm(self, after: timedelta) -> None:
        pass

    def reset(self) -> None:
        pass

    def stop(self) -> None:
        pass


class Timekeeper:
    """Has everything worked off that is due, at every desk."""

    def __init__(self, clock: Clock, alarm: Alarm, desks: Callable[[], Iterable[Works]], sight: Sees) -> None:
        self._clock = clock
        self._alarm = alarm
        self._desks = desks
        self._sight = sight
        self._woken = asyncio.Event()
        self._armed_for: datetime | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self.looked_at: datetime | None = None
        """When the timekeeper last looked, in rule time."""
        self.on_step: Callable[[timedelta], None] = lambda by: None
        """Told when the wall clock was set."""
        self.before_looking: Callable[[], Awaitable[None]] = _nothing
        """Done before anybody is judged."""

    def start(self) -> None:
        """Begin to keep time."""
        loop = asyncio.get_running_loop()
        self._alarm.start(self.wake)
        self._tasks = [
            loop.create_task(self._keep(), name="timekeeper"),
            loop.create_task(self._watch(), name="timekeeper's watch"),
        ]
        self.wake()

    async def stop(self) -> None:
        """Keep time no longer."""
        self._alarm.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def wake(self) -> None:
        """Look now."""
        self._woken.set()

    def earliest(self) -> datetime | None:
        """The earliest deadline of all desks."""
        return min((due for desk in self._desks() if (due := desk.earliest()) is not None), default=None)

    def rearm(self) -> None:
        """A deadline may have moved: see to it that the alarm does not ring too late."""
        due_at = self.earliest()
        if due_at is not None and (self._armed_for is None or due_at < self._armed_for):
            self._arm(due_at)

    async def work_off(self, through: datetime) -> bool:
        """Have everything worked off that is due by the end of this second; False if some is left."""
        await self.before_looking()
        await self._look(through)
        if not self._due(through):
            return True
        # What is left measures somebody, and it is not known up to then who was there.
        await self._sight.confirm()
        await self._look(through)
        return not self._due(through)

    async def pass_time(
        self, clock: SimulatedClock, until: datetime, settle: Callable[[], Awaitable[None]]
    ) -> None:
        """Let simulated time pass up to this second.

        What falls due before it is worked off in its own second, and `settle` waited for before time goes on.
        """
        while (due_at := self.earliest()) is not None and due_at < until:
            clock.move_to(max(due_at, clock.now()))
            done = await self.work_off(second_of(clock.now()))
            await settle()
            if not done:
                break
        clock.move_to(until)

    # --- in real time ---

    async def _keep(self) -> None:
        while True:
            await self._woken.wait()
            self._woken.clear()
            now = self._clock.now()
            self.looked_at = second_of(now)
            try:
                done = await self.work_off(second_of(now - self._rule_time(ON_ITS_WAY)) - SECOND)
            except Exception:  # whatever it was, the next deadline shall find a timekeeper
                log.exception("the timekeeper stumbled, and looks again")
                done = False
            self._armed_for = None
            if done:
                self.rearm()
            else:
                self._arm(now + self._rule_time(AGAIN) - SECOND)

    async def _look(self, through: datetime) -> None:
        looks = [desk.look(through) for desk in self._due(through)]
        for fault in await asyncio.gather(*looks, return_exceptions=True):
            if isinstance(fault, NotRecorded):
                log.warning("what is due by %s is not stored, and will be tried again", f"{through:%H:%M:%S}")
            elif isinstance(fault, BaseException):
                log.error("what is due by %s is not worked off", f"{through:%H:%M:%S}", exc_info=fault)

    def _due(self, through: datetime) -> list[Works]:
        return [desk for desk in self._desks() if (due := desk.earliest()) is not None and due <= through]

    def _arm(self, due_at: datetime) -> None:
        """Ring when the clock has left the second `due_at`."""
        self._armed_for = due_at
        rule_time = due_at + SECOND + self._rule_time(ON_ITS_WAY) - self._clock.now()
        self._alarm.arm(rule_time / self._clock.speed)

    def _rule_time(self, real: timedelta) -> timedelta:
        return real * self._clock.speed

    async def _watch(self) -> None:
        """See whether the wall clock was set, and whether the alarm has overslept."""
        while True:
            await asyncio.sleep(WATCH_S)
            if by := self._clock.step():
                log.warning("the wall clock was set by %+.1f s; rule time goes on", by.total_seconds())
                self.on_step(by)
                self._alarm.reset()
                if self._armed_for is not None:
                    self._arm(self._armed_for)
            due_at = self._armed_for
            if due_at is not None and self._clock.now() > due_at + SECOND + self._rule_time(AGAIN):
                self.wake()


async def _nothing() -> None:
    pass
