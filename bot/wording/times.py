"""Times as they are said: UTC, to the second, and with what is left until then."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from rules.durations import format_duration

__all__ = ["at_time", "by_time", "format_duration"]

_DAY = timedelta(days=1)


def at_time(at: datetime) -> str:
    """A time of day: `20:22:02`, UTC."""
    return at.astimezone(UTC).strftime("%H:%M:%S")


def by_time(due_at: datetime, now: datetime) -> str:
    """A time to come and what is left: `20:22:02 (5:00)`; a day or more ahead with its date."""
    left = due_at - now
    if left <= timedelta(0):
        return at_time(due_at)
    day = f"{due_at.astimezone(UTC):%d %b} " if left >= _DAY else ""
    return f"{day}{at_time(due_at)} ({format_duration(left)})"
