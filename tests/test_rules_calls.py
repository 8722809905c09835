"""Calls, rulings and appeals (1.5, 1.7, 1.9, OG-R22)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.entries import PersonId, Role
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
    table.refuses(a.Uphold(by=SAM, number=2), r.NotAllowed)
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
        except (r.NotAllowed, r.OwnMatch):
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


def test_a_call_that_nobody_takes_is_repeated_and_goes_to_the_head_judge_once_each() -> None:
    table = playing()
    table.at("12:10:00").do(a.CallJudge(by=ANN))
    table.at("12:40:00")
    assert repeats(table) == ["12:12:00 1", "12:15:00 1*"]
    assert [entry.waited for entry in table.kept(e.CallRepeated)] == [minutes(2), minutes(5)]


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
    table.at("12:40:00")
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
