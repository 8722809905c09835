"""Changes of an organiser that `!undo` can take back, each with what was before it.

How it works: the fold remembers a `Change` for every such entry, the newest last; `rules.revoking` decides whether one
can still be taken back, and the fold of the inverse entry puts the part back that it has kept. Only that part: what
has happened to everything else meanwhile stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from rules.entries import PersonId, Role, Stage
from rules.facts import replace

if TYPE_CHECKING:
    from datetime import datetime

    from rules.bracket import Bracket
    from rules.tournament import Bye, Owed, Player, Round, Tournament

KEPT = 50
"""So many are remembered; whoever wants to go further back says the opposite word."""

REPEATED = timedelta(seconds=5)
"""A second `!undo` this soon is most likely the first one sent twice, and must not take back a second change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Something that an organiser has changed."""

    by: PersonId
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired(Change):
    """A round was paired. `before`: the round before it, None when it was the first."""

    round: int
    before: Round | None
    previous_round_ends_at: datetime | None
    swiss_rounds: int
    bracket: Bracket | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut(Change):
    """The playoff was seeded; `stage` is the one before it."""

    stage: Stage
    drawn: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun(Change):
    """A round was begun. `last_number`: of calls, penalties and appeals at that moment."""

    round: int
    owed: tuple[Owed, ...]
    byes: tuple[Bye, ...]
    last_number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed(Change):
    """A round was closed. `leaving` left with it, `no_shows` had never come."""

    round: int
    leaving: tuple[PersonId, ...]
    no_shows: tuple[PersonId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped(Change):
    """A player was dropped in or after `round` (0: before the first). `before`: as the player was."""

    before: Player
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered(Change):
    """A player was entered late, in or after `round`. `before`: the player who had left, None for a new one."""

    player: PersonId
    round: int
    before: Player | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Named(Change):
    """Somebody was given an office."""

    role: Role
    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed(Change):
    """An office was taken back."""

    role: Role
    person: PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class Set(Change):
    """What was announced was changed. `before`: the fields of the event that it changed, as they were."""

    before: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseChanged(Change):
    """A limited event went on to another phase; `before` is the one it was in."""

    before: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultSet(Change):
    """A result was set, which is a judge's matter."""

    round: int
    table: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """A change that was taken back, and when."""

    change: Change
    at: datetime


def remembering(state: Tournament, change: Change) -> Tournament:
    """The event, with one more change to take back. The pairing that stands is never forgotten for its age."""
    kept = state.changes
    if len(kept) >= KEPT and not _is_last_pairing(kept[0], kept):
        kept = kept[1:]
    return replace(state, changes=(*kept, change))


def _is_last_pairing(change: Change, among: tuple[Change, ...]) -> bool:
    return isinstance(change, Paired) and not any(isinstance(other, Paired) for other in among[1:])


def last_of(state: Tournament, person: PersonId) -> Change | None:
    """This person's last change that is not taken back."""
    return next((change for change in reversed(state.changes) if change.by == person), None)


def forgetting(state: Tournament, change: Change) -> Tournament:
    """The event without this change among those that can be taken back."""
    return replace(state, changes=tuple(other for other in state.changes if other is not change))


def taken_back(state: Tournament, change: Change, at: datetime) -> Tournament:
    """The event without this change, which its author has taken back. Of several in one second the first one counts:
    the others went with it.
    """
    last = state.undone.get(change.by)
    if last is None or last.at != at:
        state = replace(state, undone=state.undone.put(change.by, Undone(change=change, at=at)))
    return forgetting(state, change)
