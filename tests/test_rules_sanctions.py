"""Penalties by judges (Appendix A, 7.1): the row, other levels, the head judge's part, and what a loss hits."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.entries import Departure, HowMatch
from tests.playing import ANN, BOB, COORDINATOR, CYD, DAN, HEAD_JUDGE, JUDGE, Event
from tests.refereeing import Table, begun, playing


def next_round(table: Table) -> None:
    """The match is conceded by bob, and ann meets bob again from 12:50:00."""
    if not table.match().is_over:
        table.concedes_match(BOB)
    table.closes_round()
    table.at("12:50:00").begins()


def between_rounds() -> Table:
    table = playing()
    table.concedes_match(BOB)
    table.closes_round()
    return table


# --- the row ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("infraction", "levels"),
    [
        ("procedural_error", "caution caution warning warning warning"),
        ("misrepresentation", "warning warning warning warning warning"),
        ("drawing_extra_cards", "warning warning game_loss game_loss game_loss"),
        ("failure_to_draw_cards", "caution caution warning warning warning"),
        ("improper_beginning_draw", "warning warning warning warning warning"),
        ("slow_play", "caution caution warning warning warning"),
        ("exceeding_pregame_time", "caution caution warning warning warning"),
        ("unsporting_conduct", "warning warning warning warning warning"),
        ("deck_error.illegal_submitted", "game_loss game_loss game_loss game_loss game_loss"),
    ],
)
def test_a_judge_gives_the_row_at_the_events_rel(infraction: str, levels: str) -> None:
    kinds = ("challenge", "trial", "qualifier", "grandprix", "invitational")
    for kind, level in zip(kinds, levels.split(), strict=True):
        table = playing(keys={"kind": kind}, formalities_met=True)
        table.penalises(JUDGE, BOB, infraction)
        assert table.levels(BOB) == [level]


def test_a_challenge_may_have_another_rel() -> None:
    table = playing(keys={"rel": "4"})
    table.penalises(JUDGE, BOB, "slow_play")
    assert table.levels(BOB) == ["warning"]


def test_cautions_are_not_reported() -> None:
    table = playing()
    table.penalises(JUDGE, BOB, "slow_play")
    table.penalises(JUDGE, BOB, "misrepresentation")
    assert [entry.reportable for entry in table.kept(e.PenaltyIssued)] == [False, True]


def test_an_unknown_infraction_is_refused_with_what_comes_near() -> None:
    table = playing()
    refusal = table.refuses(a.Penalise(by=JUDGE, player=BOB, infraction="slow plays"), r.UnknownRow)
    assert "slow_play" in refusal.near


def test_a_row_that_does_not_bite_here_is_refused() -> None:
    """A.I.2: who cannot reconnect between games loses no game for it."""
    table = playing()
    table.loses(BOB)
    table.refuses(a.Penalise(by=JUDGE, player=BOB, infraction="disconnection.unable_to_reconnect"), r.NoRow)


def test_an_illegal_list_before_the_start_is_put_right_without_a_penalty() -> None:
    """OG-R32."""
    table = Table()
    table.refuses(a.Penalise(by=JUDGE, player=BOB, infraction="deck_error.illegal_submitted"), r.NoRow)


def test_repeats_raise_nothing_by_themselves() -> None:
    """S049, OG-R13."""
    table = playing()
    for minute in range(4):
        table.at(f"12:1{minute}:00").penalises(JUDGE, BOB, "misrepresentation")
    assert table.levels(BOB) == ["warning"] * 4


def test_only_players_are_penalised() -> None:
    table = playing()
    table.refuses(a.Penalise(by=JUDGE, player=CYD, infraction="slow_play"), r.NotRegistered)


# --- one cause, one penalty ---


@pytest.mark.parametrize(("again", "left"), [(JUDGE, 20), (HEAD_JUDGE, 290)])
def test_a_retry_or_a_second_judge_is_told_of_the_penalty_that_stands(again: e.PersonId, left: int) -> None:
    table = playing()
    number = table.at("12:10:00").penalises(JUDGE, BOB, "slow_play")
    table.at("12:10:10")
    refusal = table.refuses(a.Penalise(by=again, player=BOB, infraction="slow_play"), r.AlreadyIssued)
    assert (refusal.number, refusal.player, refusal.left) == (number, BOB, timedelta(seconds=left))


def test_a_retry_does_not_cost_the_next_game() -> None:
    table = playing()
    table.at("12:10:00").penalises(JUDGE, BOB, "deck_error.incorrect_played")
    table.at("12:10:05")
    table.refuses(a.Penalise(by=JUDGE, player=BOB, infraction="deck_error.incorrect_played"), r.AlreadyIssued)
    assert table.score() == "1-0 open"


def test_a_retry_of_a_proposal_is_one_proposal() -> None:
    table = playing()
    act = a.Penalise(by=JUDGE, player=BOB, infraction="slow_play", level="game_loss", why="asked twice")
    table.do(act)
    table.refuses(act, r.StillProposed)
    assert table.statuses == ["pending"]


def test_half_a_minute_later_it_is_another_cause() -> None:
    table = playing()
    table.at("12:10:00").penalises(JUDGE, BOB, "slow_play")
    table.at("12:10:30").penalises(JUDGE, BOB, "slow_play")
    assert table.levels(BOB) == ["caution", "caution"]


def test_another_player_or_infraction_is_another_cause() -> None:
    table = playing()
    table.penalises(JUDGE, BOB, "slow_play")
    table.penalises(JUDGE, ANN, "slow_play")
    table.penalises(JUDGE, BOB, "misrepresentation")
    assert table.levels(BOB) == ["caution", "warning"]


def test_what_was_overturned_may_be_given_again_at_once() -> None:
    table = playing()
    number = table.penalises(JUDGE, BOB, "slow_play")
    table.overturns(JUDGE, number)
    table.penalises(JUDGE, BOB, "slow_play")
    assert table.statuses == ["overturned", "standing"]


# --- other levels -----------------------------------------------------------------------------------


def test_another_level_needs_a_reason() -> None:
    table = playing()
    table.refuses(a.Penalise(by=JUDGE, player=BOB, infraction="slow_play", level="game_loss"), r.ReasonNeeded)


def test_an_upgrade_waits_for_the_head_judge() -> None:
    table = playing()
    number = table.penalises(JUDGE, BOB, "procedural_error", "game_loss", "significant advantage")
    assert table.statuses == ["pending"]
    assert table.score() == "0-0 open"
    table.do(a.Approve(by=HEAD_JUDGE, number=number))
    assert table.score() == "1-0 open"


def test_the_head_judges_own_upgrade_stands_at_once() -> None:
    table = playing()
    table.penalises(HEAD_JUDGE, BOB, "procedural_error", "game_loss", "significant advantage")
    assert table.score() == "1-0 open"


def raises(judge: e.PersonId, *grounds: str, infraction: str = "procedural_error") -> a.Penalise:
    return a.Penalise(by=judge, player=BOB, infraction=infraction, grounds=grounds)


def test_a_ground_raises_the_row_a_step_and_waits_for_the_head_judge() -> None:
    """OG-R13."""
    table = playing()
    table.do(raises(JUDGE, "significant_disruption"))
    (issued,) = table.kept(e.PenaltyIssued)
    assert (issued.base, issued.penalty, issued.upgrades) == (
        "caution",
        "warning",
        ("significant_disruption",),
    )
    assert table.statuses == ["pending"]
    table.do(a.Approve(by=HEAD_JUDGE, number=issued.number))
    assert table.statuses == ["standing"]


def test_each_ground_is_a_step_and_the_head_judges_own_stand_at_once() -> None:
    table = playing()
    table.do(raises(HEAD_JUDGE, "significant_disruption", "significant_advantage"))
    assert table.levels(BOB) == ["game_loss"]
    assert table.score() == "1-0 open"


def test_grounds_never_reach_a_disqualification() -> None:
    table = playing()
    table.do(raises(HEAD_JUDGE, *["significant_disruption"] * 7))
    assert table.levels(BOB) == ["match_loss"]
    assert not table.is_out(BOB)


def test_a_ground_that_the_row_does_not_name_is_refused_with_those_it_names() -> None:
    table = playing()
    refusal = table.refuses(raises(JUDGE, "significant_disruption", infraction="slow_play"), r.NoSuchGround)
    assert (refusal.infraction, refusal.grounds) == ("slow_play", ("game_altering_advantage",))


def test_a_ground_is_a_word_on_top_of_what_was_given_a_moment_ago() -> None:
    table = playing()
    table.penalises(JUDGE, BOB, "procedural_error")
    table.do(raises(HEAD_JUDGE, "significant_advantage"))
    table.refuses(raises(JUDGE, "significant_advantage"), r.AlreadyIssued)
    assert table.levels(BOB) == ["warning"]


def test_a_proposal_dismissed_has_no_effect() -> None:
    table = playing()
    number = table.penalises(JUDGE, BOB, "procedural_error", "game_loss", "advantage")
    table.do(a.Dismiss(by=HEAD_JUDGE, number=number, why="none"))
    assert table.statuses == ["dismissed"]
    assert table.score() == "0-0 open"


def test_a_proposal_is_settled_once() -> None:
    table = playing()
    number = table.penalises(JUDGE, BOB, "procedural_error", "game_loss", "advantage")
    table.do(a.Approve(by=HEAD_JUDGE, number=number))
    for act in (a.Approve(by=HEAD_JUDGE, number=number), a.Dismiss(by=HEAD_JUDGE, number=number)):
        table.refuses(act, r.AlreadySettled)


def test_a_level_that_the_ladder_does_not_have_is_refused() -> None:
    table = playing()
    table.refuses(
        a.Penalise(by=JUDGE, player=BOB, infraction="slow_play", level="red_card", why="x"), r.UnknownLevel
    )


def test_cheating_by_a_judge_is_a_proposal_only() -> None:
    table = playing()
    table.penalises(JUDGE, BOB, "cheating")
    assert table.statuses == ["pending"]
    assert not table.is_out(BOB)


# --- what a loss hits (OG-R08) ----------------------------------------------------------------------


def test_a_game_loss_hits_the_game_that_runs() -> None:
    table = playing()
    table.penalises(JUDGE, BOB, "deck_error.incorrect_played")
    assert table.score() == "1-0 open"
    assert not table.match().runs


def test_between_games_it_hits_the_next() -> None:
    table = playing()
    table.loses(ANN)
    table.penalises(JUDGE, BOB, "deck_error.incorrect_played")
    assert table.score() == "1-1 open"
    assert table.match().game == 3


def test_before_the_match_it_hits_game_1() -> None:
    table = begun()
    table.penalises(JUDGE, BOB, "deck_error.incorrect_played")
    assert table.score() == "1-0 open"
    assert table.kept(e.PenaltyIssued)[0].applies_to == "game_1_this_match"


def test_between_pairing_and_begin_it_hits_game_1_at_the_begin() -> None:
    table = Table()
    table.pair()
    table.penalises(JUDGE, BOB, "deck_error.incorrect_played")
    assert table.score() == "0-0 open"
    table.do(a.BeginRound(by=COORDINATOR, dice=table.dice))
    assert table.score() == "1-0 open"


def test_between_rounds_it_hits_game_1_of_the_next_match() -> None:
    table = between_rounds()
    table.penalises(JUDGE, BOB, "deck_error.incorrect_played")
    table.at("12:50:00").begins()
    assert table.score() == "1-0 open"


def test_a_match_loss_between_rounds_hits_the_next_match() -> None:
    table = between_rounds()
    table.penalises(HEAD_JUDGE, BOB, "unsporting_conduct", "match_loss", "threats")
    table.at("12:50:00").begins()
    assert table.score() == "2-0 player1"
    assert table.how() is HowMatch.MATCH_LOSS


def test_who_sits_the_next_round_out_owes_the_loss_still() -> None:
    table = Table(players=(ANN, BOB, CYD))
    table.begin()
    table.concedes_match(BOB)
    table.closes_round()
    table.penalises(JUDGE, BOB, "deck_error.incorrect_played")
    table.at("12:50:00").begins((ANN, CYD))
    table.concedes_match(CYD)
    table.closes_round()
    table.at("13:40:00").begins((ANN, BOB))
    assert table.score() == "1-0 open"


def test_two_game_losses_owed_cost_two_games() -> None:
    table = between_rounds()
    for second in ("12:40:00", "12:41:00"):
        table.at(second).penalises(JUDGE, BOB, "deck_error.incorrect_played")
    table.at("12:50:00").begins()
    assert table.score() == "2-0 player1"


def test_game_losses_owed_by_both_cancel() -> None:
    table = between_rounds()
    for player in (ANN, BOB):
        table.penalises(JUDGE, player, "deck_error.incorrect_played")
    table.at("12:50:00").begins()
    assert table.score() == "0-0 open"


def test_match_losses_owed_by_both_lose_the_match_for_both() -> None:
    table = between_rounds()
    for player in (ANN, BOB):
        table.penalises(HEAD_JUDGE, player, "unsporting_conduct", "match_loss", "threats")
    table.at("12:50:00").begins()
    assert table.score() == "0-0 double_loss"


def test_a_match_loss_owed_and_a_drop_before_the_begin_lose_it_for_both() -> None:
    table = between_rounds()
    table.penalises(HEAD_JUDGE, ANN, "unsporting_conduct", "match_loss", "threats")
    table.at("12:49:00").pair()
    table.drops(BOB)
    table.at("12:50:00").do(a.BeginRound(by=COORDINATOR, dice=table.dice))
    assert table.score() == "0-0 double_loss"


def test_a_loss_owed_and_overturned_hits_nothing() -> None:
    table = between_rounds()
    number = table.penalises(JUDGE, BOB, "deck_error.incorrect_played")
    table.overturns(JUDGE, number)
    table.at("12:50:00").begins()
    assert table.score() == "0-0 open"


def test_a_judges_proposal_approved_after_its_match_hits_the_next() -> None:
    table = playing()
    number = table.penalises(JUDGE, BOB, "procedural_error", "game_loss", "advantage")
    table.concedes_match(BOB)
    table.do(a.Approve(by=HEAD_JUDGE, number=number))
    table.closes_round()
    table.at("12:50:00").begins()
    assert table.score() == "1-0 open"


def test_after_the_last_match_a_loss_is_recorded_only() -> None:
    table = between_rounds()
    table.do(a.EndTournament(by=COORDINATOR))
    table.refuses(a.Penalise(by=JUDGE, player=BOB, infraction="misrepresentation"), r.EventOver)


def test_a_game_loss_that_ends_the_match_does() -> None:
    table = playing()
    table.loses(BOB)
    table.penalises(JUDGE, BOB, "deck_error.incorrect_played")
    assert table.score() == "2-0 player1"
    assert table.how() is HowMatch.GAMES


# --- disqualification -------------------------------------------------------------------------------


def test_a_disqualified_player_loses_the_match_and_is_out() -> None:
    table = playing()
    table.do(a.Disqualify(by=HEAD_JUDGE, player=BOB, infraction="cheating", why="marked cards"))
    assert table.score() == "2-0 player1"
    assert table.state.players[BOB].dropped is Departure.DISQUALIFIED


def test_a_disqualification_needs_a_reason_and_comes_once() -> None:
    table = playing()
    table.refuses(a.Disqualify(by=HEAD_JUDGE, player=BOB, infraction="cheating", why=" "), r.ReasonNeeded)
    table.do(a.Disqualify(by=HEAD_JUDGE, player=BOB, infraction="cheating", why="x"))
    table.refuses(a.Disqualify(by=HEAD_JUDGE, player=BOB, infraction="cheating", why="x"), r.OutOfEvent)


def test_who_was_disqualified_after_the_pairing_loses_at_the_begin() -> None:
    table = Table()
    table.pair()
    table.do(a.Disqualify(by=HEAD_JUDGE, player=BOB, infraction="cheating", why="x"))
    table.do(a.BeginRound(by=COORDINATOR, dice=table.dice))
    assert table.score() == "2-0 player1"


def test_the_disqualified_do_not_come_back_by_the_door_for_latecomers() -> None:
    table = playing()
    table.do(a.Disqualify(by=HEAD_JUDGE, player=BOB, infraction="cheating", why="x"))
    table.refuses(a.Register(by=COORDINATOR, player=BOB, name="bob"), r.OutOfEvent)


def test_a_disqualification_is_a_case_for_the_league_until_it_is_overturned() -> None:
    """7.3."""
    table = playing()
    table.do(a.Disqualify(by=HEAD_JUDGE, player=BOB, infraction="cheating", why="marked cards"))
    assert [(case.number, case.player) for case in table.kept(e.CaseOpened)] == [(1, BOB)]
    table.overturns(HEAD_JUDGE, 1)
    assert [(case.number, case.player) for case in table.kept(e.CaseClosed)] == [(1, BOB)]


def test_a_cheating_proposal_is_a_case_once_the_head_judge_gives_it() -> None:
    table = playing()
    number = table.penalises(JUDGE, BOB, "cheating")
    assert table.kept(e.CaseOpened) == []
    table.do(a.Approve(by=HEAD_JUDGE, number=number))
    assert [case.number for case in table.kept(e.CaseOpened)] == [number]


def test_a_disqualification_dismissed_is_no_case() -> None:
    table = playing()
    number = table.penalises(JUDGE, BOB, "cheating")
    table.do(a.Dismiss(by=HEAD_JUDGE, number=number, why="no intent"))
    assert table.kept(e.CaseOpened) == []
    assert table.kept(e.CaseClosed) == []


# --- seen -------------------------------------------------------------------------------------------


def test_a_player_says_that_the_penalty_was_seen_once() -> None:
    """S018."""
    table = playing()
    number = table.penalises(JUDGE, BOB, "misrepresentation")
    table.do(a.Acknowledge(by=BOB, number=number))
    assert table.do(a.Acknowledge(by=BOB, number=number)) == ()
    table.refuses(a.Acknowledge(by=ANN, number=number), r.NotAllowed)


def test_a_penalty_names_table_game_and_round() -> None:
    table = Table(players=(ANN, BOB, CYD, DAN))
    table.begin((ANN, BOB), (CYD, DAN))
    table.ready(CYD, DAN)
    table.loses(DAN)
    table.penalises(JUDGE, DAN, "slow_play")
    issued = table.kept(e.PenaltyIssued)[0]
    assert (issued.round, issued.table, issued.game, issued.by) == (1, 2, 2, JUDGE)


def test_a_game_loss_of_a_clock_is_not_entered_by_hand_as_well() -> None:
    event = Event()
    event.begin()
    event.at("12:00:30").ready(ANN)
    event.at("12:10:12").ready(BOB)
    with pytest.raises(r.AlreadyIssued) as refused:
        event.do(a.Penalise(by=JUDGE, player=BOB, infraction="tardiness.over_10_min"))
    assert refused.value.number == 1
    assert event.match().wins == (1, 0)


def test_two_judges_who_have_seen_the_same_give_one_penalty() -> None:
    """A second observer at a pace of his own; a new offence by the same judge counts after a moment."""
    table = playing()
    table.penalises(JUDGE, BOB, "unsporting_conduct")
    table.wait(40)
    act = a.Penalise(by=HEAD_JUDGE, player=BOB, infraction="unsporting_conduct", why="insulted ann")
    assert table.refuses(act, r.AlreadyIssued).number == 1
    table.penalises(JUDGE, BOB, "unsporting_conduct")
    table.wait(5 * 60)
    table.do(act)
    assert table.statuses == ["standing"] * 3
