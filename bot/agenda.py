"""The agenda of a desk: what falls due at its event, and the tables whose clocks cannot be worked off.

A table whose deadlines make the rules fail must not stop the others: it is set aside until something happens
at it. The agenda remembers, and decides nothing; it can be made anew from the state at any time.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Protocol, TypeVar

from rules.deadlines import EVENT, Due, DueIndex, next_due, of_event, tables, touched
from rules.entries import Entry
from rules.tournament import Tournament

log = logging.getLogger(__name__)

S_contra = TypeVar("S_contra", contravariant=True)


class Agenda(Protocol[S_contra]):
    """What a desk asks about deadlines. One too early only makes it look once too often."""

    def rebuild(self, state: S_contra | None) -> None:
        """Reckon everything anew; nothing is set aside any more."""
        ...

    def follow(self, entries: Sequence[Entry], state: S_contra) -> None:
        """Reckon anew what these entries touched."""
        ...

    def earliest(self) -> datetime | None:
        """When the next thing falls due."""
        ...

    def due(self, through: datetime) -> list[int]:
        """The tables that have something due by the end of this second, in order of time."""
        ...

    def event_due(self, state: S_contra) -> datetime | None:
        """When the next thing falls due that measures nobody."""
        ...

    def look_again(self, table: int, state: S_contra) -> datetime | None:
        """Reckon this table anew; returns when it has something due."""
        ...

    def set_aside(self, table: int, state: S_contra) -> None:
        """Leave this table out until something happens at it."""
        ...


class EventAgenda:
    """The agenda of an event."""

    def __init__(self) -> None:
        self._index = DueIndex()
        self._aside: set[int] = set()

    def rebuild(self, state: Tournament | None) -> None:
        self._aside = set()
        self._begin_anew(state)

    def follow(self, entries: Sequence[Entry], state: Tournament) -> None:
        changed = touched(entries, state)
        if self._aside:
            # Every entry touches the event as a whole; that alone is no reason to try it again.
            self._aside -= changed - {EVENT}
            changed -= self._aside
        self._update(state, changed)

    def earliest(self) -> datetime | None:
        return self._index.earliest()

    def due(self, through: datetime) -> list[int]:
        return self._index.due(through)

    def event_due(self, state: Tournament) -> datetime | None:
        if EVENT in self._aside:
            return None
        due = of_event(state)
        first = min((deadline.at for deadline in due), default=None)
        # 3.2: who never came is out unless they say a word, and that has to be seen; what is due later waits.
        return None if any((d.at, d.due) == (first, Due.NO_SHOW) for d in due) else first

    def look_again(self, table: int, state: Tournament) -> datetime | None:
        self._index.update(state, (table,))
        return next_due(state, table)

    def set_aside(self, table: int, state: Tournament) -> None:
        self._aside.add(table)
        self._begin_anew(state)

    def _begin_anew(self, state: Tournament | None) -> None:
        self._index = DueIndex()
        if state is not None:
            self._update(state, set(tables(state)) - self._aside)

    def _update(self, state: Tournament, changed: Iterable[int]) -> None:
        try:
            self._index.update(state, changed)
        except Exception:  # one table is bad: find it, and keep the others
            log.exception("deadlines cannot be reckoned")
            self._update_one_by_one(state, changed)

    def _update_one_by_one(self, state: Tournament, changed: Iterable[int]) -> None:
        for table in changed:
            try:
                self._index.update(state, (table,))
            except Exception:
                log.exception("deadlines of table %d are set aside", table)
                self._aside.add(table)


class EmptyAgenda:
    """The agenda of the league, where nothing falls due."""

    def rebuild(self, state: object | None) -> None:
        pass

    def follow(self, entries: Sequence[Entry], state: object) -> None:
        pass

    def earliest(self) -> datetime | None:
        return None

    def due(self, through: datetime) -> list[int]:
        return []

    def event_due(self, state: object) -> datetime | None:
        return None

    def look_again(self, table: int, state: object) -> datetime | None:
        return None

    def set_aside(self, table: int, state: object) -> None:
        pass
