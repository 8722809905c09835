"""Flips and rolls: what came out, under which number, and how to check it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.wording.quotes import named, quoted, said
from bot.wording.scene import CHANNEL, JUDGES, Scene, Spoken
from bot.wording.speaking import says
from cogs.speech import Urgency, Where
from rules.entries import CoinFlipped, DiceRolled, FlipRefused, MatchFinished

_MANY = 20
"""More dice than this are told by their sum; !verify has every face."""


@says(CoinFlipped)
def flipped(scene: Scene, entry: CoinFlipped) -> Iterator[Spoken]:
    if entry.decides and any(result.table == entry.decides for result in scene.together(MatchFinished)):
        return  # the line of the match says what it decides
    side = "heads" if entry.heads else "tails"
    who = named(entry.by_name) or scene.name(entry.by)
    text = f"{who}: {side} (draw {entry.number}{_mixed(entry.word)}). !verify {entry.number}"
    yield _answer(scene, entry, text)


@says(DiceRolled)
def rolled(scene: Scene, entry: DiceRolled) -> Iterator[Spoken]:
    who = named(entry.by_name) or scene.name(entry.by)
    text = f"{who}: {dice(entry)} (draw {entry.number}{_mixed(entry.word)}). !verify {entry.number}"
    yield _answer(scene, entry, text)


def _mixed(word: str) -> str:
    """The word that had a hand in the draw."""
    return said(word, ", mixed with ", 60)


def dice(entry: DiceRolled) -> str:
    """`2d6+1 is 3 + 5 + 1 = 9`."""
    sign = "+" if entry.modifier > 0 else "-"
    modifier = f"{sign}{abs(entry.modifier)}" if entry.modifier else ""
    total = sum(entry.faces) + entry.modifier
    steps = [str(face) for face in entry.faces]
    what = f"{entry.count}d{entry.sides}{modifier}"
    if len(steps) > _MANY or (len(steps) == 1 and not modifier):
        return f"{what} is {total}"
    last = f" {sign} {abs(entry.modifier)}" if modifier else ""
    return f"{what} is {' + '.join(steps)}{last} = {total}"


def _answer(scene: Scene, entry: CoinFlipped | DiceRolled, text: str) -> Spoken:
    """Where it was asked."""
    if entry.asked_in == Where.PRIVATE and entry.by is not None:
        return scene.tell(entry.by, text)
    place = entry.asked_in if entry.asked_in == JUDGES or entry.asked_in.startswith("person:") else CHANNEL
    return Spoken(index=scene.index, place=place, text=text, urgency=Urgency.ANSWER)


@says(FlipRefused)
def flip_refused(scene: Scene, entry: FlipRefused) -> Iterator[Spoken]:
    """The person has the refusal; a judge should know (3.6, OG-R29)."""
    at = f"Table {entry.table}: " if entry.table else ""
    yield scene.tell_judges(
        f"{at}{scene.name(entry.by)} asked to decide by chance ({entry.clause}): "
        f"{quoted(entry.words)}. Refused.",
        Urgency.NEWS,
    )
