"""The digest that officials ask for: what was issued, what waits for the head judge, what is to be reported.

Made from the state alone. The round is told in full, what came before it in numbers; of an event that is over,
everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cogs.entrywords import clock
from cogs.lookups import for_the_head_judge, title
from cogs.packing import pack
from cogs.speech import DOT
from rules.authority import JUDGES
from rules.entries import PersonId, Role
from rules.report import reportable
from rules.steps import has_risen
from rules.tournament import Penalty, Tournament

OFFICIALS = (*JUDGES, Role.COORDINATOR, Role.DIRECTOR)
"""Who is given a digest."""

EXPORTS = ("penalties", "results", "standings", "rulings", "scorebook", "report")
"""What `floorjudge export` writes."""

_STATUS = {"standing": "stands", "pending": "waits", "dismissed": "not given"}


def is_for(state: Tournament, person: PersonId, directors: Iterable[PersonId]) -> bool:
    """Whether this person runs the event, judges it, or directs the league."""
    return state.has_role(person, *OFFICIALS) or person in directors


def lines(state: Tournament) -> list[str]:
    """The digest as lines to say, the newest round's penalties by the clocks first."""
    blocks = (_by_the_clocks(state), _by_judges(state), _waiting(state), _to_report(state))
    return [DOT.join(line) for block in blocks for line in pack(block)]


def to_file(state: Tournament, event: str) -> str:
    """What goes to the league, and with which words at the command line it and everything else is taken out."""
    report = DOT.join(_to_report(state))
    command = f"floorjudge export {'|'.join(EXPORTS)}"
    return f"{report} The files: {command}, with --tournament {event} and --format csv or json."


def _by_the_clocks(state: Tournament) -> list[str]:
    return _issued(state, f"{_where(state)}. Issued by the clocks", automatic=True)


def _by_judges(state: Tournament) -> list[str]:
    return _issued(state, "By judges", automatic=False)


def _where(state: Tournament) -> str:
    if state.is_over:
        return f"{state.name}, all rounds"
    return f"{state.name}, round {state.round.number}" if state.round else f"{state.name}, before round 1"


def _issued(state: Tournament, head: str, *, automatic: bool) -> list[str]:
    """The penalties of this round one by one, with the steps they rose from; earlier ones counted."""
    found = [p for _, p in sorted(state.penalties.items()) if p.automatic is automatic]
    found = [penalty for penalty in found if not has_risen(state, penalty)]
    now = 0 if state.is_over or state.round is None else state.round.number
    shown = [penalty for penalty in found if not now or penalty.round in (0, now)]
    earlier = [penalty for penalty in found if now and penalty.round not in (0, now)]
    stand = sum(penalty.status == "standing" for penalty in earlier)
    before = f" Earlier rounds: {len(earlier)}, of which {stand or 'none'} standing." if earlier else ""
    if not shown:
        return [f"{head}: none.{before}"]
    items = [_item(state, penalty) for penalty in shown]
    return _bracketed(f"{head}: {len(shown)}", items, f".{before}")


def _bracketed(head: str, items: Sequence[str], tail: str) -> list[str]:
    """`head (first`, …, `last)` and the tail."""
    first, *rest = items
    parts = [f"{head} ({first}", *rest]
    return [*parts[:-1], f"{parts[-1]}){tail}"]


def _item(state: Tournament, penalty: Penalty) -> str:
    """`14 quill A.II.7 Caution, table 1, 20:32:10, stands`; of one that rose, each step with its own number."""
    who, clause = state.name_of(penalty.player), penalty.clause.replace(";", ",")
    table = f"table {penalty.table}, " if penalty.table else ""
    status = _STATUS.get(penalty.status, penalty.status)
    step = state.penalties.get(penalty.supersedes)
    level = title(state.book, penalty.level)
    if step is None:
        return f"{penalty.number} {who} {clause} {level}, {table}{_times(penalty)}, {status}"
    before = f"{step.number} {title(state.book, step.level)}, {_times(step)}"
    return f"{who} {clause} {before}, rose to {penalty.number} {level}, {table}{_times(penalty)}, {status}"


def _times(penalty: Penalty) -> str:
    """When it was issued; before that when it fell due, where that was another second."""
    issued = clock(penalty.issued_at)
    if penalty.due_at is None or penalty.due_at == penalty.issued_at:
        return issued
    return f"due {clock(penalty.due_at)}, issued {issued}"


def _waiting(state: Tournament) -> list[str]:
    items = [*_calls(state), *for_the_head_judge(state)]
    head = "Waiting for the head judge: "
    return [f"{head}none."] if not items else [head + items[0], *items[1:]]


def _calls(state: Tournament) -> Iterator[str]:
    """The calls that are for the head judge, or were put to the head judge because nobody took them."""
    for call in state.open_calls:
        if call.claimed_by is None and (call.head_judge or call.escalated_at):
            yield f"Call {call.number}{f', table {call.table}' if call.table else ''}: !claim {call.number}"


def _to_report(state: Tournament) -> list[str]:
    if state.is_rehearsal:
        return ["To report to the league: none, since clocks run faster here."]
    found = reportable(state)
    if not found:
        return ["To report to the league: none."]
    items = [f"{p.number} {state.name_of(p.player)} {title(state.book, p.level)}" for p in found]
    return _bracketed(f"To report to the league: {len(items)}", items, f", {_confirmation(state)}")


def _confirmation(state: Tournament) -> str:
    """Where the head judge's word on the report stands."""
    names = " or ".join(map(state.name_of, state.holders(Role.HEAD_JUDGE))) or "the head judge"
    if state.report is not None:
        at = clock(state.report.at)
        return f"confirmed by {state.name_of(state.report.by)} at {at}. To file it: floorjudge export report."
    if state.is_over:
        return f"not confirmed by {names} yet: !confirm."
    return f"which {names} confirms after !end with !confirm."
