"""Tidings: a stored line, and whether it is still worth saying."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from rules import entries as e
from rules.entries import Entry
from storage.store import Unsaid

LAPSE_AFTER = timedelta(minutes=3)
"""After so long, in real time, a line that does not last is overtaken."""

_PASSING: tuple[type[Entry], ...] = (
    e.RoundWarningCalled,
    e.PersonSeen,
    e.PersonLeft,
    e.PersonRenamed,
    e.LatenessReminded,
    e.PregameReminded,
    e.ShuffleReminded,
    e.ShuffleStarted,
    e.ShuffleDone,
    e.AbsenceBegan,
    e.AbsenceTimed,
    e.AbsenceWarned,
    e.PlayerBack,
    e.GameGoesOn,
    e.QuestionAsked,
    e.QuestionClosed,
    e.ReadyEarly,
    e.PlayerArrived,
    e.ArrivalLapsed,
    e.DeckLoaded,
    e.HoldReminded,
)
"""What is true for the moment. All else lasts: results, penalties, calls, rulings, times that were called."""

PASSING = frozenset(cls.kind for cls in _PASSING)


@dataclass(frozen=True, slots=True)
class Tidings:
    """A line that is stored and still to be said."""

    unsaid: Unsaid

    def is_overtaken(
        self, now: datetime, lapse_after: timedelta = LAPSE_AFTER, *, missed: bool = False
    ) -> bool:
        """Whether saying it now would be saying it late; `missed`: to somebody who has been away since."""
        return self.unsaid.kind in PASSING and (missed or now - self.unsaid.at > lapse_after)
