"""What an event's agenda has due, and what of it goes on while the bot cannot see."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.agenda import EventAgenda
from rules.deadlines import EVENT, next_due
from tests.playing import ANN, BOB, START
from tests.refereeing import Table


def test_the_warnings_of_the_round_go_on_unseen() -> None:
    table = Table()
    table.begin((ANN, BOB))
    due = EventAgenda().event_due(table.state)
    assert due is not None
    assert START < due == next_due(table.state, EVENT)


def test_a_no_show_is_not_dropped_unseen_and_what_is_due_later_waits() -> None:
    table = Table()
    table.begin((ANN, BOB))
    warning = next_due(table.state, EVENT)
    assert warning is not None
    for sooner in (timedelta(seconds=1), timedelta(0)):
        state = replace(table.state, no_shows=((BOB, warning - sooner),))
        assert next_due(state, EVENT) == warning - sooner
        assert EventAgenda().event_due(state) is None
    later = replace(table.state, no_shows=((BOB, warning + timedelta(seconds=1)),))
    assert EventAgenda().event_due(later) == warning
