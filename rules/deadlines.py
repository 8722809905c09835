"""What falls due when: read from the state, never kept beside it.

Nobody sets a timer and nobody has to cancel one: a deadline is there as long as the state says so. `of_match` and
`of_event` list them; `next_due` is the earliest of a table (table 0 is the event itself). `DueIndex` remembers the
earliest of each table, so that a table is reckoned anew only when an entry has touched it.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from rules import entries as e
from rules.clocks import ZERO
from rules.decisions import waiting, waits_since
from rules.match import GAME_LOSS, MATCH_LOSS, Match, Side
from rules.rulebook import Clocks, NoConnection
from rules.tournament import Tournament

EVENT = 0
"""The table number that stands for the event itself."""


class Due(StrEnum):
    """What falls due, in the order in which things of one second are worked off."""

    LATENESS_REMINDER = "lateness_reminder"
    ABSENCE_WARNING = "absence_warning"
    PREGAME_REMINDER = "pregame_reminder"
    SHUFFLE_REMINDER = "shuffle_reminder"
    LATE_GAME_LOSS = "late_game_loss"
    LATE_MATCH_LOSS = "late_match_loss"
    GONE_GAME_LOSS = "gone_game_loss"
    GONE_MATCH_LOSS = "gone_match_loss"
    PREGAME = "pregame"
    SHUFFLE = "shuffle"
    TIME = "time"
    AFTER_TIME = "after_time"
    UNANSWERED = "unanswered"
    CONSENT = "consent"
    QUESTION = "question"
    ROUND_WARNING = "round_warning"
    NO_SHOW = "no_show"
    CALL_REPEAT = "call_repeat"
    CALL_ESCALATE = "call_escalate"
    CLAIM_REMINDER = "claim_reminder"
    HOLD_REMINDER = "hold_reminder"
    START = "start"
    COORDINATOR_GONE = "coordinator_gone"
    DECISION_REPEAT = "decision_repeat"
    DECISION_ESCALATE = "decision_escalate"


@dataclass(frozen=True, slots=True)
class Deadline:
    """Something falls due at the end of the second `at`, for this player (None: the table or the event).

    `number`: the call, appeal or proposal, or the table on hold, that it is about.
    """

    at: datetime
    due: Due
    player: e.PersonId | None = None
    number: int = 0


def of_match(match: Match, state: Tournament) -> list[Deadline]:
    """Everything that will fall due at this table if nothing happens."""
    if match.is_over or match.is_held:
        return []
    found = [
        Deadline(side.asked.lapses_at, Due.QUESTION, side.player)
        for side in match.sides
        if side.asked is not None
    ]
    if match.begun_at is None:
        return found
    found += _of_time(match, state.book.clocks)
    found += _of_connecting(match, state)
    for side in match.sides:
        found += _of_lateness(match, side, state)
        found += _of_absence(side, state)
        found += _of_preparing(match, side, state)
    return found


def _if_due(at: datetime | None, due: Due, player: e.PersonId) -> tuple[Deadline, ...]:
    return () if at is None else (Deadline(at, due, player),)


def _of_time(match: Match, clocks: Clocks) -> Iterator[Deadline]:
    if match.time_called_at is None:
        if match.ends_at is not None:
            yield Deadline(match.ends_at, Due.TIME)
    elif _waits_for_last_turn(match) and match.last_turn_since is not None:
        yield Deadline(match.last_turn_since + clocks.after_time, Due.AFTER_TIME)
    if match.claim is not None and not match.claim.called and not match.disputed:
        yield Deadline(match.claim.at + clocks.report_unanswered, Due.UNANSWERED)


def _waits_for_last_turn(match: Match) -> bool:
    """Time was called, and nothing that a judge knows of keeps the match open."""
    known = match.after_time_called or match.claim is not None or bool(match.disputed)
    return match.turn_ended_by is None and not known


def _of_connecting(match: Match, state: Tournament) -> Iterator[Deadline]:
    connecting = match.connecting
    if connecting is None or connecting.failed_at is None or match.blind_since is not None:
        return
    if no_connection(match, state) is NoConnection.DRAW_UNLESS_BOTH_FLIP:
        yield Deadline(connecting.failed_at + state.book.clocks.consent_silence, Due.CONSENT)


def no_connection(match: Match, state: Tournament) -> NoConnection:
    """What this rulebook does at this stage with two players who cannot connect."""
    policies = state.book.policies
    return policies.no_connection_swiss if match.is_swiss else policies.no_connection_playoff


def _of_lateness(match: Match, side: Side, state: Tournament) -> Iterator[Deadline]:
    if match.played or state.automatic.get("tardiness") == "off":
        return
    clocks = state.book.clocks
    if side.arrived_at is None and not side.late:
        if not side.late_reminded:
            reminder = side.lateness.due(clocks.expected_ready + clocks.grace)
            yield from _if_due(reminder, Due.LATENESS_REMINDER, side.player)
        yield from _if_due(
            side.lateness.due(clocks.late_game_loss + clocks.grace), Due.LATE_GAME_LOSS, side.player
        )
    elif side.late == GAME_LOSS and (side.arrived_at is None or not side.on_chat):
        limit = clocks.late_match_loss + clocks.grace
        # OG-R07: the mark judges presence at that moment; who left after it has nothing to do with it
        if side.left_after is None or side.left_after < limit:
            yield from _if_due(side.lateness.due(limit), Due.LATE_MATCH_LOSS, side.player)


def _of_absence(side: Side, state: Tournament) -> Iterator[Deadline]:
    absence = side.absence
    if absence is None or absence.level == MATCH_LOSS or state.automatic.get("disconnection") == "off":
        return
    clocks = state.book.clocks
    if absence.level == GAME_LOSS:
        limit, loss, due = clocks.gone_match_loss, MATCH_LOSS, Due.GONE_MATCH_LOSS
    else:
        limit, loss, due = clocks.gone_game_loss, GAME_LOSS, Due.GONE_GAME_LOSS
    if absence.warned != loss:
        warning = absence.clock.due(limit - clocks.gone_reminder)
        yield from _if_due(warning, Due.ABSENCE_WARNING, side.player)
    yield from _if_due(absence.clock.due(limit), due, side.player)


def _of_preparing(match: Match, side: Side, state: Tournament) -> Iterator[Deadline]:
    clocks = state.book.clocks
    pregame_on = state.automatic.get("pregame") != "off"
    if not match.runs and not side.loaded and not side.pregame_penalised and pregame_on:
        if not side.pregame_reminded:
            reminder = side.pregame.due(clocks.pregame_reminder)
            yield from _if_due(reminder, Due.PREGAME_REMINDER, side.player)
        yield from _if_due(side.pregame.due(clocks.pregame), Due.PREGAME, side.player)
    if side.stopwatch is not None and state.automatic.get("shuffle") != "off":
        if not side.stopwatch.reminded:
            reminder = side.stopwatch.clock.due(clocks.shuffle_reminder)
            yield from _if_due(reminder, Due.SHUFFLE_REMINDER, side.player)
        yield from _if_due(side.stopwatch.clock.due(clocks.shuffle), Due.SHUFFLE, side.player)


def of_event(state: Tournament) -> list[Deadline]:
    """What will fall due for the event as a whole."""
    if state.is_over:
        return []
    stands_still = state.held_all_since is not None or state.blind_since is not None
    found = [] if stands_still else [Deadline(at, Due.NO_SHOW, player) for player, at in state.no_shows]
    current = state.round
    if current is not None and current.runs and current.ends_at is not None and current.begun_at is not None:
        found += [
            Deadline(current.ends_at - left, Due.ROUND_WARNING)
            for left in state.book.rounds.warnings
            if left not in current.warned and current.ends_at - left > current.begun_at
        ]
    if state.unled_since is not None and not state.unled_told and state.blind_since is None:
        found.append(Deadline(state.unled_since + state.book.clocks.coordinator_gone, Due.COORDINATOR_GONE))
    if state.starts_at is not None and current is None:
        found += _of_start(state, state.starts_at)
    if state.unclaimed or state.claimed:
        found += _of_calls(state)
    if state.holds:
        found += _of_holds(state)
    if state.undecided:
        found += _of_decisions(state)
    return found


def _of_start(state: Tournament, starts_at: datetime) -> Iterator[Deadline]:
    """0.3: shortly before the announced start, and at it."""
    for left in (state.book.clocks.start_reminder, ZERO):
        is_ahead = state.start_set_at is None or starts_at - left > state.start_set_at
        if is_ahead and left not in state.reminded_of_start:
            yield Deadline(starts_at - left, Due.START)


def _of_calls(state: Tournament) -> Iterator[Deadline]:
    """1.5: a call is answered. Neither a hold nor a blind spell matters: judges are no players."""
    for number in state.unclaimed:
        yield from _of_unclaimed(state, number)
    for number in state.claimed:
        yield _of_claimed(state, number)


def _of_unclaimed(state: Tournament, number: int) -> Iterator[Deadline]:
    call, clocks = state.calls[number], state.book.clocks
    if not call.repeated:
        yield Deadline(call.waits_since + clocks.call_repeat, Due.CALL_REPEAT, number=number)
    asked_at = call.escalated_at or call.waits_since
    yield Deadline(asked_at + clocks.call_escalate, Due.CALL_ESCALATE, number=number)


def _of_claimed(state: Tournament, number: int) -> Deadline:
    call = state.calls[number]
    since = call.reminded_at or call.claimed_at or call.at
    return Deadline(since + state.book.clocks.claim_reminder, Due.CLAIM_REMINDER, number=number)


def _of_decisions(state: Tournament) -> Iterator[Deadline]:
    """1.5, 1.7: appeals and proposals are answered too, and are said again as a call is."""
    for number in state.undecided:
        yield from _of_decision(state, number)


def _of_decision(state: Tournament, number: int) -> Iterator[Deadline]:
    clocks, one, since = state.book.clocks, waiting(state, number), waits_since(state, number)
    if not one.repeated:
        yield Deadline(since + clocks.call_repeat, Due.DECISION_REPEAT, number=number)
    asked_at = one.escalated_at or since
    yield Deadline(asked_at + clocks.call_escalate, Due.DECISION_ESCALATE, number=number)


def _of_holds(state: Tournament) -> Iterator[Deadline]:
    """A hold that lasts may have been forgotten; a table that has its result no longer waits for anything."""
    every = state.book.clocks.hold_reminder
    for hold in state.holds:
        if not hold.table or state.matches[hold.table].is_open:
            at = (hold.reminded_at or hold.since) + every
            yield Deadline(at, Due.HOLD_REMINDER, number=hold.table)


def deadlines(state: Tournament, table: int) -> list[Deadline]:
    """What will fall due at a table, or (table 0) for the event."""
    if table == EVENT:
        return of_event(state)
    match = state.matches.get(table)
    return [] if state.is_over or match is None else of_match(match, state)


def stands(state: Tournament, table: int, deadline: Deadline) -> bool:
    """Whether this is still due at the table, or (table 0) for the event.

    A call, a proposal or an appeal is looked at alone: when time is over at three hundred tables as many calls wait,
    and all are said again in one second.
    """
    number = deadline.number
    if table != EVENT or state.is_over:
        return deadline in deadlines(state, table)
    match deadline.due:
        case Due.CALL_REPEAT | Due.CALL_ESCALATE:
            return number in state.unclaimed and deadline in _of_unclaimed(state, number)
        case Due.CLAIM_REMINDER:
            return number in state.claimed and deadline == _of_claimed(state, number)
        case Due.DECISION_REPEAT | Due.DECISION_ESCALATE:
            return number in state.undecided and deadline in _of_decision(state, number)
        case _:
            return deadline in of_event(state)


def next_due(state: Tournament, table: int) -> datetime | None:
    """The earliest deadline of a table, or (table 0) of the event."""
    return min((deadline.at for deadline in deadlines(state, table)), default=None)


def tables(state: Tournament) -> tuple[int, ...]:
    """The event and every table of the round."""
    return (EVENT, *state.matches)


_EVERY_TABLE = (
    e.RoundBegun,
    e.RoundClosed,
    e.BeginUndone,
    e.RoundReopened,
    e.SightLost,
    e.SightRestored,
    e.TournamentEnded,
    e.TournamentCancelled,
    e.SettingsChanged,
)


def touched(entries: Iterable[e.Entry], state: Tournament) -> frozenset[int]:
    """The tables whose deadlines these entries may have moved; always the event as well."""
    found = {EVENT}
    for entry in entries:
        if isinstance(entry, e.RoundPaired | e.PairingUndone):  # what it replaces may have had more tables
            return frozenset(range(len(state.players) // 2 + 1))
        if isinstance(entry, _EVERY_TABLE) or (
            isinstance(entry, e.HoldPlaced | e.HoldLifted) and not entry.table
        ):
            return frozenset(tables(state))
        table = getattr(entry, "table", 0) or getattr(entry, "decides", 0)
        if table:
            found.add(table)
        person = getattr(entry, "person", None) or getattr(entry, "player", None)
        if person is not None and person in state.seats:
            found.add(state.seats[person])
        if isinstance(entry, e.PenaltyOverturned | e.PenaltyApproved | e.PenaltyDismissed):
            found.add(state.seats.get(state.penalties[entry.number].player, EVENT))
        if isinstance(entry, e.RulingGiven):
            found.add(state.calls[entry.number].table)
    return frozenset(table for table in found if table == EVENT or table in state.matches)


class DueIndex:
    """The earliest deadline of each table. Mutable, and nothing but a memory: it can be made anew at any time."""

    def __init__(self) -> None:
        self._heap: list[tuple[datetime, int]] = []
        self._next: dict[int, datetime] = {}

    def update(self, state: Tournament, changed: Iterable[int]) -> None:
        """Reckon these tables anew."""
        for table in changed:
            at = next_due(state, table)
            if at is None:
                self._next.pop(table, None)
            elif self._next.get(table) != at:
                self._next[table] = at
                heapq.heappush(self._heap, (at, table))

    def rebuild(self, state: Tournament) -> None:
        """Reckon everything anew."""
        self._heap.clear()
        self._next.clear()
        self.update(state, tables(state))

    def earliest(self) -> datetime | None:
        """When the next thing falls due."""
        while self._heap:
            at, table = self._heap[0]
            if self._next.get(table) == at:
                return at
            heapq.heappop(self._heap)
        return None

    def due(self, through: datetime) -> list[int]:
        """The tables that have something due by the end of the second `through`, in order of time.

        They stay in the index until `update` finds them worked off.
        """
        first = self.earliest()
        if first is None or first > through:
            return []
        return [table for _, table in sorted((at, t) for t, at in self._next.items() if at <= through)]
