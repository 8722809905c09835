"""Intentional draws (3.8): offered and answered between the two players, and announced only when agreed."""

from __future__ import annotations

from collections.abc import Iterator

from bot.wording.quotes import said
from bot.wording.scene import Scene, Spoken
from bot.wording.speaking import says
from cogs import presses
from cogs.speech import Urgency
from rules.entries import (
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    DrawPressed,
    DrawWithdrawn,
    GameFinished,
    MatchFinished,
    TableEntry,
)
from rules.rulebook import DrawOffers


@says(DrawOffered)
def offered(scene: Scene, entry: DrawOffered) -> Iterator[Spoken]:
    match = scene.match(entry)
    if match is None:
        return
    who, opponent = scene.name(entry.player), match.opponent_of(entry.player)
    words = said(entry.words, ": ")
    yield scene.tell(
        opponent,
        f"{who} offers a draw of the match{words}. !accept or !decline.",
        Urgency.NOW,
        presses=presses.answers_to_offer(match, opponent),
    )
    text = f"{who}, your offer of a draw is with {scene.name(opponent)}{words}. !cancel takes it back."
    yield scene.tell(entry.player, text, presses=presses.take_back(match, entry.player))


@says(DrawAccepted)
def accepted(scene: Scene, entry: DrawAccepted) -> Iterator[Spoken]:
    yield from _tell_both(
        scene, entry, f"{scene.name(entry.player)} accepts the draw; the match is over (3.8)."
    )


@says(DrawDeclined)
def declined(scene: Scene, entry: DrawDeclined) -> Iterator[Spoken]:
    blocked = scene.book.policies.draw_offer_after_decline is DrawOffers.BLOCKED
    once = f" {scene.name(entry.offered_by)} cannot offer it again in this match (3.8)." if blocked else ""
    yield from _tell_both(scene, entry, f"{scene.name(entry.player)} declines the draw. Play on.{once}")


@says(DrawWithdrawn)
def withdrawn(scene: Scene, entry: DrawWithdrawn) -> Iterator[Spoken]:
    if scene.at_table(MatchFinished, entry):
        return
    if entry.voided_by is not None:
        how = f"is void ({scene.name(entry.voided_by)})"
    elif entry.lapsed:
        ended = scene.at_table(GameFinished, entry)
        how = f"has lapsed with game {ended.game}" if ended else "has lapsed"
    else:
        how = "is taken back"
    yield from _tell_both(scene, entry, f"The draw that {scene.name(entry.player)} offered {how}. Play on.")


@says(DrawPressed)
def pressed(scene: Scene, entry: DrawPressed) -> Iterator[Spoken]:
    """Pressure is for a judge to look at (3.8); the player has the refusal."""
    match = scene.match(entry)
    if match is None:
        return
    opponent = scene.name(match.opponent_of(entry.player))
    yield scene.tell_judges(
        f"Table {entry.table}: {scene.name(entry.player)} offers a draw again after {opponent} declined "
        f"(3.8){said(entry.words, ': ')}. Refused.",
        Urgency.NEWS,
    )


def _tell_both(scene: Scene, entry: TableEntry, text: str) -> Iterator[Spoken]:
    match = scene.match(entry)
    for player in match.players if match else ():
        yield scene.tell(player, text)
