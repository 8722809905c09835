"""The roster of one network: whose sessions we see there, and which person each of them is.

People are known by their account where the network has accounts, else by their nick. A session keeps its
person through nick changes and logging out; somebody else who takes a nick meanwhile is somebody else.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count

from bot.config_values import Identity as By
from bot.gateways import Gateway
from cogs.speech import Person
from rules.entries import PersonId

_REMEMBERED = 2000
"""How many sessions that left are remembered, and how many nicks."""

DISCORD = "discord"
"""The realm in which accounts are numbers, people are called by unique handles, and have roles of the network's own."""

Known = Callable[[PersonId], bool]
"""Whether a person plays or officiates in an event: such a one is not lost lightly."""


@dataclass(slots=True)
class Session:
    """One presence on the network, and the person it is."""

    key: str
    id: PersonId
    person: Person
    here: bool = False
    linked: bool = False  # gave the one-time code of the console
    online: bool = True  # as far as the network shows it


_Index = dict[str, dict[str, Session]]
"""Sessions by some name, and then by their key."""


class Roster:
    """The sessions of one network."""

    def __init__(
        self, gateway: Gateway, *, by: By, trusted: bool, vouched: bool = False, realm: str = ""
    ) -> None:
        """`by`: by what people are known. `trusted`: the nick is enough for staff too. `vouched`: whoever speaks
        there is who they say, as at the console. `realm` sets apart the people of a further network."""
        self.gateway = gateway
        self.trusted = trusted or vouched
        self._by = by
        self._vouched = vouched
        self._realm = f"@{realm}" if realm else ""
        self.has_handles = realm == DISCORD
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._here: dict[str, Session] = {}
        self._by_id: _Index = {}  # those who are here, by what is looked up for each word that is said
        self._by_nick: _Index = {}
        self._by_also: _Index = {}
        self._by_title: _Index = {}
        self._went_as: OrderedDict[str, PersonId] = OrderedDict()  # nick when last seen -> person

    @property
    def by_account(self) -> bool:
        """Whether people are known by accounts here, now that it is known what the network has."""
        return self._by is By.ACCOUNT or (self._by is By.AUTO and self.gateway.has_accounts)

    def fold(self, name: str) -> str:
        return self.gateway.casefold(name)

    def account_id(self, account: str) -> PersonId:
        return PersonId(f"account:{self.fold(account)}{self._realm}")

    def nick_id(self, nick: str) -> PersonId:
        return PersonId(f"nick:{self.fold(nick)}{self._realm}")

    def id_of_name(self, name: str) -> PersonId:
        """Whom the configuration means by a name."""
        return self.account_id(name) if self.by_account else self.nick_id(name)

    def account_in(self, person: PersonId) -> str | None:
        """The account of this id, where it is an account of this network's."""
        kind, _, name = person.partition(":")
        if kind != "account" or not name.endswith(self._realm):
            return None
        account = name.removesuffix(self._realm)
        return None if "@" in account else account

    def here(self) -> Iterable[Session]:
        """Everybody in the tournament channel."""
        return self._here.values()

    def with_id(self, person: PersonId) -> Iterable[Session]:
        """The sessions in the channel of this very id."""
        return self._by_id.get(person, {}).values()

    def called(self, name: str) -> Iterable[Session]:
        """The sessions in the channel with this nick."""
        return self._by_nick.get(self.fold(name), {}).values()

    def shown_as(self, name: str) -> Iterable[Session]:
        """The sessions in the channel with this display name, which several may have."""
        return self._by_also.get(name.casefold(), {}).values()

    def titled(self, title: str) -> Iterable[Session]:
        """The sessions in the channel that have this role of the network's own."""
        return self._by_title.get(title.casefold(), {}).values()

    def find(self, person: Person) -> Session | None:
        """The session that this is, if it was seen before."""
        return self._sessions.get(self._key(person))

    def session(self, person: Person, known: Known) -> Session:
        """The session that this is, as the network shows it now; a new one gets its person."""
        session = self.find(person)
        if session is None:
            session = Session(self._key(person), self._resolve(person, known), person)
            if person.session:  # without one it is known for this line only
                self._sessions[session.key] = session
                self._forget_old()
        if session.person != person:
            with self._moving(session):
                session.person = person
        return session

    def arrive(self, session: Session) -> None:
        """The session is in the channel now."""
        with self._moving(session):
            session.here, session.online = True, True

    def take_up(self, session: Session, account: str | None, known: Known) -> PersonId:
        """The session logs in or out; returns the person it is from now on."""
        with self._moving(session):
            session.person = replace(session.person, account=account)
            if account and self.by_account:
                new = self.account_id(account)
                # Who plays under a nick and then logs in plays on.
                if not known(session.id) or known(new):
                    session.id = new
        return session.id

    def rename(self, session: Session, nick: str) -> None:
        """The session has another nick."""
        with self._moving(session):
            session.person = replace(session.person, nick=nick)

    def leave(self, session: Session) -> None:
        """The session is gone from the channel. Who comes with its nick next is this person."""
        with self._moving(session):
            session.here = False
        self._went_as[self.fold(session.person.nick)] = session.id
        while len(self._went_as) > _REMEMBERED:
            self._went_as.popitem(last=False)

    def remember(self, nick: str, person: PersonId) -> None:
        """From the scorebook: this person had that nick when last seen."""
        self._went_as[self.fold(nick)] = person

    def is_verified(self, session: Session) -> bool:
        """Whether the network vouches for the person right now."""
        if self._vouched:
            return True
        if self.by_account:
            account = session.person.account
            return account is not None and self.account_id(account) == session.id
        return self.trusted or session.linked

    def _resolve(self, person: Person, known: Known) -> PersonId:
        if self._vouched:
            return self.id_of_name(person.nick)
        if self.by_account and person.account:
            return self.account_id(person.account)
        own, went = self.nick_id(person.nick), self._went_as.get(self.fold(person.nick))
        held = self._by_id
        if own not in held and (known(own) or not self._may_be(went)):
            return own
        if went is not None and went not in held and self._may_be(went):
            return went
        return self._another(own, held)

    def _may_be(self, went: PersonId | None) -> bool:
        """A nick is no proof of an account."""
        return went is not None and not went.startswith("account:")

    def _another(self, own: PersonId, held: Container[str]) -> PersonId:
        """Somebody else has this nick's person: this one is told apart."""
        if own not in held:
            return own
        others = (PersonId(f"{own}~{number}") for number in count(2))
        return next(other for other in others if other not in held)

    @contextmanager
    def _moving(self, session: Session) -> Iterator[None]:
        """Something is about to change by which the session is found."""
        if session.here:
            self._here.pop(session.key, None)
            for index, key in self._places(session):
                index.get(key, {}).pop(session.key, None)
                if not index.get(key, True):
                    del index[key]
        yield
        if session.here and session.key in self._sessions:
            self._here[session.key] = session
            for index, key in self._places(session):
                index.setdefault(key, {})[session.key] = session

    def _places(self, session: Session) -> Iterator[tuple[_Index, str]]:
        yield self._by_id, session.id
        yield self._by_nick, self.fold(session.person.nick)
        for name in session.person.also:
            yield self._by_also, name.casefold()
        for title in session.person.titles:
            yield self._by_title, title.casefold()

    def _key(self, person: Person) -> str:
        return person.session or f"nick {self.fold(person.nick)}"

    def _forget_old(self) -> None:
        if len(self._sessions) - len(self._here) <= _REMEMBERED:
            return
        gone = [key for key, session in self._sessions.items() if not session.here]
        for key in gone[: max(0, len(gone) - _REMEMBERED)]:
            del self._sessions[key]
