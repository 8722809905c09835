"""Before the first round: what has to be in order when players are paired (1.9, 5.1, 6.2), and what is missing (0.3).

A challenge that nobody announced more of than its name is played as it is. What was announced is kept: a format asks
for decks, a two-judge event for both judges, a premier event for its players.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rules import entries as e
from rules import refusals as r
from rules.recorder import Recorder
from rules.settings import YES
from rules.tournament import Player, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Checklist:
    """What the bot can see of 0.3: who has no deck on file, and who is not in the channel."""

    no_deck: tuple[e.PersonId, ...]
    away: tuple[e.PersonId, ...]


def needs_decks(state: Tournament) -> bool:
    """5.1: a format that was announced is played with decks on file; `decks=` says otherwise."""
    said = state.keys.get("decks")
    return bool(state.format) if said is None else said.lower() in YES


def is_premier(state: Tournament) -> bool:
    """Everything above a challenge (2.2, 6.2)."""
    kind = state.book.kind(state.kind)
    return kind is not None and kind.premier


def is_by_invitation(state: Tournament) -> bool:
    """0.2: an invitational, and any event with a list."""
    kind = state.book.kind(state.kind)
    return bool(state.keys.get("invited")) or (kind is not None and kind.by_invitation)


def checklist(state: Tournament) -> Checklist:
    """What is missing before round 1, by name."""
    active = sorted((p for p in state.players.values() if p.plays), key=lambda player: player.name)
    no_deck = [p.id for p in active if _lacks_deck(state, p)]
    away = [p.id for p in active if not state.is_here(p.id)]
    return Checklist(no_deck=tuple(no_deck), away=tuple(away))


def _lacks_deck(state: Tournament, player: Player) -> bool:
    return not player.deck and not state.formalities_met and needs_decks(state)


def check_pairing(rec: Recorder, seated: Collection[e.PersonId], *, by_hand: bool) -> None:
    """Refuse a pairing of players without a deck, and a first one before everything is in order."""
    state = rec.state
    if state.formalities_met:
        return
    if state.round is None or (state.round.number == 1 and state.round.begun_at is None):
        _check_officials(state)
        _check_number(state, seated, by_hand=by_hand)
    lacking = sorted((p for p in seated if _lacks_deck(state, state.players[p])), key=state.name_of)
    if lacking:
        raise r.NoDeck(players=tuple(lacking))


def _check_officials(state: Tournament) -> None:
    """1.9: both judges are named before the start."""
    if state.two_judges:
        both = (e.Role.HEAD_JUDGE, e.Role.SECONDARY_JUDGE)
        absent = tuple(role for role in both if not state.holders(role))
        if absent:
            raise r.TwoJudgesMissing(missing=absent)


def _check_number(state: Tournament, seated: Collection[e.PersonId], *, by_hand: bool) -> None:
    """6.2, OG-R23: those of the first pairing count. A few who sit down by hand play a challenge, unsanctioned."""
    needed = state.book.policies.minimum_players
    if len(seated) < needed and not (by_hand and not is_premier(state)):
        raise r.TooFewPlayers(players=len(seated), needed=needed)
