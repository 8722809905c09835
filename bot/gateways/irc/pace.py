"""The pace: how fast a server takes lines from one client, and finding out whether it holds us back at all.

Servers delay, drop or kill who is faster. Which does what is known by its software; a limit that an operator has
set cannot be asked for.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

_PROMPT_S = 0.8
"""An answer that takes longer, in seconds, waited behind our own lines."""
_FIRST_WINDOW = 4
_WIDEST_WINDOW = 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """So many lines at once, then one a pause."""

    burst: int = 5
    pause: timedelta = timedelta(seconds=1)


_BY_SOFTWARE = {
    "ngircd": Pace(burst=3, pause=timedelta(seconds=1) / 3),
    "inspircd": Pace(burst=8),  # it takes 10; two are left for the answers to its own questions
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
        self._full_at = max(self._full_at, self._monotonic()) + self.pace.pause.total_seconds()
        return True

    def wait(self) -> float:
        """Seconds until a line may go."""
        at_once = (self.pace.burst - 1) * self.pace.pause.total_seconds()
        return max(0.0, self._full_at - self._monotonic() - at_once)

    def exhaust(self) -> None:
        """The server has been sent more than it takes: begin with nothing to spare."""
        self._full_at = self._monotonic() + self.pace.burst * self.pace.pause.total_seconds()


class Flow:
    """Lines on their way to a server that need not be spared, unless it shows that it holds us back.

    No more than a window of lines is ever unanswered: after half of it the server is asked for a sign of life, and
    a prompt one opens the window further. So a server that does hold us back is found out by a few lines and not
    by a kill.
    """

    def __init__(self, pace: Pace, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        """`pace` is kept to once the server has held us back."""
        self._pace = pace
        self._monotonic = monotonic
        self._window = _FIRST_WINDOW
        self._unanswered = 0
        self._asked_at: float | None = None
        self._asked_for = 0

    @property
    def is_open(self) -> bool:
        """Whether a line may go."""
        return self._unanswered < self._window

    def sent(self) -> bool:
        """A line went; whether the server has to be asked now."""
        self._unanswered += 1
        if self._asked_at is not None or self._unanswered * 2 < self._window:
            return False
        self._asked_at, self._asked_for = self._monotonic(), self._unanswered
        return True

    def answered(self) -> bool:
        """The server has answered; whether it was prompt. If it was not, it holds us back."""
        took = 0.0 if self._asked_at is None else self._monotonic() - self._asked_at
        self._asked_at = None
        self._unanswered -= self._asked_for
        self._window = min(2 * self._window, _WIDEST_WINDOW)
        return took <= _PROMPT_S

    def throttle(self) -> Throttle:
        """What to go on with when the server holds us back: it has been sent more than it takes."""
        throttle = Throttle(self._pace, monotonic=self._monotonic)
        throttle.exhaust()
        return throttle
