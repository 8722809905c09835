"""The IRC gateway on a real InspIRCd with Anope: accounts, and netsplits between two linked servers."""

from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

import pytest

from bot.config import Irc
from cogs.speech import AccountChanged, Joined, Left, Renamed, Said, SightLost
from rules.entries import Leaving
from tests.irclab.ear import HASTE, JUDGES, Official, official
from tests.irclab.frozen import FrozenClient
from tests.irclab.inspircd import Anope, InspIRCd, Site
from tests.irclab.visitor import Visitor

pytestmark = pytest.mark.inspircd

PASSWORDS = {"alice": "wonderland", "floorjudge": "whistle"}


class Net:
    """Two linked servers, services on the first, and some accounts."""

    def __init__(self, folder: Path, *, ping: int = 60) -> None:
        near, far = Site(number=1), Site(number=2)
        self.near = InspIRCd(folder / "near", site=near, others=(far,), ping=ping)
        self.far = InspIRCd(folder / "far", site=far, others=(near,), ping=ping)
        self.services = Anope(folder / "anope", site=near)
        self._has_accounts = False

    async def register_accounts(self) -> None:
        """Make the accounts known to services, once."""
        if self._has_accounts:
            return
        self._has_accounts = True
        for name, password in PASSWORDS.items():
            visitor = await Visitor.come(self.near.port, name)
            visitor.say(f"PRIVMSG NickServ :REGISTER {password} {name}@example.invalid")
            await visitor.sees("NOTICE .*(registered|already)")
            await visitor.leave()


@pytest.fixture(scope="module")
def net(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Net]:
    """A network that all tests of this module share."""
    net = Net(tmp_path_factory.mktemp("net"))
    with ExitStack() as running:
        for server in (net.near, net.far, net.services):
            running.enter_context(server)
        yield net


@asynccontextmanager
async def table(net: Net, settings: Irc | None = None) -> AsyncIterator[Official]:
    """The official in its channels on the near server."""
    await net.register_accounts()
    async with official(net.near.port, settings=settings) as bot:
        await bot.sees()
        yield bot


async def operator(bot: Official) -> Visitor:
    """Somebody who may link and unlink servers."""
    oper = await bot.visitor("oper")
    oper.say("OPER oper operpass")
    await oper.sees(" 381 ")
    return oper


async def link(oper: Visitor, net: Net, bot: Official) -> None:
    """Link the two servers and wait until they know each other."""
    oper.say(f"CONNECT {net.far.site.name}")
    while True:
        oper.say("LINKS")
        lines = [await oper.sees(" (364|365) ")]
        while " 365 " not in lines[-1]:
            lines.append(await oper.sees(" (364|365) "))
        if any(net.far.site.name in line for line in lines):
            return


async def test_it_logs_in_with_sasl(net: Net) -> None:
    settings = Irc(
        port=net.near.port, embedded=False, sasl_user="floorjudge", sasl_password=PASSWORDS["floorjudge"]
    )
    async with table(net, settings) as bot:
        witness = await bot.player("witness")
        witness.say("WHOIS FloorJudge")
        assert " floorjudge :is logged in as" in await witness.sees(" (330|318) ")
        assert bot.gateway.has_accounts


async def test_a_wrong_password_does_not_keep_it_away(net: Net) -> None:
    settings = Irc(port=net.near.port, embedded=False, sasl_user="floorjudge", sasl_password="wrong")
    async with table(net, settings) as bot:
        assert bot.gateway.connected.is_set()


async def test_what_is_said_carries_the_account(net: Net) -> None:
    async with table(net) as bot:
        wonder = await bot.player("wonder", account=("alice", PASSWORDS["alice"]))
        impostor = await bot.player("alice")
        wonder.say("PRIVMSG #tournament :!ready")
        said = await bot.ear.hears(Said)
        assert (said.person.nick, said.person.account) == ("wonder", "alice")
        assert said.key
        impostor.say("PRIVMSG FloorJudge :!concede")
        said = await bot.ear.hears(Said)
        assert (said.person.nick, said.person.account) == ("alice", None)


async def test_who_was_there_before_is_known_by_account_too(net: Net) -> None:
    await net.register_accounts()
    async with official(net.near.port) as first:
        await first.sees()
        await first.player("wonder", account=("alice", PASSWORDS["alice"]))
        await first.player("bob")
        async with official(net.near.port) as bot:
            people = {person.nick: person.account for person in (await bot.sees()).present}
            assert people == {"wonder": "alice", "bob": None, "FloorJudge": None}
            assert bot.gateway.nick == "FloorJudge_"


async def test_login_and_logout_are_told(net: Net) -> None:
    async with table(net) as bot:
        nettle = await bot.player("nettle")
        nettle.say(f"PRIVMSG NickServ :IDENTIFY alice {PASSWORDS['alice']}")
        assert (await bot.ear.hears(AccountChanged)).account == "alice"
        nettle.say("PRIVMSG NickServ :LOGOUT")
        changed = await bot.ear.hears(AccountChanged)
        assert (changed.person.account, changed.account) == ("alice", None)


async def test_a_nick_change_keeps_session_and_account(net: Net) -> None:
    async with table(net) as bot:
        wonder = await bot.player("wonder", account=("alice", PASSWORDS["alice"]))
        wonder.say("NICK wonder|game")
        renamed = await bot.ear.hears(Renamed)
        wonder.say("PRIVMSG #tournament :!report 2-0")
        said = await bot.ear.hears(Said)
        assert said.person.nick == "wonder|game"
        assert (said.person.session, said.person.account) == (renamed.person.session, "alice")


async def test_the_judges_channel_shows_accounts(net: Net) -> None:
    async with table(net) as bot:
        judge = await bot.visitor("judge", "#judges", account=("alice", PASSWORDS["alice"]))
        judge.say("PRIVMSG #judges :!rule 1")
        said = await bot.ear.hears(Said)
        assert (said.place, said.person.account) == (JUDGES, "alice")


async def test_how_people_leave(net: Net) -> None:
    async with table(net) as bot:
        oper = await operator(bot)
        leaver, victim, broken, faker = [
            await bot.player(nick) for nick in ("leaver", "victim", "broken", "faker")
        ]
        leaver.say("PART #tournament :see you")
        assert (await bot.ear.hears(Left)).how is Leaving.PARTED
        oper.say("KILL victim :abuse")
        assert (await bot.ear.hears(Left)).how is Leaving.KICKED
        await victim.end()
        broken.reset()
        assert (await bot.ear.hears(Left)).how is Leaving.LOST
        await faker.leave("irc1.test.invalid irc2.test.invalid")
        left = await bot.ear.hears(Left)
        assert (left.how, left.split) == (Leaving.QUIT, "")


async def test_kicked_from_the_channel_it_comes_back(net: Net) -> None:
    async with table(net) as bot:
        oper = await operator(bot)
        await bot.player("alice2")
        oper.say("SAJOIN oper #tournament", "SAMODE #tournament +o oper", "KICK #tournament FloorJudge :out")
        assert "kicked by oper" in (await bot.ear.hears(SightLost)).why
        nicks = {person.nick for person in (await bot.sees()).present}
        assert nicks == {"alice2", "oper"}


async def test_a_netsplit_is_nobodys_fault_and_the_account_brings_people_back(net: Net) -> None:
    async with table(net) as bot:
        oper = await operator(bot)
        await link(oper, net, bot)
        port = net.far.port
        wonder = await bot.player("wonder", account=("alice", PASSWORDS["alice"]), port=port)
        await bot.player("bob", port=port)
        oper.say(f"SQUIT {net.far.site.name} :maintenance")
        gone = {left.person.nick: left for left in [await bot.ear.hears(Left) for _ in range(2)]}
        assert {left.how for left in gone.values()} == {Leaving.SPLIT}
        assert len({left.split for left in gone.values()}) == 1
        # Meanwhile one of them takes another nick, which we cannot see, and a stranger takes the old one.
        wonder.say("NICK wonderful")
        await wonder.sees("NICK :wonderful")
        await bot.player("wonder")
        await link(oper, net, bot)
        back = {
            joined.person.nick: joined.person for joined in [await bot.ear.hears(Joined) for _ in range(2)]
        }
        assert back.keys() == {"wonderful", "bob"}
        assert back["wonderful"].session == gone["wonder"].person.session
        assert back["wonderful"].account == "alice"
        assert back["bob"].session == gone["bob"].person.session
        oper.say(f"SQUIT {net.far.site.name} :the test is over")
        await bot.ear.hears(Left)


async def test_a_frozen_client_is_lost(tmp_path: Path) -> None:
    with InspIRCd(tmp_path, site=Site(number=3), ping=1) as server:
        async with official(server.port) as bot:
            await bot.sees()
            async with FrozenClient.at(server.port, "bob", "#tournament") as bob:
                joined = await bot.ear.hears(Joined)
                bob.freeze()
                left = await bot.ear.hears(Left)
            assert (left.how, left.person) == (Leaving.LOST, joined.person)
            assert left.reason.startswith("Ping timeout")


async def test_it_comes_back_when_the_server_was_killed_and_started_again(tmp_path: Path) -> None:
    with InspIRCd(tmp_path, site=Site(number=4)) as server:
        async with official(server.port, HASTE) as bot:
            await bot.sees()
            server.kill()
            await bot.ear.hears(SightLost)
            server.start()
            await bot.sees()
            assert bot.gateway.nick == "FloorJudge"
