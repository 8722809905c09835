"""How entries that take something back change a tournament: what the change has kept is put back, and nothing else."""

from __future__ import annotations

from typing import Any, TypeVar

from rules import entries as e
from rules import matchfold
from rules.changes import (
    Begun,
    Change,
    Closed,
    Cut,
    Dropped,
    Entered,
    Paired,
    Set,
    last_of,
    taken_back,
)
from rules.clocks import ZERO
from rules.facts import replace
from rules.folding import Folds
from rules.frozenmap import FrozenMap
from rules.likeness import skeletons
from rules.tournament import Player, Tournament

C = TypeVar("C", bound=Change)

Inverse = (
    e.SettingsUndone
    | e.PairingUndone
    | e.CutUndone
    | e.BeginUndone
    | e.RoundReopened
    | e.DropUndone
    | e.EntryUndone
)

folds: Folds[Tournament] = Folds()
FOLDS = folds.by_class


def _taken_back(state: Tournament, entry: Inverse, kind: type[C]) -> tuple[C, Tournament]:
    """The last change of who takes it back, and the event without it. Raises ValueError if it is of another kind."""
    change = last_of(state, entry.by)
    if not isinstance(change, kind):
        raise ValueError(f"{entry.by} has no {kind.__name__} to take back")
    return change, taken_back(state, change, entry.at)


@folds(e.SettingsUndone)
def _settings(state: Tournament, entry: e.SettingsUndone) -> Tournament:
    change, state = _taken_back(state, entry, Set)
    return replace(state, **change.before)


@folds(e.PairingUndone)
def _pairing(state: Tournament, entry: e.PairingUndone) -> Tournament:
    change, state = _taken_back(state, entry, Paired)
    number = change.before.number if change.before is not None else 0
    earlier = {table: match for (of, table), match in state.past.items() if of == number}
    past = state.past
    for table in earlier:
        past = past.without((number, table))
    return replace(
        state,
        round=change.before,
        matches=FrozenMap(earlier),
        seats=FrozenMap((p, table) for table, match in earlier.items() for p in match.players),
        past=past,
        bracket=change.bracket,
        swiss_rounds=change.swiss_rounds,
        previous_round_ends_at=change.previous_round_ends_at,
        holds=tuple(hold for hold in state.holds if not hold.table),
    )


@folds(e.CutUndone)
def _cut(state: Tournament, entry: e.CutUndone) -> Tournament:
    change, state = _taken_back(state, entry, Cut)
    return replace(state, bracket=None, stage=change.stage)


@folds(e.BeginUndone)
def _begin(state: Tournament, entry: e.BeginUndone) -> Tournament:
    change, state = _taken_back(state, entry, Begun)
    if state.round is None:
        return state
    paired = replace(state.round, begun_at=None, late_from=None, credit=ZERO, warned=frozenset())
    matches = FrozenMap((table, matchfold.fold(match, entry)) for table, match in state.matches.items())
    return replace(state, round=paired, matches=matches, owed=change.owed, byes=change.byes)


@folds(e.RoundReopened)
def _reopened(state: Tournament, entry: e.RoundReopened) -> Tournament:
    change, state = _taken_back(state, entry, Closed)
    current = state.round
    if current is None:
        return state
    for player in entry.back:
        state = _let_in(state, player)
        state = _with_player(state, player, dropped=None, dropping=player in change.leaving)
    waiting = tuple(item for item in state.no_shows if item[0] not in change.no_shows)
    passed = frozenset(
        left
        for left in state.book.rounds.warnings
        if current.ends_at is not None and current.ends_at - left <= entry.at
    )
    # nobody needs to hear late how much was left while the round was closed
    return replace(
        state, round=replace(current, closed_at=None, warned=current.warned | passed), no_shows=waiting
    )


@folds(e.DropUndone)
def _drop(state: Tournament, entry: e.DropUndone) -> Tournament:
    change, state = _taken_back(state, entry, Dropped)
    state = _let_in(state, entry.player)
    return _with_player(state, entry.player, dropped=None, dropping=change.before.dropping)


@folds(e.EntryUndone)
def _entry(state: Tournament, entry: e.EntryUndone) -> Tournament:
    change, state = _taken_back(state, entry, Entered)
    state = replace(state, playing=state.playing - 1)
    if change.before is not None:
        return replace(state, players=state.players.put(entry.player, change.before))
    name, alike = state.players[entry.player].name, state.alike
    for skeleton in skeletons(name):
        if alike.get(skeleton) == entry.player:
            alike = alike.without(skeleton)
    return replace(
        state,
        players=state.players.without(entry.player),
        called=state.called.without(name.casefold()),
        alike=alike,
    )


def _let_in(state: Tournament, player: e.PersonId) -> Tournament:
    """One more plays, who was out."""
    return replace(state, playing=state.playing + (not state.players[player].plays))


def _with_player(state: Tournament, player: e.PersonId, **changes: Any) -> Tournament:
    changed: Player = replace(state.players[player], **changes)
    return replace(state, players=state.players.put(player, changed))
