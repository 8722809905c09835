"""A league's rulebook as data: infractions and penalties, clauses, clocks, rounds and named policies.

How it works. Each league is one TOML file in `rules/books/`; `parse` reads its text (reading the file is not
for `rules/`). Every fact is a frozen dataclass whose fields are the keys of the file, so this module is also
the reference for whoever writes a book. `bookform` turns facts into tables and back; this module adds what
tables alone cannot say: every clause named by an infraction has its line, later thresholds come later, an
automatic penalty is one the book lets a clock give.

Why so. The first entry of a scorebook carries the whole book (`to_data`, `from_data`), so an event is judged
to its end by the book it began with. The core asks for named policies and never for a league's name: a league
that differs names another policy.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import timedelta
from difflib import get_close_matches
from enum import StrEnum
from functools import lru_cache
from typing import Any

from rules.bookform import Place, RulebookError, merge, read, write
from rules.durations import format_duration
from rules.entries import Stage
from rules.infractions import Case, Clause, Infraction, InfractionType, Level, Phase, Rung, as_key
from rules.membership import Standing

__all__ = [
    "Case",
    "Clause",
    "Clocks",
    "DrawOffers",
    "FirstChooser",
    "Infraction",
    "InfractionType",
    "Kind",
    "Level",
    "MatchLossScore",
    "NoConnection",
    "Phase",
    "Points",
    "Policies",
    "Rounds",
    "Rulebook",
    "RulebookError",
    "Rung",
    "SilentChooser",
    "Stage",
    "Standing",
    "Trigger",
    "UnknownInfraction",
    "from_data",
    "parse",
    "to_data",
]


class UnknownInfraction(LookupError):
    """The rulebook has no infraction of that name, or more than one; `candidates` are the nearest keys."""

    def __init__(
        self, book: str, words: str, candidates: tuple[str, ...], *, ambiguous: bool = False
    ) -> None:
        self.words = words
        self.candidates = candidates
        if ambiguous:
            message = f"{words!r} could be {_either(candidates)}"
        else:
            message = f"{book} knows no infraction {words!r}"
            message += f"; nearest: {', '.join(candidates)}" if candidates else ""
        super().__init__(message)


class Trigger(StrEnum):
    """What a clock can see by itself; a book names the infraction that it is."""

    LATE_GAME_LOSS = "late_game_loss"
    LATE_MATCH_LOSS = "late_match_loss"
    GONE_GAME_LOSS = "gone_game_loss"
    GONE_MATCH_LOSS = "gone_match_loss"
    PREGAME = "pregame"
    SHUFFLE = "shuffle"
    DROP_AFTER_PAIRING = "drop_after_pairing"


class FirstChooser(StrEnum):
    """Who chooses to play or draw in the first game."""

    RANDOM = "random"
    HIGHER_SEED = "higher_seed"


class SilentChooser(StrEnum):
    """What it means when the chooser says nothing."""

    PLAYS_FIRST = "plays_first"
    DRAWS_FIRST = "draws_first"


class DrawOffers(StrEnum):
    """Whether a player may offer a draw again after the opponent has declined one."""

    BLOCKED = "blocked"
    ALLOWED = "allowed"


class MatchLossScore(StrEnum):
    """The games written for a lost or conceded match: the winner always gets the wins needed."""

    LOSER_KEEPS_WINS = "loser_keeps_wins"
    LOSER_HAS_NONE = "loser_has_none"


class NoConnection(StrEnum):
    """How a match ends whose players are both there and cannot link."""

    FLIP = "flip"
    DRAW_UNLESS_BOTH_FLIP = "draw_unless_both_flip"
    HEAD_JUDGE = "head_judge"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clocks:
    """Every interval that the bot measures.

    Limits are passed, not reached: exactly ten minutes late is in time, unless `inclusive` names that limit.
    """

    # Lateness, from the later of the round's start and the scheduled end of the round before, plus the grace.
    expected_ready: timedelta
    late_game_loss: timedelta
    late_match_loss: timedelta
    grace: timedelta = timedelta(0)
    # Absence, from when the player was seen leaving.
    gone_game_loss: timedelta
    gone_match_loss: timedelta
    gone_reminder: timedelta = timedelta(minutes=1)
    # Getting ready and shuffling.
    pregame: timedelta
    pregame_reminder: timedelta
    shuffle: timedelta
    shuffle_reminder: timedelta
    # How long the bot waits for people.
    consent_silence: timedelta = timedelta(minutes=3)
    question_lapse: timedelta = timedelta(minutes=2)
    after_time: timedelta = timedelta(minutes=5)
    report_unanswered: timedelta = timedelta(minutes=5)
    call_repeat: timedelta = timedelta(minutes=2)
    call_escalate: timedelta = timedelta(minutes=5)
    claim_reminder: timedelta = timedelta(minutes=10)
    hold_reminder: timedelta = timedelta(minutes=10)
    start_reminder: timedelta = timedelta(minutes=10)
    coordinator_gone: timedelta = timedelta(minutes=5)
    inclusive: frozenset[str] = frozenset()

    def fault(self) -> tuple[str, str] | None:
        """The first key that is out of order, and what it should be; None when all is well."""
        for name in (f.name for f in fields(self) if f.name not in ("grace", "expected_ready", "inclusive")):
            if getattr(self, name) <= timedelta(0):
                return name, "expected more than 0:00"
        for earlier, later in _IN_ORDER:
            before, after = getattr(self, earlier), getattr(self, later)
            if before >= after and not (earlier == "expected_ready" and before == after):
                limit = f"{earlier} ({format_duration(before)})"
                return later, f"expected more than {limit}, found {format_duration(after)}"
        return None

    def changed(self, overrides: Mapping[str, timedelta]) -> "Clocks":
        """These clocks with other limits; reminders keep their distance to the limit they announce."""
        moved: dict[str, Any] = dict(overrides)
        for limit, reminder in (("pregame", "pregame_reminder"), ("shuffle", "shuffle_reminder")):
            if limit in overrides:
                kept = getattr(self, reminder) + overrides[limit] - getattr(self, limit)
                moved[reminder] = max(kept, _half(overrides[limit]))
        if "gone_game_loss" in overrides:
            moved["gone_reminder"] = min(self.gone_reminder, _half(overrides["gone_game_loss"]))
        if "late_game_loss" in overrides:
            moved["expected_ready"] = min(self.expected_ready, overrides["late_game_loss"])
        return replace(self, **moved)


_IN_ORDER = (
    ("expected_ready", "late_game_loss"),
    ("late_game_loss", "late_match_loss"),
    ("gone_game_loss", "gone_match_loss"),
    ("gone_reminder", "gone_game_loss"),
    ("pregame_reminder", "pregame"),
    ("shuffle_reminder", "shuffle"),
    ("call_repeat", "call_escalate"),
)

HOUSE_RULES = frozenset(
    {
        "late_game_loss",
        "late_match_loss",
        "gone_game_loss",
        "gone_match_loss",
        "pregame",
        "shuffle",
        "grace",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounds:
    """How long a round lasts and how many games a match has."""

    limit: timedelta
    minimum: timedelta
    playoff_limit: timedelta | None = None
    warnings: tuple[timedelta, ...]
    untimed_stages: frozenset[Stage]
    may_be_untimed: frozenset[Stage]
    best_of: int
    playoff_best_of: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """Match points, also used for games."""

    win: int
    draw: int
    loss: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of tournament: its REL, whether the coordinator may choose another, and its other names."""

    key: str
    title: str
    rel: int
    free_rel: bool = False
    premier: bool = False
    by_invitation: bool = False  # 0.2: for those on the coordinator's list
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Policies:
    """The named choices in which leagues differ."""

    first_player_game_1: FirstChooser
    first_player_playoff: FirstChooser
    silent_chooser: SilentChooser
    draw_offer_after_decline: DrawOffers
    extra_turns: int
    slow_play_turns: int
    score_of_match_loss: MatchLossScore
    no_connection_swiss: NoConnection
    no_connection_playoff: NoConnection
    review_from_prior: int
    ground_cap: Level
    minimum_players: int
    minimum_premier_players: int
    highest_rel: int
    default_kind: str
    default_standing: str = "good"  # of whom nothing is on record


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """Everything a league says, as the core and the look-ups need it."""

    name: str
    title: str
    version: str
    ladder: tuple[Rung, ...]
    kinds: Mapping[str, Kind]
    clocks: Clocks
    rounds: Rounds
    points: Points
    policies: Policies
    automatic: Mapping[Trigger, str]
    targets: Mapping[Level, Mapping[Phase, str]]
    infractions: Mapping[str, Infraction]
    clauses: Mapping[str, Clause]
    standings: Mapping[str, Standing] = field(default_factory=dict)
    reminders: Mapping[str, str] = field(default_factory=dict)

    def infraction(self, key: str) -> Infraction:
        """The row of that name: its key, an alias, or the part of it before or after the dot.

        Case, blanks and hyphens do not matter. Raises UnknownInfraction with the nearest candidates, also
        when a part belongs to more than one row.
        """
        word = as_key(key)
        if word in self.infractions:
            return self.infractions[word]
        for row in self.infractions.values():
            if word in row.aliases:
                return row
        parts = [row for row in self.infractions.values() if word in row.short_names]
        if len(parts) == 1:
            return parts[0]
        if parts:
            raise UnknownInfraction(self.name, key, tuple(row.key for row in parts), ambiguous=True)
        names = [name for row in self.infractions.values() for name in (row.key, *row.aliases)]
        raise UnknownInfraction(self.name, key, tuple(get_close_matches(word, names, n=3, cutoff=0.5)))

    def find(self, words: str) -> tuple[Clause | Infraction, ...]:
        """What `!rule` should show for a clause number or words, the nearest first; empty when nothing fits.

        A clause brings the rows that stand on it, and a row the clauses it stands on.
        """
        number = words.strip().rstrip(".,;:").casefold()
        clauses = [c for c in self.clauses.values() if c.key.casefold() == number]
        clauses = clauses or [c for c in self.clauses.values() if c.key.casefold().startswith(f"{number}.")]
        if clauses:
            keys = {clause.key for clause in clauses}
            return (*clauses, *(row for row in self.infractions.values() if keys & row.all_clauses))
        return tuple(_without_repeats(self._by_words(words)))

    def kind(self, name: str) -> Kind | None:
        """The kind of tournament of that key or other name; None if there is none."""
        word = as_key(name)
        return next((kind for kind in self.kinds.values() if word in (kind.key, *kind.aliases)), None)

    def rung(self, level: Level) -> Rung | None:
        """What the ladder says of a level; None for `none` and for levels of other ladders."""
        return next((rung for rung in self.ladder if rung.level is level), None)

    def target(self, level: Level, phase: Phase | None) -> str | None:
        """What a loss found in that phase applies to; None for other levels or an unknown phase."""
        return self.targets.get(level, {}).get(phase) if phase else None

    @property
    def kind_rel(self) -> dict[str, int]:
        """The REL of each kind of tournament, by every name it has."""
        return {name: kind.rel for kind in self.kinds.values() for name in (kind.key, *kind.aliases)}

    def with_house_rules(self, overrides: Mapping[str, timedelta]) -> "Rulebook":
        """The same book with other limits, as an organiser may set them.

        Takes late_game_loss, late_match_loss, gone_game_loss, gone_match_loss, pregame, shuffle and grace.
        Reminders move along. Raises RulebookError for another key, or when limits no longer follow one
        another.
        """
        place = Place(source="house_rules")
        for key, value in overrides.items():
            if key not in HOUSE_RULES:
                raise place.at(key).fault(f"unknown key; there are: {', '.join(sorted(HOUSE_RULES))}")
            if value < timedelta(0):
                raise place.at(key).expected("a duration of 0:00 or more", format_duration(value))
        book = replace(self, clocks=self.clocks.changed(overrides))
        if fault := book.clocks.fault():
            raise place.at(fault[0]).fault(fault[1])
        return book

    def _by_words(self, words: str) -> Iterator[Clause | Infraction]:
        """Rows and clauses in which every word occurs: whole names first, then names, then summaries."""
        wanted = _words(words)
        if not wanted:
            return
        named = {row.key: " ".join((row.key, row.title, *row.aliases)) for row in self.infractions.values()}
        rows = [row for row in self.infractions.values() if _all_in(wanted, named[row.key])]
        rows.sort(key=lambda row: as_key(words) not in (row.key, as_key(row.title), *row.aliases))
        for row in rows:
            yield row
            yield from (self.clauses[key] for key in row.clauses)
        yield from (clause for clause in self.clauses.values() if _all_in(wanted, clause.summary))


def parse(text: str, source: str, base: Rulebook | None = None) -> Rulebook:
    """Read a rulebook from TOML; `source` names it in complaints, `base` is the book that it extends, if any.

    Raises RulebookError.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(f"{source}: not TOML: {error}") from None
    if "extends" in data:
        below = read(str, data.pop("extends"), Place(source=source).at("extends"))
        if base is None or base.name != below:
            raise RulebookError(f"{source}: extends: expected the book {below!r} to be given")
        data = merge(to_data(base), data)
    return _checked(data, source)


def extended_by(text: str) -> str | None:
    """The name of the book that this text extends; None if it stands alone, or cannot be read."""
    try:
        name = tomllib.loads(text).get("extends")
    except tomllib.TOMLDecodeError:
        return None
    return name if isinstance(name, str) else None


def to_data(book: Rulebook) -> dict[str, object]:
    """The whole book as plain data, for the first entry of a scorebook; `from_data` is the way back."""
    data: dict[str, object] = write(book)
    data["clauses"] = {clause.key: clause.summary for clause in book.clauses.values()}
    return data


def from_data(data: Mapping[str, object], source: str = "scorebook") -> Rulebook:
    """Read a rulebook as `to_data` gave it. Raises RulebookError.

    Equal data give the very same book, so that many events share one in memory.
    """
    return _shared(json.dumps(data), source)


@lru_cache(maxsize=32)
def _shared(text: str, source: str) -> Rulebook:
    return _checked(json.loads(text), source)


def _checked(data: Mapping[str, object], source: str) -> Rulebook:
    place = Place(source=source)
    clauses = data.get("clauses")
    if isinstance(clauses, Mapping):  # written as `"3.8" = "one line"`
        spelled = {key: {"summary": line} if isinstance(line, str) else line for key, line in clauses.items()}
        data = {**data, "clauses": spelled}
    book: Rulebook = read(Rulebook, data, place)
    for check in (
        _check_clocks,
        _check_kinds,
        _check_rows,
        _check_names,
        _check_automatic,
        _check_standings,
        _check_reminders,
    ):
        check(book, place)
    return book


def _check_clocks(book: Rulebook, place: Place) -> None:
    if fault := book.clocks.fault():
        raise place.at("clocks", fault[0]).fault(fault[1])
    unknown = book.clocks.inclusive - {f.name for f in fields(book.clocks)}
    if unknown:
        raise place.at("clocks", "inclusive").expected("keys of [clocks]", sorted(unknown)[0])
    if book.rounds.limit < book.rounds.minimum:
        least = format_duration(book.rounds.minimum)
        raise place.at("rounds", "limit").expected(f"at least {least}", format_duration(book.rounds.limit))


def _check_kinds(book: Rulebook, place: Place) -> None:
    highest = book.policies.highest_rel
    for kind in book.kinds.values():
        if not 1 <= kind.rel <= highest:
            raise place.at("kinds", kind.key, "rel").expected(f"1 to {highest}", kind.rel)
    if book.policies.default_kind not in book.kinds:
        known = ", ".join(book.kinds)
        raise place.at("policies", "default_kind").expected(f"one of {known}", book.policies.default_kind)


def _check_rows(book: Rulebook, place: Place) -> None:
    """Every row has a level for each REL, levels that the ladder has, and clauses that have their line."""
    ladder = {Level.NONE, *(rung.level for rung in book.ladder)}
    highest = book.policies.highest_rel
    for row in book.infractions.values():
        here = place.at("infractions", row.key)
        if len(row.penalties) not in (1, highest):
            raise here.at("penalties").expected(f"1 or {highest} levels", len(row.penalties))
        named = [*row.penalties, *(case.penalty for case in row.cases if case.penalty)]
        if missing := [level for level in named if level not in ladder]:
            raise here.at("penalties").expected("a level of the ladder", missing[0].value)
        for clause in (*row.clauses, *row.aliases.values()):
            if clause not in book.clauses:
                raise here.at("clause").expected("clauses that stand under [clauses]", clause)
        _check_cases(row, here)


def _check_cases(row: Infraction, here: Place) -> None:
    for number, case in enumerate(row.cases):
        for phase in case.when.get("phase", ()):
            if phase not in {member.value for member in Phase}:
                raise here.at("cases", number).expected("one of " + ", ".join(Phase), phase)


def _check_names(book: Rulebook, place: Place) -> None:
    """No two rows share a name, and none that a person could not type."""
    seen: dict[str, str] = {}
    for row in book.infractions.values():
        for name in (row.key, *row.aliases):
            here = place.at("infractions", row.key)
            if name in seen:
                raise here.fault(f"expected a name of its own, found {name}, which is {seen[name]} too")
            if name != as_key(name):
                raise here.expected(f"a name like {as_key(name)}", name)
            seen[name] = row.key


def _check_automatic(book: Rulebook, place: Place) -> None:
    for trigger, key in book.automatic.items():
        row = book.infractions.get(key)
        if row is None or not row.may_be_automatic:
            raise place.at("automatic", trigger.value).expected("an infraction with auto = true", key)


def _check_standings(book: Rulebook, place: Place) -> None:
    known = ", ".join(book.standings)
    for row in book.standings.values():
        for before in row.usually_after:
            if before not in book.standings:
                raise place.at("standings", row.key, "usually_after").expected(f"one of {known}", before)
    default = book.policies.default_standing
    if book.standings and default not in book.standings:
        raise place.at("policies", "default_standing").expected(f"one of {known}", default)


def _check_reminders(book: Rulebook, place: Place) -> None:
    for clause in book.reminders:
        if clause not in book.clauses:
            raise place.at("reminders").expected("clauses that stand under [clauses]", clause)


def _half(duration: timedelta) -> timedelta:
    """Half of it, in whole seconds: rule time has no smaller ones."""
    return timedelta(seconds=duration.total_seconds() // 2)


_WORD = re.compile(r"[^\W_]+")


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _all_in(wanted: list[str], text: str) -> bool:
    """Whether every wanted word begins a word of the text: `late` finds lateness, and not translate."""
    words = _words(text)
    return all(any(word.startswith(start) for word in words) for start in wanted)


def _without_repeats(found: Iterable[Clause | Infraction]) -> Iterator[Clause | Infraction]:
    seen: set[tuple[type, str]] = set()
    for item in found:
        if (type(item), item.key) not in seen:
            seen.add((type(item), item.key))
            yield item


def _either(words: tuple[str, ...]) -> str:
    """`a, b or c`."""
    return " or ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else words[0]
