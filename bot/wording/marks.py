"""Marks: what falls due next for a player, and what it would cost, so that nobody has to look up the rules.

A sentence about a mark says what is lost and never names the penalty: that word belongs to the penalty
itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.wording.scene import Scene
from rules.entries import PersonId
from rules.match import MATCH_LOSS, Match, Side
from rules.rulebook import Trigger


class Running(StrEnum):
    """Which clock it is."""

    LATE = "late"
    GONE = "gone"
    PREGAME = "decks"
    SHUFFLE = "shuffle"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A clock that runs on a player: when it runs out, and what is lost then ("the game is lost (A.I.4)")."""

    player: PersonId
    clock: Running
    due_at: datetime
    cost: str


def marks(scene: Scene, match: Match) -> Iterator[Mark]:
    """Every clock that runs on a player of this match."""
    if not match.is_open:
        return
    for side in match.sides:
        for mark in (
            late(scene, match, side),
            gone(scene, match, side),
            pregame(scene, side),
            shuffle(scene, side),
        ):
            if mark is not None:
                yield mark


def late(scene: Scene, match: Match, side: Side) -> Mark | None:
    """When being late costs something next (A.I.3)."""
    late_for_good = side.late == MATCH_LOSS
    if match.played or side.here or side.absence is not None or late_for_good or _is_off(scene, "tardiness"):
        return None
    clocks = scene.book.clocks
    limit, trigger, what = (
        (clocks.late_match_loss, Trigger.LATE_MATCH_LOSS, "the match is lost")
        if side.late
        else (clocks.late_game_loss, Trigger.LATE_GAME_LOSS, "game 1 is lost")
    )
    due_at = side.lateness.due(limit + clocks.grace)
    if due_at is None:
        return None
    cost = f"{what}{in_brackets(clause_of(scene, trigger))}"
    return Mark(player=side.player, clock=Running.LATE, due_at=due_at, cost=cost)


def gone(scene: Scene, match: Match, side: Side) -> Mark | None:
    """When being away costs something next (A.I.2, A.I.4)."""
    absence = side.absence
    if absence is None or absence.level == MATCH_LOSS or _is_off(scene, "disconnection"):
        return None
    clocks = scene.book.clocks
    due_at = absence.clock.due(clocks.gone_match_loss if absence.level else clocks.gone_game_loss)
    if due_at is None:
        return None
    cost = gone_cost(match, absence.clause, rises=bool(absence.level))
    return Mark(player=side.player, clock=Running.GONE, due_at=due_at, cost=cost)


def gone_cost(match: Match, clause: str, *, rises: bool = False) -> str:
    """What the next mark of an absence takes: the game, the next game, or the match."""
    what = "the match" if rises else "the game" if match.runs else f"game {match.game}"
    return f"{what} is lost{in_brackets(clause)}"


def pregame(scene: Scene, side: Side) -> Mark | None:
    """When the time for decks is up (3.3)."""
    due_at = side.pregame.due(scene.book.clocks.pregame)
    if due_at is None or side.loaded or side.pregame_penalised or _is_off(scene, "pregame"):
        return None
    return Mark(player=side.player, clock=Running.PREGAME, due_at=due_at, cost="")


def shuffle(scene: Scene, side: Side) -> Mark | None:
    """When the stopwatch on a shuffle runs out (3.4)."""
    if side.stopwatch is None or _is_off(scene, "shuffle"):
        return None
    due_at = side.stopwatch.clock.due(scene.book.clocks.shuffle)
    return Mark(player=side.player, clock=Running.SHUFFLE, due_at=due_at, cost="") if due_at else None


def decks(scene: Scene, match: Match) -> str:
    """The sentence that asks for decks: by when, and the word that follows; "" when no deck is waited for."""
    if not match.pregame_runs:
        away = [
            side.player for side in match.sides if side.arrived_at is not None and side.absence is not None
        ]
        return f"Decks wait for {scene.names(away)}." if away and not match.is_over and not match.runs else ""
    due = [mark for side in match.sides if (mark := pregame(scene, side)) is not None]
    if not due:
        return "Decks, then !ready."
    if len({mark.due_at for mark in due}) == 1:
        return f"Decks by {scene.by_time(due[0].due_at)}, then !ready."
    each = ", ".join(f"{scene.name(mark.player)} by {scene.by_time(mark.due_at)}" for mark in due)
    return f"Decks, then !ready: {each}."


def clause_of(scene: Scene, trigger: Trigger) -> str:
    """The clause under which the bot issues this penalty in this book; "" when it does not."""
    key = scene.book.automatic.get(trigger)
    return scene.book.infraction(key).clause if key else ""


def in_brackets(clause: str) -> str:
    """` (A.I.4)`, or nothing."""
    return f" ({clauses(clause)})" if clause else ""


def clauses(clause: str) -> str:
    """Clauses as they are said: `3.4, A.II.6`."""
    return clause.replace(";", ",")


def _is_off(scene: Scene, family: str) -> bool:
    return scene.state.automatic.get(family) == "off"
