"""Refusals about judging: calls, rows and levels, holds, extensions."""

from __future__ import annotations

from bot.wording.quotes import listed, plain
from bot.wording.refusals.asking import Asking, answers
from bot.wording.times import at_time
from rules.refusals import (
    CallClosedAlready,
    CallOpenAlready,
    CallTaken,
    HeldAlready,
    NoOpenCall,
    NoRow,
    NoSuchGround,
    NotHeld,
    NothingToGiveBack,
    NotYourCall,
    OnHold,
    ReasonNeeded,
    TimeIsUp,
    UnknownLevel,
    UnknownRow,
    Untimed,
)


@answers(NoOpenCall)
def no_open_call(refusal: NoOpenCall, asking: Asking) -> str:
    return "no call is open that you can take. !calls shows who has which."


@answers(CallTaken)
def call_taken(refusal: CallTaken, asking: Asking) -> str:
    have = "have" if refusal.by == asking.by else "has"
    following = (
        f" Next is call {refusal.next_open}: !claim {refusal.next_open}"
        if refusal.next_open
        else " No other is open."
    )
    return f"{asking.name(refusal.by)} {have} call {refusal.number}.{following}"


@answers(CallClosedAlready)
def call_closed(refusal: CallClosedAlready, asking: Asking) -> str:
    call = asking.state.calls.get(refusal.number) if asking.state else None
    appeal = f"; a player can !appeal {refusal.number}" if call is not None and call.ruled_by else ""
    return f"call {refusal.number} is closed. !calls lists the open ones{appeal}."


@answers(CallOpenAlready)
def call_open(refusal: CallOpenAlready, asking: Asking) -> str:
    return f"your call {refusal.number} is open already, and the judges have it."


@answers(NotYourCall)
def not_your_call(refusal: NotYourCall, asking: Asking) -> str:
    if refusal.by is None:
        return f"nobody has call {refusal.number} yet: !claim {refusal.number} first."
    return (
        f"{asking.name(refusal.by)} has call {refusal.number}; !release {refusal.number} "
        "there, then !claim it here."
    )


@answers(NoSuchGround)
def no_such_ground(refusal: NoSuchGround, asking: Asking) -> str:
    row, ground = _spaced(refusal.infraction), plain(refusal.ground, 40)
    if not refusal.grounds:
        return f"{row} names no ground for an upgrade. Another level needs a reason: <level> <why>."
    return f"{ground} is no ground of {row}; it names {listed(refusal.grounds)} (!rule {refusal.infraction})."


@answers(ReasonNeeded)
def reason_needed(refusal: ReasonNeeded, asking: Asking) -> str:
    level = _spaced(refusal.level)
    if not refusal.row:
        return f"{level} needs a reason: say why at the end."
    return f"the row says {_spaced(refusal.row)}; {level} needs a reason: say why at the end."


@answers(NoRow)
def no_row(refusal: NoRow, asking: Asking) -> str:
    return (
        f"{_spaced(refusal.infraction)}: {plain(refusal.why)}. With a level and a reason it "
        "can be given all the same."
    )


@answers(UnknownLevel)
def unknown_level(refusal: UnknownLevel, asking: Asking) -> str:
    return f"there is no penalty {plain(refusal.level, 40)}; there are {listed(refusal.ladder)}."


@answers(UnknownRow)
def unknown_row(refusal: UnknownRow, asking: Asking) -> str:
    near = f" Near it: {listed(refusal.near, 'or')}." if refusal.near else ""
    return f"the rulebook has no infraction {plain(refusal.infraction, 40)}.{near} !rule <word> finds one."


@answers(TimeIsUp)
def time_is_up(refusal: TimeIsUp, asking: Asking) -> str:
    return (
        f"time was called at table {refusal.table} at {at_time(refusal.at)}; no extension after that (1.8)."
    )


@answers(NothingToGiveBack)
def nothing_to_give_back(refusal: NothingToGiveBack, asking: Asking) -> str:
    table = refusal.table or "<table>"
    return f"no ruling of yours has time to give back. !extend {table} <minutes> names another time."


@answers(Untimed)
def untimed(refusal: Untimed, asking: Asking) -> str:
    return f"table {refusal.table} has no clock to extend."


@answers(NotHeld)
def not_held(refusal: NotHeld, asking: Asking) -> str:
    return f"{_tables(refusal.table)} not on hold. !hold {refusal.table or 'all'} would stop the clocks."


@answers(HeldAlready)
def held_already(refusal: HeldAlready, asking: Asking) -> str:
    return (
        f"{_tables(refusal.table)} on hold since {at_time(refusal.since)}. !resume "
        f"{refusal.table or 'all'} goes on."
    )


@answers(OnHold)
def on_hold(refusal: OnHold, asking: Asking) -> str:
    return f"table {refusal.table} is on hold; a judge goes on with !resume {refusal.table}."


def _tables(table: int) -> str:
    return f"table {table} is" if table else "all tables together are"


def _spaced(key: str) -> str:
    return plain(key, 60).replace("_", " ")
