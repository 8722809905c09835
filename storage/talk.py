"""The talk: what was said in the channel while an event was open, as evidence for the judges.

It comes from no entry and decides nothing, so `check` leaves it alone. It is kept for some days and then forgotten:
what people say is theirs, and a case is heard within days.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, delete, insert

from storage.prepared import execute_many
from storage.tables import said

KEPT_FOR = timedelta(days=14)
"""How long talk is kept. No setting, so that everybody who plays anywhere is promised the same; an appeal to the
league is filed within days of the event."""

LONGEST_WORDS = 400
"""So many characters of one line are kept: about what fits into a message on IRC."""

WAITING_AT_MOST = 2000
"""So many lines wait while nothing can be written; older ones are given up, since memory is for the event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidLine:
    """A line of the channel. `place` is the network, `person` the id of who went by `nick` then."""

    place: str
    at: datetime
    nick: str
    person: str
    words: str


_KEEP = insert(said)
_FORGET = delete(said).where(said.c.at < bindparam("before"))


def keep(connection: Connection, lines: Sequence[SaidLine]) -> None:
    """Write these lines into the transaction that is open on this connection."""
    rows = [
        {"place": line.place, "at": line.at, "nick": line.nick, "person": line.person, "words": line.words}
        for line in lines
    ]
    execute_many(connection, _KEEP, rows)


def forget(connection: Connection, before: datetime) -> None:
    """Delete what was said before this moment."""
    connection.execute(_FORGET, {"before": before})
