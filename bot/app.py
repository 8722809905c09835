"""The application: wires store, rules, desks, timekeeper, herald and networks, starts them and stops them.

A start reads everything that is open, works off what fell due until the bot was last seen, and tells the
events that it was away; who is there is read afresh once the networks are seen. A stop takes nothing more,
finishes what is in hand, and says what is stored, within ten seconds.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial

from bot.cards import Cards
from bot.chance import SystemDice
from bot.clock import Clock, RealClock, SimulatedClock, second_of
from bot.codes import Codes
from bot.config import Config
from bot.desk import BOT
from bot.doorkeeper import Doorkeeper
from bot.ears import Ears
from bot.events import Events, Surroundings
from bot.gateways import CallsPeople, Gateway, ProposesWords, SeatsTables, ShowsPresence
from bot.gateways.embedded import EmbeddedServer
from bot.greeter import Greeter
from bot.herald import Herald
from bot.networks import Network, discord_networks, embedded_server, irc_networks
from bot.office import EventOffice
from bot.pairing import Pairer, SearchElsewhere
from bot.people import People
from bot.practice import NoteClockStep
from bot.proposing import Proposer
from bot.sight import Sight
from bot.staffing import Staffing
from bot.tidings import Tidings
from bot.ties import Ties
from bot.timekeeper import Alarm, NoAlarm, ScheduledAlarm, Timekeeper
from bot.vigil import Vigil
from bot.wording import refuse
from bot.wording.event import greeting, unshown
from cogs.command import DEFAULT_BOOK, Commands
from cogs.everything import every_cog, every_command
from cogs.office import Identity, NotRecorded
from cogs.speech import Happening, Line, Place, Said, Urgency, Where
from rules.acts import Dice, LoseSight
from rules.entries import PersonId, Role
from rules.refusals import Refusal
from rules.tournament import Tournament
from storage.store import Store, StoreError

log = logging.getLogger(__name__)

CONFIRMABLE_FOR = timedelta(days=30)
"""An event that was opened longer ago is not taken up any more for its head judge's word on the report."""

BEAT_S = 5.0
"""How often it is stored up to when the bot has seen: so much may go unseen when it is killed."""

FORGET_EVERY_S = 24 * 3600.0
"""How often what was said too long ago is deleted, besides at the start."""

PATIENCE_S = 60.0
"""So long all networks are waited for before those that were never seen hold up nobody any more."""

STEP_S = 2.5
"""What each step of a stop may take: to finish what is in hand, to say what is stored, to leave."""

LOOK_S = 1.0
"""So long a stop that is otherwise done waits for the networks to say up to when they were seen."""


class WrongSpeed(Exception):
    """The store belongs to a run of another speed; the message is a sentence for whoever starts this one."""


class Parts:
    """What a service is made of, wired. Belongs to one event loop."""

    def __init__(
        self,
        config: Config,
        store: Store,
        clock: Clock,
        dice: Dice,
        networks: Sequence[Network],
        notice: Callable[[str], None],
        pairer: Pairer,
    ) -> None:
        self.pairer = pairer
        self.store = store
        self.clock = clock
        self.gateways = [network.gateway for network in networks]
        watched = [network.gateway for network in networks if not network.vouched]
        self.sight = Sight(watched, clock.now)
        self.people = People(
            [network.roster() for network in networks],
            lambda person: self.events.is_known(person),
            ids_of=lambda person: self.office.league().ids_of(person),
            recalled=lambda person: self.events.recalls(person),
        )
        for gateway in self.gateways:
            if isinstance(gateway, CallsPeople):
                gateway.account_of = partial(self.people.account_of, network=gateway.network)
                gateway.sought = partial(self._sought, gateway.network)
        self.herald = Herald(
            store,
            self.gateways,
            self.people,
            self.sight.sees,
            clock.now,
            clock.speed,
            lambda event: self.events.mark_of(event),
        )
        alarm: Alarm = NoAlarm() if isinstance(clock, SimulatedClock) else ScheduledAlarm()
        self.timekeeper = Timekeeper(clock, alarm, lambda: self.events.desks(), self.sight)
        self.cards = Cards(
            lambda: self.events.states(),
            [gateway for gateway in self.gateways if isinstance(gateway, SeatsTables)],
            clock,
        )
        self.events = Events(store, self._around_desks())
        self.codes = Codes(notice)
        self.ties = Ties(self.people, self.events, clock.now)
        self.staffing = Staffing(config.staff, self.people)
        self.office = EventOffice(
            config,
            events=self.events,
            people=self.people,
            herald=self.herald,
            sight=self.sight,
            codes=self.codes,
            dice=dice,
            clock=clock,
            store=store,
            pairer=pairer,
            ties=self.ties,
            staffing=self.staffing,
        )
        self.ears = Ears(
            self.events, self.people, self.sight, Commands(self.office, every_cog(), _refused), clock.now
        )
        propose = Proposer(self.events, self.people, every_command(), self.office.book(DEFAULT_BOOK))
        for gateway in self.gateways:
            if isinstance(gateway, ProposesWords):
                gateway.suggest = propose
        self.doorkeeper = Doorkeeper(
            self.office.league, self.office.book(DEFAULT_BOOK).standings, self._alert_judges
        )
        self.greeter = Greeter(self.events.states, self._tell, clock.now, greeting)
        self.office.on_open = self.greeter.opened
        self.office.on_watching = self._warn_of_unshown
        self.ears.on_came = self._came
        self.ears.offices_of = self.staffing.changes
        self.ties.on_came = self.ears.tied
        self.ears.on_found = self.herald.person_found
        self.ears.on_sight = self._sighted
        self.ears.on_said = self._keep
        self.vigil = Vigil(self.sight, clock.now)
        if not isinstance(clock, SimulatedClock):  # its time stands still all the while
            self.ears.before_hearing = self.vigil.tick
        self.timekeeper.before_looking = self._before_looking
        self.timekeeper.on_step = self._clock_was_set

    def _changed(self) -> None:
        self.timekeeper.rearm()
        self.cards.changed()

    async def _before_looking(self) -> None:
        self.ears.before_hearing()
        await self.ears.reconcile()

    def sighted_until(self) -> datetime:
        """Up to here everything was seen, and every event was told of it."""
        return min(self.sight.seen_until(), self.ears.told_until())

    async def note_sight(self) -> None:
        """Store up to when everything was seen: what happens on a line that is dead and does not show it is not."""
        self.ears.before_hearing()
        await self.sight.renew()
        if not self.sight.is_lost():
            await self.store.beat(min(self.sighted_until(), self.clock.now()))

    def _around_desks(self) -> Surroundings:
        return Surroundings(
            now=lambda: second_of(self.clock.now()),
            sighted_until=self.sighted_until,
            announce=self.herald.announce,
            on_change=self._changed,
            on_fault=self._tell_judges,
            shows_more=any(isinstance(gateway, SeatsTables) for gateway in self.gateways),
        )

    def _sought(self, network: str) -> Iterator[str]:
        """The accounts on that network of everybody who plays or officiates in an open event."""
        states = self.events.states()
        for event in self.events.open_ids():
            accounts = (self.people.account_of(person, network) for person in states[event].names)
            yield from (account for account in accounts if account)

    def _came(self, person: PersonId) -> None:
        self.herald.person_came(person)
        self.doorkeeper.look_at([person])
        self.greeter.came(person)

    def _tell(self, person: PersonId, text: str) -> None:
        """To somebody who is in the channel, in private; not stored."""
        for gateway in self.gateways:
            for nick in self.people.nicks_of(person, gateway.network):
                place = Place(network=gateway.network, where=Where.PRIVATE, nick=nick)
                self.herald.answer(Line(place=place, text=text, urgency=Urgency.LIST))

    def _warn_of_unshown(self, event: str, by: PersonId) -> None:
        """Where the event is about who is shown as offline, and that is not shown to us, its organiser knows."""
        for gateway in self.gateways:
            if isinstance(gateway, ShowsPresence) and not gateway.shows_presence:
                self._tell(by, unshown(gateway.network))

    def _keep(self, said: Said, person: PersonId) -> None:
        """What is said in the channel during an event is evidence; what is said in private or aside never is."""
        is_heard = said.place.where is Where.CHANNEL and not said.place.aside
        if is_heard and self.events.is_any_open():
            self.store.keep_talk(said.place.network, said.at, said.person.nick, person, said.words)

    def _sighted(self, network: str) -> None:
        log.info("%s is seen", network)
        self.doorkeeper.look_at(self.people.here())
        if self.people.needs_code(network) and not self.codes.is_issued:
            self.codes.issue()
        if self.people.has_handles(network):
            self._log_staff(network)

    def _log_staff(self, network: str) -> None:
        """Whom the names of `[staff]` mean there: a handle may be somebody else's than the organiser thinks."""
        found = [f"{role.value} {name} ({person})" for role, person, name in self.staffing.on(network)]
        if any(role is Role.COORDINATOR for role, _, _ in self.staffing.on(network)):
            log.info("%s: by the configuration officiate %s", network, ", ".join(found))
        else:
            log.warning(
                "%s: nobody there is a coordinator, so nobody can open an event; name one in staff.coordinators by "
                "handle, user number or @Role (found: %s)",
                network,
                ", ".join(found) or "nobody",
            )

    def _clock_was_set(self, by: timedelta) -> None:
        self.ears.tell_events(NoteClockStep(by=BOT, step=timedelta(seconds=round(by.total_seconds()))))

    def _tell_judges(self, event: str, table: int, reference: str) -> None:
        what = f"table {table}" if table else "the round's clock"
        self._alert_judges(
            f"{event}: {what} has failed here (reference {reference}). Please watch it; all else goes on."
        )

    def _alert_judges(self, text: str) -> None:
        for gateway in self.gateways:
            place = Place(network=gateway.network, where=Where.JUDGES)
            self.herald.answer(Line(place=place, text=text, urgency=Urgency.NOW))

    def is_settled(self) -> bool:
        """Whether nothing is in hand anywhere."""
        desks_rest = all(desk.is_idle for desk in self.events.desks())
        return self.ears.is_idle and desks_rest and self.herald.is_silent

    async def settle(self) -> None:
        """Wait until everything that was told is decided, stored and said, as far as it can be."""
        while not self.is_settled():
            await self.ears.idle()
            await asyncio.gather(*(desk.idle() for desk in self.events.desks()))
            await self.herald.silent()


class App:
    """One service. `start`, then `run_until_stopped` or what a rehearsal does, then `stop`."""

    def __init__(
        self,
        config: Config,
        *,
        speed: float = 1.0,
        clock: Clock | None = None,
        dice: Dice | None = None,
        networks: Sequence[Network] | None = None,
        console: Gateway | None = None,
        notice: Callable[[str], None] = print,
        pairer: Pairer | None = None,
    ) -> None:
        """`clock`, `dice`, `networks` and `pairer` are given by rehearsals and tests; else the configuration says them.

        A simulated clock moves only by `pass_time`. `console` is a gateway on which whoever speaks is who
        they say. `notice` shows a sentence to whoever runs the service, and to nobody else.
        """
        self._config = config
        self._speed = clock.speed if clock is not None else speed
        self._clock = clock
        self._dice = dice or SystemDice()
        self._networks = networks
        self._console = console
        self._notice = notice
        self._pairer = pairer
        self._parts: Parts | None = None
        self._server: EmbeddedServer | None = None
        self._chores: list[asyncio.Task[None]] = []
        self._visits: list[asyncio.Task[None]] = []
        self._wanted_to_stop = asyncio.Event()

    @property
    def parts(self) -> Parts:
        """What it is made of. Raises RuntimeError before `start` and after `stop`."""
        if self._parts is None:
            raise RuntimeError("the service does not run")
        return self._parts

    @property
    def irc_port(self) -> int | None:
        """Where the server inside this process listens; None without one."""
        return None if self._server is None else self._server.port

    async def hear(self, happening: Happening) -> None:
        """What every gateway is given to tell."""
        if self._parts is not None:
            await self._parts.ears.hear(happening)

    def hear_promptly(self, happening: Happening) -> bool:
        """The same, for a gateway whose listener is not busy; False: it has to wait."""
        return self._parts is None or self._parts.ears.hear_promptly(happening)

    # --- start ---

    async def start(self) -> None:
        """Open the store, go on with what is open, set out for the networks; waits for none of them.

        Raises StoreError, ConfigError, WrongSpeed, or OSError when the embedded server cannot listen; then
        nothing runs.
        """
        store = await Store.open(self._config.store.url)
        try:
            await self._check_speed(store)
            last_seen = await store.last_seen()
            clock = self._clock or self._new_clock(last_seen)
            networks = await self._all_networks(clock)
            self._parts = Parts(
                self._config,
                store,
                clock,
                self._dice,
                networks,
                self._notice,
                self._pairer or Pairer(SearchElsewhere()),
            )
            await self._go_on(self._parts, last_seen)
        except BaseException:
            if self._parts is not None:
                await self._parts.events.close()
            await self._leave()
            await store.close()
            self._parts = None
            raise
        self._begin(self._parts)

    async def _check_speed(self, store: Store) -> None:
        for other in await store.reading.speeds() - {self._speed}:
            raise WrongSpeed(
                f"this store belongs to a run at speed {other:g}, and cannot go on at speed {self._speed:g}"
            )

    def _new_clock(self, last_seen: datetime | None) -> Clock:
        """Rule time never goes back, and in a sped-up run goes on from the last entry."""
        clock = RealClock(speed=self._speed)
        if last_seen is None or (self._speed == 1 and last_seen <= clock.now()):
            return clock
        if self._speed == 1:
            log.warning(
                "the wall clock is behind the last entry, %s; rule time goes on from there", last_seen
            )
        return RealClock(speed=self._speed, start=last_seen)

    async def _all_networks(self, clock: Clock) -> list[Network]:
        networks = self._networks
        if networks is None:
            self._server = embedded_server(self._config, clock.now, self._speed)
            if self._server is not None:
                self._server.guard(self._lets_in)
                await self._server.start()
            networks = (
                *irc_networks(self._config, self._server, self, clock.now),
                *discord_networks(self._config, self, clock.now),
            )
        console = [] if self._console is None else [Network(gateway=self._console, vouched=True)]
        return [*networks, *console]

    def _lets_in(self, channel: str, nick: str) -> bool:
        """On the embedded server the judges' channel is for officials: what waits for a judge is said there."""
        config, name = self._config, nick.casefold()
        if channel.casefold() != config.irc.judges.casefold():
            return True
        staff = config.staff
        named = (*staff.coordinators, *staff.head_judges, *staff.judges, *staff.directors, config.irc.nick)
        if name in map(str.casefold, named):
            return True
        events = self._parts.events.states().values() if self._parts is not None else ()
        return any(
            event.name_of(person).casefold() == name
            for event in events
            if not event.is_over
            for _, person in event.staff
        )

    async def _go_on(self, parts: Parts, last_seen: datetime | None) -> None:
        """Take up what is open, as if the bot had gone blind when it was last seen."""
        unconfirmed = await parts.store.to_be_confirmed(parts.clock.now() - CONFIRMABLE_FOR)
        for event in (*unconfirmed, *await parts.store.open_events()):
            await self._take_up(parts, event)
        parts.herald.announce([Tidings(unsaid) for unsaid in await parts.store.unsaid()])
        parts.events.begin()
        if last_seen is not None:
            ids = parts.events.open_ids()
            try:
                await asyncio.gather(*(_note_absence(parts, event, second_of(last_seen)) for event in ids))
            except NotRecorded:
                raise StoreError(
                    f"nothing can be written to the store {self._config.store.url}: the disk may be full, "
                    "or the file read-only"
                ) from None
        going, due = len(parts.events.open_ids()), parts.timekeeper.earliest()
        then = f"; the next clock runs out at {due:%H:%M:%S}" if due is not None else ""
        log.info("%s%s", f"{going} events go on" if going else "no event is open", then)

    async def _take_up(self, parts: Parts, event: str) -> None:
        """One scorebook that this version cannot fold must not keep the others from going on."""
        try:
            entries = await parts.store.load(event)
            parts.people.remember(entries)
            parts.events.take_up(event, entries)
        except Exception:
            log.exception("%s is left aside: its scorebook cannot be folded", event)
            self._notice(f"{event} is left aside: its scorebook cannot be folded. The log says why.")

    def _begin(self, parts: Parts) -> None:
        loop = asyncio.get_running_loop()
        parts.store.forget_talk(parts.clock.now())
        if not isinstance(parts.clock, SimulatedClock):
            parts.timekeeper.start()
            chores = (_beat(parts), _lose_patience(parts), parts.vigil.keep(), _forget(parts))
            self._chores = [loop.create_task(chore) for chore in chores]
        self._visits = [loop.create_task(_visit(gateway)) for gateway in parts.gateways]
        parts.cards.changed()  # what is open is shown again

    # --- while it runs ---

    async def run_until_stopped(self) -> None:
        """Officiate until `ask_to_stop`, SIGTERM or SIGINT; then stop."""
        loop = asyncio.get_running_loop()
        signals = (signal.SIGTERM, signal.SIGINT)
        for each in signals:
            loop.add_signal_handler(each, self.ask_to_stop)
        try:
            await self._wanted_to_stop.wait()
        finally:
            for each in signals:
                loop.remove_signal_handler(each)
            await self.stop()

    def ask_to_stop(self) -> None:
        """Let `run_until_stopped` come to its end."""
        self._wanted_to_stop.set()

    async def settle(self) -> None:
        """Wait until everything that was told is decided, stored and said, as far as it can be."""
        await self.parts.settle()

    async def pass_time(self, until: datetime) -> None:
        """In a rehearsal: let time pass up to this second; what is due before happens in its own second."""
        parts = self.parts
        if not isinstance(parts.clock, SimulatedClock):
            raise TypeError("real time passes by itself")
        await parts.settle()
        await parts.timekeeper.pass_time(parts.clock, until, parts.settle)

    async def work_off(self) -> None:
        """In a rehearsal: the present second is over as well."""
        parts = self.parts
        await parts.settle()
        await parts.timekeeper.work_off(second_of(parts.clock.now()))
        await parts.settle()

    # --- stop ---

    async def stop(self) -> None:
        """Finish what is in hand, say what is stored, leave the networks, close; within ten seconds."""
        parts, self._parts = self._parts, None
        if parts is None:
            return
        log.info("stopping")
        # From here on nothing is heard, so nobody is judged by what happens while we leave.
        stopped_at = parts.clock.now()
        last_look = asyncio.get_running_loop().create_task(parts.sight.renew())
        for step in (self._rest, _finish, _say_last_words):
            try:
                await asyncio.wait_for(step(parts), STEP_S)
            except Exception:  # what does not end in time must not keep the store open
                log.exception("stopping: %s did not end well", step.__name__)
        await asyncio.wait([last_look], timeout=LOOK_S)
        if not parts.sight.is_lost():
            await parts.store.beat(min(stopped_at, parts.sighted_until()))
        await _cancelled([last_look])
        await self._leave()
        await parts.store.close()

    async def _rest(self, parts: Parts) -> None:
        """Nothing new is begun."""
        if not isinstance(parts.clock, SimulatedClock):
            await parts.timekeeper.stop()
        await _cancelled(self._chores)

    async def _leave(self) -> None:
        """Leave the networks, and close our own."""
        await _cancelled(self._visits)
        if self._server is not None:
            await self._server.stop()


def _refused(refusal: Refusal, event: Tournament | None, who: Identity) -> str:
    return refuse(refusal, event, who.id, who.name)


async def _note_absence(parts: Parts, event: str, since: datetime) -> None:
    desk = parts.events.desk(event)
    await desk.look(since)
    await desk.enter(LoseSight(by=BOT, since=since, why="I was away"), parts.clock.now())


async def _visit(gateway: Gateway) -> None:
    """Keep a gateway running: whatever befalls it, the others go on, and it comes again."""
    while True:
        try:
            await gateway.run()
        except Exception:
            reference = secrets.token_hex(3)
            log.exception("the gateway to %s failed, reference %s", gateway.network, reference)
        await asyncio.sleep(BEAT_S)


async def _beat(parts: Parts) -> None:
    while True:
        await parts.store.note_alive(datetime.now(UTC))  # sped-up rule time says nothing about the process
        await parts.note_sight()
        await asyncio.sleep(BEAT_S)


async def _forget(parts: Parts) -> None:
    while True:
        await asyncio.sleep(FORGET_EVERY_S)
        parts.store.forget_talk(parts.clock.now())


async def _lose_patience(parts: Parts) -> None:
    await asyncio.sleep(PATIENCE_S)
    for network in parts.sight.await_no_longer():
        log.warning("%s was not seen yet, and is waited for no longer", network)
    parts.ears.see_afresh(parts.clock.now())


async def _finish(parts: Parts) -> None:
    await parts.ears.stop()
    await parts.cards.stop()
    await parts.pairer.close()
    await parts.events.close()
    await parts.ears.idle()


async def _say_last_words(parts: Parts) -> None:
    try:
        await parts.herald.silent()
    finally:
        await parts.herald.stop()


async def _cancelled(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel these and wait for their end, but not for ever."""
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks, timeout=STEP_S)
