"""The coordinator's digest at the end of a round: what was issued, what waits, what has to be reported."""

from __future__ import annotations

from bot.wording.following import following
from bot.wording.lines import series
from bot.wording.marks import clauses, in_brackets
from bot.wording.scene import Scene
from bot.wording.times import at_time
from bot.wording.titles import title
from bot.wording.waiting import brief
from cogs.speech import DOT
from rules.entries import Departure, PlayerDropped, RoundClosed
from rules.infractions import Level
from rules.report import reportable
from rules.steps import has_risen
from rules.tournament import Penalty

_LEVELS = frozenset(Level)


def digest(scene: Scene, entry: RoundClosed) -> str:
    """The digest of this round."""
    penalties = [p for _, p in sorted(scene.state.penalties.items()) if p.round == entry.round]
    by_clock = [
        p for p in penalties if p.automatic and p.status != "dismissed" and not has_risen(scene.state, p)
    ]
    by_judges = sum(not p.automatic and p.status in ("standing", "pending") for p in penalties)
    waiting = [brief(scene.state, number) for number in scene.state.undecided]
    to_report = {one.number for one in reportable(scene.state)}
    reported = sum(p.number in to_report for p in penalties)
    head = f"Round {entry.round} closed at {at_time(entry.at)}. Issued by the clocks: {len(by_clock)}"
    rest = (
        f"By judges: {by_judges}. Waiting for {scene.head_judge_for(None)}: {DOT.join(waiting) or 'none'}. "
        f"To report to the league: {reported}{' (!penalties)' if reported else ''}. "
        f"{_no_shows(scene, entry)}{_next(scene)}"
    )
    if not by_clock:
        return f"{head}. {rest}"
    items = [_issued(scene, penalty) for penalty in by_clock]
    items[0] = f"({items[0]}"
    items[-1] = f"{items[-1]})."
    return series(f"{head} ", items, tail=rest)


def _next(scene: Scene) -> str:
    if scene.state.is_over:
        return "The event is over."
    word = following(scene.state)
    if "!end" in word and scene.state.undecided:
        return f"Next: {word} once that is decided."
    return f"Next: {word}."


def _issued(scene: Scene, penalty: Penalty) -> str:
    """`quill A.II.7 Caution, table 1, 20:32:10`, with the step before a rise."""
    before = scene.state.penalties.get(penalty.supersedes)
    steps = [
        f"{title(scene.book, step.level)}, table {step.table}, {at_time(step.due_at or step.issued_at)}"
        for step in (before, penalty)
        if step is not None
    ]
    stands = "" if penalty.status == "standing" else f", {penalty.status}"
    return f"{scene.name(penalty.player)} {clauses(penalty.clause)} {', rose to '.join(steps)}{stands}"


def _no_shows(scene: Scene, entry: RoundClosed) -> str:
    out = [d for d in scene.together(PlayerDropped) if d.how is Departure.NO_SHOW]
    if out:
        never = "never came and is" if len(out) == 1 else "never came and are"
        return f"{scene.names(d.player for d in out)} {never} out{in_brackets(out[0].clause)}. "
    if entry.no_shows and entry.no_shows_at is not None:
        return f"{scene.names(entry.no_shows)}: out at {at_time(entry.no_shows_at)} without a word (3.2). "
    return ""
