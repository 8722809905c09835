"""The events of this process: a desk for each that is open, one for the league, and the last one that ended."""

from __future__ import annotations

import asyncio
import logging
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from bot.desk import Desk
from bot.practice import EVENT, EVENT_IN_TEXT, LEAGUE
from bot.scribe import Pages
from bot.tidings import Tidings
from cogs.office import Unclear
from rules.acts import OpenTournament
from rules.entries import Entry, PersonId
from rules.league import League
from rules.report import waits_for_confirmation
from rules.settings import watches_presence
from rules.tournament import Tournament

log = logging.getLogger(__name__)

LEAGUE_BOOK = "league"
"""The scorebook of what belongs to no event."""


class Shelf(Pages, Protocol):
    """Where scorebooks are kept."""

    async def load(self, tournament: str) -> list[Entry]:
        """A scorebook; empty when there is none of that id."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What every desk is given. `shows_more`: a network shows buttons and the like with a line, not text alone."""

    now: Callable[[], datetime]
    sighted_until: Callable[[], datetime]
    announce: Callable[[Sequence[Tidings]], None]
    on_change: Callable[[], None]
    on_fault: Callable[[str, int, str], None]  # event, table, reference
    shows_more: bool


class Events:
    """Every desk by the id of its event, oldest first."""

    def __init__(self, shelf: Shelf, around: Surroundings) -> None:
        self._shelf = shelf
        self._around = around
        self._desks: dict[str, Desk[Tournament]] = {}
        self._opening: set[str] = set()
        self._all_open = asyncio.Event()
        self._all_open.set()
        self.league: Desk[League] = self._prepared(Desk(LEAGUE_BOOK, LEAGUE, shelf, around.now))

    def take_up(self, event: str, entries: Sequence[Entry]) -> None:
        """Go on with this event, or the league, where its scorebook stands. Raises what the fold raises."""
        if event == LEAGUE_BOOK:
            self.league.restore(entries)
            return
        desk = self._new_desk(event)
        desk.restore(entries)
        self._desks[event] = desk
        desk.start()

    def begin(self) -> None:
        """What is to go on was taken up; the league's book is open from now on."""
        self.league.start()

    async def open(self, act: OpenTournament, at: datetime) -> str:
        """Open an event; returns its id. Raises what a desk raises; then there is no such event.

        What is said meanwhile waits in `all_open`: it may be about this event.
        """
        self._all_open.clear()
        try:
            return await self._open(act, at)
        finally:
            if not self._opening:
                self._all_open.set()

    async def all_open(self) -> None:
        """Wait while an event is being opened."""
        await self._all_open.wait()

    async def _open(self, act: OpenTournament, at: datetime) -> str:
        for other, state in self.states().items():
            if not state.is_over and _slug(state.name) == _slug(act.name):
                raise Unclear(
                    f"{state.name} is open already: !status@{other}. Another event needs another name."
                )
        event = await self._new_id(act.name)
        desk = self._new_desk(event)
        desk.start()
        try:
            await desk.enter(act, at)
        except BaseException:
            await desk.close()
            raise
        finally:
            self._opening.discard(event)
        await self._put_away_ended()
        self._desks[event] = desk
        self._around.on_change()
        return event

    def desks(self) -> Iterable[Desk[Any]]:
        """All desks, the league's too."""
        return (*self._desks.values(), self.league)

    def desk(self, event: str) -> Desk[Tournament]:
        """The desk of this event. Raises Unclear when there is none."""
        try:
            return self._desks[event]
        except KeyError:
            raise Unclear(f"There is no event {event} here.{self._those_there_are()}") from None

    def states(self) -> dict[str, Tournament]:
        """The events by id as they stand, oldest first; the last one that ended is among them."""
        return {event: desk.state for event, desk in self._desks.items() if desk.state is not None}

    def open_ids(self) -> list[str]:
        """The events that go on, oldest first."""
        return [event for event, state in self.states().items() if not state.is_over]

    def mark_of(self, event: str) -> str:
        """What a line of this event begins with, `[autumn-12] `; nothing where no other event goes on."""
        is_alone = event == LEAGUE_BOOK or not any(other != event for other in self.open_ids())
        return "" if is_alone else f"[{event}] "

    def is_any_open(self) -> bool:
        """Whether an event goes on; asked for each line of the channel."""
        return any(desk.state is not None and not desk.state.is_over for desk in self._desks.values())

    def is_known(self, person: PersonId) -> bool:
        """Whether somebody plays or officiates in an event that goes on."""
        return any(_concerns(state, person) for state in self.states().values() if not state.is_over)

    def recalls(self, person: PersonId) -> bool:
        """The same, or in one that is over and whose report waits or is still looked up."""
        return any(_concerns(state, person) for state in self.states().values())

    def watches_presence(self, event: str) -> bool:
        """Whether who is shown as offline is absent in this event."""
        desk = self._desks.get(event)
        return desk is not None and desk.state is not None and watches_presence(desk.state.keys)

    def knows(self, ids: Iterable[PersonId]) -> str:
        """The name of an event that goes on and knows one of these ids; empty where none does."""
        going = [state for state in self.states().values() if not state.is_over]
        return next((state.name for each in ids for state in going if _concerns(state, each)), "")

    def knows_apart(self, one: Iterable[PersonId], others: Iterable[PersonId]) -> str:
        """The name of an event that goes on and knows a person by the first ids, and another by the others."""
        first, second = self.knows(one), self.knows(others)
        return first if second else ""

    def concerned(self, person: PersonId) -> list[str]:
        """The events that go on in which somebody plays or officiates."""
        states = self.states()
        return [event for event in self.open_ids() if _concerns(states[event], person)]

    def meant(self, who: PersonId, named: str | None) -> str:
        """The one event a word is about. Raises Unclear."""
        if named is not None:
            return self._named(named)
        going = self.open_ids()
        if len(going) == 1:
            return going[0]
        states = self.states()
        own = self.concerned(who)
        active = [event for event in own if not _has_left(states[event], who)]
        playing = [event for event in active if _has_open_match(states[event], who)]
        for fits in (active, playing, own):
            if len(fits) == 1:
                return fits[0]
        if going:
            known = active or own or going
            raise Unclear(
                f"Which event? Put it right behind the word, as in !status@{known[0]}: {', '.join(known)}."
            )
        if self._desks:
            return next(reversed(self._desks))
        raise Unclear("No event is open. A coordinator opens one with !open.")

    async def close(self) -> None:
        """Every desk finishes what waits, and ends."""
        await asyncio.gather(*(desk.close() for desk in self.desks()))

    # --- within ---

    def _named(self, named: str) -> str:
        wanted = _slug(named)
        names = {event: _slug(state.name) for event, state in self.states().items()}
        for fits in (
            [event for event in names if event == wanted],
            [event for event, name in names.items() if name == wanted],
            [event for event in names if event.startswith(wanted)],
        ):
            if len(fits) == 1:
                return fits[0]
            if fits:
                raise Unclear(f"{named} could be {' or '.join(fits)}.")
        raise Unclear(f"There is no event {named} here.{self._those_there_are()}")

    def _those_there_are(self) -> str:
        return f" There is {' and '.join(self._desks)}." if self._desks else ""

    def _new_desk(self, event: str) -> Desk[Tournament]:
        practice = EVENT if self._around.shows_more else EVENT_IN_TEXT
        desk = self._prepared(Desk(event, practice, self._shelf, self._around.now))
        desk.on_fault = lambda table, reference: self._around.on_fault(event, table, reference)
        return desk

    def _prepared(self, desk: Desk[Any]) -> Desk[Any]:
        desk.sighted_until = self._around.sighted_until
        desk.on_change = self._around.on_change
        desk.hear_stored(self._around.announce)
        return desk

    async def _new_id(self, name: str) -> str:
        """`autumn-12`; where that was taken before, `autumn-12-2`."""
        slug = event = _slug(name) or "event"
        number = 1
        while not await self._take_id(event):
            number += 1
            event = f"{slug}-{number}"
        return event

    async def _take_id(self, event: str) -> bool:
        """Whether nobody has or had this id; then it is taken now."""
        if event == LEAGUE_BOOK or event in self._desks or event in self._opening:
            return False
        self._opening.add(event)
        if await self._shelf.load(event):
            self._opening.discard(event)
            return False
        return True

    async def _put_away_ended(self) -> None:
        """The last event that ended is kept for look-ups until the next one opens; longer while its report waits."""
        states = self.states().items()
        over = [event for event, state in states if state.is_over and not waits_for_confirmation(state)]
        for event in over:
            await self._desks.pop(event).close()


def _has_open_match(state: Tournament, person: PersonId) -> bool:
    match = state.match_of(person)
    return match is not None and match.is_open


def _concerns(state: Tournament, person: PersonId) -> bool:
    return person in state.players or any(person == official for _, official in state.staff)


def _has_left(state: Tournament, person: PersonId) -> bool:
    """Whether somebody was a player there and is nothing any more: nobody plays in two events at once (0.4)."""
    player = state.players.get(person)
    is_official = any(person == official for _, official in state.staff)
    return player is not None and not player.plays and not is_official


def _slug(name: str) -> str:
    """A name as it is typed behind @: small letters, digits, and dashes between."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40]
