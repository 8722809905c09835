"""The networks. A gateway turns what its network shows into `cogs.speech` and the bot's lines back into it.

Each network is one module here; only that module knows the network's library. The rest of the bot knows a
gateway by the protocol below: it tells what happens to its `Listener`, in order, and says lines. Being away
is its own matter: it reconnects by itself and tells `SightLost` and `SightRestored`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Protocol, runtime_checkable

from cogs.speech import Card, Line, Person
from cogs.suggestions import Suggest
from rules.entries import PersonId


class Gateway(Protocol):
    """One network as the bot meets it."""

    @property
    def network(self) -> str:
        """Its name, unique in this process: the `network` of every person and place of it."""
        ...

    @property
    def has_accounts(self) -> bool:
        """Whether the network vouches for accounts; known once it is connected."""
        ...

    def present(self) -> tuple[Person, ...]:
        """Who is in the tournament channel, as far as is known; the bot itself is not among them."""
        ...

    def casefold(self, name: str) -> str:
        """A nick or account under the network's own case rules: equal names give equal texts."""
        ...

    async def run(self) -> None:
        """Serve the network until cancelled, reconnecting as often as it takes; it takes its leave then."""
        ...

    async def say(self, line: Line) -> None:
        """Say a line; returns when the network has been given all of it, the most urgent lines first.

        Waits while the network is away, and may be cancelled. Raises ValueError for a line that can never be
        said.
        """
        ...

    async def confirm_sight(self) -> datetime:
        """Ask the network for a sign of life before somebody is judged by what it showed.

        Returns the moment up to which everything seen was told: that of the question, or, without an
        answer within a few seconds, that of the last thing heard. (On IRC a PING and its PONG.)
        """
        ...


@runtime_checkable
class SaysAtOnce(Protocol):
    """A gateway that knows right away whether a line has gone out, so that an answer need not wait for its turn."""

    def say_at_once(self, line: Line) -> bool:
        """Say a line if no other waits and the network takes all of it now; False: nothing of it was said."""
        ...


@runtime_checkable
class CallsPeople(Protocol):
    """A gateway that can call people to a line by the accounts that they have on its network."""

    account_of: Callable[[PersonId], str | None]
    """Set by the app: the account of a person there; None for somebody who has none."""
    sought: Callable[[], Iterable[str]]
    """Set by the app: the accounts of those whom the open events are about."""


@runtime_checkable
class ShowsPresence(Protocol):
    """A gateway to a network on which who is in the channel may be shown as offline."""

    @property
    def shows_presence(self) -> bool:
        """Whether it is shown to us, as far as is known."""
        ...


@runtime_checkable
class ProposesWords(Protocol):
    """A gateway on which something can be proposed while somebody fills in a command."""

    suggest: Suggest
    """Set by the app: what may be meant in a field, answered at once."""


@runtime_checkable
class SeatsTables(Protocol):
    """A gateway on which each table has a place of its own (`Place.table`), with a card that shows how it stands."""

    @property
    def seats_tables(self) -> bool:
        """Whether it has them now: it may be set not to."""
        ...

    def show(self, card: Card) -> None:
        """Show how a table stands, when the network has time for it; only the latest card of a table counts."""
        ...
