"""Who is in the channels we are in, and by which account: kept up by what the server shows."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from secrets import token_hex

from bot.gateways.irc.casefold import CaseMapping
from cogs.speech import Person

_REMEMBERED = 500
"""How many people who went by a split we look out for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """What a line shows of somebody. `account` is None when the line does not tell, "" when there is none."""

    nick: str
    mask: str = ""
    account: str | None = None


class Roll:
    """Everybody whom we share a channel with, by nick.

    A person's session lasts as long as we see them without a gap.
    """

    def __init__(self, network: str, mapping: CaseMapping) -> None:
        self._network = network
        self._fold = mapping.fold
        self._people: dict[str, Person] = {}
        self._inside: dict[str, set[str]] = {}
        self._split_away: list[Person] = []

    def find(self, nick: str) -> Person | None:
        """The person of this nick, if we see one."""
        return self._people.get(self._fold(nick))

    def stranger(self, seen: Sighting) -> Person:
        """Somebody whom we see in none of our channels: known for this one line only."""
        return Person(
            network=self._network, nick=seen.nick, account=seen.account or None, session="", host=seen.mask
        )

    def is_inside(self, nick: str, channel: str) -> bool:
        """Whether somebody is in a channel."""
        return self._fold(nick) in self._inside.get(self._fold(channel), ())

    def inside(self, channel: str) -> tuple[Person, ...]:
        """The people of a channel."""
        return tuple(self._people[key] for key in sorted(self._inside.get(self._fold(channel), ())))

    def enter(self, seen: Sighting, channel: str) -> Person:
        """Somebody is in a channel; who went by a split comes back as the one they were."""
        key = self._fold(seen.nick)
        self._inside.setdefault(self._fold(channel), set()).add(key)
        if key not in self._people:
            fresh = replace(self.stranger(seen), session=token_hex(8))
            self._people[key] = self._returned(fresh) or fresh
        return self.update(seen) or self._people[key]

    def update(self, seen: Sighting) -> Person | None:
        """Take note of what a line shows of somebody; the person as now, None if we do not see them."""
        key = self._fold(seen.nick)
        person = self._people.get(key)
        if person is None:
            return None
        account = person.account if seen.account is None else seen.account or None
        host = seen.mask or person.host
        if (seen.nick, account, host) != (person.nick, person.account, person.host):
            person = self._people[key] = replace(person, nick=seen.nick, account=account, host=host)
        return person

    def rename(self, old: str, new: str) -> Person | None:
        """Somebody has another nick: the person as before it, None if we do not see them."""
        person = self._people.pop(self._fold(old), None)
        if person is None:
            return None
        before, after = self._fold(old), self._fold(new)
        self._people[after] = replace(person, nick=new)
        for people in self._inside.values():
            if before in people:
                people.remove(before)
                people.add(after)
        return person

    def leave(self, nick: str, channel: str) -> Person | None:
        """Somebody left a channel: the person, None if we did not see them there."""
        key = self._fold(nick)
        people = self._inside.get(self._fold(channel), set())
        if key not in people:
            return None
        people.remove(key)
        person = self._people[key]
        self._forget_unseen([key])
        return person

    def quit(self, nick: str) -> Person | None:
        """Somebody left the network: the person, None if we did not see them."""
        key = self._fold(nick)
        for people in self._inside.values():
            people.discard(key)
        return self._people.pop(key, None)

    def close(self, channel: str) -> None:
        """We see a channel no more."""
        self._forget_unseen(self._inside.pop(self._fold(channel), set()))

    def expect_back(self, person: Person) -> None:
        """Somebody went by a split, and is the same person when they come back."""
        self._split_away = [*self._split_away[1 - _REMEMBERED :], person]

    def _forget_unseen(self, keys: Iterable[str]) -> None:
        seen = set().union(*self._inside.values())
        for key in keys:
            if key not in seen:
                self._people.pop(key, None)

    def _returned(self, fresh: Person) -> Person | None:
        """Who of the split this is. A nick alone says nothing: a stranger may have taken it meanwhile."""
        for gone in self._split_away:
            if gone.account and fresh.account:
                is_same = gone.account == fresh.account
            else:
                same_place = self._fold(gone.nick) == self._fold(fresh.nick) and gone.host == fresh.host
                is_same = same_place and not (fresh.account or gone.account)
            if is_same:
                self._split_away.remove(gone)
                return replace(fresh, session=gone.session)
        return None
