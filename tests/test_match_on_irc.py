"""Whole matches on real servers: the service as it is run, players and officials on bare connections."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import pytest

from bot.app import App
from bot.config import Config, Irc, Store
from storage.reading import Reading
from tests.irclab.frozen import FrozenClient
from tests.irclab.inspircd import Anope, InspIRCd, Site
from tests.irclab.ngircd import Ngircd
from tests.irclab.visitor import Visitor

TOURNAMENT = "#tournament"


class Server(Protocol):
    """A real IRC server that can be killed and started again."""

    @property
    def port(self) -> int: ...

    def start(self) -> None: ...

    def kill(self) -> None: ...


@dataclass
class Evening:
    """The service on a real network, and those who have come."""

    url: str
    server: Server
    accounts: dict[str, str]
    notices: asyncio.Queue[str] = field(default_factory=asyncio.Queue)
    speed: float = 1.0
    guests: list[Visitor] = field(default_factory=list)

    @asynccontextmanager
    async def service(self) -> AsyncIterator[App]:
        """The service, until the end of the block."""
        irc = Irc(embedded=False, host="127.0.0.1", port=self.server.port)
        config = Config(store=Store(url=self.url), irc=irc)
        app = App(config, speed=self.speed, notice=self.notices.put_nowait)
        await app.start()
        try:
            yield app
        finally:
            for guest in self.guests:
                await guest.gone()
            await app.stop()

    async def come(self, nick: str) -> Visitor:
        """A player or official in the channel, together with the bot."""
        account = (nick, self.accounts[nick]) if nick in self.accounts else None
        visitor = await self._connected(nick, account)
        self.guests.append(visitor)
        if not re.search(rf" 353 .*FloorJudge.*\Z|FloorJudge!\S+ JOIN :?{TOURNAMENT}", visitor.lines[-2]):
            visitor.say(f"NAMES {TOURNAMENT}")
            await visitor.sees(r"FloorJudge!\S+ JOIN|353 .*[@ :]FloorJudge")
        return visitor

    async def _connected(self, nick: str, account: tuple[str, str] | None) -> Visitor:
        """In the channel; after a restart services are back only some moments after their server."""
        for _ in range(40):
            try:
                return await Visitor.come(self.server.port, nick, TOURNAMENT, account=account)
            except AssertionError as refused:
                if account is None or "NAK :sasl" not in str(refused):
                    raise
                await asyncio.sleep(0.25)
        raise TimeoutError("services did not come back within ten seconds")

    async def official(self, nick: str) -> Visitor:
        """An official, known by the account or, where there are none, by the one-time code."""
        visitor = await self.come(nick)
        if not self.accounts:
            visitor.say(f"PRIVMSG FloorJudge :!link {await self._code()}")
            await visitor.sees(r":FloorJudge!\S+ PRIVMSG")
        return visitor

    async def _code(self) -> str:
        """The one-time code that stands at the console now; each is good for one."""
        async with asyncio.timeout(10):
            while True:
                shown = re.search(r"!link (\S+)", await self.notices.get())
                if shown is not None:
                    return shown[1]

    async def results(self) -> list[dict[str, object]]:
        """What the store holds."""
        async with Reading.opened(self.url) as reading:
            return [dict(row) for row in await reading.results()]

    async def penalties(self) -> list[dict[str, object]]:
        async with Reading.opened(self.url) as reading:
            return [dict(row) for row in await reading.penalties()]


@contextmanager
def network(kind: str, folder: Path, *, ping: int) -> Iterator[Evening]:
    """A server of this kind: without accounts, or with services. `ping`: seconds until it asks who is silent."""
    url = f"sqlite+aiosqlite:///{folder / 'floorjudge.db'}"
    with ExitStack() as running:
        if kind == "ngircd":
            yield Evening(url, running.enter_context(Ngircd(folder / "ngircd", ping=ping)), {})
            return
        site = Site(number=1)
        server = running.enter_context(InspIRCd(folder / "insp", site=site, ping=ping))
        running.enter_context(Anope(folder / "anope", site=site))
        names = ("tc", "hj", "alice", "bob")
        yield Evening(url, server, {name: f"{name}-secret" for name in names})


on_each = pytest.mark.parametrize(
    "kind",
    [pytest.param("ngircd", marks=pytest.mark.ngircd), pytest.param("inspircd", marks=pytest.mark.inspircd)],
)


async def _make_accounts(evening: Evening) -> None:
    accounts, evening.accounts = evening.accounts, {}
    for name, password in accounts.items():
        visitor = await Visitor.come(evening.server.port, name)
        visitor.say(f"PRIVMSG NickServ :REGISTER {password} {name}@example.invalid")
        await visitor.sees("NOTICE .*(registered|already)")
        await visitor.leave()
    evening.accounts = accounts


async def _say(visitor: Visitor, words: str, answer: str) -> str:
    """Say something in the channel, and see what the bot says to it there."""
    visitor.say(f"PRIVMSG {TOURNAMENT} :{words}")
    return await visitor.sees(rf":FloorJudge!\S+ PRIVMSG \S+ :.*{answer}")


@on_each
async def test_a_match_from_ready_to_the_stored_result(kind: str, tmp_path: Path) -> None:
    """With a nick change in mid-match, and a server that dies and comes back."""
    with network(kind, tmp_path, ping=60) as evening:
        await _make_accounts(evening)
        async with evening.service():
            await _play_through_a_dead_server(evening)
        (result,) = await evening.results()
        assert (result["player1"], result["player2"]) == ("alice", "bob")
        assert (result["wins1"], result["wins2"], result["outcome"]) == (2, 0, "player1")
        assert await evening.penalties() == []


async def _play_through_a_dead_server(evening: Evening) -> None:
    coordinator = await evening.official("tc")
    await evening.official("hj")
    await _say(coordinator, '!open "First night"', "First night is open")
    alice, bob = await evening.come("alice"), await evening.come("bob")
    for player in (alice, bob):
        await _say(player, "!register", f"{player.nick} is registered")
    await _say(coordinator, "!pair alice bob", "Round 1 is paired")
    await _say(coordinator, "!begin", "time is called at")
    await _say(alice, "!ready", "alice is here")
    await _say(bob, "!ready", "alice and bob are here")
    await _say(alice, "!ready", "you are ready for game 1")
    await _say(bob, "!ready", "game 1 is on")
    bob.say("NICK bobby")
    await bob.sees(r":bob!\S+ NICK :?bobby")
    await _say(bob, "!lost", "alice leads 1-0")
    evening.server.kill()
    evening.server.start()
    alice, bob = await evening.come("alice"), await evening.come("bob")
    for player, loaded in ((alice, "you are ready for game 2"), (bob, "game 2 is on")):
        # whoever came after the bot had looked was missing, and is back with the first word
        heard = await _say(player, "!ready", f"({player.nick} is back|{loaded})")
        if "is back" in heard:
            await _say(player, "!ready", loaded)
    await _say(bob, "!lost", "alice beats bob 2-0")


@on_each
async def test_a_real_ping_time_out_costs_the_game(kind: str, tmp_path: Path) -> None:
    """The clocks run sixty times faster; the client is frozen, and the server finds out by itself."""
    with network(kind, tmp_path, ping=3) as evening:
        await _make_accounts(evening)
        evening.speed = 60.0
        async with evening.service(), FrozenClient.at(evening.server.port, "bob", TOURNAMENT) as bob:
            await _play_until_bob_is_frozen(evening, bob)
        first = (await evening.penalties())[0]
        assert (first["player"], first["infraction"], first["penalty"], first["clause"]) == (
            "bob",
            "disconnection.over_5_min",
            "game_loss",
            "A.I.4",
        )
        assert first["automatic"]


async def _play_until_bob_is_frozen(evening: Evening, bob: FrozenClient) -> None:
    coordinator, head_judge = await evening.official("tc"), await evening.official("hj")
    await _say(coordinator, '!open "Fast night"', "Fast night is open")
    alice = await evening.come("alice")
    people = (coordinator, head_judge, alice)

    async def all_see(pattern: str) -> None:
        await asyncio.gather(*(visitor.sees(pattern) for visitor in people))

    alice.say(f"PRIVMSG {TOURNAMENT} :!register")
    await bob.say("!register")
    await all_see("registered for Fast night .2 so far")
    coordinator.say(f"PRIVMSG {TOURNAMENT} :!pair alice bob", f"PRIVMSG {TOURNAMENT} :!begin")
    await all_see("time is called at")
    alice.say(f"PRIVMSG {TOURNAMENT} :!ready")
    await bob.say("!ready")
    await all_see("alice and bob are here")
    alice.say(f"PRIVMSG {TOURNAMENT} :!ready")
    await bob.say("!ready")
    await all_see("game 1 is on")
    bob.freeze()
    await all_see("bob has left the chat")
    await all_see(r"bob: Game Loss \(A\.I\.4")
    await all_see("alice leads 1-0")
