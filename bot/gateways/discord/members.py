"""The members of a guild that are known, and what becomes of them: who came, went, is called otherwise, is offline.

Everything here is told as it is found; nothing is asked of Discord.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime

import discord

from bot.gateways.discord.people import person_of, session_of
from cogs.speech import (
    Happening,
    Joined,
    Left,
    Person,
    PresenceChanged,
    Renamed,
    SightRestored,
    TitlesChanged,
)
from rules.entries import Leaving

_REMEMBERED = 1000
"""How many people who wrote in private, and are no members, can be answered."""


class Members:
    """The people of one guild: its members that are no bots."""

    def __init__(self, network: str, tell: Callable[[Happening], None], now: Callable[[], datetime]) -> None:
        self._network = network
        self._tell = tell
        self._now = now
        self._known: dict[int, Person] = {}
        self._strangers: OrderedDict[str, int] = OrderedDict()
        self._banned: set[int] = set()
        self._offline: set[int] = set()

    def all(self) -> tuple[Person, ...]:
        """Everybody who is known."""
        return tuple(self._known.values())

    def ids(self) -> tuple[int, ...]:
        """The user ids of everybody who is known."""
        return tuple(self._known)

    def knows(self, user_id: int) -> bool:
        """Whether somebody is known to be a member."""
        return user_id in self._known

    def id_of(self, nick: str) -> int | None:
        """The id of somebody who is a member, or wrote in private, by username."""
        name = nick.casefold()
        ids = (user_id for user_id, person in self._known.items() if person.nick.casefold() == name)
        return next(ids, self._strangers.get(name))

    def restore(self, members: Iterable[discord.Member], *, shows_offline: bool) -> None:
        """These members are there now. `shows_offline`: whether it is shown who is offline."""
        people = [member for member in members if not member.bot]
        self._known = {member.id: person_of(member, self._network) for member in people}
        self._offline = {
            member.id for member in people if shows_offline and member.status is discord.Status.offline
        }
        self._tell(
            SightRestored(
                network=self._network,
                present=self.all(),
                at=self._now(),
                offline=frozenset(session_of(user_id, self._network) for user_id in self._offline),
            )
        )

    def look_at(self, member: discord.Member) -> None:
        """A member as Discord shows them now: somebody new, or somebody known with another name or other roles."""
        if member.bot:
            return
        now = self._now()
        person, before = person_of(member, self._network), self._known.get(member.id)
        self._known[member.id] = person
        if before is None:
            self._tell(Joined(person=person, at=now))
            return
        if before.nick != person.nick:
            self._tell(Renamed(person=before, nick=person.nick, at=now))
        if replace(before, nick=person.nick) != person:
            self._tell(TitlesChanged(person=person, at=now))

    def banned(self, user_id: int) -> None:
        """Somebody is thrown out, and about to be gone."""
        self._banned.add(user_id)

    def gone(self, user_id: int) -> None:
        """Somebody is no member any more."""
        how = Leaving.KICKED if user_id in self._banned else Leaving.PARTED
        self._banned.discard(user_id)
        self._offline.discard(user_id)
        if person := self._known.pop(user_id, None):
            self._tell(Left(person=person, how=how, reason="left the server", at=self._now()))

    def presence(self, member: discord.Member) -> None:
        """Somebody is shown as there, or as not there, as it is by now: several changes may have come at once."""
        is_online = member.status is not discord.Status.offline
        person = self._known.get(member.id)
        if person is None or is_online == (member.id not in self._offline):
            return
        (self._offline.discard if is_online else self._offline.add)(member.id)
        self._tell(PresenceChanged(person=person, is_online=is_online, at=self._now()))

    def speaker(self, user: discord.Member | discord.User) -> Person:
        """Who somebody is who speaks now: a member is known from then on, and a stranger can be answered."""
        if isinstance(user, discord.Member) and not user.guild.unavailable:  # in an outage it has no roles
            self.look_at(user)
        if user.id in self._known:
            return self._known[user.id]
        person = person_of(user, self._network)
        self._strangers[person.nick.casefold()] = user.id
        if len(self._strangers) > _REMEMBERED:
            self._strangers.popitem(last=False)
        return person
