"""Lateness (3.2, A.I.3): the marks at five, ten and fifteen minutes, and from when they count."""

from __future__ import annotations

from datetime import timedelta

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.entries import Leaving
from tests.playing import ANN, BOB, COORDINATOR, CYD, DAN, HEAD_JUDGE, JUDGE, START
from tests.refereeing import Stage, Table, begun

LATE_GAME = "12:10:00 bob tardiness.over_10_min game_loss"
LATE_MATCH = "12:15:00 bob tardiness.over_15_min match_loss"


def late_bob() -> Table:
    """ann is there, bob is not, and it is 12:10:01."""
    table = begun()
    table.at("12:00:30").ready(ANN)
    table.at("12:10:01")
    return table


def test_at_five_minutes_a_reminder_is_all() -> None:
    table = begun()
    table.at("12:05:01").ready(BOB)
    assert [f"{entry.at:%H:%M:%S}" for entry in table.kept(e.LatenessReminded)] == ["12:05:00"] * 2
    assert table.penalties == []


def test_who_arrives_at_five_minutes_exactly_is_not_reminded() -> None:
    table = begun()
    table.at("12:05:00").ready(ANN, BOB)
    table.wait(10)
    assert table.kept(e.LatenessReminded) == []


def test_exactly_ten_minutes_is_in_time() -> None:
    table = begun()
    table.at("12:10:00").ready(ANN, BOB)
    table.wait(10)
    assert table.penalties == []


def test_a_second_past_ten_minutes_costs_game_1() -> None:
    table = late_bob()
    assert table.penalties == [LATE_GAME]
    assert table.score() == "1-0 open"
    assert table.match().game == 2


def test_exactly_fifteen_minutes_keeps_the_match() -> None:
    table = late_bob()
    table.at("12:15:00").ready(BOB)
    table.wait(10)
    assert table.penalties == [LATE_GAME]


def test_past_fifteen_minutes_the_match_loss_replaces_the_game_loss() -> None:
    table = late_bob()
    table.at("12:15:01")
    assert table.penalties == [LATE_GAME, LATE_MATCH]
    assert table.statuses == ["superseded", "standing"]
    assert table.score() == "2-0 player1"
    assert table.how() is e.HowMatch.MATCH_LOSS


def test_two_late_players_lose_no_game() -> None:
    table = begun()
    table.at("12:10:50").ready(ANN)
    table.at("12:11:40").ready(BOB)
    assert len(table.penalties) == 2
    assert table.score() == "0-0 open"
    assert table.match().game == 1


def test_after_two_late_players_the_roll_says_who_chooses() -> None:
    table = begun()
    table.at("12:11:00").ready(ANN, BOB)
    assert [entry.chooser for entry in table.kept(e.FirstPlayerRolled)] == [ANN]


def test_two_players_who_never_come_both_lose_the_match() -> None:
    table = begun()
    table.at("12:15:01")
    assert table.score() == "0-0 double_loss"


def test_the_order_of_two_absent_names_gives_nobody_the_match() -> None:
    table = Table()
    table.begin((BOB, ANN))
    table.at("12:15:01")
    assert table.score() == "0-0 double_loss"


def test_of_two_late_players_the_one_who_never_comes_loses_the_match() -> None:
    table = begun()
    table.at("12:10:50").ready(ANN)
    table.at("12:15:01")
    assert table.score() == "2-0 player1"


def test_leaving_before_the_first_mark_is_merely_not_having_arrived() -> None:
    table = begun()
    table.at("12:01:00").ready(ANN, BOB)
    table.at("12:03:00").leaves(BOB)
    table.at("12:09:10").joins(BOB)
    table.ready(BOB)
    table.at("12:10:10")
    assert table.penalties == []


def test_who_has_left_again_is_late_at_the_first_mark() -> None:
    table = begun()
    table.at("12:09:00").ready(ANN, BOB)
    table.at("12:09:59").leaves(BOB)
    table.at("12:10:01")
    assert table.penalties == [LATE_GAME]


def test_who_leaves_at_the_first_mark_exactly_was_there() -> None:
    table = begun()
    table.at("12:09:00").ready(ANN, BOB)
    table.at("12:10:00").leaves(BOB)
    table.at("12:15:00")
    assert table.penalties == []
    table.at("12:15:01")
    assert table.penalties == ["12:15:00 bob disconnection.over_5_min game_loss"]


def test_who_leaves_after_the_first_mark_is_absent_not_late() -> None:
    table = begun()
    table.at("12:09:55").ready(ANN, BOB)
    table.at("12:10:10").leaves(BOB)
    table.at("12:15:11")
    assert table.penalties == ["12:15:10 bob disconnection.over_5_min game_loss"]


def test_a_blip_before_the_second_mark_costs_a_punctual_player_nothing() -> None:
    table = late_bob()
    table.at("12:14:40").ready(BOB)
    table.at("12:14:50").leaves(ANN)
    table.at("12:15:05").joins(ANN)
    table.ready(ANN)
    table.wait(60)
    assert table.penalties == [LATE_GAME]


def test_the_second_mark_counts_for_who_was_late_and_has_left_again() -> None:
    table = late_bob()
    table.at("12:12:00").ready(BOB)
    table.at("12:14:00").leaves(BOB)
    table.at("12:15:01")
    assert table.penalties == [LATE_GAME, LATE_MATCH]


def test_who_was_late_and_leaves_at_the_second_mark_has_passed_it() -> None:
    table = late_bob()
    table.at("12:12:00").ready(BOB)
    table.at("12:15:00").leaves(BOB)
    table.at("12:20:01")
    assert table.penalties == [LATE_GAME, "12:20:00 bob disconnection.over_5_min game_loss"]


def test_a_lost_link_on_chat_is_technology_and_no_lateness() -> None:
    """OG-R07: who is on chat at the second mark is there, whatever the game link does."""
    table = late_bob()
    table.at("12:12:00").ready(BOB)
    table.at("12:13:00").do(a.ReportLinkLost(by=ANN, player=BOB))
    table.at("12:15:10")
    assert table.penalties == [LATE_GAME]


def test_a_game_that_runs_ends_lateness() -> None:
    table = late_bob()
    table.at("12:12:00").ready(BOB)
    table.ready(ANN, BOB)
    table.at("12:14:00").leaves(BOB)
    table.at("12:16:00")
    assert table.penalties == [LATE_GAME]


def test_an_early_round_counts_lateness_from_the_scheduled_end() -> None:
    table = Table(players=(ANN, BOB))
    table.begin()
    table.game_runs()
    table.at("12:02:00").concedes_match(BOB)
    table.closes_round()
    table.at("12:40:00").begins()
    assert table.match().late_from == START + timedelta(minutes=50)
    table.at("13:00:00").ready(ANN, BOB)
    table.wait(30)
    assert table.penalties == []


def test_a_round_that_begins_late_counts_lateness_from_its_begin() -> None:
    table = begun()
    table.game_runs()
    table.at("12:02:00").concedes_match(BOB)
    table.closes_round()
    table.at("13:00:00").begins()
    assert table.match().late_from == table.now


def test_a_hold_of_the_round_before_moves_the_base() -> None:
    table = begun()
    table.game_runs()
    table.at("12:10:00").holds(0)
    table.at("12:20:00").resumes(0)
    table.concedes_match(BOB)
    table.closes_round()
    table.at("12:30:00").begins()
    assert table.match().late_from == START + timedelta(minutes=60)


def test_a_hold_across_the_pairing_of_the_next_round_moves_the_base() -> None:
    table = begun()
    table.game_runs()
    table.at("12:10:00").holds(0)
    table.concedes_match(BOB)
    table.closes_round()
    table.at("12:15:00").pair()
    table.at("12:20:00").resumes(0)
    table.do(a.BeginRound(by=COORDINATOR, dice=table.dice))
    assert table.match().late_from == START + timedelta(minutes=60)


def test_lateness_does_not_live_on_into_the_next_round() -> None:
    """S022: nine minutes late in one round are no start in the next."""
    table = begun()
    table.at("12:00:30").ready(ANN)
    table.at("12:09:20").ready(BOB)
    table.concedes_match(BOB)
    table.closes_round()
    table.at("13:00:00").begins()
    table.at("13:00:45").ready(ANN)
    table.at("13:10:00")
    assert table.penalties == []
    table.at("13:10:01")
    assert table.penalties == ["13:10:00 bob tardiness.over_10_min game_loss"]


def test_a_refused_begin_leaves_no_clock_behind() -> None:
    """S024."""
    table = Table()
    table.pair()
    table.leaves(HEAD_JUDGE)
    table.refuses(a.BeginRound(by=COORDINATOR, dice=table.dice), r.HeadJudgeAbsent)
    table.at("12:06:00").joins(HEAD_JUDGE)
    table.do(a.BeginRound(by=COORDINATOR, dice=table.dice))
    table.at("12:16:01")
    assert {penalty[:8] for penalty in table.penalties} == {"12:16:00"}
    assert table.ends == "12:56:00"


def test_presence_before_the_begin_starts_no_clock() -> None:
    """S037: who looks in early and goes is looked at from the begin on, and by lateness alone."""
    table = Table()
    table.pair()
    table.leaves(BOB)
    table.wait(60)
    table.now = START
    table.do(a.BeginRound(by=COORDINATOR, dice=table.dice))
    table.at("12:01:00").joins(BOB)
    table.ready(ANN, BOB)
    assert table.penalties == []
    assert table.kept(e.AbsenceBegan) == []


def test_ready_between_pairing_and_begin_counts_at_the_begin() -> None:
    table = Table()
    table.pair()
    table.ready(ANN, BOB)
    table.do(a.BeginRound(by=COORDINATOR, dice=table.dice))
    assert table.match().both_arrived


def test_ready_before_the_begin_lapses_with_leaving() -> None:
    table = Table()
    table.pair()
    table.ready(BOB)
    table.leaves(BOB)
    table.joins(BOB)
    table.do(a.BeginRound(by=COORDINATOR, dice=table.dice))
    assert table.match().side_of(BOB).arrived_at is None


def test_ready_before_the_begin_lapses_when_the_bot_comes_back_and_finds_nobody() -> None:
    table = Table()
    table.pair()
    table.ready(BOB)
    table.goes_blind()
    table.wait(30)
    table.sees(ANN)
    table.do(a.BeginRound(by=COORDINATOR, dice=table.dice))
    assert table.match().side_of(BOB).arrived_at is None


def test_ready_before_the_begin_outlives_another_pairing() -> None:
    table = Table(players=(ANN, BOB, CYD, DAN))
    table.pair((ANN, BOB), (CYD, DAN))
    table.ready(BOB)
    table.pair((ANN, CYD), (BOB, DAN))
    table.do(a.BeginRound(by=COORDINATOR, dice=table.dice))
    assert table.match(2).side_of(BOB).arrived_at is not None
    assert table.match(1).side_of(ANN).arrived_at is None


def test_ready_needs_the_channel() -> None:
    table = begun()
    table.leaves(BOB)
    table.refuses(a.PressReady(by=BOB, dice=table.dice), r.NotInTheChannel)


def test_an_extension_moves_no_mark() -> None:
    table = begun()
    table.at("12:05:00").ready(ANN)
    table.do(a.Extend(by=JUDGE, table=1, by_how_much=timedelta(minutes=5)))
    table.at("12:10:01")
    assert table.penalties == [LATE_GAME]


def test_the_final_is_untimed_and_lateness_counts_all_the_same() -> None:
    table = begun(stage=Stage.FINAL)
    table.at("12:00:30").ready(ANN)
    table.at("12:15:01")
    assert table.penalties == [LATE_GAME, LATE_MATCH]


def test_in_a_best_of_five_lateness_costs_one_game() -> None:
    table = begun(stage=Stage.PLAYOFF, best_of=5)
    table.at("12:00:30").ready(ANN)
    table.at("12:11:00").ready(BOB)
    assert table.score() == "1-0 open"


def test_no_mark_counts_while_two_who_are_there_cannot_link() -> None:
    table = begun()
    table.at("12:09:00").ready(ANN, BOB)
    table.do(a.SayCannotConnect(by=ANN))
    table.at("12:20:00")
    assert table.penalties == []


def test_a_kick_before_arriving_stops_lateness() -> None:
    table = begun()
    table.at("12:00:30").ready(ANN)
    table.at("12:09:00").leaves(BOB, how=Leaving.KICKED)
    table.at("12:20:00").joins(BOB)
    table.at("12:21:00")
    assert table.penalties == []
    table.at("12:21:01")
    assert table.penalties == ["12:21:00 bob tardiness.over_10_min game_loss"]


def test_an_excused_delay_costs_nothing() -> None:
    table = begun()
    table.at("12:00:30").ready(ANN)
    table.at("12:09:00").do(a.Excuse(by=HEAD_JUDGE, player=BOB, why="power cut"))
    table.at("12:30:00").joins(BOB)
    table.ready(BOB)
    assert table.penalties == []


def test_who_leaves_again_after_an_excused_delay_is_absent() -> None:
    table = begun()
    table.at("12:00:30").ready(ANN)
    table.at("12:09:00").do(a.Excuse(by=HEAD_JUDGE, player=BOB))
    table.at("12:12:00").ready(BOB)
    table.at("12:13:00").leaves(BOB)
    table.at("12:18:01")
    assert table.penalties == ["12:18:00 bob disconnection.over_5_min game_loss"]


def test_an_excuse_after_the_first_loss_spares_the_second() -> None:
    table = late_bob()
    table.do(a.Excuse(by=HEAD_JUDGE, player=BOB))
    table.at("12:20:00")
    assert table.penalties == [LATE_GAME]


def test_an_excused_absence_passes_the_second_mark() -> None:
    table = late_bob()
    table.at("12:12:00").ready(BOB)
    table.at("12:13:00").leaves(BOB)
    table.at("12:14:00").do(a.Excuse(by=HEAD_JUDGE, player=BOB))
    table.at("12:30:00")
    assert table.penalties == [LATE_GAME]


def test_proposed_lateness_costs_nothing_until_the_head_judge_gives_it() -> None:
    table = begun(automatic={"tardiness": "propose"})
    table.at("12:00:30").ready(ANN)
    table.at("12:10:01")
    assert table.statuses == ["pending"]
    assert table.score() == "0-0 open"
    table.do(a.Approve(by=HEAD_JUDGE, number=1))
    assert table.score() == "1-0 open"


def test_a_dismissed_proposal_ends_the_matter() -> None:
    table = begun(automatic={"tardiness": "propose"})
    table.at("12:00:30").ready(ANN)
    table.at("12:10:01").do(a.Dismiss(by=HEAD_JUDGE, number=1))
    table.at("12:30:00")
    assert table.statuses == ["dismissed"]


def test_lateness_can_be_switched_off() -> None:
    table = begun(automatic={"tardiness": "off"})
    table.at("12:30:00")
    assert table.kept(e.PenaltyIssued) == []


def test_the_loss_is_entered_with_the_time_it_fell_due_however_late_the_bot_looks() -> None:
    """S027."""
    table = begun()
    table.at("12:00:30").ready(ANN)
    table.now = START.replace(minute=10, second=3)
    table.do(a.Tick(by=JUDGE, through=START.replace(minute=10)))
    penalty = table.kept(e.PenaltyIssued)[0]
    assert penalty.due_at == START.replace(minute=10)
    assert penalty.issued_at == table.now


def test_a_second_look_issues_nothing_twice() -> None:
    table = late_bob()
    assert table.do(a.Tick(by=JUDGE, through=START.replace(minute=10))) == ()
