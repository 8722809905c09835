"""Outages of Discord in the middle of an event: nothing is lost, said twice, or held against anybody."""

from __future__ import annotations

import asyncio
import shutil
from collections import Counter
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path

import pytest

from rules import entries as e
from tests.discord_service import DiscordService, by_hand, on_discord, running
from tests.discordlab import DiscordLab, Permission

PEOPLE = ("tc", "hj", "judge", "alice", "bob", "mudlark")
SLOWLY_S = 20.0
"""What a return may take: discord.py lets some seconds pass between two beginnings of a shard."""


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[DiscordService]:
    """An event in its first game, on a clock by hand."""
    async with on_discord(tmp_path, PEOPLE, clock=by_hand()) as service:
        await playing(service)
        yield service


async def opened(service: DiscordService) -> None:
    await service.slash(
        "tc", "open", name="Autumn 12", settings="kind=challenge starts=now authorization=A-77"
    )
    for name in ("alice", "bob"):
        await service.slash(name, "register", deck_code="ABC")


async def playing(service: DiscordService) -> None:
    await opened(service)
    await service.slash("tc", "pair", pairs="alice bob")
    await service.slash("tc", "begin")
    for name in ("alice", "bob", "alice", "bob"):
        await service.slash(name, "ready")
    await service.reads("mudlark", "game 1 is on")
    await service.app.settle()


async def is_back(service: DiscordService, identifies: int = 1, resumes: int = 0) -> None:
    """Discord is seen again, after so many sessions begun and resumed altogether."""
    gateway = service.lab.gateway

    def back() -> bool:
        enough = len(gateway.identifies) >= identifies and len(gateway.resumes) >= resumes
        return enough and gateway.connected and service.parts.sight.sees("discord")

    await service.lab.until(back, SLOWLY_S, "the return")
    await service.app.settle()


async def is_away(service: DiscordService) -> None:
    await service.lab.until(lambda: not service.parts.sight.sees("discord"), what="the outage to be noticed")
    await service.app.settle()


def said_once(service: DiscordService) -> None:
    """Nothing public is there twice."""
    assert [text for text, times in Counter(service.lab.texts("mudlark")).items() if times > 1] == []


async def goes_on(service: DiscordService) -> None:
    """The game that was on can be ended, and everybody hears of it once."""
    await service.slash("bob", "lost")
    await service.reads("mudlark", "alice leads 1-0")
    said_once(service)
    assert service.state.penalties == {}


# --- the gateway ---


async def test_a_cut_is_resumed_and_what_was_said_meanwhile_is_heard(service: DiscordService) -> None:
    lab = service.lab
    lab.gateway.drop()
    await lab.say("alice", "!judge the link is slow")
    await lab.say("mudlark", "hm")
    await is_back(service, resumes=1)
    await service.reads("judge", "the link is slow", "judges")
    assert len(service.state.open_calls) == 1
    assert (len(lab.gateway.identifies), len(lab.gateway.resumes)) == (1, 1)
    await goes_on(service)


async def test_discord_asks_for_a_reconnect(service: DiscordService) -> None:
    service.lab.gateway.ask_to_reconnect()
    await is_back(service, resumes=1)
    await goes_on(service)


async def test_a_session_that_can_be_resumed_is(service: DiscordService) -> None:
    service.lab.gateway.invalidate(resumable=True)
    await is_back(service, resumes=1)
    await goes_on(service)


async def test_a_session_that_is_over_is_begun_anew_and_who_left_is_missed_from_then_on(
    service: DiscordService,
) -> None:
    """Ten minutes in which nobody was seen cost nobody anything."""
    lab = service.lab
    lab.gateway.invalidate(resumable=False)
    await is_away(service)
    await lab.leave("bob")
    await lab.join("zed")
    await service.passes(minutes=10)
    assert service.state.penalties == {}
    await is_back(service, identifies=2)
    await service.passes(minutes=4)
    assert service.state.penalties == {}, "he is counted absent from the moment that it was seen"
    await service.passes(minutes=2)
    (penalty,) = service.state.penalties.values()
    assert service.state.name_of(penalty.player) == "bob"
    assert any(person.nick == "zed" for person in service.gateway.present())
    said_once(service)


@pytest.mark.parametrize("code", [1006, 4000, 4009])
async def test_a_closed_connection_is_opened_again(service: DiscordService, code: int) -> None:
    gateway = service.lab.gateway
    if code == 1006:
        gateway.forget_sessions()
    await gateway.close(4000 if code == 1006 else code)
    again = {"identifies": 2} if code == 4009 else {"resumes": 1}
    await is_back(service, **again)
    await goes_on(service)


async def test_a_token_that_is_refused_is_said_and_tried_again_later(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with on_discord(tmp_path, PEOPLE, has_irc=True) as service:
        await opened(service)
        tc = await service.irc("tc")
        service.lab.world.app.token = "another"
        await service.lab.gateway.close(4004)
        await is_away(service)
        await service.lab.until(lambda: "Discord refuses the token" in caplog.text, SLOWLY_S)
        assert "Autumn 12" in await tc.ask("!status", "Autumn 12")
        assert service.lab.token not in caplog.text


async def test_three_beginnings_in_one_evening_give_one_notice(service: DiscordService) -> None:
    """S030."""
    gateway = service.lab.gateway
    for number in range(2, 4):
        gateway.invalidate(resumable=False)
        await is_away(service)
        await service.passes(minutes=1)
        await is_back(service, identifies=number)
    await service.passes(minutes=46)
    left = [text for text in service.lab.texts("mudlark") if "5:00" in text and "left" in text]
    assert len(left) == 1, left
    said_once(service)


async def test_discord_is_down_at_the_start_and_irc_goes_on(tmp_path: Path) -> None:
    async with DiscordLab() as lab:
        await lab.join(*PEOPLE)
        service = DiscordService(lab, tmp_path, has_irc=True)
        await lab.stop()
        await service.app.start()
        try:
            tc, alice, bob = [await service.irc(nick) for nick in ("tc", "alice", "bob")]
            await tc.ask(
                '!open "Autumn 12" kind=challenge starts=now authorization=A-77', "Autumn 12 is open"
            )
            for guest in (alice, bob):
                await guest.ask("!register", f"{guest.nick} is registered")
            await lab.listen()
            await service.reads_in(SLOWLY_S, "mudlark", "bob is registered")
            texts = lab.texts("mudlark")
            said = [text for text in texts if "is open" in text or "is registered" in text]
            assert [text.split(" ", 1)[0] for text in said] == ["Autumn", "alice", "bob"]
            said_once(service)
        finally:
            await service.app.stop()


async def test_an_outage_of_the_guild_is_waited_for(service: DiscordService) -> None:
    lab = service.lab
    await lab.outage()
    await is_away(service)
    await service.passes(minutes=10)
    await lab.outage(over=True)
    await is_back(service)
    await goes_on(service)


async def test_who_is_thrown_out_is_invited_again_and_goes_on(service: DiscordService) -> None:
    lab, guild = service.lab, service.lab.guild
    await lab.remove_bot()
    await is_away(service)
    await service.passes(minutes=10)
    await lab.bring_bot_back(guild)
    await is_back(service)
    await goes_on(service)


# --- what is said ---


def _before(lab: DiscordLab) -> None:
    lab.fail("POST", r"channels/\d+/messages", 503, times=2)


def _after(lab: DiscordLab) -> None:
    lab.fail("POST", r"channels/\d+/messages", 502, after=True)


def _cut(lab: DiscordLab) -> None:
    lab.cut("POST", r"channels/\d+/messages", after=True)


def _limited(lab: DiscordLab) -> None:
    lab.rate_limit("POST", r"channels/\d+/messages", 0.3, times=2)


def _limited_everywhere(lab: DiscordLab) -> None:
    lab.rate_limit("POST", r"channels/\d+/messages", 0.3, is_global=True)


@pytest.mark.parametrize("befall", [_before, _after, _cut, _limited, _limited_everywhere])
async def test_a_line_is_said_once_whatever_becomes_of_it(
    service: DiscordService, befall: Callable[[DiscordLab], None]
) -> None:
    befall(service.lab)
    await service.slash("bob", "lost")
    await service.reads_in(SLOWLY_S, "mudlark", "alice leads 1-0")
    await service.app.settle()
    assert service.count("mudlark", "alice leads 1-0") == 1
    said_once(service)


async def test_a_bot_killed_between_the_store_and_the_word_says_it_once(tmp_path: Path) -> None:
    """Discord had it already: the bot that goes on says it with the same nonce, and Discord shows no second one."""
    (tmp_path / "first").mkdir()
    clock = by_hand()
    async with on_discord(tmp_path / "first", PEOPLE, clock=clock) as service:
        await playing(service)
        lab = service.lab
        answers = lab.hang("POST", r"channels/\d+/messages", times=20, after=True)
        await service.slash("bob", "lost")
        await service.reads("mudlark", "alice leads 1-0")
        killed = tmp_path / "killed"
        killed.mkdir()
        for file in (tmp_path / "first").glob("store.db*"):
            if not file.name.endswith(".lock"):
                shutil.copy(file, killed)
        answers.set()
        lab.rest.faults.clear()
        await service.app.stop()
        async with running(DiscordService(lab, killed, clock=clock)) as again:
            await again.app.settle()
            assert again.count("mudlark", "alice leads 1-0") == 1
            said_once(again)
            await again.slash("alice", "time")


async def test_a_store_that_takes_five_seconds_is_waited_for(
    service: DiscordService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S078: acknowledged in time; answered, and said, when it is stored."""
    stored, append = asyncio.Event(), service.parts.store.append

    async def slowly(*args: object, **more: object) -> None:
        await stored.wait()
        await append(*args, **more)  # type: ignore[arg-type]  # handed on as it comes

    monkeypatch.setattr(service.parts.store, "append", slowly)
    interaction = await service.lab.slash("bob", "lost")
    assert not interaction.failed
    assert interaction.took is not None
    assert interaction.took < timedelta(seconds=3)
    assert not interaction.done
    assert service.count("mudlark", "alice leads 1-0") == 0
    stored.set()
    assert await service.answered(interaction) == "Recorded: !lost"
    await service.reads("mudlark", "alice leads 1-0")


async def test_a_reply_that_fails_takes_nothing_from_the_concession(service: DiscordService) -> None:
    """S081 and S082: done at the press, said in the channel, and done once."""
    lab = service.lab
    question = await service.answer(await lab.slash("alice", "concede", what="match"))
    yes = "Yes, alice concedes the match"
    lab.fail("POST", "callback", 500, times=5)
    lab.fail("PATCH", "@original", 500, times=5)
    pressed = asyncio.create_task(lab.click("alice", question, yes))
    await service.reads("mudlark", "alice concedes the match")
    await pressed
    lab.rest.faults.clear()
    again = await service.answered(await lab.click("alice", question, yes))
    assert again.startswith("alice, you conceded at 12:0")
    finished = [each for each in await service.stored() if isinstance(each, e.MatchFinished)]
    assert len(finished) == 1
    said_once(service)


# --- places and permissions ---


async def test_a_channel_that_is_deleted_is_complained_of_and_used_when_it_is_back(
    service: DiscordService, caplog: pytest.LogCaptureFixture
) -> None:
    lab = service.lab
    await lab.delete_channel(lab.guild.channel("tournament"))
    await lab.until(lambda: "discord.channel: Lab has no text channel" in caplog.text)
    await service.slash("bob", "lost", "judges")
    assert service.state.matches[1].games
    await lab.add_channel("tournament")
    await service.reads("mudlark", "alice leads 1-0", "tournament")
    assert service.count("mudlark", "alice leads 1-0", "tournament") == 1


@pytest.mark.parametrize("right", ["SEND_MESSAGES", "VIEW_CHANNEL", "EMBED_LINKS"])
async def test_a_permission_that_is_taken_away_is_named_and_nothing_stops(
    service: DiscordService, caplog: pytest.LogCaptureFixture, right: str
) -> None:
    lab = service.lab
    ours = lab.guild.role(lab.world.bot.username)
    channel = lab.guild.channel("tournament")
    await lab.overwrite(channel, ours, deny=Permission[right])
    named = right.replace("_", " ").title()
    await lab.until(lambda: named in caplog.text or "has no text channel" in caplog.text, what=named)
    await service.slash("bob", "lost", "judges")
    assert service.state.matches[1].games
    await service.slash("alice", "judge", "judges", why="look")
    await service.reads("judge", "look", "judges")
    await lab.overwrite(channel, ours)
    await service.slash("tc", "announce", text="we go on")
    await service.reads("mudlark", "we go on")
