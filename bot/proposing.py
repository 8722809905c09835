"""Proposing: what may be meant in a field of a command, from the events as they stand and who is there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from bot.events import Events
from bot.people import People
from cogs.command import Declared
from cogs.office import Unclear
from cogs.speech import Person
from cogs.suggestions import Asked, Known, Suggestion, suggest
from rules.entries import PersonId
from rules.rulebook import Rulebook
from rules.tournament import Tournament

_MOST_NAMES = 5000
"""So many of those who are there are looked through besides the people of the event: it is done at each key press."""


class Proposer:
    """A `cogs.suggestions.Suggest` of this process."""

    def __init__(
        self, events: Events, people: People, commands: Sequence[Declared], default: Rulebook
    ) -> None:
        """`default` is the rulebook where no event is meant."""
        self._events = events
        self._people = people
        self._commands: Mapping[str, str] = {declared.name: declared.summary for declared in commands}
        self._default = default

    def __call__(self, person: Person, asked: Asked) -> Sequence[Suggestion]:
        """What fits best, by the event that is named, else that which this person would mean."""
        who = self._people.who(person).id
        state = self._state(who, asked.event or None)
        known = Known(
            who=who,
            book=state.book if state is not None else self._default,
            state=state,
            names=islice(self._people.nicks_here(), _MOST_NAMES),
            commands=self._commands,
            events={event: self._events.states()[event].name for event in self._events.open_ids()},
        )
        return suggest(asked, known)

    def _state(self, who: PersonId, named: str | None) -> Tournament | None:
        try:
            return self._events.desk(self._events.meant(who, named)).state
        except Unclear:
            return None
