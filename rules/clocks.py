"""Clocks: how long something has lasted, and when it will have lasted too long.

A clock is a value. It knows what it has counted and since when it runs; when it stands still it keeps what it has
counted. Whether a clock of a match runs is not commanded by anybody: after each entry `match.settle` asks the state
which clocks run now, and starts or stops them at that second. So nobody can forget to stop one.

Rule time has whole seconds. A limit is passed by the first second after it: exactly ten minutes is in time (OG-R05).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

ZERO = timedelta(0)


@dataclass(frozen=True, slots=True)
class Clock:
    """A stopwatch that can stand still. `since` may lie ahead: it counts from there."""

    spent: timedelta = ZERO
    since: datetime | None = None

    def elapsed(self, at: datetime) -> timedelta:
        """What it has counted at `at`."""
        return self.spent if self.since is None else self.spent + max(at - self.since, ZERO)

    def due(self, limit: timedelta) -> datetime | None:
        """When it will have counted `limit`; None while it stands still."""
        return None if self.since is None else self.since + (limit - self.spent)

    def started(self, at: datetime) -> Clock:
        """Running from `at` on (or as it was, if it runs already)."""
        return Clock(self.spent, at) if self.since is None else self

    def stopped(self, at: datetime) -> Clock:
        """Standing still since `at` (or as it was, if it stands already)."""
        return self if self.since is None else Clock(self.elapsed(at), None)

    def switched(self, runs: bool, at: datetime) -> Clock:
        """Running or standing still from `at` on."""
        return self.started(at) if runs else self.stopped(at)


NOT_STARTED = Clock()
"""A clock that has counted nothing and stands still."""
