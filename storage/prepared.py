"""Statements of many rows, prepared once for each connection.

A second in which ten thousand penalties fall due writes sixty thousand rows. SQLAlchemy works out the parameters of
every row anew, which takes longer than the disk does. Here a statement is compiled when a connection first meets it,
and from then on its rows go to the driver as soon as their types have converted them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Dialect, Executable
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ClauseElement

Row = Mapping[str, Any]
Convert = Callable[[Any], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """SQL, which values of a row it takes in which order, and which of them have to be converted."""

    sql: str
    values: Callable[[Row], tuple[Any, ...]]
    converts: tuple[tuple[int, Convert], ...]

    def parameters(self, rows: Iterable[Row]) -> Iterator[tuple[Any, ...]]:
        """The rows as the driver takes them."""
        for row in rows:
            values = list(self.values(row))
            for place, convert in self.converts:
                values[place] = convert(values[place])
            yield tuple(values)


def execute_many(connection: Connection, statement: Executable, rows: Sequence[Row]) -> None:
    """Execute a statement for each of these rows, which all have the same keys."""
    known: dict[Any, Prepared | None] = connection.info.setdefault("prepared", {})
    key = (statement, tuple(rows[0]))
    if key not in known:
        known[key] = _prepared(statement, key[1], connection.dialect)
    prepared = known[key]
    if prepared is None:
        connection.execute(statement, rows)
    else:
        connection.exec_driver_sql(prepared.sql, list(prepared.parameters(rows)))


def _prepared(statement: Executable, names: Sequence[str], dialect: Dialect) -> Prepared | None:
    """None where the driver wants names, or the statement has values of its own: SQLAlchemy shall do it."""
    if not isinstance(statement, ClauseElement):
        return None
    compiled = statement.compile(dialect=dialect, column_keys=list(names), for_executemany=True)
    if not isinstance(compiled, SQLCompiler) or compiled.positiontup is None:
        return None
    order = compiled.positiontup
    if len(order) < 2 or not set(order) <= set(names):
        return None
    types = [compiled.binds[name].type.dialect_impl(dialect) for name in order]
    converts = [(place, convert) for place, of in enumerate(types) if (convert := of.bind_processor(dialect))]
    return Prepared(sql=compiled.string, values=itemgetter(*order), converts=tuple(converts))
