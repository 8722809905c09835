"""Neutral words for all networks: who speaks, where, what was said, what is answered; and the protocol of a desk.

A gateway turns what its network shows into these and the bot's `Line`s back into its network's messages. Nothing
here knows IRC or Discord.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum, StrEnum

from rules.acts import Pressed
from rules.entries import Leaving, PersonId

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
    services account, None where there is none. `nick` is unique at each moment; `also` are names that need not be
    (a display name). `titles` are the network's own roles that the person has there, such as Discord's.
    """

    network: str
    nick: str
    account: str | None = None
    session: str = ""
    host: str = ""
    also: tuple[str, ...] = ()
    titles: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRef:
    """One table of one round of one event."""

    event: str
    round: int
    table: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where something is said. PRIVATE: `nick` is the other one.

    `table`: the place of its own that this table has beside the channel (a thread), where the network gives it one.
    `aside`: the network's key of one question (a slash command, a press) that wants its answer there and at once,
    seen by the one who asked and by nobody else.
    """

    network: str
    where: Where
    nick: str = ""
    table: TableRef | None = None
    aside: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A line that somebody said to or before the bot, cleaned of formatting codes and control characters.

    `options`: what was filled in for each part of the command by name, where the network has fields for them; then
    `words` is the command alone. `pressed`: the moment that a button belongs to which said this.
    """

    person: Person
    place: Place
    words: str
    at: datetime
    key: str = ""  # the network's own id of this message, when it has one: a second one is not run again
    options: Mapping[str, str] | None = None
    pressed: Pressed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A button that a network may show with a line or card: pressing it says `words`.

    `words` begin with a command, without its mark: `confirm`, `claim 7`. `event` is the one they are about, as
    behind @. `pressed` is the moment it belongs to: a later press changes nothing. `asks`: the part of the command
    that is asked for first, in a form, by its name; empty where nothing is. `is_grave`: shown as what is not to be
    pressed lightly.
    """

    label: str
    words: str
    event: str = ""
    pressed: Pressed | None = None
    asks: str = ""
    is_grave: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Something for the bot to say. One line of text; the gateway splits what does not fit, a list between items.

    `lists` names the list that it is, such as the pairings of one event: it is not begun in a place where it is
    still being listed. `mentions` are those it is about, whom a network may call to it. `presses` are the buttons
    that go with it, `facts` the same again as labels and texts, for networks that can show a table.
    """

    place: Place
    text: str
    urgency: Urgency = Urgency.ANSWER
    lists: str = ""
    key: str = ""  # the outbox row it came from, for networks that know a message by its nonce
    mentions: tuple[PersonId, ...] = ()
    presses: tuple[Press, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    is_told_to_all: bool = (
        False  # of a table's own place: the channel hears it as well, so it need not go there
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRow:
    """One row of a card. `due_at`: a clock that runs out then, which the network counts down on its own."""

    label: str
    text: str = ""
    due_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """How a table stands: shown at its place, and shown anew in the same spot whenever it changes.

    `is_over`: the match has its result, and the place may be closed.
    """

    table: TableRef
    title: str
    rows: tuple[CardRow, ...]
    players: tuple[PersonId, ...]
    presses: tuple[Press, ...] = ()
    is_over: bool = False


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
class PresenceChanged:
    """Somebody in the tournament channel is shown as there, or as not there, without having come or left.

    (Discord: online or offline.)
    """

    person: Person
    is_online: bool
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TitlesChanged:
    """Somebody has other roles of the network's own, or another display name; `person` is as it is now."""

    person: Person
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SightLost:
    """The gateway no longer sees the channel, and last did at `since`."""

    network: str
    since: datetime
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SightRestored:
    """The gateway sees the channel again, and these people in it; `offline` are the sessions shown as not there."""

    network: str
    present: tuple[Person, ...]
    at: datetime
    offline: frozenset[str] = frozenset()


Happening = (
    Said
    | Joined
    | Left
    | Renamed
    | AccountChanged
    | PresenceChanged
    | TitlesChanged
    | SightLost
    | SightRestored
)

Listener = Callable[[Happening], Awaitable[None]]
"""What a gateway calls, in order, for everything that happens on its network. Must not raise."""

PromptListener = Callable[[Happening], bool]
"""What a gateway may call instead, in order too, as long as nothing waits for the listener; it takes no time. False:
not taken, the listener is to be called. Must not raise."""
