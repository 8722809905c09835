"""Entering an event: who may, and the deck on file (0.2 to 0.5, 5.1, 6.3).

The first `!pair` closes registration; after it only the coordinator lets somebody in.
"""

from __future__ import annotations

from rules import entries as e
from rules import refusals as r
from rules.acts import (
    FileDeck,
    Register,
)
from rules.authority import JUDGES, require_organiser
from rules.recorder import Recorder
from rules.seats import entered, running


def register(rec: Recorder, act: Register) -> None:
    """Enter the event; after the first pairing only the coordinator lets somebody in."""
    state = running(rec)
    player = act.player or act.by
    if act.player is not None:
        require_organiser(rec, act)
    elif state.round is not None:
        raise r.RegistrationClosed
    _refuse_officials(rec, player)
    before = state.players.get(player)
    if before is not None and before.plays:
        raise r.AlreadyRegistered(name=before.name)
    if before is not None and (act.player is None or before.dropped is e.Departure.DISQUALIFIED):
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
            by=act.by if act.player is not None else None,
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


def file_deck(rec: Recorder, act: FileDeck) -> None:
    """Put a deck code on file, before the first round (5.1)."""
    entered(rec, act.by)
    if rec.state.round is not None and rec.state.round.begun_at is not None:
        raise r.AfterTheStart(what="deck")
    rec.enter(e.DeckFiled(at=rec.now, player=act.by, deck=act.deck))
