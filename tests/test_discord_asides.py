"""Slash commands end to end: the whole service on a Discord of our own, whatever fails on the way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.gateways.discord.asides import OF_ANOTHER_GUILD
from bot.gateways.discord.slash import ABOUT_MESSAGE
from cogs.everything import every_command
from cogs.office import NotRecorded
from cogs.speech import Card, Happening, Line, Place, Said, TableRef, Where
from rules import entries as e
from tests.discord_service import OFFICIALS, DiscordService, on_discord, running
from tests.discordlab import DiscordLab, Interaction
from tests.discordlab.interactions import Answer

OPEN = '!open "Autumn 12" kind=challenge starts=now authorization=A-77'


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[DiscordService]:
    async with on_discord(tmp_path) as service:
        yield service


async def answered(service: DiscordService, interaction: Interaction) -> str:
    """The text of the answer, which only the one who asked sees."""
    message = await service.lab.finished(interaction)
    assert message.ephemeral
    return service.lab.shown(message)


async def opened(service: DiscordService) -> None:
    await service.lab.say("tc", OPEN)
    await service.lab.until(lambda: service.parts.events.open_ids(), what="the event")


async def playing(service: DiscordService) -> None:
    """Alice and Bob at table 1, in their first game."""
    await opened(service)
    for name in ("alice", "bob"):
        await answered(service, await service.lab.slash(name, "register", deck_code="ABC"))
    for words in ("!pair alice bob", "!begin"):
        await service.lab.say("tc", words)
    await service.lab.until(lambda: service.state.round is not None and service.state.round.begun_at)
    for name in ("alice", "bob", "alice", "bob"):
        await answered(service, await service.lab.slash(name, "ready"))


async def kinds(service: DiscordService) -> list[str]:
    return [type(entry).__name__ for entry in await service.stored()]


async def test_the_commands_are_written_once_and_none_is_global(service: DiscordService) -> None:
    lab = service.lab
    names = lab.world.commands.names(lab.guild.id)
    assert sorted(names) == sorted([*(one.name for one in every_command()), ABOUT_MESSAGE])
    assert lab.world.commands.of(None) == []
    writes = [seen for seen in lab.requests if seen.method == "PUT" and seen.path.endswith("/commands")]
    assert len(writes) == 1
    lab.gateway.invalidate(resumable=False)
    await lab.until(lambda: len(lab.gateway.identifies) == 2 and service.gateway.ready.is_set(), 15)
    await answered(service, await lab.slash("alice", "status"))
    assert len([s for s in lab.requests if s.method == "PUT" and s.path.endswith("/commands")]) == 1


async def test_a_look_up_is_answered_to_the_one_who_asks(service: DiscordService) -> None:
    await opened(service)
    text = await answered(service, await service.lab.slash("alice", "time"))
    assert text == "Autumn 12: no round is paired yet. /status"
    assert text not in service.lab.texts("bob")


async def test_an_answer_that_is_there_at_once_is_the_acknowledgement(
    service: DiscordService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.gateways.discord.asides.PROMPT_S", 3600)
    await opened(service)
    interaction = await service.lab.slash("alice", "time")
    assert await answered(service, interaction) == "Autumn 12: no round is paired yet. /status"
    assert [callback["type"] for callback in interaction.callbacks] == [Answer.MESSAGE]
    assert interaction.ephemeral


async def test_what_was_done_is_acknowledged_aside_and_said_in_the_channel(service: DiscordService) -> None:
    await opened(service)
    text = await answered(service, await service.lab.slash("alice", "register", deck_code="ABC"))
    assert text == "Recorded: register ABC"
    await service.lab.until(lambda: any("alice is registered" in line for line in service.lab.texts("bob")))


async def test_a_match_is_reported_and_confirmed(service: DiscordService) -> None:
    await playing(service)
    report = await answered(service, await service.lab.slash("alice", "report", score="2-1"))
    assert report == "Recorded: report 2-1"
    assert await answered(service, await service.lab.slash("bob", "confirm")) == "Recorded: confirm"
    await service.lab.until(lambda: any("alice beats bob 2-1" in line for line in service.lab.texts("bob")))
    assert service.state.matches[1].is_over


async def test_a_refusal_is_for_the_one_who_asked(service: DiscordService) -> None:
    await playing(service)
    text = await answered(service, await service.lab.slash("bob", "confirm"))
    assert text.startswith("bob, ")
    wrong = await answered(service, await service.lab.slash("bob", "report", score="two"))
    assert "score: a score is written 2-1" in wrong
    assert text not in service.lab.texts("alice")
    assert wrong not in service.lab.texts("alice")


async def test_a_roll_is_made_and_its_number_said(service: DiscordService) -> None:
    await opened(service)
    await answered(service, await service.lab.slash("alice", "roll", dice="2d6+1"))
    await service.lab.until(lambda: any("2d6+1 is" in line for line in service.lab.texts("bob")))


async def test_a_slow_store_delays_the_answer_and_not_the_acknowledgement(
    service: DiscordService, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(service)
    goes_on = asyncio.Event()
    enter = service.parts.office.enter

    async def slowly(event: str, act: object) -> tuple[e.Entry, ...]:
        await goes_on.wait()
        return await enter(event, act)  # type: ignore[arg-type]  # handed on as it comes

    monkeypatch.setattr(service.parts.office, "enter", slowly)
    interaction = await service.lab.slash("alice", "register")
    await interaction.acknowledged.wait()
    assert interaction.took is not None
    assert interaction.took.total_seconds() < 1
    assert not interaction.done
    goes_on.set()
    assert await answered(service, interaction) == "Recorded: register"


async def test_a_store_that_fails_says_so_and_nothing_else(
    service: DiscordService, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(service)

    async def fails(event: str, act: object) -> tuple[e.Entry, ...]:
        raise NotRecorded("That was not recorded: say it again.")

    monkeypatch.setattr(service.parts.office, "enter", fails)
    text = await answered(service, await service.lab.slash("alice", "register"))
    assert text == "That was not recorded: say it again."


@pytest.mark.parametrize("how", ["error", "cut"])
async def test_an_acknowledgement_whose_receipt_is_lost_is_one(service: DiscordService, how: str) -> None:
    await opened(service)
    if how == "error":
        service.lab.fail("POST", "callback", after=True)
    else:
        service.lab.cut("POST", "callback", after=True)
    interaction = await service.lab.slash("alice", "register")
    assert await answered(service, interaction) == "Recorded: register"
    await service.lab.until(lambda: len(interaction.callbacks) == 2)
    assert (await kinds(service)).count("PlayerRegistered") == 1


async def test_a_question_that_came_too_late_is_done_and_answered_in_private(service: DiscordService) -> None:
    await opened(service)
    service.lab.answer_within = timedelta(milliseconds=100)
    service.lab.fail(
        "POST", "callback", status=404, body={"code": 10062, "message": "Unknown interaction"}, times=1
    )
    await service.lab.slash("alice", "register")
    await service.lab.until(lambda: "Recorded: register" in service.lab.texts("alice", "dm"))
    assert (await kinds(service)).count("PlayerRegistered") == 1


async def test_an_answer_after_the_token_is_over_goes_by_private_message(
    service: DiscordService, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened(service)
    enter = service.parts.office.enter
    goes_on = asyncio.Event()

    async def slowly(event: str, act: object) -> tuple[e.Entry, ...]:
        await goes_on.wait()
        return await enter(event, act)  # type: ignore[arg-type]  # handed on as it comes

    monkeypatch.setattr(service.parts.office, "enter", slowly)
    interaction = await service.lab.slash("alice", "register")
    await interaction.acknowledged.wait()
    interaction.expired = True
    goes_on.set()
    await service.lab.until(lambda: "Recorded: register" in service.lab.texts("alice", "dm"))


async def test_an_answer_that_discord_loses_is_given_again(service: DiscordService) -> None:
    await opened(service)
    service.lab.cut("PATCH", "@original", after=True)
    assert await answered(service, await service.lab.slash("alice", "register")) == "Recorded: register"


async def test_two_answers_at_once_do_not_take_the_place_of_each_other(
    service: DiscordService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A voice hands over what is more urgent while a longer answer is still on its way."""
    await opened(service)
    goes_on = asyncio.Event()

    async def slowly(event: str, act: object) -> tuple[e.Entry, ...]:
        await goes_on.wait()
        raise NotRecorded("That was not recorded: say it again.")

    monkeypatch.setattr(service.parts.office, "enter", slowly)
    interaction = await service.lab.slash("alice", "register")
    await interaction.acknowledged.wait()
    aside = Place(network=service.gateway.network, where=Where.CHANNEL, aside=str(interaction.id))
    await asyncio.gather(*(service.gateway.say(Line(place=aside, text=text)) for text in ("one", "two")))
    filled = [one for one in service.lab.requests if one.method == "PATCH" and one.path.endswith("@original")]
    assert len(filled) == 1
    goes_on.set()


async def test_two_presses_of_one_command_are_done_once(service: DiscordService) -> None:
    await opened(service)
    first, again = [await service.lab.slash("alice", "register") for _ in range(2)]
    assert await answered(service, first) == "Recorded: register"
    assert (await answered(service, again)).startswith("alice, ")
    assert (await kinds(service)).count("PlayerRegistered") == 1


async def test_what_was_asked_before_a_restart_is_recorded_once(tmp_path: Path) -> None:
    async with on_discord(tmp_path) as service:
        await opened(service)
        until = service.lab.hang("PATCH", "@original")
        await service.lab.slash("alice", "register")
        await service.lab.until(lambda: service.state.players, what="the entry")
        lab = service.lab
        until.set()
        await service.app.stop()
        async with running(DiscordService(lab, tmp_path)) as second:
            again = await answered(second, await lab.slash("alice", "register"))
            assert again.startswith("alice, ")
            assert (await kinds(second)).count("PlayerRegistered") == 1
        writes = [seen for seen in lab.requests if seen.method == "PUT" and seen.path.endswith("/commands")]
        assert len(writes) == 1  # Discord had them already


async def test_what_is_typed_is_proposed(service: DiscordService) -> None:
    await playing(service)
    lab = service.lab
    assert await lab.autocomplete("judge", "penalty", "nick", "ali") == ["alice"]
    assert (await lab.autocomplete("judge", "penalty", "infraction", "slow"))[0].startswith("Slow play (A")
    assert await lab.autocomplete("judge", "extend", "table", "") == ["1: alice-bob"]
    assert (await lab.autocomplete("bob", "help", "word", "conc"))[0].startswith("concede: ")
    assert await lab.autocomplete("bob", "time", "event", "") == ["Autumn 12"]
    await answered(service, await lab.slash("bob", "judge", why="he drew twice"))
    found = await lab.autocomplete("judge", "claim", "number", "")
    assert found == ["1: call of bob, table 1, he drew twice"]
    assert await lab.autocomplete("bob", "claim", "number", "") == []


async def test_a_judge_is_called_about_a_message(service: DiscordService) -> None:
    await playing(service)
    message = await service.lab.say("alice", "you are a cheater @everyone")
    interaction = await service.lab.context("bob", ABOUT_MESSAGE, message)
    assert (await answered(service, interaction)).startswith("Recorded: judge https://discord.com/channels/")
    call = next(iter(service.state.calls.values()))
    assert call.why.partition(" ")[0].endswith(f"/{message.id}")
    assert call.why.partition(" ")[2] == "alice wrote “you are a cheater @everyone”"
    assert call.table == 1


async def test_elsewhere_in_the_guild_a_command_is_as_in_private(service: DiscordService) -> None:
    await opened(service)
    await service.lab.add_channel("lounge")
    text = await answered(service, await service.lab.slash("alice", "status", where="lounge"))
    assert "Autumn 12" in text, text


async def test_in_a_guild_that_is_not_ours_one_line_says_so(service: DiscordService) -> None:
    lab = service.lab
    other = await lab.add_guild("Other", channels=("chat",))
    await lab.join("zed", guild=other)
    lab.world.commands.put(other.id, [{"name": "status", "type": 1, "description": "old", "options": []}])
    interaction = await lab.slash("zed", "status", where="chat")
    message = await lab.finished(interaction)
    assert lab.shown(message) == OF_ANOTHER_GUILD


async def test_a_command_of_an_earlier_version_is_owned_up(service: DiscordService) -> None:
    lab = service.lab
    lab.world.commands.put(lab.guild.id, [{"name": "gone", "type": 1, "description": "old", "options": []}])
    text = await answered(service, await lab.slash("alice", "gone"))
    assert text == "That command is no more. /help says which ones there are."


@pytest.mark.parametrize("event", ["autumn-12 bob", f"autumn-12{' ' * 30}bob", "autumn-12\u2003bob"])
async def test_nothing_stands_behind_the_event(service: DiscordService, event: str) -> None:
    await playing(service)
    text = await answered(service, await service.lab.slash("tc", "drop", event=event))
    assert "autumn-12" in text
    await answered(service, await service.lab.slash("tc", "time"))
    assert "PlayerDropped" not in await kinds(service)


async def test_what_is_shown_twice_is_done_once_and_answered_once(service: DiscordService) -> None:
    await opened(service)
    lab = service.lab
    interaction = await lab.slash("alice", "register")
    lab.world.emit("INTERACTION_CREATE", lab.guild, interaction.payload(lab.world.app.id, None))
    assert await answered(service, interaction) == "Recorded: register"
    await answered(service, await lab.slash("alice", "time"))
    assert (await kinds(service)).count("PlayerRegistered") == 1
    assert len(interaction.answers) == 1


async def test_many_at_once_are_all_acknowledged_in_time(tmp_path: Path) -> None:
    people = [f"player{number}" for number in range(60)]
    async with on_discord(tmp_path, (*OFFICIALS, *people)) as service:
        await opened(service)
        asked = await asyncio.gather(*(service.lab.slash(name, "register") for name in people))
        await service.lab.until(lambda: all(each.done for each in asked), 30, "all answers")
        assert not [each for each in asked if each.failed], "Discord waits three seconds, and then forgets it"
        assert len(service.state.players) == len(people)


async def test_commands_that_cannot_be_written_are_written_later(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with DiscordLab() as lab:
        await lab.join(*OFFICIALS, "alice")
        lab.fail("PUT", "commands", status=403, body={"code": 50001, "message": "Missing Access"})
        async with running(DiscordService(lab, tmp_path)) as service:
            complaints = [line for line in caplog.messages if "slash commands are not up to date" in line]
            assert len(complaints) == 1
            assert "Missing Access" in complaints[0]
            await answered(service, await lab.slash("alice", "help"))


async def test_a_global_command_of_an_earlier_time_is_taken_away(tmp_path: Path) -> None:
    async with DiscordLab() as lab:
        await lab.join(*OFFICIALS)
        lab.world.commands.put(None, [{"name": "old", "type": 1, "description": "old", "options": []}])
        async with running(DiscordService(lab, tmp_path)):
            await lab.until(lambda: lab.world.commands.of(None) == [])


async def test_a_fault_before_the_grammar_is_owned_up(
    service: DiscordService, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(user: object) -> None:
        raise ZeroDivisionError("boom")

    monkeypatch.setattr(service.gateway.members, "speaker", fails)
    text = await answered(service, await service.lab.slash("alice", "help"))
    reference = text.split("reference ")[1].split(")")[0]
    assert "boom" not in text
    assert any(reference in line for line in caplog.messages)


class OneTable:
    """A thread that is the place of table 1."""

    is_on = False

    def __init__(self, thread: str) -> None:
        self.thread = int(thread)

    async def place_of(self, table: TableRef) -> None:
        return None

    def table_of(self, thread_id: int) -> TableRef | None:
        return TableRef(event="autumn-12", round=1, table=1) if thread_id == self.thread else None

    def show(self, card: Card) -> None:
        raise AssertionError("nothing is shown here")


async def test_each_place_is_told_as_what_it_is(
    service: DiscordService, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab, gateway = service.lab, service.gateway
    thread = await lab.start_thread("alice", "table 1", "tournament")
    await lab.add_channel("lounge")
    monkeypatch.setattr(gateway, "threads", OneTable(thread.id))
    told: list[Place] = []
    tell = gateway.tell

    def listen(happening: Happening) -> None:
        if isinstance(happening, Said):
            told.append(replace(happening.place, aside=""))
        tell(happening)

    monkeypatch.setattr(gateway, "tell", listen)
    for where in ("tournament", thread, "judges", "lounge"):
        await answered(service, await lab.slash("alice", "help", where))
    at_table = TableRef(event="autumn-12", round=1, table=1)
    assert told == [
        Place(network="discord", where=Where.CHANNEL),
        Place(network="discord", where=Where.CHANNEL, table=at_table),
        Place(network="discord", where=Where.JUDGES),
        Place(network="discord", where=Where.PRIVATE, nick="alice"),
    ]
