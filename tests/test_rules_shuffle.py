"""The stopwatch on a shuffle or search in a game (3.4, A.II.6): one minute, and who may start and stop it."""

from __future__ import annotations

import pytest

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.entries import PersonId
from tests.playing import ANN, BOB, HEAD_JUDGE, JUDGE
from tests.refereeing import Table, begun, playing

SLOW = "12:11:00 bob mid_game_shuffle_over_1_min caution"


def shuffling(by: PersonId = BOB) -> Table:
    """In game 1 the stopwatch on bob runs from 12:10:00."""
    table = playing()
    table.at("12:10:00").do(a.StartShuffle(by=by, player=BOB))
    return table


def again(table: Table, by: PersonId) -> None:
    """A second stopwatch on bob runs out."""
    table.do(a.StartShuffle(by=by, player=BOB))
    table.wait(70)


def test_done_after_one_minute_exactly_is_in_time() -> None:
    table = shuffling()
    table.at("12:11:00").do(a.StopShuffle(by=BOB))
    table.wait(10)
    assert table.penalties == []


def test_past_one_minute_is_slow_play() -> None:
    table = shuffling()
    table.at("12:11:01")
    assert table.penalties == [SLOW]
    assert table.kept(e.PenaltyIssued)[0].clause == "3.4; A.II.6"


def test_a_reminder_comes_after_three_quarters() -> None:
    table = shuffling()
    table.at("12:10:46")
    assert [f"{entry.at:%H:%M:%S}" for entry in table.kept(e.ShuffleReminded)] == ["12:10:45"]


@pytest.mark.parametrize("starter", [BOB, ANN, JUDGE])
def test_player_opponent_and_judge_may_start_it(starter: PersonId) -> None:
    table = shuffling(by=starter)
    table.at("12:11:01")
    assert table.penalties == [SLOW]


def test_running_out_stops_it() -> None:
    table = shuffling()
    table.at("12:15:00")
    assert len(table.penalties) == 1
    table.refuses(a.StopShuffle(by=BOB), r.NoStopwatch)


def test_each_run_of_ones_own_is_a_penalty_of_its_own() -> None:
    table = shuffling()
    table.at("12:12:00")
    again(table, BOB)
    assert len(table.penalties) == 2


def test_a_second_stopwatch_by_the_opponent_calls_a_judge_instead() -> None:
    table = shuffling(by=ANN)
    table.at("12:12:00")
    again(table, ANN)
    assert len(table.penalties) == 1
    assert len(table.calls) == 1


def test_a_new_game_counts_stopwatches_anew() -> None:
    table = shuffling(by=ANN)
    table.at("12:12:00").loses(BOB)
    table.game_of()
    again(table, ANN)
    assert len(table.penalties) == 2
    assert table.calls == []


def test_it_needs_a_game_that_runs() -> None:
    table = begun()
    table.ready(ANN, BOB)
    table.refuses(a.StartShuffle(by=BOB), r.NoGameRuns)


def test_one_stopwatch_at_a_time() -> None:
    table = shuffling()
    table.refuses(a.StartShuffle(by=ANN, player=BOB), r.StopwatchRuns)


def test_the_opponent_cannot_stop_what_the_player_started() -> None:
    table = shuffling()
    table.refuses(a.StopShuffle(by=ANN, player=BOB), r.NotAllowed)


def test_the_opponent_and_a_judge_can_stop_their_own() -> None:
    table = shuffling(by=ANN)
    table.do(a.StopShuffle(by=ANN, player=BOB))
    table.do(a.StartShuffle(by=BOB))
    table.do(a.StopShuffle(by=JUDGE, player=BOB))
    table.wait(90)
    assert table.penalties == []


def test_the_end_of_the_game_ends_it() -> None:
    table = shuffling()
    table.at("12:10:30").loses(ANN)
    table.at("12:12:00")
    assert table.penalties == []


def test_it_stands_still_while_the_player_is_away() -> None:
    table = shuffling()
    table.at("12:10:30").leaves(BOB)
    table.at("12:12:30").joins(BOB)
    table.ready(BOB)
    table.at("12:13:00")
    assert table.penalties == []
    table.at("12:13:01")
    assert table.penalties == ["12:13:00 bob mid_game_shuffle_over_1_min caution"]


def test_it_stands_still_in_a_hold() -> None:
    table = shuffling()
    table.at("12:10:30").holds()
    table.at("12:20:00").resumes()
    table.at("12:20:31")
    assert table.penalties == ["12:20:30 bob mid_game_shuffle_over_1_min caution"]


def test_without_a_stopwatch_only_a_judge_can_tell() -> None:
    table = playing()
    table.at("12:10:00").penalises(JUDGE, BOB, "mid_game_shuffle_over_1_min")
    assert table.penalties == ["12:10:00 bob mid_game_shuffle_over_1_min caution"]


def test_a_judge_can_overturn_it() -> None:
    table = shuffling()
    table.at("12:11:01").overturns(HEAD_JUDGE, 1)
    assert table.penalties == []


def test_it_can_be_proposed_or_switched_off() -> None:
    proposed, off = playing(automatic={"shuffle": "propose"}), playing(automatic={"shuffle": "off"})
    for table in (proposed, off):
        table.at("12:10:00").do(a.StartShuffle(by=BOB))
        table.at("12:12:00")
    assert proposed.statuses == ["pending"]
    assert off.statuses == []
