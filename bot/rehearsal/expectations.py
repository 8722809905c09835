"""What a transcript expects, held against what was said and what holds at the end.

Each failure is one line: where it stands, what was expected, and what was found in its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import timedelta
from typing import TypeVar

from bot.rehearsal.conversation import Conversation, Heard
from bot.rehearsal.facts import (
    ChoiceFact,
    EndFact,
    Expected,
    Fact,
    LeagueFact,
    MatchFact,
    PenaltyFact,
)
from bot.rehearsal.moments import write_moment
from bot.rehearsal.steps import CHANNEL, JUDGES, Hear, HearNot
from bot.rehearsal.transcript import Transcript
from cogs.speech import Where

NEARLY = timedelta(seconds=1)
"""So much a penalty's time may be off."""

F = TypeVar("F", bound=Fact)


def judge(transcript: Transcript, conversation: Conversation, held: Sequence[Fact]) -> list[str]:
    """The expectations that fail, in the order of the file."""
    failures: list[tuple[int, str]] = []
    for step in transcript.steps:
        if isinstance(step, Hear):
            failures += ((step.line, why) for why in _unheard(step, conversation))
        elif isinstance(step, HearNot):
            failures += ((step.line, why) for why in _overheard(step, conversation))
    failures += _facts(transcript.expected, held)
    return [f"line {line}: {why}" for line, why in failures]


# --- what is said ---


def _matcher(text: str) -> re.Pattern[str]:
    """Finds this text in a line: any case, `*` is any text, one blank is as good as several."""
    words = (re.escape(part).replace(r"\ ", r"\s+") for part in text.split("*"))
    return re.compile(".*".join(words), re.IGNORECASE | re.DOTALL)


def _place(where: Where, nick: str) -> str:
    return {Where.CHANNEL: CHANNEL, Where.JUDGES: JUDGES}.get(where, f"bot -> {nick}")


def _unheard(step: Hear, conversation: Conversation) -> Iterator[str]:
    there = [line for line in conversation.said() if _is_there(line, step)]
    in_time = [line for line in there if line.at == step.at]
    wanted = _matcher(step.text)
    if any(wanted.search(line.text) for line in in_time):
        return
    place = "" if step.where is Where.CHANNEL else f"<{_place(step.where, step.nick)}> "
    at = write_moment(step.at)
    expected = f"expected at {at}: {place}{step.text}"
    elsewhen = [write_moment(line.at) for line in there if wanted.search(line.text)]
    if elsewhen:
        yield f"{expected}; it was said at {', '.join(elsewhen)}"
    elif in_time:
        yield f"{expected}; said: {' | '.join(line.text for line in in_time)}"
    else:
        yield f"{expected}; nothing was said there in that second{_last_before(step, there)}"


def _is_there(line: Heard, step: Hear) -> bool:
    return line.where is step.where and line.nick.lower() == step.nick.lower()


def _last_before(step: Hear, there: Iterable[Heard]) -> str:
    before = [line for line in there if line.at < step.at]
    return f" (last: {write_moment(before[-1].at)} {before[-1].text})" if before else ""


def _overheard(step: HearNot, conversation: Conversation) -> Iterator[str]:
    unwanted = _matcher(step.text)
    for line in conversation.since_last_deed(step):
        if unwanted.search(line.text):
            said = f"{write_moment(line.at)} <{_place(line.where, line.nick)}> {line.text}"
            yield f"expected not to hear: {step.text}; said: {said}"
            return


# --- what holds at the end ---


def _facts(expected: Sequence[Expected], held: Sequence[Fact]) -> Iterator[tuple[int, str]]:
    for kind in dict.fromkeys(each.kind for each in expected):
        wanted = [each for each in expected if each.kind is kind]
        there = [fact for fact in held if isinstance(fact, kind)]
        if kind in _ONE_BY_ONE:
            yield from _each(wanted, there)
        else:
            yield from _exactly(wanted, _in_question(wanted, there))


_ONE_BY_ONE: tuple[type[Fact], ...] = (EndFact, ChoiceFact, LeagueFact)
"""Kinds of which a transcript names those it is about: not every table and game."""


def _each(wanted: Iterable[Expected], held: Sequence[Fact]) -> Iterator[tuple[int, str]]:
    for each in wanted:
        if each.fact not in held:
            like = [str(fact) for fact in held if each.fact is not None and _is_about_same(each.fact, fact)]
            yield each.line, f"expected {each.text}; found {', '.join(like) or 'nothing of it'}"


def _is_about_same(one: Fact, other: Fact) -> bool:
    if isinstance(one, EndFact) and isinstance(other, EndFact):
        return one.players == other.players
    if isinstance(one, ChoiceFact) and isinstance(other, ChoiceFact):
        return one.game == other.game
    if isinstance(one, LeagueFact) and isinstance(other, LeagueFact):
        return (one.kind, one.player) == (other.kind, other.player)
    return False


def _in_question(wanted: Iterable[Expected], held: Sequence[Fact]) -> list[Fact]:
    """The facts that must all be named: of the tables, those of each round that is asked about."""
    rounds = {each.fact.round for each in wanted if isinstance(each.fact, MatchFact)}
    last = max((fact.round for fact in held if isinstance(fact, MatchFact)), default=0)
    asked = {number or last for number in rounds}
    return [fact for fact in held if not isinstance(fact, MatchFact) or fact.round in asked]


def _exactly(wanted: Sequence[Expected], held: list[Fact]) -> Iterator[tuple[int, str]]:
    left = list(held)
    missing: list[Expected] = []
    # Those that say more come first: one that fits many must not take what only fits another.
    for each in sorted(wanted, key=lambda each: -_how_exact(each.fact)):
        if each.fact is None:
            continue
        fitting = next((fact for fact in left if _fits(each.fact, fact)), None)
        if fitting is None:
            missing.append(each)
        else:
            left.remove(fitting)
    for each in sorted(missing, key=lambda each: each.line):
        yield each.line, f"expected {each.text}; found {_listed(left) or 'nothing left of the kind'}"
    if left and not missing:
        yield wanted[-1].line, f"expected nothing more than that; found {_listed(left)}"


def _how_exact(fact: Fact | None) -> int:
    return bool(fact.status) + ("." in fact.infraction) if isinstance(fact, PenaltyFact) else 0


def _listed(facts: Iterable[Fact]) -> str:
    return ", ".join(str(fact) for fact in facts)


def _fits(wanted: Fact, held: Fact) -> bool:
    for kind, fits in _FITS:
        if isinstance(wanted, kind) and isinstance(held, kind):
            return fits(wanted, held)
    return wanted == held


def _penalty_fits(wanted: PenaltyFact, held: PenaltyFact) -> bool:
    return (
        abs(wanted.at - held.at) <= NEARLY
        and wanted.player == held.player
        and wanted.infraction in (held.infraction, held.infraction.partition(".")[0])
        and wanted.penalty == held.penalty
        and wanted.status in ("", held.status)
    )


def _match_fits(wanted: MatchFact, held: MatchFact) -> bool:
    return any(
        (wanted.player1, wanted.player2, wanted.wins1, wanted.wins2, wanted.draws, wanted.state)
        == (side.player1, side.player2, side.wins1, side.wins2, side.draws, side.state)
        and wanted.round in (0, side.round)
        for side in (held, held.turned)
    )


Fits = Callable[..., bool]
_FITS: tuple[tuple[type[Fact], Fits], ...] = ((PenaltyFact, _penalty_fits), (MatchFact, _match_fits))
