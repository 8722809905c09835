"""A small event for the tests of the wording: acts are decided by the real rules, and what is said is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from bot import books
from bot.wording import Spoken, refuse, speak
from rules.acts import Act, BeginRound, Dice, Drawn, OpenTournament, PairByHand, PressReady, Register, Tick
from rules.deadlines import next_due, tables
from rules.decide import decide
from rules.entries import Entry, PersonId, Role
from rules.refusals import Refusal
from rules.rulebook import to_data
from rules.tournament import Tournament

STAFF = ((Role.COORDINATOR, "birch"), (Role.HEAD_JUDGE, "hawk"), (Role.JUDGE, "wren"))


def who(name: str) -> PersonId:
    """The person of that name."""
    return PersonId(f"nick:{name}")


def at(clock: str) -> datetime:
    """A time of the evening, as `20:17:02`."""
    hour, minute, second = map(int, clock.split(":"))
    return datetime(2024, 5, 3, hour, minute, second, tzinfo=UTC)


class Loaded(Dice):
    """Dice that always fall alike."""

    def __init__(self, *, place: int = 1, face: int = 1) -> None:
        self.place, self.face = place, face

    def coin(self, *, number: int, word: str) -> Drawn:
        return Drawn(faces=(self.face,), entropy="00" * 32)

    def roll(self, *, number: int, word: str, count: int, sides: int) -> Drawn:
        return Drawn(faces=(self.face,) * count, entropy="00" * 32)

    def first_chooser(self, *, number: int) -> Drawn:
        return Drawn(faces=(self.place,), entropy="00" * 32)


@dataclass
class Play:
    """An event in play. `said` is everything since the last `hear`."""

    state: Tournament | None = None
    dice: Loaded = field(default_factory=Loaded)
    said: list[Spoken] = field(default_factory=list)

    @property
    def now(self) -> Tournament:
        assert self.state is not None
        return self.state

    def do(self, clock: str, act: Act) -> list[Spoken]:
        """Work off what is due before this second, then decide the act; what is said of the act alone."""
        moment = at(clock)
        if self.state is not None and not isinstance(act, Tick):
            self.pass_to(clock, inclusive=False)
        entries, after = decide(self.state, act, moment)
        lines = self._tell(entries, after)
        self.said.extend(lines)
        return lines

    def pass_to(self, clock: str, *, inclusive: bool = True) -> None:
        """Let the time pass, second by second of what falls due."""
        end = at(clock)
        while True:
            due = [d for table in tables(self.now) if (d := next_due(self.now, table)) is not None]
            first = min(due, default=None)
            if first is None or first > end or (first == end and not inclusive):
                return
            entries, after = decide(self.now, Tick(by=PersonId("bot"), through=first), end)
            self.said.extend(self._tell(entries, after))

    def _tell(self, entries: Sequence[Entry], after: Tournament) -> list[Spoken]:
        lines = speak(entries, self.state, after)
        self.state = after
        return lines

    def refused(self, clock: str, act: Act) -> str:
        """The sentence with which this act is refused."""
        try:
            decide(self.state, act, at(clock))
        except Refusal as refusal:
            return refuse(refusal, self.state, act.by, self.now.name_of(act.by))
        raise AssertionError(f"{act} is not refused")

    def hear(self, place: str = "channel") -> list[str]:
        """What was said in a place since the last time, and forget all of it."""
        texts = [line.text for line in self.said if line.place == place]
        self.said.clear()
        return texts


def texts(lines: Sequence[Spoken], place: str = "channel") -> list[str]:
    """Of these lines those in one place: `channel`, `judges`, or a name for what is said in private."""
    wanted = place if place in ("channel", "judges") else f"person:{who(place)}"
    return [line.text for line in lines if line.place == wanted]


def opening(**changes: object) -> OpenTournament:
    """The act that opens Autumn 12."""
    staff = tuple((role, who(name), name) for role, name in STAFF)
    act = OpenTournament(
        by=who("birch"),
        by_name="birch",
        name="Autumn 12",
        rulebook=to_data(books.load("ogaming")),
        keys={"authorization": "A-77", "format": "Standard", "starts": "now"},
        staff=staff,
        here=frozenset(who(name) for _, name in STAFF),
    )
    return replace(act, **changes)  # type: ignore[arg-type]  # the tests name fields of the act


def opened(*players: str, **changes: object) -> Play:
    """Autumn 12 with these players registered, nothing paired."""
    play = Play()
    play.do("19:50:00", opening(**changes))
    for name in players:
        play.do("19:55:00", Register(by=who(name), name=name, deck="on file"))
    play.hear()
    return play


def begun(*pairs: tuple[str, str], ready: bool = True, **changes: object) -> Play:
    """Round 1 begun at 20:00:00 with these pairs; with `ready` everybody has arrived at 20:01:00."""
    play = opened(*(name for pair in pairs for name in pair), **changes)
    play.do("19:59:00", PairByHand(by=who("birch"), pairs=tuple((who(a), who(b)) for a, b in pairs)))
    play.do("20:00:00", BeginRound(by=who("birch"), dice=play.dice))
    if ready:
        for name in (name for pair in pairs for name in pair):
            play.do("20:01:00", PressReady(by=who(name), dice=play.dice))
    play.hear()
    return play


def playing(*pairs: tuple[str, str], **changes: object) -> Play:
    """As `begun`, with the first game of every table on since 20:02:00."""
    play = begun(*pairs, ready=True, **changes)
    for name in (name for pair in pairs for name in pair):
        play.do("20:02:00", PressReady(by=who(name), dice=play.dice))
    play.hear()
    return play
