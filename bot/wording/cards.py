"""Cards: how a table stands, for networks on which each table has a place of its own.

A card says what is so, not what has happened: the score, who is waited for, every clock with the moment at which it
runs out, open calls and penalties. What can be said at this moment goes with it as buttons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from bot.wording.claims import recorded
from bot.wording.quotes import listed, named
from bot.wording.scores import games
from bot.wording.times import at_time, format_duration
from bot.wording.titles import title
from cogs import presses
from cogs.speech import Card, CardRow, Press, TableRef
from rules.deadlines import Deadline, Due, of_match
from rules.entries import Outcome, PersonId
from rules.match import Match, Result
from rules.tournament import JudgeCall, Penalty, Tournament

_CLOCKS = {
    Due.TIME: "Time is called",
    Due.AFTER_TIME: "The last turn ends",
    Due.LATE_GAME_LOSS: "{who}, here by (else a game)",
    Due.LATE_MATCH_LOSS: "{who}, here by (else the match)",
    Due.GONE_GAME_LOSS: "{who}, back by (else the game)",
    Due.GONE_MATCH_LOSS: "{who}, back by (else the match)",
    Due.PREGAME: "{who}, deck ready by",
    Due.SHUFFLE: "{who}, shuffled by",
    Due.CONSENT: "An answer to the flip by",
    Due.UNANSWERED: "Confirmed or disputed by",
}
"""The clocks that are shown, and what they are called. All others only remind of these, or are somebody's own."""


def card_of(event: str, state: Tournament, match: Match) -> Card:
    """How this table stands; a match of a round that is over, or of an event that is, has nothing more to be said."""
    is_over = match.is_over or state.is_over or match.begun_at is None
    return Card(
        table=TableRef(event=event, round=match.round, table=match.table),
        title=f"Table {match.table}, round {match.round}: {_players(state, match)}",
        rows=tuple(_rows(state, match)),
        players=match.players,
        presses=() if is_over else _presses(event, state, match),
        is_over=is_over,
    )


def _presses(event: str, state: Tournament, match: Match) -> tuple[Press, ...]:
    claimed = recorded(_names(state), match, match.claim) if match.claim is not None else ""
    return tuple(replace(press, event=event) for press in presses.at_table(match, claimed))


def _rows(state: Tournament, match: Match) -> Iterator[CardRow]:
    yield CardRow(label="Score", text=_score(state, match))
    if match.result is not None:
        yield CardRow(label="Result", text=_result(state, match, match.result))
    elif state.is_over or match.begun_at is None:
        yield CardRow(
            label="Now", text="The event is over." if state.is_over else "The round was taken back."
        )
    else:
        yield CardRow(label="Now", text=" ".join(_now(state, match)))
        yield from _clocks(state, match)
    yield from _judged(state, match)


def _players(state: Tournament, match: Match) -> str:
    return listed([named(state.name_of(player)) for player in match.players])


def _names(state: Tournament) -> Callable[[PersonId], str]:
    return lambda person: named(state.name_of(person))


def _score(state: Tournament, match: Match) -> str:
    wins, draws = (match.result.wins, match.result.draws) if match.result else (match.wins, match.draws)
    first, second = map(_names(state), match.players)
    return f"{first} {games(*wins, draws)} {second} (best of {match.best_of})"


def _result(state: Tournament, match: Match, result: Result) -> str:
    """Who has it; how it came about is told where it happened."""
    first, second = map(_names(state), match.players)
    match result.outcome:
        case Outcome.PLAYER1 | Outcome.BYE:
            return f"{first} wins."
        case Outcome.PLAYER2:
            return f"{second} wins."
        case Outcome.DRAW:
            return "A draw."
        case Outcome.DOUBLE_LOSS:
            return "Both have lost."
        case Outcome.UNPLAYED:
            return "Not played."


# --- what goes on ---------------------------------------------------------------------------------


def _now(state: Tournament, match: Match) -> Iterator[str]:
    name = _names(state)
    if match.is_held:
        yield f"On hold: all clocks stand still.{_left_on_hold(match)}"
    elif match.blind_since is not None:
        yield "I cannot see everybody: clocks on players stand still."
    if match.disputed:
        yield f"A judge decides call {match.disputed}."
    elif match.claim is not None:
        asked = listed([name(player) for player in match.players if match.claim.asks(player)])
        what = recorded(name, match, match.claim)
        yield f"{name(match.claim.player)} says: {what}. {asked}: confirm or dispute."
    if match.offer is not None:
        opponent = match.opponent_of(match.offer.player)
        yield f"{name(match.offer.player)} offers a draw; {name(opponent)} answers."
    for side in match.sides:
        if side.absence is not None:
            yield f"{name(side.player)} is gone since {at_time(side.absence.since)} ({side.absence.clause})."
    yield _stage(match, name)


def _left_on_hold(match: Match) -> str:
    if match.limit is None or match.begun_at is None or match.held_since is None:
        return ""
    left = match.begun_at + match.limit + match.extension + match.credit - match.held_since
    return f" {format_duration(left)} of the match are left." if left > timedelta(0) else ""


def _stage(match: Match, name: Callable[[PersonId], str]) -> str:
    """Which game it is, and who is waited for."""
    missing = [name(side.player) for side in match.sides if side.arrived_at is None]
    if missing:
        return f"Waiting for {listed(missing)}."
    if match.time_called_at is not None and not match.sudden_death:
        return "Time is called; the last turn is played." if match.runs else "Time is called."
    if match.runs:
        first = f" {name(match.plays_first)} plays first." if match.plays_first is not None else ""
        return f"Game {match.game} is on.{first}"
    chooses = (
        f" {name(match.chooser)} chooses to play or draw." if match.chooser and not match.plays_first else ""
    )
    return f"Game {match.game} is being prepared.{chooses}"


def _clocks(state: Tournament, match: Match) -> Iterator[CardRow]:
    """Each clock that runs at this table, the next one first."""
    shown = [deadline for deadline in of_match(match, state) if deadline.due in _CLOCKS]
    for deadline in sorted(shown, key=_when):
        who = named(state.name_of(deadline.player)) if deadline.player is not None else ""
        yield CardRow(label=_CLOCKS[deadline.due].format(who=who), due_at=deadline.at)


def _when(deadline: Deadline) -> tuple[datetime, str, str]:
    return deadline.at, deadline.due.value, deadline.player or ""


def _judged(state: Tournament, match: Match) -> Iterator[CardRow]:
    """The calls that are open at this table, and the penalties of this match."""
    calls = [call for call in state.open_calls if (call.round, call.table) == (match.round, match.table)]
    if calls:
        yield CardRow(label="Calls", text=" ".join(_call(state, call) for call in calls))
    penalties = [
        penalty
        for player in match.players
        for penalty in state.penalties_of(player)
        if (penalty.round, penalty.table) == (match.round, match.table) and penalty.status in _SHOWN
    ]
    if penalties:
        yield CardRow(label="Penalties", text=" · ".join(_penalty(state, penalty) for penalty in penalties))


_SHOWN = ("standing", "pending")


def _call(state: Tournament, call: JudgeCall) -> str:
    judge = (
        f"{named(state.name_of(call.claimed_by))} has call"
        if call.claimed_by is not None
        else "Nobody has call"
    )
    return f"{judge} {call.number}."


def _penalty(state: Tournament, penalty: Penalty) -> str:
    waits = ", waits for the head judge" if penalty.status == "pending" else ""
    what = title(state.book, penalty.level)
    return (
        f"{named(state.name_of(penalty.player))}: {what} ({penalty.clause}), penalty {penalty.number}{waits}"
    )
