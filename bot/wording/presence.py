"""Presence: who comes and goes, and what the bot itself could not see."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from bot.wording.lines import sentence, series
from bot.wording.marks import Mark, Running, gone, late, marks
from bot.wording.scene import Scene, Spoken
from bot.wording.speaking import says, silent
from bot.wording.times import at_time, format_duration
from bot.wording.waiting import tell_of_waiting
from cogs import presses
from cogs.speech import Urgency
from rules.entries import (
    ClockStepped,
    Leaving,
    PersonId,
    PersonLeft,
    PersonRenamed,
    PersonSeen,
    Role,
    SightLost,
    SightRestored,
)

silent(PersonRenamed, "the network shows it, and a player keeps the registered name")
silent(SightLost, "there is nobody to say it to; SightRestored tells both ends")


@says(PersonSeen)
def seen(scene: Scene, entry: PersonSeen) -> Iterator[Spoken]:
    """To come is not enough: the clock of an absence, or of being late, stops at !ready."""
    yield from tell_of_waiting(scene, entry.person)
    match = scene.state.match_of(entry.person)
    if match is None or not match.is_open:
        return
    side = match.side_of(entry.person)
    mark = gone(scene, match, side) or late(scene, match, side)
    if mark is not None:
        who = scene.name(entry.person)
        yield scene.tell(
            entry.person,
            f"{who}, say !ready to stop the clock: by {scene.by_time(mark.due_at)}, or {mark.cost}.",
            Urgency.NOW,
            presses=presses.back(match, entry.person) or presses.ready(match),
        )


@says(PersonLeft)
def left(scene: Scene, entry: PersonLeft) -> Iterator[Spoken]:
    """A player's leaving is told by the absence; an event without its head judge has to be told (1.6)."""
    state = scene.state
    if state.is_over or not state.has_role(entry.person, Role.HEAD_JUDGE):
        return
    if state.round is None or any(map(state.is_here, state.holders(Role.HEAD_JUDGE))):
        return
    left_by = "is shown as offline" if entry.how is Leaving.OFFLINE else "has left the channel"
    gone_judge = f"head judge {scene.name(entry.person)} {left_by}"
    for coordinator in state.holders(Role.COORDINATOR):
        name = scene.name(coordinator)
        text = f"{name}, {gone_judge}. !staff head_judge <nick> names another (1.6)."
        yield scene.tell(coordinator, text, Urgency.NOW)
    yield scene.tell_judges(f"{sentence(gone_judge)}; no round can begin without one (1.6).")


@says(SightRestored)
def restored(scene: Scene, entry: SightRestored) -> Iterator[Spoken]:
    for person in entry.present:
        yield from tell_of_waiting(scene, person)
    away = f"I was away from {at_time(entry.lost_at)} to {at_time(entry.at)}."
    current = scene.state.round
    if current is None or not current.runs:
        yield scene.say(away)
        return
    runs_on = "; the round clock ran on" if current.limit is not None else ""
    head = f"{away} Clocks on players stood still{runs_on}."
    running = [mark for match in scene.state.open_tables for mark in marks(scene, match)]
    yield scene.say_many(new_times(scene, head, running), Urgency.NOW)


def new_times(scene: Scene, head: str, running: list[Mark]) -> str:
    """`head` and the time that each running clock has now, people with the same time told together."""
    together: dict[tuple[Running, datetime], list[PersonId]] = {}
    for mark in running:
        together.setdefault((mark.clock, mark.due_at), []).append(mark.player)
    if not together:
        return head
    if len(together) == 1 and len(running) == 1:
        (mark,) = running
        return f"{head} {scene.name(mark.player)}, you now have until {scene.by_time(mark.due_at)}."
    items = [
        f"{scene.names(people)} {scene.by_time(due_at)}{_which(clock)}"
        for (clock, due_at), people in sorted(together.items(), key=lambda item: item[0][1])
    ]
    items[-1] = sentence(items[-1])
    return series(f"{head} You now have until: ", items)


def _which(clock: Running) -> str:
    return {
        Running.LATE: " to come",
        Running.GONE: " to come back",
        Running.PREGAME: " for decks",
        Running.SHUFFLE: " to shuffle",
    }[clock]


@says(ClockStepped)
def clock_stepped(scene: Scene, entry: ClockStepped) -> Iterator[Spoken]:
    way = "forward" if entry.by.total_seconds() > 0 else "back"
    yield scene.say(
        f"My clock was put {way} by {format_duration(abs(entry.by))}. Nobody gains or loses by it; "
        "!time tells "
        "what is left.",
        Urgency.NOW,
    )
