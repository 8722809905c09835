"""Questions to a player about an own act: whether it is meant. They lapse after two minutes."""

from __future__ import annotations

from rules import entries as e
from rules.match import Match
from rules.recorder import Recorder


def ask(rec: Recorder, match: Match, player: e.PersonId, question: e.Question, words: str = "") -> None:
    """Ask whether the own act is meant; a second time takes the place of the first."""
    lapses_at = rec.now + rec.state.book.clocks.question_lapse
    rec.enter(
        e.QuestionAsked(**rec.at(match), player=player, question=question, words=words, lapses_at=lapses_at)
    )


def close_question(rec: Recorder, match: Match, player: e.PersonId, *, quietly: bool = False) -> None:
    """The question is answered or taken back. `quietly`: with yes, so what was asked for follows."""
    asked = match.side_of(player).asked
    if asked is not None:
        rec.enter(
            e.QuestionClosed(**rec.at(match), player=player, question=asked.question, answered_yes=quietly)
        )
