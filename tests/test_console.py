"""The console: people on paper are told as a network tells them, and a terminal makes them speak."""

import asyncio
import os
import pty
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import pytest

from bot.gateways.console import Console, how_of_quit
from bot.gateways.terminal import HELP, Terminal
from cogs.speech import (
    AccountChanged,
    Happening,
    Joined,
    Left,
    Line,
    Place,
    Renamed,
    Said,
    SightLost,
    SightRestored,
    Where,
)
from rules.entries import Leaving

NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)


class Ears:
    """A listener that keeps what it is told."""

    def __init__(self) -> None:
        self.told: list[Happening] = []
        self.enough = asyncio.Event()
        self.wanted = 0

    async def __call__(self, what: Happening) -> None:
        self.told.append(what)
        if len(self.told) >= self.wanted:
            self.enough.set()

    async def hear(self, number: int) -> list[Happening]:
        """What was told, once it is so much."""
        self.wanted = number
        if len(self.told) < number:
            self.enough.clear()
            async with asyncio.timeout(5):
                await self.enough.wait()
        return self.told


@pytest.fixture
def ears() -> Ears:
    return Ears()


@pytest.fixture
def shown() -> list[Line]:
    return []


@pytest.fixture
def console(ears: Ears, shown: list[Line]) -> Console:
    console = Console(lambda: NOON, shown.append, accounts=True)
    console.listen(ears)
    return console


def channel(text: str) -> Line:
    return Line(place=Place(network="console", where=Where.CHANNEL), text=text)


# --- people ---


async def test_who_speaks_in_a_channel_has_joined_before(console: Console, ears: Ears) -> None:
    await console.speak("alice", Where.CHANNEL, "!help")
    await console.speak("alice", Where.JUDGES, "!calls")
    assert [type(each) for each in ears.told] == [Joined, Said, Said]


async def test_who_speaks_in_private_need_not_be_there(console: Console, ears: Ears) -> None:
    await console.speak("alice", Where.PRIVATE, "help")
    (said,) = ears.told
    assert isinstance(said, Said)
    assert said.place == Place(network="console", where=Where.PRIVATE, nick="alice")
    assert said.person.account is None
    assert console.present() == ()


async def test_a_session_goes_through_nick_changes_and_ends_with_a_quit(console: Console, ears: Ears) -> None:
    await console.join("bob")
    await console.rename("bob", "bob_")
    await console.leave("bob_", Leaving.PARTED, "bye")
    await console.join("BOB_")
    await console.quit(["bob_"], "Quit: bye")
    await console.join("bob_")
    joined, renamed, parted, again, quitted, anew = ears.told
    assert isinstance(joined, Joined)
    assert isinstance(renamed, Renamed)
    assert isinstance(parted, Left)
    assert isinstance(again, Joined)
    assert isinstance(quitted, Left)
    assert isinstance(anew, Joined)
    assert (renamed.person.nick, renamed.nick) == ("bob", "bob_")
    assert parted.how is Leaving.PARTED
    assert joined.person.session == again.person.session == quitted.person.session
    assert anew.person.session != joined.person.session


async def test_who_is_not_there_cannot_leave(console: Console, ears: Ears) -> None:
    await console.quit(["nobody"], "")
    await console.leave("nobody", Leaving.PARTED, "")
    assert ears.told == []


async def test_a_burst_shares_one_split(console: Console, ears: Ears) -> None:
    console.bring_in(["alice", "bob"])
    await console.quit(["alice", "bob"], "hub.example leaf.example")
    first, second = ears.told
    assert isinstance(first, Left)
    assert isinstance(second, Left)
    assert first.how is second.how is Leaving.SPLIT
    assert first.split == second.split != ""


async def test_an_account_is_told(console: Console, ears: Ears) -> None:
    await console.join("alice")
    await console.log_in("alice", "alice1")
    await console.log_in("alice", None)
    _, in_, out = ears.told
    assert isinstance(in_, AccountChanged)
    assert isinstance(out, AccountChanged)
    assert (in_.account, out.account) == ("alice1", None)
    assert out.person.account == "alice1"


@pytest.mark.parametrize(
    ("reason", "how"),
    [
        ("Ping timeout: 240 seconds", Leaving.LOST),
        ("Connection reset by peer", Leaving.LOST),
        ("Remote host closed the connection", Leaving.LOST),
        ("hub.example leaf.example", Leaving.SPLIT),
        ("*.net *.split", Leaving.SPLIT),
        ("Killed (oper (spam))", Leaving.KICKED),
        ("K-Lined", Leaving.KICKED),
        ("Quit: Ping timeout", Leaving.QUIT),
        ("see you", Leaving.QUIT),
        ("", Leaving.QUIT),
    ],
)
def test_a_quit_is_read_by_its_words(reason: str, how: Leaving) -> None:
    assert how_of_quit(reason) is how


# --- the bot's own troubles ---


async def test_nothing_is_told_while_the_connection_is_lost(console: Console, ears: Ears) -> None:
    console.bring_in(["alice", "bob"])
    await console.lose_connection()
    await console.quit(["bob"], "")
    await console.connect_again()
    lost, restored = ears.told
    assert isinstance(lost, SightLost)
    assert isinstance(restored, SightRestored)
    assert [person.nick for person in restored.present] == ["alice"]


async def test_what_is_said_while_the_connection_is_lost_waits(console: Console, shown: list[Line]) -> None:
    await console.lose_connection()
    saying = asyncio.create_task(console.say(channel("hello")))
    await asyncio.sleep(0)
    assert shown == []
    await console.connect_again()
    await saying
    assert [line.text for line in shown] == ["hello"]


async def test_presence_is_settled_anew(console: Console) -> None:
    console.bring_in(["alice", "bob", "hugo"])
    await console.leave("hugo", Leaving.PARTED, "")
    console.bring_in(["judy"])
    console.settle_presence(["Bob", "carol"], staff=["hugo", "judy"])
    assert {person.nick for person in console.present()} == {"bob", "judy", "carol"}


# --- the terminal ---


class Desk:
    """A pseudo terminal with a person before it."""

    def __init__(self, ours: int, theirs: int) -> None:
        self.ours = ours
        self.terminal = Terminal(theirs, theirs)

    def type(self, text: str) -> None:
        os.write(self.ours, text.encode())

    async def read(self, text: str) -> None:
        """Wait until the screen shows this."""
        loop, seen, found = asyncio.get_running_loop(), bytearray(), asyncio.Event()

        def look() -> None:
            seen.extend(os.read(self.ours, 4096))
            if text.encode() in seen:
                found.set()

        loop.add_reader(self.ours, look)
        async with asyncio.timeout(5):
            await found.wait()
        loop.remove_reader(self.ours)


@pytest.fixture
def desk() -> Iterator[Desk]:
    ours, theirs = pty.openpty()
    yield Desk(ours, theirs)
    os.close(theirs)
    os.close(ours)


@asynccontextmanager
async def served(desk: Desk, console: Console) -> AsyncIterator[asyncio.Task[None]]:
    task = asyncio.create_task(desk.terminal.serve(console))
    await desk.read("speak as alice")
    yield task
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_typed_lines_speak(desk: Desk, console: Console, ears: Ears) -> None:
    async with served(desk, console):
        desk.type("alice: !concede\nbob -> bot: !time\nwren @judges: !calls\nalice leaves\nalice joins\n")
        told = await ears.hear(7)
    said = [(each.person.nick, each.place.where, each.words) for each in told if isinstance(each, Said)]
    assert said == [
        ("alice", Where.CHANNEL, "!concede"),
        ("bob", Where.PRIVATE, "!time"),
        ("wren", Where.JUDGES, "!calls"),
    ]
    assert [type(each) for each in told] == [Joined, Said, Said, Joined, Said, Left, Joined]


async def test_what_is_no_line_is_answered_with_help(desk: Desk, console: Console, ears: Ears) -> None:
    async with served(desk, console):
        desk.type("concede\n")
        await desk.read(HELP[:40])
    assert ears.told == []


async def test_what_the_bot_says_is_printed(desk: Desk) -> None:
    desk.terminal.show(channel("bob, you have 5:00."))
    await desk.read("<bot> bob, you have 5:00.")


async def test_the_end_of_input_ends_only_the_terminal(console: Console, ears: Ears) -> None:
    keyboard, typist = os.pipe()
    screen = os.open(os.devnull, os.O_WRONLY)
    os.write(typist, b"alice: !ready\nalice: half a li")
    os.close(typist)
    async with asyncio.timeout(5):
        await Terminal(keyboard, screen).serve(console)
    os.close(keyboard)
    assert [each.words for each in ears.told if isinstance(each, Said)] == ["!ready"]


async def test_a_stopped_screen_does_not_stop_the_loop() -> None:
    keyboard, typist = os.pipe()
    reader, screen = os.pipe()
    terminal = Terminal(keyboard, screen)
    for _ in range(3000):
        terminal.show(channel("x" * 200))  # far more than a pipe takes, and nobody reads
    for fd in (reader, keyboard, typist):
        os.close(fd)
