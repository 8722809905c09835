"""Refusals about judging: calls, rows and levels, holds, extensions."""

from __future__ import annotations

from bot.wording.quotes import listed, plain, said
from bot.wording.refusals.asking import Asking, answers
from bot.wording.times import at_time, format_duration
from rules.authority import is_head_judge_for
from rules.decisions import is_final
from rules.refusals import (
    CallClosedAlready,
    CallOpenAlready,
    CallTaken,
    ExtendedAlready,
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
    WhichCall,
)


@answers(NoOpenCall)
def no_open_call(refusal: NoOpenCall, asking: Asking) -> str:
    return "no call is open that you can take. !calls shows who has which."


@answers(CallTaken)
def call_taken(refusal: CallTaken, asking: Asking) -> str:
    if refusal.by == asking.by:
        number = refusal.number
        return f"you have call {number} already. !ruling {number} <text> answers it, !release {number} gives it back."
    following = (
        f" Next is call {refusal.next_open}: !claim {refusal.next_open}"
        if refusal.next_open
        else " No other is open."
    )
    return f"{asking.name(refusal.by)} has call {refusal.number}.{following}"


@answers(CallClosedAlready)
def call_closed(refusal: CallClosedAlready, asking: Asking) -> str:
    call = asking.state.calls.get(refusal.number) if asking.state else None
    if call is None or call.closed_at is None:
        return f"call {refusal.number} is closed. !calls lists the open ones."
    at = at_time(call.closed_at)
    if call.ruled_by is None:
        return f"call {refusal.number} was closed at {at} without a ruling. !calls lists the open ones."
    final = asking.state is not None and is_final(asking.state, refusal.number)
    appeal = "" if final else f"; a player can !appeal {refusal.number}"
    who = "you" if call.ruled_by == asking.by else asking.name(call.ruled_by)
    return (
        f"call {refusal.number} has the ruling of {at}, by {who}{said(call.ruling, ': ')}. "
        f"!calls lists the open ones{appeal}."
    )


@answers(CallOpenAlready)
def call_open(refusal: CallOpenAlready, asking: Asking) -> str:
    return f"your call {refusal.number} is open already, and the judges have it."


@answers(NotYourCall)
def not_your_call(refusal: NotYourCall, asking: Asking) -> str:
    number = refusal.number
    if refusal.by is None:
        return f"nobody has call {number}, so there is nothing to give back. !claim {number} takes it."
    who = asking.name(refusal.by)
    if _may_answer_all(asking, number):
        return f"{who} has call {number} and alone gives it back; !ruling {number} <text> from you answers it too."
    return f"{who} has call {number}. When {who} says !release {number}, !claim {number} takes it."


def _may_answer_all(asking: Asking, number: int) -> bool:
    """Whether the asker has the last word about the call's table."""
    state = asking.state
    call = state.calls.get(number) if state else None
    if state is None or call is None:
        return False
    return is_head_judge_for(state, asking.by, state.match_at(call.round, call.table))


@answers(WhichCall)
def which_call(refusal: WhichCall, asking: Asking) -> str:
    if not refusal.numbers:
        return "you have no call to give back. !calls shows who has which."
    numbers = listed([f"!release {number}" for number in refusal.numbers], "or")
    return f"you have more than one call: {numbers}?"


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
    if refusal.ruling is not None:
        return (
            f"what ruling {refusal.ruling} took at table {table} is given back already. "
            f"!extend {table} <minutes> <why> adds more."
        )
    return f"no ruling of yours has time to give back. !extend {table} <minutes> names another time."


@answers(ExtendedAlready)
def extended_already(refusal: ExtendedAlready, asking: Asking) -> str:
    more = format_duration(refusal.by_how_much)
    return (
        f"table {refusal.table} has your {more} since {at_time(refusal.at)}. If it is to have {more} once more, "
        f"say why: !extend {refusal.table} {more} <why>."
    )


@answers(Untimed)
def untimed(refusal: Untimed, asking: Asking) -> str:
    return f"table {refusal.table} has no clock to extend."


@answers(NotHeld)
def not_held(refusal: NotHeld, asking: Asking) -> str:
    held = [hold.table for hold in asking.state.holds] if asking.state else []
    if held:
        others = listed([f"{_tables(table)}: !resume {table or 'all'}" for table in held])
        return f"{_tables(refusal.table)} not on hold, but {others}."
    return f"{_tables(refusal.table)} not on hold. !hold {refusal.table or 'all'} would stop the clocks."


@answers(HeldAlready)
def held_already(refusal: HeldAlready, asking: Asking) -> str:
    return (
        f"{_tables(refusal.table)} on hold since {at_time(refusal.since)}. !resume "
        f"{refusal.table or 'all'} goes on."
    )


@answers(OnHold)
def on_hold(refusal: OnHold, asking: Asking) -> str:
    held = {hold.table for hold in asking.state.holds} if asking.state else set()
    if held and refusal.table not in held:
        return f"{_tables(0)} on hold; a judge goes on with !resume all."
    return f"table {refusal.table} is on hold; a judge goes on with !resume {refusal.table}."


def _tables(table: int) -> str:
    return f"table {table} is" if table else "all tables together are"


def _spaced(key: str) -> str:
    return plain(key, 60).replace("_", " ")
