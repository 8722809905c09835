"""Pressing: a button belongs to a moment of a match, and a press that comes after it changes nothing.

Each word that a button may say is about one matter (a claim, an offer, a question, a game), and each matter has a
*turn*: a number that is another one as soon as the word would mean something else. A button carries the turn of its
moment; `refuse_stale` compares it with the present one, once, before any act is decided.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from enum import StrEnum, auto

from rules import acts as a
from rules import refusals as r
from rules.entries import PersonId, Question
from rules.match import Match
from rules.tournament import Tournament


class Matter(StrEnum):
    """What the word of a button is about."""

    CLAIM = auto()
    OFFER = auto()
    QUESTION = auto()
    READY = auto()
    RESULT = auto()
    CHOICE = auto()
    ABSENCE = auto()
    TAKING_BACK = auto()
    LINK = auto()


WORDS: Mapping[str, Matter] = {
    "confirm": Matter.CLAIM,
    "dispute": Matter.CLAIM,
    "accept": Matter.OFFER,
    "decline": Matter.OFFER,
    "yes": Matter.QUESTION,
    "no": Matter.QUESTION,
    "ready": Matter.READY,
    "report": Matter.RESULT,
    "scores": Matter.RESULT,
    "won": Matter.RESULT,
    "lost": Matter.RESULT,
    "drawn": Matter.RESULT,
    "concede": Matter.RESULT,
    "draw": Matter.RESULT,
    "endturn": Matter.RESULT,
    "choose": Matter.CHOICE,
    "playing": Matter.ABSENCE,
    "cancel": Matter.TAKING_BACK,
    "relay": Matter.LINK,
    "consent": Matter.LINK,
}
"""The words that belong to a moment. All others name what they are about by its number, or are new each time."""

ACTS: Mapping[type[a.Act], Matter] = {
    a.Confirm: Matter.CLAIM,
    a.ConfirmReport: Matter.CLAIM,  # the same word, and never what a match's button means
    a.Dispute: Matter.CLAIM,
    a.AcceptDraw: Matter.OFFER,
    a.DeclineDraw: Matter.OFFER,
    a.AnswerYes: Matter.QUESTION,
    a.AnswerNo: Matter.QUESTION,
    a.PressReady: Matter.READY,
    a.ReportGame: Matter.RESULT,
    a.ReportMatch: Matter.RESULT,
    a.Concede: Matter.RESULT,
    a.OfferDraw: Matter.RESULT,
    a.EndTurn: Matter.RESULT,
    a.ChoosePlay: Matter.CHOICE,
    a.SayGameGoesOn: Matter.ABSENCE,
    a.TakeBack: Matter.TAKING_BACK,
    a.ReportRelay: Matter.LINK,
    a.GiveConsent: Matter.LINK,
}

OWN_TABLE = 0
"""The table of a button that is for everybody of the round, each at the own table."""

ARRIVING = 0
"""The turn of a ready that means: I am here, on chat and ready to link."""

PERSONAL = frozenset({Matter.CLAIM, Matter.OFFER, Matter.QUESTION, Matter.ABSENCE, Matter.TAKING_BACK})
"""Matters of one of the two alone; a button about any other is for both."""


def pressed(match: Match, word: str, player: PersonId) -> a.Pressed:
    """The present moment of this match, for a button that says `word` and is meant for this player."""
    return a.Pressed(round=match.round, table=match.table, turn=turn_of(match, word, player))


def turn_of(match: Match, word: str, player: PersonId) -> int:
    """Which turn of its matter a button's word belongs to at this moment; 0 where nothing of the kind is open.

    Raises KeyError for a word that belongs to no moment.
    """
    return _TURNS[WORDS[word]](match, player)


def refuse_stale(state: Tournament, act: a.Act) -> None:
    """Refuse what a button says whose moment is over, or that is another one's. Nothing is kept of it."""
    matter = ACTS.get(type(act))
    if act.pressed is None or matter is None:
        return
    number, table, turn = act.pressed.round, act.pressed.table, act.pressed.turn
    if table == OWN_TABLE:
        if state.round is None or state.round.number != number:
            raise r.PressedLate(round=number, table=table, matter=matter)
        table = state.seats.get(act.by, OWN_TABLE)
    match = state.match_at(number, table)
    if match is None or act.by not in match.players:
        raise r.NotForYou(round=number, table=table)
    if _is_played(state, match, act.by):
        if _TURNS[matter](match, act.by) == turn and not _is_asked_already(match, act):
            return
        if _is_the_others(match, matter, act.by, turn):
            raise r.NotForYou(round=number, table=table, player=match.opponent_of(act.by))
    raise r.PressedLate(round=number, table=table, matter=matter)


def _is_played(state: Tournament, match: Match, player: PersonId) -> bool:
    """Whether it is this player's match of the present round, with something left to be said in it."""
    current = state.round is not None and not state.round.is_closed and not state.is_over
    return current and state.match_of(player) is match


def _is_asked_already(match: Match, act: a.Act) -> bool:
    """A second press must not ask anew: whoever presses twice has asked once."""
    asked = match.side_of(act.by).asked
    return (
        isinstance(act, a.Concede)
        and act.match
        and asked is not None
        and asked.question is Question.CONCEDE_MATCH
    )


def _is_the_others(match: Match, matter: Matter, player: PersonId, turn: int) -> bool:
    """Whether it is for the opponent that this moment is the present one."""
    opponent = match.opponent_of(player)
    if matter not in PERSONAL and match.side_of(opponent).absence is None:
        return False
    return turn != 0 and _TURNS[matter](match, opponent) == turn


# --- the turns ------------------------------------------------------------------------------------


def _claim(match: Match, player: PersonId) -> int:
    return match.claim.turn if match.claim is not None and match.claim.asks(player) else 0


def _offer(match: Match, player: PersonId) -> int:
    return match.offer.turn if match.offer is not None and match.offer.player != player else 0


def _question(match: Match, player: PersonId) -> int:
    asked = match.side_of(player).asked
    return asked.turn if asked is not None else 0


def _ready(match: Match, player: PersonId) -> int:
    """Another number for each of the things that a ready may mean: back, here, and the decks of each game."""
    side = match.side_of(player)
    if side.absence is not None:
        return 2 * _seconds(side.absence.since) + side.absence.ordered
    if side.arrived_at is None:
        return ARRIVING
    return 1 + 2 * len(match.games) + match.runs


def _result(match: Match, player: PersonId) -> int:
    """A game that is over, or a report, makes the next word about the score another one."""
    claimed = match.claim.turn if match.claim is not None else 0
    return len(match.games) + _MOST_GAMES * claimed


_MOST_GAMES = 100


def _choice(match: Match, player: PersonId) -> int:
    return len(match.games)


def _absence(match: Match, player: PersonId) -> int:
    absence = match.side_of(match.opponent_of(player)).absence
    return _seconds(absence.since) if absence is not None else 0


def _taking_back(match: Match, player: PersonId) -> int:
    """The latest of what this player has asked, claimed or offered."""
    turns = [_question(match, player)]
    turns += [own.turn for own in (match.claim, match.offer) if own is not None and own.player == player]
    return max(turns)


def _link(match: Match, player: PersonId) -> int:
    if match.connecting is None:
        return 0
    return 2 * _seconds(match.connecting.since) + (match.connecting.failed_at is not None)


def _seconds(at: datetime) -> int:
    return int(at.timestamp())


_TURNS: Mapping[Matter, Callable[[Match, PersonId], int]] = {
    Matter.CLAIM: _claim,
    Matter.OFFER: _offer,
    Matter.QUESTION: _question,
    Matter.READY: _ready,
    Matter.RESULT: _result,
    Matter.CHOICE: _choice,
    Matter.ABSENCE: _absence,
    Matter.TAKING_BACK: _taking_back,
    Matter.LINK: _link,
}
