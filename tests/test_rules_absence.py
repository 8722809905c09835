"""Absence (A.I.2, A.I.4): one clock for chat and link, from when it runs to what it costs."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.entries import Leaving, PersonId
from tests.playing import ANN, BOB, HEAD_JUDGE, JUDGE, START
from tests.refereeing import Table, begun, playing, single_elimination

GONE_GAME = "12:15:00 bob disconnection.over_5_min game_loss"
GONE_MATCH = "12:20:00 bob disconnection.over_10_min match_loss"


def bob_gone() -> Table:
    """In game 1 bob has left chat at 12:10:00."""
    table = playing()
    table.at("12:10:00").leaves(BOB)
    return table


def link_lost() -> Table:
    """In game 1 the link is lost on bob's side at 12:10:00; both are on chat."""
    table = playing()
    table.at("12:10:00").do(a.ReportLinkLost(by=ANN, player=BOB))
    return table


def second_game() -> Table:
    """ann leads 1-0, and game 2 runs from 12:06:00."""
    table = playing()
    table.at("12:05:00").loses(BOB)
    table.at("12:06:00").game_of()
    return table


# --- the marks --------------------------------------------------------------------------------------


def test_back_after_five_minutes_exactly_costs_nothing() -> None:
    table = bob_gone()
    table.at("12:15:00").joins(BOB)
    table.ready(BOB)
    table.wait(60)
    assert table.penalties == []
    assert table.match().runs


def test_past_five_minutes_the_game_is_lost() -> None:
    table = bob_gone()
    table.at("12:15:01")
    assert table.penalties == [GONE_GAME]
    assert table.score() == "1-0 open"


def test_back_after_ten_minutes_exactly_keeps_the_match() -> None:
    table = bob_gone()
    table.at("12:20:00").joins(BOB)
    table.ready(BOB)
    table.wait(60)
    assert table.penalties == [GONE_GAME]


def test_past_ten_minutes_the_match_is_lost_instead() -> None:
    table = bob_gone()
    table.at("12:20:01")
    assert table.penalties == [GONE_GAME, GONE_MATCH]
    assert table.statuses == ["superseded", "standing"]
    assert table.score() == "2-0 player1"


def test_a_return_to_chat_without_ready_stops_nothing() -> None:
    table = bob_gone()
    table.at("12:12:00").joins(BOB)
    table.at("12:15:01")
    assert table.penalties == [GONE_GAME]


def test_a_word_about_the_game_is_as_good_as_ready() -> None:
    table = bob_gone()
    table.at("12:12:00").joins(BOB)
    table.wins(BOB)
    table.at("12:15:01")
    assert table.penalties == []


def test_ready_by_somebody_counted_as_gone_does_one_thing_only() -> None:
    table = second_game()
    table.at("12:10:00").loses(ANN)
    table.leaves(BOB)
    table.at("12:11:00").joins(BOB)
    table.ready(BOB)
    assert not table.match().side_of(BOB).loaded


def test_each_absence_is_counted_alone() -> None:
    table = bob_gone()
    table.at("12:14:00").joins(BOB)
    table.ready(BOB)
    table.at("12:15:00").leaves(BOB)
    table.at("12:19:00").joins(BOB)
    table.ready(BOB)
    table.wait(300)
    assert table.penalties == []


def test_a_second_absence_after_a_loss_begins_from_nothing() -> None:
    """S036: coming and going again neither erases the loss nor goes on with its clock."""
    table = bob_gone()
    table.at("12:16:00").joins(BOB)
    table.ready(BOB)
    table.at("12:16:30").leaves(BOB)
    table.at("12:21:00")
    assert table.penalties == [GONE_GAME]
    table.at("12:21:31")
    assert table.penalties == [GONE_GAME, "12:21:30 bob disconnection.over_5_min game_loss"]


def test_nine_seconds_are_an_absence_without_a_penalty() -> None:
    """S039."""
    table = bob_gone()
    table.at("12:10:09").joins(BOB)
    table.ready(BOB)
    assert [entry.gone.total_seconds() for entry in table.kept(e.PlayerBack)] == [9]


def test_only_who_left_has_a_clock() -> None:
    """S035: the one who stayed and is silent has none, then and later."""
    table = bob_gone()
    table.at("12:13:00").joins(BOB)
    table.ready(BOB)
    table.at("12:30:00")
    assert {entry.player for entry in table.kept(e.AbsenceBegan)} == {BOB}
    assert table.penalties == []


def test_a_voluntary_quit_counts_the_same() -> None:
    table = playing()
    table.at("12:10:00").leaves(BOB, how=Leaving.QUIT)
    table.at("12:15:01")
    assert table.penalties == [GONE_GAME]


def test_a_nick_change_is_no_absence() -> None:
    """S042."""
    table = playing()
    table.at("12:10:00").do(a.SeeRenaming(by=BOB, old="bob", new="bob|game"))
    table.at("12:30:00")
    assert table.match().both_here
    assert table.penalties == []


# --- which game, and the end of the match -----------------------------------------------------------


def test_between_games_the_loss_hits_the_next_game() -> None:
    table = playing()
    table.at("12:09:30").loses(ANN)
    table.at("12:10:00").leaves(BOB)
    table.at("12:15:01")
    assert table.score() == "1-1 open"
    assert table.match().game == 3


def test_the_penalised_player_chooses_in_the_next_game() -> None:
    table = bob_gone()
    table.at("12:15:01")
    assert table.match().chooser == BOB


def test_a_loss_that_ends_the_match_ends_the_clock() -> None:
    """OG-R08: the ten-minute step belongs to a match that is gone."""
    table = second_game()
    table.at("12:10:00").leaves(BOB)
    table.at("12:30:00")
    assert table.penalties == [GONE_GAME]
    assert table.score() == "2-0 player1"
    assert table.state.owed == ()


def test_a_clock_ends_with_a_concession_and_is_not_met_again_in_the_next_round() -> None:
    """S025."""
    table = bob_gone()
    table.at("12:12:00").concedes_match(ANN)
    table.at("12:16:00").closes_round()
    table.at("12:50:00").begins()
    table.at("12:52:00").joins(BOB)
    assert table.penalties == []
    assert table.match().side_of(BOB).absence is None


def test_who_leaves_after_the_match_is_decided_has_no_clock() -> None:
    table = playing()
    table.at("12:09:00").concedes_match(BOB)
    table.at("12:10:00").leaves(BOB)
    table.at("12:40:00")
    assert table.kept(e.AbsenceBegan) == []


def test_a_match_loss_leaves_the_games_already_won() -> None:
    table = single_elimination(best_of=5)
    table.at("12:05:00").loses(ANN)
    table.at("12:06:00").game_of()
    table.at("12:07:00").loses(BOB)
    table.at("12:08:00").game_of()
    table.at("12:10:00").leaves(BOB)
    table.at("12:20:01")
    assert table.score() == "3-1 player1"


def test_two_who_are_gone_lose_no_game() -> None:
    table = playing()
    table.at("12:10:00").leaves(ANN, BOB)
    table.at("12:15:01")
    assert len(table.penalties) == 2
    assert table.score() == "0-0 open"
    assert table.match().game == 1


def test_after_a_game_that_both_lost_its_chooser_chooses_again() -> None:
    table = playing()
    table.at("12:10:00").leaves(ANN, BOB)
    table.at("12:15:01")
    assert table.match().chooser == ANN


def test_two_who_stay_gone_both_lose_the_match() -> None:
    table = playing()
    table.at("12:10:00").leaves(BOB, ANN)
    table.at("12:20:01")
    assert table.score() == "0-0 double_loss"


def test_two_absences_are_worked_off_in_the_order_of_time() -> None:
    table = playing()
    table.at("12:10:00").leaves(ANN)
    table.at("12:12:00").leaves(BOB)
    table.at("12:17:01")
    assert table.score() == "1-1 open"


# --- asking the opponent (OG-R35) -------------------------------------------------------------------


def test_the_opponent_is_asked_again_a_minute_before_the_mark() -> None:
    table = bob_gone()
    table.at("12:14:01")
    assert [(entry.at.minute, entry.penalty) for entry in table.kept(e.AbsenceWarned)] == [(14, "game_loss")]


def test_the_opponents_word_that_the_game_goes_on_ends_the_clock() -> None:
    table = bob_gone()
    table.at("12:12:00").do(a.SayGameGoesOn(by=ANN))
    table.at("12:30:00")
    assert table.penalties == []


def test_a_game_act_of_the_opponent_says_that_the_game_goes_on() -> None:
    table = bob_gone()
    table.at("12:12:00").wins(ANN)
    table.at("12:30:00")
    assert table.penalties == []


def test_a_match_report_of_the_opponent_says_so_too() -> None:
    table = bob_gone()
    table.at("12:12:00").reports(ANN, 2, 0)
    table.at("12:30:00")
    assert table.penalties == []


def test_who_is_still_off_chat_when_that_game_ends_is_gone_from_then_on() -> None:
    table = bob_gone()
    table.at("12:12:00").loses(ANN)
    table.at("12:17:00")
    assert table.penalties == []
    table.at("12:17:01")
    assert table.penalties == ["12:17:00 bob disconnection.over_5_min game_loss"]


def test_a_concession_of_the_opponent_is_a_result_and_begins_the_clock_anew() -> None:
    table = bob_gone()
    table.at("12:14:00").do(a.Concede(by=ANN))
    table.at("12:15:30")
    assert table.penalties == []


def test_between_games_no_game_can_go_on() -> None:
    table = playing()
    table.at("12:09:30").loses(ANN)
    table.at("12:10:00").leaves(BOB)
    table.refuses(a.SayGameGoesOn(by=ANN), r.NoGameRuns)


def test_an_unanswered_loss_is_entered_as_not_confirmed() -> None:
    table = bob_gone()
    table.at("12:15:01")
    penalty = table.kept(e.PenaltyIssued)[0]
    assert "link not confirmed" in penalty.evidence
    assert penalty.reading == "OG-R35"


def test_who_is_back_and_says_that_the_game_went_on_gets_a_judge() -> None:
    table = bob_gone()
    table.at("12:15:10").joins(BOB)
    table.ready(BOB)
    table.do(a.SayGameGoesOn(by=BOB))
    assert table.calls == ["the game went on while off chat, penalty 1"]
    assert table.penalties == [GONE_GAME]


def test_the_same_holds_when_the_match_was_lost_meanwhile() -> None:
    table = bob_gone()
    table.at("12:21:00").joins(BOB)
    table.do(a.SayGameGoesOn(by=BOB))
    assert len(table.calls) == 1


def test_nobody_calls_twice_about_the_same_loss() -> None:
    table = bob_gone()
    table.at("12:15:10").joins(BOB)
    table.ready(BOB)
    table.do(a.SayGameGoesOn(by=BOB))
    table.refuses(a.SayGameGoesOn(by=BOB), r.CallOpenAlready)


def test_who_is_gone_by_a_lost_link_cannot_be_confirmed_to_play() -> None:
    table = link_lost()
    table.refuses(a.SayGameGoesOn(by=ANN), r.NotAbsent)


# --- the game link (3.5, OG-R03) --------------------------------------------------------------------


def test_a_lost_link_calls_the_head_judge_once() -> None:
    table = link_lost()
    table.do(a.ReportLinkLost(by=BOB, player=ANN))
    assert len(table.calls) == 1
    assert table.state.open_calls[0].head_judge


def test_chat_and_link_are_one_absence_and_one_penalty() -> None:
    table = bob_gone()
    table.at("12:10:05").do(a.ReportLinkLost(by=ANN, player=BOB))
    table.at("12:15:01")
    assert table.penalties == [GONE_GAME]
    assert table.kept(e.PenaltyIssued)[0].clause == "A.I.4"


@pytest.mark.parametrize("says", [ANN, JUDGE])
def test_who_is_on_chat_is_absent_when_the_opponent_or_a_judge_says_so(says: PersonId) -> None:
    """On Discord everybody is on chat all the time: what is said has the same clock as what is seen."""
    table = playing()
    table.at("12:10:00").do(a.ReportLinkLost(by=says, player=BOB))
    (began,) = table.kept(e.AbsenceBegan)
    assert (began.clause, began.game_loss_at) == ("A.I.2", START + timedelta(minutes=15))
    table.at("12:16:00")
    assert table.penalties == [GONE_GAME]


def test_a_link_lost_first_goes_by_the_clause_of_the_link() -> None:
    table = link_lost()
    table.at("12:11:00").leaves(BOB)
    table.at("12:15:01")
    assert table.penalties == [GONE_GAME]
    assert table.kept(e.PenaltyIssued)[0].clause == "A.I.2"


def test_a_link_reported_twice_is_one() -> None:
    table = link_lost()
    table.refuses(a.ReportLinkLost(by=BOB), r.AlreadyAbsent)


def test_waiting_for_the_head_judge_is_free() -> None:
    table = link_lost()
    table.at("12:10:10").ready(BOB)
    table.at("12:25:00").do(a.OrderReconnect(by=HEAD_JUDGE, table=1))
    table.at("12:25:30").ready(BOB)
    table.at("12:40:00")
    assert table.penalties == []


def test_after_the_instruction_the_clock_goes_on_from_where_it_stood() -> None:
    table = link_lost()
    table.at("12:10:10").ready(BOB)
    table.at("12:12:00").do(a.OrderReconnect(by=HEAD_JUDGE, table=1))
    table.at("12:16:50")
    assert table.penalties == []
    table.at("12:16:51")
    assert table.penalties == ["12:16:50 bob disconnection.over_5_min game_loss"]


def test_who_waits_for_the_head_judge_and_leaves_is_on_the_clock_again() -> None:
    table = link_lost()
    table.at("12:10:10").ready(BOB)
    table.at("12:20:00").leaves(BOB)
    table.at("12:24:51")
    assert table.penalties == ["12:24:50 bob disconnection.over_5_min game_loss"]


def test_who_comes_back_to_wait_again_waits_free() -> None:
    table = link_lost()
    table.at("12:10:10").ready(BOB)
    table.at("12:20:00").leaves(BOB)
    table.at("12:22:00").joins(BOB)
    table.ready(BOB)
    table.at("12:40:00")
    assert table.penalties == []


def test_ready_twice_while_waiting_changes_nothing() -> None:
    table = link_lost()
    table.ready(BOB)
    table.refuses(a.PressReady(by=BOB, dice=table.dice), r.NothingToDo)


def test_who_waits_when_a_judge_ends_the_game_waits_no_longer() -> None:
    """One cause, one penalty: a judge's game loss ends the wait, and no clock goes on behind it."""
    table = link_lost()
    table.at("12:10:10").ready(BOB)
    table.at("12:12:00").penalises(HEAD_JUDGE, BOB, "disconnection.unable_to_reconnect")
    table.at("12:14:59")
    assert table.match().both_here
    assert table.penalties == ["12:12:00 bob disconnection.unable_to_reconnect game_loss"]


def test_the_call_about_the_link_closes_with_the_return() -> None:
    table = link_lost()
    table.ready(BOB)
    table.do(a.OrderReconnect(by=HEAD_JUDGE, table=1))
    table.ready(BOB)
    assert table.calls == []


def test_an_instruction_needs_somebody_to_reconnect() -> None:
    table = playing()
    table.refuses(a.OrderReconnect(by=HEAD_JUDGE, table=1), r.NobodyLostLink)


# --- nobody's fault (OG-R34) ------------------------------------------------------------------------


def test_a_netsplit_starts_no_clock() -> None:
    table = playing()
    table.at("12:10:00").leaves(ANN, BOB, how=Leaving.SPLIT, split="hub leaf")
    table.at("12:40:00")
    assert table.penalties == []


def test_who_a_split_took_is_back_by_joining() -> None:
    table = playing()
    table.at("12:10:00").leaves(BOB, how=Leaving.SPLIT, split="hub leaf")
    table.at("12:20:00").joins(BOB)
    assert table.match().both_here


def test_when_others_of_the_split_are_back_the_ordinary_clock_starts() -> None:
    table = playing()
    table.at("12:10:00").leaves(ANN, BOB, how=Leaving.SPLIT, split="hub leaf")
    table.at("12:12:00").joins(ANN)
    table.at("12:17:01")
    assert table.penalties == ["12:17:00 bob disconnection.over_5_min game_loss"]


def test_anybody_of_the_split_who_is_back_shows_that_it_is_over() -> None:
    """A judge taken by the same split counts as much as a player."""
    table = playing()
    table.at("12:10:00").leaves(BOB, JUDGE, how=Leaving.SPLIT, split="hub leaf")
    table.at("12:12:00").joins(JUDGE)
    table.at("12:17:01")
    assert table.penalties == ["12:17:00 bob disconnection.over_5_min game_loss"]


def test_another_split_starts_no_clock() -> None:
    table = playing()
    table.at("12:10:00").leaves(BOB, how=Leaving.SPLIT, split="hub leaf")
    table.at("12:11:00").leaves(ANN, how=Leaving.SPLIT, split="hub twig")
    table.at("12:12:00").joins(ANN)
    table.at("12:40:00")
    assert table.penalties == []


def test_a_split_stops_lateness_for_whom_it_took() -> None:
    table = begun()
    table.at("12:00:30").ready(ANN)
    table.at("12:08:00").leaves(ANN, BOB, how=Leaving.SPLIT, split="hub leaf")
    table.at("12:11:00").joins(ANN, BOB)
    table.at("12:13:00")
    assert table.penalties == []
    table.at("12:13:01")
    assert table.penalties == ["12:13:00 bob tardiness.over_10_min game_loss"]


def test_lateness_goes_on_for_who_does_not_come_back_with_the_others() -> None:
    table = begun()
    table.at("12:00:30").ready(ANN)
    table.at("12:08:00").leaves(ANN, BOB, how=Leaving.SPLIT, split="hub leaf")
    table.at("12:11:00").joins(ANN)
    table.at("12:13:01")
    assert table.penalties == ["12:13:00 bob tardiness.over_10_min game_loss"]


def test_before_the_first_mark_the_ordinary_clock_of_a_split_is_lateness() -> None:
    table = begun()
    table.at("12:03:00").ready(ANN, BOB)
    table.at("12:04:00").leaves(ANN, BOB, how=Leaving.SPLIT, split="hub leaf")
    table.at("12:05:00").joins(ANN)
    table.at("12:11:01")
    assert table.penalties == ["12:11:00 bob tardiness.over_10_min game_loss"]


def test_a_kick_starts_no_clock() -> None:
    table = playing()
    table.at("12:10:00").leaves(BOB, how=Leaving.KICKED)
    table.at("12:40:00")
    assert table.penalties == []


# --- excused (7.1) ----------------------------------------------------------------------------------


def test_an_excused_absence_costs_nothing() -> None:
    table = bob_gone()
    table.at("12:11:00").do(a.Excuse(by=HEAD_JUDGE, player=BOB, why="storm"))
    table.at("12:40:00")
    assert table.penalties == []


def test_the_next_absence_is_not_excused_with_it() -> None:
    table = bob_gone()
    table.do(a.Excuse(by=HEAD_JUDGE, player=BOB))
    table.at("12:20:00").joins(BOB)
    table.at("12:21:00").leaves(BOB)
    table.at("12:26:01")
    assert table.penalties == ["12:26:00 bob disconnection.over_5_min game_loss"]


def test_an_excuse_between_the_losses_spares_the_match() -> None:
    table = bob_gone()
    table.at("12:16:00").do(a.Excuse(by=HEAD_JUDGE, player=BOB))
    table.at("12:40:00")
    assert table.penalties == [GONE_GAME]


def test_an_absence_can_be_excused_after_an_excused_delay() -> None:
    table = begun()
    table.at("12:00:30").ready(ANN)
    table.at("12:09:00").do(a.Excuse(by=HEAD_JUDGE, player=BOB))
    table.at("12:12:00").ready(BOB)
    table.at("12:13:00").leaves(BOB)
    table.do(a.Excuse(by=HEAD_JUDGE, player=BOB))
    table.at("12:30:00")
    assert [p for p in table.penalties if "disconnection" in p] == []


def test_nobody_is_excused_twice_nor_for_being_there() -> None:
    table = bob_gone()
    table.do(a.Excuse(by=HEAD_JUDGE, player=BOB))
    table.refuses(a.Excuse(by=HEAD_JUDGE, player=BOB), r.ExcusedAlready)
    table.refuses(a.Excuse(by=HEAD_JUDGE, player=ANN), r.NotAbsent)


def test_a_proposed_loss_waits_and_the_next_step_is_proposed_too() -> None:
    table = playing(automatic={"disconnection": "propose"})
    table.at("12:10:00").leaves(BOB)
    table.at("12:20:01")
    assert table.statuses == ["pending", "pending"]
    table.do(a.Approve(by=HEAD_JUDGE, number=2))
    assert table.statuses == ["superseded", "standing"]
    assert table.score() == "2-0 player1"


def test_a_proposal_approved_after_its_match_spills_over_nowhere() -> None:
    """OG-R08: what a clock measured is recorded, and hits no later match."""
    table = playing(automatic={"disconnection": "propose"})
    table.at("12:10:00").leaves(BOB)
    table.at("12:15:01").joins(BOB)
    table.ready(BOB)
    table.concedes_match(ANN)
    table.closes_round()
    table.at("12:50:00").begins()
    table.do(a.Approve(by=HEAD_JUDGE, number=1))
    assert table.score() == "0-0 open"
    assert table.state.owed == ()


def test_a_cancelled_event_begins_no_clock() -> None:
    table = playing()
    table.do(a.CancelTournament(by=HEAD_JUDGE, why="storm"))
    table.at("12:10:00").leaves(BOB)
    table.at("12:30:00")
    assert table.kept(e.AbsenceBegan) == []
