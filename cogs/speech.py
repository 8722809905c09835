"""Neutral words for all networks: who speaks, where, what was said, what is answered; and the protocol of a desk.

A gateway turns what its network shows into these and the bot's `Line`s back into its network's messages. Nothing
here knows IRC or Discord.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum, StrEnum

from rules.entries import Leaving

DOT = " · "
"""What stands between the items of a list: where a list is too long for one line, it goes on with the next item."""


class Where(StrEnum):
    """The kinds of place in which the bot speaks and is spoken to."""

    CHANNEL = "channel"  # the tournament channel
    JUDGES = "judges"  # the judges' channel
    PRIVATE = "private"  # between the bot and one person


class Urgency(IntEnum):
    """What goes out first when a network lets only so many lines through. Lower goes first."""

    NOW = 0  # penalties, time, calls, anything with a deadline
    ANSWER = 1  # the answer to something just said
    NEWS = 2  # results, announcements
    LIST = 3  # pairings, standings, help


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody on a network, as the network shows them at this moment.

    `session` is the network's own key for this presence and follows nick changes; `account` is the verified
    services account, None where there is none.
    """

    network: str
    nick: str
    account: str | None = None
    session: str = ""
    host: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where something is said. PRIVATE: `nick` is the other one."""

    network: str
    where: Where
    nick: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A line that somebody said to or before the bot, cleaned of formatting codes and control characters."""

    person: Person
    place: Place
    words: str
    at: datetime
    key: str = ""  # the network's own id of this message, when it has one: a second one is not run again


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Something for the bot to say. One line of text; the gateway splits what does not fit, a list between items.

    `lists` names the list that it is, such as the pairings of one event: it is not begun in a place where it is
    still being listed.
    """

    place: Place
    text: str
    urgency: Urgency = Urgency.ANSWER
    lists: str = ""
    key: str = ""  # the outbox row it came from, for networks that know a message by its nonce


def list_of(what: str, event: str) -> str:
    """The name of a list in `Line.lists`: `pairings of autumn-12`."""
    return f"{what} of {event}"


# --- what a gateway tells besides words ---


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """Somebody is in the tournament channel now."""

    person: Person
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """Somebody is no longer in the tournament channel. `split` names the netsplit all its victims share."""

    person: Person
    how: Leaving
    reason: str
    at: datetime
    split: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed:
    """A nick change; `person` is as before it."""

    person: Person
    nick: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountChanged:
    """Somebody logged in or out; `person` is as before."""

    person: Person
    account: str | None
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SightLost:
    """The gateway no longer sees the channel, and last did at `since`."""

    network: str
    since: datetime
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SightRestored:
    """The gateway sees the channel again, and these people in it."""

    network: str
    present: tuple[Person, ...]
    at: datetime


Happening = Said | Joined | Left | Renamed | AccountChanged | SightLost | SightRestored

Listener = Callable[[Happening], Awaitable[None]]
"""What a gateway calls, in order, for everything that happens on its network. Must not raise."""

PromptListener = Callable[[Happening], bool]
"""What a gateway may call instead, in order too, as long as nothing waits for the listener; it takes no time. False:
not taken, the listener is to be called. Must not raise."""
