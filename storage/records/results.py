"""Records of results: one row for each table of each round that had a result."""

from __future__ import annotations

from sqlalchemy import case, func

from rules.entries import (
    BeginUndone,
    ByeGiven,
    HowMatch,
    MatchCorrected,
    MatchFinished,
    MatchReopened,
    Outcome,
    ResultDisputed,
)
from storage.records.changes import Change, Derives, Source, amend, put, remove
from storage.tables import results

_SCORE = dict.fromkeys(
    ("seq", "player1", "player2", "wins1", "wins2", "draws", "outcome", "how", "clause", "state"), True
)

PUT_RESULT = put(results, **_SCORE, finished_at=True)
# A corrected result was finished when it was; one that was open again is finished now.
CORRECT_RESULT = put(
    results,
    **_SCORE,
    corrected_by=True,
    corrected_why=True,
    finished_at=lambda old, new: case(
        (new.finished_at.is_(None), None), else_=func.coalesce(old.finished_at, new.finished_at)
    ),
)
REOPEN_RESULT = amend(
    results,
    "round",
    "table",
    state="open",
    outcome=None,
    how=None,
    finished_at=None,
    wins1=None,
    wins2=None,
    draws=None,
)
REMOVE_RESULT = remove(results, "round", "table")
DISPUTE_RESULT = amend(results, "round", "table", state="disputed")


def _finished(source: Source, entry: MatchFinished) -> list[Change]:
    return [
        source.put(
            PUT_RESULT,
            round=entry.round,
            table=entry.table,
            player1=entry.player1,
            player2=entry.player2,
            wins1=entry.wins1,
            wins2=entry.wins2,
            draws=entry.draws,
            outcome=entry.outcome.value,
            how=entry.how.value,
            clause=entry.clause,
            state="final",
            finished_at=entry.at,
        )
    ]


def _bye(source: Source, entry: ByeGiven) -> list[Change]:
    return [
        source.put(
            PUT_RESULT,
            round=entry.round,
            table=entry.table,
            player1=entry.player,
            player2="",
            wins1=entry.wins,
            wins2=0,
            draws=0,
            outcome=Outcome.BYE.value,
            how=None,
            clause="",
            state="final",
            finished_at=entry.at,
        )
    ]


def _begin_undone(source: Source, entry: BeginUndone) -> list[Change]:
    """The byes that the begin had given; no table had a result."""
    return [source.amend(REMOVE_RESULT, its_round=entry.round, its_table=table) for table in entry.byes]


def _corrected(source: Source, entry: MatchCorrected) -> list[Change]:
    final = entry.outcome is not None
    return [
        source.put(
            CORRECT_RESULT,
            round=entry.round,
            table=entry.table,
            player1=entry.player1,
            player2=entry.player2,
            wins1=entry.wins1,
            wins2=entry.wins2,
            draws=entry.draws,
            outcome=entry.outcome.value if entry.outcome is not None else None,
            how=HowMatch.RULING.value if final else None,
            clause="",
            state="final" if final else "open",
            finished_at=entry.at if final else None,
            corrected_by=entry.by,
            corrected_why=entry.why,
        )
    ]


def _reopened(source: Source, entry: MatchReopened) -> list[Change]:
    return [source.amend(REOPEN_RESULT, its_round=entry.round, its_table=entry.table)]


def _disputed(source: Source, entry: ResultDisputed) -> list[Change]:
    return [source.amend(DISPUTE_RESULT, its_round=entry.round, its_table=entry.table)]


DERIVES: Derives = {
    BeginUndone: _begin_undone,
    ByeGiven: _bye,
    MatchFinished: _finished,
    MatchCorrected: _corrected,
    MatchReopened: _reopened,
    ResultDisputed: _disputed,
}
