"""The greeter: tells newcomers of the channel what the event there was announced with.

In private, and once: whoever was there when it opened has heard it, and whoever plays or officiates knows it, so a
netsplit that is over greets nobody. A crowd that comes in at once is greeted as far as a minute allows; `!status`
says the same to anybody.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta

from rules.entries import PersonId
from rules.tournament import Tournament

MOST_A_MINUTE = 20


class Greeter:
    """Knows who has heard of which event."""

    def __init__(
        self,
        events: Callable[[], Mapping[str, Tournament]],
        tell: Callable[[PersonId, str], None],
        now: Callable[[], datetime],
        lines: Callable[[Tournament], Iterable[str]],
    ) -> None:
        """`lines` words an event's header; `tell` says a line to a person who is in the channel."""
        self._events = events
        self._tell = tell
        self._now = now
        self._lines = lines
        self._known: dict[str, set[PersonId]] = {}
        self._lately: deque[datetime] = deque()

    def opened(self, event: str, here: Iterable[PersonId]) -> None:
        """These were there and heard the opening."""
        self._known[event] = set(here)

    def came(self, person: PersonId) -> None:
        """Somebody is in the channel who was not there before."""
        for event, state in self._events().items():
            if state.is_over:
                self._known.pop(event, None)
            elif self._is_news(event, state, person) and self._has_time():
                self._known.setdefault(event, set()).add(person)
                for line in self._lines(state):
                    self._tell(person, line)

    def _is_news(self, event: str, state: Tournament, person: PersonId) -> bool:
        return person not in state.present and person not in self._known.get(event, ())

    def _has_time(self) -> bool:
        now = self._now()
        while self._lately and now - self._lately[0] >= timedelta(minutes=1):
            self._lately.popleft()
        if len(self._lately) >= MOST_A_MINUTE:
            return False
        self._lately.append(now)
        return True
