"""The pregame clock (3.3, A.II.7): three minutes to load and shuffle, for each game that is played."""

from __future__ import annotations

import pytest

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from tests.playing import ANN, BOB, HEAD_JUDGE, JUDGE
from tests.refereeing import Table, begun, playing


def both_there(**kwargs: object) -> Table:
    """ann and bob have arrived at 12:01:00, and load their decks for game 1."""
    table = begun(**kwargs)
    table.at("12:01:00").ready(ANN, BOB)
    return table


def pregame(at: str, player: str, level: str = "caution") -> str:
    return f"{at} {player} exceeding_pregame_time {level}"


def test_exactly_three_minutes_is_in_time() -> None:
    table = both_there()
    table.at("12:04:00").ready(ANN, BOB)
    table.wait(10)
    assert table.penalties == []
    assert table.match().runs


def test_past_three_minutes_each_who_is_not_ready_is_penalised() -> None:
    table = both_there()
    table.at("12:04:01")
    assert table.penalties == [pregame("12:04:00", "ann"), pregame("12:04:00", "bob")]


def test_who_is_loaded_is_not_penalised() -> None:
    table = both_there()
    table.at("12:02:00").ready(ANN)
    table.at("12:04:01")
    assert table.penalties == [pregame("12:04:00", "bob")]


def test_one_penalty_for_each_player_and_game() -> None:
    table = both_there()
    table.at("12:20:00")
    assert len(table.penalties) == 2


@pytest.mark.parametrize(
    ("kind", "level"),
    [
        ("challenge", "caution"),
        ("trial", "caution"),
        ("qualifier", "warning"),
        ("grandprix", "warning"),
        ("invitational", "warning"),
    ],
)
def test_the_level_is_that_of_the_events_rel(kind: str, level: str) -> None:
    table = both_there(keys={"kind": kind}, formalities_met=True)
    table.at("12:02:00").ready(ANN)
    table.at("12:04:01")
    assert table.penalties == [pregame("12:04:00", "bob", level)]


def test_a_reminder_comes_half_a_minute_before() -> None:
    table = both_there()
    table.at("12:03:31")
    assert {f"{entry.at:%H:%M:%S}" for entry in table.kept(e.PregameReminded)} == {"12:03:30"}


def test_it_starts_when_the_second_player_arrives() -> None:
    table = begun()
    table.at("12:01:00").ready(ANN)
    table.at("12:05:00").ready(BOB)
    table.at("12:08:00")
    assert table.penalties == []
    table.at("12:08:01")
    assert len(table.penalties) == 2


def test_it_runs_for_the_first_game_played_also_after_a_game_lost_for_lateness() -> None:
    table = begun()
    table.at("12:01:00").ready(ANN)
    table.at("12:11:00").ready(BOB)
    table.at("12:14:01")
    assert pregame("12:14:00", "ann") in table.penalties


def test_it_starts_anew_with_the_final_result_of_a_game() -> None:
    """S026: the match clock does not."""
    table = playing()
    table.at("12:30:00").loses(BOB)
    table.at("12:33:01")
    assert table.penalties == [pregame("12:33:00", "ann"), pregame("12:33:00", "bob")]
    assert table.ends == "12:50:00"


def test_no_pregame_runs_while_a_claim_waits() -> None:
    table = playing()
    table.at("12:10:00").wins(ANN)
    table.at("12:20:00")
    assert table.penalties == []
    table.confirms(BOB)
    table.at("12:23:01")
    assert len(table.penalties) == 2


def test_while_the_opponent_is_away_it_stands_still_for_both() -> None:
    table = playing()
    table.at("12:10:00").loses(BOB)
    table.at("12:10:30").leaves(BOB)
    table.at("12:13:50").joins(BOB)
    table.ready(BOB)
    table.at("12:16:20")
    assert table.penalties == []
    table.at("12:16:21")
    assert table.penalties == [pregame("12:16:20", "ann"), pregame("12:16:20", "bob")]


def test_nobody_is_timed_while_the_other_waits_for_the_head_judge() -> None:
    table = playing()
    table.at("12:10:00").loses(BOB)
    table.do(a.ReportLinkLost(by=ANN, player=BOB))
    table.at("12:14:50")
    assert table.penalties == []


def test_who_leaves_before_the_first_game_sets_it_back() -> None:
    table = begun()
    table.at("12:01:00").ready(ANN, BOB)
    table.at("12:02:30").leaves(BOB)
    table.at("12:03:00").joins(BOB)
    table.ready(BOB)
    table.at("12:06:00")
    assert table.penalties == []
    table.at("12:06:01")
    assert pregame("12:06:00", "ann") in table.penalties


def test_the_relay_stops_it_for_both() -> None:
    table = both_there()
    table.at("12:02:00").do(a.SayCannotConnect(by=BOB))
    table.at("12:10:00").do(a.ReportRelay(by=ANN, works=True, dice=table.dice))
    table.at("12:12:00")
    assert table.penalties == []
    table.at("12:12:01")
    assert len(table.penalties) == 2


def test_a_deck_loaded_before_leaving_is_loaded_again_after_it() -> None:
    """The two of them are never left with both decks loaded and no game."""
    table = playing()
    table.at("12:10:00").loses(BOB)
    table.ready(BOB)
    table.leaves(BOB)
    table.at("12:11:00").ready(ANN)
    table.joins(BOB)
    table.ready(BOB)
    assert not table.match().runs
    table.ready(BOB)
    assert table.match().runs


def test_it_can_be_proposed_for_a_judge_to_look_at() -> None:
    table = both_there(automatic={"pregame": "propose"})
    table.at("12:04:01")
    assert table.statuses == ["pending", "pending"]


def test_it_can_be_switched_off() -> None:
    table = both_there(automatic={"pregame": "off"})
    table.at("12:20:00")
    assert table.kept(e.PenaltyIssued) == []


def test_a_judge_can_overturn_it() -> None:
    table = both_there()
    table.at("12:04:01").overturns(JUDGE, 1)
    assert table.statuses == ["overturned", "standing"]


def test_a_judge_upgrades_it_through_the_head_judge() -> None:
    table = both_there()
    table.at("12:04:01")
    number = table.penalises(JUDGE, BOB, "exceeding_pregame_time", "warning", "significant advantage")
    assert table.statuses[-1] == "pending"
    table.do(a.Approve(by=HEAD_JUDGE, number=number))
    assert table.levels(BOB) == ["warning"]


def test_what_the_clock_gave_is_not_given_again_by_hand() -> None:
    table = both_there()
    table.at("12:04:01")
    table.refuses(a.Penalise(by=JUDGE, player=BOB, infraction="exceeding_pregame_time"), r.AlreadyIssued)


def test_ready_says_where_we_stand_when_nothing_is_open() -> None:
    table = playing()
    assert table.refuses(a.PressReady(by=ANN, dice=table.dice), r.NothingToDo).why == "game_runs"


def test_ready_twice_loads_once() -> None:
    table = both_there()
    table.ready(ANN)
    assert table.refuses(a.PressReady(by=ANN, dice=table.dice), r.NothingToDo).why == "loaded"


def test_a_cause_is_unique_also_when_a_game_was_taken_out_of_the_score() -> None:
    """The store takes each cause once: two games whose place in the match is the same are two causes."""
    table = begun()
    table.at("12:01:00").ready(ANN)
    table.at("12:11:00").ready(BOB)
    table.at("12:14:01").overturns(JUDGE, 1)
    table.ready(ANN, BOB)
    table.loses(BOB)
    table.at("12:20:00")
    causes = [entry.cause for entry in table.kept(e.PenaltyIssued)]
    assert len(causes) == 5
    assert len(set(causes)) == 5
