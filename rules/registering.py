"""Entering an event: who may, and the deck on file (0.2 to 0.5, 5.1, 6.3).

The first `!pair` closes registration; after it only the coordinator lets somebody in, who plays from the next pairing
on: the rounds before gave no points.
"""

from __future__ import annotations

from itertools import count

from rules import entries as e
from rules import refusals as r
from rules.acts import (
    FileDeck,
    Register,
)
from rules.authority import JUDGES, require_organiser
from rules.likeness import skeletons
from rules.recorder import Recorder
from rules.seats import entered, running
from rules.starting import is_by_invitation
from rules.tournament import Tournament

LONGEST_DECK = 300
"""Letters of a deck code: a line of chat, and more than any client makes."""


def register(rec: Recorder, act: Register) -> None:
    """Enter the event; after the first pairing only the coordinator lets somebody in."""
    state = running(rec)
    player = act.player or act.by
    if act.player is not None:
        require_organiser(rec, act)
    if state.bracket is not None:
        raise r.PlayoffIsCut
    if act.player is None and state.round is not None:
        raise r.RegistrationClosed
    _refuse_officials(rec, player)
    if act.plays_in:
        raise r.PlaysElsewhere(event=act.plays_in, player=player)
    before = state.players.get(player)
    if before is not None and before.plays:
        raise r.AlreadyRegistered(name=before.name)
    if before is not None and (act.player is None or before.dropped is e.Departure.DISQUALIFIED):
        raise r.OutOfEvent(player=player)
    if state.called.get(act.name.casefold(), player) != player:
        raise r.NameTaken(name=act.name)
    _refuse_uninvited(rec, act)
    _refuse_long_deck(act.deck)
    _refuse_bad_standing(rec, player, act)
    rec.enter(
        e.PlayerRegistered(
            at=rec.now,
            player=player,
            name=_name_of_its_own(rec, player, act),
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
    is_known = rec.state.turned_away.get(player) == row.key  # the staff hear of it once
    raise r.NotInGoodStanding(
        name=act.name,
        standing=row.key,
        since=read.at,
        by=read.by_name,
        why=read.why,
        keep=() if is_known else (kept,),
    )


def _name_of_its_own(rec: Recorder, player: e.PersonId, act: Register) -> str:
    """A name that can be taken for another's waits for the coordinator; let in, it has a mark to tell it by."""
    like = _like(rec.state, player, act)
    if not like:
        return act.name
    if act.player is None:
        kept = e.NameHeld(at=rec.now, player=player, name=act.name, like=like)
        is_known = rec.state.turned_away.get(player) == f"like {like}"  # the staff hear of it once
        raise r.NameConfusable(name=act.name, like=like, keep=() if is_known else (kept,))
    marked = (f"{act.name}({number})" for number in count(2))
    return next(name for name in marked if rec.state.called.get(name.casefold(), player) == player)


def _like(state: Tournament, player: e.PersonId, act: Register) -> str:
    """Whose name this one can be taken for: that of somebody in the event, or the bot's; empty for nobody's."""
    seen = skeletons(act.name)
    alike = {state.alike[skeleton] for skeleton in seen if skeleton in state.alike} - {player}
    officials = {person for _, person in state.staff} - {player}
    names = [state.name_of(person) for person in alike]
    others = (*map(state.name_of, officials), *act.bot_names)
    return min((*names, *(name for name in others if seen & skeletons(name))), default="")


def _refuse_uninvited(rec: Recorder, act: Register) -> None:
    """0.2: some events are for those on a list; whom the coordinator enters is invited.

    A name counts only where the network shows that it is the person's own.
    """
    state = rec.state
    listed = state.keys.get("invited", "")
    is_met = state.formalities_met and not listed
    if act.player is not None or not is_by_invitation(state) or is_met:
        return
    invited = {name.strip().casefold() for name in listed.split(",")}
    own = act.by.rpartition(":")[2].casefold()
    if own not in invited and not (act.verified and act.name.casefold() in invited):
        raise r.NotInvited(name=act.name)


def _refuse_long_deck(deck: str) -> None:
    if len(deck) > LONGEST_DECK:
        raise r.DeckTooLong(longest=LONGEST_DECK)


def _refuse_officials(rec: Recorder, person: e.PersonId) -> None:
    """0.2: the coordinator and the judges of record do not play, but in the two-judge system.

    There the coordinator plays only as a judge of the event (1.9).
    """
    if rec.state.two_judges:
        leads = rec.state.has_role(person, e.Role.COORDINATOR)
        if leads and not rec.state.has_role(person, *JUDGES) and not rec.state.formalities_met:
            raise r.OfficialsDoNotPlay(role=e.Role.COORDINATOR)
        return
    for role in (e.Role.COORDINATOR, *JUDGES):
        if rec.state.has_role(person, role):
            raise r.OfficialsDoNotPlay(role=role)


def file_deck(rec: Recorder, act: FileDeck) -> None:
    """Put a deck code on file, before the first round (5.1); who came late and has none may do so later."""
    player = entered(rec, act.by)
    _refuse_long_deck(act.deck)
    if player.deck and rec.state.round is not None and rec.state.round.begun_at is not None:
        raise r.AfterTheStart(what="deck")
    rec.enter(e.DeckFiled(at=rec.now, player=act.by, deck=act.deck))
