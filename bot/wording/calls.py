"""Judge calls and rulings: who waits, who has it, what was ruled, and what can be done then."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from bot.wording.absences import without_clock
from bot.wording.lines import sentence
from bot.wording.marks import Running, marks
from bot.wording.quotes import listed, plain, said
from bot.wording.scene import Scene, Spoken
from bot.wording.scores import seen_by
from bot.wording.speaking import says
from bot.wording.times import at_time, format_duration
from bot.wording.waiting import appeal_asks
from cogs import presses
from cogs.speech import Urgency
from rules.decisions import is_final
from rules.entries import (
    CallClaimed,
    CallClosed,
    CallOpened,
    CallReleased,
    CallReminded,
    CallRepeated,
    PersonId,
    ResultDisputed,
    Role,
    RulingGiven,
)
from rules.match import Match
from rules.timeback import left_of
from rules.tournament import JudgeCall

_WORTH_GIVING_BACK = timedelta(minutes=1)
_LONG_RULING = 260


@says(CallOpened)
def opened(scene: Scene, entry: CallOpened) -> Iterator[Spoken]:
    match = scene.match_at(entry.round, entry.table)
    dispute = next((d for d in scene.together(ResultDisputed) if d.call == entry.number), None)
    for_whom = f"for {scene.head_judge_for(match)}, " if entry.head_judge else ""
    if for_whom and scene.last_word_here(match) == ():
        for_whom = f"for {scene.head_judge_for(match)} (not in the channel), "
    panic = ", everything stands still there" if entry.panic else ""
    words = f"{_words(scene, entry)}{_disputed(scene, dispute)}"
    call = sentence(f"Call {entry.number}, {for_whom}{_where(scene, match)}{panic}{words}")
    yield scene.tell_judges(f"{call} !claim {entry.number}", presses=presses.claim(entry.number))
    if entry.by is None and match is not None and match.time_called_at is not None and match.away_uncounted:
        yield scene.tell_judges(without_clock(scene, match))
    if entry.by is not None and dispute is None:
        known = f"{scene.name(entry.by)}, call {entry.number} is with the judges; one comes."
        yield scene.tell(entry.by, known, Urgency.NOW)


def _words(scene: Scene, call: CallOpened | JudgeCall) -> str:
    """What the caller said, in quotes; what the bot opened by itself, in its own words."""
    if call.by is None:
        return f": {plain(call.why)}" if call.why else ""
    return f", {scene.name(call.by)}{said(call.why, ': ')}"


def _disputed(scene: Scene, dispute: ResultDisputed | None) -> str:
    """Who disputes, and in which words; the call itself has the claims."""
    return f" ({scene.name(dispute.player)} disputes{said(dispute.why, ': ')})" if dispute else ""


def _where(scene: Scene, match: Match | None) -> str:
    """`table 3 (tansy-oxbow, 1-0, 31:10 left, tansy's clock 20:22:02)`."""
    if match is None:
        return "at no table"
    players = "-".join(scene.name(player) for player in match.players)
    parts = [players, seen_by(match, match.players[0]), *_clocks(scene, match)]
    return f"table {match.table} ({', '.join(part for part in parts if part)})"


def _clocks(scene: Scene, match: Match) -> Iterator[str]:
    if match.is_over:
        yield "over"
        return
    ends_at, now = match.ends_at, scene.entry.at
    if match.is_held:
        yield "on hold"
    elif match.time_called_at is not None:
        yield "time is called"
    elif ends_at is not None and ends_at > now:
        yield f"{format_duration(ends_at - now)} left"
    for player in match.away_uncounted:
        yield f"{scene.name(player)} away, no clock"
    for mark in marks(scene, match):
        which = "decks" if mark.clock is Running.PREGAME else mark.clock.value
        yield f"{scene.name(mark.player)} {which} until {at_time(mark.due_at)}"


@says(CallClaimed)
def claimed(scene: Scene, entry: CallClaimed) -> Iterator[Spoken]:
    judge, people = scene.name(entry.by), _concerned(scene, entry.number)
    told = f" {scene.names(people)} {'know' if len(people) > 1 else 'knows'}." if people else ""
    yield scene.tell_judges(
        f"{judge} has call {entry.number}, {format_duration(entry.waited)} after it was made.{told} "
        f"!ruling {entry.number} <text> answers it.",
        Urgency.ANSWER,
        presses=presses.rule(entry.number),
    )
    for person in people:
        yield scene.tell(person, f"{scene.name(person)}, {judge} takes call {entry.number}.", Urgency.NOW)


def _concerned(scene: Scene, number: int) -> list[PersonId]:
    """The caller and the players of the table."""
    call = scene.state.calls.get(number)
    if call is None:
        return []
    match = scene.match_at(call.round, call.table)
    people = [*(match.players if match else ()), *((call.by,) if call.by else ())]
    return list(dict.fromkeys(people))


@says(CallReleased)
def released(scene: Scene, entry: CallReleased) -> Iterator[Spoken]:
    text = f"Call {entry.number} is open again ({scene.name(entry.by)} gave it back). !claim {entry.number}"
    yield scene.tell_judges(text, presses=presses.claim(entry.number))
    for person in _concerned(scene, entry.number):
        yield scene.tell(person, f"{scene.name(person)}, call {entry.number} waits for another judge.")


@says(CallRepeated)
def repeated(scene: Scene, entry: CallRepeated) -> Iterator[Spoken]:
    """Everything once more: whoever has just come in has not seen the first line."""
    call = scene.state.calls[entry.number]
    match = scene.match_at(call.round, call.table)
    waits = f"has waited {format_duration(entry.waited)}"
    head = f"Call {call.number} {waits}"
    coordinators: tuple[PersonId, ...] = ()
    if entry.head_judge:
        whom, coordinators = _last_word(scene, match)
        head = f"{whom} call {call.number} {waits} and nobody has it"
    text = sentence(f"{head}, {_where(scene, match)}{_words(scene, call)}")
    yield scene.tell_judges(
        f"{text}{_still(scene, call)} !claim {call.number}", presses=presses.claim(call.number)
    )
    for coordinator in coordinators:
        yield scene.tell(coordinator, f"{text} !staff head_judge <nick> names another (1.6).", Urgency.NOW)


def _last_word(scene: Scene, match: Match | None) -> tuple[str, tuple[PersonId, ...]]:
    """Whom to address by name; without a head judge in the channel that is the coordinator, who is told too."""
    here = scene.last_word_here(match)
    if here is None:
        return f"{scene.head_judge_for(match)}:", ()
    if here:
        return f"{scene.names(here, 'or')}:", ()
    coordinators = scene.state.holders(Role.COORDINATOR)
    address = f"{scene.names(coordinators, 'or')}: no" if coordinators else "No"
    return f"{address} head judge is here, and", coordinators


@says(CallReminded)
def reminded(scene: Scene, entry: CallReminded) -> Iterator[Spoken]:
    """Who has the call is asked first; the head judge, who may answer it as well, from the second time on."""
    call = scene.state.calls[entry.number]
    match = scene.match_at(call.round, call.table)
    has_it, lasts = scene.name(entry.by), format_duration(entry.waited)
    about = sentence(f"{_where(scene, match)}{_words(scene, call)}")
    here = scene.state.is_here(entry.by)
    whom, coordinators = _last_word(scene, match)
    answers = f"!ruling {call.number} <text> answers it"
    if whom == f"{has_it}:" or (here and not entry.head_judge):
        text = f"{has_it}: you have had call {call.number} for {lasts}, {about}"
        yield scene.tell_judges(
            f"{text} {answers}, !release {call.number} gives it back.", presses=presses.rule(call.number)
        )
        return
    away = "" if here else ", who is not here,"
    text = f"{whom} {has_it}{away} has had call {call.number} for {lasts}, {about}"
    yield scene.tell_judges(f"{text} {answers}, also from the head judge.", presses=presses.rule(call.number))
    for coordinator in coordinators:
        yield scene.tell(coordinator, f"{text} !staff head_judge <nick> names another (1.6).", Urgency.NOW)


def _still(scene: Scene, call: JudgeCall) -> str:
    """What the call of a !panic has brought to a stand."""
    match = scene.match_at(call.round, call.table)
    if not call.panic or match is None or call.table not in match.holds:
        return ""
    return f" Everything stands still there until !resume {call.table}."


@says(CallClosed)
def closed(scene: Scene, entry: CallClosed) -> Iterator[Spoken]:
    """Those that close for the same reason share a line; who had called knows as well."""
    together = [one for one in scene.together(CallClosed) if one.why == entry.why]
    calls = [(scene.state.calls[one.number], plain(one.why)) for one in together]
    if together[0] is not entry:
        return
    if len(calls) == 1:
        yield scene.tell_judges(f"Call {entry.number} is closed: {plain(entry.why)}.", Urgency.NEWS)
    else:
        numbers = listed([str(call.number) for call, _ in calls])
        yield scene.tell_judges(f"Calls {numbers} are closed: {plain(entry.why)}.", Urgency.NEWS)
    for call, why in calls:
        if call.by is not None:
            who = scene.name(call.by)
            yield scene.tell(call.by, f"{who}, your call {call.number} is closed without a ruling: {why}.")


@says(RulingGiven)
def ruled(scene: Scene, entry: RulingGiven) -> Iterator[Spoken]:
    call = scene.state.calls.get(entry.number)
    match = scene.match_at(call.round, call.table) if call else None
    table = f", table {match.table}" if match else ""
    text = sentence(plain(entry.text, _LONG_RULING))
    # 1.7: an appeal goes from a judge to the head judge, and not from the head judge to the same one
    asks = appeal_asks(scene.state, entry.number)
    appeal = "" if is_final(scene.state, entry.number) else f" !appeal {entry.number} asks {asks}."
    yield scene.say(
        f"Ruling {entry.number}{table} ({scene.name(entry.by)}): "
        f"{text}{_time_back(scene, entry, match)}{appeal}",
        Urgency.NOW,
        at=match,
        mentions=match.players if match else (),
        presses=presses.appeal(entry.number) if appeal else (),
    )


def _time_back(scene: Scene, entry: RulingGiven, match: Match | None) -> str:
    """The time that the ruling took, offered as an extension (1.8); not after time (OG-R37)."""
    if match is None or match.is_over:
        return ""
    if match.table in match.holds:
        return f" Clocks stand still there until !resume {match.table}."
    if match.limit is None or match.time_called_at is not None:
        return ""
    call = scene.state.calls[entry.number]
    if min(call.took, entry.took) < _WORTH_GIVING_BACK:
        return ""
    left, took = left_of(scene.state, call), f" It took {format_duration(call.took)}"
    if not left:
        return f"{took}, which is given back already."
    part = "" if left == call.took else f", of which {format_duration(left)} is not given back yet"
    other = f"!extend {match.table} <minutes>"
    return f"{took}{part}; {scene.name(entry.by)}: !extend adds {'that' if part else 'it'}, or {other}."
