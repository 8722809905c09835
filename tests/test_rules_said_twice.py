"""What is said twice counts once; what the head judge has decided stands."""

from __future__ import annotations

import pytest

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from tests.playing import ANN, BOB, CYD, HEAD_JUDGE, JUDGE, Event


@pytest.fixture
def event() -> Event:
    event = Event((ANN, BOB, CYD))
    event.begin((ANN, BOB))
    event.game_runs()
    event.at("12:10:00")
    return event


@pytest.mark.parametrize("by", [ANN, BOB])
@pytest.mark.parametrize("won", [True, False, None])
def test_a_game_reported_again_does_not_cost_the_next(event: Event, by: e.PersonId, won: bool | None) -> None:
    event.do(a.ReportGame(by=ANN, won=False))
    event.wait(5)
    with pytest.raises(r.GameRecorded):
        event.do(a.ReportGame(by=by, won=won))
    assert event.match().wins == (0, 1)
    assert event.match().claim is None


def test_a_second_game_can_be_lost_as_soon_as_it_is_loaded(event: Event) -> None:
    event.do(a.ReportGame(by=ANN, won=False))
    event.wait(5)
    event.ready(ANN, BOB)
    event.do(a.ReportGame(by=ANN, won=False))
    assert event.match().is_over


def test_who_plays_without_saying_ready_may_report_after_a_minute(event: Event) -> None:
    event.do(a.ReportGame(by=ANN, won=False))
    event.wait(60)
    event.do(a.ReportGame(by=BOB, won=False))
    assert event.match().wins == (1, 1)


def test_the_loser_confirms_what_the_winner_has_claimed(event: Event) -> None:
    event.do(a.ReportGame(by=ANN, won=True))
    entries = event.do(a.ReportGame(by=BOB, won=False))
    assert [type(entry) for entry in entries[:2]] == [e.ClaimConfirmed, e.GameFinished]
    assert event.match().wins == (1, 0)


def test_conceding_twice_in_a_moment_gives_up_one_game(event: Event) -> None:
    event.do(a.Concede(by=ANN))
    event.wait(2)
    with pytest.raises(r.GameRecorded):
        event.do(a.Concede(by=ANN))
    assert event.match().wins == (0, 1)
    event.do(a.Concede(by=ANN, game=True))
    assert event.match().is_over


def test_a_judge_does_not_overrule_a_result_of_the_head_judge(event: Event) -> None:
    event.do(a.SetResult(by=HEAD_JUDGE, table=1, first=2, second=1, draws=0, why="seen"))
    with pytest.raises(r.NotAllowed):
        event.do(a.SetResult(by=JUDGE, table=1, first=1, second=2, draws=0, why="seen otherwise"))
    event.do(a.SetResult(by=HEAD_JUDGE, table=1, first=1, second=2, draws=0, why="looked again"))
    assert event.match().result is not None
    assert event.match().wins == (1, 2)


def test_a_panic_after_the_result_says_that_it_is_over(event: Event) -> None:
    event.do(a.ReportMatch(by=ANN, mine=0, theirs=2))
    with pytest.raises(r.AlreadyOver):
        event.do(a.CallJudge(by=ANN, panic=True))
    assert event.state.open_calls == ()
