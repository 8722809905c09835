"""Shuffles and searches in a game: the stopwatch of 3.4."""

from __future__ import annotations

from collections.abc import Iterator

from bot.wording.scene import Scene, Spoken
from bot.wording.speaking import says
from bot.wording.times import format_duration
from cogs.speech import Urgency
from rules.entries import ShuffleDone, ShuffleReminded, ShuffleStarted


@says(ShuffleStarted)
def started(scene: Scene, entry: ShuffleStarted) -> Iterator[Spoken]:
    who = scene.name(entry.player)
    until = f" until {scene.by_time(entry.due_at)}" if entry.due_at else ""
    yield scene.say(f"{who} shuffles{until}, then !done (3.4).", Urgency.NOW)
    if entry.by != entry.player:
        # A5: started by somebody else, it counts from the moment the player was told
        text = (
            f"{who}, {scene.name(entry.by)} has started the stopwatch on your shuffle: it "
            f"runs{until}, then !done (3.4)."
        )
        yield scene.tell(entry.player, text, Urgency.NOW)


@says(ShuffleReminded)
def reminded(scene: Scene, entry: ShuffleReminded) -> Iterator[Spoken]:
    left = format_duration(entry.due_at - entry.at)
    yield scene.tell(
        entry.player, f"{scene.name(entry.player)}, {left} left for your shuffle, then !done.", Urgency.NOW
    )


@says(ShuffleDone)
def done(scene: Scene, entry: ShuffleDone) -> Iterator[Spoken]:
    if not entry.lapsed:  # lapsed: its penalty, or the end of the game, is the news
        yield scene.say(f"{scene.name(entry.player)} took {format_duration(entry.took)}.", Urgency.ANSWER)
