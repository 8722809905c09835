"""Who counts as there on Discord: every member; where the event says so, only who is shown as online."""

from __future__ import annotations

from pathlib import Path

from rules import entries as e
from rules.entries import PersonId
from tests.discord_service import DiscordService, by_hand, on_discord
from tests.discordlab import DiscordLab
from tests.discordlab.people import Status

PEOPLE = ("tc", "hj", "judge", "alice", "bob", "mudlark")


async def sits_down(service: DiscordService, *, settings: str = "") -> None:
    """An event in which alice and bob are here, and game 1 runs."""
    keys = f"kind=challenge starts=now authorization=A-77 {settings}".strip()
    await service.slash("tc", "open", name="Autumn 12", settings=keys)
    for name in ("alice", "bob"):
        await service.slash(name, "register", deck_code=name)
    await service.slash("tc", "pair", pairs="alice bob")
    await service.slash("tc", "begin")
    for _ in range(2):
        for name in ("alice", "bob"):
            await service.slash(name, "ready")
    await service.reads("mudlark", "game 1 is on")


def person(service: DiscordService, name: str) -> PersonId:
    return PersonId(f"account:{service.id_of(name)}@discord")


async def began(service: DiscordService) -> list[e.AbsenceBegan]:
    return [entry for entry in await service.stored() if isinstance(entry, e.AbsenceBegan)]


async def test_going_offline_is_an_absence_in_an_event_with_presence(tmp_path: Path) -> None:
    async with on_discord(tmp_path, PEOPLE, clock=by_hand()) as service:
        await sits_down(service, settings="presence=yes")
        await service.lab.presence("bob", Status.OFFLINE)
        await service.reads("mudlark", "bob is shown as offline. Back with /ready by")
        await service.passes(minutes=2)
        await service.lab.presence("bob", Status.ONLINE)
        await service.lab.until(lambda: service.state.is_here(person(service, "bob")))
        await service.slash("bob", "ready")
        await service.reads("mudlark", "bob is back")
        assert [(each.player, each.clause) for each in await began(service)] == [
            (person(service, "bob"), "A.I.4")
        ]


async def test_going_offline_is_nothing_in_any_other_event(tmp_path: Path) -> None:
    async with on_discord(tmp_path, PEOPLE, clock=by_hand()) as service:
        await sits_down(service)
        await service.lab.presence("bob", Status.OFFLINE)
        await service.lab.until(lambda: not service.parts.people.is_online(person(service, "bob")))
        await service.app.settle()
        assert service.state.is_here(person(service, "bob"))
        assert await began(service) == []


async def test_who_leaves_the_server_is_absent_and_not_dropped(tmp_path: Path) -> None:
    async with on_discord(tmp_path, PEOPLE, clock=by_hand()) as service:
        await sits_down(service)
        await service.lab.leave("bob")
        await service.reads("mudlark", "bob has left the chat. Back with /ready by")
        assert [each.why for each in await began(service)] == ["parted"]
        assert service.state.players[person(service, "bob")].plays
        await service.lab.join("bob")
        await service.lab.until(lambda: service.state.is_here(person(service, "bob")))
        await service.slash("bob", "ready")
        await service.reads("mudlark", "bob is back")


async def test_a_judge_says_who_has_lost_the_link(tmp_path: Path) -> None:
    async with on_discord(tmp_path, PEOPLE, clock=by_hand()) as service:
        await sits_down(service)
        await service.slash("judge", "disconnected", nick="bob")
        await service.reads("mudlark", "Table 1: bob has lost the game link.")
        assert [(each.player, each.clause) for each in await began(service)] == [
            (person(service, "bob"), "A.I.2")
        ]


async def test_without_the_intent_the_coordinator_is_told_what_presence_does_not_do(tmp_path: Path) -> None:
    def withhold(lab: DiscordLab) -> None:
        lab.world.app.presences_granted = False

    async with on_discord(tmp_path, PEOPLE, clock=by_hand(), prepare=withhold) as service:
        await sits_down(service, settings="presence=yes")
        await service.reads("tc", "discord does not show me who is offline", "dm")
        assert service.state.is_here(person(service, "bob"))
