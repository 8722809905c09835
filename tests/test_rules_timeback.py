"""Time given back for rulings (1.8): no minute of a match twice, whoever called, ruled and extended when."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import acts as a
from rules import entries as e
from rules import refusals as r
from rules.entries import PersonId
from rules.refusals import Refusal
from rules.timeback import left_of
from tests.playing import ANN, BOB, HEAD_JUDGE, JUDGE
from tests.refereeing import Table, minutes, playing


def call(table: Table, clock: str, by: PersonId = ANN) -> int:
    table.at(clock).do(a.CallJudge(by=by, why="trample"))
    return table.state.last_number


def rule(table: Table, clock: str, number: int, judge: PersonId = JUDGE) -> None:
    table.at(clock).do(a.GiveRuling(by=judge, number=number, text="it tramples"))


def extends(table: Table, judge: PersonId, count: int, why: str = "") -> None:
    table.do(a.Extend(by=judge, table=1, by_how_much=minutes(count), why=why))


def left(table: Table, number: int) -> timedelta:
    return left_of(table.state, table.state.calls[number])


def test_of_two_calls_at_once_the_second_gives_back_only_what_the_first_has_not() -> None:
    table = playing()
    first, second = call(table, "12:04:00", BOB), call(table, "12:04:00", ANN)
    rule(table, "12:09:00", first)
    table.do(a.Extend(by=JUDGE))
    rule(table, "12:09:10", second, HEAD_JUDGE)
    assert left(table, second) == timedelta(seconds=10)
    table.do(a.Extend(by=HEAD_JUDGE))
    assert table.ends == "12:55:10"


def test_what_nobody_has_given_back_is_there_for_the_second() -> None:
    table = playing()
    first, second = call(table, "12:04:00", BOB), call(table, "12:06:00", ANN)
    rule(table, "12:09:00", first)
    rule(table, "12:10:00", second, HEAD_JUDGE)
    assert (left(table, first), left(table, second)) == (minutes(5), minutes(4))
    table.do(a.Extend(by=HEAD_JUDGE))
    assert left(table, first) == minutes(2)


def test_time_given_by_hand_while_the_call_waits_counts_against_its_ruling() -> None:
    table = playing()
    number = call(table, "12:04:00")
    table.at("12:06:00")
    extends(table, HEAD_JUDGE, 3)
    rule(table, "12:09:00", number)
    assert left(table, number) == minutes(2)
    table.do(a.Extend(by=JUDGE))
    assert table.ends == "12:55:00"


def test_so_does_time_given_after_the_ruling_by_somebody_else() -> None:
    table = playing()
    number = call(table, "12:04:00")
    rule(table, "12:09:00", number)
    extends(table, HEAD_JUDGE, 5)
    assert table.refuses(a.Extend(by=JUDGE), r.NothingToGiveBack).ruling == number


def test_time_given_before_the_call_was_for_something_else() -> None:
    table = playing()
    table.at("12:03:00")
    extends(table, HEAD_JUDGE, 5)
    number = call(table, "12:04:00")
    rule(table, "12:09:00", number)
    assert left(table, number) == minutes(5)


def test_what_was_given_by_hand_beyond_a_call_is_not_taken_from_the_next_one() -> None:
    table = playing()
    first = call(table, "12:04:00")
    table.at("12:05:00")
    extends(table, HEAD_JUDGE, 10)
    rule(table, "12:06:00", first)
    second = call(table, "12:10:00")
    rule(table, "12:13:00", second)
    assert (left(table, first), left(table, second)) == (minutes(0), minutes(3))


def test_another_table_has_nothing_to_do_with_it() -> None:
    cyd, dan = PersonId("nick:cyd"), PersonId("nick:dan")
    table = Table(players=(ANN, BOB, cyd, dan))
    table.begin((ANN, BOB), (cyd, dan))
    table.at("12:00:30").ready(ANN, BOB, cyd, dan)
    table.at("12:01:00").ready(ANN, BOB, cyd, dan)
    here, there = call(table, "12:04:00"), call(table, "12:04:00", cyd)
    rule(table, "12:09:00", here)
    table.do(a.Extend(by=JUDGE))
    rule(table, "12:09:00", there)
    assert left(table, there) == minutes(5)


def test_a_ruling_that_is_overruled_has_still_given_its_time_back() -> None:
    table = playing()
    first, second = call(table, "12:04:00", BOB), call(table, "12:04:00", ANN)
    rule(table, "12:09:00", first)
    table.do(a.Extend(by=JUDGE))
    table.do(a.Overturn(by=HEAD_JUDGE, number=first, why="no"))
    rule(table, "12:09:30", second)
    assert left(table, second) == timedelta(seconds=30)


def test_the_same_extension_within_a_minute_is_asked_about() -> None:
    table = playing()
    table.at("12:10:00")
    extends(table, JUDGE, 5)
    table.at("12:10:40")
    said = a.Extend(by=JUDGE, table=1, by_how_much=minutes(5))
    assert table.refuses(said, r.ExtendedAlready).table == 1
    extends(table, JUDGE, 5, why="one for each of two floods")
    extends(table, HEAD_JUDGE, 5)
    extends(table, JUDGE, 4)
    assert table.ends == "13:09:00"
    table.at("12:11:45")
    extends(table, JUDGE, 5)
    assert table.ends == "13:14:00"


# --- any order --------------------------------------------------------------------------------------

Steps = list[tuple[int, str, int]]

STEPS = st.lists(
    st.tuples(
        st.integers(0, 200), st.sampled_from(["call", "call", "rule", "rule", "hold"]), st.integers(0, 3)
    ),
    max_size=14,
)


def _within(spans: list[tuple[datetime, datetime]], begin: datetime, end: datetime) -> bool:
    return any(since <= begin and end <= until for since, until in spans)


def _lost(table: Table) -> timedelta:
    """Second by second: how long at least one call waited that is ruled, with the table not on hold."""
    waits = [(call.at, call.closed_at) for call in table.state.calls.values() if call.closed_at]
    holds = [entry.at for entry in table.entries if isinstance(entry, e.HoldPlaced | e.HoldLifted)]
    held = list(zip(holds[::2], [*holds[1::2], table.now], strict=False))
    edges = sorted({at for span in (*waits, *held) for at in span})
    lost = timedelta(0)
    for begin, end in pairwise(edges):
        if _within(waits, begin, end) and not _within(held, begin, end):
            lost += end - begin
    return lost


def _step(table: Table, what: str, which: int) -> None:
    judge = (JUDGE, HEAD_JUDGE)[which % 2]
    calls = table.state.open_calls
    if what == "call":
        table.do(a.CallJudge(by=(ANN, BOB)[which % 2], why=""))
    elif what == "hold":
        (table.resumes if table.match().is_held else table.holds)()
    elif calls:
        if table.match().is_held:
            table.resumes()
        table.do(a.GiveRuling(by=judge, number=calls[which % len(calls)].number, text="play on"))
        table.do(a.Extend(by=judge))


@given(STEPS)
@settings(max_examples=150, deadline=None)
def test_who_takes_up_each_ruling_gives_back_what_the_match_has_lost_and_no_more(steps: Steps) -> None:
    table = playing(keys={"round": "3h"})
    for seconds, what, which in steps:
        table.wait(seconds)
        with suppress(Refusal):
            _step(table, what, which)
    assert table.match().extension == _lost(table)


@pytest.mark.parametrize("count", [1, 2, 5])
def test_by_hand_or_by_ruling_the_calls_of_a_table_give_back_their_time_once(count: int) -> None:
    """Each judge gives what the whole took, by hand, and then takes up the ruling as well."""
    table = playing()
    number = call(table, "12:04:00")
    table.at("12:05:00")
    extends(table, HEAD_JUDGE, count)
    rule(table, f"12:{4 + count:02}:30", number)
    table.do(a.Extend(by=JUDGE))
    assert table.match().extension == timedelta(minutes=count, seconds=30)
