"""The event as a whole: opened, changed, staffed, announced, ended."""

from __future__ import annotations

from collections.abc import Iterator

from bot.wording.lines import fits, series
from bot.wording.places import places
from bot.wording.quotes import listed, plain, quoted, said
from bot.wording.report import asked_for
from bot.wording.scene import Scene, Spoken
from bot.wording.speaking import says
from bot.wording.times import format_duration
from bot.wording.waiting import tell_of_waiting
from cogs.header import header
from cogs.speech import Urgency
from rules.entries import (
    AnnouncementMade,
    CoordinatorMissed,
    PhaseSet,
    Role,
    SettingsChanged,
    StaffNamed,
    StaffRemoved,
    StartReminded,
    TournamentCancelled,
    TournamentEnded,
    TournamentOpened,
)
from rules.settings import ANNOUNCED
from rules.starting import is_by_invitation, is_premier
from rules.tournament import Tournament

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
_MOST_AWAY = 20


@says(TournamentOpened)
def opened(scene: Scene, entry: TournamentOpened) -> Iterator[Spoken]:
    for line in header_lines(scene.state, "is open", "!register to play."):
        yield scene.say(line)
    if not entry.formalities_met:
        for text in _for_the_coordinator(scene):
            yield scene.tell(entry.by, text)


def header_lines(state: Tournament, verb: str, tail: str) -> list[str]:
    """The header in as few lines as hold it: `Autumn 12 is open: …`."""
    sentences = [plain(sentence, 240) for sentence in header(state)]
    lines, line = [], f"{plain(state.name, 60)} {verb}: {sentences[0]}"
    for sentence in (*sentences[1:], tail):
        if fits(f"{line} {sentence}"):
            line = f"{line} {sentence}"
        else:
            lines.append(line)
            line = sentence
    return [*lines, line]


def greeting(state: Tournament) -> list[str]:
    """The header for somebody who has come in later."""
    if state.round is None:
        return header_lines(state, "is open", "!register to play.")
    return header_lines(state, f"is in round {state.round.number}", "!status")


def unshown(network: str) -> str:
    """What who sets `presence=yes` has to know of a network that does not show us who is offline."""
    return (
        f"{network} does not show me who is offline, so presence=yes does nothing there: the bot's Members and "
        "Presence intents are not both on. Say !disconnected <nick> instead."
    )


def _for_the_coordinator(scene: Scene) -> Iterator[str]:
    """What the rules leave to the coordinator, and what was left open (1.3, 0.2, OG-R31)."""
    state = scene.state
    open_yet = [key for key in ANNOUNCED if not state.keys.get(key)]
    if open_yet:
        yield (
            f"Nobody has announced {listed(open_yet)} (1.3): among friends it can begin without; for the league "
            f"!set {open_yet[0]}=<…> before the first !pair."
        )
    yield from _of_long_rounds(state)
    if is_by_invitation(state) and not state.keys.get("invited"):
        yield "Nobody is invited yet, so nobody can register (0.2): !set invited=alice,bob, then !set invited=+carol."


def _of_long_rounds(state: Tournament) -> Iterator[str]:
    """OG-R31: accepted with a warning."""
    least = state.book.rounds.minimum
    if state.round_limit is not None and state.round_limit > least and not is_premier(state):
        yield (
            f"Rounds longer than {format_duration(least)} are meant for premier events (2.2, OG-R31); they are taken "
            "as you set them."
        )


@says(SettingsChanged)
def settings_changed(scene: Scene, entry: SettingsChanged) -> Iterator[Spoken]:
    changes = ", ".join(f"{plain(key, 30)}={plain(value, 60)}" for key, value in entry.keys.items())
    yield scene.say(f"{scene.name(entry.by)} has set for this event: {changes}.", Urgency.ANSWER)
    if "round" in entry.keys:
        for text in _of_long_rounds(scene.state):
            yield scene.tell(entry.by, text)


@says(StartReminded)
def start_reminded(scene: Scene, entry: StartReminded) -> Iterator[Spoken]:
    """Before the start everybody hears who lacks a deck; who leads the event hears what is left to do."""
    name = plain(scene.state.name, 60)
    if entry.left:
        yield from _before_the_start(scene, entry)
    due = "starts soon" if entry.left else "was to start now and is not paired: !pair"
    away = [scene.name(person) for person in entry.away[:_MOST_AWAY]]
    more = f" and {len(entry.away) - _MOST_AWAY} more" if len(entry.away) > _MOST_AWAY else ""
    missing = f" Not in the channel (0.3): {', '.join(away)}{more}." if away else ""
    if missing or not entry.left:
        for coordinator in scene.state.holders(Role.COORDINATOR):
            yield scene.tell(coordinator, f"{name} {due}.{missing}", Urgency.NEWS)


def _before_the_start(scene: Scene, entry: StartReminded) -> Iterator[Spoken]:
    head = (
        f"{plain(scene.state.name, 60)} starts at {scene.by_time(entry.starts_at)}, "
        f"{scene.state.playing} registered."
    )
    if not entry.no_deck:
        yield scene.say(f"{head} !register is open until the first pairing.")
        return
    lacking = [scene.name(person) for person in entry.no_deck]
    yield scene.say(series(f"{head} No deck on file yet (5.1): ", lacking, tail="!deck <code>"))


@says(CoordinatorMissed)
def coordinator_missed(scene: Scene, entry: CoordinatorMissed) -> Iterator[Spoken]:
    gone = format_duration(entry.at - entry.since)
    yield scene.tell_judges(
        f"{scene.holders(Role.COORDINATOR)} has been off the channel for {gone}; the event needs a coordinator "
        f"(1.3). {scene.holders(Role.HEAD_JUDGE, otherwise='A director')}: !staff coordinator <nick>"
    )


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
        if scene.state.is_here(entry.person):  # who is not there yet is told on coming
            yield from tell_of_waiting(scene, entry.person)


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
    yield scene.say(f"{plain(scene.state.name)} is over. {places(scene)}Thank you for playing.")
    yield from asked_for(scene)


@says(TournamentCancelled)
def cancelled(scene: Scene, entry: TournamentCancelled) -> Iterator[Spoken]:
    yield scene.say(
        f"{plain(scene.state.name)} is cancelled by {scene.name(entry.by)}{said(entry.why, ': ')}. "
        "All clocks are stopped; results so far are kept, unrated.",
        Urgency.NOW,
    )
    yield from asked_for(scene)
