"""An evening for the bench: an event of many tables whose round has begun, with nobody there.

`python -m tests.bench.evening TABLES BEGUN REMINDED` makes two stores: one in which the round has just begun, and one
that goes on until all have been reminded, so that the next thing is a lost game for every player in one second.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copyfile

from bot import books
from bot.desk import BOT
from rules.acts import Act, BeginRound, Dice, Drawn, OpenTournament, PairByHand, Register, Tick
from rules.decide import decide
from rules.entries import Entry, PersonId, Role
from rules.rulebook import to_data
from rules.tournament import Tournament
from storage.store import Page, Store
from tests.bench.children import tell
from tests.bench.figures import Measures

EVENT = "autumn-12"
BEGUN_AT = datetime(2024, 5, 3, 20, tzinfo=UTC)
REMINDED_AT = BEGUN_AT + timedelta(minutes=5)
LOST_AT = BEGUN_AT + timedelta(minutes=10)
"""3.2, A.I.3: when a reminder and when the loss of a game falls due for who has not come."""

COORDINATOR = PersonId("nick:tc")
HEAD_JUDGE = PersonId("nick:hj")
PAGE = 500


class OneFace(Dice):
    """Dice that always show a one: the bench draws nothing that matters."""

    def coin(self, *, number: int, word: str) -> Drawn:
        return Drawn(faces=(1,), entropy="")

    def roll(self, *, number: int, word: str, count: int, sides: int) -> Drawn:
        return Drawn(faces=(1,) * count, entropy="")

    def first_chooser(self, *, number: int) -> Drawn:
        return Drawn(faces=(1,), entropy="")


class Evening:
    """An event decided by the real rules, and its scorebook so far; without tables it is only open."""

    def __init__(self, tables: int, players: Sequence[PersonId] = ()) -> None:
        """`players` are two for each table; else they are p0, p1, …"""
        self.entries: list[Entry] = []
        self._state: Tournament | None = None
        self._do(_opening(), BEGUN_AT - timedelta(minutes=30))
        if not tables:
            return
        players = players or [PersonId(f"nick:p{number}") for number in range(2 * tables)]
        for number, player in enumerate(players):
            self._register(player, f"p{number}")
        pairs = tuple(zip(players[::2], players[1::2], strict=True))
        self._do(PairByHand(by=COORDINATOR, pairs=pairs), BEGUN_AT - timedelta(minutes=1))
        self._do(BeginRound(by=COORDINATOR, dice=OneFace()), BEGUN_AT)

    def remind(self) -> None:
        """Five minutes pass."""
        self._do(Tick(by=BOT, through=REMINDED_AT), REMINDED_AT)

    def _do(self, act: Act, now: datetime) -> None:
        entries, self._state = decide(self._state, act, now)
        self.entries.extend(entries)

    def _register(self, player: PersonId, name: str) -> None:
        self._do(Register(by=player, name=name), BEGUN_AT - timedelta(minutes=20))


def _opening() -> OpenTournament:
    return OpenTournament(
        by=COORDINATOR,
        by_name="tc",
        name="Autumn 12",
        rulebook=to_data(books.load("ogaming")),
        staff=((Role.COORDINATOR, COORDINATOR, "tc"), (Role.HEAD_JUDGE, HEAD_JUDGE, "hj")),
        here=frozenset({COORDINATOR, HEAD_JUDGE}),
    )


async def keep(file: Path, entries: Sequence[Entry], first_seq: int = 1) -> None:
    """Store these entries of the event."""
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    for page in _pages(entries, first_seq):
        await store.append(page)
    await store.close()


def _pages(entries: Sequence[Entry], first_seq: int) -> Iterator[Page]:
    for begin in range(0, len(entries), PAGE):
        some = entries[begin : begin + PAGE]
        yield Page(tournament=EVENT, first_seq=first_seq + begin, entries=some)


async def make(tables: int, begun: Path, reminded: Path) -> Measures:
    """Make both stores; how many entries each has."""
    evening = Evening(tables)
    await keep(begun, evening.entries)
    copyfile(begun, reminded)
    already = len(evening.entries)
    evening.remind()
    await keep(reminded, evening.entries[already:], already + 1)
    return {"begun": already, "reminded": len(evening.entries)}


if __name__ == "__main__":
    tell(asyncio.run(make(int(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]))))
