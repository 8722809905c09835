"""Who is meant, on both kinds of network: through renames, for whoever has left, and never by a guess."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.config import Staff
from cogs.speech import TitlesChanged, Where
from rules import entries as e
from rules.entries import Leaving, PersonId
from tests.service import MATCH, OPENING, Service, running
from tests.test_ties import Twin, twin

JUDGE = "zed"
"""Who judges in the guild, named by number."""


@asynccontextmanager
async def guild(folder: Path) -> AsyncIterator[Twin]:
    """An event that goes on, with ally and bobby of the guild and alice of the other network in it."""
    async with twin(folder, staff=Staff(judges=("judge", "99"))) as both:
        await both.service.play(OPENING, "1 alice: !register ABC")
        for nick in ("ally", "bobby"):
            await both.say(nick, "!register DEF", Where.CHANNEL)
        yield both


async def is_shown_as(both: Twin, nick: str, *names: str) -> None:
    """A member has these display names."""
    person = replace(both.guild.person(nick), also=names)
    await both.service.app.hear(TitlesChanged(person=person, at=both.service.clock.now()))
    await both.service.app.settle()


def penalised(service: Service) -> list[PersonId]:
    return [penalty.player for penalty in service.state.penalties.values()]


# --- S042, S047: another name in mid-event ---


async def test_a_nick_changed_in_mid_game_is_followed_and_costs_nothing(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as service:
        await service.play(*MATCH)
        await service.console.rename("alice", "alice|game")
        await service.play("600 alice|game: !report 2-0", "601 bob: !confirm")
        kinds = {type(entry) for entry in await service.stored()}
        assert kinds.isdisjoint({e.AbsenceBegan, e.PlayerDropped, e.PersonLeft})
        match = service.state.matches[1]
        assert match.result is not None
        assert match.result.wins == (2, 0)


async def test_a_username_changed_in_mid_event_leaves_the_registered_name(tmp_path: Path) -> None:
    async with guild(tmp_path) as both:
        await both.guild.rename("bobby", "robert")
        await both.service.app.settle()
        assert both.service.state.names[PersonId("account:88@discord")] == "bobby"
        for words in ("bobby", "robert", "88", "<@88>"):
            (told,) = await both.say(JUDGE, f"!history {words}")
            assert told.startswith("bobby"), words
        assert not [entry for entry in await both.service.stored() if isinstance(entry, e.PersonLeft)]


async def test_who_logs_out_in_mid_event_stays_the_same_session(tmp_path: Path) -> None:
    async with guild(tmp_path) as both:
        await both.guild.log_in("bobby", None)
        await both.say("bobby", "!drop had enough", Where.CHANNEL)
        await both.guild.log_in("bobby", "88")
        assert both.id_of("bobby") == "account:88@discord"
        assert set(both.service.state.players) >= {PersonId("account:88@discord")}
        assert len(both.service.state.players) == 3


# --- S043: letters great and small ---


async def test_case_makes_nobody_a_second_person(tmp_path: Path) -> None:
    async with guild(tmp_path) as both:
        await both.say(JUDGE, "!warn ALICE unsporting_conduct shouts")
        await both.say(JUDGE, "!warn BobBY unsporting_conduct shouts")
        assert penalised(both.service) == ["nick:alice", "account:88@discord"]
        assert (await both.service.say("judge", "!history ALICE", Where.PRIVATE))[0].startswith("alice")
        assert len(both.service.state.players) == 3


# --- S044: somebody else's name ---


async def test_who_takes_the_nick_of_an_absent_judge_has_no_power(tmp_path: Path) -> None:
    async with running(Service(tmp_path, trusted=False)) as service:
        code = service.notices[-1].rpartition(" ")[2]
        await service.say("tc", f"!link {code}", Where.PRIVATE)
        await service.play(OPENING, "1 alice: !register ABC")
        await service.console.quit(["hj"], "bye")
        await service.console.join("mudlark")
        await service.console.rename("mudlark", "hj")
        await service.app.settle()
        before = await service.stored()
        said = await service.say("hj", "!dq alice cheating he stacked the deck")
        warned = [text for text in said if "goes by hj's name and said !dq" in text]
        assert len(warned) == 1
        assert ("judges", warned[0]) in [(where, text) for _, where, text in service.said]
        assert not [
            text
            for text in await service.say("hj", "!dq alice cheating he stacked the deck")
            if "goes by" in text
        ]
        assert [entry for entry in await service.stored() if entry not in before] == []
        assert service.state.players[PersonId("nick:alice")].plays


async def test_who_takes_the_username_of_a_judge_has_no_power(tmp_path: Path) -> None:
    async with guild(tmp_path) as both:
        await both.guild.leave(JUDGE, Leaving.PARTED, "")
        await both.guild.rename(JUDGE, "elsewhere")
        await both.guild.log_in("mudlark", "66")
        await both.guild.join("mudlark")
        await both.guild.rename("mudlark", JUDGE)
        await both.say(JUDGE, "!warn bobby unsporting_conduct shouts")
        assert penalised(both.service) == []


# --- S045: nobody is guessed ---


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("lum", "Nobody here is called lum. Perhaps lumen2?"),
        ("lumen", "lumen could be ally or bobby. Please use a name that only one of them has."),
    ],
)
async def test_a_part_of_a_name_or_a_name_of_two_is_nobody(tmp_path: Path, words: str, answer: str) -> None:
    async with guild(tmp_path) as both:
        await both.guild.log_in("lumen2", "55")
        await both.guild.join("lumen2")
        for nick in ("ally", "bobby"):
            await is_shown_as(both, nick, "Lumen")
        assert await both.say(JUDGE, f"!warn {words} unsporting_conduct shouts") == [answer]
        assert penalised(both.service) == []


async def test_candidates_are_listed_with_their_tables(tmp_path: Path) -> None:
    async with guild(tmp_path) as both:
        for nick in ("ally", "bobby"):
            await is_shown_as(both, nick, "Lumen")
        await both.service.say("tc", "!pair ally bobby")
        (told,) = await both.say(JUDGE, "!warn lumen unsporting_conduct")
        assert "ally (table 1) or bobby (table 1)" in told


@pytest.mark.parametrize("words", ["bobby", "88", "<@88>", "<@!88>", "guild:bobby"])
async def test_a_handle_a_number_and_a_mention_mean_one(tmp_path: Path, words: str) -> None:
    async with guild(tmp_path) as both:
        await is_shown_as(both, "ally", "bobby")  # a display name never beats a handle
        await both.say(JUDGE, f"!warn {words} unsporting_conduct shouts")
        assert penalised(both.service) == ["account:88@discord"]


@pytest.mark.parametrize("words", ["<@5>", "5", "<@88>x", "<#88>", "<@&88>"])
async def test_a_number_of_nobody_is_nobody(tmp_path: Path, words: str) -> None:
    async with guild(tmp_path) as both:
        await both.say(JUDGE, f"!warn {words} unsporting_conduct shouts")
        assert penalised(both.service) == []


# --- S048: somebody who has left ---


@pytest.mark.parametrize("words", ["bobby", "88", "<@88>", "account:88"])
async def test_the_record_of_who_has_left_shows_the_last_name(tmp_path: Path, words: str) -> None:
    async with guild(tmp_path) as both:
        await both.say(JUDGE, "!warn bobby unsporting_conduct shouts")
        await both.guild.leave("bobby", Leaving.PARTED, "left the server")
        (told,) = await both.say(JUDGE, f"!history {words}")
        assert told.startswith("bobby (not in the channel), 1 penalty that stands")


async def test_the_record_outlives_the_event_and_keeps_the_name(tmp_path: Path) -> None:
    async with guild(tmp_path) as both:
        await both.say(JUDGE, "!warn bobby unsporting_conduct shouts")
        await both.service.say("tc", "!cancelevent no time")
        await both.guild.leave("bobby", Leaving.PARTED, "left the server")
        await both.service.say("tc", OPENING.partition(": ")[2].replace("Autumn 12", "Winter 1"))
        (told,) = await both.say(JUDGE, "!history account:88")
        assert told.startswith("bobby (not in the channel), 1 penalty that stands")


async def test_who_has_left_can_still_be_penalised(tmp_path: Path) -> None:
    async with guild(tmp_path) as both:
        await both.guild.leave("bobby", Leaving.PARTED, "left the server")
        await both.service.console.quit(["alice"], "bye")
        await both.say(JUDGE, "!warn 88 unsporting_conduct shouts")
        await both.say(JUDGE, "!warn alice unsporting_conduct shouts")
        assert penalised(both.service) == ["account:88@discord", "nick:alice"]
