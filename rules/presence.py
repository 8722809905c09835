"""Who is there: what the network shows, and what it means for a match.

Automation never blames a player for what the bot could not see. A netsplit and a kick start no clock; while the bot
is blind the clocks on players stand still; who was there again when it could see has nothing to explain. Before the
first mark and the first game a player who leaves has merely not arrived (A5).
"""

from __future__ import annotations

from datetime import datetime

from rules import entries as e
from rules import refusals as r
from rules.absence import begin_absence, due_at, end_absence
from rules.acts import (
    Excuse,
    LoseSight,
    MakeContact,
    OrderReconnect,
    RegainSight,
    ReportLinkLost,
    SayGameGoesOn,
    SeeLeaving,
    SeePerson,
    SeeRenaming,
)
from rules.authority import JUDGES, is_head_judge_for, require_head_judge, require_judge
from rules.clocks import ZERO
from rules.finish import after_time, close_own_calls, open_call
from rules.match import Match, Side
from rules.recorder import Recorder
from rules.seats import arrived_match, open_match, paired_match, require_open, table_match

LINK_NOT_CONFIRMED = "OG-R35"
"""The reading of a loss for being off chat in a game of which nobody has said whether it goes on."""
NOBODYS_FAULT = frozenset({e.Leaving.SPLIT, e.Leaving.KICKED})


def matters(rec: Recorder, person: e.PersonId) -> bool:
    """Whether the event keeps track of this person: its players and officials."""
    return person in rec.state.present or person in rec.state.players


# --- chat -----------------------------------------------------------------------------------------


def see_person(rec: Recorder, act: SeePerson) -> None:
    """Somebody is in the channel. Whoever a split or a kick had taken is back with that."""
    if not matters(rec, act.by) or rec.state.is_here(act.by):
        return
    split = rec.state.split_off.get(act.by, "")
    rec.enter(e.PersonSeen(at=rec.now, person=act.by))
    if rec.state.is_over:
        return
    if split:
        _time_the_others(rec, split)
    match = rec.state.match_of(act.by)
    absence = match.side_of(act.by).absence if match is not None and match.is_open else None
    if match is None or absence is None:
        return
    if not absence.link_lost and (not absence.timed or absence.split or absence.excused):
        back(rec, match.table, act.by, why="back in the channel")


def _time_the_others(rec: Recorder, split: str) -> None:
    """OG-R34: others of the same split are back, so the ordinary clock of who is not starts now."""
    for match in rec.state.open_tables:
        for side in match.sides:
            if match.is_open and rec.state.split_off.get(side.player) == split:
                _start_ordinary_clock(rec, match, side)


def _start_ordinary_clock(rec: Recorder, match: Match, side: Side) -> None:
    """Lateness for who is to be there at the first mark, else absence."""
    absence = side.absence
    if absence is not None and absence.timed:
        return
    if absence is not None and _merely_not_arrived(rec, match, side.player):
        rec.enter(e.ArrivalLapsed(**rec.at(match), player=side.player))
        return
    if absence is None and not side.taken:
        return
    rec.enter(
        e.AbsenceTimed(
            **rec.at(match),
            player=side.player,
            game_loss_at=due_at(rec, match, absence) if absence is not None else _late_at(rec, side),
            why="others of the same netsplit are back",
        )
    )


def _late_at(rec: Recorder, side: Side) -> datetime | None:
    """When lateness costs the first game if its clock goes on from now; None when that is over."""
    clocks = rec.state.book.clocks
    left = clocks.late_game_loss + clocks.grace - side.lateness.elapsed(rec.now)
    return rec.now + left if not side.late and left > ZERO else None


def see_leaving(rec: Recorder, act: SeeLeaving) -> None:
    """Somebody has left the channel. In an undecided match that begins an absence, or undoes an arrival."""
    if not matters(rec, act.by) or not rec.state.is_here(act.by):
        return
    rec.enter(e.PersonLeft(at=rec.now, person=act.by, how=act.how, reason=act.reason, split=act.split))
    match = rec.state.match_of(act.by)
    if match is not None and match.is_open and not rec.state.is_over:
        missing(rec, match, act.by, act.how, act.split)


def missing(rec: Recorder, match: Match, player: e.PersonId, how: e.Leaving, split: str = "") -> None:
    """What it means for the match that this player is off chat now."""
    side = match.side_of(player)
    if not side.here:
        return
    fault = how not in NOBODYS_FAULT
    if fault and _merely_not_arrived(rec, match, player):
        rec.enter(e.ArrivalLapsed(**rec.at(match), player=player))
        return
    begin_absence(rec, match.table, player, seen=e.Presence.CHAT, why=how.value, timed=fault, split=split)


def _merely_not_arrived(rec: Recorder, match: Match, player: e.PersonId) -> bool:
    """A5: who leaves before the first game and the first mark is not absent. An excused delay has no mark."""
    side, clocks = match.side_of(player), rec.state.book.clocks
    if match.played or match.connecting is not None or side.late_excused:
        return False
    return side.lateness.elapsed(rec.now) < clocks.late_game_loss + clocks.grace


def see_renaming(rec: Recorder, act: SeeRenaming) -> None:
    """A nick change: the person is the same, and nothing follows from it."""
    if matters(rec, act.by):
        rec.enter(e.PersonRenamed(at=rec.now, person=act.by, old=act.old, new=act.new))


def make_contact(rec: Recorder, act: MakeContact) -> None:
    """A word from a player: no no-show any more (3.2)."""
    player = rec.state.players.get(act.by)
    if player is None:
        raise r.NotRegistered
    if not player.plays:
        raise r.OutOfEvent(player=act.by)
    rec.enter(e.ContactMade(at=rec.now, player=act.by, words=act.words))


# --- sight ----------------------------------------------------------------------------------------


def lose_sight(rec: Recorder, act: LoseSight) -> None:
    """The bot could not see since then: clocks on players stand still from there."""
    if rec.state.blind_since is None:
        rec.enter(e.SightLost(at=act.since, why=act.why))


def regain_sight(rec: Recorder, act: RegainSight) -> None:
    """The bot reads afresh who is there. Who is there has no clock; who is missing has one from now on."""
    there = tuple(sorted(p for p in act.present if matters(rec, p)))
    if rec.state.blind_since is None:
        _reconcile(rec, frozenset(there))
        return
    lost_at = rec.state.blind_since
    splits = sorted({split for person, split in rec.state.split_off.items() if person in act.present})
    rec.enter(e.SightRestored(at=rec.now, present=there, lost_at=lost_at))
    if rec.state.is_over:
        return
    for match in rec.state.open_tables:
        if match.is_open:
            for player in match.players:
                _look_at(rec, match.table, player)
    for split in splits:
        _time_the_others(rec, split)


def _look_at(rec: Recorder, table: int, player: e.PersonId) -> None:
    match = rec.match(table)
    side = match.side_of(player)
    if side.absence is not None and side.on_chat and not side.absence.link_lost:
        back(rec, table, player, measured=False, why="there when the bot could see again")
    elif side.here and not side.on_chat:
        missing(rec, match, player, e.Leaving.UNSEEN)


def _reconcile(rec: Recorder, there: frozenset[e.PersonId]) -> None:
    for person in sorted(rec.state.present):
        if person in there and not rec.state.is_here(person):
            see_person(rec, SeePerson(by=person))
        elif person not in there and rec.state.is_here(person):
            see_leaving(rec, SeeLeaving(by=person, how=e.Leaving.UNSEEN))
    for person in sorted(there):
        see_person(rec, SeePerson(by=person))


# --- coming back, being excused -------------------------------------------------------------------


def back(rec: Recorder, table: int, player: e.PersonId, *, measured: bool = True, why: str = "") -> None:
    """The absence is over; what had waited for it (a time call) goes on."""
    match = rec.match(table)
    absence = match.side_of(player).absence
    if absence is None:
        return
    end_absence(rec, match, player, measured=measured, why=why)
    if absence.link_lost:
        close_own_calls(rec, match, "the player is back", for_head_judge=True)
    after_time(rec, table)


def shows_presence(rec: Recorder, match: Match, player: e.PersonId) -> None:
    """A game act shows that the player is there, and that the game goes on although the opponent is off chat.

    OG-R35: any game act of the opponent says that the game goes on.
    """
    speaks(rec, match, player)
    match = rec.match(match.table)
    absent = match.opponent_of(player)
    absence = match.side_of(absent).absence
    if match.is_open and match.runs and absence is not None and not absence.link_lost:
        rec.enter(e.GameGoesOn(**rec.at(match), player=absent, by=player))


def speaks(rec: Recorder, match: Match, player: e.PersonId) -> None:
    """Who says something about the match on chat is there."""
    own = match.side_of(player)
    if own.absence is not None and own.on_chat and not own.absence.link_lost:
        back(rec, match.table, player, why="said so by a game act")


def say_game_goes_on(rec: Recorder, act: SayGameGoesOn) -> None:
    """The opponent is off chat, and the game goes on; or it went on while one was off chat oneself (OG-R35)."""
    match = paired_match(rec, act.by)
    absent = match.opponent_of(act.by)
    absence = match.side_of(absent).absence
    if absence is None or absence.link_lost:
        _contest_loss(rec, match, act.by)
        return
    if not match.runs:
        raise r.NoGameRuns(game=match.game)
    rec.enter(e.GameGoesOn(**rec.at(match), player=absent, by=act.by))
    after_time(rec, match.table)


def _contest_loss(rec: Recorder, match: Match, player: e.PersonId) -> None:
    """Call a judge about a loss that rests on the opponent's silence alone."""
    back_again = match.side_of(player).absence is None and rec.state.is_here(player)
    for penalty in rec.state.penalties_of(player):
        here = (penalty.round, penalty.table) == (match.round, match.table)
        stands = penalty.status in ("standing", "superseded")
        if here and stands and penalty.reading == LINK_NOT_CONFIRMED and back_again:
            _refuse_second_call(rec, match, player)
            why = f"the game went on while off chat, penalty {penalty.number}"
            open_call(rec, match, by=player, why=why)
            return
    require_open(rec, match)
    raise r.NotAbsent(player=match.opponent_of(player))


def _refuse_second_call(rec: Recorder, match: Match, player: e.PersonId) -> None:
    for call in rec.state.open_calls:
        if call.by == player and (call.round, call.table) == (match.round, match.table):
            raise r.CallOpenAlready(number=call.number)


def excuse(rec: Recorder, act: Excuse) -> None:
    """The head judge: the running absence, or the lateness, is not the player's fault (7.1); or no longer so."""
    match = open_match(rec, act.player)
    require_head_judge(rec, act, match)
    side = match.side_of(act.player)
    if side.here:
        raise r.NotAbsent(player=act.player)
    if act.ends:
        _end_excuse(rec, match, side, act.by)
        return
    if side.late_excused if side.absence is None else side.absence.excused:
        raise r.ExcusedAlready(player=act.player, table=match.table)
    rec.enter(e.AbsenceExcused(**rec.at(match), player=act.player, by=act.by, why=act.why))
    after_time(rec, match.table)


def _end_excuse(rec: Recorder, match: Match, side: Side, by: e.PersonId) -> None:
    """The clock on who is away counts anew from here, whatever had stopped it: an excuse, a kick, a ruling."""
    if not side.away_uncounted:
        raise r.ClockRunsAlready(player=side.player)
    clocks = rec.state.book.clocks
    late = rec.now + clocks.late_game_loss + clocks.grace
    due = due_at(rec, match, None)
    rec.enter(
        e.ExcuseEnded(
            **rec.at(match),
            player=side.player,
            by=by,
            game_loss_at=late if due is not None and side.absence is None else due,
        )
    )


# --- the game link --------------------------------------------------------------------------------


def report_link_lost(rec: Recorder, act: ReportLinkLost) -> None:
    """The game link is lost: the absence clock runs, and nobody reconnects before the head judge says so (3.5)."""
    match, player = _match_of_loss(rec, act), act.player or act.by
    absence = match.side_of(player).absence
    if absence is None:
        begin_absence(rec, match.table, player, seen=e.Presence.LINK, why="link lost", reported_by=act.by)
    elif absence.link_lost:
        raise r.AlreadyAbsent(player=player, since=absence.since)
    else:
        rec.enter(e.LinkLost(**rec.at(match), player=player, reported_by=act.by))
    _call_head_judge(rec, match)


def _match_of_loss(rec: Recorder, act: ReportLinkLost) -> Match:
    """One's own match, or that of the player whom a judge names."""
    if act.player is not None and rec.state.has_role(act.by, *JUDGES):
        match = arrived_match(rec, act.player)
        if act.by not in match.players:
            require_judge(rec, act, match)
        return match
    match = arrived_match(rec, act.by)
    if act.player is not None and act.player not in match.players:
        raise r.WrongOpponent(opponent=match.opponent_of(act.by), table=match.table)
    return match


def _call_head_judge(rec: Recorder, match: Match) -> None:
    waiting = any(
        call.by is None and call.head_judge and (call.round, call.table) == (match.round, match.table)
        for call in rec.state.open_calls
    )
    if not waiting:
        open_call(rec, match, by=None, why="game link lost: reconnect or not?", head_judge=True)


def order_reconnect(rec: Recorder, act: OrderReconnect) -> None:
    """The head judge's instruction to reconnect: the clock goes on from where it stood (OG-R03)."""
    match = table_match(rec, act.table)
    require_head_judge(rec, act, match)
    require_open(rec, match)
    gone = [side for side in match.sides if side.absence is not None and side.absence.link_lost]
    if not gone:
        raise r.NobodyLostLink(table=match.table)
    for side in gone:
        counts = side.absence is not None and side.absence.counts
        due = due_at(rec, match, side.absence) if counts else None
        rec.enter(e.ReconnectOrdered(**rec.at(match), by=act.by, player=side.player, due_at=due))
    close_own_calls(rec, match, "the head judge has said to reconnect", for_head_judge=True)


def head_judge_is_here(rec: Recorder) -> bool:
    """1.6: a head judge is in the tournament channel."""
    return any(
        rec.state.is_here(person) and is_head_judge_for(rec.state, person, None)
        for person in rec.state.holders(e.Role.HEAD_JUDGE)
    )
