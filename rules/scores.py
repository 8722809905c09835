"""Scores that can be: one check for every road by which a result comes in."""

from __future__ import annotations

from rules import refusals as r
from rules.match import Match

MOST_DRAWS = 9
MOST_SWISS_WINS = 2
"""A Swiss round is best of three (2.1)."""


def finished_scores(needed: int) -> tuple[str, ...]:
    """The scores of a match that is played out, the winner's games first."""
    return tuple(f"{needed}-{lost}" for lost in range(needed))


def possible_scores(match: Match) -> tuple[tuple[int, int, int], ...]:
    """The results that may be reported now: the first player's games, the second's, drawn ones, fewest draws first."""
    games = range(match.needed + 1)
    wanted = (
        (first, second, match.draws + more)
        for more in range(2)
        for first in reversed(games)
        for second in games
    )
    return tuple(score for score in wanted if _can_be(match, *score))


def _can_be(match: Match, first: int, second: int, draws: int) -> bool:
    try:
        check_score(match, first, second, draws)
    except r.ImpossibleScore:
        return False
    return True


def check_score(match: Match, first: int, second: int, draws: int) -> None:
    """Refuse a final score that does not fit the match, or the games that are known."""
    allowed = finished_scores(match.needed)
    refusal = r.ImpossibleScore(best_of=match.best_of, why="", allowed=allowed)
    if draws > MOST_DRAWS or max(first, second) > match.needed or min(first, second) >= match.needed:
        refusal.why = "too many games"
        raise refusal
    if first < match.wins[0] or second < match.wins[1] or draws < match.draws:
        refusal.why = "games that are final already are missing in it"
        raise refusal
    if max(first, second) == match.needed:
        return
    if match.time_called_at is None:
        refusal.why = "the match is not played out"
        raise refusal
    if not match.is_swiss and first == second:
        refusal.why = "somebody has to win in single elimination"
        raise refusal
