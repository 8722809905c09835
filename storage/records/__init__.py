"""The records: what one entry changes in the tables that people read.

Each change follows from its entry alone, never from a state, so the records of any scorebook can be made
again by going through it once. Most entries change nothing here. Changes of one table are made in the order
of the entries; the tables do not depend on each other.
"""

from __future__ import annotations

from rules.entries import Entry
from storage.records import chance, event, penalties, results, rulings
from storage.records.changes import Change, Derives, Source

__all__ = ["Change", "changed_by", "rows_for"]

_DERIVES: Derives = {
    **event.DERIVES,
    **penalties.DERIVES,
    **results.DERIVES,
    **rulings.DERIVES,
    **chance.DERIVES,
}


def rows_for(tournament: str, seq: int, entry: Entry) -> list[Change]:
    """What this entry changes in the records; mostly nothing."""
    derive = _DERIVES.get(type(entry))
    return [] if derive is None else derive(Source(tournament=tournament, seq=seq), entry)


def changed_by(kind: type[Entry]) -> bool:
    """Whether entries of this kind change a record."""
    return kind in _DERIVES
