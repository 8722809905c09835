"""The pace: how fast a server takes lines from one client.

Servers delay, drop or kill who is faster. Which does what is known by its software; a limit that an operator has
set cannot be asked for.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

QUESTIONS = 12
"""So many at once are more than any server takes, as it is shipped, without holding us back."""
PROMPT = timedelta(milliseconds=800)
"""Who holds us back needs longer than this to answer them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """So many lines at once, then one a pause."""

    burst: int = 5
    pause: timedelta = timedelta(seconds=1)


_BY_SOFTWARE = {
    "ngircd": Pace(
        burst=2, pause=timedelta(milliseconds=340)
    ),  # a third in one second, and it waits for the next
    "inspircd": Pace(burst=9),  # it takes 10; one is left for the answer to a question of its own
}


def pace_of(version: str) -> Pace:
    """What a server with this version (numeric 004) takes as it is shipped; a cautious pace if it is not known."""
    name = version.casefold()
    return next((pace for software, pace in _BY_SOFTWARE.items() if name.startswith(software)), Pace())


class Throttle:
    """Keeps to a pace."""

    def __init__(self, pace: Pace | None = None, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        """`monotonic` gives seconds that do not step."""
        self._monotonic = monotonic
        self._full_at = monotonic()
        self.pace = pace or Pace()

    def take(self) -> bool:
        """Take the right to send one line, if there is one."""
        if self.wait() > 0:
            return False
        self.charge()
        return True

    def wait(self) -> float:
        """Seconds until a line may go."""
        at_once = (self.pace.burst - 1) * self.pace.pause.total_seconds()
        return max(0.0, self._full_at - self._monotonic() - at_once)

    def charge(self) -> None:
        """Something went out that the server counts as well, though it did not wait for its turn."""
        self._full_at = max(self._full_at, self._monotonic()) + self.pace.pause.total_seconds()
