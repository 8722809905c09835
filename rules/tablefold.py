"""Where an entry about a match goes: to one table, to where somebody sits, or to every table of the round."""

from __future__ import annotations

from typing import Any

from rules import entries as e
from rules import matchfold
from rules.facts import replace
from rules.frozenmap import FrozenMap
from rules.tournament import Tournament


def at_table(state: Tournament, entry: Any) -> Tournament:
    """An entry about a match of this round or an earlier one. Raises KeyError for a table that never was."""
    if state.round is not None and entry.round == state.round.number:
        match = matchfold.fold(state.matches[entry.table], entry)
        return replace(state, matches=state.matches.put(entry.table, match))
    place = (entry.round, entry.table)
    return replace(state, past=state.past.put(place, matchfold.fold(state.past[place], entry)))


def at_seat(state: Tournament, person: e.PersonId, entry: e.Entry) -> Tournament:
    """An entry about somebody who may sit at a table of this round, or at none."""
    table = state.seats.get(person)
    if table is None:
        return state
    return replace(state, matches=state.matches.put(table, matchfold.fold(state.matches[table], entry)))


def at_all(state: Tournament, entry: e.Entry) -> Tournament:
    """An entry that concerns every table of this round."""
    matches = FrozenMap((table, matchfold.fold(match, entry)) for table, match in state.matches.items())
    return replace(state, matches=matches)
