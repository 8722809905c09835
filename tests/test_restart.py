"""What the bot could not see or record costs nobody anything: while it stops, and while the store fails."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from bot.__main__ import main
from rules.entries import SightLost, SightRestored
from tests.service import EVERYBODY, MATCH, NOON, Service, running

GONE = "Ping timeout: 240 seconds"


def at_second(service: Service, second: float) -> None:
    service.clock.move_to(NOON + timedelta(seconds=second))


async def test_a_mark_that_falls_into_the_leave_taking_costs_nothing(tmp_path: Path) -> None:
    first = Service(tmp_path)
    await first.up()
    await first.play(*MATCH)
    await first.until(100)
    await first.console.quit(["bob"], GONE)
    await first.until(390)  # the game loss is due at 400
    stopping = asyncio.create_task(first.app.stop())
    await asyncio.sleep(0)
    await first.console.join("bob")  # nobody listens any more
    at_second(first, 410)
    await stopping
    again = Service(tmp_path, start=first.clock.now(), people=EVERYBODY)
    async with running(again):
        await again.until(430)
        assert again.state.penalties == {}
        assert again.state.matches[1].sides[1].absence is None


async def test_a_mark_on_a_line_that_was_dead_before_the_kill_costs_nothing(tmp_path: Path) -> None:
    (tmp_path / "first").mkdir()
    first = Service(tmp_path / "first")
    async with running(first):
        await first.play(*MATCH)
        await first.until(100)
        await first.console.quit(["bob"], GONE)
        await first.until(390)
        first.console.silent_since = first.clock.now()  # from now on nothing comes, and nobody knows it yet
        at_second(first, 410)  # the game loss was due at 400
        await first.parts.note_sight()
        await first.parts.store.flush()
        assert await first.parts.store.last_seen() == NOON + timedelta(seconds=390)
        again = first.killed(tmp_path / "killed")
        async with running(again):
            await again.until(415)
            assert again.state.penalties == {}
            await again.until(430)  # his clock stood still for what nobody saw
            due = [penalty.due_at for penalty in again.state.penalties.values()]
            assert due == [NOON + timedelta(seconds=420)]


async def test_what_was_seen_before_the_kill_counts(tmp_path: Path) -> None:
    (tmp_path / "first").mkdir()
    first = Service(tmp_path / "first")
    async with running(first):
        await first.play(*MATCH)
        await first.until(100)
        await first.console.quit(["bob"], GONE)
        at_second(first, 410)
        await first.parts.note_sight()
        await first.parts.store.flush()
        again = first.killed(tmp_path / "killed")
        async with running(again):
            due = [penalty.due_at for penalty in again.state.penalties.values()]
            assert due == [NOON + timedelta(seconds=400)]


async def test_an_event_that_cannot_be_folded_is_left_aside_and_the_others_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(Service(tmp_path)) as first:
        await first.play(*MATCH, '100 tc: !open "Winter 3" kind=challenge starts=now authorization=A-78')
        good, bad = first.parts.events.open_ids()
    with closing(sqlite3.connect(tmp_path / "store.db")) as file, file:
        file.execute("UPDATE scorebook SET kind = 'from_the_future' WHERE tournament = ?", (bad,))
    again = Service(tmp_path, start=NOON + timedelta(seconds=200))
    async with running(again):
        assert again.parts.events.open_ids() == [good]
        assert again.state.matches[1].is_open
        assert f"{bad} is left aside: its scorebook cannot be folded. The log says why." in again.notices
        (error,) = [record for record in caplog.records if record.levelname == "ERROR"]
        assert bad in error.getMessage()


async def test_a_start_on_a_store_that_takes_nothing_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running(Service(tmp_path)) as first:
        await first.play(*MATCH)
    store = tmp_path / "store.db"
    with (
        closing(sqlite3.connect(store)) as file,
        file,
    ):  # like a full disk: it can be read, and takes no entry
        file.execute("CREATE TRIGGER full BEFORE INSERT ON scorebook BEGIN INSERT INTO disk VALUES (1); END")
    config = tmp_path / "config.toml"
    config.write_text(f'[store]\nurl = "sqlite+aiosqlite:///{store}"\n[irc]\nenabled = false\n')
    assert await asyncio.to_thread(main, ["run", "--config", str(config)]) == 2
    said = capsys.readouterr().err.splitlines()
    assert said[-1].startswith("floorjudge run: nothing can be written to the store")
    assert not any("Traceback" in line for line in said)


async def test_a_reminder_of_an_event_that_is_over_is_not_said_after_a_restart(tmp_path: Path) -> None:
    first = Service(tmp_path)
    await first.up()
    await first.play(*MATCH)
    await first.until(100)
    await first.console.quit(["bob"], GONE)
    await first.until(450)  # bob was to hear that a minute is left, and of the loss
    await first.say("tc", "!cancelevent the hall closes")
    waits = [line.line.text for line in await first.parts.store.unsaid()]
    await first.app.stop()
    again = Service(tmp_path, start=NOON + timedelta(days=1), people=("tc", "hj", "alice"))
    async with running(again):
        await again.console.join("bob")
        await again.app.settle()
        heard = [text for _, where, text in again.said if where == "bob"]
        lasting = [text for text in waits if "Game Loss" in text]
        assert heard == lasting != waits
        assert await again.parts.store.unsaid() == []


async def test_who_was_back_while_the_store_failed_loses_nothing(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as run:
        await run.play(*MATCH)
        await run.until(100)
        await run.console.quit(["bob"], GONE)
        await run.until(200)
        run.parts.store.fail()
        await run.console.join("bob")
        (answer,) = await run.say("bob", "!ready")
        assert "not recorded" in answer
        at_second(run, 500)  # the game loss was due at 400
        run.parts.store.recover()
        await run.app.work_off()
        assert run.state.penalties == {}
        assert run.state.matches[1].sides[1].absence is None
        assert not run.is_blind()
        stored = [entry for entry in await run.stored() if isinstance(entry, SightLost | SightRestored)]
        assert [(type(entry), entry.at) for entry in stored] == [
            (SightLost, NOON + timedelta(seconds=200)),
            (SightRestored, NOON + timedelta(seconds=500)),
        ]
