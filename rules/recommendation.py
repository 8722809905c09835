"""How many Swiss rounds an event should have, and what comes after them (MTR App. E, RULES B7).

Required for premier events and advice for all others; the rules warn with it and refuse nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

_ROUNDS = ((8, 0, 0), (16, 5, 4), (32, 5, 8), (64, 6, 8), (128, 7, 8), (226, 8, 8), (409, 9, 8))
"""Up to so many players: the Swiss rounds, and how many go on to the playoff; 0: single elimination from the start."""
_FOR_MORE = (10, 8)

FEWEST = 4
"""With fewer there is no event (6.2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Programme:
    """What is recommended. `elimination_rounds`: of an event without Swiss rounds, where nobody is cut to."""

    swiss_rounds: int
    cut: int
    elimination_rounds: int = 0


def recommended(
    players: int, *, awarded_byes: Mapping[int, int] | None = None, limited_draft_playoff: bool = False
) -> Programme:
    """The programme for so many players. Raises ValueError below four.

    `awarded_byes`: how many of the players have so many byes; one with 1, 2 or 3 counts as 2, 4 or 8 players.
    """
    if players < FEWEST:
        raise ValueError(f"no event has fewer than {FEWEST} players: {players}")
    counted = players + sum(count * (2**byes - 1) for byes, count in (awarded_byes or {}).items())
    rounds, cut = next(((rounds, cut) for most, rounds, cut in _ROUNDS if counted <= most), _FOR_MORE)
    if not rounds:
        return Programme(swiss_rounds=0, cut=0, elimination_rounds=(counted - 1).bit_length())
    if cut == 4 and limited_draft_playoff:  # 9 to 16 players: a draft needs a table of eight
        return Programme(swiss_rounds=rounds - 1, cut=8)
    return Programme(swiss_rounds=rounds, cut=cut)
