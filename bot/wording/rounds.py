"""Rounds: paired, begun, running out, closed."""

from __future__ import annotations

from collections.abc import Iterator

from bot.wording.digest import digest
from bot.wording.event import PHASES
from bot.wording.lines import fits, series
from bot.wording.marks import clause_of, in_brackets, late
from bot.wording.quotes import listed, plain
from bot.wording.scene import Scene, Spoken
from bot.wording.speaking import says
from bot.wording.times import at_time, format_duration
from bot.wording.waiting import still_open
from cogs import presses
from cogs.speech import DOT, Urgency
from rules.bracket import PAIR, round_name
from rules.entries import (
    ByeGiven,
    PlayerArrived,
    PlayoffCut,
    Role,
    RoundBegun,
    RoundClosed,
    RoundPaired,
    RoundWarningCalled,
    Stage,
)
from rules.programme import rounds_known, rounds_left
from rules.rulebook import Trigger
from rules.starting import is_premier
from rules.tournament import JudgeCall

_MOST_AWAY = 20


@says(RoundPaired)
def paired(scene: Scene, entry: RoundPaired) -> Iterator[Spoken]:
    before = scene.before.round if scene.before else None
    anew = " anew" if before and before.number == entry.round else ""
    title = _title(entry.round, entry.stage, rounds=entry.rounds, row=len(entry.slots))
    head = f"{title} paired{anew}: "
    tables = [_table(scene, table) for table in range(1, len(entry.pairs) + 1)]
    resting = f"Not paired this round: {scene.names(entry.sitting_out)}. " if entry.sitting_out else ""
    left_over = f"{_byes(scene, entry)}{_walkovers(scene, entry)}{_rematches(entry)}{resting}"
    tail = f"{left_over}!ready counts from now on; the clock starts with !begin."
    yield scene.say(
        series(head, tables, tail=tail),
        Urgency.LIST,
        mentions=[player for pair in entry.pairs for player in pair],
        presses=presses.at_own_table(entry.round),
    )
    if before is None and scene.book.reminders:
        kept = DOT.join(f"{line} ({clause})" for clause, line in scene.book.reminders.items())
        yield scene.say(f"Keep in mind: {kept}. More: !rule <clause>", Urgency.LIST)
    if scene.state.phase != "rounds":
        still = PHASES[scene.state.phase]
        yield scene.tell(
            entry.by, f"It is still {still}, and nobody can drop (3.7). When it is over: !stage rounds"
        )
    if entry.round == 1 and not scene.state.formalities_met:
        for text in _before_the_first(scene, entry):
            yield scene.tell(entry.by, text)


def _before_the_first(scene: Scene, entry: RoundPaired) -> Iterator[str]:
    """For who pairs it: what the rules say to so few, so early, and with people missing (0.3, 6.2, OG-R23)."""
    policies, players = scene.book.policies, 2 * len(entry.pairs)
    if players < policies.minimum_players:
        yield (
            f"{players} players are fewer than the {policies.minimum_players} of 6.2: it is played, and no sanctioned "
            "event comes of it."
        )
    elif is_premier(scene.state) and players < policies.minimum_premier_players:
        yield (
            f"{players} players are fewer than {policies.minimum_premier_players}: the invitation prizes of a premier "
            "event may be halved (6.2)."
        )
    starts_at = scene.state.starts_at
    if starts_at is not None and starts_at > entry.at:
        yield (
            f"The start was announced for {scene.by_time(starts_at)}: nobody is late before that, "
            "whenever you say !begin."
        )
    away = [player for pair in entry.pairs for player in pair if not scene.state.is_here(player)]
    if away:
        more = f" and {len(away) - _MOST_AWAY} more" if len(away) > _MOST_AWAY else ""
        yield f"Paired and not in the channel (0.3): {scene.names(away[:_MOST_AWAY])}{more}."


def _title(number: int, stage: Stage, *, rounds: int = 0, row: int = 0) -> str:
    """`Round 2 of 5 is`, `The semi-finals are`; `row` slots of a bracket."""
    if row in (PAIR, 0) and stage is Stage.FINAL:
        return "The final is"
    if row:
        name = round_name(row)
        return f"The {name} {'are' if name.endswith('s') else 'is'}"
    return f"Round {number}{f' of {rounds}' if rounds else ''} is"


def _byes(scene: Scene, entry: RoundPaired) -> str:
    return f"Bye: {scene.names(entry.byes)}. " if entry.byes else ""


def _walkovers(scene: Scene, entry: RoundPaired) -> str:
    return f"On without a match: {scene.names(entry.walkovers)}. " if entry.walkovers else ""


def _rematches(entry: RoundPaired) -> str:
    if not entry.rematches:
        return ""
    return f"{'1 rematch' if entry.rematches == 1 else f'{entry.rematches} rematches'} could not be avoided. "


@says(PlayoffCut)
def cut(scene: Scene, entry: PlayoffCut) -> Iterator[Spoken]:
    if entry.drawn:
        head = f"The seeds of {plain(scene.state.name, 60)} are drawn by lot: "
        tail = ""
    else:
        head = f"Cut to the top {len(entry.seeds)} of {plain(scene.state.name, 60)}: "
        tail = "They play single elimination. Next: !pair. !bracket shows who meets."
    seeds = [f"{place} {scene.name(player)}" for place, player in enumerate(entry.seeds, start=1)]
    yield scene.say(series(head, seeds, tail=tail), Urgency.LIST)


@says(ByeGiven)
def bye_given(scene: Scene, entry: ByeGiven) -> Iterator[Spoken]:
    yield scene.tell(
        entry.player,
        f"{scene.name(entry.player)}, you have the bye in round {entry.round}: you win it {entry.wins}-0 and "
        f"have no opponent. {_after_a_bye(scene, entry)}",
        Urgency.NEWS,
    )


def _after_a_bye(scene: Scene, entry: ByeGiven) -> str:
    if rounds_known(scene.state) and not rounds_left(scene.state):
        return "!standings shows your place."
    return f"!pairing shows your next table when round {entry.round + 1} is paired."


def _table(scene: Scene, table: int) -> str:
    return f"{table} {'-'.join(scene.name(player) for player in scene.state.matches[table].players)}"


@says(RoundBegun)
def begun(scene: Scene, entry: RoundBegun) -> Iterator[Spoken]:
    current = scene.state.round
    stage = current.stage if current else Stage.SWISS
    time = f"time is called at {scene.by_time(entry.ends_at)}" if entry.ends_at else "no time limit"
    row = len(scene.state.bracket.slots) if scene.state.bracket else 0
    title = _title(entry.round, stage, row=row).rpartition(" ")[0]
    head = f"{title} of {plain(scene.state.name, 60)}: {time}."
    tail = f"At your table: !ready. {_lateness(scene, entry)}".rstrip()
    pairings = DOT.join(_table(scene, match.table) for match in scene.state.open_tables)
    whole = f"{head} Pairings: {pairings}. {tail}"
    yield scene.say(
        whole if fits(whole) else f"{head} !pairing shows your table. {tail}",
        Urgency.NOW,
        presses=presses.at_own_table(entry.round),
    )
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
    yield from still_open(scene, f"Round {entry.round} is closed, and this waits: ")
    told = scene.state.holders(Role.COORDINATOR) or scene.state.holders(Role.HEAD_JUDGE)
    open_calls = "" if scene.state.is_over else _open_calls(scene)
    if open_calls:
        yield scene.tell_judges(open_calls)
        for person in told:
            yield scene.tell(person, open_calls, Urgency.LIST)
    told_of = digest(scene, entry)
    for person in told:
        yield scene.tell(person, told_of, Urgency.LIST)


def _open_calls(scene: Scene) -> str:
    """The calls that the round leaves open: a player who asked for a judge has an answer all the same."""
    calls = scene.state.open_calls
    if not calls:
        return ""
    items = [f"{call.number} ({_taken(scene, call)})" for call in calls]
    return f"Still open: call{'s' if len(calls) > 1 else ''} {listed(items)}. They wait for a ruling; !end closes them."


def _taken(scene: Scene, call: JudgeCall) -> str:
    return f"{scene.name(call.claimed_by)} has it" if call.claimed_by else f"!claim {call.number}"
