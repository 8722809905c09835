"""The final that is not played (3.6): agreed between the finalists, and announced when both have."""

from __future__ import annotations

from collections.abc import Iterator

from bot.wording.scene import Scene, Spoken
from bot.wording.speaking import says
from cogs.speech import Urgency
from rules.entries import FinalSkipAgreed, FinalSkipWithdrawn


@says(FinalSkipAgreed)
def agreed(scene: Scene, entry: FinalSkipAgreed) -> Iterator[Spoken]:
    match = scene.match(entry)
    if match is None:
        return
    who, opponent = scene.name(entry.player), match.opponent_of(entry.player)
    if not match.is_skipped:
        yield scene.tell(
            opponent, f"{who} agrees not to play the final. If you do too: !skipfinal (3.6).", Urgency.NOW
        )
        text = f"{who}, {scene.name(opponent)} is asked not to play the final. !cancel takes it back."
        yield scene.tell(entry.player, text)
        return
    first, second = (scene.name(player) for player in match.players)
    yield scene.say(
        f"Table {entry.table}: {first} and {second} agree not to play the final (3.6). Now one of you says "
        "!drop, and is second; the other is first. No clock runs, and nothing is rated."
    )


@says(FinalSkipWithdrawn)
def withdrawn(scene: Scene, entry: FinalSkipWithdrawn) -> Iterator[Spoken]:
    match = scene.match(entry)
    if match is None:
        return
    text = f"{scene.name(entry.player)} wants to play the final after all. Decks, then !ready."
    for player in match.players:
        yield scene.tell(player, text, Urgency.NOW)
