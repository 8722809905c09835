"""Reading: what people ask the store, as plain lists of plain values.

    async with Reading.opened("sqlite+aiosqlite:///floorjudge.db") as reading:
        rows = await reading.penalties("Autumn Cup")

Persons appear by the name they were entered or named under in that event, tournaments by their name, times
as ISO 8601 in UTC, durations in seconds. The columns are those of `floorjudge export`, in that order.
Reading needs no hold on the store and never waits for its writer.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, Table, and_, func, or_, select, true
from sqlalchemy.ext.asyncio import AsyncEngine

from rules.entries import Entry, ReportConfirmed, ReportReopened, StandingSet
from storage.schema import check_schema
from storage.scorebook import StoreError, read_entry
from storage.sqlite import file_of, reader_engine
from storage.standings import standings_of
from storage.tables import (
    LEAGUE,
    PROCESS,
    draws,
    heartbeat,
    penalties,
    people,
    players,
    results,
    rulings,
    said,
    scorebook,
    tournaments,
)
from storage.talk import SaidLine

Row = dict[str, Any]

NAMED_ONE_BY_ONE = 100
"""So many people are asked for by their ids; of more, the names of everybody in the event are read."""


def _columns(words: str) -> tuple[str, ...]:
    return tuple(words.split())


PENALTY_COLUMNS = _columns(
    "number tournament rulebook rel round table player infraction clause penalty automatic issued_by due_at "
    "issued_at reason reportable status applies_to cause"
)
RESULT_COLUMNS = _columns(
    "tournament round table player1 player2 wins1 wins2 draws outcome how state finished_at"
)
RULING_COLUMNS = _columns(
    "number kind tournament round table asked_by asked_at claimed_by ruled_by ruled_at text extension_s "
    "appeal outcome"
)
SCOREBOOK_COLUMNS = _columns("tournament seq at kind body")
DRAW_COLUMNS = _columns(
    "number tournament kind asked_by at round table faces count sides modifier chooser word entropy"
)
CALL_COLUMNS = _columns(
    "number kind round table asked_by asked_at why head_judge claimed_by claimed_at age_s"
)
PLAYER_COLUMNS = _columns("tournament player name deck registered_at dropped dropped_at")
TOURNAMENT_COLUMNS = _columns(
    "tournament name rulebook rel kind format speed state opened_by opened_at ended_at"
)


_REPORTED = and_(penalties.c.reportable, penalties.c.status == "standing", tournaments.c.speed == 1)
_ON_THE_REPORT = (ReportConfirmed.kind, ReportReopened.kind)


class NoSuchTournament(StoreError):
    """No tournament goes by this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"no tournament is called {name!r}")
        self.name = name


class Reading:
    """Questions to one store. Each answer is of one moment."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    @classmethod
    @asynccontextmanager
    async def opened(cls, url: str) -> AsyncIterator[Reading]:
        """Read a store that this process does not hold, running or not. Raises StoreError."""
        path = file_of(url)
        check_schema(path)
        engine = reader_engine(path)
        try:
            yield cls(engine)
        finally:
            await engine.dispose()

    # --- exports ---

    async def penalties(self, tournament: str | None = None) -> list[Row]:
        """All penalties, oldest first; those of one tournament by its name or id. Raises NoSuchTournament."""
        return await self._penalties(await self._within(penalties, tournament))

    async def penalties_of(self, person: str, *, speed: float = 1.0) -> list[Row]:
        """All penalties of this person id, in every tournament of this speed, oldest first.

        What a sped-up rehearsal gave counts in no real event.
        """
        return await self._penalties(and_(penalties.c.player == person, tournaments.c.speed == speed))

    async def report(self, tournament: str | None = None) -> list[Row]:
        """The league's report: what stands from a Warning up, oldest first (7.2, OG-R15). Raises NoSuchTournament.

        Of a sped-up rehearsal nothing is reported.
        """
        return await self._penalties(and_(await self._within(penalties, tournament), _REPORTED))

    async def rehearsals(self, tournament: str | None = None) -> list[str]:
        """The names of the sped-up rehearsals among these. Raises NoSuchTournament."""
        within = await self._within(tournaments, tournament)
        query = select(tournaments.c.name).where(within, tournaments.c.speed != 1)
        rows = await self._rows(query.order_by(tournaments.c.opened_at, tournaments.c.tournament))
        return [row["name"] for row in rows]

    async def unconfirmed(self, tournament: str | None = None) -> list[str]:
        """The names of the events with something to report that no head judge has confirmed as it is (OG-R15).

        Raises NoSuchTournament.
        """
        return [row["name"] for row in await self._unconfirmed(await self._within(penalties, tournament))]

    async def to_be_confirmed(self, opened_since: datetime) -> list[str]:
        """The ids of the events that are over and whose report waits for the head judge, oldest first."""
        recent = and_(tournaments.c.state != "open", tournaments.c.opened_at >= opened_since)
        return [row["tournament"] for row in await self._unconfirmed(recent)]

    async def _unconfirmed(self, within: ColumnElement[bool]) -> list[Row]:
        reporting = _joined_to_events(select(penalties.c.tournament)).where(and_(within, _REPORTED))
        events = await self._rows(
            select(tournaments.c.tournament, tournaments.c.name)
            .where(tournaments.c.tournament.in_(reporting))
            .order_by(tournaments.c.opened_at, tournaments.c.tournament)
        )
        words = await self._rows(
            select(scorebook.c.tournament, scorebook.c.kind)
            .where(scorebook.c.kind.in_(_ON_THE_REPORT))
            .order_by(scorebook.c.seq)
        )
        last = {row["tournament"]: row["kind"] for row in words}
        return [row for row in events if last.get(row["tournament"]) != ReportConfirmed.kind]

    async def results(self, tournament: str | None = None) -> list[Row]:
        """The results, by round and table; state `open` is one that was reopened. Raises NoSuchTournament."""
        rows = await self._rows(
            select(results, tournaments.c.opened_at)
            .join(tournaments, tournaments.c.tournament == results.c.tournament)
            .where(await self._within(results, tournament))
            .order_by(tournaments.c.opened_at, results.c.tournament, results.c.round, results.c.table)
        )
        return await self._shown(rows, RESULT_COLUMNS, persons=("player1", "player2"))

    async def standings(self, tournament: str | None = None) -> list[Row]:
        """The standings as they are now, event by event; with several events the first column names each.

        Raises NoSuchTournament, and StoreError for an entry that cannot be read.
        """
        query = (
            select(tournaments.c.tournament, tournaments.c.name)
            .where(await self._within(tournaments, tournament))
            .order_by(tournaments.c.opened_at, tournaments.c.tournament)
        )
        async with self._engine.connect() as connection:
            events = (await connection.execute(query)).all()
            shown = {event: await standings_of(connection, event) for event, _ in events}
        if len(events) == 1:
            return shown[events[0].tournament]
        return [{"tournament": name, **row} for event, name in events for row in shown[event]]

    async def rulings(self, tournament: str | None = None) -> list[Row]:
        """Calls with their rulings, and appeals, oldest first. Raises NoSuchTournament.

        `text` is the answer, or the question while there is none. `appeal` is the number of the appeal
        against a ruling; for an appeal, the number of what it is against, whose round and table are its own.
        """
        rows = await self._rows(
            select(rulings)
            .where(await self._within(rulings, tournament))
            .order_by(rulings.c.asked_at, rulings.c.tournament, rulings.c.number)
        )
        seats = await self._seats({row["tournament"] for row in rows})
        for row in rows:
            row["text"] = row["why"] if row["ruled_at"] is None else row["text"]
            if row["kind"] == "appeal":
                row["round"], row["table"] = seats.get((row["tournament"], row["appeal"]), (0, 0))
        return await self._shown(rows, RULING_COLUMNS, persons=("asked_by", "claimed_by", "ruled_by"))

    async def scorebook(self, tournament: str | None = None) -> list[Row]:
        """The entries as they are stored, in their order. Persons stay ids here. Raises NoSuchTournament."""
        rows = await self._rows(
            select(scorebook)
            .where(await self._within(scorebook, tournament))
            .order_by(scorebook.c.tournament, scorebook.c.seq)
        )
        return await self._shown(rows, SCOREBOOK_COLUMNS)

    async def draws(self, tournament: str | None = None) -> list[Row]:
        """Flips, rolls and who chooses first, oldest first. Raises NoSuchTournament."""
        rows = await self._rows(
            select(draws)
            .where(await self._within(draws, tournament))
            .order_by(draws.c.at, draws.c.tournament, draws.c.number)
        )
        shown = await self._shown(rows, DRAW_COLUMNS, persons=("asked_by", "chooser"))
        for row, stored in zip(shown, rows, strict=True):
            row["asked_by"] = stored["asked_name"] or row["asked_by"]
        return shown

    # --- look-ups ---

    async def tournaments(self) -> list[Row]:
        """All tournaments, in the order in which they were opened."""
        rows = await self._rows(
            select(tournaments).order_by(tournaments.c.opened_at, tournaments.c.tournament)
        )
        ids = [row["tournament"] for row in rows]
        shown = await self._shown(rows, TOURNAMENT_COLUMNS, persons=("opened_by",))
        return [{**row, "tournament": tournament} for row, tournament in zip(shown, ids, strict=True)]

    async def speeds(self) -> set[float]:
        """How fast clocks ran in the runs of this store: of its tournaments, and of the standings set besides."""
        of_events = await self._rows(select(tournaments.c.speed))
        of_standings = await self._rows(select(scorebook.c.body).where(scorebook.c.kind == StandingSet.kind))
        return {float(row["speed"]) for row in of_events} | {
            float(row["body"].get("speed", 1)) for row in of_standings
        }

    async def players(self, tournament: str) -> list[Row]:
        """The players of a tournament in the order of registration; `dropped` says why one left."""
        rows = await self._rows(
            select(players)
            .where(await self._within(players, tournament))
            .order_by(players.c.registered_at, players.c.seq)
        )
        return await self._shown(rows, PLAYER_COLUMNS)

    async def open_calls(self, tournament: str, *, now: datetime) -> list[Row]:
        """The judges' queue of a tournament, oldest first; `age_s` is how long each has waited."""
        rows = await self._rows(
            select(rulings)
            .where(await self._within(rulings, tournament), rulings.c.outcome.in_(("open", "claimed")))
            .order_by(rulings.c.number)
        )
        for row in rows:
            row["age_s"] = int((now - row["asked_at"]).total_seconds())
        return await self._shown(rows, CALL_COLUMNS, persons=("asked_by", "claimed_by"))

    async def around(
        self, tournament: str, since: datetime, until: datetime
    ) -> tuple[list[Entry], list[SaidLine]]:
        """The entries of this tournament by its id, and what was said in the channel, from `since` to before `until`.

        Both oldest first. What was said is that of every event, and gone after `storage.talk.KEPT_FOR`. Raises
        StoreError for an entry that cannot be read.
        """
        of_event = scorebook.c.tournament == tournament
        within = and_(of_event, scorebook.c.at >= since, scorebook.c.at < until)
        entries = await self._rows(select(scorebook).where(within).order_by(scorebook.c.seq))
        heard = await self._rows(
            select(said.c.place, said.c.at, said.c.nick, said.c.person, said.c.words)
            .where(said.c.at >= since, said.c.at < until)
            .order_by(said.c.at, said.c.number)
        )
        return [read_entry(row) for row in entries], [SaidLine(**row) for row in heard]

    async def persons_called(self, name: str) -> list[str]:
        """The ids of those who went by this name in some event, the latest first. Case does not count."""
        latest = func.max(people.c.named_at)
        query = (
            select(people.c.person)
            .where(func.lower(people.c.name) == name.lower())
            .group_by(people.c.person)
            .order_by(latest.desc(), people.c.person)
        )
        return [row["person"] for row in await self._rows(query)]

    async def last_name_of(self, person: str) -> str | None:
        """The name by which this id was last known in some event; None when it never was."""
        query = select(people.c.name).where(people.c.person == person).order_by(people.c.named_at.desc())
        rows = await self._rows(query.limit(1))
        return rows[0]["name"] if rows else None

    # --- scorebooks ---

    async def entries(self, ids: Iterable[str]) -> dict[str, list[Entry]]:
        """The scorebooks of these tournaments, by id. Raises StoreError for an entry that cannot be read."""
        return await self._entries(scorebook.c.tournament.in_(list(ids)))

    async def open_events(self) -> list[str]:
        """The ids of all tournaments that are not over, oldest first; the league's last, when it has a book."""
        of_league = await self._rows(select(scorebook.c.seq).where(scorebook.c.tournament == LEAGUE).limit(1))
        query = select(tournaments.c.tournament).where(tournaments.c.state == "open")
        rows = await self._rows(query.order_by(tournaments.c.opened_at, tournaments.c.tournament))
        return [row["tournament"] for row in rows] + [LEAGUE] * len(of_league)

    async def open_scorebooks(self) -> dict[str, list[Entry]]:
        """The scorebooks of all tournaments that are not over, and the league's."""
        not_over = select(tournaments.c.tournament).where(tournaments.c.state == "open")
        return await self._entries(
            or_(scorebook.c.tournament.in_(not_over), scorebook.c.tournament == LEAGUE)
        )

    async def last_seen(self) -> datetime | None:
        """The last beat of what is seen, or the last entry, whichever is later."""
        last = (
            select(scorebook.c.tournament, func.max(scorebook.c.seq).label("seq"))
            .group_by(scorebook.c.tournament)
            .subquery()
        )
        of_entries = select(scorebook.c.at).join(
            last, (scorebook.c.tournament == last.c.tournament) & (scorebook.c.seq == last.c.seq)
        )
        of_beats = select(heartbeat.c.at).where(heartbeat.c.place != PROCESS)
        rows = await self._rows(of_entries) + await self._rows(of_beats)
        return max((row["at"] for row in rows), default=None)

    # --- how it is put together ---

    async def _rows(self, query: Select[Any]) -> list[Row]:
        async with self._engine.connect() as connection:
            return [dict(row) for row in (await connection.execute(query)).mappings()]

    async def _entries(self, condition: ColumnElement[bool]) -> dict[str, list[Entry]]:
        query = select(scorebook).where(condition).order_by(scorebook.c.tournament, scorebook.c.seq)
        books: dict[str, list[Entry]] = {}
        for row in await self._rows(query):
            books.setdefault(row["tournament"], []).append(read_entry(row))
        return books

    async def _within(self, table: Table, tournament: str | None) -> ColumnElement[bool]:
        """The rows of this tournament; all rows when none is named."""
        if tournament is None:
            return true()
        query = select(tournaments.c.tournament).where(
            or_(tournaments.c.tournament == tournament, tournaments.c.name == tournament)
        )
        ids = [row["tournament"] for row in await self._rows(query)]
        if tournament == LEAGUE:
            ids.append(LEAGUE)
        if not ids:
            raise NoSuchTournament(tournament)
        return table.c.tournament.in_(ids)

    async def _seats(self, events: set[str]) -> dict[tuple[str, int], tuple[int, int]]:
        """Round and table of what can be appealed in these tournaments: calls with a ruling, and penalties."""
        seats = {}
        for table in (rulings, penalties):
            columns = (table.c.tournament, table.c.number, table.c.round, table.c.table)
            for row in await self._rows(select(*columns).where(table.c.tournament.in_(events))):
                seats[row["tournament"], row["number"]] = (row["round"], row["table"])
        return seats

    async def _penalties(self, condition: ColumnElement[bool]) -> list[Row]:
        rows = await self._rows(
            _joined_to_events(select(penalties, tournaments.c.rulebook, tournaments.c.rel))
            .where(condition)
            .order_by(penalties.c.issued_at, penalties.c.tournament, penalties.c.number)
        )
        for row in rows:
            row["rel"] = int(row["rel"]) if row["rel"].isdecimal() else row["rel"]
        return await self._shown(rows, PENALTY_COLUMNS, persons=("player", "issued_by"))

    async def _shown(
        self, rows: Sequence[Row], columns: Sequence[str], *, persons: Sequence[str] = ()
    ) -> list[Row]:
        """These columns in this order, with names for ids and text for times; no round or table is null."""
        ids = {row["tournament"] for row in rows}
        named = await self._rows(select(people).where(people.c.tournament.in_(ids), _in_these(rows, persons)))
        names = {(row["tournament"], row["person"]): row["name"] for row in named}
        events = await self._rows(select(tournaments).where(tournaments.c.tournament.in_(ids)))
        titles = {row["tournament"]: row["name"] for row in events}
        shown = []
        for row in rows:
            event = row["tournament"]
            out = {column: _shown_value(column, row[column]) for column in columns}
            out.update((column, _name(names, event, row[column])) for column in persons)
            if "tournament" in out:
                out["tournament"] = titles.get(event, event)
            shown.append(out)
        return shown


def _in_these(rows: Sequence[Row], columns: Sequence[str]) -> ColumnElement[bool]:
    """The people of these columns. One player's penalties name a few, and their events a thousand others."""
    persons = {row[column] for row in rows for column in columns}
    return people.c.person.in_(persons - {None}) if len(persons) <= NAMED_ONE_BY_ONE else true()


def _joined_to_events(query: Select[Any]) -> Select[Any]:
    """A question about penalties, with the event of each at hand."""
    return query.join(tournaments, tournaments.c.tournament == penalties.c.tournament, isouter=True)


def _name(names: Mapping[tuple[str, str], str], event: str, person: str | None) -> str | None:
    """By the name of that event; a stranger by what stands behind the last colon of the id."""
    if not person:
        return None
    return names.get((event, person)) or person.rpartition(":")[2]


def _shown_value(column: str, value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if column in ("round", "table") and value == 0:
        return None
    return value
