"""A directory: who can be meant by a name right now, on all networks together, as asked on one of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Protocol

from bot.roster import Roster, Session
from cogs.office import NobodyCalled, Unclear
from rules.entries import PersonId
from rules.tournament import Tournament

_MENTION = re.compile(r"<@!?([0-9]{1,20})>", re.ASCII)
_MOST_SHOWN = 5


class Persons(Protocol):
    """Which person a session is."""

    def person_of(self, session: Session, roster: Roster) -> PersonId: ...

    def sessions_of(self, person: PersonId) -> Iterable[Session]: ...


class NameIndex:
    """The registered names of one event under one network's case rules; made anew only when a name is added."""

    def __init__(self, fold: Callable[[str], str]) -> None:
        self._fold = fold
        self._names: Mapping[PersonId, str] | None = None
        self._called: dict[str, set[PersonId]] = {}

    def called(self, names: Mapping[PersonId, str], words: str) -> set[PersonId]:
        """Who has this name there."""
        if names is not self._names:
            self._names, self._called = names, {}
            for person, name in names.items():
                self._called.setdefault(self._fold(name), set()).add(person)
        return set(self._called.get(self._fold(words), ()))


class Directory:
    """The people who can be meant, by all the names that fit them."""

    def __init__(
        self,
        roster: Roster,
        rosters: Mapping[str, Roster],
        persons: Persons,
        state: Tournament | None,
        index: NameIndex,
    ) -> None:
        """`roster` is that of the network where the name is said; `index` that of the event's names there."""
        self._roster = roster
        self._rosters = rosters
        self._persons = persons
        self._state = state
        self._index = index

    def find(self, words: str) -> tuple[PersonId, str]:
        """The person and name that these words mean exactly.

        A registered name, a nick, an account, a mention (`<@77>`), or with its network before it (`discord:zed`).
        A name that need not be unique (a display name) counts only where no other is meant. Raises Unclear, which
        names the candidates, when they fit nobody or several.
        """
        found = self._mentioned(words)
        if found is None:
            found = self._named(words) or self._on_network(words) or self._shown_as(words)
        if len(found) == 1:
            person = found.pop()
            return person, self._names(person)[0]
        if found:
            several = " or ".join(sorted(self._labels(found)))
            raise Unclear(f"{words} could be {several}. Please use a name that only one of them has.")
        raise NobodyCalled(f"Nobody here is called {words}.{self._near(words)}")

    def _mentioned(self, words: str) -> set[PersonId] | None:
        """Whom a mention means; None where the words are none."""
        mention = _MENTION.fullmatch(words)
        if mention is None or not self._roster.has_handles:
            return None
        return self._with_account(mention[1])

    def _named(self, words: str) -> set[PersonId]:
        found = set() if self._state is None else self._index.called(self._state.names, words)
        for roster in self._rosters.values():
            found |= {self._persons.person_of(session, roster) for session in roster.called(words)}
        return found | self._with_account(words)

    def _with_account(self, account: str) -> set[PersonId]:
        """Who has this account on the network where it is said, and is here or in the event."""
        roster = self._roster
        if not roster.by_account:
            return set()
        own = roster.account_id(account)
        found = {self._persons.person_of(session, roster) for session in roster.with_id(own)}
        if self._state is not None and own in self._state.names:
            found.add(own)
        return found

    def _on_network(self, words: str) -> set[PersonId]:
        """`discord:zed`: the one who has that nick there, whoever else is called so."""
        network, colon, name = words.partition(":")
        roster = self._rosters.get(network.casefold())
        if not colon or roster is None:
            return set()
        return {self._persons.person_of(session, roster) for session in roster.called(name)}

    def _shown_as(self, words: str) -> set[PersonId]:
        return {
            self._persons.person_of(session, roster)
            for roster in self._rosters.values()
            for session in roster.shown_as(words)
        }

    # --- how candidates are shown ---

    def _names(self, person: PersonId) -> list[str]:
        """All that this person is called, the one to show first."""
        registered = None if self._state is None else self._state.names.get(person)
        names = [] if registered is None else [registered]
        names += [session.person.nick for session in self._persons.sessions_of(person)]
        return list(dict.fromkeys(names)) or [person]

    def _labels(self, people: Iterable[PersonId]) -> Iterable[str]:
        """`Sorrel (now sorrel_, table 3)`; with the network where two would read alike."""
        labels = {person: _label(self._names(person), self._table(person)) for person in people}
        shown = list(labels.values())
        for person, label in labels.items():
            networks = {session.person.network for session in self._persons.sessions_of(person)}
            alike = shown.count(label) > 1 and networks
            yield f"{min(networks)}:{label}" if alike else label

    def _table(self, person: PersonId) -> int | None:
        match = None if self._state is None else self._state.match_of(person)
        return None if match is None else match.table

    def _near(self, words: str) -> str:
        """The names that may have been meant, as a sentence."""
        shown = [] if self._state is None else list(self._state.names.values())
        shown += [session.person.nick for roster in self._rosters.values() for session in roster.here()]
        folded = {name.casefold(): name for name in shown}
        key = words.casefold()
        near = [name for fold, name in folded.items() if key in fold or fold in key]
        likely = [fold for fold in folded if fold[:1] == key[:1]]  # of thousands, comparing each takes long
        near += [folded[fold] for fold in get_close_matches(key, likely) if folded[fold] not in near]
        return f" Perhaps {' or '.join(sorted(near)[:_MOST_SHOWN])}?" if near else ""


def _label(names: list[str], table: int | None) -> str:
    now = f"now {', '.join(names[1:])}" if len(names) > 1 else ""
    seat = f"table {table}" if table is not None else ""
    beside = ", ".join(part for part in (now, seat) if part)
    return f"{names[0]} ({beside})" if beside else names[0]
