"""`!undo`: the last own change of an organiser is taken back, while nothing depends on it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.changes import Paired
from rules.entries import Departure, Outcome, PersonId, Role
from rules.fold import fold
from rules.frozenmap import FrozenMap
from rules.standings import of_event
from tests.playing import ANN, BOB, COORDINATOR, CYD, DAN, HEAD_JUDGE, JUDGE, Event
from tests.swissplay import Swiss, person

EVE = PersonId("nick:eve")


def undo(event: Event, by: PersonId = COORDINATOR) -> tuple[e.Entry, ...]:
    if by in event.state.undone:  # the word said twice at once is another matter
        event.wait(5)
    entries = event.do(a.Undo(by=by))
    assert fold(event.entries) == event.state
    return entries


def four() -> Event:
    return Event((ANN, BOB, CYD, DAN))


def without_changes(event: Event) -> object:
    """All that is true of the event but for what can still be taken back."""
    return replace(event.state, changes=(), undone=FrozenMap())


def test_nothing_to_undo() -> None:
    with pytest.raises(r.NothingToUndo):
        undo(four())


def test_only_organisers_undo() -> None:
    event = four()
    event.pair((ANN, BOB), (CYD, DAN))
    with pytest.raises(r.NotAllowed):
        undo(event, JUDGE)
    with pytest.raises(r.NotAllowed):
        undo(event, ANN)


def test_only_the_own_change_is_undone() -> None:
    event = four()
    event.pair((ANN, BOB), (CYD, DAN))
    with pytest.raises(r.NothingToUndo):
        undo(event, HEAD_JUDGE)


# --- pairings ---------------------------------------------------------------------------------------


def test_the_first_pairing_is_undone_as_if_it_never_was() -> None:
    event = four()
    before = without_changes(event)
    event.pair((ANN, BOB), (CYD, DAN))
    undo(event)
    assert without_changes(event) == before
    with pytest.raises(r.NothingToUndo):
        undo(event)


def test_after_the_first_pairing_is_undone_registration_is_open_again() -> None:
    event = four()
    event.pair((ANN, BOB), (CYD, DAN))
    undo(event)
    event.do(a.Register(by=EVE, name="eve"))
    assert event.state.players[EVE].plays


def test_a_later_pairing_is_undone_to_the_round_before() -> None:
    event = Swiss(5)
    event.round()
    before = without_changes(event)
    standings = of_event(event.state)
    event.pair_swiss()
    undo(event)
    assert without_changes(event) == before
    assert of_event(event.state) == standings


def test_a_pairing_made_anew_goes_back_to_the_round_before_too() -> None:
    event = Swiss(6)
    event.round()
    before = without_changes(event)
    event.pair_swiss("one lot")
    event.pair_swiss("another lot")
    undo(event)
    assert without_changes(event) == before


def test_a_correction_between_the_pairing_and_its_undoing_stays() -> None:
    event = Swiss(4)
    event.round([(2, 0, 0), (2, 0, 0)])
    event.pair_swiss()
    event.set_result(1, (0, 2, 0), round_number=1)
    undo(event)
    match = event.match(1)
    assert match.round == 1
    assert match.result is not None
    assert match.result.outcome is Outcome.PLAYER2


def test_whoever_dropped_after_the_pairing_is_out_at_once_when_it_is_undone() -> None:
    event = Swiss(4)
    event.pair_swiss()
    event.do(a.Drop(by=person(0)))
    event.do(a.AnswerYes(by=person(0), dice=event.dice))
    undo(event)
    assert event.state.players[person(0)].dropped is Departure.OWN_WISH
    assert not event.state.penalties


def test_the_pairing_of_a_round_that_has_begun_stays() -> None:
    event = four()
    event.begin((ANN, BOB), (CYD, DAN))
    event.at("12:00:30").ready(ANN)
    with pytest.raises(r.BeginStands) as no:
        undo(event)
    assert no.value.table == 1


def test_a_pairing_begun_by_somebody_else_stays() -> None:
    event = four()
    event.pair((ANN, BOB), (CYD, DAN))
    event.do(a.BeginRound(by=HEAD_JUDGE, dice=event.dice))
    with pytest.raises(r.PairingStands):
        undo(event)


# --- begins -----------------------------------------------------------------------------------------


def test_a_begin_is_undone_before_anybody_did_anything() -> None:
    event = Swiss(5)
    event.pair_swiss()
    before = without_changes(event)
    event.begin_round()
    assert event.state.byes
    undo(event)
    assert without_changes(event) == before
    undo(event)
    assert event.state.round is None


def test_nobody_is_late_in_a_round_whose_begin_is_undone() -> None:
    event = four()
    event.begin((ANN, BOB), (CYD, DAN))
    undo(event)
    event.at("12:30")
    assert not event.state.penalties
    event.do(a.BeginRound(by=COORDINATOR, dice=event.dice))
    event.at("12:40")
    assert not event.state.penalties
    event.at("12:41")
    assert event.levels(ANN) == ["game_loss"]


def test_who_was_ready_early_is_ready_at_the_next_begin() -> None:
    event = four()
    event.pair((ANN, BOB), (CYD, DAN))
    event.ready(ANN)
    event.do(a.BeginRound(by=COORDINATOR, dice=event.dice))
    assert event.match().side_of(ANN).arrived_at is not None
    undo(event)
    assert event.match().side_of(ANN).ready_early
    event.now += timedelta(minutes=3)
    event.do(a.BeginRound(by=COORDINATOR, dice=event.dice))
    assert event.match().side_of(ANN).arrived_at == event.now


@pytest.mark.parametrize(
    "act",
    [
        a.Extend(by=JUDGE, table=2, by_how_much=timedelta(minutes=3)),
        a.PlaceHold(by=JUDGE, table=2),
        a.CallJudge(by=CYD, why="look"),
        a.Penalise(by=JUDGE, player=CYD, infraction="slow_play"),
        a.MakeContact(by=CYD, words="on my way"),
    ],
)
def test_a_begin_stays_once_something_was_done(act: a.Act) -> None:
    event = four()
    event.begin((ANN, BOB), (CYD, DAN))
    event.do(act)
    with pytest.raises(r.BeginStands):
        undo(event)


# --- closes -----------------------------------------------------------------------------------------


def closed_with_leavers() -> Event:
    """Round 1: ann has beaten bob, who leaves; cyd and dan never came."""
    event = four()
    event.begin((ANN, BOB), (CYD, DAN))
    event.game_runs()
    event.do(a.Concede(by=BOB, match=True))
    event.do(a.AnswerYes(by=BOB, dice=event.dice))
    event.do(a.Drop(by=BOB))
    event.at("12:20")
    event.do(a.CloseRound(by=COORDINATOR))
    return event


def test_a_close_is_undone_and_who_left_with_it_leaves_later() -> None:
    event = closed_with_leavers()
    assert event.state.players[BOB].dropped is Departure.OWN_WISH
    undo(event)
    assert event.state.round is not None
    assert event.state.round.runs
    assert event.state.players[BOB].plays
    assert event.state.players[BOB].dropping
    event.do(a.CloseRound(by=COORDINATOR))
    assert event.state.players[BOB].dropped is Departure.OWN_WISH


def test_a_close_undone_before_the_scheduled_end_drops_no_no_show() -> None:
    event = closed_with_leavers()
    undo(event)
    event.at("13:10")
    assert event.state.players[CYD].plays
    event.do(a.CloseRound(by=COORDINATOR))
    event.wait(1)
    assert event.state.players[CYD].dropped is Departure.NO_SHOW


def test_no_shows_who_were_out_are_in_the_event_again() -> None:
    event = closed_with_leavers()
    event.at("13:00")
    assert event.state.players[CYD].dropped is Departure.NO_SHOW
    undo(event)
    assert event.state.players[CYD].plays
    assert not event.state.players[CYD].dropping


def test_a_round_that_runs_again_can_go_on_at_a_table() -> None:
    event = closed_with_leavers()
    undo(event)
    event.do(a.SetResult(by=JUDGE, table=1, first=1, second=0, draws=0, why="wrong table"))
    assert event.match(1).is_open
    with pytest.raises(r.TablesOpen):
        event.do(a.CloseRound(by=COORDINATOR))


def test_a_close_stays_once_the_next_round_is_paired() -> None:
    event = Swiss(4)
    event.round()
    event.do(a.PairByHand(by=HEAD_JUDGE, pairs=((person(0), person(1)), (person(2), person(3)))))
    with pytest.raises(r.CloseStands):
        undo(event)
    undo(event, HEAD_JUDGE)
    undo(event)
    assert event.state.round is not None
    assert event.state.round.runs


# --- cuts -------------------------------------------------------------------------------------------


def cut_event() -> Swiss:
    event = Swiss(4, keys={"rounds": "1"})
    event.round([(2, 0, 0), (2, 0, 0)])
    return event


def test_a_cut_is_undone_until_its_first_row_is_paired() -> None:
    event = cut_event()
    before = without_changes(event)
    event.do(a.CutToPlayoff(by=COORDINATOR, size=2))
    undo(event)
    assert without_changes(event) == before
    event.do(a.CutToPlayoff(by=HEAD_JUDGE, size=2))
    event.do(a.PairBracket(by=COORDINATOR, seed="x"))
    with pytest.raises(r.CutStands):
        undo(event, HEAD_JUDGE)
    undo(event)
    undo(event, HEAD_JUDGE)
    assert without_changes(event) == before


def test_a_close_stays_once_the_cut_is_made() -> None:
    event = cut_event()
    event.do(a.CutToPlayoff(by=HEAD_JUDGE, size=2))
    with pytest.raises(r.CloseStands):
        undo(event)


def test_seeds_that_were_drawn_with_the_pairing_go_with_it() -> None:
    event = Swiss(4, keys={"stages": "single_elimination"})
    before = without_changes(event)
    event.do(a.PairBracket(by=COORDINATOR, seed="x"))
    assert event.state.bracket is not None
    undo(event)
    assert without_changes(event) == before


def test_a_semi_final_corrected_before_the_final_begins_changes_who_is_paired_anew() -> None:
    event = Swiss(4, keys={"stages": "single_elimination"})
    event.do(a.PairBracket(by=COORDINATOR, seed="x"))
    event.begin_round()
    event.play_round([(2, 0, 0), (2, 0, 0)])
    event.do(a.PairBracket(by=COORDINATOR, seed="x"))
    was = event.match(1).players
    event.set_result(1, (0, 2, 0), round_number=1)
    assert event.match(1).players == was
    event.do(a.PairBracket(by=COORDINATOR, seed="x"))
    assert event.match(1).players != was
    assert event.state.past[1, 1].players[1] in event.match(1).players
    undo(event)
    assert event.state.round is not None
    assert event.state.round.number == 1


# --- people -----------------------------------------------------------------------------------------


def test_a_drop_is_undone_and_the_match_goes_on_while_the_round_runs() -> None:
    event = four()
    event.begin((ANN, BOB), (CYD, DAN))
    event.game_runs()
    event.do(a.DropPlayer(by=COORDINATOR, player=ANN, why="wrong one"))
    assert event.match().is_over
    undo(event)
    assert event.state.players[ANN].plays
    assert event.match().is_open


def test_a_drop_undone_after_the_close_leaves_the_lost_match() -> None:
    event = Swiss(4)
    event.pair_swiss()
    event.begin_round()
    gone = event.match(1).players[0]
    event.do(a.DropPlayer(by=COORDINATOR, player=gone))
    event.set_result(2, (2, 0, 0))
    event.do(a.CloseRound(by=HEAD_JUDGE))
    undo(event)
    assert event.state.players[gone].plays
    assert event.match(1).is_over


def test_a_drop_stays_once_the_cut_is_made_without_the_player() -> None:
    event = cut_event()
    first = of_event(event.state)[0].player
    event.do(a.DropPlayer(by=COORDINATOR, player=first))
    event.do(a.CutToPlayoff(by=HEAD_JUDGE, size=2))
    with pytest.raises(r.DropStands) as no:
        undo(event)
    assert no.value.cut


def test_a_drop_stays_once_a_round_is_paired_without_the_player() -> None:
    event = Swiss(5)
    event.round()
    event.do(a.DropPlayer(by=HEAD_JUDGE, player=person(0)))
    event.pair_swiss()
    with pytest.raises(r.DropStands):
        undo(event, HEAD_JUDGE)
    undo(event)
    undo(event, HEAD_JUDGE)
    assert event.state.players[person(0)].plays


def test_a_drop_between_pairing_and_begin_is_undone_in_the_own_seat() -> None:
    event = four()
    event.pair((ANN, BOB), (CYD, DAN))
    event.do(a.DropPlayer(by=COORDINATOR, player=ANN))
    undo(event)
    event.do(a.BeginRound(by=COORDINATOR, dice=event.dice))
    assert event.match(1).is_open


def test_a_late_entry_is_undone_until_paired() -> None:
    event = Swiss(4)
    event.round()
    before = dict(event.state.players.items())
    event.do(a.Register(by=COORDINATOR, player=EVE, name="eve"))
    undo(event)
    assert dict(event.state.players.items()) == before
    event.do(a.Register(by=HEAD_JUDGE, player=EVE, name="eve"))
    event.pair_swiss()
    with pytest.raises(r.EntryStands):
        undo(event, HEAD_JUDGE)


def test_an_entry_anew_that_is_undone_leaves_the_player_out_as_before() -> None:
    event = Swiss(4)
    event.round()
    event.do(a.Drop(by=person(0)))
    event.do(a.Register(by=COORDINATOR, player=person(0), name="p00"))
    assert event.state.players[person(0)].plays
    undo(event)
    assert event.state.players[person(0)].dropped is Departure.OWN_WISH


def test_offices_are_undone_both_ways() -> None:
    event = four()
    staff = event.state.staff
    event.do(a.NameStaff(by=COORDINATOR, role=Role.JUDGE, person=EVE, name="eve"))
    event.do(a.RemoveStaff(by=COORDINATOR, role=Role.JUDGE, person=JUDGE))
    undo(event)
    assert event.state.staff == staff | {(Role.JUDGE, EVE)}
    undo(event)
    assert event.state.staff == staff
    with pytest.raises(r.NothingToUndo):
        undo(event)


def test_naming_somebody_who_has_the_office_is_no_change() -> None:
    event = four()
    event.do(a.NameStaff(by=COORDINATOR, role=Role.JUDGE, person=JUDGE, name="judy"))
    with pytest.raises(r.NothingToUndo):
        undo(event)


# --- what was announced -----------------------------------------------------------------------------


def test_settings_are_undone_one_after_the_other() -> None:
    event = four()
    before = without_changes(event)
    event.do(a.ChangeSettings(by=COORDINATOR, keys={"round": "60m"}))
    between = without_changes(event)
    event.do(a.ChangeSettings(by=COORDINATOR, keys={"round": "70m", "rel": "3"}))
    undo(event)
    assert without_changes(event) == between
    undo(event)
    assert without_changes(event) == before


def test_settings_that_somebody_else_has_changed_since_stay() -> None:
    event = four()
    event.do(a.ChangeSettings(by=COORDINATOR, keys={"round": "60m"}))
    event.do(a.ChangeSettings(by=HEAD_JUDGE, keys={"round": "70m"}))
    with pytest.raises(r.SettingsStand):
        undo(event)


def test_settings_stay_after_the_start() -> None:
    event = four()
    event.do(a.ChangeSettings(by=HEAD_JUDGE, keys={"round": "60m"}))
    event.pair((ANN, BOB), (CYD, DAN))
    with pytest.raises(r.AfterTheStart):
        undo(event, HEAD_JUDGE)


def test_a_phase_is_undone() -> None:
    event = four()
    event.do(a.SetStage(by=COORDINATOR, stage="draft"))
    event.do(a.SetStage(by=COORDINATOR, stage="construction"))
    undo(event)
    assert event.state.phase == "draft"


# --- what cannot be undone --------------------------------------------------------------------------


def test_a_result_is_set_right_by_a_judge() -> None:
    event = Swiss(4)
    event.round()
    event.set_result(1, (0, 2, 0), round_number=1)
    with pytest.raises(r.ResultStands) as no:
        undo(event, HEAD_JUDGE)
    assert (no.value.round, no.value.table) == (1, 1)


def test_an_event_that_is_over_stays_over() -> None:
    event = cut_event()
    event.do(a.EndTournament(by=COORDINATOR))
    with pytest.raises(r.EventOver):
        undo(event)


# --- the word twice at once -------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [0, 1, 4])
def test_the_same_undo_sent_twice_takes_back_one_change(seconds: int) -> None:
    event = four()
    event.do(a.NameStaff(by=COORDINATOR, role=Role.JUDGE, person=EVE, name="eve"))
    event.pair((ANN, BOB), (CYD, DAN))
    event.do(a.Undo(by=COORDINATOR))
    event.wait(seconds)
    before = event.state
    with pytest.raises(r.UndoneJustNow) as no:
        event.do(a.Undo(by=COORDINATOR))
    assert isinstance(no.value.change, Paired)
    assert event.state is before
    event.wait_until(no.value.again_at)
    event.do(a.Undo(by=COORDINATOR))
    assert (Role.JUDGE, EVE) not in event.state.staff


def test_another_organiser_undoes_in_the_same_second() -> None:
    event = four()
    event.do(a.NameStaff(by=HEAD_JUDGE, role=Role.JUDGE, person=EVE, name="eve"))
    event.pair((ANN, BOB), (CYD, DAN))
    event.do(a.Undo(by=COORDINATOR))
    event.do(a.Undo(by=HEAD_JUDGE))
    assert (Role.JUDGE, EVE) not in event.state.staff


# --- what somebody else has changed since -----------------------------------------------------------


def test_a_phase_that_somebody_else_has_changed_since_stays() -> None:
    event = four()
    event.do(a.SetStage(by=COORDINATOR, stage="draft"))
    event.do(a.SetStage(by=HEAD_JUDGE, stage="construction"))
    with pytest.raises(r.PhaseStands):
        undo(event)
    assert event.state.phase == "construction"


def test_an_office_that_somebody_else_has_given_back_or_taken_since_stays() -> None:
    event = four()
    event.do(a.NameStaff(by=COORDINATOR, role=Role.JUDGE, person=EVE, name="eve"))
    event.do(a.RemoveStaff(by=HEAD_JUDGE, role=Role.JUDGE, person=EVE))
    with pytest.raises(r.OfficeStands) as no:
        undo(event)
    assert not no.value.holds
    event.do(a.NameStaff(by=HEAD_JUDGE, role=Role.JUDGE, person=EVE, name="eve"))
    event.do(a.RemoveStaff(by=COORDINATOR, role=Role.JUDGE, person=EVE))
    event.do(a.NameStaff(by=HEAD_JUDGE, role=Role.JUDGE, person=EVE, name="eve"))
    with pytest.raises(r.OfficeStands) as no:
        undo(event)
    assert no.value.holds


def test_an_entry_stays_when_it_was_paired_in_the_same_second() -> None:
    event = four()
    event.pair((ANN, BOB), (CYD, DAN))
    event.do(a.Register(by=COORDINATOR, player=EVE, name="eve"))
    event.do(a.PairByHand(by=HEAD_JUDGE, pairs=((ANN, EVE), (CYD, DAN))))
    with pytest.raises(r.EntryStands):
        undo(event)


def test_an_entry_stays_once_anything_is_on_record_of_the_player() -> None:
    event = four()
    event.do(a.Register(by=COORDINATOR, player=EVE, name="eve"))
    event.do(a.Penalise(by=JUDGE, player=EVE, infraction="cheating", level="disqualification", why="seen"))
    with pytest.raises(r.EntryStands) as no:
        undo(event)
    assert no.value.on_record
    event.do(a.Approve(by=HEAD_JUDGE, number=1))
    assert event.state.players[EVE].dropped is Departure.DISQUALIFIED


def test_who_wanted_to_leave_is_out_when_the_drop_is_taken_back_after_the_close() -> None:
    event = four()
    event.pair((ANN, BOB), (CYD, DAN))
    event.do(a.BeginRound(by=COORDINATOR, dice=event.dice))
    event.do(a.SetResult(by=HEAD_JUDGE, round=None, table=1, first=2, second=0, draws=0, why="seen"))
    event.do(a.SetResult(by=HEAD_JUDGE, round=None, table=2, first=2, second=0, draws=0, why="seen"))
    event.do(a.Drop(by=BOB))
    assert event.state.players[BOB].dropping
    event.do(a.DropPlayer(by=COORDINATOR, player=BOB, why="power"))
    event.do(a.CloseRound(by=HEAD_JUDGE))
    undo(event)
    assert event.state.players[BOB].dropped is Departure.OWN_WISH
    assert not event.state.players[BOB].dropping
