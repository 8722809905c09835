"""Records of penalties: issued, proposed, settled, risen.

Penalties and rulings share one count, so what is upheld or overturned by its number is changed in both
tables; where the number is not theirs nothing happens.
"""

from __future__ import annotations

from sqlalchemy import bindparam, select, update

from rules.entries import (
    PenaltyAcknowledged,
    PenaltyApproved,
    PenaltyDismissed,
    PenaltyIssued,
    PenaltyOverturned,
    PenaltyUpheld,
)
from storage.records.changes import Change, Derives, Source, Write, amend, given, put
from storage.records.rulings import SET_OUTCOME
from storage.tables import penalties

PUT_PENALTY = put(penalties)
SUPERSEDE = amend(penalties, "number", status="superseded")
SETTLE = amend(
    penalties,
    "number",
    status=given("status"),
    settled_by=given("by"),
    settled_at=given("at"),
    settled_why=given("why"),
)
APPROVE = amend(
    penalties,
    "number",
    status="standing",
    issued_by=given("by"),
    issued_at=given("at"),
    settled_by=given("by"),
    settled_at=given("at"),
    settled_why="",
)
UPHOLD = amend(penalties, "number", settled_by=given("by"), settled_at=given("at"), settled_why=given("why"))
ACKNOWLEDGE = amend(penalties, "number", acknowledged_at=given("at"))

_later = penalties.alias("later")
_risen_from = select(_later.c.supersedes).where(
    _later.c.tournament == bindparam("its_tournament"), _later.c.number == bindparam("risen")
)
_risen = (
    update(penalties)
    .where(penalties.c.tournament == bindparam("its_tournament"))
    .where(penalties.c.number == _risen_from.scalar_subquery())
    .values(status="superseded")
)
SUPERSEDE_RISEN = Write(table=penalties, sqlite=_risen, postgresql=_risen)


def _issued(source: Source, entry: PenaltyIssued) -> list[Change]:
    changes = [
        source.put(
            PUT_PENALTY,
            number=entry.number,
            round=entry.round,
            table=entry.table,
            game=entry.game,
            player=entry.player,
            infraction=entry.infraction,
            clause=entry.clause,
            penalty=entry.penalty,
            base=entry.base,
            automatic=entry.automatic,
            issued_by=entry.by,
            due_at=entry.due_at,
            issued_at=entry.issued_at,
            reason=_reason(entry),
            evidence=entry.evidence,
            reportable=entry.reportable,
            applies_to=entry.applies_to,
            cause=entry.cause,
            supersedes=entry.supersedes,
            status="pending" if entry.pending else "standing",
        )
    ]
    if entry.supersedes and not entry.pending:
        changes.append(source.amend(SUPERSEDE, its_number=entry.supersedes))
    return changes


def _reason(entry: PenaltyIssued) -> str:
    """The judge's words; where the row was raised by its grounds alone, those."""
    if entry.reason or not entry.upgrades:
        return entry.reason
    return f"raised for {', '.join(ground.replace('_', ' ') for ground in entry.upgrades)}"


def _approved(source: Source, entry: PenaltyApproved) -> list[Change]:
    # Issued is what the head judge gave, and when. What it rises from it takes the place of only now.
    given_now = source.amend(APPROVE, its_number=entry.number, new_by=entry.by, new_at=entry.at)
    return [given_now, source.amend(SUPERSEDE_RISEN, risen=entry.number)]


def _not_standing(source: Source, entry: PenaltyDismissed | PenaltyOverturned) -> list[Change]:
    status = "dismissed" if isinstance(entry, PenaltyDismissed) else "overturned"
    values = {"new_status": status, "new_by": entry.by, "new_at": entry.at, "new_why": entry.why}
    ruling = source.amend(SET_OUTCOME, its_number=entry.number, new_outcome=status)
    return [source.amend(SETTLE, its_number=entry.number, **values), ruling]


def _upheld(source: Source, entry: PenaltyUpheld) -> list[Change]:
    values = {"its_number": entry.number, "new_by": entry.by, "new_at": entry.at, "new_why": entry.why}
    ruling = source.amend(SET_OUTCOME, its_number=entry.number, new_outcome="upheld")
    return [source.amend(UPHOLD, **values), ruling]


def _acknowledged(source: Source, entry: PenaltyAcknowledged) -> list[Change]:
    return [source.amend(ACKNOWLEDGE, its_number=entry.number, new_at=entry.at)]


DERIVES: Derives = {
    PenaltyIssued: _issued,
    PenaltyApproved: _approved,
    PenaltyDismissed: _not_standing,
    PenaltyOverturned: _not_standing,
    PenaltyUpheld: _upheld,
    PenaltyAcknowledged: _acknowledged,
}
