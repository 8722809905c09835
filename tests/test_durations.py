"""Durations: what people may write, what is refused, and how a clock is said."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.durations import format_duration, parse_duration


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("90s", timedelta(seconds=90)),
        ("3m", timedelta(minutes=3)),
        ("50m", timedelta(minutes=50)),
        ("1h", timedelta(hours=1)),
        ("1h30m", timedelta(hours=1, minutes=30)),
        (" 2M5S ", timedelta(minutes=2, seconds=5)),
        ("0s", timedelta()),
        ("5:00", timedelta(minutes=5)),
        ("90:00", timedelta(minutes=90)),
        ("1:02:03", timedelta(hours=1, minutes=2, seconds=3)),
    ],
)
def test_a_duration_is_read_as_people_write_it(text: str, expected: timedelta) -> None:
    assert parse_duration(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "5",
        "m",
        "3 m",
        "-3m",
        "1.5m",
        "3m1h",
        "3mm",
        "1:2",
        "1:60",
        "1:2:03",
        "٣m",
        "9999999s",
        "soon",
    ],
)
def test_what_is_no_duration_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match=r"90s, 3m, 1h30m or 5:00") as refusal:
        parse_duration(text)
    assert repr(text) in str(refusal.value)


def test_a_refusal_of_a_long_text_stays_one_short_line() -> None:
    with pytest.raises(ValueError, match="is needed") as refusal:
        parse_duration("3m\n" * 1000)
    assert len(str(refusal.value)) < 120
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("duration", "expected"),
    [
        (timedelta(), "0:00"),
        (timedelta(seconds=30), "0:30"),
        (timedelta(minutes=5), "5:00"),
        (timedelta(minutes=59, seconds=59, milliseconds=999), "59:59"),
        (timedelta(hours=1, minutes=2, seconds=3), "1:02:03"),
        (timedelta(days=2), "48:00:00"),
        (timedelta(seconds=-90), "-1:30"),
    ],
)
def test_a_duration_is_said_as_on_a_clock(duration: timedelta, expected: str) -> None:
    assert format_duration(duration) == expected


@given(st.integers(min_value=0, max_value=10**6))
def test_what_is_said_can_be_read_back(seconds: int) -> None:
    duration = timedelta(seconds=seconds)
    assert parse_duration(format_duration(duration)) == duration
