"""The round's clock, the call of time and the end of the match (2.2, 2.6)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.entries import HowMatch
from tests.playing import ANN, BOB, HEAD_JUDGE, JUDGE
from tests.refereeing import Stage, Table, begun, playing, single_elimination


def ends_turn(table: Table, player: e.PersonId = ANN) -> None:
    table.do(a.EndTurn(by=player))


def life(table: Table, ann: int, bob: int) -> None:
    """ann says the life totals, bob confirms them."""
    table.do(a.ReportLife(by=ANN, mine=ann, theirs=bob))
    table.confirms(BOB)


def second_game(table: Table) -> Table:
    """ann leads 1-0, game 2 runs from 12:21:00."""
    table.at("12:20:00").loses(BOB)
    table.at("12:21:00").game_of()
    return table


def level_at_one(table: Table) -> Table:
    """1-1, and game 3 runs from 12:31:00."""
    second_game(table).at("12:30:00").loses(ANN)
    table.at("12:31:00").game_of()
    return table


# --- the clock --------------------------------------------------------------------------------------


def test_time_is_called_when_the_limit_has_passed() -> None:
    table = playing()
    table.at("12:50:00")
    assert table.kept(e.TimeCalled) == []
    table.at("12:50:01")
    assert [f"{entry.ended_at:%H:%M:%S}" for entry in table.kept(e.TimeCalled)] == ["12:50:00"]


def test_ten_five_and_one_minute_are_announced_once() -> None:
    table = playing()
    table.at("12:50:01")
    warned = [(f"{entry.at:%H:%M}", entry.left) for entry in table.kept(e.RoundWarningCalled)]
    assert warned == [
        ("12:40", timedelta(minutes=10)),
        ("12:45", timedelta(minutes=5)),
        ("12:49", timedelta(minutes=1)),
    ]


def test_the_final_has_no_clock() -> None:
    table = playing(stage=Stage.FINAL)
    table.at("18:00:00")
    assert table.ends == "never"
    assert table.kept(e.TimeCalled) == []


def test_single_elimination_may_be_announced_as_untimed() -> None:
    table = playing(stage=Stage.PLAYOFF, keys={"playoff_round": "untimed"})
    table.at("14:00:00")
    assert table.kept(e.TimeCalled) == []


def test_a_longer_limit_counts_as_announced() -> None:
    table = playing(keys={"round": "60m"})
    assert table.ends == "13:00:00"


# --- Swiss ------------------------------------------------------------------------------------------


def test_nothing_ends_before_the_last_turn_does() -> None:
    table = playing()
    table.at("12:52:00")
    assert table.score() == "0-0 open"


def test_an_unfinished_first_game_is_a_draw() -> None:
    table = playing()
    table.at("12:51:00")
    ends_turn(table)
    assert table.score() == "0-0-1 draw"
    assert table.how() is HowMatch.TIME


def test_more_games_won_takes_the_match() -> None:
    table = second_game(playing())
    table.at("12:51:00")
    ends_turn(table)
    assert table.score() == "1-0-1 player1"


def test_one_all_and_an_open_game_is_a_draw() -> None:
    table = level_at_one(playing())
    table.at("12:51:00")
    ends_turn(table)
    assert table.score() == "1-1-1 draw"


def test_the_active_player_may_win_in_the_last_turn() -> None:
    table = second_game(playing())
    table.at("12:51:00").loses(ANN)
    assert table.score() == "1-1 draw"


def test_time_between_games_begins_no_new_game() -> None:
    table = playing()
    table.at("12:49:00").loses(BOB)
    table.at("12:50:01")
    assert table.score() == "1-0 player1"


def test_time_before_any_game_is_a_draw_without_games() -> None:
    table = begun()
    table.at("12:00:30").ready(ANN)
    table.do(a.Excuse(by=HEAD_JUDGE, player=BOB))
    table.at("12:50:01")
    assert table.score() == "0-0 draw"


def test_life_totals_decide_nothing_in_swiss() -> None:
    table = playing()
    table.at("12:51:00")
    table.refuses(a.ReportLife(by=ANN, mine=20, theirs=1), r.LifeDoesNotDecide)


# --- single elimination -----------------------------------------------------------------------------


def test_the_leader_wins_whatever_the_life_totals_are() -> None:
    table = second_game(single_elimination())
    table.at("12:51:00")
    ends_turn(table)
    assert table.score() == "1-0-1 player1"


@pytest.mark.parametrize(("ann", "bob", "score"), [(12, 8, "1-0 player1"), (7, 8, "0-1 player2")])
def test_at_even_games_the_higher_life_total_wins(ann: int, bob: int, score: str) -> None:
    table = single_elimination()
    table.at("12:51:00")
    ends_turn(table)
    life(table, ann, bob)
    assert table.score() == score


def test_at_one_all_life_decides_the_third_game() -> None:
    table = level_at_one(single_elimination())
    table.at("12:51:00")
    ends_turn(table)
    life(table, 30, 5)
    assert table.score() == "2-1 player1"


def test_in_a_best_of_five_two_games_can_be_enough() -> None:
    table = level_at_one(single_elimination(best_of=5))
    table.at("12:51:00")
    ends_turn(table)
    life(table, 11, 9)
    assert table.score() == "2-1 player1"


def test_equal_life_plays_on_until_it_differs() -> None:
    table = single_elimination()
    table.at("12:51:00")
    ends_turn(table)
    life(table, 9, 9)
    assert table.score() == "0-0 open"
    life(table, 9, 9)
    assert table.score() == "0-0 open"
    life(table, 12, 10)
    assert table.score() == "1-0 player1"


def test_even_between_games_one_more_game_is_played_for_the_first_difference() -> None:
    table = single_elimination()
    table.at("12:48:00").loses(BOB)
    table.at("12:48:30").game_of()
    table.at("12:49:30").loses(ANN)
    table.at("12:50:10")
    assert table.match().sudden_death
    table.game_of()
    life(table, 19, 20)
    assert table.score() == "1-2 player2"


def test_between_games_the_leader_wins_at_time() -> None:
    table = single_elimination()
    table.at("12:49:00").loses(BOB)
    table.at("12:50:01")
    assert table.score() == "1-0 player1"


def test_life_comes_after_time_and_after_the_last_turn() -> None:
    table = single_elimination()
    table.refuses(a.ReportLife(by=ANN, mine=9, theirs=8), r.TimeNotCalled)
    table.at("12:51:00").refuses(a.ReportLife(by=ANN, mine=9, theirs=8), r.TurnNotOver)


def test_life_totals_are_plain_numbers_and_the_other_side_confirms_them() -> None:
    table = single_elimination()
    table.at("12:51:00")
    ends_turn(table)
    table.do(a.ReportLife(by=ANN, mine=-3, theirs=0))
    assert table.score() == "0-0 open"
    table.confirms(BOB)
    assert table.score() == "0-1 player2"


def test_two_different_life_totals_are_a_dispute() -> None:
    table = single_elimination()
    table.at("12:51:00")
    ends_turn(table)
    table.do(a.ReportLife(by=ANN, mine=9, theirs=8))
    table.do(a.ReportLife(by=BOB, mine=9, theirs=8))
    assert table.match().disputed
    assert table.score() == "0-0 open"


def test_a_claim_of_the_game_does_not_wipe_out_a_claim_about_life() -> None:
    table = single_elimination()
    table.at("12:51:00")
    ends_turn(table)
    table.do(a.ReportLife(by=ANN, mine=9, theirs=8))
    table.wins(BOB)
    assert table.match().disputed


# --- the last turn ----------------------------------------------------------------------------------


def test_either_player_may_say_that_the_turn_is_over() -> None:
    table = playing()
    table.at("12:51:00")
    ends_turn(table, BOB)
    assert table.score() == "0-0-1 draw"


def test_the_turn_cannot_end_before_time() -> None:
    table = playing()
    table.refuses(a.EndTurn(by=ANN), r.TimeNotCalled)


def test_the_other_can_dispute_the_end_of_the_turn_until_the_round_closes() -> None:
    table = second_game(playing())
    table.at("12:51:00")
    ends_turn(table)
    table.disputes(BOB)
    assert table.score() == "1-0 open"
    assert table.match().disputed
    assert table.match().runs


def test_who_ended_the_turn_cannot_dispute_it() -> None:
    table = playing()
    table.at("12:51:00")
    ends_turn(table)
    table.refuses(a.Dispute(by=ANN), r.AlreadyOver)


def test_after_the_round_has_closed_nothing_is_disputed() -> None:
    table = playing()
    table.at("12:51:00")
    ends_turn(table)
    table.closes_round()
    table.refuses(a.Dispute(by=BOB), r.NoMatch)


def test_after_a_ruling_the_disputed_last_turn_is_played_and_ended() -> None:
    table = second_game(playing())
    table.at("12:51:00")
    ends_turn(table)
    table.disputes(BOB)
    call = table.state.open_calls[0].number
    table.do(a.GiveRuling(by=JUDGE, number=call, text="the turn goes on"))
    table.at("12:53:00").loses(ANN)
    assert table.score() == "1-1 draw"


def test_in_single_elimination_the_end_of_the_turn_can_be_disputed_before_life_is_said() -> None:
    table = single_elimination()
    table.at("12:51:00")
    ends_turn(table)
    table.disputes(BOB)
    assert table.match().disputed
    assert table.match().turn_ended_by is None


def test_after_five_minutes_without_end_or_result_a_judge_is_called_once() -> None:
    table = playing()
    table.at("12:55:00")
    assert table.calls == []
    table.at("12:55:01")
    assert len(table.calls) == 1
    table.at("13:20:00")
    assert len(table.calls) == 1


def test_the_call_closes_by_itself_with_the_result() -> None:
    table = playing()
    table.at("12:56:00")
    ends_turn(table)
    assert table.calls == []


def test_a_hold_after_time_gives_the_last_turn_its_minutes_back() -> None:
    table = playing()
    table.at("12:52:00").holds()
    table.at("13:02:00").resumes()
    table.at("13:05:00")
    assert table.calls == []
    table.at("13:05:01")
    assert len(table.calls) == 1


# --- claims and time --------------------------------------------------------------------------------


def test_a_claim_made_before_time_is_answered_after_it() -> None:
    table = playing()
    table.at("12:49:00").wins(ANN)
    table.at("12:51:00").confirms(BOB)
    assert table.score() == "1-0 player1"


def test_with_the_claim_taken_back_the_last_turn_is_still_to_be_played() -> None:
    table = playing()
    table.at("12:49:00").wins(ANN)
    table.at("12:51:00").do(a.TakeBack(by=ANN))
    assert table.score() == "0-0 open"
    ends_turn(table, BOB)
    assert table.score() == "0-0-1 draw"


def test_the_end_of_the_turn_waits_for_the_claim() -> None:
    table = playing()
    table.at("12:49:00").wins(ANN)
    table.at("12:51:00")
    ends_turn(table, BOB)
    assert table.score() == "0-0 open"
    table.do(a.TakeBack(by=ANN))
    assert table.score() == "0-0-1 draw"


def test_a_score_reported_after_time_need_not_be_complete() -> None:
    table = second_game(playing())
    table.at("12:51:00").reports(BOB, 0, 1, 1)
    assert table.score() == "1-0-1 player1"


# --- absence and time (OG-R39) ----------------------------------------------------------------------


def test_a_disconnect_does_not_turn_a_loss_into_a_draw() -> None:
    table = playing()
    table.at("12:48:00").leaves(BOB)
    table.at("12:53:01")
    assert table.score() == "1-0 open"
    table.at("12:58:01")
    assert table.score() == "2-0 player1"


def test_back_in_time_the_last_turn_is_played() -> None:
    table = playing()
    table.at("12:48:00").leaves(BOB)
    table.at("12:52:00").joins(BOB)
    table.ready(BOB)
    ends_turn(table)
    assert table.score() == "0-0-1 draw"


def test_between_games_the_result_waits_for_who_is_away() -> None:
    table = playing()
    table.at("12:47:00").loses(ANN)
    table.at("12:48:00").leaves(BOB)
    table.at("12:51:00")
    assert table.score() == "0-1 open"
    table.joins(BOB)
    table.ready(BOB)
    assert table.score() == "0-1 player2"


def test_after_the_loss_the_result_comes_with_the_return() -> None:
    table = playing()
    table.at("12:48:00").leaves(BOB)
    table.at("12:54:00").joins(BOB)
    table.ready(BOB)
    assert table.score() == "1-0 player1"


def test_a_relay_that_is_being_tried_at_time_is_not_cut_off() -> None:
    """2.3 says how a match without a link ends, and a game given for lateness does not."""
    table = begun()
    table.at("12:00:30").ready(ANN)
    table.at("12:11:00").ready(BOB)
    table.at("12:48:00").do(a.SayCannotConnect(by=ANN))
    table.at("12:51:00")
    assert table.score() == "1-0 open"
    table.do(a.ReportRelay(by=ANN, works=True, dice=table.dice))
    assert table.score() == "1-0 player1"
