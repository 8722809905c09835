"""Overturning a penalty: the score, the clocks, the next game and its chooser are right again; nothing is deleted."""

from __future__ import annotations

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.entries import HowMatch
from tests.playing import ANN, BOB, COORDINATOR, CYD, DAN, HEAD_JUDGE, JUDGE
from tests.refereeing import Table, begun, playing, single_elimination


def late_bob() -> Table:
    """bob has lost game 1 for lateness (penalty 1) and arrives at 12:11:00; ann has been there."""
    table = begun()
    table.at("12:00:30").ready(ANN)
    table.at("12:11:00").ready(BOB)
    return table


def ml_for_lateness() -> Table:
    """bob has lost the match for lateness: penalty 1 has risen to penalty 2."""
    table = begun()
    table.at("12:00:30").ready(ANN)
    table.at("12:15:01")
    return table


def gone_bob() -> Table:
    """bob left game 1 at 12:10:00 and has lost it at 12:15:00 (penalty 1); he is still away."""
    table = playing()
    table.at("12:10:00").leaves(BOB)
    table.at("12:15:01")
    return table


# --- a game loss in an open match -------------------------------------------------------------------


def test_the_game_is_taken_out_of_the_score() -> None:
    table = late_bob()
    table.overturns(JUDGE, 1)
    assert table.score() == "0-0 open"
    assert table.match().game == 1
    assert table.statuses == ["overturned"]


def test_what_is_undone_is_said() -> None:
    table = late_bob()
    table.overturns(JUDGE, 1)
    entry = table.kept(e.PenaltyOverturned)[0]
    assert (entry.undone, entry.stays) == ("the lost game", "")


def test_the_roll_that_lateness_had_spared_comes_with_the_next_ready() -> None:
    table = late_bob()
    assert table.match().chooser == BOB
    table.overturns(JUDGE, 1)
    assert table.match().chooser is None
    table.ready(ANN)
    assert [entry.chooser for entry in table.kept(e.FirstPlayerRolled)] == [ANN]


def test_no_further_step_follows_for_the_same_lateness() -> None:
    table = begun()
    table.at("12:00:30").ready(ANN)
    table.at("12:10:01").overturns(HEAD_JUDGE, 1)
    table.at("12:30:00")
    assert table.penalties == []
    assert table.score() == "0-0 open"


def test_no_further_step_follows_for_the_same_absence() -> None:
    table = gone_bob()
    table.overturns(HEAD_JUDGE, 1)
    table.at("12:40:00")
    assert table.penalties == []


def test_the_game_that_was_cut_short_goes_on_if_nothing_has_begun_since() -> None:
    table = gone_bob()
    table.overturns(HEAD_JUDGE, 1)
    assert table.match().runs
    assert table.match().game == 1
    assert table.match().chooser == ANN


def test_a_game_that_has_begun_since_goes_on_under_its_new_number() -> None:
    table = late_bob()
    table.game_of()
    table.overturns(JUDGE, 1)
    assert table.match().runs
    assert table.match().game == 1
    table.loses(ANN)
    assert table.score() == "0-1 open"


def test_the_loser_of_the_last_game_left_chooses() -> None:
    table = playing()
    table.loses(ANN)
    number = table.penalises(JUDGE, BOB, "deck_error.incorrect_played")
    assert table.match().chooser == BOB
    table.overturns(JUDGE, number)
    assert table.score() == "0-1 open"
    assert table.match().chooser == ANN


def test_games_played_since_are_counted_anew() -> None:
    table = late_bob()
    table.game_of()
    table.loses(ANN)
    table.overturns(JUDGE, 1)
    assert table.score() == "0-1 open"
    assert [game.number for game in table.match().games] == [1]
    assert table.match().game == 2


def test_a_warning_overturned_changes_no_score() -> None:
    table = playing()
    number = table.penalises(JUDGE, BOB, "misrepresentation")
    table.overturns(JUDGE, number)
    entry = table.kept(e.PenaltyOverturned)[0]
    assert (entry.undone, entry.stays) == ("", "")
    assert table.match().runs


# --- a loss that had ended the match ----------------------------------------------------------------


def test_the_match_is_opened_again() -> None:
    table = ml_for_lateness()
    table.at("12:18:00").overturns(HEAD_JUDGE, 2)
    assert table.score() == "0-0 open"
    assert table.statuses == ["overturned", "overturned"]


def test_the_time_since_its_end_is_given_back() -> None:
    table = ml_for_lateness()
    table.at("12:25:00").overturns(HEAD_JUDGE, 2)
    assert table.ends == "13:00:00"


def test_a_hold_across_the_end_of_the_match_gives_no_minute_twice() -> None:
    table = playing()
    table.at("12:10:00").holds()
    table.at("12:12:00").penalises(HEAD_JUDGE, BOB, "unsporting_conduct", "match_loss", "threats")
    table.at("12:15:00").resumes()
    table.at("12:20:00").overturns(HEAD_JUDGE, 1)
    assert table.ends == "13:00:00"


def test_nor_does_a_hold_that_lasts_when_it_is_opened_again() -> None:
    table = playing()
    table.at("12:10:00").penalises(HEAD_JUDGE, BOB, "unsporting_conduct", "match_loss", "threats")
    table.at("12:12:00").holds(0)
    table.at("12:15:00").overturns(HEAD_JUDGE, 1)
    table.at("12:20:00").resumes(0)
    assert table.ends == "13:00:00"


def test_who_was_late_may_still_come_and_play() -> None:
    table = ml_for_lateness()
    table.at("12:25:00").overturns(HEAD_JUDGE, 2)
    table.at("12:26:00").ready(BOB)
    table.game_of()
    table.at("12:40:00")
    assert table.match().runs
    assert table.penalties == []


def test_a_game_loss_that_ended_the_match_opens_it_at_the_score_without_it() -> None:
    table = playing()
    table.loses(BOB)
    table.game_of()
    table.at("12:10:00").leaves(BOB)
    table.at("12:15:01")
    assert table.score() == "2-0 player1"
    table.at("12:16:00").joins(BOB)
    table.overturns(HEAD_JUDGE, 1)
    assert table.score() == "1-0 open"
    assert table.match().game == 2
    assert table.match().runs


def test_a_match_won_with_the_lost_game_is_opened_again() -> None:
    """ann won 2-0: one game for bob's lateness, one by play. Without the first it is 1-0."""
    table = late_bob()
    table.game_of()
    table.loses(BOB)
    assert table.score() == "2-0 player1"
    table.overturns(HEAD_JUDGE, 1)
    assert table.score() == "1-0 open"
    assert table.match().chooser == BOB
    assert table.match().game == 2


def test_a_decider_is_played_when_the_rest_is_even() -> None:
    table = late_bob()
    table.game_of()
    table.loses(ANN)
    table.game_of()
    table.loses(BOB)
    assert table.score() == "2-1 player1"
    table.overturns(HEAD_JUDGE, 1)
    assert table.score() == "1-1 open"
    assert table.match().game == 3
    assert table.match().chooser == BOB


def test_the_same_holds_when_the_whole_match_was_reported_at_once() -> None:
    table = late_bob()
    table.game_of()
    table.reports(BOB, 1, 2)
    table.overturns(HEAD_JUDGE, 1)
    assert table.score() == "1-1 open"


def test_who_won_in_spite_of_the_penalty_has_won_without_it() -> None:
    table = late_bob()
    table.game_of()
    table.loses(ANN)
    table.game_of()
    table.loses(ANN)
    table.overturns(HEAD_JUDGE, 1)
    assert table.score() == "0-2 player2"


def test_a_match_conceded_stays_conceded() -> None:
    table = late_bob()
    table.concedes_match(BOB)
    table.overturns(HEAD_JUDGE, 1)
    assert table.how() is HowMatch.CONCESSION
    assert table.kept(e.PenaltyOverturned)[0].stays == "the lost game stays in the result"


def test_a_match_decided_at_time_is_decided_by_the_games_that_are_left() -> None:
    table = late_bob()
    table.game_of()
    table.at("12:51:00").do(a.EndTurn(by=ANN))
    assert table.score() == "1-0-1 player1"
    table.overturns(HEAD_JUDGE, 1)
    assert table.score() == "0-0-1 draw"


def test_in_single_elimination_the_open_game_is_played_to_its_end_by_life() -> None:
    table = single_elimination()
    number = table.penalises(JUDGE, BOB, "deck_error.incorrect_played")
    table.game_of()
    table.at("12:51:00").do(a.EndTurn(by=ANN))
    assert table.score() == "1-0-1 player1"
    table.overturns(HEAD_JUDGE, number)
    assert table.score() == "0-0 open"
    assert table.match().runs
    table.do(a.EndTurn(by=ANN))
    table.do(a.ReportLife(by=ANN, mine=3, theirs=5))
    table.confirms(BOB)
    assert table.score() == "0-1 player2"


def test_an_absent_player_who_has_the_match_back_is_on_no_clock() -> None:
    table = playing()
    table.at("12:10:00").leaves(BOB)
    table.at("12:20:01")
    table.at("12:25:00").overturns(HEAD_JUDGE, 2)
    absence = table.match().side_of(BOB).absence
    assert absence is not None
    assert not absence.timed
    table.at("12:50:00")
    assert table.penalties == []


def test_the_other_who_has_left_since_has_a_clock_from_then_on() -> None:
    table = playing()
    table.at("12:10:00").leaves(BOB)
    table.at("12:21:00").leaves(ANN)
    table.at("12:25:00").overturns(HEAD_JUDGE, 2)
    table.at("12:30:01")
    assert table.penalties == ["12:30:00 ann disconnection.over_5_min game_loss"]


def test_a_disqualification_overturned_lets_the_player_in_again() -> None:
    table = playing()
    table.do(a.Disqualify(by=HEAD_JUDGE, player=BOB, infraction="cheating", why="looked so"))
    table.overturns(HEAD_JUDGE, 1)
    assert not table.is_out(BOB)
    assert table.score() == "0-0 open"
    assert table.match().runs


def test_a_match_is_not_given_back_to_who_has_been_dropped_since() -> None:
    table = ml_for_lateness()
    table.do(a.DropPlayer(by=COORDINATOR, player=BOB))
    table.overturns(HEAD_JUDGE, 2)
    assert table.score() == "2-0 player1"
    assert table.how() is HowMatch.DROP


# --- one of two -------------------------------------------------------------------------------------


def test_of_two_late_players_the_other_loses_game_1_after_all() -> None:
    table = begun()
    table.at("12:11:00").ready(ANN, BOB)
    assert table.score() == "0-0 open"
    table.overturns(HEAD_JUDGE, 1)
    assert table.score() == "1-0 open"
    assert table.match().chooser == BOB


def test_unless_that_game_has_been_played_again() -> None:
    table = begun()
    table.at("12:11:00").ready(ANN, BOB)
    table.game_of()
    table.loses(ANN)
    table.overturns(HEAD_JUDGE, 1)
    assert table.score() == "0-1 open"


def test_of_two_match_losses_the_other_loses_alone() -> None:
    table = begun()
    table.at("12:15:01")
    assert table.score() == "0-0 double_loss"
    numbers = [p.number for p in table.state.penalties_of(ANN)]
    table.overturns(HEAD_JUDGE, numbers[-1])
    assert table.score() == "2-0 player1"
    assert table.levels(BOB) == ["match_loss"]


# --- other rounds -----------------------------------------------------------------------------------


def test_in_a_closed_round_the_result_stays() -> None:
    table = ml_for_lateness()
    table.ready(BOB)
    table.at("12:50:00").closes_round()
    table.overturns(HEAD_JUDGE, 2)
    assert table.score() == "2-0 player1"
    assert table.kept(e.PenaltyOverturned)[0].stays == "the lost match stays in the result"


def test_a_penalty_of_an_earlier_round_leaves_the_present_match_alone() -> None:
    table = late_bob()
    table.concedes_match(BOB)
    table.closes_round()
    table.at("12:50:00").begins()
    table.overturns(HEAD_JUDGE, 1)
    assert table.score() == "0-0 open"
    assert table.statuses == ["overturned"]


def test_a_loss_given_between_rounds_is_taken_back_from_the_match_it_hit() -> None:
    table = playing()
    table.concedes_match(BOB)
    table.closes_round()
    number = table.penalises(JUDGE, BOB, "deck_error.incorrect_played")
    table.at("12:50:00").begins()
    assert table.score() == "1-0 open"
    table.overturns(JUDGE, number)
    assert table.score() == "0-0 open"


def test_a_penalty_given_at_a_table_that_was_paired_anew_follows_the_player() -> None:
    table = Table(players=(ANN, BOB, CYD, DAN))
    table.pair((CYD, DAN), (ANN, BOB))
    number = table.penalises(JUDGE, BOB, "deck_error.incorrect_played")
    table.pair((ANN, BOB))
    table.do(a.BeginRound(by=COORDINATOR, dice=table.dice))
    assert table.score() == "1-0 open"
    table.overturns(JUDGE, number)
    assert table.score() == "0-0 open"


# --- who, and how often -----------------------------------------------------------------------------


def test_a_judge_overturns_what_a_clock_gave() -> None:
    table = late_bob()
    table.overturns(JUDGE, 1)
    assert table.statuses == ["overturned"]


def test_what_the_head_judge_gave_only_the_head_judge_takes_back() -> None:
    table = playing()
    number = table.penalises(HEAD_JUDGE, BOB, "misrepresentation")
    table.refuses(a.Overturn(by=JUDGE, number=number, why="no"), r.NotAllowed)
    table.overturns(HEAD_JUDGE, number)
    assert table.statuses == ["overturned"]


def test_so_it_is_with_what_the_head_judge_has_approved_or_upheld() -> None:
    table = playing()
    first = table.penalises(JUDGE, BOB, "procedural_error", "warning", "advantage")
    table.do(a.Approve(by=HEAD_JUDGE, number=first))
    second = table.penalises(JUDGE, BOB, "misrepresentation")
    table.do(a.Uphold(by=HEAD_JUDGE, number=second))
    for number in (first, second):
        table.refuses(a.Overturn(by=JUDGE, number=number, why="no"), r.NotAllowed)


def test_a_penalty_is_overturned_once() -> None:
    table = late_bob()
    table.overturns(JUDGE, 1)
    table.refuses(a.Overturn(by=JUDGE, number=1, why="again"), r.AlreadySettled)


def test_the_entry_of_the_penalty_is_still_there() -> None:
    table = late_bob()
    table.overturns(JUDGE, 1)
    assert len(table.kept(e.PenaltyIssued)) == 1


def test_a_number_that_nobody_gave_is_refused() -> None:
    table = playing()
    table.refuses(a.Overturn(by=HEAD_JUDGE, number=7, why="x"), r.NoSuchNumber)


def test_the_call_of_time_comes_at_the_new_end() -> None:
    table = ml_for_lateness()
    table.at("12:55:00").overturns(HEAD_JUDGE, 2)
    table.ready(BOB)
    table.game_of()
    assert table.score() == "0-0 open"
    table.at("13:30:01")
    assert [f"{entry.at:%H:%M}" for entry in table.kept(e.TimeCalled)] == ["13:30"]


def test_a_ruling_that_the_head_judge_has_overruled_is_final() -> None:
    table = playing()
    table.do(a.CallJudge(by=ANN))
    table.do(a.GiveRuling(by=JUDGE, number=1, text="a game loss is too much"))
    table.overturns(HEAD_JUDGE, 1)
    table.refuses(a.Uphold(by=HEAD_JUDGE, number=1), r.HeadJudgeHasRuled)
