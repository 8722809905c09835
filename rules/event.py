"""The event itself: opening, officials, players, rounds, leaving.

The first `!pair` starts it: registration is closed, and what had to be announced cannot change. A round begins with
the head judge in the channel (1.6) and closes when every table has its result.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from rules import entries as e
from rules import refusals as r
from rules.acts import (
    Announce,
    BeginRound,
    CancelTournament,
    ChangeSettings,
    CloseRound,
    Dice,
    Drop,
    DropPlayer,
    EndTournament,
    FileDeck,
    NameStaff,
    PairByHand,
    Register,
    RemoveStaff,
    RuleRefusal,
    SetResult,
    SetStage,
)
from rules.arriving import arrive
from rules.authority import JUDGES, is_head_judge_for, require_head_judge, require_judge, require_organiser
from rules.effects import Loss, lose_those_gone
from rules.finish import close_own_calls, count_those_off_chat, match_lost, pass_choice
from rules.match import MATCH_LOSS, Match, Side
from rules.play import propose_draw
from rules.presence import head_judge_is_here
from rules.questions import ask
from rules.recorder import Recorder
from rules.rulebook import Trigger
from rules.sanctions import Charge, issue_timed
from rules.seats import open_match, score
from rules.settings import read_settings
from rules.tournament import Player, Tournament

PHASES = ("draft", "construction", "rounds")
AGREED = (0, 0, 3)
"""The score of an agreed draw (3.8, OG-R36)."""


def _running(rec: Recorder) -> Tournament:
    if rec.state.is_over:
        raise r.EventOver
    return rec.state


# --- officials and settings -----------------------------------------------------------------------


def name_staff(rec: Recorder, act: NameStaff) -> None:
    """Give somebody an office in this event."""
    require_organiser(rec, act)
    _running(rec)
    rec.enter(
        e.StaffNamed(at=rec.now, role=act.role, person=act.person, name=act.name, by=act.by, here=act.here)
    )


def remove_staff(rec: Recorder, act: RemoveStaff) -> None:
    """Take an office back."""
    require_organiser(rec, act)
    if (act.role, act.person) not in _running(rec).staff:
        raise r.NoSuchOffice(person=act.person, role=act.role)
    rec.enter(e.StaffRemoved(at=rec.now, role=act.role, person=act.person, by=act.by))


def change_settings(rec: Recorder, act: ChangeSettings) -> None:
    """Change what was announced, before the first pairing only (1.3, 2.1, 2.2)."""
    require_organiser(rec, act)
    state = _running(rec)
    if state.round is not None:
        raise r.AfterTheStart(what=", ".join(act.keys))
    settings = read_settings(state.book, {**state.keys, **act.keys}, state.stage)
    rec.enter(
        e.SettingsChanged(
            at=rec.now,
            by=act.by,
            keys=act.keys,
            rel=settings.rel,
            playoff_best_of=settings.playoff_best_of,
            round_limit=settings.round_limit,
            untimed=settings.round_limit is None,
            playoff_limit=settings.playoff_limit,
            playoff_untimed=settings.playoff_limit is None,
            tournament_kind=settings.kind,
            two_judges=settings.two_judges,
            format=settings.format,
        )
    )


def set_stage(rec: Recorder, act: SetStage) -> None:
    """A limited event is in its draft, its deck construction, or its rounds (3.7)."""
    require_organiser(rec, act)
    _running(rec)
    if act.stage not in PHASES:
        raise r.BadSetting(key="stage", value=act.stage, expected=" or ".join(PHASES))
    rec.enter(e.PhaseSet(at=rec.now, by=act.by, phase=act.stage))


def announce(rec: Recorder, act: Announce) -> None:
    """Have something said in the channel."""
    require_organiser(rec, act)
    rec.enter(e.AnnouncementMade(at=rec.now, by=act.by, text=act.text))


# --- players --------------------------------------------------------------------------------------


def register(rec: Recorder, act: Register) -> None:
    """Enter the event; after the first pairing only the coordinator lets somebody in."""
    state = _running(rec)
    player = act.player or act.by
    if act.player is not None:
        require_organiser(rec, act)
    elif state.round is not None:
        raise r.RegistrationClosed
    _refuse_officials(rec, player)
    entered = state.players.get(player)
    if entered is not None and entered.plays:
        raise r.AlreadyRegistered(name=entered.name)
    if entered is not None and (act.player is None or entered.dropped is e.Departure.DISQUALIFIED):
        raise r.OutOfEvent(player=player)
    if any(p.name.casefold() == act.name.casefold() and p.id != player for p in state.players.values()):
        raise r.NameTaken(name=act.name)
    _refuse_bad_standing(rec, player, act)
    rec.enter(
        e.PlayerRegistered(
            at=rec.now,
            player=player,
            name=act.name,
            deck=act.deck,
            here=act.here,
            standing="" if act.standing is None else act.standing.standing,
            namesake=act.standing is not None and act.standing.person != player,
        )
    )


def _refuse_bad_standing(rec: Recorder, player: e.PersonId, act: Register) -> None:
    """0.2, 6.3: who is suspended, banned or revoked does not play; the staff hear who wanted to.

    A name proves nothing: who only has the name of such a member plays, and the staff are told (0.5).
    """
    read = act.standing if act.standing is not None and act.standing.person == player else None
    row = rec.state.book.standings.get(read.standing) if read is not None else None
    if read is None or row is None or row.may_play:
        return
    kept = e.RegistrationRefused(at=rec.now, player=player, name=act.name, standing=row.key)
    raise r.NotInGoodStanding(
        name=act.name, standing=row.key, since=read.at, by=read.by_name, why=read.why, keep=(kept,)
    )


def _refuse_officials(rec: Recorder, person: e.PersonId) -> None:
    """0.2: the coordinator and the judges of record do not play, but in the two-judge system (1.9)."""
    if rec.state.two_judges:
        return
    for role in (e.Role.COORDINATOR, *JUDGES):
        if rec.state.has_role(person, role):
            raise r.OfficialsDoNotPlay(role=role)


def _player(rec: Recorder, person: e.PersonId) -> Player:
    player = _running(rec).players.get(person)
    if player is None:
        raise r.NotRegistered
    if not player.plays:
        raise r.OutOfEvent(player=person)
    return player


def file_deck(rec: Recorder, act: FileDeck) -> None:
    """Put a deck code on file, before the first round (5.1)."""
    _player(rec, act.by)
    if rec.state.round is not None and rec.state.round.begun_at is not None:
        raise r.AfterTheStart(what="deck")
    rec.enter(e.DeckFiled(at=rec.now, player=act.by, deck=act.deck))


def drop(rec: Recorder, act: Drop) -> None:
    """Leave the event; while a match is paired or played the cost is named, and `!yes` wanted (3.7)."""
    player = _player(rec, act.by)
    if rec.state.phase != "rounds":
        raise r.NotNow(
            when=f"the {rec.state.phase} is over; the coordinator can drop you for technical reasons"
        )
    if player.dropping:
        raise r.OutOfEvent(player=act.by)
    match = _current_match(rec, act.by)
    if match is None:
        rec.enter(
            e.PlayerDropped(at=rec.now, player=act.by, how=e.Departure.OWN_WISH, by=act.by, why=act.words)
        )
    elif match.is_over:
        rec.enter(e.DropAnnounced(at=rec.now, player=act.by, by=act.by, why=act.words))
    else:
        ask(rec, match, act.by, e.Question.DROP, act.words)


def _current_match(rec: Recorder, player: e.PersonId) -> Match | None:
    current = rec.state.round
    return None if current is None or current.is_closed else rec.state.match_of(player)


def drop_now(rec: Recorder, player: e.PersonId, words: str) -> None:
    """OG-R19: before the begin the match is lost at the begin; afterwards it is conceded; out when the round closes."""
    rec.enter(e.DropAnnounced(at=rec.now, player=player, by=player, why=words))
    match = _current_match(rec, player)
    if match is not None and match.is_open:
        match_lost(
            rec,
            match.table,
            loser=player,
            how=e.HowMatch.CONCESSION,
            clause="3.6",
            by=player,
            words=words,
        )


def drop_player(rec: Recorder, act: DropPlayer) -> None:
    """The coordinator drops somebody for technical reasons, at once (3.7)."""
    require_organiser(rec, act)
    _player(rec, act.player)
    match = _current_match(rec, act.player)
    if match is not None and match.is_open:
        match_lost(rec, match.table, loser=act.player, how=e.HowMatch.DROP, clause="3.7", by=act.by)
    rec.enter(
        e.PlayerDropped(at=rec.now, player=act.player, how=e.Departure.TECHNICAL, by=act.by, why=act.why)
    )


# --- rounds ---------------------------------------------------------------------------------------


def pair_by_hand(rec: Recorder, act: PairByHand) -> None:
    """Say who plays whom. Until the round begins another pairing takes its place."""
    require_organiser(rec, act)
    state = _running(rec)
    current = state.round
    if current is not None and current.runs:
        raise r.RoundRuns(round=current.number)
    _check_pairs(rec, act.pairs)
    replaces = current is not None and current.begun_at is None
    number = 1 if current is None else current.number if replaces else current.number + 1
    seated = {player for pair in act.pairs for player in pair}
    sitting_out = sorted(
        (p.id for p in state.players.values() if p.plays and p.id not in seated), key=state.name_of
    )
    playoff = state.stage is not e.Stage.SWISS
    limit = None if state.stage is e.Stage.FINAL else state.playoff_limit if playoff else state.round_limit
    rec.enter(
        e.RoundPaired(
            at=rec.now,
            round=number,
            by=act.by,
            pairs=act.pairs,
            sitting_out=tuple(sitting_out),
            stage=state.stage,
            best_of=state.playoff_best_of if playoff else state.best_of,
            limit=limit,
        )
    )


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
    state = _running(rec)
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
    late_from = max(rec.now, state.previous_round_ends_at or rec.now)
    ends_at = rec.now + current.limit if current.limit is not None else None
    rec.enter(e.RoundBegun(at=rec.now, round=current.number, by=act.by, late_from=late_from, ends_at=ends_at))
    for table in sorted(rec.state.matches):
        _begin_match(
            rec, table, [Loss(player=o.player, level=o.level, penalty=o.penalty) for o in owed], act.dice
        )


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
    state = _running(rec)
    current = state.round
    if current is None or not current.runs:
        raise r.NoRound
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
    for player in sorted(rec.state.players.values(), key=lambda p: p.name):
        if player.dropping:
            rec.enter(e.PlayerDropped(at=rec.now, player=player.id, how=e.Departure.OWN_WISH, by=player.id))


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
        return f"{' and '.join(missing)} not there"
    return f"game {match.game} {'runs' if match.runs else 'not begun'}"


def end_tournament(rec: Recorder, act: EndTournament) -> None:
    """The event is over; refused while a table is open, or an appeal or a proposed penalty (1.7)."""
    require_organiser(rec, act)
    state = _running(rec)
    if state.round is not None and not state.round.is_closed and state.round.begun_at is not None:
        waiting = tuple((match.table, _waits_for(rec, match)) for match in state.open_tables)
        if waiting:
            raise r.TablesOpen(tables=waiting)
    if state.undecided:
        raise r.Undecided(numbers=state.undecided)
    if state.round is not None and state.round.runs:
        close_round(rec, CloseRound(by=act.by, verified=act.verified))
    rec.enter(e.TournamentEnded(at=rec.now, by=act.by))


def cancel_tournament(rec: Recorder, act: CancelTournament) -> None:
    """Stop the event and all its clocks; results so far are kept."""
    require_organiser(rec, act)
    _running(rec)
    rec.enter(e.TournamentCancelled(at=rec.now, by=act.by, why=act.why))


# --- results by judges ----------------------------------------------------------------------------


def rule_refusal(rec: Recorder, act: RuleRefusal) -> None:
    """A judge rules that a player refuses to play: the match is conceded (3.6)."""
    match = open_match(rec, act.player)
    require_judge(rec, act, match)
    match_lost(rec, match.table, loser=act.player, how=e.HowMatch.CONCESSION, clause="3.6", by=act.by)


def set_result(rec: Recorder, act: SetResult) -> None:
    """A judge sets a result; what stood before is kept with it. A score that is not complete lets the match go on."""
    match = _match_to_set(rec, act)
    require_judge(rec, act, match)
    if match.set_by is not None and is_head_judge_for(rec.state, match.set_by, match):
        require_head_judge(rec, act, match)  # 1.7: nobody in the event overrules the head judge
    if not act.why.strip():
        raise r.ReasonNeeded(row="", level="setresult")
    if match.is_open and (act.first, act.second, act.draws) == AGREED and match.is_swiss:
        propose_draw(rec, match, act.by)
        return
    outcome = _outcome(rec, match, act)
    rec.enter(
        e.MatchCorrected(
            **rec.at(match),
            player1=match.players[0],
            player2=match.players[1],
            wins1=act.first,
            wins2=act.second,
            draws=act.draws,
            outcome=outcome,
            by=act.by,
            why=act.why,
            before=score(rec.state, match) if match.result or match.games else "",
        )
    )
    if rec.state.round is not None and match.round == rec.state.round.number:
        close_own_calls(rec, rec.match(match.table), "a judge has set the result")
        _go_on(rec, match)


def _go_on(rec: Recorder, before: Match) -> None:
    """With a score that is not complete: the loser of the game just decided chooses, and who is away is gone."""
    match = rec.match(before.table)
    if not match.is_open:
        return
    losers = [match.players[1 - place] for place in (0, 1) if match.wins[place] > before.wins[place]]
    if len(losers) == 1:
        pass_choice(rec, match, losers[0])
    count_those_off_chat(rec, match.table)


def _match_to_set(rec: Recorder, act: SetResult) -> Match:
    current = rec.state.round
    if current is None:
        raise r.NoRound
    number = act.round or current.number
    match = (
        rec.state.matches.get(act.table)
        if number == current.number
        else rec.state.past.get((number, act.table))
    )
    if match is None:
        raise r.NoSuchTable(table=act.table, tables=len(rec.state.matches))
    if match.begun_at is None:
        raise r.RoundNotBegun
    return match


def _outcome(rec: Recorder, match: Match, act: SetResult) -> e.Outcome | None:
    """Who has the match with this score; None when it goes on."""
    high, low = max(act.first, act.second), min(act.first, act.second)
    if high > match.needed or low >= match.needed or act.draws > 9:
        raise r.ImpossibleScore(best_of=match.best_of, why="too many games")
    current = rec.state.round
    goes_on = current is not None and current.runs and match.round == current.number
    if (act.first, act.second, act.draws) == AGREED and match.is_swiss:
        return e.Outcome.DRAW  # a correction of what is final needs nobody's word but the judge's
    if goes_on and high < match.needed and match.time_called_at is None:
        return None
    if high == low:
        if not match.is_swiss:
            raise r.ImpossibleScore(best_of=match.best_of, why="somebody has to win in single elimination")
        return e.Outcome.DRAW
    return e.Outcome.PLAYER1 if act.first > act.second else e.Outcome.PLAYER2
