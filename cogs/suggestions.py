"""Suggestions: what may be meant in a field, while it is being filled in.

Made from the event as it stands alone, so it is at once and changes nothing. Nobody is shown by a suggestion what
the look-ups would not tell them: numbers of calls and penalties are for judges, and one's own for each player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import TypeVar

from cogs.fields import Field, Kind
from cogs.lookups import title
from cogs.speech import Person
from rules.authority import JUDGES
from rules.decisions import is_final, undecided_for
from rules.entries import PersonId
from rules.infractions import Level
from rules.rulebook import Rulebook, UnknownInfraction
from rules.steps import UNHEARD_OF
from rules.tournament import Penalty, Tournament

MOST = 25
"""So many are shown at once."""

LONGEST = 100
"""So many letters a suggestion may have, in what is shown and in what it fills in."""

EVENT = "event"
"""The field that names the event, on networks with fields; on a line it stands behind @."""

LONGEST_EVENT = 44
"""So many letters the name of an event may have in that field; behind a command they still make one word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """What would be filled in, and how it is shown."""

    value: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Somebody is filling in a field of a command: so much is `typed`, and so much stands in the other fields."""

    command: str
    part: Field
    typed: str
    options: Mapping[str, str] = field(default_factory=dict)
    event: str = ""


Suggest = Callable[[Person, Asked], Sequence[Suggestion]]
"""What a gateway asks while somebody fills in a field. Answered at once; must not raise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What suggestions are made from.

    `names` are people besides those of the event, `commands` all words with what they are for, `events` the open
    events by their ids.
    """

    who: PersonId
    book: Rulebook
    state: Tournament | None = None
    names: Iterable[str] = ()
    commands: Mapping[str, str] = field(default_factory=dict)
    events: Mapping[str, str] = field(default_factory=dict)


def event_field() -> Field:
    """The field for the event, on commands that are about one."""
    about = "Which event, where several are open"
    return Field(name=EVENT, kind=Kind.TEXT, about=about, required=False, most=LONGEST_EVENT)


def has_any(command: str, wanted: Field) -> bool:
    """Whether anything can be suggested for this field."""
    if wanted.kind is Kind.NUMBER:
        return command in _NUMBERS
    return wanted.kind in _BY_KIND or wanted.name == EVENT


def suggest(asked: Asked, known: Known) -> tuple[Suggestion, ...]:
    """The best of what fits what is typed, anywhere in it; what begins with it first."""
    if asked.part.name == EVENT:
        offered: Iterable[tuple[str, str]] = known.events.items()
    elif asked.part.kind is Kind.NUMBER:
        offered = _numbers(asked, known)
    else:
        make = _BY_KIND.get(asked.part.kind)
        offered = make(asked, known) if make is not None else ()
    return tuple(islice(_best(asked.typed, offered), MOST))


def _best(typed: str, offered: Iterable[tuple[str, str]]) -> Iterator[Suggestion]:
    """Those that fit, by how well they do; else in the order in which they are offered, each once."""
    wanted = typed.strip().casefold()
    ranks: tuple[list[Suggestion], ...] = ([], [], [], [])
    seen: set[str] = set()
    for value, shown in offered:
        if value in seen or len(value) > LONGEST or not value:
            continue
        seen.add(value)
        rank = _rank(wanted, value.casefold(), shown.casefold())
        if rank is not None:
            label = shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"
            ranks[rank].append(Suggestion(value=value, label=label))
    return chain.from_iterable(ranks)


def _rank(wanted: str, value: str, shown: str) -> int | None:
    """The less the better; None: it does not fit."""
    if not wanted or value == wanted:
        return 0
    if value.startswith(wanted) or shown.startswith(wanted):
        return 1
    if f" {wanted}" in shown or f"_{wanted}" in value:
        return 2
    return 3 if wanted in value or wanted in shown else None


Offers = Iterable[tuple[str, str]]


# --- people and tables ---

_ABOUT_OPPONENTS = ("shuffle", "done", "disconnected", "report")


def _people(asked: Asked, known: Known) -> Offers:
    """The opponent first where it is about a match, then the players and officials, then who else is there."""
    state = known.state
    if state is None:
        return _alike(known.names)
    match = state.match_of(known.who)
    first = [state.name_of(one) for one in match.players if one != known.who] if match is not None else []
    players = sorted(player.name for player in state.players.values() if player.plays)
    others = sorted(player.name for player in state.players.values() if not player.plays)
    staff = (state.name_of(person) for _, person in state.staff)
    mine = first if asked.command in _ABOUT_OPPONENTS else ()
    return _alike(chain(mine, players, staff, others, known.names))


def _alike(values: Iterable[str]) -> Offers:
    return ((value, value) for value in values)


_FOR_ALL_TABLES = ("hold", "resume")


def _tables(asked: Asked, known: Known) -> Offers:
    """The tables of the round, those that are still open first."""
    state = known.state
    if state is None:
        return
    tables = sorted(state.matches.items(), key=lambda item: (item[1].is_over, item[0]))
    for number, match in tables:
        over = ", over" if match.is_over else ""
        yield str(number), f"{number}: {'-'.join(map(state.name_of, match.players))}{over}"
    if asked.command in _FOR_ALL_TABLES:
        yield "all", "all tables"


# --- the rulebook ---


def _infractions(asked: Asked, known: Known) -> Offers:
    for row in known.book.infractions.values():
        yield row.key, f"{row.title} ({row.clause})"


def _levels(asked: Asked, known: Known) -> Offers:
    """The grounds of the row that is named already, then the ladder."""
    try:
        grounds = known.book.infraction(asked.options.get("infraction", "")[:LONGEST]).grounds
    except UnknownInfraction:
        grounds = frozenset()
    for ground in sorted(grounds):
        yield ground, f"{ground.replace('_', ' ')} (a ground of the row)"
    for rung in known.book.ladder:
        if rung.level not in (Level.NONE, Level.POINTS):
            yield rung.level.value, rung.title


def _clauses(asked: Asked, known: Known) -> Offers:
    for row in known.book.infractions.values():
        yield row.key, f"{row.title} ({row.clause})"
    for clause in known.book.clauses.values():
        yield clause.key, f"{clause.key}: {clause.summary}"


def _standings(asked: Asked, known: Known) -> Offers:
    return _alike(known.book.standings)


# --- words and scores ---


def _commands(asked: Asked, known: Known) -> Offers:
    for name, summary in known.commands.items():
        yield name, f"{name}: {summary}"


_SCORES = ("2-0", "2-1", "1-2", "0-2", "1-1-1", "1-0", "0-1", "1-1", "0-0", "3-0", "3-1", "3-2")


def _scores(asked: Asked, known: Known) -> Offers:
    return _alike(_SCORES)


_MINUTES = (5, 3, 2, 1, 10, 15, 20)


def _durations(asked: Asked, known: Known) -> Offers:
    for minutes in _MINUTES:
        yield str(minutes), f"{minutes} minute{'s' if minutes > 1 else ''}"


_BY_KIND: Mapping[Kind, Callable[[Asked, Known], Offers]] = {
    Kind.PERSON: _people,
    Kind.TABLE: _tables,
    Kind.INFRACTION: _infractions,
    Kind.LEVEL: _levels,
    Kind.CLAUSE: _clauses,
    Kind.COMMAND: _commands,
    Kind.SCORE: _scores,
    Kind.STANDING: _standings,
    Kind.DURATION: _durations,
}


# --- numbers ---


def _numbers(asked: Asked, known: Known) -> Offers:
    """The numbers that this person can name with this word now, each with what it is."""
    state, make = known.state, _NUMBERS.get(asked.command)
    if state is None or make is None:
        return ()
    return make(state, known.who)


def _own_penalties(state: Tournament, who: PersonId) -> Offers:
    own = (one for one in state.penalties_of(who)[::-1] if one.status not in UNHEARD_OF)
    return (_penalty(state, one) for one in own if one.status == "standing")


def _appealable(state: Tournament, who: PersonId) -> Offers:
    match = state.match_of(who)
    appealed = {appeal.of for appeal in state.appeals.values()}
    for value, label in _own_penalties(state, who):
        if int(value) not in appealed and not is_final(state, int(value)):
            yield value, label
    for call in _latest(state.calls):
        at_my_table = match is not None and (call.round, call.table) == (match.round, match.table)
        if call.ruling and at_my_table and call.number not in appealed and not is_final(state, call.number):
            yield str(call.number), f"{call.number}: ruling, {call.ruling}"


def _unclaimed(state: Tournament, who: PersonId) -> Offers:
    if state.has_role(who, *JUDGES):
        yield from (_call(state, call.number) for call in state.open_calls if call.claimed_by is None)


def _claimed(state: Tournament, who: PersonId) -> Offers:
    return (_call(state, call.number) for call in state.open_calls if call.claimed_by == who)


def _to_be_ruled(state: Tournament, who: PersonId) -> Offers:
    """The own ones first."""
    yield from _claimed(state, who)
    if state.has_role(who, *JUDGES):
        yield from (_call(state, call.number) for call in state.open_calls)


def _decided(state: Tournament, who: PersonId) -> Offers:
    """What can be overturned or upheld: what is appealed first, then the latest."""
    if not state.has_role(who, *JUDGES):
        return
    for number in undecided_for(state, who):
        if number in state.appeals:
            yield _appeal(state, number)
    yield from (_penalty(state, one) for one in _latest(state.penalties) if one.status == "standing")
    yield from (_call(state, call.number) for call in _latest(state.calls) if call.ruling)


def _proposed(state: Tournament, who: PersonId) -> Offers:
    waits = (number for number in undecided_for(state, who) if number in state.penalties)
    return (_penalty(state, state.penalties[number]) for number in waits)


def _seen(state: Tournament, who: PersonId) -> Offers:
    """Whatever has evidence around it."""
    if state.has_role(who, *JUDGES):
        yield from (_call(state, call.number) for call in _latest(state.calls))
        yield from (_penalty(state, one) for one in _latest(state.penalties))
        yield from (_appeal(state, appeal.number) for appeal in _latest(state.appeals))


def _draws(state: Tournament, who: PersonId) -> Offers:
    return ((str(number), f"draw {number}") for number in sorted(state.draws, reverse=True))


_NUMBERS: Mapping[str, Callable[[Tournament, PersonId], Offers]] = {
    "ack": _own_penalties,
    "appeal": _appealable,
    "claim": _unclaimed,
    "release": _claimed,
    "ruling": _to_be_ruled,
    "overturn": _decided,
    "uphold": _decided,
    "approve": _proposed,
    "dismiss": _proposed,
    "evidence": _seen,
    "verify": _draws,
}


T = TypeVar("T")


def _latest(numbered: Mapping[int, T]) -> Iterator[T]:
    return (numbered[number] for number in sorted(numbered, reverse=True))


def _call(state: Tournament, number: int) -> tuple[str, str]:
    call = state.calls[number]
    where = f"table {call.table}" if call.table else "no table"
    why = f", {call.why}" if call.why else ""
    return str(number), f"{number}: call of {state.name_of(call.by)}, {where}{why}"


def _penalty(state: Tournament, penalty: Penalty) -> tuple[str, str]:
    what = f"{title(state.book, penalty.level)} ({penalty.clause})"
    return str(penalty.number), f"{penalty.number}: {state.name_of(penalty.player)}, {what}"


def _appeal(state: Tournament, number: int) -> tuple[str, str]:
    appeal = state.appeals[number]
    return str(number), f"{number}: appeal of {appeal.of} by {state.name_of(appeal.by)}"
