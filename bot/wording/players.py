"""Players of an event: entering it, their decks, and leaving it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.wording.lines import series
from bot.wording.marks import in_brackets
from bot.wording.quotes import named, plain, said
from bot.wording.scene import Scene, Spoken
from bot.wording.speaking import says
from bot.wording.standings import as_adjective
from cogs.speech import Urgency
from rules.entries import (
    ContactMade,
    DeckFiled,
    Departure,
    DropAnnounced,
    MatchFinished,
    NameHeld,
    PenaltyApproved,
    PenaltyIssued,
    PenaltyOverturned,
    PlayerDropped,
    PlayerRegistered,
    RegistrationRefused,
    Role,
)


@says(PlayerRegistered)
def registered(scene: Scene, entry: PlayerRegistered) -> Iterator[Spoken]:
    entered = scene.state.playing
    following = "" if entry.deck else " Next: !deck <code>, best in private."
    event = plain(scene.state.name, 60)
    if scene.together(PenaltyOverturned):
        yield scene.say(f"{scene.name(entry.player)} is in {event} again.")
        return
    late = " late, and plays from the next pairing on" if scene.state.round is not None else ""
    yield scene.say(
        f"{scene.name(entry.player)} is registered for {event}{late} ({entered} so far).{following}",
        Urgency.ANSWER,
    )
    prepare = scene.book.clauses.get("0.3")
    if prepare is not None and not scene.state.formalities_met:
        yield scene.tell(entry.player, f"{prepare.summary} (0.3)", Urgency.LIST)
    yield from _standing_at_the_door(scene, entry)


def _standing_at_the_door(scene: Scene, entry: PlayerRegistered) -> Iterator[Spoken]:
    """Who runs the event knows of a player whose standing asks for a second look (7.4, OG-R16)."""
    row = scene.book.standings.get(entry.standing)
    if row is None or not (row.tell_staff or entry.namesake):
        return
    who, standing = scene.name(entry.player), as_adjective(entry.standing)
    text = f"{who} is {standing} ({row.meaning}) and may play (7.4). Since when and why: !standing {who}"
    if entry.namesake:
        text = (
            f"{who} is registered under the name of a member who is {standing} (7.4), and the network does not show "
            f"whether it is the same person (0.5). Please look; a coordinator can !drop {who} <why>."
        )
    yield from _tell_staff(scene, text)


@says(RegistrationRefused)
def registration_refused(scene: Scene, entry: RegistrationRefused) -> Iterator[Spoken]:
    """The person has the refusal; who runs the event should know (6.3)."""
    who = named(entry.name)
    text = (
        f"{who} wanted to register and is {as_adjective(entry.standing)}: refused ({entry.clause}). "
        f"Since when and why: !standing {who}"
    )
    yield from _tell_staff(scene, text)


@says(NameHeld)
def name_held(scene: Scene, entry: NameHeld) -> Iterator[Spoken]:
    """The person has the refusal; who may let them in has to look."""
    who = named(entry.name)
    for official in scene.state.holders(Role.COORDINATOR):
        text = (
            f"{who} wants to play, and that name may be confused with {named(entry.like)}. If it is all right, "
            f"!late {who}: the name then carries a mark, such as {who}(2)."
        )
        yield scene.tell(official, text, Urgency.NEWS)


def _tell_staff(scene: Scene, text: str) -> Iterator[Spoken]:
    for official in scene.state.holders(Role.COORDINATOR, Role.HEAD_JUDGE):
        yield scene.tell(official, text, Urgency.NEWS)


@says(DeckFiled)
def deck_filed(scene: Scene, entry: DeckFiled) -> Iterator[Spoken]:
    # the code itself is nobody else's business, so it is not repeated anywhere
    yield scene.tell(entry.player, f"{scene.name(entry.player)}, your deck is on file.")


@says(ContactMade)
def contact_made(scene: Scene, entry: ContactMade) -> Iterator[Spoken]:
    if not said(entry.words):
        return
    who = scene.name(entry.player)
    for coordinator in scene.state.holders(Role.COORDINATOR):
        yield scene.tell(coordinator, f"{who} writes: {said(entry.words, '')}", Urgency.NEWS)
    told = scene.holders(Role.COORDINATOR, otherwise="the staff")
    yield scene.tell(entry.player, f"{who}, {told} has your word. At your table: !ready.")


@says(DropAnnounced)
def drop_announced(scene: Scene, entry: DropAnnounced) -> Iterator[Spoken]:
    if any(entry.player in (match.player1, match.player2) for match in scene.together(MatchFinished)):
        return  # the line of the match says it
    own = entry.by == entry.player
    by = "" if own else f", dropped by {scene.name(entry.by)}"
    why = "" if own else said(entry.why, ": ")
    yield scene.say(
        f"{scene.name(entry.player)} leaves when the round closes ({entry.clause}{by}){why}.", Urgency.ANSWER
    )
    match = scene.state.match_of(entry.player)
    if own and match is not None:
        yield from scene.tell_words(match, entry.player, entry.why, "the drop")


@says(PlayerDropped)
def dropped(scene: Scene, entry: PlayerDropped) -> Iterator[Spoken]:
    """One line for all who are out in this second; a disqualification has its own."""
    together = [one for one in scene.together(PlayerDropped) if not _is_told(scene, one)]
    if not together or together[0] is not entry:
        return
    if len(together) == 1:
        yield scene.say(f"{_departure(scene, entry)}.", Urgency.ANSWER)
        return
    yield scene.say(series("Out of the event: ", [_departure(scene, one) for one in together]), Urgency.NEWS)


def _is_told(scene: Scene, entry: PlayerDropped) -> bool:
    given = [penalty.number for penalty in scene.together(PenaltyIssued) if not penalty.pending]
    given += [approved.number for approved in scene.together(PenaltyApproved)]
    return any(scene.state.penalties[number].player == entry.player for number in given)


def _departure(scene: Scene, entry: PlayerDropped) -> str:
    who, why, clause = scene.name(entry.player), said(entry.why, ": "), in_brackets(entry.clause)
    match entry.how:
        case Departure.OWN_WISH:
            return f"{who} has left the event"
        case Departure.TECHNICAL:
            by = scene.holders(Role.COORDINATOR) if entry.by is None else scene.name(entry.by)
            return f"{who} is dropped by {by}{clause}{why}"
        case Departure.NO_SHOW:
            return f"{who} never came and is out{clause}"
        case Departure.DISQUALIFIED:
            return f"{who} is disqualified and out of the event"
