"""What commands stand on: the office that knows the events, the people and the desks.

`bot` implements this; commands never see a network, a store or a clock. `decide` judges who may do a thing; nothing
here does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from cogs.speech import Line, Person, Place
from rules.acts import Act, Dice, OpenTournament
from rules.entries import Entry, PersonId
from rules.league import League
from rules.rulebook import Rulebook
from rules.tournament import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """Who is speaking: the person for good, and whether the network vouches for it right now.

    `by_account`: people are known by their accounts there, so that who is not logged in could log in.
    """

    id: PersonId
    name: str
    verified: bool
    person: Person
    by_account: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PastPenalty:
    """A penalty of some event, as it stands. `penalty` is a level of the ladder, `status` as in the event's record."""

    event: str
    number: int
    round: int
    penalty: str
    clause: str
    issued_at: datetime
    status: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A line that somebody said in the tournament channel."""

    at: datetime
    nick: str
    person: PersonId
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """What was recorded in an event and heard in its channel within some time, each oldest first."""

    entries: tuple[Entry, ...]
    heard: tuple[Heard, ...]


class Unclear(Exception):
    """The words fit nobody or several; `str()` is the one line to answer, candidates named. Nothing has happened."""


class NobodyCalled(Unclear):
    """The words fit nobody who is here or in the event."""


class Office(Protocol):
    """The events of this process, and the people in them."""

    @property
    def dice(self) -> Dice: ...

    def now(self) -> datetime:
        """The present second, UTC."""
        ...

    @property
    def speed(self) -> float:
        """How much faster than on the wall clocks run; 1 but in a rehearsal, of which nothing counts for the league."""
        ...

    def events(self) -> dict[str, Tournament]:
        """The open events by id (and the last one that ended, for look-ups), oldest first."""
        ...

    def event_for(self, who: PersonId, place: Place, named: str | None) -> str:
        """The one event a word is about: the named one, else the only open one, else the one this person is in.

        Raises `Unclear` when there is none, or several fit.
        """
        ...

    def state(self, event: str) -> Tournament:
        """The event as it stands after everything that was committed."""
        ...

    async def enter(self, event: str, act: Act) -> tuple[Entry, ...]:
        """Have the act decided and stored. Returns its entries after the commit; they are spoken by the herald.

        Raises a `Refusal`, or `NotRecorded` when the store failed (then nothing happened).
        """
        ...

    async def pair(self, event: str, asked: Act) -> tuple[Entry, ...]:
        """Have the next Swiss round paired, for whoever `asked`, and stored. Raises as `enter`."""
        ...

    async def open(self, act: OpenTournament, place: Place) -> str:
        """Open an event in this place; returns its id."""
        ...

    async def enter_league(self, act: Act) -> tuple[Entry, ...]:
        """An act outside any event: a flip or a roll, a standing. Raises as `enter`."""
        ...

    def league(self) -> League:
        """The league as it stands: the flips and rolls outside events, and the standings."""
        ...

    def directors(self, network: str) -> frozenset[PersonId]:
        """Who directs the league: by the configuration, as that network knows people, and in the open events."""
        ...

    async def history(self, person: PersonId) -> tuple[PastPenalty, ...]:
        """The penalties of this person in every event that is stored, oldest first."""
        ...

    async def around(self, event: str, since: datetime, until: datetime) -> Around:
        """What was recorded in this event and heard in the channel, from `since` to before `until`."""
        ...

    async def recall(self, words: str, network: str, event: str | None = None) -> tuple[PersonId, str]:
        """As `find`, and besides whom earlier events or the league's book know by that name. Raises `Unclear`.

        `account:zed` and `nick:zed` mean that account or nick, whether anybody ever saw it or not.
        """
        ...

    def find(self, words: str, network: str, event: str | None = None) -> tuple[PersonId, str]:
        """The person and name that these words mean, exactly: registered name, nick or account. Raises `Unclear`."""
        ...

    def finder(self, network: str, event: str | None = None) -> Callable[[str], tuple[PersonId, str]]:
        """`find` for many names in one go: who there is, is looked up once."""
        ...

    async def sheet(self, name: str) -> str:
        """The text of a file of pairings. Raises `Unclear`."""
        ...

    def bot_names(self) -> tuple[str, ...]:
        """What the bot is called on the networks where it chooses its name."""
        ...

    def people_here(self, event: str | None = None) -> frozenset[PersonId]:
        """Everybody in the tournament channel; for an event that says so, without who is shown as offline."""
        ...

    def book(self, name: str) -> Rulebook:
        """A rulebook by its name. Raises `Unclear` naming those there are."""
        ...

    async def link(self, who: Identity, code: str, place: Place) -> str:
        """The code from the console makes this person staff for the session; that of another network ties accounts.

        Without a code: what is tied, and one for the other network. Returns the answer, for this person alone; empty
        where the herald gives it. Raises as `enter`.
        """
        ...

    async def unlink(self, who: Identity) -> str:
        """This account is tied to no other any more; returns the answer as `link` does. Raises as `enter`."""
        ...

    async def say(self, line: Line) -> None:
        """Say something that is not stored: an answer to a look-up, a refusal."""
        ...


class NotRecorded(Exception):
    """The store failed: the act was not recorded and nothing happened. Say it again."""
