"""What holds at the end of a rehearsal: the facts of the event's state and of the store's penalties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from bot.rehearsal.facts import (
    CallsFact,
    ChoiceFact,
    DropFact,
    EndFact,
    Fact,
    MatchFact,
    PenaltyFact,
    StandingFact,
)
from rules.entries import Departure, Outcome, PersonId
from rules.match import Match
from rules.standings import records, swiss_results
from rules.tournament import Bye, Tournament

BYE = "bye"


def facts_of(state: Tournament | None, penalties: Sequence[Mapping[str, Any]]) -> list[Fact]:
    """Everything that a transcript can expect at the end. `penalties` are rows of the export."""
    facts: list[Fact] = [penalty_fact(row) for row in penalties]
    if state is None:
        return [*facts, CallsFact(count=0)]
    facts.append(CallsFact(count=len(state.open_calls)))
    facts += (DropFact(player=_name(state, player)) for player in dropped(state))
    facts += (match_fact(state, match) for match in matches(state))
    facts += (bye_fact(state, bye) for bye in state.byes)
    facts += _ends(state)
    facts += _choices(state)
    points = match_points(state)
    facts += (StandingFact(player=_name(state, player), points=won) for player, won in points.items())
    return facts


def penalty_fact(row: Mapping[str, Any]) -> PenaltyFact:
    """The fact in a row of `export penalties`; its time is when it fell due, else when it was given."""
    return PenaltyFact(
        at=datetime.fromisoformat(row["due_at"] or row["issued_at"]),
        player=str(row["player"]).lower(),
        infraction=row["infraction"],
        penalty=row["penalty"],
        status=row["status"],
    )


def matches(state: Tournament) -> list[Match]:
    """All matches of the event, by round and table."""
    every = {**dict(state.past), **{(match.round, match.table): match for match in state.matches.values()}}
    return [match for _, match in sorted(every.items())]


def match_fact(state: Tournament, match: Match) -> MatchFact:
    """How a table stands."""
    wins, draws = match.wins, match.draws
    if match.result is not None:
        wins, draws = match.result.wins, match.result.draws
    first, second = match.players
    return MatchFact(
        round=match.round,
        player1=_name(state, first),
        player2=_name(state, second),
        wins1=wins[0],
        wins2=wins[1],
        draws=draws,
        state=state_of(match),
    )


def bye_fact(state: Tournament, bye: Bye) -> MatchFact:
    """How a bye stands."""
    return MatchFact(
        round=bye.round,
        player1=_name(state, bye.player),
        player2=BYE,
        wins1=bye.wins,
        wins2=0,
        draws=0,
        state="final",
    )


def state_of(match: Match) -> str:
    """`open`, `final`, `disputed`, `double_loss` or `unplayed`."""
    if match.result is None:
        return "disputed" if match.disputed else "open"
    odd = {Outcome.DOUBLE_LOSS: "double_loss", Outcome.UNPLAYED: "unplayed"}
    return odd.get(match.result.outcome, "final")


def dropped(state: Tournament) -> Iterator[PersonId]:
    """Who left the event, the disqualified apart."""
    for player in state.players.values():
        if player.dropped is not None and player.dropped is not Departure.DISQUALIFIED:
            yield player.id


def match_points(state: Tournament) -> dict[PersonId, int]:
    """Match points of all who registered, from final results; the disqualified are not listed."""
    kept = records(swiss_results(state), state.book.points)
    listed = [player for player in state.players.values() if player.dropped is not Departure.DISQUALIFIED]
    return {
        player.id: kept[player.id].points if player.id in kept else 0
        for player in sorted(listed, key=lambda player: player.name.lower())
    }


def _ends(state: Tournament) -> Iterator[Fact]:
    for match in state.matches.values():
        if match.ends_at is not None:
            players = frozenset(_name(state, player) for player in match.players)
            yield EndFact(at=match.ends_at, players=players)


def _choices(state: Tournament) -> Iterator[Fact]:
    """Who chooses or chose in each game of each player's last match."""
    last = {player: match for match in matches(state) for player in match.players}
    for match in {(match.round, match.table): match for match in last.values()}.values():
        choosers = {game.number: game.chooser for game in match.games}
        if not match.is_over or match.game not in choosers:
            choosers[match.game] = match.chooser
        for game, chooser in choosers.items():
            if chooser is not None:
                yield ChoiceFact(player=_name(state, chooser), game=game)


def _name(state: Tournament, player: PersonId) -> str:
    return state.name_of(player).lower()
