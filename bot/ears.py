"""The ears: what the networks tell becomes acts of events and words for the commands.

Everything is taken in the order in which a network tells it, and nothing here waits for a commit: that is for
the desks, which take acts in the order in which they are put. Only people who play or officiate make entries.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any, Protocol

from bot.clock import second_of
from bot.desk import BOT
from bot.events import Events
from bot.office import received
from bot.people import Appeared, Came, Change, People, Vanished, Went
from bot.sight import Sight
from cogs.office import Identity, NotRecorded
from cogs.speech import Happening, Joined, Renamed, Said, SightLost, SightRestored, TitlesChanged
from rules.acts import Act, LoseSight, RegainSight, SeeLeaving, SeeOffice, SeePerson, SeeRenaming
from rules.entries import Leaving, PersonId
from rules.refusals import Refusal
from rules.tournament import Tournament

log = logging.getLogger(__name__)

ASK_EVERY_S = 1.0
"""How often a network that does not answer is asked again."""

AT_ONCE = 500
"""So many words may be in hand before a network has to wait."""


class Commands(Protocol):
    """Who answers words."""

    async def handle(self, said: Said, who: Identity) -> bool: ...


class Ears:
    """Listens to all networks."""

    def __init__(
        self,
        events: Events,
        people: People,
        sight: Sight,
        commands: Commands,
        now: Callable[[], datetime],
    ) -> None:
        self._events = events
        self._people = people
        self._sight = sight
        self._commands = commands
        self._now = now
        self._in_hand: set[asyncio.Task[None]] = set()
        self._missed: dict[str, datetime] = {}  # event -> since when it was not told everything
        self._lookouts: set[asyncio.Task[None]] = set()
        sight.on_doubt = self._doubt
        self.before_hearing: Callable[[], None] = lambda: None
        self.on_came: Callable[[PersonId], None] = lambda person: None
        self.on_found: Callable[[PersonId], None] = lambda person: None  # after a time when we did not see
        self.offices_of: Callable[[Tournament, PersonId, str], Iterable[SeeOffice]] = lambda *_: ()
        self.on_sight: Callable[[str], None] = lambda network: None
        self.on_said: Callable[[Said, PersonId], None] = lambda said, person: None

    async def hear(self, happening: Happening) -> None:
        """What a gateway calls. Raises nothing."""
        while not self.hear_promptly(happening):
            await asyncio.wait(self._in_hand, return_when=asyncio.FIRST_COMPLETED)

    def hear_promptly(self, happening: Happening) -> bool:
        """Take it, unless so much is in hand that the network has to wait. Raises nothing."""
        if len(self._in_hand) >= AT_ONCE:
            return False
        try:
            self.before_hearing()
            self.take(happening)
        except Exception:  # one strange happening must not deafen us
            log.exception("%s was not taken, reference %s", type(happening).__name__, secrets.token_hex(3))
        return True

    @property
    def is_idle(self) -> bool:
        """Whether nothing is in hand."""
        return not self._in_hand

    async def idle(self) -> None:
        """Wait until everything that was told is done with."""
        while self._in_hand:
            await asyncio.wait(self._in_hand)

    async def stop(self) -> None:
        """Look out no more for networks that do not answer."""
        for task in self._lookouts:
            task.cancel()
        await asyncio.gather(*self._lookouts, return_exceptions=True)

    def told_until(self) -> datetime:
        """Up to here every event was told who came and went."""
        return min(self._missed.values(), default=self._now())

    async def reconcile(self) -> None:
        """What could not be recorded of who came and went was not seen, and is read afresh."""
        missed, self._missed = self._missed, {}
        for event in self._events.open_ids():
            if event in missed:
                await self._enter(event, LoseSight(by=BOT, since=missed[event], why="I could not record it"))
                if not self._sight.is_lost():
                    await self._enter(event, self._regain(event))

    def take(self, happening: Happening) -> None:
        """Take in what happened, at once and in order."""
        match happening:
            case Said():
                self._sight.heard(happening.person.network, happening.at)
                self._said(happening)
            case SightLost():
                if self._sight.watches(happening.network):
                    self._sight.lose(happening.network, happening.since)
                    self.tell_events(LoseSight(by=BOT, since=second_of(happening.since), why=happening.why))
            case SightRestored():
                self._people.hear(happening)
                self._sight.regain(happening.network, happening.at)
                self.on_sight(happening.network)
                self.see_afresh(happening.at)
                for person in self._people.here():
                    self.on_found(person)
                for shown in happening.present:
                    self._see_offices(happening.network, self._people.who(shown).id)
            case _:
                self._sight.heard(happening.person.network, happening.at)
                for change in self._people.hear(happening):
                    self._changed(change)
                if isinstance(happening, Renamed):  # what was told is how they were called before
                    renamed = replace(happening.person, nick=happening.nick)
                    self._see_offices(renamed.network, self._people.who(renamed).id)
                elif isinstance(happening, Joined | TitlesChanged):
                    self._see_offices(happening.person.network, self._people.who(happening.person).id)

    def _said(self, said: Said) -> None:
        for change in self._people.hear(said):
            self._changed(change)
        who = self._people.who(said.person)
        self.on_said(said, who.id)
        with received(said.at):
            self._begin(self._answer(said, who))

    def tied(self, person: PersonId) -> None:
        """Somebody whose accounts were tied is here by another one."""
        self._changed(Came(person=person, at=self._now()))

    async def _answer(self, said: Said, who: Identity) -> None:
        await self._events.all_open()
        await self._commands.handle(said, who)

    def _changed(self, change: Change) -> None:
        act: Act
        match change:
            case Came():
                act = SeePerson(by=change.person)
                self.on_came(change.person)
            case Appeared():
                act = SeePerson(by=change.person)
            case Went():
                act = SeeLeaving(by=change.person, how=change.how, reason=change.reason, split=change.split)
            case Vanished():
                act = SeeLeaving(by=change.person, how=Leaving.OFFLINE)
            case _:
                act = SeeRenaming(by=change.person, old=change.old, new=change.new)
        for event in self._told(change):
            self._begin(self._enter(event, act, change.at))

    def _told(self, change: Change) -> Iterable[str]:
        """The events that are told: who is shown as offline is there all the same, unless the event says otherwise."""
        concerned = self._events.concerned(change.person)
        watching = {event for event in concerned if self._events.watches_presence(event)}
        match change:
            case Appeared() | Vanished():
                return watching
            case Came() if not self._people.is_online(change.person):
                return [event for event in concerned if event not in watching]
            case _:
                return concerned

    def _doubt(self, network: str, since: datetime, why: str) -> None:
        """It is not known who came and went there: nobody is judged until the network was asked."""
        log.warning("%s is in doubt since %s: %s", network, since, why)
        self.tell_events(LoseSight(by=BOT, since=second_of(since), why=why))
        task = asyncio.get_running_loop().create_task(self._look_out(network))
        self._lookouts.add(task)
        task.add_done_callback(self._lookouts.discard)

    async def _look_out(self, network: str) -> None:
        """Ask until it answers: then all that it held back has been told, and who is there is known."""
        while self._sight.is_doubted(network):
            if await self._sight.ask(network) and self._sight.is_doubted(network):
                self._sight.regain(network, self._now())
                self.see_afresh(self._now())
                return
            await asyncio.sleep(ASK_EVERY_S)

    def see_afresh(self, at: datetime) -> None:
        """Tell every event who is there, as far as everything can be seen."""
        if not self._sight.is_lost():
            for event in self._events.open_ids():
                self._begin(self._enter(event, self._regain(event), at))

    def tell_events(self, act: Act, at: datetime | None = None) -> None:
        """Something that concerns every event that goes on, now or at this moment."""
        for event in self._events.open_ids():
            self._begin(self._enter(event, act, at))

    def _regain(self, event: str) -> RegainSight:
        shown = self._people.seen(only_online=self._events.watches_presence(event))
        return RegainSight(by=BOT, present=shown)

    def _see_offices(self, network: str, person: PersonId) -> None:
        """Who has got or lost what the configuration gives an office by, has or loses it in every open event."""
        states = self._events.states()
        for event in self._events.open_ids():
            for act in self.offices_of(states[event], person, network):
                self._begin(self._enter(event, act))

    async def _enter(self, event: str, act: Act, at: datetime | None = None) -> None:
        received_at = at or self._now()
        try:
            await self._events.desk(event).enter(act, received_at)
        except NotRecorded:
            log.warning("%s: %s was not recorded, and will be read afresh", event, type(act).__name__)
            since = act.since if isinstance(act, LoseSight) else second_of(received_at)
            self._missed[event] = min(since, self._missed.get(event, since))
        except Refusal as refusal:
            log.info("%s: %s: %s", event, type(act).__name__, refusal)
        except Exception:
            log.exception("%s: %s failed, reference %s", event, type(act).__name__, secrets.token_hex(3))

    def _begin(self, doing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(doing)
        self._in_hand.add(task)
        task.add_done_callback(self._in_hand.discard)
