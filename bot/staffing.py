"""The staff of the service: whom the names of `[staff]` mean on each network, when an event opens and later.

A name holds on every network. Where people have unique handles (Discord) it is a handle, digits are a user's number,
and `@Role` means whoever has that role of the network's own, at any moment. One who is head judge on the network
where the event was opened is not head judge a second time under an account that is not tied: that one judges.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.config import PLACEHOLDERS, Staff
from bot.people import People
from rules.acts import SeeOffice
from rules.entries import PersonId, Role
from rules.settings import watches_presence
from rules.tournament import Tournament

OFFICES: tuple[tuple[Role, str], ...] = (
    (Role.COORDINATOR, "coordinators"),
    (Role.HEAD_JUDGE, "head_judges"),
    (Role.JUDGE, "judges"),
    (Role.DIRECTOR, "directors"),
)
"""Which office the names of each key of `[staff]` have, in every event."""

Office = tuple[Role, PersonId, str]


class Staffing:
    """Whom the configuration names."""

    def __init__(self, staff: Staff, people: People) -> None:
        self._staff = staff
        self._people = people

    def named(self, network: str | None = None) -> tuple[Office, ...]:
        """Who officiates in an event that is opened on this network, else on the first one."""
        first = network or self._people.networks[0]
        others = [each for each in self._people.networks if each != first]
        found: dict[tuple[Role, PersonId], str] = {}
        for role, key in OFFICES:
            for name in self._names(key, first):
                here = self._meant(name, first)
                found |= {(role, person): shown for person, shown in here}
                for other in others:
                    further = self._elsewhere(role, key, name, other, is_taken=bool(here))
                    found |= {
                        office: shown for office, shown in further.items() if (role, office[1]) not in found
                    }
        return tuple((role, person, name) for (role, person), name in found.items())

    def on(self, network: str) -> list[Office]:
        """Whom the configuration names on this network alone."""
        return [
            (role, person, shown)
            for role, key in OFFICES
            for name in self._names(key, network)
            for person, shown in self._meant(name, network)
        ]

    def _elsewhere(
        self, role: Role, key: str, name: str, network: str, *, is_taken: bool
    ) -> dict[tuple[Role, PersonId], str]:
        """Whom a name means on a further network; nobody is made up there who was not seen."""
        if not self._people.has_handles(network) or name not in self._names(key, network):
            return {}
        joins = Role.JUDGE if role is Role.HEAD_JUDGE and is_taken else role
        return {(joins, person): shown for person, shown in self._meant(name, network)}

    def _meant(self, name: str, network: str) -> list[tuple[PersonId, str]]:
        is_plain = not name.startswith("@") and not name.isdecimal()
        return [
            (person, name if is_plain else self._people.name_of(person))
            for person, _ in self._people.meant_by(name, network)
        ]

    def _names(self, key: str, network: str) -> tuple[str, ...]:
        """The names of a key that count there: where anybody may have a placeholder as handle, that one does not."""
        names: tuple[str, ...] = getattr(self._staff, key)
        if not self._people.has_handles(network):
            return names
        return tuple(name for name in names if name.casefold() not in PLACEHOLDERS)

    def titles(self) -> dict[tuple[Role, PersonId], str]:
        """Who has an office by a role of a network's own, and will lose it with that."""
        return {
            (role, person): name
            for network in self._people.networks
            for role, key in OFFICES
            for name in self._names(key, network)
            if name.startswith("@")
            for person, _ in self._people.meant_by(name, network)
        }

    def directors(self, network: str) -> frozenset[PersonId]:
        """Who directs the league, as that network knows people."""
        names = self._names("directors", network)
        return frozenset(person for name in names for person, _ in self._people.meant_by(name, network))

    def changes(self, event: Tournament, person: PersonId, network: str) -> Iterator[SeeOffice]:
        """What a person's handle and roles there, as they are now, change in the staff of an open event."""
        if not self._people.has_handles(network):
            return
        for role, key in OFFICES:
            giving = [
                name
                for name in self._names(key, network)
                if any(one == person for one, _ in self._people.meant_by(name, network))
            ]
            holds = event.has_role(person, role)
            is_second = role is Role.HEAD_JUDGE and bool(event.holders(role)) and not _is_meant_there(giving)
            if giving and not holds and not is_second:
                yield self._see(event, person, role, giving[0])
            elif not giving and (role, person) in event.titled:
                yield self._see(event, person, role, "")

    def _see(self, event: Tournament, person: PersonId, role: Role, name: str) -> SeeOffice:
        here = person in self._people.seen(only_online=watches_presence(event.keys))
        return SeeOffice(by=person, role=role, name=self._people.name_of(person), title=name, here=here)


def _is_meant_there(names: list[str]) -> bool:
    """Whether a role of the network's own, or a number, is among what gives an office: such a one is meant there."""
    return any(name.startswith("@") or name.isdecimal() for name in names)
