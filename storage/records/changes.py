"""How a record changes: named writes, and the shape of what each kind of entry writes.

A `Change` is one `Write` and its values. Writes are statements of SQLAlchemy Core that take many rows at
once, built when this package is imported, so that a commit only fills them in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import BindParameter, Executable, Table, Update, bindparam, delete, update
from sqlalchemy.dialects import postgresql, sqlite

from rules.entries import Entry


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Write:
    """A statement that takes rows of values, in the words of each database."""

    table: Table
    sqlite: Executable
    postgresql: Executable

    def on(self, dialect: str) -> Executable:
        """The statement for the dialect of this name."""
        return self.sqlite if dialect == "sqlite" else self.postgresql


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One row's worth of a write."""

    write: Write
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Which line of which scorebook a change comes from."""

    tournament: str
    seq: int

    def put(self, write: Write, **values: Any) -> Change:
        """A row that names this line as its source."""
        return Change(write=write, values={"tournament": self.tournament, "seq": self.seq, **values})

    def amend(self, write: Write, **values: Any) -> Change:
        """New values in rows of this tournament; the `its_…` values find the row."""
        return Change(write=write, values={"its_tournament": self.tournament, **values})


Derives = Mapping[type[Entry], Callable[[Source, Any], list[Change]]]
"""What each kind of entry changes; a kind that is not named changes nothing."""


def put(table: Table, **replaced: Any) -> Write:
    """Insert a row. With `replaced`: where the row stands already, change these columns of it.

    A value True takes what was to be inserted; a function gets (the row, what was to be inserted).
    """
    return Write(
        table=table,
        sqlite=_upsert(table, sqlite.insert(table), replaced),
        postgresql=_upsert(table, postgresql.insert(table), replaced),
    )


Insert = TypeVar("Insert", sqlite.Insert, postgresql.Insert)


def _upsert(table: Table, insert: Insert, replaced: Mapping[str, Any]) -> Insert:
    if not replaced:
        return insert
    new = insert.excluded
    values = {name: new[name] if how is True else how(table.c, new) for name, how in replaced.items()}
    return insert.on_conflict_do_update(index_elements=list(table.primary_key.columns), set_=values)


def put_if_new(table: Table) -> Write:
    """Insert a row, unless it stands already."""
    key = list(table.primary_key.columns)
    return Write(
        table=table,
        sqlite=sqlite.insert(table).on_conflict_do_nothing(index_elements=key),
        postgresql=postgresql.insert(table).on_conflict_do_nothing(index_elements=key),
    )


def amend(table: Table, *found_by: str, **values: Any) -> Write:
    """Change columns of the row found by tournament and these columns."""
    statement = _row(table, *found_by).values(values)
    return Write(table=table, sqlite=statement, postgresql=statement)


def remove(table: Table, *found_by: str) -> Write:
    """Remove the row found by tournament and these columns."""
    statement = delete(table)
    for name in ("tournament", *found_by):
        statement = statement.where(table.c[name] == bindparam(f"its_{name}"))
    return Write(table=table, sqlite=statement, postgresql=statement)


def _row(table: Table, *found_by: str) -> Update:
    statement = update(table)
    for name in ("tournament", *found_by):
        statement = statement.where(table.c[name] == bindparam(f"its_{name}"))
    return statement


def given(name: str) -> BindParameter[Any]:
    """A value that the change brings, as `new_…`."""
    return bindparam(f"new_{name}")
