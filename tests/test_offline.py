"""Who is shown as offline: absent only in an event that says so, by the clock and clause of whoever leaves."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from cogs.speech import Where
from rules import entries as e
from rules.entries import Leaving, PersonId
from tests.service import MATCH, OPENING, Service, running

ALICE, BOB = PersonId("nick:alice"), PersonId("nick:bob")
WATCHING = (f"{OPENING} presence=yes", *MATCH[1:])


E = TypeVar("E", bound=e.Entry)


async def kept(service: Service, kind: type[E]) -> list[E]:
    """The stored entries of one kind."""
    return [entry for entry in await service.stored() if isinstance(entry, kind)]


async def shows(service: Service, nick: str, *, is_online: bool) -> None:
    await service.console.show(nick, is_online=is_online)
    await service.app.settle()


async def test_unless_the_event_says_so_nobody_is_absent_who_is_shown_as_offline(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as service:
        await service.play(*MATCH)
        before = await service.stored()
        await shows(service, "bob", is_online=False)
        await shows(service, "bob", is_online=True)
        assert service.state.is_here(BOB)
        assert await service.stored() == before


async def test_where_the_event_says_so_offline_has_the_clock_and_the_clause_of_leaving(
    tmp_path: Path,
) -> None:
    async with running(Service(tmp_path)) as service:
        await service.play(*WATCHING)
        await service.until(600)
        await shows(service, "bob", is_online=False)
        (began,) = await kept(service, e.AbsenceBegan)
        assert (began.player, began.why, began.clause) == (BOB, Leaving.OFFLINE.value, "A.I.4")
        (told,) = service.heard("bob is shown as offline.")
        assert "Back with !ready by 12:15:00 (5:00), or the game is lost (A.I.4)." in told
        await service.until(700)
        await shows(service, "bob", is_online=True)
        await service.say("bob", "!ready")
        assert service.state.open_tables[0].side_of(BOB).absence is None
        assert service.state.is_here(BOB)


async def test_who_says_something_is_there_although_shown_as_offline(tmp_path: Path) -> None:
    """Discord shows who hides as offline."""
    async with running(Service(tmp_path)) as service:
        await service.play(*WATCHING)
        await shows(service, "bob", is_online=False)
        await service.say("bob", "!ready")
        assert service.state.is_here(BOB)
        assert service.state.open_tables[0].side_of(BOB).absence is None


async def test_the_opening_knows_who_is_shown_as_offline(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as service:
        await shows(service, "hj", is_online=False)
        await service.play(WATCHING[0])
        assert service.state.is_here(PersonId("nick:judge"))
        assert not service.state.is_here(PersonId("nick:hj"))
        await shows(service, "hj", is_online=True)
        assert service.state.is_here(PersonId("nick:hj"))


async def test_each_event_reads_afresh_by_its_own_option(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as service:
        await service.play(*WATCHING, '96 tc: !open "Plain" kind=challenge starts=now authorization=A-78')
        await service.console.lose_connection()
        service.console.offline = frozenset({"bob", "judge"})
        await service.console.connect_again()
        await service.app.settle()
        watching, plain = service.parts.events.states().values()
        assert not watching.is_here(BOB)
        assert not watching.is_here(PersonId("nick:judge"))
        assert plain.is_here(PersonId("nick:judge"))


async def test_the_option_can_be_set_before_the_start_and_taken_back(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as service:
        await service.play(*MATCH[:3])
        await shows(service, "bob", is_online=False)
        assert service.state.is_here(BOB)
        await service.play("5 tc: !set presence=yes")
        assert not service.state.is_here(BOB)
        await service.play("6 tc: !undo")
        assert service.state.is_here(BOB)


async def test_whose_coordinator_sets_it_in_vain_is_told(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as service:
        service.console.shows_presence = False
        await service.play(WATCHING[0])
        (told,) = service.heard("presence=yes does nothing there")
        assert told.startswith("paper does not show me who is offline")
        assert [where for _, where, text in service.said if text == told] == ["tc"]


async def test_the_header_says_it(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as service:
        await service.play(WATCHING[0])
        assert service.heard("Who is shown as offline is absent.")


async def test_who_leaves_is_absent_and_never_dropped(tmp_path: Path) -> None:
    """Leaving a guild in mid-event is an absence; the same clock, and the way back is !ready."""
    async with running(Service(tmp_path)) as service:
        await service.play(*MATCH)
        await service.until(600)
        await service.console.leave("bob", Leaving.PARTED, "left the server")
        await service.until(700)
        assert not await kept(service, e.PlayerDropped)
        assert not await kept(service, e.DropAnnounced)
        (began,) = await kept(service, e.AbsenceBegan)
        assert (began.why, began.clause) == (Leaving.PARTED.value, "A.I.4")
        await service.console.join("bob")
        await service.say("bob", "!ready", Where.CHANNEL)
        assert service.state.open_tables[0].side_of(BOB).absence is None
        assert service.state.players[BOB].plays
