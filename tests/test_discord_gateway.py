"""The gateway to a guild on a Discord of our own: who is there, what is said, and every way in which it fails."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

import pytest

from bot.config import Discord
from bot.gateways.discord import DiscordConnection, DiscordGateway, reach
from bot.gateways.discord.patience import Patience
from cogs.speech import (
    Happening,
    Joined,
    Left,
    Line,
    Place,
    PresenceChanged,
    Renamed,
    Said,
    SightLost,
    SightRestored,
    TitlesChanged,
    Where,
)
from rules.entries import Leaving, PersonId
from tests.discordlab import DiscordLab, Permission, Status
from tests.discordlab.guilds import Guild

QUICK = Patience(
    guilds=timedelta(milliseconds=20),
    identify=timedelta(milliseconds=20),
    connect=timedelta(seconds=3),
    reconnect=timedelta(milliseconds=20),
    longest=timedelta(milliseconds=200),
    unusable=timedelta(milliseconds=200),
    resend=timedelta(milliseconds=20),
    sight=timedelta(milliseconds=500),
)
CHANNEL = Place(network="discord", where=Where.CHANNEL)
JUDGES = Place(network="discord", where=Where.JUDGES)
SEEN_WITHIN_S = 10.0


class Floor:
    """A gateway on a lab, and all that it has told."""

    def __init__(self, lab: DiscordLab, *, token: str = "", guild: str = "") -> None:
        reach(lab.api_base, lab.gateway_url)
        self.lab = lab
        self.told: list[Happening] = []
        self.connection = DiscordConnection(token or lab.token, patience=QUICK)
        self.gateway = self.add("discord", guild)

    def add(self, network: str, guild: str) -> DiscordGateway:
        """A gateway to a further guild on the same connection."""
        settings = Discord(enabled=True, guild=guild)
        return DiscordGateway(settings, self.connection, self._hear, network=network)

    async def _hear(self, happening: Happening) -> None:
        self.told.append(happening)

    def words(self) -> list[str]:
        """What was heard."""
        return [each.words for each in self.told if isinstance(each, Said)]

    def sights(self) -> list[type[Happening]]:
        """When sight was lost and restored, in order."""
        return [type(each) for each in self.told if isinstance(each, SightLost | SightRestored)]

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait for that, with the patience for the waits of discord.py itself."""
        await self.lab.until(lambda: bool(condition()) or None, timeout=SEEN_WITHIN_S)

    async def restored(self, times: int) -> None:
        """Wait until sight was restored so often."""
        await self.until(lambda: self.sights().count(SightRestored) >= times)


@asynccontextmanager
async def running(floor: Floor, *others: DiscordGateway) -> AsyncIterator[Floor]:
    """The gateways, running; they leave at the end."""
    async with asyncio.TaskGroup() as tasks:
        runs = [tasks.create_task(each.run()) for each in (floor.gateway, *others)]
        try:
            yield floor
        finally:
            for run in runs:
                run.cancel()


@asynccontextmanager
async def on_floor() -> AsyncIterator[Floor]:
    """A gateway that sees a fresh lab with alice and bob in it."""
    async with DiscordLab() as lab:
        await lab.join("alice")
        await lab.join("bob")
        async with running(Floor(lab)) as floor:
            await floor.restored(1)
            yield floor


@pytest.fixture
async def floor() -> AsyncIterator[Floor]:
    async with on_floor() as there:
        yield there


def _line(text: str, place: Place = CHANNEL, key: str = "") -> Line:
    return Line(place=place, text=text, key=key)


def _to(nick: str) -> Place:
    return Place(network="discord", where=Where.PRIVATE, nick=nick)


# --- hearing ---


async def test_people_are_heard_in_their_places(floor: Floor) -> None:
    await floor.lab.say("alice", "!ready\nnow")
    await floor.lab.say("bob", "!calls", "judges")
    thread = await floor.lab.start_thread("alice", "table 1")
    await floor.lab.say("bob", "!time", thread)
    await floor.lab.say("alice", "!help", "dm")
    await floor.until(lambda: len(floor.words()) == 4)
    said = [each for each in floor.told if isinstance(each, Said)]
    assert [(each.words, each.place.where) for each in said] == [
        ("!ready now", Where.CHANNEL),
        ("!calls", Where.JUDGES),
        ("!time", Where.CHANNEL),
        ("!help", Where.PRIVATE),
    ]
    assert said[0].person.nick == "alice"
    assert said[0].person.account == floor.lab.user("alice").id
    assert len({each.key for each in said}) == 4


async def test_bots_and_our_own_words_are_not_heard(floor: Floor) -> None:
    await floor.lab.join("relay", bot=True)
    await floor.lab.say("relay", "<HJ> !dq alice")
    await floor.gateway.say(_line("!ready"))
    await floor.lab.say("alice", "!here")
    await floor.until(floor.words)
    assert floor.words() == ["!here"]
    assert "relay" not in [person.nick for person in floor.gateway.present()]


async def test_an_edit_runs_nothing_and_its_author_is_told_once(floor: Floor) -> None:
    message = await floor.lab.say("alice", "!warn bob slow play")
    await floor.lab.edit("alice", message, "!warn bob slow play, second time")
    await floor.lab.edit("alice", message, "!warn bob slow play, third time")
    await floor.until(lambda: floor.lab.seen("alice", "dm"))
    await floor.gateway.confirm_sight()
    assert floor.words() == ["!warn bob slow play"]
    assert len(floor.lab.texts("alice", "dm")) == 1


# --- people ---


async def test_what_becomes_of_people_is_told(floor: Floor) -> None:
    lab = floor.lab

    async def told(kind: type[Happening]) -> Happening:
        await floor.until(lambda: type(floor.told[-1]) is kind)
        return floor.told.pop()

    await lab.join("carol")
    assert isinstance(await told(Joined), Joined)
    await lab.nick("carol", "Caz")
    titles = await told(TitlesChanged)
    assert isinstance(titles, TitlesChanged)
    assert "Caz" in titles.person.also
    await lab.rename("carol", username="caroline")
    renamed = await told(Renamed)
    assert isinstance(renamed, Renamed)
    assert (renamed.person.nick, renamed.nick) == ("carol", "caroline")
    for come, is_online in ((lab.go_offline, False), (lab.go_online, True)):
        await come("bob")
        changed = await told(PresenceChanged)
        assert isinstance(changed, PresenceChanged)
        assert (changed.person.nick, changed.is_online) == ("bob", is_online)
    await lab.leave("alice")
    left = await told(Left)
    assert isinstance(left, Left)
    assert (left.person.nick, left.how) == ("alice", Leaving.PARTED)


async def test_who_is_offline_is_told_with_the_sight() -> None:
    async with DiscordLab() as lab:
        await lab.join("alice")
        await lab.join("bob", status=Status.OFFLINE)
        async with running(Floor(lab)) as floor:
            await floor.restored(1)
            restored = floor.told[0]
            assert isinstance(restored, SightRestored)
            assert f"discord.{lab.user('bob').id}" in restored.offline
            assert f"discord.{lab.user('alice').id}" not in restored.offline


# --- saying ---


async def test_a_line_reads_as_it_is_and_calls_nobody(floor: Floor) -> None:
    text = "alice said: @everyone <@1> **bold** [x](https://y.z)"
    await floor.gateway.say(_line(text))
    assert floor.lab.texts("bob", "tournament") == [text]
    assert floor.lab.notified("alice") == []
    assert floor.lab.notified("bob") == []


async def test_only_whom_a_line_is_about_is_called(floor: Floor) -> None:
    floor.gateway.account_of = lambda person: floor.lab.user("bob").id if person == "account:b" else None
    line = Line(place=CHANNEL, text="bob: time!", mentions=(PersonId("account:b"), PersonId("account:z")))
    await floor.gateway.say(line)
    assert len(floor.lab.notified("bob")) == 1
    assert floor.lab.notified("alice") == []


@pytest.mark.parametrize("status", [500, 502, 503, 429])
async def test_a_lost_answer_makes_no_second_message(floor: Floor, status: int) -> None:
    floor.lab.fail("POST", "messages", status, after=status != 429)
    await floor.gateway.say(_line("Penalty 7", key="e/7/0"))
    assert floor.lab.texts("alice", "tournament") == ["Penalty 7"]


@pytest.mark.parametrize("after", [True, False])
async def test_a_connection_cut_while_saying_makes_no_second_message(floor: Floor, after: bool) -> None:
    floor.lab.cut("POST", "messages", after=after)
    await floor.gateway.say(_line("Penalty 7", key="e/7/0"))
    assert floor.lab.texts("alice", "tournament") == ["Penalty 7"]


async def test_a_line_said_again_after_a_restart_is_no_second_message() -> None:
    async with DiscordLab() as lab:
        await lab.join("alice")
        for _ in range(2):
            async with running(Floor(lab)) as floor:
                await floor.restored(1)
                await floor.gateway.say(_line("Penalty 7", key="e/7/0"))
        assert lab.texts("alice", "tournament") == ["Penalty 7"]


async def test_what_is_refused_for_good_raises_and_the_next_line_is_said(floor: Floor) -> None:
    floor.lab.fail("POST", "messages", 403, body={"code": 50013, "message": "Missing Permissions"})
    with pytest.raises(ValueError, match="Missing Permissions"):
        await floor.gateway.say(_line("one"))
    await floor.gateway.say(_line("two"))
    assert floor.lab.texts("alice", "tournament") == ["two"]


async def test_who_takes_no_private_messages_is_told_so_in_the_channel_once(floor: Floor) -> None:
    floor.lab.close_dms("alice")
    for _ in range(2):
        with pytest.raises(ValueError, match="does not take it"):
            await floor.gateway.say(_line("psst", _to("alice")))
    await floor.until(lambda: floor.lab.notified("alice"))
    assert len(floor.lab.texts("bob", "tournament")) == 1
    assert "do not reach you" in floor.lab.texts("bob", "tournament")[0]


async def test_nobody_is_told_what_is_for_nobody(floor: Floor) -> None:
    with pytest.raises(ValueError, match="nobody is known"):
        await floor.gateway.say(_line("psst", _to("zed")))


# --- outages ---


@pytest.mark.parametrize(
    "cut",
    [
        lambda lab: lab.gateway.drop(),
        lambda lab: lab.gateway.ask_to_reconnect(),
        lambda lab: lab.gateway.invalidate(resumable=True),
    ],
    ids=["cut", "op 7", "op 9 resumable"],
)
async def test_a_cut_is_told_and_what_was_missed_is_heard(
    floor: Floor, cut: Callable[[DiscordLab], None]
) -> None:
    cut(floor.lab)
    await floor.lab.say("alice", "!ready")
    await floor.restored(2)
    assert floor.sights() == [SightRestored, SightLost, SightRestored]
    await floor.until(floor.words)
    assert floor.words() == ["!ready"]


@pytest.mark.parametrize("code", [4000, 4009, 1000, 4011])
async def test_a_close_is_survived(floor: Floor, code: int) -> None:
    await floor.lab.gateway.close(code)
    await floor.restored(2)
    await floor.lab.say("alice", "!ready")
    await floor.until(floor.words)
    await floor.gateway.say(_line("here"))


async def test_a_new_session_shows_who_is_there_now(floor: Floor) -> None:
    floor.lab.gateway.drop()
    floor.lab.gateway.forget_sessions()
    await floor.lab.leave("bob")
    await floor.restored(2)
    restored = floor.told[-1]
    assert isinstance(restored, SightRestored)
    assert {person.nick for person in restored.present} == {"owner", "alice"}


async def test_a_first_connection_that_fails_is_no_end() -> None:
    async with DiscordLab() as lab:
        await lab.join("alice")
        await lab.stop(rest=False)
        async with running(Floor(lab)) as floor:
            await asyncio.wait_for(_tried(floor), SEEN_WITHIN_S)
            await lab.listen(rest=False)
            await floor.restored(1)


async def _tried(floor: Floor) -> None:
    """Wait until the connection was between two attempts."""
    waited = asyncio.Event()
    handler = _Noting("the next attempt", waited)
    logger = logging.getLogger("bot.gateways.discord.connection")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        await waited.wait()
    finally:
        logger.removeHandler(handler)


class _Noting(logging.Handler):
    def __init__(self, words: str, noted: asyncio.Event) -> None:
        super().__init__()
        self._words = words
        self._noted = noted

    def emit(self, record: logging.LogRecord) -> None:
        if self._words in record.getMessage():
            self._noted.set()


async def test_a_wrong_token_is_told_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    async with DiscordLab() as lab, running(Floor(lab, token="wrong")) as floor:
        await floor.until(lambda: "Discord refuses the token" in caplog.text)
        assert "Reset Token" in caplog.text
        assert "wrong" not in caplog.text


@pytest.mark.parametrize(
    ("code", "words"), [(4004, "refuses the token"), (4014, "Privileged Gateway Intents")]
)
async def test_what_people_must_mend_is_told_and_tried_again(
    floor: Floor, code: int, words: str, caplog: pytest.LogCaptureFixture
) -> None:
    await floor.lab.gateway.close(code)
    await floor.restored(2)
    assert words in caplog.text


async def test_an_outage_of_the_guild_is_told(floor: Floor) -> None:
    await floor.lab.outage()
    await floor.until(lambda: SightLost in floor.sights())
    await floor.lab.outage(over=True)
    await floor.restored(2)
    await floor.gateway.say(_line("here"))


async def test_a_bot_that_was_removed_goes_on_when_it_is_invited_again(
    floor: Floor, caplog: pytest.LogCaptureFixture
) -> None:
    guild = floor.lab.guild
    await floor.lab.remove_bot()
    await floor.until(lambda: SightLost in floor.sights())
    assert "was removed from the guild" in caplog.text
    await floor.lab.bring_bot_back(guild)
    await floor.restored(2)


async def test_sight_is_confirmed_by_the_socket_and_not_by_rest(floor: Floor) -> None:
    before = datetime.now(UTC)
    assert await floor.gateway.confirm_sight() >= before
    floor.lab.gateway.hello_muted = True  # the next connection hears nothing
    floor.lab.gateway.drop()
    await floor.until(lambda: SightLost in floor.sights())
    asked_at = datetime.now(UTC)
    assert await floor.gateway.confirm_sight() < asked_at


# --- what is missing ---


@pytest.mark.parametrize(
    ("lacking", "words"),
    [
        ("content", "slash commands only"),
        ("members", "once they have spoken"),
        ("presences", "offline"),
    ],
)
async def test_an_intent_that_is_missing_is_told_to_the_judges(lacking: str, words: str) -> None:
    async with DiscordLab() as lab:
        await lab.join("alice")
        _withhold(lab, lacking)
        async with running(Floor(lab)) as floor:
            await floor.restored(1)
            await floor.until(lambda: lab.texts("alice", "judges"))
            (told,) = lab.texts("alice", "judges")
            assert words in told


def _withhold(lab: DiscordLab, intent: str) -> None:
    """An intent that is not switched on for this bot."""
    setattr(lab.world.app, f"{intent}_granted", False)


async def test_without_the_members_intent_people_of_events_are_looked_for_and_others_known_by_speaking() -> (
    None
):
    async with DiscordLab() as lab:
        await lab.join("alice")
        await lab.join("bob")
        _withhold(lab, "members")
        floor = Floor(lab)
        floor.gateway.sought = lambda: [lab.user("alice").id]
        async with running(floor):
            await floor.restored(1)
            restored = floor.told[0]
            assert isinstance(restored, SightRestored)
            assert [person.nick for person in restored.present] == ["alice"]
            await lab.say("bob", "!hello")
            await floor.until(floor.words)
            assert [type(each) for each in floor.told[1:]] == [Joined, Said]


async def test_a_missing_channel_and_permission_are_named(caplog: pytest.LogCaptureFixture) -> None:
    may = Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES
    async with DiscordLab(channels=("tournament",), bot_permissions=may) as lab, running(Floor(lab)) as floor:
        await floor.restored(1)
        assert "discord.judges_channel: Lab has no text channel 'judges'" in caplog.text
        assert "in #tournament the bot lacks the permission" in caplog.text
        assert "Pin Messages" in caplog.text
        with pytest.raises(ValueError, match="judges' channel"):
            await floor.gateway.say(_line("x", JUDGES))


async def test_a_channel_made_later_is_taken(floor: Floor) -> None:
    channel = next(each for each in floor.lab.world.channels.values() if each.name == "tournament")
    await floor.lab.rename_channel(channel, "lobby")
    await floor.until(lambda: floor.gateway.places.channel(Where.CHANNEL) is None)
    saying = asyncio.create_task(floor.gateway.say(_line("here")))
    await floor.lab.rename_channel(channel, "tournament")
    await saying
    assert floor.lab.texts("alice", "tournament") == ["here"]


# --- several guilds ---


async def test_two_guilds_share_a_connection_and_hear_their_own() -> None:
    async with DiscordLab() as lab:
        await lab.join("alice")
        other = await lab.add_guild("Other", channels=("tournament", "judges"))
        await lab.join("bob", guild=other)
        floor = Floor(lab, guild="Lab")
        second = floor.add("discord2", other.id)
        async with running(floor, second):
            await floor.until(lambda: floor.gateway.ready.is_set() and second.ready.is_set())
            await floor.gateway.say(_line("to lab"))
            await second.say(_line("to other", Place(network="discord2", where=Where.CHANNEL)))
            assert {person.nick for person in floor.gateway.present()} == {"owner", "alice"}
            assert {person.nick for person in second.present()} == {"owner", "bob"}
            assert len(lab.gateway.identifies) == 1


async def test_several_guilds_and_none_named_is_one_line(caplog: pytest.LogCaptureFixture) -> None:
    async with DiscordLab() as lab:
        await lab.add_guild("Other")
        async with running(Floor(lab)) as floor:
            await floor.until(lambda: "several guilds; name one of" in caplog.text)
            assert floor.sights() == []


async def test_where_discord_asks_for_shards_each_guild_is_heard_once() -> None:
    async with DiscordLab() as lab:
        lab.gateway.shards, lab.gateway.sharding_required = 2, True
        await lab.join("alice")
        other = await _on_another_shard(lab)
        await lab.join("alice", guild=other)
        floor = Floor(lab, guild=lab.guild.id)
        further = floor.add("discord2", other.id)
        async with running(floor, further):
            await floor.restored(2)
            assert [identify["shard"] for identify in lab.gateway.identifies] == [[0, 2], [1, 2]]
            await lab.say("alice", "!time", lab.guild.channel("tournament"))
            await lab.say("alice", "!status", other.channel("tournament"))
            await floor.until(lambda: len(floor.words()) == 2)
            assert sorted(floor.words()) == ["!status", "!time"]
            for each in (floor.gateway, further):
                asked_at = datetime.now(UTC)
                assert await each.confirm_sight() >= asked_at


async def _on_another_shard(lab: DiscordLab) -> Guild:
    """A guild whose id belongs to the other of two shards."""
    while True:
        guild = await lab.add_guild("Other", channels=("tournament", "judges"))
        if (int(guild.id) >> 22) % 2 != (int(lab.guild.id) >> 22) % 2:
            return guild
        await lab.remove_bot(guild)
        await asyncio.sleep(0.001)  # ids follow the time in milliseconds
