"""The console: a network of people who exist only on paper, or as lines that somebody types.

It is a gateway like the others. In a rehearsal the transcript says who comes, speaks and leaves; in the terminal of
`floorjudge run` the one at the keyboard does. How somebody left is told as a network would tell it, by the words of
the QUIT. Nothing here reads or prints: see `bot.gateways.terminal` and `bot.rehearsal`.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import count

from cogs.speech import (
    AccountChanged,
    Happening,
    Joined,
    Left,
    Line,
    Listener,
    Person,
    Place,
    Renamed,
    Said,
    SightLost,
    SightRestored,
    Where,
)
from rules.entries import Leaving

NETWORK = "console"

_SERVER = r"[\w*-]+(?:\.[\w*-]+)+"
_SPLIT = re.compile(rf"{_SERVER} {_SERVER}", re.ASCII)
_KICKED = re.compile(r"kill|banned|[a-z]:?-?lined|excess flood", re.IGNORECASE)
_LOST = re.compile(
    r"ping time|connection (?:closed|reset|timed out|lost)|(?:read|write) error|broken pipe|remote host closed",
    re.IGNORECASE,
)


@dataclass(slots=True)
class _Guest:
    """Somebody on the network. `session` stays through nick changes and ends with a quit."""

    nick: str
    session: str
    account: str | None = None
    here: bool = False


class Console:
    """The network on paper."""

    def __init__(
        self,
        now: Callable[[], datetime],
        show: Callable[[Line], None],
        *,
        network: str = NETWORK,
        accounts: bool = False,
    ) -> None:
        """`show` is given every line that the bot says; `accounts`: people can log in."""
        self.network = network
        self.has_accounts = accounts
        self._now = now
        self._show = show
        self._guests: dict[str, _Guest] = {}
        self._sessions = count(1)
        self._listener: Listener | None = None
        self._connected = asyncio.Event()
        self._connected.set()
        self.entered = asyncio.Event()
        """Set while the bot sees the channel since it came."""

    # --- the gateway ---

    def present(self) -> tuple[Person, ...]:
        return tuple(self._person(guest) for guest in self._guests.values() if guest.here)

    def casefold(self, name: str) -> str:
        return name.casefold()

    def person(self, nick: str) -> Person:
        """Who holds this nick, there or not."""
        return self._person(self._guest(nick))

    def listen(self, listener: Listener | None) -> None:
        """Tell this listener from now on; None: the bot is down, and nobody listens."""
        self._listener = listener
        self.entered.clear()

    async def run(self) -> None:
        """Let the bot see the channel, and stay until cancelled."""
        await self._tell(SightRestored(network=self.network, present=self.present(), at=self._now()))
        self.entered.set()
        await asyncio.Event().wait()

    async def say(self, line: Line) -> None:
        await self._connected.wait()
        self._show(line)

    async def confirm_sight(self) -> datetime:
        return self._now()

    # --- what people do ---

    def bring_in(self, nicks: Iterable[str]) -> None:
        """These are in the channel before anybody looks."""
        for nick in nicks:
            self._guest(nick).here = True

    async def speak(self, nick: str, where: Where, words: str) -> None:
        """Somebody says something; who speaks in a channel has joined a moment before."""
        guest = self._guest(nick)
        if where is not Where.PRIVATE and not guest.here:
            await self.join(nick)
        place = Place(network=self.network, where=where, nick=guest.nick if where is Where.PRIVATE else "")
        await self._tell(Said(person=self._person(guest), place=place, words=words, at=self._now()))

    async def join(self, nick: str) -> None:
        """Somebody comes into the channel; who is there already stays."""
        guest = self._guest(nick)
        if not guest.here:
            guest.here = True
            await self._tell(Joined(person=self._person(guest), at=self._now()))

    async def quit(self, nicks: Iterable[str], reason: str) -> None:
        """These leave the network in one moment, with these words of the server's or their own."""
        how = how_of_quit(reason)
        split = f"{reason} {self._now():%Y-%m-%dT%H:%M:%S}" if how is Leaving.SPLIT else ""
        for nick in nicks:
            await self._leave(nick, how, reason, split)
            self._guests.pop(self.casefold(nick), None)

    async def leave(self, nick: str, how: Leaving, reason: str) -> None:
        """Somebody leaves the channel and stays on the network."""
        await self._leave(nick, how, reason, "")

    async def rename(self, nick: str, new: str) -> None:
        """Somebody changes the nick."""
        guest = self._guest(nick)
        person = self._person(guest)
        del self._guests[self.casefold(nick)]
        guest.nick = new
        self._guests[self.casefold(new)] = guest
        if guest.here:
            await self._tell(Renamed(person=person, nick=new, at=self._now()))

    async def log_in(self, nick: str, account: str | None) -> None:
        """Somebody logs in to an account, or out of it."""
        guest = self._guest(nick)
        person = self._person(guest)
        guest.account = account
        await self._tell(AccountChanged(person=person, account=account, at=self._now()))

    # --- what befalls the bot ---

    async def lose_connection(self) -> None:
        """The bot no longer sees the channel."""
        await self._tell(SightLost(network=self.network, since=self._now(), why="the connection was lost"))
        self._connected.clear()

    async def connect_again(self) -> None:
        """The bot sees the channel again, and who is in it now."""
        self._connected.set()
        await self._tell(SightRestored(network=self.network, present=self.present(), at=self._now()))

    def settle_presence(self, present: Iterable[str], staff: Iterable[str]) -> None:
        """These are in the channel now, and of all others only those of the staff who were there before."""
        listed, kept = {self.casefold(nick) for nick in present}, {self.casefold(nick) for nick in staff}
        for key, guest in self._guests.items():
            guest.here = key in listed or (guest.here and key in kept)
        self.bring_in(present)

    # --- within ---

    def _guest(self, nick: str) -> _Guest:
        """The one who holds this nick; a nick that nobody holds is a stranger with no account."""
        key = self.casefold(nick)
        if key not in self._guests:
            self._guests[key] = _Guest(nick=nick, session=f"{self.network}.{next(self._sessions)}")
        return self._guests[key]

    def _person(self, guest: _Guest) -> Person:
        account = guest.account if self.has_accounts else None
        return Person(network=self.network, nick=guest.nick, account=account, session=guest.session)

    async def _leave(self, nick: str, how: Leaving, reason: str, split: str) -> None:
        guest = self._guests.get(self.casefold(nick))
        if guest is None or not guest.here:
            return
        guest.here = False
        person = self._person(guest)
        await self._tell(Left(person=person, how=how, reason=reason, at=self._now(), split=split))

    async def _tell(self, what: Happening) -> None:
        if self._listener is not None and self._connected.is_set():
            await self._listener(what)


def how_of_quit(reason: str) -> Leaving:
    """How a network would show this quit: a server's text tells a lost line, a netsplit or a kill."""
    if _SPLIT.fullmatch(reason):
        return Leaving.SPLIT
    if _KICKED.match(reason):
        return Leaving.KICKED
    return Leaving.LOST if _LOST.match(reason) else Leaving.QUIT
