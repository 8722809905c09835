"""The service pairs: in another process, and whatever befalls that one, the event is as it was."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from bot.matching import best
from bot.pairing import TRIES, Fruitless, Pairer, Search, SearchElsewhere
from bot.places import read_drawing, read_places, write_drawing, write_places
from cogs.office import NotRecorded
from rules.acts import DropPlayer, Register
from rules.entries import PersonId, RoundPaired
from rules.swiss import Drawing, Place
from tests.service import OPENING, Service, running

PLACES = [
    Place(points=3, met=(1,), byes=0, lot=5),
    Place(points=0, met=(0,), byes=1, lot=2**64 - 1),
    Place(points=0, met=(), byes=0, lot=7),
]
PLAYERS = ("alice", "bob", "carol", "dave", "eve")


def program(text: str, patience_s: float = 30) -> SearchElsewhere:
    """A search by a program that does this instead."""
    return SearchElsewhere(("-c", text), patience_s=patience_s)


# --- the search -----------------------------------------------------------------------------------


def test_what_is_written_for_the_other_process_is_what_it_reads() -> None:
    assert read_places(write_places(PLACES)) == PLACES
    drawing = Drawing(pairs=((0, 2), (1, 3)), bye=4)
    assert read_drawing(write_drawing(drawing)) == drawing


async def test_another_process_finds_what_this_one_would() -> None:
    assert await SearchElsewhere()(PLACES) == best(PLACES)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("raise SystemExit('no memory')", "ended with 1: no memory"),
        ("import os; os.kill(os.getpid(), 9)", "ended with -9"),
        ("print('[[')", "ended with 0"),
        ("print(17)", "ended with 0"),
    ],
    ids=["failed", "killed", "half an answer", "nonsense"],
)
async def test_a_process_that_finds_nothing_has_failed(text: str, words: str) -> None:
    with pytest.raises(Fruitless, match=words):
        await program(text)(PLACES)


async def test_a_search_that_takes_too_long_is_ended() -> None:
    with pytest.raises(Fruitless, match=r"within 0\.2 s"):
        await program("import threading; threading.Event().wait()", patience_s=0.2)(PLACES)


async def test_a_search_ends_with_the_service() -> None:
    search = program("import threading; threading.Event().wait()")
    waiting = asyncio.create_task(search(PLACES))
    while not search.is_searching:  # noqa: ASYNC110 - a process comes up in its own time
        await asyncio.sleep(0.01)
    await search.close()
    with pytest.raises(NotRecorded):
        await waiting


# --- the service ----------------------------------------------------------------------------------


class Meanwhile:
    """Searches in this process; during the first `moves` searches the coordinator enters somebody, or drops one."""

    def __init__(self, moves: int, *, drops: bool = False) -> None:
        self.service: Service | None = None
        self.searches = 0
        self._moves = moves
        self._drops = drops

    async def __call__(self, places: Sequence[Place]) -> Drawing:
        self.searches += 1
        if self.service is not None and self.searches <= self._moves:
            coordinator = self.service.parts.people.id_of_name("tc", "paper")
            desk, now = self.service.desk, self.service.clock.now()
            if self._drops:
                player = next(one.id for one in self.service.state.players.values() if one.plays)
                await desk.enter(DropPlayer(by=coordinator, player=player), now)
            else:
                name = f"late{self.searches}"
                await desk.enter(Register(by=coordinator, player=PersonId(f"nick:{name}"), name=name), now)
        return best(places)

    async def close(self) -> None:
        """Nothing is ever under way."""


def serviced(folder: Path, search: Search) -> AbstractAsyncContextManager[Service]:
    """A service that searches so."""
    people = ("tc", "hj", "judge", *PLAYERS)
    return running(Service(folder, people=people, pairer=Pairer(search, seed=lambda: "lot")))


async def entered(service: Service) -> None:
    """Autumn 12 with five players."""
    await service.play(OPENING, *(f"{second} {name}: !register" for second, name in enumerate(PLAYERS, 1)))


async def pairings(service: Service) -> list[RoundPaired]:
    return [entry for entry in await service.stored() if isinstance(entry, RoundPaired)]


async def test_a_round_is_paired_and_the_bye_told(tmp_path: Path) -> None:
    async with serviced(tmp_path, SearchElsewhere()) as service:
        await entered(service)
        line, reminder = await service.say("tc", "!pair")
        assert line.startswith("Round 1 of 3 is paired: 1 ")
        assert reminder.startswith("Keep in mind: ")
        (paired,) = await pairings(service)
        name = service.state.name_of(paired.byes[0])
        assert f"Bye: {name}." in line
        assert "of 3" in (await service.say("tc", "!status"))[0]
        assert f"Bye: {name}." in (await service.say("tc", "!pairings"))[0]
        assert "has the bye" in (await service.say("tc", f"!pairing {name}"))[0]
        assert "you have the bye" in (await service.say(name, "!won"))[0]
        said = await service.say("tc", "!begin")
        assert any(f"{name}, you have the bye in round 1: you win it 2-0" in text for text in said)


async def test_who_leaves_meanwhile_is_not_paired(tmp_path: Path) -> None:
    search = Meanwhile(1, drops=True)
    async with serviced(tmp_path, search) as service:
        search.service = service
        await entered(service)
        await service.say("tc", "!pair")
        (paired,) = await pairings(service)
        seats = {player for pair in paired.pairs for player in pair}
        assert seats == {one.id for one in service.state.players.values() if one.plays}
        assert (search.searches, paired.byes) == (2, ())


async def test_an_event_that_always_moves_is_left_alone(tmp_path: Path) -> None:
    search = Meanwhile(TRIES)
    async with serviced(tmp_path, search) as service:
        search.service = service
        await entered(service)
        said = await service.say("tc", "!pair")
        assert any(
            "changed while the round was being paired; nothing is paired. !pair again" in t for t in said
        )
        assert await pairings(service) == []
        assert any("Round 1 of 3 is paired" in text for text in await service.say("tc", "!pair"))


async def test_a_search_that_fails_changes_nothing_and_is_owned_up_to(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with serviced(tmp_path, program("import os; os.kill(os.getpid(), 9)")) as service:
        await entered(service)
        (line,) = await service.say("tc", "!pair")
        assert "could not be paired (reference " in line
        assert "nothing has changed" in line
        assert await pairings(service) == []
        assert "ended with -9" in caplog.text
        assert "1 alice-bob" in (await service.say("tc", "!pair alice bob"))[0]


async def test_nobody_but_an_organiser_has_a_search_begun(tmp_path: Path) -> None:
    search = Meanwhile(0)
    async with serviced(tmp_path, search) as service:
        await entered(service)
        (line,) = await service.say("alice", "!pair")
        assert line.startswith("alice, ")
        assert search.searches == 0
