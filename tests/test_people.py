"""Who somebody is: by account or nick, through renames, splits and impostors; and whom a name means."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.config_values import Identity as By
from bot.people import Came, Change, People, Renames, Went
from bot.roster import Roster
from cogs.office import Unclear
from cogs.speech import AccountChanged, Joined, Left, Line, Person, Renamed, SightRestored, TitlesChanged
from rules.entries import Leaving, PersonId, PersonRenamed
from rules.frozenmap import FrozenMap
from rules.tournament import Tournament
from tests.playing import Event

NOON = datetime(2026, 1, 10, 12, tzinfo=UTC)


class Net:
    """A network that shows people; nobody speaks on it."""

    def __init__(self, network: str = "irc", *, has_accounts: bool = False) -> None:
        self.network = network
        self.has_accounts = has_accounts

    def present(self) -> tuple[Person, ...]:
        return ()

    def casefold(self, name: str) -> str:
        return name.lower().translate(str.maketrans("[]\\^", "{}|~"))

    async def run(self) -> None:
        raise AssertionError("people are only read from it")

    async def say(self, line: Line) -> None:
        raise AssertionError("people are only read from it")

    async def confirm_sight(self) -> datetime:
        raise AssertionError("people are only read from it")


class Hall:
    """A channel with people in it, and what the bot makes of them."""

    def __init__(
        self, *, accounts: bool = False, by: By = By.AUTO, trusted: bool = True, known: str = ""
    ) -> None:
        self.known = {PersonId(person) for person in known.split()}
        self.roster = Roster(Net(has_accounts=accounts), by=by, trusted=trusted)
        self.console = Roster(Net("console"), by=by, trusted=True, vouched=True)
        self.people = People([self.roster, self.console], lambda person: person in self.known)
        self.clock = NOON

    def at(self) -> datetime:
        self.clock += timedelta(seconds=1)
        return self.clock

    def join(self, person: Person) -> tuple[Change, ...]:
        return self.people.hear(Joined(person=person, at=self.at()))

    def leave(self, person: Person, how: Leaving = Leaving.QUIT) -> tuple[Change, ...]:
        return self.people.hear(Left(person=person, how=how, reason="", at=self.at()))

    def rename(self, person: Person, nick: str) -> Person:
        self.people.hear(Renamed(person=person, nick=nick, at=self.at()))
        return replace(person, nick=nick)

    def log(self, person: Person, account: str | None) -> Person:
        self.people.hear(AccountChanged(person=person, account=account, at=self.at()))
        return replace(person, account=account)

    def id_of(self, person: Person) -> str:
        return self.people.who(person).id

    def verified(self, person: Person) -> bool:
        return self.people.who(person).verified


def person(nick: str, session: str = "", account: str | None = None, network: str = "irc") -> Person:
    return Person(network=network, nick=nick, account=account, session=session or f"s.{nick}")


def event_with(*names: str) -> Tournament:
    return Event([PersonId(f"nick:{name}") for name in names]).state


# --- who somebody is ---


def test_a_network_with_accounts_knows_people_by_them() -> None:
    hall = Hall(accounts=True)
    alice = person("Al", account="Alice")
    hall.join(alice)
    assert hall.id_of(alice) == "account:alice"
    assert hall.verified(alice)


def test_without_an_account_a_nick_is_a_person_and_proves_nothing() -> None:
    hall = Hall(accounts=True)
    stranger = person("alice")
    hall.join(stranger)
    assert hall.id_of(stranger) == "nick:alice"
    assert not hall.verified(stranger)


def test_nicks_are_one_in_all_their_cases() -> None:
    hall = Hall()
    assert hall.id_of(person("Sorrel[x]", session="1")) == hall.id_of(person("sORREL{X}", session="2"))


def test_a_player_who_renames_and_logs_out_stays_the_same_person() -> None:
    # S042: no absence begins, and at the next login everything is as before.
    hall = Hall(accounts=True, known="account:nettle")
    nettle = person("Nettle", account="nettle")
    hall.join(nettle)
    changes = hall.people.hear(Renamed(person=nettle, nick="Nettle|game", at=hall.at()))
    assert [type(change) for change in changes] == [Renames]
    nettle = replace(nettle, nick="Nettle|game")
    out = hall.people.hear(AccountChanged(person=nettle, account=None, at=hall.at()))
    nettle = replace(nettle, account=None)
    assert out == ()
    assert hall.id_of(nettle) == "account:nettle"
    assert not hall.verified(nettle)
    assert hall.people.hear(AccountChanged(person=nettle, account="nettle", at=hall.at())) == ()
    assert hall.verified(replace(nettle, account="nettle"))


def test_who_takes_the_nick_of_an_absent_judge_is_not_the_judge() -> None:
    # S044, with accounts.
    hall = Hall(accounts=True, known="account:hj_alder")
    mudlark = person("Mudlark", account="mudlark")
    hall.join(mudlark)
    impostor = hall.rename(mudlark, "HJ_Alder")
    assert hall.id_of(impostor) == "account:mudlark"
    nobody = person("HJ_Alder", session="new")
    hall.join(nobody)
    assert hall.id_of(nobody) == "nick:hj_alder"
    assert not hall.verified(nobody)


def test_who_takes_a_nick_that_its_owner_has_just_changed_is_somebody_else() -> None:
    hall = Hall(known="nick:alice")
    alice = person("alice", session="a")
    hall.join(alice)
    alice = hall.rename(alice, "alice|away")
    newcomer = person("alice", session="b")
    hall.join(newcomer)
    assert hall.id_of(alice) == "nick:alice"
    assert hall.id_of(newcomer) == "nick:alice~2"
    assert hall.people.here() == {"nick:alice", "nick:alice~2"}


def test_who_comes_back_under_the_nick_of_the_leaving_is_the_same_person() -> None:
    hall = Hall(known="nick:nettle")
    nettle = person("Nettle", session="a")
    hall.join(nettle)
    hall.leave(hall.rename(nettle, "Nettle|game"), Leaving.LOST)
    again = person("Nettle|game", session="b")
    assert hall.join(again) == (Came(person=PersonId("nick:nettle"), at=hall.clock),)


def test_a_nick_that_was_left_behind_belongs_to_the_player_who_has_it_by_name() -> None:
    hall = Hall(known="nick:alice nick:carol")
    alice = person("alice", session="a")
    hall.join(alice)
    hall.leave(hall.rename(alice, "carol"))
    carol = person("carol", session="c")
    hall.join(carol)
    assert hall.id_of(carol) == "nick:carol"


def test_the_scorebook_remembers_under_which_nick_somebody_was_last_seen() -> None:
    hall = Hall(known="nick:nettle")
    nettle = PersonId("nick:nettle")
    hall.people.remember([PersonRenamed(at=NOON, person=nettle, old="Nettle", new="Nettle|game")])
    assert hall.id_of(person("nettle|game")) == "nick:nettle"


def test_a_nick_of_the_scorebook_is_no_proof_of_an_account() -> None:
    hall = Hall(accounts=True, known="account:nettle")
    nettle = PersonId("account:nettle")
    hall.people.remember([PersonRenamed(at=NOON, person=nettle, old="Nettle", new="N")])
    assert hall.id_of(person("N")) == "nick:n"


def test_who_plays_under_a_nick_and_then_logs_in_plays_on() -> None:
    hall = Hall(accounts=True, known="nick:oxbow")
    oxbow = person("Oxbow")
    hall.join(oxbow)
    oxbow = hall.log(oxbow, "oxbow")
    assert hall.id_of(oxbow) == "nick:oxbow"


def test_a_judge_who_logs_in_becomes_the_judge() -> None:
    hall = Hall(accounts=True, known="account:wren")
    wren = person("wren")
    hall.join(wren)
    changes = hall.people.hear(AccountChanged(person=wren, account="wren", at=hall.at()))
    assert Came(person=PersonId("account:wren"), at=hall.clock) in changes
    assert hall.verified(replace(wren, account="wren"))


def test_a_speaker_at_the_console_is_who_they_say() -> None:
    hall = Hall(known="nick:alice")
    hall.join(person("alice", session="a"))
    typed = person("Alice", network="console")
    assert hall.id_of(typed) == "nick:alice"
    assert hall.verified(typed)


def test_people_of_another_network_are_others() -> None:
    main, other = (
        Roster(Net(), by=By.NICK, trusted=True),
        Roster(Net("irc2"), by=By.NICK, trusted=True, realm="irc2"),
    )
    people = People([main, other], lambda person: False)
    assert people.who(person("alice")).id == "nick:alice"
    assert people.who(person("alice", network="irc2")).id == "nick:alice@irc2"


def test_staff_without_accounts_give_the_code_once() -> None:
    hall = Hall(trusted=False)
    wren = person("wren")
    hall.join(wren)
    assert hall.people.needs_code("irc")
    assert not hall.verified(wren)
    hall.people.link(wren)
    assert hall.verified(wren)
    hall.leave(wren)
    later = person("wren", session="later")
    hall.join(later)
    assert not hall.verified(later)


@pytest.mark.parametrize(("accounts", "name"), [(True, "account:wren"), (False, "nick:wren")])
def test_the_configuration_names_accounts_where_there_are_any(accounts: bool, name: str) -> None:
    assert Hall(accounts=accounts).people.id_of_name("Wren") == name


# --- coming and going ---


def test_two_sessions_of_one_account_leave_only_with_the_second() -> None:
    hall = Hall(accounts=True)
    phone, laptop = person("al", "p", "alice"), person("al_", "l", "alice")
    assert len(hall.join(phone)) == 1
    assert hall.join(laptop) == ()
    assert hall.leave(phone) == ()
    (went,) = hall.leave(laptop, Leaving.LOST)
    assert isinstance(went, Went)
    assert (went.person, went.how) == ("account:alice", Leaving.LOST)


def test_who_was_not_there_does_not_leave() -> None:
    hall = Hall()
    assert hall.leave(person("alice")) == ()


def test_after_a_blind_spell_those_are_there_who_are_shown() -> None:
    hall = Hall(known="nick:alice nick:bob")
    alice, bob = person("alice", "a"), person("bob", "b")
    hall.join(alice)
    hall.join(bob)
    hall.rename(alice, "alice_")
    present = (person("alice_", "a2"), person("carol", "c2"))
    hall.people.hear(SightRestored(network="irc", present=present, at=hall.at()))
    assert hall.people.here() == {"nick:alice", "nick:carol"}
    assert hall.people.nicks_of(PersonId("nick:alice"), "irc") == ("alice_",)


# --- whom a name means ---


def test_a_name_is_found_exactly_in_any_case() -> None:
    hall = Hall()
    hall.join(person("Lumen", "1"))
    hall.join(person("Lumen2", "2"))
    assert hall.people.directory("irc", None).find("lumen") == ("nick:lumen", "Lumen")


def test_a_part_of_a_name_names_the_candidates_and_nobody_is_taken() -> None:
    hall = Hall()
    hall.join(person("Lumen", "1"))
    hall.join(person("Lumen2", "2"))
    with pytest.raises(Unclear, match="Perhaps Lumen or Lumen2"):
        hall.people.directory("irc", None).find("lum")


def test_a_player_is_found_by_the_registered_name_and_by_the_nick_of_the_moment() -> None:
    hall = Hall(known="nick:alice")
    hall.join(person("alice", "a"))
    hall.rename(person("alice", "a"), "alice_")
    state = replace(event_with("alice"), names=FrozenMap({PersonId("nick:alice"): "Alice"}))
    for words in ("ALICE", "alice_"):
        assert hall.people.directory("irc", state).find(words) == ("nick:alice", "Alice")


def test_a_player_who_is_away_is_found() -> None:
    assert Hall().people.directory("irc", event_with("bob")).find("bob") == ("nick:bob", "bob")


def test_a_name_that_fits_two_is_a_question() -> None:
    hall = Hall(known="nick:alice")
    hall.join(person("alice", "a"))
    hall.rename(person("alice", "a"), "alice_")
    hall.join(person("alice", "mudlark"))
    with pytest.raises(Unclear, match="could be alice or alice"):
        hall.people.directory("irc", event_with("alice")).find("alice")


def test_an_account_is_found_by_its_name() -> None:
    hall = Hall(accounts=True)
    hall.join(person("al", account="Alice"))
    assert hall.people.directory("irc", None).find("alice") == ("account:alice", "al")


class Counting(frozenset[str]):
    """The roles of somebody; it counts how often they are looked through."""

    looks = 0

    def __iter__(self) -> Iterator[str]:
        type(self).looks += 1
        return super().__iter__()


def test_who_has_a_role_is_found_without_looking_at_everybody() -> None:
    """At each return of a guild it is asked for every member: with thousands of them that must not be a square."""
    roster = Roster(Net("discord", has_accounts=True), by=By.ACCOUNT, trusted=True, realm="discord")
    people = People([roster], lambda person: False)
    crowd = tuple(
        replace(
            person(f"p{number}", network="discord", session=f"discord.{number}"),
            account=str(number),
            titles=Counting({"Judge"} if number == 7 else {"Member"}),
        )
        for number in range(50)
    )
    people.hear(SightRestored(network="discord", present=crowd, at=NOON))
    Counting.looks = 0
    assert people.meant_by("@judge", "discord") == (("account:7@discord", "@judge"),)
    assert Counting.looks == 0


def test_a_role_that_is_taken_away_gives_nothing_any_more() -> None:
    roster = Roster(Net("discord", has_accounts=True), by=By.ACCOUNT, trusted=True, realm="discord")
    people = People([roster], lambda person: False)
    judge = replace(
        person("wren", network="discord", session="discord.7"), account="7", titles=frozenset({"Judge"})
    )
    people.hear(Joined(person=judge, at=NOON))
    assert people.meant_by("@Judge", "discord")
    people.hear(TitlesChanged(person=replace(judge, titles=frozenset()), at=NOON))
    assert people.meant_by("@Judge", "discord") == ()
