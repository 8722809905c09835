"""The service as a process: it starts, it stops in order, and no kill at any moment loses or doubles anything."""

import asyncio
import os
import pty
import random
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from rules.entries import AnnouncementMade, Entry, PenaltyIssued, PersonLeft, SightLost, SightRestored
from storage.reading import Reading
from storage.upkeep import check
from tests.ircclient import IrcPerson

ROOT = Path(__file__).parents[1]

SPEED = 60
KILLS = 6

WORD = re.compile(r"word \d{5}")

GONE_GAME_LOSS = timedelta(minutes=5)
GONE_MATCH_LOSS = timedelta(minutes=10)


class Service:
    """`floorjudge run` on a port and a store of its own."""

    def __init__(self, folder: Path) -> None:
        self.url = f"sqlite+aiosqlite:///{folder / 'event.db'}"
        self.port = _free_port()
        self.log = folder / "service.log"
        self._config = folder / "service.toml"
        self._config.write_text(
            f'[store]\nurl = "{self.url}"\n[irc]\nport = {self.port}\n[board]\nenabled = false\n'
        )
        self.process: asyncio.subprocess.Process | None = None

    async def start(self, *words: str) -> asyncio.subprocess.Process:
        """Start the process; its log goes on where the last one's ended."""
        command = [sys.executable, "-m", "bot", "run", "--config", str(self._config), *words]
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *command, cwd=ROOT, stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log
            )
        return self.process

    async def kill(self) -> None:
        """End it as a power cut does."""
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
            await self.process.wait()

    async def stop(self) -> int:
        """End it in order; returns its exit status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(20):
            return await self.process.wait()

    async def logged(self, text: str) -> None:
        """Wait until the log has a line with this text."""
        async with asyncio.timeout(60):
            while text not in self.log.read_text():
                assert self.process is not None
                assert self.process.returncode is None, self.log.read_text()
                await asyncio.sleep(0.05)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    service = Service(tmp_path)
    yield service
    await service.kill()


@asynccontextmanager
async def present(*people: IrcPerson) -> AsyncIterator[None]:
    """These are in the channel."""
    try:
        async with asyncio.timeout(60):
            await asyncio.gather(*(person.come() for person in people))
        yield
    finally:
        await asyncio.gather(*(person.go() for person in people))


async def begin_a_match(tc: IrcPerson, alice: IrcPerson, bob: IrcPerson) -> None:
    """An event is opened, and its one game runs."""
    await tc.ask('!open "Kill Cup" format=standard starts=now authorization=A1', "Kill Cup is open")
    await alice.ask("!register a1", "alice is registered")
    await bob.ask("!register b1", "bob is registered")
    await tc.ask("!pair alice bob", "Round 1 is paired")
    await tc.ask("!begin", "Round 1 of Kill Cup")
    await alice.ask("!ready", "alice is here")
    await bob.ask("!ready", "alice and bob are here")
    await alice.ask("!ready", "you are ready for game 1")
    await bob.ask("!ready", "game 1 is on")


# --- kill -9 ---


async def test_no_kill_at_any_moment_loses_doubles_or_blames(service: Service) -> None:
    tc, hj = IrcPerson("tc", service.port), IrcPerson("hj", service.port)
    alice, bob = IrcPerson("alice", service.port), IrcPerson("bob", service.port)
    await service.start("--speed", str(SPEED))
    async with present(tc, hj, alice, bob):
        await begin_a_match(tc, alice, bob)
        alice.greeting = "!ready"
        await bob.go("Ping timeout: 240 seconds")
        assert await tc.hear("bob has left", 20)
        said = asyncio.create_task(announce_on_and_on(tc))
        await kill_and_start_again(service, tc)
        assert await tc.hear("bob: Match Loss", 60), service.log.read_text()
        said.cancel()
        await asyncio.gather(said, return_exceptions=True)
        assert await service.stop() == 0
    entries, penalties = await read(service)
    assert_nothing_is_lost(entries, tc.heard)
    assert_penalties_are_bobs(penalties)
    assert_only_what_was_seen_was_counted(entries)
    assert check(service.url) == []


async def announce_on_and_on(tc: IrcPerson) -> None:
    """Something new every moment, for as long as it lasts."""
    number = 0
    while True:
        number += 1
        tc.say(f"!announce word {number:05}")
        await asyncio.sleep(0.05)


async def kill_and_start_again(service: Service, witness: IrcPerson) -> None:
    """Kill the process at moments that nobody chose, and start it again each time."""
    chance = random.Random(20260105)
    for _ in range(KILLS):
        await asyncio.sleep(chance.uniform(0.1, 2.6))
        await service.kill()
        before = len(witness.heard)
        await service.start("--speed", str(SPEED))
        assert await witness.hear("I was away", 60, after=before), service.log.read_text()


async def read(service: Service) -> tuple[list[Entry], list[dict[str, Any]]]:
    async with Reading.opened(service.url) as reading:
        (entries,) = (await reading.open_scorebooks()).values()
        return entries, await reading.penalties()


def assert_nothing_is_lost(entries: list[Entry], heard: list[str]) -> None:
    """What was answered is stored, and nothing is stored twice."""
    stored = [entry.text for entry in entries if isinstance(entry, AnnouncementMade)]
    answered = {word for line in heard if line.startswith("tc announces") for word in WORD.findall(line)}
    assert len(answered) > KILLS
    assert answered <= set(stored)
    assert len(stored) == len(set(stored))


def assert_penalties_are_bobs(penalties: list[dict[str, Any]]) -> None:
    """One loss that rose to another, of one cause; and nobody else's."""
    assert [(row["player"], row["penalty"], row["status"]) for row in penalties] == [
        ("bob", "game_loss", "superseded"),
        ("bob", "match_loss", "standing"),
    ]
    assert len({row["cause"] for row in penalties}) == 1


def assert_only_what_was_seen_was_counted(entries: list[Entry]) -> None:
    """Each loss falls due when bob was seen to be gone for so long, and gaps do not count."""
    (left,) = (entry for entry in entries if isinstance(entry, PersonLeft) and entry.person == "nick:bob")
    losses = [entry for entry in entries if isinstance(entry, PenaltyIssued)]
    for loss, limit in zip(losses, (GONE_GAME_LOSS, GONE_MATCH_LOSS), strict=True):
        assert loss.due_at is not None
        seen = loss.due_at - left.at - sum(gaps(entries, loss.due_at), timedelta())
        assert abs(seen - limit) <= timedelta(seconds=KILLS)


def gaps(entries: list[Entry], until: datetime) -> Iterator[timedelta]:
    """How long each time was in which the bot could not see."""
    lost: datetime | None = None
    for entry in entries:
        if isinstance(entry, SightLost):
            lost = entry.at
        elif isinstance(entry, SightRestored) and lost is not None and entry.at <= until:
            yield entry.at - lost
            lost = None


# --- starting and stopping ---


async def test_it_stops_in_order(service: Service) -> None:
    alice = IrcPerson("alice", service.port)
    await service.start()
    async with present(alice):
        await alice.ask("!help concede", "!concede")
        assert await service.stop() == 0
    assert "Traceback" not in service.log.read_text()


async def test_a_port_that_is_taken_is_one_line(service: Service) -> None:
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", service.port))
        other.listen()
        process = await service.start()
        async with asyncio.timeout(60):
            assert await process.wait() == 2
    *_, line = service.log.read_text().splitlines()
    assert line.startswith("floorjudge run: irc.port")
    assert "Traceback" not in service.log.read_text()


async def test_a_store_in_use_is_one_line(service: Service) -> None:
    first = await service.start()
    await service.logged("officiating")
    second = await service.start()
    try:
        async with asyncio.timeout(60):
            assert await second.wait() == 2
        *_, line = service.log.read_text().splitlines()
        assert line.startswith("floorjudge run: ")
        assert "Traceback" not in service.log.read_text()
    finally:
        first.kill()
        await first.wait()


async def test_a_store_of_another_speed_is_one_line(service: Service) -> None:
    tc = IrcPerson("tc", service.port)
    await service.start("--speed", "60")
    async with present(tc):
        await tc.ask('!open "Fast Cup" format=standard starts=now authorization=A1', "Fast Cup is open")
        assert any("60 times as fast" in line for line in tc.heard)
        assert await service.stop() == 0
    process = await service.start()
    async with asyncio.timeout(60):
        assert await process.wait() == 2
    *_, line = service.log.read_text().splitlines()
    assert line.startswith("floorjudge run: ")
    assert "speed" in line


async def test_on_a_terminal_one_can_speak_as_anybody(tmp_path: Path) -> None:
    service = Service(tmp_path)
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "bot", "run", "--config", str(tmp_path / "service.toml")]
    process = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, stdin=theirs, stdout=theirs, stderr=asyncio.subprocess.DEVNULL
    )
    os.close(theirs)
    seen, news = bytearray(), asyncio.Event()

    def look() -> None:
        try:
            seen.extend(os.read(ours, 4096))
        except OSError:  # the process has closed the terminal
            asyncio.get_running_loop().remove_reader(ours)
        news.set()

    async def shown(text: str) -> None:
        async with asyncio.timeout(60):
            while text.encode() not in seen:
                news.clear()
                await news.wait()

    asyncio.get_running_loop().add_reader(ours, look)
    try:
        await shown("speak as alice")
        os.write(ours, b'tc: !open "Desk Cup" format=standard starts=now authorization=A1\n')
        await shown("<bot> Desk Cup is open")
        os.write(ours, b"alice: !register a1\n")
        await shown("<bot> alice is registered")
        os.write(ours, b"alice -> bot: help concede\n")
        await shown("<bot -> alice> !concede")
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(20):
            assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
        asyncio.get_running_loop().remove_reader(ours)
        os.close(ours)
    async with Reading.opened(service.url) as reading:
        assert [row["player"] for row in await reading.players("Desk Cup")] == ["nick:alice"]
