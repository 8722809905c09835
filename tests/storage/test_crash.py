"""What was acknowledged is there after a crash, and a full disk loses nothing that stood.

A process of its own appends; the test kills it, or gives it no more room, and reads the file.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections import Counter
from pathlib import Path

import pytest

from storage.store import Store, StoreError
from storage.upkeep import check
from tests.storage.samples import page, rolled, url_of

WRITERS = 8


async def started(path: Path, *limit: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.storage.appender", str(path), str(WRITERS), *limit),
        cwd=Path(__file__).parents[2],
        stdout=asyncio.subprocess.PIPE,
    )


async def lines_of(process: asyncio.subprocess.Process, at_most: int | None = None) -> list[str]:
    """What the process prints, up to so many lines."""
    assert process.stdout is not None
    lines: list[str] = []
    while at_most is None or len(lines) < at_most:
        line = await asyncio.wait_for(process.stdout.readline(), timeout=30)
        if not line:
            break
        lines.append(line.decode())
    return lines


async def killed(process: asyncio.subprocess.Process) -> list[str]:
    """Kill the process in the midst of its work. What it had printed and nobody had read yet."""
    process.kill()
    lines = await lines_of(process)
    assert await process.wait() == -signal.SIGKILL
    return lines


def acknowledged(lines: list[str]) -> dict[str, int]:
    """The last entry of each scorebook that was said to be stored; the kill may have torn the last line."""
    stored: dict[str, int] = Counter()
    for line in lines:
        if not line.endswith("\n"):
            continue
        tournament, seq = line.split()
        if seq != "refused":
            stored[tournament] = max(stored[tournament], int(seq))
    return stored


async def test_a_killed_process_has_lost_nothing_that_it_acknowledged(path: Path) -> None:
    for lives in range(1, 4):
        process = await started(path)
        lines = await lines_of(process, at_most=200 * lives)
        lines += await killed(process)
        assert len(acknowledged(lines)) == WRITERS
        store = await Store.open(url_of(path))
        for tournament, seq in acknowledged(lines).items():
            entries = await store.load(tournament)
            assert len(entries) >= seq
            assert entries == [rolled(number) for number in range(1, len(entries) + 1)]
        await store.close()
        assert check(url_of(path)) == []


async def test_a_line_that_was_never_marked_is_still_to_be_said_after_a_kill(path: Path) -> None:
    process = await started(path)
    lines = await lines_of(process, at_most=50)
    lines += await killed(process)
    store = await Store.open(url_of(path))
    unsaid = {line.line.text for line in await store.unsaid()}
    await store.close()
    assert {line.strip() for line in lines if line.endswith("\n")} <= unsaid


async def test_a_killed_process_lets_go_of_its_store(path: Path) -> None:
    process = await started(path)
    await lines_of(process, at_most=10)
    with pytest.raises(StoreError, match=f"in use by another process \\({process.pid}\\)"):
        await Store.open(url_of(path))
    await killed(process)
    store = await Store.open(url_of(path))
    await store.append(page("later", 1, rolled(1)))
    await store.close()


async def test_a_full_disk_refuses_pages_and_loses_none_that_stood(path: Path) -> None:
    process = await started(path, str(600_000))
    lines = await lines_of(process)
    assert await process.wait() == 0
    assert sum(line.endswith("refused\n") for line in lines) == WRITERS
    assert len(lines) > WRITERS
    store = await Store.open(url_of(path))
    for tournament, seq in acknowledged(lines).items():
        assert await store.load(tournament) == [rolled(number) for number in range(1, seq + 1)]
    await store.append(page("t0", acknowledged(lines).get("t0", 0) + 1, rolled(0)))
    await store.close()
    assert check(url_of(path)) == []
