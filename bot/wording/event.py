"""The event as a whole: opened, changed, staffed, announced, ended."""

from __future__ import annotations

from collections.abc import Iterator

from bot.wording.quotes import plain, quoted, said
from bot.wording.scene import Scene, Spoken
from bot.wording.speaking import says
from bot.wording.times import at_time, format_duration
from cogs.speech import Urgency
from rules.entries import (
    AnnouncementMade,
    PhaseSet,
    Role,
    SettingsChanged,
    StaffNamed,
    StaffRemoved,
    TournamentCancelled,
    TournamentEnded,
    TournamentOpened,
)

OFFICES = {
    Role.COORDINATOR: "coordinator",
    Role.HEAD_JUDGE: "head judge",
    Role.SECONDARY_JUDGE: "secondary judge",
    Role.JUDGE: "judge",
    Role.DIRECTOR: "director",
    Role.TOURNAMENT_DIRECTOR: "tournament director",
    Role.BOARD: "member of the Board",
    Role.CAPTAIN: "captain",
}

PHASES = {"draft": "the draft", "construction": "deck construction", "rounds": "the rounds"}

_LONG_ANNOUNCEMENT = 1000


@says(TournamentOpened)
def opened(scene: Scene, entry: TournamentOpened) -> Iterator[Spoken]:
    yield scene.say(
        f"{plain(entry.name)} is open: {_rules(scene, entry)}. {_staff(scene)} !register to play."
    )
    if entry.speed != 1:
        yield scene.say(
            f"{plain(entry.name)} is a rehearsal: clocks run {entry.speed:g} times as fast, "
            "and nothing counts for the league."
        )


def _rules(scene: Scene, entry: TournamentOpened) -> str:
    book = scene.book
    limit = f"{format_duration(entry.round_limit)} a round" if entry.round_limit else "untimed rounds"
    starts = f"starts {entry.starts_at:%d %b} {at_time(entry.starts_at)}" if entry.starts_at else ""
    parts = (
        f"{book.title}, version {book.version}",
        entry.tournament_kind,
        plain(entry.format),
        f"REL {entry.rel}",
        f"best of {entry.best_of}",
        f"best of {entry.playoff_best_of} in the playoff" if entry.playoff_best_of != entry.best_of else "",
        limit,
        starts,
    )
    return ", ".join(part for part in parts if part)


def _staff(scene: Scene) -> str:
    """Who judges; in a two-judge event that has to be announced beforehand (1.9)."""
    head = scene.holders(Role.HEAD_JUDGE, otherwise="not named yet")
    second = scene.holders(Role.SECONDARY_JUDGE, otherwise="not named yet")
    two = f" Two-judge event (1.9), secondary judge: {second}." if scene.state.two_judges else ""
    return f"Head judge: {head}.{two}"


@says(SettingsChanged)
def settings_changed(scene: Scene, entry: SettingsChanged) -> Iterator[Spoken]:
    changes = ", ".join(f"{plain(key, 30)}={plain(value, 60)}" for key, value in entry.keys.items())
    yield scene.say(f"{scene.name(entry.by)} has set for this event: {changes}.", Urgency.ANSWER)


@says(PhaseSet)
def phase_set(scene: Scene, entry: PhaseSet) -> Iterator[Spoken]:
    phase = PHASES.get(entry.phase, plain(entry.phase, 30))
    # 3.7: who may not leave now has to know it
    stays = "" if entry.phase == "rounds" else " Nobody can drop until it is over (3.7)."
    now = f"{_again(scene, entry)}, it is {phase} again" if entry.undoes else f"now {phase}"
    yield scene.say(f"{plain(scene.state.name)}: {now}.{stays}", Urgency.ANSWER)


@says(StaffNamed)
def staff_named(scene: Scene, entry: StaffNamed) -> Iterator[Spoken]:
    if entry.undoes:
        yield scene.say(
            f"{_again(scene, entry)}: {scene.name(entry.person)} is {OFFICES[entry.role]} of "
            f"{plain(scene.state.name, 60)} again.",
            Urgency.ANSWER,
        )
    elif not scene.together(TournamentOpened):  # the opening line names the staff
        yield scene.say(
            f"{scene.name(entry.person)} is {OFFICES[entry.role]} of {plain(scene.state.name, 60)}.",
            Urgency.ANSWER,
        )


def _again(scene: Scene, entry: PhaseSet | StaffNamed | StaffRemoved) -> str:
    """Who takes it back."""
    return f"{scene.name(entry.by)} takes it back"


@says(StaffRemoved)
def staff_removed(scene: Scene, entry: StaffRemoved) -> Iterator[Spoken]:
    back = f"{_again(scene, entry)}: " if entry.undoes else ""
    yield scene.say(
        f"{back}{scene.name(entry.person)} is no longer {OFFICES[entry.role]} of {plain(scene.state.name, 60)}.",
        Urgency.ANSWER,
    )


@says(AnnouncementMade)
def announced(scene: Scene, entry: AnnouncementMade) -> Iterator[Spoken]:
    yield scene.say(f"{scene.name(entry.by)} announces: {quoted(entry.text, _LONG_ANNOUNCEMENT)}")


@says(TournamentEnded)
def ended(scene: Scene, entry: TournamentEnded) -> Iterator[Spoken]:
    yield scene.say(f"{plain(scene.state.name)} is over. Thank you for playing.")


@says(TournamentCancelled)
def cancelled(scene: Scene, entry: TournamentCancelled) -> Iterator[Spoken]:
    yield scene.say(
        f"{plain(scene.state.name)} is cancelled by {scene.name(entry.by)}{said(entry.why, ': ')}. "
        "All clocks are stopped; results so far are kept, unrated.",
        Urgency.NOW,
    )
