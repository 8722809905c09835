"""Refusals about rounds and pairings: none yet, running already, not done, not possible."""

from __future__ import annotations

from bot.wording.event import OFFICES
from bot.wording.following import following
from bot.wording.quotes import listed, plain
from bot.wording.refusals.asking import Asking, answers
from bot.wording.times import at_time
from cogs.speech import DOT
from rules.refusals import (
    AllRoundsPlayed,
    BadCut,
    BadPairing,
    BracketPairs,
    CutAlready,
    CutAnnounced,
    CutWithoutSize,
    EndsEarly,
    FinalBegun,
    FinalOnly,
    HeadJudgeAbsent,
    NoDeck,
    NoMatch,
    NoPlayoff,
    NoRound,
    NoSuchTable,
    NoSwissRounds,
    PairingFailed,
    PairingOvertaken,
    PlayoffOver,
    RoundNotBegun,
    RoundRuns,
    RoundsLeft,
    RoundToCome,
    SkippedAlready,
    TablesOpen,
    TooFewPlayers,
    TooFewToPair,
    TwoJudgesMissing,
)

_MANY = 8
"""More open tables than this are told by their number."""


@answers(NoRound)
def no_round(refusal: NoRound, asking: Asking) -> str:
    state = asking.state
    player = state.players.get(asking.by) if state is not None else None
    if state is not None and state.round is not None and state.round.is_closed:
        return f"round {state.round.number} is closed already. Next: {following(state)}"
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


@answers(TooFewToPair)
def too_few_to_pair(refusal: TooFewToPair, asking: Asking) -> str:
    there = "1 player is" if refusal.there == 1 else "nobody is"
    return f"{there} left to pair in {asking.event}. !late <nick> enters somebody, !end ends the event."


@answers(NoSwissRounds)
def no_swiss_rounds(refusal: NoSwissRounds, asking: Asking) -> str:
    return "nobody is seeded for this playoff, so its rounds are paired by hand: !pair alice bob, carol dave"


@answers(AllRoundsPlayed)
def all_rounds_played(refusal: AllRoundsPlayed, asking: Asking) -> str:
    cut = (
        f"!cut {refusal.cut} begins the playoff"
        if refusal.cut
        else "!end ends the event, !cut 8 begins a playoff"
    )
    return (
        f"all {refusal.rounds} Swiss rounds of {asking.event} are played; {cut}. A further round is paired by "
        "hand: !pair alice bob, carol dave"
    )


@answers(RoundsLeft)
def rounds_left(refusal: RoundsLeft, asking: Asking) -> str:
    left = "1 Swiss round is" if refusal.left == 1 else f"{refusal.left} Swiss rounds are"
    return f"{left} still to be played before the cut. !pair pairs the next one."


@answers(CutAlready)
def cut_already(refusal: CutAlready, asking: Asking) -> str:
    who = f" with {refusal.seeds} players" if refusal.seeds else ""
    return f"the playoff is on already{who}. !bracket shows it, !pair pairs its next round."


@answers(NoPlayoff)
def no_playoff(refusal: NoPlayoff, asking: Asking) -> str:
    return f"{asking.event} was announced without a playoff, which cannot change after the start (1.3). !end ends it."


@answers(CutAnnounced)
def cut_announced(refusal: CutAnnounced, asking: Asking) -> str:
    return f"the top {refusal.announced} go on, as announced before the start (1.3): !cut {refusal.announced}"


@answers(CutWithoutSize)
def cut_without_size(refusal: CutWithoutSize, asking: Asking) -> str:
    return "no number was announced, so say how many go on: !cut 8"


@answers(BadCut)
def bad_cut(refusal: BadCut, asking: Asking) -> str:
    if refusal.players < 2:
        return "fewer than 2 players are left, so there is no playoff. !end ends the event."
    return f"{refusal.size} cannot go on: 2 to {refusal.players} players can, as in !cut {refusal.players}"


@answers(BracketPairs)
def bracket_pairs(refusal: BracketPairs, asking: Asking) -> str:
    return "a playoff is paired by its bracket, never by hand: !pair. !bracket shows who meets."


@answers(PlayoffOver)
def playoff_over(refusal: PlayoffOver, asking: Asking) -> str:
    who = (
        f"{asking.name(refusal.winner)} has won the playoff"
        if refusal.winner
        else "the playoff has no winner"
    )
    return f"{who}, and nobody is left to pair. !end ends {asking.event}."


@answers(EndsEarly)
def ends_early(refusal: EndsEarly, asking: Asking) -> str:
    if refusal.left:
        left = "1 Swiss round is" if refusal.left == 1 else f"{refusal.left} Swiss rounds are"
        missing = f"{left} still to be played (!pair)"
    elif refusal.bracket:
        missing = "the playoff is not decided (!pair)"
    else:
        missing = f"the playoff of the top {refusal.cut} is still to be played (!cut {refusal.cut})"
    return f"{missing}. !end early ends {asking.event} here all the same."


@answers(PairingOvertaken)
def pairing_overtaken(refusal: PairingOvertaken, asking: Asking) -> str:
    return "players or results have changed while the round was being paired; nothing is paired. !pair again."


@answers(PairingFailed)
def pairing_failed(refusal: PairingFailed, asking: Asking) -> str:
    return (
        f"the round could not be paired (reference {refusal.reference}), and nothing has changed. !pair tries "
        "again; by hand: !pair alice bob, carol dave"
    )


@answers(NoMatch)
def no_match(refusal: NoMatch, asking: Asking) -> str:
    state = asking.state
    current = state.round if state is not None else None
    if current is not None and asking.by in current.byes:
        return "you have the bye in this round, a win without an opponent. !pairings shows who plays."
    row = state.bracket if state is not None else None
    is_played = current is not None and not current.is_closed
    if is_played and row is not None and asking.by in row.slots:
        return "you go on without a match in this round. !bracket shows who meets."
    return "you have no match in this round. !pairings shows who plays."


@answers(RoundToCome)
def round_to_come(refusal: RoundToCome, asking: Asking) -> str:
    return f"round {refusal.round} is not paired yet. !pairings lists the tables of this one."


@answers(NoSuchTable)
def no_such_table(refusal: NoSuchTable, asking: Asking) -> str:
    there = f"the tables are 1 to {refusal.tables}" if refusal.tables else "no round is paired"
    return f"there is no table {refusal.table}; {there}. !pairings lists them."


@answers(FinalBegun)
def final_begun(refusal: FinalBegun, asking: Asking) -> str:
    return f"game {refusal.game} of the final is on or decided, so it is played out (3.6). !concede gives up."


@answers(SkippedAlready)
def skipped_already(refusal: SkippedAlready, asking: Asking) -> str:
    opponent = asking.name(refusal.opponent)
    if refusal.agreed:
        return f"you and {opponent} have both agreed. Now one of you says !drop, and is second (3.6)."
    return f"you have agreed already; {opponent} has not. !cancel takes it back."


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
