"""The practices: how an event is officiated, and how the league's own book is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.agenda import EmptyAgenda, EventAgenda
from bot.desk import Practice
from bot.wording import speak, speak_league, speak_plainly
from rules.acts import Act
from rules.decide import decide
from rules.entries import ClockStepped, Entry
from rules.fold import apply
from rules.league import League, league_apply, league_decide
from rules.tournament import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteClockStep(Act):
    """The wall clock was set by so much while the bot ran: for the record, nothing is decided by it."""

    step: timedelta


def _decide_event(event: Tournament | None, act: Act, now: datetime) -> tuple[Sequence[Entry], Tournament]:
    if isinstance(act, NoteClockStep):
        entry = ClockStepped(at=now, by=act.step)
        return (entry,), apply(event, entry)
    return decide(event, act, now)


def _decide_league(league: League | None, act: Act, now: datetime) -> tuple[Sequence[Entry], League]:
    return league_decide(league or League(), act, now)


def _apply_league(league: League | None, entry: Entry) -> League:
    return league_apply(league or League(), entry)


EVENT: Practice[Tournament] = Practice(
    decide=_decide_event,
    apply=apply,
    speak=speak,
    agenda=EventAgenda,
    is_blind=lambda event: event.blind_since is not None,
)

EVENT_IN_TEXT = replace(EVENT, speak=speak_plainly)
"""The same where no network shows more than text."""

LEAGUE: Practice[League] = Practice(
    decide=_decide_league,
    apply=_apply_league,
    speak=speak_league,
    agenda=EmptyAgenda,
    is_blind=lambda league: False,
)
