"""Refusals about the event: who may, who is in it, and what it is set to."""

from __future__ import annotations

from bot.wording.event import OFFICES
from bot.wording.marks import in_brackets
from bot.wording.quotes import listed, named, plain, said
from bot.wording.refusals.asking import Asking, answers
from bot.wording.standings import as_adjective
from rules.authority import ORGANISERS
from rules.entries import PersonId
from rules.infractions import Level
from rules.refusals import (
    AfterTheStart,
    AlreadyRegistered,
    BadSetting,
    DeckTooLong,
    EventOver,
    LastCoordinator,
    NameConfusable,
    NameTaken,
    NoSuchOffice,
    NotAllowed,
    NotAnnounced,
    NotInGoodStanding,
    NotInTheChannel,
    NotInvited,
    NotNow,
    NotRegistered,
    NotVerified,
    OfficialsDoNotPlay,
    OutOfEvent,
    OwnMatch,
    OwnRuling,
    PlayersDoNotOfficiate,
    PlayoffIsCut,
    PlaysElsewhere,
    RegistrationClosed,
    UnknownStanding,
)


@answers(NotAllowed)
def not_allowed(refusal: NotAllowed, asking: Asking) -> str:
    what = _WHAT.get(refusal.what, f"{plain(refusal.what, 60) or 'that'}")
    if not refusal.need:
        return f"{what} is for those it concerns. !judge calls a judge."
    office = asking.office(*refusal.need)
    if asking.namesake(*refusal.need):
        return (
            f"{what} is for {office}, and the network does not show that this is you. Log in to that account, "
            "then say it again."
        )
    return f"{what} is for {office}.{'' if asking.judges else ' !judge calls a judge.'}"


_WHAT = {
    "": "that",
    "appeal": "an appeal",
    "acknowledge": "!ack",
    "setstanding": "a standing",
    "history": "what a player has from earlier events",
    "done": "stopping a stopwatch that somebody else has started",
}


@answers(NotVerified)
def not_verified(refusal: NotVerified, asking: Asking) -> str:
    return (
        "your office needs a verified account, and the network shows none now. Log in to the services, "
        "or use the console's one-time code with !link <code>."
    )


@answers(OwnMatch)
def own_match(refusal: OwnMatch, asking: Asking) -> str:
    return (
        f"you play at table {refusal.table}, and nobody rules in a match of their own (1.9). "
        "!judge calls another."
    )


@answers(OwnRuling)
def own_ruling(refusal: OwnRuling, asking: Asking) -> str:
    who = asking.names(refusal.judges, "or") or "a judge who has no part in it"
    return f"that is your own decision, and nobody answers the appeal of one; {who} does (1.7)."


@answers(NotRegistered)
def not_registered(refusal: NotRegistered, asking: Asking) -> str:
    if refusal.player not in (None, asking.by):
        return f"{asking.name(refusal.player)} is no player of {asking.event}. !pairings lists who plays."
    if asking.official:
        return f"that is for players of {asking.event}, and you are of its staff. !help lists your words."
    return f"that is for players of {asking.event}. !register enters you."


@answers(NotInTheChannel)
def not_in_the_channel(refusal: NotInTheChannel, asking: Asking) -> str:
    return "I do not see you in the tournament channel. Join it, then say !ready again."


@answers(AlreadyRegistered)
def already_registered(refusal: AlreadyRegistered, asking: Asking) -> str:
    own = (
        asking.state is not None
        and asking.by in asking.state.players
        and named(asking.called) == named(refusal.name)
    )
    who = "you are" if own else f"{named(refusal.name)} is"
    return f"{who} registered already. !deck <code> changes the deck, !drop leaves."


@answers(RegistrationClosed)
def registration_closed(refusal: RegistrationClosed, asking: Asking) -> str:
    return "the rounds have begun, so registration is closed. A coordinator can add you: !contact <words>."


@answers(PlayoffIsCut)
def playoff_is_cut(refusal: PlayoffIsCut, asking: Asking) -> str:
    return "the bracket is made, and nobody enters after that. !bracket shows who plays."


@answers(OfficialsDoNotPlay)
def officials_do_not_play(refusal: OfficialsDoNotPlay, asking: Asking) -> str:
    office = OFFICES[refusal.role]
    return f"the {office} does not play (0.2), but in the two-judge system: !open with two_judges=yes (1.9)."


@answers(PlayersDoNotOfficiate)
def players_do_not_officiate(refusal: PlayersDoNotOfficiate, asking: Asking) -> str:
    who = asking.name(refusal.player)
    plays = "you play" if refusal.player == asking.by else f"{who} plays"
    return f"{plays} in {asking.event}, and its {OFFICES[refusal.role]} does not (0.2). First: !drop"


@answers(NotInGoodStanding)
def not_in_good_standing(refusal: NotInGoodStanding, asking: Asking) -> str:
    name = named(refusal.name)
    who = "you are" if name.casefold() == named(asking.called).casefold() else f"{name} is"
    return (
        f"{who} {as_adjective(refusal.standing)} since {refusal.since:%d %b %Y}, by {named(refusal.by)}"
        f"{said(refusal.why, ': ')}. The event is not open to that standing (0.2, 6.3); only the league's "
        "directors change it."
    )


@answers(UnknownStanding)
def unknown_standing(refusal: UnknownStanding, asking: Asking) -> str:
    there_are = f"there are {listed(refusal.known)}" if refusal.known else "the rulebook has none"
    return f"there is no standing {plain(refusal.standing, 40)}; {there_are}."


@answers(NameTaken)
def name_taken(refusal: NameTaken, asking: Asking) -> str:
    return f"another player is registered as {named(refusal.name)}. Come under another nick, then !register."


@answers(NameConfusable)
def name_confusable(refusal: NameConfusable, asking: Asking) -> str:
    return (
        f"your name may be confused with {named(refusal.like)}. A coordinator has been asked and can let you in; or "
        "come under another nick, then !register."
    )


@answers(OutOfEvent)
def out_of_event(refusal: OutOfEvent, asking: Asking) -> str:
    who = "you are" if refusal.player == asking.by else f"{asking.name(refusal.player)} is"
    number = _disqualified_by(refusal.player, asking) if asking.judges else None
    if number is not None:
        return f"{who} disqualified already, by penalty {number}; !overturn {number} <why> takes it back."
    if refusal.player != asking.by and refusal.player is not None:
        back = f" !late {asking.name(refusal.player)} enters them again." if _may_enter_again(asking) else ""
        return f"{who} out of {asking.event} already.{back}"
    return f"{who} out of {asking.event}. !contact <words> reaches the coordinator."


def _may_enter_again(asking: Asking) -> bool:
    """Whether the coordinator can let somebody in: there is no bracket yet."""
    state = asking.state
    return state is not None and state.has_role(asking.by, *ORGANISERS) and state.bracket is None


def _disqualified_by(player: PersonId, asking: Asking) -> int | None:
    """The number of the disqualification that stands against this player."""
    given = asking.state.penalties_of(player) if asking.state else ()
    return next(
        (p.number for p in given if p.level == Level.DISQUALIFICATION and p.status == "standing"), None
    )


@answers(EventOver)
def event_over(refusal: EventOver, asking: Asking) -> str:
    return f"{asking.event} is over, and its results stand."


@answers(BadSetting)
def bad_setting(refusal: BadSetting, asking: Asking) -> str:
    value = f"={plain(refusal.value, 40)}" if refusal.value else ""
    return (
        f"{plain(refusal.key, 40)}{value} does not do{in_brackets(refusal.clause)}: "
        f"{plain(refusal.expected)}."
    )


@answers(AfterTheStart)
def after_the_start(refusal: AfterTheStart, asking: Asking) -> str:
    organises = asking.state is not None and asking.state.has_role(asking.by, *ORGANISERS)
    further = (
        "!help open names what is set beforehand."
        if organises
        else "!contact <words> reaches the coordinator."
    )
    return f"{plain(refusal.what, 60)} had to be announced before the start, and stays as it is. {further}"


@answers(NotNow)
def not_now(refusal: NotNow, asking: Asking) -> str:
    return f"not now: {plain(refusal.when)}."


@answers(NoSuchOffice)
def no_such_office(refusal: NoSuchOffice, asking: Asking) -> str:
    who = "you are" if refusal.person == asking.by else f"{asking.name(refusal.person)} is"
    return f"{who} not {OFFICES[refusal.role]} here. !status names the staff."


@answers(NotAnnounced)
def not_announced(refusal: NotAnnounced, asking: Asking) -> str:
    keys = " ".join(f"{key}=<…>" for key in refusal.missing)
    return f"a {plain(refusal.kind, 30)} is announced with {listed(refusal.missing)} (1.3). Say it again with {keys}."


@answers(NotInvited)
def not_invited(refusal: NotInvited, asking: Asking) -> str:
    return (
        f"{asking.event} is for those who are invited, and {named(refusal.name)} is not on the list (0.2). "
        "!contact <words> reaches the coordinator."
    )


@answers(PlaysElsewhere)
def plays_elsewhere(refusal: PlaysElsewhere, asking: Asking) -> str:
    who = "you play" if refusal.player == asking.by else f"{asking.name(refusal.player)} plays"
    return (
        f"{who} in {plain(refusal.event, 60)}, and one event at a time is allowed (0.4). !drop there first."
    )


@answers(DeckTooLong)
def deck_too_long(refusal: DeckTooLong, asking: Asking) -> str:
    return f"a deck code has at most {refusal.longest} letters. !deck <code>"


@answers(LastCoordinator)
def last_coordinator(refusal: LastCoordinator, asking: Asking) -> str:
    return f"{asking.event} has no other coordinator (1.3). Name one first: !staff coordinator <nick>"
