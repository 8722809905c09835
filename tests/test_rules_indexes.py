"""What the state keeps apart or looks at alone so that nobody has to search: it is what a search would find."""

from __future__ import annotations

import pytest

from rules import acts as a
from rules.deadlines import EVENT, Deadline, of_event, stands
from rules.entries import PersonId
from rules.fold import apply
from rules.tournament import Penalty, Tournament
from tests import scorebooks
from tests.playing import ANN, BOB, HEAD_JUDGE, JUDGE
from tests.refereeing import playing


def penalties_by_search(state: Tournament) -> dict[PersonId, tuple[Penalty, ...]]:
    """Everybody's penalties, looked for among all of them."""
    everything = [penalty for _, penalty in sorted(state.penalties.items())]
    people = {*state.players, *(penalty.player for penalty in everything)}
    return {person: tuple(p for p in everything if p.player == person) for person in people}


@pytest.mark.parametrize("name", scorebooks.names())
def test_after_every_entry_of_an_old_scorebook_everybody_has_the_penalties_a_search_finds(name: str) -> None:
    state: Tournament | None = None
    for entry in scorebooks.entries(name):
        state = apply(state, entry)
        for person, found in penalties_by_search(state).items():
            assert state.penalties_of(person) == found


def test_two_players_penalties_are_kept_apart_and_in_order() -> None:
    table = playing()
    first = table.penalises(JUDGE, BOB, "slow_play")
    second = table.penalises(JUDGE, ANN, "slow_play")
    third = table.penalises(HEAD_JUDGE, BOB, "slow_play", "game_loss", "asked twice")
    assert [p.number for p in table.state.penalties_of(BOB)] == [first, third]
    assert [p.status for p in table.state.penalties_of(BOB)] == ["superseded", "standing"]
    assert [p.number for p in table.state.penalties_of(ANN)] == [second]


@pytest.mark.parametrize("name", scorebooks.names())
def test_what_ever_was_due_for_the_event_stands_as_long_as_it_is_among_all_deadlines(name: str) -> None:
    state: Tournament | None = None
    seen: set[Deadline] = set()
    for entry in scorebooks.entries(name):
        state = apply(state, entry)
        found = of_event(state)
        seen.update(found)
        assert {deadline for deadline in seen if stands(state, EVENT, deadline)} == set(found)


def test_calls_and_proposals_that_wait_stand_until_they_are_taken_up() -> None:
    table = playing()
    table.do(a.CallJudge(by=ANN, why="a question"))
    (call,) = table.state.unclaimed
    number = table.penalises(JUDGE, BOB, "slow_play", "game_loss", "asked twice")
    seen = set(of_event(table.state))
    assert {d.number for d in seen} >= {call, number}
    for act in (
        a.ClaimCall(by=JUDGE, number=call),
        a.ReleaseCall(by=JUDGE, number=call),
        a.Dismiss(by=HEAD_JUDGE, number=number),
    ):
        table.do(act)
        found = of_event(table.state)
        seen.update(found)
        assert {deadline for deadline in seen if stands(table.state, EVENT, deadline)} == set(found)
