"""The report to the league: what is in it, the head judge's word on it, and that a rehearsal reports nothing."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.app import WrongSpeed
from bot.config import Staff
from bot.exports import EXPORTS
from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.report import reportable
from tests.playing import ANN, BOB, COORDINATOR, HEAD_JUDGE, JUDGE
from tests.refereeing import Table, playing
from tests.service import Service, running

STAFF = Staff(coordinators=("tc",), head_judges=("hj",), judges=("judge",), directors=("dora",))
PEOPLE = ("tc", "hj", "judge", "dora", "alice", "bob", "zed")


def over() -> Table:
    """bob has a Warning, ann a Caution, and the event is over."""
    table = playing()
    table.penalises(JUDGE, BOB, "unsporting_conduct")
    table.penalises(JUDGE, ANN, "slow_play")
    return ended(table)


def ended(table: Table) -> Table:
    table.concedes_match(BOB)
    table.do(a.EndTournament(by=COORDINATOR))
    return table


def confirm(table: Table) -> tuple[e.Entry, ...]:
    return table.do(a.ConfirmReport(by=HEAD_JUDGE))


# --- the head judge's word ---


def test_cautions_stay_in_the_event() -> None:
    assert [penalty.player for penalty in reportable(over().state)] == [BOB]


def test_the_head_judge_confirms_what_is_reported_once() -> None:
    table = over()
    (entry,) = confirm(table)
    assert isinstance(entry, e.ReportConfirmed)
    assert (entry.by, entry.penalties) == (HEAD_JUDGE, (1,))
    table.refuses(a.ConfirmReport(by=HEAD_JUDGE), r.ReportConfirmedAlready)


def test_nothing_is_confirmed_before_the_end() -> None:
    table = playing()
    table.penalises(JUDGE, BOB, "unsporting_conduct")
    table.refuses(a.ConfirmReport(by=HEAD_JUDGE), r.ReportNotDue)


def test_what_may_still_change_it_comes_first() -> None:
    table = playing()
    table.penalises(JUDGE, BOB, "unsporting_conduct")
    table.penalises(JUDGE, ANN, "slow_play", "game_loss", "advantage")
    table.do(a.Appeal(by=BOB, of=1))
    table.do(a.CancelTournament(by=COORDINATOR, why="the server is down"))  # !end is refused meanwhile
    refusal = table.refuses(a.ConfirmReport(by=HEAD_JUDGE), r.ReportWaits)
    assert (refusal.proposed, refusal.appeals) == ((2,), (3,))


def test_an_event_without_anything_to_report_needs_no_word() -> None:
    ended(playing()).refuses(a.ConfirmReport(by=HEAD_JUDGE), r.NothingToReport)


def test_a_later_change_opens_it_again_and_another_act_does_not() -> None:
    table = over()
    confirm(table)
    assert table.do(a.Overturn(by=HEAD_JUDGE, number=2, why="not so")) != ()
    assert table.kept(e.ReportReopened) == []
    table.do(a.Overturn(by=HEAD_JUDGE, number=1, why="not so"))
    assert len(table.kept(e.ReportReopened)) == 1
    assert table.state.report is None


# --- the export ---


async def exported(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[list[str], str]:
    """The players of the report, and what is said on the side."""
    path = folder / "floorjudge.toml"
    path.write_text(f'[store]\nurl = "sqlite+aiosqlite:///{folder / "store.db"}"\n', encoding="utf-8")
    capsys.readouterr()
    # the command has a loop of its own, as on the command line
    assert await asyncio.to_thread(main, ["export", "report", "--config", str(path)]) == 0
    said = capsys.readouterr()
    return [line.split(",")[6] for line in said.out.splitlines()[1:]], said.err


def service(folder: Path, speed: float = 1.0) -> Service:
    return Service(folder, people=PEOPLE, staff=STAFF, speed=speed)


EVENING = (
    '1 tc: !open "Autumn 12" kind=challenge starts=now authorization=A-77',
    "2 bob: !register",
    "3 judge: !warn bob unsporting_conduct shouts",
)


async def played(folder: Path, *more: str, speed: float = 1.0) -> None:
    async with running(service(folder, speed)) as run:
        await run.play(*EVENING, *more)


@pytest.mark.parametrize(
    ("more", "is_confirmed"),
    [
        ((), False),
        (("4 tc: !end",), False),
        (("4 tc: !end", "5 hj: !confirm"), True),
    ],
)
async def test_the_export_says_what_is_not_confirmed(
    more: tuple[str, ...], is_confirmed: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await played(tmp_path, *more)
    players, noted = await exported(tmp_path, capsys)
    assert players == ["bob"]
    note = "floorjudge export: not confirmed by the head judge: Autumn 12 (after !end the head judge says !confirm)\n"
    assert noted == ("" if is_confirmed else note)


async def test_the_word_can_be_said_after_a_restart_and_beside_the_next_event(tmp_path: Path) -> None:
    await played(tmp_path, "4 tc: !end")
    async with running(service(tmp_path)) as run:
        await run.play("6 tc: !open Next starts=now authorization=A-78")
        answer = " ".join(await run.say("hj", "!confirm@autumn-12"))
        assert "the report of Autumn 12 is confirmed: 1 bob Warning" in answer


async def test_what_was_confirmed_and_has_changed_is_not_confirmed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    second = "3 judge: !warn alice unsporting_conduct shouts back"
    await played(
        tmp_path, "3 alice: !register", second, "4 tc: !end", "5 hj: !confirm", "6 hj: !overturn 1 not so"
    )
    players, noted = await exported(tmp_path, capsys)
    assert players == ["alice"]
    assert "not confirmed by the head judge: Autumn 12" in noted


async def test_the_coordinator_asks_what_is_to_be_filed_and_how(tmp_path: Path) -> None:
    async with running(service(tmp_path)) as run:
        await run.play(*EVENING)
        (answer,) = await run.say("tc", "!export")
        assert answer.startswith("To report to the league: 1 (1 bob Warning), which hj confirms after !end")
        asked = re.search(r"floorjudge export (\S+), with --tournament (\S+)", answer)
        assert asked is not None
        assert asked[1].split("|") == list(EXPORTS)
        assert asked[2] == "autumn-12"
        (refused,) = await run.say("bob", "!export")
        assert "coordinator" in refused


# --- a sped-up rehearsal ---


async def test_a_rehearsal_reports_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with running(service(tmp_path, 60)) as run:
        await run.play(*EVENING, "4 tc: !end")
        assert run.heard("reports to the league") == []
        (answer,) = await run.say("hj", "!confirm")
        assert answer == "hj, Autumn 12 has nothing to report to the league, so there is nothing to confirm."
    players, noted = await exported(tmp_path, capsys)
    assert players == []
    assert noted == "floorjudge export: Autumn 12 is a rehearsal, nothing of it is reported\n"


async def test_what_a_rehearsal_gave_counts_in_no_real_event(tmp_path: Path) -> None:
    await played(tmp_path, speed=60)
    async with running(service(tmp_path, 60)) as run:
        reading, bob = run.parts.store.reading, next(iter(run.state.players))
        assert len(await reading.penalties_of(bob, speed=60)) == 1
        assert await reading.penalties_of(bob) == []


async def test_a_standing_set_in_a_rehearsal_bites_no_real_event(tmp_path: Path) -> None:
    """Its store belongs to the rehearsal from then on, also when no event was opened there."""
    async with running(service(tmp_path, 60)) as run:
        heard = await run.say("dora", "!setstanding zed suspended to see what happens")
        assert any("it counts in this rehearsal only" in text for text in heard)
    with pytest.raises(WrongSpeed, match="speed 60"):
        await service(tmp_path).app.start()
