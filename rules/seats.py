"""Which match an act is about: found from the person at the moment of the act, never guessed."""

from __future__ import annotations

from rules import refusals as r
from rules.entries import PersonId
from rules.match import Match
from rules.recorder import Recorder
from rules.tournament import Player, Tournament


def score(state: Tournament, match: Match) -> str:
    """The result, or how it stands, by name: `alice 2-1 bob`."""
    first, second = match.players
    wins, draws = (match.result.wins, match.result.draws) if match.result else (match.wins, match.draws)
    drawn = f"-{draws}" if draws else ""
    return f"{state.name_of(first)} {wins[0]}-{wins[1]}{drawn} {state.name_of(second)}"


def paired_match(rec: Recorder, player: PersonId) -> Match:
    """The player's match of the round that is paired or runs. Refused for anybody without one."""
    state = rec.state
    if state.is_over:
        raise r.EventOver
    found = state.players.get(player)
    if found is None:
        raise r.NotRegistered(player=player)
    match = state.match_of(player)
    if match is None or state.round is None or state.round.is_closed:
        if not found.plays:
            raise r.OutOfEvent(player=player)
        if state.round is None:
            raise r.NoRound
        raise r.NoMatch
    return match


def open_match(rec: Recorder, player: PersonId) -> Match:
    """The player's match, begun and without a result."""
    match = paired_match(rec, player)
    require_open(rec, match)
    return match


def require_open(rec: Recorder, match: Match) -> None:
    """Refuse a match that has not begun, or has its result."""
    if match.result is not None:
        raise r.AlreadyOver(table=match.table, at=match.result.at, result=score(rec.state, match))
    if match.begun_at is None:
        raise r.RoundNotBegun


def arrived_match(rec: Recorder, player: PersonId) -> Match:
    """The player's open match, with both players arrived: from here on there can be results."""
    match = open_match(rec, player)
    missing = tuple(side.player for side in match.sides if side.arrived_at is None)
    if missing:
        raise r.NotThereYet(missing=missing)
    return match


def table_match(rec: Recorder, table: int) -> Match:
    """The match at a table of the current round."""
    match = rec.state.matches.get(table)
    if match is None:
        raise r.NoSuchTable(table=table, tables=len(rec.state.matches))
    return match


def running(rec: Recorder) -> Tournament:
    """The event, if it is not over."""
    if rec.state.is_over:
        raise r.EventOver
    return rec.state


def entered(rec: Recorder, person: PersonId) -> Player:
    """The player, if still in the event."""
    player = running(rec).players.get(person)
    if player is None:
        raise r.NotRegistered(player=person)
    if not player.plays:
        raise r.OutOfEvent(player=person)
    return player


def between_rounds(rec: Recorder) -> Tournament:
    """The event, if a round can be paired now."""
    state = running(rec)
    if state.round is not None and state.round.runs:
        raise r.RoundRuns(round=state.round.number)
    return state


def next_round(state: Tournament) -> int:
    """The number of the round that is paired now; one that has not begun is paired anew."""
    current = state.round
    if current is None:
        return 1
    return current.number if current.begun_at is None else current.number + 1
