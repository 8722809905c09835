"""Reports of games and matches: confirmed, disputed, taken back, and never made twice."""

from __future__ import annotations

import pytest

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.entries import HowGame
from tests.playing import ANN, BOB, CYD, DAN, HEAD_JUDGE, JUDGE
from tests.refereeing import Stage, Table, begun, playing


def one_all() -> Table:
    """1-1, and game 3 runs."""
    table = playing()
    table.loses(BOB)
    table.game_of()
    table.loses(ANN)
    table.game_of()
    return table


# --- games ------------------------------------------------------------------------------------------


def test_the_losers_word_is_final() -> None:
    table = playing()
    table.loses(BOB)
    assert table.score() == "1-0 open"


def test_the_winners_word_waits_for_the_other() -> None:
    table = playing()
    table.wins(ANN)
    assert table.score() == "0-0 open"
    table.confirms(BOB)
    assert table.score() == "1-0 open"


def test_a_drawn_game_waits_too_and_counts_as_a_game() -> None:
    table = playing()
    table.draws(ANN)
    assert table.match().game == 1
    table.confirms(BOB)
    assert table.score() == "0-0-1 open"
    assert table.match().game == 2


def test_two_who_say_the_same_confirm_each_other() -> None:
    """S004."""
    table = playing()
    table.draws(ANN)
    table.draws(BOB)
    assert len(table.match().games) == 1
    assert table.match().claim is None


def test_won_against_lost_is_the_losers_word() -> None:
    table = playing()
    table.wins(ANN)
    table.loses(BOB)
    assert table.score() == "1-0 open"


def test_two_who_both_won_have_a_dispute() -> None:
    table = playing()
    table.wins(ANN)
    table.wins(BOB)
    assert table.match().disputed == 1
    assert "game 1 won by ann" in table.calls[0]
    assert "game 1 won by bob" in table.calls[0]


def test_a_game_said_to_be_lost_twice_costs_one_game() -> None:
    table = playing()
    table.loses(BOB)
    table.wait(5)
    table.refuses(a.ReportGame(by=BOB, won=False), r.GameRecorded)
    table.refuses(a.ReportGame(by=ANN, won=True), r.GameRecorded)
    assert table.score() == "1-0 open"


def test_the_next_game_is_not_mistaken_for_the_last_one() -> None:
    table = playing()
    table.loses(BOB)
    table.game_of()
    table.loses(BOB)
    assert table.score() == "2-0 player1"


def test_the_game_before_the_first_ready_counts_as_begun() -> None:
    """Who has a result has played: both have arrived, and nobody said that the deck was loaded."""
    table = begun()
    table.ready(ANN, BOB)
    table.loses(BOB)
    assert table.score() == "1-0 open"


def test_no_game_has_a_result_before_both_have_arrived() -> None:
    table = begun()
    table.ready(ANN)
    table.refuses(a.ReportGame(by=ANN, won=False), r.NotThereYet)


def test_the_winner_is_stored_by_name() -> None:
    """S008: the table's first player need not be the winner."""
    table = one_all()
    table.reports(BOB, 2, 1)
    table.confirms(ANN)
    assert table.score() == "1-2 player2"


# --- matches ----------------------------------------------------------------------------------------


def test_two_nil_is_a_complete_best_of_three() -> None:
    """S007."""
    table = playing()
    table.reports(ANN, 2, 0)
    table.confirms(BOB)
    assert table.score() == "2-0 player1"


def test_two_one_is_no_complete_best_of_five() -> None:
    table = playing(stage=Stage.FINAL, best_of=5)
    refusal = table.refuses(a.ReportMatch(by=ANN, mine=2, theirs=1), r.ImpossibleScore)
    assert refusal.allowed == ("3-0", "3-1", "3-2")


@pytest.mark.parametrize(
    ("mine", "theirs", "draws"), [(3, 0, 0), (2, 2, 0), (1, 0, 0), (0, 0, 0), (2, 0, 10), (1, 1, 1)]
)
def test_a_score_that_cannot_be_is_refused(mine: int, theirs: int, draws: int) -> None:
    table = playing()
    table.refuses(a.ReportMatch(by=ANN, mine=mine, theirs=theirs, draws=draws), r.ImpossibleScore)


def test_a_score_without_the_games_already_final_is_refused() -> None:
    table = playing()
    table.loses(ANN)
    table.refuses(a.ReportMatch(by=ANN, mine=2, theirs=0), r.ImpossibleScore)


def test_the_losers_report_is_final() -> None:
    table = one_all()
    table.reports(BOB, 1, 2)
    assert table.score() == "2-1 player1"


def test_a_report_names_the_right_opponent_or_none() -> None:
    """S011."""
    table = playing()
    refusal = table.refuses(a.ReportMatch(by=ANN, mine=2, theirs=0, against=CYD), r.WrongOpponent)
    assert refusal.opponent == BOB


def test_two_agreeing_reports_confirm_each_other() -> None:
    table = playing()
    table.do(a.ReportMatch(by=ANN, mine=2, theirs=0))
    table.do(a.ReportMatch(by=BOB, mine=0, theirs=2))
    assert table.score() == "2-0 player1"
    assert len(table.kept(e.MatchFinished)) == 1


def test_the_same_words_from_both_sides_are_opposite_claims() -> None:
    """S002: neither a confirmation nor an overwrite; nothing more is taken until a judge has decided."""
    table = playing()
    table.reports(ANN, 2, 1)
    table.reports(BOB, 2, 1)
    assert table.match().disputed
    table.refuses(a.ReportMatch(by=ANN, mine=2, theirs=0), r.Disputed)
    table.sets(JUDGE, 2, 1)
    assert table.score() == "2-1 player1"
    table.refuses(a.ReportMatch(by=BOB, mine=2, theirs=0), r.AlreadyOver)


def test_a_report_of_ones_own_takes_the_place_of_the_earlier_one() -> None:
    table = playing()
    table.reports(ANN, 2, 1)
    table.reports(ANN, 2, 0)
    table.confirms(BOB)
    assert table.score() == "2-0 player1"


def test_a_game_claim_against_a_match_report_is_a_dispute() -> None:
    table = one_all()
    table.wins(ANN)
    table.reports(BOB, 2, 1)
    assert table.match().disputed


def test_no_result_is_reported_while_no_link_is_found() -> None:
    """3.9: a result comes from play, or from the flip of 2.3."""
    table = begun()
    table.ready(ANN, BOB)
    table.do(a.SayCannotConnect(by=ANN))
    table.refuses(a.ReportMatch(by=ANN, mine=2, theirs=0), r.NoGameRuns)
    table.refuses(a.ReportGame(by=ANN, won=False), r.NoGameRuns)


def test_no_new_report_reaches_an_older_round() -> None:
    """S009."""
    table = playing()
    table.concedes_match(BOB)
    table.closes_round()
    table.refuses(a.ReportGame(by=ANN, won=False), r.NoMatch)
    assert table.score() == "2-0 player1"


def test_a_stranger_reports_nothing() -> None:
    table = playing()
    table.refuses(a.ReportMatch(by=CYD, mine=2, theirs=0), r.NotRegistered)


def test_a_player_reports_only_the_own_table() -> None:
    """S092: an act carries no table, so there is none to forge."""
    table = Table(players=(ANN, BOB, CYD, DAN))
    table.begin((ANN, BOB), (CYD, DAN))
    table.ready(ANN, BOB, CYD, DAN)
    table.reports(DAN, 0, 2)
    assert table.score(1) == "0-0 open"
    assert table.score(2) == "2-0 player1"


# --- confirming -------------------------------------------------------------------------------------


def test_there_is_nothing_to_confirm_without_a_report() -> None:
    """S005."""
    table = playing()
    table.refuses(a.Confirm(by=BOB, dice=table.dice), r.NothingToConfirm)


def test_nobody_confirms_an_own_report() -> None:
    table = playing()
    table.reports(ANN, 2, 0)
    table.refuses(a.Confirm(by=ANN, dice=table.dice), r.OwnClaim)


def test_a_result_is_final_once() -> None:
    """S001, S003: who comes second hears what has happened, and nothing is credited twice."""
    table = playing()
    table.reports(ANN, 2, 1)
    table.confirms(BOB)
    refusal = table.refuses(a.Confirm(by=BOB, dice=table.dice), r.AlreadyOver)
    assert refusal.result == "ann 2-1 bob"
    assert len(table.kept(e.MatchFinished)) == 1


def test_an_unanswered_report_calls_a_judge_after_five_minutes_once() -> None:
    table = playing()
    table.at("12:10:00").wins(ANN)
    table.at("12:15:00")
    assert table.calls == []
    table.at("12:15:01")
    assert table.calls == ["a report is not answered by bob"]
    table.at("12:40:00")
    assert len(table.calls) == 1


def test_a_link_that_is_lost_does_not_hide_an_unanswered_report() -> None:
    table = playing()
    table.at("12:10:00").wins(ANN)
    table.do(a.ReportLinkLost(by=ANN, player=BOB))
    table.ready(BOB)
    table.at("12:15:01")
    assert len(table.calls) == 2


def test_the_call_closes_with_the_answer() -> None:
    table = playing()
    table.at("12:10:00").wins(ANN)
    table.at("12:16:00").confirms(BOB)
    assert table.calls == []


def test_a_claim_falls_with_the_game_that_a_clock_decides() -> None:
    table = playing()
    table.at("12:10:00").wins(ANN)
    table.leaves(ANN)
    table.at("12:15:01")
    assert table.score() == "0-1 open"
    table.refuses(a.Confirm(by=BOB, dice=table.dice), r.NothingToConfirm)


# --- disputing --------------------------------------------------------------------------------------


def test_a_dispute_opens_a_call_with_the_claim() -> None:
    table = playing()
    table.wins(ANN)
    table.disputes(BOB)
    assert table.calls == ["disputed: ann: game 1 won by ann"]


def test_there_is_nothing_to_dispute_without_a_report() -> None:
    table = playing()
    table.refuses(a.Dispute(by=BOB), r.NothingToConfirm)


def test_a_dispute_can_be_given_up() -> None:
    table = playing()
    table.wins(ANN)
    table.disputes(BOB)
    table.confirms(BOB)
    assert table.score() == "1-0 open"
    assert table.calls == []


def test_a_disputed_claim_can_be_taken_back_without_a_judge() -> None:
    """S010."""
    table = one_all()
    table.wins(ANN)
    table.disputes(BOB)
    table.do(a.TakeBack(by=ANN))
    assert table.calls == []
    assert table.score() == "1-1 open"
    table.loses(ANN)
    assert table.score() == "1-2 player2"


def test_after_the_ruling_the_players_are_heard_again() -> None:
    table = playing()
    table.wins(ANN)
    table.disputes(BOB)
    table.do(a.GiveRuling(by=JUDGE, number=1, text="ann has won it"))
    assert not table.match().disputed
    table.confirms(BOB)
    assert table.score() == "1-0 open"


def test_after_a_ruling_the_other_way_the_loser_says_so() -> None:
    table = playing()
    table.wins(ANN)
    table.disputes(BOB)
    table.do(a.GiveRuling(by=JUDGE, number=1, text="bob has won it"))
    table.loses(ANN)
    assert table.score() == "0-1 open"


def test_a_judge_may_set_the_score_and_the_match_goes_on() -> None:
    table = playing()
    table.wins(ANN)
    table.disputes(BOB)
    table.sets(JUDGE, 1, 0)
    assert table.score() == "1-0 open"
    assert table.calls == []
    assert table.match().games[-1].how is HowGame.RULING


def test_no_answers_a_report_with_a_dispute() -> None:
    table = playing()
    table.wins(ANN)
    table.do(a.AnswerNo(by=BOB))
    assert table.match().disputed


def test_yes_answers_the_last_question() -> None:
    """An own question asked after the report is answered first, and the report waits."""
    table = playing()
    table.wins(ANN)
    table.wait(5)
    table.do(a.Concede(by=BOB, match=True))
    table.says_yes(BOB)
    assert table.score() == "2-0 player1"


def test_nothing_can_be_taken_back_that_was_answered() -> None:
    table = playing()
    table.wins(ANN)
    table.confirms(BOB)
    table.refuses(a.TakeBack(by=ANN), r.NothingToTakeBack)


def test_the_latest_of_claim_and_offer_is_taken_back() -> None:
    table = playing()
    table.wins(ANN)
    table.wait(5)
    table.do(a.OfferDraw(by=ANN))
    table.do(a.TakeBack(by=ANN))
    assert table.match().offer is None
    assert table.match().claim is not None


# --- set by a judge ---------------------------------------------------------------------------------


def test_a_correction_of_a_final_result_names_what_stood_before() -> None:
    table = playing()
    table.reports(BOB, 0, 2)
    table.wait(60)
    table.sets(JUDGE, 1, 2)
    assert table.score() == "1-2 player2"
    assert table.kept(e.MatchCorrected)[0].before == "ann 2-0 bob"


def test_a_result_of_an_earlier_round_can_be_corrected() -> None:
    table = playing()
    table.reports(BOB, 0, 2)
    table.closes_round()
    table.at("12:50:00").begins()
    table.do(a.SetResult(by=JUDGE, table=1, round=1, first=2, second=1, draws=0, why="misheard"))
    result = table.state.past[(1, 1)].result
    assert result is not None
    assert result.wins == (2, 1)
    assert table.score() == "0-0 open"


def test_a_judge_sets_no_score_that_cannot_be() -> None:
    table = playing()
    table.refuses(a.SetResult(by=JUDGE, table=1, first=2, second=2, draws=0, why="?"), r.ImpossibleScore)


def test_a_result_is_set_with_a_reason_at_a_table_that_plays() -> None:
    """S006."""
    table = playing()
    table.refuses(a.SetResult(by=JUDGE, table=1, first=2, second=0, draws=0, why=" "), r.ReasonNeeded)
    table.refuses(a.SetResult(by=JUDGE, table=7, first=2, second=0, draws=0, why="x"), r.NoSuchTable)


def test_what_the_head_judge_has_set_no_other_judge_sets_again() -> None:
    """1.7."""
    table = playing()
    table.sets(HEAD_JUDGE, 2, 1)
    table.refuses(a.SetResult(by=JUDGE, table=1, first=0, second=2, draws=0, why="x"), r.NotAllowed)
    table.sets(HEAD_JUDGE, 0, 2)
    assert table.score() == "0-2 player2"


def test_a_match_opened_again_gets_back_the_time_it_was_closed() -> None:
    table = playing()
    table.at("12:10:00").concedes_match(BOB)
    table.at("12:25:00").sets(JUDGE, 0, 0)
    assert table.score() == "0-0 open"
    assert table.ends == "13:05:00"
