"""2.3: both players are there and cannot link.

First the relay host; then, in single elimination, the bot flips; in Swiss the match is drawn unless both agree to a
flip, each for himself. It decides by itself only before the first game; afterwards a lost link is an absence or the
head judge's. While the procedure is open, lateness and pregame stand still for both.
"""

from __future__ import annotations

from rules import entries as e
from rules import refusals as r
from rules.acts import Dice, GiveConsent, ReportRelay, SayCannotConnect
from rules.authority import require_judge
from rules.chance import HEADS
from rules.deadlines import no_connection
from rules.finish import after_time, close_own_calls, match_over, open_call
from rules.match import Match
from rules.recorder import Recorder
from rules.rulebook import NoConnection
from rules.seats import arrived_match, require_open, table_match

CLAUSE = "2.3"
UNPLAYED = frozenset({e.HowGame.PENALTY, e.HowGame.BOTH_PENALISED})
"""How a game can have ended that nobody has played."""


def say_cannot_connect(rec: Recorder, act: SayCannotConnect) -> None:
    """Open the procedure."""
    match = arrived_match(rec, act.by)
    if match.runs or match.played or any(game.how not in UNPLAYED for game in match.games):
        raise r.GamePlayed
    if match.connecting is not None:
        raise r.NothingToDo(why="relay")
    if not match.both_here:
        raise r.NotThereYet(missing=tuple(side.player for side in match.sides if not side.here))
    rec.enter(e.CannotConnect(**rec.at(match), player=act.by))


def _procedure(rec: Recorder, by: e.PersonId, table: int | None, act: ReportRelay | GiveConsent) -> Match:
    if table is not None:
        match = table_match(rec, table)
        require_judge(rec, act, match)
        require_open(rec, match)
    else:
        match = arrived_match(rec, by)
    if match.connecting is None:
        raise r.NoConnectionProcedure
    return match


def report_relay(rec: Recorder, act: ReportRelay) -> None:
    """The relay host helped, or did not; the latter the other player or a judge confirms."""
    match = _procedure(rec, act.by, act.table, act)
    if act.works:
        rec.enter(e.RelayWorked(**rec.at(match), player=act.by))
        close_own_calls(rec, match, "the players are linked")
        after_time(rec, match.table)
        return
    if match.connecting is None or match.connecting.failed_at is not None:
        raise r.NothingToDo(why="relay_failed")
    claim = match.claim
    if act.table is not None or (
        claim is not None and claim.claim is e.Claim.RELAY and claim.player != act.by
    ):
        relay_failed(rec, match, by=act.by, dice=act.dice)
    elif claim is not None and claim.player == act.by:
        raise r.OwnClaim(opponent=match.opponent_of(act.by))
    else:
        rec.enter(e.ResultClaimed(**rec.at(match), claim=e.Claim.RELAY, player=act.by))


def relay_failed(rec: Recorder, match: Match, *, by: e.PersonId, dice: Dice) -> None:
    """Both, or a judge, say so: flip, ask for consents, or call the head judge, as the rulebook has it."""
    way = no_connection(match, rec.state)
    waits = way is NoConnection.DRAW_UNLESS_BOTH_FLIP
    until = rec.now + rec.state.book.clocks.consent_silence if waits else None
    rec.enter(e.RelayFailed(**rec.at(match), by=by, silence_until=until))
    close_own_calls(rec, match, "the relay host did not help")
    if way is NoConnection.FLIP:
        flip(rec, match, dice)
    elif way is NoConnection.HEAD_JUDGE:
        open_call(rec, match, by=None, why="no connection, also through the relay host", head_judge=True)


def give_consent(rec: Recorder, act: GiveConsent) -> None:
    """A player agrees to the flip, or does not; a judge may close the matter with no."""
    match = _procedure(rec, act.by, act.table, act)
    connecting = match.connecting
    if connecting is None or connecting.failed_at is None:
        raise r.RelayNotTried
    if act.table is not None:
        if act.yes:
            raise r.ConsentNotNeeded
        drawn(rec, match, by=act.by)
        return
    if act.by in connecting.consents and act.yes:
        raise r.ConsentNotNeeded
    rec.enter(e.ConsentGiven(**rec.at(match), player=act.by, yes=act.yes))
    after = rec.match(match.table)
    if not act.yes:
        drawn(rec, after)
    elif after.connecting is not None and len(after.connecting.consents) == 2:
        flip(rec, after, act.dice)


def drawn(rec: Recorder, match: Match, by: e.PersonId | None = None) -> None:
    """No flip: the match is drawn, with no game won (2.3)."""
    match_over(rec, match.table, winner=None, how=e.HowMatch.NO_CONNECTION, clause=CLAUSE, by=by)


def flip(rec: Recorder, match: Match, dice: Dice) -> None:
    """The official flip: heads is the table's first player. The winner gets the wins needed (OG-R33)."""
    number = rec.next_draw()
    coin = dice.coin(number=number, word="")
    heads = coin.faces[0] == HEADS
    rec.enter(
        e.CoinFlipped(
            at=rec.now,
            number=number,
            by=None,
            by_name="",
            heads=heads,
            word="",
            entropy=coin.entropy,
            round=match.round,
            decides=match.table,
        )
    )
    winner = match.players[0] if heads else match.players[1]
    score = (match.needed, 0, 0) if heads else (0, match.needed, 0)
    match_over(rec, match.table, winner=winner, how=e.HowMatch.COIN_FLIP, score=score, clause=CLAUSE)
