"""Tidings: a stored line, and whether it is still worth saying."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.attachment import Attachment, read
from cogs.speech import list_of
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

_LISTS = {e.RoundPaired.kind: "pairings"}
"""Entries that are told by a list, and what it lists."""

_OVERTAKES = {
    cls.kind: "pairings"
    for cls in (e.RoundPaired, e.PairingUndone, e.RoundClosed, e.TournamentEnded, e.TournamentCancelled)
}
"""Entries after which a list that was begun before is no longer true."""


@dataclass(frozen=True, slots=True)
class Tidings:
    """A line that is stored and still to be said."""

    unsaid: Unsaid

    @property
    def attachment(self) -> Attachment:
        """What networks with more than text show with it."""
        return read(self.unsaid.line.extra, self.unsaid.tournament)

    @property
    def lists(self) -> str:
        """What it lists, as `cogs.speech.Line.lists`; empty for what is no list, such as a word that goes with one."""
        return _of_event(_LISTS, self.unsaid) if self.unsaid.line.part == 1 else ""

    @property
    def overtakes(self) -> str:
        """The list that is overtaken by it, empty for none."""
        return _of_event(_OVERTAKES, self.unsaid)

    def is_overtaken(
        self, now: datetime, lapse_after: timedelta = LAPSE_AFTER, *, missed: bool = False
    ) -> bool:
        """Whether saying it now would be saying it late; `missed`: to somebody who has been away since."""
        return self.unsaid.kind in PASSING and (missed or now - self.unsaid.at > lapse_after)


def _of_event(lists: Mapping[str, str], unsaid: Unsaid) -> str:
    what = lists.get(unsaid.kind, "")
    return list_of(what, unsaid.tournament) if what else ""
