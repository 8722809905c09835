"""Calls, rulings, appeals, extensions, holds: what judges do in the channel.

Calls, penalties and appeals share one count. A call is open until it is ruled; claiming tells the second judge who
has it. Calls that opened by themselves close with the table's result.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from rules import entries as e
from rules import refusals as r
from rules.acts import (
    Act,
    Appeal,
    CallJudge,
    ClaimCall,
    Extend,
    GiveRuling,
    LiftHold,
    PlaceHold,
    ReleaseCall,
)
from rules.authority import is_head_judge_for, require_judge
from rules.clocks import ZERO
from rules.decisions import is_final
from rules.finish import after_time, open_call
from rules.match import Match
from rules.recorder import Recorder
from rules.seats import open_match, require_open, table_match
from rules.steps import UNHEARD_OF
from rules.timeback import left_of
from rules.tournament import JudgeCall

SAID_TWICE = timedelta(minutes=1)
"""Within this the same extension by the same judge is taken for the same one, unless another reason is given."""

CALLS_AT_MOST = 3
"""So many calls of one person wait for a judge; more would only bury those of the other tables."""


def _match_of_call(rec: Recorder, call: JudgeCall) -> Match | None:
    return rec.state.match_at(call.round, call.table)


def call_judge(rec: Recorder, act: CallJudge) -> None:
    """A player (or anybody in the event) wants a judge. `panic` also stops automation for the match."""
    if rec.state.is_over:
        raise r.EventOver
    match = rec.state.match_of(act.by)
    if act.panic:
        match = open_match(rec, act.by)
    stops_clocks = act.panic and match is not None and match.table not in match.holds
    own = [call.number for call in rec.state.open_calls if call.by == act.by and call.claimed_by is None]
    if len(own) >= CALLS_AT_MOST and not stops_clocks:
        raise r.CallOpenAlready(number=own[-1])
    number = open_call(rec, match, by=act.by, why=act.why, panic=act.panic)
    if stops_clocks and match is not None:
        rec.enter(e.HoldPlaced(at=rec.now, table=match.table, by=act.by, why=act.why, call=number))


def _call(rec: Recorder, number: int) -> JudgeCall:
    call = rec.state.calls.get(number)
    if call is None:
        raise r.NoSuchNumber(number=number, what="call")
    if not call.is_open:
        raise r.CallClosedAlready(number=number)
    return call


def claim_call(rec: Recorder, act: ClaimCall) -> None:
    """A judge takes a call: the named one, or the oldest that nobody has."""
    require_judge(rec, act)
    unclaimed = [call for call in rec.state.open_calls if call.claimed_by is None]
    if act.number is None:
        mine = [call for call in unclaimed if _may_rule(rec, act, call)]
        if not mine:
            raise r.NoOpenCall
        call = mine[0]
    else:
        call = _call(rec, act.number)
        require_judge(rec, act, _match_of_call(rec, call))
    if call.claimed_by is not None:
        following = next((c.number for c in unclaimed if _may_rule(rec, act, c)), None)
        raise r.CallTaken(number=call.number, by=call.claimed_by, next_open=following)
    rec.enter(e.CallClaimed(at=rec.now, number=call.number, by=act.by, waited=rec.now - call.at))


def _may_rule(rec: Recorder, act: Act, call: JudgeCall) -> bool:
    match = _match_of_call(rec, call)
    return match is None or act.by not in match.players


def release_call(rec: Recorder, act: ReleaseCall) -> None:
    """A judge gives a call back: the named one, or the only one that this judge has."""
    require_judge(rec, act)
    call = _call(rec, _own_call(rec, act) if act.number is None else act.number)
    if call.claimed_by != act.by:
        raise r.NotYourCall(number=call.number, by=call.claimed_by)
    rec.enter(e.CallReleased(at=rec.now, number=call.number, by=act.by))


def _own_call(rec: Recorder, act: ReleaseCall) -> int:
    mine = tuple(call.number for call in rec.state.open_calls if call.claimed_by == act.by)
    if len(mine) != 1:
        raise r.WhichCall(numbers=mine)
    return mine[0]


def give_ruling(rec: Recorder, act: GiveRuling) -> None:
    """A judge answers a call. Somebody else's call is only the head judge's to answer."""
    require_judge(rec, act)
    call = _call(rec, act.number)
    match = _match_of_call(rec, call)
    require_judge(rec, act, match)
    if call.claimed_by not in (None, act.by) and not is_head_judge_for(rec.state, act.by, match):
        raise r.NotYourCall(number=call.number, by=call.claimed_by)
    rec.enter(e.RulingGiven(at=rec.now, number=call.number, by=act.by, text=act.text, took=rec.now - call.at))
    if match is not None and match.is_open:
        after_time(rec, match.table)


def appeal(rec: Recorder, act: Appeal) -> None:
    """A ruling or penalty goes to the head judge, after there is a first ruling (1.7)."""
    state = rec.state
    penalty, call = state.penalties.get(act.of), state.calls.get(act.of)
    if act.of in state.appeals:
        raise r.AppealIsFinal(number=act.of)
    unheard_of = penalty is None or penalty.status in UNHEARD_OF
    if unheard_of and call is None:
        raise r.NoSuchNumber(number=act.of, what="ruling or penalty")
    if call is not None and call.ruled_by is None:
        raise r.NothingRuledYet(number=act.of)
    if not _concerns(rec, act.by, act.of):
        raise r.NotAllowed(need=(), what="appeal")
    if penalty is not None and penalty.status == "overturned":
        raise r.AlreadySettled(number=act.of, status=penalty.status)
    if any(appeal.of == act.of for appeal in state.appeals.values()):
        raise r.AppealIsFinal(number=act.of)
    if is_final(state, act.of):
        raise r.HeadJudgeHasRuled(number=act.of)
    number = rec.next_number()
    rec.enter(e.AppealMade(at=rec.now, number=number, of=act.of, by=act.by, why=act.why))


def _concerns(rec: Recorder, person: e.PersonId, number: int) -> bool:
    """Whether a ruling or penalty is about this person's match."""
    penalty, call = rec.state.penalties.get(number), rec.state.calls.get(number)
    if penalty is not None:
        if penalty.player == person:
            return True
        table, round_number = penalty.table, penalty.round
    elif call is not None:
        if call.by == person:
            return True
        table, round_number = call.table, call.round
    else:
        return False
    match = rec.state.match_at(round_number, table)
    return match is not None and person in match.players


# --- time -----------------------------------------------------------------------------------------


def extend(rec: Recorder, act: Extend) -> None:
    """More time for one match (1.8); no other clock moves, and after time only the head judge may (OG-R37)."""
    require_judge(rec, act)
    ruling = _last_ruling(rec, act.by)
    match, by_how_much = _what_to_extend(rec, act, ruling)
    require_judge(rec, act, match)
    old = _end_to_move(rec, match)
    if by_how_much <= ZERO:
        raise r.TimeIsUp(table=match.table, at=match.time_called_at or rec.now)
    if match.time_called_at is not None and not _may_give_back(rec, act, match, by_how_much):
        raise r.TimeIsUp(table=match.table, at=match.time_called_at)
    _refuse_said_twice(rec, act, match, by_how_much)
    about_it = ruling is not None and ruling.table == match.table and not ruling.given_back
    rec.enter(
        e.ExtensionGranted(
            **rec.at(match),
            by=act.by,
            by_how_much=by_how_much,
            old_end_at=old,
            new_end_at=old + by_how_much,
            why=act.why,
            ruling=ruling.number if ruling is not None and about_it else 0,
        )
    )


def _refuse_said_twice(rec: Recorder, act: Extend, match: Match, by_how_much: timedelta) -> None:
    for given in match.given:
        same = (given.by, given.by_how_much) == (act.by, by_how_much) and rec.now - given.at < SAID_TWICE
        if same and act.why.strip() in ("", given.why.strip()):
            raise r.ExtendedAlready(table=match.table, by_how_much=by_how_much, at=given.at)


def _last_ruling(rec: Recorder, judge: e.PersonId) -> JudgeCall | None:
    """The judge's last ruling at a table of this round."""
    current = rec.state.round
    rulings = [
        call
        for call in rec.state.calls.values()
        if call.ruled_by == judge and current is not None and call.round == current.number
        if call.table in rec.state.matches
    ]
    return max(rulings, key=lambda call: (call.closed_at or call.at, call.number), default=None)


def _what_to_extend(rec: Recorder, act: Extend, ruling: JudgeCall | None) -> tuple[Match, timedelta]:
    """The match and the time: as named, or what the judge's last ruling took and nothing has given back (1.8)."""
    if act.table is not None and act.by_how_much is not None:
        return table_match(rec, act.table), act.by_how_much
    if ruling is None:
        raise r.NothingToGiveBack
    left = left_of(rec.state, ruling)
    if ruling.given_back or left <= ZERO:
        given = ruling.number if ruling.took > ZERO else None
        raise r.NothingToGiveBack(table=ruling.table, ruling=given)
    return rec.match(ruling.table), left


def _end_to_move(rec: Recorder, match: Match) -> datetime:
    """The end of an open, timed match that is not on hold; everything else is refused."""
    require_open(rec, match)
    if match.limit is None:
        raise r.Untimed(table=match.table)
    if match.is_held or match.ends_at is None:
        raise r.OnHold(table=match.table)
    return match.ends_at


def _may_give_back(rec: Recorder, act: Extend, match: Match, by_how_much: timedelta) -> bool:
    """OG-R37: the head judge may credit a ruling that had begun before time was called."""
    called_at, ends_at = match.time_called_at, match.ends_at
    if called_at is None or ends_at is None or ends_at + by_how_much <= rec.now:
        return False
    begun_before = any(
        (call.round, call.table) == (match.round, match.table) and call.at <= called_at
        for call in rec.state.calls.values()
    )
    return begun_before and is_head_judge_for(rec.state, act.by, match)


def place_hold(rec: Recorder, act: PlaceHold) -> None:
    """Clocks and automation stand still, for a table or for all."""
    match = table_match(rec, act.table) if act.table else None
    require_judge(rec, act, match)
    if rec.state.is_over:
        raise r.EventOver
    if match is not None:
        require_open(rec, match)
    since = _held_since(rec, act.table)
    if since is not None:
        raise r.HeldAlready(table=act.table, since=since)
    rec.enter(e.HoldPlaced(at=rec.now, table=act.table, by=act.by, why=act.why))


def lift_hold(rec: Recorder, act: LiftHold) -> None:
    """Clocks go on; the time of the hold is credited."""
    match = table_match(rec, act.table) if act.table else None
    require_judge(rec, act, match)
    if rec.state.is_over:
        raise r.EventOver
    since = _held_since(rec, act.table)
    if since is None:
        raise r.NotHeld(table=act.table)
    rec.enter(e.HoldLifted(at=rec.now, table=act.table, by=act.by, lasted=rec.now - since))


def _held_since(rec: Recorder, table: int) -> datetime | None:
    if table == 0:
        return rec.state.held_all_since
    match = rec.match(table)
    return match.held_since if table in match.holds else None
