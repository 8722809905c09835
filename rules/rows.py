"""The rows of a playoff as an event has played them: which comes next, and who went on without a match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules import bracket as brackets
from rules import entries as e
from rules.bracket import Bracket, Slots
from rules.match import Match
from rules.tournament import Tournament


def coming_row(state: Tournament) -> Bracket | None:
    """The row of the bracket that is paired next, or one slot with the winner; None without a bracket.

    Rows in which nobody would play are passed over: everybody in them goes on.
    """
    found, out = state.bracket, who_left(state)
    if found is None:
        return None
    if found.before is not None and _is_to_be_paired_anew(state, found):
        found = found.before  # a result of it may have been corrected since
    row = found.slots
    if found.round:
        row = brackets.next_row(found, _matches(state, found.round), out)
    while len(row) > 1 and not brackets.meetings(_with(found, row), out).pairs:
        row = brackets.next_row(_with(found, row), {}, out)
    return _with(found, row)


def gone_on(state: Tournament) -> Iterator[tuple[int, e.PersonId]]:
    """Who went on without a match, with the round; who has won without a further one, with the round after it."""
    row, later = state.bracket, coming_row(state)
    if row is None or later is None:
        return
    if len(later.slots) == 1 and later.slots[0] is not None and not state.open_tables:
        yield row.round + 1, later.slots[0]
    further = set(later.slots)
    while row is not None and row.round:
        met = {player for match in _matches(state, row.round).values() for player in match.players}
        yield from (
            (row.round, player) for player in row.slots if player is not None and player in further - met
        )
        further |= set(row.slots)
        row = row.before


def _with(found: Bracket, row: Slots) -> Bracket:
    return Bracket(seeds=found.seeds, slots=row)


def _is_to_be_paired_anew(state: Tournament, found: Bracket) -> bool:
    current = state.round
    return current is not None and current.number == found.round and current.begun_at is None


def _matches(state: Tournament, number: int) -> Mapping[int, Match]:
    if state.round is not None and state.round.number == number:
        return state.matches
    return {table: match for (of, table), match in state.past.items() if of == number}


def who_left(state: Tournament) -> frozenset[e.PersonId]:
    """Who has left, or leaves with the round's close."""
    return frozenset(player.id for player in state.players.values() if not player.plays or player.dropping)
