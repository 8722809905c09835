"""The final that is not played (3.6, OG-R30): both finalists agree, then one drops and is second.

Only the last match of a playoff knows this. While both have agreed no clock measures them; a game that begins all
the same, or an agreement taken back, undoes it.
"""

from __future__ import annotations

from rules import entries as e
from rules import refusals as r
from rules.acts import SkipFinal
from rules.finish import match_over
from rules.match import Match
from rules.recorder import Recorder
from rules.seats import open_match


def skip_final(rec: Recorder, act: SkipFinal) -> None:
    """A finalist agrees not to play. Refused for every other match, and once a game has begun or been decided."""
    match = open_match(rec, act.by)
    if match.stage is not e.Stage.FINAL:
        raise r.FinalOnly
    if match.runs or match.games:
        raise r.FinalBegun(game=match.game)
    if act.by in match.skipped_by:
        raise r.SkippedAlready(opponent=match.opponent_of(act.by), agreed=match.is_skipped)
    rec.enter(e.FinalSkipAgreed(**rec.at(match), player=act.by))


def take_back_skipping(rec: Recorder, match: Match, player: e.PersonId) -> None:
    """The finalist wants to play after all; no reason is asked for."""
    rec.enter(e.FinalSkipWithdrawn(**rec.at(match), player=player))


def leave_unplayed(rec: Recorder, match: Match, player: e.PersonId, words: str) -> None:
    """Both have agreed and this one drops: second place, the other is first, and nothing is rated."""
    match_over(
        rec,
        match.table,
        winner=None,
        outcome=e.Outcome.UNPLAYED,
        how=e.HowMatch.DROP,
        clause="3.6",
        by=player,
        words=words,
    )
