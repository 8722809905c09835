"""The IRC gateway on the embedded server: what make run and a newcomer's first match stand on."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.config import Irc
from bot.gateways.embedded import EmbeddedServer
from cogs.speech import Happening, Joined, Left, PromptListener, Renamed, Said, SightLost
from rules.entries import Leaving
from tests.irclab.ear import JUDGES, Official, official, private, until


@asynccontextmanager
async def table(prompt: PromptListener | None = None) -> AsyncIterator[tuple[EmbeddedServer, Official]]:
    """An embedded server with the official in its channels."""
    server = EmbeddedServer(port=0)
    await server.start()
    try:
        async with official(server.port, settings=Irc(port=server.port), prompt=prompt) as bot:
            await bot.sees()
            yield server, bot
    finally:
        await server.stop()


async def test_a_command_is_heard_and_answered_where_it_was_said() -> None:
    async with table() as (_, bot):
        alice = await bot.visitor("alice", "#tournament")
        alice.say("PRIVMSG #tournament :\x0304!report 2-1\x0f")
        said = await bot.ear.hears(Said)
        assert (said.person.nick, said.words) == ("alice", "!report 2-1")
        await bot.say("alice reports 2-1", said.place)
        await alice.sees(r":FloorJudge!\S+ PRIVMSG #tournament :alice reports 2-1$")
        alice.say("PRIVMSG FloorJudge :!status")
        assert (await bot.ear.hears(Said)).place == private("alice")
        await bot.say("nothing is open", private("alice"))
        await alice.sees(r"PRIVMSG alice :nothing is open$")


async def test_what_is_said_is_taken_promptly_unless_something_waits_before_it() -> None:
    promptly: list[str] = []

    def prompt(happening: Happening) -> bool:
        if isinstance(happening, Said) and happening.words != "too much":
            promptly.append(happening.words)
            return True
        return False

    async with table(prompt) as (_, bot):
        alice = await bot.player("alice")
        async with bot.ear.deaf():
            alice.say(
                "PRIVMSG #tournament :first", "PRIVMSG #tournament :too much", "PRIVMSG #tournament :second"
            )
            await until(lambda: promptly == ["first"])
        assert (await bot.ear.hears(Said)).words == "too much"
        assert (await bot.ear.hears(Said)).words == "second"
        assert promptly == ["first"]


async def test_the_judges_have_their_own_channel() -> None:
    async with table() as (_, bot):
        jane = await bot.visitor("jane", "#judges")
        jane.say("PRIVMSG #judges :!rule 3")
        assert (await bot.ear.hears(Said)).place == JUDGES
        await bot.say("call 3 at table 2", JUDGES)
        await jane.sees(r"PRIVMSG #judges :call 3 at table 2$")
        assert bot.ear.all(Joined) == []


async def test_nobody_has_accounts_there() -> None:
    async with table() as (_, bot):
        assert not bot.gateway.has_accounts


async def test_coming_renaming_and_leaving_are_told() -> None:
    async with table() as (_, bot):
        alice = await bot.visitor("alice", "#tournament")
        joined = await bot.ear.hears(Joined)
        alice.say("NICK alice2")
        renamed = await bot.ear.hears(Renamed)
        assert (renamed.person, renamed.nick) == (joined.person, "alice2")
        assert [person.nick for person in bot.gateway.present()] == ["alice2"]
        await alice.leave("good night")
        left = await bot.ear.hears(Left)
        assert (left.how, left.person.session) == (Leaving.QUIT, joined.person.session)


async def test_a_split_is_nobodys_fault_and_brings_the_same_people_back() -> None:
    async with table() as (server, bot):
        people = [await bot.visitor(nick, "#tournament") for nick in ("alice", "bob")]
        sessions = {(await bot.ear.hears(Joined)).person.session for _ in people}
        await server.split(["alice", "bob"])
        gone = [await bot.ear.hears(Left) for _ in people]
        assert {left.how for left in gone} == {Leaving.SPLIT}
        assert len({left.split for left in gone}) == 1
        await server.rejoin()
        assert {(await bot.ear.hears(Joined)).person.session for _ in people} == sessions


async def test_a_killed_player_was_thrown_out() -> None:
    async with table() as (server, bot):
        await bot.visitor("alice", "#tournament")
        await bot.ear.hears(Joined)
        server.kill("alice")
        assert (await bot.ear.hears(Left)).how is Leaving.KICKED


async def test_a_player_whose_line_broke_is_lost() -> None:
    async with table() as (_, bot):
        alice = await bot.visitor("alice", "#tournament")
        await bot.ear.hears(Joined)
        alice.reset()
        assert (await bot.ear.hears(Left)).how is Leaving.LOST


async def test_a_server_that_is_started_again_is_come_back_to() -> None:
    async with table() as (server, bot):
        await server.stop()
        await bot.ear.hears(SightLost)
        waiting = asyncio.create_task(bot.say("the round goes on"))
        await server.start()
        await bot.sees()
        await waiting
        alice = await bot.player("alice")
        await bot.say("alice: your opponent is back")
        await alice.sees(r"PRIVMSG #tournament :alice: your opponent is back$")
