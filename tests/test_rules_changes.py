"""What is remembered of the changes that can be taken back, and what is forgotten for its age."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rules.changes import KEPT, Change, Paired, ResultSet, remembering
from tests.playing import COORDINATOR, START, Event


def result(number: int) -> Change:
    return ResultSet(by=COORDINATOR, at=START, round=1, table=number)


def pairing(number: int) -> Change:
    return Paired(
        by=COORDINATOR,
        at=START,
        round=number,
        before=None,
        previous_round_ends_at=None,
        swiss_rounds=0,
        bracket=None,
    )


@given(st.lists(st.integers(0, 2 * KEPT), max_size=3))
def test_the_pairing_that_stands_is_kept_and_everything_older_goes(results: list[int]) -> None:
    state, made = Event(()).state, list[Change]()
    for number, count in enumerate(results, 1):
        changes = [pairing(number), *map(result, range(count))]
        for change in changes:
            state = remembering(state, change)
        made += changes
    kept = state.changes
    assert kept == tuple(made[len(made) - len(kept) :])
    assert len(kept) >= min(len(made), KEPT)
    if results:
        assert pairing(len(results)) in kept


def test_of_several_pairings_only_the_last_one_outlives_its_age() -> None:
    state = Event(()).state
    for number in (1, 2):
        state = remembering(state, pairing(number))
    for number in range(3 * KEPT):
        state = remembering(state, result(number))
    assert [change for change in state.changes if isinstance(change, Paired)] == [pairing(2)]
    assert state.changes[0] == pairing(2)
