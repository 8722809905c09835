"""Durations as people write and read them.

Configuration, rulebooks and commands write `90s`, `3m` or `1h30m`, or as on a clock `5:00` and `1:02:03`;
announcements say the latter. Rule time has whole seconds, so there are no fractions; and a bare number is
refused, because nobody can tell whether 5 means seconds or minutes.
"""

import re
from datetime import timedelta
from functools import lru_cache

# Six digits are eleven days in seconds and a century in hours: enough for any rule, and nothing overflows.
_UNITS = re.compile(r"(?:(?P<h>\d{1,6})h)?(?:(?P<m>\d{1,6})m)?(?:(?P<s>\d{1,6})s)?", re.ASCII | re.IGNORECASE)
_CLOCK = re.compile(r"(?:(?P<h>\d{1,6}):(?=\d\d:))?(?P<m>\d{1,6}):(?P<s>[0-5]\d)", re.ASCII)


def parse_duration(text: str) -> timedelta:
    """Read a duration: `90s`, `3m`, `1h30m`, `5:00`, `1:02:03`.

    Raises ValueError, with a sentence that can be shown to whoever wrote it.
    """
    words = text.strip()
    found = _UNITS.fullmatch(words) if words else None
    found = found or _CLOCK.fullmatch(words)
    if found is None:
        raise ValueError(f"a duration such as 90s, 3m, 1h30m or 5:00 is needed, not {_shown(text)}")
    hours, minutes, seconds = (int(found[unit] or 0) for unit in ("h", "m", "s"))
    return timedelta(hours=hours, minutes=minutes, seconds=seconds)


@lru_cache(maxsize=256)  # a round's players are late by one and the same duration
def format_duration(duration: timedelta) -> str:
    """Say a duration as on a clock: `0:30`, `5:00`, `1:02:03`; fractions are dropped, a minus stays."""
    sign = "-" if duration < timedelta() else ""
    minutes, seconds = divmod(abs(duration) // timedelta(seconds=1), 60)
    hours, rest = divmod(minutes, 60)
    return f"{sign}{hours}:{rest:02}:{seconds:02}" if hours else f"{sign}{minutes}:{seconds:02}"


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "…")
