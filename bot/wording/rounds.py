"""Rounds: paired, begun, running out, closed."""

from __future__ import annotations

from collections.abc import Iterator

from bot.wording.digest import digest
from bot.wording.lines import fits, series
from bot.wording.marks import clause_of, in_brackets, late
from bot.wording.quotes import plain
from bot.wording.scene import Scene, Spoken
from bot.wording.speaking import says
from bot.wording.times import at_time, format_duration
from cogs.speech import DOT, Urgency
from rules.entries import PlayerArrived, Role, RoundBegun, RoundClosed, RoundPaired, RoundWarningCalled, Stage
from rules.rulebook import Trigger


@says(RoundPaired)
def paired(scene: Scene, entry: RoundPaired) -> Iterator[Spoken]:
    before = scene.before.round if scene.before else None
    anew = " anew" if before and before.number == entry.round else ""
    head = f"{_title(entry.round, entry.stage)} is paired{anew}: "
    tables = [_table(scene, table) for table in range(1, len(entry.pairs) + 1)]
    resting = f"Not paired this round: {scene.names(entry.sitting_out)}. " if entry.sitting_out else ""
    tail = f"{resting}!ready counts from now on; the clock starts with !begin."
    yield scene.say(series(head, tables, tail=tail), Urgency.LIST)


def _title(number: int, stage: Stage) -> str:
    return "The final" if stage is Stage.FINAL else f"Round {number}"


def _table(scene: Scene, table: int) -> str:
    return f"{table} {'-'.join(scene.name(player) for player in scene.state.matches[table].players)}"


@says(RoundBegun)
def begun(scene: Scene, entry: RoundBegun) -> Iterator[Spoken]:
    current = scene.state.round
    stage = current.stage if current else Stage.SWISS
    time = f"time is called at {scene.by_time(entry.ends_at)}" if entry.ends_at else "no time limit"
    head = f"{_title(entry.round, stage)} of {plain(scene.state.name, 60)}: {time}."
    tail = f"At your table: !ready. {_lateness(scene, entry)}".rstrip()
    pairings = DOT.join(_table(scene, match.table) for match in scene.state.open_tables)
    whole = f"{head} Pairings: {pairings}. {tail}"
    yield scene.say(whole if fits(whole) else f"{head} !pairing shows your table. {tail}", Urgency.NOW)
    yield from _here_already(scene)


def _lateness(scene: Scene, entry: RoundBegun) -> str:
    """By when everybody has to be there, and from when that counts if not from now (2.2, OG-R06)."""
    clocks, clause = scene.book.clocks, clause_of(scene, Trigger.LATE_GAME_LOSS)
    if not clause or scene.state.automatic.get("tardiness") == "off":
        return ""
    marks = [late(scene, match, side) for match in scene.state.open_tables for side in match.sides]
    due = next(
        (mark.due_at for mark in marks if mark), entry.late_from + clocks.late_game_loss + clocks.grace
    )
    base = f", counted from {at_time(entry.late_from)} (2.2)" if entry.late_from > entry.at else ""
    return f"Late past {scene.by_time(due)} costs a game ({clause}){base}."


def _here_already(scene: Scene) -> Iterator[Spoken]:
    """Who was ready before the begin and waits for an opponent; full tables are told with their roll."""
    waiting = [
        f"{entry.table} {scene.name(entry.player)}"
        for entry in scene.together(PlayerArrived)
        if (match := scene.match(entry)) is not None and not match.both_arrived
    ]
    if waiting:
        yield scene.say(series("Here already, waiting for the opponent: ", waiting), Urgency.NEWS)


@says(RoundWarningCalled)
def warning_called(scene: Scene, entry: RoundWarningCalled) -> Iterator[Spoken]:
    open_tables = scene.batch.still_playing
    still = f" {open_tables} tables still play." if open_tables > 1 else ""
    yield scene.say(
        f"Round {entry.round}: {format_duration(entry.left)} left, time is called at "
        f"{at_time(entry.ends_at)}.{still}",
        Urgency.NOW,
    )


@says(RoundClosed)
def closed(scene: Scene, entry: RoundClosed) -> Iterator[Spoken]:
    waits = ""
    if entry.no_shows and entry.no_shows_at is not None and entry.no_shows_at > entry.at:
        # OG-R26: closed early, but the schedule protects them until its end
        waits = (
            f" {scene.names(entry.no_shows)}: a word by {scene.by_time(entry.no_shows_at)}, or you are out"
        )
        waits += f"{in_brackets('3.2')}."
    yield scene.say(f"Round {entry.round} is closed.{waits}")
    told = scene.state.holders(Role.COORDINATOR) or scene.state.holders(Role.HEAD_JUDGE)
    told_of = digest(scene, entry)
    for person in told:
        yield scene.tell(person, told_of, Urgency.LIST)
