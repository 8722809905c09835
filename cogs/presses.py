"""Presses: the buttons that go with a line, each spelling out what pressing it does.

Whatever belongs to a moment of a match carries that moment (`rules.pressing`); all else names its number.
"""

from __future__ import annotations

from collections.abc import Iterator

from cogs.speech import Press
from rules import pressing
from rules.acts import Pressed
from rules.entries import PersonId
from rules.match import Match
from rules.scores import possible_scores
from rules.tournament import AppealState, Tournament

LONGEST_LABEL = 80
"""What a button has room for, in characters."""


def labelled(label: str, otherwise: str) -> str:
    """The label, or a shorter one where it has no room."""
    return label if len(label) <= LONGEST_LABEL else otherwise


def _of_match(
    match: Match, player: PersonId, words: str, label: str, *, asks: str = "", is_grave: bool = False
) -> Press:
    moment = pressing.pressed(match, words.partition(" ")[0], player)
    return Press(label=label, words=words, pressed=moment, asks=asks, is_grave=is_grave)


# --- claims, offers, questions --------------------------------------------------------------------


def answers_to_claim(match: Match, player: PersonId, what: str) -> tuple[Press, ...]:
    """Confirm or dispute; `what` is what would be recorded."""
    return (
        _of_match(match, player, "confirm", labelled(f"Confirm: {what}", "Confirm")),
        *dispute(match, player),
    )


def dispute(match: Match, player: PersonId) -> tuple[Press, ...]:
    """Not so: the opponent has ended the last turn, and with it the match (2.6)."""
    return (_of_match(match, player, "dispute", "Dispute", asks="why"),)


def answers_to_offer(match: Match, player: PersonId) -> tuple[Press, ...]:
    return (
        _of_match(match, player, "accept", "Accept the draw"),
        _of_match(match, player, "decline", "Decline"),
    )


def take_back(match: Match, player: PersonId) -> tuple[Press, ...]:
    return (_of_match(match, player, "cancel", "Take it back"),)


def answers_to_question(match: Match, player: PersonId, yes: str) -> tuple[Press, ...]:
    """Yes, with what it does, or no."""
    return (
        _of_match(match, player, "yes", labelled(f"Yes, {yes}", "Yes"), is_grave=True),
        _of_match(match, player, "no", "No"),
    )


# --- arriving and playing -------------------------------------------------------------------------


def at_own_table(round_number: int) -> tuple[Press, ...]:
    """Ready, for everybody who is paired: here, each at the own table."""
    here = Pressed(round=round_number, table=pressing.OWN_TABLE, turn=pressing.ARRIVING)
    return (Press(label="Ready: I am here", words="ready", pressed=here),)


def ready(match: Match) -> tuple[Press, ...]:
    """Ready in the sense that is open at this table for whoever is not counted absent: here, or the decks."""
    if match.is_over or match.runs:
        return ()
    missing = [side for side in match.sides if side.arrived_at is None]
    waiting = missing or [side for side in match.sides if side.here and not side.loaded]
    if not waiting:
        return ()
    label = "Ready: I am here" if missing else f"Ready: my deck for game {match.game} is loaded"
    return (_of_match(match, waiting[0].player, "ready", label),)


def choice(match: Match) -> tuple[Press, ...]:
    """Play or draw, for who has the choice."""
    if match.chooser is None or match.plays_first is not None or match.is_over:
        return ()
    return (
        _of_match(match, match.chooser, "choose play", "Play first"),
        _of_match(match, match.chooser, "choose draw", "Draw first"),
    )


def in_game(match: Match) -> tuple[Press, ...]:
    """While a game runs: what can be said at its end."""
    if match.is_over or not match.runs:
        return ()
    either = match.players[0]
    return (
        _of_match(match, either, "scores", "Report a result"),
        _of_match(match, either, "concede match", "Concede the match", is_grave=True),
        Press(label="Call a judge", words="judge", asks="why"),
    )


MOST_RESULTS = 22
"""So many results of a match are offered at once, beside those of its game: what one message has buttons for."""


def results(state: Tournament, match: Match, player: PersonId) -> tuple[Press, ...]:
    """What this player can report now, each spelled out: `alice won game 2`, `alice beats bob 2-1`."""
    is_first = match.place_of(player) == 0
    scores = possible_scores(match)[:MOST_RESULTS]
    own = [(first, second, draws) if is_first else (second, first, draws) for first, second, draws in scores]
    of_match = (_result(state, match, player, *score) for score in own)
    return (*_of_game(state, match, player), *of_match)


def _of_game(state: Tournament, match: Match, player: PersonId) -> Iterator[Press]:
    """How the game that runs ended."""
    if not match.runs or match.disputed:
        return
    me, opponent = state.name_of(player), state.name_of(match.opponent_of(player))
    game = f"game {match.game}"
    yield _of_match(match, player, "won", labelled(f"{me} won {game}", f"I won {game}"))
    yield _of_match(match, player, "lost", labelled(f"{opponent} won {game}", f"I lost {game}"))
    yield _of_match(match, player, "drawn", f"{game[:1].upper()}{game[1:]} was drawn")


def _result(state: Tournament, match: Match, player: PersonId, mine: int, theirs: int, draws: int) -> Press:
    me, opponent = state.name_of(player), state.name_of(match.opponent_of(player))
    drawn = f"-{draws}" if draws else ""
    words = f"report {mine}-{theirs}{drawn}"
    if mine == theirs:
        label, short = f"{me} and {opponent} draw {mine}-{theirs}{drawn}", "Drawn"
    elif mine > theirs:
        label, short = f"{me} beats {opponent} {mine}-{theirs}{drawn}", "I win"
    else:
        label, short = f"{opponent} beats {me} {theirs}-{mine}{drawn}", "I lose"
    return _of_match(match, player, words, labelled(label, f"{short} {mine}-{theirs}{drawn}"))


def end_of_turn(match: Match) -> tuple[Press, ...]:
    """After time is called: the last turn is over."""
    if match.is_over or not match.runs or match.time_called_at is None or match.turn_ended_by is not None:
        return ()
    return (_of_match(match, match.players[0], "endturn", "End turn: the last turn is over"),)


# --- absence and connecting -----------------------------------------------------------------------


def back(match: Match, player: PersonId) -> tuple[Press, ...]:
    """For who is counted absent, or was and has to link again."""
    if match.is_over or match.side_of(player).absence is None:
        return ()
    return (_of_match(match, player, "ready", "I am back"),)


def goes_on(match: Match, player: PersonId) -> tuple[Press, ...]:
    """For the opponent of who is off chat."""
    return (_of_match(match, player, "playing", "Our game goes on"),)


def relay(match: Match) -> tuple[Press, ...]:
    """How the relay host did (2.3)."""
    either = match.players[0]
    return (
        _of_match(match, either, "relay works", "The relay host works"),
        _of_match(match, either, "relay failed", "The relay host failed"),
    )


def consent(match: Match) -> tuple[Press, ...]:
    """A flip for the match, or not (2.3)."""
    either = match.players[0]
    return (
        _of_match(match, either, "consent yes", "Consent to a flip", is_grave=True),
        _of_match(match, either, "consent no", "No flip"),
    )


def at_table(match: Match, claimed: str = "") -> tuple[Press, ...]:
    """All that may be pressed at a table at this moment, by either player; `claimed` is what would be recorded."""
    if match.is_over:
        return ()
    of_each = [press for player in match.players for press in _of_player(match, player, claimed)]
    return (
        *of_each,
        *choice(match),
        *ready(match),
        *end_of_turn(match),
        *in_game(match),
        *between_games(match),
    )


def between_games(match: Match) -> tuple[Press, ...]:
    """What can be said while no game runs, beside what is waited for."""
    if match.is_over or match.runs:
        return ()
    call = Press(label="Call a judge", words="judge", asks="why")
    if not match.both_arrived:
        return (call,)
    concede = _of_match(match, match.players[0], "concede match", "Concede the match", is_grave=True)
    return (concede, call)


def _of_player(match: Match, player: PersonId, claimed: str) -> Iterator[Press]:
    """What only one of the two can say, because it is asked of this one alone."""
    if match.claim is not None and match.claim.asks(player) and not match.disputed:
        yield from answers_to_claim(match, player, claimed)
    if match.offer is not None and match.offer.player != player:
        yield from answers_to_offer(match, player)
    yield from back(match, player)
    if match.runs and match.side_of(match.opponent_of(player)).absence is not None:
        yield from goes_on(match, player)


# --- judging --------------------------------------------------------------------------------------


def acknowledge(number: int) -> tuple[Press, ...]:
    return (Press(label="Acknowledge", words=f"ack {number}"),)


def appeal(number: int) -> tuple[Press, ...]:
    return (Press(label="Appeal", words=f"appeal {number}", asks="why"),)


def claim(number: int) -> tuple[Press, ...]:
    return (Press(label=f"Claim call {number}", words=f"claim {number}"),)


def rule(number: int) -> tuple[Press, ...]:
    """For the judge who has the call."""
    return (
        Press(label=f"Rule on call {number}", words=f"ruling {number}", asks="text"),
        Press(label="Give it back", words=f"release {number}"),
    )


def decide(state: Tournament, number: int) -> tuple[Press, ...]:
    """An appeal, or a proposed penalty, for who decides it."""
    if isinstance(state.appeals.get(number), AppealState):
        return (
            Press(label="Uphold: it stands", words=f"uphold {number}", asks="why"),
            Press(label="Overturn", words=f"overturn {number}", asks="why", is_grave=True),
        )
    return (
        Press(label="Approve", words=f"approve {number}", is_grave=True),
        Press(label="Dismiss", words=f"dismiss {number}"),
    )
