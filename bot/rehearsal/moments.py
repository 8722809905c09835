"""Times on paper: a time of day, `12:07:30`, and `1d 00:05:00` for the next day.

Every rehearsal plays from the same date on, so that two runs of one transcript say the same.
"""

import re
from datetime import UTC, datetime, timedelta

FIRST_DAY = datetime(2026, 1, 5, tzinfo=UTC)
"""Midnight before a rehearsal; a Monday, and no change of clocks is near."""

MOMENT = r"(?:\d{1,3}d )?\d\d:\d\d:\d\d"
"""The pattern of a time on paper."""

_MOMENT = re.compile(r"(?:(?P<days>\d{1,3})d )?(?P<h>[01]\d|2[0-3]):(?P<m>[0-5]\d):(?P<s>[0-5]\d)", re.ASCII)


class BadTranscript(Exception):
    """A transcript cannot be read: line `line` of it, and what is wrong there."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        self.problem = problem


def read_moment(text: str, line: int) -> datetime:
    """The moment that this time on paper means. Raises BadTranscript."""
    found = _MOMENT.fullmatch(text)
    if found is None:
        raise BadTranscript(
            line, f"expected a time of day such as 12:07:30 or 1d 00:05:00, found {shown(text)}"
        )
    hours, minutes, seconds = int(found["h"]), int(found["m"]), int(found["s"])
    return FIRST_DAY + timedelta(days=int(found["days"] or 0), hours=hours, minutes=minutes, seconds=seconds)


def write_moment(at: datetime) -> str:
    """A moment as it stands on paper."""
    days = (at - FIRST_DAY).days
    return f"{days}d {at:%H:%M:%S}" if days else f"{at:%H:%M:%S}"


def shown(text: str) -> str:
    """Words of a transcript inside an error message, shortened."""
    return repr(text if len(text) <= 60 else text[:59] + "…")
