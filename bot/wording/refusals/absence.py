"""Refusals about absence, connection and stopwatches."""

from __future__ import annotations

from bot.wording.refusals.asking import Asking, answers
from bot.wording.times import at_time
from rules.refusals import (
    AlreadyAbsent,
    ClockRunsAlready,
    ConsentNotNeeded,
    ExcusedAlready,
    GamePlayed,
    NobodyLostLink,
    NoConnectionProcedure,
    NoStopwatch,
    NotAbsent,
    RelayNotTried,
    StopwatchRuns,
)


@answers(NotAbsent)
def not_absent(refusal: NotAbsent, asking: Asking) -> str:
    who = "you are" if refusal.player == asking.by else f"{asking.name(refusal.player)} is"
    return f"{who} not counted as gone. !disconnected [nick] reports a lost link."


@answers(ExcusedAlready)
def excused_already(refusal: ExcusedAlready, asking: Asking) -> str:
    who = asking.name(refusal.player)
    return (
        f"no clock runs on {who} as it is. !excuse {who} off starts it anew, "
        f"!setresult {refusal.table} <score> <why> settles the table."
    )


@answers(ClockRunsAlready)
def clock_runs_already(refusal: ClockRunsAlready, asking: Asking) -> str:
    who = asking.name(refusal.player)
    return f"nothing excuses {who}, whose clock counts already. !excuse {who} <why> would stop it."


@answers(NobodyLostLink)
def nobody_lost_link(refusal: NobodyLostLink, asking: Asking) -> str:
    return f"nobody at table {refusal.table} has lost the game link. !disconnected [nick] reports a lost one."


@answers(AlreadyAbsent)
def already_absent(refusal: AlreadyAbsent, asking: Asking) -> str:
    who = "you are" if refusal.player == asking.by else f"{asking.name(refusal.player)} is"
    return f"{who} counted as gone since {at_time(refusal.since)} already. Back with !ready."


@answers(GamePlayed)
def game_played(refusal: GamePlayed, asking: Asking) -> str:
    return (
        "that is for before the first game (2.3). A link lost now: !disconnected, and the "
        "head judge is called."
    )


@answers(NoConnectionProcedure)
def no_connection_procedure(refusal: NoConnectionProcedure, asking: Asking) -> str:
    return "!cantconnect comes first, when you are both here and cannot link (2.3)."


@answers(RelayNotTried)
def relay_not_tried(refusal: RelayNotTried, asking: Asking) -> str:
    return "the relay host comes first (2.3): !relay works, or !relay failed and your opponent's !confirm."


@answers(ConsentNotNeeded)
def consent_not_needed(refusal: ConsentNotNeeded, asking: Asking) -> str:
    return "your consent is not needed, or is noted already (2.3). !time shows what is waited for."


@answers(StopwatchRuns)
def stopwatch_runs(refusal: StopwatchRuns, asking: Asking) -> str:
    until = f" until {at_time(refusal.due_at)}" if refusal.due_at else ""
    return f"the stopwatch on {asking.name(refusal.player)} runs already{until}. !done stops it."


@answers(NoStopwatch)
def no_stopwatch(refusal: NoStopwatch, asking: Asking) -> str:
    return f"no stopwatch runs on {asking.name(refusal.player)}. !shuffle starts one."
