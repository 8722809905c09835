"""Matches on Discord as people play them: by slash commands and buttons, with a restart in the middle.

What each of them sees, who was called, and what is stored.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from bot.gateways.discord.slash import ABOUT_MESSAGE
from tests.discord_service import DiscordService, by_hand, labels, on_discord, running
from tests.discordlab import DiscordLab

PEOPLE = ("tc", "hj", "judge", "alice", "bob", "mudlark")
OPENING = {"name": "Autumn 12", "settings": "kind=challenge starts=now authorization=A-77"}


async def opened(service: DiscordService) -> None:
    """The event is open, and the two are in it."""
    assert (await service.slash("tc", "open", **OPENING)).startswith("Recorded: open Autumn 12")
    for name, code in (("alice", "ABC"), ("bob", "DEF")):
        assert await service.slash(name, "register", deck_code=code) == f"Recorded: register {code}"
        await service.reads("mudlark", f"{name} is registered")


async def sat_down(service: DiscordService) -> None:
    """The round is paired and begun, and both pressed what says that they are here."""
    await service.slash("tc", "pair", pairs="alice bob")
    await service.passes(minutes=1)
    await service.slash("tc", "begin")
    for name in ("alice", "bob"):
        await service.press(name, "Ready: I am here")
    await service.reads("mudlark", "Table 1, alice and bob are here.")


async def loaded(service: DiscordService, game: int) -> None:
    """Both pressed what says that their decks are loaded."""
    for name in ("alice", "bob"):
        await service.press(name, f"Ready: my deck for game {game} is loaded")
    await service.reads("mudlark", f"game {game} is on")


def public(service: DiscordService) -> list[str]:
    """What a spectator reads."""
    return service.lab.texts("mudlark")


def called(service: DiscordService, name: str) -> list[str]:
    """What somebody was called to in the channels; every private message calls."""
    return [service.lab.shown(each) for each in service.lab.notified(name) if each.guild_id]


async def test_a_match_by_slash_commands_and_buttons(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with on_discord(tmp_path, PEOPLE, clock=by_hand()) as service:
        await opened(service)
        await sat_down(service)
        await loaded(service, 1)
        await service.passes(minutes=5)
        await _is_disputed_and_ruled(service)
        await _is_offered_a_draw(service)
        lab, clock = service.lab, service.clock
        await service.app.stop()
        async with running(DiscordService(lab, tmp_path, clock=clock)) as again:
            await _loses_a_game_by_the_clock(again)
            await _appeals(again)
            await _is_reported_and_confirmed(again)
            await _plays_another_round_and_concedes(again)
            await _ends(again)
    assert [each.getMessage() for each in caplog.records if each.levelname in ("ERROR", "CRITICAL")] == []


async def _is_disputed_and_ruled(service: DiscordService) -> None:
    lab = service.lab
    await service.slash("alice", "won")
    claim = await service.with_button("bob", "Dispute", "dm")
    assert labels(claim) == ["Confirm: alice won game 1", "Dispute"]
    form = await lab.click("bob", claim, "Dispute")
    assert service.state.open_calls == (), "a form that is only opened says nothing"
    await service.answered(await lab.submit("bob", form, why="the last life was mine"))
    call = await service.reads("judge", "Call 1, table 1", "judges")
    assert "bob disputes" in lab.shown(call)
    await service.press("judge", "Claim call 1", "judges")
    await service.reads("alice", "takes call 1", "dm")
    await service.slash("judge", "ruling", "judges", number=1, text="alice won game 1")
    ruling = await service.reads("mudlark", "alice won game 1. /appeal 1")
    assert ruling.notified == {"alice", "bob"}
    await service.slash("bob", "lost")
    await service.reads("mudlark", "alice leads 1-0")


async def _is_offered_a_draw(service: DiscordService) -> None:
    await service.slash("alice", "draw")
    offer = await service.with_button("bob", "Decline", "dm")
    assert labels(offer) == ["Accept the draw", "Decline"]
    await service.answered(await service.lab.click("bob", offer, "Decline"))
    await service.reads("alice", "bob declines the draw", "dm")
    told = await service.answered(await service.lab.click("bob", offer, "Accept the draw"))
    assert "The button that you pressed is older" in told


async def _loses_a_game_by_the_clock(service: DiscordService) -> None:
    await loaded(service, 2)  # by the buttons of before the restart
    await service.slash("bob", "disconnected", nick="alice")
    await service.reads("mudlark", "Table 1: alice has lost the game link.")
    await service.passes(minutes=6)
    penalty = await service.with_button("alice", "Acknowledge", "dm")
    (embed,) = penalty.embeds
    shown = {field["name"]: field["value"] for field in embed["fields"]}
    assert (shown["Player"], shown["Penalty"], shown["Clause"]) == ("alice", "Game Loss", "A.I.2")
    assert "gone 5:00" in shown["Evidence"]
    said = await service.reads("mudlark", "alice: Game Loss (A.I.2")
    assert said.notified == {"alice"}
    await service.press("alice", "Acknowledge", "dm")
    await service.reads("alice", "penalty 3 is marked as seen", "dm")
    await service.reads("mudlark", "Table 1: it stands 1-1")


async def _appeals(service: DiscordService) -> None:
    lab = service.lab
    penalty = await service.with_button("alice", "Appeal", "dm")
    form = await lab.click("alice", penalty, "Appeal")
    await service.answered(await lab.submit("alice", form, why="my line was up"))
    appeal = await service.with_button("hj", "Uphold: it stands", "judges")
    assert "my line was up" in lab.shown(appeal)
    assert "head judge" in await service.answered(
        await lab.submit("judge", await lab.click("judge", appeal, "Uphold: it stands"), why="no")
    ), "an appeal is answered by the head judge alone"
    form = await lab.click("hj", appeal, "Uphold: it stands")
    await service.answered(await lab.submit("hj", form, why="the server saw you gone"))
    await service.reads("mudlark", "the server saw you gone")
    (row,) = await service.penalties()
    assert (row["player"], row["penalty"], row["automatic"], row["status"]) == (
        "alice",
        "game_loss",
        True,
        "standing",
    )


async def _is_reported_and_confirmed(service: DiscordService) -> None:
    lab = service.lab
    await service.press("alice", "I am back")
    await loaded(service, 3)
    choice = await service.answer(
        await lab.click("alice", await service.with_button("alice", "Report a result"), "Report a result")
    )
    await service.answered(await lab.click("alice", choice, "alice beats bob 2-1"))
    assert not service.state.matches[1].is_over
    await service.press("bob", "Confirm: alice beats bob 2-1", "dm")
    await service.reads("mudlark", "alice beats bob 2-1")
    assert service.state.matches[1].is_over


async def _plays_another_round_and_concedes(service: DiscordService) -> None:
    lab = service.lab
    await service.slash("tc", "endround")
    await sat_down(service)
    await loaded(service, 1)
    question = await service.answer(
        await lab.click("bob", await service.with_button("bob", "Concede the match"), "Concede the match")
    )
    assert labels(question) == ["Yes, bob concedes the match", "No"]
    assert not service.state.matches[1].is_over
    await service.answered(await lab.click("bob", question, "Yes, bob concedes the match"))
    await service.reads("mudlark", "bob concedes the match")


async def _ends(service: DiscordService) -> None:
    await service.slash("tc", "endround")
    table = await service.answer(await service.lab.slash("mudlark", "standings"))
    assert table.embeds, service.lab.shown(table)
    assert "alice" in service.lab.shown(table)
    await service.slash("tc", "end", early="early")
    await service.reads("mudlark", "Autumn 12 is over")
    rows = await service.results()
    told = [(row["player1"], row["player2"], row["wins1"], row["wins2"], row["how"]) for row in rows]
    assert told == [("alice", "bob", 2, 1, "games"), ("alice", "bob", 2, 0, "concession")]
    twice = [text for text, times in Counter(public(service)).items() if times > 1]
    assert twice == []
    for name in ("tc", "hj", "judge", "mudlark"):
        assert called(service, name) == [], f"{name} is not to be called in the channel"


# --- words on a line, and about a line ---


@pytest.mark.parametrize("is_granted", [True, False])
async def test_lines_are_words_where_they_can_be_read_and_one_line_says_where_not(
    tmp_path: Path, is_granted: bool
) -> None:
    def grant(lab: DiscordLab) -> None:
        lab.world.app.content_granted = is_granted

    async with on_discord(tmp_path, PEOPLE, prepare=grant) as service:
        await opened(service)
        await service.lab.say("alice", "!judge he drew twice")
        await service.lab.say("bob", "!status")
        lacks = "Without the Message Content intent: slash commands only"
        if is_granted:
            await service.reads("judge", "he drew twice", "judges")
            await service.reads("bob", "Autumn 12: ")
            assert service.count("judge", "intent", "judges") == 0
        else:
            await service.slash("bob", "judge", why="and he too")  # what was said before this has been told
            await service.reads("judge", "and he too", "judges")
            assert service.count("judge", lacks, "judges") == 1
            assert [call.why for call in service.state.open_calls] == ["and he too"]
        await service.lab.say("alice", "status", "dm")  # in private every bot may read
        await service.reads("alice", "Autumn 12: ", "dm")


async def test_a_judge_is_called_about_what_somebody_wrote(tmp_path: Path) -> None:
    async with on_discord(tmp_path, PEOPLE, clock=by_hand()) as service:
        await opened(service)
        await sat_down(service)
        about = await service.lab.say("bob", "you **cheat** @everyone [look](http://example.invalid)")
        await service.answered(await service.lab.context("alice", ABOUT_MESSAGE, about))
        call = await service.reads("judge", "Call 1, table 1", "judges")
        assert "bob wrote 'you **cheat** @everyone [look](http://example.invalid)'" in service.lab.shown(call)
        assert call.notified == frozenset()
        await service.press("judge", "Claim call 1", "judges")
        await service.reads("alice", "takes call 1", "dm")
