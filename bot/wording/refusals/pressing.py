"""Refusals of buttons: whose moment is over, or that are another one's. Each says what is true now."""

from __future__ import annotations

from bot.wording.claims import recorded
from bot.wording.quotes import named
from bot.wording.refusals.asking import Asking, answers
from bot.wording.scores import games
from bot.wording.times import at_time
from rules.entries import HowMatch, Outcome, PersonId, Question
from rules.match import Match, Result
from rules.pressing import Matter
from rules.refusals import NotForYou, PressedLate


@answers(NotForYou)
def not_for_you(refusal: NotForYou, asking: Asking) -> str:
    whose = f"the players of table {refusal.table}" if refusal.table else "those who are paired in this round"
    if refusal.player is not None:
        whose = asking.name(refusal.player)
    return f"that button is not for you: it is for {whose}. Nothing has changed."


@answers(PressedLate)
def pressed_late(refusal: PressedLate, asking: Asking) -> str:
    match = asking.state.match_at(refusal.round, refusal.table) if asking.state else None
    if match is None:
        return "that button is of a match that is not played any more. !pairing shows your table."
    if match.result is not None:
        return f"{_result(match, match.result, asking)}{_next(match, asking)}"
    now = _open(match, asking) or _done(match, Matter(refusal.matter), asking) or _standing(match, asking)
    return f"{now} The button that you pressed is older, and has changed nothing."


def _name(asking: Asking, person: PersonId) -> str:
    """The name in full, so that a result reads the same to everybody."""
    return named(asking.state.name_of(person) if asking.state else person)


def _result(match: Match, result: Result, asking: Asking) -> str:
    """`you conceded at 20:00:00: bob beats alice 2-0.`"""
    winner = {Outcome.PLAYER1: match.players[0], Outcome.PLAYER2: match.players[1]}.get(result.outcome)
    score = _score(match, result, winner, asking)
    if result.how is HowMatch.CONCESSION and winner is not None:
        return f"{asking.name(match.opponent_of(winner))} conceded at {at_time(result.at)}: {score}."
    return f"table {match.table} is over since {at_time(result.at)}: {score}."


def _score(match: Match, result: Result, winner: PersonId | None, asking: Asking) -> str:
    first, second = (_name(asking, player) for player in match.players)
    wins = result.wins
    if winner is None:
        return f"{first} {games(*wins, result.draws)} {second}"
    if winner == match.players[0]:
        return f"{first} beats {second} {games(*wins, result.draws)}"
    return f"{second} beats {first} {games(wins[1], wins[0], result.draws)}"


def _next(match: Match, asking: Asking) -> str:
    """Where the player sits now, if that is somewhere else."""
    now = asking.match
    if now is None or (now.round, now.table) == (match.round, match.table):
        return ""
    return f" That was round {match.round}; in round {now.round} you play {asking.opponent} at table {now.table}."


def _open(match: Match, asking: Asking) -> str:
    """What waits for a word of one of the two; empty where nothing does."""
    asked, claim, offer = match.side_of(asking.by).asked, match.claim, match.offer
    opponent = asking.name(match.opponent_of(asking.by))
    if match.disputed:
        return f"the result is disputed, and a judge decides (call {match.disputed})."
    if claim is not None:
        what = recorded(lambda player: _name(asking, player), match, claim)
        answer = "!confirm or !dispute." if claim.asks(asking.by) else f"{opponent} has not answered."
        return f"{asking.name(claim.player)} said at {at_time(claim.at)}: {what}. {answer}"
    if asked is not None:
        what = "concede the match" if asked.question is Question.CONCEDE_MATCH else "drop out"
        return f"you were asked at {at_time(asked.at)} whether you {what}: !yes or !no."
    if offer is None:
        return ""
    if offer.player == asking.by:
        return f"your offer of a draw is with {opponent} since {at_time(offer.at)}."
    return f"{opponent} offers a draw since {at_time(offer.at)}: !accept or !decline."


def _done(match: Match, matter: Matter, asking: Asking) -> str:
    """What a ready has done already, and how it stands with the player; empty for other matters."""
    if matter is not Matter.READY:
        return ""
    side = match.side_of(asking.by)
    if side.absence is not None:
        return f"you are counted absent since {at_time(side.absence.since)}: !ready brings you back."
    if side.arrived_at is None:
        return f"you are not counted as here at table {match.table}: !ready."
    if side.loaded or match.runs:
        return _standing(match, asking)
    return f"you are here since {at_time(side.arrived_at)}. Deck for game {match.game} loaded and shuffled: !ready."


def _standing(match: Match, asking: Asking) -> str:
    """`alice 1-0 bob, and game 2 is on since 20:31:00.`"""
    first, second = (_name(asking, player) for player in match.players)
    score = f"table {match.table}: {first} {games(*match.wins, match.draws)} {second}"
    if match.running_since is not None:
        return f"{score}, and game {match.game} is on since {at_time(match.running_since)}."
    return f"{_last_game(match, asking)}{score}, and game {match.game} is next."


def _last_game(match: Match, asking: Asking) -> str:
    last = match.games[-1] if match.games else None
    if last is None or last.at is None:
        return ""
    who = f"{asking.name(last.winner)} won it" if last.winner else "it was drawn or lost by both"
    return f"game {last.number} was over at {at_time(last.at)}, {who}; "
