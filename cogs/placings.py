"""What `!standings` answers: where the asker stands, and the list with points and tie-breaks.

In a channel the list is short, so that it stays readable with thirty tables playing; whoever asks in private gets all
of it. The own place is a line of its own: the list is then the same for everybody, and said once when many ask.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from cogs.office import Identity
from cogs.speech import DOT
from rules.entries import Departure
from rules.standings import Placing, of_event, rest_on_the_same
from rules.tournament import Tournament

SHORT = 8
"""So many places are shown in a channel: as many as go into the usual playoff, and into one line."""


class Reckoned:
    """The standings of each event as they were asked for last, reckoned anew only once they may be others.

    A thousand players ask at the end of a round, and each reckoning takes a twentieth of a second.
    """

    def __init__(self) -> None:
        self._last: dict[str, tuple[Tournament, tuple[Placing, ...]]] = {}

    def of(self, event: str, state: Tournament) -> tuple[Placing, ...]:
        """The standings of this event as it is now."""
        before = self._last.get(event)
        if before is not None and rest_on_the_same(before[0], state):
            return before[1]
        placings = of_event(state)
        self._last[event] = state, placings
        return placings


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
