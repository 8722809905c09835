"""Refusals about rounds and pairings: none yet, running already, not done, not possible."""

from __future__ import annotations

from bot.wording.quotes import plain
from bot.wording.refusals.asking import Asking, answers
from cogs.speech import DOT
from rules.refusals import (
    BadPairing,
    FinalOnly,
    HeadJudgeAbsent,
    NoMatch,
    NoRound,
    NoSuchTable,
    RoundNotBegun,
    RoundRuns,
    TablesOpen,
)

_MANY = 8
"""More open tables than this are told by their number."""


@answers(NoRound)
def no_round(refusal: NoRound, asking: Asking) -> str:
    return "no round is paired yet. !pair pairs one; players wait for the pairings here."


@answers(RoundNotBegun)
def round_not_begun(refusal: RoundNotBegun, asking: Asking) -> str:
    return "the round is paired and has not begun; the coordinator says !begin. !ready counts already."


@answers(RoundRuns)
def round_runs(refusal: RoundRuns, asking: Asking) -> str:
    return f"round {refusal.round} has begun already. !endround closes it when every table has a result."


@answers(TablesOpen)
def tables_open(refusal: TablesOpen, asking: Asking) -> str:
    shown = DOT.join(f"table {table} ({plain(waits, 60)})" for table, waits in refusal.tables[:_MANY])
    more = len(refusal.tables) - _MANY
    rest = f"{DOT}{more} more" if more > 0 else ""
    return (
        f"not before every table has a result: {shown}{rest}. A judge can set one: !setresult "
        "<table> 2-1 <why>."
    )


@answers(BadPairing)
def bad_pairing(refusal: BadPairing, asking: Asking) -> str:
    return f"these pairs cannot be: {plain(refusal.why)}. For example: !pair alice bob, carol dave"


@answers(HeadJudgeAbsent)
def head_judge_absent(refusal: HeadJudgeAbsent, asking: Asking) -> str:
    who = f"{asking.names(refusal.named, 'or')} must be in the channel" if refusal.named else "none is named"
    return (
        f"no round begins without a head judge (1.6): {who}. !staff head_judge <nick> names one who is here."
    )


@answers(NoMatch)
def no_match(refusal: NoMatch, asking: Asking) -> str:
    return "you have no match in this round. !pairings shows who plays."


@answers(NoSuchTable)
def no_such_table(refusal: NoSuchTable, asking: Asking) -> str:
    there = f"the tables are 1 to {refusal.tables}" if refusal.tables else "no round is paired"
    return f"there is no table {refusal.table}; {there}. !pairings lists them."


@answers(FinalOnly)
def final_only(refusal: FinalOnly, asking: Asking) -> str:
    return (
        "only the final of a playoff may be left unplayed (3.6). !draw offers a draw in a "
        "Swiss round, !concede gives up."
    )
