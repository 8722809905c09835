"""Away with no clock: an excuse, an overturned loss, a kick; how it ends, and what is said at the end of time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.entries import Leaving
from tests.playing import ANN, BOB, HEAD_JUDGE, JUDGE
from tests.refereeing import Table, begun, playing


def starts(table: Table) -> None:
    """The head judge starts bob's clock anew."""
    table.do(a.Excuse(by=HEAD_JUDGE, player=BOB, ends=True))


def excused() -> Table:
    """bob, gone since 12:10:00, is excused at 12:12:00."""
    table = playing()
    table.at("12:10:00").leaves(BOB)
    table.at("12:12:00").do(a.Excuse(by=HEAD_JUDGE, player=BOB, why="power cut"))
    return table


def overturned() -> Table:
    """bob, gone since 12:07:00, has the game back at 12:12:00."""
    table = playing()
    table.at("12:07:00").leaves(BOB)
    table.at("12:12:01").overturns(HEAD_JUDGE, 1)
    return table


def kicked() -> Table:
    table = playing()
    table.at("12:12:00").leaves(BOB, how=Leaving.KICKED)
    return table


def reopened() -> Table:
    """bob, gone since 12:01:30, has lost the match and has it back."""
    table = playing()
    table.at("12:01:30").leaves(BOB)
    table.at("12:12:00").overturns(HEAD_JUDGE, 2)
    return table


WAYS = pytest.mark.parametrize("away", [excused, overturned, kicked, reopened])
"""Every way of being away with no clock."""


@WAYS
def test_nothing_counts_until_the_head_judge_starts_it_and_then_the_whole_time(
    away: Callable[[], Table],
) -> None:
    table = away()
    before = table.penalties
    table.at("12:30:00")
    assert table.penalties == before
    assert table.match().away_uncounted == (BOB,)
    starts(table)
    assert table.match().away_uncounted == ()
    assert table.kept(e.ExcuseEnded)[0].game_loss_at == table.now.replace(minute=35)
    table.at("12:35:00")
    assert [f"{entry.at:%H:%M:%S}" for entry in table.kept(e.AbsenceWarned)][-1] == "12:34:00"
    assert table.penalties == before
    table.at("12:35:01")
    assert table.penalties[len(before) :] == ["12:35:00 bob disconnection.over_5_min game_loss"]
    table.at("12:40:01")
    assert table.score() == "2-0 player1"


@WAYS
def test_the_clock_begun_anew_is_a_cause_of_its_own(away: Callable[[], Table]) -> None:
    table = away()
    starts(table)
    table.at("12:18:00")
    last = max(table.state.penalties)
    causes = [penalty.cause for penalty in table.state.penalties.values()]
    assert causes.count(table.state.penalties[last].cause) == 1
    table.overturns(HEAD_JUDGE, last)
    assert table.match().away_uncounted == (BOB,)


@WAYS
def test_who_is_back_is_excused_no_longer(away: Callable[[], Table]) -> None:
    table = away()
    table.at("12:14:00").joins(BOB)
    table.refuses(a.Excuse(by=HEAD_JUDGE, player=BOB, ends=True), r.NotAbsent)
    table.at("12:20:00").leaves(BOB)
    table.at("12:25:01")
    assert table.penalties[-1:] == ["12:25:00 bob disconnection.over_5_min game_loss"]


@WAYS
def test_at_the_end_of_time_a_judge_is_called_at_once_and_once(away: Callable[[], Table]) -> None:
    table = away()
    table.at("12:49:59")
    assert table.calls == []
    table.at("13:20:00")
    assert table.calls == ["time is up, and no clock runs on bob"]
    call = table.state.open_calls[0]
    table.do(a.GiveRuling(by=HEAD_JUDGE, number=call.number, text="wait for him"))
    table.at("13:40:00")
    assert table.calls == []


@WAYS
def test_the_call_at_the_end_of_time_ends_with_the_result(away: Callable[[], Table]) -> None:
    table = away()
    table.at("13:00:00").sets(JUDGE, 1, 0)
    assert table.calls == []
    assert table.score() == "1-0 player1"


@WAYS
def test_after_time_the_clock_begun_anew_decides(away: Callable[[], Table]) -> None:
    table = away()
    table.at("13:00:00")
    starts(table)
    table.at("13:05:01")
    assert table.score() == "1-0 open"  # OG-R39: the match waits for the whole of the clock
    table.at("13:10:01")
    assert table.score() == "2-0 player1"


def test_an_excuse_after_time_leaves_the_waiting_to_a_judge() -> None:
    table = playing()
    table.at("12:48:00").leaves(BOB)
    table.at("12:51:00")
    assert table.calls == []
    table.do(a.Excuse(by=HEAD_JUDGE, player=BOB))
    assert table.calls == ["time is up, and no clock runs on bob"]


def test_lateness_that_was_excused_counts_anew_as_well() -> None:
    table = begun()
    table.at("12:00:30").ready(ANN)
    table.at("12:10:01").overturns(HEAD_JUDGE, 1)
    table.at("12:30:00")
    assert table.match().away_uncounted == (BOB,)
    starts(table)
    table.at("12:40:01")
    assert table.penalties == ["12:40:00 bob tardiness.over_10_min game_loss"]
    assert "counted from 12:30:00" in table.kept(e.PenaltyIssued)[-1].evidence
    table.at("12:45:01")
    assert table.score() == "2-0 player1"


def test_who_comes_in_time_after_all_has_lost_nothing() -> None:
    table = begun()
    table.at("12:00:30").ready(ANN)
    table.at("12:10:01").overturns(HEAD_JUDGE, 1)
    table.at("12:20:00")
    starts(table)
    table.at("12:29:00").ready(BOB)
    table.at("12:31:30")
    assert table.penalties == []
    assert table.score() == "0-0 open"


def test_on_hold_it_counts_from_the_resume() -> None:
    table = excused()
    table.holds()
    starts(table)
    assert table.kept(e.ExcuseEnded)[0].game_loss_at is None
    table.at("12:20:00").resumes()
    table.at("12:25:01")
    assert table.penalties == ["12:25:00 bob disconnection.over_5_min game_loss"]


def test_a_clock_that_runs_is_not_started_again() -> None:
    table = playing()
    table.at("12:10:00").leaves(BOB)
    table.refuses(a.Excuse(by=HEAD_JUDGE, player=BOB, ends=True), r.ClockRunsAlready)
    table.refuses(a.Excuse(by=JUDGE, player=BOB, ends=True), r.NotAllowed)


def test_the_order_to_reconnect_sets_no_mark_for_who_is_excused() -> None:
    table = playing()
    table.at("12:10:00").do(a.ReportLinkLost(by=BOB))
    table.do(a.Excuse(by=HEAD_JUDGE, player=BOB, why="server down"))
    table.do(a.OrderReconnect(by=HEAD_JUDGE, table=1))
    assert table.kept(e.ReconnectOrdered)[0].due_at is None
    table.at("12:30:00")
    assert table.penalties == []
    table.ready(BOB)
    assert table.match().both_here
