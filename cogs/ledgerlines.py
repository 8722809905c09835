"""What look-ups in the league's ledger answer: one line each, made from what is on record alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cogs.lookups import STATUS, title
from cogs.office import PastPenalty
from cogs.packing import pack
from cogs.speech import DOT
from rules.entries import PersonId, StandingSet
from rules.rulebook import Rulebook
from rules.tournament import Tournament

_MOST_PENALTIES = 60
_LONGEST_WHY = 120


def standing(book: Rulebook, name: str, record: Sequence[StandingSet]) -> str:
    """A member's standing with since when, by whom and why; and the one before."""
    key = record[-1].standing if record else book.policies.default_standing
    row = book.standings.get(key)
    meaning = f" ({row.meaning})" if row else ""
    may = "May play" if row is None or row.may_play else "May not play"
    if not record:
        return f"{name}: {key}{meaning}; nothing else is on record. {may} (7.4)."
    last = record[-1]
    why = f': "{_short(last.why)}"' if last.why else ""
    join = "" if row is None or row.may_join else ", nor join the league's channels"
    return (
        f"{name}: {key}{meaning} since {last.at:%d %b %Y %H:%M}, by {last.by_name}{why}. "
        f"{may}{join} (7.4). Before: {last.before}."
    )


def playing(events: Iterable[Tournament], person: PersonId) -> list[str]:
    """The names of the events that go on in which this person plays."""
    entered = ((event, event.players.get(person)) for event in events if not event.is_over)
    return [event.name for event, player in entered if player is not None and player.plays]


def plays_on(name: str, events: Sequence[str]) -> str:
    """What a director hears who shuts out somebody in mid-event: it is for people to act on it."""
    return f"{name} is registered in {' and '.join(events)} and stays in it; a coordinator can !drop {name} <why>."


def history(book: Rulebook, name: str, found: Sequence[PastPenalty], *, is_here: bool) -> list[str]:
    """A player's penalties in all events, the latest first, with how many stand; in as few lines as hold them."""
    away = "" if is_here else " (not in the channel)"
    if not found:
        return [f"{name}{away} has no penalty in any event."]
    stand = [one for one in found if one.status == "standing"]
    events = len({one.event for one in stand})
    verb = "stands" if len(stand) == 1 else "stand"
    head = f"{name}{away}, {_counted(len(stand), 'penalty', 'penalties')} that {verb}"
    head += f" in {_counted(events, 'event', 'events')}" if stand else ""
    items = list(_by_event(book, found[::-1][:_MOST_PENALTIES]))
    if len(found) > _MOST_PENALTIES:
        items.append(f"and {len(found) - _MOST_PENALTIES} earlier")
    items[0] = f"{head}: {items[0]}"
    items[-1] += f". !standing {name}"
    return [DOT.join(line) for line in pack(items)]


def _by_event(book: Rulebook, latest: Sequence[PastPenalty]) -> Iterator[str]:
    """Each penalty, the first of an event's day with its name."""
    before = ""
    for one in latest:
        where = f"{one.event}, {one.issued_at:%d %b %Y}: "
        what = f"{one.number} {title(book, one.penalty)} ({one.clause}) {STATUS.get(one.status, one.status)}"
        yield what if where == before else where + what
        before = where


def earlier_events(name: str, found: Sequence[PastPenalty]) -> str:
    """What a judge hears who gives a penalty, of those that stand from earlier events."""
    count = _counted(len(found), "penalty", "penalties")
    verb = "stands" if len(found) == 1 else "stand"
    return f"{name}: {count} of earlier events {verb} as well: !history {name}"


def _counted(count: int, one: str, several: str) -> str:
    return f"{count or 'no'} {one if count == 1 else several}"


def _short(text: str) -> str:
    words = " ".join(text.split()).replace('"', "'")
    return words if len(words) <= _LONGEST_WHY else words[: _LONGEST_WHY - 1] + "…"
