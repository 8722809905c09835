"""Steps: penalties for one and the same thing, of which the later took the place of the earlier.

A clock's game loss rises to a match loss, and a judge's Caution to what the head judge thinks right. The steps share
a cause and name each other in `supersedes`; only the highest stands, and they fall together.
"""

from __future__ import annotations

from rules.entries import PersonId
from rules.tournament import Penalty, Tournament

STANDS = frozenset({"standing", "superseded"})
"""Statuses of a penalty that has its place in the record: it stands, or a later step of it does."""

UNHEARD_OF = frozenset({"pending", "dismissed"})
"""Statuses of a penalty that nobody but the judges has heard of."""


def steps_of(state: Tournament, penalty: Penalty) -> tuple[Penalty, ...]:
    """This penalty and all other steps of it, in the order of their numbers, whatever became of them."""
    cause = _first(state, penalty).cause
    return tuple(p for p in state.penalties_of(penalty.player) if _first(state, p).cause == cause)


def has_risen(state: Tournament, penalty: Penalty) -> bool:
    """Whether a later step has taken its place, whatever became of both since."""
    return any(
        p.supersedes == penalty.number and p.status not in UNHEARD_OF
        for p in state.penalties_of(penalty.player)
    )


def _first(state: Tournament, penalty: Penalty) -> Penalty:
    while penalty.supersedes in state.penalties:
        penalty = state.penalties[penalty.supersedes]
    return penalty


def standing_at(
    state: Tournament, player: PersonId, infraction: str, place: tuple[int, int]
) -> Penalty | None:
    """The last penalty that stands for this infraction in this round at this table."""
    found = [
        p
        for p in state.penalties_of(player)
        if p.status == "standing" and p.infraction == infraction and (p.round, p.table) == place
    ]
    return found[-1] if found else None


def is_higher(state: Tournament, level: str, than: str) -> bool:
    """Whether this level stands above the other on the rulebook's ladder."""
    ladder = [rung.level.value for rung in state.book.ladder]
    return ladder.index(level) > ladder.index(than)


def cause_for(state: Tournament, player: PersonId, cause: str, level: str, number: int) -> str:
    """The cause under which this step is kept: with its level it is given to one penalty only.

    A step that was dismissed or overturned and comes again, or a clock's beside a judge's, has a cause of its own.
    """
    taken = any(p.cause == cause and p.level == level for p in state.penalties_of(player))
    return f"{cause}.{number}" if taken else cause
