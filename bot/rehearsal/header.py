"""The header of a transcript: what is true of the event before its first line."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, TypeVar

from bot import books
from bot.config import Automatic, kinds_of
from bot.rehearsal.moments import BadTranscript, read_moment, shown
from rules.durations import parse_duration
from rules.entries import Role, Stage
from rules.rulebook import RulebookError

UNTIMED = "untimed"
COIN = frozenset({"heads", "tails"})


Choice = TypeVar("Choice", bound=StrEnum)


class Powers(StrEnum):
    """On what the powers of staff hang."""

    NICK = "nick"
    ACCOUNT = "account"


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The event before the first line. `lines` says where each key stands.

    `round` is a duration, `untimed`, or empty: the rulebook's limit for that stage.
    """

    title: str = ""
    rulebook: str = "ogaming"
    rel: str = ""
    stage: Stage = Stage.SWISS
    best_of: int = 3
    round: str = ""
    staff: tuple[tuple[Role, str], ...] = ()
    players: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    draws: tuple[str, ...] = ()
    seed: int = 0
    previous_round_ends_at: datetime | None = None
    keys: Mapping[str, str] = field(default_factory=dict)
    automatic: Mapping[str, str] = field(default_factory=dict)
    house_rules: Mapping[str, timedelta] = field(default_factory=dict)
    identity: Powers = Powers.NICK
    lines: Mapping[str, int] = field(default_factory=dict)

    @property
    def opens_itself(self) -> bool:
        """The event is open before the first line; else the transcript opens it."""
        return "players" in self.lines

    def names(self, *roles: Role) -> tuple[str, ...]:
        """The staff who hold one of these offices, as listed."""
        return tuple(dict.fromkeys(name for role, name in self.staff if role in roles))


def read_header(lines: list[tuple[int, str]]) -> Header:
    """Read `key: value` lines, each with its number. Raises BadTranscript."""
    header, where = Header(), dict[str, int]()
    for line, text in lines:
        key, colon, value = (part.strip() for part in text.partition(":"))
        if not colon:
            raise BadTranscript(line, f"expected key: value, found {shown(text)}")
        if key not in _KEYS:
            near = get_close_matches(key, _KEYS, n=1, cutoff=0.0)[0]
            raise BadTranscript(line, f"unknown key {shown(key)}; the nearest known is {near}")
        if key in where:
            raise BadTranscript(line, f"{key} stands on line {where[key]} already")
        where[key] = line
        name, read = _KEYS[key]
        changes: dict[str, Any] = {name: read(value, line)}
        header = replace(header, **changes)
    return replace(header, lines=where)


# --- how each value is read ---


def _words(value: str, line: int) -> str:
    return value


def _rulebook(value: str, line: int) -> str:
    try:
        books.load(value)
    except (books.UnknownRulebook, RulebookError) as error:
        raise BadTranscript(line, f"rulebook: {error}") from None
    return value


def _stage(value: str, line: int) -> Stage:
    return _one_of(Stage, "stage", value, line)


def _identity(value: str, line: int) -> Powers:
    return _one_of(Powers, "identity", value, line)


def _rel(value: str, line: int) -> str:
    if value not in _RELS:
        raise BadTranscript(line, f"rel: expected one of {', '.join(_RELS)}, found {shown(value)}")
    return value


def _best_of(value: str, line: int) -> int:
    number = _number("best_of", value, line)
    if number % 2 == 0 or number > 99:
        raise BadTranscript(line, f"best_of: expected an odd number such as 3, found {shown(value)}")
    return number


def _seed(value: str, line: int) -> int:
    return _number("seed", value, line)


def _round(value: str, line: int) -> str:
    if value != UNTIMED:
        _duration("round", value, line)
    return value


def _staff(value: str, line: int) -> tuple[tuple[Role, str], ...]:
    offices: list[tuple[Role, str]] = []
    for word in value.split():
        role, equals, names = word.partition("=")
        if not equals or role not in _ROLES:
            roles = ", ".join(_ROLES)
            raise BadTranscript(
                line, f"staff: expected role=name, the role one of {roles}; found {shown(word)}"
            )
        offices += ((Role(role), name) for name in _split(names))
    return tuple(offices)


def _names(key: str) -> Callable[[str, int], tuple[str, ...]]:
    def read(value: str, line: int) -> tuple[str, ...]:
        names = _split(value)
        twice = {name.lower() for name in names if sum(other.lower() == name.lower() for other in names) > 1}
        if twice:
            raise BadTranscript(line, f"{key}: {min(twice)} is named twice")
        return names

    return read


def _draws(value: str, line: int) -> tuple[str, ...]:
    for word in value.split():
        if word not in COIN and not _is_number(word):
            raise BadTranscript(line, f"draws: expected heads, tails or a number, found {shown(word)}")
    return tuple(value.split())


def _keys(value: str, line: int) -> dict[str, str]:
    """`key=value` words; a value with blanks stands in quotation marks."""
    try:
        words = shlex.split(value)
    except ValueError as error:
        raise BadTranscript(line, f"expected key=value words: {error}") from None
    pairs = [word.partition("=") for word in words]
    for key, equals, _ in pairs:
        if not (key and equals):
            raise BadTranscript(line, f"expected key=value, found {shown(key)}")
    return {key: text for key, _, text in pairs}


def _automatic(value: str, line: int) -> dict[str, str]:
    kinds = kinds_of(Automatic)
    pairs = _keys(value, line)
    for key, text in pairs.items():
        if key not in kinds:
            raise BadTranscript(line, f"automatic: expected one of {', '.join(kinds)}, found {shown(key)}")
        try:
            kinds[key].read(text)
        except ValueError:
            raise BadTranscript(
                line, f"automatic: {key}: expected {kinds[key].expected}, found {shown(text)}"
            ) from None
    return pairs


def _house_rules(value: str, line: int) -> dict[str, timedelta]:
    # Which limits a book has is the book's to say; the event is refused when it does not know one.
    pairs = _keys(value, line)
    return {key: _duration(f"house_rules: {key}", text, line) for key, text in pairs.items()}


def _moment(value: str, line: int) -> datetime:
    return read_moment(value, line)


# --- small readers ---

_ROLES = tuple(role.value for role in Role)
_RELS = ("1", "2", "3", "4", "5", "regular", "competitive", "professional")


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.replace(",", " ").split())


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 18


def _number(key: str, value: str, line: int) -> int:
    if not _is_number(value):
        raise BadTranscript(line, f"{key}: expected a number, found {shown(value)}")
    return int(value)


def _duration(key: str, value: str, line: int) -> timedelta:
    try:
        return parse_duration(value)
    except ValueError as error:
        raise BadTranscript(line, f"{key}: {error}") from None


def _one_of(choices: type[Choice], key: str, value: str, line: int) -> Choice:
    if value not in list(choices):
        raise BadTranscript(line, f"{key}: expected one of {', '.join(choices)}, found {shown(value)}")
    return choices(value)


_KEYS: dict[str, tuple[str, Callable[[str, int], Any]]] = {
    "title": ("title", _words),
    "rulebook": ("rulebook", _rulebook),
    "rel": ("rel", _rel),
    "stage": ("stage", _stage),
    "best_of": ("best_of", _best_of),
    "round": ("round", _round),
    "staff": ("staff", _staff),
    "players": ("players", _names("players")),
    "absent": ("absent", _names("absent")),
    "draws": ("draws", _draws),
    "seed": ("seed", _seed),
    "previous_round_ends": ("previous_round_ends_at", _moment),
    "set": ("keys", _keys),
    "automatic": ("automatic", _automatic),
    "house_rules": ("house_rules", _house_rules),
    "identity": ("identity", _identity),
}
