"""What losses do to a match: those of one second together, so that the order of two names never matters (OG-R09)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rules import entries as e
from rules.finish import both_lose, game_over, match_lost
from rules.match import GAME_LOSS, MATCH_LOSS
from rules.recorder import Recorder


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """A loss that a standing penalty brings."""

    player: e.PersonId
    level: str
    penalty: int


def take_effect(rec: Recorder, table: int, losses: Sequence[Loss]) -> None:
    """Losses of one second, together; of several for one player the match loss comes first, then game by game."""
    left = sorted(losses, key=lambda loss: loss.level != MATCH_LOSS)
    while left:
        together = list({loss.player: loss for loss in reversed(left)}.values())
        _take_effect(rec, table, sorted(together, key=lambda loss: loss.penalty))
        left = [loss for loss in left if loss not in together]


def _take_effect(rec: Recorder, table: int, losses: Sequence[Loss]) -> None:
    """One loss for each player: two of a kind cancel, or lose the match for both (OG-R09)."""
    match = rec.match(table)
    if not losses or not match.is_open:
        return
    match_losses = {loss.player: loss for loss in losses if loss.level == MATCH_LOSS}
    game_losses = {loss.player: loss for loss in losses if loss.level == GAME_LOSS}
    numbers = tuple(loss.penalty for loss in losses)
    if len(match_losses) == 2:
        both_lose(rec, table, how=e.HowMatch.MATCH_LOSS, penalties=numbers)
    elif match_losses:
        ((loser, loss),) = match_losses.items()
        match_lost(rec, table, loser=loser, how=e.HowMatch.MATCH_LOSS, penalties=(loss.penalty,))
    elif len(game_losses) == 2:
        game_over(rec, table, winner=None, how=e.HowGame.BOTH_PENALISED, counts=False, penalties=numbers)
    elif game_losses:
        ((loser, loss),) = game_losses.items()
        winner = match.opponent_of(loser)
        game_over(rec, table, winner=winner, how=e.HowGame.PENALTY, penalties=(loss.penalty,))


def lose_those_gone(rec: Recorder, table: int, also: Collection[e.PersonId] = ()) -> None:
    """Who is out of the event loses the match that is open. The other wins it, unless `also` about to lose it."""
    match = rec.match(table)
    gone = [player for player in match.players if not rec.state.players[player].plays]
    if not match.is_open or not gone:
        return
    if {*gone, *also}.issuperset(match.players):
        both_lose(rec, table, how=e.HowMatch.DROP, clause="3.7")
    else:
        match_lost(rec, table, loser=gone[0], how=e.HowMatch.DROP, clause="3.7")
