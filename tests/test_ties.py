"""One person on two networks: tied by a one-time code, and one from then on in every event and on every record."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path

from bot.config import Staff
from bot.config_values import Identity
from bot.networks import Network
from bot.ties import GUESSES
from cogs.speech import Line, Where
from rules.entries import Leaving, PersonId
from tests.service import MATCH, Paper, Service, running

MEMBERS = {"ally": "77", "bobby": "88", "hj": "11", "zed": "99"}


class Twin:
    """A service on paper with a second network, on which accounts are numbers."""

    def __init__(self, folder: Path, *, trusted: bool = True, staff: Staff | None = None) -> None:
        self.heard: list[tuple[str, str]] = []
        self.guild = Paper(self._now, self._hear, network="guild", accounts=True)
        network = Network(gateway=self.guild, identity=Identity.ACCOUNT, realm="discord")
        self.service = Service(folder, more=[network], trusted=trusted, staff=staff)
        self.guild.listen(self.service.app.hear)

    def _now(self) -> datetime:
        return self.service.clock.now()

    def _hear(self, line: Line) -> None:
        self.heard.append((line.place.nick or line.place.where.value, line.text))

    async def enter(self) -> None:
        for nick, account in MEMBERS.items():
            await self.guild.log_in(nick, account)
            await self.guild.join(nick)
        await self.service.app.settle()

    async def say(self, nick: str, words: str, where: Where = Where.PRIVATE) -> list[str]:
        """Somebody says something in the guild; returns what this one is answered in private."""
        before = len(self.heard)
        await self.guild.speak(nick, where, words)
        await self.service.app.settle()
        return [text for to, text in self.heard[before:] if to == nick]

    async def code(self, nick: str) -> str:
        (answer,) = [a for a in await self.service.say(nick, "!link", Where.PRIVATE) if "!link" in a]
        return answer.partition("!link ")[2].split()[0]

    async def tie(self, nick: str, member: str) -> list[str]:
        return await self.say(member, f"!link {await self.code(nick)}")

    def id_of(self, member: str) -> PersonId:
        return self.service.parts.people.who(self.guild.person(member)).id


@asynccontextmanager
async def twin(folder: Path, *, trusted: bool = True, staff: Staff | None = None) -> AsyncIterator[Twin]:
    both = Twin(folder, trusted=trusted, staff=staff)
    async with running(both.service):
        await both.enter()
        yield both


async def test_a_code_given_back_on_the_other_network_ties_two_accounts(tmp_path: Path) -> None:
    async with twin(tmp_path) as both:
        (told,) = await both.tie("alice", "ally")
        assert "alice (paper) and ally (guild) are one person from now on" in told
        people = both.service.parts.people
        assert both.id_of("ally") == people.who(both.service.console.person("alice")).id
        assert people.account_of(both.id_of("ally"), "guild") == "77"
        assert people.account_of(PersonId("nick:bob"), "guild") is None
        assert people.nicks_of(both.id_of("ally"), "paper") == ("alice",)


async def test_who_is_tied_plays_the_same_match_from_both(tmp_path: Path) -> None:
    async with twin(tmp_path) as both:
        await both.service.play(*MATCH[:5])
        await both.tie("alice", "ally")
        assert both.id_of("ally") == "nick:alice"
        await both.service.until(70)
        await both.say("ally", "!ready")
        side = both.service.state.open_tables[0].side_of(PersonId("nick:alice"))
        assert side.here


async def test_here_on_one_network_is_here(tmp_path: Path) -> None:
    async with twin(tmp_path) as both:
        await both.service.play(*MATCH)
        await both.tie("alice", "ally")
        await both.service.console.quit(["alice"], "bye")
        await both.service.app.settle()
        alice = PersonId("nick:alice")
        assert both.service.state.is_here(alice)
        await both.guild.leave("ally", Leaving.PARTED, "left")
        await both.service.app.settle()
        assert not both.service.state.is_here(alice)


async def test_who_was_away_is_back_by_the_account_that_is_tied_and_here(tmp_path: Path) -> None:
    async with twin(tmp_path) as both:
        await both.service.play(*MATCH)
        await both.service.console.leave("alice", Leaving.PARTED, "")
        await both.service.app.settle()
        assert not both.service.state.is_here(PersonId("nick:alice"))
        await both.tie("alice", "ally")
        assert both.service.state.is_here(PersonId("nick:alice"))


async def test_nobody_plays_twice_under_two_accounts(tmp_path: Path) -> None:
    async with twin(tmp_path) as both:
        await both.service.play(*MATCH[:3])
        await both.tie("alice", "ally")
        await both.say("ally", "!register", Where.CHANNEL)
        assert set(both.service.state.players) == {PersonId("nick:alice"), PersonId("nick:bob")}


async def test_two_people_of_one_event_do_not_become_one(tmp_path: Path) -> None:
    async with twin(tmp_path) as both:
        await both.service.play(*MATCH[:3])
        await both.say("ally", "!register", Where.CHANNEL)
        (refused,) = await both.tie("alice", "ally")
        assert "in events that go on (Autumn 12) these accounts are two people" in refused
        assert both.id_of("ally") == "account:77@discord"


async def test_a_player_is_not_untied_before_the_event_is_over(tmp_path: Path) -> None:
    async with twin(tmp_path) as both:
        await both.tie("alice", "ally")
        await both.service.play(*MATCH[:3])
        (refused,) = await both.say("ally", "!unlink")
        assert "stay one person until it is over" in refused
        await both.service.play("20 tc: !cancelevent no time")
        (told,) = await both.say("ally", "!unlink")
        assert "tied to no other account" in told
        assert both.id_of("ally") == "account:77@discord"


async def test_link_again_shows_what_is_tied(tmp_path: Path) -> None:
    async with twin(tmp_path) as both:
        await both.tie("alice", "ally")
        (told,) = await both.say("ally", "!link")
        assert told == "ally, this account and alice (paper) are one person. !unlink ends that."


async def test_a_tie_outlives_a_restart_and_a_rejoin(tmp_path: Path) -> None:
    async with twin(tmp_path) as both:
        await both.tie("alice", "ally")
    async with twin(tmp_path) as again:
        await again.guild.leave("ally", Leaving.PARTED, "")
        await again.guild.join("ally")
        assert again.id_of("ally") == again.service.parts.people.who(again.service.console.person("alice")).id


async def test_a_code_is_good_for_ten_minutes_and_once(tmp_path: Path) -> None:
    async with twin(tmp_path) as both:
        code = await both.code("alice")
        await both.service.until(601)
        assert "wrong or too old" in (await both.say("ally", f"!link {code}"))[0]
        code = await both.code("alice")
        await both.say("ally", f"!link {code}")
        assert "wrong or too old" in (await both.say("zed", f"!link {code}"))[0]


async def test_a_code_said_before_others_is_void(tmp_path: Path) -> None:
    async with twin(tmp_path) as both:
        code = await both.code("alice")
        await both.service.say("bob", f"!link {code}")
        assert "wrong or too old" in (await both.say("zed", f"!link {code}"))[0]


async def test_who_guesses_codes_is_told_to_wait(tmp_path: Path) -> None:
    async with twin(tmp_path) as both:
        code = await both.code("alice")
        for number in range(GUESSES):
            assert "wrong or too old" in (await both.say("zed", f"!link AAAA-AAA{number}"))[0]
        assert "too many wrong codes" in (await both.say("zed", f"!link {code}"))[0]
        await both.service.until(600)
        code = await both.code("alice")
        assert "one person" in (await both.say("zed", f"!link {code}"))[0]


async def test_without_a_code_of_the_console_a_nick_is_tied_to_nothing(tmp_path: Path) -> None:
    async with twin(tmp_path, trusted=False) as both:
        (told,) = await both.service.say("alice", "!link", Where.PRIVATE)
        assert "stands at the console" in told


async def test_who_takes_the_nick_of_a_tied_one_is_nobody_there(tmp_path: Path) -> None:
    """The tie of a nick holds while the code of the console vouches for its session."""
    async with twin(tmp_path, trusted=False) as both:
        code = both.service.notices[-1].rpartition(" ")[2]
        await both.service.say("alice", f"!link {code}", Where.PRIVATE)
        await both.tie("alice", "ally")
        alice = both.service.parts.people.who(both.service.console.person("alice"))
        assert alice.id == both.id_of("ally") == "account:77@discord"
        await both.service.console.quit(["alice"], "bye")
        await both.service.console.join("alice")
        assert both.service.parts.people.who(both.service.console.person("alice")).id == "nick:alice"


async def test_powers_are_those_of_the_network_where_the_word_was_said(tmp_path: Path) -> None:
    async with twin(tmp_path) as both:
        await both.tie("tc", "zed")
        await both.guild.log_in("zed", None)
        await both.say("zed", '!open "Autumn 12" kind=challenge starts=now authorization=A-77', Where.CHANNEL)
        assert both.service.parts.events.open_ids() == []


async def test_penalties_follow_the_person_to_the_other_account(tmp_path: Path) -> None:
    async with twin(tmp_path) as both:
        await both.service.play(
            *MATCH, "100 judge: !warn alice unsporting_conduct shouts", "101 tc: !cancelevent no time"
        )
        office = both.service.parts.office
        before = await office.history(PersonId("nick:alice"))
        await both.tie("alice", "ally")
        assert len(before) == 1
        assert await office.history(both.id_of("ally")) == before
