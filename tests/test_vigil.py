"""A process that stood still has seen nothing meanwhile, and nobody pays for it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from bot.vigil import Vigil
from rules.entries import SightLost, SightRestored
from tests.service import MATCH, NOON, Service, running


class Sleep:
    """Real seconds, moved by hand."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def watched(run: Service, sleep: Sleep) -> Vigil:
    """A vigil over the paper network that goes by this time."""
    vigil = Vigil(run.parts.sight, run.clock.now, sleep)
    run.parts.ears.before_hearing = vigil.tick
    return vigil


def stand_still(run: Service, sleep: Sleep, seconds: float) -> None:
    """Time passes, and nobody here notices."""
    run.clock.move_to(run.clock.now() + timedelta(seconds=seconds))
    sleep.seconds += seconds


async def test_who_was_back_while_the_bot_stood_still_loses_nothing(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as run:
        await run.play(*MATCH)
        await run.until(100)
        watched(run, sleep := Sleep())
        await run.console.quit(["bob"], "Ping timeout: 240 seconds")
        stand_still(run, sleep, 900)
        await run.console.join("bob")  # it was after a minute; the network does not say so
        await run.say("bob", "!ready")
        await run.app.work_off()
        assert run.state.penalties == {}
        assert not run.is_blind()
        stored = [entry for entry in await run.stored() if isinstance(entry, SightLost | SightRestored)]
        assert [(type(entry), entry.at) for entry in stored] == [
            (SightLost, NOON + timedelta(seconds=100)),
            (SightRestored, NOON + timedelta(seconds=1000)),
        ]


async def test_who_is_still_away_when_the_bot_wakes_has_the_rest_of_the_time(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as run:
        await run.play(*MATCH)
        await run.until(100)
        vigil = watched(run, sleep := Sleep())
        await run.console.quit(["bob"], "Ping timeout: 240 seconds")
        stand_still(run, sleep, 900)
        vigil.tick()
        await run.app.settle()
        await run.until(1299)
        assert run.state.penalties == {}
        await run.until(1302)
        (penalty,) = run.state.penalties.values()
        assert penalty.due_at == NOON + timedelta(seconds=1300)


async def test_a_short_stall_makes_the_bot_late_and_no_more(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as run:
        await run.play(*MATCH)
        await run.until(100)
        vigil = watched(run, sleep := Sleep())
        await run.console.quit(["bob"], "Ping timeout: 240 seconds")
        for _ in range(100):
            stand_still(run, sleep, 3)
            vigil.tick()
        stand_still(run, sleep, 3)
        vigil.tick()
        await run.app.work_off()
        (penalty,) = run.state.penalties.values()
        assert penalty.due_at == NOON + timedelta(seconds=400)
