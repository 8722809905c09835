"""Buttons end to end: the whole service on a Discord of our own, pressed late, twice, by others, after a restart."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rules.entries import HowMatch, Outcome
from rules.match import Result
from tests.discord_service import DiscordService, on_discord, running
from tests.discordlab import Interaction, Message
from tests.discordlab.messages import parts_of

OPEN = '!open "Autumn 12" kind=challenge starts=now authorization=A-77'
PEOPLE = ("tc", "hj", "judge", "alice", "bob", "mudlark")


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[DiscordService]:
    async with on_discord(tmp_path, PEOPLE) as service:
        await playing(service)
        yield service


async def answered(service: DiscordService, interaction: Interaction) -> str:
    """The text of the answer, which only the one who pressed sees."""
    message = await service.lab.finished(interaction)
    assert message.ephemeral
    return service.lab.shown(message)


async def with_button(service: DiscordService, name: str, label: str, where: str | None = None) -> Message:
    """The newest message that somebody sees with this button."""

    def find() -> Message | None:
        seen = service.lab.seen(name, where)
        return next((message for message in reversed(seen) if label in labels(message)), None)

    found = await service.lab.until(find, what=f"{label} for {name}")
    assert found is not None
    return found


def labels(message: Message) -> list[str]:
    return [part["label"] for part in parts_of(message.components) if part.get("label")]


async def playing(service: DiscordService) -> None:
    """Alice and Bob at table 1, in their first game; both came to it by buttons."""
    lab = service.lab
    await lab.say("tc", OPEN)
    await lab.until(lambda: service.parts.events.open_ids(), what="the event")
    for name in ("alice", "bob"):
        await answered(service, await lab.slash(name, "register", deck_code="ABC"))
    for words in ("!pair alice bob", "!begin"):
        await lab.say("tc", words)
    await lab.until(lambda: service.state.round is not None and service.state.round.begun_at)
    for label in ("Ready: I am here", "Ready: my deck for game 1 is loaded"):
        message = await with_button(service, "alice", label)
        for name in ("alice", "bob"):
            await answered(service, await lab.click(name, message, label))
    await lab.until(lambda: service.state.matches[1].runs)


def result(service: DiscordService) -> Result:
    found = service.state.matches[1].result
    assert found is not None
    return found


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_match_is_reported_and_confirmed_by_buttons(
    service: DiscordService, caplog: pytest.LogCaptureFixture
) -> None:
    lab = service.lab
    message = await with_button(service, "alice", "Report a result")
    choice = await lab.finished(await lab.click("alice", message, "Report a result"))
    assert {"alice beats bob 2-1", "bob beats alice 2-0"} <= set(labels(choice))
    assert "bob beats alice 2-1" in await answered(
        service, await lab.click("bob", message, "Report a result")
    )
    await answered(service, await lab.click("alice", choice, "alice beats bob 2-1"))
    claim = await with_button(service, "bob", "Confirm: alice beats bob 2-1", "dm")
    assert not service.state.matches[1].is_over, "nothing is final without the other's press"
    first, again = await asyncio.gather(
        *(lab.click("bob", claim, "Confirm: alice beats bob 2-1") for _ in range(2))
    )
    texts = [await answered(service, each) for each in (first, again)]
    assert sorted(text.startswith("Recorded") for text in texts) == [False, True]
    assert any("table 1 is over since" in text and "alice beats bob 2-1" in text for text in texts)
    assert result(service).wins == (2, 1)
    await lab.until(lambda: any("alice beats bob 2-1" in text for text in lab.texts("mudlark")))
    stored = [entry.kind for entry in await service.stored()]
    assert [kind.partition("/")[0] for kind in stored].count("match.finished") == 1
    assert errors(caplog) == []


async def test_nobody_else_presses_it(service: DiscordService) -> None:
    lab = service.lab
    message = await with_button(service, "alice", "Concede the match")
    told = await answered(service, await lab.click("mudlark", message, "Concede the match"))
    assert told.startswith("mudlark, that button is not for you: it is for the players of table 1.")
    assert told not in lab.texts("bob")
    assert service.state.matches[1].side_of(service.state.matches[1].players[0]).asked is None


async def test_a_concession_takes_a_second_press_that_says_who_loses(service: DiscordService) -> None:
    lab = service.lab
    message = await with_button(service, "alice", "Concede the match")
    question = await lab.finished(await lab.click("alice", message, "Concede the match"))
    assert labels(question) == ["Yes, alice concedes the match", "No"]
    assert "you were asked at" in await answered(
        service, await lab.click("alice", message, "Concede the match")
    )
    lab.fail("POST", "callback", status=404, body={"code": 10062, "message": "Unknown interaction"}, times=1)
    await lab.click("alice", question, "Yes, alice concedes the match")
    await lab.until(lambda: service.state.matches[1].is_over)
    again = await answered(service, await lab.click("alice", question, "Yes, alice concedes the match"))
    assert again.startswith("alice, you conceded at ")
    assert again.endswith(": bob beats alice 2-0.")
    assert result(service).how is HowMatch.CONCESSION
    await lab.until(lambda: any("alice concedes the match" in text for text in lab.texts("mudlark")))


async def test_accepting_a_draw_is_a_draw(service: DiscordService) -> None:
    lab = service.lab
    await answered(service, await lab.slash("bob", "concede", what="match"))
    await answered(service, await lab.slash("alice", "draw"))
    offer = await with_button(service, "bob", "Accept the draw", "dm")
    assert labels(offer) == ["Accept the draw", "Decline"]
    await answered(service, await lab.click("bob", offer, "Accept the draw"))
    assert result(service).outcome is Outcome.DRAW
    assert "is over since" in await answered(service, await lab.click("bob", offer, "Decline"))


async def test_a_button_and_a_form_work_after_a_restart(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with on_discord(tmp_path, PEOPLE) as service:
        lab = service.lab
        await playing(service)
        await answered(service, await lab.slash("alice", "report", score="2-1"))
        claim = await with_button(service, "bob", "Dispute", "dm")
        form = await lab.click("bob", claim, "Dispute")
        report = await lab.finished(
            await lab.click(
                "alice", await with_button(service, "alice", "Report a result"), "Report a result"
            )
        )
        await service.app.stop()
        async with running(DiscordService(lab, tmp_path)) as second:
            await answered(second, await lab.submit("bob", form, why="game 3 was mine"))
            assert second.state.matches[1].disputed
            assert next(call.why for call in second.state.open_calls).startswith("disputed: ")
            back = await with_button(second, "alice", "Take it back", "dm")
            await answered(second, await lab.click("alice", back, "Take it back"))
            assert second.state.matches[1].claim is None
            assert second.state.open_calls == ()
            stale = await answered(second, await lab.click("alice", report, "alice beats bob 2-0"))
            assert "The button that you pressed is older" in stale
            assert second.state.matches[1].claim is None
            assert "game 1 is on" in await answered(
                second, await lab.click("bob", claim, "Confirm: alice beats bob 2-1")
            )
    assert errors(caplog) == []


async def test_a_penalty_is_acknowledged_once_and_kindly(service: DiscordService) -> None:
    lab = service.lab
    await answered(
        service, await lab.slash("judge", "penalty", nick="bob", infraction="slow_play", why="he waits")
    )
    penalty = await with_button(service, "bob", "Acknowledge", "dm")
    assert labels(penalty) == ["Acknowledge", "Appeal"]
    texts = [await answered(service, await lab.click("bob", penalty, "Acknowledge")) for _ in range(2)]
    assert not any("already" in text for text in texts)
    assert texts[1] == "bob, penalty 1 is marked as seen."
    kinds = [entry.kind.partition("/")[0] for entry in await service.stored()]
    assert kinds.count("penalty.acknowledged") == 1


async def test_a_judge_claims_and_rules_with_buttons(service: DiscordService) -> None:
    lab = service.lab
    await answered(service, await lab.slash("alice", "judge", why="he drew twice"))
    call = await with_button(service, "judge", "Claim call 1", "judges")
    await answered(service, await lab.click("judge", call, "Claim call 1"))
    taken = await with_button(service, "judge", "Rule on call 1", "judges")
    form = await lab.click("judge", taken, "Rule on call 1")
    await answered(service, await lab.submit("judge", form, text="play on"))
    await lab.until(lambda: any("Ruling 1" in text and "play on" in text for text in lab.texts("bob")))
