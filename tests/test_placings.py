"""The standings that are asked for again and again: what is remembered is what would be reckoned anew."""

from __future__ import annotations

from cogs.placings import Reckoned
from rules import acts as a
from rules.standings import of_event
from tests.playing import COORDINATOR, HEAD_JUDGE
from tests.swissplay import Swiss, person


def test_after_every_act_of_an_event_they_are_those_of_the_state() -> None:
    event, remembered = Swiss(9, seed=3), Reckoned()
    for _ in range(3):
        event.pair_swiss()
        assert remembered.of("red", event.state) == of_event(event.state)
        event.begin_round()
        for table, match in sorted(event.state.matches.items()):
            if not match.is_over:
                event.set_result(table, (2, 1, 0))
            assert remembered.of("red", event.state) == of_event(event.state)
        event.play_round()
        assert remembered.of("red", event.state) == of_event(event.state)


def test_a_result_corrected_two_rounds_later_and_a_disqualification_are_seen() -> None:
    event, remembered = Swiss(8, seed=4), Reckoned()
    for _ in range(3):
        event.round()
    before = remembered.of("red", event.state)
    event.set_result(1, (0, 0, 3), round_number=1)
    corrected = remembered.of("red", event.state)
    assert corrected == of_event(event.state) != before
    event.do(
        a.Penalise(
            by=HEAD_JUDGE,
            player=person(0),
            infraction="cheating",
            level="disqualification",
            why="marked cards",
        )
    )
    left = remembered.of("red", event.state)
    assert left == of_event(event.state)
    assert len(left) == len(corrected) - 1


def test_what_touches_no_result_is_not_reckoned_again() -> None:
    event, remembered = Swiss(4), Reckoned()
    event.round()
    placings = remembered.of("red", event.state)
    event.do(a.FlipCoin(by=COORDINATOR, by_name="tess", words="", dice=event.dice))
    assert remembered.of("red", event.state) is placings


def test_two_events_are_not_taken_for_each_other() -> None:
    one, other, remembered = Swiss(4, seed=1), Swiss(6, seed=2), Reckoned()
    one.round()
    other.round()
    for event in (one, other, one):
        assert remembered.of("red", event.state) == of_event(event.state)
