"""The kinds of values that a configuration holds, and how each is read.

A section writes `port: Port = 6667`. The annotation carries the `Kind` that reads the value, whether it comes
from the TOML file or as the words of a variable, so a key is declared once and its error message follows.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, TypeVar

from rules.durations import parse_duration

E = TypeVar("E", bound=StrEnum)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of value; `read` and `from_words` raise ValueError for what is not `expected`."""

    expected: str
    read: Callable[[object], Any]
    # What TOML would have given, from the words of a variable, which has no types.
    from_words: Callable[[str], object] = str
    is_secret: bool = False


class Identity(StrEnum):
    """By what a person on IRC is known."""

    AUTO = "auto"
    ACCOUNT = "account"
    NICK = "nick"


class Enforcement(StrEnum):
    """What the official does about a penalty of the clock: give it, put it to the head judge, nothing."""

    ISSUE = "issue"
    PROPOSE = "propose"
    OFF = "off"


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError
    return value


def _word(value: object) -> str:
    word = _text(value)
    if not word or any(c.isspace() or not c.isprintable() for c in word):
        raise ValueError
    return word


def _channel(value: object) -> str:
    name = _word(value)
    if name[0] not in "#&+!" or len(name) == 1 or "," in name:
        raise ValueError
    return name


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError
    return value


def _flag_from_words(words: str) -> bool:
    word = words.strip().lower()
    if word not in {"true", "yes", "on", "1", "false", "no", "off", "0"}:
        raise ValueError
    return word in {"true", "yes", "on", "1"}


def _port(value: object) -> int:
    # To Python a bool is an int, but `port = true` is a slip.
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 65535:
        raise ValueError
    return value


def _names(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError
    return tuple(_word(name) for name in value)


def _names_from_words(words: str) -> list[str]:
    return [name.strip() for name in words.split(",")] if words.strip() else []


def _place(value: object) -> str:
    # Discord's ids are numbers that people paste with and without quotes.
    return str(value) if type(value) is int else _text(value)


def _duration(value: object) -> timedelta | None:
    words = _text(value)
    return parse_duration(words) if words else None


def _file(value: object) -> Path | None:
    words = _text(value)
    return Path(words) if words else None


def _one_of(choices: type[E]) -> Kind:
    *first, last = (f'"{choice}"' for choice in choices)
    return Kind(expected=f"{', '.join(first)} or {last}", read=lambda value: choices(_text(value)))


Text = Annotated[str, Kind(expected="a text", read=_text)]
Word = Annotated[str, Kind(expected="a word without blanks", read=_word)]
Channel = Annotated[str, Kind(expected='one IRC channel such as "#tournament"', read=_channel)]
Flag = Annotated[bool, Kind(expected="true or false", read=_flag, from_words=_flag_from_words)]
Port = Annotated[int, Kind(expected="a whole number from 0 to 65535", read=_port, from_words=int)]
Names = Annotated[
    tuple[str, ...],
    Kind(expected='a list of names such as ["alice", "bob"]', read=_names, from_words=_names_from_words),
]
Place = Annotated[str, Kind(expected="a name or an id", read=_place)]
Duration = Annotated[
    timedelta | None, Kind(expected='a duration such as "90s", "3m" or "1h30m", or ""', read=_duration)
]
File = Annotated[Path | None, Kind(expected="the name of a file", read=_file)]
Secret = Annotated[str, Kind(expected="a text", read=_text, is_secret=True)]
IdentityKind = Annotated[Identity, _one_of(Identity)]
EnforcementKind = Annotated[Enforcement, _one_of(Enforcement)]
