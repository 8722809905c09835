"""What `!standings` answers: where the asker stands, and the list with points and tie-breaks.

In a channel the list is short, so that it stays readable with thirty tables playing; whoever asks in private gets all
of it. The own place is a line of its own: the list is then the same for everybody, and said once when many ask.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from operator import is_not

from cogs.office import Identity
from cogs.speech import DOT
from rules.entries import Departure
from rules.standings import Placing, of_event
from rules.tournament import Tournament

SHORT = 8
"""So many places are shown in a channel: as many as go into the usual playoff, and into one line."""


class LastReckoned:
    """The standings that were asked for last: after a round everybody asks, and nothing has changed in between.

    Nothing but a memory. What is said at other places (a flip, a call) leaves these parts of the state the very same.
    """

    def __init__(self) -> None:
        self._parts: tuple[object, ...] = ()
        self._placings: tuple[Placing, ...] = ()

    def of(self, state: Tournament) -> tuple[Placing, ...]:
        """The standings of this event as they are now."""
        parts = (state.book, state.players, state.byes, state.past, state.matches)
        if len(parts) != len(self._parts) or any(map(is_not, parts, self._parts)):
            self._parts, self._placings = parts, of_event(state)
        return self._placings


def own_place(state: Tournament, placings: Sequence[Placing], who: Identity) -> str:
    """Where the asker stands; nothing for somebody who does not play here."""
    entered = state.players.get(who.id)
    if entered is None or state.round is None:
        return ""
    if entered.dropped is Departure.DISQUALIFIED:
        return f"{who.name}, you were disqualified and are not in the standings. !penalties shows why."
    own = next(placing for placing in placings if placing.player == who.id)
    stand = "share" if sum(placing.rank == own.rank for placing in placings) > 1 else "are at"
    points = f"{own.points} point{'' if own.points == 1 else 's'}"
    breaks = f"OMW {_share(own.omw)}, GW {_share(own.gw)}, OGW {_share(own.ogw)}"
    return f"{who.name}, you {stand} place {own.rank} of {len(placings)}: {points}; {breaks}."


def standings(state: Tournament, placings: Sequence[Placing], *, whole: bool) -> str:
    """The list, the first places of it or the whole."""
    if state.round is None:
        return f"{state.name}: no round is paired yet. !status"
    shown = placings if whole else placings[:SHORT]
    items = DOT.join(_placing(state, placing) for placing in shown)
    more = len(placings) - len(shown)
    rest = f" {more} more: say standings to me in private." if more else ""
    return f"Standings of {state.name}, {_as_of(state)}, points (OMW GW OGW): {items}.{rest}"


def _as_of(state: Tournament) -> str:
    """Which results are in it."""
    current = state.round
    number = current.number if current else 0
    if state.is_over:
        return "final"
    if state.open_tables:
        tables = len(state.open_tables)
        return f"round {number} with {tables} table{'' if tables == 1 else 's'} open"
    return f"after round {number}"


def _placing(state: Tournament, placing: Placing) -> str:
    out = "" if state.players[placing.player].plays else " out"
    breaks = " ".join(_share(share) for share in (placing.omw, placing.gw, placing.ogw))
    return f"{placing.rank} {state.name_of(placing.player)}{out} {placing.points} ({breaks})"


def _share(share: Fraction) -> str:
    return f"{float(round(share, 4)):.4f}"
