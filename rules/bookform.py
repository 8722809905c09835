"""The written form of a rulebook: frozen facts to plain tables and back.

A rulebook is written as TOML by an organiser and as JSON in the first entry of a scorebook. Both hold the
same tables, so there is one reader and one writer. They follow the dataclasses themselves: a key of a table
is a field, its type says what may stand there, and a field without a default must be given. So a new fact
needs one line in its dataclass and nothing here.

Every complaint is a `RulebookError` that names the source, the key path and what was expected; whoever edits
the file needs nothing else to mend it.
"""

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from datetime import timedelta
from difflib import get_close_matches
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from rules.durations import format_duration, parse_duration


class RulebookError(ValueError):
    """A rulebook cannot be used; the message names the source, the key and what was expected there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a value stands: the file (or scorebook) and the path of keys that leads to it."""

    source: str
    path: str = ""

    def at(self, *keys: object) -> "Place":
        """The place some keys further in; a key with a dot of its own is quoted, as TOML has it."""
        words = (f'"{key}"' if "." in str(key) else str(key) for key in keys)
        return Place(source=self.source, path=".".join((*([self.path] if self.path else []), *words)))

    def fault(self, complaint: str) -> RulebookError:
        """The error to raise about this place."""
        return RulebookError(": ".join(part for part in (self.source, self.path, complaint) if part))

    def expected(self, what: str, found: object) -> RulebookError:
        """The error to raise when something else stands here."""
        return self.fault(f"expected {what}, found {'nothing' if found is MISSING else repr(found)}")


def read(kind: Any, value: object, place: Place) -> Any:
    """Read a value as a kind: facts, an enum, a duration, a word, a number, or lists and tables of those.

    Where a list is asked for, one value alone is a list of one: `penalties = "warning"`.
    """
    if isinstance(kind, UnionType):
        return _read_union(kind, value, place)
    if is_dataclass(kind):
        return _read_facts(kind, value, place)
    origin, args = get_origin(kind), get_args(kind)
    if origin is tuple or origin is frozenset:
        if not isinstance(value, list):
            return origin((read(args[0], value, place),))
        return origin(read(args[0], item, place.at(number)) for number, item in enumerate(value))
    if origin is Mapping:
        return {
            read(args[0], key, place.at(key)): read(args[1], _keyed(args[1], key, item), place.at(key))
            for key, item in _table(value, place).items()
        }
    return _read_plain(kind, value, place)


def write(value: Any) -> Any:
    """Write facts as plain tables and lists, every field given, so that `read` gives back the same."""
    if is_dataclass(value):
        return {f.name: write(getattr(value, f.name)) for f in fields(value) if f.name != "key"}
    if isinstance(value, Mapping):
        return {write(key): write(item) for key, item in value.items()}
    if isinstance(value, frozenset):
        return sorted(write(item) for item in value)
    if isinstance(value, tuple):
        return [write(item) for item in value]
    if isinstance(value, timedelta):
        return format_duration(value)
    return value.value if isinstance(value, Enum) else value


def merge(base: Mapping[str, object], over: Mapping[str, object]) -> dict[str, object]:
    """Lay one book's tables over another's: tables are joined key by key, anything else is replaced."""
    joined = dict(base)
    for key, value in over.items():
        below = joined.get(key)
        if isinstance(below, Mapping) and isinstance(value, Mapping):
            joined[key] = merge(below, value)
        else:
            joined[key] = value
    return joined


def _read_union(kind: UnionType, value: object, place: Place) -> Any:
    """Read `X | None`, or one of several plain kinds."""
    kinds = [member for member in get_args(kind) if member is not NoneType]
    if value is None and len(kinds) < len(get_args(kind)):
        return None
    if len(kinds) == 1:
        return read(kinds[0], value, place)
    if type(value) in kinds:
        return value
    raise place.expected(" or ".join(_described(member) for member in kinds), value)


def _read_facts(kind: Any, value: object, place: Place) -> Any:
    """Read a table as a dataclass: no unknown key, nothing missing."""
    table = _table(value, place)
    known = {f.name: f for f in fields(kind)}
    for key in table:
        if key not in known:
            near = get_close_matches(str(key), known, n=1)
            raise place.at(key).fault("unknown key" + (f"; did you mean {near[0]}?" if near else ""))
    hints = _hints(kind)
    given = {
        name: read(hints[name], table.get(name, MISSING), place.at(name))
        for name, field in known.items()
        if name in table or _must_be_given(field)
    }
    return kind(**given)


def _read_plain(kind: type, value: object, place: Place) -> Any:
    """Read a word, a number, a yes or no, a duration, or a word of a closed list."""
    if kind is timedelta and isinstance(value, str):
        try:
            return parse_duration(value)
        except ValueError as error:
            raise place.fault(str(error)) from None
    if issubclass(kind, Enum):
        try:
            return kind(value)
        except ValueError:
            raise place.expected(_described(kind), value) from None
    if type(value) is not kind:  # exactly: True is no number here
        raise place.expected(_described(kind), value)
    return value


def _keyed(kind: Any, key: object, item: object) -> object:
    """A table of facts that know their own key is written without repeating it."""
    knows_key = is_dataclass(kind) and any(f.name == "key" for f in fields(kind))
    return {**item, "key": key} if knows_key and isinstance(item, Mapping) else item


def _table(value: object, place: Place) -> Mapping[Any, object]:
    if not isinstance(value, Mapping):
        raise place.expected("a table", value)
    return value


def _must_be_given(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _described(kind: Any) -> str:
    """What a person would call this kind of value."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        return "one of " + ", ".join(str(member.value) for member in kind)
    names: dict[Any, str] = {
        timedelta: 'a duration like "5:00", "50m" or "90s"',
        bool: "true or false",
        int: "a whole number",
        str: "words in quotes",
    }
    return names[kind]


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)
