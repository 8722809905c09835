"""Idiom: what a line says to every network alike, as Discord's people say and read it.

Where they have slash commands, a word of ours is named as one (`/ready`): that works everywhere in the guild, also
where typed words are not read for want of an intent. A time of day is a timestamp, which each reader's own screen
shows in the reader's own time zone. Both only outside quotation marks: what somebody said stays as it was said.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from cogs.command import MARK

_DAY = timedelta(days=1)
_SIGNS = re.compile(
    rf"""
      "[^"]*"                                                                  # what somebody said
    | (?<![\w:/]){re.escape(MARK)}(?P<word>[a-z]+)\b
      (?!@|\ \S+\ to\ me\ on\ )                # with @event it has no slash form; else it is said on another network
    | (?<![\w:])(?P<hour>[01]\d|2[0-3]):(?P<minute>[0-5]\d):(?P<second>[0-5]\d)(?![\w:])(?:[ ]UTC\b)?
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Idiom:
    """How lines are said in one place. `commands` are the slash commands there; `now` the moment in UTC, by which
    the day of a time is known, or None to leave times as they are."""

    commands: frozenset[str] = frozenset()
    now: datetime | None = None

    def of(self, text: str) -> str:
        """An escaped text, said so."""
        return _SIGNS.sub(self._sign, text)

    def _sign(self, found: re.Match[str]) -> str:
        if found["word"] in self.commands:
            return f"/{found['word']}"
        if found["hour"] and self.now is not None:
            moment = _nearest(self.now, int(found["hour"]), int(found["minute"]), int(found["second"]))
            return f"<t:{int(moment.timestamp())}:T>"
        return found[0]


PLAIN = Idiom()
"""Lines as they are."""


def _nearest(now: datetime, hour: int, minute: int, second: int) -> datetime:
    """The moment of that time of day, UTC, that is the nearest one."""
    today = now.astimezone(UTC).replace(hour=hour, minute=minute, second=second, microsecond=0)
    return min((today - _DAY, today, today + _DAY), key=lambda moment: abs(moment - now))
