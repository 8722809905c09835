"""A scene: what a sentence is said in, and to whom.

One act or one tick of the clock is committed as a batch of entries, and people hear one line of it where they
can: the line of the entry that matters most tells the others along. So whoever words an entry looks at its
batch, and at the event as it stands afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TypeVar, cast

from bot.wording.lines import fits
from bot.wording.quotes import listed, named, plain, quoted
from bot.wording.times import by_time
from cogs.speech import Press, Urgency
from rules.entries import Entry, PersonId, Role, TableEntry
from rules.match import Match
from rules.rulebook import Rulebook
from rules.tournament import Tournament

E = TypeVar("E", bound=Entry)
T = TypeVar("T", bound=TableEntry)

CHANNEL = "channel"
JUDGES = "judges"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """A line to say: where, what, how urgently, and which entry of the batch it tells.

    `place` is `channel`, `judges`, or `person:` and a person's id. The rest is for networks that can show it:
    `table` is the (round, table) that a public line is about alone, `is_for_all` says that it is for the channel as
    well; `mentions` are those who have to act now or are penalised, `presses` and `facts` as in `cogs.speech.Line`.
    """

    index: int
    place: str
    text: str
    urgency: Urgency
    table: tuple[int, int] | None = None
    is_for_all: bool = False
    mentions: tuple[PersonId, ...] = ()
    presses: tuple[Press, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()


class Batch:
    """The entries of one commit, found by kind. `is_plain`: nothing but text goes with the lines that tell of it."""

    def __init__(
        self,
        entries: Sequence[Entry],
        before: Tournament | None,
        after: Tournament,
        *,
        is_plain: bool = False,
    ) -> None:
        self.is_plain = is_plain
        self.entries = tuple(entries)
        self.before = before
        self.after = after
        self._kinds: dict[tuple[type[Entry], datetime], list[Entry]] = {}
        self._tables: dict[tuple[type[Entry], int, int], list[Entry]] = {}
        for entry in self.entries:
            self._kinds.setdefault((type(entry), entry.at), []).append(entry)
            if isinstance(entry, TableEntry):
                self._tables.setdefault((type(entry), entry.round, entry.table), []).append(entry)

    def together(self, kind: type[E], at: datetime) -> Sequence[E]:
        """All entries of this kind of this second, in their order."""
        # by its key; looked at for each entry of a second in which a whole round may fall due
        return cast("Sequence[E]", self._kinds.get((kind, at), ()))

    def at_table(self, kind: type[T], of: TableEntry) -> list[T]:
        """All entries of this kind at the same table in the same second."""
        found = self._tables.get((kind, of.round, of.table), ())
        return [entry for entry in found if isinstance(entry, kind) and entry.at == of.at]

    @cached_property
    def still_playing(self) -> int:
        """How many tables of the round have no result."""
        return len(self.after.open_tables)


@dataclass(frozen=True, slots=True)
class Scene:
    """A batch, seen from one of its entries."""

    batch: Batch
    index: int

    @property
    def state(self) -> Tournament:
        """The event after the batch."""
        return self.batch.after

    @property
    def before(self) -> Tournament | None:
        """The event before the batch; None when the batch opens it."""
        return self.batch.before

    @property
    def book(self) -> Rulebook:
        return self.state.book

    @property
    def entry(self) -> Entry:
        return self.batch.entries[self.index]

    # --- who ---

    def name(self, person: PersonId | None) -> str:
        return named(self.state.name_of(person))

    def names(self, people: Iterable[PersonId], last: str = "and") -> str:
        return listed([self.name(person) for person in people], last)

    def holders(self, *roles: Role, otherwise: str = "") -> str:
        """Those who hold one of these offices, by name; `otherwise` when nobody does."""
        return self.names(self.state.holders(*roles), "or") or otherwise

    def head_judge_for(self, match: Match | None) -> str:
        """Who has the last word about this match: nobody judges the own one (1.9)."""
        for role in (Role.HEAD_JUDGE, Role.SECONDARY_JUDGE):
            free = [p for p in self.state.holders(role) if match is None or p not in match.players]
            if free:
                return self.names(free, "or")
        return "a judge who does not play in it" if match else "the head judge"

    def last_word_here(self, match: Match | None) -> tuple[PersonId, ...] | None:
        """Those with the last word about this match who are in the channel; None when nobody has it as it is."""
        roles = (Role.HEAD_JUDGE, Role.SECONDARY_JUDGE)
        free = [
            [p for p in self.state.holders(role) if not match or p not in match.players] for role in roles
        ]
        if not any(free):
            return None
        here = [tuple(filter(self.state.is_here, people)) for people in free]
        return here[0] or here[1]

    # --- what else ---

    def match(self, of: TableEntry) -> Match | None:
        """The match of this entry, as it stands after the batch."""
        return self.match_at(of.round, of.table)

    def match_at(self, number: int, table: int) -> Match | None:
        current = self.state.round
        if current is not None and current.number == number:
            return self.state.matches.get(table)
        return self.state.past.get((number, table))

    def together(self, kind: type[E]) -> Sequence[E]:
        """All entries of this kind that happened in this entry's second."""
        return self.batch.together(kind, self.entry.at)

    def at_table(self, kind: type[T], of: TableEntry) -> T | None:
        """The entry of this kind at the same table in the same second, if there is one."""
        return next(iter(self.batch.at_table(kind, of)), None)

    def is_first(self) -> bool:
        """Whether this is the first entry of its kind in its second: it speaks for all of them."""
        return self.together(type(self.entry))[0] is self.entry

    def by_time(self, due_at: datetime) -> str:
        """A time to come and what is left from this entry on."""
        return by_time(due_at, self.entry.at)

    # --- saying it ---

    def say(
        self,
        text: str,
        urgency: Urgency = Urgency.NEWS,
        *,
        at: Match | None = None,
        is_for_all: bool = False,
        mentions: Iterable[PersonId] = (),
        presses: Iterable[Press] = (),
        facts: tuple[tuple[str, str], ...] = (),
    ) -> Spoken:
        """Publicly: of the entry's table, or of the one of the match `at`, where there is one; else of the event."""
        if self.batch.is_plain:
            return Spoken(index=self.index, place=CHANNEL, text=text, urgency=urgency)
        of = at if at is not None else self.entry if isinstance(self.entry, TableEntry) else None
        return Spoken(
            index=self.index,
            place=CHANNEL,
            text=text,
            urgency=urgency,
            table=(of.round, of.table) if of is not None else None,
            is_for_all=is_for_all,
            mentions=tuple(mentions),
            presses=tuple(presses),
            facts=facts,
        )

    def say_many(self, text: str, urgency: Urgency, *, at: Match | None = None) -> Spoken:
        """Publicly, of many at once (of one table, `at`). What takes several lines waits behind what is said of one."""
        urgency = urgency if fits(text) else max(urgency, Urgency.NEWS)
        table = (at.round, at.table) if at is not None and not self.batch.is_plain else None
        return Spoken(index=self.index, place=CHANNEL, text=text, urgency=urgency, table=table)

    def tell_words(self, match: Match, by: PersonId | None, words: str, on: str) -> Iterator[Spoken]:
        """What was said with an act of the match: kept, and shown to both players and to nobody else."""
        if by is not None and plain(words):
            for player in match.players:
                yield self.tell(player, f"{self.name(by)} said with {on}: {quoted(words)}")

    def tell_judges(
        self, text: str, urgency: Urgency = Urgency.NOW, *, presses: Iterable[Press] = ()
    ) -> Spoken:
        """In the judges' channel."""
        shown = () if self.batch.is_plain else tuple(presses)
        return Spoken(index=self.index, place=JUDGES, text=text, urgency=urgency, presses=shown)

    def tell(
        self,
        person: PersonId,
        text: str,
        urgency: Urgency = Urgency.ANSWER,
        *,
        presses: Iterable[Press] = (),
        facts: tuple[tuple[str, str], ...] = (),
    ) -> Spoken:
        """Privately."""
        place = f"person:{person}"
        if self.batch.is_plain:
            return Spoken(index=self.index, place=place, text=text, urgency=urgency)
        return Spoken(
            index=self.index, place=place, text=text, urgency=urgency, presses=tuple(presses), facts=facts
        )
