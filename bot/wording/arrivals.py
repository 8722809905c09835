"""Arriving at the table: on chat and ready to link, or late."""

from __future__ import annotations

from collections.abc import Iterator

from bot.wording.lines import series
from bot.wording.marks import Mark, decks, late
from bot.wording.scene import Scene, Spoken
from bot.wording.speaking import says
from cogs import presses
from cogs.speech import Press, Urgency
from rules.entries import (
    ArrivalLapsed,
    FirstPlayerRolled,
    LatenessReminded,
    PersonId,
    PlayerArrived,
    ReadyEarly,
    RoundBegun,
)
from rules.match import Match


@says(ReadyEarly)
def ready_early(scene: Scene, entry: ReadyEarly) -> Iterator[Spoken]:
    yield scene.say(f"{scene.name(entry.player)} is here. Stay until !begin and it counts.", Urgency.ANSWER)


@says(PlayerArrived)
def arrived(scene: Scene, entry: PlayerArrived) -> Iterator[Spoken]:
    match = scene.match(entry)
    if match is None or scene.together(RoundBegun) or scene.at_table(FirstPlayerRolled, entry):
        return  # told with the begin of the round, or with the roll
    if scene.batch.at_table(PlayerArrived, entry)[-1] is not entry:
        return  # both came in one second: one line
    yield scene.say(
        _arrived(scene, match, entry),
        Urgency.ANSWER,
        mentions=waited_for(match),
        presses=(*presses.choice(match), *presses.ready(match)),
    )


def waited_for(match: Match) -> tuple[PersonId, ...]:
    """Whose word is wanted next: who has not arrived, else who has not loaded a deck."""
    if match.is_over or match.runs:
        return ()
    missing = tuple(side.player for side in match.sides if side.arrived_at is None)
    return missing or tuple(side.player for side in match.sides if not side.loaded)


def _arrived(scene: Scene, match: Match, entry: PlayerArrived) -> str:
    who = scene.name(entry.player)
    if match.is_over:
        return f"{who} is here, and it is noted (3.2). The match at table {match.table} is over already."
    other = match.side_of(match.opponent_of(entry.player))
    if other.arrived_at is None:
        mark = late(scene, match, other)
        until = f" by {scene.by_time(mark.due_at)}" if mark else ""
        return f"{who} is here. {scene.name(other.player)}: !ready{until}."
    choice = f" {scene.name(match.chooser)} chooses." if match.chooser and match.plays_first is None else ""
    return f"{both_here(scene, match)}{choice} {decks(scene, match)}".rstrip()


def both_here(scene: Scene, match: Match) -> str:
    """`Table 1, quill and brindle are here.`"""
    return f"Table {match.table}, {scene.names(match.players)} are here."


@says(FirstPlayerRolled)
def rolled(scene: Scene, entry: FirstPlayerRolled) -> Iterator[Spoken]:
    if scene.together(RoundBegun):
        yield from _rolled_at_begin(scene)
        return
    match = scene.match(entry)
    if match is None:
        return
    here = both_here(scene, match) if scene.at_table(PlayerArrived, entry) else f"Table {match.table}:"
    choice = f"{scene.name(entry.chooser)} won the roll (draw {entry.number}) and may !choose play or draw."
    yield scene.say(
        f"{here} {choice} {decks(scene, match)}".rstrip(),
        Urgency.ANSWER,
        mentions=waited_for(match),
        presses=(*presses.choice(match), *presses.ready(match)),
    )


def _rolled_at_begin(scene: Scene) -> Iterator[Spoken]:
    """All tables that were complete before the begin, in one go."""
    if not scene.is_first():
        return
    entries = scene.together(FirstPlayerRolled)
    match = scene.match(entries[0])
    until = decks(scene, match) if match else ""
    items = [f"{entry.table} {scene.name(entry.chooser)} (draw {entry.number})" for entry in entries]
    head = f"Tables complete. {until} The roll lets choose (!choose play or draw): "
    yield scene.say_many(series(head.replace("  ", " "), items), Urgency.NOW)


@says(ArrivalLapsed)
def arrival_lapsed(scene: Scene, entry: ArrivalLapsed) -> Iterator[Spoken]:
    match = scene.match(entry)
    mark = late(scene, match, match.side_of(entry.player)) if match else None
    back = (
        f"Back with !ready by {scene.by_time(mark.due_at)}, or {mark.cost}." if mark else "Back with !ready."
    )
    yield scene.say(f"{scene.name(entry.player)} has left before the first game. {back}")


@says(LatenessReminded)
def lateness_reminded(scene: Scene, entry: LatenessReminded) -> Iterator[Spoken]:
    who = scene.name(entry.player)
    mark = _mark(scene, entry)
    until = f" by {scene.by_time(mark.due_at)}, or {mark.cost}" if mark else ""
    yield scene.tell(
        entry.player,
        f"{who}, your table {entry.table} waits: !ready{until}.",
        Urgency.NOW,
        presses=_ready(scene, entry),
    )
    if scene.is_first():
        yield from _missing(scene, until)


def _ready(scene: Scene, entry: LatenessReminded) -> tuple[Press, ...]:
    match = scene.match(entry)
    return presses.ready(match) if match else ()


def _mark(scene: Scene, entry: LatenessReminded) -> Mark | None:
    match = scene.match(entry)
    return late(scene, match, match.side_of(entry.player)) if match else None


def _missing(scene: Scene, until: str) -> Iterator[Spoken]:
    """One public line for all who are missed in the same second."""
    entries = scene.together(LatenessReminded)
    if len(entries) == 1:
        name = scene.name(entries[0].player)
        yield scene.say(
            f"{name} is not here yet (table {entries[0].table}): !ready{until}.",
            Urgency.NOW,
            mentions=[entries[0].player],
            presses=_ready(scene, entries[0]),
        )
        return
    items = [f"{entry.table} {scene.name(entry.player)}" for entry in entries]
    yield scene.say_many(series("Not here yet: ", items, tail=f"!ready{until}."), Urgency.NOW)
