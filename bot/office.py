"""The office: what commands stand on. It joins the events, the people and the herald, and decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from datetime import datetime

from bot import books, cases
from bot.clock import Clock, second_of
from bot.codes import Codes
from bot.config import Config
from bot.desk import BOT
from bot.events import Events
from bot.herald import Herald
from bot.pairing import Pairer
from bot.people import People
from bot.sheets import read_sheet
from bot.sight import Sight
from bot.staffing import Staffing
from bot.ties import Ties
from cogs.office import Around, Identity, NobodyCalled, PastPenalty, Unclear
from cogs.speech import Line, Place
from rules.acts import Act, Dice, LoseSight, OpenTournament, RegainSight
from rules.entries import Entry, PersonId, Role
from rules.league import League
from rules.rulebook import Rulebook
from rules.settings import watches_presence
from rules.tournament import Tournament
from storage.reading import Row
from storage.store import Store

_RECEIVED_AT: ContextVar[datetime] = ContextVar("received_at")


@contextmanager
def received(at: datetime) -> Iterator[None]:
    """Acts entered within were received at this moment, however long it takes until they are entered."""
    token = _RECEIVED_AT.set(at)
    try:
        yield
    finally:
        _RECEIVED_AT.reset(token)


class EventOffice:
    """The `cogs.office.Office` of this process."""

    def __init__(
        self,
        config: Config,
        *,
        events: Events,
        people: People,
        herald: Herald,
        sight: Sight,
        codes: Codes,
        dice: Dice,
        clock: Clock,
        store: Store,
        pairer: Pairer,
        ties: Ties,
        staffing: Staffing,
    ) -> None:
        self._config = config
        self._events = events
        self._people = people
        self._herald = herald
        self._sight = sight
        self._codes = codes
        self._dice = dice
        self._clock = clock
        self._store = store
        self._reading = store.reading
        self._pairer = pairer
        self._ties = ties
        self._staffing = staffing
        self.on_open: Callable[[str, frozenset[PersonId]], None] = lambda event, here: None
        self.on_watching: Callable[[str, PersonId], None] = lambda event, by: None

    @property
    def dice(self) -> Dice:
        return self._dice

    def now(self) -> datetime:
        return second_of(self._clock.now())

    @property
    def speed(self) -> float:
        return self._clock.speed

    # --- events ---

    def events(self) -> dict[str, Tournament]:
        return self._events.states()

    def event_for(self, who: PersonId, place: Place, named: str | None) -> str:
        return self._events.meant(who, named)

    def state(self, event: str) -> Tournament:
        state = self._events.desk(event).state
        if state is None:
            raise Unclear(f"{event} is not open yet.")
        return state

    async def enter(self, event: str, act: Act) -> tuple[Entry, ...]:
        before = self._events.watches_presence(event)
        entries = await self._events.desk(event).enter(act, self._received_at())
        if self._events.watches_presence(event) != before:
            await self._tell_who_is_shown(event, act.by)
        return entries

    async def pair(self, event: str, asked: Act) -> tuple[Entry, ...]:
        return await self._pairer.pair(self._events.desk(event), asked, self._received_at(), self.now)

    async def open(self, act: OpenTournament, place: Place) -> str:
        filled = replace(
            act,
            staff=act.staff or self.staff(place.network),
            titles=self._staffing.titles(),
            automatic=act.automatic or self.automatic(),
            house_rules=act.house_rules or self._config.house_rules.given(),
            speed=self._clock.speed,
        )
        if watches_presence(act.keys):
            filled = replace(filled, here=self._people.online())
        self._tell_namesake(filled)
        at = self._received_at()
        event = await self._events.open(filled, at)
        self.on_open(event, act.here)
        await self._tell_what_is_seen(event, filled.here, at)
        if watches_presence(act.keys):
            self.on_watching(event, act.by)
        return event

    async def _tell_who_is_shown(self, event: str, by: PersonId) -> None:
        """Whether who is shown as offline is absent has been set otherwise."""
        if self._events.watches_presence(event):
            self.on_watching(event, by)
        if not self._sight.is_lost():
            await self._events.desk(event).enter(
                RegainSight(by=BOT, present=self._seen(event)), self._clock.now()
            )

    def _seen(self, event: str) -> frozenset[PersonId]:
        return self._people.seen(only_online=self._events.watches_presence(event))

    async def _tell_what_is_seen(self, event: str, assumed: frozenset[PersonId], at: datetime) -> None:
        """People may have come and gone while the event was being opened, or a network be away."""
        desk = self._events.desk(event)
        if self._sight.is_lost():
            await desk.enter(LoseSight(by=BOT, since=second_of(at), why="a network is away"), at)
        elif self._seen(event) != assumed:
            await desk.enter(RegainSight(by=BOT, present=self._seen(event)), self._clock.now())

    def _tell_namesake(self, act: OpenTournament) -> None:
        """Raise Unclear to who is called like an organiser, and is not known to be that one."""
        organisers = {who: name for role, who, name in act.staff if role is not Role.JUDGE}
        names = {name.casefold() for name in organisers.values()}
        if act.by not in organisers and act.by_name.casefold() in names:
            raise Unclear(
                f"{act.by_name}, the network does not show that you are {act.by_name} of the staff. Log in to "
                "that account, then say it again."
            )

    def staff(self, network: str | None = None) -> tuple[tuple[Role, PersonId, str], ...]:
        """Who officiates in every event, by the configuration, as that network knows people."""
        return self._staffing.named(network)

    def automatic(self) -> dict[str, str]:
        """What the bot does by itself, by the configuration."""
        chosen = self._config.automatic
        return {key: str(getattr(chosen, key)) for key in type(chosen).__annotations__}

    # --- the league ---

    def league(self) -> League:
        return self._events.league.state or League()

    async def enter_league(self, act: Act) -> tuple[Entry, ...]:
        return await self._events.league.enter(act, self._received_at())

    def directors(self, network: str) -> frozenset[PersonId]:
        named = self._staffing.directors(network)
        going = (self._events.states()[event] for event in self._events.open_ids())
        return frozenset(named.union(*(event.holders(Role.DIRECTOR) for event in going)))

    async def history(self, person: PersonId) -> tuple[PastPenalty, ...]:
        speed = self._clock.speed
        rows = [
            row
            for each in self.league().ids_of(person)
            for row in await self._reading.penalties_of(each, speed=speed)
        ]
        return tuple(sorted(map(_past_penalty, rows), key=lambda penalty: penalty.issued_at))

    async def around(self, event: str, since: datetime, until: datetime) -> Around:
        entries, talk = await self._store.around(event, since, until)
        return cases.around(entries, talk)

    # --- people ---

    def find(self, words: str, network: str, event: str | None = None) -> tuple[PersonId, str]:
        return self.finder(network, event)(words)

    def finder(self, network: str, event: str | None = None) -> Callable[[str], tuple[PersonId, str]]:
        return self._people.directory(network, self.events().get(event) if event else None).find

    async def recall(self, words: str, network: str, event: str | None = None) -> tuple[PersonId, str]:
        named = self._people.by_id(words, network)
        if named is not None:
            person, typed = named
            return person, await self._last_name(person) or typed
        try:
            return self.find(words, network, event)
        except NobodyCalled:
            known = {one.person: one.name for one in self.league().called(words)}
            stored = [PersonId(person) for person in await self._reading.persons_called(words)]
            known = {
                self._people.one(each): name for each, name in (dict.fromkeys(stored, words) | known).items()
            }
            if not known:
                raise
        if len(known) > 1:
            raise Unclear(f"{len(known)} people were called {words}. Have the one you mean come here.")
        return next(iter(known.items()))

    async def _last_name(self, person: PersonId) -> str | None:
        """How somebody is called in an event of this process, else here, else in the latest one on record."""
        names = [name for state in self.events().values() if (name := state.names.get(person))]
        if names:
            return names[-1]
        if self._people.is_here(person):
            return self._people.name_of(person)
        return await self._reading.last_name_of(person)

    async def sheet(self, name: str) -> str:
        return await read_sheet(self._config.store.pairings, name)

    def bot_names(self) -> tuple[str, ...]:
        networks = (self._config.irc, *self._config.irc_also)
        return tuple(dict.fromkeys(network.nick for network in networks))

    def people_here(self, event: str | None = None) -> frozenset[PersonId]:
        return self._people.here() if event is None else self._seen(event)

    async def link(self, who: Identity, code: str, place: Place) -> str:
        if self._people.needs_code(who.person.network) and not who.verified:
            return await self._link_staff(who, code)
        return await self._ties.link(who, code, place)

    async def unlink(self, who: Identity) -> str:
        return await self._ties.unlink(who)

    async def _link_staff(self, who: Identity, code: str) -> str:
        """The code of the console makes this session staff."""
        if not code:
            return f"{who.name}, the code for staff stands at the console of this service: !link <code>."
        if not self._codes.accepts(code):
            return f"{who.name}, that is not the code that stands at the console now."
        self._people.link(who.person)
        return f"{who.name}, that is right: I know you until you leave."

    # --- the rest ---

    def book(self, name: str) -> Rulebook:
        try:
            return books.load(name)
        except books.UnknownRulebook as unknown:
            raise Unclear(f'{unknown}. !open "Autumn 12" rulebook={books.names()[0]}') from None

    async def say(self, line: Line) -> None:
        self._herald.answer(line)

    def _received_at(self) -> datetime:
        return _RECEIVED_AT.get(self._clock.now())


def _past_penalty(row: Row) -> PastPenalty:
    return PastPenalty(
        event=row["tournament"],
        number=row["number"],
        round=row["round"] or 0,
        penalty=row["penalty"],
        clause=row["clause"],
        issued_at=datetime.fromisoformat(row["issued_at"]),
        status=row["status"],
    )
