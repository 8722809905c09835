"""The IRC gateway on a real ngircd: no accounts, and a server that takes a lone CR for the end of a line."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from cogs.speech import Joined, Left, Renamed, Said, SightLost
from rules.entries import Leaving
from tests.irclab.ear import HASTE, Official, official
from tests.irclab.frozen import FrozenClient
from tests.irclab.ngircd import Ngircd
from tests.irclab.visitor import Visitor

QUICK_EAR = replace(HASTE, silence=timedelta(milliseconds=300))

pytestmark = pytest.mark.ngircd


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ngircd]:
    """A server that all tests of this module share."""
    with Ngircd(tmp_path_factory.mktemp("ngircd")) as running:
        yield running


@asynccontextmanager
async def table(server: Ngircd, *nicks: str) -> AsyncIterator[tuple[Official, list[Visitor]]]:
    """The official in its channels, and players with these nicks."""
    async with official(server.port) as bot:
        await bot.sees()
        yield bot, [await bot.player(nick) for nick in nicks]


async def test_a_command_is_heard_and_answered(server: Ngircd) -> None:
    async with table(server, "alice") as (bot, [alice]):
        alice.say("PRIVMSG #tournament :!roll 1d20")
        said = await bot.ear.hears(Said)
        assert (said.person.nick, said.person.account) == ("alice", None)
        await bot.say("alice: 6", said.place)
        await alice.sees(r"PRIVMSG #tournament :alice: 6$")
        assert not bot.gateway.has_accounts


async def test_nobodys_words_become_a_command_of_ours(server: Ngircd) -> None:
    async with table(server, "mallory") as (bot, [mallory]):
        mallory.say("PRIVMSG #tournament :help\x10rNICK hacked\x10nQUIT :bye\x100")
        said = await bot.ear.hears(Said)
        await bot.say(f"judge: mallory asks: {said.words}\rNICK hacked\nQUIT :bye\0NICK hacked", said.place)
        seen = await mallory.sees(r"PRIVMSG #tournament :judge: ")
        assert seen.startswith(":FloorJudge!")
        assert "NICK hacked QUIT :bye" in seen
        assert [line for line in await mallory.everything() if line.startswith(":FloorJudge")] == []
        assert bot.gateway.nick == "FloorJudge"
        assert bot.ear.all(SightLost) == []


async def test_a_line_in_latin_1_is_survived(server: Ngircd) -> None:
    async with table(server, "oxbow") as (bot, [oxbow]):
        oxbow.say_bytes(b"PRIVMSG #tournament :sch\xf6ner Zug\r\n")
        oxbow.say("PRIVMSG #tournament :!report 2-1")
        await bot.ear.hears(Said, lambda said: said.words == "!report 2-1")
        assert bot.ear.words == ["sch\ufffdner Zug", "!report 2-1"]


async def test_long_lines_arrive_whole_and_the_server_keeps_us(server: Ngircd) -> None:
    async with table(server, "alice") as (bot, [alice]):
        text = " ".join(f"tablé-{number}" for number in range(200))
        await bot.say(text)
        heard: list[str] = []
        while " ".join(heard).count("tablé") < 200:
            heard.append((await alice.sees("PRIVMSG #tournament")).partition(" :")[2])
        assert " ".join(heard) == text
        assert bot.ear.all(SightLost) == []


async def test_a_nick_change_is_followed(server: Ngircd) -> None:
    async with table(server, "nettle") as (bot, [nettle]):
        nettle.say("NICK nettle-game")
        renamed = await bot.ear.hears(Renamed)
        nettle.say("PRIVMSG #tournament :!report 2-0")
        said = await bot.ear.hears(Said)
        assert (said.person.nick, said.person.session) == ("nettle-game", renamed.person.session)


async def test_brackets_are_not_braces_here(server: Ngircd) -> None:
    async with table(server, "foo[", "foo{") as (bot, _):
        assert [person.nick for person in bot.gateway.present()] == ["foo[", "foo{"]
        assert bot.gateway.casefold("FOO[") == bot.gateway.casefold("foo[") != bot.gateway.casefold("foo{")


async def test_a_quit_in_the_words_of_a_time_out_is_a_quit(server: Ngircd) -> None:
    async with table(server, "mallory") as (bot, [mallory]):
        await mallory.leave("Ping timeout: 240 seconds")
        left = await bot.ear.hears(Left)
        assert (left.how, left.reason) == (Leaving.QUIT, '"Ping timeout: 240 seconds"')


async def test_a_frozen_client_is_lost(tmp_path: Path) -> None:
    with Ngircd(tmp_path / "ngircd", ping=1) as server:
        async with table(server) as (bot, _), FrozenClient.at(server.port, "bob", "#tournament") as bob:
            joined = await bot.ear.hears(Joined)
            bob.freeze()
            left = await bot.ear.hears(Left)
            assert (left.how, left.person) == (Leaving.LOST, joined.person)
            assert left.reason.startswith("Ping timeout")


async def test_it_comes_back_when_the_server_was_killed_and_started_again(tmp_path: Path) -> None:
    with Ngircd(tmp_path / "ngircd") as server:
        async with official(server.port) as bot:
            await bot.sees()
            server.kill()
            await bot.ear.hears(SightLost)
            waiting = asyncio.create_task(bot.say("the round goes on"))
            server.start()
            await bot.sees()
            await waiting
            alice = await bot.player("alice")
            await bot.say("alice: your opponent is back")
            await alice.sees("PRIVMSG #tournament :alice: your opponent is back")


async def test_a_server_that_hangs_is_noticed_and_come_back_to(tmp_path: Path) -> None:
    with Ngircd(tmp_path / "ngircd") as server:
        async with official(server.port, QUICK_EAR) as bot:
            await bot.sees()
            server.freeze()
            lost = await bot.ear.hears(SightLost)
            assert "silent" in lost.why
            server.thaw()
            await bot.sees()
            assert bot.gateway.connected.is_set()


async def test_our_nick_is_taken_back_from_our_own_ghost(server: Ngircd) -> None:
    ghost = await Visitor.come(server.port, "FloorJudge")
    async with table(server, "witness") as (bot, [witness]):
        assert bot.gateway.nick == "FloorJudge_"
        await ghost.leave()
        await witness.sees(":FloorJudge_!.* NICK :FloorJudge$")
        await bot.say("here I am")
        await witness.sees(r":FloorJudge!\S+ PRIVMSG #tournament :here I am")
