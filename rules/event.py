"""The event itself: its officials, what it was announced with, what is said in it.

The first `!pair` starts it; what had to be announced cannot change after that.
"""

from __future__ import annotations

from rules import entries as e
from rules import refusals as r
from rules.acts import (
    Announce,
    CancelTournament,
    ChangeSettings,
    NameStaff,
    RemoveStaff,
    SetStage,
)
from rules.authority import require_organiser
from rules.recorder import Recorder
from rules.seats import running
from rules.settings import read_settings

PHASES = ("draft", "construction", "rounds")


def name_staff(rec: Recorder, act: NameStaff) -> None:
    """Give somebody an office in this event."""
    require_organiser(rec, act)
    running(rec)
    rec.enter(
        e.StaffNamed(at=rec.now, role=act.role, person=act.person, name=act.name, by=act.by, here=act.here)
    )


def remove_staff(rec: Recorder, act: RemoveStaff) -> None:
    """Take an office back."""
    require_organiser(rec, act)
    if (act.role, act.person) not in running(rec).staff:
        raise r.NoSuchOffice(person=act.person, role=act.role)
    rec.enter(e.StaffRemoved(at=rec.now, role=act.role, person=act.person, by=act.by))


def change_settings(rec: Recorder, act: ChangeSettings) -> None:
    """Change what was announced, before the first pairing only (1.3, 2.1, 2.2)."""
    require_organiser(rec, act)
    state = running(rec)
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
    running(rec)
    if act.stage not in PHASES:
        raise r.BadSetting(key="stage", value=act.stage, expected=" or ".join(PHASES))
    rec.enter(e.PhaseSet(at=rec.now, by=act.by, phase=act.stage))


def announce(rec: Recorder, act: Announce) -> None:
    """Have something said in the channel."""
    require_organiser(rec, act)
    rec.enter(e.AnnouncementMade(at=rec.now, by=act.by, text=act.text))


def cancel_tournament(rec: Recorder, act: CancelTournament) -> None:
    """Stop the event and all its clocks; results so far are kept."""
    require_organiser(rec, act)
    running(rec)
    rec.enter(e.TournamentCancelled(at=rec.now, by=act.by, why=act.why))
