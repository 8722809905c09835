"""Entries to JSON bodies and back.

A body holds the fields of an entry but `at`, as JSON values: times as ISO 8601 in UTC, durations in seconds, enums
as their words, mappings and tuples as objects and lists. A field that a body lacks takes the class's default, so
old scorebooks stay readable when a field is added. `UPCASTERS` brings bodies of older kinds to the newest one.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from datetime import UTC, datetime, timedelta
from enum import Enum
from functools import lru_cache
from typing import Any

from rules import entries
from rules.entries import KINDS, Entry

Convert = Callable[[Any], Any]

UPCASTERS: dict[str, Callable[[dict[str, Any]], tuple[str, dict[str, Any]]]] = {}
"""Old kind -> a function from its body to (newer kind, body). Empty while no kind has a second version."""


class UnknownKind(ValueError):
    """A scorebook holds an entry of a kind that this version does not know."""


def encode(entry: Entry) -> dict[str, Any]:
    """The body of an entry, ready for JSON. Fields that hold their default are left out."""
    body: dict[str, Any] = {}
    for name, default, convert in _writers(type(entry)):
        value = getattr(entry, name)
        if value != default or type(value) is not type(default):
            body[name] = convert(value)
    return body


def decode(kind: str, at: datetime, body: Mapping[str, Any]) -> Entry:
    """The entry of this kind, second and body. Raises `UnknownKind`; a body that does not fit is a TypeError."""
    data = dict(body)
    while kind in UPCASTERS:
        kind, data = UPCASTERS[kind](data)
    cls = KINDS.get(kind)
    if cls is None:
        raise UnknownKind(f"entry kind {kind!r} is not known")
    readers = _readers(cls)
    return cls(at=at, **{name: readers[name](value) for name, value in data.items()})


_WRITERS: dict[type[Entry], tuple[tuple[str, object, Convert], ...]] = {}
_READERS: dict[type[Entry], dict[str, Convert]] = {}


def _writers(cls: type[Entry]) -> tuple[tuple[str, object, Convert], ...]:
    if cls in _WRITERS:
        return _WRITERS[cls]
    out = []
    for f, hint in _body_fields(cls):
        default = f.default_factory() if f.default_factory is not MISSING else f.default
        out.append((f.name, default, _writer(hint)))
    return _WRITERS.setdefault(cls, tuple(out))


def _readers(cls: type[Entry]) -> dict[str, Convert]:
    if cls not in _READERS:
        _READERS[cls] = {f.name: _reader(hint) for f, hint in _body_fields(cls)}
    return _READERS[cls]


def _body_fields(cls: type[Entry]) -> list[tuple[Any, Any]]:
    hints = typing.get_type_hints(cls, vars(entries))
    return [(f, hints[f.name]) for f in fields(cls) if f.name != "at"]


def _same(value: Any) -> Any:
    return value


def _writer(hint: Any) -> Convert:
    hint, optional = _without_none(hint)
    origin = typing.get_origin(hint)
    convert: Convert = _same
    if origin is tuple:
        inner = _writer(typing.get_args(hint)[0])
        convert = lambda value: [inner(item) for item in value]  # noqa: E731 - one of a family of small converters
    elif origin is not None and issubclass(origin, Mapping):
        convert = dict
    elif isinstance(hint, type) and issubclass(hint, datetime):
        convert = _write_time
    elif isinstance(hint, type) and issubclass(hint, timedelta):
        convert = timedelta.total_seconds
    elif isinstance(hint, type) and issubclass(hint, Enum):
        convert = lambda value: value.value  # noqa: E731 - as above
    return _or_none(convert) if optional else convert


def _reader(hint: Any) -> Convert:
    hint, optional = _without_none(hint)
    origin = typing.get_origin(hint)
    convert: Convert = _same
    if origin is tuple:
        inner = _reader(typing.get_args(hint)[0])
        convert = lambda value: tuple(inner(item) for item in value)  # noqa: E731 - as above
    elif isinstance(hint, type) and issubclass(hint, datetime):
        convert = _read_time
    elif isinstance(hint, type) and issubclass(hint, timedelta):
        convert = lambda value: timedelta(seconds=value)  # noqa: E731 - as above
    elif isinstance(hint, type) and issubclass(hint, Enum):
        convert = hint
    return _or_none(convert) if optional else convert


def _without_none(hint: Any) -> tuple[Any, bool]:
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        inner = [arg for arg in typing.get_args(hint) if arg is not type(None)]
        return inner[0], True
    if hasattr(hint, "__supertype__"):  # a NewType such as PersonId
        return hint.__supertype__, False
    return hint, False


def _or_none(convert: Convert) -> Convert:
    return lambda value: None if value is None else convert(value)


@lru_cache(maxsize=64)  # what falls due together bears one and the same time
def _write_time(value: datetime) -> str:
    if value.tzinfo is None:
        raise ValueError(f"a time without a zone may not be written: {value!r}")
    return value.astimezone(UTC).isoformat()


def _read_time(value: str) -> datetime:
    return datetime.fromisoformat(value).astimezone(UTC)
