"""People: who is speaking, who is there, and whom a name means; on all networks together.

What the networks show becomes changes of persons: who came, who went, who has another nick. Two sessions of
one person are one person: when one of them leaves, nobody has left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from bot.directory import Directory
from bot.roster import Known, Roster, Session
from cogs.office import Identity
from cogs.speech import (
    AccountChanged,
    Happening,
    Joined,
    Left,
    Person,
    Renamed,
    Said,
    SightLost,
    SightRestored,
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


Change = Came | Went | Renames


class People:
    """Everybody whom the networks show."""

    def __init__(self, rosters: Iterable[Roster], known: Known) -> None:
        """`known`: whether a person plays or officiates in an event."""
        self._rosters = {roster.gateway.network: roster for roster in rosters}
        self._known = known

    def who(self, person: Person) -> Identity:
        """Who this is."""
        roster = self._rosters[person.network]
        session = roster.session(person, self._known)
        return Identity(
            id=session.id,
            name=person.nick,
            verified=roster.is_verified(session),
            person=person,
            by_account=roster.by_account,
        )

    def here(self) -> frozenset[PersonId]:
        """Everybody in the tournament channel."""
        return frozenset(session.id for roster in self._rosters.values() for session in roster.here())

    def nicks_of(self, person: PersonId, network: str) -> tuple[str, ...]:
        """Under which nicks somebody is in that network's channel."""
        return tuple(s.person.nick for s in self._rosters[network].here() if s.id == person)

    def nicks_here(self) -> Iterator[str]:
        """The nicks of everybody in the tournament channel, of all networks."""
        return (session.person.nick for roster in self._rosters.values() for session in roster.here())

    def account_of(self, person: PersonId, network: str) -> str | None:
        """The account that somebody has on that network; None without one."""
        return self._rosters[network].account_of(person)

    def id_of_name(self, name: str, network: str | None = None) -> PersonId:
        """Whom the configuration means by a name: on that network, else on the first one."""
        roster = self._rosters[network] if network else next(iter(self._rosters.values()))
        return roster.id_of_name(name)

    def link(self, person: Person) -> None:
        """The one-time code was right: this session is who it says."""
        self._rosters[person.network].session(person, self._known).linked = True

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
            case SightRestored():
                self._restored(happening)
            case Said() | SightLost():
                pass
        return ()

    def _joined(self, person: Person, at: datetime) -> tuple[Change, ...]:
        session = self._rosters[person.network].session(person, self._known)
        was_here = session.id in self.here()
        session.here = True
        return () if was_here else (Came(person=session.id, at=at),)

    def _left(self, left: Left) -> tuple[Change, ...]:
        roster = self._rosters[left.person.network]
        session = roster.find(left.person)
        if session is None or not session.here:
            return ()
        roster.leave(session)
        if session.id in self.here():
            return ()
        went = Went(person=session.id, how=left.how, reason=left.reason, split=left.split, at=left.at)
        return (went,)

    def _renamed(self, person: Person, nick: str, at: datetime) -> tuple[Change, ...]:
        roster = self._rosters[person.network]
        session = roster.session(person, self._known)
        roster.rename(session, nick)
        return (Renames(person=session.id, old=person.nick, new=nick, at=at),) if session.here else ()

    def _account_changed(self, person: Person, account: str | None, at: datetime) -> tuple[Change, ...]:
        roster = self._rosters[person.network]
        session = roster.session(person, self._known)
        before, were_here = session.id, self.here()
        after = roster.take_up(session, account, self._known)
        if before == after or not session.here:
            return ()
        changes: list[Change] = []
        if before not in self.here():
            reason = f"logged in as {account}"
            changes.append(Went(person=before, how=Leaving.PARTED, reason=reason, split="", at=at))
        if after not in were_here:
            changes.append(Came(person=after, at=at))
        return tuple(changes)

    def _restored(self, restored: SightRestored) -> None:
        """Who is there now is all that is known: sessions of before may be anybody's."""
        roster = self._rosters[restored.network]
        for session in list(roster.here()):
            roster.leave(session)
        for person in restored.present:
            roster.session(person, self._known).here = True

    # --- whom a name means ---

    def directory(self, network: str, state: Tournament | None) -> Directory:
        """Whom a name can mean on that network: who is here, and who is in this event."""
        return Directory(self._rosters[network], self._labels(state))

    def by_id(self, words: str, network: str) -> tuple[PersonId, str] | None:
        """Whom `account:zed` or `nick:zed` means, here or never seen; None when the words are not of that form."""
        kind, colon, name = words.partition(":")
        roster = self._rosters[network]
        id_of = {"account": roster.account_id, "nick": roster.nick_id}.get(kind.casefold())
        if not colon or id_of is None or not 0 < len(name) <= _LONGEST_NAME:
            return None
        return id_of(name), name

    def _labels(self, state: Tournament | None) -> dict[PersonId, list[str]]:
        """Every person that can be meant, with the names that fit; the one to show first."""
        labels: dict[PersonId, list[str]] = {}
        if state is not None:
            labels = {person: [name] for person, name in state.names.items()}
        for roster in self._rosters.values():
            for session in roster.here():
                names = labels.setdefault(session.id, [])
                if session.person.nick not in names:
                    names.append(session.person.nick)
        return labels

    def sessions(self) -> Iterable[Session]:
        """Every session in the tournament channels."""
        return (session for roster in self._rosters.values() for session in roster.here())
