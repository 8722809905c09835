"""Taking back: `!undo` of an organiser's own last change, while nothing depends on it.

How it works: the event remembers what its organisers have changed, and how it was before (see `rules.changes`). The
last change of whoever asks is taken back by an inverse entry; the scorebook keeps both. What others did meanwhile, and
what has happened because of the change, is left alone: where anything rests on it the answer is no, and names it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules import changes as c
from rules import entries as e
from rules import refusals as r
from rules.acts import Undo
from rules.authority import require_organiser
from rules.effects import lose_those_gone
from rules.finish import count_those_off_chat
from rules.leaving import let_go
from rules.match import Match
from rules.recorder import Recorder
from rules.seats import running
from rules.tournament import Tournament


def undo(rec: Recorder, act: Undo) -> None:
    """Take back the last change of one's own. Refused where something depends on it, nothing was changed, or the word
    comes a second time at once.
    """
    require_organiser(rec, act)
    state = running(rec)
    change = c.last_of(state, act.by)
    if change is None:
        raise r.NothingToUndo
    last = state.undone.get(act.by)
    if last is not None and rec.now - last.at < c.REPEATED:
        raise r.UndoneJustNow(change=last.change, at=last.at, again_at=last.at + c.REPEATED)
    _UNDO[type(change)](rec, change)


def _undo_pairing(rec: Recorder, change: c.Paired) -> None:
    current = rec.state.round
    if current is None or current.number != change.round or current.begun_at is not None:
        raise r.PairingStands(round=change.round)
    drawn = _cut_drawn_with(rec.state, change)
    rec.enter(e.PairingUndone(at=rec.now, round=change.round, by=change.by))
    if drawn:
        rec.enter(e.CutUndone(at=rec.now, by=change.by))
    let_go(rec)


def _cut_drawn_with(state: Tournament, change: c.Paired) -> bool:
    """Whether the seeds were drawn by the same word that paired; paired anew by somebody else they stay."""
    others = c.last_of(c.forgetting(state, change), change.by)
    return (
        isinstance(others, c.Cut) and others.drawn and change.bracket is not None and not change.bracket.round
    )


def _undo_cut(rec: Recorder, change: c.Cut) -> None:
    bracket = rec.state.bracket
    if bracket is None or bracket.round:
        raise r.CutStands(seeds=len(bracket.seeds) if bracket is not None else 0)
    rec.enter(e.CutUndone(at=rec.now, by=change.by))


def _undo_begin(rec: Recorder, change: c.Begun) -> None:
    current = rec.state.round
    if current is None or current.number != change.round or not current.runs:
        raise r.BeginStands(round=change.round, table=0)
    busy = next((table for table, match in sorted(rec.state.matches.items()) if _is_busy(match)), 0)
    if busy or rec.state.holds or rec.state.last_number != change.last_number:
        raise r.BeginStands(round=change.round, table=busy)
    tables = tuple(bye.table for bye in rec.state.byes if bye.round == change.round)
    rec.enter(e.BeginUndone(at=rec.now, round=change.round, by=change.by, byes=tables))


def _is_busy(match: Match) -> bool:
    """Whether anybody did anything there since the begin; one who had said ready before waits for the other."""
    arrived = [side for side in match.sides if side.arrived_at is not None]
    came = any(not side.ready_early or side.arrived_at != match.begun_at for side in arrived)
    said = any(side.contact and not side.ready_early for side in match.sides)
    return bool(match.is_over or match.games or match.extension or came or said) or len(arrived) > 1


def _undo_close(rec: Recorder, change: c.Closed) -> None:
    current = rec.state.round
    if current is None or current.number != change.round or not current.is_closed:
        raise r.CloseStands(round=change.round)
    bracket = rec.state.bracket
    if bracket is not None and not bracket.round:
        raise r.CloseStands(round=change.round, cut=True)
    back = tuple(player for player in change.leaving if _left(rec.state, player, e.Departure.OWN_WISH))
    back += tuple(player for player in change.no_shows if _left(rec.state, player, e.Departure.NO_SHOW))
    rec.enter(e.RoundReopened(at=rec.now, round=change.round, by=change.by, back=back))


def _left(state: Tournament, player: e.PersonId, how: e.Departure) -> bool:
    found = state.players.get(player)
    return found is not None and found.dropped is how


def _undo_drop(rec: Recorder, change: c.Dropped) -> None:
    state, player = rec.state, change.before.id
    current = state.round
    number = current.number if current is not None else 0
    if state.players[player].dropped is not e.Departure.TECHNICAL or number != change.round:
        raise r.DropStands(player=player, round=number)
    if any(isinstance(later, c.Cut) for later in state.changes[state.changes.index(change) :]):
        raise r.DropStands(player=player, round=number, cut=True)
    if current is not None and current.begun_at is None and player not in (*state.seats, *current.byes):
        raise r.DropStands(player=player, round=number)  # paired anew without this player
    rec.enter(e.DropUndone(at=rec.now, player=player, by=change.by))
    if current is None or current.is_closed:
        let_go(rec)
    match = state.match_of(player)
    if current is not None and current.runs and match is not None and _was_given_away(match, player):
        rec.enter(e.MatchReopened(**rec.at(match), why="the drop is taken back", by=change.by))
        lose_those_gone(rec, match.table)
        if rec.match(match.table).is_open:
            count_those_off_chat(rec, match.table)


def _was_given_away(match: Match, player: e.PersonId) -> bool:
    lost = e.Outcome.PLAYER2 if match.place_of(player) == 0 else e.Outcome.PLAYER1
    result = match.result
    return (
        result is not None
        and result.how is e.HowMatch.DROP
        and result.outcome in (lost, e.Outcome.DOUBLE_LOSS)
    )


def _undo_entry(rec: Recorder, change: c.Entered) -> None:
    state, player = rec.state, change.player
    found, current = state.players.get(player), state.round
    if found is None or not found.plays or found.registered_at != change.at:
        raise r.EntryStands(player=player, round=0)
    later = state.changes[state.changes.index(change) :]
    paired_since = any(isinstance(one, c.Paired) for one in later)  # a time would not tell, within one second
    if current is not None and (current.number > change.round or paired_since):
        raise r.EntryStands(player=player, round=current.number)
    before = change.before
    if before is None and state.penalties_of(player):  # what is on record has to be of somebody
        raise r.EntryStands(player=player, round=0, on_record=True)
    dropped = before.dropped if before is not None else None
    rec.enter(e.EntryUndone(at=rec.now, player=player, by=change.by, dropped=dropped))


def _undo_naming(rec: Recorder, change: c.Named) -> None:
    if (change.role, change.person) not in rec.state.staff:
        raise r.OfficeStands(person=change.person, role=change.role, holds=False)
    if change.role is e.Role.COORDINATOR and len(rec.state.holders(change.role)) == 1:
        raise r.LastCoordinator
    rec.enter(e.StaffRemoved(at=rec.now, role=change.role, person=change.person, by=change.by, undoes=True))


def _undo_removal(rec: Recorder, change: c.Removed) -> None:
    state, person = rec.state, change.person
    if (change.role, person) in state.staff:
        raise r.OfficeStands(person=person, role=change.role, holds=True)
    rec.enter(
        e.StaffNamed(
            at=rec.now,
            role=change.role,
            person=person,
            name=state.name_of(person),
            by=change.by,
            here=state.is_here(person),
            undoes=True,
        )
    )


def _undo_settings(rec: Recorder, change: c.Set) -> None:
    if rec.state.round is not None:
        raise r.AfterTheStart(what="settings")
    if change is not _last(rec.state, c.Set):
        raise r.SettingsStand  # somebody else has changed them since
    was = change.before
    rec.enter(
        e.SettingsUndone(
            at=rec.now,
            by=change.by,
            keys=was.get("keys", rec.state.keys),
            rel=was.get("rel", rec.state.rel),
            format=was.get("format", rec.state.format),
            tournament_kind=was.get("kind", rec.state.kind),
        )
    )


def _last(state: Tournament, kind: type[c.Change]) -> c.Change | None:
    """The last change of this kind, whoever made it."""
    return next((change for change in reversed(state.changes) if isinstance(change, kind)), None)


def _undo_phase(rec: Recorder, change: c.PhaseChanged) -> None:
    if change is not _last(rec.state, c.PhaseChanged):
        raise r.PhaseStands(phase=rec.state.phase)
    rec.enter(e.PhaseSet(at=rec.now, by=change.by, phase=change.before, undoes=True))


def _undo_result(rec: Recorder, change: c.ResultSet) -> None:
    raise r.ResultStands(round=change.round, table=change.table)


_UNDO: dict[type[c.Change], Callable[[Recorder, Any], None]] = {
    c.Paired: _undo_pairing,
    c.Cut: _undo_cut,
    c.Begun: _undo_begin,
    c.Closed: _undo_close,
    c.Dropped: _undo_drop,
    c.Entered: _undo_entry,
    c.Named: _undo_naming,
    c.Removed: _undo_removal,
    c.Set: _undo_settings,
    c.PhaseChanged: _undo_phase,
    c.ResultSet: _undo_result,
}
