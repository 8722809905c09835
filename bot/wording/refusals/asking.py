"""Who asked for what was refused, and the register of refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from bot.wording.event import OFFICES
from bot.wording.quotes import listed, named, plain
from rules.authority import JUDGES
from rules.entries import PersonId, Role
from rules.match import Match
from rules.refusals import Refusal
from rules.tournament import Tournament

R = TypeVar("R", bound=Refusal)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """The person who is refused, and the event as it stands (None: no event)."""

    by: PersonId
    state: Tournament | None
    called: str = ""  # the nick under which it was asked

    def name(self, person: PersonId | None) -> str:
        """`you` for who asked, else the name."""
        if person is None:
            return "nobody"
        if person == self.by:
            return "you"
        return named(self.state.name_of(person) if self.state else person.rpartition(":")[2])

    def names(self, people: Iterable[PersonId], last: str = "and") -> str:
        return listed([self.name(person) for person in people], last)

    def office(self, *roles: Role) -> str:
        """`the head judge (hawk)`, `the coordinator or head judge (birch or hawk)`: offices that somebody holds."""
        held = [role for role in roles if self.state and self.state.holders(role)]
        titles = listed([OFFICES[role] for role in held or roles], "or")
        holders = self.state.holders(*held) if self.state else ()
        who = f" ({self.names(holders, 'or')})" if holders else ""
        return f"the {titles}{who}"

    def namesake(self, *roles: Role) -> PersonId | None:
        """Who holds one of these offices under the very name of who asked, and is somebody else to us."""
        holders = self.state.holders(*roles) if self.state else ()
        names = {self.name(holder).casefold(): holder for holder in holders if holder != self.by}
        return names.get(named(self.called).casefold())

    @property
    def judges(self) -> bool:
        """Whether who asked is a judge of the event."""
        return self.state is not None and self.state.has_role(self.by, *JUDGES)

    @property
    def official(self) -> bool:
        """Whether who asked runs or judges the event, and so cannot enter it (0.2)."""
        if self.state is None or self.state.two_judges:
            return False
        return self.state.has_role(self.by, *JUDGES, Role.COORDINATOR)

    @property
    def event(self) -> str:
        return plain(self.state.name, 60) if self.state else "this event"

    @property
    def match(self) -> Match | None:
        """The match of who asked, in the current round."""
        return self.state.match_of(self.by) if self.state else None

    @property
    def opponent(self) -> str:
        return self.name(self.match.opponent_of(self.by)) if self.match else "your opponent"


Sentence = Callable[[R, Asking], str]

SENTENCES: dict[type[Refusal], Callable[[Any, Asking], str]] = {}


def answers(cls: type[R]) -> Callable[[Sentence[R]], Sentence[R]]:
    """Register the function that words this refusal: what stands after the name, without it."""

    def register(sentence: Sentence[R]) -> Sentence[R]:
        if cls in SENTENCES:
            raise TypeError(f"two sentences for {cls.__name__}")
        SENTENCES[cls] = sentence
        return sentence

    return register


def refuse(refusal: Refusal, state: Tournament | None, by: PersonId, name: str) -> str:
    """One line for the person who asked: the name, why it cannot be done, and what can be done now."""
    return f"{named(name)}, {SENTENCES[type(refusal)](refusal, Asking(by=by, state=state, called=name))}"
