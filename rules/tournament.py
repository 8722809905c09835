"""A tournament: everything that is true of an event after its entries so far.

How it works: a `Tournament` is a frozen value, the fold of a scorebook. `rules.fold.apply(state, entry)` gives the
next one and never refuses; `rules.decide.decide(state, act, now)` gives the entries that an act is worth, or raises
a refusal. The first entry carries the whole rulebook, so the state needs no file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from rules.bracket import Bracket
from rules.changes import Change, Undone
from rules.clocks import ZERO
from rules.entries import CoinFlipped, Departure, DiceRolled, FirstPlayerRolled, PersonId, Role, Stage
from rules.frozenmap import FrozenMap
from rules.match import Match
from rules.rulebook import Rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Somebody who is entered. `dropped`: out of the event, and why."""

    id: PersonId
    name: str
    deck: str = ""
    dropping: bool = False  # leaves when the round closes
    dropped: Departure | None = None
    registered_at: datetime

    @property
    def plays(self) -> bool:
        """Still in the event."""
        return self.dropped is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """The round that is paired or runs, or the last one."""

    number: int
    stage: Stage
    best_of: int
    limit: timedelta | None
    paired_at: datetime
    begun_at: datetime | None = None
    late_from: datetime | None = None
    credit: timedelta = ZERO
    held_since: datetime | None = None
    warned: frozenset[timedelta] = frozenset()
    closed_at: datetime | None = None
    sitting_out: tuple[PersonId, ...] = ()
    byes: tuple[PersonId, ...] = ()

    @property
    def runs(self) -> bool:
        return self.begun_at is not None and self.closed_at is None

    @property
    def is_closed(self) -> bool:
        return self.closed_at is not None

    @property
    def scheduled_end_at(self) -> datetime | None:
        """The scheduled end, with what holds that are over gave back; None when untimed or not begun."""
        if self.limit is None or self.begun_at is None:
            return None
        return self.begun_at + self.limit + self.credit

    @property
    def ends_at(self) -> datetime | None:
        """The scheduled end; None when there is none, or nobody can say because a hold lasts."""
        return None if self.held_since is not None else self.scheduled_end_at


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """A penalty as it stands. `status`: standing | pending | overturned | superseded | dismissed."""

    number: int
    player: PersonId
    infraction: str
    clause: str
    level: str
    round: int
    table: int
    game: int
    automatic: bool
    by: PersonId | None
    due_at: datetime | None
    issued_at: datetime
    cause: str
    status: str
    supersedes: int
    applies_to: str
    acknowledged: bool = False
    upheld: bool = False
    reportable: bool = False  # to the league, while it stands (7.2)
    approved_by: PersonId | None = None
    reading: str = ""
    reason: str = ""  # the judge's own words
    evidence: str = ""  # what the clock saw
    upgrades: tuple[str, ...] = ()
    repeated: bool = False  # said once more, since the proposal waits
    escalated_at: datetime | None = None  # when the head judge was last asked by name


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """Clocks and automation stand still at a table of the round, or at all (`table` 0)."""

    table: int
    by: PersonId
    since: datetime
    call: int = 0  # the call of a !panic
    reminded_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeCall:
    """A call for a judge. Open until ruled or closed; a claimed call is open."""

    number: int
    round: int
    table: int
    by: PersonId | None
    why: str
    at: datetime
    head_judge: bool = False
    panic: bool = False
    claimed_by: PersonId | None = None
    claimed_at: datetime | None = None
    released_at: datetime | None = None
    repeated: bool = False  # said once more, since it waits
    escalated_at: datetime | None = None  # when the head judge was last asked by name, since it waits
    reminded_at: datetime | None = None  # when who has it was last reminded of it
    ruled_by: PersonId | None = None
    ruling: str = ""
    held_before: timedelta = ZERO  # how long holds had stopped the table when the call came
    took: timedelta = ZERO  # what the match lost up to the ruling; a hold gives its part back by itself
    upheld: bool = False  # the head judge has let the ruling stand
    given_back: bool = False  # the judge has extended the match after the ruling
    closed_at: datetime | None = None

    @property
    def is_open(self) -> bool:
        return self.closed_at is None

    @property
    def waits_since(self) -> datetime:
        """From when on nobody has it: the call, or its release."""
        return self.released_at or self.at

    @property
    def begun_in_play(self) -> datetime:
        """When it was made, holds before it left out: what it took is counted from here on."""
        return self.at - self.held_before


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealState:
    """An appeal to the head judge, of a ruling or a penalty."""

    number: int
    of: int
    by: PersonId
    why: str
    at: datetime
    answered_by: PersonId | None = None
    upheld: bool | None = None
    repeated: bool = False  # said once more, since it waits
    escalated_at: datetime | None = None  # when the head judge was last asked by name

    @property
    def is_open(self) -> bool:
        return self.answered_by is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Owed:
    """A loss that hits the next match (OG-R08)."""

    player: PersonId
    level: str
    penalty: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Bye:
    """A round that a player has won without an opponent."""

    round: int
    table: int
    player: PersonId
    wins: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmedReport:
    """The head judge's word on what is reported to the league: these penalties."""

    by: PersonId
    at: datetime
    penalties: tuple[int, ...]


Draw = CoinFlipped | DiceRolled | FirstPlayerRolled


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """The state of an event. `matches` are those of the current round; earlier ones are in `past`."""

    name: str
    book: Rulebook
    kind: str
    rel: str
    format: str
    opened_at: datetime
    stage: Stage
    best_of: int
    playoff_best_of: int
    round_limit: timedelta | None
    playoff_limit: timedelta | None
    two_judges: bool
    automatic: Mapping[str, str]
    speed: float
    keys: Mapping[str, str]
    authorization: str = ""
    starts_at: datetime | None = None  # as announced; None: at once, or nobody has said
    start_set_at: datetime | None = None  # when it was announced
    reminded_of_start: frozenset[timedelta] = frozenset()  # what was left when it was said
    formalities_met: bool = False
    previous_round_ends_at: datetime | None = None
    phase: str = "rounds"  # draft | construction | rounds (3.7)
    staff: frozenset[tuple[Role, PersonId]] = frozenset()
    titled: frozenset[tuple[Role, PersonId]] = frozenset()  # of these, who has it by what may be taken again
    names: FrozenMap[PersonId, str] = field(default_factory=FrozenMap)
    present: FrozenMap[PersonId, bool] = field(default_factory=FrozenMap)
    split_off: FrozenMap[PersonId, str] = field(default_factory=FrozenMap)  # whom a netsplit took, and which
    players: FrozenMap[PersonId, Player] = field(default_factory=FrozenMap)
    called: FrozenMap[str, PersonId] = field(
        default_factory=FrozenMap
    )  # who was entered under a name, folded
    alike: FrozenMap[str, PersonId] = field(
        default_factory=FrozenMap
    )  # who was the first to look so (likeness)
    playing: int = 0  # players who have not left
    unled_since: datetime | None = None  # the last coordinator has left the channel
    unled_told: bool = False
    round: Round | None = None
    matches: FrozenMap[int, Match] = field(default_factory=FrozenMap)
    seats: FrozenMap[PersonId, int] = field(default_factory=FrozenMap)
    past: FrozenMap[tuple[int, int], Match] = field(default_factory=FrozenMap)
    byes: tuple[Bye, ...] = ()
    bracket: Bracket | None = None
    swiss_rounds: int = 0  # how many are played; 0: nobody has said
    calls: FrozenMap[int, JudgeCall] = field(default_factory=FrozenMap)
    unclaimed: tuple[
        int, ...
    ] = ()  # the open calls that no judge has, kept apart: they are looked at all the time
    claimed: tuple[int, ...] = ()  # and those that a judge has
    penalties: FrozenMap[int, Penalty] = field(default_factory=FrozenMap)
    penalised: FrozenMap[PersonId, tuple[int, ...]] = field(
        default_factory=FrozenMap
    )  # the numbers of everybody's penalties, in order: each new one is weighed against them
    appeals: FrozenMap[int, AppealState] = field(default_factory=FrozenMap)
    undecided: tuple[int, ...] = ()  # open appeals and proposed penalties, kept apart for the same reason
    causes: FrozenMap[str, int] = field(default_factory=FrozenMap)
    last_number: int = 0  # calls, rulings, penalties and appeals share one count
    draws: FrozenMap[int, Draw] = field(default_factory=FrozenMap)
    last_draw: int = 0
    owed: tuple[Owed, ...] = ()
    no_shows: tuple[tuple[PersonId, datetime], ...] = ()
    changes: tuple[Change, ...] = ()  # what organisers can take back, the newest last
    undone: FrozenMap[PersonId, Undone] = field(default_factory=FrozenMap)  # what each took back last
    turned_away: FrozenMap[PersonId, str] = field(
        default_factory=FrozenMap
    )  # for a standing (6.3), or a name
    holds: tuple[Hold, ...] = ()
    blind_since: datetime | None = None
    ended_at: datetime | None = None
    cancelled: bool = False
    report: ConfirmedReport | None = None  # None: not confirmed, or changed since

    def name_of(self, person: PersonId | None) -> str:
        """The name a person was entered or named under; the bare id for a stranger."""
        if person is None:
            return "the bot"
        return self.names.get(person) or person.rpartition(":")[2]

    def has_role(self, person: PersonId, *roles: Role) -> bool:
        return any((role, person) in self.staff for role in roles)

    def holders(self, *roles: Role) -> tuple[PersonId, ...]:
        """Those who hold one of these offices, by name."""
        return tuple(sorted({p for role, p in self.staff if role in roles}, key=self.name_of))

    def is_here(self, person: PersonId) -> bool:
        """In the tournament channel, as far as the bot can see."""
        return self.present.get(person, False)

    def match_of(self, player: PersonId) -> Match | None:
        """This player's match in the current round."""
        table = self.seats.get(player)
        return None if table is None else self.matches[table]

    @property
    def is_over(self) -> bool:
        return self.ended_at is not None

    @property
    def is_rehearsal(self) -> bool:
        """Clocks run faster than on the wall, and nothing counts for the league."""
        return self.speed != 1

    @property
    def held_all_since(self) -> datetime | None:
        """Since when all tables are on hold; None when they are not."""
        return next((hold.since for hold in self.holds if not hold.table), None)

    @property
    def open_tables(self) -> tuple[Match, ...]:
        """The matches of the round without a result, by table."""
        return tuple(m for _, m in sorted(self.matches.items()) if not m.is_over)

    @property
    def open_calls(self) -> tuple[JudgeCall, ...]:
        """Calls without a ruling, oldest first."""
        return tuple(call for _, call in sorted(self.calls.items()) if call.is_open)

    def match_at(self, round_number: int, table: int) -> Match | None:
        """The match at a table of this round or an earlier one."""
        if self.round is not None and self.round.number == round_number:
            return self.matches.get(table)
        return self.past.get((round_number, table))

    def penalties_of(self, player: PersonId) -> tuple[Penalty, ...]:
        """By number, whatever their status."""
        return tuple(self.penalties[number] for number in self.penalised.get(player, ()))
