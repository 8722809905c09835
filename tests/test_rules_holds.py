"""Extensions and holds (1.8, OG-R37): what they move, and what they leave."""

from __future__ import annotations

from datetime import timedelta

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.entries import PersonId, Stage
from tests.playing import ANN, BOB, COORDINATOR, CYD, DAN, HEAD_JUDGE, JUDGE
from tests.refereeing import Table, begun, minutes, playing


def extends(table: Table, judge: PersonId, by: int) -> None:
    table.do(a.Extend(by=judge, table=1, by_how_much=minutes(by)))


# --- extensions -------------------------------------------------------------------------------------


def test_an_extension_moves_the_end_of_this_match() -> None:
    table = playing()
    extends(table, JUDGE, 5)
    extends(table, JUDGE, 2)
    assert table.ends == "12:57:00"


def test_and_of_no_other() -> None:
    table = Table(players=(ANN, BOB, CYD, DAN))
    table.begin((CYD, DAN), (ANN, BOB))
    extends(table, JUDGE, 5)
    assert table.match(2).ends_at == table.match(1).begun_at + minutes(50)  # type: ignore[operator]  # it has begun


def test_both_ends_and_the_judge_are_on_record() -> None:
    table = playing()
    extends(table, JUDGE, 5)
    entry = table.kept(e.ExtensionGranted)[0]
    assert entry.by == JUDGE
    assert entry.new_end_at - entry.old_end_at == minutes(5)


def test_time_is_called_at_the_new_end_only() -> None:
    table = playing()
    extends(table, JUDGE, 4)
    table.at("12:54:00")
    assert table.kept(e.TimeCalled) == []
    table.at("12:54:01")
    assert len(table.kept(e.TimeCalled)) == 1


def test_an_extension_at_the_last_second_counts() -> None:
    table = playing()
    table.at("12:50:00")
    extends(table, JUDGE, 1)
    assert table.ends == "12:51:00"


def test_an_extension_moves_neither_absence_nor_pregame() -> None:
    table = playing()
    table.at("12:10:00").leaves(BOB)
    extends(table, JUDGE, 10)
    table.at("12:15:01")
    assert table.penalties == ["12:15:00 bob disconnection.over_5_min game_loss"]


def test_after_time_nobody_extends() -> None:
    table = playing()
    table.at("12:51:00")
    for judge in (JUDGE, HEAD_JUDGE):
        table.refuses(a.Extend(by=judge, table=1, by_how_much=minutes(5)), r.TimeIsUp)


def test_the_head_judge_credits_a_ruling_that_had_begun_before_time() -> None:
    table = playing()
    table.at("12:48:00").do(a.CallJudge(by=ANN, why="trample"))
    table.at("12:53:00").do(a.GiveRuling(by=JUDGE, number=1, text="it tramples"))
    table.refuses(a.Extend(by=JUDGE, table=1, by_how_much=minutes(5)), r.TimeIsUp)
    extends(table, HEAD_JUDGE, 5)
    assert table.match().time_called_at is None
    assert table.ends == "12:55:00"
    table.at("12:55:01")
    assert table.match().time_called_at is not None


def test_a_credit_that_would_be_used_up_already_is_none() -> None:
    table = playing()
    table.at("12:48:00").do(a.CallJudge(by=ANN))
    table.at("12:56:00").refuses(a.Extend(by=HEAD_JUDGE, table=1, by_how_much=minutes(5)), r.TimeIsUp)


def test_a_final_has_no_clock_to_extend() -> None:
    table = playing(stage=Stage.FINAL)
    table.refuses(a.Extend(by=JUDGE, table=1, by_how_much=minutes(5)), r.Untimed)


def test_time_is_given_and_never_taken() -> None:
    table = playing()
    table.refuses(a.Extend(by=JUDGE, table=1, by_how_much=timedelta(0)), r.TimeIsUp)
    table.refuses(a.Extend(by=JUDGE, table=1, by_how_much=minutes(-5)), r.TimeIsUp)


def test_a_decided_match_is_not_extended() -> None:
    table = playing()
    table.concedes_match(BOB)
    table.refuses(a.Extend(by=JUDGE, table=1, by_how_much=minutes(5)), r.AlreadyOver)


# --- holds ------------------------------------------------------------------------------------------


def test_a_hold_of_all_gives_everybody_its_time_back() -> None:
    """S023."""
    table = playing()
    table.at("12:40:00").holds(0)
    table.at("13:05:00")
    assert table.kept(e.TimeCalled) == []
    table.resumes(0)
    assert table.ends == "13:15:00"
    assert table.state.round is not None
    assert table.state.round.ends_at == table.match().ends_at


def test_the_warnings_of_the_round_move_with_it() -> None:
    table = playing()
    table.at("12:30:00").holds(0)
    table.at("12:50:00").resumes(0)
    table.at("13:00:01")
    assert [f"{entry.at:%H:%M}" for entry in table.kept(e.RoundWarningCalled)] == ["13:00"]


def test_a_hold_keeps_an_extension() -> None:
    table = playing()
    extends(table, JUDGE, 5)
    table.at("12:20:00").holds()
    table.at("12:30:00").resumes()
    assert table.ends == "13:05:00"


def test_a_hold_of_one_table_moves_that_table() -> None:
    table = Table(players=(ANN, BOB, CYD, DAN))
    table.begin((ANN, BOB), (CYD, DAN))
    table.at("12:02:00").holds(1)
    table.at("12:05:00").resumes(1)
    assert table.match(1).credit == minutes(3)
    assert table.match(2).credit == timedelta(0)


def test_two_holds_across_each_other_credit_their_time_once() -> None:
    table = playing()
    table.at("12:10:00").holds(1)
    table.at("12:15:00").holds(0)
    table.at("12:20:00").resumes(1)
    assert table.match().is_held
    table.at("12:30:00").resumes(0)
    assert table.ends == "13:10:00"


def test_a_hold_across_the_marks_of_lateness_moves_them() -> None:
    table = begun()
    table.at("12:00:30").ready(ANN)
    table.at("12:09:00").holds()
    table.at("12:20:00").resumes()
    table.at("12:21:00")
    assert table.penalties == []
    table.at("12:21:01")
    assert table.penalties == ["12:21:00 bob tardiness.over_10_min game_loss"]


def test_a_hold_across_the_mark_of_an_absence_moves_it() -> None:
    table = playing()
    table.at("12:10:00").leaves(BOB)
    table.at("12:14:00").holds()
    table.at("12:30:00").resumes()
    table.at("12:31:01")
    assert table.penalties == ["12:31:00 bob disconnection.over_5_min game_loss"]


def test_who_leaves_in_a_hold_has_the_whole_time_after_it() -> None:
    table = playing()
    table.at("12:10:00").holds()
    table.at("12:11:00").leaves(BOB)
    table.at("12:20:00").resumes()
    table.at("12:25:00")
    assert table.penalties == []
    table.at("12:25:01")
    assert table.penalties == ["12:25:00 bob disconnection.over_5_min game_loss"]


def test_a_hold_stops_the_pregame_clock() -> None:
    table = playing()
    table.at("12:10:00").loses(BOB)
    table.at("12:12:00").holds()
    table.at("12:30:00").resumes()
    table.at("12:31:00")
    assert table.penalties == []
    table.at("12:31:01")
    assert len(table.penalties) == 2


def test_a_hold_gives_a_report_its_five_minutes_back() -> None:
    table = playing()
    table.at("12:10:00").wins(ANN)
    table.at("12:12:00").holds()
    table.at("12:30:00").resumes()
    table.at("12:33:00")
    assert table.calls == []
    table.at("12:33:01")
    assert len(table.calls) == 1


def test_a_report_made_in_a_hold_has_five_minutes_from_its_end() -> None:
    table = playing()
    table.at("12:10:00").holds()
    table.at("12:25:00").wins(ANN)
    table.at("12:30:00").resumes()
    table.at("12:35:00")
    assert table.calls == []
    table.at("12:35:01")
    assert len(table.calls) == 1


def test_a_hold_keeps_a_question_open() -> None:
    table = playing()
    table.at("12:10:00").do(a.Concede(by=BOB, match=True))
    table.at("12:11:00").holds()
    table.at("12:20:00").resumes()
    table.at("12:21:00").says_yes(BOB)
    assert table.score() == "2-0 player1"


def test_a_hold_once_and_a_resume_once() -> None:
    table = playing()
    table.refuses(a.LiftHold(by=JUDGE, table=1), r.NotHeld)
    table.holds()
    table.refuses(a.PlaceHold(by=JUDGE, table=1), r.HeldAlready)


def test_a_held_match_is_not_extended() -> None:
    table = playing()
    table.holds()
    table.refuses(a.Extend(by=JUDGE, table=1, by_how_much=minutes(5)), r.OnHold)


def test_no_round_begins_in_a_hold_of_all() -> None:
    table = Table()
    table.pair()
    table.holds(0)
    table.refuses(a.BeginRound(by=COORDINATOR, dice=table.dice), r.OnHold)


def test_a_hold_before_the_begin_credits_nothing_to_the_round() -> None:
    table = Table()
    table.pair()
    table.holds(0)
    table.at("12:10:00").resumes(0)
    table.do(a.BeginRound(by=COORDINATOR, dice=table.dice))
    assert table.ends == "13:00:00"


# --- panic ------------------------------------------------------------------------------------------


def test_a_panic_calls_a_judge_and_stops_everything_at_the_table() -> None:
    table = playing()
    table.at("12:10:00").leaves(BOB)
    table.at("12:14:00").do(a.CallJudge(by=ANN, why="help", panic=True))
    table.at("12:40:00")
    assert table.calls == ["help"]
    assert table.penalties == []


def test_a_judge_resumes_it_and_the_clocks_go_on() -> None:
    table = playing()
    table.at("12:10:00").leaves(BOB)
    table.at("12:14:00").do(a.CallJudge(by=ANN, panic=True))
    table.at("12:40:00").resumes()
    table.at("12:41:01")
    assert table.penalties == ["12:41:00 bob disconnection.over_5_min game_loss"]
    assert table.ends == "13:16:00"


def test_a_player_cannot_resume_it() -> None:
    table = playing()
    table.do(a.CallJudge(by=ANN, panic=True))
    table.refuses(a.LiftHold(by=ANN, table=1), r.NotAllowed)


def test_a_panic_needs_a_match() -> None:
    table = playing()
    table.concedes_match(BOB)
    table.refuses(a.CallJudge(by=ANN, panic=True), r.AlreadyOver)


# --- holds that are forgotten -----------------------------------------------------------------------


def reminders(table: Table) -> list[str]:
    """`12:20:00 table 1`."""
    return [f"{entry.at:%H:%M:%S} table {entry.table}" for entry in table.kept(e.HoldReminded)]


def test_a_hold_that_lasts_is_named_every_ten_minutes() -> None:
    table = playing()
    table.at("12:10:00").holds()
    table.at("12:35:00").resumes()
    table.at("12:50:00")
    assert reminders(table) == ["12:20:00 table 1", "12:30:00 table 1"]
    entry = table.kept(e.HoldReminded)[0]
    assert (entry.by, f"{entry.since:%H:%M}", entry.call) == (JUDGE, "12:10", 0)


def test_a_panic_that_lasts_is_named_with_its_call() -> None:
    table = playing()
    table.at("12:10:00").do(a.CallJudge(by=ANN, panic=True))
    table.at("12:21:00")
    assert [(entry.by, entry.call) for entry in table.kept(e.HoldReminded)] == [(ANN, 1)]


def test_a_hold_of_all_tables_and_one_of_a_table_are_each_named() -> None:
    table = playing()
    table.at("12:10:00").holds()
    table.at("12:12:00").holds(0)
    table.at("12:23:00")
    assert reminders(table) == ["12:20:00 table 1", "12:22:00 table 0"]
    table.resumes()
    table.at("12:33:00")
    assert reminders(table)[2:] == ["12:32:00 table 0"]


def test_a_hold_of_a_table_with_a_result_is_not_named() -> None:
    table = playing()
    table.at("12:10:00").holds()
    table.sets(JUDGE, 2, 0)
    table.at("12:40:00")
    assert reminders(table) == []


def test_the_next_round_inherits_no_hold_of_a_table() -> None:
    table = playing()
    table.at("12:10:00").holds()
    table.sets(JUDGE, 2, 0)
    table.closes_round()
    table.begins()
    table.at("12:40:00")
    assert reminders(table) == []
    assert table.state.holds == ()


# --- the time that a ruling took (1.8) --------------------------------------------------------------


def called_and_ruled(table: Table, called: str, ruled: str, judge: PersonId = JUDGE) -> None:
    table.at(called).do(a.CallJudge(by=ANN))
    table.at(ruled).do(a.GiveRuling(by=judge, number=table.state.last_number, text="it tramples"))


def test_a_ruling_proposes_what_it_took_and_the_judge_takes_it_with_one_word() -> None:
    table = playing()
    called_and_ruled(table, "12:10:00", "12:14:20")
    table.do(a.Extend(by=JUDGE))
    assert table.ends == "12:54:20"
    assert table.kept(e.ExtensionGranted)[0].ruling == 1


def test_it_is_given_back_once() -> None:
    table = playing()
    called_and_ruled(table, "12:10:00", "12:14:20")
    table.do(a.Extend(by=JUDGE))
    assert table.refuses(a.Extend(by=JUDGE), r.NothingToGiveBack).table == 1
    called_and_ruled(table, "12:20:00", "12:23:00")
    table.do(a.Extend(by=JUDGE))
    assert table.ends == "12:57:20"


def test_another_time_that_the_judge_names_takes_its_place() -> None:
    table = playing()
    called_and_ruled(table, "12:10:00", "12:14:20")
    extends(table, JUDGE, 3)
    table.refuses(a.Extend(by=JUDGE), r.NothingToGiveBack)
    assert table.ends == "12:53:00"


def test_it_is_the_proposal_of_the_judge_who_ruled() -> None:
    table = playing()
    called_and_ruled(table, "12:10:00", "12:14:20")
    assert table.refuses(a.Extend(by=HEAD_JUDGE), r.NothingToGiveBack).table is None
    table.refuses(a.Extend(by=ANN), r.NotAllowed)


def test_what_a_hold_has_given_back_is_not_given_back_twice() -> None:
    table = playing()
    table.at("12:05:00").holds()
    table.at("12:06:00").resumes()
    table.at("12:10:00").do(a.CallJudge(by=ANN))
    table.at("12:12:00").holds()
    table.at("12:16:00").do(a.GiveRuling(by=JUDGE, number=1, text="it tramples"))
    table.refuses(a.Extend(by=JUDGE), r.OnHold)
    table.at("12:17:00").resumes()
    table.do(a.Extend(by=JUDGE))
    assert table.ends == "12:58:00"  # holds of 1:00 and 5:00, and 2:00 from the call to the second hold


def test_a_panic_leaves_nothing_to_give_back() -> None:
    table = playing()
    table.at("12:10:00").do(a.CallJudge(by=ANN, panic=True))
    table.at("12:14:00").do(a.GiveRuling(by=JUDGE, number=1, text="play on"))
    table.resumes()
    table.refuses(a.Extend(by=JUDGE), r.NothingToGiveBack)


def test_after_time_the_proposal_is_the_head_judges_alone() -> None:
    table = playing()
    called_and_ruled(table, "12:46:00", "12:51:00")
    table.refuses(a.Extend(by=JUDGE), r.TimeIsUp)
    table = playing()
    called_and_ruled(table, "12:46:00", "12:51:00", HEAD_JUDGE)
    table.do(a.Extend(by=HEAD_JUDGE))
    assert table.ends == "12:55:00"


def test_a_ruling_of_an_earlier_round_proposes_nothing() -> None:
    table = playing()
    called_and_ruled(table, "12:10:00", "12:14:20")
    table.sets(JUDGE, 2, 0)
    table.closes_round()
    table.begins()
    assert table.refuses(a.Extend(by=JUDGE), r.NothingToGiveBack).table is None
