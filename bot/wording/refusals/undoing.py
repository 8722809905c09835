"""Refusals of `!undo`: what rests on the change by now, and the word that helps."""

from __future__ import annotations

from bot.wording.refusals.asking import Asking, answers
from rules.refusals import (
    BeginStands,
    CloseStands,
    CutStands,
    DropStands,
    EntryStands,
    NothingToUndo,
    PairingStands,
    ResultOfBye,
    ResultStands,
    SettingsStand,
)


@answers(NothingToUndo)
def nothing_to_undo(refusal: NothingToUndo, asking: Asking) -> str:
    return (
        f"there is no change of yours to take back in {asking.event}. A result is set right with !setresult, "
        "a penalty taken back with !overturn."
    )


@answers(PairingStands)
def pairing_stands(refusal: PairingStands, asking: Asking) -> str:
    return (
        f"round {refusal.round} has begun, so its pairing stays. !hold all stops the clocks, and a judge sets a "
        "result with !setresult."
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
    return f"{what}, so round {refusal.round} stays begun. !hold all stops all clocks, !resume all lets them go on."


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
    if not refusal.round:
        return f"{who} is out already. !late {who} enters {who} again."
    return (
        f"round {refusal.round} was paired with {who} since, so the entry stays. !drop {who} takes {who} out."
    )


@answers(SettingsStand)
def settings_stand(refusal: SettingsStand, asking: Asking) -> str:
    return "somebody else has changed the settings since, so yours stay. !set key=value changes them."


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
