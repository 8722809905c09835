"""When the bot cannot see (DESIGN 5): nobody is blamed for what was not seen, and the round goes on."""

from __future__ import annotations

from datetime import timedelta

from rules import acts as a
from rules import entries as e
from tests.playing import ANN, BOB, COORDINATOR, JUDGE
from tests.refereeing import Table, begun, playing


def test_who_came_back_unseen_has_no_clock() -> None:
    """S040."""
    table = playing()
    table.at("12:10:00").leaves(BOB)
    table.at("12:14:40").goes_blind()
    table.at("12:15:40").sees(ANN, BOB)
    table.at("12:30:00")
    assert table.penalties == []
    assert [entry.measured for entry in table.kept(e.PlayerBack)] == [False]


def test_who_is_still_away_has_the_clock_go_on_from_where_it_stood() -> None:
    table = playing()
    table.at("12:10:00").leaves(BOB)
    table.at("12:12:00").goes_blind()
    table.at("12:20:00").sees(ANN)
    table.at("12:23:00")
    assert table.penalties == []
    table.at("12:23:01")
    assert table.penalties == ["12:23:00 bob disconnection.over_5_min game_loss"]


def test_who_left_unseen_is_absent_from_the_moment_it_is_seen() -> None:
    table = playing()
    table.at("12:10:00").goes_blind()
    table.at("12:20:00").sees(ANN)
    table.at("12:25:01")
    assert table.penalties == ["12:25:00 bob disconnection.over_5_min game_loss"]


def test_nothing_falls_due_in_the_dark() -> None:
    table = begun()
    table.at("12:09:00").goes_blind()
    table.at("12:40:00")
    assert table.penalties == []


def test_lateness_goes_on_after_it() -> None:
    table = begun()
    table.at("12:00:30").ready(ANN)
    table.at("12:08:00").goes_blind()
    table.at("12:18:00").sees(ANN)
    table.at("12:20:00")
    assert table.penalties == []
    table.at("12:20:01")
    assert table.penalties == ["12:20:00 bob tardiness.over_10_min game_loss"]


def test_a_mark_passed_while_there_is_not_judged_after_a_blind_spell() -> None:
    """bob was late for the first mark and there at the second; in the dark he left."""
    table = begun()
    table.at("12:00:30").ready(ANN)
    table.at("12:12:00").ready(BOB)
    table.at("12:15:30").goes_blind()
    table.at("12:20:00").sees(ANN)
    table.at("12:20:10")
    assert [penalty for penalty in table.penalties if "match_loss" in penalty] == []


def test_the_pregame_clock_is_credited() -> None:
    """S032."""
    table = playing()
    table.at("12:20:00").loses(BOB)
    table.ready(ANN)
    table.at("12:21:00").goes_blind()
    table.at("12:21:20").sees(ANN, BOB)
    table.at("12:23:20")
    assert table.penalties == []
    table.at("12:23:21")
    assert table.penalties == ["12:23:20 bob exceeding_pregame_time caution"]


def test_the_round_clock_runs_on_and_time_is_called_as_due() -> None:
    """S028."""
    table = playing()
    table.at("12:49:30").goes_blind()
    table.at("12:52:10").sees(ANN, BOB)
    called = table.kept(e.TimeCalled)[0]
    assert f"{called.ended_at:%H:%M:%S}" == "12:50:00"
    assert table.ends == "12:50:00"


def test_sight_is_lost_from_when_the_bot_last_could_see() -> None:
    table = playing()
    table.at("12:10:00").leaves(BOB)
    table.now += timedelta(minutes=8)
    table.do(a.LoseSight(by=JUDGE, since=table.now - timedelta(minutes=6), why="no pong"))
    table.at("12:30:00").sees(ANN)
    table.at("12:33:00")
    assert table.penalties == []
    table.at("12:33:01")
    assert table.penalties == ["12:33:00 bob disconnection.over_5_min game_loss"]


def test_a_blind_spell_inside_another_is_one() -> None:
    table = playing()
    table.at("12:10:00").goes_blind()
    table.at("12:11:00").goes_blind()
    assert len(table.kept(e.SightLost)) == 1


def test_a_round_that_begins_in_the_dark_times_nobody() -> None:
    table = Table()
    table.pair()
    table.goes_blind()
    table.do(a.BeginRound(by=COORDINATOR, dice=table.dice))
    table.at("12:30:00")
    assert table.penalties == []
    table.sees(ANN, BOB)
    table.at("12:40:01")
    assert len(table.penalties) == 2


def test_a_hold_and_a_blind_spell_across_each_other_stop_the_clock_for_both() -> None:
    table = playing()
    table.at("12:10:00").leaves(BOB)
    table.at("12:12:00").goes_blind()
    table.at("12:14:00").holds()
    table.at("12:16:00").sees(ANN)
    table.at("12:20:00").resumes()
    table.at("12:23:00")
    assert table.penalties == []
    table.at("12:23:01")
    assert table.penalties == ["12:23:00 bob disconnection.over_5_min game_loss"]


def test_the_others_of_a_split_who_came_back_in_the_dark_start_the_clock_of_who_did_not() -> None:
    table = playing()
    table.at("12:10:00").leaves(ANN, BOB, how=e.Leaving.SPLIT, split="hub leaf")
    table.at("12:11:00").goes_blind()
    table.at("12:12:00").sees(ANN)
    table.at("12:17:01")
    assert table.penalties == ["12:17:00 bob disconnection.over_5_min game_loss"]


def test_a_look_around_without_a_blind_spell_sees_who_came_and_went() -> None:
    table = playing()
    table.at("12:10:00").sees(ANN)
    table.at("12:12:00").sees(ANN, BOB)
    assert [entry.person for entry in table.kept(e.PersonLeft)] == [BOB]
    assert [entry.person for entry in table.kept(e.PersonSeen)] == [BOB]


def test_a_stranger_is_nobody_to_keep_track_of() -> None:
    table = playing()
    assert table.do(a.SeePerson(by=e.PersonId("nick:zed"))) == ()
