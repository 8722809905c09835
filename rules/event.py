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
    SeeOffice,
    SetStage,
)
from rules.authority import JUDGES, ORGANISERS, require, require_organiser
from rules.entries import Role
from rules.finish import close_all_calls
from rules.recorder import Recorder
from rules.seats import running
from rules.settings import Settings, invited_with, missing, read_settings, require_to_come, stage_of
from rules.tournament import Tournament

PHASES = ("draft", "construction", "rounds")


def name_staff(rec: Recorder, act: NameStaff) -> None:
    """Give somebody an office in this event. A director may too: an event must not stay without (1.3).

    Who has directors leaves it to them to name another (7.4).
    """
    require(rec, act, *ORGANISERS, Role.DIRECTOR)
    state = running(rec)
    directors = state.holders(e.Role.DIRECTOR)
    if act.role is e.Role.DIRECTOR and directors and act.by not in directors:
        raise r.NotAllowed(need=(e.Role.DIRECTOR,), what="staff director")
    _refuse_a_player(state, act)
    rec.enter(
        e.StaffNamed(at=rec.now, role=act.role, person=act.person, name=act.name, by=act.by, here=act.here)
    )


def _refuse_a_player(state: Tournament, act: NameStaff) -> None:
    """0.2: who coordinates or judges does not play, whichever comes first; but in the two-judge system (1.9)."""
    player = state.players.get(act.person)
    if (
        act.role in (e.Role.COORDINATOR, *JUDGES)
        and not state.two_judges
        and player is not None
        and player.plays
    ):
        raise r.PlayersDoNotOfficiate(player=act.person, role=act.role)


def remove_staff(rec: Recorder, act: RemoveStaff) -> None:
    """Take an office back."""
    require_organiser(rec, act)
    state = running(rec)
    if (act.role, act.person) not in state.staff:
        raise r.NoSuchOffice(person=act.person, role=act.role)
    if act.role is Role.COORDINATOR and len(state.holders(Role.COORDINATOR)) == 1:
        raise r.LastCoordinator
    rec.enter(e.StaffRemoved(at=rec.now, role=act.role, person=act.person, by=act.by))


def see_office(rec: Recorder, act: SeeOffice) -> None:
    """The configuration's staff hold at every moment: who gets the name or role officiates, who loses it does not.

    Only what was given so is taken so. Who plays does not judge (0.2), and an event keeps a coordinator (1.3).
    """
    state, holds = running(rec), rec.state.has_role(act.by, act.role)
    if act.title and not holds:
        player = state.players.get(act.by)
        if player is None or not player.plays or state.two_judges:
            rec.enter(
                e.StaffNamed(
                    at=rec.now, role=act.role, person=act.by, name=act.name, here=act.here, title=act.title
                )
            )
    is_last = act.role is Role.COORDINATOR and len(state.holders(act.role)) == 1
    if not act.title and (act.role, act.by) in state.titled and not is_last:
        rec.enter(e.StaffRemoved(at=rec.now, role=act.role, person=act.by, by=act.by, untitled=True))


def change_settings(rec: Recorder, act: ChangeSettings) -> None:
    """Change what was announced, before the first pairing only (1.3, 2.1, 2.2)."""
    require_organiser(rec, act)
    state = running(rec)
    if state.round is not None:
        raise r.AfterTheStart(what=", ".join(act.keys))
    keys, settings = _announced_anew(rec, act)
    anew_at = "starts" in act.keys
    rec.enter(
        e.SettingsChanged(
            at=rec.now,
            by=act.by,
            keys={key: keys[key] for key in act.keys},
            rel=settings.rel,
            playoff_best_of=settings.playoff_best_of,
            round_limit=settings.round_limit,
            untimed=settings.round_limit is None,
            playoff_limit=settings.playoff_limit,
            playoff_untimed=settings.playoff_limit is None,
            tournament_kind=settings.kind,
            two_judges=settings.two_judges,
            format=settings.format,
            authorization=settings.authorization,
            stage=stage_of(act.keys) if "stages" in act.keys else None,
            starts_at=settings.starts_at if anew_at else None,
            starts_now=anew_at and settings.starts_at is None,
        )
    )


def _announced_anew(rec: Recorder, act: ChangeSettings) -> tuple[dict[str, str], Settings]:
    """All keys as they stand with these changes, and what they come to; refused where the opening would be."""
    state = rec.state
    keys = {**state.keys, **act.keys}
    if "invited" in act.keys:
        keys["invited"] = invited_with(state.keys.get("invited", ""), act.keys["invited"])
    stage = stage_of(act.keys) if "stages" in act.keys else state.stage
    settings = read_settings(state.book, keys, rec.now, stage)
    lacking = missing(state.book, settings.kind, keys)
    if lacking and not state.formalities_met:
        raise r.NotAnnounced(kind=settings.kind, missing=lacking)
    if "starts" in act.keys:
        require_to_come(keys, settings, rec.now)
    return keys, settings


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
    close_all_calls(rec)
