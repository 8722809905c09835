"""The programme of an event: how many Swiss rounds are played, and how many players go on (MTR App. E, B7)."""

from __future__ import annotations

from rules.entries import Stage
from rules.recommendation import FEWEST, recommended
from rules.tournament import Tournament

FEWEST_ROUNDS = 3
"""For eight and fewer App. E has a bracket of three rounds; they play as many Swiss rounds (MTR 10.2 wants three)."""

_CUT = "swiss+top"


def recommended_rounds(players: int) -> int:
    """How many Swiss rounds are recommended for so many players."""
    if players < FEWEST:
        return FEWEST_ROUNDS
    return recommended(players).swiss_rounds or FEWEST_ROUNDS


def swiss_rounds(state: Tournament) -> int:
    """How many Swiss rounds are played: as announced, else as recommended for those who have entered."""
    announced = state.keys.get("rounds")
    if announced is not None:
        return int(announced)
    return state.swiss_rounds or recommended_rounds(len(state.players))


def rounds_known(state: Tournament) -> int:
    """How many Swiss rounds were announced or begun with; 0: nobody has said."""
    return int(state.keys.get("rounds", state.swiss_rounds))


def rounds_left(state: Tournament) -> int:
    """How many Swiss rounds are still to be played of those that were announced or begun with; 0: nobody has said."""
    known = rounds_known(state)
    played = 0 if state.round is None else state.round.number
    return max(known - played, 0) if state.stage is Stage.SWISS and not is_single_elimination(state) else 0


def is_single_elimination(state: Tournament) -> bool:
    """Whether the event has no Swiss rounds at all."""
    return state.keys.get("stages") == "single_elimination"


def announced_cut(state: Tournament) -> int:
    """How many players go on to the playoff; 0 when nobody does."""
    stages = state.keys.get("stages", "")
    return int(stages.removeprefix(_CUT)) if stages.startswith(_CUT) else 0
