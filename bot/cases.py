"""Case files: every call, appeal and penalty of an event with what was seen and said around it.

For whoever has to judge it later. It is made from the scorebook and from the channel's lines that are still kept, by
the same choice as `!evidence`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from cogs import evidence
from cogs.office import Around, Heard
from rules.entries import Entry, PersonId
from rules.fold import fold
from rules.tournament import Tournament
from storage.reading import RULING_COLUMNS, NoSuchTournament, Reading, Row
from storage.talk import SaidLine


def around(entries: Iterable[Entry], talk: Iterable[SaidLine]) -> Around:
    """What the store has of some time, as look-ups take it."""
    heard = (
        Heard(at=line.at, nick=line.nick, person=PersonId(line.person), words=line.words) for line in talk
    )
    return Around(entries=tuple(entries), heard=tuple(heard))


async def cases(reading: Reading, tournament: str | None, now: datetime) -> list[Row]:
    """The rulings' columns, then `why` it was asked and the `evidence`, a list; penalties are among them.

    Raises NoSuchTournament, and StoreError for a scorebook that cannot be read.
    """
    events = [row["tournament"] for row in await reading.tournaments() if tournament in (None, *_names(row))]
    if tournament is not None and not events:
        raise NoSuchTournament(tournament)
    return [row for event in events for row in await _of_event(reading, event, now)]


def _names(row: Row) -> tuple[str, str]:
    return row["tournament"], row["name"]


async def _of_event(reading: Reading, event: str, now: datetime) -> list[Row]:
    state = fold((await reading.entries([event]))[event])
    rows = [*await reading.rulings(event), *_penalties(await reading.penalties(event))]
    for row in rows:
        number = row["number"]
        asked = state.calls.get(number) or state.appeals.get(number)
        row["why"] = asked.why if asked is not None else row["text"]
        row["evidence"] = await _evidence(reading, event, state, number, now)
    return sorted(rows, key=lambda row: int(row["number"]))


def _penalties(rows: Iterable[Row]) -> Iterator[Row]:
    """Penalties in the columns of the rulings: issued is asked, the reason is the text."""
    for row in rows:
        known = {
            **{column: row.get(column) for column in RULING_COLUMNS},
            "kind": "penalty",
            "asked_by": row["issued_by"],
            "asked_at": row["issued_at"],
            "text": row["reason"],
            "outcome": row["status"],
        }
        yield known


async def _evidence(
    reading: Reading, event: str, state: Tournament, number: int, now: datetime
) -> list[dict[str, str]]:
    about = evidence.about(state, number)
    found = around(*await reading.around(event, about.since, about.read_until(now)))
    return [
        {"at": at.astimezone(UTC).isoformat().replace("+00:00", "Z"), "what": words}
        for at, words in evidence.in_order(state, about, found)
    ]
