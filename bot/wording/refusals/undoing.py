"""Refusals of `!undo`: what rests on the change by now, and the word that helps."""

from __future__ import annotations

from bot.wording.event import OFFICES
from bot.wording.quotes import plain
from bot.wording.refusals.asking import Asking, answers
from bot.wording.times import at_time
from rules import changes as c
from rules.refusals import (
    BeginStands,
    CloseStands,
    CutStands,
    DropStands,
    EntryStands,
    NothingToUndo,
    OfficeStands,
    PairingStands,
    PhaseStands,
    ResultOfBye,
    ResultStands,
    SettingsStand,
    UndoneJustNow,
)


@answers(NothingToUndo)
def nothing_to_undo(refusal: NothingToUndo, asking: Asking) -> str:
    return (
        f"there is no change of yours to take back in {asking.event}. A result is set right with !setresult, "
        "a penalty taken back with !overturn."
    )


@answers(UndoneJustNow)
def undone_just_now(refusal: UndoneJustNow, asking: Asking) -> str:
    return (
        f"you have just taken back {_what(refusal.change, asking)}, at {at_time(refusal.at)}; nothing else has "
        f"changed. !undo again from {at_time(refusal.again_at)} on takes back your change before it."
    )


def _what(change: c.Change, asking: Asking) -> str:
    """A change in a few words."""
    match change:
        case c.Paired():
            return f"the pairing of round {change.round}"
        case c.Cut():
            return "the seeds of the playoff"
        case c.Begun():
            return f"the begin of round {change.round}"
        case c.Closed():
            return f"the close of round {change.round}"
        case c.Dropped():
            return f"the drop of {asking.name(change.before.id)}"
        case c.Entered():
            return f"the late entry of {asking.name(change.player)}"
        case c.Named() | c.Removed():
            return f"a change of the staff ({OFFICES[change.role]}: {asking.name(change.person)})"
        case c.Set():
            return "the last !set"
        case _:
            return "a change of the stage"


@answers(PairingStands)
def pairing_stands(refusal: PairingStands, asking: Asking) -> str:
    return (
        f"round {refusal.round} has begun, so its pairing stays. A judge stops the clocks with !hold all, and sets "
        "a result with !setresult."
    )


@answers(CutStands)
def cut_stands(refusal: CutStands, asking: Asking) -> str:
    return (
        "the playoff is paired by these seeds, so they stay. !bracket shows it; a judge sets a result with "
        "!setresult."
    )


@answers(BeginStands)
def begin_stands(refusal: BeginStands, asking: Asking) -> str:
    if refusal.table:
        what = f"at table {refusal.table} somebody has come or done something since"
    else:
        what = "something has happened in it since"
    return f"{what}, so round {refusal.round} stays begun. A judge stops all clocks with !hold all."


@answers(CloseStands)
def close_stands(refusal: CloseStands, asking: Asking) -> str:
    what = "the cut was" if refusal.cut else "the next round was"
    return (
        f"{what} made after the close of round {refusal.round}, so it stays closed. A judge sets a result of it "
        f"right: !setresult {refusal.round}.<table> 2-1 <why>"
    )


@answers(DropStands)
def drop_stands(refusal: DropStands, asking: Asking) -> str:
    who = asking.name(refusal.player)
    if refusal.cut:
        return f"the cut was made without {who} since, so the drop stays. !undo of the cut comes first."
    return f"round {refusal.round} was made without {who}, so the drop stays. !late {who} enters {who} again."


@answers(EntryStands)
def entry_stands(refusal: EntryStands, asking: Asking) -> str:
    who = asking.name(refusal.player)
    if refusal.on_record:
        return f"something is on record of {who} by now, so the entry stays. !drop {who} takes {who} out."
    if not refusal.round:
        return f"{who} is out already. !late {who} enters {who} again."
    return (
        f"round {refusal.round} was paired with {who} since, so the entry stays. !drop {who} takes {who} out."
    )


@answers(SettingsStand)
def settings_stand(refusal: SettingsStand, asking: Asking) -> str:
    return "somebody else has changed the settings since, so yours stay. !set key=value changes them."


@answers(OfficeStands)
def office_stands(refusal: OfficeStands, asking: Asking) -> str:
    who, office = asking.name(refusal.person), OFFICES[refusal.role]
    verb = "are" if who == "you" else "is"
    if refusal.holds:
        return f"{who} {verb} {office} again since, so there is nothing to give back."
    word = f"!staff {refusal.role.value} {who}"
    return (
        f"{who} {verb} no {office} any more, so there is nothing to take back. {word} gives the office again."
    )


@answers(PhaseStands)
def phase_stands(refusal: PhaseStands, asking: Asking) -> str:
    return (
        f"somebody else has changed the stage to {plain(refusal.phase, 20)} since, so it stays. "
        "!stage draft|construction|rounds changes it."
    )


@answers(ResultStands)
def result_stands(refusal: ResultStands, asking: Asking) -> str:
    return (
        "that result was set by a judge's word, and a judge sets it right: "
        f"!setresult {refusal.round}.{refusal.table} 2-1 <why>"
    )


@answers(ResultOfBye)
def result_of_bye(refusal: ResultOfBye, asking: Asking) -> str:
    return (
        f"table {refusal.table} of round {refusal.round} is the bye of {asking.name(refusal.player)}, a win without "
        "an opponent, so there is no result to set. !pairings lists the tables."
    )
