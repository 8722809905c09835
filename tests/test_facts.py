"""Frozen facts are changed by copying them."""

import dataclasses

import pytest

from rules.facts import replace
from rules.match import Side
from tests.playing import ANN, Event


def test_a_changed_fact_is_a_copy_and_the_first_one_stays() -> None:
    before = Side(player=ANN)
    after = replace(before, wins=1, loaded=True)
    assert after == Side(player=ANN, wins=1, loaded=True)
    assert before == Side(player=ANN)


def test_a_fact_in_which_nothing_changes_is_the_same_one() -> None:
    side = Side(player=ANN, wins=1)
    assert replace(side, wins=1, loaded=False) is side


def test_a_copy_is_what_the_standard_one_makes() -> None:
    event = Event()
    event.begin()
    match, state = event.match(), event.state
    assert replace(match, disputed=7) == dataclasses.replace(match, disputed=7)
    assert replace(state, last_number=7) == dataclasses.replace(state, last_number=7)


def test_a_field_that_a_fact_does_not_have_is_refused() -> None:
    with pytest.raises(TypeError, match="Side has no field victories"):
        replace(Side(player=ANN), **{"victories": 1})  # type: ignore[arg-type]  # what is tested
