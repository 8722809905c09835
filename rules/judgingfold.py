"""How penalties, calls, rulings, appeals and the report change a tournament; a part of `rules.fold`."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from rules import entries as e
from rules import matchfold
from rules.clocks import ZERO
from rules.facts import replace
from rules.folding import Folds
from rules.tablefold import at_seat, at_table
from rules.tournament import (
    AppealState,
    ConfirmedReport,
    JudgeCall,
    Owed,
    Penalty,
    Tournament,
)

folds: Folds[Tournament] = Folds()
FOLDS = folds.by_class

# --- penalties ------------------------------------------------------------------------------------


@folds(e.PenaltyIssued)
def _penalty(state: Tournament, entry: e.PenaltyIssued) -> Tournament:
    penalty = Penalty(
        number=entry.number,
        player=entry.player,
        infraction=entry.infraction,
        clause=entry.clause,
        level=entry.penalty,
        round=entry.round,
        table=entry.table,
        game=entry.game,
        automatic=entry.automatic,
        by=entry.by,
        due_at=entry.due_at,
        issued_at=entry.issued_at,
        cause=entry.cause,
        status="pending" if entry.pending else "standing",
        supersedes=entry.supersedes,
        applies_to=entry.applies_to,
        reading=entry.reading,
        reason=entry.reason,
        evidence=entry.evidence,
        upgrades=entry.upgrades,
        reportable=entry.reportable,
    )
    matches = state.matches
    if state.round is not None and entry.round == state.round.number and entry.table:
        matches = matches.put(entry.table, matchfold.penalised(matches[entry.table], entry))
    state = replace(
        state,
        penalties=state.penalties.put(entry.number, penalty),
        penalised=state.penalised.put(entry.player, _with_number(state, entry)),
        causes=state.causes.put(entry.cause, entry.number),
        last_number=max(state.last_number, entry.number),
        matches=matches,
        undecided=(*state.undecided, entry.number) if entry.pending else state.undecided,
    )
    if entry.supersedes and not entry.pending:
        state = _with_penalty(state, entry.supersedes, status="superseded")
    return state


def _with_number(state: Tournament, entry: e.PenaltyIssued) -> tuple[int, ...]:
    return tuple(sorted({*state.penalised.get(entry.player, ()), entry.number}))


def _with_penalty(state: Tournament, number: int, **changes: Any) -> Tournament:
    changed = replace(state.penalties[number], **changes)
    return replace(state, penalties=state.penalties.put(number, changed))


@folds(e.PenaltyApproved)
def _approved(state: Tournament, entry: e.PenaltyApproved) -> Tournament:
    superseded = state.penalties[entry.number].supersedes
    if superseded:
        state = _decided(_with_penalty(state, superseded, status="superseded"), superseded)
    state = _decided(state, entry.number)
    return _with_penalty(state, entry.number, status="standing", approved_by=entry.by)


def _decided(state: Tournament, number: int) -> Tournament:
    return replace(state, undecided=tuple(other for other in state.undecided if other != number))


@folds(e.PenaltyDismissed)
def _dismissed(state: Tournament, entry: e.PenaltyDismissed) -> Tournament:
    state = _decided(state, entry.number)
    return _without_effect(_with_penalty(state, entry.number, status="dismissed"), entry)


@folds(e.PenaltyOverturned)
def _overturned(state: Tournament, entry: e.PenaltyOverturned) -> Tournament:
    state = _with_penalty(state, entry.number, status="overturned")
    state = replace(state, owed=tuple(owed for owed in state.owed if owed.penalty != entry.number))
    return _without_effect(state, entry)


def _without_effect(state: Tournament, entry: e.PenaltyOverturned | e.PenaltyDismissed) -> Tournament:
    """What the penalty did to a match is taken back while its round runs; a closed round stays as it is."""
    if state.round is None or not state.round.runs:
        return state
    return at_seat(state, state.penalties[entry.number].player, entry)


@folds(e.PenaltyUpheld)
def _upheld(state: Tournament, entry: e.PenaltyUpheld) -> Tournament:
    if entry.number in state.calls:
        return _with_call(state, entry.number, upheld=True)
    if entry.number not in state.penalties:
        return state
    return _with_penalty(state, entry.number, upheld=True)


@folds(e.PenaltyAcknowledged)
def _acknowledged(state: Tournament, entry: e.PenaltyAcknowledged) -> Tournament:
    return _with_penalty(state, entry.number, acknowledged=True)


@folds(e.LossOwed)
def _owed(state: Tournament, entry: e.LossOwed) -> Tournament:
    owed = Owed(player=entry.player, level=entry.penalty, penalty=entry.number)
    return replace(state, owed=(*state.owed, owed))


# --- calls, rulings, appeals ----------------------------------------------------------------------


@folds(e.CallOpened)
def _call(state: Tournament, entry: e.CallOpened) -> Tournament:
    call = JudgeCall(
        number=entry.number,
        round=entry.round,
        table=entry.table,
        by=entry.by,
        why=entry.why,
        at=entry.at,
        head_judge=entry.head_judge,
        panic=entry.panic,
        held_before=_held_until(state, entry.round, entry.table, entry.at),
    )
    state = replace(
        state,
        calls=state.calls.put(entry.number, call),
        unclaimed=(*state.unclaimed, entry.number),
        last_number=max(state.last_number, entry.number),
    )
    if entry.table and state.round is not None and entry.round == state.round.number:
        match = matchfold.called(state.matches[entry.table], entry)
        state = replace(state, matches=state.matches.put(entry.table, match))
    return state


def _with_call(state: Tournament, number: int, **changes: Any) -> Tournament:
    return replace(state, calls=state.calls.put(number, replace(state.calls[number], **changes)))


def _held_until(state: Tournament, round_number: int, table: int, at: datetime) -> timedelta:
    match = state.match_at(round_number, table)
    return match.held_until(at) if match is not None else ZERO


def _no_longer_waits(state: Tournament, number: int) -> Tournament:
    return replace(
        state,
        unclaimed=tuple(other for other in state.unclaimed if other != number),
        claimed=tuple(other for other in state.claimed if other != number),
    )


@folds(e.CallClaimed)
def _claimed(state: Tournament, entry: e.CallClaimed) -> Tournament:
    state = _no_longer_waits(state, entry.number)
    state = replace(state, claimed=(*state.claimed, entry.number))
    return _with_call(state, entry.number, claimed_by=entry.by, claimed_at=entry.at, reminded_at=None)


@folds(e.CallReleased)
def _released(state: Tournament, entry: e.CallReleased) -> Tournament:
    state = _no_longer_waits(state, entry.number)
    state = replace(state, unclaimed=(*state.unclaimed, entry.number))
    return _with_call(
        state,
        entry.number,
        claimed_by=None,
        claimed_at=None,
        released_at=entry.at,
        repeated=False,
        escalated_at=None,
    )


@folds(e.CallRepeated)
def _repeated(state: Tournament, entry: e.CallRepeated) -> Tournament:
    if entry.head_judge:
        return _with_call(state, entry.number, escalated_at=entry.at)
    return _with_call(state, entry.number, repeated=True)


@folds(e.CallReminded)
def _reminded(state: Tournament, entry: e.CallReminded) -> Tournament:
    return _with_call(state, entry.number, reminded_at=entry.at)


@folds(e.CallClosed)
def _call_closed(state: Tournament, entry: e.CallClosed) -> Tournament:
    return _with_call(_no_longer_waits(state, entry.number), entry.number, closed_at=entry.at)


@folds(e.RulingGiven)
def _ruled(state: Tournament, entry: e.RulingGiven) -> Tournament:
    state = _no_longer_waits(state, entry.number)
    call = state.calls[entry.number]
    if call.ruled_by is not None:  # overruled: what the match lost was lost up to the first ruling
        return _with_call(state, entry.number, ruled_by=entry.by, ruling=entry.text)
    held = _held_until(state, call.round, call.table, entry.at) - call.held_before
    state = _with_call(
        state,
        entry.number,
        ruled_by=entry.by,
        ruling=entry.text,
        closed_at=entry.at,
        took=max(entry.took - held, ZERO),
    )
    if state.round is None or call.round != state.round.number or call.table not in state.matches:
        return state
    match = matchfold.ruled(state.matches[call.table], entry)
    return replace(state, matches=state.matches.put(call.table, match))


@folds(e.ExtensionGranted)
def _extended(state: Tournament, entry: e.ExtensionGranted) -> Tournament:
    if entry.ruling:
        state = _with_call(state, entry.ruling, given_back=True)
    return at_table(state, entry)


@folds(e.AppealMade)
def _appeal(state: Tournament, entry: e.AppealMade) -> Tournament:
    appeal = AppealState(number=entry.number, of=entry.of, by=entry.by, why=entry.why, at=entry.at)
    return replace(
        state,
        appeals=state.appeals.put(entry.number, appeal),
        undecided=(*state.undecided, entry.number),
        last_number=max(state.last_number, entry.number),
    )


@folds(e.DecisionAwaited)
def _awaited(state: Tournament, entry: e.DecisionAwaited) -> Tournament:
    said: dict[str, Any] = {"escalated_at": entry.at} if entry.head_judge else {"repeated": True}
    if entry.number in state.appeals:
        appeal = replace(state.appeals[entry.number], **said)
        return replace(state, appeals=state.appeals.put(entry.number, appeal))
    return _with_penalty(state, entry.number, **said)


@folds(e.AppealAnswered)
def _answered(state: Tournament, entry: e.AppealAnswered) -> Tournament:
    appeal = replace(state.appeals[entry.number], answered_by=entry.by, upheld=entry.upheld)
    state = _decided(replace(state, appeals=state.appeals.put(entry.number, appeal)), entry.number)
    if entry.upheld and appeal.of in state.penalties:
        return _with_penalty(state, appeal.of, upheld=True)
    return state


# --- the report to the league ---------------------------------------------------------------------


@folds(e.ReportConfirmed)
def _report_confirmed(state: Tournament, entry: e.ReportConfirmed) -> Tournament:
    return replace(state, report=ConfirmedReport(by=entry.by, at=entry.at, penalties=entry.penalties))


@folds(e.ReportReopened)
def _report_reopened(state: Tournament, entry: e.ReportReopened) -> Tournament:
    return replace(state, report=None)
