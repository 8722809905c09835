"""Questions: what the bot asks a player about an act of the player's own, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator

from bot.wording.quotes import plain, said
from bot.wording.scene import Scene, Spoken
from bot.wording.scores import games
from bot.wording.speaking import says
from cogs import presses
from cogs.speech import Press, Urgency
from rules.entries import MatchFinished, PersonId, Question, QuestionAsked, QuestionClosed
from rules.match import Match
from rules.rulebook import MatchLossScore


@says(QuestionAsked)
def asked(scene: Scene, entry: QuestionAsked) -> Iterator[Spoken]:
    match = scene.match(entry)
    what = subject(scene, match, entry.player, entry.question) if match else "do it"
    yield scene.tell(
        entry.player,
        f"{scene.name(entry.player)}, {what}?{said(entry.words)} !yes by "
        f"{scene.by_time(entry.lapses_at)}, or !no.",
        Urgency.NOW,
        presses=_answers(scene, match, entry) if match else (),
    )


def _answers(scene: Scene, match: Match, entry: QuestionAsked) -> tuple[Press, ...]:
    """A yes that spells out who gives what up (3.6, 3.7)."""
    does = "concedes the match" if entry.question is Question.CONCEDE_MATCH else "drops out"
    return presses.answers_to_question(match, entry.player, f"{scene.name(entry.player)} {does}")


def subject(scene: Scene, match: Match, player: PersonId, question: Question) -> str:
    """What the question asks: `concede the match to bob 0-2`."""
    concede = (
        f"concede the match to {scene.name(match.opponent_of(player))} {_conceded(scene, match, player)}"
    )
    if question is Question.CONCEDE_MATCH:
        return concede
    if match.is_over:
        return f"drop out of {plain(scene.state.name, 60)} when the round closes (3.7)"
    if match.is_skipped:
        opponent = scene.name(match.opponent_of(player))
        return f"drop out of {plain(scene.state.name, 60)} and be second, with {opponent} first (3.6)"
    if match.begun_at is None:
        return f"drop out of {plain(scene.state.name, 60)}, and lose the match of this round (3.7)"
    return f"drop out of {plain(scene.state.name, 60)}, and {concede} (3.7)"


def _conceded(scene: Scene, match: Match, player: PersonId) -> str:
    """The score of a conceded match, the one who concedes first (OG-R33)."""
    keeps = scene.book.policies.score_of_match_loss is MatchLossScore.LOSER_KEEPS_WINS
    return games(match.side_of(player).wins if keeps else 0, match.needed, match.draws)


@says(QuestionClosed)
def closed(scene: Scene, entry: QuestionClosed) -> Iterator[Spoken]:
    if entry.answered_yes or scene.at_table(MatchFinished, entry):
        return  # what was asked for follows
    what = "conceding the match" if entry.question is Question.CONCEDE_MATCH else "dropping out"
    lapsed = "no answer came, so " if entry.lapsed else ""
    text = f"{scene.name(entry.player)}, {lapsed}{what} is off, and nothing has changed."
    yield scene.tell(entry.player, text)
