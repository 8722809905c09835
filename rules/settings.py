"""The keys of `!open` and `!set`: what they may be, and what the rulebook says about them (2.1, 2.2, OG-R12)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from rules import entries as e
from rules import refusals as r
from rules.acts import OpenTournament
from rules.authority import ORGANISERS
from rules.durations import format_duration, parse_duration
from rules.entries import Stage
from rules.rulebook import Kind, Rulebook, RulebookError, from_data, to_data

KEYS = (
    "rulebook",
    "kind",
    "rel",
    "format",
    "starts",
    "authorization",
    "stages",
    "rounds",
    "round",
    "playoff_round",
    "playoff_best_of",
    "two_judges",
    "invited",
    "publish",
    "decks",
    "presence",
)
YES = frozenset({"yes", "true", "on"})
NO = frozenset({"no", "false", "off"})

ANNOUNCED = ("authorization", "format", "starts")
"""What has to be known before an event opens (1.3)."""

SINGLE_ELIMINATION = "single_elimination"

MOST_ROUNDS = 20
PUBLISHED = ("results", "penalties")
NOTHING = "nothing"
_CUT = re.compile(r"swiss\+top([1-9][0-9]{0,2})", re.ASCII)
_TIME_OF_DAY = re.compile(r"([01]?[0-9]|2[0-3]):[0-5][0-9]", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What an event was announced with."""

    kind: str
    rel: str
    format: str
    authorization: str
    round_limit: timedelta | None
    playoff_limit: timedelta | None
    playoff_best_of: int
    two_judges: bool
    starts_at: datetime | None  # None: at once, or nobody has said


def read_settings(
    book: Rulebook, keys: Mapping[str, str], now: datetime, stage: Stage = Stage.SWISS
) -> Settings:
    """Check the keys against the rulebook. Raises `BadSetting` for the first that will not do.

    `now` tells which day a time of day is meant for: the next such time to come.
    """
    for key, value in keys.items():
        if key not in KEYS:
            raise r.BadSetting(key=key, value=value, expected=f"one of {', '.join(KEYS)}")
        fits, expected = _PROGRAMME.get(key, (_is_anything, ""))
        if not fits(value):
            raise r.BadSetting(key=key, value=value, expected=expected)
    kind = _kind(book, keys)
    limit = _limit(book, keys, "round", stage)
    return Settings(
        kind=kind.key,
        rel=_rel(book, kind, keys.get("rel")),
        format=keys.get("format", ""),
        authorization=keys.get("authorization", ""),
        round_limit=limit,
        playoff_limit=_playoff_limit(book, keys, stage, limit),
        playoff_best_of=_playoff_best_of(book, keys),
        two_judges=_yes(keys, "two_judges"),
        starts_at=start_of(keys.get("starts", "now"), now),
    )


def stage_of(keys: Mapping[str, str]) -> Stage:
    """The stage that an event with these keys begins in."""
    return Stage.PLAYOFF if keys.get("stages") == SINGLE_ELIMINATION else Stage.SWISS


def missing(book: Rulebook, kind: str, keys: Mapping[str, str]) -> tuple[str, ...]:
    """What an event of this kind has to be announced with, and is not (1.3).

    Premier events are the league's own, so nothing of it may be left out; a challenge among friends may begin without.
    """
    row = book.kind(kind)
    if row is None or not row.premier:
        return ()
    return tuple(key for key in ANNOUNCED if not keys.get(key))


def start_of(value: str, now: datetime) -> datetime | None:
    """The announced start; None for `now`. A time of day is UTC, as every time that is said here."""
    if value == "now":
        return None
    if _TIME_OF_DAY.fullmatch(value):
        hour, minute = (int(part) for part in value.split(":"))
        at = now.astimezone(UTC).replace(hour=hour, minute=minute, second=0, microsecond=0)
        return at if at > now else at + timedelta(days=1)
    return datetime.fromisoformat(value).astimezone(UTC).replace(microsecond=0)


def _kind(book: Rulebook, keys: Mapping[str, str]) -> Kind:
    name = keys.get("kind", book.policies.default_kind)
    kind = book.kind(name)
    if kind is None:
        raise r.BadSetting(key="kind", value=name, expected=f"one of {', '.join(book.kinds)}")
    return kind


def _rel(book: Rulebook, kind: Kind, given: str | None) -> str:
    """OG-R12: only a challenge may have another REL than its kind."""
    if given is None:
        return str(kind.rel)
    highest = book.policies.highest_rel
    if not (given.isascii() and given.isdecimal() and 1 <= int(given) <= highest):
        raise r.BadSetting(key="rel", value=given, expected=f"1 to {highest}")
    if not kind.free_rel and int(given) != kind.rel:
        raise r.BadSetting(
            key="rel", value=given, expected=f"{kind.rel}, that of a {kind.title}", clause="OG-R12"
        )
    return str(int(given))


def _limit(book: Rulebook, keys: Mapping[str, str], key: str, stage: Stage) -> timedelta | None:
    value = keys.get(key)
    if value is None:
        return book.rounds.limit
    if value == "untimed":
        if stage not in book.rounds.may_be_untimed | book.rounds.untimed_stages:
            raise r.BadSetting(
                key=key, value=value, expected="a limit; only single elimination may be untimed", clause="2.2"
            )
        return None
    try:
        limit = parse_duration(value)
    except ValueError:
        raise r.BadSetting(key=key, value=value, expected="a time such as 50m") from None
    if limit < book.rounds.minimum:
        least = format_duration(book.rounds.minimum)
        raise r.BadSetting(key=key, value=value, expected=f"{least} or more", clause="2.2")
    return limit


def _playoff_limit(
    book: Rulebook, keys: Mapping[str, str], stage: Stage, limit: timedelta | None
) -> timedelta | None:
    if "playoff_round" in keys:
        return _limit(book, keys, "playoff_round", Stage.PLAYOFF)
    if stage is not Stage.SWISS and "round" in keys:
        return limit
    return book.rounds.playoff_limit or book.rounds.limit


def _playoff_best_of(book: Rulebook, keys: Mapping[str, str]) -> int:
    value = keys.get("playoff_best_of", str(book.rounds.best_of))
    allowed = tuple(str(n) for n in book.rounds.playoff_best_of)
    if stage_of(keys) is Stage.PLAYOFF:  # OG-R17: longer matches are for the playoff after Swiss rounds
        allowed = (str(book.rounds.best_of),)
    if value not in allowed:
        raise r.BadSetting(key="playoff_best_of", value=value, expected=" or ".join(allowed), clause="2.1")
    return int(value)


def _yes(keys: Mapping[str, str], key: str) -> bool:
    value = keys.get(key, "no").lower()
    if value not in YES | NO:
        raise r.BadSetting(key=key, value=value, expected="yes or no")
    return value in YES


# --- what is announced, and kept as it was given ---


def _is_anything(value: str) -> bool:
    return True


def _is_start(value: str) -> bool:
    """A time of day is the organiser's; a date says in which zone it is meant, or nobody knows when to come."""
    if value == "now" or _TIME_OF_DAY.fullmatch(value):
        return True
    try:
        at = datetime.fromisoformat(value)
        return at.tzinfo is not None and at.astimezone(UTC).year > 1
    except (ValueError, OverflowError):
        return False


def _is_stages(value: str) -> bool:
    """Swiss rounds may end with a cut to a power of two: a bracket has no other size."""
    if value in ("swiss", SINGLE_ELIMINATION):
        return True
    cut = _CUT.fullmatch(value)
    return cut is not None and int(cut[1]) > 1 and int(cut[1]).bit_count() == 1


def _is_rounds(value: str) -> bool:
    return value.isascii() and value.isdecimal() and len(value) < 3 and 1 <= int(value) <= MOST_ROUNDS


def _is_list_of_names(value: str) -> bool:
    return all(name.strip() for name in value.split(","))


def publishes(keys: Mapping[str, str], what: str) -> bool:
    """0.7: whether this of the event is for everybody to see; it is, unless `publish=` names other things."""
    said = keys.get("publish")
    return said is None or what in (part.strip() for part in said.split(","))


def watches_presence(keys: Mapping[str, str]) -> bool:
    """Whether who is shown as offline is absent; unless an event says so, only who leaves the channel is."""
    return keys.get("presence", "no").lower() in YES


def invited_with(before: str, value: str) -> str:
    """The list after a change: `+erin,fay` adds to it, for no line of chat holds them all."""
    return f"{before},{value[1:]}".strip(",") if value.startswith("+") else value


def _is_yes_or_no(value: str) -> bool:
    return value.lower() in YES | NO


def _is_published(value: str) -> bool:
    return value == NOTHING or all(part.strip() in PUBLISHED for part in value.split(","))


_PROGRAMME: dict[str, tuple[Callable[[str], bool], str]] = {
    "starts": (_is_start, "now, a time such as 19:30, or a date and time with its zone: 2026-01-10T19:30Z"),
    "stages": (_is_stages, "swiss, swiss+top8 (or another power of two), or single_elimination"),
    "rounds": (_is_rounds, f"1 to {MOST_ROUNDS}"),
    "invited": (_is_list_of_names, "names with commas between them"),
    "publish": (_is_published, f"{' or '.join(PUBLISHED)}, {','.join(PUBLISHED)}, or {NOTHING}"),
    "decks": (_is_yes_or_no, "yes or no: whether a deck has to be on file before its player is paired"),
    "presence": (_is_yes_or_no, "yes or no: whether who is shown as offline is absent"),
}


def _require_announced(book: Rulebook, settings: Settings, act: OpenTournament, now: datetime) -> None:
    """1.3: no event of the league opens without number, format and start; and none starts in the past."""
    lacking = missing(book, settings.kind, act.keys)
    if lacking and not act.formalities_met:
        raise r.NotAnnounced(kind=settings.kind, missing=lacking)
    require_to_come(act.keys, settings, now)


def require_to_come(keys: Mapping[str, str], settings: Settings, now: datetime) -> None:
    """Refuse a start that is over already."""
    if settings.starts_at is not None and settings.starts_at < now:
        raise r.BadSetting(key="starts", value=keys["starts"], expected="a time to come, or now")


def open_tournament(act: OpenTournament, now: datetime) -> tuple[e.Entry, ...]:
    """The entries that open an event: with its book as the organiser's house rules have it, and its officials."""
    if not any(role in ORGANISERS and person == act.by for role, person, _ in act.staff):
        raise r.NotAllowed(need=ORGANISERS, what="open")
    if not act.verified:
        raise r.NotVerified
    book = from_data(act.rulebook)
    if act.house_rules:
        try:
            book = book.with_house_rules(act.house_rules)
        except RulebookError as fault:
            raise r.BadSetting(key="house_rules", value="", expected=str(fault)) from None
    stage = act.stage or stage_of(act.keys)
    settings = read_settings(book, act.keys, now, stage)
    _require_announced(book, settings, act, now)
    playoff_best_of = settings.playoff_best_of
    if act.best_of is not None and stage is not Stage.SWISS:
        playoff_best_of = act.best_of
    opened = e.TournamentOpened(
        at=now,
        starts_at=settings.starts_at,
        formalities_met=act.formalities_met,
        name=act.name,
        by=act.by,
        by_name=act.by_name,
        rulebook=to_data(book),
        tournament_kind=settings.kind,
        rel=settings.rel,
        format=settings.format,
        authorization=settings.authorization,
        stage=stage,
        best_of=act.best_of if act.best_of and stage is Stage.SWISS else book.rounds.best_of,
        playoff_best_of=playoff_best_of,
        round_limit=settings.round_limit,
        playoff_limit=settings.playoff_limit,
        two_judges=settings.two_judges,
        automatic=dict(act.automatic),
        previous_round_ends_at=act.previous_round_ends_at,
        speed=act.speed,
        keys=dict(act.keys),
    )
    staff = tuple(
        e.StaffNamed(
            at=now,
            role=role,
            person=person,
            name=name,
            here=person in act.here,
            title=act.titles.get((role, person), ""),
        )
        for role, person, name in act.staff
    )
    return (opened, *staff)
