"""A small table to play at: helpers for tests that drive the rules without a bot, a store or a network."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Self

from bot import books
from rules import acts as a
from rules.decide import decide
from rules.entries import Entry, PersonId, Role, Stage
from rules.match import Match
from rules.rulebook import to_data
from rules.tournament import Tournament

START = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)
BOT = PersonId("bot")
COORDINATOR, HEAD_JUDGE, JUDGE = PersonId("nick:tess"), PersonId("nick:hugo"), PersonId("nick:judy")
ANN, BOB, CYD, DAN = (PersonId(f"nick:{name}") for name in ("ann", "bob", "cyd", "dan"))
STAFF = (
    (Role.COORDINATOR, COORDINATOR, "tess"),
    (Role.HEAD_JUDGE, HEAD_JUDGE, "hugo"),
    (Role.JUDGE, JUDGE, "judy"),
)


@cache
def book() -> dict[str, object]:
    """The league's rulebook, read once."""
    return dict(to_data(books.load("ogaming")))


def _with_policies(policies: dict[str, str]) -> dict[str, object]:
    """The rulebook of a league that differs in these."""
    usual = book()["policies"]
    assert isinstance(usual, dict)
    return {**book(), "policies": {**usual, **policies}} if policies else book()


class FixedDice:
    """Dice that show what they are told, then ones."""

    def __init__(self, faces: Sequence[int] = ()) -> None:
        self.faces = list(faces)

    def _next(self) -> int:
        return self.faces.pop(0) if self.faces else 1

    def coin(self, *, number: int, word: str) -> a.Drawn:
        return a.Drawn(faces=(self._next(),), entropy="")

    def roll(self, *, number: int, word: str, count: int, sides: int) -> a.Drawn:
        return a.Drawn(faces=tuple(self._next() for _ in range(count)), entropy="")

    def first_chooser(self, *, number: int) -> a.Drawn:
        return a.Drawn(faces=(self._next(),), entropy="")


class Event:
    """An event with a clock that is moved by hand. `entries` is its scorebook so far."""

    def __init__(
        self,
        players: Sequence[PersonId] = (ANN, BOB),
        *,
        stage: Stage | None = Stage.SWISS,
        keys: dict[str, str] | None = None,
        automatic: dict[str, str] | None = None,
        best_of: int | None = None,
        formalities_met: bool = False,
        policies: dict[str, str] | None = None,
    ) -> None:
        self.now = START - timedelta(minutes=2)
        self.dice = FixedDice()
        self.entries: list[Entry] = []
        self._state: Tournament | None = None
        opening = a.OpenTournament(
            by=COORDINATOR,
            by_name="tess",
            name="Autumn 12",
            rulebook=_with_policies(policies or {}),
            keys=keys or {},
            staff=STAFF,
            here=frozenset({COORDINATOR, HEAD_JUDGE, JUDGE}),
            stage=stage,
            best_of=best_of,
            automatic=automatic or {},
            formalities_met=formalities_met,
        )
        self.do(opening)
        for player in players:
            self.do(a.Register(by=player, name=player.removeprefix("nick:")))

    @property
    def state(self) -> Tournament:
        if self._state is None:
            raise AssertionError("the event is not open")
        return self._state

    def do(self, act: a.Act) -> tuple[Entry, ...]:
        """Decide an act in the present second. A refusal is raised and changes nothing."""
        entries, self._state = decide(self._state, act, self.now)
        self.entries.extend(entries)
        return entries

    def wait_until(self, at: datetime) -> None:
        """Move the clock; everything due before that second is worked off."""
        self.do(a.Tick(by=BOT, through=at - timedelta(seconds=1)))
        self.now = at

    def wait(self, seconds: int) -> None:
        self.wait_until(self.now + timedelta(seconds=seconds))

    def at(self, clock: str) -> Self:
        """Move to a time of day, `12:34:56` or `12:34`."""
        hours, minutes, *rest = (int(part) for part in clock.split(":"))
        self.wait_until(START.replace(hour=hours, minute=minutes, second=rest[0] if rest else 0))
        return self

    def pair(self, *pairs: tuple[PersonId, PersonId]) -> None:
        self.do(a.PairByHand(by=COORDINATOR, pairs=pairs or ((ANN, BOB),)))

    def begin(self, *pairs: tuple[PersonId, PersonId]) -> None:
        """Pair and begin at 12:00:00."""
        self.pair(*pairs)
        self.wait_until(START)
        self.do(a.BeginRound(by=COORDINATOR, dice=self.dice))

    def ready(self, *players: PersonId) -> None:
        for player in players:
            self.do(a.PressReady(by=player, dice=self.dice))

    def game_runs(self) -> None:
        """Both arrive at 12:00:30, and game 1 runs from 12:01:00."""
        self.at("12:00:30").ready(ANN, BOB)
        self.at("12:01:00").ready(ANN, BOB)

    def match(self, table: int = 1) -> Match:
        return self.state.matches[table]

    def levels(self, player: PersonId) -> list[str]:
        """The standing penalties of a player, oldest first."""
        return [p.level for p in self.state.penalties_of(player) if p.status == "standing"]
