"""An office for tests of commands: an event of four players, made of entries; acts are kept, not decided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from bot.books import UnknownRulebook, load
from cogs.command import Commands
from cogs.everything import every_cog
from cogs.office import Around, Identity, PastPenalty, Unclear
from cogs.speech import Line, Person, Place, Said, Where
from rules import entries as e
from rules.acts import Act, Dice, Drawn, MakeContact, OpenTournament
from rules.entries import Entry, PersonId, Role
from rules.fold import fold
from rules.league import League, league_decide
from rules.refusals import NotAllowed, Refusal
from rules.rulebook import Rulebook, to_data
from rules.tournament import Tournament

NOON = datetime(2025, 6, 1, 12, 0, tzinfo=UTC)
NETWORK = "test"
CHANNEL = Place(network=NETWORK, where=Where.CHANNEL)
JUDGES = Place(network=NETWORK, where=Where.JUDGES)

PEOPLE = ("alice", "bob", "carol", "dave", "birch", "hawk", "wren", "zed")
"""Four players, coordinator, head judge, judge, and somebody who is nothing here."""


def pid(name: str) -> PersonId:
    return PersonId(f"nick:{name}")


def after(seconds: int) -> datetime:
    """So long after noon, when the round begins."""
    return NOON + timedelta(seconds=seconds)


def opened(name: str = "Autumn 12") -> list[Entry]:
    """An event with its officials and four players, nothing paired."""
    at = after(-600)
    birch = pid("birch")
    offices = {"birch": Role.COORDINATOR, "hawk": Role.HEAD_JUDGE, "wren": Role.JUDGE}
    book = to_data(load("ogaming"))
    return [
        e.TournamentOpened(
            at=at,
            name=name,
            by=birch,
            by_name="birch",
            rulebook=book,
            tournament_kind="challenge",
            rel="1",
            round_limit=timedelta(minutes=50),
        ),
        *(
            e.StaffNamed(at=at, role=role, person=pid(who), name=who, here=True)
            for who, role in offices.items()
        ),
        *(e.PlayerRegistered(at=at, player=pid(who), name=who) for who in PEOPLE[:4]),
    ]


def paired() -> list[Entry]:
    """The same with a round: table 1 alice and bob, table 2 carol and dave."""
    pairs = ((pid("alice"), pid("bob")), (pid("carol"), pid("dave")))
    limit = timedelta(minutes=50)
    return [
        *opened(),
        e.RoundPaired(at=after(-60), round=1, by=pid("birch"), pairs=pairs, limit=limit),
    ]


def begun() -> list[Entry]:
    """The same at noon: the round's clock runs, nobody has arrived."""
    return [
        *paired(),
        e.RoundBegun(at=NOON, round=1, by=pid("birch"), late_from=NOON, ends_at=after(3000)),
    ]


def playing() -> list[Entry]:
    """Both players of table 1 have arrived, a minute after noon."""
    return [
        *begun(),
        *(e.PlayerArrived(at=after(60), round=1, table=1, player=pid(who)) for who in ("alice", "bob")),
    ]


class FixedDice:
    """Dice of a rehearsal: always the first face."""

    def coin(self, *, number: int, word: str) -> Drawn:
        return Drawn(faces=(1,), entropy="fixed")

    def roll(self, *, number: int, word: str, count: int, sides: int) -> Drawn:
        return Drawn(faces=(1,) * count, entropy="fixed")

    def first_chooser(self, *, number: int) -> Drawn:
        return Drawn(faces=(1,), entropy="fixed")


@dataclass(slots=True)
class FakeOffice:
    """Knows one event (or none, or two) and keeps whatever is entered."""

    books: dict[str, Tournament] = field(default_factory=dict)
    at: datetime = NOON
    acts: list[Act] = field(default_factory=list)
    league_acts: list[Act] = field(default_factory=list)
    league_state: League = field(default_factory=League)
    opened: list[OpenTournament] = field(default_factory=list)
    said: list[Line] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)
    past: dict[PersonId, list[PastPenalty]] = field(default_factory=dict)
    sheets: dict[str, str] = field(default_factory=dict)
    raises: BaseException | None = None
    mute: bool = False

    @property
    def dice(self) -> Dice:
        return FixedDice()

    def now(self) -> datetime:
        return self.at

    @property
    def speed(self) -> float:
        return 1.0

    def events(self) -> dict[str, Tournament]:
        return self.books

    def event_for(self, who: PersonId, place: Place, named: str | None) -> str:
        if named is not None:
            if named in self.books:
                return named
            raise Unclear(f"No event is called {named}.")
        mine = [event for event, state in self.books.items() if who in state.players]
        fitting = list(self.books) if len(self.books) == 1 else mine
        if len(fitting) != 1:
            raise Unclear("No event is open." if not self.books else f"Which event? {', '.join(self.books)}")
        return fitting[0]

    def state(self, event: str) -> Tournament:
        return self.books[event]

    async def enter(self, event: str, act: Act) -> tuple[Entry, ...]:
        if self.raises is not None:
            raise self.raises
        self.acts.append(act)
        return ()

    async def pair(self, event: str, asked: Act) -> tuple[Entry, ...]:
        if self.raises is not None:
            raise self.raises
        self.acts.append(asked)
        return ()

    async def open(self, act: OpenTournament, place: Place) -> str:
        self.opened.append(act)
        return "opened"

    async def enter_league(self, act: Act) -> tuple[Entry, ...]:
        self.league_acts.append(act)
        entries, self.league_state = league_decide(self.league_state, act, self.at)
        return entries

    def league(self) -> League:
        return self.league_state

    def directors(self, network: str) -> frozenset[PersonId]:
        return frozenset({pid("dora")})

    async def history(self, person: PersonId) -> tuple[PastPenalty, ...]:
        return tuple(self.past.get(person, ()))

    async def around(self, event: str, since: datetime, until: datetime) -> Around:
        return Around(entries=(), heard=())

    async def recall(self, words: str, network: str, event: str | None = None) -> tuple[PersonId, str]:
        return self.find(words, network, event)

    def find(self, words: str, network: str, event: str | None = None) -> tuple[PersonId, str]:
        name = words.casefold()
        if name not in PEOPLE:
            raise Unclear(f"Nobody here is called {words[:20]}.")
        return pid(name), name

    def finder(self, network: str, event: str | None = None) -> Callable[[str], tuple[PersonId, str]]:
        return lambda words: self.find(words, network, event)

    async def sheet(self, name: str) -> str:
        if name not in self.sheets:
            raise Unclear(f"There is no {name}.")
        return self.sheets[name]

    def bot_names(self) -> tuple[str, ...]:
        return ("FloorJudge",)

    def people_here(self, event: str | None = None) -> frozenset[PersonId]:
        return frozenset(map(pid, PEOPLE))

    def book(self, name: str) -> Rulebook:
        try:
            return load(name)
        except UnknownRulebook as unknown:
            raise Unclear(str(unknown)) from None

    async def link(self, who: Identity, code: str, place: Place) -> str:
        self.codes.append(code)
        return f"{who.name} is staff."

    async def unlink(self, who: Identity) -> str:
        return f"{who.name} is untied."

    async def say(self, line: Line) -> None:
        if self.mute:
            raise ConnectionError("the way out is broken")
        self.said.append(line)

    @property
    def texts(self) -> list[str]:
        """What was answered."""
        return [line.text for line in self.said]

    @property
    def acts_of_command(self) -> list[Act]:
        """What was entered for what was said; contact is entered besides."""
        return [act for act in self.acts if not (isinstance(act, MakeContact) and not act.words)]


def refuse(refusal: Refusal, state: Tournament | None, who: Identity) -> str:
    """The least that a wording of refusals can be."""
    if isinstance(refusal, NotAllowed):
        return f"{who.name}, that is for {', '.join(role.value for role in refusal.need)}."
    return f"{who.name}, {type(refusal).__name__}."


class Room:
    """The event, its commands, and people who speak."""

    def __init__(self, *entries: Entry) -> None:
        self.office = FakeOffice({"autumn-12": fold(entries)} if entries else {})
        self.commands = Commands(self.office, every_cog(), refuse)

    async def say(self, name: str, words: str, place: Place = CHANNEL, key: str = "") -> bool:
        """Somebody says a line; True when it was a command."""
        person = Person(network=NETWORK, nick=name)
        said = Said(person=person, place=place, words=words, at=self.office.at, key=key)
        who = Identity(id=pid(name), name=name, verified=True, person=person)
        return await self.commands.handle(said, who)

    async def tell(self, name: str, words: str) -> bool:
        """The same in private."""
        return await self.say(name, words, Place(network=NETWORK, where=Where.PRIVATE, nick=name))
