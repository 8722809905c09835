"""Refusals about the report to the league: what its confirmation waits for."""

from __future__ import annotations

from bot.wording.refusals.asking import Asking, answers
from bot.wording.report import waiting
from bot.wording.times import at_time
from rules.refusals import NothingToReport, ReportConfirmedAlready, ReportNotDue, ReportWaits


@answers(ReportNotDue)
def report_not_due(refusal: ReportNotDue, asking: Asking) -> str:
    return (
        "the report to the league is confirmed after !end (7.2). !penalties in private shows it as it stands."
    )


@answers(ReportWaits)
def report_waits(refusal: ReportWaits, asking: Asking) -> str:
    return f"not yet: {waiting(refusal.proposed, refusal.appeals)}. Then !confirm."


@answers(NothingToReport)
def nothing_to_report(refusal: NothingToReport, asking: Asking) -> str:
    return f"{asking.event} has nothing to report to the league, so there is nothing to confirm."


@answers(ReportConfirmedAlready)
def report_confirmed_already(refusal: ReportConfirmedAlready, asking: Asking) -> str:
    have = "have" if refusal.by == asking.by else "has"
    return f"{asking.name(refusal.by)} {have} confirmed the report at {at_time(refusal.at)}; it has not changed since."
