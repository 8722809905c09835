"""Penalties in an event: issued by clocks and by judges, and what they do to the match.

Every penalty has one cause. What a clock measures is issued with the time at which it fell due; a second step of the
same absence or lateness supersedes the first and keeps it as a step, and so does what a judge raises. What needs
judgement a judge issues; what is the head judge's alone waits as a proposal, without effect (`rules.verdicts`). Losses
that fall in the same second are decided together, so that the order of two names at a table never matters (OG-R09).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from rules import entries as e
from rules import refusals as r
from rules.acts import Disqualify, Penalise
from rules.authority import is_head_judge_for, require_head_judge, require_judge
from rules.clocks import ZERO
from rules.deadlines import Due, deadlines
from rules.effects import Loss, take_effect
from rules.finish import match_lost, withdraw_offer
from rules.infractions import Level, Phase
from rules.match import GAME_LOSS, MATCH_LOSS, Match, Side
from rules.penalties import Assessment, UnknownGround, UnknownInfraction, assess, assess_as
from rules.recorder import Recorder
from rules.rulebook import Trigger
from rules.steps import STANDS, cause_for, is_higher, standing_at
from rules.tournament import Penalty

FAMILY = {
    Trigger.LATE_GAME_LOSS: "tardiness",
    Trigger.LATE_MATCH_LOSS: "tardiness",
    Trigger.GONE_GAME_LOSS: "disconnection",
    Trigger.GONE_MATCH_LOSS: "disconnection",
    Trigger.PREGAME: "pregame",
    Trigger.SHUFFLE: "shuffle",
}
"""Which key of the configuration's [automatic] a timed penalty obeys."""

_TRIGGERS = {
    Due.LATE_GAME_LOSS: Trigger.LATE_GAME_LOSS,
    Due.LATE_MATCH_LOSS: Trigger.LATE_MATCH_LOSS,
    Due.GONE_GAME_LOSS: Trigger.GONE_GAME_LOSS,
    Due.GONE_MATCH_LOSS: Trigger.GONE_MATCH_LOSS,
    Due.PREGAME: Trigger.PREGAME,
    Due.SHUFFLE: Trigger.SHUFFLE,
}
"""The deadlines at which a clock issues a penalty."""

SAID_TWICE = timedelta(seconds=30)
"""Within this the same infraction of the same player is taken for the same cause, a retry."""

SEEN_BY_TWO = timedelta(minutes=5)
"""As long for another judge: two who have seen the same type their words at their own pace."""

CLOCK = {"tardiness": "late", "disconnection": "gone", "pregame": "pregame", "shuffle": "shuffle"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Charge:
    """What a clock holds against a player: one cause, from when to when, and what was seen."""

    player: e.PersonId
    trigger: Trigger
    due_at: datetime
    cause: str
    evidence: str
    supersedes: int = 0
    clause: str = ""
    reason: str = ""
    reading: str = ""


def _phase_for(rec: Recorder, player: e.PersonId, match: Match | None) -> Phase:
    """When in the event this is for the player: nothing is left for one who is out, or leaves with this round."""
    known = rec.state.players[player]
    goes = known.dropping or not known.plays
    if goes and rec.state.round is not None and (match is None or match.is_over):
        return Phase.AFTER_ELIMINATION
    return phase_of(rec, match)


def phase_of(rec: Recorder, match: Match | None) -> Phase:
    """When in the event this is, for the row that is looked up."""
    state = rec.state
    if state.round is None:
        return Phase.BEFORE_TOURNAMENT_START
    if match is None or match.is_over or state.round.is_closed:
        return Phase.BETWEEN_ROUNDS
    if match.runs:
        return Phase.IN_GAME
    return Phase.BETWEEN_GAMES if match.games or match.played else Phase.BEFORE_MATCH


def rel_of(rec: Recorder) -> int | None:
    """The event's REL, where the rulebook counts them."""
    return int(rec.state.rel) if rec.state.rel.isdecimal() else None


# --- by clocks ------------------------------------------------------------------------------------


def issue_timed(rec: Recorder, table: int, charges: Sequence[Charge], also: Sequence[Loss] = ()) -> None:
    """Issue what fell due at this table in one second, then let the losses take effect together.

    `also` are losses that were given before, and hit the match in this second.
    """
    losses = list(also)
    for charge in charges:
        loss = _issue_timed(rec, rec.match(table), charge)
        if loss is not None:
            losses.append(loss)
    take_effect(rec, table, losses)


def _issue_timed(rec: Recorder, match: Match, charge: Charge) -> Loss | None:
    key = rec.state.book.automatic.get(charge.trigger)
    if key is None:
        return None
    family = FAMILY.get(charge.trigger, "")
    context = {"phase": phase_of(rec, match).value, "stopwatch_ran_out": charge.trigger is Trigger.SHUFFLE}
    assessment = assess(rec.state.book, key, rel=rel_of(rec), context=context)
    pending = rec.state.automatic.get(family) == "propose"
    number = rec.next_number()
    rec.enter(
        e.PenaltyIssued(
            at=rec.now,
            number=number,
            player=charge.player,
            infraction=assessment.infraction,
            clause=charge.clause or assessment.clause,
            penalty=assessment.penalty.value,
            base=assessment.penalty.value,
            round=match.round,
            table=match.table,
            game=match.game,
            automatic=True,
            by=None,
            due_at=charge.due_at,
            issued_at=rec.received,
            reason=charge.reason,
            evidence=charge.evidence,
            reportable=assessment.reportable,
            applies_to=assessment.applies_to or "",
            cause=cause_for(rec.state, charge.player, charge.cause, assessment.penalty.value, number),
            clock=CLOCK.get(family, ""),
            pending=pending,
            supersedes=charge.supersedes,
            reading=charge.reading,
        )
    )
    if pending or assessment.penalty not in (Level.GAME_LOSS, Level.MATCH_LOSS):
        return None
    return Loss(player=charge.player, level=assessment.penalty.value, penalty=number)


# --- effects --------------------------------------------------------------------------------------


def bite(rec: Recorder, player: e.PersonId, level: str, number: int) -> None:
    """What a penalty by a judge does: to the match that is open, else to the next one (OG-R08)."""
    match = rec.state.match_of(player)
    if level == Level.DISQUALIFICATION:
        rec.enter(e.CaseOpened(at=rec.now, number=number, player=player))
    if rec.state.is_over:
        return
    if level == Level.DISQUALIFICATION:
        _disqualify(rec, player, match, number)
    elif level in (GAME_LOSS, MATCH_LOSS):
        if match is not None and match.is_open:
            take_effect(rec, match.table, [Loss(player=player, level=level, penalty=number)])
        elif rec.state.players[player].plays and not rec.state.players[player].dropping:
            rec.enter(e.LossOwed(at=rec.now, number=number, player=player, penalty=level))


def _disqualify(rec: Recorder, player: e.PersonId, match: Match | None, number: int) -> None:
    if match is not None and match.is_open:
        match_lost(rec, match.table, loser=player, how=e.HowMatch.MATCH_LOSS, penalties=(number,))
    if rec.state.players[player].plays:
        rec.enter(e.PlayerDropped(at=rec.now, player=player, how=e.Departure.DISQUALIFIED))


# --- by judges ------------------------------------------------------------------------------------


def penalise(rec: Recorder, act: Penalise) -> None:
    """A judge issues the row for this REL, raised by its grounds, or with a reason another level.

    What is the head judge's alone waits for `!approve`.
    """
    state = rec.state
    player = state.players.get(act.player)
    match = state.match_of(act.player)
    require_judge(rec, act, match)
    if player is None:
        raise r.NotRegistered(player=act.player)
    if state.is_over:
        raise r.EventOver
    assessment = _assess(rec, act, match)
    final = _at_level(rec, act, assessment, match)
    _refuse_doubles(rec, act, final, match)
    if final.penalty is assessment.penalty and match is not None:
        _refuse_ahead_of_a_clock(rec, act, final, match)
    lower = _lower_step(rec, act, final, match) if _is_raised(act) else None
    asks = final.hj_required or _was_decided(rec, act.player, final, match)
    pending = asks and not is_head_judge_for(state, act.by, match)
    number = rec.next_number()
    rec.enter(_by_judge(rec, act, match, assessment, final, number, pending, lower))
    if "void_offer" in final.remedy and match is not None:
        withdraw_offer(rec, rec.match(match.table), voided_by=act.by)
    if not pending:
        bite(rec, act.player, final.penalty.value, number)


def _by_judge(
    rec: Recorder,
    act: Penalise | Disqualify,
    match: Match | None,
    row: Assessment,
    final: Assessment,
    number: int,
    pending: bool,
    lower: Penalty | None,
) -> e.PenaltyIssued:
    round_number, table, game = _place(rec, match)
    level = final.penalty.value
    cause = f"judge.{number}"
    if lower is not None:
        cause = cause_for(rec.state, act.player, lower.cause, level, number)
    return e.PenaltyIssued(
        at=rec.now,
        number=number,
        player=act.player,
        infraction=final.infraction,
        clause=final.clause,
        penalty=level,
        base=row.penalty.value,
        round=round_number,
        table=table,
        game=game,
        automatic=False,
        by=act.by,
        due_at=None,
        issued_at=rec.now,
        reason=act.why,
        evidence="",
        reportable=final.reportable,
        applies_to=final.applies_to or "",
        cause=cause,
        pending=pending,
        supersedes=lower.number if lower is not None else 0,
        upgrades=_grounds(act),
    )


def _grounds(act: Penalise | Disqualify) -> tuple[str, ...]:
    """The grounds that raise the row; a level that is named speaks for itself."""
    return act.grounds if isinstance(act, Penalise) and act.level is None else ()


def _place(rec: Recorder, match: Match | None) -> tuple[int, int, int]:
    """Round, table and game that a penalty by a judge is written under; 0 where there is none."""
    current = rec.state.round
    game = match.game if match is not None and match.is_open else 0
    if match is not None and current is not None and not current.is_closed:
        return match.round, match.table, game
    return current.number if current is not None else 0, 0, game


def _assess(rec: Recorder, act: Penalise, match: Match | None, grounds: tuple[str, ...] = ()) -> Assessment:
    earlier = rec.state.penalties_of(act.player)
    try:
        row = rec.state.book.infraction(act.infraction)
    except UnknownInfraction as unknown:
        raise r.UnknownRow(infraction=act.infraction, near=unknown.candidates) from None
    prior = sum(p.infraction == row.key and p.status in STANDS for p in earlier)
    context: dict[str, object] = {"phase": _phase_for(rec, act.player, match).value}
    try:
        return assess(
            rec.state.book,
            act.infraction,
            rel=rel_of(rec),
            prior=prior,
            upgrades=grounds,
            context=context,
        )
    except UnknownGround as unknown:
        raise r.NoSuchGround(infraction=row.key, ground=unknown.ground, grounds=unknown.grounds) from None


def _at_level(rec: Recorder, act: Penalise, row: Assessment, match: Match | None) -> Assessment:
    book = rec.state.book
    if act.level is None or act.level == row.penalty.value:
        if row.penalty is Level.NONE:
            recommended = f", suggested: {row.recommended.value}" if row.recommended else ""
            raise r.NoRow(infraction=row.infraction, why=f"the rulebook gives no penalty here{recommended}")
        grounds = _grounds(act)
        return _assess(rec, act, match, grounds) if grounds else row
    rungs = tuple(rung.level.value for rung in book.ladder)
    if act.level not in rungs:
        raise r.UnknownLevel(level=act.level, ladder=rungs)
    if not act.why.strip():
        raise r.ReasonNeeded(row=row.penalty.value, level=act.level)
    return assess_as(book, row, Level(act.level), _phase_for(rec, act.player, match))


def _is_raised(act: Penalise) -> bool:
    """Whether the judge names more than the row: a level, or grounds."""
    return act.level is not None or bool(act.grounds)


def _lower_step(
    rec: Recorder, act: Penalise | Disqualify, final: Assessment, match: Match | None
) -> Penalty | None:
    """What stands for the same infraction at this table, and is raised by this. A lower level takes nothing back."""
    *where, game = _place(rec, match)
    standing = standing_at(rec.state, act.player, final.infraction, (where[0], where[1]))
    if standing is None:
        return None
    if is_higher(rec.state, final.penalty.value, standing.level):
        return standing
    if is_higher(rec.state, standing.level, final.penalty.value) and _is_of_game(standing, game):
        raise r.HigherStands(number=standing.number, player=act.player, level=standing.level)
    return None


def _refuse_doubles(rec: Recorder, act: Penalise, final: Assessment, match: Match | None) -> None:
    """One cause, one penalty: what a clock has issued in this game, or a judge a moment ago, is not entered again.

    Another level with a reason or by a ground is the judge's word on top of it (an upgrade), and is let through;
    unless what the head judge is asked about already waits.
    """
    *where, game = _place(rec, match)
    is_raised = _is_raised(act)
    for penalty in rec.state.penalties_of(act.player):
        if [penalty.round, penalty.table] != where:
            continue
        if penalty.infraction != final.infraction:
            if not is_raised and _is_of_that_clause(rec, penalty, final, game):
                left = penalty.issued_at + SAID_TWICE - rec.now
                raise r.AlreadyIssued(number=penalty.number, player=act.player, left=left)
            continue
        if is_raised and penalty.status == "pending" and _is_of_game(penalty, game):
            raise r.StillProposed(number=penalty.number)
        if is_raised and final.penalty.value != penalty.level:
            continue
        if _is_the_clocks(penalty, game):
            raise r.AlreadyIssued(number=penalty.number, player=act.player)
        left = _left_for_a_retry(rec, act, penalty, game)
        if left > ZERO:
            if penalty.status == "pending":
                raise r.StillProposed(number=penalty.number)
            raise r.AlreadyIssued(number=penalty.number, player=act.player, left=left)


def _was_decided(rec: Recorder, player: e.PersonId, final: Assessment, match: Match | None) -> bool:
    """Whether a clock's penalty for the same in this game was dismissed or overturned: no judge gives it by hand."""
    *where, game = _place(rec, match)
    place = [final.infraction, *where, game]
    return any(
        penalty.automatic
        and penalty.status in ("dismissed", "overturned")
        and [penalty.infraction, penalty.round, penalty.table, penalty.game] == place
        for penalty in rec.state.penalties_of(player)
    )


def _refuse_ahead_of_a_clock(rec: Recorder, act: Penalise, final: Assessment, match: Match) -> None:
    """One cause, one penalty: what a clock is measuring it will issue itself, once it falls due."""
    keys = {key: FAMILY[trigger] for trigger, key in rec.state.book.automatic.items() if trigger in FAMILY}
    family = keys.get(final.infraction, "")
    if not family or rec.state.automatic.get(family) == "off":
        return
    if match.is_held and family in _waiting_in_hold(match, match.side_of(act.player)):
        raise r.ClockRuns(player=act.player, at=None)
    for deadline in deadlines(rec.state, match.table):
        trigger = _TRIGGERS.get(deadline.due)
        if trigger is not None and deadline.player == act.player and FAMILY[trigger] == family:
            raise r.ClockRuns(player=act.player, at=deadline.at)


def _waiting_in_hold(match: Match, side: Side) -> Iterator[str]:
    """What the clocks that stand still now go on to measure of this player, after the hold."""
    if side.absence is not None and side.absence.level != MATCH_LOSS:
        yield "disconnection"
    if side.arrived_at is None and side.late != MATCH_LOSS and not match.played:
        yield "tardiness"
    if side.stopwatch is not None:
        yield "shuffle"


def _is_the_clocks(penalty: Penalty, game: int) -> bool:
    """Whether a clock has issued this already, in this game or in the one before, which it has itself cost."""
    if not penalty.automatic or penalty.status != "standing" or not game:
        return False
    return penalty.game == game or (penalty.level == GAME_LOSS and penalty.game == game - 1)


def _is_of_that_clause(rec: Recorder, penalty: Penalty, final: Assessment, game: int) -> bool:
    """Whether a clock has issued another row of this clause a moment ago: the slow play of a long shuffle."""
    recent = rec.now - penalty.issued_at < SAID_TWICE
    clauses = penalty.clause.split("; ")
    return recent and _is_the_clocks(penalty, game) and final.clause in clauses


def _left_for_a_retry(rec: Recorder, act: Penalise, penalty: Penalty, game: int) -> timedelta:
    """For how long the same words still mean what a judge gave or proposed in this game; zero: it is a new offence."""
    if penalty.automatic or penalty.status not in ("standing", "pending") or not _is_of_game(penalty, game):
        return ZERO
    window = SAID_TWICE if penalty.by == act.by else SEEN_BY_TWO
    return max(penalty.issued_at + window - rec.now, ZERO)


def _is_of_game(penalty: Penalty, game: int) -> bool:
    """Whether it is of this game, or has itself cost the one before."""
    return penalty.game == game or penalty.level in (GAME_LOSS, MATCH_LOSS, Level.DISQUALIFICATION)


def disqualify(rec: Recorder, act: Disqualify) -> None:
    """The head judge disqualifies: out of the event, with the match that is open."""
    match = rec.state.match_of(act.player)
    require_head_judge(rec, act, match)
    if act.player not in rec.state.players:
        raise r.NotRegistered(player=act.player)
    if rec.state.players[act.player].dropped is e.Departure.DISQUALIFIED:
        raise r.OutOfEvent(player=act.player)
    if not act.why.strip():
        raise r.ReasonNeeded(row="", level=Level.DISQUALIFICATION.value)
    row = _assess(
        rec,
        Penalise(by=act.by, player=act.player, infraction=act.infraction, why=act.why),
        match,
    )
    final = assess_as(rec.state.book, row, Level.DISQUALIFICATION, _phase_for(rec, act.player, match))
    lower = _lower_step(rec, act, final, match)
    number = rec.next_number()
    rec.enter(_by_judge(rec, act, match, row, final, number, pending=False, lower=lower))
    bite(rec, act.player, Level.DISQUALIFICATION.value, number)
