"""Records of judge calls, the rulings that answer them, and appeals."""

from __future__ import annotations

from sqlalchemy import bindparam, func, select, update

from rules.entries import (
    AppealAnswered,
    AppealMade,
    CallClaimed,
    CallClosed,
    CallOpened,
    CallReleased,
    ExtensionGranted,
    PersonId,
    RulingGiven,
)
from storage.records.changes import Change, Derives, Source, Write, amend, given, put
from storage.tables import rulings

PUT_CALL = put(rulings)
CLAIM_CALL = amend(
    rulings, "number", claimed_by=given("by"), claimed_at=given("at"), outcome=given("outcome")
)
ANSWER_CALL = amend(
    rulings,
    "number",
    ruled_by=given("by"),
    ruled_at=given("at"),
    text=given("text"),
    outcome=given("outcome"),
)
SET_OUTCOME = amend(rulings, "number", outcome=given("outcome"))
APPEAL_RULING = amend(rulings, "number", appeal=given("appeal"), outcome="appealed")

_appeal = rulings.alias("answered")
_appealed = select(_appeal.c.appeal).where(
    _appeal.c.tournament == bindparam("its_tournament"), _appeal.c.number == bindparam("answered")
)
_appealed_row = (
    update(rulings)
    .where(rulings.c.tournament == bindparam("its_tournament"))
    .where(rulings.c.number == _appealed.scalar_subquery())
    .values(outcome=given("outcome"))
)
ANSWER_APPEALED = Write(table=rulings, sqlite=_appealed_row, postgresql=_appealed_row)

_same_table = rulings.alias("same_table")
_last_call = select(func.max(_same_table.c.number)).where(
    _same_table.c.tournament == bindparam("its_tournament"),
    _same_table.c.round == bindparam("its_round"),
    _same_table.c.table == bindparam("its_table"),
    _same_table.c.kind != "appeal",
)
_extended = (
    update(rulings)
    .where(rulings.c.tournament == bindparam("its_tournament"))
    .where(rulings.c.number == _last_call.scalar_subquery())
    .values(extension_s=func.coalesce(rulings.c.extension_s, 0) + bindparam("more_s"))
)
EXTEND = Write(table=rulings, sqlite=_extended, postgresql=_extended)


def _call_opened(source: Source, entry: CallOpened) -> list[Change]:
    return [_question(source, entry, "panic" if entry.panic else "call")]


def _appeal_made(source: Source, entry: AppealMade) -> list[Change]:
    of_ruling = source.amend(APPEAL_RULING, its_number=entry.of, new_appeal=entry.number)
    return [_question(source, entry, "appeal"), of_ruling]


def _question(source: Source, entry: CallOpened | AppealMade, kind: str) -> Change:
    call = entry if isinstance(entry, CallOpened) else None
    return source.put(
        PUT_CALL,
        number=entry.number,
        kind=kind,
        round=call.round if call else 0,
        table=call.table if call else 0,
        asked_by=entry.by,
        asked_at=entry.at,
        why=entry.why,
        head_judge=call.head_judge if call else True,
        appeal=None if isinstance(entry, CallOpened) else entry.of,
        outcome="open",
    )


def _call_claimed(source: Source, entry: CallClaimed) -> list[Change]:
    return [_claim(source, entry.number, entry.by, entry)]


def _call_released(source: Source, entry: CallReleased) -> list[Change]:
    return [_claim(source, entry.number, None, None)]


def _claim(source: Source, number: int, by: PersonId | None, entry: CallClaimed | None) -> Change:
    return source.amend(
        CLAIM_CALL,
        its_number=number,
        new_by=by,
        new_at=entry.at if entry else None,
        new_outcome="claimed" if entry else "open",
    )


def _call_closed(source: Source, entry: CallClosed) -> list[Change]:
    return [source.amend(SET_OUTCOME, its_number=entry.number, new_outcome="closed")]


def _ruled(source: Source, entry: RulingGiven) -> list[Change]:
    return [
        source.amend(
            ANSWER_CALL,
            its_number=entry.number,
            new_by=entry.by,
            new_at=entry.at,
            new_text=entry.text,
            new_outcome="ruled",
        )
    ]


def _appeal_answered(source: Source, entry: AppealAnswered) -> list[Change]:
    outcome = "upheld" if entry.upheld else "overturned"
    answer = source.amend(
        ANSWER_CALL,
        its_number=entry.number,
        new_by=entry.by,
        new_at=entry.at,
        new_text=entry.why,
        new_outcome=outcome,
    )
    return [answer, source.amend(ANSWER_APPEALED, answered=entry.number, new_outcome=outcome)]


def _extended_match(source: Source, entry: ExtensionGranted) -> list[Change]:
    # 1.8: time is given back for a ruling, so it is noted with the table's last call, if there was one.
    more = int(entry.by_how_much.total_seconds())
    return [source.amend(EXTEND, its_round=entry.round, its_table=entry.table, more_s=more)]


DERIVES: Derives = {
    CallOpened: _call_opened,
    AppealMade: _appeal_made,
    CallClaimed: _call_claimed,
    CallReleased: _call_released,
    CallClosed: _call_closed,
    RulingGiven: _ruled,
    AppealAnswered: _appeal_answered,
    ExtensionGranted: _extended_match,
}
