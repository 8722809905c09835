"""Limits, hostile words and edits on Discord: all arrives, as plain text, and calls nobody it should not."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.gateways.discord.hearing import EDITED
from tests.discord_service import OFFICIALS, DiscordService, by_hand, labels, on_discord
from tests.discordlab import Message

PEOPLE = (*OFFICIALS, "alice", "bob", "mudlark")
OPENING = {"name": "Autumn 12", "settings": "kind=challenge starts=now authorization=A-77"}
HOSTILE = (
    "@everyone",
    "@here table 3",
    "<@{alice}> <@!{alice}>",
    "<@&{role}>",
    "**bold** _it_ ~~no~~ ||spoiler|| `code` ```block```",
    "[click](http://example.invalid) <http://example.invalid>",
    "<t:0:R> <#{channel}> </open:1> :tada: <:e:123456789012345678>",
    "\\@everyone \\\\<@{alice}>",
    "# big\n> quote\n- list\n1. one",
    "\u202eevil\u200b@ever\u200byone",
)


async def opened(service: DiscordService, *players: str) -> None:
    await service.slash("tc", "open", **OPENING)
    for name in players:
        await service.slash(name, "register", deck_code="ABC")


def said(service: DiscordService) -> list[Message]:
    """Everything that the bot has said anywhere."""
    bot = service.lab.world.bot
    return [
        message
        for channel in service.lab.world.channels.values()
        for message in channel.messages.values()
        if message.author is bot
    ]


@pytest.mark.parametrize("words", HOSTILE)
async def test_free_words_are_plain_text_and_call_nobody(tmp_path: Path, words: str) -> None:
    """S064: also where the bot may mention everyone."""
    async with on_discord(tmp_path, PEOPLE) as service:
        lab = service.lab
        role = await lab.add_role("staff", mentionable=True)
        await lab.set_roles("judge", "staff")
        await opened(service, "alice", "bob")
        words = words.format(
            alice=service.id_of("alice"), role=role.id, channel=lab.guild.channel("judges").id
        )
        before = len(said(service))
        await service.slash("bob", "judge", why=words)
        await lab.say("bob", f"!roll 2d6 ! {words}")
        await lab.say("bob", f"!nonsense {words}")
        await service.slash("tc", "announce", text=words)
        await service.app.settle()
        call = await service.reads("judge", "Call 1", "judges")
        plain = "".join(char for char in words if char not in "\u202e\u200b")
        assert " ".join(plain.split()) in lab.shown(call)
        for message in said(service)[before:]:
            assert not message.mention_everyone
            assert message.mention_roles == []
            called = {name for name in message.notified if message.guild_id}
            assert "mudlark" not in called
            assert "judge" not in called
            if "Call 1" in message.content:
                assert called == set()


async def test_names_for_show_are_not_what_is_said(tmp_path: Path) -> None:
    """Nobody looks like the bot, or calls everyone, by a display name."""
    async with on_discord(tmp_path, PEOPLE) as service:
        lab = service.lab
        await lab.nick("bob", "FloorJudge")
        await lab.rename("bob", global_name="@everyone **Penalty**")
        await opened(service, "alice", "bob")
        line = await service.reads("mudlark", "bob is registered")
        assert "everyone" not in lab.shown(line)
        assert line.notified <= {"bob"}


async def test_a_reason_of_900_letters_is_stored_whole_and_said(tmp_path: Path) -> None:
    """S071: on a line, where no field holds it back."""
    async with on_discord(tmp_path, PEOPLE) as service:
        await opened(service, "alice", "bob")
        why = " ".join(f"word{number:03}" for number in range(112))
        assert len(why) > 890
        await service.lab.say("alice", f"!judge {why}")
        await service.reads("judge", "Call 1", "judges")
        assert service.state.calls[1].why == why
        await service.app.settle()
        assert all(len(message.content) <= 2000 for message in said(service))


async def test_a_round_of_128_tables_is_shown_within_the_limits(tmp_path: Path) -> None:
    players = tuple(f"player_with_a_long_name_{number:03}" for number in range(256))
    async with on_discord(tmp_path, (*OFFICIALS, "mudlark", *players), clock=by_hand()) as service:
        lab = service.lab
        await service.slash("tc", "open", **OPENING)
        for name in players:
            await lab.say(name, "register", "dm")
        await lab.until(lambda: len(service.state.players) == 256, 30, "all players")
        await service.slash("tc", "pair")
        await lab.until(lambda: service.state.round is not None, 20, "the pairings")
        await service.app.settle()
        lists = [each for each in said(service) if each.embeds and each.guild_id]
        shown = "\n".join(lab.shown(each) for each in lists)
        assert all(name in shown for name in players)
        for each in lists:
            assert len(each.content) <= 2000
            assert sum(len(embed.get("description", "")) for embed in each.embeds) <= 4096
        called = [name for each in lists for name in each.notified]
        assert sorted(called) == sorted(players), "each player is called once, and nobody else"
        table = await lab.slash("mudlark", "standings")
        await lab.finished(table)
        await lab.until(lambda: sum(name in _all(service, table.answers) for name in players) > 5)
        assert all(request.status != 400 for request in lab.requests)


def _all(service: DiscordService, messages: list[Message]) -> str:
    return "\n".join(service.lab.shown(message) for message in messages)


async def test_two_events_in_one_server_are_told_apart(tmp_path: Path) -> None:
    """S012."""
    async with on_discord(tmp_path, (*PEOPLE, "cleo"), clock=by_hand()) as service:
        await opened(service, "alice", "bob")
        await service.slash("tc", "pair", pairs="alice bob")
        await service.slash(
            "tc", "open", name="Cube 3", settings="kind=challenge starts=now authorization=A-78"
        )
        answer = await service.slash("cleo", "register")
        assert "autumn-12" in answer
        assert "cube-3" in answer
        assert all("cleo" not in state.names.values() for state in service.parts.events.states().values())
        await service.slash("cleo", "register", event="cube-3")
        await service.reads("mudlark", "cleo is registered for Cube 3")
        line = await service.reads("mudlark", "cleo is registered")
        assert service.lab.shown(line).startswith("[cube-3] ")


async def test_an_edit_runs_nothing_and_says_so_once(tmp_path: Path) -> None:
    """S019."""
    async with on_discord(tmp_path, PEOPLE) as service:
        lab = service.lab
        await opened(service, "alice", "bob")
        await service.slash("tc", "pair", pairs="alice bob")
        message = await lab.say("judge", "!penalty bob slow play")
        await service.app.settle()
        await service.reads("mudlark", "bob: Caution")
        await lab.edit("judge", message, "!penalty bob slow play, second time asked")
        await lab.edit("judge", message, "!penalty bob slow play, third time asked")
        await service.reads("judge", EDITED, "dm")
        await lab.say("judge", "!status")
        await service.reads("judge", "Autumn 12, round 1: ")
        assert len(service.state.penalties) == 1
        assert service.count("judge", EDITED, "dm") == 1
        assert all("An edited" not in text for text in lab.texts("mudlark"))


async def test_only_the_one_who_is_asked_can_confirm(tmp_path: Path) -> None:
    """S080: the buttons of a card in a thread, pressed by a spectator, by the reporter, by the opponent."""
    async with on_discord(tmp_path, PEOPLE, clock=by_hand(), has_threads=True) as service:
        lab = service.lab
        await opened(service, "alice", "bob")
        await service.slash("tc", "pair", pairs="alice bob")
        await service.slash("tc", "begin")
        for name in ("alice", "bob", "alice", "bob"):
            await service.slash(name, "ready")
        await service.slash("alice", "report", score="2-1")
        await lab.until(lambda: lab.guild.threads, what="the thread of the table")
        (thread,) = lab.guild.threads.values()
        confirm = "Confirm: alice beats bob 2-1"
        card = await lab.until(lambda: next((m for m in thread.messages.values() if m.pinned), None))
        assert card is not None
        await lab.until(lambda: confirm in labels(card), what="the card to show what is asked")
        assert card.notified <= {"alice", "bob"}
        for name in ("mudlark", "alice"):
            told = await service.answered(await lab.click(name, card, confirm))
            assert told.startswith(f"{name}, that button is not for you")
            assert told not in lab.texts("bob", thread.name)
            assert not service.state.matches[1].is_over
        await service.answered(await lab.click("bob", card, confirm))
        assert service.state.matches[1].is_over
        await service.reads("mudlark", "alice beats bob 2-1", "tournament")
        await lab.until(lambda: thread.archived, what="the thread to be closed")
        assert labels(card) == [], "what is over has no buttons"
