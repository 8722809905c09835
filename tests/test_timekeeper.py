"""What falls due is worked off when its second is over: by a late alarm, a set wall clock, a slow network."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from bot.clock import Clock, RealClock, SimulatedClock
from bot.timekeeper import Alarm, NoAlarm, ScheduledAlarm, Timekeeper
from cogs.office import NotRecorded

NOON = datetime(2026, 1, 10, 12, tzinfo=UTC)


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


async def turns() -> None:
    """Let everybody do what can be done without time passing."""
    for _ in range(20):
        await asyncio.sleep(0)


class Table:
    """A desk with some deadlines: when it was made to look, and what was worked off then."""

    def __init__(self, clock: Clock, *due: datetime) -> None:
        self.clock = clock
        self.due = sorted(due)
        self.sighted_until = datetime.max.replace(tzinfo=UTC)
        self.fails = False
        self.done: list[tuple[datetime, datetime]] = []  # when it fell due, and when it was worked off
        self.looks = 0
        self.looked = asyncio.Event()

    def earliest(self) -> datetime | None:
        return self.due[0] if self.due else None

    async def look(self, through: datetime) -> None:
        self.looks += 1
        self.looked.set()
        if self.fails:
            raise NotRecorded("the disk is full")
        while self.due and self.due[0] <= min(through, self.sighted_until):
            self.done.append((self.due.pop(0), self.clock.now()))


class Sees:
    """A network that answers at once, and lets the table be judged up to the answer."""

    def __init__(self) -> None:
        self.asked = 0
        self.answers: Callable[[], None] = lambda: None

    async def confirm(self) -> None:
        self.asked += 1
        self.answers()


class Bell:
    """An alarm that rings only when the test says so."""

    def __init__(self) -> None:
        self.armed: list[timedelta] = []
        self.resets = 0
        self.wake: Callable[[], None] = lambda: None

    def start(self, wake: Callable[[], None]) -> None:
        self.wake = wake

    def arm(self, after: timedelta) -> None:
        self.armed.append(after)

    def reset(self) -> None:
        self.resets += 1

    def stop(self) -> None:
        pass


class Wall:
    """A wall clock and a monotonic one, as they are set and run."""

    def __init__(self) -> None:
        self.wall_s = NOON.timestamp()
        self.monotonic_s = 1000.0

    def pass_(self, seconds: float) -> None:
        self.wall_s += seconds
        self.monotonic_s += seconds

    def clock(self, speed: float = 1.0) -> RealClock:
        return RealClock(speed=speed, wall_s=lambda: self.wall_s, monotonic_s=lambda: self.monotonic_s)


def kept(clock: Clock, alarm: Alarm, *tables: Table, sees: Sees | None = None) -> Timekeeper:
    return Timekeeper(clock, alarm, lambda: tables, sees or Sees())


@pytest.mark.parametrize("set_by_s", [600, -600])
def test_rule_time_goes_on_when_the_wall_clock_is_set(set_by_s: float) -> None:
    wall = Wall()
    clock = wall.clock()
    wall.pass_(100)
    wall.wall_s += set_by_s
    assert clock.now() == at(100)
    assert clock.step() == timedelta(seconds=set_by_s)
    assert clock.step() is None
    wall.pass_(200)
    assert clock.now() == at(300)


def test_a_clock_that_drifts_was_not_set() -> None:
    wall = Wall()
    clock = wall.clock()
    wall.pass_(3600)
    wall.wall_s += 1.5
    assert clock.step() is None


def test_a_sped_up_clock_runs_faster_from_where_it_began() -> None:
    wall = Wall()
    clock = wall.clock(speed=60)
    wall.pass_(10)
    assert clock.now() == at(600)


def test_simulated_time_does_not_go_back() -> None:
    clock = SimulatedClock(at(5))
    with pytest.raises(ValueError, match="does not go back"):
        clock.move_to(at(4))


async def test_simulated_time_passes_from_deadline_to_deadline() -> None:
    clock = SimulatedClock(NOON)
    first, second = Table(clock, at(10), at(30), at(40)), Table(clock, at(20))
    await kept(clock, NoAlarm(), first, second).pass_time(clock, at(40), turns)
    assert first.done == [(at(10), at(10)), (at(30), at(30))]  # what is due at 40 is due when 40 is over
    assert second.done == [(at(20), at(20))]
    assert clock.now() == at(40)


async def test_simulated_time_passes_although_the_store_fails() -> None:
    clock = SimulatedClock(NOON)
    table = Table(clock, at(10))
    table.fails = True
    keeper = kept(clock, NoAlarm(), table)
    await keeper.pass_time(clock, at(40), turns)
    assert clock.now() == at(40)
    table.fails = False
    await keeper.pass_time(clock, at(50), turns)
    assert table.done == [(at(10), at(40))]


async def test_a_network_is_asked_only_when_something_waits_for_its_answer() -> None:
    clock, sees = SimulatedClock(at(50)), Sees()
    table = Table(clock, at(10), at(45))
    table.sighted_until = at(20)
    keeper = kept(clock, NoAlarm(), table, sees=sees)
    assert await keeper.work_off(at(20))
    assert sees.asked == 0
    assert not await keeper.work_off(at(49))
    assert sees.asked == 1

    def answer() -> None:
        table.sighted_until = at(49)

    sees.answers = answer
    assert await keeper.work_off(at(49))
    assert [due for due, _ in table.done] == [at(10), at(45)]


async def test_the_alarm_is_armed_for_the_end_of_the_earliest_second() -> None:
    clock, bell = SimulatedClock(NOON), Bell()
    table = Table(clock, at(10))
    keeper = kept(clock, bell, table)
    keeper.rearm()
    assert bell.armed == [timedelta(seconds=11.02)]
    keeper.rearm()  # nothing new
    table.due = [at(20)]
    keeper.rearm()  # later: the bell that is set finds nothing due, and that does no harm
    assert len(bell.armed) == 1
    table.due = [at(5), at(20)]
    keeper.rearm()
    assert bell.armed[1:] == [timedelta(seconds=6.02)]


async def test_a_stale_alarm_finds_nothing_due() -> None:
    clock, bell = SimulatedClock(at(10.5)), Bell()
    table = Table(clock, at(10))
    keeper = kept(clock, bell, table)
    keeper.start()
    bell.wake()
    await turns()
    assert table.looks == 0  # the second is not over
    clock.move_to(at(11.1))
    bell.wake()
    await asyncio.wait_for(table.looked.wait(), 5)
    assert table.done == [(at(10), at(11.1))]
    await keeper.stop()


async def test_what_was_not_stored_is_tried_again_in_a_second() -> None:
    clock, bell = SimulatedClock(at(20)), Bell()
    table = Table(clock, at(10))
    table.fails = True
    keeper = kept(clock, bell, table)
    keeper.start()
    await asyncio.wait_for(table.looked.wait(), 5)
    await turns()
    assert bell.armed[-1] == timedelta(seconds=1.02)
    table.fails = False
    bell.wake()
    await turns()
    assert table.done == [(at(10), at(20))]
    await keeper.stop()


async def test_an_alarm_that_never_rings_loses_nothing() -> None:
    clock = RealClock(speed=20, start=NOON)
    table = Table(clock, at(5))
    keeper = kept(clock, Bell(), table)
    keeper.start()
    await asyncio.wait_for(table.looked.wait(), 10)
    assert [due for due, _ in table.done] == [at(5)]
    await keeper.stop()


@pytest.mark.parametrize("set_by_s", [3600, -3600])
async def test_when_the_wall_clock_is_set_the_alarm_is_reckoned_anew(
    set_by_s: float, caplog: pytest.LogCaptureFixture
) -> None:
    wall, bell = Wall(), Bell()
    clock = wall.clock()
    table = Table(clock, at(10))
    keeper = kept(clock, bell, table)
    noticed = asyncio.get_running_loop().create_future()
    keeper.on_step = noticed.set_result
    keeper.start()
    await turns()
    wall.pass_(4)
    wall.wall_s += set_by_s
    assert await asyncio.wait_for(noticed, 5) == timedelta(seconds=set_by_s)
    await turns()
    assert bell.resets == 1
    assert bell.armed[-1] == timedelta(seconds=7.02)
    assert "the wall clock was set" in caplog.text
    await keeper.stop()


async def test_the_scheduler_rings_after_the_second_is_over() -> None:
    clock = RealClock(speed=20, start=NOON)
    table = Table(clock, at(4), at(8))
    keeper = kept(clock, ScheduledAlarm(), table)
    keeper.start()
    for _ in range(2):
        await asyncio.wait_for(table.looked.wait(), 10)
        table.looked.clear()
    assert [due for due, _ in table.done] == [at(4), at(8)]
    assert all(done >= due + timedelta(seconds=1) for due, done in table.done)
    await keeper.stop()


async def test_an_alarm_in_the_past_rings_at_once() -> None:
    alarm, rung = ScheduledAlarm(), asyncio.Event()
    alarm.start(rung.set)
    alarm.arm(timedelta(seconds=-30))
    await asyncio.wait_for(rung.wait(), 5)
    alarm.stop()
