"""What happens when something falls due.

`tick` works off everything due by the end of a second, in order of time; each thing is entered with the time at which
it fell due, however late the bot got there. What falls due at one table in one second is collected first and decided
together, symmetric in the two players. A stale or doubled tick finds nothing due.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from datetime import datetime

from rules import entries as e
from rules.acts import Tick
from rules.connecting import drawn
from rules.deadlines import Deadline, Due, deadlines, next_due, stands, tables
from rules.decisions import waits_since
from rules.durations import format_duration
from rules.finish import after_time, match_lost, open_call
from rules.match import GAME_LOSS, MATCH_LOSS, Match
from rules.presence import LINK_NOT_CONFIRMED
from rules.recorder import Recorder
from rules.rulebook import Trigger
from rules.sanctions import Charge, issue_timed
from rules.starting import checklist

ORDER = tuple(Due)
TRIGGERS = {
    Due.LATE_GAME_LOSS: Trigger.LATE_GAME_LOSS,
    Due.LATE_MATCH_LOSS: Trigger.LATE_MATCH_LOSS,
    Due.GONE_GAME_LOSS: Trigger.GONE_GAME_LOSS,
    Due.GONE_MATCH_LOSS: Trigger.GONE_MATCH_LOSS,
    Due.PREGAME: Trigger.PREGAME,
    Due.SHUFFLE: Trigger.SHUFFLE,
}


def tick(rec: Recorder, act: Tick) -> None:
    """Work off what is due by the end of the second `through`."""
    wanted = tables(rec.state) if act.tables is None else act.tables
    heap: list[tuple[datetime, int]] = []
    for table in wanted:
        _push(rec, heap, table, act.through)
    heapq.heapify(heap)
    while heap:
        due_at, table = heapq.heappop(heap)
        found = deadlines(rec.state, table)
        if min((deadline.at for deadline in found), default=None) == due_at:
            rec.now = due_at
            work_off(rec, table, [deadline for deadline in found if deadline.at == due_at])
        _push(rec, heap, table, act.through)
    rec.now = rec.received


def _push(rec: Recorder, heap: list[tuple[datetime, int]], table: int, through: datetime) -> None:
    at = next_due(rec.state, table)
    if at is not None and at <= through:
        heapq.heappush(heap, (at, table))


def work_off(rec: Recorder, table: int, found: Sequence[Deadline]) -> None:
    """Enter everything that was found to fall due at this table (0: the event) in this second."""
    due = sorted(found, key=lambda deadline: ORDER.index(deadline.due))
    charges = []
    for deadline in due:
        if deadline.due in TRIGGERS and deadline.player is not None:
            charge = _charge(rec, rec.match(table), deadline, deadline.player)
            if charge is not None:
                charges.append(charge)
    _remind(rec, table, due)
    if charges:
        issue_timed(rec, table, charges)
    _others(rec, table, due)


def _remind(rec: Recorder, table: int, due: Sequence[Deadline]) -> None:
    for deadline in due:
        reminder = REMINDERS.get(deadline.due)
        if reminder is not None and deadline.player is not None:
            reminder(rec, rec.match(table), deadline.player)


def _others(rec: Recorder, table: int, due: Sequence[Deadline]) -> None:
    for deadline in due:
        other = OTHERS.get(deadline.due)
        # what fell due together may have ended the match meanwhile
        if other is not None and stands(rec.state, table, deadline):
            other(rec, table, deadline)


# --- reminders ------------------------------------------------------------------------------------


def _remind_of_lateness(rec: Recorder, match: Match, player: e.PersonId) -> None:
    clocks = rec.state.book.clocks
    loss = match.side_of(player).lateness.due(clocks.late_game_loss + clocks.grace)
    rec.enter(e.LatenessReminded(**rec.at(match), player=player, game_loss_at=loss))


def _warn_of_absence(rec: Recorder, match: Match, player: e.PersonId) -> None:
    absence = match.side_of(player).absence
    if absence is None:
        return
    loss = MATCH_LOSS if absence.level == GAME_LOSS else GAME_LOSS
    due_at = rec.now + rec.state.book.clocks.gone_reminder
    rec.enter(e.AbsenceWarned(**rec.at(match), player=player, due_at=due_at, penalty=loss))


def _remind_of_pregame(rec: Recorder, match: Match, player: e.PersonId) -> None:
    clocks = rec.state.book.clocks
    due_at = rec.now + (clocks.pregame - clocks.pregame_reminder)
    rec.enter(e.PregameReminded(**rec.at(match), game=match.game, player=player, due_at=due_at))


def _remind_of_shuffle(rec: Recorder, match: Match, player: e.PersonId) -> None:
    clocks = rec.state.book.clocks
    due_at = rec.now + (clocks.shuffle - clocks.shuffle_reminder)
    rec.enter(e.ShuffleReminded(**rec.at(match), player=player, due_at=due_at))


REMINDERS: dict[Due, Callable[[Recorder, Match, e.PersonId], None]] = {
    Due.LATENESS_REMINDER: _remind_of_lateness,
    Due.ABSENCE_WARNING: _warn_of_absence,
    Due.PREGAME_REMINDER: _remind_of_pregame,
    Due.SHUFFLE_REMINDER: _remind_of_shuffle,
}


# --- penalties ------------------------------------------------------------------------------------


def _charge(rec: Recorder, match: Match, deadline: Deadline, player: e.PersonId) -> Charge | None:
    """What the clock holds against the player; None when a judge is called instead."""
    place = f"r{match.round}.t{match.table}.{player}"
    match deadline.due:
        case Due.LATE_GAME_LOSS | Due.LATE_MATCH_LOSS:
            return _late(rec, match, deadline, player, place)
        case Due.GONE_GAME_LOSS | Due.GONE_MATCH_LOSS:
            return _gone(match, deadline, player, place)
        case Due.PREGAME:
            limit = format_duration(rec.state.book.clocks.pregame)
            return Charge(
                player=player,
                trigger=Trigger.PREGAME,
                due_at=deadline.at,
                cause=f"{place}.pregame.{int(deadline.at.timestamp())}",
                evidence=f"deck for game {match.game} not ready {limit} after the pregame time began",
            )
        case _:
            return _shuffled(rec, match, deadline, player, place)


def _late(rec: Recorder, match: Match, deadline: Deadline, player: e.PersonId, place: str) -> Charge:
    clocks, side = rec.state.book.clocks, match.side_of(player)
    second = deadline.due is Due.LATE_MATCH_LOSS
    limit = (clocks.late_match_loss if second else clocks.late_game_loss) + clocks.grace
    base = side.late_anew or match.late_from
    since = f", counted from {base:%H:%M:%S}" if base else ""
    again = f".{int(side.late_anew.timestamp())}" if side.late_anew else ""
    return Charge(
        player=player,
        trigger=TRIGGERS[deadline.due],
        due_at=deadline.at,
        cause=f"{place}.late{again}",
        evidence=f"not there {format_duration(limit)} into the round{since}",
        supersedes=side.late_penalty if second else 0,
    )


def _gone(match: Match, deadline: Deadline, player: e.PersonId, place: str) -> Charge | None:
    absence = match.side_of(player).absence
    if absence is None:
        return None
    counted = format_duration(absence.clock.elapsed(deadline.at))
    confirmed = absence.link_lost or absence.seen is e.Presence.LINK or not match.runs
    anew = f", counted anew from {absence.anew:%H:%M:%S}" if absence.anew else ""
    link = "" if confirmed else ", link not confirmed"
    return Charge(
        player=player,
        trigger=TRIGGERS[deadline.due],
        due_at=deadline.at,
        cause=f"{place}.{absence.cause}",
        evidence=f"gone {counted} at {deadline.at:%H:%M:%S}, left at {absence.since:%H:%M:%S}{anew}{link}",
        supersedes=absence.penalty,
        clause=absence.clause,
        reading="" if confirmed else LINK_NOT_CONFIRMED,
    )


def _shuffled(
    rec: Recorder, match: Match, deadline: Deadline, player: e.PersonId, place: str
) -> Charge | None:
    stopwatch = match.side_of(player).stopwatch
    if stopwatch is None:
        return None
    took = stopwatch.clock.elapsed(deadline.at)
    rec.enter(e.ShuffleDone(**rec.at(match), player=player, took=took, lapsed=True))
    if stopwatch.run > 1 and stopwatch.by != player:
        # A5: a second stopwatch on the same player in one game is for a judge's eyes
        name = rec.state.name_of(player)
        open_call(rec, match, by=None, why=f"{name} shuffles past the limit once more in game {match.game}")
        return None
    return Charge(
        player=player,
        trigger=Trigger.SHUFFLE,
        due_at=deadline.at,
        cause=f"{place}.shuffle.{int(deadline.at.timestamp())}",
        evidence=f"shuffling for {format_duration(took)} at {deadline.at:%H:%M:%S}",
    )


# --- the rest -------------------------------------------------------------------------------------


def _call_time(rec: Recorder, table: int, deadline: Deadline) -> None:
    match = rec.match(table)
    rec.enter(e.TimeCalled(**rec.at(match), ended_at=deadline.at))
    after_time(rec, table)


def _call_about_turn(rec: Recorder, table: int, deadline: Deadline) -> None:
    match = rec.match(table)
    away = " and ".join(rec.state.name_of(side.player) for side in match.sides if side.absence is not None)
    why = f"the match waits for {away}" if away else "neither the turn nor the game has ended"
    open_call(rec, match, by=None, why=f"time was called, and {why}")


def _call_about_claim(rec: Recorder, table: int, deadline: Deadline) -> None:
    match = rec.match(table)
    if match.claim is not None:
        waits = " and ".join(rec.state.name_of(p) for p in match.players if match.claim.asks(p))
        open_call(rec, match, by=None, why=f"a report is not answered by {waits}")


def _no_consent(rec: Recorder, table: int, deadline: Deadline) -> None:
    drawn(rec, rec.match(table))


def _lapse_question(rec: Recorder, table: int, deadline: Deadline) -> None:
    match = rec.match(table)
    asked = match.side_of(deadline.player).asked if deadline.player is not None else None
    if asked is not None and deadline.player is not None:
        rec.enter(
            e.QuestionClosed(**rec.at(match), player=deadline.player, question=asked.question, lapsed=True)
        )


def _warn_round(rec: Recorder, table: int, deadline: Deadline) -> None:
    current = rec.state.round
    if current is None or current.ends_at is None:
        return
    left = current.ends_at - deadline.at
    rec.enter(e.RoundWarningCalled(at=rec.now, round=current.number, left=left, ends_at=current.ends_at))


def _drop_no_show(rec: Recorder, table: int, deadline: Deadline) -> None:
    if deadline.player is None:
        return
    match = rec.state.match_of(deadline.player)
    if match is not None and match.is_open:
        match_lost(rec, match.table, loser=deadline.player, how=e.HowMatch.DROP, clause="3.2")
    rec.enter(e.PlayerDropped(at=rec.now, player=deadline.player, how=e.Departure.NO_SHOW, clause="3.2"))


def _repeat_call(rec: Recorder, table: int, deadline: Deadline) -> None:
    call = rec.state.calls[deadline.number]
    rec.enter(
        e.CallRepeated(
            at=rec.now,
            number=call.number,
            waited=deadline.at - call.waits_since,
            head_judge=deadline.due is Due.CALL_ESCALATE,
        )
    )


def _repeat_decision(rec: Recorder, table: int, deadline: Deadline) -> None:
    rec.enter(
        e.DecisionAwaited(
            at=rec.now,
            number=deadline.number,
            waited=deadline.at - waits_since(rec.state, deadline.number),
            head_judge=deadline.due is Due.DECISION_ESCALATE,
        )
    )


def _remind_of_claim(rec: Recorder, table: int, deadline: Deadline) -> None:
    call = rec.state.calls[deadline.number]
    if call.claimed_by is None or call.claimed_at is None:
        return
    rec.enter(
        e.CallReminded(
            at=rec.now,
            number=call.number,
            by=call.claimed_by,
            waited=deadline.at - call.claimed_at,
            head_judge=call.reminded_at is not None,
        )
    )


def _remind_of_hold(rec: Recorder, table: int, deadline: Deadline) -> None:
    for hold in rec.state.holds:
        if hold.table == deadline.number:
            rec.enter(
                e.HoldReminded(at=rec.now, table=hold.table, by=hold.by, since=hold.since, call=hold.call)
            )


def _remind_of_start(rec: Recorder, table: int, deadline: Deadline) -> None:
    starts_at = rec.state.starts_at
    if starts_at is None:
        return
    lacking = checklist(rec.state)
    rec.enter(
        e.StartReminded(
            at=rec.now,
            starts_at=starts_at,
            left=starts_at - deadline.at,
            no_deck=lacking.no_deck,
            away=lacking.away,
        )
    )


def _miss_coordinator(rec: Recorder, table: int, deadline: Deadline) -> None:
    rec.enter(e.CoordinatorMissed(at=rec.now, since=rec.state.unled_since or rec.now))


OTHERS: dict[Due, Callable[[Recorder, int, Deadline], None]] = {
    Due.TIME: _call_time,
    Due.AFTER_TIME: _call_about_turn,
    Due.UNANSWERED: _call_about_claim,
    Due.CONSENT: _no_consent,
    Due.QUESTION: _lapse_question,
    Due.ROUND_WARNING: _warn_round,
    Due.NO_SHOW: _drop_no_show,
    Due.CALL_REPEAT: _repeat_call,
    Due.CALL_ESCALATE: _repeat_call,
    Due.CLAIM_REMINDER: _remind_of_claim,
    Due.HOLD_REMINDER: _remind_of_hold,
    Due.START: _remind_of_start,
    Due.COORDINATOR_GONE: _miss_coordinator,
    Due.DECISION_REPEAT: _repeat_decision,
    Due.DECISION_ESCALATE: _repeat_decision,
}
