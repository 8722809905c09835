"""People: who is speaking, who is there, and whom a name means; on all networks together.

What the networks show becomes changes of persons: who came, who went, who has another nick. Two sessions of
one person are one person: when one of them leaves, nobody has left. So are two accounts that are tied, on whichever
networks: an event knows them by one id, and everything here speaks of that one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from bot.directory import Directory, NameIndex
from bot.roster import Known, Roster, Session
from cogs.office import Identity
from cogs.speech import (
    AccountChanged,
    Happening,
    Joined,
    Left,
    Person,
    PresenceChanged,
    Renamed,
    Said,
    SightLost,
    SightRestored,
    TitlesChanged,
)
from rules.entries import Entry, Leaving, PersonId, PersonRenamed
from rules.tournament import Tournament

_LONGEST_NAME = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Came:
    """A person is in the channel who was not there before."""

    person: PersonId
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Went:
    """A person is no longer in the channel, on any network."""

    person: PersonId
    how: Leaving
    reason: str
    split: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Renames:
    """A person has another nick."""

    person: PersonId
    old: str
    new: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Appeared:
    """A person in the channel is shown as there again, on some network."""

    person: PersonId
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Vanished:
    """A person in the channel is shown as not there on every network, without having left."""

    person: PersonId
    at: datetime


Change = Came | Went | Renames | Appeared | Vanished


class People:
    """Everybody whom the networks show."""

    def __init__(
        self,
        rosters: Iterable[Roster],
        known: Known,
        *,
        ids_of: Callable[[PersonId], tuple[PersonId, ...]] = lambda person: (person,),
        recalled: Known = lambda person: False,
    ) -> None:
        """`known`: whether an open event knows an id; `recalled`: or one that is over and still looked at.

        `ids_of`: all ids of a person whose accounts are tied.
        """
        self._rosters = {roster.gateway.network: roster for roster in rosters}
        self._is_known = known
        self._recalled = recalled
        self._ids_of = ids_of
        self._names: dict[tuple[str, str], NameIndex] = {}

    def _known(self, person: PersonId) -> bool:
        return any(self._is_known(one) for one in self._ids_of(person))

    # --- one person, several accounts ---

    def one(self, person: PersonId) -> PersonId:
        """The one id by which this person is known: the one an event has, else an account before a nick."""
        ids = self._ids_of(person)
        if len(ids) == 1:
            return ids[0]
        accounts = [each for each in ids if each.startswith("account:")]
        for knows in (self._is_known, self._recalled):
            for each in ids:
                if knows(each):
                    return each
        return (accounts or ids)[0]

    def person_of(self, session: Session, roster: Roster) -> PersonId:
        """Which person a session is. A nick alone proves nothing: a tie holds only while the network vouches."""
        if session.id.startswith("account:") or roster.is_verified(session):
            return self.one(session.id)
        return session.id

    def sessions_of(self, person: PersonId) -> Iterator[Session]:
        """The sessions in the channels that are this person."""
        for roster in self._rosters.values():
            yield from self._sessions_on(person, roster)

    def _sessions_on(self, person: PersonId, roster: Roster) -> Iterator[Session]:
        wanted = self.one(person)
        for each in self._ids_of(person):
            for session in roster.with_id(each):
                if self.person_of(session, roster) in (person, wanted):
                    yield session

    def account_of(self, person: PersonId, network: str) -> str | None:
        """The account of this person on a network, as that network writes it; None without one there."""
        roster = self._rosters[network]
        return next(filter(None, map(roster.account_in, self._ids_of(person))), None)

    def raw_id(self, person: Person) -> PersonId:
        """The id of this account alone, whatever it is tied to."""
        return self._session(person).id

    # --- who is there ---

    def who(self, person: Person) -> Identity:
        """Who this is."""
        roster = self._rosters[person.network]
        session = self._session(person)
        return Identity(
            id=self.person_of(session, roster),
            name=person.nick,
            verified=roster.is_verified(session),
            person=person,
            by_account=roster.by_account,
        )

    def here(self) -> frozenset[PersonId]:
        """Everybody in the tournament channel."""
        return frozenset(
            self.person_of(session, roster) for roster in self._rosters.values() for session in roster.here()
        )

    def online(self) -> frozenset[PersonId]:
        """Everybody in the tournament channel who is shown as there on some network."""
        return frozenset(
            self.person_of(session, roster)
            for roster in self._rosters.values()
            for session in roster.here()
            if session.online
        )

    def seen(self, *, only_online: bool) -> frozenset[PersonId]:
        """Who is there for an event in which who is shown as offline is absent, or for one in which nobody is."""
        return self.online() if only_online else self.here()

    def is_here(self, person: PersonId) -> bool:
        """Whether somebody is in the tournament channel, on any network."""
        return any(True for _ in self.sessions_of(person))

    def is_online(self, person: PersonId) -> bool:
        """The same, and shown as there."""
        return any(session.online for session in self.sessions_of(person))

    def nicks_of(self, person: PersonId, network: str) -> tuple[str, ...]:
        """Under which nicks somebody is in that network's channel."""
        return tuple(session.person.nick for session in self._sessions_on(person, self._rosters[network]))

    def _session(self, person: Person) -> Session:
        return self._rosters[person.network].session(person, self._known)

    def nicks_here(self) -> Iterator[str]:
        """The nicks of everybody in the tournament channel, of all networks."""
        return (session.person.nick for roster in self._rosters.values() for session in roster.here())

    def id_of_name(self, name: str, network: str | None = None) -> PersonId:
        """Whom the configuration means by a name: on that network, else on the first one."""
        roster = self._rosters[network] if network else next(iter(self._rosters.values()))
        return self.one(roster.id_of_name(name))

    def meant_by(self, name: str, network: str) -> tuple[tuple[PersonId, str], ...]:
        """Whom the configuration means on that network, with the role of the network's own that gives it.

        Where people have unique handles and numbers, digits are a number, `@Role` means those who have that role, and
        a handle counts once its member is seen.
        """
        roster = self._rosters[network]
        if not roster.has_handles:
            is_other = name.startswith("@") or (name.isdecimal() and self._has_handles_somewhere())
            return () if is_other else ((self.one(roster.id_of_name(name)), ""),)
        if name.isdecimal():
            return ((self.one(roster.account_id(name)), ""),)
        if name.startswith("@"):
            return tuple((self.one(each.id), name) for each in roster.titled(name[1:]))
        return tuple((self.one(each.id), "") for each in roster.called(name))

    def name_of(self, person: PersonId) -> str:
        """The nick of somebody who is here, else what the id says."""
        nicks = (session.person.nick for session in self.sessions_of(person))
        return next(nicks, person.rpartition(":")[2].partition("@")[0])

    def has_handles(self, network: str) -> bool:
        """Whether people have unique handles there, and roles of the network's own."""
        return self._rosters[network].has_handles

    def _has_handles_somewhere(self) -> bool:
        return any(roster.has_handles for roster in self._rosters.values())

    @property
    def networks(self) -> tuple[str, ...]:
        """All networks."""
        return tuple(self._rosters)

    def link(self, person: Person) -> None:
        """The one-time code was right: this session is who it says."""
        self._session(person).linked = True

    def needs_code(self, network: str) -> bool:
        """Whether staff on that network have to give a one-time code."""
        roster = self._rosters[network]
        return not (roster.trusted or roster.by_account)

    def remember(self, entries: Iterable[Entry]) -> None:
        """From a scorebook: the nicks that people had when they were last seen."""
        for entry in entries:
            if isinstance(entry, PersonRenamed):
                for roster in self._rosters.values():
                    roster.remember(entry.new, entry.person)

    # --- what the networks show ---

    def hear(self, happening: Happening) -> tuple[Change, ...]:
        """Take note of what happened; returns what it means for persons, in order."""
        match happening:
            case Joined(person=person, at=at):
                return self._joined(person, at)
            case Left():
                return self._left(happening)
            case Renamed(person=person, nick=nick, at=at):
                return self._renamed(person, nick, at)
            case AccountChanged(person=person, account=account, at=at):
                return self._account_changed(person, account, at)
            case PresenceChanged(person=person, is_online=is_online, at=at):
                return self._presence_changed(person, is_online, at)
            case TitlesChanged(person=person):
                self._session(person)
            case SightRestored():
                self._restored(happening)
            case Said(person=person, at=at):
                return self._spoke(person, at)
            case SightLost():
                pass
        return ()

    def _joined(self, person: Person, at: datetime) -> tuple[Change, ...]:
        roster = self._rosters[person.network]
        session = self._session(person)
        who = self.person_of(session, roster)
        was_here, was_online = self.is_here(who), self.is_online(who)
        roster.arrive(session)
        if not was_here:
            return (Came(person=who, at=at),)
        return () if was_online else (Appeared(person=who, at=at),)

    def _left(self, left: Left) -> tuple[Change, ...]:
        roster = self._rosters[left.person.network]
        session = roster.find(left.person)
        if session is None or not session.here:
            return ()
        who = self.person_of(session, roster)
        was_online = self.is_online(who)
        roster.leave(session)
        if not self.is_here(who):
            return (Went(person=who, how=left.how, reason=left.reason, split=left.split, at=left.at),)
        return (Vanished(person=who, at=left.at),) if was_online and not self.is_online(who) else ()

    def _renamed(self, person: Person, nick: str, at: datetime) -> tuple[Change, ...]:
        roster = self._rosters[person.network]
        session = self._session(person)
        who = self.person_of(session, roster)
        roster.rename(session, nick)
        return (Renames(person=who, old=person.nick, new=nick, at=at),) if session.here else ()

    def _account_changed(self, person: Person, account: str | None, at: datetime) -> tuple[Change, ...]:
        roster = self._rosters[person.network]
        session = self._session(person)
        before, were_here, were_online = self.person_of(session, roster), self.here(), self.online()
        roster.take_up(session, account, self._known)
        after = self.person_of(session, roster)
        if before == after or not session.here:
            return ()
        changes: list[Change] = []
        if not self.is_here(before):
            reason = f"logged in as {account}"
            changes.append(Went(person=before, how=Leaving.PARTED, reason=reason, split="", at=at))
        if after not in were_here:
            changes.append(Came(person=after, at=at))
        elif after not in were_online:
            changes.append(Appeared(person=after, at=at))
        return tuple(changes)

    def _spoke(self, person: Person, at: datetime) -> tuple[Change, ...]:
        """Who says something is there, whatever is shown: Discord shows who hides as offline."""
        session = self._session(person)
        return self._presence_changed(person, True, at) if session.here and not session.online else ()

    def _presence_changed(self, person: Person, is_online: bool, at: datetime) -> tuple[Change, ...]:
        session = self._session(person)
        who = self.person_of(session, self._rosters[person.network])
        before = self.is_online(who)
        session.online = is_online
        after = self.is_online(who)
        if before == after or not session.here:
            return ()
        return (Appeared(person=who, at=at),) if after else (Vanished(person=who, at=at),)

    def _restored(self, restored: SightRestored) -> None:
        """Who is there now is all that is known: sessions of before may be anybody's."""
        roster = self._rosters[restored.network]
        for session in list(roster.here()):
            roster.leave(session)
        for person in restored.present:
            session = self._session(person)
            roster.arrive(session)
            session.online = person.session not in restored.offline

    # --- whom a name means ---

    def directory(self, network: str, state: Tournament | None) -> Directory:
        """Whom a name can mean on that network: who is here, and who is in this event."""
        roster = self._rosters[network]
        event = "" if state is None else state.name
        index = self._names.setdefault((network, event), NameIndex(roster.fold))
        return Directory(roster, self._rosters, self, state, index)

    def by_id(self, words: str, network: str) -> tuple[PersonId, str] | None:
        """Whom `account:zed` or `nick:zed` means, here or never seen; None when the words are not of that form."""
        kind, colon, name = words.partition(":")
        roster = self._rosters[network]
        id_of = {"account": roster.account_id, "nick": roster.nick_id}.get(kind.casefold())
        if not colon or id_of is None or not 0 < len(name) <= _LONGEST_NAME:
            return None
        return self.one(id_of(name)), name

    def sessions(self) -> Iterable[Session]:
        """Every session in the tournament channels."""
        return (session for roster in self._rosters.values() for session in roster.here())
