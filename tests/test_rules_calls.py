"""Calls, rulings and appeals (1.5, 1.7, 1.9, OG-R22)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.entries import PersonId, Role
from rules.refusals import Refusal
from tests.playing import ANN, BOB, COORDINATOR, CYD, DAN, HEAD_JUDGE, JUDGE
from tests.refereeing import Table, begun, minutes, playing

SAM, JOE = PersonId("nick:sam"), PersonId("nick:joe")


def named(table: Table, role: Role, person: PersonId) -> None:
    table.do(a.NameStaff(by=COORDINATOR, role=role, person=person, name=person, here=True))


def two_judges(first: PersonId = HEAD_JUDGE, second: PersonId = BOB) -> Table:
    """A two-judge event: hugo is head judge, sam secondary judge; `first` plays `second` in game 1."""
    table = Table(players=(first, second), keys={"two_judges": "yes"})
    named(table, Role.SECONDARY_JUDGE, SAM)
    table.begin((first, second))
    table.at("12:00:30").ready(first, second)
    table.at("12:01:00").ready(first, second)
    return table


def ruled(table: Table, judge: PersonId = JUDGE) -> int:
    """ann has called, and the judge has answered; the number."""
    table.do(a.CallJudge(by=ANN, why="trample"))
    number = table.state.last_number
    table.do(a.GiveRuling(by=judge, number=number, text="it tramples"))
    return number


# --- calls ------------------------------------------------------------------------------------------


def test_calls_penalties_and_appeals_share_one_count() -> None:
    table = playing()
    ruled(table)
    table.penalises(JUDGE, BOB, "slow_play")
    table.do(a.Appeal(by=BOB, of=2))
    table.do(a.CallJudge(by=ANN))
    assert sorted(table.state.calls) == [1, 4]
    assert sorted(table.state.penalties) == [2]
    assert sorted(table.state.appeals) == [3]


def test_two_calls_in_one_second_are_two() -> None:
    """S102."""
    table = Table(players=(ANN, BOB, CYD, DAN))
    table.begin((ANN, BOB), (CYD, DAN))
    table.do(a.CallJudge(by=ANN, why="one"))
    table.do(a.CallJudge(by=DAN, why="two"))
    assert [(call.number, call.table) for call in table.state.open_calls] == [(1, 1), (2, 2)]


def test_one_person_cannot_bury_the_calls_of_the_others() -> None:
    table = playing()
    for why in ("one", "two", "three"):
        table.do(a.CallJudge(by=ANN, why=why))
    assert table.refuses(a.CallJudge(by=ANN, why="four"), r.CallOpenAlready).number == 3
    table.do(a.CallJudge(by=BOB, why="mine"))
    table.do(a.ClaimCall(by=JUDGE))
    table.do(a.CallJudge(by=ANN, why="four"))
    assert [call.why for call in table.state.open_calls] == ["one", "two", "three", "mine", "four"]


def test_panic_is_heard_however_many_calls_wait() -> None:
    table = playing()
    for why in ("one", "two", "three"):
        table.do(a.CallJudge(by=ANN, why=why))
    table.do(a.CallJudge(by=ANN, why="it is all wrong", panic=True))
    assert table.match().holds
    table.refuses(a.CallJudge(by=ANN, why="again", panic=True), r.CallOpenAlready)


def test_the_oldest_call_is_claimed_first() -> None:
    table = playing()
    table.do(a.CallJudge(by=ANN))
    table.do(a.CallJudge(by=BOB))
    table.do(a.ClaimCall(by=JUDGE))
    assert table.state.calls[1].claimed_by == JUDGE


def test_a_claimed_call_is_taken() -> None:
    """S101."""
    table = playing()
    table.do(a.CallJudge(by=ANN))
    table.do(a.CallJudge(by=BOB))
    table.do(a.ClaimCall(by=JUDGE, number=1))
    refusal = table.refuses(a.ClaimCall(by=HEAD_JUDGE, number=1), r.CallTaken)
    assert (refusal.by, refusal.next_open) == (JUDGE, 2)


def test_a_call_given_back_can_be_taken_again() -> None:
    table = playing()
    table.do(a.CallJudge(by=ANN))
    table.do(a.ClaimCall(by=JUDGE))
    table.refuses(a.ReleaseCall(by=HEAD_JUDGE, number=1), r.NotYourCall)
    table.do(a.ReleaseCall(by=JUDGE, number=1))
    table.do(a.ClaimCall(by=HEAD_JUDGE, number=1))
    assert table.state.calls[1].claimed_by == HEAD_JUDGE


def test_with_nothing_open_there_is_nothing_to_claim() -> None:
    table = playing()
    table.refuses(a.ClaimCall(by=JUDGE), r.NoOpenCall)
    table.refuses(a.ClaimCall(by=JUDGE, number=9), r.NoSuchNumber)


def test_a_ruling_answers_the_call_and_says_how_long_it_took() -> None:
    table = playing()
    table.at("12:10:00").do(a.CallJudge(by=ANN))
    table.at("12:14:00").do(a.GiveRuling(by=JUDGE, number=1, text="it tramples"))
    assert table.calls == []
    assert table.kept(e.RulingGiven)[0].took.total_seconds() == 240


def test_a_ruling_is_given_once() -> None:
    table = playing()
    number = ruled(table)
    table.refuses(a.GiveRuling(by=HEAD_JUDGE, number=number, text="no"), r.CallClosedAlready)


def test_somebody_elses_call_is_only_the_head_judges_to_answer() -> None:
    table = playing()
    named(table, Role.JUDGE, JOE)
    table.do(a.CallJudge(by=ANN))
    table.do(a.ClaimCall(by=JUDGE))
    table.refuses(a.GiveRuling(by=JOE, number=1, text="no"), r.NotYourCall)
    table.do(a.GiveRuling(by=HEAD_JUDGE, number=1, text="yes"))
    assert table.state.calls[1].ruled_by == HEAD_JUDGE


def test_a_call_of_a_player_waits_for_a_ruling_also_after_the_result() -> None:
    table = playing()
    table.do(a.CallJudge(by=ANN, why="conduct"))
    table.concedes_match(BOB)
    assert table.calls == ["conduct"]


def test_a_call_outlives_a_pairing_with_fewer_tables() -> None:
    table = Table(players=(ANN, BOB, CYD, DAN))
    table.pair((ANN, BOB), (CYD, DAN))
    table.do(a.CallJudge(by=DAN, why="deck"))
    table.pair((ANN, BOB))
    table.do(a.GiveRuling(by=JUDGE, number=1, text="fine"))
    assert table.calls == []


def test_a_judge_who_plays_there_claims_another_tables_call_only() -> None:
    table = two_judges(first=JUDGE)
    table.do(a.CallJudge(by=BOB))
    table.refuses(a.ClaimCall(by=JUDGE), r.NoOpenCall)
    table.refuses(a.ClaimCall(by=JUDGE, number=1), r.OwnMatch)
    table.refuses(a.GiveRuling(by=JUDGE, number=1, text="mine"), r.OwnMatch)


# --- appeals (1.7) ----------------------------------------------------------------------------------


def test_a_ruling_may_be_appealed_to_the_head_judge() -> None:
    table = playing()
    number = ruled(table)
    table.do(a.Appeal(by=BOB, of=number, why="it does not"))
    appeal = table.state.last_number
    table.do(a.Uphold(by=HEAD_JUDGE, number=appeal, why="it does"))
    assert table.state.appeals[appeal].upheld


def test_an_appeal_before_any_ruling_is_refused() -> None:
    table = playing()
    table.do(a.CallJudge(by=ANN))
    table.refuses(a.Appeal(by=ANN, of=1), r.NothingRuledYet)


def test_a_penalty_may_be_appealed() -> None:
    table = playing()
    number = table.penalises(JUDGE, BOB, "misrepresentation")
    table.do(a.Appeal(by=BOB, of=number))
    table.do(a.Overturn(by=HEAD_JUDGE, number=table.state.last_number, why="no harm"))
    assert table.statuses == ["overturned"]


def test_the_answer_to_an_appeal_is_final() -> None:
    table = playing()
    number = table.penalises(JUDGE, BOB, "misrepresentation")
    table.do(a.Appeal(by=BOB, of=number))
    appeal = table.state.last_number
    table.do(a.Uphold(by=HEAD_JUDGE, number=appeal))
    table.refuses(a.Uphold(by=HEAD_JUDGE, number=appeal), r.AppealIsFinal)
    table.refuses(a.Appeal(by=BOB, of=number), r.AppealIsFinal)
    table.refuses(a.Overturn(by=JUDGE, number=number, why="after all"), r.NotAllowed)


def test_the_number_of_the_penalty_answers_its_open_appeal() -> None:
    table = playing()
    number = table.penalises(JUDGE, BOB, "misrepresentation")
    table.do(a.Appeal(by=BOB, of=number))
    table.do(a.Overturn(by=HEAD_JUDGE, number=number, why="no harm"))
    assert table.state.appeals[number + 1].upheld is False
    assert table.statuses == ["overturned"]


def test_while_an_appeal_is_open_it_is_the_head_judges() -> None:
    table = playing()
    number = table.penalises(JUDGE, BOB, "misrepresentation")
    table.do(a.Appeal(by=BOB, of=number))
    table.refuses(a.Overturn(by=JUDGE, number=number, why="sorry"), r.NotAllowed)


def test_only_who_is_concerned_appeals() -> None:
    table = Table(players=(ANN, BOB, CYD, DAN))
    table.begin((ANN, BOB), (CYD, DAN))
    number = table.penalises(JUDGE, BOB, "misrepresentation")
    table.refuses(a.Appeal(by=CYD, of=number), r.NotAllowed)
    table.do(a.Appeal(by=ANN, of=number))
    assert len(table.state.appeals) == 1


def test_what_does_not_stand_is_not_appealed() -> None:
    table = playing()
    number = table.penalises(JUDGE, BOB, "misrepresentation")
    table.overturns(JUDGE, number)
    table.refuses(a.Appeal(by=BOB, of=number), r.AlreadySettled)


def test_a_ruling_of_an_earlier_round_is_appealed_by_who_played_there() -> None:
    table = Table(players=(ANN, BOB, CYD, DAN))
    table.begin((ANN, BOB), (CYD, DAN))
    number = ruled(table)
    table.concedes_match(BOB)
    table.concedes_match(DAN)
    table.closes_round()
    table.at("12:50:00").begins((ANN, CYD), (BOB, DAN))
    table.refuses(a.Appeal(by=CYD, of=number), r.NotAllowed)
    table.do(a.Appeal(by=BOB, of=number))
    assert len(table.state.appeals) == 1


def test_the_head_judge_overrules_a_ruling_without_an_appeal() -> None:
    table = playing()
    number = ruled(table)
    table.do(a.Overturn(by=HEAD_JUDGE, number=number, why="it does not trample"))
    call = table.state.calls[number]
    assert call.ruled_by == HEAD_JUDGE
    assert "it does not trample" in call.ruling
    table.refuses(a.Overturn(by=JUDGE, number=number, why="it does"), r.NotAllowed)


def test_the_head_judge_lets_a_ruling_stand() -> None:
    table = playing()
    number = ruled(table)
    table.do(a.Uphold(by=HEAD_JUDGE, number=number))
    assert [entry.number for entry in table.kept(e.PenaltyUpheld)] == [number]


def test_without_a_ruling_there_is_nothing_to_overrule_or_uphold() -> None:
    table = begun()
    table.do(a.CallJudge(by=ANN))
    table.refuses(a.Overturn(by=HEAD_JUDGE, number=1, why="no"), r.NothingRuledYet)
    table.refuses(a.Uphold(by=HEAD_JUDGE, number=1), r.NothingRuledYet)


# --- two judges (1.9, OG-R22) -----------------------------------------------------------------------


def test_in_the_head_judges_own_match_the_secondary_judge_has_the_last_word() -> None:
    table = two_judges()
    table.at("12:10:00").leaves(BOB)
    table.refuses(a.Excuse(by=HEAD_JUDGE, player=BOB), r.OwnMatch)
    table.do(a.Excuse(by=SAM, player=BOB))
    table.at("12:30:00")
    assert table.penalties == []


def test_in_the_secondary_judges_match_the_head_judge_has_it() -> None:
    table = two_judges(first=SAM)
    table.leaves(BOB)
    table.refuses(a.Excuse(by=SAM, player=BOB), r.OwnMatch)
    table.do(a.Excuse(by=HEAD_JUDGE, player=BOB))
    assert len(table.kept(e.AbsenceExcused)) == 1


def test_in_other_matches_the_secondary_judge_has_it_not() -> None:
    table = two_judges(first=ANN)
    table.leaves(BOB)
    table.refuses(a.Excuse(by=SAM, player=BOB), r.NotAllowed)


def test_when_both_play_each_other_a_judge_without_a_part_in_it_rules() -> None:
    table = two_judges(first=HEAD_JUDGE, second=SAM)
    table.leaves(SAM)
    for judge in (HEAD_JUDGE, SAM):
        table.refuses(a.Excuse(by=judge, player=SAM), r.OwnMatch)
    table.do(a.Excuse(by=JUDGE, player=SAM))
    assert len(table.kept(e.AbsenceExcused)) == 1


def test_an_appeal_in_the_head_judges_own_match_goes_to_a_judge_without_a_part_in_it() -> None:
    table = two_judges()
    table.do(a.CallJudge(by=BOB))
    table.do(a.GiveRuling(by=SAM, number=1, text="no"))
    table.do(a.Appeal(by=BOB, of=1))
    table.refuses(a.Uphold(by=HEAD_JUDGE, number=2), r.OwnMatch)
    table.refuses(a.Uphold(by=SAM, number=2), r.OwnRuling)
    table.do(a.Uphold(by=JUDGE, number=2))
    assert table.state.appeals[2].upheld


ORACLE = Path(__file__).parent / "oracle" / "endofround.jsonl"
PEOPLE = {"HJ": HEAD_JUDGE, "SJ": SAM, "A": ANN, "B": BOB}
ROUTES = {"head_judge": HEAD_JUDGE, "secondary_judge": SAM, "uninvolved_judge": JUDGE}


def routes() -> list[Any]:
    """The O-Gaming cases that say who rules, each by its id."""
    cases = map(json.loads, ORACLE.read_text(encoding="utf-8").splitlines())
    return [
        pytest.param(case, id=case["id"])
        for case in cases
        if case["kind"] == "ruling_route" and case["ruleset"] == "ogaming"
    ]


def those_who_may(table: Table, number: int) -> list[PersonId]:
    """Which of the three judges has the say about a ruling or an appeal; each is tried, at a table of its own."""
    able = []
    for judge in ROUTES.values():
        trial = table.twin()
        try:
            trial.do(a.Uphold(by=judge, number=number))
        except (r.NotAllowed, r.OwnMatch, r.OwnRuling):
            continue
        able.append(judge)
    return able


@pytest.mark.parametrize("case", routes())
def test_who_rules(case: dict[str, Any]) -> None:
    """Without an appeal it is who has the last word about the ruling of another; with one, who answers it."""
    given, (first, second) = case["input"], (PEOPLE[name] for name in case["input"]["players"])
    expected = case["expect"]["ruling_by"]
    table = two_judges(first=first, second=second)
    table.do(a.CallJudge(by=second))
    call = table.state.last_number
    if not given.get("initial_ruling", True):
        assert expected is None
        table.refuses(a.Appeal(by=second, of=call), r.NothingRuledYet)
        return
    appealed = given.get("appeal", False)
    table.do(a.GiveRuling(by=SAM if appealed else JUDGE, number=call, text="no"))
    if appealed:
        table.do(a.Appeal(by=second, of=call))
    assert those_who_may(table, table.state.last_number) == [ROUTES[expected]]


def test_nobody_answers_an_appeal_about_an_own_match_of_an_earlier_round() -> None:
    table = two_judges()
    table.do(a.CallJudge(by=BOB))
    table.do(a.GiveRuling(by=SAM, number=1, text="no"))
    table.concedes_match(BOB)
    table.closes_round()
    table.do(a.Appeal(by=BOB, of=1))
    table.refuses(a.Overturn(by=HEAD_JUDGE, number=2, why="I was there"), r.OwnMatch)


def test_nobody_settles_an_own_penalty_at_a_table_or_not() -> None:
    table = two_judges()
    table.concedes_match(BOB)
    table.closes_round()
    number = table.penalises(JUDGE, HEAD_JUDGE, "unsporting_conduct")
    for act in (a.Overturn(by=HEAD_JUDGE, number=number, why="no"), a.Uphold(by=HEAD_JUDGE, number=number)):
        table.refuses(act, r.OwnMatch)


def test_after_the_event_nobody_is_called() -> None:
    table = playing()
    table.do(a.CancelTournament(by=HEAD_JUDGE, why="storm"))
    table.refuses(a.CallJudge(by=ANN), r.EventOver)


# --- calls that nobody takes ------------------------------------------------------------------------


def repeats(table: Table) -> list[str]:
    """`12:12:00 1`, with a star where the head judge was asked by name."""
    return [
        f"{entry.at:%H:%M:%S} {entry.number}{'*' if entry.head_judge else ''}"
        for entry in table.kept(e.CallRepeated)
    ]


def test_a_call_that_nobody_takes_is_repeated_and_goes_to_the_head_judge_every_five_minutes() -> None:
    table = playing()
    table.at("12:10:00").do(a.CallJudge(by=ANN))
    table.at("12:24:00")
    assert repeats(table) == ["12:12:00 1", "12:15:00 1*", "12:20:00 1*"]
    assert [entry.waited for entry in table.kept(e.CallRepeated)] == [minutes(2), minutes(5), minutes(10)]


def test_a_call_that_somebody_has_is_not_repeated() -> None:
    table = playing()
    table.at("12:10:00").do(a.CallJudge(by=ANN))
    table.at("12:12:00").do(a.ClaimCall(by=JUDGE))
    table.at("12:40:00")
    assert repeats(table) == []


def test_a_call_given_back_waits_anew() -> None:
    table = playing()
    table.at("12:10:00").do(a.CallJudge(by=ANN))
    table.at("12:14:00").do(a.ClaimCall(by=JUDGE))
    table.at("12:20:00").do(a.ReleaseCall(by=JUDGE, number=1))
    table.at("12:29:00")
    assert repeats(table) == ["12:12:00 1", "12:22:00 1", "12:25:00 1*"]


def test_a_ruled_or_closed_call_is_not_repeated() -> None:
    table = playing()
    table.at("12:10:00").do(a.CallJudge(by=ANN))
    table.do(a.ReportLinkLost(by=ANN, player=BOB))
    table.at("12:11:00").do(a.GiveRuling(by=JUDGE, number=1, text="it tramples"))
    table.do(a.OrderReconnect(by=HEAD_JUDGE, table=1))
    table.at("12:15:00")
    assert repeats(table) == []


def test_neither_a_hold_nor_a_blind_spell_stops_the_waiting_of_a_call() -> None:
    table = playing()
    table.at("12:10:00").do(a.CallJudge(by=ANN, panic=True))
    table.at("12:11:00").goes_blind()
    table.at("12:16:00")
    assert repeats(table) == ["12:12:00 1", "12:15:00 1*"]


def test_two_calls_of_one_second_are_both_repeated() -> None:
    """S102: an unanswered call is repeated, and does not cover another."""
    table = playing()
    table.at("12:10:00").do(a.CallJudge(by=ANN))
    table.do(a.CallJudge(by=BOB))
    table.at("12:13:00")
    assert repeats(table) == ["12:12:00 1", "12:12:00 2"]


def test_when_the_event_is_over_no_call_is_repeated() -> None:
    table = playing()
    table.at("12:10:00").do(a.CallJudge(by=ANN))
    table.at("12:11:00").do(a.CancelTournament(by=COORDINATOR, why="site down"))
    table.at("12:40:00")
    assert repeats(table) == []


# --- calls that somebody has, and forgets -----------------------------------------------------------


def reminders(table: Table) -> list[str]:
    """`12:20:00 1 judy`, with a star where the head judge was asked as well."""
    return [
        f"{entry.at:%H:%M:%S} {entry.number} {entry.by.removeprefix('nick:')}{'*' if entry.head_judge else ''}"
        for entry in table.kept(e.CallReminded)
    ]


def test_who_has_a_call_is_reminded_of_it_and_then_the_head_judge_with_it() -> None:
    table = playing()
    table.at("12:10:00").do(a.CallJudge(by=ANN))
    table.at("12:11:00").do(a.ClaimCall(by=JUDGE))
    table.at("12:42:00")
    assert reminders(table) == ["12:21:00 1 judy", "12:31:00 1 judy*", "12:41:00 1 judy*"]
    table.do(a.GiveRuling(by=JUDGE, number=1, text="it tramples"))
    table.at("13:30:00")
    assert len(reminders(table)) == 3


def test_who_takes_it_over_is_reminded_anew() -> None:
    table = playing()
    table.at("12:10:00").do(a.CallJudge(by=ANN))
    table.do(a.ClaimCall(by=JUDGE))
    table.at("12:25:00").do(a.ReleaseCall(by=JUDGE))
    table.do(a.ClaimCall(by=HEAD_JUDGE))
    table.at("12:40:00")
    assert reminders(table) == ["12:20:00 1 judy", "12:35:00 1 hugo"]


def test_alone_release_gives_back_the_one_call_that_the_judge_has() -> None:
    table = playing()
    assert table.refuses(a.ReleaseCall(by=JUDGE), r.WhichCall).numbers == ()
    for number in (1, 2):
        table.do(a.CallJudge(by=ANN))
        table.do(a.ClaimCall(by=JUDGE, number=number))
    assert table.refuses(a.ReleaseCall(by=JUDGE), r.WhichCall).numbers == (1, 2)
    table.do(a.GiveRuling(by=JUDGE, number=1, text="no"))
    table.do(a.ReleaseCall(by=JUDGE))
    assert table.state.calls[2].claimed_by is None


# --- what a result, a round and an event leave open -------------------------------------------------


def test_a_players_call_outlives_the_match_and_the_round() -> None:
    table = playing()
    table.do(a.CallJudge(by=ANN, why="rules question"))
    table.concedes_match(BOB)
    table.closes_round()
    assert table.calls == ["rules question"]
    table.do(a.GiveRuling(by=JUDGE, number=1, text="it tramples"))
    assert table.calls == []


@pytest.mark.parametrize("claimed", [False, True])
@pytest.mark.parametrize("cancelled", [False, True])
def test_the_end_of_the_event_closes_what_is_left(claimed: bool, cancelled: bool) -> None:
    table = playing()
    table.do(a.CallJudge(by=ANN, why="rules question"))
    if claimed:
        table.do(a.ClaimCall(by=JUDGE))
    table.concedes_match(BOB)
    ending = a.CancelTournament(by=COORDINATOR, why="storm") if cancelled else a.EndTournament(by=COORDINATOR)
    table.do(ending)
    assert [entry.number for entry in table.kept(e.CallClosed)] == [1]
    assert table.calls == []
    for act in (
        a.ClaimCall(by=HEAD_JUDGE, number=1),
        a.ReleaseCall(by=JUDGE, number=1),
        a.GiveRuling(by=JUDGE, number=1, text="too late"),
    ):
        table.refuses(act, r.CallClosedAlready)


def test_after_the_event_nothing_is_held_and_nothing_goes_on() -> None:
    table = playing()
    table.holds(0)
    table.sets(JUDGE, 2, 0)
    table.do(a.EndTournament(by=COORDINATOR))
    table.refuses(a.LiftHold(by=JUDGE, table=0), r.EventOver)
    table.refuses(a.PlaceHold(by=JUDGE, table=0), r.EventOver)


def test_a_call_at_no_table_is_answered_and_proposes_no_time() -> None:
    table = Table(players=(ANN, BOB, CYD))
    table.begin()
    table.at("12:05:00").do(a.CallJudge(by=CYD, why="when is round 2?"))
    table.at("12:09:00").do(a.ClaimCall(by=JUDGE))
    table.do(a.GiveRuling(by=JUDGE, number=1, text="in an hour"))
    table.refuses(a.Extend(by=JUDGE), r.NothingToGiveBack)
    assert table.calls == []


# --- the queue in any order (judge-call) ------------------------------------------------------------

NUMBERS = st.one_of(st.none(), st.integers(1, 6))
JUDGES_OF_IT = st.sampled_from([JUDGE, HEAD_JUDGE, JOE, ANN])
QUEUE = st.lists(
    st.tuples(
        st.integers(0, 400),
        st.one_of(
            st.builds(a.CallJudge, by=st.sampled_from([ANN, BOB, CYD, DAN]), panic=st.booleans()),
            st.builds(a.CallJudge, by=st.sampled_from([ANN, BOB, CYD, DAN])),
            st.builds(a.ClaimCall, by=JUDGES_OF_IT, number=NUMBERS),
            st.builds(a.ReleaseCall, by=JUDGES_OF_IT, number=NUMBERS),
            st.builds(a.GiveRuling, by=JUDGES_OF_IT, number=st.integers(1, 6), text=st.just("no")),
            st.builds(a.SetResult, by=st.just(JUDGE), table=st.integers(1, 2), first=st.just(2),
                      second=st.just(0), draws=st.just(0), why=st.just("as ruled")),
        ),
    ),
    max_size=25,
)  # fmt: skip


@given(QUEUE)
@settings(max_examples=150, deadline=None)
def test_a_call_has_its_own_number_one_holder_and_is_listed_until_it_is_closed(
    acts: list[tuple[int, a.Act]],
) -> None:
    """S101, S102: whatever is said in whatever order."""
    table = Table(players=(ANN, BOB, CYD, DAN))
    named(table, Role.JUDGE, JOE)
    table.begin((ANN, BOB), (CYD, DAN))
    table.ready(ANN, BOB, CYD, DAN)
    has: dict[int, PersonId | None] = {}
    for seconds, act in acts:
        table.wait(seconds)
        before = table.state.calls
        try:
            entries = table.do(act)
        except Refusal:
            assert table.state.calls is before
            continue
        for entry in entries:
            match entry:
                case e.CallOpened():
                    assert entry.number not in has
                    has[entry.number] = None
                case e.CallClaimed():
                    assert has[entry.number] is None
                    has[entry.number] = entry.by
                case e.CallReleased():
                    assert has[entry.number] == entry.by
                    has[entry.number] = None
                case e.RulingGiven():
                    assert has.pop(entry.number) in (None, entry.by) or entry.by == HEAD_JUDGE
        waiting = {call.number: call.claimed_by for call in table.state.open_calls}
        assert waiting == has
        assert {*table.state.unclaimed} == {number for number, by in waiting.items() if by is None}
        assert {*table.state.claimed} == {number for number, by in waiting.items() if by is not None}


@given(st.permutations([1, 2, 3]), st.integers(0, 3))
@settings(max_examples=30, deadline=None)
def test_no_call_waits_unsaid(order: list[int], taken: int) -> None:
    """1.5: as long as it is open, somebody hears of each call again within ten minutes."""
    table = playing(keys={"round": "3h"})
    for _ in order:
        table.do(a.CallJudge(by=ANN))
    for number in order[:taken]:
        table.do(a.ClaimCall(by=JUDGE, number=number))
    table.at("13:30:00")
    for number in order:
        heard = [
            entry.at
            for entry in table.entries
            if isinstance(entry, e.CallOpened | e.CallRepeated | e.CallReminded) and entry.number == number
        ]
        gaps = [later - earlier for earlier, later in zip(heard, [*heard[1:], table.now], strict=True)]
        assert max(gaps) <= minutes(10)


def test_an_appeal_is_put_to_the_head_judge_until_it_is_answered() -> None:
    table = playing()
    table.do(a.CallJudge(by=ANN))
    table.do(a.GiveRuling(by=JUDGE, number=1, text="play on"))
    table.do(a.Appeal(by=ANN, of=1))
    table.wait(16 * 60)
    asked = [entry.waited for entry in table.kept(e.DecisionAwaited) if entry.head_judge]
    assert asked == [minutes(5), minutes(10), minutes(15)]
