"""Sizes: how much a run of the bench measures."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """`commands` are said one after the other, `burst` with many in flight, in each of `rounds_of_words`.

    For so long as `settle` nothing is said before a list, so that a server with limits has forgotten what was said.
    """

    tables: int
    rounds_of_deadlines: int
    commands: int
    burst: int
    rounds_of_words: int
    matches: int
    paired_players: tuple[int, ...]
    rounds_of_pairings: int
    settle: timedelta
    starts: int
    members: int


FULL = Size(
    tables=5000,
    rounds_of_deadlines=3,
    commands=600,
    burst=2000,
    rounds_of_words=7,
    matches=512,
    paired_players=(1024, 4096),
    rounds_of_pairings=3,
    settle=timedelta(seconds=12),
    starts=5,
    members=10_000,
)
TINY = Size(
    tables=5,
    rounds_of_deadlines=1,
    commands=5,
    burst=10,
    rounds_of_words=1,
    matches=1,
    paired_players=(16,),
    rounds_of_pairings=1,
    settle=timedelta(0),
    starts=1,
    members=20,
)
"""Enough to see that everything runs; it says nothing about speed."""
