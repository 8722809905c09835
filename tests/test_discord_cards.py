"""A match's thread on Discord and the card in it: whom it calls, how it follows the match, and that there is one."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.discord_service import DiscordService, by_hand, labels, on_discord, running
from tests.discordlab import Message
from tests.discordlab.channels import Channel

PEOPLE = ("tc", "hj", "judge", "alice", "bob", "mudlark")


async def begun(service: DiscordService) -> None:
    """A round of one table, begun."""
    await service.slash(
        "tc", "open", name="Autumn 12", settings="kind=challenge starts=now authorization=A-77"
    )
    for name in ("alice", "bob"):
        await service.slash(name, "register")
    await service.slash("tc", "pair", pairs="alice bob")
    await service.slash("tc", "begin")


async def thread_of(service: DiscordService) -> Channel:
    """The only thread of the guild, once it is there."""
    lab = service.lab
    await lab.until(lambda: bool(lab.guild.threads), what="the thread of the table")
    (thread,) = lab.guild.threads.values()
    return thread


async def card_in(service: DiscordService, thread: Channel) -> Message:
    """Its card, once it is pinned."""

    def pinned() -> Message | None:
        return next((message for message in thread.messages.values() if message.pinned), None)

    card = await service.lab.until(pinned, what="the card")
    assert card is not None
    return card


async def shows(service: DiscordService, card: Message, words: str) -> None:
    """Wait until the card says so."""
    await service.lab.until(lambda: words in service.lab.shown(card), what=f"the card to show {words!r}")


async def test_a_match_has_a_thread_with_a_card_that_follows_it(tmp_path: Path) -> None:
    async with on_discord(tmp_path, PEOPLE, clock=by_hand(), has_threads=True) as service:
        await begun(service)
        thread = await thread_of(service)
        card = await card_in(service, thread)
        assert thread.name == "Round 1, table 1: alice and bob (autumn-12)"
        assert card.notified == {"alice", "bob"}
        await shows(service, card, "Waiting for alice and bob")
        clocks = [field["value"] for field in card.embeds[0]["fields"] if "<t:" in field["value"]]
        assert len(clocks) == 3, "time is called, and each of the two is awaited"
        assert all(":R>" in clock for clock in clocks)
        for name in ("alice", "bob", "alice", "bob"):
            await service.slash(name, "ready")
        await shows(service, card, "Game 1 is on")
        await service.slash("bob", "lost")
        await shows(service, card, "alice 1-0 bob")
        assert sum(message.author.bot and bool(message.embeds) for message in thread.messages.values()) == 1
        assert all(message.notified <= {"alice", "bob"} for message in thread.messages.values())


async def test_words_of_a_table_are_said_in_its_thread_and_results_in_the_channel_too(tmp_path: Path) -> None:
    async with on_discord(tmp_path, PEOPLE, clock=by_hand(), has_threads=True) as service:
        lab = service.lab
        await begun(service)
        thread = await thread_of(service)
        card = await card_in(service, thread)
        for name in ("alice", "bob", "alice", "bob"):
            await service.slash(name, "ready", where=thread.name)
        await service.reads("mudlark", "Table 1, game 1 is on", thread.name)
        assert service.count("mudlark", "game 1 is on", "tournament") == 0
        await lab.say("alice", "!time", thread.name)
        await service.reads("mudlark", "Table 1", thread.name)
        await service.press("bob", "Concede the match", thread.name)
        yes = await lab.until(
            lambda: next(
                (m for m in lab.seen("bob", thread.name) if any("Yes" in label for label in labels(m))), None
            )
        )
        assert yes is not None
        await lab.finished(
            await lab.click("bob", yes, next(label for label in labels(yes) if "Yes" in label))
        )
        await service.reads("mudlark", "bob concedes the match", thread.name)
        await service.reads("mudlark", "bob concedes the match", "tournament")
        await lab.until(lambda: thread.archived, what="the thread to be closed")
        assert labels(card) == []


async def test_after_a_restart_the_thread_is_the_same_one(tmp_path: Path) -> None:
    async with on_discord(tmp_path, PEOPLE, clock=by_hand(), has_threads=True) as service:
        lab = service.lab
        await begun(service)
        thread = await thread_of(service)
        card = await card_in(service, thread)
        await service.app.stop()
        again = DiscordService(lab, tmp_path, clock=service.clock, has_threads=True)
        async with running(again):
            for name in ("alice", "bob"):
                await again.press(name, "Ready: I am here", thread.name)
            await shows(again, card, "is being prepared")
            assert len(lab.guild.threads) == 1
            assert (
                sum(bool(message.embeds) for message in thread.messages.values() if message.author.bot) == 1
            )


async def test_a_lost_answer_makes_no_second_thread(tmp_path: Path) -> None:
    async with on_discord(tmp_path, PEOPLE, clock=by_hand(), has_threads=True) as service:
        lab = service.lab
        lab.cut("POST", "channels/[0-9]+/threads$", after=True)
        await begun(service)
        card = await card_in(service, await thread_of(service))
        await shows(service, card, "Waiting for")
        assert len(lab.guild.threads) == 1


async def test_without_the_permission_all_is_said_in_the_channel(tmp_path: Path) -> None:
    async with on_discord(tmp_path, PEOPLE, clock=by_hand(), has_threads=True) as service:
        lab = service.lab
        lab.fail(
            "POST", "channels/[0-9]+/threads$", 403, body={"code": 50013, "message": "Missing Permissions"}
        )
        await begun(service)
        await service.reads("judge", "Discord does not let me make threads here", "judges")
        for name in ("alice", "bob", "alice", "bob"):
            await service.slash(name, "ready")
        await service.reads("mudlark", "Table 1, game 1 is on", "tournament")
        assert not lab.guild.threads


async def test_a_card_that_somebody_deleted_is_made_anew(tmp_path: Path) -> None:
    async with on_discord(tmp_path, PEOPLE, clock=by_hand(), has_threads=True) as service:
        await begun(service)
        thread = await thread_of(service)
        card = await card_in(service, thread)
        del thread.messages[card.id]
        for name in ("alice", "bob"):
            await service.slash(name, "ready")
        anew = await card_in(service, thread)
        assert anew.id != card.id
        await shows(service, anew, "is being prepared")


async def test_a_corrected_match_has_its_thread_again(tmp_path: Path) -> None:
    async with on_discord(tmp_path, PEOPLE, clock=by_hand(), has_threads=True) as service:
        lab = service.lab
        await begun(service)
        thread = await thread_of(service)
        card = await card_in(service, thread)
        for name in ("alice", "bob", "alice", "bob"):
            await service.slash(name, "ready")
        await service.slash("judge", "setresult", table="1", score="2-0", why="seen")
        await shows(service, card, "alice wins")
        await lab.until(lambda: thread.archived, what="the thread to be closed")
        await service.passes(minutes=1)
        await service.slash("judge", "setresult", table="1", score="1-2", why="the wrong way round")
        await shows(service, card, "bob wins")
        assert len(lab.guild.threads) == 1


async def test_a_hundred_tables_have_a_hundred_threads(tmp_path: Path) -> None:
    players = [f"p{number}" for number in range(200)]
    async with on_discord(tmp_path, (*PEOPLE[:3], *players), clock=by_hand(), has_threads=True) as service:
        lab = service.lab
        await service.slash("tc", "open", name="Cup", settings="kind=challenge starts=now authorization=A-77")
        for first in range(0, len(players), 20):
            await asyncio.gather(*(service.slash(name, "register") for name in players[first : first + 20]))
        await service.slash("tc", "pair")
        await service.slash("tc", "begin")
        await lab.until(lambda: len(lab.guild.threads) == 100, 60, what="the threads of all tables")
        await lab.until(lambda: all(_has_card(each) for each in lab.guild.threads.values()), 60)
        assert len({thread.name for thread in lab.guild.threads.values()}) == 100


def _has_card(thread: Channel) -> bool:
    return any(message.pinned for message in thread.messages.values())
