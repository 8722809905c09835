"""One event with players on IRC and on Discord, paired against each other, at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.crowd import Guest
from tests.discord_service import OFFICIALS, DiscordService, by_hand, on_discord

PEOPLE = (*OFFICIALS, "alice", "cobalt", "mudlark")


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[DiscordService]:
    """Officials, Alice and Cobalt on Discord; the clock moves by hand."""
    async with on_discord(tmp_path, PEOPLE, clock=by_hand(), has_irc=True) as service:
        yield service


async def both_hear(service: DiscordService, watcher: Guest, words: str) -> None:
    """A public line is said on both networks."""
    await asyncio.gather(service.reads("mudlark", words), watcher.hears(words))


async def entered(service: DiscordService) -> tuple[Guest, Guest, Guest]:
    """An event with two players on each network; returns Bob, Dora and a spectator, who are on IRC."""
    bob, dora, watcher = [await service.irc(nick) for nick in ("bob", "dora", "watcher")]
    await service.slash(
        "tc", "open", name="Autumn 12", settings="kind=challenge starts=now authorization=A-77"
    )
    await both_hear(service, watcher, "Autumn 12 is open")
    for name in ("alice", "cobalt"):
        await service.slash(name, "register", deck_code=f"deck-of-{name}")
    for guest in (bob, dora):
        await guest.ask_in_private(f"register deck-of-{guest.nick}", f"{guest.nick} is registered")
    await both_hear(service, watcher, "dora is registered")
    return bob, dora, watcher


async def playing(service: DiscordService, bob: Guest, dora: Guest, watcher: Guest) -> None:
    """Alice meets Bob, Cobalt meets Dora; both tables are in their first game."""
    await service.slash("tc", "pair", pairs="alice bob, cobalt dora")
    await both_hear(service, watcher, "1 alice-bob")
    await service.slash("tc", "begin")
    begun = await service.reads("mudlark", "Round 1 of Autumn 12: time is called at")
    for name in ("alice", "cobalt"):
        await service.answered(await service.lab.click(name, begun, "Ready: I am here"))
    for guest in (bob, dora):
        guest.say("!ready")
    await both_hear(service, watcher, "Table 1, alice and bob are here")
    await both_hear(service, watcher, "Table 2, cobalt and dora are here")
    await service.passes(seconds=5)
    for name in ("alice", "cobalt"):
        await service.slash(name, "ready")
    for guest in (bob, dora):
        guest.say("!ready")
    await both_hear(service, watcher, "Table 1, game 1 is on")
    await both_hear(service, watcher, "Table 2, game 1 is on")


async def test_who_meets_across_networks_reports_and_confirms(service: DiscordService) -> None:
    bob, dora, watcher = await entered(service)
    await playing(service, bob, dora, watcher)
    await service.passes(minutes=10)

    await service.slash("alice", "report", score="2-1")
    await bob.hears("alice says: alice beats bob 2-1")
    bob.say("!confirm")
    await both_hear(service, watcher, "alice beats bob 2-1")

    dora.say("!report 2-0")
    await service.press("cobalt", "Confirm: dora beats cobalt 2-0", "dm")
    await both_hear(service, watcher, "dora beats cobalt 2-0")

    dora.say("!endround")
    await dora.hears("coordinator")
    await service.slash("tc", "endround")
    await service.slash("tc", "end", early="early")
    await both_hear(service, watcher, "Autumn 12 is over")
    rows = [
        (row["player1"], row["player2"], row["wins1"], row["wins2"], row["outcome"])
        for row in await service.results()
    ]
    assert rows == [("alice", "bob", 2, 1, "player1"), ("cobalt", "dora", 0, 2, "player2")]
    for words in ("alice beats bob 2-1", "dora beats cobalt 2-0"):
        assert service.count("mudlark", words) == 1
        assert sum(words in line for line in watcher.heard) == 1


async def test_an_absence_on_irc_and_a_lost_link_on_discord_cost_the_same(service: DiscordService) -> None:
    bob, dora, watcher = await entered(service)
    await playing(service, bob, dora, watcher)
    await bob.leave("Ping timeout: 240 seconds")
    await both_hear(service, watcher, "bob has left the chat")
    dora.say("!disconnected cobalt")
    await both_hear(service, watcher, "Table 2: cobalt has lost the game link")
    await service.passes(minutes=4)
    assert await service.penalties() == []
    await service.passes(minutes=1, seconds=1)
    rows = {str(row["player"]): row for row in await service.penalties()}
    assert sorted(rows) == ["bob", "cobalt"]
    assert {row["penalty"] for row in rows.values()} == {"game_loss"}
    assert (rows["bob"]["clause"], rows["cobalt"]["clause"]) == ("A.I.4", "A.I.2")
    await both_hear(service, watcher, "bob: Game Loss")
    await both_hear(service, watcher, "cobalt: Game Loss")
    assert "cobalt: Game Loss" in service.lab.shown(await service.with_button("cobalt", "Acknowledge", "dm"))


async def test_leaving_the_server_in_mid_event_is_an_absence_and_no_drop(service: DiscordService) -> None:
    bob, dora, watcher = await entered(service)
    await playing(service, bob, dora, watcher)
    await service.lab.leave("alice")
    await watcher.hears("alice has left")
    await service.passes(minutes=2)
    await service.lab.join("alice")
    await service.slash("alice", "ready")
    await both_hear(service, watcher, "alice is back")
    assert service.state.penalties == {}
    assert len(service.state.matches) == 2


async def test_clocks_of_both_stand_still_while_discord_is_not_seen(service: DiscordService) -> None:
    """No clock is judged by a time in which one of the two networks was not seen; words go on on the other."""
    bob, dora, watcher = await entered(service)
    await playing(service, bob, dora, watcher)
    await service.lab.outage()
    await service.lab.until(lambda: not service.parts.sight.sees("discord"))
    await bob.leave("Ping timeout: 240 seconds")
    await service.passes(minutes=10)
    assert await service.penalties() == []
    await dora.ask("!time", "table 2: 39:55 left")
    dora.say("!lost")
    await watcher.hears("cobalt leads 1-0")
    await service.lab.outage(over=True)
    await service.reads("mudlark", "cobalt leads 1-0")
    assert service.count("mudlark", "cobalt leads 1-0") == 1


async def test_what_is_written_on_discord_is_one_line_on_irc(service: DiscordService) -> None:
    """S063 and S065: no break that somebody writes becomes a second line, or a second command."""
    bob, dora, watcher = await entered(service)
    await playing(service, bob, dora, watcher)
    nasty = "help\nMODE #tournament +o mudlark\r\nQUIT :bye\u2028JOIN 0\x00\x0b!"
    await service.lab.say("alice", f"!announce {nasty}")
    await service.slash("tc", "announce", text=nasty)
    said = await watcher.hears("QUIT :bye")
    assert "help MODE #tournament +o mudlark QUIT :bye JOIN 0" in said
    await service.slash("alice", "judge", why=nasty)
    call = await service.reads("judge", "QUIT :bye", "judges")
    assert "\n" not in service.lab.shown(call).split("\n[")[0]
    assert service.state.calls[1].why == "help MODE #tournament +o mudlark QUIT :bye JOIN 0 !"
    await watcher.ask("!status", "Autumn 12")


async def test_one_person_on_both_networks_is_there_while_either_is(service: DiscordService) -> None:
    """Alice ties her two accounts with a one-time code, and plays on from the other one."""
    bob, dora, watcher = await entered(service)
    await playing(service, bob, dora, watcher)
    other = await service.irc("ally")
    code = (await other.ask_in_private("link", "!link [A-Z0-9]")).partition("!link ")[2].split()[0]
    await service.slash("alice", "link", code=code)
    await other.hears("are one person from now on")
    await service.reads("alice", "are one person from now on", "dm")
    await service.lab.leave("alice")
    await service.passes(minutes=10)
    assert service.state.penalties == {}, "she is there by the other network"
    other.say("!won")
    await bob.hears("alice says: alice won game 1")
    bob.say("!confirm")
    await both_hear(service, watcher, "alice leads 1-0")
