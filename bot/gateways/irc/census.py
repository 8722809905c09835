"""Asking a server who is in a channel, and by which account: WHOX, else WHO, and NAMES in any case."""

import asyncio
from collections.abc import Callable
from datetime import timedelta

from bot.gateways.irc.heard import Heard
from bot.gateways.irc.isupport import ServerWays
from bot.gateways.irc.roll import Sighting
from bot.gateways.irc.rooms import Room

_ONE = "9"
"""The token of a question after one person; those after a channel carry its place in our list."""


class Census:
    """Counts people. `seen` is told everybody who is found (with the room, if it was asked for one)."""

    def __init__(
        self,
        rooms: tuple[Room, ...],
        ways: ServerWays,
        *,
        send: Callable[[str], None],
        seen: Callable[[Sighting, Room | None], None],
        counted: Callable[[Room], None],
        within: timedelta,
    ) -> None:
        """`counted` is told when a room is complete, or when the server has not answered `within` so long."""
        self._rooms = rooms
        self._ways = ways
        self._send = send
        self._seen = seen
        self._counted = counted
        self._within = within
        self._asked: dict[Room, asyncio.TimerHandle] = {}
        self.handlers: dict[str, Callable[[Heard], None]] = {
            "namreply": self._names,
            "whoreply": self._who,
            "whospcrpl": self._whox,
            "endofwho": self._end,
        }

    def ask(self, room: Room) -> None:
        """Ask for everybody in a room."""
        if self._ways.has_whox:
            self._send(f"WHO {room.name} %tuhna,{self._rooms.index(room)}")
        else:
            self._send(f"WHO {room.name}")
        self._forget(room)
        loop = asyncio.get_running_loop()
        self._asked[room] = loop.call_later(self._within.total_seconds(), self._complete, room)

    def ask_after(self, nick: str) -> None:
        """Ask for one person's account, if the server can tell."""
        if self._ways.has_whox:
            self._send(f"WHO {nick} %tuhna,{_ONE}")

    def stop(self) -> None:
        """The connection is gone; nothing more is counted."""
        for room in list(self._asked):
            self._forget(room)

    def _names(self, heard: Heard) -> None:
        room = self._room(heard.word(1))
        if room is not None:
            for name in heard.word(2).split():
                self._seen(Sighting(nick=name.lstrip(self._ways.signs)), room)

    def _who(self, heard: Heard) -> None:
        channel, user, host, _, nick = (heard.word(index) for index in range(5))
        room = self._room(channel)
        if room is not None and nick:
            self._seen(Sighting(nick=nick, mask=f"{user}@{host}"), room)

    def _whox(self, heard: Heard) -> None:
        token, user, host, nick, account = (heard.word(index) for index in range(5))
        room = self._rooms[int(token)] if token in map(str, range(len(self._rooms))) else None
        if nick:
            known = "" if account in ("0", "*") else account
            self._seen(Sighting(nick=nick, mask=f"{user}@{host}", account=known), room)

    def _end(self, heard: Heard) -> None:
        room = self._room(heard.word(0))
        if room in self._asked:
            self._complete(room)

    def _complete(self, room: Room) -> None:
        self._forget(room)
        self._counted(room)

    def _forget(self, room: Room) -> None:
        timer = self._asked.pop(room, None)
        if timer is not None:
            timer.cancel()

    def _room(self, name: str) -> Room | None:
        fold = self._ways.case_mapping.fold
        return next((room for room in self._rooms if fold(room.name) == fold(name)), None)
