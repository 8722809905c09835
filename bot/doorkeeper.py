"""The doorkeeper: when somebody is seen in the channel whose standing forbids it, those who can act hear of it (7.4).

Told once for each standing that was set, so that a bad line does not make an alarm of every return.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from bot.wording.standings import seen_in_the_channel
from rules.entries import PersonId, StandingSet
from rules.league import League
from rules.membership import Standing


class Doorkeeper:
    """Knows who should not be there. Turns nobody away: that is for the operators."""

    def __init__(
        self, league: Callable[[], League], standings: Mapping[str, Standing], alert: Callable[[str], None]
    ) -> None:
        self._league = league
        self._standings = standings
        self._alert = alert
        self._told: set[StandingSet] = set()

    def look_at(self, people: Iterable[PersonId]) -> None:
        """These people are in the channel."""
        for person in people:
            entry = self._league().standing_of(person)
            if entry is not None and entry not in self._told and self._is_shut_out(entry):
                self._told.add(entry)
                self._alert(seen_in_the_channel(entry))

    def _is_shut_out(self, entry: StandingSet) -> bool:
        row = self._standings.get(entry.standing)
        return row is not None and not row.may_join
