"""Refusals about decisions: numbers, penalties that stand or wait, appeals and their answers.

Which number is a proposed penalty only judges are told.
"""

from __future__ import annotations

from bot.wording.quotes import listed, plain
from bot.wording.refusals.asking import Asking, answers
from bot.wording.times import at_time, format_duration
from bot.wording.waiting import brief, next_words, subject, whose
from rules.refusals import (
    AlreadyIssued,
    AlreadySettled,
    AppealIsFinal,
    ClockRuns,
    HeadJudgeHasRuled,
    HigherStands,
    NoSuchNumber,
    NothingRuledYet,
    StepGone,
    StillProposed,
    Undecided,
)
from rules.tournament import Tournament


@answers(NoSuchNumber)
def no_such_number(refusal: NoSuchNumber, asking: Asking) -> str:
    number, what = refusal.number, plain(refusal.what, 40)
    if asking.state is None or not asking.judges:
        return f"there is no {what} {number}. !penalties lists yours."
    lists = "!calls lists the open ones" if what == "call" else "!penalties <nick> lists a player's"
    return _other(asking.state, number) or f"there is no {what} {number}. {lists}."


def _other(state: Tournament, number: int) -> str:
    """What this number is of, and what a judge can say to it; nothing when it is of nothing."""
    if number in state.undecided:
        what = "an appeal" if number in state.appeals else "a proposed penalty"
        return f"{number} is {what}; {whose(state, number)}: {next_words(state, number)}."
    if number in state.appeals:
        return f"{number} is an appeal; {_answer(state, number)}"
    call, penalty = state.calls.get(number), state.penalties.get(number)
    if call is not None:
        if not call.is_open:
            return f"{number} is a call, and closed. !calls lists the open ones."
        words = f"!claim {number}" if call.claimed_by is None else f"!ruling {number} <text>"
        return f"{number} is a call: {words}."
    if penalty is None:
        return ""
    if penalty.status == "standing":
        return f"{number} is a penalty: !uphold {number} or !overturn {number} <why>."
    return f"{number} is a penalty; it {_status(state, number)}."


@answers(NothingRuledYet)
def nothing_ruled_yet(refusal: NothingRuledYet, asking: Asking) -> str:
    number = refusal.number
    if not asking.judges:
        return (
            f"call {number} has no ruling yet; a judge comes, and an appeal comes after the first one (1.7)."
        )
    call = asking.state.calls.get(number) if asking.state else None
    claimed = call is not None and call.claimed_by is not None
    words = f"!ruling {number} <text>" if claimed else f"!claim {number}"
    return f"call {number} has no ruling yet, so there is nothing to decide about (1.7). {words}"


# --- appeals ---


@answers(AppealIsFinal)
def appeal_is_final(refusal: AppealIsFinal, asking: Asking) -> str:
    state, number = asking.state, refusal.number
    appeals = state.appeals.values() if state else ()
    about = next((one.number for one in appeals if number in (one.number, one.of)), None)
    if state is None or about is None:
        return f"the head judge's word on {number} is final in the event (1.7)."
    return _answer(state, about)


def _answer(state: Tournament, number: int) -> str:
    """Who answered what, or who will; nobody in the event goes beyond that."""
    appeal = state.appeals[number]
    what = subject(state, appeal.of)
    if appeal.is_open:
        return f"appeal {number} of {what} is open; {whose(state, number)} decides, and that is final here (1.7)."
    stands = "stands" if appeal.upheld else "does not stand"
    by = plain(state.name_of(appeal.answered_by), 40)
    return f"{by} has answered appeal {number}: {what} {stands}. That is final here (1.7)."


@answers(HeadJudgeHasRuled)
def head_judge_has_ruled(refusal: HeadJudgeHasRuled, asking: Asking) -> str:
    what = subject(asking.state, refusal.number) if asking.state else str(refusal.number)
    return f"{what} is the head judge's own word already, and final here (1.7)."


# --- penalties ---


@answers(AlreadySettled)
def already_settled(refusal: AlreadySettled, asking: Asking) -> str:
    state, number = asking.state, refusal.number
    penalty = state.penalties.get(number) if state else None
    if state is None or penalty is None:
        return f"penalty {number} is settled already."
    if asking.judges and penalty.status == "standing":
        return f"penalty {number} stands already; !overturn {number} <why> takes it back."
    shows = f" !penalties {plain(state.name_of(penalty.player), 40)} shows it." if asking.judges else ""
    return f"penalty {number} {_status(state, number)}.{shows or ' !penalties lists yours.'}"


def _status(state: Tournament, number: int) -> str:
    """What has become of a penalty, after its number."""
    status = state.penalties[number].status
    if status == "superseded":
        later = [
            p.number for p in state.penalties.values() if p.supersedes == number and p.status != "pending"
        ]
        return f"rose to penalty {max(later, default=number)}; name that one"
    words = {
        "standing": "stands already",
        "overturned": "was overturned already",
        "dismissed": "was not given",
    }
    return words.get(status, plain(status, 30))


@answers(StillProposed)
def still_proposed(refusal: StillProposed, asking: Asking) -> str:
    state, number = asking.state, refusal.number
    if state is None or number not in state.undecided:
        return f"penalty {number} waits for the head judge."
    return f"{brief(state, number)}, waits already; {whose(state, number)}: {next_words(state, number)}."


@answers(ClockRuns)
def clock_runs(refusal: ClockRuns, asking: Asking) -> str:
    when = f"at {at_time(refusal.at)}" if refusal.at else "after the hold"
    return (
        f"a clock runs on {asking.name(refusal.player)} for this, and the penalty comes by itself {when}. "
        "Another level needs a reason: add <level> <why>."
    )


@answers(AlreadyIssued)
def already_issued(refusal: AlreadyIssued, asking: Asking) -> str:
    whom = "you have" if refusal.player == asking.by else f"{asking.name(refusal.player)} has"
    anew = f" For a new offence say it again in {format_duration(refusal.left)}." if refusal.left else ""
    return (
        f"{whom} penalty {refusal.number} for this already. "
        f"Another level needs a reason: add <level> <why>.{anew}"
    )


@answers(HigherStands)
def higher_stands(refusal: HigherStands, asking: Asking) -> str:
    level = plain(refusal.level, 40).replace("_", " ")
    return (
        f"{asking.name(refusal.player)} has penalty {refusal.number}, {level}, for this, which is higher; "
        f"!overturn {refusal.number} <why> comes first."
    )


@answers(StepGone)
def step_gone(refusal: StepGone, asking: Asking) -> str:
    gone = "was overturned since" if refusal.status == "overturned" else "has risen to another one since"
    return (
        f"penalty {refusal.number} would take the place of penalty {refusal.lower}, which {gone}; "
        f"!dismiss {refusal.number}, and !penalty gives it anew."
    )


@answers(Undecided)
def undecided(refusal: Undecided, asking: Asking) -> str:
    state = asking.state
    numbers = [number for number in refusal.numbers if state and number in state.undecided]
    if state is None or not numbers:
        return "first the head judge has something to decide; then !end."
    items = [
        f"{brief(state, number)} ({whose(state, number)}: {next_words(state, number)})"
        for number in numbers[:_MOST]
    ]
    more = f", and {len(numbers) - _MOST} more" if len(numbers) > _MOST else ""
    waits = "waits" if len(numbers) == 1 else "wait"
    return (
        f"not yet: {listed(items)}{more} {waits} for a decision. Then !end; !staff names another head judge."
    )


_MOST = 3
