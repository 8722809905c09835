"""What an organiser takes back: said to all who had been told of it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.wording.quotes import plain
from bot.wording.scene import Scene, Spoken
from bot.wording.speaking import says
from cogs.speech import Urgency
from rules.entries import (
    BeginUndone,
    CutUndone,
    DropUndone,
    EntryUndone,
    MatchReopened,
    PairingUndone,
    PersonId,
    RoundReopened,
    SettingsUndone,
)


@says(SettingsUndone)
def settings(scene: Scene, entry: SettingsUndone) -> Iterator[Spoken]:
    given = ", ".join(f"{plain(key, 30)}={plain(value, 60)}" for key, value in entry.keys.items())
    again = f"announced again: {given}" if given else "announced is again only what it was opened with"
    yield scene.say(f"{scene.name(entry.by)} takes back the last !set of {_event(scene)}; {again}.")


@says(PairingUndone)
def pairing(scene: Scene, entry: PairingUndone) -> Iterator[Spoken]:
    before = scene.state.round
    stands = (
        f"round {before.number} is the last one again"
        if before is not None
        else "nothing is paired, and !register is open again"
    )
    yield scene.say(
        f"{scene.name(entry.by)} takes back the pairing of round {entry.round}: {stands}. Next: !pair",
        Urgency.NOW,
    )


@says(CutUndone)
def cut(scene: Scene, entry: CutUndone) -> Iterator[Spoken]:
    again = "!pair draws the seeds anew" if scene.together(PairingUndone) else "!cut seeds anew"
    yield scene.say(f"{scene.name(entry.by)} takes back the seeds of {_event(scene)}; {again}.", Urgency.NOW)


@says(BeginUndone)
def begin(scene: Scene, entry: BeginUndone) -> Iterator[Spoken]:
    yield scene.say(
        f"{scene.name(entry.by)} takes back the begin of round {entry.round}: the pairings stay, and no clock runs. "
        "!ready counts; the clock starts with !begin.",
        Urgency.NOW,
    )
    for player in scene.state.round.byes if scene.state.round is not None and entry.byes else ():
        yield scene.tell(
            player,
            f"{scene.name(player)}, your bye in round {entry.round} counts from the next !begin.",
            Urgency.NEWS,
        )


@says(RoundReopened)
def reopened(scene: Scene, entry: RoundReopened) -> Iterator[Spoken]:
    leaving = [player for player in entry.back if scene.state.players[player].dropping]
    staying = [player for player in entry.back if player not in leaving]
    goes = f" {scene.names(leaving)} {_leaves(leaving)} when it closes." if leaving else ""
    stays = (
        f" {scene.names(staying)} {'is' if len(staying) == 1 else 'are'} in the event again."
        if staying
        else ""
    )
    yield scene.say(
        f"{scene.name(entry.by)} takes back the close of round {entry.round}: it runs on.{goes}{stays} Next: !endround",
        Urgency.NOW,
    )


def _leaves(people: list[PersonId]) -> str:
    return "leaves" if len(people) == 1 else "leave"


@says(DropUndone)
def drop(scene: Scene, entry: DropUndone) -> Iterator[Spoken]:
    match = scene.state.match_of(entry.player)
    current = scene.state.round
    lost = ""
    if match is not None and match.is_over and current is not None and not scene.together(MatchReopened):
        lost = f" The result of table {match.table} stays."
    leaves = " and leaves when the round closes" if scene.state.players[entry.player].dropping else ""
    yield scene.say(
        f"{scene.name(entry.player)} is in {_event(scene)} again{leaves}: {scene.name(entry.by)} takes the drop "
        f"back.{lost}"
    )


@says(EntryUndone)
def late_entry(scene: Scene, entry: EntryUndone) -> Iterator[Spoken]:
    how = "is out again" if entry.dropped is not None else "is not registered any more"
    yield scene.say(f"{scene.name(entry.player)} {how}: {scene.name(entry.by)} takes the late entry back.")


def _event(scene: Scene) -> str:
    return plain(scene.state.name, 60)
