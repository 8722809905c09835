"""Decisions: appeals and proposals are said again while they wait, hold up the end, and go to the right judge."""

from __future__ import annotations

import pytest

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.deadlines import of_event
from rules.decisions import deciders
from rules.entries import Role
from rules.fold import fold
from tests.playing import ANN, BOB, COORDINATOR, CYD, DAN, HEAD_JUDGE, JUDGE
from tests.refereeing import Table, minutes, playing

SAM = e.PersonId("nick:sam")


def proposed(table: Table) -> int:
    """bob is to lose a game for slow play, by a proposal."""
    return table.penalises(JUDGE, BOB, "slow_play", "game_loss", "asked twice")


def appealed(table: Table) -> int:
    """bob appeals a Warning of the judge."""
    number = table.penalises(JUDGE, BOB, "misrepresentation")
    table.do(a.Appeal(by=BOB, of=number, why="he waited for me"))
    return table.state.last_number


def ruled_by(table: Table, judge: e.PersonId) -> int:
    table.do(a.CallJudge(by=ANN))
    number = table.state.last_number
    table.do(a.GiveRuling(by=judge, number=number, text="play on"))
    return number


def awaited(table: Table) -> list[str]:
    return [
        f"{entry.at:%H:%M} {entry.number}{' head judge' if entry.head_judge else ''}"
        for entry in table.kept(e.DecisionAwaited)
    ]


# --- said again -------------------------------------------------------------------------------------


@pytest.mark.parametrize("waits", [proposed, appealed])
def test_what_waits_is_said_again_and_then_to_who_decides(waits: object) -> None:
    table = playing()
    table.at("12:10:00")
    number = waits(table)  # type: ignore[operator]  # one of the two functions above
    table.at("12:21:00")
    assert awaited(table) == [
        f"12:12 {number}",
        f"12:15 {number} head judge",
        f"12:20 {number} head judge",
    ]
    assert [entry.waited for entry in table.kept(e.DecisionAwaited)] == [minutes(2), minutes(5), minutes(10)]
    assert fold(table.entries) == table.state


@pytest.mark.parametrize("answer", [a.Approve, a.Dismiss])
def test_a_proposal_that_is_decided_is_quiet(answer: type[a.Approve]) -> None:
    table = playing()
    table.at("12:10:00")
    number = proposed(table)
    table.at("12:13:00").do(answer(by=HEAD_JUDGE, number=number))
    table.at("12:30:00")
    assert awaited(table) == [f"12:12 {number}"]
    assert table.state.undecided == ()


def test_an_appeal_that_is_answered_is_quiet() -> None:
    table = playing()
    table.at("12:10:00")
    number = appealed(table)
    table.at("12:11:00").do(a.Uphold(by=HEAD_JUDGE, number=number))
    table.at("12:30:00")
    assert awaited(table) == []


def test_neither_a_hold_nor_the_end_of_the_round_silences_it() -> None:
    table = playing()
    table.at("12:10:00")
    number = appealed(table)
    table.holds(0)
    table.at("12:12:30").resumes(0)
    table.concedes_match(BOB)
    table.closes_round()
    table.at("12:20:00")
    assert awaited(table) == [f"12:12 {number}", f"12:15 {number} head judge"]


def test_a_clocks_proposals_wait_too_and_the_lower_one_goes_with_the_higher() -> None:
    table = playing(automatic={"disconnection": "propose"})
    table.at("12:10:00").leaves(BOB)
    table.at("12:20:01")
    waited = table.state.undecided
    table.do(a.Approve(by=HEAD_JUDGE, number=2))
    assert (waited, table.state.undecided) == ((1, 2), ())


def test_after_the_event_nothing_is_said_again() -> None:
    table = playing()
    table.concedes_match(BOB)
    table.closes_round()
    number = table.penalises(JUDGE, BOB, "misrepresentation")
    table.do(a.EndTournament(by=COORDINATOR))
    table.do(a.Appeal(by=BOB, of=number))
    assert of_event(table.state) == []
    table.do(a.Overturn(by=HEAD_JUDGE, number=number, why="no harm"))
    assert table.statuses == ["overturned"]


# --- the end ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("closed", [True, False])
def test_the_event_does_not_end_while_something_waits(closed: bool) -> None:
    table = playing()
    numbers = (proposed(table), appealed(table))
    table.concedes_match(BOB)
    if closed:
        table.closes_round()
    assert table.refuses(a.EndTournament(by=COORDINATOR), r.Undecided).numbers == numbers
    table.do(a.Dismiss(by=HEAD_JUDGE, number=numbers[0]))
    table.do(a.Uphold(by=HEAD_JUDGE, number=numbers[1]))
    table.do(a.EndTournament(by=COORDINATOR))
    assert table.state.is_over


def test_an_open_table_is_named_first() -> None:
    table = playing()
    proposed(table)
    table.refuses(a.EndTournament(by=COORDINATOR), r.TablesOpen)


def test_an_event_is_cancelled_all_the_same() -> None:
    table = playing()
    proposed(table)
    table.do(a.CancelTournament(by=COORDINATOR, why="the server is down"))
    assert table.state.is_over


# --- whose it is (1.7, 1.9, OG-R22) -----------------------------------------------------------------


def two_judges(first: e.PersonId, second: e.PersonId = BOB) -> Table:
    """A two-judge event in which `first` plays; sam is the secondary judge."""
    table = Table(players=(first, second), keys={"two_judges": "yes"})
    table.do(a.NameStaff(by=COORDINATOR, role=Role.SECONDARY_JUDGE, person=SAM, name="sam"))
    table.begin((first, second))
    table.ready(first, second)
    return table


def test_an_appeal_in_the_head_judges_match_waits_for_who_has_no_part_in_it() -> None:
    """E-083."""
    table = two_judges(HEAD_JUDGE)
    table.do(a.CallJudge(by=BOB))
    table.do(a.GiveRuling(by=SAM, number=1, text="play on"))
    table.do(a.Appeal(by=BOB, of=1))
    assert deciders(table.state, 2) == (JUDGE,)
    table.refuses(a.Uphold(by=SAM, number=2), r.OwnRuling)
    table.do(a.Uphold(by=JUDGE, number=2))
    assert table.state.appeals[2].answered_by == JUDGE


def test_a_proposal_in_the_head_judges_match_waits_for_the_secondary_judge() -> None:
    table = two_judges(HEAD_JUDGE)
    number = table.penalises(JUDGE, BOB, "slow_play", "game_loss", "asked twice")
    assert deciders(table.state, number) == (SAM,)


def test_elsewhere_everything_waits_for_the_head_judge() -> None:
    table = two_judges(SAM)
    number = table.penalises(JUDGE, BOB, "slow_play", "game_loss", "asked twice")
    assert deciders(table.state, number) == (HEAD_JUDGE,)


# --- the head judge's own word ----------------------------------------------------------------------


def test_what_the_head_judge_has_ruled_is_not_appealed_to_the_head_judge() -> None:
    table = playing()
    table.refuses(a.Appeal(by=ANN, of=ruled_by(table, HEAD_JUDGE)), r.HeadJudgeHasRuled)
    number = table.penalises(HEAD_JUDGE, BOB, "misrepresentation")
    table.refuses(a.Appeal(by=BOB, of=number), r.HeadJudgeHasRuled)


def test_nor_what_the_head_judge_has_let_stand() -> None:
    table = playing()
    number = table.penalises(JUDGE, BOB, "misrepresentation")
    for which in (number, ruled_by(table, JUDGE)):
        table.do(a.Uphold(by=HEAD_JUDGE, number=which))
        table.refuses(a.Appeal(by=BOB, of=which), r.HeadJudgeHasRuled)


def test_what_a_judge_proposed_may_be_appealed_once_it_is_given() -> None:
    table = playing()
    number = proposed(table)
    table.do(a.Approve(by=HEAD_JUDGE, number=number))
    table.do(a.Appeal(by=BOB, of=number, why="nobody asked me"))
    table.overturns(HEAD_JUDGE, number)
    assert table.statuses == ["overturned"]


@pytest.mark.parametrize("first", [a.Uphold, a.Overturn])
@pytest.mark.parametrize("again", [a.Uphold, a.Overturn])
def test_an_appeal_is_answered_once_by_either_number(first: type[a.Act], again: type[a.Act]) -> None:
    table = playing()
    appeal = appealed(table)
    table.do(first(by=HEAD_JUDGE, number=appeal, why="so"))  # type: ignore[call-arg]  # both have these fields
    for number in (appeal, appeal - 1):
        act = again(by=HEAD_JUDGE, number=number, why="or so")  # type: ignore[call-arg]  # as above
        table.refuses(act, r.AppealIsFinal)


# --- whose business it is ---------------------------------------------------------------------------


@pytest.mark.parametrize("settled", [False, True])
def test_nobody_but_the_judges_can_tell_a_proposal_from_a_number_that_is_not_there(settled: bool) -> None:
    table = Table(players=(ANN, BOB, CYD, DAN))
    table.begin((ANN, BOB), (CYD, DAN))
    number = proposed(table)
    if settled:
        table.do(a.Dismiss(by=HEAD_JUDGE, number=number))
    for person in (ANN, BOB, CYD, COORDINATOR):
        for kind in (a.Appeal, a.Acknowledge, a.Approve, a.Dismiss, a.Overturn, a.Uphold):
            refusals = [_refused(table, kind, person, which) for which in (number, number + 1)]
            assert repr(refusals[0]) == repr(refusals[1]).replace(str(number + 1), str(number))


def _refused(
    table: Table, kind: type[a.Act], person: e.PersonId, number: int
) -> tuple[str, dict[str, object]]:
    names = {"of": number} if kind is a.Appeal else {"number": number}
    why = {"why": "no"} if kind in (a.Overturn, a.Uphold, a.Dismiss) else {}
    refusal = table.refuses(kind(by=person, **names, **why), r.Refusal)  # type: ignore[arg-type]  # as named
    return type(refusal).__name__, vars(refusal)
