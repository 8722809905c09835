"""Appeals: made, said again while they wait, and answered; proposals that wait are said again in the same way."""

from __future__ import annotations

from collections.abc import Iterator

from bot.wording.penalties import proposal
from bot.wording.quotes import plain, quoted, said
from bot.wording.scene import Scene, Spoken
from bot.wording.speaking import says
from bot.wording.times import format_duration
from bot.wording.waiting import next_words, subject, tell_nobody_is_here, whose
from cogs import presses
from cogs.speech import Urgency
from rules.decisions import ruled, waiting
from rules.entries import AppealAnswered, AppealMade, DecisionAwaited
from rules.tournament import AppealState


@says(AppealMade)
def appealed(scene: Scene, entry: AppealMade) -> Iterator[Spoken]:
    who, head = scene.name(entry.by), whose(scene.state, entry.number)
    yield scene.say(
        f"{who} appeals {subject(scene.state, entry.of)}; {head} decides (appeal {entry.number}).",
        Urgency.ANSWER,
        at=ruled(scene.state, entry.of)[0],
    )
    yield scene.tell_judges(
        f"{_appeal(scene, scene.state.appeals[entry.number])}. "
        f"{head}: !uphold {entry.number} lets it stand, !overturn {entry.number} <why> does not.",
        presses=presses.decide(scene.state, entry.number),
    )
    yield from tell_nobody_is_here(scene, entry.number)


def _appeal(scene: Scene, appeal: AppealState, waited: str = "") -> str:
    """`Appeal 4 of ruling 1, table 1, by alice: "he saw my hand"`."""
    match, _ = ruled(scene.state, appeal.of)
    table = f", table {match.table}" if match else ""
    what = f"of {subject(scene.state, appeal.of)}{table}, by {scene.name(appeal.by)}"
    return f"Appeal {appeal.number} {waited}{what}{said(appeal.why, ': ')}"


@says(DecisionAwaited)
def awaited(scene: Scene, entry: DecisionAwaited) -> Iterator[Spoken]:
    """Everything once more: whoever has just come in has not seen the first line."""
    one, head = waiting(scene.state, entry.number), whose(scene.state, entry.number)
    has_waited = f"has waited {format_duration(entry.waited)}, "
    text = (
        _appeal(scene, one, has_waited) if isinstance(one, AppealState) else proposal(scene, one, has_waited)
    )
    words = next_words(scene.state, entry.number)
    buttons = presses.decide(scene.state, entry.number)
    if entry.head_judge:
        yield scene.tell_judges(f"{head}: {text[0].lower()}{text[1:]}. {words}", presses=buttons)
        yield from tell_nobody_is_here(scene, entry.number)
    else:
        yield scene.tell_judges(f"{text}. {head}: {words}", presses=buttons)


@says(AppealAnswered)
def answered(scene: Scene, entry: AppealAnswered) -> Iterator[Spoken]:
    appeal = scene.state.appeals[entry.number]
    answer = "stands" if entry.upheld else "does not stand"
    why = f": {quoted(entry.why)}" if plain(entry.why) else ""
    yield scene.say(
        f"{scene.name(entry.by)} answers {scene.name(appeal.by)}'s appeal {entry.number}: "
        f"{subject(scene.state, appeal.of)} {answer}{why}. That is final here (1.7).",
        Urgency.NOW,
        at=ruled(scene.state, appeal.of)[0],
        mentions=[appeal.by],
    )
