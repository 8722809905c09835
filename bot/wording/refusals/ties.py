"""Refusals about accounts that are to be one person's."""

from __future__ import annotations

from bot.wording.quotes import listed, named, plain
from bot.wording.refusals.asking import Asking, answers
from bot.wording.standings import as_adjective
from bot.wording.ties import account
from rules.refusals import (
    ApartInEvent,
    NotTied,
    TiedAlready,
    TiedByStanding,
    TiedElsewhere,
    TiedInEvent,
)


@answers(TiedAlready)
def tied_already(refusal: TiedAlready, asking: Asking) -> str:
    return (
        f"you and {listed([named(name) for name in refusal.others])} are one person already. !link shows it."
    )


@answers(TiedElsewhere)
def tied_elsewhere(refusal: TiedElsewhere, asking: Asking) -> str:
    return (
        f"one person has one account on each network, and {account(refusal.name, refusal.on)} is taken for it. "
        "!unlink there first."
    )


@answers(ApartInEvent)
def apart_in_event(refusal: ApartInEvent, asking: Asking) -> str:
    event = plain(refusal.event, 60)
    return f"in events that go on ({event}) these accounts are two people. !link again when that is over."


@answers(TiedInEvent)
def tied_in_event(refusal: TiedInEvent, asking: Asking) -> str:
    event = plain(refusal.event, 60)
    return f"you are in {event} with these accounts, so they stay one person until it is over. !unlink then."


@answers(TiedByStanding)
def tied_by_standing(refusal: TiedByStanding, asking: Asking) -> str:
    standing = as_adjective(refusal.standing)
    return f"you are {standing} (7.4) with these accounts, so they stay one person. !standing says since when and why."


@answers(NotTied)
def not_tied(refusal: NotTied, asking: Asking) -> str:
    return "this account is tied to no other. !link ties it."
