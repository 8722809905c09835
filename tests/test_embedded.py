"""The embedded IRC server, met over real sockets on a free port of the loopback address."""

import asyncio
import logging
import random
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.gateways.embedded import EmbeddedServer, Limits
from bot.gateways.embedded.commands import COMMANDS
from bot.gateways.embedded.lines import LineBuffer, LineTooLong, cut, fold, format_line, parse_line

PATIENCE = timedelta(seconds=5)
"""How long a line may take before a test gives up on it."""
NOON = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)


class Visitor:
    """A bare IRC client: it says lines and waits for lines."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    def say(self, *lines: str) -> None:
        """Send lines."""
        self.say_bytes("".join(f"{line}\r\n" for line in lines).encode())

    def say_bytes(self, data: bytes) -> None:
        """Send bytes as they are."""
        self._writer.write(data)

    async def line_bytes(self) -> bytes:
        """The next line, as it came; empty at the end of the connection."""
        async with asyncio.timeout(PATIENCE.total_seconds()):
            return await self._reader.readline()

    async def line(self) -> str:
        """The next line, without its end. Raises EOFError when the server has hung up."""
        raw = await self.line_bytes()
        if not raw:
            raise EOFError
        return raw.decode("utf-8", "surrogateescape").removesuffix("\r\n")

    async def sees(self, pattern: str) -> str:
        """The next line in which the pattern is found; those before it are passed over."""
        seen: list[str] = []
        while True:
            try:
                seen.append(await self.line())
            except (EOFError, TimeoutError) as end:
                raise AssertionError(f"no {pattern!r} in {seen}") from end
            if re.search(pattern, seen[-1]):
                return seen[-1]

    async def everything(self) -> list[str]:
        """All that has come by now: a PING is sent, and what stands before its answer is returned."""
        self.say("PING :fence")
        lines: list[str] = []
        while not (line := await self.line()).endswith("PONG floorjudge.local :fence"):
            lines.append(line)
        return lines

    async def rest(self) -> list[str]:
        """All that still comes until the server hangs up."""
        lines: list[str] = []
        while raw := await self.line_bytes():
            lines.append(raw.decode().removesuffix("\r\n"))
        return lines

    async def flush(self) -> None:
        """Wait until all that was said is under way."""
        await self._writer.drain()

    def leave(self) -> None:
        """Close the socket without a word."""
        self._writer.close()


def codes(lines: list[str]) -> str:
    """The numbers or commands of lines of the server, in their order."""
    return " ".join(line.split()[1] for line in lines)


class Hall:
    """A running server and those who visit it."""

    def __init__(self, server: EmbeddedServer, stack: AsyncExitStack) -> None:
        self.server = server
        self._stack = stack

    async def stranger(self) -> Visitor:
        """A connection that has said nothing yet."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        self._stack.callback(writer.close)
        return Visitor(reader, writer)

    async def visitor(self, nick: str, *channels: str, caps: str = "") -> Visitor:
        """Somebody welcomed, and on the channels."""
        visitor = await self.stranger()
        if caps:
            visitor.say("CAP LS 302", f"CAP REQ :{caps}", "CAP END")
        visitor.say(f"NICK {nick}", f"USER {nick} 0 * :The real {nick}")
        await visitor.sees(r" 376 ")
        for channel in channels:
            visitor.say(f"JOIN {channel}")
            await visitor.sees(r" 366 ")
        await visitor.everything()
        return visitor


@asynccontextmanager
async def hall(
    *,
    ping_interval: timedelta = timedelta(minutes=1),
    ping_timeout: timedelta = timedelta(minutes=1),
    operators: frozenset[str] = frozenset(),
    motd: tuple[str, ...] = ("Welcome.", "Say !help."),
    limits: Limits | None = None,
    now: Callable[[], datetime] | None = None,
    monotonic: Callable[[], float] | None = None,
) -> AsyncIterator[Hall]:
    """A server on a free port, with its visitors sent home at the end."""
    server = EmbeddedServer(
        port=0,
        ping_interval=ping_interval,
        ping_timeout=ping_timeout,
        operators=operators,
        motd=motd,
        limits=limits,
        now=now,
        monotonic=monotonic,
    )
    await server.start()
    async with AsyncExitStack() as stack:
        stack.push_async_callback(server.stop)
        yield Hall(server, stack)


# Lines.


@given(st.binary(max_size=600))
def test_any_bytes_are_a_line_or_none_or_too_long(raw: bytes) -> None:
    try:
        line = parse_line(raw)
    except LineTooLong:
        assert len(raw) > 510
        return
    if line is not None:
        assert line.command
        assert not any(set("\r\n\0") & set(param) - {"\n"} for param in line.params)
        assert len(line.params) <= 15


@given(st.text(max_size=400), st.integers(min_value=4, max_value=600))
def test_a_cut_never_halves_a_character(text: str, limit: int) -> None:
    data = text.encode("utf-8", "surrogatepass")
    short = cut(data, limit)
    assert len(short) <= limit
    assert data.startswith(short)
    if len(data) > limit:
        assert len(short) > limit - 4
    assert short.decode("utf-8", "surrogatepass") == text[: len(short.decode("utf-8", "surrogatepass"))]


@given(st.lists(st.binary(max_size=40), max_size=30))
def test_a_stream_gives_the_same_lines_however_it_is_chopped(pieces: list[bytes]) -> None:
    buffer = LineBuffer()
    lines = [line for piece in pieces for line in buffer.feed(piece)]
    assert lines == b"".join(pieces).split(b"\n")[:-1]


def test_an_endless_line_is_not_kept_in_memory() -> None:
    buffer = LineBuffer()
    for _ in range(100):
        assert buffer.feed(b"x" * 100_000) == []
    (line,) = buffer.feed(b"\n")
    assert len(line) < 5000
    with pytest.raises(LineTooLong):
        parse_line(line)


def test_tags_of_a_client_are_dropped_but_for_its_own() -> None:
    line = parse_line(
        b"@time=2020-01-01T00:00:00Z;+typing=active;account=mallory;+x :who PRIVMSG #cup :a  b \r"
    )
    assert line is not None
    assert (line.command, line.params) == ("PRIVMSG", ("#cup", "a  b "))
    assert line.client_tags == "+typing=active;+x"


@pytest.mark.parametrize(
    ("raw", "is_too_long"),
    [
        (b"PRIVMSG a :" + b"x" * 499, False),
        (b"PRIVMSG a :" + b"x" * 500, True),
        (b"@+a=" + b"x" * 4091 + b" PING b", False),
        (b"@+a=" + b"x" * 4092 + b" PING b", True),
        (b"@" + b"x" * 5000, True),
    ],
)
def test_a_line_has_512_bytes_and_its_tags_4096(raw: bytes, is_too_long: bool) -> None:
    if is_too_long:
        with pytest.raises(LineTooLong):
            parse_line(raw)
    else:
        assert parse_line(raw) is not None


def test_names_fold_as_rfc1459_says_and_letters_outside_ascii_do_not() -> None:
    assert fold("Foo[]\\~") == fold("fOO{}|^")
    assert fold("#Éric") != fold("#éric")


def test_a_line_of_the_server_fits_512_bytes() -> None:
    line = format_line("a!b@c", "PRIVMSG", "#cup", text="é" * 400)
    assert len(line) in (511, 512)
    assert line.endswith("é\r\n".encode())


# Coming in.


async def test_a_client_is_welcomed_with_numbers_001_to_005_and_the_motd() -> None:
    async with hall() as place:
        alice = await place.stranger()
        alice.say("NICK alice", "USER alice 0 * :Alice A")
        text = "\n".join([await alice.line() for _ in range(13)])
    assert codes(text.splitlines()) == "001 002 003 004 005 005 251 254 255 375 372 372 376"
    assert ":Welcome to FloorJudge, alice!alice@127.0.0.1" in text
    for token in ("CASEMAPPING=rfc1459", "CHANTYPES=#", "PREFIX=(ov)@+", "NETWORK=FloorJudge", "WHOX"):
        assert re.search(rf" 005 alice .*{re.escape(token)} ", text)


async def test_without_a_motd_the_client_is_told_so() -> None:
    async with hall(motd=()) as place:
        alice = await place.stranger()
        alice.say("NICK alice", "USER alice 0 * :Alice A")
        await alice.sees(r" 422 alice :")


async def test_the_welcome_waits_for_the_end_of_the_negotiation() -> None:
    async with hall() as place:
        alice = await place.stranger()
        alice.say("CAP LS 302", "NICK alice", "USER alice 0 * :Alice A")
        offered = await alice.sees(r" CAP \* LS :")
        assert set(offered.split(":")[2].split()) == {
            *("account-notify", "account-tag", "away-notify", "chghost"),
            *("extended-join", "message-tags", "multi-prefix", "server-time"),
        }
        alice.say("CAP REQ :server-time nonsense", "CAP REQ :multi-prefix", "CAP LIST", "CAP BOGUS")
        assert await alice.line() == ":floorjudge.local CAP * NAK :server-time nonsense"
        assert await alice.line() == ":floorjudge.local CAP * ACK :multi-prefix"
        assert await alice.line() == ":floorjudge.local CAP * LIST :multi-prefix"
        assert " 410 * BOGUS :" in await alice.line()
        assert await alice.everything() == []
        alice.say("CAP REQ :-multi-prefix", "CAP LIST", "CAP END")
        await alice.sees(r" CAP \* LIST :$")
        await alice.sees(r" 001 alice ")


async def test_a_taken_nick_is_refused_and_another_one_gets_in() -> None:
    async with hall() as place:
        await place.visitor("alice")
        other = await place.stranger()
        other.say("NICK ALICE", "USER x 0 * :x", "NICK 1st", "NICK a,b", "NICK", "NICK alice_")
        assert await other.line() == ":floorjudge.local 433 * ALICE :Nickname is already in use."
        assert " 432 * 1st :" in await other.line()
        assert " 432 * a,b :" in await other.line()
        assert " 431 * :" in await other.line()
        await other.sees(r" 001 alice_ ")


async def test_strangers_are_heard_only_on_how_to_come_in() -> None:
    async with hall() as place:
        stranger = await place.stranger()
        stranger.say("JOIN #cup", "PING :x", "NONSENSE", "USER a")
        assert " 451 * :" in await stranger.line()
        assert (await stranger.line()).endswith("PONG floorjudge.local :x")
        assert " 451 * :" in await stranger.line()
        assert " 461 * USER :" in await stranger.line()


async def test_who_does_not_register_is_sent_away() -> None:
    limits = Limits(registration_timeout=timedelta(milliseconds=50))
    async with hall(limits=limits) as place:
        stranger = await place.stranger()
        stranger.say("NICK slow")
        assert (await stranger.rest())[
            -1
        ] == "ERROR :Closing link: (unknown@127.0.0.1) [Registration timeout]"


async def test_a_full_server_says_so_and_has_room_again_later() -> None:
    async with hall(limits=Limits(clients=1)) as place:
        alice = await place.visitor("alice")
        refused = await place.stranger()
        assert await refused.rest() == ["ERROR :Closing link: (unknown@127.0.0.1) [Server is full]"]
        alice.say("QUIT")
        await alice.rest()
        await place.visitor("bob")


async def test_a_browser_cannot_speak_irc_through_a_page() -> None:
    async with hall() as place:
        browser = await place.stranger()
        browser.say("POST / HTTP/1.1", "", "NICK evil", "USER e 0 * :e", "JOIN #cup")
        assert await browser.rest() == ["ERROR :Closing link: (unknown@127.0.0.1) [This is an IRC server]"]


async def test_nobody_registers_twice() -> None:
    async with hall() as place:
        alice = await place.visitor("alice")
        alice.say("USER b 0 * :b", "PASS x")
        assert " 462 alice :" in await alice.line()
        assert " 462 alice :" in await alice.line()


# Channels.


async def test_a_join_is_seen_by_all_and_the_first_is_operator() -> None:
    async with hall() as place:
        alice = await place.visitor("alice", "#cup")
        bob = await place.visitor("bob")
        bob.say("JOIN #Cup")
        assert await bob.line() == ":bob!bob@127.0.0.1 JOIN :#cup"
        assert await bob.line() == ":floorjudge.local 353 bob = #cup :@alice bob"
        assert " 366 bob #cup :" in await bob.line()
        assert await alice.line() == ":bob!bob@127.0.0.1 JOIN :#cup"


async def test_an_extended_join_says_that_there_is_no_account() -> None:
    async with hall() as place:
        alice = await place.visitor("alice", "#cup", caps="extended-join")
        await place.visitor("bob", "#cup")
        assert await alice.line() == ":bob!bob@127.0.0.1 JOIN #cup * :The real bob"


async def test_several_channels_are_joined_at_once_and_left_by_zero() -> None:
    async with hall(limits=Limits(channels_each=2)) as place:
        alice = await place.visitor("alice")
        alice.say("JOIN #a,cup,#b,#c", "JOIN #a", "JOIN 0")
        lines = await alice.everything()
        assert [line.split(" ", 1)[1] for line in lines if "353" not in line and "366" not in line] == [
            "JOIN :#a",
            "403 alice cup :No such channel",
            "JOIN :#b",
            "405 alice #c :You have joined too many channels",
            "PART #a",
            "PART #b",
        ]


async def test_a_part_is_seen_with_its_words() -> None:
    async with hall() as place:
        alice = await place.visitor("alice", "#cup")
        bob = await place.visitor("bob", "#cup")
        bob.say("PART #cup :see you", "PART #cup", "PART #none")
        assert await bob.line() == ":bob!bob@127.0.0.1 PART #cup :see you"
        assert " 442 bob #cup :" in await bob.line()
        assert " 403 bob #none :" in await bob.line()
        await alice.sees(r":bob!bob@127.0.0.1 PART #cup :see you$")


async def test_a_quit_is_marked_so_that_nobody_can_feign_a_lost_connection() -> None:
    async with hall() as place:
        alice = await place.visitor("alice", "#cup")
        bob = await place.visitor("bob", "#cup")
        bob.say("QUIT :Ping timeout: 240 seconds")
        assert await bob.rest() == ["ERROR :Closing link: (bob@127.0.0.1) [Quit: Ping timeout: 240 seconds]"]
        await alice.sees(r"^:bob!bob@127.0.0.1 QUIT :Quit: Ping timeout: 240 seconds$")


async def test_a_closed_socket_is_told_as_a_closed_connection() -> None:
    async with hall() as place:
        alice = await place.visitor("alice", "#cup")
        bob = await place.visitor("bob", "#cup")
        bob.leave()
        await alice.sees(r"^:bob!bob@127.0.0.1 QUIT :Connection closed$")
        await place.visitor("carol", "#cup")
        place.server.cut_off("carol")
        await alice.sees(r"^:carol!carol@127.0.0.1 QUIT :Connection closed$")


async def test_a_new_nick_is_told_once_to_each_and_the_case_alone_may_change() -> None:
    async with hall() as place:
        alice = await place.visitor("alice", "#a", "#b")
        bob = await place.visitor("bob", "#a", "#b")
        await alice.everything()
        bob.say("NICK BOB", "NICK BOB", "NICK Alice", "NICK robert")
        assert await bob.line() == ":bob!bob@127.0.0.1 NICK :BOB"
        assert await bob.line() == ":floorjudge.local 433 BOB Alice :Nickname is already in use."
        assert await bob.line() == ":BOB!bob@127.0.0.1 NICK :robert"
        assert await alice.line() == ":bob!bob@127.0.0.1 NICK :BOB"
        assert await alice.line() == ":BOB!bob@127.0.0.1 NICK :robert"
        alice.say("PRIVMSG bob :gone", "PRIVMSG ROBERT :hello")
        assert " 401 alice bob :" in await alice.line()
        await bob.sees(r"PRIVMSG ROBERT :hello$")


async def test_only_operators_kick() -> None:
    async with hall() as place:
        alice = await place.visitor("alice", "#cup")
        bob = await place.visitor("bob", "#cup")
        await place.visitor("carol")
        bob.say("KICK #cup alice :no")
        await bob.sees(r" 482 bob #cup :")
        alice.say("KICK #cup carol", "KICK #cup dave", "KICK #cup bob :no show", "KICK #none bob")
        await alice.sees(r" 441 alice carol #cup :")
        await alice.sees(r" 401 alice dave :")
        await bob.sees(r"^:alice!alice@127.0.0.1 KICK #cup bob :no show$")
        await alice.sees(r" 403 alice #none :")
        alice.say("NAMES #cup")
        await alice.sees(r" 353 alice = #cup :@alice$")


async def test_the_named_operators_are_made_so_wherever_they_join() -> None:
    async with hall(operators=frozenset({"FloorJudge"})) as place:
        alice = await place.visitor("alice", "#cup")
        await place.visitor("floorjudge", "#cup")
        await alice.sees(r"^:floorjudge.local MODE #cup \+o floorjudge$")
        bob = await place.visitor("bob", "#cup")
        place.server.set_op(nick="bob", channel="#cup")
        assert await bob.line() == ":floorjudge.local MODE #cup +o bob"
        with pytest.raises(LookupError, match="dave"):
            place.server.set_op(nick="dave", channel="#cup")


async def test_modes_are_shown_set_and_refused() -> None:
    async with hall() as place:
        alice = await place.visitor("alice", "#cup")
        bob = await place.visitor("bob", "#cup")
        await alice.everything()
        alice.say("MODE #cup", "MODE #cup b", "MODE #cup +mk-n+v bob", "MODE #cup +m", "MODE #cup +o")
        assert await alice.line() == ":floorjudge.local 324 alice #cup +nt"
        assert re.search(r" 329 alice #cup \d+$", await alice.line())
        assert " 368 alice #cup :" in await alice.line()
        assert " 472 alice k :" in await alice.line()
        assert await alice.line() == ":alice!alice@127.0.0.1 MODE #cup +m-n+v bob"
        assert await alice.everything() == []
        bob.say(
            "MODE #cup -m",
            "MODE #none",
            "MODE bob",
            "MODE bob +i",
            "MODE bob",
            "MODE alice +i",
            "MODE bob +x",
        )
        seen = await bob.everything()
        assert codes(seen) == "MODE 482 403 221 MODE 221 502 501"
        assert seen[4:6] == [":bob!bob@127.0.0.1 MODE bob :+i", ":floorjudge.local 221 bob +i"]


async def test_the_modes_of_a_channel_hold() -> None:
    async with hall() as place:
        alice = await place.visitor("alice", "#cup")
        bob = await place.visitor("bob", "#cup")
        carol = await place.visitor("carol")
        alice.say("MODE #cup +mi")
        await bob.sees(r"MODE #cup \+m\+i$")
        bob.say("PRIVMSG #cup :hm", "TOPIC #cup :mine", "INVITE carol #cup")
        carol.say("PRIVMSG #cup :hm", "JOIN #cup", "TOPIC #cup")
        assert codes(await bob.everything()) == "404 482 482"
        assert codes(await carol.everything()) == "404 473 442"
        alice.say("MODE #cup +v bob", "INVITE carol #cup")
        await alice.sees(r" 341 alice carol #cup$")
        bob.say("PRIVMSG #cup :now")
        await alice.sees(r"PRIVMSG #cup :now$")
        assert await carol.line() == ":alice!alice@127.0.0.1 INVITE carol :#cup"
        carol.say("JOIN #cup")
        await carol.sees(r" 353 carol = #cup :@alice \+bob carol$")


async def test_a_topic_is_kept_for_those_who_come_later() -> None:
    async with hall(now=lambda: NOON) as place:
        alice = await place.visitor("alice", "#cup")
        alice.say("TOPIC #cup", "TOPIC #cup :Round 1", "LIST")
        assert " 331 alice #cup :" in await alice.line()
        assert await alice.line() == ":alice!alice@127.0.0.1 TOPIC #cup :Round 1"
        await alice.sees(r" 322 alice #cup 1 :Round 1$")
        bob = await place.visitor("bob")
        bob.say("JOIN #cup")
        await bob.sees(r" 332 bob #cup :Round 1$")
        assert (
            await bob.line()
            == f":floorjudge.local 333 bob #cup alice!alice@127.0.0.1 {int(NOON.timestamp())}"
        )
        alice.say("TOPIC #cup :")
        await bob.sees(r"TOPIC #cup :$")


async def test_a_long_list_of_names_comes_in_whole_lines() -> None:
    async with hall() as place:
        nicks = [f"player-with-a-long-name-{number:03}" for number in range(40)]
        async with asyncio.timeout(20):
            visitors = [await place.visitor(nick, "#cup") for nick in nicks]
        visitors[0].say("NAMES #cup")
        found: list[str] = []
        while " 366 " not in (raw := await visitors[0].line_bytes()).decode():
            assert len(raw) <= 512
            if b" 353 " in raw:
                found += raw.decode().strip().split(":")[2].replace("@", "").split()
        assert found == nicks


# Saying things.


async def test_words_reach_the_others_of_a_channel_and_not_the_speaker() -> None:
    async with hall() as place:
        alice = await place.visitor("alice", "#cup")
        bob = await place.visitor("bob", "#cup")
        alice.say("PRIVMSG #cup :good luck", "NOTICE bob :psst", "PRIVMSG bob,#cup :\x01ACTION waves\x01")
        assert [line for line in await alice.everything() if "PRIVMSG" in line] == []
        assert await bob.everything() == [
            ":alice!alice@127.0.0.1 PRIVMSG #cup :good luck",
            ":alice!alice@127.0.0.1 NOTICE bob :psst",
            ":alice!alice@127.0.0.1 PRIVMSG bob :\x01ACTION waves\x01",
            ":alice!alice@127.0.0.1 PRIVMSG #cup :\x01ACTION waves\x01",
        ]


async def test_what_does_not_arrive_is_told_but_for_a_notice() -> None:
    async with hall() as place:
        await place.visitor("bob", "#cup")
        alice = await place.visitor("alice")
        alice.say(
            "PRIVMSG",
            "PRIVMSG bob",
            "PRIVMSG bob :",
            "PRIVMSG dave :x",
            "PRIVMSG #none :x",
            "PRIVMSG #cup :x",
        )
        alice.say("PRIVMSG a,b,c,d,e :x", "BOGUS", "JOIN")
        assert codes(await alice.everything()) == "411 412 412 401 403 404 407 421 461"
        alice.say("NOTICE", "NOTICE bob", "NOTICE dave :x", "NOTICE #none :x", "NOTICE #cup :x")
        assert await alice.everything() == []


async def test_who_is_away_is_said_so() -> None:
    async with hall() as place:
        alice = await place.visitor("alice", "#cup", caps="away-notify")
        bob = await place.visitor("bob", "#cup")
        await alice.everything()
        bob.say("AWAY :lunch")
        await bob.sees(r" 306 bob :")
        assert await alice.line() == ":bob!bob@127.0.0.1 AWAY :lunch"
        alice.say("PRIVMSG bob :there?", "USERHOST bob")
        assert await alice.line() == ":floorjudge.local 301 alice bob :lunch"
        assert await alice.line() == ":floorjudge.local 302 alice :bob=-bob@127.0.0.1"
        bob.say("AWAY")
        assert await alice.line() == ":bob!bob@127.0.0.1 AWAY"


async def test_who_joins_away_is_shown_so_to_the_others() -> None:
    async with hall() as place:
        alice = await place.visitor("alice", "#cup", caps="away-notify")
        bob = await place.visitor("bob", caps="away-notify")
        bob.say("AWAY :lunch", "JOIN #cup")
        assert codes(await bob.everything()) == "306 JOIN 353 366"
        assert await alice.everything() == [
            ":bob!bob@127.0.0.1 JOIN :#cup",
            ":bob!bob@127.0.0.1 AWAY :lunch",
        ]


async def test_what_a_client_wrote_is_one_word_in_the_middle_of_a_reply() -> None:
    async with hall() as place:
        alice = await place.visitor("alice")
        alice.say("WHOIS :a b", "NICK ::x y", "JOIN :", ": :BOGUS x")
        assert await alice.everything() == [
            ":floorjudge.local 401 alice a :No such nick",
            ":floorjudge.local 318 alice a :End of WHOIS list",
            ":floorjudge.local 432 alice x :Erroneous nickname",
            ":floorjudge.local 403 alice * :No such channel",
            ":floorjudge.local 421 alice BOGUS :Unknown command",
        ]


async def test_times_and_client_tags_go_to_those_who_asked() -> None:
    async with hall(now=lambda: NOON) as place:
        alice = await place.visitor("alice", "#cup", caps="message-tags server-time")
        bob = await place.visitor("bob", "#cup")
        carol = await place.visitor("carol", "#cup", caps="message-tags")
        await alice.everything()
        await bob.everything()
        carol.say("@+typing=active;time=1 TAGMSG #cup", "@+x=1;account=eve PRIVMSG #cup :hi")
        await carol.everything()
        assert await alice.line() == (
            "@time=2026-03-01T12:00:00.000Z;+typing=active :carol!carol@127.0.0.1 TAGMSG #cup"
        )
        assert await alice.line() == (
            "@time=2026-03-01T12:00:00.000Z;+x=1 :carol!carol@127.0.0.1 PRIVMSG #cup :hi"
        )
        assert await bob.everything() == [":carol!carol@127.0.0.1 PRIVMSG #cup :hi"]


# Asking after people.


async def test_whox_says_in_its_fixed_order_that_nobody_has_an_account() -> None:
    async with hall() as place:
        alice = await place.visitor("alice", "#cup")
        await place.visitor("bob", "#cup")
        await alice.everything()
        alice.say("WHO #cup %tna,7", "WHO #cup %nfcuhr", "WHO bob", "WHO nobody")
        assert await alice.everything() == [
            ":floorjudge.local 354 alice 7 alice 0",
            ":floorjudge.local 354 alice 7 bob 0",
            ":floorjudge.local 315 alice #cup :End of WHO list",
            ":floorjudge.local 354 alice #cup alice 127.0.0.1 alice H@ :The real alice",
            ":floorjudge.local 354 alice #cup bob 127.0.0.1 bob H :The real bob",
            ":floorjudge.local 315 alice #cup :End of WHO list",
            ":floorjudge.local 352 alice * bob 127.0.0.1 floorjudge.local bob H :0 The real bob",
            ":floorjudge.local 315 alice bob :End of WHO list",
            ":floorjudge.local 315 alice nobody :End of WHO list",
        ]


async def test_multi_prefix_shows_all_signs() -> None:
    async with hall() as place:
        alice = await place.visitor("alice", "#cup", caps="multi-prefix")
        bob = await place.visitor("bob", "#cup")
        alice.say("MODE #cup +v alice", "NAMES #cup")
        await alice.sees(r" 353 alice = #cup :@\+alice bob$")
        bob.say("NAMES #cup")
        await bob.sees(r" 353 bob = #cup :@alice bob$")


async def test_whois_and_its_kin_answer() -> None:
    async with hall(now=lambda: NOON) as place:
        alice = await place.visitor("alice", "#cup")
        alice.say(
            "WHOIS alice alice",
            "WHOIS eve",
            "WHOWAS eve",
            "ISON eve ALICE",
            "TIME",
            "VERSION",
            "LUSERS",
            "MOTD",
        )
        lines = await alice.everything()
        assert codes(lines) == (
            "311 319 312 317 318 401 318 406 369 303 391 351 005 005 251 254 255 375 372 372 376"
        )
        assert lines[0] == ":floorjudge.local 311 alice alice alice 127.0.0.1 * :The real alice"
        assert lines[1] == ":floorjudge.local 319 alice alice :@#cup"
        assert lines[9] == ":floorjudge.local 303 alice :alice"


# Silence.


class Ticks:
    """A monotonic clock that stands until it is moved."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


async def test_silence_is_asked_about_and_then_ends_in_a_ping_timeout() -> None:
    ticks = Ticks()
    minute = timedelta(minutes=1)
    async with hall(ping_interval=minute, ping_timeout=2 * minute, monotonic=ticks) as place:
        alice = await place.visitor("alice", "#cup")
        bob = await place.visitor("bob", "#cup")
        await alice.everything()
        ticks.seconds += 59
        place.server.check_silence()
        assert await bob.everything() == []
        ticks.seconds += 60
        place.server.check_silence()
        assert await alice.line() == "PING :floorjudge.local"
        alice.say("PONG :floorjudge.local")
        await alice.everything()
        ticks.seconds += 60
        await alice.everything()
        ticks.seconds += 60
        place.server.check_silence()
        assert await bob.rest() == [
            "PING :floorjudge.local",
            "ERROR :Closing link: (bob@127.0.0.1) [Ping timeout: 120 seconds]",
        ]
        await alice.sees(r"^:bob!bob@127.0.0.1 QUIT :Ping timeout: 120 seconds$")


async def test_a_frozen_client_is_dropped_by_the_real_clock() -> None:
    brief = timedelta(milliseconds=40)
    async with hall(ping_interval=brief, ping_timeout=timedelta(milliseconds=400)) as place:
        alice = await place.visitor("alice", "#cup")
        bob = await place.visitor("bob", "#cup")
        bob.say("PRIVMSG #cup :before")
        await alice.sees(r"PRIVMSG #cup :before$")
        place.server.freeze("bob")
        bob.say("PRIVMSG #cup :after")
        quit_line = None
        while quit_line is None:
            line = await alice.line()
            assert "after" not in line
            if line.startswith("PING"):
                alice.say("PONG :x")
            elif " QUIT " in line:
                quit_line = line
        assert quit_line == ":bob!bob@127.0.0.1 QUIT :Ping timeout: 1 seconds"


async def test_a_thawed_client_is_heard_again() -> None:
    async with hall() as place:
        alice = await place.visitor("alice", "#cup")
        bob = await place.visitor("bob", "#cup")
        await alice.everything()
        place.server.freeze("bob")
        bob.say("PRIVMSG #cup :late")
        assert await alice.everything() == []
        place.server.thaw("bob")
        await alice.sees(r"PRIVMSG #cup :late$")


# Splits and other accidents.


async def test_a_split_parts_two_sides_which_meet_again() -> None:
    async with hall() as place:
        bot = await place.visitor("Bot", "#cup")
        alice = await place.visitor("alice", "#cup", "#side")
        bob = await place.visitor("bob", "#cup", "#side")
        carol = await place.visitor("carol", "#cup")
        for visitor in (bot, alice, bob, carol):
            await visitor.everything()
        await place.server.split(["alice", "bob"])
        near_text = "QUIT :hub.floorjudge.local leaf.floorjudge.local"
        far_text = "QUIT :leaf.floorjudge.local hub.floorjudge.local"
        assert await bot.everything() == [
            f":{nick}!{nick}@127.0.0.1 {near_text}" for nick in ("alice", "bob")
        ]
        assert await alice.everything() == [
            f":Bot!Bot@127.0.0.1 {far_text}",
            f":carol!carol@127.0.0.1 {far_text}",
        ]
        alice.say("PRIVMSG #cup :anyone?", "PRIVMSG Bot :you?", "NAMES #cup", "NICK alina")
        await alice.sees(r" 401 alice Bot :")
        await alice.sees(r" 353 alice = #cup :alice bob$")
        await bob.sees(r"PRIVMSG #cup :anyone\?$")
        bot.say("PRIVMSG #cup :still here", "WHO alice")
        assert codes(await bot.everything()) == "315"
        await carol.sees(r"PRIVMSG #cup :still here$")
        await place.server.rejoin()
        assert await bot.everything() == [
            ":alina!alice@127.0.0.1 JOIN :#cup",
            ":bob!bob@127.0.0.1 JOIN :#cup",
        ]
        await alice.sees(r"^:Bot!Bot@127.0.0.1 JOIN :#cup$")
        assert await alice.line() == ":floorjudge.local MODE #cup +o Bot"
        assert await alice.line() == ":carol!carol@127.0.0.1 JOIN :#cup"
        alice.say("PRIVMSG #cup :back")
        await bot.sees(r"^:alina!alice@127.0.0.1 PRIVMSG #cup :back$")


async def test_those_lost_during_a_split_do_not_come_back() -> None:
    async with hall() as place:
        alice = await place.visitor("alice", "#cup")
        bob = await place.visitor("bob", "#cup")
        await alice.everything()
        await place.server.split(["bob"])
        await alice.sees(r"^:bob!bob@127.0.0.1 QUIT :hub")
        bob.say("QUIT")
        await bob.rest()
        await place.server.rejoin()
        assert await alice.everything() == []


async def test_a_killed_client_is_told_and_the_others_see_it() -> None:
    async with hall() as place:
        alice = await place.visitor("alice", "#cup")
        bob = await place.visitor("bob", "#cup")
        place.server.kill("bob", "abuse")
        told = "Killed (floorjudge.local (abuse))"
        assert await bob.rest() == [
            f":floorjudge.local KILL bob :{told}",
            f"ERROR :Closing link: (bob@127.0.0.1) [{told}]",
        ]
        await alice.sees(rf"^:bob!bob@127.0.0.1 QUIT :{re.escape(told)}$")


# Bad input and bad visitors.


async def test_bytes_that_are_not_utf8_pass_unharmed() -> None:
    async with hall() as place:
        alice = await place.visitor("alice", "#cup")
        bob = await place.visitor("bob", "#cup")
        await alice.everything()
        bob.say_bytes(b"PRIVMSG #cup :caf\xe9 \xff\xfe \xf0\x9f\r\n")
        assert await alice.line_bytes() == b":bob!bob@127.0.0.1 PRIVMSG #cup :caf\xe9 \xff\xfe \xf0\x9f\r\n"


async def test_a_lone_cr_or_nul_does_not_begin_a_new_command() -> None:
    async with hall() as place:
        alice = await place.visitor("alice", "#cup")
        bob = await place.visitor("bob", "#cup")
        await alice.everything()
        bob.say_bytes(b"PRIVMSG #cup :a\rNICK evil\0x\r\n\r\n \r\n:\r\n@\r\n@a \r\n")
        assert await alice.line_bytes() == b":bob!bob@127.0.0.1 PRIVMSG #cup :aNICK evilx\r\n"
        assert await bob.everything() == []


async def test_too_long_a_line_is_refused_whole_and_the_next_is_heard() -> None:
    async with hall() as place:
        alice = await place.visitor("alice", "#cup")
        bob = await place.visitor("bob", "#cup")
        await alice.everything()
        bob.say("PRIVMSG #cup :" + "x" * 600, "PRIVMSG #cup :" + "y" * 200_000, "PRIVMSG #cup :short")
        assert await alice.line() == ":bob!bob@127.0.0.1 PRIVMSG #cup :short"
        assert codes(await bob.everything()) == "417 417"


async def test_a_relayed_line_is_cut_between_characters() -> None:
    async with hall() as place:
        alice = await place.visitor("alice", "#cup")
        bob = await place.visitor("bob", "#cup")
        await alice.everything()
        bob.say("PRIVMSG #cup :x" + "é" * 247)
        raw = await alice.line_bytes()
        assert 511 <= len(raw) <= 512
        assert raw.decode().endswith("é\r\n")


async def test_who_does_not_read_is_dropped_and_the_others_are_served() -> None:
    async with hall(limits=Limits(send_queue_bytes=20_000)) as place:
        alice = await place.visitor("alice", "#cup")
        await place.visitor("deaf", "#cup")
        bob = await place.visitor("bob", "#cup")
        await alice.everything()
        said = 0
        gone = False
        async with asyncio.timeout(30):
            while not gone:
                bob.say(*(f"PRIVMSG #cup :{number:06} {'z' * 400}" for number in range(said, said + 50)))
                await bob.flush()
                said += 50
                gone = any(line.endswith("QUIT :SendQ exceeded") for line in await bob.everything())
                # alice reads all the time and loses nothing
                numbers = [line.split(":")[2][:6] for line in await alice.everything() if "PRIVMSG" in line]
                assert numbers == [f"{number:06}" for number in range(said - 50, said)]


async def test_nothing_that_can_be_said_is_an_error_of_ours(caplog: pytest.LogCaptureFixture) -> None:
    dice = random.Random(20260301)
    words = [
        "#a",
        "#b",
        "a",
        "b",
        "A",
        "#",
        "0",
        "*",
        "",
        ",",
        "#a,#b",
        "+o-v",
        "+ovimntb",
        "%tcuihsnfdlaor,7",
        "-i",
    ]
    words += ["a b", ":x", "é" * 90, "\udcff", "b!b@c", "LS", "REQ", "END", "server-time", "-server-time x"]
    verbs = [*sorted(set(COMMANDS) - {"QUIT"}), "BOGUS", ":", "::", ":x :y"]
    async with hall() as place:
        visitors = [await place.visitor(nick, "#a") for nick in ("a", "b")]
        for _ in range(150):
            for visitor in visitors:
                for _ in range(10):
                    said = [dice.choice(words) for _ in range(dice.randrange(5))]
                    middle = [word for word in said[:-1] if word and " " not in word]
                    line = " ".join(
                        ["@+x=1", dice.choice(verbs), *middle, *(f":{word}" for word in said[-1:])]
                    )
                    visitor.say_bytes(f"{line}\r\n".encode("utf-8", "surrogateescape"))
                for seen in await visitor.everything():
                    assert len(re.sub(r"^@\S+ ", "", seen).encode("utf-8", "surrogateescape")) <= 510
                    assert re.match(r"(@\S+ )?(:\S+|ERROR|PING) ", seen)
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_an_error_of_ours_costs_one_client_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    is_broken = False

    def failing_clock() -> datetime:
        if is_broken:
            raise RuntimeError("the clock is broken")
        return NOON

    async with hall(now=failing_clock) as place:
        alice = await place.visitor("alice", "#cup")
        bob = await place.visitor("bob", "#cup")
        await alice.everything()
        is_broken = True
        bob.say("TIME")
        assert await bob.rest() == ["ERROR :Closing link: (bob@127.0.0.1) [Internal error]"]
        assert await alice.line() == ":bob!bob@127.0.0.1 QUIT :Internal error"
        assert await alice.everything() == []
    assert "the clock is broken" in caplog.text


# Starting, stopping, numbers.


async def test_stop_says_goodbye_and_a_second_start_takes_the_same_port() -> None:
    async with hall() as place:
        alice = await place.visitor("alice", "#cup")
        port = place.server.port
        await place.server.stop()
        assert await alice.rest() == ["ERROR :Closing link: (alice@127.0.0.1) [Server is shutting down]"]
        with pytest.raises(OSError, match="Connect call failed"):
            await place.stranger()
        await place.server.start()
        assert place.server.port == port
        await place.visitor("alice", "#cup")


async def test_stop_does_not_wait_long_for_who_does_not_read() -> None:
    async with hall(limits=Limits(send_queue_bytes=1 << 26)) as place:
        await place.visitor("deaf", "#cup")
        bob = await place.visitor("bob", "#cup")
        for _ in range(200):
            bob.say(*(f"PRIVMSG #cup :{'z' * 450}" for _ in range(100)))
            await bob.flush()
        await bob.everything()
        await asyncio.wait_for(place.server.stop(), 5)  # the deaf one would never take what waits


async def test_a_taken_port_is_an_error_at_the_start() -> None:
    async with hall() as place:
        with pytest.raises(OSError, match="in use"):
            await EmbeddedServer(port=place.server.port).start()


@pytest.mark.parametrize(
    ("host", "is_loopback"),
    [
        ("127.0.0.1", True),
        ("127.1.2.3", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("", False),
    ],
)
def test_loopback_is_known_from_the_address(host: str, is_loopback: bool) -> None:
    assert EmbeddedServer(host=host).is_loopback_only is is_loopback


async def test_sixty_clients_are_all_heard_in_order() -> None:
    async with hall() as place:
        speakers = await asyncio.gather(*(place.visitor(f"p{number}", "#cup") for number in range(60)))
        listener = await place.visitor("listener", "#cup")
        for number, speaker in enumerate(speakers):
            speaker.say(*(f"PRIVMSG #cup :{number} {line}" for line in range(20)))
        heard: dict[str, list[str]] = {}
        for _ in range(60 * 20):
            words = (await listener.sees(r" PRIVMSG #cup :")).rsplit(":", 1)[1].split()
            heard.setdefault(words[0], []).append(words[1])
        assert heard == {str(number): [str(line) for line in range(20)] for number in range(60)}
