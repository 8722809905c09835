"""Refusals about rounds and pairings: none yet, running already, not done, not possible."""

from __future__ import annotations

from bot.wording.event import OFFICES
from bot.wording.lines import DOT
from bot.wording.quotes import listed, plain
from bot.wording.refusals.asking import Asking, answers
from bot.wording.times import at_time
from rules.refusals import (
    BadPairing,
    FinalOnly,
    HeadJudgeAbsent,
    NoDeck,
    NoMatch,
    NoRound,
    NoSuchTable,
    RoundNotBegun,
    RoundRuns,
    TablesOpen,
    TooFewPlayers,
    TwoJudgesMissing,
)

_MANY = 8
"""More open tables than this are told by their number."""


@answers(NoRound)
def no_round(refusal: NoRound, asking: Asking) -> str:
    state = asking.state
    player = state.players.get(asking.by) if state is not None else None
    if state is None or player is None or not player.plays or state.round is not None:
        return "no round is paired yet. !pair pairs one; players wait for the pairings here."
    deck = "your deck is on file" if player.deck else "no deck of yours is on file: !deck <code>"
    starts = f" {asking.event} starts at {at_time(state.starts_at)}." if state.starts_at else ""
    return f"no round is paired yet. You are registered; {deck}.{starts} Wait for the pairings here."


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


@answers(TooFewPlayers)
def too_few_players(refusal: TooFewPlayers, asking: Asking) -> str:
    return (
        f"an event needs {refusal.needed} players in its first pairing, and here are {refusal.players} (6.2). "
        "!register is open; a challenge among friends is paired by hand: !pair alice bob"
    )


@answers(NoDeck)
def no_deck(refusal: NoDeck, asking: Asking) -> str:
    some = asking.names(refusal.players[:_MANY])
    more = len(refusal.players) - _MANY
    return (
        f"no deck is on file of {some}{f' and {more} more' if more > 0 else ''} (5.1): !deck <code>. Pair by hand to "
        "leave them out; before the start !set decks=no plays without."
    )


@answers(TwoJudgesMissing)
def two_judges_missing(refusal: TwoJudgesMissing, asking: Asking) -> str:
    roles = listed([OFFICES[role] for role in refusal.missing])
    return f"a two-judge event starts with its {roles} named (1.9). !staff {refusal.missing[0]} <nick>"
