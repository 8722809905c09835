"""Standings of an event that is stored: reckoned by the rules from the rows of its players, results and rounds.

They are no table of their own. A row for each player would have to be made again with every result and every
correction, from a state; a record follows from its entry alone. What they are reckoned from is written in the same
transaction as the entries, and is read in one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import RowMapping, select
from sqlalchemy.ext.asyncio import AsyncConnection

from rules.bookform import Place, RulebookError, read
from rules.entries import Departure, Outcome, PairingUndone, PersonId, RoundPaired, Stage, TournamentOpened
from rules.rulebook import Points
from rules.standings import MTR_POINTS, MatchResult, as_row, standings, unplayed
from storage.scorebook import StoreError, read_entry
from storage.tables import players, results, scorebook

_Results = Mapping[tuple[int, int], MatchResult]
"""The results by round and table."""


async def standings_of(connection: AsyncConnection, tournament: str) -> list[dict[str, Any]]:
    """The standings of this tournament as they are published. Raises StoreError for an entry it cannot read."""
    of_event = players.c.tournament == tournament
    entered = (await connection.execute(select(players).where(of_event))).mappings().all()
    names = {
        PersonId(row["player"]): row["name"] for row in entered if row["dropped"] != Departure.DISQUALIFIED
    }
    gone = {PersonId(row["player"]) for row in entered if row["dropped"] is not None}
    worth, rounds = await _programme(connection, tournament)
    found = await _results(connection, tournament)
    swiss = [one for one in found.values() if not _is_playoff(rounds.get(one.round))]
    placings = standings(swiss, list(_bracket(rounds, found)), names, gone, worth)
    return [as_row(placing, names[placing.player]) for placing in placings]


async def _programme(connection: AsyncConnection, tournament: str) -> tuple[Points, dict[int, RoundPaired]]:
    """What a win is worth there, and the rounds as they were paired last."""
    told = scorebook.c.kind.in_((TournamentOpened.kind, RoundPaired.kind, PairingUndone.kind))
    query = select(scorebook).where(scorebook.c.tournament == tournament, told).order_by(scorebook.c.seq)
    worth, rounds = MTR_POINTS, {}
    for entry in map(read_entry, (await connection.execute(query)).mappings()):
        if isinstance(entry, TournamentOpened):
            worth = _worth(tournament, entry)
        elif isinstance(entry, RoundPaired):
            rounds[entry.round] = entry
        elif isinstance(entry, PairingUndone):
            rounds.pop(entry.round, None)
    return worth, rounds


def _worth(tournament: str, entry: TournamentOpened) -> Points:
    points = entry.rulebook.get("points")
    try:
        return MTR_POINTS if points is None else read(Points, points, Place(source=tournament, path="points"))
    except RulebookError as fault:
        raise StoreError(f"the rulebook of {tournament!r} cannot be read: {fault}") from fault


async def _results(connection: AsyncConnection, tournament: str) -> _Results:
    """All results; a table that was reopened has none."""
    query = select(results).where(results.c.tournament == tournament, results.c.outcome.is_not(None))
    rows = (await connection.execute(query)).mappings()
    return {(row["round"], row["table"]): _result(row) for row in rows}


def _result(row: RowMapping) -> MatchResult:
    return MatchResult(
        round=row["round"],
        player1=PersonId(row["player1"]),
        player2=PersonId(row["player2"]) if row["player2"] else None,
        wins1=row["wins1"],
        wins2=row["wins2"],
        draws=row["draws"],
        outcome=Outcome(row["outcome"]),
    )


def _is_playoff(paired: RoundPaired | None) -> bool:
    return paired is not None and paired.stage is not Stage.SWISS


def _bracket(rounds: Mapping[int, RoundPaired], found: _Results) -> Iterator[MatchResult]:
    """The matches of the playoff; one without a result has not been played yet."""
    for paired in filter(_is_playoff, rounds.values()):
        for table, (first, second) in enumerate(paired.pairs, 1):
            if (paired.round, table) not in found:
                yield unplayed(paired.round, first, second)
    yield from (one for one in found.values() if _is_playoff(rounds.get(one.round)))
