"""What extensions have given back of the time that rulings took (1.8): no minute of a match twice.

A call takes the time from when it is made to its ruling, less what holds stop in between. Calls at one table overlap,
and so do their times. An extension that takes up a ruling gives back the whole of what that one took. One by hand gives
back what the calls made until then have taken, the earliest first, be they ruled yet or not; what it grants beyond is
for a reason of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from rules.clocks import ZERO
from rules.match import Match
from rules.tournament import JudgeCall, Tournament

Span = tuple[datetime, datetime]
"""From when to when, on a clock that stands still in holds."""


def left_of(state: Tournament, ruling: JudgeCall) -> timedelta:
    """What the ruling took and nothing has given back yet."""
    match = state.match_at(ruling.round, ruling.table)
    if match is None:
        return ZERO
    given = _given(match, _of_table(state, match))
    return sum((end - begin for begin, end in _without([_span(ruling)], given)), ZERO)


def _of_table(state: Tournament, match: Match) -> list[JudgeCall]:
    here = [call for call in state.calls.values() if (call.round, call.table) == (match.round, match.table)]
    return sorted(here, key=lambda call: (call.at, call.number))


def _span(call: JudgeCall) -> Span:
    return call.begun_in_play, call.begun_in_play + call.took


def _given(match: Match, calls: list[JudgeCall]) -> list[Span]:
    """What the extensions of the match have given back, in their order."""
    given: list[Span] = []
    ruled = {call.number: call for call in calls if call.ruled_by is not None}
    for extension in match.given:
        if extension.ruling in ruled:
            given.append(_span(ruled[extension.ruling]))
            continue
        made = [_span(call) for call in calls if call.at <= extension.at and call.ruled_by is not None]
        given += _first(_without(made, given), extension.by_how_much)
    return given


def _without(spans: Iterable[Span], taken: Iterable[Span]) -> list[Span]:
    """These spans, each moment once and in order, without what is taken already."""
    left: list[Span] = []
    gone = list(taken)
    for span in sorted(spans):
        pieces = [span]
        for begin, end in [*gone, *left]:
            pieces = [
                piece
                for first, last in pieces
                for piece in ((first, min(last, begin)), (max(first, end), last))
                if piece[0] < piece[1]
            ]
        left += pieces
    return sorted(left)


def _first(spans: list[Span], length: timedelta) -> list[Span]:
    """The beginning of these spans, `length` in all."""
    found: list[Span] = []
    for begin, end in spans:
        if length <= ZERO:
            break
        found.append((begin, min(end, begin + length)))
        length -= end - begin
    return found
