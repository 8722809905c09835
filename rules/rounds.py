"""Rounds: paired, begun with the head judge in the channel (1.6), closed when every table has its result."""

from __future__ import annotations

from datetime import datetime, timedelta

from rules import entries as e
from rules import refusals as r
from rules.acts import (
    Act,
    BeginRound,
    CloseRound,
    Dice,
    EndTournament,
    PairByHand,
    PairSwiss,
)
from rules.arriving import arrive
from rules.authority import require_organiser
from rules.effects import Loss, lose_those_gone
from rules.finish import close_all_calls
from rules.leaving import let_go
from rules.match import MATCH_LOSS, Match, Side
from rules.pairing import Contender, contenders, fault_in
from rules.playoff import is_decided
from rules.presence import head_judge_is_here
from rules.programme import announced_cut, is_single_elimination, rounds_left, swiss_rounds
from rules.recorder import Recorder
from rules.rulebook import Trigger
from rules.sanctions import Charge, issue_timed
from rules.seats import between_rounds, next_round, running
from rules.starting import check_pairing
from rules.tournament import Round, Tournament

PAIR = 2
"""With fewer players there is nobody to play."""


def pair_by_hand(rec: Recorder, act: PairByHand) -> None:
    """Say who plays whom. Until the round begins another pairing takes its place."""
    require_organiser(rec, act)
    state = between_rounds(rec)
    if state.bracket is not None:
        raise r.BracketPairs
    _check_pairs(rec, act.pairs)
    seated = {player for pair in act.pairs for player in pair}
    check_pairing(rec, seated, by_hand=True)
    sitting_out = sorted(
        (p.id for p in state.players.values() if p.plays and not p.dropping and p.id not in seated),
        key=state.name_of,
    )
    playoff = state.stage is not e.Stage.SWISS
    limit = None if state.stage is e.Stage.FINAL else state.playoff_limit if playoff else state.round_limit
    rec.enter(
        e.RoundPaired(
            at=rec.now,
            round=next_round(state),
            by=act.by,
            pairs=act.pairs,
            sitting_out=tuple(sitting_out),
            stage=state.stage,
            best_of=state.playoff_best_of if playoff else state.best_of,
            limit=limit,
        )
    )


def pair_swiss(rec: Recorder, act: PairSwiss) -> None:
    """Pair a Swiss round as proposed, if the proposal is for the event as it stands and breaks no rule."""
    _check_swiss(rec, act)
    proposed = act.proposal
    if not proposed.is_for(rec.state):
        raise r.PairingOvertaken
    _check_enough(rec, proposed.contenders)
    fault = fault_in(proposed)
    if fault:
        raise r.BadPairing(why=fault)
    state = rec.state
    rec.enter(
        e.RoundPaired(
            at=rec.now,
            round=next_round(state),
            by=act.by,
            pairs=proposed.pairs,
            stage=state.stage,
            best_of=state.best_of,
            limit=state.round_limit,
            byes=() if proposed.bye is None else (proposed.bye,),
            seed=proposed.seed,
            rematches=proposed.rematches,
            rounds=swiss_rounds(state),
        )
    )


def to_be_paired(rec: Recorder, act: Act) -> tuple[Contender, ...]:
    """Who is to be paired for the next Swiss round. Refuses whoever may not pair it, or when there is none."""
    _check_swiss(rec, act)
    everybody = contenders(rec.state)
    _check_enough(rec, everybody)
    return everybody


def _check_swiss(rec: Recorder, act: Act) -> None:
    require_organiser(rec, act)
    state = between_rounds(rec)
    if state.stage is not e.Stage.SWISS or is_single_elimination(state):
        raise r.NoSwissRounds
    if next_round(state) > swiss_rounds(state):
        raise r.AllRoundsPlayed(rounds=swiss_rounds(state), cut=announced_cut(state))


def _check_enough(rec: Recorder, everybody: tuple[Contender, ...]) -> None:
    if len(everybody) < PAIR:
        raise r.TooFewToPair(there=len(everybody))
    check_pairing(rec, [contender.player for contender in everybody], by_hand=False)


def _check_pairs(rec: Recorder, pairs: tuple[tuple[e.PersonId, e.PersonId], ...]) -> None:
    name = rec.state.name_of
    if not pairs:
        raise r.BadPairing(why="no pair is named")
    seen: set[e.PersonId] = set()
    for player in (player for pair in pairs for player in pair):
        if player not in rec.state.players:
            raise r.BadPairing(why=f"{name(player)} is not registered")
        if not rec.state.players[player].plays:
            raise r.BadPairing(why=f"{name(player)} is out of the event")
        if player in seen:
            raise r.BadPairing(why=f"{name(player)} is named twice")
        seen.add(player)


def begin_round(rec: Recorder, act: BeginRound) -> None:
    """The round's clock runs, with a head judge in the channel (1.6)."""
    require_organiser(rec, act)
    state = running(rec)
    current = state.round
    if current is None or current.is_closed:
        raise r.NoRound
    if current.runs:
        raise r.RoundRuns(round=current.number)
    if not head_judge_is_here(rec):
        raise r.HeadJudgeAbsent(named=state.holders(e.Role.HEAD_JUDGE))
    if state.held_all_since is not None:
        raise r.OnHold(table=0)
    owed = state.owed
    # 2.2, OG-R06: a round begun early must not shorten anyone's time
    announced = state.starts_at if current.number == 1 else None
    late_from = max(rec.now, state.previous_round_ends_at or rec.now, announced or rec.now)
    ends_at = rec.now + current.limit if current.limit is not None else None
    rec.enter(e.RoundBegun(at=rec.now, round=current.number, by=act.by, late_from=late_from, ends_at=ends_at))
    for table in sorted(rec.state.matches):
        _begin_match(
            rec, table, [Loss(player=o.player, level=o.level, penalty=o.penalty) for o in owed], act.dice
        )
    _give_byes(rec, current)


def _give_byes(rec: Recorder, current: Round) -> None:
    """Who has no opponent wins; nobody who has left the event since the pairing."""
    for table, player in enumerate(current.byes, start=len(rec.state.matches) + 1):
        if rec.state.players[player].plays:
            rec.enter(e.ByeGiven(at=rec.now, round=current.number, table=table, player=player))


def _begin_match(rec: Recorder, table: int, owed: list[Loss], dice: Dice) -> None:
    """What was decided before the begin takes effect; who said ready early has arrived."""
    match = rec.match(table)
    leaving = [p for p in match.players if rec.state.players[p].dropping]
    charges = [
        Charge(
            player=player,
            trigger=Trigger.DROP_AFTER_PAIRING,
            due_at=rec.now,
            cause=f"r{match.round}.t{table}.{player}.drop",
            evidence="dropped between the pairing and the begin of the round",
        )
        for player in leaving
    ]
    due = [loss for loss in owed if loss.player in match.players]
    lose_those_gone(rec, table, [*leaving, *(loss.player for loss in due if loss.level == MATCH_LOSS)])
    issue_timed(rec, table, charges, also=due)
    for side in rec.match(table).sides:
        if side.ready_early and rec.match(table).is_open:
            arrive(rec, table, side.player, dice)


def close_round(rec: Recorder, act: CloseRound) -> None:
    """The round is over. Who never came and never said a word is dropped at its scheduled end (3.2, OG-R26)."""
    require_organiser(rec, act)
    state = running(rec)
    current = state.round
    if current is None or current.is_closed:
        raise r.NoRound
    if not current.runs:
        raise r.RoundNotBegun
    waiting = tuple((match.table, _waits_for(rec, match)) for match in state.open_tables)
    if waiting:
        raise r.TablesOpen(tables=waiting)
    clocks = state.book.clocks
    no_shows = tuple(
        side.player
        for _, match in sorted(state.matches.items())
        for side in match.sides
        if _never_came(match, side, clocks.late_match_loss + clocks.grace)
        and state.players[side.player].plays
        and not state.players[side.player].dropping
    )
    rec.enter(
        e.RoundClosed(
            at=rec.now,
            round=current.number,
            by=act.by,
            no_shows=no_shows,
            no_shows_at=_no_shows_at(rec) if no_shows else None,
        )
    )
    let_go(rec)


def _no_shows_at(rec: Recorder) -> datetime:
    """OG-R26: the scheduled end, or the actual close if later. A hold that lasts is credited when it ends."""
    scheduled = rec.state.round.scheduled_end_at if rec.state.round is not None else None
    earliest = rec.state.held_all_since or rec.now
    return max(earliest, scheduled or earliest)


def _never_came(match: Match, side: Side, latest: timedelta) -> bool:
    """3.2: late past the second mark, or with nobody there until then, and not a word said."""
    if side.arrived_at is not None or side.contact or match.result is None or match.late_from is None:
        return False
    nobody = all(s.arrived_at is None for s in match.sides)
    return side.late == MATCH_LOSS or (nobody and match.result.at >= match.late_from + latest)


def _waits_for(rec: Recorder, match: Match) -> str:
    """Why a table is open, in a word or two for the coordinator."""
    name = rec.state.name_of
    if match.disputed:
        return f"disputed, call {match.disputed}"
    if match.claim is not None:
        return f"{' and '.join(name(p) for p in match.players if match.claim.asks(p))} to confirm"
    if match.is_held:
        return "on hold"
    missing = [name(side.player) for side in match.sides if not side.here]
    if missing:
        uncounted = ", no clock runs" if match.away_uncounted else ""
        return f"{' and '.join(missing)} not there{uncounted}"
    return f"game {match.game} {'runs' if match.runs else 'not begun'}"


def end_tournament(rec: Recorder, act: EndTournament) -> None:
    """The event is over. Refused while a table is open, while an appeal or a proposed penalty waits (1.7), and, unless
    `early`, while what was announced is not all played.
    """
    require_organiser(rec, act)
    state = running(rec)
    if state.round is not None and not state.round.is_closed and state.round.begun_at is not None:
        waiting = tuple((match.table, _waits_for(rec, match)) for match in state.open_tables)
        if waiting:
            raise r.TablesOpen(tables=waiting)
    if state.undecided:
        raise r.Undecided(numbers=state.undecided)
    if state.round is not None and state.round.runs:
        close_round(rec, CloseRound(by=act.by, verified=act.verified))
    if not act.early:
        _refuse_to_end_early(rec.state)
    rec.enter(e.TournamentEnded(at=rec.now, by=act.by))
    close_all_calls(rec)


def _refuse_to_end_early(state: Tournament) -> None:
    left = rounds_left(state) if state.round is not None else 0
    in_bracket = state.bracket is not None
    cut = 0 if in_bracket or state.round is None else announced_cut(state)
    goes_on = in_bracket and not is_decided(state)
    if left or cut or goes_on:
        raise r.EndsEarly(left=left, cut=cut, bracket=goes_on)
