"""Infractions: the rows of a penalty guide, and the ladder of penalties they point to.

A row holds what its text says and no more: a level for each REL, the grounds it names, what is done besides.
Where it reads differently in certain circumstances it has cases, which are data too, so that a league can add
one without a line of code.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache


class Level(StrEnum):
    """A penalty, from the mildest to the gravest of its ladder."""

    NONE = "none"
    CAUTION = "caution"
    WARNING = "warning"
    GAME_LOSS = "game_loss"
    MATCH_LOSS = "match_loss"
    DISQUALIFICATION = "disqualification"
    POINTS = "points"
    YELLOW_CARD = "yellow_card"
    RED_CARD = "red_card"
    DOUBLE_RED_CARD = "double_red_card"


class Phase(StrEnum):
    """When an infraction was found; it decides what a loss applies to."""

    BEFORE_TOURNAMENT_START = "before_tournament_start"
    BEFORE_MATCH = "before_match"
    IN_GAME = "in_game"
    IN_MATCH = "in_match"
    BETWEEN_GAMES = "between_games"
    END_OF_GAME = "end_of_game"
    BETWEEN_ROUNDS = "between_rounds"
    AFTER_ELIMINATION = "after_elimination"
    MATCH_ALREADY_OVER = "match_already_over"


class InfractionType(StrEnum):
    """Corrective and the same everywhere, or punitive and graver at a higher REL."""

    CORRECTIVE = "I"
    PUNITIVE = "II"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rung:
    """One penalty of the ladder: its name, who hears of it, and what it does."""

    level: Level
    title: str
    tracked: bool
    reported: bool
    effect: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A numbered clause and what it comes to, in one line of our own words."""

    key: str
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """Circumstances in which a row reads differently; what is not given stays as in the row.

    It fits when every fact named in `when` has one of the values listed, and every number named in `at_most`
    is no greater.
    """

    when: Mapping[str, tuple[str | int | bool, ...]] = field(default_factory=dict)
    at_most: Mapping[str, int] = field(default_factory=dict)
    penalty: Level | None = None
    auto: bool | None = None
    hj_required: bool | None = None
    remedy: tuple[str, ...] | None = None
    flag: str | None = None
    log: bool = False

    def fits(self, context: Mapping[str, object]) -> bool:
        """Whether these are the circumstances; a fact that is not known fits nothing."""
        for key, values in self.when.items():
            if not any(context.get(key) == value for value in values):
                return False
        return all(_is_at_most(context.get(key), limit) for key, limit in self.at_most.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class Infraction:
    """A row of the penalty guide.

    `penalties` holds one level, or one for each REL in order. `clause` names the clauses, the first one
    leading, as they are announced. `auto` says that a clock may issue it without a judge. `grounds` are the
    upgrades its text names, each worth one step by the head judge. `aliases` are other names with the clause
    they go by. Of `cases` the first that fits counts.
    """

    key: str
    title: str
    clause: str
    type: InfractionType
    penalties: tuple[Level, ...]
    auto: bool = False
    hj_required: bool = False
    grounds: frozenset[str] = frozenset()
    downgrade_grounds: frozenset[str] = frozenset()
    remedy: tuple[str, ...] = ()
    flag: str | None = None
    recommended: Level | None = None
    aliases: Mapping[str, str] = field(default_factory=dict)
    cases: tuple[Case, ...] = ()

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses one by one: `3.4; A.II.6` is two."""
        return tuple(part.strip() for part in self.clause.split(";"))

    @property
    def all_clauses(self) -> frozenset[str]:
        """Its clauses and those of its other names."""
        return frozenset((*self.clauses, *self.aliases.values()))

    @property
    def short_names(self) -> frozenset[str]:
        """What stands before the first dot of its names, and what stands after it."""
        names = (self.key, *self.aliases)
        return frozenset(part for name in names if "." in name for part in name.split(".", 1))

    @property
    def may_be_automatic(self) -> bool:
        """Whether a clock may issue it, at least in some case."""
        return self.auto or any(case.auto for case in self.cases)

    @property
    def depends_on_rel(self) -> bool:
        """Whether the penalty is not the same at every REL."""
        return len(set(self.penalties)) > 1

    def clause_as(self, name: str) -> str:
        """The clause to announce under this name: an alias may have its own (a ping-out is A.I.4)."""
        return self.aliases.get(as_key(name), self.clause)

    def penalty_at(self, rel: int) -> Level:
        """The level of this row at a REL, counted from 1."""
        return self.penalties[rel - 1] if len(self.penalties) > 1 else self.penalties[0]

    def case_for(self, context: Mapping[str, object]) -> Case | None:
        """The first case that fits what is known."""
        return next((case for case in self.cases if case.fits(context)), None)


@lru_cache(maxsize=1024)  # the same few names, for every penalty of an evening
def as_key(words: str) -> str:
    """A name as rulebooks write it: small letters, underscores for blanks and hyphens."""
    return "_".join(words.casefold().replace("-", " ").replace("_", " ").split())


def _is_at_most(value: object, limit: int) -> bool:
    return isinstance(value, int) and value <= limit
