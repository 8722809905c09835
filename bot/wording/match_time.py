"""The time of a match: called, the last turn, life totals, and more of it (1.8, 2.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.wording.marks import in_brackets
from bot.wording.quotes import said
from bot.wording.scene import Scene, Spoken
from bot.wording.scores import leader
from bot.wording.speaking import says
from bot.wording.times import at_time, format_duration
from cogs import presses
from cogs.speech import Urgency
from rules.entries import (
    ExtensionGranted,
    GameFinished,
    LifeAgreed,
    MatchFinished,
    SuddenDeathBegan,
    TimeCalled,
    TurnEnded,
)
from rules.match import Match


@says(TimeCalled)
def time_called(scene: Scene, entry: TimeCalled) -> Iterator[Spoken]:
    """One line for all tables whose time is up now; those that are over with it have their result."""
    if not scene.is_first():
        return
    matches = [match for one in scene.together(TimeCalled) if (match := scene.match(one)) is not None]
    waiting = [match for match in matches if not match.is_over and match.waits_for_absent]
    going_on = [match for match in matches if not match.is_over and not match.waits_for_absent]
    playing = [match for match in going_on if match.runs]
    reported = [match for match in going_on if not match.runs and match.claim]
    called = "Time!" if entry.ended_at == entry.at else f"Time was up at {at_time(entry.ended_at)}!"
    told = (
        (playing, _play_out(scene, playing, entry.clause)),
        (waiting, _wait(scene, waiting)),
        (reported, _answer(scene, reported)),
    )
    for of, text in told:
        if len(of) == 1:
            yield scene.say(
                f"{called} {text}",
                Urgency.NOW,
                at=of[0],
                is_for_all=True,
                mentions=of[0].players,
                presses=presses.end_of_turn(of[0]),
            )
        elif text:
            yield scene.say_many(f"{called} {text}", Urgency.NOW)


def _play_out(scene: Scene, matches: Sequence[Match], clause: str) -> str:
    if not matches:
        return ""
    turn = f"{_last_turn(scene)}, then !endturn and the result{in_brackets(clause)}."
    return f"{_tables(scene, matches)}: {turn}{_undecided(matches)}"


def _wait(scene: Scene, matches: Sequence[Match]) -> str:
    """OG-R39: a disconnect must not turn a loss into a draw."""
    if not matches:
        return ""
    counted = [match for match in matches if _on_the_clock(match)]
    each = ", ".join(f"table {match.table} waits for {_absent(scene, match)}" for match in counted)
    first = f"First the clock on who is away runs out: {each}." if counted else ""
    left = [match for match in matches if match not in counted]
    away = ", ".join(f"table {match.table} ({_absent(scene, match)})" for match in left)
    judge = f"No clock runs on who is away, so a judge decides: {away}." if left else ""
    return f"{first} {judge}".strip()


def _on_the_clock(match: Match) -> bool:
    """Whether a clock on somebody who is away will end the waiting."""
    return any(side.absence is not None and side.absence.counts for side in match.sides)


def _answer(scene: Scene, matches: Sequence[Match]) -> str:
    return f"{_tables(scene, matches)}: !confirm or !dispute what is reported." if matches else ""


def _tables(scene: Scene, matches: Sequence[Match]) -> str:
    if len(matches) > 2 and len(matches) == scene.batch.still_playing:
        return f"All {len(matches)} tables"
    numbers = [str(match.table) for match in matches]
    return f"Table {numbers[0]}" if len(numbers) == 1 else f"Tables {', '.join(numbers)}"


def _last_turn(scene: Scene) -> str:
    """How much is still played (2.6): the turn that runs, and in some books some more."""
    extra = scene.book.policies.extra_turns
    return f"finish the turn and play {extra} more" if extra else "finish the turn"


def _undecided(playing: Sequence[Match]) -> str:
    """What becomes of a game that this does not end."""
    if all(match.is_swiss for match in playing):
        return " A game still open then is drawn."
    if any(match.is_swiss for match in playing):
        return ""
    return " Whoever leads in games wins; at even games the higher life does (!life)."


def _absent(scene: Scene, match: Match) -> str:
    return scene.names(side.player for side in match.sides if side.absence is not None)


@says(TurnEnded)
def turn_ended(scene: Scene, entry: TurnEnded) -> Iterator[Spoken]:
    match = scene.match(entry)
    if match is None or scene.at_table(MatchFinished, entry):
        return
    decides = not match.is_swiss and leader(match) is None
    following = " Life totals now: !life <yours> <the other's>." if decides else ""
    yield scene.say(f"Table {entry.table}: the last turn is over.{following}", Urgency.ANSWER)


@says(LifeAgreed)
def life_agreed(scene: Scene, entry: LifeAgreed) -> Iterator[Spoken]:
    if any(scene.at_table(kind, entry) for kind in (GameFinished, MatchFinished, SuddenDeathBegan)):
        return  # told with what it decides
    match = scene.match(entry)
    if match is not None:
        first, second = map(scene.name, match.players)
        yield scene.say(
            f"Table {entry.table}: life is {first} {entry.first}, {second} {entry.second}.", Urgency.ANSWER
        )


@says(SuddenDeathBegan)
def sudden_death(scene: Scene, entry: SuddenDeathBegan) -> Iterator[Spoken]:
    life = scene.at_table(LifeAgreed, entry)
    even = f"life is even at {life.first}" if life else "games are even"
    game = "one more game, in which" if entry.extra_game else "play on;"
    yield scene.say(
        f"Table {entry.table}: time is up and {even}: {game} the first difference in life decides "
        "(2.6). Then !life.",
        Urgency.NOW,
    )


@says(ExtensionGranted)
def extended(scene: Scene, entry: ExtensionGranted) -> Iterator[Spoken]:
    match = scene.match(entry)
    who = f" ({scene.names(match.players)})" if match else ""
    text = (
        f"Table {entry.table}{who}: {format_duration(entry.by_how_much)} more by {scene.name(entry.by)} "
        f"({entry.clause}){said(entry.why, ': ')}. Time is called at {scene.by_time(entry.new_end_at)} "
        f"instead of {at_time(entry.old_end_at)}."
    )
    yield scene.say(text, Urgency.NOW)
    for player in match.players if match else ():
        yield scene.tell(player, text, Urgency.NOW)
