"""Scores as they are said: by name and never by place at the table, so that nobody reads them the wrong way
round.
"""

from __future__ import annotations

from rules.entries import MatchFinished, Outcome, PersonId
from rules.match import Match


def games(mine: int, theirs: int, draws: int = 0) -> str:
    """`2-1`, or `2-1-1` with a drawn game."""
    return f"{mine}-{theirs}-{draws}" if draws else f"{mine}-{theirs}"


def seen_by(match: Match, player: PersonId) -> str:
    """The games so far, this player's first."""
    place = match.place_of(player)
    return games(match.wins[place], match.wins[1 - place], match.draws)


def leader(match: Match) -> PersonId | None:
    """Who is ahead in games; None at an even score."""
    first, second = match.wins
    if first == second:
        return None
    return match.players[0] if first > second else match.players[1]


def winner(result: MatchFinished) -> PersonId | None:
    """Who has won the match, if one of the two has."""
    by_outcome = {Outcome.PLAYER1: result.player1, Outcome.PLAYER2: result.player2}
    return by_outcome.get(result.outcome)
