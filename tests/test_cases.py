"""`floorjudge export rulings`: what was asked and answered, where, and with `--evidence` what led to it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from cogs.speech import Where
from tests.service import Service, running

EVENING = (
    '1 tc: !open "Autumn 12" kind=challenge starts=now authorization=A-77',
    "2 alice: !register",
    "2 bob: !register",
    "3 tc: !pair alice bob",
    "10 tc: !begin",
    "11 alice: !ready",
    "11 bob: !ready",
    "20 alice: !ready",
    "20 bob: !ready",
    "60 zed: what a nice evening",
    "70 bob: your deck is slow",
    "80 alice: !judge bob is rude",
    "90 judge: !claim",
    "100 judge: !ruling 1 be nice",
    "110 bob: !appeal 1 I was",
    "120 hj: !uphold 2 everybody heard it",
    "130 judge: !warn bob unsporting_conduct shouts",
    "140 bob: !appeal 3",
    "150 hj: !uphold 4",
)


async def rulings(folder: Path, capsys: pytest.CaptureFixture[str], *more: str) -> dict[int, Any]:
    """The rulings of the evening by their number, as the command line gives them."""
    async with running(Service(folder, people=("tc", "hj", "judge", "alice", "bob", "zed"))) as run:
        await run.play(*EVENING)
        await run.console.quit(["bob"], "Ping timeout")
        await run.say("judge", "one moment", Where.CHANNEL)
        await run.app.settle()
    path = folder / "floorjudge.toml"
    path.write_text(f'[store]\nurl = "sqlite+aiosqlite:///{folder / "store.db"}"\n', encoding="utf-8")
    capsys.readouterr()
    words = ["export", "rulings", "--format", "json", "--config", str(path), *more]
    # the command has a loop of its own, as on the command line
    assert await asyncio.to_thread(main, words) == 0
    return {row["number"]: row for row in json.loads(capsys.readouterr().out)}


async def test_an_appeal_has_its_table_and_the_head_judges_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = await rulings(tmp_path, capsys)
    assert sorted(rows) == [1, 2, 4]
    seats = {number: (row["round"], row["table"], row["appeal"]) for number, row in rows.items()}
    assert seats == {1: (1, 1, 2), 2: (1, 1, 1), 4: (1, 1, 3)}
    assert (rows[2]["text"], rows[2]["ruled_by"], rows[2]["outcome"]) == (
        "everybody heard it",
        "hj",
        "upheld",
    )
    assert rows[4]["text"] == ""  # answered without a reason


async def test_evidence_has_entries_joins_quits_and_what_was_said_at_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = await rulings(tmp_path, capsys, "--evidence")
    assert sorted(rows) == [1, 2, 3, 4]
    call, penalty = rows[1], rows[3]
    assert (call["why"], call["text"]) == ("bob is rude", "be nice")
    what = [item["what"] for item in call["evidence"]]
    assert "<bob> your deck is slow" in what
    assert not any("nice evening" in words for words in what)
    assert any(words.startswith("game 1 began") for words in what)
    assert call["evidence"][0]["at"].endswith("Z")
    assert (penalty["kind"], penalty["outcome"], penalty["round"], penalty["table"]) == (
        "penalty",
        "standing",
        1,
        1,
    )
    seen = [item["what"] for item in penalty["evidence"]]
    assert any(words.startswith("bob left the channel") for words in seen)
    assert "<judge> one moment" in seen


def test_evidence_goes_with_rulings_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "penalties", "--evidence"]) == 2
    assert capsys.readouterr().err == "floorjudge export: --evidence goes with rulings, not with penalties\n"
