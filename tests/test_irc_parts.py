"""The parts of the IRC gateway by themselves: who is where, who left how, what is old, waits."""

import asyncio
from datetime import UTC, datetime, timedelta

from bot.gateways.irc.casefold import CaseMapping
from bot.gateways.irc.departures import Departures
from bot.gateways.irc.leaving import QuitReader
from bot.gateways.irc.news import News
from bot.gateways.irc.nicks import alternates
from bot.gateways.irc.patience import Waits
from bot.gateways.irc.roll import Roll, Sighting
from bot.gateways.irc.wire import Wire
from cogs.speech import Left, Person
from rules.entries import Leaving

NOON = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)
MOMENT = timedelta(milliseconds=50)


def roll() -> Roll:
    """An empty roll on a server of RFC 1459."""
    return Roll("irc", CaseMapping.RFC1459)


# --- The roll. ---


def test_a_session_follows_the_nick() -> None:
    people = roll()
    alice = people.enter(Sighting(nick="alice", mask="a@h"), "#c")
    people.rename("ALICE", "alice2")
    renamed = people.find("Alice2")
    assert renamed is not None
    assert (renamed.session, renamed.nick) == (alice.session, "alice2")
    assert people.find("alice") is None


def test_who_comes_again_is_somebody_new() -> None:
    people = roll()
    first = people.enter(Sighting(nick="alice", mask="a@h"), "#c")
    people.leave("alice", "#c")
    assert people.enter(Sighting(nick="alice", mask="a@h"), "#c").session != first.session


def test_a_session_lasts_while_any_of_our_channels_shows_it() -> None:
    people = roll()
    first = people.enter(Sighting(nick="judge", mask="j@h"), "#c")
    people.enter(Sighting(nick="judge"), "#judges")
    people.leave("judge", "#c")
    assert people.enter(Sighting(nick="judge"), "#c").session == first.session


def test_after_a_split_the_account_tells_who_it_is() -> None:
    people = roll()
    alice = people.enter(Sighting(nick="alice", mask="a@h", account="alice"), "#c")
    people.quit("alice")
    people.expect_back(alice)
    thief = people.enter(Sighting(nick="alice", mask="x@y", account=""), "#c")
    back = people.enter(Sighting(nick="alice_", mask="a@other", account="alice"), "#c")
    assert back.session == alice.session
    assert thief.session != alice.session


def test_after_a_split_without_accounts_nick_and_host_must_both_fit() -> None:
    people = roll()
    bob = people.enter(Sighting(nick="bob", mask="b@h"), "#c")
    people.quit("bob")
    people.expect_back(bob)
    assert people.enter(Sighting(nick="bob", mask="x@y"), "#c").session != bob.session
    people.quit("bob")
    assert people.enter(Sighting(nick="bob", mask="b@h"), "#c").session == bob.session


def test_a_channel_that_we_leave_is_forgotten_but_for_who_is_seen_elsewhere() -> None:
    people = roll()
    people.enter(Sighting(nick="alice"), "#c")
    people.enter(Sighting(nick="judge"), "#c")
    people.enter(Sighting(nick="judge"), "#judges")
    people.close("#C")
    assert people.find("alice") is None
    assert people.find("judge") is not None
    assert people.inside("#c") == ()


# --- Departures. ---


def person(nick: str) -> Person:
    """Somebody."""
    return Person(network="irc", nick=nick, session=nick)


class Told:
    """Departures and what they told."""

    def __init__(self) -> None:
        self.left: list[Left] = []
        self.news = asyncio.Event()
        self.seconds = 0.0
        self.departures = Departures(QuitReader(), self.take, moment=MOMENT, monotonic=lambda: self.seconds)

    def take(self, left: Left) -> None:
        self.left.append(left)
        self.news.set()


async def test_a_split_is_told_at_once_and_has_one_name() -> None:
    told = Told()
    for second, nick in enumerate(["alice", "bob", "carol"]):
        told.departures.quit(person(nick), "a.test b.test", NOON + timedelta(seconds=second))
    assert [left.how for left in told.left] == [Leaving.SPLIT] * 3
    assert len({left.split for left in told.left}) == 1
    assert told.left[0].split == "a.test b.test 2026-03-01T12:00:00"


async def test_the_next_split_has_another_name() -> None:
    told = Told()
    told.departures.quit(person("alice"), "a.test b.test", NOON)
    told.seconds += 300
    told.departures.quit(person("alice"), "a.test b.test", NOON + timedelta(minutes=5))
    assert told.left[0].split != told.left[1].split


async def test_several_lost_with_one_text_in_one_moment_are_a_split() -> None:
    told = Told()
    for nick in ("alice", "bob", "carol"):
        told.departures.quit(person(nick), "Connection timed out", NOON)
    assert told.left == []
    told.departures.release()
    assert [(left.how, left.at) for left in told.left] == [(Leaving.SPLIT, NOON)] * 3


async def test_one_who_is_lost_is_told_after_a_moment_with_the_time_it_happened() -> None:
    told = Told()
    told.departures.quit(person("alice"), "Ping timeout: 5 seconds", NOON)
    async with asyncio.timeout(5):
        await told.news.wait()
    assert [(left.how, left.at, left.split) for left in told.left] == [(Leaving.LOST, NOON, "")]


async def test_people_who_say_good_night_together_are_no_split() -> None:
    told = Told()
    for nick in ("alice", "bob", "carol"):
        told.departures.quit(person(nick), "Quit: good night", NOON)
    assert [left.how for left in told.left] == [Leaving.QUIT] * 3


# --- What is old. ---


def test_a_line_from_before_the_welcome_is_old_by_the_servers_clock() -> None:
    # The server's clock is two hours behind ours: what counts is its own.
    news = News({"time": "2026-03-01T10:00:00.000Z"}, clock=lambda: NOON)
    assert news.is_old({"time": "2026-03-01T09:59:59.000Z"})
    assert not news.is_old({"time": "2026-03-01T10:00:01.000Z"})
    assert not news.is_old({})


def test_without_a_time_of_the_welcome_our_clock_decides() -> None:
    news = News({}, clock=lambda: NOON)
    assert news.is_old({"time": "2026-03-01T11:00:00.000Z"})
    assert not news.is_old({"time": "2026-03-01T12:00:01.000Z"})
    assert not news.is_old({"time": "around noon"})


def test_a_playback_is_old_whatever_its_times() -> None:
    news = News({}, clock=lambda: NOON)
    news.batch("+p1", "chathistory")
    news.batch("+n1", "netjoin")
    assert news.is_old({"batch": "p1"})
    assert not news.is_old({"batch": "n1"})
    news.batch("-p1", "")
    assert not news.is_old({"batch": "p1"})


# --- Waits and nicks. ---


def test_waits_double_up_to_the_longest_and_leave_half_to_chance() -> None:
    longest = Waits(timedelta(seconds=2), timedelta(seconds=60), chance=lambda: 1.0)
    assert [longest.next().total_seconds() for _ in range(7)] == [2, 4, 8, 16, 32, 60, 60]
    longest.reset()
    assert longest.next() == timedelta(seconds=2)
    shortest = Waits(timedelta(seconds=2), timedelta(seconds=60), chance=lambda: 0.0)
    assert [shortest.next().total_seconds() for _ in range(3)] == [1, 2, 4]


def test_there_is_always_another_nick_and_every_server_takes_one() -> None:
    nicks = alternates("FloorJudge")
    assert [next(nicks), next(nicks)] == ["FloorJudge_", "FloorJudge__"]
    others = {next(nicks) for _ in range(20)}
    assert len(others) > 10
    assert all(len(nick) == 9 and nick.startswith("Floor") for nick in others)


# --- The wire. ---


class Pipe(asyncio.Transport):
    """A transport of which only reading matters."""

    reads = True

    def is_reading(self) -> bool:
        return self.reads

    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        self.reads = True

    def is_closing(self) -> bool:
        return False


async def test_a_server_is_not_silent_while_we_do_not_listen() -> None:
    wire = Wire(hear=lambda heard: None, now=lambda: NOON)
    wire._was_opened(Pipe())
    wire._heard_on -= 100  # seconds
    assert wire.silence >= timedelta(seconds=100)
    wire.hold()
    assert wire.silence == timedelta(0)
    wire.go_on()
    assert wire.silence < timedelta(seconds=100)
