"""The service as a whole: it starts where it stopped, blames nobody for its absence, and stops in order."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.app import App, WrongSpeed
from bot.chance import SeededDice
from bot.config import Config, Irc, Store
from bot.config_values import Identity
from bot.networks import Network
from cogs.office import Unclear
from cogs.speech import Line, Person, Place, Where
from rules.acts import FlipCoin, OpenTournament
from rules.entries import ClockStepped, DiceRolled, PenaltyIssued, PersonId, PersonLeft, PersonRenamed
from storage.upkeep import last_alive
from tests.service import EVERYBODY, MATCH, NOON, OPENING, Service, running

# --- officiating ---


async def test_a_match_is_officiated_and_every_word_of_it_stored(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as service:
        await service.play(*MATCH)
        await service.until(100)
        await service.console.quit(["bob"], "Ping timeout: 240 seconds")
        await service.until(401)
        assert service.heard("bob: Game Loss (A.I.4") != []
        (penalty,) = service.state.penalties.values()
        assert penalty.due_at == NOON + timedelta(seconds=400)
        # Only what was to be said to bob himself waits for him.
        assert {line.line.place for line in await service.parts.store.unsaid()} == {"person:nick:bob"}


async def test_a_deadline_comes_at_the_end_of_its_second(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as service:
        await service.play(*MATCH[:5])
        await service.until(660)  # ten minutes after the begin, to the second
        await service.say("alice", "!ready")
        await service.app.work_off()
        late = [penalty.player for penalty in service.state.penalties.values()]
        assert late == ["nick:bob"]


async def test_spectators_make_no_entries(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as service:
        await service.play(OPENING)
        before = len(await service.stored())
        await service.console.join("spectator")
        await service.console.rename("spectator", "watcher")
        await service.console.quit(["watcher"], "bye")
        await service.app.settle()
        assert len(await service.stored()) == before
        await service.console.rename("judge", "judge_")
        await service.console.quit(["judge_"], "bye")
        await service.app.settle()
        kinds = [type(entry) for entry in (await service.stored())[before:]]
        assert kinds == [PersonRenamed, PersonLeft]


async def test_words_are_answered_in_the_order_in_which_they_were_said(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as service:
        await service.play(OPENING)
        for number in range(20):
            await service.console.speak("alice", Where.CHANNEL, f"!roll 1d20 number{number}")
        await service.app.settle()
        rolls = [entry for entry in await service.stored() if isinstance(entry, DiceRolled)]
        words = [roll.word for roll in rolls]
        assert words == [f"number{number}" for number in range(20)]


async def test_who_is_only_called_like_the_coordinator_is_told_to_log_in(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as service:
        act = OpenTournament(by=PersonId("nick:tc~2"), name="Autumn 12", by_name="TC", rulebook={})
        place = Place(network="paper", where=Where.CHANNEL)
        with pytest.raises(Unclear, match="TC, the network does not show that you are TC"):
            await service.parts.office.open(act, place)
        assert service.parts.events.states() == {}


async def test_what_is_said_while_an_event_is_opened_is_about_it(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as service:
        await service.console.speak("tc", Where.CHANNEL, OPENING.split(maxsplit=2)[2])
        await service.console.speak("alice", Where.CHANNEL, "!register ABC")
        await service.console.quit(["judge"], "bye")
        await service.app.settle()
        assert service.state.players.keys() == {"nick:alice"}
        assert not service.state.is_here(PersonId("nick:judge"))


async def test_an_event_is_not_opened_twice_and_its_name_is_free_when_it_has_ended(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as service:
        await service.play(OPENING)
        (answer,) = await service.say("tc", '!open "autumn 12"')
        assert answer.startswith("Autumn 12 is open already")
        assert list(service.parts.events.states()) == ["autumn-12"]
        await service.say("tc", "!end")
        await service.say("tc", '!open "Autumn 12"')
        assert service.parts.events.open_ids() == ["autumn-12-2"]


async def test_with_two_events_a_word_is_about_the_one_where_a_match_is_open(tmp_path: Path) -> None:
    # S012
    async with running(Service(tmp_path)) as service:
        await service.play(OPENING, '5 tc: !open "Cube 3" kind=challenge starts=now authorization=A-78')
        (answer,) = await service.say("alice", "!status")
        assert "autumn-12, cube-3" in answer
        assert await service.say("alice", "!register@cube-3 ABC")
        assert service.state.players.keys() == {"nick:alice"}
        assert await service.say("alice", "!status") != [answer]  # now it is the one she is in


async def test_without_an_event_a_word_says_that_none_is_open(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as service:
        (answer,) = await service.say("alice", "!ready")
        assert "No event is open" in answer
        assert await service.say("alice", "!flip") != []
        assert service.parts.office.league().last_draw == 1


async def test_staff_on_a_network_without_accounts_give_the_code_of_the_console(tmp_path: Path) -> None:
    async with running(Service(tmp_path, trusted=False)) as service:
        await service.play(OPENING)
        assert service.parts.events.open_ids() == []
        (notice,) = service.notices
        code = notice.rpartition(" ")[2]
        wrong = await service.say("tc", "link WRONG-CODE", Where.PRIVATE)
        assert "not the code" in wrong[0]
        await service.say("tc", f"link {code}", Where.PRIVATE)
        await service.play(OPENING)
        assert service.parts.events.open_ids() == ["autumn-12"]
        assert "not the code" in (await service.say("judge", f"link {code}", Where.PRIVATE))[0]


async def test_the_judges_are_told_of_a_table_that_cannot_be_worked_off(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as service:
        await service.play(*MATCH)
        service.desk.on_fault(1, "abc123")
        await service.app.settle()
        assert service.said[-1][1] == "judges"
        assert "table 1" in service.said[-1][2]
        assert "abc123" in service.said[-1][2]


# --- the store fails ---


async def test_what_could_not_be_stored_is_said_so_and_did_not_happen(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as service:
        await service.play(*MATCH)
        service.parts.store.fail()
        (answer,) = await service.say("alice", "!concede")
        assert "not recorded" in answer
        assert service.state.matches[1].wins == (0, 0)
        service.parts.store.recover()
        await service.say("alice", "!concede")
        assert service.state.matches[1].wins == (0, 1)


async def test_a_leaving_that_could_not_be_stored_is_seen_later(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as service:
        await service.play(*MATCH)
        await service.until(100)
        service.parts.store.fail()
        await service.console.quit(["bob"], "Ping timeout: 240 seconds")
        await service.app.settle()
        assert service.state.is_here(next(p for p in service.state.players if p == "nick:bob"))
        service.parts.store.recover()
        await service.until(200)
        await service.app.work_off()
        assert service.state.matches[1].sides[1].absence is not None


# --- the bot's own absence ---


async def test_a_mark_that_fell_into_the_absence_of_the_bot_costs_nothing(tmp_path: Path) -> None:
    # S040: away from 12:06:20 to 12:07:20, the mark at 12:06:40; bob came back meanwhile.
    async with running(Service(tmp_path)) as service:
        await service.play(*MATCH)
        await service.until(100)
        await service.console.quit(["bob"], "Ping timeout: 240 seconds")
        await service.until(380)
    again = Service(tmp_path, start=NOON + timedelta(seconds=440))
    async with running(again):
        assert again.state.blind_since is None
        await again.until(3000)
        assert again.state.penalties == {}
        assert again.heard("away") != []


async def test_a_mark_before_the_absence_counts_and_is_entered_once(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as service:
        await service.play(*MATCH)
        await service.until(100)
        await service.console.quit(["bob"], "Ping timeout: 240 seconds")
        await service.until(450)
    people = [nick for nick in EVERYBODY if nick != "bob"]
    again = Service(tmp_path, start=NOON + timedelta(seconds=3600), people=people)
    async with running(again):
        await again.until(3660)
        due = [penalty.due_at for penalty in again.state.penalties.values()]
        assert due == [NOON + timedelta(seconds=400)]


async def test_killed_at_any_moment_it_goes_on_and_repeats_no_penalty(tmp_path: Path) -> None:
    steps = (
        *MATCH,
        "100 alice: !roll 1d6",
        "130 bob: !lost",
        "140 bob: !ready",
        "400 alice: !ready",
        "410 bob: !draw",
        "420 alice: !decline",
        "500 bob: !concede match",
        "505 bob: !yes",
    )
    (tmp_path / "first").mkdir()
    async with running(Service(tmp_path / "first")) as service:
        for number, step in enumerate(steps):
            await service.play(step)
            stored = [] if number == 0 and not service.parts.events.open_ids() else await service.stored()
            again = service.killed(tmp_path / f"killed-{number}")
            again.clock.move_to(service.clock.now() + timedelta(seconds=30))
            async with running(again):
                assert (await again.stored())[: len(stored)] == stored
                await again.until((again.clock.now() - NOON).total_seconds() + 4000)
                entries = await again.stored()
            causes = Counter(
                (entry.cause, entry.player, entry.penalty)
                for entry in entries
                if isinstance(entry, PenaltyIssued)
            )
            assert all(times == 1 for times in causes.values()), step


def _flip() -> FlipCoin:
    return FlipCoin(
        by=PersonId("nick:alice"), by_name="alice", words="", dice=SeededDice(1), asked_in="channel"
    )


async def test_a_line_that_was_stored_and_not_said_is_said_after_the_restart(tmp_path: Path) -> None:
    (tmp_path / "first").mkdir()
    async with running(Service(tmp_path / "first")) as service:
        await service.play(*MATCH)
        await service.console.lose_connection()
        await service.app.settle()
        flips_before = len(service.said)
        await service.parts.office.enter_league(_flip())
        assert len(service.said) == flips_before
        again = service.killed(tmp_path / "killed")
        async with running(again):
            assert len(again.heard("heads") + again.heard("tails")) == 1
            assert await again.parts.store.unsaid() == []


async def test_after_the_connection_was_lost_clocks_go_on_with_what_is_seen(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as service:
        await service.play(*MATCH)
        await service.until(100)
        await service.console.lose_connection()
        await service.console.quit(["bob"], "bye")
        await service.until(800)
        assert service.state.blind_since == NOON + timedelta(seconds=100)
        assert service.state.penalties == {}
        await service.console.connect_again()
        await service.app.settle()
        assert not service.parts.sight.is_lost()
        assert service.state.matches[1].sides[1].absence is not None


async def test_nobody_is_judged_while_the_network_does_not_answer(tmp_path: Path) -> None:
    async with running(Service(tmp_path)) as service:
        await service.play(*MATCH)
        await service.until(100)
        await service.console.quit(["bob"], "Ping timeout: 240 seconds")
        await service.until(300)
        service.console.silent_since = service.clock.now()
        await service.until(500)  # the game loss was due at 400, and the reminder at 340
        assert service.state.penalties == {}
        assert service.is_blind()
        await service.console.join(
            "bob"
        )  # comes when the network comes back to life; when he came, nobody knows
        service.console.silent_since = None
        await asyncio.wait_for(_sighted(service), 10)
        await service.until(900)
        assert not service.is_blind()
        assert service.state.penalties == {}
        assert service.state.matches[1].sides[1].absence is None


async def _sighted(service: Service) -> None:
    while service.is_blind():
        await asyncio.sleep(0.05)
        await service.app.settle()


async def test_the_record_notes_that_the_wall_clock_was_set(tmp_path: Path) -> None:
    # S089
    async with running(Service(tmp_path)) as service:
        await service.play(*MATCH)
        service.parts.timekeeper.on_step(timedelta(minutes=10.001))
        await service.app.settle()
        noted = [entry.by for entry in await service.stored() if isinstance(entry, ClockStepped)]
        assert noted == [timedelta(minutes=10)]


# --- several networks ---


class Deaf:
    """A network that never lets us in."""

    network = "irc2"
    has_accounts = False

    def present(self) -> tuple[Person, ...]:
        return ()

    def casefold(self, name: str) -> str:
        return name.casefold()

    async def run(self) -> None:
        raise ConnectionError("no route")

    async def say(self, line: Line) -> None:
        await asyncio.Event().wait()

    async def confirm_sight(self) -> datetime:
        raise ConnectionError("no route")


async def test_a_network_that_fails_holds_up_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    more = [Network(gateway=Deaf(), identity=Identity.NICK, realm="irc2")]
    async with running(Service(tmp_path, more=more)) as service:
        await service.play(OPENING)
        assert service.heard("Autumn 12 is open") != []
        assert await service.parts.store.unsaid() == []
        assert service.is_blind()  # until it is seen, or waited for no longer
        assert service.parts.sight.await_no_longer() == {"irc2"}
        service.parts.ears.see_afresh(service.clock.now())
        await service.app.settle()
        assert not service.is_blind()
        assert "the gateway to irc2 failed" in caplog.text


# --- speed ---


async def test_a_store_of_a_sped_up_run_goes_on_at_its_speed_only(tmp_path: Path) -> None:
    config = Config(store=Store(url=f"sqlite+aiosqlite:///{tmp_path / 'store.db'}"), irc=Irc(port=0))
    first = App(config, speed=100, dice=SeededDice(0))
    await first.start()
    try:
        client = await Client.come("tc", _port(first))
        await client.say('!open "Fast" kind=challenge starts=now authorization=A-77')
        await client.hear("clocks run 100 times as fast")
        await asyncio.sleep(0.3)  # half a minute of rule time
        now = first.parts.clock.now()
        client.close()
    finally:
        await first.stop()
    with pytest.raises(WrongSpeed, match="speed 100"):
        await App(config).start()
    again = App(config, speed=100)
    await again.start()
    try:
        assert timedelta(0) <= again.parts.clock.now() - now < timedelta(minutes=5)
    finally:
        await again.stop()


# --- on a real network, in real time ---


class Client:
    """Somebody on the embedded server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def come(cls, nick: str, port: int) -> Client:
        client = cls(*await asyncio.open_connection("127.0.0.1", port))
        client.send(f"NICK {nick}")
        client.send(f"USER {nick} 0 * :{nick}")
        client.send("JOIN #tournament")
        await client.hear(r" 353 .*FloorJudge|^:FloorJudge!\S+ JOIN")  # it is there, or comes
        return client

    def send(self, line: str) -> None:
        self._writer.write(f"{line}\r\n".encode())

    async def say(self, words: str) -> None:
        self.send(f"PRIVMSG #tournament :{words}")
        await self._writer.drain()

    async def hear(self, pattern: str) -> str:
        """The next line in which this regular expression is found."""
        async with asyncio.timeout(10):
            while True:
                line = (await self._reader.readline()).decode()
                assert line, f"the server hung up before it said {pattern!r}"
                if line.startswith("PING"):
                    self.send(line.strip().replace("PING", "PONG", 1))
                if re.search(pattern, line):
                    return line

    def close(self) -> None:
        self._writer.close()


def _port(app: App) -> int:
    assert app.irc_port is not None
    return app.irc_port


async def test_the_defaults_are_a_service_that_ends_on_a_signal_within_ten_seconds(tmp_path: Path) -> None:
    config = Config(store=Store(url=f"sqlite+aiosqlite:///{tmp_path / 'store.db'}"), irc=Irc(port=0))
    app = App(config)
    await app.start()
    service = asyncio.create_task(app.run_until_stopped())
    client = await Client.come("alice", _port(app))
    await client.say("!roll 2d6")
    assert "alice" in await client.hear("PRIVMSG #tournament :alice: 2d6")
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.wait_for(service, 10)
    client.close()
    alive_at = last_alive(config.store.url)
    assert alive_at is not None
    assert datetime.now(UTC) - alive_at < timedelta(minutes=1)


async def test_the_judges_channel_of_the_embedded_server_is_for_officials(tmp_path: Path) -> None:
    config = Config(store=Store(url=f"sqlite+aiosqlite:///{tmp_path / 'store.db'}"), irc=Irc(port=0))
    app = App(config)
    await app.start()
    alice, judge = [await Client.come(nick, _port(app)) for nick in ("alice", "judge")]
    for client in (alice, judge):
        client.send("JOIN #judges")
    await alice.hear(r" 473 alice #judges ")
    await judge.hear(r"^:judge!\S+ JOIN :?#judges")
    alice.close()
    judge.close()
    await app.stop()


async def test_a_stop_stores_what_is_in_hand_and_refuses_what_is_new(tmp_path: Path) -> None:
    # S086
    service = Service(tmp_path)
    await service.up()
    await service.play(*MATCH)
    await service.console.speak("alice", Where.CHANNEL, "!concede")
    stopping = asyncio.create_task(service.app.stop())
    await asyncio.sleep(0)
    await service.console.speak("bob", Where.CHANNEL, "!concede")
    await stopping
    async with running(Service(tmp_path, start=service.clock.now())) as again:
        told = service.heard("concedes")
        assert again.state.matches[1].wins == ((0, 1) if told else (0, 0))
