"""The evidence for a call, a penalty or an appeal: what was seen and said about its table, from shortly before it.

What belongs to it is chosen here, from the state and from what the office found within the time; nothing decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from cogs.entrywords import clock, in_words, short
from cogs.office import Around
from cogs.packing import pack
from cogs.speech import DOT
from rules import entries as e
from rules.authority import JUDGES
from rules.entries import PersonId
from rules.refusals import NoSuchNumber
from rules.tournament import AppealState, JudgeCall, Penalty, Tournament

MARGIN = timedelta(minutes=10)
"""So long before it the evidence begins; and so long after it ends, when nothing ended it."""

_SECOND = timedelta(seconds=1)
_MOST_LINES = 12
_LONGEST_WORDS = 120
_OF_A_NUMBER = (
    *(e.PenaltyApproved, e.PenaltyDismissed, e.PenaltyOverturned, e.PenaltyUpheld, e.PenaltyAcknowledged),
    *(
        e.CallOpened,
        e.CallClaimed,
        e.CallReleased,
        e.CallRepeated,
        e.CallReminded,
        e.CallClosed,
        e.RulingGiven,
    ),
    *(e.AppealMade, e.AppealAnswered, e.DecisionAwaited),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What evidence is asked for. `table` 0: at no table. `until` None: an answered appeal, whose entry says when."""

    number: int
    what: str
    round: int
    table: int
    players: tuple[PersonId, ...]
    at: datetime
    until: datetime | None

    @property
    def since(self) -> datetime:
        return self.at - MARGIN

    def read_until(self, now: datetime) -> datetime:
        """Up to when to read, this moment no longer included."""
        return (self.until or now) + _SECOND


def about(state: Tournament, number: int) -> About:
    """What this number is of. Raises NoSuchNumber."""
    call, penalty, appeal = state.calls.get(number), state.penalties.get(number), state.appeals.get(number)
    if call is not None:
        return _of(state, number, "Call", call, call.by, call.at, call.closed_at or call.at + MARGIN)
    if penalty is not None:
        at = penalty.issued_at
        return _of(state, number, "Penalty", penalty, penalty.player, at, at + MARGIN)
    if appeal is not None:
        return _of_appeal(state, appeal)
    raise NoSuchNumber(number=number, what="call, penalty or appeal")


def _of_appeal(state: Tournament, appeal: AppealState) -> About:
    against = state.calls.get(appeal.of) or state.penalties[appeal.of]
    until = appeal.at + MARGIN if appeal.is_open else None
    return _of(state, appeal.number, "Appeal", against, appeal.by, appeal.at, until)


def _of(
    state: Tournament,
    number: int,
    what: str,
    seat: JudgeCall | Penalty,
    who: PersonId | None,
    at: datetime,
    until: datetime | None,
) -> About:
    match = state.match_at(seat.round, seat.table)
    players = match.players if match is not None else (who,) if who is not None else ()
    return About(
        number=number,
        what=what,
        round=seat.round,
        table=seat.table,
        players=tuple(players),
        at=at,
        until=until,
    )


def lines(state: Tournament, about: About, found: Around) -> list[str]:
    """What to tell, oldest first and the newest last; when there is too much, the oldest is left out."""
    told = [f"{clock(at)} {words}" for at, words in in_order(state, about, found)]
    head = f"{_head(state, about)}: "
    if not told:
        return [f"{head}nothing is on record."]
    packed = pack(told)
    if len(packed) > _MOST_LINES:
        shown = packed[1 - _MOST_LINES :]  # the head takes a line
        left_out = len(told) - sum(map(len, shown))
        more = f"… and {left_out} more before; entries: floorjudge export scorebook"
        return [head + more, *(DOT.join(line) for line in shown)]
    first, *rest = (DOT.join(line) for line in packed)
    return [head + first, *rest]


def _head(state: Tournament, about: About) -> str:
    names = "-".join(state.name_of(player) for player in about.players)
    where = f", table {about.table}" if about.table else ""
    return f"{about.what} {about.number}{where} ({names or 'no table'}), from {clock(about.since)}"


def in_order(state: Tournament, about: About, found: Around) -> list[tuple[datetime, str]]:
    """Entries and words by their second, each in full; what was said stands before what it led to."""
    entries = list(_entries(state, about, found))
    ends = [entry.at for entry in entries if _answers(about, entry)]
    until = about.until or max(ends, default=about.at + MARGIN)
    heard = [
        (line.at.replace(microsecond=0), f"<{line.nick}> {short(line.words, _LONGEST_WORDS)}")
        for line in found.heard
        if line.person in about.players or state.has_role(line.person, *JUDGES)
    ]
    both = [*heard, *((entry.at, in_words(state, entry)) for entry in entries)]
    return sorted((one for one in both if one[0] <= until), key=lambda one: one[0])


def _answers(about: About, entry: e.Entry) -> bool:
    return isinstance(entry, e.AppealAnswered) and entry.number == about.number


def _entries(state: Tournament, about: About, found: Around) -> Iterator[e.Entry]:
    numbers = set(_numbers(state, about))
    for entry in found.entries:
        if _concerns(entry, about, numbers):
            yield entry


def _numbers(state: Tournament, about: About) -> Iterator[int]:
    """The calls at this table, the penalties of its players, and the appeals of either."""
    if about.table:
        seat = (about.round, about.table)
        yield from (call.number for call in state.calls.values() if (call.round, call.table) == seat)
    own = [one.number for player in about.players for one in state.penalties_of(player)]
    yield from own
    yield from (appeal.number for appeal in state.appeals.values() if appeal.by in about.players)
    yield about.number


def _concerns(entry: e.Entry, about: About, numbers: set[int]) -> bool:
    match entry:
        case e.TableEntry():
            return (entry.round, entry.table) == (about.round, about.table)
        case e.PersonSeen() | e.PersonLeft() | e.PersonRenamed():
            return entry.person in about.players
        case e.HoldPlaced() | e.HoldLifted():
            return entry.table in (0, about.table)
        case e.PenaltyIssued():
            return entry.player in about.players
        case e.SightLost() | e.SightRestored():
            return True
    return isinstance(entry, _OF_A_NUMBER) and entry.number in numbers
