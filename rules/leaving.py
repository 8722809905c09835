"""Leaving an event: by one's own wish, or dropped by the coordinator (3.7, OG-R19)."""

from __future__ import annotations

from rules import entries as e
from rules import refusals as r
from rules.acts import (
    Drop,
    DropPlayer,
)
from rules.authority import require_organiser
from rules.final import leave_unplayed
from rules.finish import match_lost
from rules.match import Match
from rules.questions import ask
from rules.recorder import Recorder
from rules.seats import entered


def drop(rec: Recorder, act: Drop) -> None:
    """Leave the event; while a match is paired or played the cost is named, and `!yes` wanted (3.7)."""
    player = entered(rec, act.by)
    if rec.state.phase != "rounds":
        still = f"you can leave once the {rec.state.phase} is over (3.7)"
        raise r.NotNow(when=f"{still}; for technical reasons the coordinator drops you")
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
    if match is not None and match.is_open and match.is_skipped:
        leave_unplayed(rec, match, player, words)
    elif match is not None and match.is_open:
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
    entered(rec, act.player)
    match = _current_match(rec, act.player)
    if match is not None and match.is_open:
        match_lost(rec, match.table, loser=act.player, how=e.HowMatch.DROP, clause="3.7", by=act.by)
    rec.enter(
        e.PlayerDropped(at=rec.now, player=act.player, how=e.Departure.TECHNICAL, by=act.by, why=act.why)
    )


def let_go(rec: Recorder) -> None:
    """Between rounds whoever wanted to leave is out at once (3.7)."""
    for player in sorted(rec.state.players.values(), key=lambda p: p.name):
        if player.dropping:
            rec.enter(e.PlayerDropped(at=rec.now, player=player.id, how=e.Departure.OWN_WISH, by=player.id))
