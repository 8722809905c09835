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
    yield answer(scene.index, entry)


@says(DiceRolled)
def rolled(scene: Scene, entry: DiceRolled) -> Iterator[Spoken]:
    yield answer(scene.index, entry)


def answer(index: int, entry: CoinFlipped | DiceRolled) -> Spoken:
    """What came out, said where it was asked for."""
    who = named(entry.by_name) or "The official flip"
    mixed = said(entry.word, ", mixed with ", 60)
    text = f"{who}: {outcome(entry)} (draw {entry.number}{mixed}). !verify {entry.number}"
    place = JUDGES if entry.asked_in == Where.JUDGES else CHANNEL
    if entry.asked_in == Where.PRIVATE and entry.by is not None:
        place = f"person:{entry.by}"
    return Spoken(index=index, place=place, text=text, urgency=Urgency.ANSWER)


def outcome(entry: CoinFlipped | DiceRolled) -> str:
    """`heads`, `1d20 is 17`, `2d6+1 is 3 + 5 + 1 = 9`."""
    if isinstance(entry, CoinFlipped):
        return "heads" if entry.heads else "tails"
    sign = "+" if entry.modifier > 0 else "-"
    modifier = f"{sign}{abs(entry.modifier)}" if entry.modifier else ""
    total = sum(entry.faces) + entry.modifier
    what = f"{entry.count}d{entry.sides}{modifier}"
    if len(entry.faces) > _MANY or (len(entry.faces) == 1 and not modifier):
        return f"{what} is {total}"
    last = f" {sign} {abs(entry.modifier)}" if modifier else ""
    return f"{what} is {' + '.join(map(str, entry.faces))}{last} = {total}"


@says(FlipRefused)
def flip_refused(scene: Scene, entry: FlipRefused) -> Iterator[Spoken]:
    """The person has the refusal; a judge should know (3.6, OG-R29)."""
    at = f"Table {entry.table}: " if entry.table else ""
    yield scene.tell_judges(
        f"{at}{scene.name(entry.by)} asked to decide by chance ({entry.clause}): "
        f"{quoted(entry.words)}. Refused.",
        Urgency.NEWS,
    )
