"""The recorder: how `decide` writes.

Each entry is applied at once, so that the next rule sees it: a game loss ends the game, the match, the round. When
a rule refuses, the recorder is dropped and nothing has changed.
"""

from __future__ import annotations

from datetime import datetime
from typing import TypedDict

from rules import entries as e
from rules.fold import apply
from rules.match import Match
from rules.tournament import Tournament


class At(TypedDict):
    """When and at which table: the fields that entries about a match share."""

    at: datetime
    round: int
    table: int


class Recorder:
    """Collects the entries of one decision.

    `now` is the second they are entered with, `received` the second in which the act came: what was due while the
    bot was away is entered with the time it fell due, and received later.
    """

    def __init__(self, state: Tournament, now: datetime) -> None:
        self.state = state
        self.now = now
        self.received = now
        self.entries: list[e.Entry] = []

    def enter(self, entry: e.Entry) -> None:
        """Write an entry, and see its effect."""
        self.state = apply(self.state, entry)
        self.entries.append(entry)

    def match(self, table: int) -> Match:
        """The match at a table, as it stands now."""
        return self.state.matches[table]

    def at(self, match: Match) -> At:
        """The fields `at`, `round` and `table` of an entry about this match."""
        return {"at": self.now, "round": match.round, "table": match.table}

    def next_number(self) -> int:
        """The next number for a call, penalty or appeal."""
        return self.state.last_number + 1

    def next_draw(self) -> int:
        """The next number for a flip or roll."""
        return self.state.last_draw + 1
