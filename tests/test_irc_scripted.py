"""The IRC gateway against a server that says whatever a test wants: login, hostile lines, playback, silence."""

import asyncio
import logging
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.config import Irc
from bot.gateways.irc.pace import QUESTIONS
from cogs.speech import (
    AccountChanged,
    Joined,
    Left,
    Line,
    Renamed,
    Said,
    SightLost,
    SightRestored,
    Urgency,
)
from rules.entries import Leaving
from tests.irclab.ear import CHANNEL, HASTE, JUDGES, Official, official, private, until
from tests.irclab.scripted import Guest, ScriptedServer, scripted_server

ALICE = "alice!alice@host.alice"


async def settled(server: ScriptedServer, bot: Official, *people: str) -> Guest:
    """The guest, welcomed and seeing the channel with these people."""
    guest = await server.guest()
    await guest.settle(*people)
    await bot.sees()
    return guest


# --- Coming. ---


async def test_it_asks_for_what_the_server_offers_and_it_can_use() -> None:
    async with scripted_server() as server, official(server.port):
        guest = await server.guest()
        await guest.tells("^USER ")
        assert guest.told[:2] == ["CAP LS 302", "NICK FloorJudge"]
        guest.say(
            ":irc.test CAP * LS * :multi-prefix echo-message sasl=PLAIN", ":irc.test CAP * LS :account-tag"
        )
        assert await guest.tells("^CAP REQ") == "CAP REQ :account-tag multi-prefix"


async def test_it_makes_itself_known_as_a_bot_where_there_is_a_way() -> None:
    async with scripted_server() as server, official(server.port):
        guest = await server.guest()
        await guest.be_welcomed(tokens="BOT=B WHOX")
        await guest.tells(r"^MODE FloorJudge \+B$")


async def test_capabilities_that_are_refused_together_are_asked_for_one_by_one() -> None:
    async with scripted_server() as server, official(server.port):
        guest = await server.guest()
        await guest.tells("^USER ")
        guest.say(":irc.test CAP * LS :account-tag chghost", ":irc.test CAP * NAK :account-tag chghost")
        await guest.tells("^CAP REQ :account-tag$")
        await guest.tells("^CAP REQ :chghost$")
        guest.say(":irc.test CAP * ACK :account-tag", ":irc.test CAP * NAK :chghost")
        await guest.tells("^CAP END")


async def test_a_server_without_capabilities_will_do() -> None:
    async with scripted_server() as server, official(server.port) as bot:
        guest = await server.guest()
        await guest.tells("^USER ")
        guest.say(":irc.test 421 * CAP :Unknown command", ":irc.test 001 FloorJudge :Welcome")
        guest.say(":irc.test 422 FloorJudge :No MOTD")
        await guest.tells("^JOIN #tournament")
        assert not bot.gateway.has_accounts


def with_account(port: int) -> Irc:
    """Settings with a login to services."""
    return Irc(port=port, embedded=False, sasl_user="floorjudge", sasl_password="hush")


async def test_it_logs_in_to_services_with_sasl_plain() -> None:
    async with scripted_server() as server, official(server.port, settings=with_account(server.port)):
        guest = await server.guest()
        await guest.tells("^USER ")
        guest.say(":irc.test CAP * LS :sasl=EXTERNAL,PLAIN", ":irc.test CAP * ACK :sasl")
        await guest.tells("^AUTHENTICATE PLAIN$")
        guest.say("AUTHENTICATE :+")  # with a colon, as InspIRCd writes it
        assert await guest.tells("^AUTHENTICATE ") == "AUTHENTICATE Zmxvb3JqdWRnZQBmbG9vcmp1ZGdlAGh1c2g="
        guest.say(":irc.test 903 * :SASL authentication successful")
        await guest.tells("^CAP END")


async def test_a_refused_password_is_an_error_in_the_log_and_no_reason_to_stay_away(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    async with scripted_server() as server, official(server.port, settings=with_account(server.port)):
        guest = await server.guest()
        await guest.tells("^USER ")
        guest.say(":irc.test CAP * LS :sasl=PLAIN", ":irc.test CAP * ACK :sasl")
        await guest.tells("^AUTHENTICATE PLAIN$")
        guest.say("AUTHENTICATE +", ":irc.test 904 * :SASL authentication failed")
        await guest.tells("^CAP END")
    assert "services did not log us in" in caplog.text
    assert "hush" not in caplog.text
    assert "Zmxvb3JqdWRnZQ" not in caplog.text


async def test_services_that_do_not_answer_are_not_waited_for_for_ever() -> None:
    patience = replace(HASTE, sasl=timedelta(milliseconds=50))
    async with scripted_server() as server, official(server.port, patience, with_account(server.port)):
        guest = await server.guest()
        await guest.tells("^USER ")
        guest.say(":irc.test CAP * LS :sasl=PLAIN", ":irc.test CAP * ACK :sasl")
        await guest.tells("^CAP END")


async def test_services_that_come_back_are_logged_in_to() -> None:
    async with scripted_server() as server, official(server.port, settings=with_account(server.port)):
        guest = await server.guest()
        await guest.settle()
        guest.say(":irc.test CAP FloorJudge NEW :sasl=PLAIN")
        await guest.tells("^CAP REQ :sasl$")
        guest.say(":irc.test CAP FloorJudge ACK :sasl")
        await guest.tells("^AUTHENTICATE PLAIN$")
        guest.say("AUTHENTICATE +")
        await guest.tells("^AUTHENTICATE Z")


async def test_a_nick_in_use_is_replaced_and_reclaimed_later() -> None:
    async with scripted_server() as server, official(server.port) as bot:
        guest = await server.guest()
        await guest.tells("^USER ")
        guest.say(":irc.test 433 * FloorJudge :Nickname is already in use")
        await guest.tells("^NICK FloorJudge_$")
        guest.say(":irc.test CAP * LS :")
        await guest.tells("^CAP END")
        guest.say(
            ":irc.test 001 FloorJudge_ :Welcome", ":irc.test 005 FloorJudge_ NICKLEN=30 WHOX :are supported"
        )
        guest.say(":irc.test 376 FloorJudge_ :End of MOTD")
        await guest.let_in(nick="FloorJudge_")
        await bot.sees()
        assert bot.gateway.nick == "FloorJudge_"
        await guest.tells("^NICK FloorJudge$")
        guest.say(":irc.test 433 FloorJudge_ FloorJudge :Nickname is already in use")
        await guest.tells("^NICK FloorJudge$")
        guest.say(":FloorJudge_!floor@host.test NICK :FloorJudge")
        await guest.everything()
        assert bot.gateway.nick == "FloorJudge"


async def test_the_wanted_nick_is_taken_the_moment_it_is_free() -> None:
    patience = replace(HASTE, reclaim=timedelta(hours=1))
    async with scripted_server() as server, official(server.port, patience) as bot:
        guest = await server.guest()
        await guest.be_welcomed(nick="FloorJudge_")
        await guest.let_in("FloorJudge", nick="FloorJudge_")
        await bot.sees()
        guest.say(":FloorJudge!old@host QUIT :Ping timeout: 240 seconds")
        await guest.tells("^NICK FloorJudge$")


async def test_a_server_that_never_welcomes_us_is_left_for_a_fresh_connection() -> None:
    patience = replace(HASTE, register=timedelta(milliseconds=100))
    async with scripted_server() as server, official(server.port, patience) as bot:
        await (await server.guest()).hangs_up()
        guest = await server.guest()
        await guest.settle("alice")
        assert [person.nick for person in (await bot.sees()).present] == ["alice"]


async def test_a_server_that_refuses_us_is_tried_again() -> None:
    async with scripted_server() as server, official(server.port) as bot:
        for _ in range(3):
            guest = await server.guest()
            guest.say("ERROR :Closing link: too many connections")
            guest.close()
        await settled(server, bot)


async def test_not_let_in_it_tries_again_and_says_nothing_there_meanwhile() -> None:
    async with scripted_server() as server, official(server.port) as bot:
        guest = await server.guest()
        await guest.be_welcomed()
        await guest.tells("^JOIN #tournament")
        said = asyncio.create_task(bot.say("alice: 6"))
        guest.say(":irc.test 473 FloorJudge #tournament :Cannot join channel (invite only)")
        await guest.tells("^JOIN #tournament")
        assert not said.done()
        guest.say(":irc.test 473 FloorJudge #tournament :Cannot join channel (invite only)")
        await guest.let_in("alice")
        await guest.tells("^PRIVMSG #tournament :alice: 6$")
        await said


# --- Sight. ---


async def test_sight_comes_with_the_people_and_their_accounts() -> None:
    async with scripted_server() as server, official(server.port) as bot:
        guest = await server.guest()
        await guest.settle("alice=alice", "bob")
        people = (await bot.sees()).present
        assert [(person.nick, person.account) for person in people] == [("alice", "alice"), ("bob", None)]
        assert bot.gateway.present() == people
        assert all(len(person.session) >= 16 for person in people)
        assert people[0].host == "alice@host.alice"
        assert bot.gateway.has_accounts


async def test_what_is_said_while_people_are_counted_waits_for_their_accounts() -> None:
    async with scripted_server() as server, official(server.port) as bot:
        guest = await server.guest()
        await guest.be_welcomed(capabilities="extended-join")
        await guest.tells("^JOIN #tournament$")
        guest.say(
            ":FloorJudge!floor@host.test JOIN #tournament * :real name",
            ":irc.test 353 FloorJudge = #tournament :FloorJudge @alice",
        )
        token = (await guest.tells("^WHO #tournament")).rpartition(",")[2]
        guest.say(
            f":{ALICE} PRIVMSG #tournament :!ready",
            f":irc.test 354 FloorJudge {token} alice host.alice alice alice",
            ":irc.test 315 FloorJudge #tournament :End of WHO",
        )
        said = await bot.ear.hears(Said)
        assert (said.words, said.person.account) == ("!ready", "alice")
        assert isinstance(bot.ear.heard[0], SightRestored)


async def test_a_server_without_whox_is_asked_with_plain_who() -> None:
    async with scripted_server() as server, official(server.port) as bot:
        guest = await server.guest()
        await guest.be_welcomed(capabilities="", tokens="CASEMAPPING=ascii PREFIX=(ohv)@%+")
        await guest.tells("^JOIN #tournament$")
        guest.say(
            ":FloorJudge!floor@host.test JOIN #tournament",
            ":irc.test 353 FloorJudge = #tournament :@FloorJudge %+alice",
        )
        await guest.tells("^WHO #tournament$")
        guest.say(
            ":irc.test 352 FloorJudge #tournament ~bob host.bob irc.test bob H :0 Bob",
            ":irc.test 315 FloorJudge #tournament :End of WHO",
        )
        assert [person.nick for person in (await bot.sees()).present] == ["alice", "bob"]


async def test_a_server_that_never_answers_who_is_not_waited_for_for_ever() -> None:
    patience = replace(HASTE, answer=timedelta(milliseconds=100))
    async with scripted_server() as server, official(server.port, patience) as bot:
        guest = await server.guest()
        await guest.be_welcomed()
        await guest.tells("^JOIN #tournament$")
        guest.say(
            ":FloorJudge!floor@host.test JOIN #tournament * :real name",
            ":irc.test 353 FloorJudge = #tournament :FloorJudge alice",
        )
        assert [person.nick for person in (await bot.sees()).present] == ["alice"]


async def test_kicked_it_is_blind_until_it_is_back() -> None:
    async with scripted_server() as server, official(server.port) as bot:
        guest = await settled(server, bot, "alice")
        guest.say(":op!op@host KICK #tournament FloorJudge :go away")
        lost = await bot.ear.hears(SightLost)
        assert lost.why == "out of #tournament: kicked by op: go away"
        assert bot.gateway.present() == ()
        assert not bot.gateway.ready.is_set()
        assert bot.gateway.connected.is_set()
        await guest.let_in("bob")
        assert [person.nick for person in (await bot.sees()).present] == ["bob"]


async def test_a_silent_server_is_asked_and_then_given_up() -> None:
    patience = replace(HASTE, silence=timedelta(milliseconds=200))
    async with scripted_server() as server, official(server.port, patience) as bot:
        guest = await settled(server, bot, "alice")
        guest.say(f":{ALICE} PRIVMSG #tournament :hello")
        said = await bot.ear.hears(Said)
        await guest.tells("^PING ")
        lost = await bot.ear.hears(SightLost)
        assert "silent" in lost.why
        assert abs(lost.since - said.at) < timedelta(
            milliseconds=150
        )  # the last line, not when it was noticed
        await guest.hangs_up()
        await settled(server, bot)


async def test_what_was_said_to_a_dead_line_is_said_again() -> None:
    patience = replace(HASTE, silence=timedelta(milliseconds=200))
    async with scripted_server() as server, official(server.port, patience) as bot:
        await settled(server, bot, "alice")
        await bot.say("bob: Game Loss (A.I.4)", urgency=Urgency.NOW)
        guest = await settled(server, bot, "alice")
        assert await guest.tells("^PRIVMSG") == "PRIVMSG #tournament :bob: Game Loss (A.I.4)"


async def test_a_server_that_answers_our_ping_is_kept() -> None:
    patience = replace(HASTE, silence=timedelta(milliseconds=100))
    async with scripted_server() as server, official(server.port, patience) as bot:
        guest = await settled(server, bot)
        for _ in range(5):
            ping = await guest.tells("^PING ")
            guest.say(f":irc.test PONG irc.test {ping.removeprefix('PING ')}")
        assert bot.ear.all(SightLost) == []


async def test_sight_is_confirmed_by_an_answer_and_what_was_held_back_is_told_first() -> None:
    patience = replace(HASTE, same_moment=timedelta(hours=1))
    async with scripted_server() as server, official(server.port, patience) as bot:
        guest = await settled(server, bot, "alice")
        confirmed = asyncio.create_task(bot.gateway.confirm_sight())
        token = (await guest.tells("^PING :sight")).partition(":")[2]
        guest.say(f":{ALICE} QUIT :Connection closed", f":irc.test PONG irc.test :{token}")
        seen_until = await confirmed
        left = bot.ear.heard[-1]
        assert isinstance(left, Left)
        assert seen_until <= left.at


async def test_without_an_answer_sight_reaches_to_the_last_thing_heard() -> None:
    patience = replace(HASTE, sight=timedelta(milliseconds=50))
    async with scripted_server() as server, official(server.port, patience) as bot:
        guest = await settled(server, bot, "alice")
        guest.say(f":{ALICE} PRIVMSG #tournament :hello")
        said = await bot.ear.hears(Said)
        seen_until = await bot.gateway.confirm_sight()
        assert abs(seen_until - said.at) < timedelta(milliseconds=40)
        guest.reset()
        await bot.ear.hears(SightLost)
        assert await bot.gateway.confirm_sight() - seen_until < timedelta(seconds=1)


# --- What is heard. ---


async def test_a_private_line_and_a_judges_line_have_their_places() -> None:
    async with scripted_server() as server, official(server.port) as bot:
        guest = await settled(server, bot, "alice")
        await guest.let_in("jane=jane", channel="#judges", has_asked=True)
        guest.say(
            f"@account=alice;msgid=m1 :{ALICE} PRIVMSG floorjudge :!status",
            "@account=jane :jane!jane@host.jane PRIVMSG #Judges :!rule 3",
            f":{ALICE} PRIVMSG @#tournament :to the operators only",
            f":{ALICE} PRIVMSG #elsewhere :!concede",
            f":{ALICE} NOTICE #tournament :!concede",
            f":{ALICE} NOTICE FloorJudge :!concede",
            f":{ALICE} PRIVMSG #tournament :\x01ACTION !concede\x01",
            f"@bot :{ALICE} PRIVMSG FloorJudge :!concede, says another bot",
            "@account=alice :FloorJudge!floor@host.test PRIVMSG #tournament :!concede",
            ":irc.test PRIVMSG FloorJudge :a server's words",
        )
        private_said, judge_said = await bot.ear.hears(Said), await bot.ear.hears(Said)
        assert (private_said.place, private_said.key) == (private("alice"), "m1")
        assert (judge_said.place, judge_said.person.account) == (JUDGES, "jane")
        await guest.everything()
        assert bot.ear.words == ["!status", "!rule 3"]


async def test_the_account_of_each_line_counts_and_a_change_is_told_before_it() -> None:
    async with scripted_server() as server, official(server.port) as bot:
        guest = await settled(server, bot, "alice=alice")
        guest.say(f":{ALICE} PRIVMSG #tournament :logged out")
        changed = await bot.ear.hears(AccountChanged)
        assert (changed.person.account, changed.account) == ("alice", None)
        assert (await bot.ear.hears(Said)).person.account is None
        guest.say(f":{ALICE} ACCOUNT al")
        assert (await bot.ear.hears(AccountChanged)).account == "al"
        guest.say(f":{ALICE} ACCOUNT *")
        assert (await bot.ear.hears(AccountChanged)).account is None


async def test_joins_renames_and_leavings_are_told_with_one_session() -> None:
    async with scripted_server() as server, official(server.port) as bot:
        guest = await settled(server, bot)
        guest.say(f"@account=alice :{ALICE} JOIN #tournament alice :Alice")
        joined = await bot.ear.hears(Joined)
        assert (joined.person.nick, joined.person.account) == ("alice", "alice")
        guest.say(f"@account=alice :{ALICE} NICK :ALICE")
        renamed = await bot.ear.hears(Renamed)
        assert (renamed.person.nick, renamed.nick) == ("alice", "ALICE")
        guest.say("@account=alice :ALICE!alice@host.alice PART #tournament :see you")
        left = await bot.ear.hears(Left)
        assert (left.how, left.reason, left.person.nick) == (Leaving.PARTED, "see you", "ALICE")
        assert left.person.session == renamed.person.session == joined.person.session


@pytest.mark.parametrize(
    ("line", "how"),
    [
        (f":{ALICE} QUIT :Quit: bye", Leaving.QUIT),
        (f":{ALICE} QUIT", Leaving.QUIT),
        (f":{ALICE} QUIT :Ping timeout: 5 seconds", Leaving.LOST),
        (f":{ALICE} QUIT :Killed (op (abuse))", Leaving.KICKED),
        (f":{ALICE} QUIT :a.test b.test", Leaving.SPLIT),
        (":op!op@host KICK #tournament alice :no show", Leaving.KICKED),
    ],
)
async def test_how_somebody_left(line: str, how: Leaving) -> None:
    async with scripted_server() as server, official(server.port) as bot:
        guest = await settled(server, bot, "alice")
        guest.say(line)
        left = await bot.ear.hears(Left)
        assert (left.how, left.person.nick) == (how, "alice")
        assert bot.gateway.present() == ()


async def test_a_quit_that_is_held_is_told_before_the_return() -> None:
    patience = replace(HASTE, same_moment=timedelta(hours=1))
    async with scripted_server() as server, official(server.port, patience) as bot:
        guest = await settled(server, bot, "alice")
        guest.say(f":{ALICE} QUIT :Connection closed", f":{ALICE} JOIN #tournament * :Alice")
        await bot.ear.hears(Joined)
        assert [type(happening) for happening in bot.ear.heard[-2:]] == [Left, Joined]


async def test_whoever_talks_in_private_from_outside_is_known_by_the_tag_alone() -> None:
    async with scripted_server() as server, official(server.port) as bot:
        guest = await settled(server, bot)
        guest.say(f"@account=alice :{ALICE} PRIVMSG FloorJudge :!help")
        person = (await bot.ear.hears(Said)).person
        assert (person.nick, person.account, person.session) == ("alice", "alice", "")


# --- Playback. ---


async def test_what_was_said_before_we_came_is_not_told() -> None:
    async with scripted_server() as server, official(server.port) as bot:
        guest = await server.guest()
        await guest.be_welcomed(tags="@time=2026-03-01T20:00:00.000Z ")
        guest.say(
            f":{ALICE} PRIVMSG #tournament :!before-the-join",
            f":{ALICE} PRIVMSG FloorJudge :!before-the-join",
        )
        await guest.let_in("alice")
        guest.say(
            f"@time=2026-03-01T19:20:00.000Z :{ALICE} PRIVMSG #tournament :!concede match",
            ":irc.test BATCH +b1 chathistory #tournament",
            f"@batch=b1 :{ALICE} PRIVMSG #tournament :!concede match",
            ":irc.test BATCH -b1",
            ":***!znc@znc.in PRIVMSG #tournament :Buffer Playback...",
            f":{ALICE} PRIVMSG #tournament :!concede match",
            ":***!znc@znc.in PRIVMSG #tournament :Playback Complete.",
            f"@time=2026-03-01T20:00:01.000Z :{ALICE} PRIVMSG #tournament :!status",
        )
        assert (await bot.ear.hears(Said)).words == "!status"
        assert bot.ear.words == ["!status"]


# --- Hostile lines. ---

MALFORMED = (
    b" \r\n",
    b"\r\n",
    b":\r\n",
    b": \r\n",
    b"@ \r\n",
    b"@a=b\r\n",
    b"PING\r\n",
    b"PRIVMSG\r\n",
    b":alice!a@h PRIVMSG #tournament\r\n",
    b":alice!a@h PRIVMSG\r\n",
    b":alice!a@h NICK\r\n",
    b"NICK :x\r\n",
    b":alice!a@h JOIN\r\n",
    b":alice!a@h PART\r\n",
    b":op!o@h KICK #tournament\r\n",
    b":irc.test 001\r\n",
    b":irc.test 005 FloorJudge PREFIX=ov@+ CHANLIMIT=# SET=1 = :are supported\r\n",
    b":irc.test 353 FloorJudge\r\n",
    b":irc.test 354 FloorJudge\r\n",
    b":irc.test 352\r\n",
    b":irc.test 433\r\n",
    b"CAP\r\n",
    b":irc.test CAP * NEW\r\n",
    b"AUTHENTICATE\r\n",
    b"BATCH\r\n",
    b":a!b@c CHGHOST\r\n",
    b"\x00\x01\x02\xff\xfe\r\n",
    b"@time=never :alice!alice@host.alice JOIN #elsewhere\r\n",
    b":alice!alice@host.alice PRIVMSG #tournament :sch\xf6ner Zug\r\n",
    b":alice!alice@host.alice PRIVMSG #tournament :" + b"x" * 1_000_000 + b"\r\n",
)


async def test_no_line_of_a_server_ends_the_connection() -> None:
    async with scripted_server() as server, official(server.port) as bot:
        guest = await settled(server, bot, "alice")
        for line in MALFORMED:
            guest.say_bytes(line)
        guest.say(f":{ALICE} PRIVMSG #tournament :!report 2-1")
        await bot.ear.hears(Said, lambda said: said.words == "!report 2-1")
        assert bot.ear.words == ["sch\ufffdner Zug", "!report 2-1"]
        assert bot.ear.all(SightLost) == []


async def test_a_line_in_many_reads_and_many_lines_in_one() -> None:
    async with scripted_server() as server, official(server.port) as bot:
        guest = await settled(server, bot, "alice")
        text = f":{ALICE} PRIVMSG #tournament :é\r\n".encode()
        for position in range(len(text)):
            guest.say_bytes(text[position : position + 1])
            await asyncio.sleep(0)
        guest.say_bytes(text * 200)
        await guest.everything()
        assert bot.ear.words == ["é"] * 201


async def test_a_listener_that_fails_is_told_the_next_thing_all_the_same(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with scripted_server() as server, official(server.port) as bot:
        guest = await settled(server, bot, "alice")
        failing = bot.ear.fail_at("!boom")
        guest.say(f":{ALICE} PRIVMSG #tournament :!boom", f":{ALICE} PRIVMSG #tournament :!status")
        await bot.ear.hears(Said, lambda said: said.words == "!status")
        assert failing in caplog.text
        assert bot.ear.all(SightLost) == []


async def test_ctcp_quoting_brings_no_line_end_to_anybody() -> None:
    async with scripted_server() as server, official(server.port) as bot:
        guest = await settled(server, bot, "alice")
        guest.say(f":{ALICE} PRIVMSG #tournament :hello\x10rNICK hacked\x10nQUIT\x100")
        said = await bot.ear.hears(Said)
        assert said.words == "hello NICK hacked QUIT"
        await bot.say(f"alice said: {said.words}\rMODE #tournament +o alice")
        sent = await guest.tells("^PRIVMSG")
        assert sent == "PRIVMSG #tournament :alice said: hello NICK hacked QUIT MODE #tournament +o alice"
        assert await guest.everything() == []


async def test_a_flood_is_not_taken_faster_than_it_is_listened_to() -> None:
    async with scripted_server() as server, official(server.port) as bot:
        guest = await settled(server, bot, "alice")
        async with bot.ear.deaf():
            for _ in range(80):
                guest.say(*[f":{ALICE} PRIVMSG #tournament :flood"] * 100)
            guest.say("PING :behind the flood")
            await until(lambda: bot.gateway.is_behind)
        await guest.tells("^PONG :behind the flood")
        await bot.ear.hears(Said)
        await until(lambda: len(bot.ear.words) == 8000)
        assert not bot.gateway.is_behind


async def test_a_slow_listener_does_not_keep_a_ping_waiting() -> None:
    async with scripted_server() as server, official(server.port) as bot:
        guest = await settled(server, bot, "alice")
        async with bot.ear.deaf():
            guest.say(f":{ALICE} PRIVMSG #tournament :!slow")
            assert await guest.everything() == []  # the PING inside was answered
        await bot.ear.hears(Said)


# --- What is said. ---


async def test_a_line_is_cut_to_what_the_server_relays() -> None:
    async with scripted_server() as server, official(server.port) as bot:
        guest = await settled(server, bot)
        await bot.say("é" * 600)
        parts = [await guest.tells("^PRIVMSG") for _ in range(3)]
        assert "".join(part.partition(" :")[2] for part in parts) == "é" * 600
        for part in parts:
            relayed = f":FloorJudge!floor@host.test {part}\r\n".encode()
            assert len(relayed) <= 512


async def test_words_for_one_person_go_to_that_person() -> None:
    async with scripted_server() as server, official(server.port) as bot:
        guest = await settled(server, bot)
        await bot.say("your code is 1234", private("alice"))
        assert await guest.tells("^PRIVMSG") == "PRIVMSG alice :your code is 1234"


@pytest.mark.parametrize("nick", ["", "a b", "a\rQUIT", "a,b", "#tournament", ":a", "@#c", "a!b@c", "$*"])
async def test_what_can_be_no_nick_is_not_spoken_to(nick: str) -> None:
    async with scripted_server() as server, official(server.port) as bot:
        guest = await settled(server, bot)
        with pytest.raises(ValueError, match="no nick"):
            await bot.say("hello", private(nick))
        assert [line for line in await guest.everything() if line.startswith("PRIVMSG")] == []


async def test_what_was_not_said_when_the_link_broke_is_said_after_the_return() -> None:
    async with scripted_server() as server, official(server.port) as bot:
        guest = await settled(server, bot, "alice")
        guest.reset()
        await bot.ear.hears(SightLost)
        said = [
            asyncio.create_task(bot.gateway.say(Line(place=CHANNEL, text=text, urgency=urgency)))
            for text, urgency in (("pairings", Urgency.LIST), ("bob: Game Loss", Urgency.NOW))
        ]
        guest = await settled(server, bot, "alice")
        assert [await guest.tells("^PRIVMSG") for _ in said] == [
            "PRIVMSG #tournament :bob: Game Loss",
            "PRIVMSG #tournament :pairings",
        ]
        await asyncio.gather(*said)


async def test_a_near_server_that_answers_many_questions_at_once_need_not_be_spared() -> None:
    async with scripted_server() as server, official(server.port, throttle=True) as bot:
        guest = await settled(server, bot)
        for _ in range(QUESTIONS):
            question = await guest.tells("^PING")
            guest.say(f":irc.test PONG irc.test {question.removeprefix('PING ')}")
        async with asyncio.timeout(
            5
        ):  # at the pace of a server that is not known it takes five times as long
            for number in range(30):
                await bot.say(f"line {number}")


async def test_a_near_server_is_spared_until_it_has_answered() -> None:
    async with scripted_server() as server, official(server.port, throttle=True) as bot:
        await settled(server, bot)
        lines = [Line(place=CHANNEL, text=f"line {number}") for number in range(6)]
        assert [bot.gateway.say_at_once(line) for line in lines] == [True] * 5 + [False]


# --- Leaving. ---


async def test_cancelled_it_takes_leave_and_tells_that_sight_is_lost() -> None:
    async with scripted_server() as server, official(server.port) as bot:
        guest = await settled(server, bot, "alice")
        bot.task.cancel()
        await guest.tells("^QUIT :")
        guest.close()
        await asyncio.gather(bot.task, return_exceptions=True)
        assert bot.task.cancelled()
        assert isinstance(bot.ear.heard[-1], SightLost)
        assert not bot.gateway.connected.is_set()


async def test_cancelled_it_does_not_wait_for_a_server_that_hangs() -> None:
    patience = replace(HASTE, farewell=timedelta(milliseconds=100))
    async with scripted_server() as server, official(server.port, patience) as bot:
        guest = await settled(server, bot)
        bot.task.cancel()
        async with asyncio.timeout(5):
            await asyncio.gather(bot.task, return_exceptions=True)
        assert await guest.tells("^QUIT")


async def test_cancelled_between_two_attempts_it_ends() -> None:
    async with scripted_server() as server:
        port = server.port
    async with official(port) as bot:
        await asyncio.sleep(0.1)
        bot.task.cancel()
        async with asyncio.timeout(5):
            await asyncio.gather(bot.task, return_exceptions=True)
        assert bot.task.cancelled()
