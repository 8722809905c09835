"""The report to the league: the head judge is asked for a word on it, the coordinator then files it (7.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.wording.lines import sentence, series
from bot.wording.marks import clauses
from bot.wording.quotes import plain
from bot.wording.scene import Scene, Spoken
from bot.wording.speaking import says
from bot.wording.titles import title
from cogs.speech import Urgency
from rules.entries import ReportConfirmed, ReportReopened, Role
from rules.report import reportable, undecided

_FILE_IT = "To file it: floorjudge export report"


def asked_for(scene: Scene) -> Iterator[Spoken]:
    """At the end of the event: what is reported, and what has to be decided before the head judge's word."""
    heads = scene.state.holders(Role.HEAD_JUDGE)
    proposed, appeals = undecided(scene.state)
    items = _items(scene)
    if not heads or not (items or proposed or appeals):
        return
    first = f"First: {waiting(proposed, appeals)}. Then " if proposed or appeals else "If it is right, "
    head = f"{scene.names(heads)}, {_event(scene)} reports to the league (7.2): "
    tail = f"{first}!confirm, and {_filer(scene)} files it."
    text = series(head, items or ["nothing yet"], tail=tail)
    for judge in heads:
        yield scene.tell(judge, text, Urgency.LIST)


def waiting(proposed: Sequence[int], appeals: Sequence[int]) -> str:
    """What has to be said about each: `!approve 4 or !dismiss 4, !uphold 5 or !overturn 5 <why>`."""
    words = [f"!approve {number} or !dismiss {number}" for number in proposed]
    words += [f"!uphold {number} or !overturn {number} <why>" for number in appeals]
    return ", ".join(words)


@says(ReportConfirmed)
def confirmed(scene: Scene, entry: ReportConfirmed) -> Iterator[Spoken]:
    own = f"{scene.name(entry.by)}, the report of {_event(scene)} is confirmed: "
    yield scene.tell(entry.by, series(own, _items(scene), tail=f"{_filer(scene)} can file it now."))
    head = (
        f"{scene.name(entry.by)} has confirmed what {_event(scene)} reports to the league ({entry.clause}): "
    )
    text = series(head, _items(scene), tail=f"{_FILE_IT}.")
    for coordinator in scene.state.holders(Role.COORDINATOR):
        yield scene.tell(coordinator, text, Urgency.LIST)


@says(ReportReopened)
def reopened(scene: Scene, entry: ReportReopened) -> Iterator[Spoken]:
    heads = scene.state.holders(Role.HEAD_JUDGE)
    head = f"What {_event(scene)} reports to the league has changed, and is no longer confirmed: "
    tail = f"{scene.names(heads) or 'head judge'}: !confirm." if _items(scene) else ""
    text = series(head, _items(scene) or [sentence("nothing is left to report")], tail=tail)
    for person in dict.fromkeys((*heads, *scene.state.holders(Role.COORDINATOR))):
        yield scene.tell(person, text, Urgency.NEWS)


def _items(scene: Scene) -> list[str]:
    """`2 bob Warning (A.II.8)` for each."""
    return [
        f"{p.number} {scene.name(p.player)} {title(scene.book, p.level)} ({clauses(p.clause)})"
        for p in reportable(scene.state)
    ]


def _filer(scene: Scene) -> str:
    return scene.holders(Role.COORDINATOR, otherwise="the coordinator")


def _event(scene: Scene) -> str:
    return plain(scene.state.name, 60)
