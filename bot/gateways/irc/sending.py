"""What the bot says, on its way out: the most urgent first, as fast as the server takes it.

A line that fits and may go at once goes at once. Else it waits here, and whoever said it waits with it; a
place that is closed (we are not in that channel) holds up only its own lines.
"""

import asyncio
from bisect import insort_left, insort_right
from collections import deque
from dataclasses import dataclass
from operator import attrgetter
from typing import Protocol

from bot.gateways.irc.cleaning import clean_said
from bot.gateways.irc.pace import Throttle
from bot.gateways.irc.splitting import cut
from cogs.speech import Line, Place, Urgency

_REMEMBERED = 500
"""How many lines are kept until the server shows that it is there."""


class Outlet(Protocol):
    """Where lines go: a stay on a server."""

    @property
    def is_writable(self) -> bool:
        """Whether the socket takes more now."""

    def target(self, place: Place) -> str | None:
        """The channel or nick to speak to; None while that place is closed to us."""

    def room(self, target: str) -> int:
        """Bytes of text that the server relays whole to this target."""

    def say(self, target: str, text: str) -> None:
        """Hand one line to the socket."""


@dataclass(slots=True, kw_only=True, eq=False)
class _Parcel:
    """A line that waits, or the rest of one."""

    urgency: Urgency
    number: int
    place: Place
    rest: str
    asked_by: int = 1
    sent: asyncio.Future[None] | None = None
    """None: nobody waits, for it has been said before."""

    @property
    def rank(self) -> tuple[Urgency, int]:
        """What orders lines on their way out."""
        return self.urgency, self.number


_rank = attrgetter("rank")
_Piece = tuple[Urgency, int, Place, str]
"""What has been said: the urgency and number of its line, where, and the text."""


class SendQueue:
    """All lines of one network. It outlives connections: what waits when one is lost goes out on the next."""

    def __init__(self, throttle: Throttle | None) -> None:
        """`throttle`: None where a server need not be spared."""
        self._throttle = throttle
        self._outlet: Outlet | None = None
        self._parcels: list[_Parcel] = []
        self._number = 0
        self._unheard: deque[_Piece] = deque(maxlen=_REMEMBERED)
        self._timer: asyncio.TimerHandle | None = None

    def attach(self, outlet: Outlet) -> None:
        """Lines go out there from now on."""
        self._outlet = outlet
        self.go_on()

    def charge(self) -> None:
        """We have sent the server something that is no line of ours, and that it counts all the same."""
        if self._throttle is not None:
            self._throttle.charge()

    def keep_to(self, throttle: Throttle | None) -> None:
        """Speak by this throttle from now on."""
        self._throttle = throttle
        self.go_on()

    def detach(self, *, broke: bool) -> None:
        """We are away. If the connection broke, what we said since the server was last heard is said once more.

        Some of it may come twice; but a penalty that nobody was told would be worse.
        """
        self._outlet = None
        if broke:
            # From the last to the first, each before its equals: the pieces of a line come in front of its rest.
            for urgency, number, place, text in reversed(self._unheard):
                parcel = _Parcel(urgency=urgency, number=number, place=place, rest=text)
                insort_left(self._parcels, parcel, key=_rank)
        self._unheard.clear()

    def heard(self) -> None:
        """The server is there: what we have said so far has arrived, as far as we can know."""
        if self._unheard:
            self._unheard.clear()

    async def say(self, line: Line) -> None:
        """Say a line; returns when all of it was handed to the socket. Cancelled, it says no more of it.

        The same words to the same place, while they still wait, are said once for all who want them said.
        """
        text = clean_said(line.text).strip()
        if not text:
            return
        if self._said_at_once(line, text):
            return
        parcel, sent = self._waiting(line, text)
        self.go_on()
        try:
            await asyncio.shield(sent)
        finally:
            parcel.asked_by -= 1
            if not parcel.asked_by and not sent.done():
                self._parcels.remove(parcel)

    def say_at_once(self, line: Line) -> bool:
        """Say a line if all of it can be handed to the socket now and nothing waits before it."""
        text = clean_said(line.text).strip()
        return bool(text) and self._said_at_once(line, text)

    def _said_at_once(self, line: Line, text: str) -> bool:
        outlet = self._outlet
        if self._parcels or outlet is None or not outlet.is_writable:
            return False
        target = outlet.target(line.place)
        if target is None or len(text.encode()) > outlet.room(target):
            return False
        if not self._may_go():
            return False
        self._number += 1
        self._say(outlet, target, (line.urgency, self._number, line.place, text))
        return True

    def _waiting(self, line: Line, text: str) -> tuple[_Parcel, asyncio.Future[None]]:
        """The parcel of a line, a new one or that of the same words, and when it is sent."""
        for parcel in self._parcels:
            is_same = parcel.place == line.place and parcel.rest == text and parcel.urgency <= line.urgency
            if is_same and parcel.sent is not None:
                parcel.asked_by += 1
                return parcel, parcel.sent
        self._number += 1
        sent = asyncio.get_running_loop().create_future()
        parcel = _Parcel(urgency=line.urgency, number=self._number, place=line.place, rest=text, sent=sent)
        insort_right(self._parcels, parcel, key=_rank)
        return parcel, sent

    def go_on(self) -> None:
        """Send what may be sent now; safe to call at any moment."""
        while self._outlet is not None and self._outlet.is_writable:
            found = self._next(self._outlet)
            if found is None:
                return
            if not self._may_go():
                return
            self._send_piece(self._outlet, *found)

    def _may_go(self) -> bool:
        """Whether a line may go now, which is then taken to go; else we go on when one may."""
        if self._throttle is None or self._throttle.take():
            return True
        self._go_on_in(self._throttle.wait())
        return False

    def _next(self, outlet: Outlet) -> tuple[_Parcel, str] | None:
        """The most urgent line whose place is open."""
        for parcel in self._parcels:
            target = outlet.target(parcel.place)
            if target is not None:
                return parcel, target
        return None

    def _send_piece(self, outlet: Outlet, parcel: _Parcel, target: str) -> None:
        piece, parcel.rest = cut(parcel.rest, outlet.room(target))
        self._say(outlet, target, (parcel.urgency, parcel.number, parcel.place, piece))
        if not parcel.rest:
            self._parcels.remove(parcel)
            if parcel.sent is not None:
                parcel.sent.set_result(None)
        elif parcel.urgency is Urgency.LIST:
            self._let_others_first(parcel)

    def _let_others_first(self, parcel: _Parcel) -> None:
        """After a piece of it a list waits behind the others: a short one elsewhere need not wait for all of it."""
        self._parcels.remove(parcel)
        self._number += 1
        parcel.number = self._number
        insort_right(self._parcels, parcel, key=_rank)

    def _say(self, outlet: Outlet, target: str, piece: _Piece) -> None:
        outlet.say(target, piece[-1])
        self._unheard.append(piece)

    def _go_on_in(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, self.go_on)
