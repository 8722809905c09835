"""The report to the league: what of an event is in it, and the head judge's word on it (7.2, OG-R15).

The coordinator files it; before that the head judge is shown the list and confirms it. The word holds for that
list alone: when a penalty is overturned or given afterwards, the report is no longer confirmed.
"""

from __future__ import annotations

from rules import entries as e
from rules import refusals as r
from rules.acts import ConfirmReport
from rules.authority import require_head_judge
from rules.recorder import Recorder
from rules.tournament import Penalty, Tournament


def reportable(state: Tournament) -> tuple[Penalty, ...]:
    """What is to be reported, by number: all that stands from a Warning up; of a sped-up rehearsal nothing."""
    if state.is_rehearsal:
        return ()
    standing = (p for _, p in sorted(state.penalties.items()) if p.status == "standing")
    return tuple(penalty for penalty in standing if penalty.reportable)


def undecided(state: Tournament) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What may still change the report: the proposed penalties, and the open appeals of penalties."""
    proposed = tuple(number for number, p in sorted(state.penalties.items()) if p.status == "pending")
    appeals = sorted(state.appeals.items())
    return proposed, tuple(n for n, appeal in appeals if appeal.is_open and appeal.of in state.penalties)


def waits_for_confirmation(state: Tournament) -> bool:
    """Whether the event is over and its head judge still has to say the word."""
    proposed, appeals = undecided(state)
    return state.is_over and state.report is None and bool(reportable(state) or proposed or appeals)


def confirm_report(rec: Recorder, act: ConfirmReport) -> None:
    """The head judge confirms the report of an event that is over, once nothing waits that may change it."""
    require_head_judge(rec, act)
    state = rec.state
    if not state.is_over:
        raise r.ReportNotDue
    proposed, appeals = undecided(state)
    if proposed or appeals:
        raise r.ReportWaits(proposed=proposed, appeals=appeals)
    numbers = _numbers(state)
    if not numbers:
        raise r.NothingToReport
    if state.report is not None:
        raise r.ReportConfirmedAlready(by=state.report.by, at=state.report.at)
    rec.enter(e.ReportConfirmed(at=rec.now, by=act.by, penalties=numbers))


def reopen_if_changed(rec: Recorder) -> None:
    """What was confirmed is no longer what would be reported: it has to be confirmed anew."""
    confirmed = rec.state.report
    if confirmed is not None and confirmed.penalties != _numbers(rec.state):
        rec.enter(e.ReportReopened(at=rec.now))


def _numbers(state: Tournament) -> tuple[int, ...]:
    return tuple(penalty.number for penalty in reportable(state))
