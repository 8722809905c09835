"""The league's standings: what a director is answered, and what the member and the judges hear of it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.wording.quotes import named, plain, said
from bot.wording.scene import JUDGES, Spoken
from bot.wording.speaking import silent
from cogs.speech import Urgency
from rules.entries import StandingSet

silent(StandingSet, "it belongs to the league's book and not to an event; standing_set words it there")

_ADJECTIVES = {
    "good": "in good standing",
    "previous": "in good standing again after a sanction",
    "warning": "at standing warning",
    "probation": "on probation",
}


def as_adjective(standing: str) -> str:
    """What stands after `is`: `on probation`, `suspended`."""
    return _ADJECTIVES.get(standing, plain(standing, 40))


def standing_set(index: int, entry: StandingSet) -> Iterator[Spoken]:
    """The director is answered, the member is told, and the judges know whom to expect; nobody else."""
    who, by, why = named(entry.name), named(entry.by_name), said(entry.why, ": ")
    now = as_adjective(entry.standing)
    unusual = (
        "" if entry.usual else f" That is unusual after {entry.before}; !history {who} has what led there."
    )
    counts = "" if entry.speed == 1 else " Clocks run faster here, so it counts in this rehearsal only."
    answer = (
        f"{who} is now {now}, before {entry.before} ({entry.clause}){why}.{unusual}{counts} !standing {who}"
    )
    yield _line(index, f"person:{entry.by}", answer, Urgency.ANSWER)
    if entry.person != entry.by:
        own = f"{who}, in the league you are now {now} ({entry.clause}), by {by}{why}. !standing shows it."
        yield _line(index, f"person:{entry.person}", own, Urgency.NEWS)
    yield _line(index, JUDGES, f"{who} is now {now} ({entry.clause}), by {by}{why}.", Urgency.NEWS)


def seen_in_the_channel(entry: StandingSet) -> str:
    """For those who can act on it: somebody is there whose standing forbids it."""
    who, by, why = named(entry.name), named(entry.by_name), said(entry.why, ": ")
    now = as_adjective(entry.standing)
    return (
        f"{who} is in the channel and is {now} since {entry.at:%d %b %Y}, by {by}{why}. "
        "That standing may not join (7.4): please have an operator look."
    )


def _line(index: int, place: str, text: str, urgency: Urgency) -> Spoken:
    return Spoken(index=index, place=place, text=text, urgency=urgency)
