"""The programme of an event: how many Swiss rounds are played, and how many players go on (MTR App. E, B7)."""

from __future__ import annotations

from rules.tournament import Tournament

FEWEST_ROUNDS = 3
"""MTR 10.2: with fewer nothing is decided."""

_ROUNDS_UP_TO = ((8, FEWEST_ROUNDS), (32, 5), (64, 6), (128, 7), (226, 8), (409, 9))
_MOST_ROUNDS = 10
_CUT = "swiss+top"


def recommended_rounds(players: int) -> int:
    """How many Swiss rounds MTR App. E has for so many players.

    For eight and fewer it has a bracket of three rounds; they play as many Swiss rounds.
    """
    return next((rounds for most, rounds in _ROUNDS_UP_TO if players <= most), _MOST_ROUNDS)


def swiss_rounds(state: Tournament) -> int:
    """How many Swiss rounds are played: as announced, else as recommended for those who have entered."""
    announced = state.keys.get("rounds")
    if announced is not None:
        return int(announced)
    return state.swiss_rounds or recommended_rounds(len(state.players))


def cut(state: Tournament) -> int:
    """How many players go on to the playoff; 0 when nobody does."""
    stages = state.keys.get("stages", "")
    return int(stages.removeprefix(_CUT)) if stages.startswith(_CUT) else 0
