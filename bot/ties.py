"""Ties: one person with an account on each of several networks, and the one-time codes that show it.

Who is vouched for on one network gets a code there, in private, and gives it back on the other, in private too. What
is tied is kept in the league's book; here is only what a code needs: whose it is, how long it is good, and how
often somebody may guess.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.codes import code_of_letters
from bot.events import Events
from bot.people import People
from bot.wording.ties import accounts
from cogs.office import Identity
from cogs.speech import Place, Where
from rules.acts import TieAccounts, UntieAccounts
from rules.entries import PersonId
from rules.league import Account, League

GOOD_FOR = timedelta(minutes=10)
"""How long a code may be given back."""

GUESSES = 5
"""So many wrong codes may one account give within GOOD_FOR."""

GUESSES_OF_ALL = 50
"""So many may all together, before nobody's code is looked at for a while: a guesser may have many accounts."""

MOST_CODES = 1000
"""More are not held at once; the oldest goes first."""


@dataclass(frozen=True, slots=True)
class _Issued:
    account: Account
    until: datetime


class Ties:
    """What `!link` and `!unlink` do, but for the staff's code of the console."""

    def __init__(self, people: People, events: Events, now: Callable[[], datetime]) -> None:
        self._people = people
        self._events = events
        self._now = now
        self._codes = TieCodes(now)
        self.on_came: Callable[[PersonId], None] = lambda person: None

    async def link(self, who: Identity, code: str, place: Place) -> str:
        """The answer to `!link` and to `!link <code>`, said there. Raises a `Refusal`, or NotRecorded."""
        own = self._account(who)
        if not who.verified:
            return f"{who.name}, log in to your account here first: only then is it yours to tie. Then !link."
        if len(self._people.networks) == 1:
            return f"{who.name}, there is no other network here to tie this account to."
        return await self._take(own, code, place) if code else self._give(own)

    async def unlink(self, who: Identity) -> str:
        """The answer to `!unlink`. Raises a `Refusal`, or NotRecorded."""
        own = self._account(who)
        event = self._events.knows(self._league.ids_of(own.id))
        act = UntieAccounts(by=own.id, verified=who.verified, name=own.name, on=own.on, event=event)
        await self._events.league.enter(act, self._now())
        return (
            "" if self._people.is_here(own.id) else f"{own.name}, this account is a person of its own again."
        )

    def _give(self, own: Account) -> str:
        """What is tied, and a code for what is not yet."""
        others = [account for account in self._league.ties.get(own.id, ()) if account.id != own.id]
        tied = (
            f"this account and {accounts((one.name, one.on) for one in others)} are one person. "
            if others
            else ""
        )
        free = [each for each in self._people.networks if each not in {own.on, *(one.on for one in others)}]
        if not free:
            return f"{own.name}, {tied}!unlink ends that."
        code, where = self._codes.issue(own), " or ".join(free)
        minutes = int(GOOD_FOR.total_seconds()) // 60
        say = "Say" if tied else "say"
        return f"{own.name}, {tied}{say} !link {code} to me on {where}, in private, within {minutes} minutes."

    async def _take(self, own: Account, code: str, place: Place) -> str:
        """The code of another account is given back."""
        if self._codes.is_barred(own):
            return f"{own.name}, too many wrong codes. Wait ten minutes, then !link <code>."
        holder = self._codes.holder(code)
        if holder is None:
            self._codes.guessed_wrong(own)
            return f"{own.name}, that code is wrong or too old. !link on the other network gives another."
        if place.where is not Where.PRIVATE and not place.aside:
            self._codes.revoke(holder)
            return f"{own.name}, others could read that code, so it is void. !link there again, and tell me in private."
        were_here = self._people.here()
        await self._events.league.enter(self._tie(own, holder), self._now())
        self._codes.revoke(holder)
        self._codes.revoke(own)
        person = self._people.one(own.id)
        if person not in were_here and self._people.is_here(person):
            self.on_came(person)
        return (
            ""
            if self._people.is_here(person)
            else f"{own.name}, you and {holder.name} are one person from now on."
        )

    def _tie(self, own: Account, holder: Account) -> TieAccounts:
        ids_of = self._league.ids_of
        return TieAccounts(
            by=own.id,
            name=own.name,
            on=own.on,
            other=holder.id,
            other_name=holder.name,
            other_on=holder.on,
            event=self._events.knows_apart(ids_of(own.id), ids_of(holder.id)),
        )

    def _account(self, who: Identity) -> Account:
        return Account(id=self._people.raw_id(who.person), name=who.name, on=who.person.network)

    @property
    def _league(self) -> League:
        return self._events.league.state or League()


class TieCodes:
    """The codes that wait to be given back."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._issued: dict[str, _Issued] = {}
        self._wrong: deque[tuple[datetime, str]] = deque()

    def issue(self, account: Account) -> str:
        """A code for this account; one that it had before is void."""
        self.revoke(account)
        while len(self._issued) >= MOST_CODES:
            del self._issued[next(iter(self._issued))]
        code = code_of_letters()
        self._issued[code] = _Issued(account, self._now() + GOOD_FOR)
        return code

    def revoke(self, account: Account) -> None:
        """The code of this account, if it has one, is good for nothing any more."""
        self._issued = {code: one for code, one in self._issued.items() if one.account.id != account.id}

    def holder(self, code: str) -> Account | None:
        """Whose code this is; None for one that is wrong or too old. It stays good until `revoke`."""
        issued = self._issued.get(code.strip().upper())
        return issued.account if issued is not None and issued.until > self._now() else None

    def guessed_wrong(self, account: Account) -> None:
        """This account gave a code that is nobody's."""
        self._wrong.append((self._now(), account.id))

    def is_barred(self, account: Account) -> bool:
        """Whether this account has guessed too often, or everybody together has."""
        while self._wrong and self._wrong[0][0] <= self._now() - GOOD_FOR:
            self._wrong.popleft()
        own = sum(one == account.id for _, one in self._wrong)
        return own >= GUESSES or len(self._wrong) >= GUESSES_OF_ALL
