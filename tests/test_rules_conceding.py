"""Concessions, refusals to play, and leaving the event (3.6, 3.7, OG-R19, OG-R26, OG-R33)."""

from __future__ import annotations

from datetime import timedelta

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.entries import Departure, HowMatch
from tests.playing import ANN, BOB, COORDINATOR, CYD, DAN, HEAD_JUDGE, JUDGE, START
from tests.refereeing import Stage, Table, begun, playing


def closed_early(players: tuple[e.PersonId, ...] = (ANN, BOB, CYD, DAN)) -> Table:
    """bob never came and lost; cyd beat dan; the round was closed at 12:20, scheduled to 12:50."""
    table = Table(players=players)
    table.begin((ANN, BOB), (CYD, DAN))
    table.at("12:01:00").ready(ANN, CYD, DAN)
    table.concedes_match(DAN)
    table.at("12:20:00").closes_round()
    return table


# --- conceding --------------------------------------------------------------------------------------


def test_a_game_conceded_is_lost() -> None:
    table = playing()
    table.do(a.Concede(by=BOB))
    assert table.score() == "1-0 open"


def test_between_games_the_next_one_is_conceded() -> None:
    table = playing()
    table.loses(BOB)
    table.do(a.Concede(by=BOB, game=True))
    assert table.score() == "2-0 player1"


def test_a_match_is_conceded_with_a_yes_only() -> None:
    table = playing()
    table.do(a.Concede(by=BOB, match=True))
    assert table.score() == "0-0 open"
    table.says_yes(BOB)
    assert table.score() == "2-0 player1"
    assert table.how() is HowMatch.CONCESSION


def test_the_question_lapses_after_two_minutes() -> None:
    table = playing()
    table.at("12:10:00").do(a.Concede(by=BOB, match=True))
    table.at("12:12:01").refuses(a.AnswerYes(by=BOB, dice=table.dice), r.NothingToAnswer)


def test_two_minutes_exactly_are_in_time() -> None:
    table = playing()
    table.at("12:10:00").do(a.Concede(by=BOB, match=True))
    table.at("12:12:00").says_yes(BOB)
    assert table.score() == "2-0 player1"


def test_a_no_or_a_cancel_drops_the_matter() -> None:
    table = playing()
    table.do(a.Concede(by=BOB, match=True))
    table.do(a.AnswerNo(by=BOB))
    table.do(a.Concede(by=BOB, match=True))
    table.do(a.TakeBack(by=BOB))
    table.refuses(a.AnswerYes(by=BOB, dice=table.dice), r.NothingToAnswer)


def test_the_opponent_cannot_say_yes_to_it() -> None:
    table = playing()
    table.do(a.Concede(by=BOB, match=True))
    table.refuses(a.AnswerYes(by=ANN, dice=table.dice), r.NothingToAnswer)


def test_who_leads_keeps_the_games_won() -> None:
    table = playing()
    table.loses(ANN)
    table.concedes_match(BOB)
    assert table.score() == "2-1 player1"


def test_in_a_best_of_five_the_winner_gets_three() -> None:
    table = playing(stage=Stage.PLAYOFF, best_of=5)
    table.loses(ANN)
    table.game_of()
    table.loses(BOB)
    table.concedes_match(ANN)
    assert table.score() == "1-3 player2"


def test_nothing_is_conceded_after_the_result() -> None:
    table = playing()
    table.concedes_match(BOB)
    table.refuses(a.Concede(by=ANN, match=True), r.AlreadyOver)


def test_a_match_may_be_conceded_before_anybody_has_arrived() -> None:
    table = begun()
    table.concedes_match(BOB)
    assert table.score() == "2-0 player1"


def test_a_judge_rules_that_somebody_refuses_to_play() -> None:
    table = playing()
    table.do(a.RuleRefusal(by=JUDGE, player=BOB))
    assert table.score() == "2-0 player1"
    assert table.how() is HowMatch.CONCESSION


def test_the_words_of_a_concession_are_kept() -> None:
    table = playing()
    table.do(a.Concede(by=BOB, match=True, words="well played"))
    table.says_yes(BOB)
    assert table.kept(e.MatchFinished)[0].words == "well played"


# --- dropping ---------------------------------------------------------------------------------------


def test_before_the_pairing_a_player_is_out_at_once() -> None:
    table = Table()
    table.drops(BOB)
    assert table.is_out(BOB)


def test_a_player_who_is_out_is_not_paired() -> None:
    table = Table()
    table.drops(BOB)
    table.refuses(a.PairByHand(by=COORDINATOR, pairs=((ANN, BOB),)), r.BadPairing)


def test_a_drop_between_pairing_and_begin_is_a_match_loss_due_at_the_begin() -> None:
    """S096: and there is no lateness any more."""
    table = Table()
    table.pair()
    table.drops(BOB)
    assert table.penalties == []
    table.wait_until(START)
    table.do(a.BeginRound(by=COORDINATOR, dice=table.dice))
    table.at("12:20:00")
    assert table.penalties == ["12:00:00 bob drop_after_pairing match_loss"]
    assert table.score() == "2-0 player1"
    assert not table.is_out(BOB)
    table.closes_round()
    assert table.is_out(BOB)


def test_the_winner_of_such_a_match_need_not_come() -> None:
    """A no-show is who lost for lateness, not who had nobody to play with."""
    table = Table()
    table.pair()
    table.drops(BOB)
    table.do(a.BeginRound(by=COORDINATOR, dice=table.dice))
    table.at("12:50:00").closes_round()
    table.wait(10)
    assert not table.is_out(ANN)


def test_two_who_drop_before_the_begin_both_lose() -> None:
    table = Table()
    table.pair()
    table.drops(ANN)
    table.drops(BOB)
    table.do(a.BeginRound(by=COORDINATOR, dice=table.dice))
    assert table.score() == "0-0 double_loss"


def test_a_drop_in_the_match_is_a_concession_and_no_penalty() -> None:
    table = playing()
    table.drops(BOB)
    assert table.score() == "2-0 player1"
    assert table.penalties == []
    assert not table.is_out(BOB)
    table.closes_round()
    assert table.is_out(BOB)


def test_a_drop_after_the_result_leaves_the_result() -> None:
    """S094."""
    table = playing()
    table.concedes_match(BOB)
    table.drops(BOB)
    table.closes_round()
    assert table.score() == "2-0 player1"
    assert table.is_out(BOB)


def test_a_drop_asks_first_while_a_match_is_to_be_played() -> None:
    table = playing()
    table.do(a.Drop(by=BOB))
    table.do(a.AnswerNo(by=BOB))
    assert table.score() == "0-0 open"


def test_the_question_of_a_drop_lapses_before_the_begin_too() -> None:
    table = Table()
    table.pair()
    table.do(a.Drop(by=BOB))
    table.wait(121)
    table.refuses(a.AnswerYes(by=BOB, dice=table.dice), r.NothingToAnswer)


def test_the_question_of_a_drop_can_be_cancelled_before_the_begin() -> None:
    table = Table()
    table.pair()
    table.do(a.Drop(by=BOB))
    table.do(a.TakeBack(by=BOB))
    table.refuses(a.AnswerYes(by=BOB, dice=table.dice), r.NothingToAnswer)


def test_who_dropped_and_is_paired_once_more_before_the_begin_still_leaves() -> None:
    table = Table(players=(ANN, BOB, CYD, DAN))
    table.pair((ANN, BOB), (CYD, DAN))
    table.drops(BOB)
    table.pair((ANN, CYD), (BOB, DAN))
    table.do(a.BeginRound(by=COORDINATOR, dice=table.dice))
    assert table.score(2) == "0-2 player2"


def test_no_drop_in_the_draft_but_for_technical_reasons() -> None:
    table = Table()
    table.do(a.SetStage(by=COORDINATOR, stage="draft"))
    table.refuses(a.Drop(by=BOB), r.NotNow)
    table.do(a.DropPlayer(by=COORDINATOR, player=BOB, why="line is down"))
    assert table.state.players[BOB].dropped is Departure.TECHNICAL


def test_a_technical_drop_loses_the_match_that_is_open() -> None:
    table = playing()
    table.do(a.DropPlayer(by=COORDINATOR, player=BOB))
    assert table.score() == "2-0 player1"
    assert table.how() is HowMatch.DROP


def test_two_who_were_dropped_before_the_begin_both_lose_whatever_their_order() -> None:
    table = Table()
    table.pair()
    for player in (ANN, BOB):
        table.do(a.DropPlayer(by=COORDINATOR, player=player))
    table.do(a.BeginRound(by=COORDINATOR, dice=table.dice))
    assert table.score() == "0-0 double_loss"


def test_who_leaves_does_not_beat_who_was_dropped() -> None:
    table = Table()
    table.pair()
    table.drops(ANN)
    table.do(a.DropPlayer(by=COORDINATOR, player=BOB))
    table.do(a.BeginRound(by=COORDINATOR, dice=table.dice))
    assert table.score() == "0-0 double_loss"


# --- no-shows (3.2, OG-R26) -------------------------------------------------------------------------


def test_a_no_show_is_dropped_at_the_scheduled_end() -> None:
    table = closed_early()
    table.at("12:50:00")
    assert not table.is_out(BOB)
    table.at("12:50:01")
    assert table.state.players[BOB].dropped is Departure.NO_SHOW


def test_a_round_closed_late_drops_at_its_close() -> None:
    table = begun()
    table.at("12:01:00").ready(ANN)
    table.at("13:00:00").closes_round()
    table.at("13:00:01")
    assert table.is_out(BOB)


def test_a_word_to_the_coordinator_keeps_a_player_in() -> None:
    table = begun()
    table.at("12:01:00").ready(ANN)
    table.at("12:20:00").do(a.MakeContact(by=BOB, words="no power"))
    table.at("12:50:00").closes_round()
    table.wait(5)
    assert not table.is_out(BOB)


def test_a_word_until_the_scheduled_end_keeps_a_player_in_too() -> None:
    table = closed_early()
    table.at("12:50:00").do(a.MakeContact(by=BOB))
    table.wait(5)
    assert not table.is_out(BOB)


def test_a_word_a_second_later_comes_too_late() -> None:
    table = closed_early()
    table.at("12:50:01").refuses(a.MakeContact(by=BOB), r.OutOfEvent)


def test_ready_after_the_match_is_lost_is_arriving() -> None:
    table = begun()
    table.at("12:01:00").ready(ANN)
    table.at("12:30:00").ready(BOB)
    table.at("12:50:00").closes_round()
    table.wait(5)
    assert not table.is_out(BOB)


def test_two_who_never_came_are_both_dropped() -> None:
    table = begun()
    table.at("12:50:00").closes_round()
    table.wait(5)
    assert table.is_out(ANN)
    assert table.is_out(BOB)


def test_ready_for_the_next_round_is_arriving_too() -> None:
    """The next round is paired before the scheduled end, and the no-show of the last one is there."""
    table = closed_early()
    table.at("12:30:00").pair((ANN, BOB), (CYD, DAN))
    table.ready(BOB)
    table.at("12:51:00")
    assert not table.is_out(BOB)


def test_a_no_show_who_is_paired_again_loses_that_match_when_dropped() -> None:
    table = closed_early()
    table.at("12:30:00").begins((ANN, BOB), (CYD, DAN))
    table.ready(ANN)
    table.at("12:50:01")
    assert table.is_out(BOB)
    assert table.score() == "2-0 player1"
    assert table.how() is HowMatch.DROP


def test_a_no_show_dropped_before_the_begin_loses_at_the_begin() -> None:
    table = closed_early()
    table.at("12:49:00").pair((ANN, BOB), (CYD, DAN))
    table.at("12:51:00").do(a.BeginRound(by=COORDINATOR, dice=table.dice))
    assert table.score() == "2-0 player1"


def test_nobody_is_dropped_as_a_no_show_in_a_hold() -> None:
    table = closed_early()
    table.at("12:40:00").holds(0)
    table.at("13:00:00").resumes(0)
    table.at("13:10:00")
    assert not table.is_out(BOB)
    table.at("13:10:01")
    assert table.is_out(BOB)


def test_a_round_closed_in_a_hold_keeps_a_no_show_as_long() -> None:
    table = Table(players=(ANN, BOB, CYD, DAN))
    table.begin((ANN, BOB), (CYD, DAN))
    table.at("12:01:00").ready(ANN, CYD, DAN)
    table.concedes_match(DAN)
    table.at("12:20:00").holds(0)
    table.at("12:25:00").closes_round()
    table.at("12:30:00").resumes(0)
    table.at("13:00:00")
    assert not table.is_out(BOB)
    table.at("13:00:01")
    assert table.is_out(BOB)


def test_nobody_is_dropped_for_words_that_the_bot_could_not_hear() -> None:
    table = closed_early()
    table.at("12:45:00").goes_blind()
    table.at("12:55:00").sees(ANN, CYD, DAN)
    assert not table.is_out(BOB)
    table.at("13:00:01")
    assert table.is_out(BOB)


def test_an_overturned_match_loss_makes_no_no_show() -> None:
    table = begun()
    table.at("12:01:00").ready(ANN)
    table.at("12:16:00").overturns(HEAD_JUDGE, 2)
    table.sets(HEAD_JUDGE, 2, 0)
    table.at("12:50:00").closes_round()
    table.wait(5)
    assert not table.is_out(BOB)


def test_the_no_show_is_named_at_the_close() -> None:
    table = closed_early()
    closed = table.kept(e.RoundClosed)[0]
    assert closed.no_shows == (BOB,)
    assert closed.no_shows_at == START + timedelta(minutes=50)
